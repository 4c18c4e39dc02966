"""What all tests begin with: a place for what they write."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import pytest

MEMORY = Path("/dev/shm")
ROOM = 2 * 2**30
"""Bytes that have to be free there; a whole run writes a quarter of that."""


@pytest.hookimpl(tryfirst=True)
def pytest_configure() -> None:
    """Temporary files lie in memory where there is room: journals wait for the disk after each move."""
    if not os.access(MEMORY, os.W_OK) or os.statvfs(MEMORY).f_flag & os.ST_NOEXEC:
        return  # some tests run what they have built
    if shutil.disk_usage(MEMORY).free > ROOM:
        os.environ["TMPDIR"] = str(MEMORY)
        tempfile.tempdir = None
