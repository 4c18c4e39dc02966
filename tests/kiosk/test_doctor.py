"""`raflebord doctor`: what each check makes of what was measured, and what all come to."""

from __future__ import annotations

import json
import sys
import zipfile
from collections.abc import Callable, Iterator, Sequence
from itertools import count, pairwise
from pathlib import Path
from threading import Event
from types import ModuleType

import cv2
import numpy as np
import pytest
from journal_games import write_games

from kiosk import cli
from kiosk.buttons import Button
from kiosk.doctor import (
    calibration,
    camera,
    controller,
    disk,
    film,
    journal,
    light,
    listing,
    markers,
    panel,
    power,
    sound,
    temperature,
    wall_clock,
)
from kiosk.doctor.check import Check, Grade
from kiosk.doctor.film import FEW, SETTLING, Film
from kiosk.journal import Begun, Happened, Journal, state_lock
from kiosk.light.messages import Identity, Light, Pattern, ResetCause, Status
from kiosk.light.probe import Probe
from kiosk.panel.protocol import PanelFault
from kiosk.sound.player import NoSound
from vision.cameras.protocol import CameraFault, Frame, Image
from vision.sim.die import lying
from vision.sim.measures import mounted_view
from vision.sim.painter import Painter

SIZE = (640, 360)
GREY = np.random.default_rng(1).integers(60, 200, (360, 640, 3), np.uint8)


def of(check: Check) -> tuple[Grade, str, str]:
    return check.grade, check.found, check.todo


# the camera


def a_film(
    rate: float = 30.0, gaps: Sequence[int] = (), repeated: int = 0, image: Image = GREY, **more: object
) -> Film:
    """Sixty pictures a sensor gave; `gaps`: after which of them one is missing."""
    times, t = [], 0.0
    for index in range(60):
        times.append(t)
        t += (2 if index in gaps else 1) / rate
    return Film(None, tuple(times), repeated, image, live=True, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "made, grade, words",
    [
        (a_film(), "fine", "30.0 a second, 0 missing, 0 twice of 60"),
        (a_film(gaps=[10, 20]), "fine", "2 missing"),
        (a_film(gaps=[10, 20, 30, 40]), "look", "4 missing"),
        (a_film(repeated=5), "look", "5 twice"),
        (a_film(repeated=59), "broken", "59 twice"),
        (a_film(rate=8.0), "look", "8.0 a second"),
        (a_film(rate=2.0), "broken", "2.0 a second"),
        (a_film(image=np.zeros_like(GREY)), "broken", "640x360"),
        (a_film(image=np.full_like(GREY, 255)), "broken", "640x360"),
        (a_film(image=np.zeros((30, 40, 3), np.uint8)), "broken", "40x30"),
        (a_film(asked=("exposure is 9000, not 8000",)), "look", "30.0 a second"),
        (Film("the camera gives no picture"), "broken", "the camera gives no picture"),
        (Film("the camera has stopped", (0.0, 0.1), 0, GREY, live=True), "broken", "then: the camera has stopped"),
        (Film(None, (0.0,) * 5, 4, GREY, live=False), "fine", "no rate"),
    ],
)  # fmt: skip
def test_the_camera(made: Film, grade: Grade, words: str) -> None:
    check = camera.check(made)
    assert check.grade == grade
    assert words in check.found
    assert bool(check.todo) == (grade != "fine")


class Reel:
    """A camera that gives what `frames` says, or raises it."""

    def __init__(self, frames: Iterator[Frame | Exception]) -> None:
        self.frames = frames

    def read(self) -> Frame | None:
        found = next(self.frames, None)
        if isinstance(found, Exception):
            raise found
        return found

    def close(self) -> None:
        pass


def numbered(image: Callable[[int], Image], fps: float = 20.0) -> Iterator[Frame]:
    return (Frame(image(index), index / fps, index) for index in count())


def ticking(step: float = 0.05) -> Callable[[], float]:
    times = count()
    return lambda: next(times) * step


def test_filming_tells_pictures_that_come_twice() -> None:
    rng = np.random.default_rng(2)
    pictures = [rng.integers(0, 255, (36, 64, 3), np.uint8) for _ in range(5)]
    found = film.filmed(Reel(numbered(lambda index: pictures[index % 10 // 2])), True, ticking())
    assert found.trouble is None
    assert found.rate == pytest.approx(20.0)
    assert found.repeated == pytest.approx(len(found.times) / 2, abs=1)


def test_filming_leaves_the_first_pictures_out_and_waits_for_enough_of_a_slow_camera() -> None:
    found = film.filmed(Reel(numbered(lambda index: GREY)), False, ticking(0.4), seconds=2.0)
    assert len(found.times) >= FEW
    assert found.times[0] == pytest.approx(SETTLING / 20.0)
    slower = film.filmed(Reel(numbered(lambda index: GREY)), False, ticking(5.0), seconds=2.0)
    assert 1 <= len(slower.times) < FEW


def test_filming_a_camera_that_stops_keeps_what_there_was() -> None:
    frames: list[Frame | Exception] = [Frame(GREY, index / 20, index) for index in range(9)]
    found = film.filmed(Reel(iter([*frames, CameraFault("gone")])), True, ticking())
    assert (found.trouble, len(found.times), found.last is GREY) == ("gone", 9 - SETTLING, True)


class Silent:
    """A process and its pipe, of which nothing comes."""

    def __init__(self, ends: bool) -> None:
        self.ends, self.killed = ends, False

    def poll(self, seconds: float) -> bool:
        return self.ends

    def recv(self) -> Film:
        raise EOFError

    def kill(self) -> None:
        self.killed = True

    def join(self, seconds: float) -> None:
        assert self.killed

    def close(self) -> None:
        assert self.killed


@pytest.mark.parametrize("ends, words", [(False, "the camera hangs"), (True, "driver has crashed")])
def test_a_camera_that_hangs_or_crashes_is_killed_and_said(ends: bool, words: str) -> None:
    silent = Silent(ends)
    found = film.film_apart("pi", None, start=lambda spec, calibration: (silent, silent))  # type: ignore[arg-type, return-value]
    assert found.trouble is not None
    assert words in found.trouble
    assert silent.killed


# markers and light


@pytest.fixture(scope="module")
def tray() -> Image:
    rng = np.random.default_rng(1)
    return Painter(mounted_view((1280, 720), rng), rng).frame(
        [lying(3, 100.0, 100.0, 0.3)], [], None, dark=False
    )


def test_four_markers_that_fit(tray: Image) -> None:
    seen = markers.looked(tray, None)
    assert seen.seen == (0, 1, 2, 3)
    assert seen.misfit is not None
    assert seen.misfit < 0.5
    assert markers.check(seen).grade == "fine"


def test_a_hidden_marker_is_named_and_two_are_too_many(tray: Image) -> None:
    hidden = tray.copy()
    corners = markers.markers_in(tray)
    for name, grade in ((1, "look"), (2, "broken")):
        (left, top), (right, bottom) = (
            corners[name].min(axis=0).astype(int),
            corners[name].max(axis=0).astype(int),
        )
        hidden[top:bottom, left:right] = 90
        check = markers.check(markers.looked(hidden, None))
        assert check.grade == grade
        assert markers.PLACES[name] in check.found


def test_markers_that_have_moved_ask_for_a_calibration() -> None:
    assert markers.check(markers.Sighting((0, 1, 2, 3), 0.1, moved=0.4)).grade == "fine"
    check = markers.check(markers.Sighting((0, 1, 2, 3), 0.1, moved=3.0))
    assert (check.grade, "calibrate" in check.todo) == ("look", True)


def test_the_light_of_a_tray(tray: Image) -> None:
    lit = light.looked(tray, None)
    assert light.check(lit).grade == "fine"
    dark = light.check(light.looked((tray * 0.35).astype(np.uint8), None))
    assert dark.grade in ("look", "broken")
    assert light.check(None).grade == "broken"


@pytest.mark.parametrize(
    "lit, grade, words",
    [
        (light.Lit(80.0, 0.3), "look", "more light"),
        (light.Lit(255.0, 0.3), "look", "burnt out"),
        (light.Lit(200.0, 0.3, calibrated=150.0), "look", "has changed"),
        (light.Lit(200.0, 0.3, calibrated=180.0), "fine", ""),
        (light.Lit(200.0, 2.0, ("The picture is blurred.",)), "broken", "blurred"),
    ],
)
def test_how_light_it_should_be(lit: light.Lit, grade: Grade, words: str) -> None:
    check = light.check(lit)
    assert check.grade == grade
    assert words in check.todo


# panel, controller, sound


def fails() -> list[Button]:
    raise PanelFault("The button panel cannot be opened: lgpio is missing")


@pytest.mark.parametrize(
    "open_it, grade, words",
    [
        (list, "fine", "down: none; service key off"),
        (lambda: [Button.HOLD2, Button.BANK], "look", "down: bank, hold2"),
        (lambda: [Button.SERVICE], "look", "service key on"),
        (fails, "broken", "lgpio is missing"),
    ],
)
def test_the_panel(open_it: Callable[[], list[Button]], grade: Grade, words: str) -> None:
    check = panel.check(panel.looked(open_it))
    assert check.grade == grade
    assert words in check.found


def test_a_keyboard_is_no_panel() -> None:
    assert panel.check(None).grade == "elsewhere"


def answered(
    supply: int = 5000, bad: int = 0, done: int = 1000, cause: ResetCause = ResetCause.LINE
) -> Probe:
    status = Status(9000, 300, supply, 500, 0, bad, done, Light(160, 160), Pattern.IDLE)
    return Probe(Identity(1, (0, 1, 0), 0xBA3941B, cause), status, "tray controller 0.1.0 on /dev/x")


@pytest.mark.parametrize(
    "probe, needed, grade, words",
    [
        (answered(), True, "fine", "5.00 V, 0 bad frames"),
        (answered(supply=4200), True, "look", "4.20 V"),
        (answered(bad=50), True, "look", "50 bad frames"),
        (answered(cause=ResetCause.WATCHDOG), True, "look", "it hung"),
        (answered(cause=ResetCause.SUPPLY), True, "look", "its voltage dropped"),
        (Probe(None, None, "nothing on /dev/x answers"), True, "look", "nothing on /dev/x"),
        (Probe(None, None, "there is no /dev/x"), False, "elsewhere", "none is connected"),
        (Probe(answered().identity, None, "tray controller"), True, "look", "does not say how it is"),
        (None, True, "elsewhere", "without one"),
    ],
)
def test_the_tray_controller(probe: Probe | None, needed: bool, grade: Grade, words: str) -> None:
    check = controller.check(probe, needed)
    assert check.grade == grade
    assert words in check.found


def test_the_sound() -> None:
    def silent() -> None:
        raise NoSound("there is no sound card")

    assert sound.looked(silent) == "there is no sound card"  # type: ignore[arg-type]
    assert sound.looked(Event().wait, patience=0.05) == "the sound card hangs"  # type: ignore[arg-type]
    assert sound.check(None, "low", True).grade == "fine"
    assert sound.check(None, "off", True).grade == "look"
    assert sound.check("there is no sound card", "low", True).grade == "look"
    assert sound.check("there is no sound card", "low", False).grade == "elsewhere"


# the machine


def test_the_disk(tmp_path: Path) -> None:
    assert disk.check(disk.looked(tmp_path)).grade == "fine"
    gone = disk.check(disk.looked(tmp_path / "nothing"))
    assert (gone.grade, "cannot be written" in gone.found) == ("broken", True)
    assert (
        disk.check(disk.looked(tmp_path, held="no permission to write /x")).found
        == "no permission to write /x"
    )
    assert disk.check(disk.Room("/x", None, free=10**8, spare=-1)).grade == "look"
    assert list(tmp_path.iterdir()) == []


NOW = 1.76e9


@pytest.mark.parametrize(
    "source, grade, words",
    [
        (wall_clock.Source(True, False, NOW), "fine", "set by the net; no battery clock"),
        (wall_clock.Source(False, True, NOW), "fine", "not set by the net; a battery clock"),
        (wall_clock.Source(False, False, NOW), "look", "not set by the net"),
        (wall_clock.Source(None, False, NOW), "elsewhere", "not on this machine"),
        (wall_clock.Source(True, True, 12.0), "look", "years behind"),
        (wall_clock.Source(True, True, NOW, (-259200.0, 90.0)), "fine", "set by -3.0 days, +90 s while"),
    ],
)
def test_the_clock(source: wall_clock.Source, grade: Grade, words: str) -> None:
    check = wall_clock.check(source)
    assert check.grade == grade
    assert words in check.found


@pytest.mark.parametrize(
    "said, file, rtc, expected",
    [
        ("yes\n", False, True, (True, True)),
        ("no\n", False, False, (False, False)),
        (None, False, False, (None, False)),
        ("no\n", True, False, (True, False)),
        (None, True, False, (True, False)),
    ],
)
def test_where_the_time_comes_from(
    tmp_path: Path, said: str | None, file: bool, rtc: bool, expected: tuple[bool | None, bool]
) -> None:
    if file:
        (tmp_path / wall_clock.SYNCHRONISED).parent.mkdir(parents=True)
        (tmp_path / wall_clock.SYNCHRONISED).touch()
    if rtc:
        (tmp_path / "sys/class/rtc/rtc0").mkdir(parents=True)
    found = wall_clock.looked(tmp_path, lambda command: said, NOW, ())
    assert (found.net, found.battery) == expected


BITS = [
    (0x0, "fine", "now: well; since the start: well (0x0)"),
    (0x1, "look", "now: voltage too low; since"),
    (0x50005, "look", "now: voltage too low, slowed down; since the start: voltage too low, slowed down"),
    (0x50000, "look", "now: well; since the start: voltage too low, slowed down"),
    (0x80008, "look", "now: warm, near the limit; since the start: warm"),
    (0x20000, "look", "since the start: clock capped"),
]


@pytest.mark.parametrize("bits, grade, words", BITS)
@pytest.mark.parametrize("way", ["kernel", "newer kernel", "vcgencmd"])
def test_the_supply(tmp_path: Path, way: str, bits: int, grade: Grade, words: str) -> None:
    said = None
    if way == "vcgencmd":
        said = f"throttled=0x{bits:x}\n"
    else:
        soc = "soc/soc:firmware" if way == "kernel" else "soc@107c000000/soc@107c000000:firmware"
        file = tmp_path / "sys/devices/platform" / soc / "get_throttled"
        file.parent.mkdir(parents=True)
        file.write_text(f"{bits:x}\n")
    check = power.check(power.looked(tmp_path, lambda command: said))
    assert check.grade == grade
    assert words in check.found
    assert ("supply" in check.todo) == bool(bits & 0x10001)


@pytest.mark.parametrize("alarm, grade", [("1", "look"), ("0", "fine"), ("x", "elsewhere")])
def test_the_kernels_own_alarm(tmp_path: Path, alarm: str, grade: Grade) -> None:
    for number, name in enumerate(("cpu_thermal", "rpi_volt")):
        folder = tmp_path / f"sys/class/hwmon/hwmon{number}"
        folder.mkdir(parents=True)
        (folder / "name").write_text(f"{name}\n")
    (folder / "in0_lcrit_alarm").write_text(f"{alarm}\n")
    assert power.check(power.looked(tmp_path, lambda command: None)).grade == grade


@pytest.mark.parametrize("words", ["", "VCHI initialization failed", "throttled=0xzz"])
def test_what_no_firmware_said_is_no_number(tmp_path: Path, words: str) -> None:
    assert power.check(power.looked(tmp_path, lambda command: words)).grade == "elsewhere"


@pytest.mark.parametrize(
    "degrees, grade", [(48312, "fine"), (79000, "look"), (86000, "look"), (None, "elsewhere")]
)
def test_the_temperature(tmp_path: Path, degrees: int | None, grade: Grade) -> None:
    if degrees is not None:
        for number, milli in enumerate((degrees - 9000, degrees)):
            folder = tmp_path / f"sys/class/thermal/thermal_zone{number}"
            folder.mkdir(parents=True)
            (folder / "temp").write_text(f"{milli}\n")
    check = temperature.check(temperature.looked(tmp_path))
    assert check.grade == grade
    assert degrees is None or f"{degrees / 1000:.0f} degrees" in check.found


# journal and calibration


def test_the_journal(tmp_path: Path) -> None:
    assert journal.check(journal.looked(tmp_path)).found.startswith("none yet")
    write_games(tmp_path, ["yatzy"], most=20)
    assert journal.check(journal.looked(tmp_path)).grade == "fine"
    (tmp_path / "journal.sqlite3").write_bytes(b"no database " * 500)
    assert journal.check(journal.looked(tmp_path)).grade == "look"


LENS = {
    "version": 1,
    "size": [1280, 720],
    "focal": [985.0, 985.0],
    "middle": [639.5, 359.5],
    "distortion": [0] * 5,
    "light": 160,
}


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


# the command


@pytest.fixture(scope="module")
def reel(tray: Image, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Some pictures of a tray, numbered."""
    folder = tmp_path_factory.mktemp("film")
    content = cv2.imencode(".jpg", tray)[1].tobytes()
    for index in range(SETTLING + 3):
        (folder / f"{index:03}.jpg").write_bytes(content)
    return folder


@pytest.fixture
def folder(reel: Path, tmp_path: Path) -> Path:
    """The pictures, and beside them a place for the table's state."""
    (tmp_path / "film").symlink_to(reel)
    return tmp_path


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


@pytest.mark.slow
def test_a_camera_is_filmed_in_a_process_of_its_own(folder: Path) -> None:
    found = film.film_apart(str(folder / "film"), None)
    assert found.trouble is None
    assert found.last is not None
    assert len(found.times) == 3
