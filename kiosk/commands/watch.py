"""`raflebord watch`: the tray's states and settled readings of a folder, a film or a camera."""

from __future__ import annotations

import argparse
import json
import logging
import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kiosk.cli import UsageError
from kiosk.commands.read import calibration_of
from vision.cameras.opening import EXPECTED, UnknownCamera, is_live, open_camera
from vision.cameras.protocol import Camera, CameraFault
from vision.observations import Observation, Settled, StateChanged
from vision.reader import Reader
from vision.reading import Die, Reading
from vision.watch import Watcher

HELP = "watch the tray: its states and what the dice show when they have settled"
FASTEST = 1000.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("source", metavar="SOURCE", help=EXPECTED)
    parser.add_argument("--fps", metavar="F", type=float, help="frames a second (a folder: 15)")
    parser.add_argument("--json", action="store_true", help="one JSON object for each change")
    parser.add_argument("--calibration", metavar="FILE", type=Path, help="the camera's calibration")


def run(args: argparse.Namespace) -> int:
    """Watches until the source ends; 1 when it fails before."""
    logging.basicConfig(format="%(message)s", stream=sys.stderr)
    reader = Reader(calibration_of(args.calibration))
    watcher = Watcher(reader, reader.view, is_live(args.source))
    camera = _opened(args.source, args.fps)
    try:
        _watch(camera, watcher, args.json)
    except CameraFault as fault:
        print(f"raflebord watch: {fault}", file=sys.stderr)
        return 1
    finally:
        camera.close()
    return 0


def _opened(source: str, fps: float | None) -> Camera:
    if fps is not None and not (math.isfinite(fps) and 0 < fps <= FASTEST):
        raise UsageError(f"--fps {fps:g}: expected a number above 0, at most {FASTEST:g}")
    try:
        return open_camera(source, fps)
    except (UnknownCamera, CameraFault) as problem:
        raise UsageError(str(problem)) from problem


def _watch(camera: Camera, watcher: Watcher, as_json: bool) -> None:
    reading: Reading | None = None
    while (frame := camera.read()) is not None:
        seen = watcher.feed(frame)
        reading = next((one.reading for one in seen if isinstance(one, Settled)), reading)
        for change in _changes(seen):
            shown = reading if change.state == "settled" else None
            print(_json(change, shown) if as_json else _words(change, shown), flush=True)


def _changes(seen: Sequence[Observation]) -> list[StateChanged]:
    """The changes of state; a settled reading comes together with one."""
    return [one for one in seen if isinstance(one, StateChanged)]


def _json(change: StateChanged, reading: Reading | None) -> str:
    data: dict[str, Any] = {"t": round(change.t, 3), "frame": change.frame, "state": change.state}
    if change.fault:
        data |= {"fault": change.fault.kind, "text": change.fault.text}
    if reading:
        data["dice"] = [die.to_json() for die in reading.dice]
        data["problems"] = [problem.to_json() for problem in reading.problems]
    return json.dumps(data, ensure_ascii=False)


def _words(change: StateChanged, reading: Reading | None) -> str:
    line = f"{change.t:9.3f} s  {change.state}"
    if change.fault:
        return f"{line}: {change.fault.text}"
    if reading is None:
        return line
    notes = "".join(f"\n{'':13}{problem.text}" for problem in reading.problems)
    return f"{line}: {', '.join(_die_words(die) for die in reading.dice)}{notes}"


def _die_words(die: Die) -> str:
    shows = str(die.value) if die.status == "ok" else die.status
    what = shows if die.kind == "d6" else f"{shows} (d12)"
    return f"{what} in the lane" if die.zone == "hold" else what
