"""What margins are worth: a staircase that never falls and never claims more than was counted; the table in use."""

from __future__ import annotations

import ast
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision import confidence_steps as counts
from vision.accuracy import Guess
from vision.confidence import BLACK, PHOTO, TOLD, TRAY, Step, Worth
from vision.reading import Die
from vision.sim.die import lying
from vision.sim.measures import EDGE, mounted_view
from vision.sim.painter import Painter
from vision.sim.scenes import Scene
from vision.sim.setting import TrueDie
from vision.training.confidence import PAGE, Amount, compared, main, write
from vision.training.counting import Look, counted
from vision.training.margins import Seen, black_throws, photographs, throws, truths_of
from vision.training.photographs import photograph
from vision.training.worse import worsened

BORDERS = (0.0, 0.2, 0.4, 0.6, 0.8)
LOOKS = st.lists(
    st.builds(Look, st.floats(0, 1), st.booleans(), st.integers(0, 60)), min_size=1, max_size=120
)


def looks(margin: float, right: int, wrong: int) -> list[Look]:
    return [Look(margin, k < right, (margin, k)) for k in range(right + wrong)]


@pytest.mark.parametrize(
    ("step", "probability"),
    [
        (Step(0.0, 1000, 1000, 900), 0.9),
        (Step(0.0, 1000, 1000, 1000), 0.997),  # none wrong of 1000: up to three may be
        (Step(0.0, 1000, 5000, 5000), 0.997),  # more looks at the same dice show nothing more
        (Step(0.0, 1000, 1000, 999), 0.997),
        (Step(0.0, 2, 2, 2), 0.0),  # two dice show nothing
    ],
)
def test_no_more_is_claimed_than_so_many_dice_can_show(step: Step, probability: float) -> None:
    assert Worth([step]).probability(0.5) == pytest.approx(probability)


def test_a_margin_is_worth_what_its_step_is() -> None:
    worth = Worth([Step(0.0, 100, 100, 50), Step(0.4, 1000, 1000, 970), Step(0.8, 3000, 3000, 3000)])
    margins = (0.0, 0.39, 0.4, 0.79, 0.8, 1.0)
    assert [worth.probability(m) for m in margins] == pytest.approx([0.5, 0.5, 0.97, 0.97, 0.999, 0.999])
    assert (worth.least(0.4), worth.least(0.9), worth.least(0.99)) == (0.0, 0.4, 0.8)
    assert worth.least(0.9995) > 1


def test_a_greater_margin_seen_seldom_is_worth_what_a_lesser_one_is() -> None:
    worth = Worth([Step(0.0, 1000, 1000, 970), Step(0.8, 10, 10, 10)])
    assert worth.probability(0.9) == pytest.approx(0.97)


@pytest.mark.parametrize("steps", [[], [Step(0.1, 10, 10, 10)]], ids=["none", "not from 0"])
def test_a_staircase_begins_at_nothing(steps: list[Step]) -> None:
    with pytest.raises(ValueError, match="begin at margin 0"):
        Worth(steps)


def test_ranges_out_of_order_are_worth_the_same() -> None:
    seen = looks(0.1, 500, 500) + looks(0.3, 800, 200) + looks(0.5, 600, 400) + looks(0.9, 990, 10)
    worth = Worth(counted(seen, BORDERS))
    told = [worth.probability(margin) for margin in (0.1, 0.3, 0.5, 0.7, 0.9)]
    assert told == pytest.approx([0.5, 0.7, 0.7, 0.7, 0.99])


def test_the_certain_do_not_speak_for_the_less_certain() -> None:
    seen = looks(0.7, 20, 0) + looks(0.9, 1999, 1)
    worth = Worth(counted(seen, BORDERS))
    assert worth.probability(0.7) == pytest.approx(0.85)
    assert worth.least() == 0.8


def test_looks_at_the_same_die_are_one_die() -> None:
    seen = [Look(0.9, True, k % 4) for k in range(40)]
    assert counted(seen, BORDERS) == [Step(0.0, 4, 40, 40)]


@given(LOOKS)
def test_every_look_is_counted_once_and_worth_never_falls(seen: list[Look]) -> None:
    steps = counted(seen, BORDERS)
    assert sum(step.looks for step in steps) == len(seen)
    assert sum(step.right for step in steps) == sum(look.right for look in seen)
    assert steps[0].least == 0.0
    worth = Worth(steps)
    told = [worth.probability(margin) for margin in np.linspace(0, 1, 41).tolist()]
    assert told == sorted(told) and all(0 <= p < 1 for p in told)
    assert max(told) <= max(0.0, *(1 - 3 / step.dice for step in steps))


@pytest.mark.parametrize("worth", [TRAY, BLACK, PHOTO], ids=["d6", "d12", "photo"])
def test_a_told_number_is_wrong_in_less_than_one_of_a_hundred(worth: Worth) -> None:
    assert 0.4 < worth.least() <= 0.8
    assert worth.probability(worth.least()) >= TOLD
    assert worth.probability(np.nextafter(worth.least(), 0)) < TOLD
    assert worth.probability(0.0) < 0.9
    assert worth.probability(1.0) < 1.0


def seen(margin: float, right: bool, die: int) -> Seen:
    found = Die("d6", None, "unsure", 0.5, (0.0, 0.0), 16.0, guess=3, margin=margin)
    return Seen(Guess(found, 0, "flat", right), die)


def test_the_counts_are_written_as_code_and_as_tables(tmp_path: Path) -> None:
    page, steps = tmp_path / "page.md", tmp_path / "steps.py"
    page.write_text(
        "before\n<!-- counted -->\nearlier figures\n<!-- end of counted -->\nafter\n", encoding="utf-8"
    )
    dice = [seen(0.9, True, k) for k in range(600)] + [seen(0.1, k % 2 == 0, k) for k in range(10)]
    write(Amount(1, 2, 3, 4), {"here": dice, "there": dice, "elsewhere": dice}, steps, page)
    rows = {
        node.target.id: ast.literal_eval(node.value)
        for node in ast.parse(steps.read_text(encoding="utf-8")).body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value
    }
    assert rows["TRAY"] == ((0.0, 10, 10, 5), (0.8, 600, 600, 600))
    text = page.read_text(encoding="utf-8")
    assert text.startswith("before\n") and text.endswith("after\n") and "earlier" not in text
    assert "| 0.8 to 1 | 600 | 600 | 0 | 1.0000 | 0.9950 | yes |" in text
    assert "| 0 to 0.8 | 10 | 10 | 5 | 0.5000 | 0.5000 | no |" in text


def test_the_page_tells_the_counts_in_use() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert counts.MADE in text
    for _, dice, looked, right in (*counts.TRAY, *counts.BLACK, *counts.PHOTO):
        assert f"| {dice} | {looked} | {looked - right} |" in text


def test_dice_are_where_the_truth_of_a_drawing_says_and_the_same_for_the_same_seed() -> None:
    first, again = list(throws(1, 3)), list(throws(1, 3))
    assert [one.look for one in first] == [one.look for one in again]
    for found in (first, list(black_throws(2, 5)), list(photographs(3, 3))):
        told = [one for one in found if one.guess.die.status == "ok"]
        assert len(told) > 1 and all(one.guess.right for one in told)


def test_the_dice_of_a_scene_are_found_in_its_picture() -> None:
    rng = np.random.default_rng(4)
    view = mounted_view((1280, 720), rng)
    image = Painter(view, rng).frame([lying(5, 60.0, 190.0, 0.3)], [], None, False)
    dice = (
        TrueDie(5, 60.0, 190.0, 0.0, "flat"),
        TrueDie(2, 150.0, 60.0, 0.0, "upon", floor=EDGE),
        TrueDie(3, 90.0, 60.0, 10.0, "leaning"),
        TrueDie(3, 40.0, 60.0, 20.0, "leaning"),
        TrueDie(4, 90.0, 90.0, 0.0, "flat", visible=0.5),
    )
    truths = truths_of(Scene("plain", 1, image, dice, "ring", "green"))
    assert [truth.group for truth in truths] == ["flat", "leaning", "other", "leaning", "other"]
    for truth, die in zip(truths, dice, strict=True):
        expected = view.project(np.array([[die.x, die.y, -EDGE - die.floor]]))[0]
        assert truth.px == pytest.approx(expected, abs=2.5)
    empty = Scene("plain", 1, np.zeros_like(image), dice, "ring", "green")
    assert truths_of(empty) == []


def test_what_is_written_can_be_compared_with_fresh_pictures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--throws", "1", "--scenes", "0", "--photographs", "1", "--check", "--seed", "3"]) == 0
    said = capsys.readouterr().out
    assert "seed 3: 1 throws, 0 scenes" in said
    assert said.count("Expected calibration error") == 3


def test_a_comparison_tells_expected_and_seen() -> None:
    table = compared("somewhere", [seen(0.9, k != 0, k) for k in range(4)])
    assert "| 0.5 to 0.8 | 4 | 0 | 0.5000 | 0.7500 |" in table
    assert "Expected calibration error: 0.2500" in table


def test_every_photograph_has_a_seed_of_its_own() -> None:
    first, again, other = (photograph(np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert np.array_equal(first.image, again.image) and first.dice == again.dice
    assert first.dice != other.dice


def test_a_worse_picture_is_another_one_of_the_same_size() -> None:
    image = np.full((40, 60, 3), 120, np.uint8)
    worse = worsened(np.random.default_rng(1), image, often=1.0)
    assert worse.shape == image.shape and worse.dtype == np.uint8 and not np.array_equal(worse, image)
    unchanged = worsened(np.random.default_rng(1), image, often=0.0)
    assert np.abs(unchanged.astype(int) - image).max() <= 1
