"""The game is over: who has won, the final sheets, and one press for another game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from kiosk import theme
from kiosk.buttons import Button, Lamp
from kiosk.draw.box import Box
from kiosk.draw.kit import Kit
from kiosk.draw.pen import Pen
from kiosk.draw.signs import draw_sign
from kiosk.honours import Honour
from kiosk.screens import cards, turn_left
from kiosk.screens.best_list import draw_best, place_of
from kiosk.screens.boards import board_of
from kiosk.screens.celebration import Celebration
from kiosk.screens.scene import FOOT, Scene, is_calm
from kiosk.table import Table
from rules import Match

LISTED = 6
"""How many places of the ranking are shown."""
WINNERS = 320.0
"""Height of the winners above a ranking, units."""
Where: TypeAlias = Literal["here", "house"]
HERE: Where = "here"
HOUSE: Where = "house"


@dataclass(frozen=True)
class Best:
    """The best at this table, and in the house if anything is known of it."""

    here: Sequence[Honour]
    house: Sequence[Honour]

    @property
    def lists(self) -> tuple[Where, ...]:
        """Those that are shown: where there is something to show."""
        return tuple(where for where in (HERE, HOUSE) if self.of(where))

    def of(self, where: Where) -> Sequence[Honour]:
        """One of them."""
        return self.here if where == HERE else self.house


class ResultScreen(Scene):
    """Winners (those who tie share), the ranking, the sheets."""

    name = "result"
    shown = (Button.LEFT, Button.RIGHT, Button.BANK, Button.CONFIRM)

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit)
        self._page: int | None = None
        self._listed: tuple[Match, Best] | None = None
        self._celebration = Celebration()

    def enter(self, table: Table) -> None:
        """A small celebration, once."""
        super().enter(table)
        self._page, self._celebration = None, Celebration()

    def press(self, button: Button, table: Table) -> None:
        """Green: again. Yellow: done. LEFT: the rules, or a doubt. RIGHT: other sheets, the best here."""
        match = table.match
        if match is None or button is Button.BANK:
            table.show("attract")
        elif button is Button.CONFIRM:
            table.rematch()
        elif button is Button.LEFT:
            table.look_up("rules")
        elif button is Button.RIGHT:
            self._page = (self._shown_page(match) + 1) % self._pages(table, match)

    def lamps(self, table: Table) -> Mapping[Button, Lamp]:
        """All that can be pressed."""
        match = table.match
        more = (Button.RIGHT,) if match is not None and self._pages(table, match) > 1 else ()
        others = (Button.BANK, Button.LEFT, *more)
        return {Button.CONFIRM: Lamp.BLINK, **dict.fromkeys(others, Lamp.ON)}

    def key(self, table: Table) -> tuple[object, ...]:
        """The match and the page."""
        return (table.match, table.last, self._page)

    def paint(self, pen: Pen, table: Table) -> None:
        """Everything but the celebration."""
        match, words = table.match, table.words
        if match is None:
            return
        best = self._best(table, match)
        turn_left.draw_header(pen, verdict(table, match), listed(table, match, best.here))
        _draw_honours(pen, table, match)
        turn_left.draw_sheet_frame(pen)
        self._draw_right(pen, turn_left.sheet_box(pen), table, match, best)
        cards.draw_rules(pen, words.text("Rules, doubt?"))
        cards.draw_words(pen, cards.card(pen, Button.BANK), words.text("Thanks, done"))
        cards.draw_words(pen, cards.card(pen, Button.CONFIRM), words.text("Play again"))

    def live(self, pen: Pen, table: Table, now: float) -> None:
        """Signs of the winners fall like confetti, for a moment; behind all numbers and names."""
        match = table.match
        if match is None or is_calm(table):
            return
        if self._celebration.draw(pen, _stage(pen), match.winners, now):
            _draw_honours(pen, table, match)

    def beat(self, table: Table, now: float) -> object:
        """Until the last sign has fallen."""
        return (super().beat(table, now), self._celebration.moment(now))

    def _draw_right(self, pen: Pen, box: Box, table: Table, match: Match, best: Best) -> None:
        """The final sheets, page by page, and after the last one the best at this table and in the house."""
        board, page, words = board_of(match), self._shown_page(match), table.words
        titles = {HERE: words.text("The best at this table"), HOUSE: words.text("The best in the house")}
        of_lists = page - board.pages(match)
        if of_lists >= 0:
            where = best.lists[of_lists]
            draw_best(pen, box, table, titles[where], best.of(where))
        else:
            board.draw(pen, box, table, match, page)
        if self._pages(table, match) > 1:
            self._draw_next(pen, table, of_lists + 1, best.lists)

    def _draw_next(self, pen: Pen, table: Table, following: int, lists: Sequence[Where]) -> None:
        """Where RIGHT leads: to more sheets, to a list, or back to the scores."""
        words = table.words
        leads_to = {HERE: words.text("Best here"), HOUSE: words.text("House best")}
        if following < 0:
            cards.draw_next(pen, words.text("More"))
        else:
            to = leads_to[lists[following]] if following < len(lists) else words.text("Scores")
            cards.draw_next(pen, to)

    def _pages(self, table: Table, match: Match) -> int:
        """The sheets, and the lists after them."""
        return board_of(match).pages(match) + len(self._best(table, match).lists)

    def _best(self, table: Table, match: Match) -> Best:
        """The lists as they were when the match was over: worked out once."""
        if self._listed is None or self._listed[0] is not match:
            honours, wall = table.honours, table.wall
            best = Best(honours.best(match, wall), honours.best_of_house(match, wall))
            self._listed = (match, best)
        return self._listed[1]

    def _shown_page(self, match: Match) -> int:
        return board_of(match).page_of(match.winners[0]) if self._page is None else self._page


def verdict(table: Table, match: Match) -> str:
    """Who has won."""
    words, names = table.words, [table.seats[seat].name for seat in match.winners]
    if len(match.players) == 1:
        return words.text("That was all fifteen fields. Well played!")
    if len(names) == 1:
        return words.text("{name} wins!", name=names[0])
    if len(names) > 3:
        return words.text("{count} players share the win!", count=len(names))
    return words.text("{names} share the win!", names=words.joined(names))


def listed(table: Table, match: Match, best: Sequence[Honour]) -> str:
    """That it is among the best at this table; nothing where there is nothing to compare it with."""
    place = place_of(best)
    if place is None or all(honour.now for honour in best):
        return ""
    points = table.words.number(best[place - 1].points)
    return table.words.text("{points}: number {place} at this table.", points=points, place=place)


def _stage(pen: Pen) -> Box:
    header = turn_left.header(pen)
    return Box(header.x, header.bottom, header.w, pen.h - FOOT - header.bottom - 16)


def _draw_honours(pen: Pen, table: Table, match: Match) -> None:
    """The winners, and beneath them everybody's place."""
    ranked = len(match.players) > 1 and not board_of(match).ranks
    stage = _stage(pen)
    _draw_winners(pen, stage.top(WINNERS) if ranked else stage, table, match)
    if ranked:
        _draw_ranking(pen, stage, table, match)


def _draw_winners(pen: Pen, box: Box, table: Table, match: Match) -> None:
    """The signs of those who have won, and their points."""
    winners = match.winners[:4]
    side = 190.0 if len(winners) < 3 else 130.0
    points = table.words.number(match.scores[winners[0]])
    signs = len(winners) * (side + 24) + 40
    wide = min(pen.width(points, 200, "bold"), box.w - signs - 8)
    at = box.cx - (signs + wide) / 2
    for seat in winners:
        draw_sign(pen, seat, Box(at, box.cy - side / 2, side, side))
        at += side + 24
    pen.write(points, Box(at + 40, box.y, wide + 4, box.h), 200, face="bold", colour=theme.BRASS)


def ranking(match: Match) -> list[tuple[int, int]]:
    """Places and seats, best first; those who tie have the same place."""
    order = sorted(range(len(match.scores)), key=lambda seat: -match.scores[seat])
    return [(1 + sum(score > match.scores[seat] for score in match.scores), seat) for seat in order]


def _draw_ranking(pen: Pen, box: Box, table: Table, match: Match) -> None:
    listed = ranking(match)[:LISTED]
    room = box.below(WINNERS + 10)
    tall = min(68.0, (room.h - 28) / len(listed))
    panel = room.top(tall * len(listed) + 28)
    pen.panel(panel, theme.FELT, 18)
    inner = panel.inset(32, 14)
    for row, (place, seat) in enumerate(listed):
        line = Box(inner.x, inner.y + row * tall, inner.w, tall)
        pen.write(f"{place}.", line.left(60), theme.BODY, colour=theme.PAPER_DIM)
        draw_sign(pen, seat, Box(line.x + 76, line.cy - 21, 42, 42))
        pen.write(table.seats[seat].name, Box(line.x + 142, line.y, line.w - 320, line.h), 42)
        total = table.words.number(match.scores[seat])
        pen.write(total, Box(line.right - 170, line.y, 170, line.h), 54, face="bold", align="right")


SCREEN = ResultScreen
