"""The camera's calibration: there, readable, not too old, and passed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from kiosk.calibrating.current import current_for
from kiosk.doctor.check import Check, elsewhere
from vision.calibration import Calibration, CalibrationFault, load

NAME = "calibration"
OLD = 120.0
"""Days: a camera that hangs over a café's table has been bumped by then."""
WANTED = f"there, younger than {OLD:.0f} days, its check with dice passed"
DAY = 86400.0


@dataclass(frozen=True)
class Kept:
    """The calibration that the table uses: its age in days, or why there is none."""

    trouble: str | None
    there: bool = True
    age: float | None = None
    wrong: int | None = None
    """Numbers told wrongly in its check with dice; None: it was not checked."""
    error: float | None = None
    """How far off a corner of the felt may be, mm."""


def looked(file: Path, camera: str, wall: float) -> tuple[Kept, Calibration | None]:
    """Reads the file; `camera` as on the command line; `wall`: now, seconds since 1970."""
    if not file.exists():
        return Kept(f"none: {file} is not there", there=False), None
    if current_for(file.parent, camera) is None:
        return Kept(f"{file} is of another camera", there=False), None
    try:
        found = load(file)
    except CalibrationFault as fault:
        return Kept(str(fault)), None
    when = file.stat().st_mtime
    if found.made is not None:
        when = _moment(found.made.when) or when
    return (
        Kept(
            None,
            age=(wall - when) / DAY,
            wrong=found.checked.wrong if found.checked else None,
            error=found.placed.error if found.placed else None,
        ),
        found,
    )


def _moment(text: str) -> float | None:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


def check(kept: Kept, simulated: bool) -> Check:
    """Judges the calibration. `simulated`: the camera is the simulated one, whose lens is known."""
    todo = "calibrate the camera: 'raflebord calibrate', or the service menu"
    if not kept.there and simulated:
        return elsewhere(NAME, "the simulated camera needs none")
    if kept.trouble is not None:
        return Check(NAME, "look", f"{kept.trouble}; the camera's data sheet is used instead", WANTED, todo)
    assert kept.age is not None
    found = f"{max(0.0, kept.age):.0f} days old"
    if kept.error is not None:
        found += f", the felt to {kept.error:.1f} mm"
    if kept.wrong:
        return Check(NAME, "look", f"{found}; {kept.wrong} dice told wrongly in its check", WANTED, todo)
    if kept.wrong is None:
        return Check(NAME, "look", f"{found}; not checked with dice", WANTED, todo)
    if kept.age > OLD:
        return Check(NAME, "look", found, WANTED, todo)
    return Check(NAME, "fine", found, WANTED)
