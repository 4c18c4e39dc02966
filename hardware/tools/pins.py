"""The panel's pins: the very tables that the software reads (`kiosk.panel.gpio`), written as a page and as a drawing.

python -m hardware.tools.pins page > hardware/pins.md
python -m hardware.tools.pins drawing > hardware/wiring/panel.yml
"""

from __future__ import annotations

import sys

from hardware.tools.currents import DMOS, LAMPS, nearest, wanted
from hardware.tools.optics_page import table
from kiosk.buttons import Button
from kiosk.panel.gpio import CONTACT_PINS, LAMP_PINS

HEADER = dict(
    zip(
        (
            2,
            3,
            4,
            14,
            15,
            17,
            18,
            27,
            22,
            23,
            24,
            10,
            9,
            25,
            11,
            8,
            7,
            0,
            1,
            5,
            6,
            12,
            13,
            19,
            16,
            26,
            20,
            21,
        ),
        (
            3,
            5,
            7,
            8,
            10,
            11,
            12,
            13,
            15,
            16,
            18,
            19,
            21,
            22,
            23,
            24,
            26,
            27,
            28,
            29,
            31,
            32,
            33,
            35,
            36,
            37,
            38,
            40,
        ),
        strict=True,
    )
)
"""GPIO number (BCM) -> pin of the Pi's 40-pin header."""
PIN_5V, PIN_GROUND = 4, 39
"""The header's pins that feed the panel's board."""
PULLED_UP = range(9)
"""GPIO numbers that are high until the program starts (BCM2711 and RP1 alike)."""
CHIP_INPUTS = 8
_TINTS = {Button.CONFIRM: "green", Button.BANK: "yellow"}
_NOTES = {
    Button.STAFF: "recessed, no lamp",
    Button.SERVICE: "key switch, no lamp: closed while the key is turned",
}


def tint(button: Button) -> str:
    """The colour of a button's lamp."""
    return _TINTS.get(button, "white")


def chip(button: Button) -> tuple[int, int, int]:
    """The chip that switches a button's lamp (1 or 2), its input pin and its output pin (opposite each other)."""
    place = list(LAMP_PINS).index(button)
    entry = place % CHIP_INPUTS + 1
    return place // CHIP_INPUTS + 1, entry, 2 * CHIP_INPUTS + 3 - entry


def resistor(button: Button) -> int:
    """Ohms before a button's lamp."""
    return nearest(wanted(next(led for led in LAMPS if led.colour == tint(button)), DMOS))


def terminal(button: Button) -> str:
    """The board's plug for a button: K1 to K12."""
    return f"K{list(CONTACT_PINS).index(button) + 1}"


def _row(button: Button) -> tuple[str, ...]:
    contact = CONTACT_PINS[button]
    where = (terminal(button), button.name, f"GPIO {contact}", f"{HEADER[contact]}")
    if button not in LAMP_PINS:
        return (*where, "", "", "", "", _NOTES[button])
    lamp, (number, entry, out) = LAMP_PINS[button], chip(button)
    pulled = "10 kilohm to ground" if lamp in PULLED_UP else ""
    return (
        *where,
        f"GPIO {lamp}",
        f"{HEADER[lamp]}",
        f"U{number}: {entry} to {out}",
        f"{resistor(button)} ({tint(button)})",
        pulled,
    )


def page() -> str:
    """The pin table as a page."""
    head = (
        "plug",
        "button",
        "contact",
        "header pin",
        "lamp",
        "header pin",
        "chip: in to out",
        "resistor, ohm",
        "note",
    )
    free = ", ".join(
        f"GPIO {pin}" for pin in HEADER if pin not in {*CONTACT_PINS.values(), *LAMP_PINS.values()}
    )
    return f"""# The panel's pins

Written by `tools/pins.py` from the tables that the program itself reads (`kiosk/panel/gpio.py`); a test keeps
the three the same. Whoever changes a pin changes it there and runs `make`.

{table(head, [_row(button) for button in CONTACT_PINS])}

*Header pins* are counted as on the Pi: 1 is at the corner next to the memory card, odd ones in the inner row. 5
V come from pin {PIN_5V}, ground from pin {PIN_GROUND}. Free: {free}.

Each plug has four pins: 1 contact (through 1 kilohm to the GPIO), 2 ground, 3 lamp + (5 V), 4 lamp - (through
the resistor to the chip's output). STAFF and SERVICE use 1 and 2 only. U1 and U2: TBD62083A or ULN2803A; pin 9
ground, pin 10 to 5 V. Contacts close to ground; the Pi pulls them up.

The tray controller's pins (a Nano) are the firmware's, `firmware/src/board_m328p.c`, and stand in
[wiring/tray.svg](wiring/tray.svg).
"""


def _labels(names: list[str]) -> str:
    return "[" + ", ".join(f'"{name}"' for name in names) + "]"


def _signals() -> list[tuple[str, int]]:
    """What goes from the Pi to the board, button by button, with its GPIO number."""
    found = []
    for button, pin in CONTACT_PINS.items():
        found.append((f"{button.name} contact", pin))
        if button in LAMP_PINS:
            found.append((f"{button.name} lamp", LAMP_PINS[button]))
    return found


_BOARD = r"\n".join(
    (
        "numbers: pins of the ribbon's plug",
        "wire 2 of K5 is pin 2 of plug K5",
        "contacts through 1 kilohm",
        "lamps through U1, U2",
        "5 V through F4",
    )
)


def drawing() -> str:
    """The panel's wiring for WireViz."""
    signals = _signals()
    names = [*(name for name, _ in signals), "5 V", "ground"]
    header = [*(HEADER[pin] for _, pin in signals), PIN_5V, PIN_GROUND]
    labels = [*(f"GPIO {pin}: {name}" for name, pin in signals), "5 V", "ground"]
    wires = _labels([f"wire {place}" for place in header])
    lines = [
        "# Written by tools/pins.py from kiosk/panel/gpio.py: change pins there.",
        "options: {bgcolor: WH, fontname: DejaVu Sans, color_mode: full}",
        "connectors:",
        f"  Pi: {{type: 40-pin header, show_pincount: false, pins: {header}, pinlabels: {_labels(labels)}}}",
        f"  Board: {{type: lamp board, show_pincount: false, pins: {header}, pinlabels: {_labels(names)}, "
        f'notes: "{_BOARD}"}}',
    ]
    cables = [
        f"cables:\n  Ribbon: {{type: ribbon of 40, gauge: 0.08 mm2, length: 0.4, wirecount: {len(names)}, "
        f"show_wirecount: false, show_wirenumbers: false, wirelabels: {wires}}}"
    ]
    ends = f"[1-{len(names)}]"
    sets = [f"connections:\n  -\n    - Pi: {header}\n    - Ribbon: {ends}\n    - Board: {header}"]
    for button in CONTACT_PINS:
        places = [HEADER[CONTACT_PINS[button]], PIN_GROUND]
        pins = ["contact", "ground"]
        if button in LAMP_PINS:
            places += [PIN_5V, HEADER[LAMP_PINS[button]]]
            pins += ["lamp +", "lamp -"]
        kind = f"button {tint(button)}" if button in LAMP_PINS else _NOTES[button].split(",")[0]
        lines.append(f"  {button.name}: {{type: {kind}, pinlabels: {_labels(pins)}}}")
        colours = "[GN, BK, RD, WH]" if button in LAMP_PINS else "[GN, BK]"
        cables.append(f"  {terminal(button)}: {{gauge: 0.14 mm2, length: 0.5, colors: {colours}}}")
        ends = f"[1-{len(pins)}]"
        sets.append(
            f"  -\n    - Board: {places}\n    - {terminal(button)}: {ends}\n    - {button.name}: {ends}"
        )
    return "\n".join([*lines, *cables, *sets]) + "\n"


if __name__ == "__main__":
    sys.stdout.write({"page": page, "drawing": drawing}[sys.argv[1]]())
