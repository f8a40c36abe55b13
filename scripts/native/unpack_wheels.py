"""Unpacks of each wheel in a folder what the native backend needs: headers and libraries.

Usage: python3 unpack_wheels.py <folder of wheels> <target folder>
"""

import re
import sys
import zipfile
from pathlib import Path

NEEDED = re.compile(r"tensorflow/include/|tensorflow/lib[^/]*\.so|nvidia/.*\.so|[^/]*\.dist-info/METADATA|.*LICENSE")


def main(wheels: str, target: str) -> None:
    for wheel in sorted(Path(wheels).glob("*.whl")):
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(target, [name for name in archive.namelist() if NEEDED.match(name)])


if __name__ == "__main__":
    main(*sys.argv[1:])
