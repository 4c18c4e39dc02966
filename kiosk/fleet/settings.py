"""The section [fleet] of a table's settings. Without a broker nothing of it is at work."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kiosk.outside.names import LONGEST_NAME, TABLE
from kiosk.outside.orders import KINDS

HOUSE = "house"
"""The user that keeps the house list; no table is called so."""


@dataclass(frozen=True)
class FleetSettings:
    """`broker`: its name or address, "" for none; `table`: this table in topics, also the broker's user; `name`: as
    people call it; `commands`: the orders that are allowed; `discovery`: Home Assistant's prefix, "" for none."""

    broker: str = ""
    port: int = 8883
    tls: bool = True
    table: str = ""
    name: str = ""
    commands: tuple[str, ...] = ()
    discovery: str = "homeassistant"

    @property
    def title(self) -> str:
        """What people call this table."""
        return self.name or self.table


def read_section(given: object) -> FleetSettings:
    """The section as it stands in the file; raises ValueError with one line."""
    if not isinstance(given, dict):
        raise ValueError(f"a section [fleet] was expected, not {given!r}")
    usual = vars(FleetSettings())
    for key, value in given.items():
        if key not in usual:
            raise ValueError(f"there is no setting {key!r}; there are {', '.join(usual)}")
        wanted = list if key == "commands" else type(usual[key])
        if type(value) is not wanted:
            raise ValueError(f"{key} is {_KINDS[wanted]}, not {value!r}")
    settings = FleetSettings(**{**given, "commands": tuple(given.get("commands", ()))})
    _check(settings)
    return settings


_KINDS = {str: "a text", int: "a whole number", bool: "true or false", list: "a list of texts"}


def _check(settings: FleetSettings) -> None:
    for one in settings.commands:
        if one not in KINDS:
            raise ValueError(f"commands are of {', '.join(KINDS)}, not {one!r}")
    if settings.table and (not TABLE.fullmatch(settings.table) or settings.table == HOUSE):
        raise ValueError(
            f"table is a name of small letters, digits and hyphens such as 'table-1', not {settings.table!r}"
        )
    if not 1 <= settings.port <= 65535:
        raise ValueError(f"port is a number from 1 to 65535, not {settings.port!r}")
    if len(settings.name) > LONGEST_NAME or not settings.name.isprintable():
        raise ValueError(f"name is a text of at most {LONGEST_NAME} characters, not {settings.name!r}")
    if settings.discovery and not re.fullmatch(r"[\w/-]+", settings.discovery):
        raise ValueError(f"discovery is a prefix such as 'homeassistant', not {settings.discovery!r}")
