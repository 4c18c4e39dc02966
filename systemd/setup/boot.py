"""The Pi's boot options: a quiet start, no cursor, a screen that never goes dark."""

from __future__ import annotations

import shutil
from pathlib import Path

FOLDER = Path("/boot/firmware")
"""Where Raspberry Pi OS has them since Bookworm."""
WORDS = (
    "quiet",
    "loglevel=3",
    "logo.nologo",
    "vt.global_cursor_default=0",
    "consoleblank=0",
    # The screen is used in its full size even if it is switched on after the Pi.
    "video=HDMI-A-1:1920x1080@60D",
)
KEPT = ("video",)
"""Options that somebody may have set to suit the screen: not changed."""
OVERLAY = "overlayroot=tmpfs:recurse=0"
"""A root that is only read; `recurse=0`: other partitions, such as that of the data, are written as ever."""
CONFIG = "disable_splash=1"
HEADING = "# Raflebord"


def cmdline(text: str, words: tuple[str, ...] = WORDS) -> str:
    """The kernel's command line with these options; the same option with another value is replaced."""
    found = text.split()
    for word in words:
        name = _name(word)
        if name in KEPT and any(_name(one) == name for one in found):
            continue
        if word not in found:
            found = [one for one in found if _name(one) != name] + [word]
    return " ".join(found) + "\n"


def _name(word: str) -> str:
    return word.partition("=")[0]


def config(text: str) -> str:
    """config.txt with what the table needs, in a section for all models at its end."""
    if CONFIG in text.splitlines():
        return text
    return f"{text.rstrip()}\n\n{HEADING}\n[all]\n{CONFIG}\n"


def rewrite(path: Path, text: str) -> None:
    """Write a boot file whole or not at all; the first one there was is kept beside it."""
    kept = path.with_name(f"{path.name}.before-raflebord")
    if not kept.exists():
        shutil.copyfile(path, kept)
    new = path.with_name(f"{path.name}.new")
    new.write_text(text, encoding="utf-8")
    new.replace(path)
