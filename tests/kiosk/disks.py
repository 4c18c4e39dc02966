"""Small and sealed disks for tests: a tmpfs, as long as a test takes."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


def mount(*words: str) -> bool:
    """Whether it could be mounted."""
    return subprocess.run(["mount", *words], capture_output=True, check=False).returncode == 0


@contextmanager
def small_disk(place: Path, size: str) -> Iterator[Path]:
    """A folder with room for so much (`512k`); skips the test, saying why, where nothing may be mounted."""
    place.mkdir()
    if not mount("-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(place)):
        pytest.skip("mounting a small tmpfs is not allowed here")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)
