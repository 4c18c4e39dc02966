"""What pictures have taken is given back."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

TOLD = """
import sys
from pathlib import Path
from vision import heap

def taken():
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Anonymous"))

if sys.argv[1] == "small":
    assert heap.kept_small()
first = taken()
for _ in range(2):
    pictures = [b"x" * (1280 * 720 * 3) for _ in range(20)]
    stays = [b"y" * 5000 for _ in range(20)]
    del pictures
print(taken() - first)
"""


def left(how: str) -> int:
    """Kilobytes that a process keeps of 55,000 that pictures have taken, while something lies above them."""
    done = subprocess.run([sys.executable, "-c", TOLD, how], capture_output=True, text=True, check=True)
    return int(done.stdout)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only the GNU C library can be told")
def test_little_is_kept_of_what_pictures_have_taken() -> None:
    assert left("small") < 1000 < left("as usual")
