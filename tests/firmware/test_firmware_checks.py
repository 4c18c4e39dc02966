"""The firmware is looked over by machines: cppcheck, sanitizers with random input, and its size."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from tray_build import fuzzer, make, need, symbols, tray_elf

FUZZ_SECONDS = os.environ.get("FUZZ_SECONDS", "2")
RAM, FLASH = 2048, 32768 - 2048
"""Bytes; a boot loader takes up to two kilobytes of the flash."""


def test_cppcheck_has_nothing_to_say() -> None:
    need("cppcheck", "make")
    make("check")


def test_random_input_finds_nothing(tmp_path: Path) -> None:
    """A few seconds here; `FUZZ_SECONDS=300` makes it five minutes."""
    command = [fuzzer(), f"-max_total_time={FUZZ_SECONDS}", "-max_len=400", "-verbosity=0", "-seed=7"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]


def test_it_fits_with_half_of_the_memory_left_for_the_stack() -> None:
    elf = tray_elf()
    named = symbols(elf)
    assert named["_end"][0] - 0x100 < RAM / 2
    assert named["_etext"][0] < FLASH / 2
