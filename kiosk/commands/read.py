"""`raflebord read`: reads the dice in still pictures."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from kiosk.cli import UsageError
from vision.annotate import annotated
from vision.calibration import Calibration, CalibrationFault, load
from vision.cameras.protocol import Image
from vision.reader import read_picture
from vision.reading import Die, Reading

HELP = "read the dice in still pictures"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="a picture (JPEG, PNG, ...)")
    parser.add_argument("--json", action="store_true", help="one JSON object a picture")
    parser.add_argument("--calibration", metavar="FILE", type=Path, help="the camera's calibration")
    parser.add_argument("--annotate", metavar="DIR", type=Path, help="write pictures with what was seen")


def run(args: argparse.Namespace) -> int:
    """Reads each file; 1 when one of them could not be read."""
    calibration = calibration_of(args.calibration)
    if args.annotate:
        _make_folder(args.annotate)
    good = [_one(calibration, path, args) for path in args.files]
    return 0 if all(good) else 1


def calibration_of(path: Path | None) -> Calibration | None:
    """The calibration in a file named on the command line, None without one; raises UsageError."""
    try:
        return load(path) if path else None
    except CalibrationFault as fault:
        raise UsageError(str(fault)) from fault


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise UsageError(
            f"--annotate {folder}: no folder can be made there ({problem.strerror})"
        ) from problem


def _one(calibration: Calibration | None, path: Path, args: argparse.Namespace) -> bool:
    image, fault = _picture(path)
    if image is None:
        _tell(args.json, {"file": str(path), "error": fault}, f"{path}: {fault}")
        return False
    reading = read_picture(image, calibration)
    _tell(args.json, {"file": str(path), **reading.to_json()}, _words(path, reading))
    if args.annotate:
        _write(args.annotate / f"{path.stem}.read.jpg", annotated(image, reading))
    return True


def _picture(path: Path) -> tuple[Image | None, str]:
    """The picture in a file, or None and why not."""
    try:
        data = path.read_bytes()
    except OSError as problem:
        return None, f"cannot be read ({problem.strerror})"
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    except cv2.error:
        image = None
    return (None, "is not a picture") if image is None else (np.asarray(image, np.uint8), "")


def _write(path: Path, image: Image) -> None:
    encoded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1]
    try:
        path.write_bytes(encoded.tobytes())
    except OSError as problem:
        raise UsageError(f"{path}: cannot be written ({problem.strerror})") from problem


def _tell(as_json: bool, data: dict[str, Any], words: str) -> None:
    print(json.dumps(data, ensure_ascii=False) if as_json else words, flush=True)


def _words(path: Path, reading: Reading) -> str:
    dice = ", ".join(_die_words(die) for die in reading.dice) or "no dice"
    lines = [f"{path}: {dice}"]
    return "\n".join([*lines, *(f"  {problem.text}" for problem in reading.problems)])


def _die_words(die: Die) -> str:
    words = str(die.value) if die.status == "ok" else die.status
    return f"{words} (in the lane)" if die.zone == "hold" else words
