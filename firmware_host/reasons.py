"""Why a file or device could not be used, as the system says it, in words to be translated."""

import errno
from collections.abc import Mapping

from engine.messages import say

REASONS: Mapping[int, str] = {
    errno.EACCES: say("Permission denied"),
    errno.EADDRINUSE: say("Address already in use"),
    errno.EBUSY: say("Device or resource busy"),
    errno.EEXIST: say("File exists"),
    errno.EINVAL: say("Invalid argument"),
    errno.EIO: say("Input/output error"),
    errno.EISDIR: say("Is a directory"),
    errno.ENODEV: say("No such device"),
    errno.ENOENT: say("No such file or directory"),
    errno.ENOSPC: say("No space left on device"),
    errno.ENOTDIR: say("Not a directory"),
    errno.ENXIO: say("No such device or address"),
    errno.EPERM: say("Operation not permitted"),
    errno.EROFS: say("Read-only file system"),
}
"""The usual ones, by their number."""


def reason_of(error: OSError | ValueError) -> str:
    """Tell why; a ValueError is of a name that no file can have, an OSError of ours has words."""
    if isinstance(error, OSError) and error.errno is not None:
        return REASONS.get(error.errno) or error.strerror or str(error)
    words = error.args[0] if error.args else ""
    return words if isinstance(words, str) else str(error)
