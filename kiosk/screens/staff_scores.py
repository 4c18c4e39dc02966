"""Points to be set where a player has nothing but a total."""

from __future__ import annotations

from kiosk import theme
from kiosk.draw.box import Box
from kiosk.draw.pen import Pen
from kiosk.draw.signs import draw_sign
from kiosk.table import Table
from kiosk.words import Words
from rules import Match
from rules.push import PushOptions

LARGE_STEPS, SMALL_STEPS = (1000, 500, 50), (10, 5, 1)
"""What the buttons add and take away: where points go in fifties, and where they go in ones."""
AT_ONCE = 6
"""Rows shown at once."""


class Scores:
    """Every player's total; one lies in the light. Which totals can be is left to the rules."""

    def __init__(self, match: Match) -> None:
        self._was = match.scores
        self._scores = list(match.scores)
        self._seat = match.player or 0
        steps = LARGE_STEPS if isinstance(match.options, PushOptions) else SMALL_STEPS
        self._steps = (*(-step for step in steps), *reversed(steps))

    @property
    def key(self) -> object:
        """The totals, and the player in the light."""
        return (tuple(self._scores), self._seat)

    @property
    def changed(self) -> bool:
        """Whether a total is another one."""
        return tuple(self._scores) != self._was

    def labels(self, words: Words) -> tuple[str, ...]:
        """What is added or taken away."""
        return tuple(f"+{words.number(step)}" if step > 0 else words.number(step) for step in self._steps)

    def press(self, index: int) -> None:
        """So many more or less, but never less than none: who is out is not brought further down."""
        now = self._scores[self._seat]
        self._scores[self._seat] = max(min(now, 0), now + self._steps[index])

    def next_seat(self) -> None:
        """The next player."""
        self._seat = (self._seat + 1) % len(self._scores)

    def draw(self, pen: Pen, box: Box, table: Table) -> None:
        """Six players at once, those round the one in the light."""
        first = self._seat // AT_ONCE * AT_ONCE
        for place, seat in enumerate(range(first, min(first + AT_ONCE, len(self._scores)))):
            self._draw_row(pen, Box(box.x, box.y + place * 108, box.w, 100), seat, table)

    def _draw_row(self, pen: Pen, row: Box, seat: int, table: Table) -> None:
        if seat == self._seat:
            pen.panel(row, theme.FELT_LIGHT, 14)
            pen.outline(row, theme.BRASS, 5, 14)
        draw_sign(pen, seat, Box(row.x + 24, row.cy - 26, 52, 52))
        pen.write(table.seats[seat].name, Box(row.x + 100, row.y, 360, row.h), theme.LARGE)
        now, was = self._scores[seat], self._was[seat]
        if now != was:
            before = Box(row.right - 500, row.y, 200, row.h)
            text = f"{table.words.number(was)} →"
            pen.write(text, before, theme.LARGE, colour=theme.PAPER_DIM, align="right")
        place = Box(row.right - 270, row.y, 240, row.h)
        colour = theme.BRASS if now != was else theme.PAPER
        pen.write(table.words.number(now), place, 72, face="bold", colour=colour, align="right")

    def apply(self, table: Table) -> None:
        """These are the totals."""
        table.staff.repair(scores=self._scores)
