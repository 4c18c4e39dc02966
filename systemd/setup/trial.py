"""A version just installed is on trial until it has run for a minute; after two starts in vain the one before is back.

Nothing here watches: the service asks at each start (`starting`) and tells when the table is ready (`ready`).
"""

from __future__ import annotations

import json
import os
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from setup.versions import Versions

STARTS = 2
"""So often a new version may try."""
SETTLED = 60.0
"""Seconds after which a version that is ready has passed; what fails later is not the update's fault."""
FILE = "trial.json"
BOOT = Path("/proc/sys/kernel/random/boot_id")


@dataclass(frozen=True)
class Moment:
    """A time on this machine that no change of the clock moves: which start of the machine, and seconds since."""

    boot: str
    seconds: float


def this_moment() -> Moment:
    """Now."""
    return Moment(BOOT.read_text(encoding="ascii").strip(), time.monotonic())


@dataclass(frozen=True)
class Trial:
    """`version` is tried, `back_to` is what to go back to. `ready`: since when the last start is."""

    version: str
    back_to: str
    starts: int = 0
    ready: Moment | None = None

    def passed(self, now: Moment) -> bool:
        """Whether it has run for long enough; a table that was ready when the plug was pulled has."""
        if self.ready is None:
            return False
        return self.ready.boot != now.boot or now.seconds >= self.ready.seconds + SETTLED


def begin(versions: Versions, version: str, back_to: str) -> None:
    """This version is on trial."""
    _write(versions, Trial(version, back_to))


def running(versions: Versions, now: Moment) -> Trial | None:
    """The trial that is on; None when there is none or it was passed."""
    trial = _read(versions)
    if trial is None or trial.version != versions.current or trial.passed(now):
        end(versions)
        return None
    return trial


def starting(versions: Versions, now: Moment) -> Trial | None:
    """The table is about to be started. Gives the trial that has failed; whoever asks goes back then."""
    trial = running(versions, now)
    if trial is None:
        return None
    if trial.starts >= STARTS:
        return trial
    _write(versions, Trial(trial.version, trial.back_to, trial.starts + 1))
    return None


def ready(versions: Versions, now: Moment) -> None:
    """The table is ready."""
    trial = running(versions, now)
    if trial is not None:
        _write(versions, Trial(trial.version, trial.back_to, trial.starts, now))


def end(versions: Versions) -> None:
    """No trial any more."""
    (versions.root / FILE).unlink(missing_ok=True)


def _read(versions: Versions) -> Trial | None:
    try:
        found = json.loads((versions.root / FILE).read_text(encoding="utf-8"))
        since = found["ready"]
        return Trial(found["version"], found["back_to"], int(found["starts"]), since and Moment(**since))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _write(versions: Versions, trial: Trial) -> None:
    new = versions.root / f"{FILE}.new"
    with new.open("w", encoding="utf-8") as file:
        json.dump(asdict(trial), file)
        file.flush()
        os.fsync(file.fileno())
    new.replace(versions.root / FILE)
