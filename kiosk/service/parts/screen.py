"""The screen: whole in one colour, so that dead pixels show, and a frame, so that a cut edge shows."""

from __future__ import annotations

from typing import Literal, TypeAlias

from kiosk.service.trial import Asking
from kiosk.theme import Colour
from kiosk.words import msg

Picture: TypeAlias = Colour | Literal["start", "frame"]
PICTURES: tuple[tuple[str, Picture], ...] = (
    (msg("These words"), "start"),
    (msg("White"), (255, 255, 255)),
    (msg("Red"), (255, 0, 0)),
    (msg("Green"), (0, 255, 0)),
    (msg("Blue"), (0, 0, 255)),
    (msg("Black"), (0, 0, 0)),
    (msg("The frame"), "frame"),
)
"""What is shown. First it is said what comes: on a screen in one colour nothing can be written."""


class ScreenTrial(Asking):
    """`picture` is what the screen shows now."""

    name = "screen"
    title = msg("Screen")
    question = msg("Next come five colours and a frame. Green: without fault. Yellow: with a fault.")
    wrong = msg("Not right: {names}. See to the cable, overscan, or the screen.")

    def __init__(self) -> None:
        super().__init__([name for name, _ in PICTURES])

    def show(self, index: int) -> None:
        """The screen draws it."""

    @property
    def picture(self) -> Picture:
        """What is to be seen now; the words again at the end."""
        return PICTURES[self.at][1] if self.verdict is None else "start"
