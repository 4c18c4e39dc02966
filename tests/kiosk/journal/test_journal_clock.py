"""A clock that jumps by ten years, either way, at a table that is played at; and two programs at one table."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import table_sitting
from table_sitting import FIRST, Sitting, moves, shown

from kiosk import cli
from kiosk.journal import Archive, StateUnusable, state_lock
from kiosk.journal.verify import Looked, findings
from rules import Score

TEN_YEARS = 10 * 365.25 * 86400
JUMPS = [TEN_YEARS, -TEN_YEARS, -1.7e9 - 1000.0]
"""The last one: back to 1970, as a Pi without a clock begins."""


@pytest.fixture
def jump(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What the wall clock is off by."""
    off = [0.0]
    monkeypatch.setattr(table_sitting.Clock, "wall", lambda self: 1.7e9 + self.time + off[0])
    return off


@pytest.mark.parametrize("years", JUMPS, ids=["forward", "back", "to 1970"])
def test_in_the_middle_of_a_game_it_costs_nothing(sitting: Sitting, jump: list[float], years: float) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    jump[0] = years
    table.play(Score("chance"))
    before = moves(table)
    table = sitting.again()
    assert moves(table) == before
    jump[0] = 0.0
    sitting.roll("4@20,220 1@70,200 3@60,60 4@130,240 6@180,130")
    table.agree()
    assert sorted(shown(table)) == [1, 3, 4, 4, 6]
    assert moves(sitting.again())[:-1] == before
    assert faults(sitting.folder) == []


@pytest.mark.parametrize("years", JUMPS, ids=["forward", "back", "to 1970"])
def test_between_two_games_the_later_one_is_gone_on_with(
    sitting: Sitting, jump: list[float], years: float
) -> None:
    sitting.begin(2, "yatzy")
    jump[0] = years
    sitting.table.put_aside()
    sitting.begin(3, "farkle")
    table = sitting.again()
    assert table.match is not None
    assert (table.match.game, len(table.match.players)) == ("farkle", 3)
    assert faults(sitting.folder) == []


def faults(folder: Path) -> list[str]:
    archive = Archive(folder)
    found = [finding.text for finding in findings(archive, Looked()) if finding.grade == "fault"]
    archive.close()
    return found


HOLD = (
    "import pathlib, sys, time\n"
    "from kiosk.journal import state_lock\n"
    "with state_lock(pathlib.Path(sys.argv[1])):\n"
    "    print('held', flush=True)\n"
    "    sys.stdin.read()\n"
)


def test_a_second_program_is_refused_as_long_as_the_first_one_lives(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == "held\n"
        assert cli.main(["play", "--state-dir", str(tmp_path)]) == 2
        assert "another Raflebord uses the state directory" in capsys.readouterr().err
        with pytest.raises(StateUnusable), state_lock(tmp_path):
            pass
        os.kill(first.pid, signal.SIGKILL)
    with state_lock(tmp_path):
        pass
