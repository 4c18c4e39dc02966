"""What the firmware's tests build, and what they need for it."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

FIRMWARE = Path(__file__).parents[2] / "firmware"
BUILT = FIRMWARE / "build" / "test"
HERE = Path(__file__).parent
KNOWN = "-DVERSION_MAJOR=1 -DVERSION_MINOR=2 -DVERSION_PATCH=3 -DVERSION_BUILD=0x89abcdeUL"
"""The version that the examples of PROTOCOL.md were made with."""


@contextmanager
def _alone() -> Iterator[None]:
    """Tests run side by side in several processes; things are built by one at a time."""
    BUILT.mkdir(parents=True, exist_ok=True)
    with (BUILT / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def need(*things: str) -> None:
    """Skip, saying why, without these programs and files (patterns); in CI nothing may be skipped for that."""
    missing = [
        thing for thing in things if not (shutil.which(thing) or any(Path("/").glob(thing.lstrip("/"))))
    ]
    if not missing:
        return
    why = f"not installed here: {', '.join(missing)} (`make test` as root installs it)"
    if os.environ.get("CI"):
        pytest.fail(why)
    pytest.skip(why)


def make(target: str, **variables: str) -> Path:
    """What the firmware's Makefile makes of this target."""
    given = [f"{name}={value}" for name, value in variables.items()]
    command = ["make", "-s", "-C", str(FIRMWARE), target, f"BUILD={BUILT}", "STRICT=-Werror", *given]
    with _alone():
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return BUILT / target


def tray_elf() -> Path:
    """The real firmware."""
    need("avr-gcc", "avr-nm", "/usr/lib/avr/include/avr/io.h", "make")
    make(str(BUILT / "tray.elf"))
    return BUILT / "tray.elf"


def host_core() -> Path:
    """The core on this machine, with the sanitizers."""
    need("gcc", "make")
    return make("host", DEFINES=KNOWN)


def fuzzer() -> Path:
    """libFuzzer on the core."""
    need("clang", "make", "/usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.fuzzer-*.a")
    return make("fuzz", DEFINES=KNOWN)


def runner() -> Path:
    """The simulated chip."""
    need("gcc", "/usr/include/simavr/sim_avr.h", "/usr/include/libelf.h")
    source, target = HERE / "runner.c", BUILT / "runner"
    with _alone():
        if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
            command = ["gcc", "-O2", "-Wall", "-Wextra", "-o", str(target), str(source)]
            subprocess.run([*command, "-lsimavr", "-lelf", "-lm"], check=True)
    return target


def symbols(elf: Path) -> dict[str, tuple[int, int]]:
    """Address and size of what the firmware has named; addresses of variables as the chip sees them."""
    listed = subprocess.run(["avr-nm", "-S", str(elf)], capture_output=True, text=True, check=True).stdout
    found = {}
    for line in listed.splitlines():
        parts = line.split()
        if len(parts) == 4:
            found[parts[3]] = int(parts[0], 16) & 0xFFFF, int(parts[1], 16)
        elif len(parts) == 3:
            found[parts[2]] = int(parts[0], 16) & 0xFFFF, 0
    return found
