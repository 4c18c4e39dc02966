"""The reader of photographs on other people's photographs, where they lie beside the project.

On some of each kind: `photo_stress.py` and `raflebord bench --accuracy` take all.
"""

from __future__ import annotations

import json
from collections import Counter

import cv2
import numpy as np
import pytest
from fuzz_photos import parts
from photo_stress import CHANGES, DATA, STRAINS, by_place, labelled, photograph, scored, truths

from vision.photo.read import read_photo

pytestmark = [
    pytest.mark.skipif(not DATA.exists(), reason="the shared photographs are not beside the project"),
    pytest.mark.slow,
]
AS_IT_IS = CHANGES["as it is"]


def dice_of(source: str, every: int = 1) -> int:
    return sum(len(label["values"]) for _, label in labelled(source)[::every])


def test_six_dice_on_a_round_black_tray() -> None:
    score = scored("KingJacker", AS_IT_IS)
    assert score["wrong"] == score["phantom"] == score["unsure phantom"] == score["missed"] == 0
    assert score["right"] >= 41


def test_five_dice_in_a_dim_cardboard_box() -> None:
    score = scored("seanwieser", AS_IT_IS, every=5)
    assert score["wrong"] == score["phantom"] == 0
    assert score["right"] >= 0.99 * dice_of("seanwieser", every=5)


def test_ivory_dice_on_carpet_wood_and_cloth() -> None:
    score = scored("DamianTab", AS_IT_IS, every=3)
    assert score["wrong"] == 0
    assert score["right"] >= 0.95 * dice_of("DamianTab", every=3)


def test_small_dice_of_many_colours_are_left_alone_rather_than_misread() -> None:
    score = scored("nell-byler", AS_IT_IS, every=10)
    assert score["wrong"] == score["phantom"] == 0
    assert score["right"] > 0


def test_a_tilted_view_with_side_faces_is_asked_about_rather_than_misread() -> None:
    score = scored("matteop65", AS_IT_IS, every=7)
    assert score["wrong"] == score["phantom"] == 0
    assert score["right"] + score["asked"] > score["missed"]


def test_parts_of_photographs_without_a_whole_die_have_nothing_to_tell() -> None:
    for name, part in parts(first=0, count=40):
        assert not any(die.value for die in read_photo(part).dice), name


def test_dice_with_twelve_faces_are_never_read_as_six_sided_ones() -> None:
    for name, _ in labelled("", kind="d12")[::3]:
        assert not any(die.value for die in read_photo(photograph(name)).dice), name


@pytest.mark.parametrize("change", [name for name in STRAINS if name != "as it is"])
def test_bad_light_focus_and_files_make_questions_not_errors(change: str) -> None:
    score: Counter[str] = Counter()
    for source, every in (("KingJacker", 4), ("seanwieser", 18)):
        score += scored(source, CHANGES[change], every)
    assert score["wrong"] == score["phantom"] == 0
    assert score["right"] > score["asked"] + score["missed"]


@pytest.mark.parametrize("change", ["cold", "turned by 17", "from farther away"])
def test_the_same_dice_taken_otherwise_read_the_same(change: str) -> None:
    score = scored("KingJacker", CHANGES[change], every=7) + scored("seanwieser", CHANGES[change], every=18)
    assert score["wrong"] == score["phantom"] == 0
    assert score["right"] >= score.total() - score["unsure phantom"] - 1


def test_a_small_copy_of_a_photograph_reads_the_same() -> None:
    for name, label in labelled("KingJacker")[::3]:
        image, way = CHANGES["half size"](photograph(name), np.random.default_rng(0))
        score = by_place(read_photo(image), [die.moved(way) for die in truths("KingJacker", label)])
        assert score["right"] == len(label["dice"])


def test_a_film_of_rolls_on_felt_is_read_whenever_the_die_lies_still() -> None:
    folder = DATA / "sequences" / "felt_real"
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    for still in truth["settled"]:
        first, last = still["frames"]
        for number in range(first, last + 1, 7):
            image = cv2.imread(str(folder / f"{number:04d}.jpg"))
            assert image is not None
            values = [die.value for die in read_photo(np.asarray(image, np.uint8)).dice]
            assert values == still["values"], number
