"""How loud the table is: off, low or high, and quieter at night."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias, get_args

Volume: TypeAlias = Literal["off", "low", "high"]
VOLUMES: tuple[Volume, ...] = get_args(Volume)
GAINS: dict[Volume, float] = {"off": 0.0, "low": 0.4, "high": 1.0}
"""Low is 8 dB below high."""
AT_NIGHT = 0.4
FILE = "volume"
"""In the state directory: the volume that was chosen last."""
HOURS = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)-([01]?\d|2[0-3]):([0-5]\d)")
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Night:
    """The quiet hours: minutes since midnight, local time. From `begins` to before `ends`, over midnight if need be."""

    begins: int
    ends: int

    def covers(self, minute: int) -> bool:
        """Whether this minute of the day lies in it."""
        if self.begins <= self.ends:
            return self.begins <= minute < self.ends
        return minute >= self.begins or minute < self.ends


NO_NIGHT = Night(0, 0)


def read_night(text: str) -> Night:
    """The night as written in the settings, such as 22:00-08:00; "" is no night. Raises ValueError."""
    if not text:
        return NO_NIGHT
    found = HOURS.fullmatch(text)
    if found is None:
        raise ValueError(f"hours such as '22:00-08:00' were expected, or '' for no night, not {text!r}")
    begin_hour, begin_minute, end_hour, end_minute = map(int, found.groups())
    return Night(60 * begin_hour + begin_minute, 60 * end_hour + end_minute)


@dataclass(frozen=True)
class SoundSettings:
    """The section [sound] of a table's settings. `night`: as `read_night` takes it."""

    volume: Volume = "low"
    night: str = "22:00-08:00"


def read_section(given: object) -> SoundSettings:
    """The section as it stands in the file; raises ValueError with one line."""
    if not isinstance(given, dict):
        raise ValueError(f"a section [sound] with volume and night was expected, not {given!r}")
    for name in given:
        if name not in ("volume", "night"):
            raise ValueError(f"there is no setting {name!r}; there are volume and night")
    volume, night = given.get("volume", SoundSettings.volume), given.get("night", SoundSettings.night)
    if volume not in VOLUMES:
        raise ValueError(f"volume is {' or '.join(VOLUMES)}, not {volume!r}")
    if not isinstance(night, str):
        raise ValueError(f"night is a text such as '22:00-08:00', not {night!r}")
    read_night(night)
    return SoundSettings(volume, night)


class Loudness:
    """The volume in effect. `wall`: seconds since 1970; a clock that is wrong costs no more than a quiet hour.

    `remember` is told each volume that people choose.
    """

    def __init__(
        self,
        volume: Volume,
        night: Night,
        wall: Callable[[], float],
        remember: Callable[[Volume], None] = lambda _: None,
    ) -> None:
        self._volume = volume
        self._night = night
        self._wall = wall
        self._remember = remember

    @property
    def volume(self) -> Volume:
        """What was chosen."""
        return self._volume

    def choose(self, volume: Volume) -> None:
        """Louder or quieter from now on, also after a restart."""
        self._volume = volume
        self._remember(volume)

    @property
    def gain(self) -> float:
        """What samples are multiplied with now, 0 to 1."""
        now = time.localtime(self._wall())
        quiet = self._night.covers(60 * now.tm_hour + now.tm_min)
        return GAINS[self._volume] * (AT_NIGHT if quiet else 1.0)


def remembered(directory: Path) -> Volume | None:
    """The volume that was chosen at this table last; None when none was, or nobody knows."""
    try:
        text = (directory / FILE).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return None
    return next((volume for volume in VOLUMES if volume == text), None)


def remember(directory: Path, volume: Volume) -> None:
    """Keep a volume for the next start: whole or not at all, since a disk may be full."""
    new = directory / f"{FILE}.new"
    try:
        new.write_text(f"{volume}\n", encoding="utf-8")
        new.replace(directory / FILE)
    except OSError as problem:
        log.warning("the volume cannot be kept for the next start: %s", problem)
