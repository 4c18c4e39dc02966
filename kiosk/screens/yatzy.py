"""A turn of Yatzy: the tray, the dice, the fields. What may be done comes from the match."""

from __future__ import annotations

from collections.abc import Mapping

from kiosk import theme
from kiosk.buttons import HOLDS, Button, Lamp
from kiosk.draw import tray
from kiosk.draw.box import Box
from kiosk.draw.kit import Kit
from kiosk.draw.pen import Pen
from kiosk.screens import cards, turn_left
from kiosk.screens.attention import Attention
from kiosk.screens.dice_row import draw_crops, draw_dice_row
from kiosk.screens.faults import is_away
from kiosk.screens.roll_off import draw_roll_off
from kiosk.screens.scene import Scene
from kiosk.screens.turn_side import draw_side
from kiosk.screens.yatzy_names import FIELD_NAMES
from kiosk.screens.yatzy_sheet import SheetView, draw_sheet, page_of, pages
from kiosk.screens.yatzy_words import aside, headline
from kiosk.table import Table
from rules import Match, Score
from rules.yatzy import DICE, worth


class YatzyScreen(Scene):
    """The turn and the sheet."""

    name = "yatzy"
    shown = (*HOLDS[:DICE], Button.LEFT, Button.RIGHT, Button.BANK, Button.CONFIRM)

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit)
        self._choice: tuple[Match, str] | None = None
        self._turned: tuple[Match, int] | None = None
        self._attention = Attention()
        self._entered = False
        self._resumed: Match | None = None

    def enter(self, table: Table) -> None:
        """A game that is under way when this is first shown was taken up again after a restart: say so."""
        super().enter(table)
        if not self._entered and table.steps:
            self._resumed = table.match
        self._entered = True

    def chosen(self, table: Table) -> str | None:
        """The field that BANK would write: the best at first, then where LEFT and RIGHT have gone."""
        free = worth(table.match) if table.match is not None else {}
        if self._choice is not None and self._choice[0] is table.match and self._choice[1] in free:
            return self._choice[1]
        return max(free, key=lambda field: free[field], default=None)

    def press(self, button: Button, table: Table) -> None:
        """What the button does depends on what the match waits for."""
        match = table.match
        if match is None:
            return
        if button is Button.STAFF:
            table.show("end_game")
        elif button is Button.CONFIRM and _asks(table):
            table.agree()
        elif match.expect.choose:
            self._press_choosing(button, table, match)
        elif button is Button.LEFT and table.last is not None:
            table.show("dispute")
        elif button is Button.RIGHT and _has_more(match):
            self._turned = (match, (self._page(match) + 1) % pages(match))

    def _press_choosing(self, button: Button, table: Table, match: Match) -> None:
        chosen = self.chosen(table)
        if button in HOLDS:
            table.hold(HOLDS.index(button))
        elif button is Button.CONFIRM and _may_roll_on(table):
            table.keep()
        elif button is Button.BANK and chosen is not None:
            table.play(Score(chosen))
        elif button in (Button.LEFT, Button.RIGHT) and chosen is not None:
            free = list(worth(match))
            step = -1 if button is Button.LEFT else 1
            self._choice = (match, free[(free.index(chosen) + step) % len(free)])

    def lamps(self, table: Table) -> Mapping[Button, Lamp]:
        """Lit: what can be pressed, and the dice that are kept. Blinking: what the table waits for."""
        match, lamps = table.match, dict[Button, Lamp]()
        if match is None:
            return lamps
        if match.expect.choose:
            lamps = _lamps_choosing(table, many=len(worth(match)) > 1)
        elif table.last is not None:
            lamps[Button.LEFT] = Lamp.ON
        if match.expect.roll and _has_more(match):
            lamps[Button.RIGHT] = Lamp.ON
        if _asks(table):
            lamps[Button.CONFIRM] = Lamp.BLINK
        return lamps

    def key(self, table: Table) -> tuple[object, ...]:
        """All that is drawn but the tray."""
        return (
            table.match,
            table.seats,
            table.dice,
            table.last,
            table.advice,
            self.chosen(table),
            self._turned,
        )

    def backdrop(self, pen: Pen) -> None:
        """The tray's frame, and the felt of the sheet."""
        tray.draw_frame(pen, turn_left.view(pen))
        turn_left.draw_sheet_frame(pen)

    def paint(self, pen: Pen, table: Table) -> None:
        """Headline, column, sheet, dice row, cards."""
        match = table.match
        if match is None:
            return
        turn_left.draw_header(pen, headline(table), aside(table, resumed=match is self._resumed))
        draw_side(pen, turn_left.side(pen), table, match)
        if match.roll_off is not None:
            draw_roll_off(pen, turn_left.sheet_box(pen), table, match.roll_off)
            draw_dice_row(pen, table.dice, 1, table.words)
            return
        draw_sheet(pen, turn_left.sheet_box(pen), self._sheet(table, match), table.words)
        draw_dice_row(pen, table.dice, DICE, table.words)
        self._draw_cards(pen, table, match)

    def live(self, pen: Pen, table: Table, now: float) -> None:
        """The tray's picture, and marks that beat."""
        turn_left.draw_tray(pen, table, self._attention.look(table.advice, now))

    def fault_place(self, pen: Pen) -> Box:
        """On the tray: whatever is wrong, its picture matters less."""
        return turn_left.view(pen).box.inset(16, 12)

    def beat(self, table: Table, now: float) -> object:
        """Lamps that blink, marks that beat, pictures that come in."""
        return (super().beat(table, now), self._attention.look(table.advice, now), table.tray, table.state)

    def _page(self, match: Match) -> int:
        if self._turned is not None and self._turned[0] is match:
            return self._turned[1]
        return page_of(match.player or 0)

    def _sheet(self, table: Table, match: Match) -> SheetView:
        fresh = (table.last.seat, table.last.field) if table.last else None
        return SheetView(match, self._page(match), match.player, worth(match), self.chosen(table), fresh)

    def _draw_cards(self, pen: Pen, table: Table, match: Match) -> None:
        chosen = self.chosen(table)
        if chosen is not None:
            cards.draw_words(pen, cards.arrows_card(pen), table.words.text("Field"), bright=False)
            _draw_write(pen, table, chosen, worth(match)[chosen])
        elif table.last is not None:
            cards.draw_words(pen, cards.arrows_card(pen), table.words.text("Disagree?"), bright=False)
        if text := _confirm(table, match):
            cards.draw_words(pen, cards.card(pen, Button.CONFIRM), text)


def _has_more(match: Match) -> bool:
    """Whether there are sheets besides those shown."""
    return match.roll_off is None and pages(match) > 1


def _may_roll_on(table: Table) -> bool:
    """Whether CONFIRM has dice to send back into the hand, and there is somebody to see them fall."""
    return table.may_keep and not all(die.kept for die in table.dice) and not is_away(table)


def _asks(table: Table) -> bool:
    """Whether CONFIRM answers a question: only as long as the dice it is about can be seen."""
    return table.advice is not None and table.advice.question and not is_away(table)


def _lamps_choosing(table: Table, many: bool) -> dict[Button, Lamp]:
    lamps = {Button.BANK: Lamp.ON if _may_roll_on(table) or is_away(table) else Lamp.BLINK}
    if _may_roll_on(table):
        lamps[Button.CONFIRM] = Lamp.ON
    if many:
        lamps |= {Button.LEFT: Lamp.ON, Button.RIGHT: Lamp.ON}
    kept = (button for button, die in zip(HOLDS, table.dice, strict=False) if die.kept)
    return lamps | dict.fromkeys(kept, Lamp.ON)


def _draw_write(pen: Pen, table: Table, field: str, points: int) -> None:
    """What BANK writes: the field, the photographs it is read from, and what they give."""
    box = cards.card(pen, Button.BANK)
    title = table.words.text("Write {field}", field=table.words.text(FIELD_NAMES[field]))
    pen.write(title, box.top(38), theme.BODY, face="bold", align="centre")
    number = str(points)
    wide = pen.width(number, theme.NUMBER, "bold")
    crops = min(210.0, box.w - wide - 18)
    left = box.cx - (crops + 16 + wide) / 2
    line = box.below(44)
    taken = draw_crops(pen, table.dice, Box(left, line.y, crops, 46), 4)
    at = left + taken + 16
    place = Box(at, line.y, wide + 4, line.h)
    pen.write(number, place, theme.NUMBER, face="bold", colour=theme.BRASS)


def _confirm(table: Table, match: Match) -> str:
    """What CONFIRM does now."""
    if _asks(table):
        return table.words.text("Yes")
    if not match.expect.choose or not _may_roll_on(table):
        return ""
    rest = sum(not die.kept for die in table.dice)
    return table.words.plural("Roll one die again", "Roll {count} dice again", rest)


SCREEN = YatzyScreen
