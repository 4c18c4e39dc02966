"""Teaching the table the colour of its own six-sided dice: laid once, measured, tried, kept when they are read.

What is measured, and which colours can be read, is `vision.d6`'s; `raflebord teach d6` does the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kiosk.ask import Ask
from kiosk.buttons import Button
from kiosk.clock import Clock
from kiosk.service.lesson_page import LessonPage
from kiosk.service.page import Place
from kiosk.service.trial import BACK
from kiosk.words import msg
from vision.calibrating.versions import Versions
from vision.d6 import TAUGHT
from vision.d6.colour import Colour, ColourFault, load
from vision.d6.lesson import ASKED, Refusal

HINT = msg("Lay the six dice with {faces} up, apart from each other, nothing else. Then learn.")
_REFUSALS: Mapping[Refusal, str] = {
    "markers": msg("The markers cannot be seen. Clear the rim."),
    "bright": msg("The picture is too bright. Shade the tray from lamp and sun, or lower its light."),
    "few": msg("Fewer than four single dice are seen. Lay all six apart from each other."),
    "mixed": msg("These dice are not all of one colour. Lay six that are alike."),
    "pips": msg("Their pips do not stand out. White pips on a colour can be read, and dark ones on ivory."),
    "black": msg("Black dice with pips cannot be read: on felt their edges are lost. Use others."),
    "felt": msg("Their colour cannot be told surely from felt and white. Use others."),
    "unread": msg("Asked for {asked}, read {read}. See that the dice lie as asked, and learn again."),
}


class ColourPage(LessonPage):
    """The page. A colour is kept when the dice were read by it."""

    FILE = TAUGHT

    def __init__(self, ask: Ask, versions: Versions, clock: Clock, *, simulated: bool = False) -> None:
        super().__init__(ask, versions, clock, simulated=simulated)
        self.colour: Colour | None = None
        """What is known; None: they are white."""

    def enter(self) -> None:
        """With what is known."""
        self._begin()
        self.colour = None
        self._say(HINT)
        try:
            self.colour = load(self.path) if self.path.exists() else None
        except ColourFault:
            self._say(msg("What was learnt cannot be read. Everything is learnt anew."), warns=True)
        if self._calibration is None:
            self._say(msg("Calibrate the camera first: what is learnt belongs to it."), warns=True)

    @property
    def may_learn(self) -> bool:
        """Whether a colour can be learnt now."""
        return self._calibration is not None and not self.busy

    @property
    def may_forget(self) -> bool:
        """Whether there is a colour to be forgotten."""
        return self.colour is not None and not self.busy

    def press(self, button: Button) -> Place | None:
        """Green: learn. Yellow: the dice are white. RIGHT: the simulated hand lays them."""
        if button is BACK:
            return "dice"
        if button is Button.BANK and self.may_forget:
            self._keep(None)
        elif button is Button.CONFIRM and self.may_learn:
            self._count("colour", calibration=self._calibration)
        elif button is Button.RIGHT and self.simulated and self.may_learn:
            self._ask("throw", count=len(ASKED.faces), values=list(ASKED.faces), kind=ASKED.kind)
        return None

    def _heard(self, answer: Mapping[str, Any]) -> None:
        if "why" in answer:
            self._say(_REFUSALS[answer["why"]], warns=True, **answer["numbers"])
        else:
            self._keep(answer["colour"])

    def _keep(self, colour: Colour | None) -> None:
        try:
            if colour is None:
                self.path.unlink(missing_ok=True)
            else:
                colour.save(self.path)
        except OSError:
            self._say(msg("It could not be stored. Is the disk full?"), warns=True)
            return
        self.colour, self._new = colour, True
        told = msg("All six are read. Dice of this colour are the table's own from now on.")
        self._say(told if colour is not None else msg("The table's own dice are white from now on."))
