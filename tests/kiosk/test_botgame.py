"""The bots' game is judged by what lay there when it was read, not by what lies there now."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from table_sitting import FIRST, Sitting

from kiosk.sim.botgame import Summary

GOOD = Summary("yatzy", 2, 1, rolls=80, compared=80, scores=[200, 210], winners=[1])


def test_a_game_is_good_when_it_ended_and_every_roll_was_compared_and_true() -> None:
    assert GOOD.true


@pytest.mark.parametrize("flaw", [{"winners": []}, {"misreads": 1}, {"compared": 79}])
def test_one_flaw_is_enough(flaw: dict[str, object]) -> None:
    assert not replace(GOOD, **flaw).true  # type: ignore[arg-type]


def test_a_roll_knows_when_it_was_read(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path)
    table = sitting.begin()
    sitting.roll(FIRST, t=12.5)
    table.hold(0)
    table.keep()
    assert [step.seen_at for step in table.steps] == [12.5, None]


def test_a_roll_that_was_asked_about_was_read_before_the_answer(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path)
    sitting.begin()
    table = sitting.again()
    sitting.see(FIRST, t=3.25)
    assert table.advice is not None
    assert table.advice.kind == "found"
    table.agree()
    assert [step.seen_at for step in table.steps] == [3.25]
