"""Still pictures of the simulated table: what is drawn lies where the truth says, in light that falls as it must."""

from __future__ import annotations

import math

import numpy as np
import pytest

from vision.sim.boards import tray_bodies
from vision.sim.cubes import Cube
from vision.sim.die import Pose, lying
from vision.sim.die_picture import face_atlas
from vision.sim.dyes import INK, IVORY
from vision.sim.exposure import Exposure, developed
from vision.sim.hand_body import HandBody
from vision.sim.hits import Body
from vision.sim.light import linear
from vision.sim.measures import CAMERA_HEIGHT, FELT, View, mounted_view
from vision.sim.script import Hand
from vision.sim.setting import Setting
from vision.sim.solids import block, circle, plain, prism
from vision.sim.sources import Light, Source
from vision.sim.still import Still, still
from vision.sim.things import COINS, coin, lying_thing

SIZE = (320, 180)
GREY = plain(linear(90, 90, 90))


@pytest.fixture(scope="module")
def view() -> View:
    return mounted_view(SIZE, np.random.default_rng(3))


def felt() -> Body:
    return block((-200.0, -100.0, -5.0), (660.0, 460.0, 5.0), GREY)


def cube(pose: Pose) -> Cube:
    return Cube(pose, face_atlas(), IVORY, INK)


def from_the_left(strength: float = 0.8) -> Light:
    """A sun low on the left, and little else."""
    place = np.array([-4000.0, FELT / 2, -3000.0])
    return Light((Source(place, np.zeros(3), np.zeros(3), strength),), 0.2)


def tone(shot: Still, view: View, x: float, y: float, height: float = 0.0) -> float:
    """The light that a place (mm, `height` above the felt) sends, a mean of nine pixels."""
    u, v = np.rint(view.project(np.array([[x, y, -height]]))[0]).astype(int)
    return float(shot.light[v - 1 : v + 2, u - 1 : u + 2].mean())


def owner(shot: Still, view: View, x: float, y: float, height: float) -> int:
    u, v = np.rint(view.project(np.array([[x, y, -height]]))[0]).astype(int)
    return int(shot.owners[v, u])


def test_a_ray_meets_the_side_of_a_box_that_looks_at_it() -> None:
    box = block((0.0, 0.0, 0.0), (10.0, 20.0, 5.0), GREY)
    rays = np.array([(0, 0, 1), (0.5, 0, 1), (0.02, 0, 1)], np.float32).T
    hit = box.meets(np.array([5.0, 5.0, -100.0]), rays)
    assert hit.which.tolist() == [0, 2]
    assert hit.steps == pytest.approx([95.0, 95.0])
    assert pytest.approx(np.array([(0, 0, -1)] * 2)) == hit.normals.T


def test_a_solid_hides_a_lamp_from_what_lies_behind_it_and_not_from_itself() -> None:
    box = block((0.0, 0.0, 0.0), (10.0, 20.0, 5.0), GREY)
    points = np.array([(20, 10, 0), (-5, 10, 0), (5, 10, -5), (20, 10, -9)], np.float32).T
    lamp = np.array([-100.0, 10.0, -20.0], np.float32)
    assert box.hides(points, lamp[:, None] - points).tolist() == [True, False, False, False]


@pytest.mark.parametrize("sides", [3, 8, 28])
def test_a_prism_holds_its_corners_and_nothing_beyond(sides: int) -> None:
    solid = prism(circle(9.0, sides), 1.0, 4.0, lying_thing(30.0, 40.0, 0.7), GREY)
    inside = solid.normals @ solid.corners.T - solid.offsets[:, None]
    assert inside.max() < 1e-9
    assert (inside > -1e-9).sum(axis=0).tolist() == [3] * 2 * sides
    assert sorted(set(np.round(-solid.corners[:, 2], 6))) == [1.0, 4.0]


def test_shadows_fall_away_from_the_sun_on_felt_and_on_other_dice(view: View) -> None:
    dice = [cube(lying(1, 100.0, 100.0, 0.0)), cube(lying(2, 119.0, 100.0, 0.0))]
    shot = still(view, [felt(), *dice], from_the_left())
    open_felt = tone(shot, view, 60.0, 100.0)
    assert tone(shot, view, 133.0, 100.0) < 0.5 * open_felt
    assert tone(shot, view, 88.0, 100.0) > 0.9 * open_felt
    alone = still(view, [felt(), dice[1]], from_the_left())
    assert tone(alone, view, 80.0, 100.0) > 0.9 * tone(alone, view, 60.0, 100.0)


def test_a_beam_lights_only_where_it_falls(view: View) -> None:
    beam = Source(
        np.array([130.0, 130.0, -5000.0]), np.zeros(3), np.zeros(3), 1.0, beam=(100.0, 90.0, 20.0, 1.0)
    )
    shot = still(view, [felt()], Light((beam,), 0.2))
    assert tone(shot, view, 100.0, 90.0) > 3 * tone(shot, view, 140.0, 90.0)


def test_dice_are_where_the_camera_must_see_them_and_the_nearer_covers_the_farther(view: View) -> None:
    below, above = cube(lying(3, 200.0, 80.0, 0.3)), cube(lying(4, 206.0, 80.0, 0.1, floor=16.0))
    shot = still(view, [felt(), below, above], from_the_left())
    assert owner(shot, view, 206.0, 80.0, 32.0) == 2
    assert owner(shot, view, 194.5, 80.0, 16.0) == 1
    assert owner(shot, view, 60.0, 60.0, 0.0) == 0


def test_a_hand_lies_over_what_it_covers(view: View) -> None:
    hand = HandBody(Hand(130.0, 100.0, 40.0, math.pi / 2, 0.0), np.random.default_rng(1))
    shot = still(view, [felt(), hand], from_the_left())
    assert owner(shot, view, 130.0, 60.0, 40.0) == 1
    assert owner(shot, view, 130.0, 140.0, 0.0) == 0
    assert owner(shot, view, 20.0, 200.0, 0.0) == 0


def test_the_lens_bends_where_places_are_seen_as_it_bends_rays() -> None:
    bent = View(
        SIZE,
        mounted_view(SIZE, np.random.default_rng(1)).matrix,
        np.eye(3),
        np.array([130.0, 130.0, -490.0]),
        (-0.03, 0.01),
    )
    rays = bent.rays(0, 0, *SIZE, (0.0, 0.0))
    for column, line in ((0, 0), (319, 10), (160, 90), (40, 179)):
        place = bent.centre + rays[:, line, column] * CAMERA_HEIGHT
        assert bent.project(place[None])[0] == pytest.approx((column, line), abs=0.02)


def test_metal_and_prints_differ_from_the_felt(view: View) -> None:
    shot = still(
        view, [felt(), coin(COINS[5], lying_thing(100, 100, 0.0), np.random.default_rng(1))], from_the_left()
    )
    assert tone(shot, view, 100.0, 100.0, 2.0) > 1.5 * tone(shot, view, 60.0, 100.0)


def test_the_tray_is_drawn_where_it_stands(view: View) -> None:
    setting = Setting(np.random.default_rng(2), texels=0.5)
    bodies = list(tray_bodies(setting.tray, setting.shop, setting.cloth))
    shot = still(view, bodies, Light((), 0.9))
    seen = [
        owner(shot, view, *place) for place in ((100, 100, 0), (217, 130, 8), (-14, 100, 30), (-90, 100, -8))
    ]
    assert len(set(seen)) == 4
    # The first marker's paper begins two millimetres outside of its black square.
    assert tone(shot, view, -14.0, -14.0 + 12.9, 30.0) > tone(shot, view, -14.0, -14.0 + 9.0, 30.0)


LIGHT = np.full((90, 160, 3), 0.25, np.float32)


@pytest.mark.parametrize(
    ("exposure", "low", "high"),
    [
        (Exposure(1.0, noise=0.0), (125, 125, 125), (128, 128, 128)),
        (Exposure(4.0, noise=0.0), (245, 245, 245), (255, 255, 255)),
        (Exposure(0.25, noise=0.0), (60, 60, 60), (66, 66, 66)),
        (Exposure(1.0, gains=(2.0, 1.0, 0.5), noise=0.0), (175, 123, 86), (183, 129, 92)),
    ],
)
def test_exposure_and_white_balance(exposure: Exposure, low: tuple[int, ...], high: tuple[int, ...]) -> None:
    middle = developed(LIGHT, exposure, np.random.default_rng(1))[45, 80]
    assert (middle >= low).all() and (middle <= high).all()


def test_flicker_makes_bands_and_noise_makes_grain() -> None:
    rng = np.random.default_rng(1)
    bands = developed(LIGHT, Exposure(flicker=0.6, noise=0.0), rng)[:, 80, 1]
    assert int(bands.max()) - int(bands.min()) > 30
    grain = developed(LIGHT, Exposure(noise=5.0), rng)[40:50, 70:90]
    assert 4.0 < grain.std() < 6.0
