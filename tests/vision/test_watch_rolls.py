"""Two sittings at the simulated table, as many as the suite has time for; `watch_rolls.py` plays more of them."""

from __future__ import annotations

from functools import cache

import pytest
from watch_rolls import Setting, Sitting, faults, play

SMALL = (960, 540)
KEEPING, STILL = "carried, and the rest thrown", "held over the felt, bumped, taken"
SITTINGS = {
    KEEPING: (Setting(3, SMALL, 15.0, "exposure", 0.0), ("throw", "carry", "rest")),
    STILL: (Setting(5, SMALL, 15.0, "white balance", 0.0), ("throw", "hold over", "bump", "take")),
}
pytestmark = pytest.mark.slow


@cache
def sitting(name: str) -> Sitting:
    setting, gestures = SITTINGS[name]
    return play(setting, gestures, pause=0.7)


def changes(name: str) -> list[list[str]]:
    """What became of the dice, reading by reading."""
    return [[track.change for track in one.tracks] for one in sitting(name).readings]


@pytest.mark.parametrize("name", SITTINGS)
def test_nothing_is_late_twice_wrong_or_told_too_early(name: str) -> None:
    assert [what for _, what in sitting(name).gestures] == list(SITTINGS[name][1])
    assert faults(sitting(name)) == []


def test_carried_dice_are_moved_and_thrown_ones_are_new() -> None:
    thrown, carried, again = changes(KEEPING)
    assert set(thrown) == {"new"}
    assert set(carried) == {"same", "moved"}
    assert set(again) == {"same", "new"}


def test_dice_that_were_held_and_bumped_are_who_they_were_and_the_taken_one_is_gone() -> None:
    *before, taken = sitting(STILL).readings
    ids = [{track.id for track in one.tracks} for one in before]
    assert all(one == ids[0] for one in ids)
    assert len(taken.gone) == 1
    assert {track.id for track in taken.tracks} | set(taken.gone) == ids[0]
