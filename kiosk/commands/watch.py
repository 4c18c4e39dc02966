"""`raflebord watch`: the tray's states and settled readings of a folder, a film or a camera."""

from __future__ import annotations

import argparse
import json
import logging
import math
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

from kiosk.calibrating.current import current_for, usual_state_dir
from kiosk.cli import UsageError
from kiosk.commands.read import calibration_of, own_dice_of
from vision.cameras.kinds import EXPECTED
from vision.cameras.opening import UnknownCamera, is_live, open_camera
from vision.cameras.protocol import Camera, CameraFault
from vision.observations import Change, Observation, Settled, StateChanged
from vision.reader import Reader
from vision.reading import Die
from vision.watch.watcher import Watcher

HELP = "watch the tray: its states and what the dice show when they have settled"
FASTEST = 1000.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("source", metavar="SOURCE", help=EXPECTED)
    parser.add_argument("--fps", metavar="F", type=float, help="frames a second (a folder: 15)")
    parser.add_argument("--json", action="store_true", help="one JSON object for each change")
    parser.add_argument("--calibration", metavar="FILE", type=Path, help="the camera's calibration")
    parser.add_argument(
        "--state-dir", metavar="DIR", type=Path, help="where the table's calibrations are kept"
    )


def _calibration_path(args: argparse.Namespace) -> Path | None:
    """The file that was named, or the current calibration of this live camera. Folders and films tell the same on
    every machine, whatever is calibrated there."""
    if args.calibration or not (is_live(args.source) or args.source.partition(":")[0] == "sim"):
        return cast("Path | None", args.calibration)
    return current_for(args.state_dir or usual_state_dir(), args.source)


def run(args: argparse.Namespace) -> int:
    """Watches until the source ends; 1 when it fails before."""
    logging.basicConfig(format="%(message)s", stream=sys.stderr)
    path = _calibration_path(args)
    reader = Reader(calibration_of(path), own=own_dice_of(path))
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
    settled: Settled | None = None
    while (frame := camera.read()) is not None:
        for change, fresh in _told(watcher.feed(frame)):
            settled = fresh or settled
            shown = settled if change.state == "settled" else None
            print(_json(change, shown) if as_json else _words(change, shown), flush=True)


def _told(seen: Sequence[Observation]) -> Iterator[tuple[StateChanged, Settled | None]]:
    """Each change of state with the new reading that comes with it; a reading alone counts as a change to settled."""
    readings = [one for one in seen if isinstance(one, Settled)]
    changes = [one for one in seen if isinstance(one, StateChanged)]
    for change in changes:
        yield change, readings.pop(0) if change.state == "settled" and readings else None
    for reading in readings:
        yield StateChanged(reading.t, reading.frame, "settled"), reading


def _json(change: StateChanged, settled: Settled | None) -> str:
    data: dict[str, Any] = {"t": round(change.t, 3), "frame": change.frame, "state": change.state}
    if change.fault:
        data |= {"fault": change.fault.kind, "text": change.fault.text}
    if settled:
        # Settled again without a new reading: all lies as it has been told.
        fresh = settled.frame == change.frame
        dice = zip(settled.reading.dice, settled.tracks, strict=True)
        data["dice"] = [_die_json(die, track.id, track.change if fresh else "same") for die, track in dice]
        data["gone"] = list(settled.gone) if fresh else []
        data["problems"] = [problem.to_json() for problem in settled.reading.problems]
    return json.dumps(data, ensure_ascii=False)


def _die_json(die: Die, name: int, change: Change) -> dict[str, Any]:
    """The die as `read` prints it, and which one it is."""
    return {**die.to_json(), "id": name, "change": change}


def _words(change: StateChanged, settled: Settled | None) -> str:
    line = f"{change.t:9.3f} s  {change.state}"
    if change.fault:
        return f"{line}: {change.fault.text}"
    if settled is None:
        return line
    notes = "".join(f"\n{'':13}{problem.text}" for problem in settled.reading.problems)
    return f"{line}: {', '.join(_die_words(die) for die in settled.reading.dice)}{notes}"


def _die_words(die: Die) -> str:
    shows = str(die.value) if die.status == "ok" else die.status
    what = shows if die.kind == "d6" else f"{shows} (d12)"
    return f"{what} in the lane" if die.zone == "hold" else what
