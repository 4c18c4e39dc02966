"""The right half during a turn of Thirty: the sum or the attack, and everybody's points left."""

from __future__ import annotations

from kiosk import theme
from kiosk.draw.box import Box
from kiosk.draw.pen import Pen
from kiosk.draw.shapes import polygon
from kiosk.screens import score_rows
from kiosk.screens.stakes import Stake, draw_stakes
from kiosk.screens.thirty_view import ThirtyView
from kiosk.table import Table
from rules import Match
from rules.thirty import ThirtyOptions

STAKES = 192.0
"""Height of the figures at the top, units."""
BAR = 22.0
"""Height of a bar of points left."""


class ThirtyBoard(score_rows.RowsBoard):
    """Everybody's points left, with bars."""

    def draw_more(self, pen: Pen, row: Box, match: Match, seat: int) -> None:
        """How much is left."""
        _draw_bar(pen, row, match, seat)


def draw_thirty(pen: Pen, box: Box, table: Table, match: Match, view: ThirtyView, page: int) -> None:
    """The whole right half, on a felt that is there already."""
    inner = box.inset(24, 18)
    draw_stakes(pen, inner.top(STAKES), _stakes(table, view))
    line = Box(inner.x, inner.y + STAKES + 8, inner.w, 2)
    pen.fill(line, theme.mixed(theme.BRASS, theme.FELT, 0.45))

    def more(pen: Pen, row: Box, seat: int) -> None:
        attacked = view.face is not None and seat == view.victim
        _draw_bar(pen, row, match, seat, view.loss if attacked else 0)
        if attacked:
            _draw_attacked(pen, row)

    score_rows.draw_rows(pen, box.below(STAKES + 30), table, match, page, more)


def _stakes(table: Table, view: ThirtyView) -> tuple[Stake, ...]:
    words = table.words
    left = Stake(words.text("Dice to roll"), str(view.left))
    if view.face is not None:
        name = table.seats[view.victim or 0].name
        face = Stake(words.text("Attack with"), str(view.face), bright=True)
        hits = f"{view.taken} × {view.face}" if view.taken else ""
        return face, left, Stake(words.text("{name} loses", name=name), str(view.loss), hits)
    total = Stake(words.text("Sum of kept dice"), str(view.sum), bright=True)
    return total, left, _third(table, view)


def _third(table: Table, view: ThirtyView) -> Stake:
    """How far it is to thirty; of all six what they bring."""
    words = table.words
    if view.outcome is None or view.outcome.loss:
        label = words.text("Up to 30") if view.outcome is None else words.text("You lose")
        return Stake(label, str(view.short))
    if view.outcome.face is not None:
        return Stake(words.text("Attack with"), str(view.outcome.face))
    return Stake(words.text("You lose"), "0")


def _draw_bar(pen: Pen, row: Box, match: Match, seat: int, loss: int = 0) -> None:
    """How much is left of the points that all began with; what an attack takes is marked at its end."""
    assert isinstance(match.options, ThirtyOptions)
    start, left = match.options.start_points, max(0, match.scores[seat])
    whole = Box(row.x + 344, row.cy - BAR / 2, row.w - 344 - 190, BAR)
    pen.panel(whole, theme.SHADOW, BAR / 2, alpha=120)
    if left:
        kept = whole.left(max(BAR, whole.w * left / start))
        pen.panel(kept, theme.WARN if loss else theme.seat_style(seat).colour, BAR / 2)
    if loss and left > loss:
        pen.panel(
            whole.left(max(BAR, whole.w * (left - loss) / start)), theme.seat_style(seat).colour, BAR / 2
        )


def _draw_attacked(pen: Pen, row: Box) -> None:
    """A frame, and a point at the player who is attacked."""
    pen.outline(row, theme.WARN, 4, 14)
    tip = Box(row.x - 14, row.cy - 20, 40, 40)
    pen.stamp("attacked", tip, lambda size: polygon(size[0], ((0, 0.1), (0.7, 0.5), (0, 0.9)), theme.WARN))
