"""One lamp of the panel after the other is lit; the maintainer says whether it shines."""

from __future__ import annotations

from collections.abc import Mapping

from kiosk.buttons import Button, Lamp
from kiosk.service.parts.names import LIT, NAMES
from kiosk.service.trial import Asking
from kiosk.words import msg


class LampsTrial(Asking):
    """Only the lamp whose turn it is shines, so that one that shines with it shows as well."""

    name = "lamps"
    title = msg("Lamps in the buttons")
    question = msg("Does this lamp shine, and no other: {names}?")
    wrong = msg("Not right: {names}. See to lamp and wire.")

    def __init__(self) -> None:
        super().__init__([NAMES[button] for button in LIT])

    def show(self, index: int) -> None:
        """The screen sets the lamps."""

    def lamps(self) -> Mapping[Button, Lamp]:
        """The one."""
        return {LIT[self.at]: Lamp.ON} if self.at < len(LIT) else {}
