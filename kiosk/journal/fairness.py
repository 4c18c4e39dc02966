"""How even the dice have been: Pearson's chi-square test against equally likely faces, and what it says.

    X2 = sum over the faces of (seen - expected)^2 / expected,   one degree of freedom less than faces

(K. Pearson 1900). If the dice are fair and there were many of them, X2 is distributed as chi-square; `survival` gives
the probability of at least as large a value exactly, by the finite sums for whole degrees of freedom in Abramowitz and
Stegun, Handbook of Mathematical Functions, 26.4.4 (odd) and 26.4.5 (even).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

LEAST_EXPECTED = 5.0
"""Of each face; below it the distribution of X2 is not chi-square's (Cochran 1954, the usual rule)."""
UNUSUAL, RARE = 0.05, 0.001
"""Below the first a count is worth a second look, below the second it is worth acting on."""


@dataclass(frozen=True)
class Evenness:
    """A test's result. `p`: how often fair dice look at least this uneven."""

    statistic: float
    freedom: int
    p: float


def evenness(counts: Sequence[int]) -> Evenness | None:
    """The test of one kind of die, `counts[i]` for face i + 1; None when there were too few dice for it."""
    expected = sum(counts) / len(counts)
    if expected < LEAST_EXPECTED:
        return None
    statistic = sum((count - expected) ** 2 for count in counts) / expected
    freedom = len(counts) - 1
    return Evenness(statistic, freedom, survival(statistic, freedom))


def together(tests: Iterable[Evenness]) -> Evenness | None:
    """All kinds of dice as one: independent chi-squares add up, and so do their degrees of freedom."""
    found = list(tests)
    if not found:
        return None
    statistic, freedom = sum(test.statistic for test in found), sum(test.freedom for test in found)
    return Evenness(statistic, freedom, survival(statistic, freedom))


def survival(statistic: float, freedom: int) -> float:
    """The probability that chi-square with so many degrees of freedom is at least `statistic`."""
    if statistic <= 0:
        return 1.0
    half = statistic / 2
    if freedom % 2 == 0:
        return min(1.0, _sum(half, 0.0, freedom // 2))
    return min(1.0, math.erfc(math.sqrt(half)) + _sum(half, 0.5, freedom // 2))


def _sum(half: float, power: float, terms: int) -> float:
    """exp(-half) * sum of half^k / Gamma(k + 1), k = power, power + 1, ...; in logarithms: nothing overflows."""
    logs = ((power + j) * math.log(half) - half - math.lgamma(power + j + 1) for j in range(terms))
    return math.fsum(math.exp(one) for one in logs)


def margin(dice: int, faces: int) -> float:
    """By how much the share of a fair die's face is off in 19 of 20 such counts, at most (normal approximation)."""
    share = 1 / faces
    return 1.96 * math.sqrt(share * (1 - share) / dice)


def in_words(test: Evenness | None) -> str:
    """What a result says, in a sentence."""
    if test is None:
        return (
            f"Too few dice to say anything: at least {LEAST_EXPECTED:g} of each face are needed on average."
        )
    often = f"Fair dice look at least this uneven {_how_often(test.p)}"
    if test.p >= UNUSUAL:
        return f"Nothing unusual. {often}."
    if test.p >= RARE:
        return f"A little uneven. {often}: look again when there are more rolls."
    return (
        f"Uneven. {often}: compare photographs of the face that comes too often or too seldom with what was read, "
        "then try other dice."
    )


def _how_often(p: float) -> str:
    if p >= 0.995:
        return "nearly always"
    if p >= 0.1:
        return f"in {p * 100:.0f} of 100 such counts"
    if p >= 1e-6:
        return f"in 1 of {float(f'{1 / p:.2g}'):,.0f} such counts"
    return "in fewer than 1 of 1,000,000 such counts"


MEANING = (
    "p is not the probability that the dice are fair. It says how often dice that are perfectly fair would look at "
    "least as uneven as these by chance alone.",
    "Whoever looks often enough finds something: of 20 such tests of fair dice one lies below 0.05 on average.",
    "Few rolls show only coarse faults: a small p with many rolls can be a fault too small to matter, a large p with "
    "few rolls proves nothing.",
    "What was counted is no random sample of throws. A roll counts here when the camera was sure of all its dice and "
    "nobody took it back; a face that is hard to read, or dice that come to lean, are seen less often than they fall.",
    "Dice of a kind look alike, so they are counted together: one bad die can hide among good ones.",
)
"""What the test does and does not mean."""
