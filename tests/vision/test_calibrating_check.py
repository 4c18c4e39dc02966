"""The check with dice: what was asked for against what was read."""

from __future__ import annotations

import pytest

from vision.calibrating.check import LAYINGS, Asked, laying_of, together
from vision.reading import Die, Kind, Reading

SIX = Asked("d6", (1, 2, 3, 4, 5, 6))
THREE = Asked("d12", (3, 7, 10))


def reading(*values: int | None, kind: Kind = "d6", sure: float = 0.99) -> Reading:
    dice = [
        Die(kind, value, "unsure" if value is None else "ok", sure, (50.0 * k, 50.0), 16.0)
        for k, value in enumerate(values)
    ]
    return Reading((1280, 720), tray=True, dice=tuple(dice))


def counts(readings: list[Reading], asked: Asked) -> tuple[int, int, int]:
    checked = laying_of(readings, asked).checked
    return checked.right, checked.asked, checked.wrong


@pytest.mark.parametrize(
    ("readings", "asked", "expected", "passed"),
    [
        ([reading(1, 2, 3, 4, 5, 6)], SIX, (6, 0, 0), True),
        ([reading(6, 5, 4, 3, 2, 1)] * 5, SIX, (6, 0, 0), True),
        ([reading(1, 2, 3, 4, 5, None)] * 5, SIX, (5, 1, 0), False),
        ([reading(1, 2, 3, 4, 5)], SIX, (5, 1, 0), False),
        ([reading(1, 2, 3, 4, 6, 6)], SIX, (5, 0, 1), False),
        ([reading()], SIX, (0, 6, 0), False),
        # Once in five pictures a five was a six: that is once too often.
        ([reading(1, 2, 3, 4, 5, 6)] * 4 + [reading(1, 2, 3, 4, 6, 6)], SIX, (6, 0, 1), False),
        # Once in five pictures a die was not sure: most of them say it.
        ([reading(1, 2, 3, 4, 5, 6)] * 4 + [reading(1, 2, 3, 4, 5, None)], SIX, (6, 0, 0), True),
        ([reading(3, 7, 10, kind="d12")], THREE, (3, 0, 0), True),
        ([reading(3, None, 10, kind="d12")], THREE, (2, 1, 0), True),
        ([reading(None, None, 10, kind="d12")], THREE, (1, 2, 0), False),
        ([reading(3, 7, 11, kind="d12")], THREE, (2, 0, 1), False),
        # Dice of the other kind do not count.
        ([reading(1, 2, 3, 4, 5, 6)], THREE, (0, 3, 0), False),
    ],
)
def test_what_came_of_a_laying(
    readings: list[Reading], asked: Asked, expected: tuple[int, int, int], passed: bool
) -> None:
    assert counts(readings, asked) == expected
    assert laying_of(readings, asked).passed is passed
    assert (laying_of(readings, asked).trouble is None) is passed


def test_what_was_read_is_said() -> None:
    trouble = laying_of([reading(1, 2, 3, 4, 6, None)], SIX).trouble
    assert trouble is not None
    assert trouble.text.startswith("Asked for 1 2 3 4 5 6, read 1 2 3 4 6 ?:")


def test_the_least_confidence_counts() -> None:
    readings = [reading(1, 2, 3, 4, 5, 6), reading(1, 2, 3, 4, 5, 6, sure=0.95)]
    assert laying_of(readings, SIX).checked.confidence == 0.95


def test_layings_are_added_up() -> None:
    both = together(
        [laying_of([reading(1, 2, 3, 4, 5, 6)], SIX), laying_of([reading(3, 7, kind="d12")], THREE)]
    )
    assert both is not None
    assert (both.faces, both.right, both.asked, both.wrong) == (9, 8, 1, 0)
    assert together([]) is None


def test_all_faces_of_the_d6_are_asked_for_and_some_of_the_d12() -> None:
    kinds = {asked.kind: asked.faces for asked in LAYINGS}
    assert kinds["d6"] == (1, 2, 3, 4, 5, 6)
    assert len(kinds["d12"]) == 3
