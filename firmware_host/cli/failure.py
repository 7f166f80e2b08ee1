"""The exceptions that end a command with a message instead of a traceback."""


class Failure(Exception):
    """The command could not do it (exit code 1); the `words` say what happened and what to do."""

    place = "spytt"
    """What the words are about."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


class BadLine(Failure):
    """Line `line` (from 1) of `file` is at fault: told as `FILE:LINE: what`, as compilers do."""

    def __init__(self, file: str, line: int, what: str) -> None:
        super().__init__(what)
        self.place = f"{file}:{line}"

    def __str__(self) -> str:
        return f"{self.place}: {self.words}"
