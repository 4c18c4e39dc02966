"""The calibration file: kept as it was, and refused in one line when it cannot be used."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vision.calibration import Calibration, CalibrationFault, assumed, load


def test_it_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    lens = Calibration((1280, 720), (985.0, 984.0), (641.0, 358.5), (0.01, -0.002, 0.0, 0.0, 0.0))
    lens.save(tmp_path / "lens.json")
    assert load(tmp_path / "lens.json") == lens


def test_the_assumed_lens_sees_66_degrees_across() -> None:
    assert assumed((1280, 720)).focal[0] == pytest.approx(985.5, abs=0.1)


def test_a_lens_fits_every_resolution() -> None:
    matrix = assumed((1280, 720)).matrix((2560, 1440))
    assert matrix == pytest.approx(assumed((2560, 1440)).matrix((2560, 1440)))


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"focal": [0, 900]},
        {"size": [1280]},
        {"middle": "here"},
        {"distortion": [1]},
        {"focal": [float("nan"), 900]},
    ],
    ids=str,
)
def test_a_file_that_is_not_right_is_refused_in_one_line(tmp_path: Path, change: dict[str, object]) -> None:
    path = tmp_path / "lens.json"
    assumed((1280, 720)).save(path)
    path.write_text(json.dumps({**json.loads(path.read_text(encoding="utf-8")), **change}), encoding="utf-8")
    with pytest.raises(CalibrationFault) as fault:
        load(path)
    assert str(path) in str(fault.value)
    assert "\n" not in str(fault.value)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "{}"])
def test_no_calibration_at_all_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "lens.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CalibrationFault):
        load(path)
