"""The bench: what it counts, what it says, and each of its stages for real but few times."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import get_args

import pytest

from kiosk import cli
from kiosk.bench import processes, stages
from kiosk.bench.measuring import Measured, measured, milliseconds
from kiosk.commands.bench import line
from rules import GAMES
from vision.laps import Stage


def test_the_median_is_held_against_the_budget() -> None:
    assert measured("reading", [1.0, 9.0, 2.0], "ms", 2) == Measured("reading", 2.0, 9.0, "ms", 2, 3)
    assert measured("reading", [1.0, 9.0, 2.0], "ms", 2).within
    assert measured("reading", [1.0, 9.0, 2.1], "ms", 2).within is False
    assert measured("reading", [1.0], "ms").within is None


def test_of_games_a_second_more_is_better() -> None:
    games = measured("games", [90.0, 120.0, 110.0], "games/s", 100)
    assert (games.median, games.worst, games.within) == (110.0, 90.0, True)
    assert measured("games", [90.0], "games/s", 100).within is False


def test_waiting_is_not_counted() -> None:
    assert max(milliseconds(lambda: time.sleep(0.01), 3)) < 8


def test_a_row_says_stage_figures_budget_and_verdict() -> None:
    row = line(measured("a frame", [1.234, 3.0], "ms", 8)).split()
    assert row == ["a", "frame", "2.12", "3.00", "8", "ms", "ok"]
    assert line(measured("a frame", [9.0], "ms", 8)).endswith("over budget")
    assert line(measured("a frame", [9.0], "ms")).endswith("ms")


def test_json_is_one_object_a_stage(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def two() -> Iterator[Measured]:
        yield measured("a frame", [1.0], "ms", 2)
        yield measured("games", [5.0], "games/s")

    monkeypatch.setattr(stages, "all_stages", two)
    assert cli.main(["bench", "--json"]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first == {
        "stage": "a frame", "median": 1.0, "worst": 1.0, "unit": "ms", "budget": 2, "runs": 1, "within": True,
    }  # fmt: skip
    assert (second["budget"], second["within"]) == (None, None)


@pytest.mark.slow
def test_pictures_and_screens_are_measured() -> None:
    found = [stages.watched_frame(1), *stages.screen_frames(2)]
    assert all(one.median > 0 and one.runs >= 2 and one.budget for one in found)


@pytest.mark.slow
def test_a_reading_is_measured_in_whole_and_in_parts() -> None:
    whole, *parts = stages.full_reading(5)
    assert whole.budget and {one.runs for one in (whole, *parts)} == {5}
    assert [one.stage.removeprefix("  of it: ") for one in parts] == list(get_args(Stage))
    assert 0.8 < sum(one.median for one in parts) / whole.median < 1.25
    assert stages.mixed_reading(2).budget


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_measured(game: str) -> None:
    assert stages.random_games(game, runs=1).median > 0


@pytest.mark.slow
def test_a_start_of_the_real_program_is_measured() -> None:
    (seconds,) = processes.start_up_seconds(1)
    assert 0.1 < seconds < 30


def test_memory_counts_all_processes_below_and_shared_files_once() -> None:
    grows = "import subprocess, sys; own = bytearray(30_000_000); print(1, flush=True); sys.stdin.read()"
    parent = f"import subprocess, sys; own = bytearray(20_000_000); subprocess.run([sys.executable, '-c', {grows!r}])"
    with subprocess.Popen(
        [sys.executable, "-c", parent], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        family = [process.pid, *processes.children(process.pid)]
        taken = processes.together(family)
        process.communicate()
    assert len(family) == 2
    assert 50e6 < taken < 110e6
    assert processes.together([process.pid]) == 0, "it has ended"
    assert processes.together([os.getpid()]) > 20e6
