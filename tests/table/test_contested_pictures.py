"""From the simulated camera to the folder that is read for accuracy: a roll is contested at a running table."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from kiosk import cli, house
from kiosk.clock import SystemClock
from kiosk.journal import state_lock
from kiosk.pictures.contested import FOLDER
from kiosk.pictures.shelf import LABELS
from kiosk.sim.botgame import FRAME, MockPanel, _window
from kiosk.sim.hands import SimHands

CAMERA = "sim:seed=5,speed=0,size=960x540,fps=8"
PATIENCE = 90.0


@pytest.mark.slow
def test_a_contested_roll_can_be_studied_afterwards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The roll was read well; people change one die of it to another number: the folder says who was right."""
    clock = SystemClock()
    panel = MockPanel(clock)
    folder = tmp_path / FOLDER
    opening = house.opened(tmp_path, CAMERA, "en", clock, panel.make, _window, FRAME)
    with state_lock(tmp_path), opening as opened:
        table, end = opened.table, clock.now() + PATIENCE

        def until(done: Callable[[], bool]) -> None:
            while not done() and clock.now() < end:
                opened.app.turn(0.05)
            assert done()

        until(lambda: table.tray is not None)
        table.begin("yatzy", 2)
        SimHands(opened.eyes.ask, table).throw()
        until(lambda: bool(table.steps) or table.advice is not None)
        until(lambda: bool(table.steps))
        rolled = [doubted.die.value for doubted in table.contested]
        opened.app.turn(0.0)
        table.correct([rolled[0] % 6 + 1, *rolled[1:]])
        until((folder / LABELS).exists)
    assert cli.main(["bench", "--accuracy", str(folder), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["pictures"] == 1
    assert told["groups"]["d6 flat"] == {"right": 4, "wrong": 1}
