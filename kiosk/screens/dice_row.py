"""The dice of the turn above their HOLD buttons: what was read, and the photograph it was read from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from kiosk import theme
from kiosk.buttons import HOLDS
from kiosk.draw.box import Box
from kiosk.draw.buttons import PLACES
from kiosk.draw.dice import draw_die
from kiosk.draw.pen import Pen
from kiosk.draw.photos import draw_photo
from kiosk.draw.shapes import polygon
from kiosk.draw.signs import SHAPES
from kiosk.screens.scene import foot
from kiosk.table import TableDie
from kiosk.words import Words

TILE, TALL = 156.0, 92.0
FACE = 68.0
NO_LABELS: Mapping[int, str] = MappingProxyType({})


def tile(pen: Pen, index: int) -> Box:
    """Where the index-th die stands: above its HOLD button."""
    middle = PLACES[HOLDS[index]] * pen.w / theme.WIDTH
    return Box(middle - TILE / 2, foot(pen).y + 12, TILE, TALL)


def draw_dice_row(
    pen: Pen, dice: Sequence[TableDie], count: int, words: Words, labels: Mapping[int, str] = NO_LABELS
) -> None:
    """`count` places; dice that are in somebody's hand leave theirs empty.

    `labels`: what is said below a marked die instead of "Kept", by place.
    """
    for index in range(count):
        box = tile(pen, index)
        if index < len(dice) and dice[index].rolled:
            _draw_lying(pen, box, dice[index])
            _draw_state(pen, box, dice[index], words, labels.get(index))
        else:
            pen.outline(box, theme.LINE, 2, 14)


def _draw_lying(pen: Pen, box: Box, die: TableDie) -> None:
    pen.panel(box, theme.FELT_LIGHT if die.kept else theme.FELT, 14)
    photo, drawn = box.column(0, 2), box.column(1, 2)
    if die.crop is not None:
        draw_photo(pen, die.crop, Box(photo.cx - FACE / 2 + 2, box.cy - FACE / 2, FACE, FACE), 10)
        draw_die(pen, die.value, Box(drawn.cx - FACE / 2 - 2, box.cy - FACE / 2, FACE, FACE), die.kind)
    else:
        draw_die(pen, die.value, box.square(FACE), die.kind)
    if die.by_hand:
        draw_set(pen, Box(box.right - 32, box.y + 2, 30, 30))


def draw_set(pen: Pen, box: Box) -> None:
    """A star: people have set this value."""
    pen.panel(box.inset(-2), theme.SHADOW, box.w / 2)
    pen.stamp("set", box, lambda size: SHAPES["star"](size[0], theme.WARN))


def _draw_state(pen: Pen, box: Box, die: TableDie, words: Words, label: str | None) -> None:
    if die.aside:
        _draw_aside(pen, box, words.text("Set aside"))
    elif die.kept:
        _draw_kept(pen, box, label or words.text("Kept"))


def _draw_kept(pen: Pen, box: Box, label: str) -> None:
    """A brass clasp round the die, the word, and a point towards the lit button."""
    pen.outline(box, theme.BRASS, 5, 14)
    tab = _tab(pen, box, label)
    tip = Box(box.cx - 10, tab.bottom - 3, 20, 20)
    pen.stamp("kept tip", tip, lambda size: polygon(size[0], ((0, 0), (1, 0), (0.5, 0.6)), theme.BRASS))
    pen.panel(tab, theme.BRASS, 10)
    pen.write(label, tab, 30, face="bold", colour=theme.INK, align="centre")


def _draw_aside(pen: Pen, box: Box, label: str) -> None:
    """Out of this turn's choices: a quiet clasp and the word, and nothing that points to the button."""
    pen.outline(box, theme.BRASS_DIM, 3, 14)
    tab = _tab(pen, box, label)
    pen.panel(tab, theme.FELT, 10)
    pen.outline(tab, theme.BRASS_DIM, 2, 10)
    pen.write(label, tab, 30, face="bold", colour=theme.PAPER_DIM, align="centre")


def _tab(pen: Pen, box: Box, label: str) -> Box:
    width = pen.width(label, 30, "bold") + 28
    return Box(box.cx - width / 2, box.bottom - 6, width, 36)


def draw_crops(pen: Pen, dice: Sequence[TableDie], box: Box, gap: float = 6) -> float:
    """The photographs of dice in a row, left to right, as large as they fit. Returns the width taken."""
    count = max(1, len(dice))
    side = min(box.h, (box.w - gap * (count - 1)) / count)
    for index, die in enumerate(dice):
        place = Box(box.x + index * (side + gap), box.cy - side / 2, side, side)
        if die.crop is None:
            draw_die(pen, die.value, place, die.kind)
        else:
            draw_photo(pen, die.crop, place, 7)
        if die.by_hand:
            draw_set(pen, Box(place.right - 16, place.y - 4, 20, 20))
    return count * (side + gap) - gap
