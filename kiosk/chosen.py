"""What staff have chosen at this table, also for the next start: how it looks, how loud it is, whether it is locked."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from kiosk.outside.announcement import Announcement, announced
from kiosk.sound.loudness import Loudness

FILE = "chosen.json"
"""In the state directory."""
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Comfort:
    """How the screen is for people who read or see otherwise than most."""

    large_type: bool = False
    reduced_motion: bool = False


def read_section(given: object) -> Comfort:
    """The section [screen] as it stands in the settings; raises ValueError with one line."""
    if not isinstance(given, dict):
        raise ValueError(f"a section [screen] with large_type and reduced_motion was expected, not {given!r}")
    names = [one.name for one in fields(Comfort)]
    for name, value in given.items():
        if name not in names:
            raise ValueError(f"there is no setting {name!r}; there are {' and '.join(names)}")
        if type(value) is not bool:
            raise ValueError(f"{name} is true or false, not {value!r}")
    return Comfort(**given)


class Chosen:
    """`keep` is told what is to be known at the next start, whenever it changes."""

    def __init__(
        self,
        comfort: Comfort | None = None,
        locked: bool = False,
        loudness: Loudness | None = None,
        keep: Callable[[Mapping[str, bool]], None] = lambda _: None,
        announcement: Announcement | None = None,
    ) -> None:
        self._comfort = comfort or Comfort()
        self._locked = locked
        self._keep = keep
        self.loudness = loudness
        """None at a table without sound."""
        self.announcement = announcement or Announcement()
        """What the screen says where nobody plays, if not the usual."""

    @property
    def comfort(self) -> Comfort:
        """How the screen is."""
        return self._comfort

    @property
    def locked(self) -> bool:
        """Whether nobody plays until staff open the table again."""
        return self._locked

    def switch(self, name: str) -> bool:
        """One of the fields of `Comfort` the other way round; gives what it is now."""
        now = not getattr(self._comfort, name)
        self._comfort = replace(self._comfort, **{name: now})
        self._remember()
        return now

    def lock(self, locked: bool) -> None:
        """Locked or open from now on."""
        self._locked = locked
        self._remember()

    def _remember(self) -> None:
        self._keep({**asdict(self._comfort), "locked": self._locked})


def remembered(directory: Path) -> dict[str, bool]:
    """What was chosen at this table last, by name; what nobody knows any more is left out."""
    try:
        found: Any = json.loads((directory / FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return (
        {name: value for name, value in found.items() if type(value) is bool}
        if isinstance(found, dict)
        else {}
    )


def remember(directory: Path, chosen: Mapping[str, bool]) -> None:
    """Keep it for the next start: whole or not at all, since a disk may be full."""
    new = directory / f"{FILE}.new"
    try:
        new.write_text(json.dumps(dict(chosen)) + "\n", encoding="utf-8")
        new.replace(directory / FILE)
    except OSError as problem:
        log.warning("what staff have chosen cannot be kept for the next start: %s", problem)


def chosen_before(directory: Path, settings: Comfort, loudness: Loudness | None) -> Chosen:
    """What holds at a start: what was chosen last goes before the settings."""
    before = remembered(directory)
    names = {one.name for one in fields(Comfort)}
    comfort = replace(settings, **{name: value for name, value in before.items() if name in names})
    locked, line = before.get("locked", False), announced(directory)
    return Chosen(comfort, locked, loudness, lambda chosen: remember(directory, chosen), line)
