"""The tray's pose from rendered pictures alone: within half a millimetre at the felt's corners, and honest about it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.calibrating.pose import fit
from vision.calibration import Calibration
from vision.calibration_record import LensRecord
from vision.markers import Markers, markers_in
from vision.reader import Reader

OWN = Path(__file__).parents[1] / "data" / "render"
SHARED = Path(__file__).parents[2].parent / "shared" / "data" / "render"


def frames(folder: Path) -> Iterator[tuple[dict[str, Any], Markers]]:
    for frame in json.loads((folder / "truth.json").read_text(encoding="utf-8"))["frames"]:
        yield frame, markers_in(np.asarray(cv2.imread(str(folder / frame["file"])), np.uint8))


def true_lens(frame: dict[str, Any]) -> Calibration:
    matrix, (k1, k2) = frame["camera"]["K"], frame["camera"]["dist_k1_k2"]
    return Calibration(
        tuple(frame["size"]),
        (matrix[0][0], matrix[1][1]),
        (matrix[0][2], matrix[1][2]),
        (k1, k2, 0.0, 0.0, 0.0),
        lens=LensRecord("card"),
    )


def off(frame: dict[str, Any], markers: Markers, lens: Calibration | None) -> tuple[float, float]:
    """How far the felt's corners are off, mm, and how far they are said to be at most."""
    found = fit(markers, tuple(frame["size"]), lens)
    assert found is not None
    view = found.view()
    ways = view.corners - np.array(frame["tray"]["floor_corners_px"])
    return float(np.hypot(*ways.T).max()) / view.px_per_mm, found.error


@pytest.mark.parametrize("frame, markers", list(frames(OWN)), ids=lambda one: one.get("file") or "")
def test_the_felts_corners_are_where_they_are(frame: dict[str, Any], markers: Markers) -> None:
    assert off(frame, markers, None)[0] <= 0.5
    assert off(frame, markers, true_lens(frame))[0] <= 0.2


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared renders are not on this machine")
def test_on_all_renders_and_what_is_said_of_the_error_holds() -> None:
    figures = np.array([off(frame, markers, None) for frame, markers in frames(SHARED)])
    assert figures[:, 0].max() <= 0.5
    assert (figures[:, 0] <= figures[:, 1]).mean() >= 0.95
    assert figures[:, 1].max() < 0.6


def test_three_markers_are_enough_and_two_are_not() -> None:
    frame, markers = next(frames(OWN))
    three = {name: markers[name] for name in (0, 1, 2)}
    assert off(frame, three, None)[0] <= 0.6
    assert fit({name: markers[name] for name in (0, 1)}, tuple(frame["size"])) is None


@pytest.mark.parametrize("degrees", [0.0, 180.0])
def test_how_far_the_camera_is_turned(degrees: float) -> None:
    frame, markers = next(frames(OWN))
    wide, high = frame["size"]
    seen = markers if not degrees else {k: np.array([wide - 1, high - 1]) - at for k, at in markers.items()}
    found = fit(seen, (wide, high))
    assert found is not None
    assert abs(found.roll) == pytest.approx(degrees, abs=3.0)


def told(frame: dict[str, Any], lens: Calibration | None) -> list[tuple[str, int | None]]:
    image = np.asarray(cv2.imread(str(OWN / frame["file"])), np.uint8)
    return [(die.status, die.value) for die in Reader(lens).read(image).dice]


def test_a_fresh_calibration_reads_as_well_as_the_true_one() -> None:
    fresh, true = 0, 0
    for frame, markers in frames(OWN):
        found = fit(markers, tuple(frame["size"]))
        assert found is not None
        fresh += sum(status == "ok" for status, _ in told(frame, found.lens))
        true += sum(status == "ok" for status, _ in told(frame, true_lens(frame)))
    assert fresh >= true > 10
