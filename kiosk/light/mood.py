"""The table's mood: what the ring shows follows from what the match waits for, the tray, and whose turn it is."""

from __future__ import annotations

from typing import Protocol

from kiosk.events import Part, TrayState
from kiosk.light.messages import Pattern, Ring
from kiosk.referee.advice import Advice
from kiosk.theme import Colour, seat_style
from rules import Match

GAMMA = 2.2
"""Of a screen: an LED's light is proportional to its number, a screen's is not."""


class Scene(Protocol):
    """What of the table decides its mood (`kiosk.table.Table`)."""

    @property
    def match(self) -> Match | None:
        """The match that is played or whose result is shown."""

    @property
    def advice(self) -> Advice | None:
        """What the referee has to say."""

    @property
    def state(self) -> TrayState:
        """What happens in the tray."""

    @property
    def faults(self) -> frozenset[Part]:
        """What does not work."""


def mood(scene: Scene) -> Ring:
    """What the ring shows now."""
    if "camera" in scene.faults:
        return Ring(Pattern.FAULT)
    match = scene.match
    if match is None:
        return Ring(Pattern.IDLE)
    if match.over or match.player is None:
        return Ring(Pattern.CELEBRATE)
    return Ring(_of_turn(scene), glow(seat_style(match.player).colour))


def waits_for_roll(scene: Scene) -> bool:
    """Whether the match waits for dice to be rolled."""
    return scene.match is not None and scene.match.expect.roll is not None


def _of_turn(scene: Scene) -> Pattern:
    """A roll that is waited for rolls as long as the dice move; a word of the referee waits for people."""
    waits = waits_for_roll(scene)
    if waits and scene.state == "rolling":
        return Pattern.ROLLING
    return Pattern.ASK if waits and scene.advice is not None else Pattern.TURN


def glow(colour: Colour) -> Colour:
    """A colour of the screen as LEDs have to be told it: the same hue, not washed out."""
    red, green, blue = (round(255 * (part / 255) ** GAMMA) for part in colour)
    return red, green, blue
