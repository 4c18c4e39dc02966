"""Pictures of one throw in light from two sides, made into one reading."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from multiprocessing import Pipe
from typing import Any

import cv2
import numpy as np
import pytest

from vision.cameras.protocol import Frame, Image
from vision.reader import Reader
from vision.reading import Die, Problem, Reading
from vision.sim.table import SimTable
from vision.watch.two_lights import SETTLE, LitFrames, amended, darker, read_lit
from vision.worker.messages import Command, Reply, Report, Settled, Wake
from vision.worker.process import Worker


def die(value: int | None, x: float = 100.0, status: Any = None, kind: Any = "d6") -> Die:
    outline = ((x - 16, 84.0), (x + 16, 84.0), (x + 16, 116.0), (x - 16, 116.0))
    return Die(kind, value, status or ("ok" if value else "unsure"), 0.9, (x, 100.0), 16.0, outline=outline)


def reading(*dice: Die, problems: tuple[Problem, ...] = ()) -> Reading:
    return Reading((1280, 720), True, dice, problems)


GLARE = Problem("glare", "Light glares on a die.", (84.0, 84.0, 116.0, 116.0))


def test_the_darkest_of_each_pixel_and_channel() -> None:
    one = np.array([[[10, 200, 30]]], np.uint8)
    other = np.array([[[20, 100, 30]]], np.uint8)
    assert darker([one, other]).tolist() == [[[10, 100, 30]]]
    assert darker([one]).tolist() == one.tolist()


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        (die(None), die(4), ("ok", 4)),
        (die(None), die(4, x=103), ("ok", 4)),
        (die(None), die(None), ("unsure", None)),
        (die(None), die(4, x=160), ("unsure", None)),
        (die(3), die(3), ("ok", 3)),
        (die(3), die(None), ("ok", 3)),
        (die(3), die(4), ("unsure", None)),
        (die(None, status="cocked"), die(4), ("cocked", None)),
        (die(None, status="covered"), die(4), ("covered", None)),
        (die(None), die(4, kind="d12"), ("unsure", None)),
    ],
)
def test_other_light_helps_only_where_nothing_was_sure(
    first: Die, second: Die, told: tuple[str, int | None]
) -> None:
    found, *_ = amended(reading(first), reading(second)).dice
    assert (found.status, found.value) == told


def test_a_die_that_was_burnt_out_is_found_and_none_is_lost() -> None:
    found = amended(
        reading(die(2), die(None, x=300)), reading(die(5, x=300), die(6, x=500), die(None, x=700))
    )
    assert [one.value for one in found.dice] == [2, 5, 6]


def test_what_lies_half_on_a_known_die_is_no_other_die() -> None:
    assert len(amended(reading(die(2)), reading(die(2), die(6, x=125))).dice) == 1


def test_glare_that_is_overcome_is_no_problem_any_more() -> None:
    hand = Problem("hand", "A hand.", (0.0, 0.0, 50.0, 50.0))
    before = reading(die(None), problems=(GLARE, hand))
    assert amended(before, reading(die(4))).problems == (hand,)
    assert amended(before, reading(die(None))).problems == (GLARE, hand)


# -- a tray with glints ------------------------------------------------------------------------------------------


def tray(seed: int) -> tuple[Image, list[tuple[float, float]], list[int]]:
    """A thrown tray, the middles of its top faces in pixels, their values."""
    table = SimTable(seed=seed, size=(960, 540))
    table.throw(5)
    while table.busy:
        table.advance(0.1)
    lying = [one for one in table.truth() if one.place == "roll"]
    corners = np.array([(one.x, one.y, -16.0) for one in lying])
    values = [one.value for one in lying if one.value is not None]
    return table.frame(), [(float(x), float(y)) for x, y in table.view.project(corners)], values


def glinting(picture: Image, places: list[tuple[float, float]]) -> Image:
    """Each of these dice mirrors a lamp: white where its pips are, with a soft border."""
    glints = np.zeros(picture.shape, np.float32)
    for x, y in places:
        cv2.circle(glints, (round(x + 2), round(y - 2)), 13, (1.0, 1.0, 1.0), -1, cv2.LINE_AA)
    soft = cv2.GaussianBlur(glints, (0, 0), 2.0)
    return np.asarray(np.clip(picture + 200 * soft, 0, 255), np.uint8)


def values(found: Reading) -> list[int]:
    return sorted(one.value for one in found.dice if one.value is not None)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_glint_in_each_light_hides_nothing_from_both(seed: int) -> None:
    picture, places, true = tray(seed)
    reader = Reader()
    left, right = glinting(picture, places[:2]), glinting(picture, places[2:4])
    both = reader.read(glinting(picture, places[:4]))
    assert values(both) != sorted(true), "glints hide something"
    assert not set(values(both)) - set(true)
    assert values(read_lit(reader, [[left] * 3, [right] * 3])) == sorted(true)
    assert set(values(amended(both, read_lit(reader, [[left] * 3, [right] * 3])))) <= set(true)


# -- frames, in the order in which light changes ---------------------------------------------------------------------


def frame(t: float, tone: int = 0) -> Frame:
    return Frame(np.full((2, 2, 3), tone, np.uint8), t, round(t * 30))


def test_frames_are_taken_once_the_light_has_settled() -> None:
    lit = LitFrames()
    assert not lit.active
    for side, order, tone in (("left", 7, 1), ("right", 8, 2)):
        lit.begin(side, order, 10.0 * order)  # type: ignore[arg-type]
        done = [lit.add(frame(10.0 * order + step / 30, tone)) for step in range(30)]
        assert done.count(None) == 29
        assert done.index((side, order)) == pytest.approx(SETTLE * 30 + 2, abs=1)
    assert [[int(image.max()) for image in images] for images in lit.lights] == [[1] * 3, [2] * 3]
    lit.begin("both", 9, 90.0)
    assert lit.add(frame(90.1)) is None and lit.active
    assert lit.add(frame(90.4)) == ("both", 9)
    assert not lit.active


def test_an_order_that_never_comes_ends_it() -> None:
    lit = LitFrames()
    lit.begin("left", 1, 0.0)
    for step in range(120):
        lit.add(frame(step / 30))
    assert not lit.active


def test_a_new_beginning_forgets_the_old_pictures() -> None:
    lit = LitFrames()
    lit.begin("left", 1, 0.0)
    lit.add(frame(1.0))
    lit.begin("left", 2, 2.0)
    assert lit.lights == ([], [])


def test_there_are_no_other_sides() -> None:
    with pytest.raises(ValueError, match="expected left, right or both"):
        LitFrames().begin("above", 1, 0.0)  # type: ignore[arg-type]


# -- in the vision's process -----------------------------------------------------------------------------------------


class Lit:
    """A camera over a tray with glints that depend on the light; 30 frames a second of its own time."""

    def __init__(self, picture: Image, places: list[tuple[float, float]]) -> None:
        self.side = "both"
        one, other = places[:1], places[4:5]
        self._shots = {"left": glinting(picture, one), "right": glinting(picture, other)}
        self._shots["both"] = glinting(picture, one + other)
        self._index = -1
        self._noise = np.random.default_rng(1)

    def read(self) -> Frame:
        self._index += 1
        shot = self._shots[self.side]
        noisy = np.clip(shot + self._noise.normal(0, 1.5, shot.shape), 0, 255).astype(np.uint8)
        return Frame(noisy, self._index / 30, self._index)

    def close(self) -> None: ...


def test_the_worker_tells_its_last_reading_anew() -> None:
    picture, places, true = tray(2)
    camera, reports = Lit(picture, places), list[Report]()
    ours, theirs = Pipe()
    worker = Worker(theirs, reports.append, lambda: camera, clock=lambda: camera._index / 30)

    def settled() -> list[Reading]:
        return [report.reading for report in reports if isinstance(report, Settled)]

    def until(done: Callable[[], bool]) -> None:
        for _ in range(90):
            worker._obey(0.0)
            worker._step()
            if done():
                return
        pytest.fail("it does not come to that")

    until(lambda: len(settled()) == 1)
    for number, side in enumerate(("left", "right", "both"), 1):
        camera.side = side
        ours.send(Command(number, "lit", {"side": side}))
        until(lambda number=number: any(isinstance(one, Reply) and one.id == number for one in reports))  # type: ignore[misc]
    assert len(settled()) == 2
    assert len(values(settled()[0])) < len(true)
    assert values(settled()[1]) == sorted(true)
    states = [type(report).__name__ for report in reports if type(report).__name__ == "StateChanged"]
    for _ in range(40):
        worker._step()
    assert len([one for one in reports if type(one).__name__ == "StateChanged"]) == len(states), (
        "nothing has moved"
    )
    ours.send(Wake())
    worker._obey(0.0)
    worker._step()
    assert type(reports[-1]).__name__ == "Preview", "a hit on the felt shows at once"


def test_a_reading_without_a_change_of_light_is_as_it_was() -> None:
    found = reading(die(3), die(None, x=300))
    assert amended(found, found) == replace(found)
