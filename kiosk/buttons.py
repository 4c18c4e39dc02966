"""The panel's buttons and their lamps, by the names that stand on the table."""

from __future__ import annotations

from enum import Enum


class Button(Enum):
    """One button (SERVICE is a key switch)."""

    HOLD1 = "hold1"
    HOLD2 = "hold2"
    HOLD3 = "hold3"
    HOLD4 = "hold4"
    HOLD5 = "hold5"
    HOLD6 = "hold6"
    CONFIRM = "confirm"
    BANK = "bank"
    LEFT = "left"
    RIGHT = "right"
    STAFF = "staff"
    SERVICE = "service"


HOLDS: tuple[Button, ...] = (
    Button.HOLD1,
    Button.HOLD2,
    Button.HOLD3,
    Button.HOLD4,
    Button.HOLD5,
    Button.HOLD6,
)
"""The buttons under the dice as drawn, left to right."""


class Lamp(Enum):
    """What a button's light does."""

    OFF = "off"
    ON = "on"
    BLINK = "blink"
