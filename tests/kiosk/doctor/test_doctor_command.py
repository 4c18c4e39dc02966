"""`raflebord doctor`: what all checks come to."""

from __future__ import annotations

import json
import sys
import zipfile
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest
from doctor_checks import LENS, NOW, ticking

from kiosk import cli
from kiosk.doctor import film, listing
from kiosk.doctor.film import Film
from kiosk.journal import Begun, Happened, Journal, state_lock
from vision.cameras.protocol import CameraFault


@pytest.fixture
def near(monkeypatch: pytest.MonkeyPatch) -> None:
    """The camera is filmed in this process: starting another takes its time."""

    def near(spec: str, calibration: Path | None) -> Film:
        from vision.cameras.opening import UnknownCamera, open_camera

        try:
            return film.filmed(open_camera(spec), False, ticking())
        except (UnknownCamera, CameraFault) as problem:
            return Film(str(problem))

    monkeypatch.setattr(listing.film, "film_apart", near)


def doctor(
    capsys: pytest.CaptureFixture[str], folder: Path, *words: str, camera: str = ""
) -> tuple[int, str]:
    source = camera or str(folder / "film")
    code = cli.main(["doctor", "--camera", source, "--state-dir", str(folder / "state"), *words])
    return code, capsys.readouterr().out


@pytest.mark.usefixtures("near")
def test_on_a_machine_that_is_no_pi_all_is_well(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = doctor(capsys, folder, "--json")
    *checks, last = map(json.loads, told.splitlines())
    assert [check["check"] for check in checks] == list(listing.CHECKS)
    assert (code, last["playable"], last["broken"]) == (0, True, [])
    grades = {check["check"]: check["grade"] for check in checks}
    assert (grades["camera"], grades["markers"], grades["panel"]) == ("fine", "fine", "elsewhere")
    assert all(set(check) == {"check", "grade", "found", "wanted", "todo"} for check in checks)


@pytest.mark.usefixtures("near")
def test_a_table_in_words_fits_a_terminal(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, told = doctor(capsys, folder)
    assert all(len(line) <= 110 for line in told.splitlines())
    assert "People can play" in told.splitlines()[-1]
    assert "to do: calibrate the camera" in told


@pytest.mark.usefixtures("near")
def test_without_a_camera_people_cannot_play(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    code, told = doctor(capsys, folder, camera="pi")
    assert code == 1
    assert told.splitlines()[-1] == "People cannot play: see to camera, markers, light."
    assert "install Debian's package python3-picamera2" in told


@pytest.mark.usefixtures("near")
def test_a_panel_that_does_not_open_is_broken(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", ModuleType("nothing"))
    code, told = doctor(capsys, folder, "--panel", "gpio", "--json")
    (found,) = [one for one in map(json.loads, told.splitlines()) if one.get("check") == "panel"]
    assert (code, found["grade"]) == (1, "broken")
    assert "python3-lgpio" in found["found"]


def test_while_a_table_plays_its_devices_are_left_to_it(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def taken(*_: object) -> Film:
        raise AssertionError("the camera was taken")

    monkeypatch.setattr(listing.film, "film_apart", taken)
    with state_lock(folder / "state"):
        table = Journal(folder / "state")
        table.write(Happened(NOW, 0.0, "started", {"boot": "a"}))
        code, told = doctor(capsys, folder, "--json")
        assert code == 0
        grades = {one["check"]: one["grade"] for one in map(json.loads, told.splitlines()[:-1])}
        assert {name for name, grade in grades.items() if grade == "untried"} == set(listing.TAKEN)
        table.write(
            Happened(NOW + 60, 60.0, "failed", {"part": "camera", "text": "the camera gives no picture"})
        )
        code, told = doctor(capsys, folder)
        table.close()
    assert code == 1
    assert "the camera gives no picture" in " ".join(told.split())
    assert "systemctl stop raflebord" in told


def test_a_fault_of_an_earlier_run_is_none_of_this_one(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with state_lock(folder / "state"):
        table = Journal(folder / "state")
        table.write(Happened(NOW, 0.0, "started", {"boot": "a"}))
        table.write(Happened(NOW, 1.0, "failed", {"part": "camera", "text": "gone"}))
        table.write(Happened(NOW, 0.0, "started", {"boot": "b"}))
        assert doctor(capsys, folder)[0] == 0
        table.close()


@pytest.mark.usefixtures("near")
def test_a_bundle_has_all_that_support_asks_for_and_names_nobody(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state = folder / "state"
    state.mkdir()
    table = Journal(state)
    people = {"game": "yatzy", "players": ["Ingeborg", "Søren"], "options": {}}
    table.write(Begun(1, NOW, "da", people))
    table.close()
    made = {
        "when": "2025-11-30T12:00:00Z",
        "who": "Halvdan",
        "camera": str(folder / "film"),
        "note": "Halvdan was here",
    }
    (state / "calibration.json").write_text(json.dumps({**LENS, "version": 2, "made": made}))
    (state / "raflebord.log").write_text("a line\n")
    (state / "contested").mkdir()
    (state / "contested/labels.json").write_text("{}")
    (state / "contested/1.jpg").write_bytes(b"jpeg")
    assert doctor(capsys, folder, "--bundle", str(folder / "b.zip"))[0] == 0
    with zipfile.ZipFile(folder / "b.zip") as bundle:
        content = {name: bundle.read(name) for name in bundle.namelist()}
    assert {
        "doctor.jsonl",
        "versions.json",
        "settings.json",
        "audit.jsonl",
        "log.txt",
        "calibration.json",
    } <= set(content)
    assert {"contested/labels.json", "contested/1.jpg"} <= set(content)
    assert json.loads(content["versions.json"])["raflebord"]
    assert "camera" in json.loads(content["settings.json"])
    assert "contact" not in json.loads(content["settings.json"])
    assert len(content["doctor.jsonl"].splitlines()) == len(listing.CHECKS)
    for name, data in content.items():
        for person in ("Ingeborg", "Søren", "Halvdan"):
            assert person.encode() not in data, name
    assert not list(folder.glob("*.part"))


@pytest.mark.parametrize(
    "words, expected",
    [
        (["--camera", "nothing"], "there is no camera 'nothing'"),
        (["--light", "lamp"], "--light 'lamp' is no light"),
        (["--bundle", "/nowhere/b.zip"], "there is no folder /nowhere"),
        (["--config", "/nowhere.toml"], "cannot read /nowhere.toml"),
    ],
)
def test_bad_input_is_one_line(words: list[str], expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["doctor", *words]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert expected in line


def test_the_checks_stand_in_the_order_of_what_people_miss_first() -> None:
    order = list(listing.CHECKS)
    wanted = ["camera", "markers", "light", "panel", "tray controller"]
    assert all(order.index(one) < order.index(other) for one, other in pairwise(wanted))
