"""The one exception that ends a command with a message instead of a traceback."""


class Failure(Exception):
    """The command could not do it (exit code 1); the text says what happened and what to do."""
