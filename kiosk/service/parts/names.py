"""What the panel's buttons are called, as messages."""

from __future__ import annotations

from collections.abc import Mapping

from kiosk.buttons import HOLDS, Button
from kiosk.words import msg

NAMES: Mapping[Button, str] = {
    Button.HOLD1: msg("HOLD 1"),
    Button.HOLD2: msg("HOLD 2"),
    Button.HOLD3: msg("HOLD 3"),
    Button.HOLD4: msg("HOLD 4"),
    Button.HOLD5: msg("HOLD 5"),
    Button.HOLD6: msg("HOLD 6"),
    Button.LEFT: msg("Left"),
    Button.RIGHT: msg("Right"),
    Button.BANK: msg("Yellow"),
    Button.CONFIRM: msg("Green"),
    Button.STAFF: msg("Staff"),
}
"""In the order in which they lie, left to right; the key switch has no name here, it is turned already."""
LIT: tuple[Button, ...] = (*HOLDS, Button.LEFT, Button.RIGHT, Button.BANK, Button.CONFIRM)
"""The buttons with a lamp."""
