"""Calibrations are kept, compared and gone back to."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from calibrating_stage import pictures, shifted

from vision.calibrating.compared import compared
from vision.calibrating.survey import survey
from vision.calibrating.versions import CURRENT, FOLDER, NoVersion, Versions
from vision.calibration import Calibration, CalibrationFault, assumed, load
from vision.calibration_record import Made


def made(who: str) -> Calibration:
    return replace(assumed((1280, 720)), made=Made("2026-11-30T18:00:00+00:00", who, "pi"))


def whose(calibration: Calibration | None) -> str:
    assert calibration is not None
    assert calibration.made is not None
    return calibration.made.who


def current(folder: Path) -> str:
    return whose(load(folder / CURRENT))


def test_at_first_there_is_none(tmp_path: Path) -> None:
    versions = Versions(tmp_path / "state")
    assert (versions.all(), versions.current()) == ([], None)
    with pytest.raises(NoVersion):
        versions.go_back()


def test_each_is_kept_and_the_newest_is_the_current_one(tmp_path: Path) -> None:
    versions = Versions(tmp_path)
    assert [versions.keep(made(who)).number for who in "abc"] == [1, 2, 3]
    assert [(one.number, whose(one.calibration), one.current) for one in versions.all()] == [
        (1, "a", False),
        (2, "b", False),
        (3, "c", True),
    ]
    assert current(tmp_path) == "c"


def test_one_step_leads_back_and_another_further(tmp_path: Path) -> None:
    versions = Versions(tmp_path)
    for who in "abc":
        versions.keep(made(who))
    assert versions.go_back().number == 2
    assert current(tmp_path) == "b"
    assert versions.go_back().number == 1
    with pytest.raises(NoVersion, match="no earlier"):
        versions.go_back()
    assert versions.use(3).number == 3
    assert current(tmp_path) == "c"


def test_what_is_kept_after_going_back_is_the_newest(tmp_path: Path) -> None:
    versions = Versions(tmp_path)
    for who in "ab":
        versions.keep(made(who))
    versions.go_back()
    assert versions.keep(made("c")).number == 3
    assert versions.go_back().number == 2


def test_a_file_made_by_hand_becomes_a_version(tmp_path: Path) -> None:
    made("hand").save(tmp_path / CURRENT)
    versions = Versions(tmp_path)
    seen = versions.current()
    assert seen is not None and whose(seen.calibration) == "hand"
    versions.keep(made("new"))
    assert whose(versions.go_back().calibration) == "hand"


def test_a_broken_version_is_named_and_not_gone_to(tmp_path: Path) -> None:
    versions = Versions(tmp_path)
    for who in "ab":
        versions.keep(made(who))
    (tmp_path / FOLDER / "0001.json").write_text("{", encoding="utf-8")
    assert "JSON" in versions.all()[0].fault
    with pytest.raises(CalibrationFault):
        versions.go_back()
    assert current(tmp_path) == "b"


def test_where_nothing_can_be_written_the_earlier_one_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    versions = Versions(tmp_path)
    versions.keep(made("a"))

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(OSError, match="space"):
        versions.keep(made("b"))
    assert current(tmp_path) == "a"
    assert len(versions.all()) == 1


def test_the_state_directory_may_be_moved(tmp_path: Path) -> None:
    Versions(tmp_path / "here").keep(made("a"))
    (tmp_path / "here").rename(tmp_path / "there")
    assert current(tmp_path / "there") == "a"


def test_two_are_compared() -> None:
    before = survey(pictures()[:1]).calibration()
    after = survey([shifted(pictures()[0], 4.0, 0.0)]).calibration()
    figures = {line.what: (line.before, line.after) for line in compared(before, after)}
    assert figures["tray"] == (0.0, pytest.approx(2.0, abs=0.3))
    assert figures["field"] == pytest.approx((66.0, 66.0), abs=0.1)
    assert figures["light"][0] == pytest.approx(figures["light"][1], abs=1.0)


def test_what_was_not_measured_is_left_open() -> None:
    figures = {line.what: (line.before, line.after) for line in compared(made("a"), made("b"))}
    assert figures["tray"] == (0.0, None)
    assert figures["noise"] == (None, None)
