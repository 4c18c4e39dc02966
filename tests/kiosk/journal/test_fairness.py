"""The chi-square test: its figures against published tables, its sentences against its figures."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.journal.fairness import Evenness, evenness, in_words, margin, survival, together

# Upper percentage points of chi-square: Abramowitz and Stegun, table 26.8.
PUBLISHED = [
    (1, 3.84146, 0.05),
    (1, 10.8276, 0.001),
    (2, 9.21034, 0.01),
    (5, 11.0705, 0.05),
    (5, 1.61031, 0.9),
    (5, 20.5150, 0.001),
    (11, 19.6751, 0.05),
    (11, 24.7250, 0.01),
    (16, 26.2962, 0.05),
    (16, 39.2524, 0.001),
    (30, 43.7730, 0.05),
    (100, 124.342, 0.05),
]


@pytest.mark.parametrize("freedom, statistic, p", PUBLISHED)
def test_the_tables_of_the_handbook(freedom: int, statistic: float, p: float) -> None:
    assert survival(statistic, freedom) == pytest.approx(p, rel=2e-5)


@given(freedom=st.integers(1, 200), statistic=st.floats(1e-6, 2000))
def test_it_is_a_probability_that_falls(freedom: int, statistic: float) -> None:
    here, further = survival(statistic, freedom), survival(statistic * 1.1, freedom)
    assert 0.0 <= further <= here + 1e-12
    assert here <= 1.0


@pytest.mark.parametrize("freedom", [1, 2, 5, 11, 16])
@pytest.mark.parametrize("statistic", [0.3, 4.0, 17.0, 60.0])
def test_it_is_the_integral_of_the_density(freedom: int, statistic: float) -> None:
    """Simpson's rule over x = z^2, for which the density has no pole at 0."""

    def density(z: float) -> float:
        x = z * z
        return 2 * z ** (freedom - 1) * math.exp(-x / 2) / (2 ** (freedom / 2) * math.gamma(freedom / 2))

    begin, end, steps = math.sqrt(statistic), math.sqrt(statistic + 300), 4000
    width = (end - begin) / steps
    inner = sum((4 if k % 2 else 2) * density(begin + k * width) for k in range(1, steps))
    integral = width / 3 * (density(begin) + inner + density(end))
    assert survival(statistic, freedom) == pytest.approx(integral, rel=1e-6, abs=1e-15)


def test_a_worked_example() -> None:
    """60 throws: 5 8 9 8 10 20 gives 13.4 (10 expected of each), p just under 0.02."""
    found = evenness([5, 8, 9, 8, 10, 20])
    assert found is not None
    assert found.statistic == pytest.approx(13.4)
    assert found.freedom == 5
    assert found.p == pytest.approx(0.0199, abs=1e-4)


@pytest.mark.parametrize(
    "counts, tested", [([5] * 6, True), ([4] * 6, False), ([0] * 6, False), ([29, 0, 0, 0, 0, 0], False)]
)
def test_too_few_dice_say_nothing(counts: list[int], tested: bool) -> None:
    assert (evenness(counts) is not None) is tested


def test_all_kinds_together() -> None:
    d6, d12 = evenness([10, 12, 9, 11, 8, 10]), evenness([7, 5, 6, 8, 4, 6, 9, 5, 6, 7, 5, 4])
    assert d6 is not None
    assert d12 is not None
    both = together([d6, d12])
    assert both is not None
    assert (both.statistic, both.freedom) == (d6.statistic + d12.statistic, 16)
    assert together([]) is None


def test_fair_dice_are_called_unusual_as_often_as_they_should_be() -> None:
    """1,000 counts of 300 fair dice: about 50 below 0.05 (four standard deviations are 28)."""
    rng = random.Random(11)
    below = 0
    for _ in range(1000):
        faces = [0] * 6
        for value in rng.choices(range(6), k=300):
            faces[value] += 1
        found = evenness(faces)
        below += found is not None and found.p < 0.05
    assert 22 <= below <= 78


@pytest.mark.parametrize(
    "p, says",
    [
        (0.997, "Nothing unusual. Fair dice look at least this uneven nearly always."),
        (0.43, "Nothing unusual. Fair dice look at least this uneven in 43 of 100 such counts."),
        (0.07, "Nothing unusual. Fair dice look at least this uneven in 1 of 14 such counts."),
        (0.01, "A little uneven. Fair dice look at least this uneven in 1 of 100 such counts"),
        (
            0.0001,
            "Uneven. Fair dice look at least this uneven in 1 of 10,000 such counts: compare photographs",
        ),
        (0.0, "Uneven. Fair dice look at least this uneven in fewer than 1 of 1,000,000 such counts"),
    ],
)
def test_a_result_in_words(p: float, says: str) -> None:
    assert in_words(Evenness(1.0, 5, p)).startswith(says)


def test_no_result_in_words() -> None:
    assert in_words(None).startswith("Too few dice to say anything")


def test_the_margin_of_a_face() -> None:
    """600 dice: 1/6 plus or minus 0.0298 (normal approximation of the binomial)."""
    assert margin(600, 6) == pytest.approx(0.02982, abs=1e-5)
