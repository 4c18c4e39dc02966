"""The calibration file: kept as it was, and refused in one line when it cannot be used."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vision.calibration import Calibration, CalibrationFault, assumed, load
from vision.calibration_record import Checked, LensRecord, Locked, Made, Placed, Seen

QUAD = ((1.0, 2.0), (3.0, 2.0), (3.0, 4.0), (1.0, 4.5))
WHOLE = Calibration(
    (1280, 720),
    (985.0, 984.0),
    (641.0, 358.5),
    (0.01, -0.002, 0.0, 0.0, 0.0),
    light=120,
    lens=LensRecord("card", 14, 0.95, 0.06),
    locked=Locked(8000, 1.5, (2.1, 1.7), 2.08),
    placed=Placed((0.01, -0.02, 0.0), (-130.0, -129.5, 490.0), 0.4, tuple((name, QUAD) for name in range(4))),
    seen=Seen((220.0, 221.0, 222.5), 0.45, 1.8, ((0.9, 1.0), (1.1, 1.0))),
    checked=Checked(9, 8, 1, 0, 0.98),
    made=Made("2026-11-30T18:00:00+00:00", "Åse", "pi", "new lamp"),
)


def test_it_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    lens = Calibration((1280, 720), (985.0, 984.0), (641.0, 358.5), (0.01, -0.002, 0.0, 0.0, 0.0))
    lens.save(tmp_path / "lens.json")
    assert load(tmp_path / "lens.json") == lens


def test_a_whole_calibration_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    WHOLE.save(tmp_path / "lens.json")
    assert load(tmp_path / "lens.json") == WHOLE
    assert json.loads((tmp_path / "lens.json").read_text(encoding="utf-8"))["version"] == 2
    assert [path.name for path in tmp_path.iterdir()] == ["lens.json"]


def test_a_file_of_version_1_is_still_read(tmp_path: Path) -> None:
    """As the program before wrote it."""
    old = {
        "version": 1,
        "size": [1280, 720],
        "focal": [985.0, 984.0],
        "middle": [641.0, 358.5],
        "distortion": [0.01, -0.002, 0.0, 0.0, 0.0],
        "light": 120,
    }
    (tmp_path / "lens.json").write_text(json.dumps(old), encoding="utf-8")
    found = load(tmp_path / "lens.json")
    assert (found.focal, found.light, found.distortion) == (WHOLE.focal, 120, WHOLE.distortion)
    assert (found.lens, found.locked, found.placed, found.seen, found.checked, found.made) == (None,) * 6


def test_a_newer_file_is_refused_and_says_why(tmp_path: Path) -> None:
    path = tmp_path / "lens.json"
    WHOLE.save(path)
    path.write_text(
        path.read_text(encoding="utf-8").replace('"version": 2', '"version": 3'), encoding="utf-8"
    )
    with pytest.raises(CalibrationFault, match="version 3, newer than this program knows"):
        load(path)


def test_the_assumed_lens_sees_66_degrees_across() -> None:
    assert assumed((1280, 720)).focal[0] == pytest.approx(985.5, abs=0.1)


def test_a_lens_fits_every_resolution() -> None:
    matrix = assumed((1280, 720)).matrix((2560, 1440))
    assert matrix == pytest.approx(assumed((2560, 1440)).matrix((2560, 1440)))


@pytest.mark.parametrize(
    "change",
    [
        {"version": 3},
        {"version": 0},
        {"version": "1"},
        {"version": True},
        {"focal": [0, 900]},
        {"size": [1280]},
        {"middle": "here"},
        {"distortion": [1]},
        {"focal": [float("nan"), 900]},
        {"light": 0},
        {"light": 1.5},
        {"lens": {"origin": "guessed", "poses": 1, "coverage": 1, "error": 0}},
        {"lens": []},
        {"locked": {"exposure": 0, "gain": 1, "white_balance": [1, 1], "lens_position": 2}},
        {"locked": {"exposure": 8000, "gain": 1, "white_balance": [1], "lens_position": 2}},
        {"placed": {"turn": [0, 0], "shift": [0, 0, 1], "error": 0.4, "corners": []}},
        {"placed": {"turn": [0, 0, 0], "shift": [0, 0, 1], "error": 0.4, "corners": [[0, [[1, 2]]]]}},
        {"seen": {"white": [1, 2, 3], "blur": "sharp", "noise": None, "flat": []}},
        {"checked": {"faces": 6, "right": -1, "asked": 0, "wrong": 0, "confidence": 1}},
        {"made": {"when": 5, "who": "", "camera": "", "note": ""}},
        {"made": "yesterday"},
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
