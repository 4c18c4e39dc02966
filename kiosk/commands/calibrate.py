"""`raflebord calibrate`: calibrates the camera over the tray, checks it with dice, keeps what passes."""

from __future__ import annotations

import argparse
import getpass
import json
import logging
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from kiosk.calibrating.current import counts_for, usual_state_dir
from kiosk.calibrating.hands import FolderHands, People, SimulatedHands
from kiosk.calibrating.steps import (
    Hands,
    Pictures,
    Rhythm,
    Tell,
    check_dice,
    check_tray,
    measure,
    measure_lens,
)
from kiosk.cli import UsageError
from kiosk.commands.read import own_dice_of
from kiosk.settings import is_pi
from vision.calibrating.check import LAYINGS, Laying, together
from vision.calibrating.compared import compared
from vision.calibrating.troubles import Trouble, Troubled
from vision.calibrating.versions import NoVersion, Version, Versions
from vision.calibration import Calibration, CalibrationFault
from vision.calibration_record import Locked, Made
from vision.cameras.folder import make as make_folder
from vision.cameras.kinds import EXPECTED
from vision.cameras.opening import UnknownCamera, Wanted, is_live, open_camera
from vision.cameras.protocol import Camera, CameraFault, Image
from vision.reader import Reader

HELP = "calibrate the camera over the tray, check it with dice, and keep what passes"
FRAMES, LOOKS = 8, 5
"""Pictures of the empty tray, and of each laying of dice."""
_STALE = 4
"""A camera may have so many pictures ready that were taken before."""
_MOST = 200


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    usual = "pi" if is_pi() else "sim"
    parser.add_argument(
        "--camera", metavar="SOURCE", default=usual, help=f"{EXPECTED} (default here: {usual})"
    )
    parser.add_argument(
        "--state-dir", metavar="DIR", type=Path, help="where the table's calibrations are kept"
    )
    parser.add_argument(
        "--frames", metavar="N", type=int, default=FRAMES, help=f"pictures of the tray ({FRAMES})"
    )
    parser.add_argument("--not-empty", action="store_true", help="dice may lie in the tray: no flat field")
    parser.add_argument(
        "--card",
        metavar="FOLDER",
        nargs="?",
        const="",
        help="measure the lens with the calibration card, in the pictures of a folder or held under the camera",
    )
    parser.add_argument(
        "--usual-lens", action="store_true", help="forget what the card told: the camera's data sheet counts"
    )
    parser.add_argument(
        "--out", metavar="FILE", type=Path, help="write what was measured there, checked or not"
    )
    parser.add_argument("--who", metavar="NAME", help="who calibrates (default: the user's name)")
    parser.add_argument("--note", metavar="TEXT", default="", help="something to remember")
    parser.add_argument("--json", action="store_true", help="one JSON object a step")
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--check", action="store_true", help="only check the current calibration")
    instead.add_argument("--list", action="store_true", help="only say which calibrations are kept")
    instead.add_argument(
        "--compare", metavar="N", type=int, help="only compare calibration N with the current one"
    )
    instead.add_argument(
        "--back", action="store_true", help="only go back to the calibration before this one"
    )
    instead.add_argument("--use", metavar="N", type=int, help="only go to calibration N")


def run(args: argparse.Namespace) -> int:
    """0 when it was kept, or when the check passed; 1 when something was wrong: the earlier calibration stays then."""
    logging.basicConfig(format="%(message)s", stream=sys.stderr)
    if not 1 <= args.frames <= _MOST:
        raise UsageError(f"--frames {args.frames}: expected 1 to {_MOST}")
    versions = Versions(args.state_dir or usual_state_dir())
    tell = _teller(args.json)
    try:
        if args.list or args.compare is not None or args.back or args.use is not None:
            return _kept(args, versions, tell)
        with _camera(args.camera, _locked(versions) if args.check else None) as camera:
            session = _Session(args, versions, camera, tell)
            return session.check() if args.check else session.calibrate()
    except Troubled as problem:
        tell(
            {"step": "trouble", "kind": problem.trouble.kind, "text": problem.trouble.text},
            problem.trouble.text,
        )
    except (CameraFault, NoVersion, CalibrationFault) as fault:
        print(f"raflebord calibrate: {fault}", file=sys.stderr)
    return 1


def _teller(as_json: bool) -> Tell:
    def tell(told: Mapping[str, Any], words: str) -> None:
        print(json.dumps(told, ensure_ascii=False) if as_json else words, flush=True)

    return tell


def _locked(versions: Versions) -> Locked | None:
    """The settings that the camera is to hold while it is checked."""
    current = versions.current()
    return current.calibration.locked if current and current.calibration else None


@contextmanager
def _camera(spec: str, locked: Locked | None) -> Iterator[Camera]:
    try:
        camera = open_camera(spec, locked=locked)
    except UnknownCamera as problem:
        raise UsageError(str(problem)) from problem
    try:
        yield camera
    finally:
        camera.close()


class _Session:
    """One calibration, or one check, of an open camera."""

    def __init__(self, args: argparse.Namespace, versions: Versions, camera: Camera, tell: Tell) -> None:
        self._args, self._versions, self._tell = args, versions, tell
        live = is_live(args.camera)
        drawn = args.camera.partition(":")[0] == "sim"
        rhythm = Rhythm(args.frames, LOOKS if live or drawn else 1, _STALE if live else 0)
        self._pictures = Pictures(camera, rhythm)
        self._hands: Hands = SimulatedHands(camera) if drawn else People(args.json)

    def calibrate(self) -> int:
        """Measure, check, keep."""
        earlier = self._versions.current()
        lens = self._lens(earlier.calibration if earlier else None)
        found = measure(self._pictures, lens, not self._args.not_empty, self._tell)
        light = earlier.calibration.light if earlier and earlier.calibration else None
        found = replace(found, light=light, made=self._made())
        if self._args.out:
            found.save(self._args.out)
        layings = self._layings(found)
        if not _passed(layings):
            return self._refused()
        version = self._versions.keep(replace(found, checked=together(layings)))
        self._tell({"step": "kept", "number": version.number}, f"Kept as calibration {version.number}.")
        return 0

    def check(self) -> int:
        """Check what is kept."""
        current = self._versions.current()
        if current is None:
            raise Troubled(Trouble("not_calibrated"))
        if current.calibration is None:
            raise CalibrationFault(current.fault)
        if not counts_for(current.calibration, self._args.camera):
            raise CalibrationFault(
                f"the calibration in use is not of {self._args.camera}: calibrate that first"
            )
        still = check_tray(self._pictures, current.calibration, self._tell)
        passed = _passed(self._layings(current.calibration)) and still
        words = "The calibration is good." if passed else "The calibration has not passed: calibrate anew."
        self._tell({"step": "checked", "ok": passed}, words)
        return 0 if passed else 1

    def _lens(self, earlier: Calibration | None) -> Calibration | None:
        """As the card tells it, now or before; None for the usual one."""
        if self._args.card is None:
            return None if self._args.usual_lens else _measured_before(earlier, self._args.camera)
        if self._args.card:
            folder = _folder(self._args.card)
            return measure_lens(lambda: _image(folder), FolderHands(), self._tell)
        return measure_lens(lambda: next(iter(self._pictures.some(1)), None), self._hands, self._tell)

    def _layings(self, calibration: Calibration) -> list[Laying]:
        reader = Reader(calibration, own=own_dice_of(self._versions.path))
        return check_dice(self._pictures, reader, self._hands, LAYINGS, self._tell)

    def _made(self) -> Made:
        when = datetime.now(UTC).isoformat(timespec="seconds")
        who = self._args.who if self._args.who is not None else _user()
        return Made(when, who, self._args.camera, self._args.note)

    def _refused(self) -> int:
        words = "Not kept: the check with the six-sided dice was not passed. The earlier calibration stays."
        self._tell({"step": "refused", "text": words}, words)
        return 1


def _measured_before(earlier: Calibration | None, camera: str) -> Calibration | None:
    """The lens of the calibration in use, if it was measured with the card, of this camera."""
    if earlier is None or earlier.lens is None or earlier.lens.origin != "card":
        return None
    return earlier if earlier.made is None or earlier.made.camera == camera else None


def _passed(layings: Sequence[Laying]) -> bool:
    """Black dice may be left out: not every table has them."""
    return any(laying.asked.kind == "d6" for laying in layings)


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a service may run as nobody with a name
        return ""


def _folder(name: str) -> Camera:
    if not Path(name).is_dir():
        raise UsageError(f"--card {name}: there is no such folder of pictures of the card")
    try:
        return make_folder(Wanted(name))
    except UnknownCamera as problem:
        raise UsageError(str(problem)) from problem


def _image(camera: Camera) -> Image | None:
    frame = camera.read()
    return None if frame is None else frame.image


def _kept(args: argparse.Namespace, versions: Versions, tell: Tell) -> int:
    """What is kept: listed, compared, gone back to."""
    if args.list:
        for version in versions.all():
            tell(_listed(version), _line(version))
        return 0
    if args.compare is not None:
        return _compare(args.compare, versions, tell)
    version = versions.go_back() if args.back else versions.use(args.use)
    tell({"step": "used", "number": version.number}, f"Calibration {version.number} is used from now on.")
    return 0


def _listed(version: Version) -> dict[str, Any]:
    made = version.calibration.made if version.calibration else None
    told: dict[str, Any] = {
        "number": version.number,
        "current": version.current,
        "fault": version.fault or None,
    }
    return told | {"when": made.when if made else None, "who": made.who if made else None}


def _line(version: Version) -> str:
    mark = "*" if version.current else " "
    if version.calibration is None:
        return f"{mark} {version.number}: {version.fault}"
    made, placed = version.calibration.made, version.calibration.placed
    when = f"{made.when} {made.who} {made.camera}".rstrip() if made else "date unknown"
    error = f", {placed.error:.2f} mm" if placed else ""
    return f"{mark} {version.number}: {when}{error}{f': {made.note}' if made and made.note else ''}"


def _compare(number: int, versions: Versions, tell: Tell) -> int:
    every = {version.number: version for version in versions.all()}
    current = versions.current()
    if number not in every or current is None:
        raise NoVersion(f"there is no calibration {number} to compare with the current one")
    one, other = every[number], current
    for version in (one, other):
        if version.calibration is None:
            raise CalibrationFault(version.fault)
    assert one.calibration is not None and other.calibration is not None
    for line in compared(one.calibration, other.calibration):
        before, after = (_figure(value) for value in (line.before, line.after))
        tell(
            {"what": line.what, "before": line.before, "after": line.after},
            f"{line.what:8} {before:>10} {after:>10}",
        )
    return 0


def _figure(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"
