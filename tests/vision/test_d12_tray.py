"""Black dice among white ones in drawn trays: what is told is true, whatever else is asked about."""

from __future__ import annotations

from math import hypot

import pytest
from kept_scenes import kept

from vision.reader import Reader
from vision.reading import Die
from vision.sim.scenes import Scene

LEANS = 12.0
"""A die that leans by more has no value, degrees."""


def told_wrong(scene: Scene, told: list[Die]) -> list[str]:
    """The black dice that are told with a number that they do not show."""
    wrong = []
    for die in told:
        near = [
            one
            for one in scene.black
            if hypot(one.x - (die.x or 0), one.y - (die.y or 0)) < 10 and one.tilt <= LEANS
        ]
        if die.value not in [one.value for one in near]:
            wrong.append(f"{die.value} at {die.x:.0f}, {die.y:.0f}: {[one.value for one in near]}")
    return wrong


@pytest.mark.parametrize(
    ("kind", "seed"),
    [
        pytest.param("d12 touching", 501),
        pytest.param("d12 leaning", 501),
        pytest.param("d12 mirrored", 500, id="of an eight only the groove is seen"),
        pytest.param("d12 unmarked", 503, id="a six without its mark looks like a five"),
        pytest.param("d12 sixes and nines", 501),
        pytest.param("d12 dim", 500),
        pytest.param("d12 blurred", 500),
    ],
)
def test_no_black_die_is_told_with_a_number_it_does_not_show(kind: str, seed: int) -> None:
    scene = kept(kind, seed)
    told = [die for die in Reader().read(scene.image).dice if die.kind == "d12" and die.status == "ok"]
    assert told_wrong(scene, told) == []


def test_black_dice_that_lie_flat_in_good_light_are_read() -> None:
    scene = kept("d12", 500)
    told = [die for die in Reader().read(scene.image).dice if die.kind == "d12" and die.status == "ok"]
    assert len(told) >= 2
