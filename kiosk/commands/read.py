"""`raflebord read`: reads the dice in still pictures."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from kiosk.calibrating.current import current_for_pictures, fits, usual_state_dir
from kiosk.cli import UsageError
from vision.annotate import annotated
from vision.calibration import Calibration, CalibrationFault, load
from vision.cameras.protocol import Image
from vision.own_dice import OwnDice, own_dice
from vision.reader import Reader
from vision.reading import Die, Reading

HELP = "read the dice in still pictures"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("files", metavar="FILE", nargs="+", help="a picture (JPEG, PNG, ...)")
    parser.add_argument("--json", action="store_true", help="one JSON object a picture")
    parser.add_argument("--calibration", metavar="FILE", type=Path, help="the camera's calibration")
    parser.add_argument(
        "--state-dir", metavar="DIR", type=Path, help="where the table's calibrations are kept"
    )
    parser.add_argument("--annotate", metavar="DIR", type=Path, help="write pictures with what was seen")


def run(args: argparse.Namespace) -> int:
    """Reads each file; 1 when one of them could not be read."""
    calibration, own = _calibration(args), own_dice_of(args.calibration)
    if args.annotate:
        _make_folder(args.annotate)
    names = _annotated_names(args.files)
    # A reader remembers where the tray was: of one folder's pictures nothing is known of each other.
    good = [_one(calibration, own, *pair, args) for pair in zip(args.files, names, strict=True)]
    return 0 if all(good) else 1


def _calibration(args: argparse.Namespace) -> Calibration | None:
    """The calibration that was named, or the current one of this machine's camera; raises UsageError."""
    if args.calibration:
        return calibration_of(args.calibration)
    return current_for_pictures(args.state_dir or usual_state_dir())


def calibration_of(path: Path | None) -> Calibration | None:
    """The calibration in a file named on the command line, None without one; raises UsageError."""
    try:
        return load(path) if path else None
    except CalibrationFault as fault:
        raise UsageError(str(fault)) from fault


def own_dice_of(calibration: Path | None) -> OwnDice:
    """What was learnt of the table's own dice, kept beside its calibration; raises UsageError."""
    return own_dice(calibration, _unusable)


def _unusable(fault: str) -> None:
    raise UsageError(fault)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise UsageError(
            f"--annotate {folder}: no folder can be made there ({problem.strerror})"
        ) from problem


def _annotated_names(files: list[str]) -> list[str]:
    """A name for each annotated picture; pictures of the same name in several folders are numbered."""
    names: list[str] = []
    for file in files:
        stem, number = Path(file).stem, 1
        name = f"{stem}.read.jpg"
        while name in names:
            number += 1
            name = f"{stem}-{number}.read.jpg"
        names.append(name)
    return names


def _one(
    calibration: Calibration | None,
    own: OwnDice,
    file: str,
    annotated_name: str,
    args: argparse.Namespace,
) -> bool:
    image, fault = _picture(file)
    # A file's name is any bytes; what is printed is UTF-8.
    name = os.fsencode(file).decode("utf-8", "backslashreplace")
    if image is None:
        _tell(args.json, {"file": name, "error": fault}, f"{name}: {fault}")
        return False
    if not args.calibration and calibration and not fits(calibration, (image.shape[1], image.shape[0])):
        calibration = None  # not a picture of the table's own camera
    reading = Reader(calibration, own=own).read(image)
    _tell(args.json, {"file": name, **reading.to_json()}, _words(name, reading))
    if args.annotate:
        _write(args.annotate / annotated_name, annotated(image, reading))
    return True


def _picture(file: str) -> tuple[Image | None, str]:
    """The picture in a file, or None and why not."""
    try:
        data = _bytes(Path(file)) if file else b""
    except OSError as problem:
        return None, f"cannot be read ({problem.strerror})"
    if data is None:
        return None, "cannot be read (it is no regular file)"
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    except cv2.error:
        image = None
    if image is None:
        return None, "is not a picture, or is damaged or too large"
    return np.asarray(image, np.uint8), ""


def _bytes(path: Path) -> bytes | None:
    """What a file holds; None for pipes and devices, which may never end. Raises OSError."""
    special = path.exists() and not path.is_file() and not path.is_dir()
    return None if special else path.read_bytes()


def _write(path: Path, image: Image) -> None:
    encoded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1]
    try:
        path.write_bytes(encoded.tobytes())
    except OSError as problem:
        with contextlib.suppress(OSError):
            path.unlink()  # half a picture helps nobody
        raise UsageError(f"{path}: cannot be written ({problem.strerror})") from problem


def _tell(as_json: bool, data: dict[str, Any], words: str) -> None:
    print(json.dumps(data, ensure_ascii=False) if as_json else words, flush=True)


def _words(name: str, reading: Reading) -> str:
    dice = ", ".join(_die_words(die) for die in reading.dice) or "no dice"
    lines = [f"{name}: {dice}"]
    return "\n".join([*lines, *(f"  {problem.text}" for problem in reading.problems)])


def _die_words(die: Die) -> str:
    words = str(die.value) if die.status == "ok" else die.status
    words += " (d12)" if die.kind == "d12" else ""
    return f"{words} (in the lane)" if die.zone == "hold" else words
