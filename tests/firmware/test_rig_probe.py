"""A maintainer's look at the tray controller."""

from __future__ import annotations

from pathlib import Path
from queue import SimpleQueue

import pytest
from tray_rig import Rig, eventually

from kiosk.clock import SystemClock
from kiosk.events import Event, Healed
from kiosk.light import link
from kiosk.light.messages import Light, Pattern
from kiosk.light.probe import probe
from kiosk.light.tray_light import ControllerLight, linked
from kiosk.light.wanted import LEVEL


def test_who_is_there_and_how_it_is(tmp_path: Path) -> None:
    with Rig(tmp_path) as rig:
        rig.do("supply 4800")
        rig.wait(0.5)
        found = probe(rig.line, SystemClock())
    assert found.identity and found.status
    assert found.text == f"tray controller {found.identity.text} on {rig.line}"
    assert found.status.supply_mv == pytest.approx(4800, rel=0.02)
    assert (found.status.light, found.status.pattern) == (Light(LEVEL, LEVEL), Pattern.OFF)


def test_nobody_is_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(link, "GRACE", 0.1)
    found = probe(str(tmp_path / "tty"), SystemClock())
    assert (found.identity, found.status) == (None, None)
    assert found.text.startswith(f"{tmp_path / 'tty'} cannot be opened")


def test_it_does_not_wait_for_ever(tmp_path: Path) -> None:
    found = probe(str(tmp_path / "tty"), SystemClock(), patience=0.1)
    assert found.text == f"nothing on {tmp_path / 'tty'} answers as a tray controller does"


def test_a_table_leaves_its_calibrated_light_behind(tmp_path: Path) -> None:
    """Its level is stored, so that it stays when the computer is gone."""
    events: SimpleQueue[Event] = SimpleQueue()
    with Rig(tmp_path) as rig:
        light = ControllerLight(linked(rig.line, SystemClock()), events, lambda *_, **__: None, level=90)
        while not isinstance(events.get(timeout=30), Healed):
            pass
        rig.wait(0.5)
        light.close()
        rig.do("power")
        eventually(lambda: rig.records("pwm")[-1]["pwm"] == [180, 180])
