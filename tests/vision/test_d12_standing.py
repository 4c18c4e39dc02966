"""Whether a d12 stands on a face: what is weighed, and that it tells standing dice from leaning ones in any light."""

from __future__ import annotations

import numpy as np
import pytest

from vision.accuracy import FLAT, IN_SIGHT, LEANS
from vision.d12.find import places_in
from vision.d12.read import SURE
from vision.d12.stand import stands_at
from vision.d12.standing import SIGNS, Signs, StandingNet, signs_of, without_ink
from vision.markers import markers_in
from vision.reader import Reader
from vision.sim.scenes import Scene, draw
from vision.training.worse import shaded
from vision.tray.light import light_of
from vision.tray.scene import scene_of
from vision.tray.window import Window

RNG = np.random.default_rng(5)
UPRIGHT = np.array([[100.0, 80.0, 12.0, 0.0, 0.0, 1.0], [30.0, 200.0, 60.0, 0.0, 0.0, 1.0]])
FREE = np.array([[103.0, 84.0, 13.0, 6.0, -8.0, 1.02], [30.0, 200.0, 60.0, 0.0, 0.0, 1.0]])
SCORES = tuple(np.array(pair, np.float32) for pair in ((1.9, 2.0), (-0.05, -0.2), (1.95, 2.0)))
PARTS = tuple(RNG.random((2, 5), np.float32) for _ in range(2))
INKS = tuple(RNG.random((2, 6), np.float32) for _ in range(2))


def signs(inks: tuple[np.ndarray, ...] = INKS) -> Signs:
    return signs_of(UPRIGHT, FREE, SCORES, PARTS, inks, np.array([50.0, 20.0]))  # type: ignore[arg-type]


def test_each_die_has_its_row() -> None:
    assert signs().shape == (2, SIGNS)
    assert signs().dtype == np.float32
    gain, tilt, size, darkness, moved = signs()[0, -5:]
    assert (gain, tilt, size) == pytest.approx((0.05, 1.0, 0.2), abs=1e-3)
    assert (darkness, moved) == pytest.approx((0.5, 5.0), abs=1e-3)
    assert signs()[1, -5:].tolist() == pytest.approx([0.0, 0.0, 0.0, 0.2, 0.0], abs=1e-3)


@pytest.mark.parametrize("turn", range(1, 5))
def test_which_side_is_the_first_does_not_matter(turn: int) -> None:
    turned = tuple(np.column_stack([inks[:, :1], np.roll(inks[:, 1:], turn, axis=1)]) for inks in INKS)
    assert np.array_equal(signs(turned), signs())


def test_without_ink_the_rest_says_the_same_whatever_the_ink_is() -> None:
    before = signs()
    bare = without_ink(before)
    assert np.array_equal(before, signs()), "what is given is left as it is"
    assert np.array_equal(bare, without_ink(signs(tuple(1 - inks for inks in INKS))))
    assert bare[:, -5:].tolist() == before[:, -5:].tolist()


def test_nothing_is_judged_where_nothing_lies() -> None:
    assert StandingNet().steadiness(np.zeros((0, SIGNS), np.float32)).shape == (0,)


@pytest.fixture(scope="module")
def scenes() -> list[Scene]:
    kinds = ("d12", "d12 leaning on nothing seen")
    return [draw(kind, seed) for kind in kinds for seed in range(920_000, 920_004)]


@pytest.mark.parametrize("spotted", [False, True], ids=["by all", "without the ink"])
@pytest.mark.parametrize("light", ["as drawn", "in shade"])
def test_standing_dice_stand_and_leaning_ones_do_not(scenes: list[Scene], light: str, spotted: bool) -> None:
    """Dice that nothing hides; `spotted`: as if nothing was known of their ink."""
    seen: dict[bool, list[bool]] = {True: [], False: []}
    for number, scene in enumerate(scenes):
        image = scene.image if light == "as drawn" else shaded(np.random.default_rng(number), scene.image)
        view, markers = Reader().view(image), markers_in(image)
        assert view is not None
        paper = float(light_of(image, markers, view).white.min())
        places = places_in(scene_of(image, Window(view)), [], paper)
        stands = stands_at(image, view, places, paper, StandingNet(), spotted=spotted)
        sure = np.minimum(stands.present, stands.upright) >= SURE
        for die in scene.black:
            if die.visible > IN_SIGHT and not FLAT < die.tilt < LEANS:
                near = np.hypot(*(stands.poses[:, :2] - (die.x, die.y)).T) < 6
                seen[die.tilt < FLAT].append(bool((near & sure).any()))
    assert np.mean(seen[True]) > 0.6
    assert sum(seen[False]) <= 1, seen
    assert len(seen[False]) > 5
