"""The right half during a turn of a push game: what is at stake, what every choice gives, everybody's scores."""

from __future__ import annotations

from kiosk import theme
from kiosk.draw.box import Box
from kiosk.draw.dice import draw_die
from kiosk.draw.pen import Pen
from kiosk.screens import score_strip
from kiosk.screens.push_scores import draw_scores
from kiosk.screens.push_view import PushView
from kiosk.screens.stakes import Stake, draw_stakes
from kiosk.table import Table
from kiosk.words import Words
from rules import Match
from rules.dice import Dice
from rules.push import still_to_play

STAKES, STRIP = 192.0, 158.0
"""Heights of the figures at the top and of the scores at the foot, units."""
COLUMNS, ROWS, TALLEST = 2, 5, 66.0
"""The choices stand in two columns of at least so many rows."""


def draw_push(pen: Pen, box: Box, table: Table, match: Match, view: PushView, page: int) -> None:
    """The whole right half, on a felt that is there already."""
    inner, words = box.inset(24, 18), table.words
    draw_stakes(pen, inner.top(STAKES), _stakes(match, view, words))
    middle = Box(inner.x, inner.y + STAKES + 16, inner.w, inner.h - STAKES - STRIP - 32)
    _draw_line(pen, middle.y - 8, inner)
    _draw_line(pen, middle.bottom + 8, inner)
    if view.options:
        draw_choices(pen, middle, view, words)
    else:
        draw_scores(pen, middle, match, words)
    strip = Box(inner.x, inner.bottom - STRIP, inner.w, STRIP)
    score_strip.draw_strip(pen, strip, match, page, words, still_to_play(match))


def _draw_line(pen: Pen, y: float, inner: Box) -> None:
    pen.fill(Box(inner.x, y, inner.w, 2), theme.mixed(theme.BRASS, theme.FELT, 0.45))


def _stakes(match: Match, view: PushView, words: Words) -> tuple[Stake, ...]:
    """The turn's points, which are at risk; the dice of the next roll; what stopping takes or gives."""
    risk = words.text("lost if nothing scores") if view.points else ""
    turn = Stake(words.text("This turn"), words.number(view.points), risk, bright=True)
    again = words.text("all six again") if view.hot else ""
    left = Stake(words.text("Dice to roll"), "–" if view.gain is None else str(view.left), again)
    if view.may_bank:
        return turn, left, Stake(words.text("Total, if banked"), words.number(view.total))
    if view.points >= view.least:
        return turn, left, Stake(words.text("Total"), words.number(match.scores[match.player or 0]))
    if match.details.last_round:
        why = words.text("to beat {points}", points=words.number(max(match.scores)))
    else:
        why = words.text("for the first points")
    return turn, left, Stake(words.text("Bank from"), words.number(view.least), why)


def draw_choices(pen: Pen, box: Box, view: PushView, words: Words) -> None:
    """Every set-aside that is open with its points, the best first; what is marked now lies in brass."""
    count = len(view.options)
    rows = max(ROWS, -(-count // COLUMNS))
    tall = min(TALLEST, box.h / rows)
    size = min(theme.LARGE, tall - 10)
    wide = max((pen.width(words.number(points), size, "bold") for _, points in view.options), default=0)
    most = max((len(keep.dice) for keep, _ in view.options), default=1)
    side = min(tall - 18, 42.0, (box.column(0, COLUMNS, 20).w - wide - 44) / most - 5)
    for index, (keep, points) in enumerate(view.options):
        column = box.column(index // rows, COLUMNS, 20)
        place = Box(column.x, column.y + index % rows * tall, column.w, tall).inset(0, 3)
        _draw_choice(pen, place, keep.dice, side, words.number(points), size, keep == view.marked)


def _draw_choice(pen: Pen, box: Box, dice: Dice, side: float, points: str, size: float, chosen: bool) -> None:
    """Dice `side` wide from the left, then what they give, which leaves them room."""
    if chosen:
        pen.panel(box, theme.BRASS, 12)
    else:
        pen.outline(box, theme.LINE, 2, 12)
    at = box.x + 12
    for value in dice:
        draw_die(pen, value, Box(at, box.cy - side / 2, side, side))
        at += side + 5
    colour = theme.INK if chosen else theme.BRASS
    face: theme.Face = "bold" if chosen else "text"
    pen.write(
        points, Box(at, box.y, box.right - 14 - at, box.h), size, face=face, colour=colour, align="right"
    )
