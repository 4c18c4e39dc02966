"""Which die is which: identities from one settled reading to the next."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.reading import Die, Reading, Zone
from vision.watch.tracks import Tracks

EDGE = 32.0
Place = tuple[float, float]


def die(value: int | None, x: float, y: float = 300.0, zone: Zone = "roll") -> Die:
    """A die at a place given in its own edges."""
    half, px = EDGE / 2, (x * EDGE, y)
    outline = tuple((px[0] + dx * half, px[1] + dy * half) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
    return Die("d6", value, "ok" if value else "unsure", 0.9, px, 16.0, zone=zone, outline=outline)


def reading(*dice: Die) -> Reading:
    return Reading((1280, 720), True, dice)


A, B, C = die(5, 4.0), die(2, 10.0), die(5, 16.0)


def told(tracks: Tracks, rolled: bool, *dice: Die) -> list[tuple[int, str]]:
    return [(track.id, track.change) for track in tracks.follow(reading(*dice), rolled).tracks]


@pytest.fixture
def tracks() -> Tracks:
    """A, B and C lie there; their ids are 1, 2, 3."""
    made = Tracks()
    assert told(made, False, A, B, C) == [(1, "new"), (2, "new"), (3, "new")]
    return made


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        ((C, A, B), [(3, "same"), (1, "same"), (2, "same")]),
        ((die(5, 4.05), B, C), [(1, "same"), (2, "same"), (3, "same")]),
        ((die(5, 4.2), die(2, 10.3), C), [(1, "nudged"), (2, "nudged"), (3, "same")]),
        ((die(None, 4.0), B, C), [(1, "same"), (2, "same"), (3, "same")]),
        ((die(1, 4.0), B, C), [(1, "turned"), (2, "same"), (3, "same")]),
        ((die(1, 5.1), B, C), [(1, "turned"), (2, "same"), (3, "same")]),
        ((A, die(2, 30.0, zone="hold"), C), [(1, "same"), (2, "moved"), (3, "same")]),
        ((A, die(2, 7.0), C), [(1, "same"), (2, "moved"), (3, "same")]),
        ((A, B, C, die(6, 22.0)), [(1, "same"), (2, "same"), (3, "same"), (4, "new")]),
        ((A, C), [(1, "same"), (3, "same")]),
        ((A, C, die(3, 22.0)), [(1, "same"), (3, "same"), (4, "new")]),
    ],
    ids=[
        "nothing, in another order",
        "read half a millimetre off",
        "pushed",
        "not read this time",
        "turned at its place",
        "tipped over an edge",
        "carried to the lane",
        "carried elsewhere",
        "one more",
        "one taken",
        "one taken, another laid down",
    ],
)
def test_what_a_hand_does(tracks: Tracks, after: tuple[Die, ...], expected: list[tuple[int, str]]) -> None:
    assert told(tracks, False, *after) == expected


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        ((A, die(2, 20.0), die(4, 9.0)), [(1, "same"), (4, "new"), (5, "new")]),
        ((die(5, 4.2), die(6, 20.0), die(5, 9.0)), [(1, "nudged"), (4, "new"), (5, "new")]),
        ((die(2, 30.0, zone="hold"), die(1, 9.0), die(1, 3.0)), [(2, "moved"), (4, "new"), (5, "new")]),
        ((die(1, 4.0), B, C), [(4, "new"), (2, "same"), (3, "same")]),
    ],
    ids=[
        "the others rolled",
        "pushed by a rolling one",
        "one carried to the lane first",
        "rolled to where it lay",
    ],
)
def test_after_a_roll_a_die_elsewhere_is_a_new_one(
    tracks: Tracks, after: tuple[Die, ...], expected: list[tuple[int, str]]
) -> None:
    assert told(tracks, True, *after) == expected


def test_what_is_gone_is_told_and_its_identity_never_comes_back(tracks: Tracks) -> None:
    assert tracks.follow(reading(A), False).gone == (2, 3)
    assert told(tracks, False, A, B) == [(1, "same"), (4, "new")]


def test_after_an_empty_tray_all_are_new(tracks: Tracks) -> None:
    tracks.forget()
    followed = tracks.follow(reading(A), False)
    assert [track.id for track in followed.tracks] == [4]
    assert followed.gone == ()


def test_a_die_of_another_kind_is_another_die(tracks: Tracks) -> None:
    assert told(tracks, False, replace(A, kind="d12"), B, C)[0] == (4, "new")


places = st.lists(
    st.tuples(st.integers(1, 6), st.integers(1, 8).map(lambda x: 4.0 * x)),
    max_size=6,
    unique_by=lambda one: one[1],
)


@given(places, places, st.booleans(), st.randoms())
def test_each_die_has_one_identity_and_each_identity_one_die(
    before: list[tuple[int, float]], after: list[tuple[int, float]], rolled: bool, rng: random.Random
) -> None:
    tracks = Tracks()
    first = tracks.follow(reading(*(die(*one) for one in before)), False)
    shuffled = rng.sample(after, len(after))
    second = tracks.follow(reading(*(die(*one) for one in shuffled)), rolled)
    ids = [track.id for track in second.tracks]
    assert len(set(ids)) == len(ids) == len(after)
    assert {track.id for track in first.tracks} <= {*ids, *second.gone}
    assert not set(ids) & set(second.gone)
    for one, track in zip(shuffled, second.tracks, strict=True):
        assert (track.change == "same") is (one in before)
