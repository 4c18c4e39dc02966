"""The calibrations of one table: all are kept, one is the current one, and one step leads back.

In the state directory `calibrations/0001.json`, `0002.json`, ... are the versions, in the order in which they were
kept (a table's clock may be wrong, its counting is not), and `calibration.json` is a link to the current one. A file of
that name that was made by hand becomes the first version.
"""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from vision.calibration import Calibration, CalibrationFault, load

CURRENT = "calibration.json"
"""The current calibration's name in the state directory."""
FOLDER = "calibrations"


class NoVersion(Exception):
    """There is no such version, or none before it; the text is one line."""


@dataclass(frozen=True)
class Version:
    """One kept calibration; `fault` says in one line why it cannot be used, if it cannot."""

    number: int
    path: Path
    calibration: Calibration | None
    fault: str = ""
    current: bool = False


class Versions:
    """The calibrations in a state directory."""

    def __init__(self, state_dir: Path) -> None:
        self._folder = state_dir / FOLDER
        self._current = state_dir / CURRENT

    @property
    def path(self) -> Path:
        """Where the current one is, if there is any."""
        return self._current

    def all(self) -> list[Version]:
        """All versions, the oldest first."""
        current = self._number()
        return [_version(number, path, number == current) for number, path in self._files()]

    def current(self) -> Version | None:
        """The one in use; a file made by hand has number 0."""
        if not self._current.exists():
            return None
        return _version(self._number() or 0, self._current, True)

    def keep(self, calibration: Calibration) -> Version:
        """Keep a calibration as a new version and use it from now on; raises OSError and keeps the earlier one then."""
        self._adopt()
        number = max((number for number, _ in self._files()), default=0) + 1
        path = self._path(number)
        calibration.save(path)
        self._point_to(number)
        return _version(number, path, True)

    def use(self, number: int) -> Version:
        """Use a version from now on; raises NoVersion, CalibrationFault (it cannot be used) and OSError."""
        self._adopt()
        path = self._path(number)
        if not path.exists():
            raise NoVersion(f"there is no calibration {number}")
        load(path)
        self._point_to(number)
        return _version(number, path, True)

    def go_back(self) -> Version:
        """Use the version before the current one; raises NoVersion, CalibrationFault and OSError."""
        self._adopt()
        current = self._number()
        earlier = [number for number, _ in self._files() if current is None or number < current]
        if not earlier:
            raise NoVersion("there is no earlier calibration")
        return self.use(earlier[-1])

    def _files(self) -> list[tuple[int, Path]]:
        if not self._folder.is_dir():
            return []
        named = [(re.fullmatch(r"([0-9]{4,})\.json", path.name), path) for path in self._folder.iterdir()]
        return sorted((int(match[1]), path) for match, path in named if match)

    def _path(self, number: int) -> Path:
        return self._folder / f"{number:04}.json"

    def _number(self) -> int | None:
        """The current version's number; None when the current file is none of the versions."""
        if not self._current.is_symlink():
            return None
        match = re.fullmatch(r"([0-9]{4,})\.json", self._current.readlink().name)
        return int(match[1]) if match else None

    def _adopt(self) -> None:
        """A file made by hand becomes a version."""
        self._folder.mkdir(parents=True, exist_ok=True)
        if self._current.is_file() and not self._current.is_symlink():
            number = max((number for number, _ in self._files()), default=0) + 1
            # Copied first, then the link over the old one: at no moment is there no current calibration.
            shutil.copyfile(self._current, self._path(number))
            self._point_to(number)

    def _point_to(self, number: int) -> None:
        link = self._current.with_name(CURRENT + ".new")
        link.unlink(missing_ok=True)
        link.symlink_to(Path(FOLDER) / self._path(number).name)
        link.replace(self._current)


def _version(number: int, path: Path, current: bool) -> Version:
    try:
        return Version(number, path, load(path), current=current)
    except CalibrationFault as fault:
        return Version(number, path, None, str(fault), current)
