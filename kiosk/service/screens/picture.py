"""The camera's picture as the maintainer sees it: what was found in it, and what is missing or in the way."""

from __future__ import annotations

from collections.abc import Iterable

from kiosk import theme
from kiosk.draw.box import Box, centred
from kiosk.draw.pen import Pen
from kiosk.draw.photos import draw_photo
from kiosk.service.calibration import Wizard
from kiosk.theme import Colour
from vision.cameras.protocol import Image
from vision.reading import Die

SHAPE = 16 / 9
_TAG = 44.0
"""Height of what is written at a mark, units."""


def place_of(box: Box, picture: Image | None) -> Box:
    """The picture's own shape, as large as fits into a box."""
    shape = SHAPE if picture is None else picture.shape[1] / picture.shape[0]
    wide = min(box.w, box.h * shape)
    return Box(box.x + (box.w - wide) / 2, box.y + (box.h - wide / shape) / 2, wide, wide / shape)


def draw_picture(pen: Pen, box: Box, wizard: Wizard) -> None:
    """The picture with its marks; felt where there is none yet."""
    place = draw_bare(pen, box, wizard.picture)
    if wizard.picture is None:
        return
    marks = _Marks(pen, place, wizard)
    marks.covered()
    marks.markers()
    marks.dice()
    marks.in_the_way()


def draw_bare(pen: Pen, box: Box, picture: Image | None) -> Box:
    """The picture without marks; gives its place."""
    place = place_of(box, picture)
    if picture is None:
        pen.panel(place, theme.FELT, 14)
        pen.outline(place, theme.LINE, 2, 14)
    else:
        draw_photo(pen, picture, place, 14)
    return place


class _Marks:
    """Draws on the picture in its own pixels."""

    def __init__(self, pen: Pen, place: Box, wizard: Wizard) -> None:
        assert wizard.picture is not None
        self._pen, self._place, self._wizard = pen, place, wizard
        self._scale = wizard.zoom * place.w / wizard.picture.shape[1]

    def _box(self, points: Iterable[tuple[float, float]], margin: float = 6.0) -> Box:
        """Around points (camera's pixels)."""
        listed = list(points)
        left, right = (pick(x for x, _ in listed) * self._scale for pick in (min, max))
        top, bottom = (pick(y for _, y in listed) * self._scale for pick in (min, max))
        return Box(self._place.x + left, self._place.y + top, right - left, bottom - top).inset(-margin)

    def _tag(self, box: Box, text: str, colour: Colour) -> None:
        """A word beside a mark: inside of the picture, whichever side of it the mark is."""
        wide = self._pen.width(text, 32, "bold") + 20
        left = box.right + 4 if box.cx < self._place.cx else box.x - 4 - wide
        tag = Box(left, box.cy - _TAG / 2, wide, _TAG)
        self._pen.panel(tag, theme.SHADOW, 8, alpha=190)
        self._pen.write(text, tag, 32, face="bold", colour=colour, align="centre")

    def markers(self) -> None:
        """Each marker that was found, with its number; where those should be that were not."""
        look = self._wizard.look
        if look is None:
            return
        for name, corners in look.expected.items():
            found = name in look.markers
            points = [(float(x), float(y)) for x, y in (look.markers[name] if found else corners)]
            box = self._box(points)
            self._pen.outline(box, theme.GREEN if found else theme.WARN, 4 if found else 6, 6)
            self._tag(box, str(name) if found else f"{name} ?", theme.PAPER if found else theme.WARN)

    def dice(self) -> None:
        """What each die was read as."""
        for die in self._wizard.reading.dice if self._wizard.reading else ():
            box = self._die_box(die)
            sure = die.value is not None
            self._pen.outline(box, theme.GREEN if sure else theme.WARN, 4, 8)
            text = str(die.value) if sure else "?"
            tag = centred(box.cx, box.y - 18, self._pen.width(text, 26, "bold") + 14, 32)
            self._pen.panel(tag, theme.SHADOW, 8, alpha=190)
            colour = theme.PAPER if sure else theme.WARN
            self._pen.write(text, tag, 26, face="bold", colour=colour, align="centre")

    def _die_box(self, die: Die) -> Box:
        return self._box(die.outline or [die.px], 4.0)

    def covered(self) -> None:
        """Where the card has been seen, and its corners now."""
        coverage = self._wizard.coverage
        if coverage is None:
            return
        down, across = coverage.cells.shape
        for row in range(down):
            for column in range(across):
                cell = self._place.row(row, down).column(column, across).inset(3)
                if coverage.cells[row, column]:
                    self._pen.panel(cell, theme.GREEN, 8, alpha=90)
                else:
                    self._pen.outline(cell, theme.PAPER_DIM, 1, 8)
        for x, y in self._wizard.corners:
            at = (self._place.x + x * self._scale, self._place.y + y * self._scale)
            self._pen.panel(centred(*at, 10), theme.BRASS, 5)

    def in_the_way(self) -> None:
        """What the trouble is about."""
        trouble = self._wizard.trouble
        if trouble is None or trouble.kind in ("marker_hidden", "faces"):
            return
        for left, top, right, bottom in trouble.px:
            self._pen.outline(self._box([(left, top), (right, bottom)]), theme.WARN, 6, 8)
