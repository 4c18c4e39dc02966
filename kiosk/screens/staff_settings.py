"""Sound and screen, as staff set them for this table: every press changes one thing at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kiosk.buttons import HOLDS, Button, Lamp
from kiosk.draw.pen import Pen
from kiosk.screens import cards, staff_lines, turn_left
from kiosk.screens.scene import Scene
from kiosk.screens.staff_lines import Line
from kiosk.sound.loudness import Volume
from kiosk.table import Table
from kiosk.words import msg

VOLUMES: Mapping[Volume, str] = {"off": msg("Off"), "low": msg("Low"), "high": msg("High")}
SWITCHES = {HOLDS[1]: "large_type", HOLDS[2]: "reduced_motion"}


class StaffSettingsScreen(Scene):
    """Volume, large type, reduced motion."""

    name = "staff_settings"
    shown = (*HOLDS[:3], Button.CONFIRM)

    def press(self, button: Button, table: Table) -> None:
        """HOLD n: the next value of line n. Green: back to the menu."""
        if button is HOLDS[0]:
            table.staff.next_volume()
        elif button in SWITCHES:
            table.staff.switch(SWITCHES[button])
        elif button is Button.CONFIRM:
            table.show("staff")

    def lamps(self, table: Table) -> Mapping[Button, Lamp]:
        """What can be changed."""
        return {**staff_lines.lamps(_lines(table)), Button.CONFIRM: Lamp.BLINK}

    def key(self, table: Table) -> tuple[object, ...]:
        """What is set."""
        return (table.match, table.staff.volume, table.chosen.comfort)

    def paint(self, pen: Pen, table: Table) -> None:
        """The lines with what is set, the game beside them."""
        turn_left.draw_header(pen, table.words.text("Sound and screen"), "")
        staff_lines.draw_lines(pen, _lines(table))
        staff_lines.draw_game(pen, table)
        cards.draw_words(pen, cards.card(pen, Button.CONFIRM), table.words.text("Done"))


def _lines(table: Table) -> Sequence[Line]:
    words, comfort, volume = table.words, table.chosen.comfort, table.staff.volume
    loud = words.text("This table has no sound.") if volume is None else words.text(VOLUMES[volume])
    return (
        Line(words.text("Volume"), loud, volume is not None),
        Line(words.text("Large type"), _on(table, comfort.large_type)),
        Line(words.text("Less motion"), _on(table, comfort.reduced_motion)),
    )


def _on(table: Table, on: bool) -> str:
    return table.words.text("On") if on else table.words.text("Off")


SCREEN = StaffSettingsScreen
