"""The parts list as a page: `parts.csv` in, `parts.md` out.

python -m hardware.tools.parts > hardware/parts.md
"""

from __future__ import annotations

import csv
import sys
from dataclasses import dataclass

from hardware.tools.dimensions import HERE
from hardware.tools.optics_page import table


@dataclass(frozen=True)
class Part:
    """A line of the list; `price` in euro for one, about."""

    group: str
    name: str
    amount: int
    unit: str
    price: float
    needed: str
    instead: str

    @property
    def cost(self) -> float:
        """Euro for all of them, about."""
        return self.amount * self.price


def parts() -> list[Part]:
    """All lines, in the file's order."""
    with (HERE / "parts.csv").open(encoding="utf-8", newline="") as file:
        return [_part(row) for row in csv.DictReader(file)]


def _part(row: dict[str, str]) -> Part:
    words = (row["group"], row["part"])
    return Part(
        *words, int(row["amount"]), row["unit"], float(row["about_eur"]), row["what_matters"], row["instead"]
    )


def _euro(cost: float) -> str:
    return f"{cost:.0f}" if cost >= 1 else f"{cost:.1f}"


def _group(name: str, members: list[Part]) -> str:
    head = ("part", "amount", "what matters", "about, €", "instead")
    rows = [
        (part.name, f"{part.amount} {part.unit}".strip(), part.needed, _euro(part.cost), part.instead)
        for part in members
    ]
    total = sum(part.cost for part in members)
    return f"## {name} (about {total:.0f} €)\n\n{table(head, rows)}\n"


def page() -> str:
    """The whole page."""
    known = parts()
    groups = list(dict.fromkeys(part.group for part in known))
    body = "\n".join(_group(name, [part for part in known if part.group == name]) for name in groups)
    total = sum(part.cost for part in known)
    return f"""# What to buy

Written by `tools/parts.py` from [parts.csv](parts.csv). In all about **{total:.0f} €** with VAT, tools not
counted.

Prices are rough figures from memory of what European web shops asked in 2024 and 2025, rounded; nobody has
asked the shops again, and memory, screens and boards change most. They are there to see whether this is a
project for 300 or for 3,000 €. *What matters* is the property to look for, whatever the brand; names such as Q1, F2
or K3 are those of the drawings ([wiring.md](wiring.md)). Screws' heads and colours of wires are as you like.

{body}"""


if __name__ == "__main__":
    sys.stdout.write(page())
