"""The Pi's camera, with a stand-in for its library that behaves as the library does."""

from __future__ import annotations

import logging
import sys
import time
from pathlib import Path
from queue import SimpleQueue
from types import ModuleType

import pytest
from fake_picamera import CONTROLS, Picamera2

from vision.calibration_record import Locked
from vision.cameras.opening import UnknownCamera, open_camera
from vision.cameras.pi import PiCamera
from vision.cameras.pi_settings import differences
from vision.cameras.protocol import CameraFault

HELD = Locked(12000, 3.0, (1.75, 1.5), 2.1)


@pytest.fixture(autouse=True)
def library(monkeypatch: pytest.MonkeyPatch) -> type[Picamera2]:
    module = ModuleType("picamera2")
    module.Picamera2 = Picamera2  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    for name, value in {"made": [], "controls": CONTROLS, "stubborn": {}, "stuck_from": []}.items():
        monkeypatch.setattr(Picamera2, name, value)
    return Picamera2


def opened(spec: str = "pi", locked: Locked | None = None) -> tuple[PiCamera, Picamera2]:
    camera = open_camera(spec, locked=locked)
    assert isinstance(camera, PiCamera)
    return camera, Picamera2.made[-1]


def read(camera: PiCamera, count: int) -> None:
    for _ in range(count):
        camera.read()


@pytest.mark.parametrize(
    "spec, size, frame",
    [
        ("pi", (1280, 720), 33333),
        ("pi:1280x720", (1280, 720), 33333),
        ("pi:2304x1296", (2304, 1296), 66666),
    ],
)
def test_each_size_at_its_rate_from_the_whole_field_in_bgr(
    spec: str, size: tuple[int, int], frame: int
) -> None:
    camera, device = opened(spec)
    assert device.configuration is not None
    assert device.configuration["main"] == {"format": "RGB888", "size": size}
    assert device.configuration["sensor"] == {"output_size": (2304, 1296), "bit_depth": 10}
    assert device.wanted["FrameDurationLimits"] == (frame, frame)
    found = camera.read()
    assert found.image.shape == (size[1], size[0], 3)
    assert device.waits == [2.0]


def test_without_a_calibration_the_focus_is_on_the_dice_and_the_rest_automatic() -> None:
    _, device = opened()
    assert device.wanted["AfMode"] == 0
    assert device.wanted["LensPosition"] == pytest.approx(2.08, abs=0.01)
    assert not {"ExposureTime", "AnalogueGain", "ColourGains"} & set(device.wanted)
    assert (device.wanted["AeFlickerMode"], device.wanted["AeFlickerPeriod"]) == (1, 10_000)


def test_a_calibrations_settings_are_held_and_found_again_in_the_metadata() -> None:
    camera, device = opened(locked=HELD)
    assert device.wanted["ExposureTime"] == pytest.approx(12000, abs=1)
    assert device.wanted["ColourGains"] == (1.75, 1.5)
    read(camera, 100)
    assert camera.complaints == ()


def test_times_are_the_sensors_own_from_the_first_picture_on() -> None:
    camera, _ = opened()
    assert [camera.read().t for _ in range(4)] == pytest.approx([0.0, 0.033333, 0.066666, 0.099999])


def test_a_sensor_that_tells_no_times_goes_by_the_clock() -> None:
    times = iter([10.0, 10.5])
    camera = open_camera("pi", clock=lambda: next(times))
    Picamera2.made[-1]._metadata = lambda now: {}  # type: ignore[method-assign]
    found = [camera.read() for _ in range(2)]
    assert [frame.t for frame in found if frame] == [0.0, 0.5]


@pytest.mark.parametrize(
    "told, words",
    [
        ({"ExposureTime": 9000}, "exposure is 9000 us, 12000 us was asked for"),
        ({"AnalogueGain": 4.0}, "gain is 4.00, 3.00"),
        ({"ColourGains": (1.75, 1.9)}, "gain of blue is 1.900, 1.500"),
        ({"LensPosition": 0.0}, "focus is 0.00 dioptres, 2.10"),
    ],
)
def test_what_the_camera_does_otherwise_is_said_once(
    told: dict[str, object], words: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(Picamera2, "stubborn", told)
    camera, _ = opened(locked=HELD)
    with caplog.at_level(logging.WARNING):
        read(camera, 200)
    assert len(camera.complaints) == 1
    assert words in camera.complaints[0]
    assert len(caplog.records) == 1
    monkeypatch.setattr(Picamera2, "stubborn", {})
    read(camera, 70)
    assert camera.complaints == ()


def test_an_exposure_longer_than_a_picture_is_noticed() -> None:
    camera, _ = opened(locked=Locked(50_000, 1.0, (1.7, 1.5), 2.1))
    read(camera, 30)
    assert "50000 us was asked for" in camera.complaints[0]


def test_the_sensors_steps_are_no_difference() -> None:
    for gain in (1.0, 1.37, 2.9, 7.7, 15.9):
        for exposure in (500, 8000, 33000):
            camera, device = opened(locked=Locked(exposure, gain, (1.7, 1.5), 2.1))
            read(camera, 20)
            assert camera.complaints == (), (gain, exposure, device.wanted)


def test_a_camera_without_a_focus_motor_is_used_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = {name: limits for name, limits in CONTROLS.items() if name not in ("AfMode", "LensPosition")}
    monkeypatch.setattr(Picamera2, "controls", plain)
    camera, _ = opened()
    assert camera.complaints == ("the camera knows no AfMode", "the camera knows no LensPosition")
    assert camera.read().index == 0


# locking


def test_locking_waits_for_the_automatics_and_answers_what_is_applied() -> None:
    camera, device = opened()
    held = camera.lock()
    assert device.wanted["ExposureTime"] == pytest.approx(8000, rel=0.01), "as it was when it had settled"
    assert held.gain == pytest.approx(2.0, rel=0.01)
    assert held.white_balance == pytest.approx((1.9, 1.6), rel=0.01)
    assert held.lens_position == pytest.approx(2.08, abs=0.02)
    assert differences(held, device._metadata(device.wanted)) == ()
    read(camera, 100)
    assert camera.complaints == ()


def test_a_camera_that_does_not_hold_still_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    camera, device = opened()
    camera.read()
    plain = device.set_controls
    device.set_controls = lambda controls: plain({**controls, "ExposureTime": 20_000})  # type: ignore[method-assign]
    with pytest.raises(CameraFault, match="does not hold its settings: the camera's exposure is"):
        camera.lock()


def test_what_was_locked_can_be_asked_for_again() -> None:
    held = opened()[0].lock()
    camera, _ = opened(locked=held)
    read(camera, 40)
    assert camera.complaints == ()
    assert camera.lock() == held, "and again, without becoming a line shorter each time"


# trouble


@pytest.mark.parametrize("problem", [RuntimeError("stopped"), OSError(5, "io")])
def test_a_driver_that_fails_is_a_fault(problem: Exception) -> None:
    camera, device = opened()
    device.fault = problem
    with pytest.raises(CameraFault, match="ribbon cable"):
        camera.read()


def test_a_camera_that_gives_no_picture_is_a_fault_and_can_be_closed() -> None:
    camera, device = opened()
    camera.read()
    device.stuck = True
    with pytest.raises(CameraFault, match=r"gives no picture: is its ribbon cable in\?"):
        camera.read()
    camera.close()
    camera.close()
    assert not device.is_open


def test_no_camera_and_one_that_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as away:
        away.setattr(Picamera2, "cameras", 0)
        with pytest.raises(CameraFault, match="cannot be opened"):
            open_camera("pi")

    def refuse(self: Picamera2) -> None:
        raise RuntimeError("Failed to start")

    monkeypatch.setattr(Picamera2, "start", refuse)
    with pytest.raises(CameraFault, match="cannot be started"):
        open_camera("pi")
    assert not Picamera2.made[-1].is_open, "or the next try would find it in use"


@pytest.mark.parametrize("spec", ["pi:", "pi:640x480", "pi:big", "pi:1280x720x3"])
def test_sizes_that_there_are_not(spec: str) -> None:
    with pytest.raises(UnknownCamera, match="pi:1280x720, pi:2304x1296"):
        open_camera(spec)


FAKE = """
from fake_picamera import Picamera2
from pathlib import Path
Picamera2.hangs = True
tries = Path({count!r})
number = int(tries.read_text()) + 1
tries.write_text(str(number))
Picamera2.stuck_from = [12] if number == 1 else []
if number == 1:
    Picamera2.cancel_all_and_flush = lambda self: self._for_ever("the driver hangs")
"""


@pytest.mark.slow
def test_a_driver_that_hangs_is_killed_with_its_process_and_heals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The real processes: the camera stops, its driver cannot even be closed; a new process finds it well."""
    from kiosk import eyes
    from kiosk.clock import SystemClock
    from kiosk.events import Event, Failed, Healed

    (tmp_path / "picamera2.py").write_text(FAKE.format(count=str(tmp_path / "tries")))
    (tmp_path / "tries").write_text("0")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(eyes, "SILENT", 3.0)
    monkeypatch.setattr(eyes, "RETRY", 0.1)
    events: SimpleQueue[Event] = SimpleQueue()
    watched, clock = eyes.Eyes("pi", None, events, SystemClock()), SystemClock()
    told: list[Event] = []
    try:
        end = clock.now() + 60.0
        while clock.now() < end and not any(isinstance(event, Healed) for event in told):
            watched.check(clock.now())
            time.sleep(0.05)
            while not events.empty():
                told.append(events.get())
    finally:
        watched.close()
    assert (tmp_path / "tries").read_text() == "2"
    assert [type(event) for event in told if isinstance(event, Failed | Healed)] == [Failed, Healed]
