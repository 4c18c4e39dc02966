"""The right half during a turn of Target Dice: the turn, the player's targets and what makes them, all scores."""

from __future__ import annotations

from collections.abc import Sequence

from kiosk import theme
from kiosk.draw.box import Box
from kiosk.draw.dice import draw_die, draw_token
from kiosk.draw.pen import Pen
from kiosk.draw.photos import draw_photo
from kiosk.screens import score_rows, score_strip
from kiosk.screens.dice_row import STAR, draw_set
from kiosk.screens.stakes import Stake, draw_stakes
from kiosk.screens.target_view import TargetView, targets_of
from kiosk.table import Table, TableDie
from kiosk.words import Words
from rules import Match
from rules.dice import Dice
from rules.target_dice import TARGETS

STAKES, STRIP, SMALL = 176.0, 146.0, 48.0
"""Heights of the figures at the top, of the scores at the foot, and of the targets below these, units."""
OPTION, LINES = 38.0, 2
"""Side of a small die among the sums that could be made, and in how many lines these stand."""


class TargetBoard(score_rows.RowsBoard):
    """Names, open targets and points."""

    def draw_more(self, pen: Pen, row: Box, match: Match, seat: int) -> None:
        """The targets that are open."""
        for place, value in enumerate(match.details.targets[seat]):
            draw_die(pen, value, Box(row.x + 350 + place * 80, row.cy - 38, 76, 76), "d12")


def draw_targets(pen: Pen, box: Box, table: Table, match: Match, view: TargetView, page: int) -> None:
    """The whole right half, on a felt that is there already."""
    inner, words, targets = box.inset(24, 14), table.words, targets_of(table, match)
    draw_stakes(pen, inner.top(STAKES), _stakes(match, view, words))
    foot = Box(inner.x, inner.bottom - STRIP - SMALL, inner.w, STRIP + SMALL)
    middle = Box(inner.x, inner.y + STAKES + 14, inner.w, foot.y - inner.y - STAKES - 28)
    for y in (middle.y - 7, middle.bottom + 7):
        pen.fill(Box(inner.x, y, inner.w, 2), theme.mixed(theme.BRASS, theme.FELT, 0.45))
    mine = targets[match.player or 0]
    made = _made(mine, view)
    for place in range(TARGETS):
        row = middle.row(place, TARGETS, 10)
        if place < len(mine):
            _draw_target(pen, row, mine[place], made[place], view)
        else:
            pen.outline(row, theme.LINE, 2, 14)
            text = words.text("matched") if mine else ""
            pen.write(text, row, theme.BODY, colour=theme.PAPER_DIM, align="centre")
    score_strip.draw_strip(pen, foot.top(STRIP), match, page, words)
    key = (match.details.targets, page)
    pen.part("small targets", key, foot.below(STRIP), lambda part, whole: _draw_all(part, whole, match, page))


def _stakes(match: Match, view: TargetView, words: Words) -> tuple[Stake, ...]:
    turn = Stake(words.text("This turn"), words.number(view.points), bright=True)
    total = Stake(words.text("Total with it"), words.number(view.total))
    wanted = match.expect.roll
    if wanted is None:
        return turn, Stake(words.text("Dice unused"), str(view.white)), total
    kind = words.text("black") if wanted.kind == "d12" else ""
    return turn, Stake(words.text("Dice to roll"), str(wanted.count), kind), total


def _made(mine: Sequence[TableDie], view: TargetView) -> list[Dice | None]:
    """The dice that make each of the player's targets; two alike are made one after the other."""
    left = list(view.way)
    made: list[Dice | None] = []
    for die in mine:
        pair = next((pair for pair in left if pair.target == die.value), None)
        if pair is not None:
            left.remove(pair)
        made.append(None if pair is None else pair.dice)
    return made


def _draw_target(pen: Pen, row: Box, target: TableDie, made: Dice | None, view: TargetView) -> None:
    if made is not None:
        pen.panel(row, theme.BRASS, 14)
    else:
        pen.outline(row, theme.LINE, 2, 14)
    side = min(row.h - 16, 96.0)
    draw_die(pen, target.value, Box(row.x + 14, row.cy - side / 2, side, side), "d12")
    taken = 24 + side
    if target.crop is not None:
        draw_photo(pen, target.crop, Box(row.x + taken, row.cy - side / 2, side, side), 12)
        taken += side + 10
    if target.by_hand:
        draw_set(pen, Box(row.x + taken, row.cy - side / 2, STAR, STAR))
        taken += STAR
    room = row.after(taken + 16).inset(8, 8)
    if made is not None:
        _draw_sum(pen, room, made, theme.INK)
    elif view.rest and target.value > sum(view.rest):
        _draw_building(pen, room, view.rest, target.value)
    else:
        _draw_options(pen, room, view.sums.get(target.value, ()))


def _draw_sum(pen: Pen, box: Box, dice: Dice, colour: theme.Colour) -> float:
    """Dice with a plus between them. Returns where the last ends."""
    side = min(62.0, box.h - 8, (box.w - 30) / max(1, len(dice)) - 34)
    at = box.x
    for place, value in enumerate(dice):
        if place:
            pen.write("+", Box(at, box.y, 30, box.h), theme.LARGE, face="bold", colour=colour, align="centre")
            at += 30
        draw_die(pen, value, Box(at, box.cy - side / 2, side, side))
        at += side
    return at


def _draw_building(pen: Pen, box: Box, dice: Dice, target: int) -> None:
    """A sum that is on its way, and what is missing."""
    at = _draw_sum(pen, box.left(box.w - 150), dice, theme.PAPER)
    text = f"+ {target - sum(dice)} ?"
    pen.write(
        text, Box(at + 12, box.y, box.right - at - 12, box.h), theme.LARGE, colour=theme.BRASS, face="bold"
    )


def _draw_options(pen: Pen, box: Box, found: tuple[Dice, ...]) -> None:
    """Every sum of unused dice that makes the target, as far as there is room."""
    at, line, side = box.x, 0, OPTION
    for place, dice in enumerate(found):
        wide = len(dice) * (side + 3)
        last = place == len(found) - 1
        if at + wide > box.right - (0 if last or line < LINES - 1 else 40):
            at, line = box.x, line + 1
        if line == LINES:
            return
        if line == LINES - 1 and not last and at + wide + 26 + len(found[place + 1]) * (side + 3) > box.right:
            pen.write(
                "…", Box(at, box.row(line, LINES).y, 40, box.h / LINES), theme.LARGE, colour=theme.PAPER_DIM
            )
            return
        row = box.row(line, LINES) if len(found) > 4 else box
        for index, value in enumerate(dice):
            draw_die(pen, value, Box(at + index * (side + 3), row.cy - side / 2, side, side))
        at += wide + 26


def _draw_all(pen: Pen, box: Box, match: Match, page: int) -> None:
    """Everybody's open targets, below the scores."""
    pen.fill(box, theme.FELT)
    for seat, column in score_strip.columns(box, match, page):
        _draw_small(pen, column, match.details.targets[seat])


def _draw_small(pen: Pen, box: Box, targets: Dice) -> None:
    side = min(box.h, (box.w - 4) / TARGETS)
    left = box.cx - len(targets) * side / 2
    for place, value in enumerate(targets):
        draw_token(pen, value, Box(left + place * side, box.cy - side / 2, side, side))
