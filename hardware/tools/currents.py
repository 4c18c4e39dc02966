"""Currents, resistors, fuses and wires, worked out. Amperes, volts, ohms, metres unless a name says otherwise."""

from __future__ import annotations

import math
from dataclasses import dataclass

E12 = (10, 12, 15, 18, 22, 27, 33, 39, 47, 56, 68, 82)
"""A decade of the resistors that shops have (IEC 60063)."""
COPPER = 0.0175e-6
"""Resistivity of copper, ohm metres, 20 degrees Celsius."""
SUPPLY = 5.0
SUPPLY_SPREAD, RESISTOR_SPREAD, FORWARD_SPREAD = 0.05, 0.05, 0.2
"""Shares of the supply and of the resistors; volts of the LEDs' forward voltage from piece to piece."""


@dataclass(frozen=True)
class Switch:
    """What switches a lamp to ground: its name and how many volts it keeps for itself (usual, least, most)."""

    name: str
    drop: float
    least: float
    most: float


DMOS = Switch("TBD62083A", 0.03, 0.0, 0.1)
"""Eight MOSFETs with 3.3 V inputs: about 2 ohm each at 10 mA (maker's data sheet)."""
DARLINGTON = Switch("ULN2803A", 0.8, 0.6, 1.0)
"""Eight Darlington pairs (maker's data sheet, V_CE(sat) at small currents)."""


@dataclass(frozen=True)
class Led:
    """An LED: its colour and how many volts it takes at about 10 mA."""

    colour: str
    forward: float


LAMPS = (Led("white", 3.0), Led("green", 3.0), Led("yellow", 2.1))
LAMP_WANTED = 0.010
"""Amperes: seen from across a lit room, not glaring in a dark one."""
LAMPS_LIT = 10

HALF_LEDS, LED_CURRENT, LED_FORWARD = 24, 0.016, 3.0
"""A half ring: LEDs of a 5 V strip, each with its own resistor."""
RING_LEDS, RING_EACH, RING_REST = 24, 0.060, 0.001
"""The WS2812 ring: at full white, and what each takes when dark (maker's data sheet)."""
NANO = 0.030
LIGHT_WIRE, SUPPLY_WIRE = 1.5, 1.5
"""Metres of wire from the case to the head (`hardware.tools.ways`), and of the supply's own cable."""
DIODE = 0.3
"""Volts that D1 (1N5819) keeps for itself at the Nano's current (maker's data sheet)."""


def nearest(ohms: float) -> int:
    """The shop's resistor that is not smaller than wanted by more than 5 %, else the next larger one."""
    decades = [value * int(10**power) for power in range(5) for value in E12]
    return next(value for value in decades if value >= 0.95 * ohms)


def wanted(led: Led, switch: Switch, current: float = LAMP_WANTED) -> float:
    """The resistor that gives the wanted current: R = (U - U_switch - U_LED) / I."""
    return (SUPPLY - switch.drop - led.forward) / current


def current(led: Led, switch: Switch, ohms: float) -> tuple[float, float, float]:
    """The current with this resistor: as calculated, the least and the most when all spreads add up."""
    usual = (SUPPLY - switch.drop - led.forward) / ohms
    least = (SUPPLY * (1 - SUPPLY_SPREAD) - switch.most - led.forward - FORWARD_SPREAD) / (
        ohms * (1 + RESISTOR_SPREAD)
    )
    most = (SUPPLY * (1 + SUPPLY_SPREAD) - switch.least - led.forward + FORWARD_SPREAD) / (
        ohms * (1 - RESISTOR_SPREAD)
    )
    return usual, least, most


def half_ring() -> float:
    """Amperes of one half ring, full on."""
    return HALF_LEDS * LED_CURRENT


def strip_resistor() -> float:
    """The resistor that each LED of the strip has, or needs when the half ring is made of single LEDs."""
    return (SUPPLY - LED_FORWARD) / LED_CURRENT


def led_ring(limit: int = 255) -> float:
    """Amperes of the WS2812 ring at full white, no LED above `limit` of 255."""
    return RING_LEDS * (RING_REST + (RING_EACH - RING_REST) * limit / 255)


def lights(limit: int = 255) -> float:
    """Amperes of the lights' supply when everything is on."""
    return 2 * half_ring() + led_ring(limit) + NANO


def wire_drop(amperes: float, length: float, square_mm: float) -> float:
    """Volts lost on a wire there and back: U = 2 I l rho / A."""
    return 2 * amperes * length * COPPER / (square_mm * 1e-6)


def room_reading(lux: float, lower: float = 4700.0) -> float:
    """What the controller reads (0 to 1023) at this light: a photoresistor of 14 kilohm at 10 lux, gamma 0.7 (GL5528),
    above a resistor of `lower` ohms."""
    photo = 14e3 * math.pow(lux / 10, -0.7)
    return 1023 * lower / (lower + photo)
