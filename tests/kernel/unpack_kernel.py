"""`unpack_kernel.py VMLINUZ OUT`: takes the ELF out of a bzImage, which boots seconds quicker.

An emulated machine would unpack it far more slowly. The layout is the kernel's x86 boot protocol
(2.08 and later): `setup_sects` at 0x1f1, `payload_offset` and `payload_length` at 0x248.
"""

import struct
import subprocess
import sys
from pathlib import Path

SECTOR = 512
UNPACKERS = {
    b"\x28\xb5\x2f\xfd": ["zstd", "-dc"],
    b"\xfd7zX": ["xz", "-dc"],
    b"\x1f\x8b": ["gzip", "-dc"],
    b"\x02\x21\x4c\x18": ["lz4", "-dc"],
}


def unpacked(image: bytes) -> bytes:
    """Give the ELF that `image` carries; ValueError when it carries none."""
    setup_sectors = (image[0x1F1] or 4) + 1
    offset, length = struct.unpack_from("<II", image, 0x248)
    payload = image[setup_sectors * SECTOR + offset :][:length]
    for magic, command in UNPACKERS.items():
        if payload.startswith(magic):
            # The payload's own length follows it, which unpackers call trailing garbage.
            run = subprocess.run(command, input=payload, capture_output=True, check=False)
            if run.stdout.startswith(b"\x7fELF"):
                return run.stdout
    raise ValueError("there is no kernel in it that could be unpacked")


if __name__ == "__main__":
    Path(sys.argv[2]).write_bytes(unpacked(Path(sys.argv[1]).read_bytes()))
