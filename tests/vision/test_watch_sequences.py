"""The film and the rendered rolls that are shared for building; other ones of their kind are checked outside."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from watch_films import CHANGES, judged, pictures
from watch_films import watched as watched_changed

from vision.cameras.opening import open_camera
from vision.observations import Observation, Settled, StateChanged
from vision.reader import Reader
from vision.watch.watcher import Watcher

SEQUENCES = Path(__file__).parents[2].parent / "shared" / "data" / "sequences"
ROLLS = sorted(path.name for path in SEQUENCES.glob("sim_*"))
absent = pytest.mark.skipif(not SEQUENCES.is_dir(), reason=f"the shared sequences are not here ({SEQUENCES})")
SOON = 0.35


@cache
def truth_of(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((SEQUENCES / name / "truth.json").read_text())
    return data


@cache
def watched(name: str) -> tuple[Observation, ...]:
    reader = Reader()
    watcher = Watcher(reader, reader.view)
    camera = open_camera(str(SEQUENCES / name), fps=truth_of(name)["fps"])
    seen: list[Observation] = []
    while (frame := camera.read()) is not None:
        seen += watcher.feed(frame)
    return tuple(seen)


def settled(name: str) -> list[Settled]:
    return [one for one in watched(name) if isinstance(one, Settled)]


def state_at(name: str, frame: int) -> str:
    changes = [one for one in watched(name) if isinstance(one, StateChanged) and one.frame <= frame]
    return changes[-1].state


@absent
def test_the_film_settles_on_one_two_three_four_each_in_its_time() -> None:
    truth, seen = truth_of("felt_real"), settled("felt_real")
    assert [[die.value for die in one.reading.dice] for one in seen] == [[1], [2], [3], [4]]
    for one, rest in zip(seen, truth["settled"], strict=True):
        assert rest["frames"][0] <= one.frame <= rest["frames"][1]


@absent
def test_the_film_is_settled_only_while_the_die_rests() -> None:
    resting = [rest["frames"] for rest in truth_of("felt_real")["settled"]]
    for frame in range(286):
        if state_at("felt_real", frame) == "settled":
            assert any(first <= frame <= last for first, last in resting), frame


@absent
def test_the_film_is_empty_when_the_felt_is() -> None:
    for first, last in truth_of("felt_real")["empty"]:
        assert "empty" in {state_at("felt_real", frame) for frame in range(first, last + 1)}
        assert "settled" not in {state_at("felt_real", frame) for frame in range(first, last + 1)}


def rests(name: str) -> list[tuple[int, int]]:
    """First and last frame of each time in which all dice lie still and no hand is there."""
    found: list[tuple[int, int]] = []
    for index, frame in enumerate(truth_of(name)["frames"]):
        if frame["hand"] or any(die["moving"] for die in frame["dice"]):
            continue
        if found and found[-1][1] == index - 1:
            found[-1] = (found[-1][0], index)
        else:
            found.append((index, index))
    return found


@absent
@pytest.mark.slow
@pytest.mark.parametrize("name", ROLLS)
def test_a_rendered_roll_settles_once_for_each_rest_and_soon(name: str) -> None:
    fps = truth_of(name)["fps"]
    long_enough = [(first, last) for first, last in rests(name) if (last - first) / fps > SOON]
    seen = settled(name)
    assert len(seen) == len(long_enough)
    for one, (first, last) in zip(seen, long_enough, strict=True):
        assert first <= one.frame <= min(last, first + SOON * fps)


@absent
@pytest.mark.slow
@pytest.mark.parametrize("name", ROLLS)
def test_a_rendered_roll_shows_its_values(name: str) -> None:
    for one in settled(name):
        expected = {tuple(die["top_centre_px"]): die for die in truth_of(name)["frames"][one.frame]["dice"]}
        for place, die in expected.items():
            if die["type"] == "d6" and not die["cocked"]:
                assert value_near(one, place) == die["top_value"]


def value_near(seen: Settled, place: tuple[float, ...]) -> int | None:
    near = min(seen.reading.dice, key=lambda die: abs(die.px[0] - place[0]) + abs(die.px[1] - place[1]))
    assert abs(near.px[0] - place[0]) + abs(near.px[1] - place[1]) < 8
    return near.value


@absent
@pytest.mark.slow
@pytest.mark.parametrize("change", ["strong noise", "exposure", "white balance"])
@pytest.mark.parametrize("name", ROLLS)
def test_a_rendered_roll_in_other_light_settles_once_and_never_wrongly(name: str, change: str) -> None:
    truth = truth_of(name)
    counts = judged(watched_changed(pictures(name), truth["fps"], CHANGES[change]), truth)
    assert set(counts) <= {"right", "asked"}
    assert counts.total() == 1
