"""What the doctor makes of the panel, the tray controller and the sound."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

import pytest

from kiosk.buttons import Button
from kiosk.doctor import controller, panel, sound
from kiosk.doctor.check import Grade
from kiosk.light.messages import Identity, Light, Pattern, ResetCause, Status
from kiosk.light.probe import Probe
from kiosk.panel.protocol import PanelFault
from kiosk.sound.player import NoSound


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
