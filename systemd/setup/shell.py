"""Runs other programs; what they say is shown when they fail."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

from setup.steps import Trouble

Run = Callable[..., str]
"""`run(*words)`: run a program, give what it wrote on standard output; raises Trouble."""
LAST_LINES = 15


def run(*words: str | Path) -> str:
    """Run a program to its end."""
    command = [str(word) for word in words]
    try:
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    except OSError as problem:
        raise Trouble(f"{command[0]} cannot be run: {problem.strerror}") from problem
    if done.returncode:
        said = "\n".join((done.stdout + done.stderr).splitlines()[-LAST_LINES:])
        raise Trouble(f"failed: {' '.join(command)}\n{said}".rstrip())
    return done.stdout


def succeeds(*words: str | Path) -> bool:
    """Whether a program ends well."""
    try:
        run(*words)
    except Trouble:
        return False
    return True


def booted() -> bool:
    """Whether systemd runs this machine (sd_booted(3)): in a plain container it does not."""
    return Path("/run/systemd/system").is_dir()
