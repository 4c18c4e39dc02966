"""The lens by the calibration card: within half a percent, and not without enough positions of it."""

from __future__ import annotations

import numpy as np
import pytest

from vision.calibrating.card import CORNERS, Sighting, card_in
from vision.calibrating.lens import MOST, Sightings, measured
from vision.calibrating.troubles import Troubled
from vision.sim.card import card_picture, card_poses
from vision.sim.measures import View

SIZE = (640, 360)
FOCAL = 498.0
MATRIX = np.array([[FOCAL, 0.0, 322.5], [0.0, FOCAL, 177.5], [0.0, 0.0, 1.0]])
VIEW = View(SIZE, MATRIX, np.eye(3), np.zeros(3), (-0.024, 0.006))


@pytest.fixture(scope="module")
def seen() -> list[Sighting | None]:
    rng = np.random.default_rng(4)
    return [card_in(card_picture(VIEW, *pose, rng)) for pose in card_poses(rng, 12)]


def gathered(sightings: list[Sighting | None]) -> Sightings:
    kept = Sightings()
    for sighting in sightings:
        kept.add(sighting)
    return kept


def test_the_lens_is_measured_within_half_a_percent(seen: list[Sighting | None]) -> None:
    found = measured(gathered(seen))
    assert found.focal[0] == pytest.approx(FOCAL, rel=0.005)
    assert found.focal[1] == pytest.approx(FOCAL, rel=0.005)
    assert found.middle == pytest.approx((322.5, 177.5), rel=0.005)
    assert found.lens is not None
    assert (found.lens.origin, found.lens.poses) == ("card", 12)
    assert found.lens.error < 0.2


def test_its_distortion_is_right_at_the_pictures_edge(seen: list[Sighting | None]) -> None:
    found = measured(gathered(seen))
    square = (SIZE[0] / 2 / FOCAL) ** 2
    true, fitted = (1 + k[0] * square + k[1] * square**2 for k in (VIEW.distortion, found.distortion))
    assert fitted == pytest.approx(true, abs=0.002)


def test_the_card_is_found_with_all_its_corners(seen: list[Sighting | None]) -> None:
    counts = [len(sighting.names) for sighting in seen if sighting]
    assert max(counts) == CORNERS
    assert sum(count == CORNERS for count in counts) > len(seen) / 2


def trouble(sightings: list[Sighting | None]) -> str:
    with pytest.raises(Troubled) as caught:
        measured(gathered(sightings))
    return caught.value.trouble.kind


def test_without_the_card_nothing_is_measured() -> None:
    assert card_in(np.full((540, 960, 3), 90, np.uint8)) is None
    assert trouble([None]) == "card_unseen"


def test_a_few_positions_are_not_enough(seen: list[Sighting | None]) -> None:
    assert trouble(seen[:5]) == "card_few"


def test_the_same_position_counts_once(seen: list[Sighting | None]) -> None:
    kept = Sightings()
    assert [kept.add(seen[0]) for _ in range(3)] == [True, False, False]
    assert kept.coverage.poses == 1


def test_enough_is_enough(seen: list[Sighting | None]) -> None:
    kept, first = Sightings(), next(sighting for sighting in seen if sighting)
    added = [kept.add(moved(first, 25.0 * (step % 8), 25.0 * (step // 8))) for step in range(40)]
    assert added == [True] * MOST + [False] * (40 - MOST)


def moved(sighting: Sighting, x: float, y: float) -> Sighting:
    return Sighting(sighting.size, sighting.names, sighting.places, sighting.seen + np.array((x, y)))


def test_the_middle_of_the_picture_alone_is_not_enough(seen: list[Sighting | None]) -> None:
    first = next(sighting for sighting in seen if sighting and len(sighting.names) == CORNERS)
    small = Sighting(
        SIZE, first.names, first.places, (first.seen - first.seen.mean(axis=0)) * 0.4 + (320.0, 180.0)
    )
    assert trouble([moved(small, 27.0 * step, 0.0) for step in range(-5, 5)]) == "card_uncovered"


def test_a_card_that_is_always_held_alike_tells_no_focal_length() -> None:
    places = np.array([(x * 32.0, y * 32.0, 0.0) for y in range(1, 5) for x in range(1, 7)])
    flat = places[:, :2] * 1.27
    grid = [(x, y) for x in (6.0, 120.0, 226.0, 333.0) for y in (0.0, 80.0, 166.0)]
    rng = np.random.default_rng(1)
    names = np.arange(CORNERS, dtype=np.int32)
    held = [Sighting(SIZE, names, places, flat + at + rng.normal(0, 0.3, flat.shape)) for at in grid]
    assert trouble(list(held)) == "card_flat"


def test_a_card_that_is_not_flat_is_refused(seen: list[Sighting | None]) -> None:
    rng = np.random.default_rng(2)
    bent = [
        Sighting(one.size, one.names, one.places, one.seen + rng.normal(0, 1.5, one.seen.shape))
        for one in seen
        if one
    ]
    assert trouble(list(bent)) == "card_bent"
