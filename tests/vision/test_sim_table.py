"""The simulated table keeps its promises: what is thrown, what stays, where dice rest, what goes wrong."""

from __future__ import annotations

import itertools
from collections import Counter

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.sim.die import gap
from vision.sim.measures import FELT, HALF, RAIL_LEFT, RAIL_RIGHT, marker_centres
from vision.sim.places import in_roll_zone
from vision.sim.table import SimDie, SimTable
from vision.sim.troubles import TROUBLES, Trouble

STEP = 1 / 15
LANE = (RAIL_RIGHT + FELT) / 2


def play(table: SimTable, step: float = STEP) -> list[tuple[SimDie, ...]]:
    """The truth, frame by frame, until nothing runs any more."""
    seen = []
    while table.busy:
        table.advance(step)
        seen.append(table.truth())
    return seen


def thrown(seed: int, count: int = 5, **arguments: object) -> SimTable:
    table = SimTable(seed, **arguments)  # type: ignore[arg-type]
    table.throw(count)
    play(table)
    return table


def on_felt(table: SimTable) -> list[SimDie]:
    return [die for die in table.truth() if die.place == "roll"]


def spot(die: SimDie) -> tuple[float, float]:
    assert die.x is not None
    assert die.y is not None
    return die.x, die.y


def poses(table: SimTable) -> list:
    return [body.pose for body in table.bodies if body.pose is not None]


# -- throwing ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", range(1, 7))
def test_a_throw_lays_exactly_that_many_dice_flat_in_the_roll_zone(count: int) -> None:
    table = thrown(count, count)
    assert Counter(die.place for die in table.truth()) == Counter(roll=count, pool=6 - count)
    assert all(die.value in range(1, 7) and die.tilt < 1e-3 and not die.moving for die in on_felt(table))
    assert table.at_rest


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10**6), first=st.integers(1, 6), keep=st.integers(0, 5))
def test_dice_at_rest_never_overlap_and_left_ones_never_move(seed: int, first: int, keep: int) -> None:
    table = thrown(seed, first)
    left = on_felt(table)[: min(keep, 5)]
    table.throw(6 - len(left), leave=[spot(die) for die in left])
    for truth in play(table):
        assert all(truth[die.id] == die for die in left)
    assert len(on_felt(table)) == 6
    assert all(in_roll_zone(pose) for pose in poses(table))
    assert all(gap(one, other) > 0.9 for one, other in itertools.combinations(poses(table), 2))


def test_values_given_are_the_values_thrown() -> None:
    table = SimTable(1)
    table.throw(5, values=[6, 6, 1, 2, 3])
    play(table)
    assert sorted(die.value or 0 for die in on_felt(table)) == [1, 2, 3, 6, 6]


def test_the_same_seed_gives_the_same_throws_whatever_the_frame_rate() -> None:
    ends = []
    for step in (1 / 15, 1 / 50, 0.31):
        table = SimTable(11)
        table.throw(5)
        play(table, step)
        table.throw(4, leave=[spot(on_felt(table)[0])])
        play(table, step)
        ends.append(table.truth())
    assert ends[0] == ends[1] == ends[2]


def test_trouble_does_not_change_the_values() -> None:
    values = []
    for trouble in (0.0, 1.0):
        table = SimTable(4, trouble)
        for _ in range(4):
            table.throw(5)
            play(table)
        values.append([body.value for body in table.bodies])
    assert sorted(values[0]) == sorted(values[1])


def test_values_are_uniform() -> None:
    table = SimTable(2)
    seen: Counter[int] = Counter()
    throws = 40
    for _ in range(throws):
        table.throw(6)
        table.advance(60.0)
        seen.update(die.value or 0 for die in table.truth())
    expected = throws * 6 / 6
    chi_square = sum((seen[value] - expected) ** 2 / expected for value in range(1, 7))
    assert chi_square < 20.5  # 5 degrees of freedom: passed by a fair die 999 times of 1000


@pytest.mark.parametrize("seed", range(5))
def test_a_roll_takes_fifteen_to_thirty_frames_from_the_hand_to_rest(seed: int) -> None:
    table = SimTable(seed)
    table.throw(5)
    rolling = [truth for truth in play(table) if any(die.moving and die.x is not None for die in truth)]
    assert 15 <= len(rolling) <= 30


@pytest.mark.parametrize("seed", range(4))
def test_rolling_dice_stay_inside_the_roll_zone_and_above_the_felt(seed: int) -> None:
    table = SimTable(seed)
    table.throw(6)
    while table.busy:
        table.advance(STEP / 2)
        for pose in poses(table):
            x, y = pose.spot
            assert HALF <= x <= RAIL_LEFT - HALF
            assert HALF <= y <= FELT - HALF
            assert pose.height > HALF - 1e-6


def test_the_hand_comes_before_the_roll_and_is_gone_at_the_end() -> None:
    table = SimTable(5)
    table.throw(5)
    hands = []
    while table.busy:
        table.advance(STEP)
        hands.append(table.hand_in_sight)
    assert hands[0]
    assert not hands[-1]


def test_dice_are_gathered_from_felt_lane_and_floor() -> None:
    table = SimTable(3)
    table.misbehave("floor")
    table.throw(5)
    play(table)
    table.carry([(spot(on_felt(table)[0]), (LANE, 50.0))])
    play(table)
    assert Counter(die.place for die in table.truth()) == Counter(roll=3, hold=1, floor=1, pool=1)
    table.throw(5)
    play(table)
    assert Counter(die.place for die in table.truth()) == Counter(roll=5, pool=1)


def test_commands_wait_for_the_earlier_ones() -> None:
    table = SimTable(6)
    table.throw(5)
    table.clear()
    table.throw(2)
    play(table)
    assert len(on_felt(table)) == 2


# -- keeping, clearing, knocking -----------------------------------------------------------------------------


def test_carried_dice_keep_their_face_and_lie_where_they_were_put() -> None:
    table = thrown(8)
    first, second, *others = on_felt(table)
    targets = [(LANE, 40.0), (LANE, 75.0)]
    table.carry([(spot(first), targets[0]), (spot(second), targets[1])])
    seen = play(table)
    assert any(truth[first.id].place == "hand" for truth in seen)
    after = table.truth()
    for die, target in zip((first, second), targets, strict=True):
        assert (after[die.id].value, after[die.id].place) == (die.value, "hold")
        assert spot(after[die.id]) == pytest.approx(target)
    assert all(after[die.id] == die for die in others)


def test_clearing_takes_all_dice_away() -> None:
    table = thrown(8)
    table.clear()
    play(table)
    assert {die.place for die in table.truth()} == {"pool"}
    table.clear()
    assert not table.busy


def test_a_tipped_die_shows_a_neighbouring_face() -> None:
    table = thrown(9)
    die = on_felt(table)[0]
    table.tip(*spot(die))
    play(table)
    after = table.truth()[die.id]
    assert after.value not in (None, die.value, 7 - (die.value or 0))
    assert [other for other in table.truth() if other.id != die.id] == [
        other for other in thrown(9).truth() if other.id != die.id
    ]


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (lambda table: table.throw(0), "cannot throw 0 dice"),
        (lambda table: table.throw(7), "cannot throw 7 dice"),
        (lambda table: table.throw(2, leave=[(1.0, 1.0)]), "no die lies at 1, 1"),
        (lambda table: table.throw(2, values=[1, 7]), "2 values from 1 to 6"),
        (lambda table: table.carry([]), "nothing to carry"),
        (lambda table: table.carry([((500.0, 1.0), (LANE, 40.0))]), "no die lies at 500, 1"),
        (lambda table: table.tip(500.0, 1.0), "no die lies at 500, 1"),
        (lambda table: table.misbehave("explode"), "no trouble is called 'explode'"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line_and_changes_nothing(command, said: str) -> None:
    table = thrown(8)
    before = table.truth()
    with pytest.raises(ValueError, match=said):
        command(table)
    assert not table.busy
    assert table.truth() == before


def test_a_die_is_not_put_down_on_another() -> None:
    table = thrown(8)
    first, second, *_ = on_felt(table)
    with pytest.raises(ValueError, match="another die lies at"):
        table.carry([(spot(first), spot(second))])


# -- misbehaviour --------------------------------------------------------------------------------------------


def misbehaving(seed: int, trouble: Trouble) -> tuple[SimTable, list[SimDie], tuple[Trouble, ...]]:
    """A table after a throw of three that went wrong, the two dice that were left, and what was announced."""
    table = thrown(seed)
    left = on_felt(table)[:2]
    table.misbehave(trouble)
    announced = table.throw(3, leave=[spot(die) for die in left])
    return table, left, announced


@pytest.mark.parametrize("trouble", TROUBLES)
@pytest.mark.parametrize("seed", range(3))
def test_each_trouble_is_announced_and_only_for_one_throw(trouble: Trouble, seed: int) -> None:
    table, _, announced = misbehaving(seed, trouble)
    assert announced == (trouble,)
    assert table.throw(5) == ()


@pytest.mark.parametrize("seed", range(5))
def test_a_leaning_die_has_no_value_and_a_tilt_of_20_to_50_degrees(seed: int) -> None:
    table, left, _ = misbehaving(seed, "leaning")
    play(table)
    leaning = [die for die in on_felt(table) if die.value is None]
    assert len(leaning) == 1
    assert 20 <= leaning[0].tilt <= 50
    assert all(table.truth()[die.id] == die for die in left)


@pytest.mark.parametrize("seed", range(4))
def test_touching_dice_lie_side_by_side_without_overlap(seed: int) -> None:
    table, _, _ = misbehaving(seed, "touching")
    play(table)
    gaps = sorted(gap(one, other) for one, other in itertools.combinations(poses(table), 2))
    assert 0 < gaps[0] < 0.3
    assert gaps[1] > 0.9


@pytest.mark.parametrize("seed", range(4))
def test_a_die_on_the_floor_lies_clear_of_the_tray(seed: int) -> None:
    table, _, _ = misbehaving(seed, "floor")
    play(table)
    (die,) = [die for die in table.truth() if die.place == "floor"]
    x, y = spot(die)
    assert max(abs(x - FELT / 2), abs(y - FELT / 2)) > FELT / 2 + 28 + 12
    assert len(on_felt(table)) == 4


@pytest.mark.parametrize("seed", range(4))
def test_a_bump_moves_one_left_die_a_few_millimetres_and_keeps_its_face(seed: int) -> None:
    table, left, _ = misbehaving(seed, "bump")
    play(table)
    now = [table.truth()[die.id] for die in left]
    ways = sorted(float(np.hypot(*np.subtract(spot(a), spot(b)))) for a, b in zip(left, now, strict=True))
    assert ways[0] == 0
    assert 1.9 < ways[1] < 6.1
    assert [die.value for die in now] == [die.value for die in left]


@pytest.mark.parametrize("seed", range(4))
def test_a_tipped_left_die_shows_another_face(seed: int) -> None:
    table, left, _ = misbehaving(seed, "tipped")
    play(table)
    changed = [die for die in left if table.truth()[die.id].value != die.value]
    assert len(changed) == 1
    assert all(gap(a, b) > 0 for a, b in itertools.combinations(poses(table), 2))


def test_troubles_come_with_their_probability_and_in_all_kinds() -> None:
    table = SimTable(1, trouble=0.5)
    seen: list[Trouble] = []
    for _ in range(50):
        seen += table.throw(5)
        table.advance(60.0)
        flat = [die for die in table.truth() if die.value and die.place == "roll"]
        seen += table.throw(2, leave=[spot(die) for die in flat[:3]])
        table.advance(60.0)
    assert 35 <= len(seen) <= 65  # of 100: three standard deviations
    assert set(seen) == set(TROUBLES)


# -- pictures ------------------------------------------------------------------------------------------------


def test_the_same_seed_draws_the_same_frames() -> None:
    pictures = []
    for _ in range(2):
        table = SimTable(21, size=(640, 360))
        table.throw(5)
        table.advance(1.6)
        pictures.append([table.frame(), table.frame()])
    assert np.array_equal(pictures[0][0], pictures[1][0])
    assert np.array_equal(pictures[0][1], pictures[1][1])
    assert not np.array_equal(pictures[0][0], pictures[0][1]), "every frame has fresh noise"
    assert not np.array_equal(SimTable(22, size=(640, 360)).frame(), SimTable(21, size=(640, 360)).frame())


def test_a_frame_is_bgr_of_the_size_asked_for() -> None:
    frame = SimTable(1, size=(960, 540)).frame()
    assert frame.shape == (540, 960, 3)
    assert frame.dtype == np.uint8


def test_the_markers_are_found_where_they_lie_in_every_frame_without_a_hand() -> None:
    table = SimTable(13)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    expected = table.view.project(marker_centres())
    table.throw(5)
    looked = 0
    while table.busy:
        table.advance(STEP)
        if table.hand_in_sight:
            continue
        corners, ids, _ = detector.detectMarkers(table.frame())
        assert sorted(ids.ravel()) == [0, 1, 2, 3]
        for found, index in zip(corners, ids.ravel(), strict=True):
            assert np.hypot(*(found[0].mean(axis=0) - expected[index])) < 0.7
        looked += 1
    assert looked > 8


def test_a_hand_covers_a_good_part_of_the_tray_while_it_throws() -> None:
    table = SimTable(13, size=(640, 360))
    empty = table.frame().astype(int)
    table.throw(5)
    most = 0.0
    while table.busy:
        table.advance(STEP)
        if table.hand_in_sight:
            most = max(most, float((np.abs(table.frame() - empty).max(axis=2) > 25).mean()))
    assert 0.04 < most < 0.6


def test_in_the_dark_hardly_anything_is_seen_and_the_light_comes_back() -> None:
    table = SimTable(13, size=(640, 360))
    table.dark(0.5)
    assert table.is_dark
    assert table.frame().mean() < 12
    table.advance(0.6)
    assert table.frame().mean() > 40


def test_the_dark_trouble_falls_on_the_settling_dice() -> None:
    table, _, _ = misbehaving(2, "dark")
    dark = []
    while table.busy or table.is_dark:
        table.advance(STEP)
        dark.append(table.is_dark)
    assert 0.3 < sum(dark) * STEP < 1.2
