"""Every wire with both its ends, read from the wiring drawings (`wiring/*.yml`), as a page.

python -m hardware.tools.wires > hardware/wires.md
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import yaml

from hardware.tools.dimensions import HERE
from hardware.tools.optics_page import table

DRAWINGS = {"power": "Power", "tray": "Tray controller", "panel": "Panel"}
COLOURS = {
    "RD": "red",
    "BK": "black",
    "WH": "white",
    "GN": "green",
    "YE": "yellow",
    "OG": "orange",
    "BU": "blue",
}
"""WireViz's short names of colours (IEC 60757) that the drawings use."""
Drawing = dict[str, Any]
Row = tuple[str, ...]


def drawing(name: str) -> Drawing:
    """A drawing's connectors, cables and connections."""
    loaded: Drawing = yaml.safe_load((HERE / "wiring" / f"{name}.yml").read_text(encoding="utf-8"))
    return loaded


def _places(pins: list[Any]) -> Iterator[Any]:
    """Pins one by one; "1-4" stands for four of them."""
    for pin in pins:
        first, dash, last = str(pin).partition("-")
        if dash:
            yield from range(int(first), int(last) + 1)
        else:
            yield pin


def _end(connector: str, pin: Any, known: Drawing) -> str:
    """An end in words: what it is at, the pin's number, the pin's name."""
    pins = known.get("pins", list(range(1, len(known["pinlabels"]) + 1)))
    number = f" {pin}" if len(pins) > 1 else ""
    return f"{connector}{number}: {known['pinlabels'][pins.index(pin)]}"


def _wire(wire: Any, cable: Drawing) -> tuple[str, str]:
    """A wire's name and its colour."""
    if wire == "s":
        return "shield", ""
    name = cable["wirelabels"][wire - 1].removeprefix("wire ") if "wirelabels" in cable else str(wire)
    return name, COLOURS[cable["colors"][wire - 1]] if "colors" in cable else ""


def rows(drawn: Drawing) -> list[Row]:
    """Cable, wire, colour, mm², metres, from, to, remarks: each wire of a drawing, cable by cable."""
    found: dict[str, list[Row]] = {name: [] for name in drawn["cables"]}
    for connection in drawn["connections"]:
        (start, pins), (name, wires), *rest = (next(iter(part.items())) for part in connection)
        cable = drawn["cables"][name]
        size = (str(cable.get("gauge", "")).removesuffix(" mm2"), str(cable.get("length", "")))
        ends = list(_places(rest[0][1])) if rest else []
        for index, (pin, wire) in enumerate(zip(_places(pins), _places(wires), strict=True)):
            begin = _end(start, pin, drawn["connectors"][start])
            end = _end(rest[0][0], ends[index], drawn["connectors"][rest[0][0]]) if rest else "left open"
            found[name].append((name, *_wire(wire, cable), *size, begin, end, cable.get("notes", "")))
    return [row for some in found.values() for row in some]


def page() -> str:
    """The whole page."""
    head = ("cable", "wire", "colour", "mm²", "m", "from", "to", "remarks")
    tables = "\n\n".join(
        f"## {words}\n\n{table(head, rows(drawing(name)))}" for name, words in DRAWINGS.items()
    )
    return f"""# Every wire

Written by `tools/wires.py` from the drawings in `wiring/`: each wire once, with both its ends. What stands before a
colon is a thing of the drawing and the number of its pin there, behind it the pin's name. Tick them off as you go.

The ribbon has forty wires; those not named here end on free pins. The K are the panel's cables: wire 1 to 4 is pin 1
to 4 of the plug, and *Board* is the lamp board, whose numbers are those of the ribbon's plug ([pins.md](pins.md) says
what lies between).

{tables}
"""


if __name__ == "__main__":
    sys.stdout.write(page())
