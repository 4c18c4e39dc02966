"""The simulated table throws d12 as it throws d6: what is thrown, what stays, how they lie, what is seen of them."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from vision.sim.d12 import lying
from vision.sim.d12_picture import BlackPainter
from vision.sim.die_picture import Sample
from vision.sim.dodecahedron import INSIDE
from vision.sim.engraving import a_make
from vision.sim.measures import mounted_view
from vision.sim.places import in_roll_zone
from vision.sim.roll import STEP, Wobble
from vision.sim.shapes import corners, gap, is_flat
from vision.sim.table import SimDie, SimTable


def thrown(seed: int, *throws: dict[str, object]) -> SimTable:
    table = SimTable(seed)
    for throw in throws:
        table.throw(**throw)  # type: ignore[arg-type]
        while table.busy:
            table.advance(1 / 15)
    return table


def black(table: SimTable) -> list[SimDie]:
    return [die for die in table.truth() if die.kind == "d12"]


def test_without_d12_a_table_has_six_dice() -> None:
    table = thrown(1, {"count": 5})
    assert [die.kind for die in table.truth()] == ["d6"] * 6
    assert len(table.bodies) == 6


@pytest.mark.parametrize("seed", range(6))
def test_three_d12_come_to_lie_flat_with_the_values_asked_for(seed: int) -> None:
    table = thrown(seed, {"count": 3, "kind": "d12", "values": [4, 9, 12]})
    assert sorted(die.value or 0 for die in black(table)) == [4, 9, 12]
    poses = [body.pose for body in table.bodies if body.pose]
    assert len(poses) == 3
    assert all(is_flat(pose) and pose.height == pytest.approx(INSIDE) for pose in poses)
    assert all(in_roll_zone(pose) for pose in poses)
    assert all(gap(one, other) > 0 for one, other in itertools.combinations(poses, 2))


def test_white_dice_that_are_left_stay_and_others_are_taken_away() -> None:
    table = thrown(2, {"count": 6})
    stay = [(die.x, die.y) for die in table.truth()][:4]
    table.throw(3, stay, kind="d12")  # type: ignore[arg-type]
    while table.busy:
        table.advance(1 / 15)
    places = [die.place for die in table.truth() if die.kind == "d6"]
    assert places == ["roll"] * 4 + ["pool"] * 2
    assert len(black(table)) == 3


def test_values_come_from_the_seed_and_reach_to_twelve() -> None:
    rolled = [die.value for seed in range(5) for die in black(thrown(seed, {"count": 3, "kind": "d12"}))]
    assert rolled[:3] == [die.value for die in black(thrown(0, {"count": 3, "kind": "d12"}))]
    assert max(value or 0 for value in rolled) > 6


@pytest.mark.parametrize("count, values", [(4, None), (1, [13]), (2, [3])])
def test_what_cannot_be_thrown_is_refused(count: int, values: list[int] | None) -> None:
    with pytest.raises(ValueError, match=r"cannot throw 4|1 to 12"):
        SimTable(1).throw(count, (), values, "d12")


@pytest.mark.parametrize("trouble", ["leaning", "touching", "floor"])
def test_what_goes_wrong_goes_wrong_with_d12_too(trouble: str) -> None:
    table = SimTable(4)
    table.misbehave(trouble)
    assert table.throw(3, kind="d12") == (trouble,)
    while table.busy:
        table.advance(1 / 15)
    dice = black(table)
    poses = [body.pose for body in table.bodies if body.pose]
    if trouble == "leaning":
        assert sum(12 < die.tilt < 32 and die.value is None for die in dice) == 1
    elif trouble == "floor":
        assert sum(die.place == "floor" for die in dice) == 1
    else:
        assert min(gap(one, other) for one, other in itertools.combinations(poses, 2)) < 1


def test_a_carried_d12_keeps_its_face() -> None:
    table = thrown(3, {"count": 1, "kind": "d12", "values": [7]})
    (die,) = black(table)
    table.carry([((die.x or 0, die.y or 0), (240.0, 60.0))])
    while table.busy:
        table.advance(1 / 15)
    (after,) = black(table)
    assert (after.value, after.place) == (7, "hold")


def test_a_d12_that_is_knocked_shows_a_neighbouring_face() -> None:
    table = thrown(3, {"count": 1, "kind": "d12", "values": [7]})
    (die,) = black(table)
    table.tip(die.x or 0, die.y or 0)
    while table.busy:
        table.advance(1 / 15)
    (after,) = black(table)
    assert after.value not in (None, 7, 6)
    assert np.hypot((after.x or 0) - (die.x or 0), (after.y or 0) - (die.y or 0)) == pytest.approx(
        STEP, abs=0.01
    )


def test_a_rolling_d12_never_sinks_into_the_felt_and_ends_at_its_place() -> None:
    rest = lying(5, a_make(np.random.default_rng(2)), 80.0, 90.0, 0.3)
    end = Wobble(rest, np.array([0.6, 0.8]), 2.5)
    lowest = [-corners(end.pose(t))[:, 2].max() for t in np.linspace(0, end.duration, 40)]
    assert lowest == pytest.approx([0.0] * 40, abs=1e-6)
    assert end.pose(end.duration).centre == pytest.approx(rest.centre)
    assert end.pose(end.duration).turn == pytest.approx(rest.turn)


def test_a_d12_is_drawn_black_with_light_numerals_where_it_lies() -> None:
    view = mounted_view((1280, 720), np.random.default_rng(1))
    make = a_make(np.random.default_rng(2))
    drawn = BlackPainter(view).print([Sample(lying(8, make, 120.0, 90.0, 1.0), (0.0, 0.0))])
    left, top, right, bottom = drawn.box
    assert 38 < right - left < 62
    cover = drawn.light[..., 3] > 0.5
    tones = drawn.light[..., 1][cover]
    assert 0.5 < float(cover.mean()) < 0.95
    assert np.median(tones) < 0.12
    assert tones.max() > 0.4
    x, y = view.project(np.array([[120.0, 90.0, -INSIDE]]))[0]
    assert left < x < right
    assert top < y < bottom
