"""A page that shows each die that was not read right: its picture, what it shows, what was made of it and why."""

from __future__ import annotations

import re
from collections import Counter
from itertools import groupby
from pathlib import Path

import cv2
import numpy as np

from vision.accuracy import Accuracy, NotRight
from vision.cameras.protocol import Image
from vision.pictures import square_around
from vision.witnesses import MEANING

NAME = "README.md"
WIDTH = 200
"""Of a die's picture, pixels."""
_AROUND = 1.5
"""How much of its surroundings is shown, edges of the die to each side."""
_LEAST = 24.0
"""Half of what is shown, pixels of the picture: where nothing says how large the die is."""
_PICTURE = re.compile(r"!\[[^\]]*\]\(([^()/]+\.jpg)\)")
"""How the page names a picture."""
_LINE = (60, 190, 255)
"""Of the outline that was found, blue, green, red."""


def write(folder: Path, accuracy: Accuracy, tables: str) -> None:
    """Writes the page (with the tables) and its pictures into a folder, which is made when missing; the pictures of an
    earlier page in it go. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    _remove_pictures(folder)
    rows = []
    for path, dice in groupby(accuracy.not_right, key=lambda one: one.path):
        image = np.asarray(cv2.imread(str(path)), np.uint8)
        rows += [_row(folder, f"{path.stem}-{k}.jpg", one, image) for k, one in enumerate(dice, 1)]
    (folder / NAME).write_text(_page(accuracy, rows, tables), encoding="utf-8")


def _remove_pictures(folder: Path) -> None:
    """Those that the page names, and no other."""
    page = folder / NAME
    named = _PICTURE.findall(page.read_text(encoding="utf-8")) if page.exists() else []
    for name in named:
        (folder / name).unlink(missing_ok=True)


def _page(accuracy: Accuracy, rows: list[str], tables: str) -> str:
    flat = sum(sum(counts.values()) for (_, group), counts in accuracy.by_group.items() if group == "flat")
    right = sum(counts["right"] for (_, group), counts in accuracy.by_group.items() if group == "flat")
    reasons = Counter(MEANING[one.found.why] for one in accuracy.not_right if one.found and one.found.why)
    return "\n".join(
        [
            "# Dice that were not read right",
            "",
            f"{accuracy.pictures} pictures; of {flat} flat dice {right} were told right. Here are the others, and every"
            " wrong number. The line is what was taken for the upper face.",
            "",
            *(f"- {count}: {why}" for why, count in reasons.most_common()),
            "",
            "| picture | where | shows | made of it | most likely |",
            "| --- | --- | ---: | --- | --- |",
            *rows,
            "",
            "## In figures",
            "",
            tables,
            "",
        ]
    )


def _row(folder: Path, name: str, one: NotRight, image: Image) -> str:
    picture = ""
    if one.px is not None:
        cv2.imwrite(str(folder / name), shown(image, one))
        picture = f"![{one.made}]({name})"
    where = one.path.name if one.px is None else f"{one.path.name} at {one.px[0]:.0f}, {one.px[1]:.0f}"
    truth = "no such die" if one.truth is None else f"{one.truth.value} ({one.truth.kind})"
    guess = one.found and one.found.guess
    likely = "" if guess is None or one.found is None else f"{guess} ({one.found.confidence:.3f})"
    return f"| {picture} | {where} | {truth} | {one.made} | {likely} |"


def shown(image: Image, one: NotRight) -> Image:
    """The die and what lies around it, with the outline that was found; WIDTH x WIDTH x 3."""
    assert one.px is not None
    edge = 0.0 if one.truth is None else one.truth.edge
    half = max(_LEAST, _AROUND * edge)
    out = square_around(image, one.px, half, WIDTH)
    if one.found is not None and one.found.outline:
        line = ((np.array(one.found.outline) - one.px) * (WIDTH / half / 2) + WIDTH / 2).round()
        cv2.polylines(out, [line.astype(np.int32)], True, _LINE, 1, cv2.LINE_AA)
    return out
