"""A maintainer's look at the tray controller."""

from __future__ import annotations

from pathlib import Path

import pytest
from tray_rig import Rig

from kiosk.clock import SystemClock
from kiosk.light import link
from kiosk.light.messages import Light, Pattern
from kiosk.light.probe import probe
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
