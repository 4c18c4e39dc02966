"""The tray's light: its white halves and the ring's patterns, one after the other."""

from __future__ import annotations

from kiosk import theme
from kiosk.light.messages import Light, Pattern, Ring
from kiosk.light.mood import glow
from kiosk.light.tray_light import TrayLight
from kiosk.light.wanted import LEVEL, Wanted
from kiosk.service.trial import Asking, Saying
from kiosk.words import msg

ABSENT = Saying(msg("This table has no light of its own."))
SILENT = Saying(msg("The tray controller does not answer. See to its USB cable."))
COLOUR = glow(theme.BRASS)
WHITE = Light(LEVEL, LEVEL)
STEPS: tuple[tuple[str, Wanted], ...] = (
    (msg("White light, left half"), Wanted(Light(LEVEL, 0))),
    (msg("White light, right half"), Wanted(Light(0, LEVEL))),
    (msg("White light, both halves"), Wanted(WHITE)),
    (msg("Ring: nobody plays"), Wanted(WHITE, Ring(Pattern.IDLE, COLOUR))),
    (msg("Ring: somebody's turn"), Wanted(WHITE, Ring(Pattern.TURN, COLOUR))),
    (msg("Ring: dice are rolling"), Wanted(WHITE, Ring(Pattern.ROLLING, COLOUR))),
    (msg("Ring: a question"), Wanted(WHITE, Ring(Pattern.ASK, COLOUR))),
    (msg("Ring: a win"), Wanted(WHITE, Ring(Pattern.CELEBRATE, COLOUR))),
    (msg("Ring: a fault"), Wanted(WHITE, Ring(Pattern.FAULT, COLOUR))),
)
"""Each with its name."""


class LightTrial(Asking):
    """Shows through `light` what it is told to, instead of what belongs to the table."""

    name = "light"
    title = msg("Light and ring")
    question = msg("Can this be seen at the tray: {names}?")
    wrong = msg("Not right: {names}. See to the strip and its wire.")

    def __init__(self, light: TrayLight) -> None:
        super().__init__([name for name, _ in STEPS])
        self._light = light

    def begin(self, now: float) -> None:
        """Where there is no light there is nothing to be asked."""
        super().begin(now)
        self.follow(now)

    def show(self, index: int) -> None:
        """From now on."""
        self._light.show(STEPS[index][1])

    def follow(self, now: float) -> None:
        """A controller that leaves fails by itself."""
        if self._light.there is None:
            self._judge("absent", ABSENT)
        elif not self._light.there:
            self._judge("failed", SILENT)

    @property
    def shown(self) -> Wanted:
        """What is to be seen now."""
        return STEPS[min(self.at, len(STEPS) - 1)][1]

    def end(self) -> None:
        """The table's own light again."""
        self._light.show(None)
