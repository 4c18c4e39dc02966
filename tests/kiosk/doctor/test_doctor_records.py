"""What the doctor makes of what is kept: the journal and the calibration."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from doctor_checks import LENS, NOW
from journal_games import write_games

from kiosk.doctor import calibration, journal
from kiosk.doctor.check import Grade


def test_the_journal(tmp_path: Path) -> None:
    assert journal.check(journal.looked(tmp_path)).found.startswith("none yet")
    write_games(tmp_path, ["yatzy"], most=20)
    assert journal.check(journal.looked(tmp_path)).grade == "fine"
    (tmp_path / "journal.sqlite3").write_bytes(b"no database " * 500)
    assert journal.check(journal.looked(tmp_path)).grade == "look"


def test_a_calibration_that_is_missing_or_of_no_use(tmp_path: Path) -> None:
    file = tmp_path / "calibration.json"
    missing = calibration.looked(file, "pi", NOW)[0]
    assert calibration.check(missing, simulated=False).grade == "look"
    assert calibration.check(missing, simulated=True).grade == "elsewhere"
    file.write_text("{}")
    kept, found = calibration.looked(file, "pi", NOW)
    check = calibration.check(kept, simulated=True)
    assert (check.grade, "is not a calibration file" in check.found, found) == ("look", True, None)


@pytest.mark.parametrize(
    "kept, grade, words",
    [
        (calibration.Kept(None, age=10.0, wrong=0, error=0.3), "fine", "10 days old, the felt to 0.3 mm"),
        (calibration.Kept(None, age=10.0, wrong=1), "look", "1 dice told wrongly"),
        (calibration.Kept(None, age=10.0), "look", "not checked with dice"),
        (calibration.Kept(None, age=400.0, wrong=0), "look", "400 days old"),
        (calibration.Kept(None, age=-3.0, wrong=0), "fine", "0 days old"),
    ],
)  # fmt: skip
def test_a_calibration_that_is_there(kept: calibration.Kept, grade: Grade, words: str) -> None:
    check = calibration.check(kept, simulated=False)
    assert check.grade == grade
    assert words in check.found


def test_a_calibration_without_a_date_is_as_old_as_its_file(tmp_path: Path) -> None:
    file = tmp_path / "calibration.json"
    file.write_text(json.dumps(LENS))
    kept, found = calibration.looked(file, "pi", file.stat().st_mtime + 5 * 86400)
    assert kept.age == pytest.approx(5.0)
    assert found is not None


def test_a_calibration_of_another_camera_is_none(tmp_path: Path) -> None:
    file = tmp_path / "calibration.json"
    made = {"when": "2025-11-30T12:00:00Z", "who": "", "camera": "sim:seed=3", "note": ""}
    file.write_text(json.dumps({**LENS, "version": 2, "made": made}))
    kept, found = calibration.looked(file, "pi", NOW)
    assert (calibration.check(kept, simulated=False).grade, found) == ("look", None)
    kept, found = calibration.looked(file, "sim", NOW)
    assert found is not None
    assert kept.age is not None
