"""The page `hardware/currents.md`, written around the figures of `currents`.

python -m hardware.tools.currents_page > hardware/currents.md
"""

from __future__ import annotations

import sys
from collections import Counter

from hardware.tools import currents as c
from hardware.tools.optics_page import table
from hardware.tools.pins import PULLED_UP, resistor
from kiosk.panel.gpio import CONTACT_PINS, LAMP_PINS

RING_LIMIT = 96
"""The ring's usual limit, of 255 (firmware/src/settings.c)."""


def _lamps() -> str:
    rows = []
    for switch in (c.DMOS, c.DARLINGTON):
        for led in c.LAMPS:
            ohms = c.wanted(led, switch)
            chosen = c.nearest(ohms)
            usual, least, most = (1000 * value for value in c.current(led, switch, chosen))
            rows.append(
                (
                    switch.name,
                    led.colour,
                    f"{led.forward:.1f}",
                    f"({c.SUPPLY:g} - {switch.drop:g} - {led.forward:g}) / {c.LAMP_WANTED:g} = {ohms:.0f}",
                    f"**{chosen}**",
                    f"{usual:.1f}",
                    f"{least:.1f} to {most:.1f}",
                    f"{1000 * (usual / 1000) ** 2 * chosen:.0f}",
                )
            )
    head = (
        "switch",
        "LED",
        "its volts",
        "resistor wanted, ohm",
        "taken",
        "mA",
        "worst cases, mA",
        "heat in the resistor, mW",
    )
    return table(head, rows)


def _branches() -> str:
    half, ring, lamps = c.half_ring(), c.led_ring(), c.LAMPS_LIT * c.LAMP_WANTED
    rows = [
        (
            "half ring left",
            f"24 x 16 mA = {half:.2f} A",
            f"F1 1 A slow, both halves: {2 * half:.2f} A",
            "0.5",
        ),
        ("half ring right", f"24 x 16 mA = {half:.2f} A", "F1", "0.5"),
        ("WS2812 ring", f"24 x 60 mA = {ring:.2f} A at full white", "F2 2 A slow", "0.5"),
        ("the same, limited as delivered", f"{c.led_ring(RING_LIMIT):.2f} A", "", ""),
        ("Nano and sensors", f"{c.NANO:.2f} A", "F3 0.5 A, resettable", "0.25"),
        (
            "**lights' supply, all on**",
            f"**{c.lights():.2f} A**",
            "supply of 4 A: a good half in use",
            "0.75",
        ),
        ("button lamps (from the Pi)", f"10 x 10 mA = {lamps:.2f} A", "F4 0.5 A, resettable", "0.14"),
    ]
    return table(("branch", "current", "fuse", "wire, mm²"), rows)


def _drops() -> str:
    cases = (
        ("half ring", c.half_ring(), c.LIGHT_WIRE, 0.5),
        ("WS2812 ring", c.led_ring(), c.LIGHT_WIRE, 0.5),
        ("supply to the terminals", c.lights(), c.SUPPLY_WIRE, 0.75),
    )
    rows = [
        (
            name,
            f"{amperes:.2f}",
            f"{length:g}",
            f"{area:g}",
            f"{1000 * c.wire_drop(amperes, length, area):.0f}",
        )
        for name, amperes, length, area in cases
    ]
    return table(("wire", "A", "length, m", "mm²", "lost, mV"), rows)


def _room() -> str:
    kinds = (("a dim café", 10), ("evening light", 50), ("day, indoors", 300), ("at a window", 1000))
    return table(
        ("room", "lux", "reading of 1023"),
        [(name, f"{lux}", f"{c.room_reading(lux):.0f}") for name, lux in kinds],
    )


def resistors() -> list[tuple[str, int, str]]:
    """Ohms in words, pieces, and where: all resistors of the table."""
    lamps = Counter(resistor(button) for button in LAMP_PINS)
    pulled = sum(pin in PULLED_UP for pin in LAMP_PINS.values())
    before_lamps = [
        (f"{ohms}", pieces, "before the buttons' lamps") for ohms, pieces in sorted(lamps.items())
    ]
    return [
        ("150", 2, "before the gates of Q1 and Q2"),
        *before_lamps,
        ("470", 1, "before the ring's DIN"),
        ("1 k", len(CONTACT_PINS), "in series with the contacts"),
        ("4.7 k", 1, "A1 to ground"),
        ("10 k", pulled + 3, "inputs of the lamps that are pulled up; both gates to ground; piezo to A0"),
        ("1 M", 1, "across the piezo"),
    ]


def page() -> str:
    """The whole page."""
    ring_wire = 1000 * c.wire_drop(c.half_ring(), c.LIGHT_WIRE, 0.5)
    less = (c.SUPPLY - c.LED_FORWARD - ring_wire / 1000) / c.strip_resistor()
    return f"""# Currents and resistors

Worked out by `tools/currents.py`; a test keeps page and script the same. Figures of parts are their makers'
usual ones: measure one lamp and one half ring of yours before you solder the rest.

## The buttons' lamps

5 V from the Pi's header, through the LED and its resistor, to ground through one of eight switches in a chip;
the Pi's pin (3.3 V) only tells the switch. R = (U - U_switch - U_LED) / I, wanted: {1000 * c.LAMP_WANTED:g} mA.

{_lamps()}

"Worst cases": supply 5 % and resistor 5 % off, the LED 0.2 V off, the switch at {c.DMOS.least:g} or {c.DMOS.most:g} V
(ULN2803A: {c.DARLINGTON.least:g} or {c.DARLINGTON.most:g} V), all at once. The TBD62083A keeps nearly nothing
for itself, so lamps vary less with it; the ULN2803A fits the same socket with the other resistors. **Lit buttons
that are sold "for 5 V" have the resistor inside: solder a wire instead of ours.** Those for 12 V stay dark: change
their LED.

GPIO 7 and 8 are pulled up until the program starts: 10 kilohm from each to ground keeps the lamps of HOLD5 and
HOLD6 dark (3.3 V x 10 / (10 + 50) = 0.55 V, less than either chip's threshold). Each contact has 1 kilohm in
series: 3.3 V x 1 / (1 + 50) = 0.06 V is still a clear "pressed", and a pin that is set wrongly cannot be hurt
(3.3 mA at most).

## The white half rings

LEDs of a 5 V strip have one resistor each: (5 - {c.LED_FORWARD:g}) / {c.LED_CURRENT:g} =
{c.strip_resistor():.0f} ohm; take {c.nearest(c.strip_resistor())} ohm when you build with single LEDs.
{ring_wire:.0f} mV lost on the wire take {1000 * (c.LED_CURRENT - less):.1f} mA from each LED: nothing that is
seen. A logic-level MOSFET for each half: at {c.half_ring():.2f} A and 30 milliohm
{1000 * c.half_ring() ** 2 * 0.03:.0f} mW, no heat sink. 150 ohm before its gate hold the Nano's pin to 5 / 150
= {5000 / 150:.0f} mA when it switches (40 mA are allowed), 10 kilohm from gate to ground keep the light dark
while the Nano starts. Heat in the head: {2 * c.half_ring() * c.SUPPLY:.1f} W in both halves. PETG or ABS, not
PLA.

## The lights' supply

{_branches()}

{_drops()}

D1 between F3 and the Nano lets current through one way only: while the lights' supply is off the Nano lives on its
USB cable, and without D1 the Pi would feed both half rings and the ring backwards through F3. It keeps
{c.DIODE:g} V: the Nano gets {c.SUPPLY - c.DIODE:g} V, enough for its 16 MHz (4.5 V) and for the gates. The WS2812 data
line has 470 ohm in series: with the lights' supply off and the Nano on no more than (5 - 0.7) / 470 =
{4300 / 470:.0f} mA flow into the ring. 1000 µF stand across the ring's supply.

## What is measured

Photoresistor from 5 V to A1, 4.7 kilohm from A1 to ground: brighter reads higher.

{_room()}

Piezo: 1 megohm across it, 10 kilohm in series to A0, two Schottky diodes from A0 to 5 V and to ground: a blow
gives 20 V and more from the disc, but no more than (20 - 5) / 10,000 = 1.5 mA through a diode.

## All resistors

For the TBD62083A, and for buttons without resistors of their own. All 0.25 W.

{table(("ohm", "pieces", "where"), [(ohms, f"{pieces}", where) for ohms, pieces, where in resistors()])}
"""


if __name__ == "__main__":
    sys.stdout.write(page())
