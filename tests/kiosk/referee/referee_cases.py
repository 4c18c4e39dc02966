"""How a situation before the referee is written; see also `dice_words`."""

from __future__ import annotations

from dataclasses import replace

from dice_words import spots

from kiosk.referee.case import Accepted, Awaited
from rules import RollWanted
from vision.reading import Reading


def awaited(count: int, kept: str = "", lying: str = "", standing: str = "") -> Awaited:
    return Awaited(RollWanted("d6", count), spots(kept), spots(lying), spots(standing))


def white(count: int, beside: str = "", kept: str = "", lying: str = "") -> Awaited:
    """White dice are rolled; black ones lie there, and it does not matter what they show."""
    harmless = tuple(replace(one, value=None) for one in spots(beside))
    return Awaited(RollWanted("d6", count), spots(kept), spots(lying), beside=harmless)


def black(count: int, unused: str = "", used: str = "", lying: str = "", standing: str = "") -> Awaited:
    """Black dice are rolled; unused white ones must stay as they are, used ones may do as they like."""
    harmless = tuple(replace(one, value=None) for one in spots(used))
    return Awaited(
        RollWanted("d12", count), (), spots(lying), spots(standing), beside=(*spots(unused), *harmless)
    )


def rolled(verdict: object, seen: Reading) -> list[int | None]:
    assert isinstance(verdict, Accepted), verdict
    return sorted(seen.dice[index].value or 0 for index in verdict.rolled)


FIVE = "1@30,30 2@80,40 3@120,150 5@60,200 6@170,90"
"""Five dice that were just thrown."""
BLACK = "d12:4@200,40 d12:7@200,130 d12:11@40,240"
"""Three black ones."""
OLD = "4@40,120 4@90,90 1@150,40 2@140,200 6@100,230"
"""Five that lay there before."""
KEPT2 = awaited(3, "4@40,120 4@90,90", "1@150,40 2@140,200 6@100,230")
FOUR = "1@30,30 2@80,40 3@120,150 5@60,200"
ONE_LEANS = awaited(5, standing=FOUR, lying="/@5,90")
