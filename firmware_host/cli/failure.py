"""The exceptions that end a command with a message instead of a traceback."""


class Failure(Exception):
    """The command could not do it (exit code 1); the text says what happened and what to do."""


class BadLine(Failure):
    """Line `line` (from 1) of `file` is at fault: told as `FILE:LINE: what`, as compilers do."""

    def __init__(self, file: str, line: int, what: str) -> None:
        super().__init__(f"{file}:{line}: {what}")
