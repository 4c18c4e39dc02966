"""The dice of the turn above their HOLD buttons: what was read, and the photograph it was read from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
from kiosk.words import Words, msg

TILE, TALL = 156.0, 92.0
FACE = 68.0
STAR = 28.0
"""How wide the place is that a star has beside a die: on it, it could hide a pip."""
BAR = 4.0
"""Height of the bar below a small die whose value people have set, and of the gap above it."""
NO_LABELS: Mapping[int, str] = MappingProxyType({})


@dataclass(frozen=True)
class Below:
    """What is said below dice, in the game's own words: messages."""

    kept: str = msg("Kept")
    """Marked, and staying if CONFIRM is pressed."""
    aside: str = msg("Set aside")
    """Settled earlier in the turn."""


USUAL = Below()


def tile(pen: Pen, index: int) -> Box:
    """Where the index-th die stands: above its HOLD button."""
    middle = PLACES[HOLDS[index]] * pen.w / theme.WIDTH
    return Box(middle - TILE / 2, foot(pen).y + 12, TILE, TALL)


def draw_dice_row(
    pen: Pen,
    dice: Sequence[TableDie],
    count: int,
    words: Words,
    labels: Mapping[int, str] = NO_LABELS,
    below: Below = USUAL,
) -> None:
    """`count` places; dice that are in somebody's hand leave theirs empty.

    `labels`: what is said below a marked die instead of `below.kept`, by place.
    """
    for index in range(count):
        box = tile(pen, index)
        if index < len(dice) and dice[index].rolled:
            _draw_lying(pen, box, dice[index])
            _draw_state(pen, box, dice[index], words, labels.get(index), below)
        else:
            pen.outline(box, theme.LINE, 2, 14)


def _draw_lying(pen: Pen, box: Box, die: TableDie) -> None:
    pen.panel(box, theme.FELT_LIGHT if die.kept else theme.FELT, 14)
    room = box.left(box.w - STAR) if die.by_hand else box
    photo, drawn = room.column(0, 2), room.column(1, 2)
    if die.crop is not None:
        side = min(FACE, photo.w - 4)
        draw_photo(pen, die.crop, Box(photo.cx - side / 2 + 2, box.cy - side / 2, side, side), 10)
        draw_die(pen, die.value, Box(drawn.cx - side / 2 - 2, box.cy - side / 2, side, side), die.kind)
    else:
        draw_die(pen, die.value, room.square(FACE), die.kind)
    if die.by_hand:
        draw_set(pen, Box(room.right, box.y + 10, STAR - 2, STAR - 2))


def draw_set(pen: Pen, box: Box) -> None:
    """A star in a dark disc: people have set this value. Its place is beside the die."""
    pen.panel(box, theme.SHADOW, box.w / 2)
    pen.stamp("set", box.inset(box.w * 0.08), lambda size: SHAPES["star"](size[0], theme.WARN))


def _draw_state(pen: Pen, box: Box, die: TableDie, words: Words, label: str | None, below: Below) -> None:
    if die.aside:
        _draw_aside(pen, box, words.text(below.aside))
    elif die.kept:
        _draw_kept(pen, box, label or words.text(below.kept))


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
    """The photographs of dice in a row, left to right, as large as they fit. Returns the width taken.

    A bar below those whose values people have set, and a star after the last: one for each would take their room.
    """
    marked, count = any(die.by_hand for die in dice), max(1, len(dice))
    star = STAR - 4 + gap if marked else 0.0
    side = min(box.h - (2 * BAR if marked else 0), (box.w - star - gap * (count - 1)) / count)
    for index, die in enumerate(dice):
        place = Box(box.x + index * (side + gap), box.cy - side / 2, side, side)
        if die.crop is None:
            draw_die(pen, die.value, place, die.kind)
        else:
            draw_photo(pen, die.crop, place, 7)
        if die.by_hand:
            pen.panel(Box(place.x + 2, place.bottom + BAR / 2, side - 4, BAR), theme.WARN, BAR / 2)
    wide = count * (side + gap) - gap
    if marked:
        draw_set(pen, Box(box.x + wide + gap, box.cy - (star - gap) / 2, star - gap, star - gap))
    return wide + star
