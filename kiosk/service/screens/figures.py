"""The figures beside the picture: what was measured, as a number and on a bar with its limits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kiosk import theme
from kiosk.draw.box import Box
from kiosk.draw.pen import Pen
from kiosk.draw.signs import SHAPES
from kiosk.service.calibration import Wizard
from kiosk.service.screens.words import decimal
from kiosk.theme import Sign
from kiosk.words import Words
from vision.calibrating.compared import compared, view
from vision.calibrating.lens import COVERAGE, POSES
from vision.calibrating.look import HEIGHTS, SHARP, Look
from vision.calibration import Calibration

ERROR = 0.5
"""The felt's corners are to be known to so many mm."""
PAPER = (90.0, 254.0)
"""The light of white paper, 0..255."""
TALL = 104.0
"""Of a line, units."""


@dataclass(frozen=True)
class Figure:
    """A line: what it is and how much. With a bar: how full it is (0..1) and between which marks it is good."""

    name: str
    value: str
    share: float | None = None
    good: tuple[float, float] = (0.0, 1.0)

    @property
    def is_good(self) -> bool:
        """Whether it is within its limits."""
        return self.share is None or self.good[0] <= self.share <= self.good[1]


def figures(words: Words, wizard: Wizard) -> Sequence[Figure]:
    """What there is to show in this step."""
    match wizard.step:
        case "start" | "kept":
            return tuple(_in_use(words, wizard))
        case "card":
            return tuple(_card(words, wizard))
        case "tray":
            return tuple(_tray(words, wizard.look)) if wizard.look else ()
        case "white" | "black":
            return tuple(_dice(words, wizard))
        case "compare":
            return tuple(_compared(words, wizard))


def _in_use(words: Words, wizard: Wizard) -> Iterator[Figure]:
    version = wizard.version
    if version is None or version.calibration is None:
        yield Figure(words.text("In use"), words.text("not calibrated yet"))
        return
    found = version.calibration
    yield Figure(words.text("In use"), words.text("number {number}", number=version.number))
    if found.made is not None:
        yield Figure(words.text("Made"), f"{found.made.when[:10]} {found.made.who}".strip())
    yield Figure(words.text("Lens"), _lens(words, found))
    if found.placed is not None:
        yield _error(words, found.placed.error)
    if found.checked is not None:
        right = words.text("{right} of {faces}", right=found.checked.right, faces=found.checked.faces)
        yield Figure(words.text("Dice read rightly"), right)


def _lens(words: Words, found: Calibration) -> str:
    measured = found.lens is not None and found.lens.origin == "card"
    origin = words.text("with the card") if measured else words.text("by its data sheet")
    return f"{decimal(words, found.degrees, 1)}°, {origin}"


def _error(words: Words, error: float) -> Figure:
    value = f"± {decimal(words, error, 2)} mm"
    return Figure(words.text("The felt's place"), value, min(1.0, error / (2 * ERROR)), (0.0, 0.5))


def _tray(words: Words, look: Look) -> Iterator[Figure]:
    count = len(look.markers)
    yield Figure(
        words.text("Markers"), words.text("{right} of {faces}", right=count, faces=4), count / 4, (1.0, 1.0)
    )
    if look.blur is not None:
        value = f"{decimal(words, look.blur, 2)} mm"
        yield Figure(words.text("Focus: blur of edges"), value, min(1.0, look.blur / (2 * SHARP)), (0.0, 0.5))
    if look.white is not None:
        low, high = (limit / 255 for limit in PAPER)
        level = max(look.white)
        yield Figure(
            words.text("Light of white paper"),
            f"{level:.0f}",
            level / 255,
            (low, high if min(look.white) > 254 else 1.0),
        )
    if look.fit is not None:
        height = float(look.fit.view().camera[2])
        low, high = ((limit - 300) / 400 for limit in HEIGHTS)
        share = min(1.0, max(0.0, (height - 300) / 400))
        yield Figure(words.text("Camera above the felt"), f"{height:.0f} mm", share, (low, high))
        yield _error(words, look.fit.error)


def _card(words: Words, wizard: Wizard) -> Iterator[Figure]:
    coverage = wizard.coverage
    poses, share = (coverage.poses, coverage.share) if coverage else (0, 0.0)
    counted = words.text("{right} of {faces}", right=poses, faces=POSES)
    yield Figure(words.text("Positions of the card"), counted, min(1.0, poses / (2 * POSES)), (0.5, 1.0))
    yield Figure(words.text("Picture covered"), f"{100 * share:.0f} %", share, (COVERAGE, 1.0))


def _dice(words: Words, wizard: Wizard) -> Iterator[Figure]:
    asked, laying = wizard.asked, wizard.laying
    if asked is None or laying is None:
        return
    checked = laying.checked
    right = words.text("{right} of {faces}", right=checked.right, faces=checked.faces)
    share = 0.0 if checked.wrong else checked.right / checked.faces
    yield Figure(words.text("Dice read rightly"), right, share, (1.0 if asked.kind == "d6" else 0.6, 1.0))
    if checked.right:
        yield Figure(
            words.text("Least sure"),
            f"{decimal(words, 100 * checked.confidence, 1)} %",
            checked.confidence,
            (0.8, 1.0),
        )


def _compared(words: Words, wizard: Wizard) -> Iterator[Figure]:
    """New against old: one line for each figure, the old one in front of an arrow."""
    made, before = wizard.made, wizard.version.calibration if wizard.version else None
    if made is None:
        return
    names = {
        "error": (words.text("The felt's place"), 2, " mm"),
        "height": (words.text("Camera above the felt"), 0, " mm"),
        "field": (words.text("The lens sees"), 1, "°"),
        "light": (words.text("Light of white paper"), 0, ""),
        "blur": (words.text("Focus: blur of edges"), 2, " mm"),
    }
    lines = {line.what: line for line in compared(before or made, made)}
    moved = lines["tray"].after
    if before is not None and view(before) is not None and moved is not None:
        yield Figure(words.text("The tray has moved by"), f"{decimal(words, moved, 1)} mm")
    for what, (name, places, unit) in names.items():
        values = [lines[what].before if before else None, lines[what].after]  # type: ignore[index]
        told = [decimal(words, value, places) for value in values if value is not None]
        yield Figure(name, f"{' → '.join(told)}{unit}")


def draw_figures(pen: Pen, box: Box, lines: Sequence[Figure]) -> None:
    """The lines, one below the other."""
    for index, line in enumerate(lines):
        _draw(pen, Box(box.x, box.y + index * TALL, box.w, TALL), line, first=index == 0)


def _draw(pen: Pen, box: Box, line: Figure, first: bool) -> None:
    if not first:
        pen.fill(Box(box.x, box.y, box.w, 1), theme.LINE)
    colour = theme.PAPER if line.is_good else theme.WARN
    wide = min(box.w * 0.62, pen.width(line.value, theme.LARGE, "bold") + 4)
    row = Box(box.x, box.y + 12, box.w, 50)
    pen.write(line.name, row.left(box.w - wide - 20), theme.SMALL, colour=theme.PAPER_DIM)
    value = row.after(box.w - wide)
    pen.write(line.value, value, theme.LARGE, face="bold", colour=colour, align="right")
    if line.share is not None:
        _draw_bar(pen, Box(box.x, box.y + 72, box.w - 44, 14), line)
        _draw_verdict(pen, Box(box.right - 30, box.y + 64, 30, 30), line.is_good)


def _draw_verdict(pen: Pen, box: Box, good: bool) -> None:
    """A shape beside the colour, for eyes that do not tell green from red."""
    sign: Sign = "circle" if good else "triangle"
    tone = theme.GREEN if good else theme.WARN
    pen.stamp(("sign", sign, tone), box, lambda size: SHAPES[sign](size[0], tone))


def _draw_bar(pen: Pen, box: Box, line: Figure) -> None:
    """How much, and between which marks it is good."""
    assert line.share is not None
    low, high = line.good
    pen.panel(box, theme.SHADOW, 7)
    pen.panel(Box(box.x + low * box.w, box.y, max(6.0, (high - low) * box.w), box.h), theme.LINE, 7)
    tone = theme.GREEN if line.is_good else theme.WARN
    pen.panel(Box(box.x, box.y + 3, max(8.0, line.share * box.w), box.h - 6), tone, 4)
    for mark in {low, high} - {0.0, 1.0}:
        pen.fill(Box(box.x + mark * box.w - 2, box.y - 8, 4, box.h + 16), theme.PAPER)
