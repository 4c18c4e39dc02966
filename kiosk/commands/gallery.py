"""`raflebord gallery`: a picture of each screen."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from kiosk.cli import UsageError

HELP = "Make a picture of each screen and state."
LEAST, MOST = (320, 180), (7680, 4320)
"""Sizes of a screen, pixels."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("--out", type=Path, default=Path("gallery"), help="folder for the pictures")
    parser.add_argument("--size", default="1920x1080", metavar="WxH", help="size of the screen in pixels")
    parser.add_argument("--lang", default="en", choices=("da", "nb", "en"), help="language spoken")
    parser.add_argument("--format", default="png", choices=("png", "jpg"), help="kind of the files")
    parser.add_argument("--only", nargs="+", default=None, metavar="NAME", help="only these pictures")


def run(args: argparse.Namespace) -> int:
    """Make the pictures; one line on standard error for each."""
    from kiosk.gallery.pictures import PICTURES, pictures, save

    size, names = _size(args.size), {picture.name for picture in PICTURES}
    for name in args.only or ():
        if name not in names:
            raise UsageError(f"there is no picture {name!r}; there are {', '.join(sorted(names))}")
    try:
        args.out.mkdir(parents=True, exist_ok=True)
        for name, picture in pictures(args.lang, size, args.only):
            path = args.out / f"{name}.{args.lang}.{args.format}"
            save(picture, path)
            print(path, file=sys.stderr)
    except OSError as problem:
        raise UsageError(f"cannot write to {args.out}: {problem.strerror}") from problem
    return 0


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,4})x(\d{1,4})", text)
    size = (int(found[1]), int(found[2])) if found else (0, 0)
    if not all(least <= pixels <= most for least, pixels, most in zip(LEAST, size, MOST, strict=True)):
        limits = f"from {LEAST[0]}x{LEAST[1]} to {MOST[0]}x{MOST[1]}"
        raise UsageError(f"--size {text!r}: expected WIDTHxHEIGHT {limits}")
    return size
