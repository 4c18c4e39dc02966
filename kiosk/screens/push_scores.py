"""What scores in a push game, as the rules' own list says it: shown while the dice are in somebody's hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from kiosk import theme
from kiosk.draw.box import Box
from kiosk.draw.dice import draw_die
from kiosk.draw.pen import Pen
from kiosk.words import Words
from rules import Match
from rules.combinations import FACES, Combinations
from rules.push import options_of

HEAD, ROW, OTHER, GAP = 42.0, 39.0, 46.0, 12.0
"""Heights of the head, of a row, of another combination, and of the gap before these, units."""


def alike(combinations: Combinations) -> Mapping[int, Mapping[int, int]]:
    """The points of so many alike: by their number, then by face."""
    found: dict[int, dict[int, int]] = {}
    for dice, points in sorted(combinations.items(), key=lambda item: len(item[0])):
        if points and len(set(dice)) == 1:
            found.setdefault(len(dice), {})[dice[0]] = points
    return found


def others(combinations: Combinations) -> Mapping[tuple[int, ...], int]:
    """One example of each other kind of combination, with its points."""
    found: dict[tuple[int, ...], tuple[int, ...]] = {}
    for dice, points in combinations.items():
        if points and len(set(dice)) > 1:
            found.setdefault(tuple(sorted(Counter(dice).values())), dice)
    return {dice: combinations[dice] for dice in found.values()}


def draw_scores(pen: Pen, box: Box, match: Match, words: Words) -> None:
    """Faces down, how many alike across; beneath them what else scores."""
    combinations = options_of(match).combinations()
    key = (match.game, match.options, words.code)
    pen.part("what scores", key, box, lambda part, whole: draw_table(part, whole, words, combinations))


def draw_table(pen: Pen, box: Box, words: Words, combinations: Combinations, scale: float = 1.0) -> None:
    """Faces down, how many alike across; beneath them what else scores. `scale`: how much larger than beside a turn."""
    pen.fill(box, theme.FELT)
    counts, row_height, size = alike(combinations), ROW * scale, theme.SMALL * scale
    head = box.top(HEAD * scale)
    for place, count in enumerate(counts):
        text = words.plural("single", "{count} alike", count)
        pen.write(text, _cell(head, place, len(counts)), size, colour=theme.PAPER_DIM, align="right")
    for index, face in enumerate(FACES):
        row = Box(box.x, head.bottom + index * row_height, box.w, row_height)
        pen.fill(Box(row.x, row.y, row.w, 1), theme.LINE)
        draw_die(pen, face, Box(row.x + 6, row.y + 3, row_height - 6, row_height - 6))
        for place, points in enumerate(counts.values()):
            text = words.number(points[face]) if face in points else ""
            pen.write(text, _cell(row, place, len(counts)), size, align="right")
    below = box.below((HEAD + len(FACES) * ROW + GAP) * scale)
    _draw_others(pen, below, others(combinations), words, scale)


def _cell(row: Box, place: int, count: int) -> Box:
    return row.after(60).column(place, count).inset(4, 0)


def _draw_others(
    pen: Pen, box: Box, found: Mapping[tuple[int, ...], int], words: Words, scale: float
) -> None:
    tall = OTHER * scale
    for index, (dice, points) in enumerate(found.items()):
        column = box.column(index % 2, 2, 40)
        place = Box(column.x, box.y + index // 2 * tall, column.w, tall)
        side = tall - 12
        for at, value in enumerate(dice):
            draw_die(pen, value, Box(place.x + 6 + at * (side + 5), place.cy - side / 2, side, side))
        pen.write(words.number(points), place.inset(4, 0), theme.SMALL * scale, align="right")
