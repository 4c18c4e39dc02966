"""Which die is which: each has an identity for as long as it lies, is pushed about, carried or turned.

Only places, values and whether something rolled are known here; the dice themselves look alike. Where two
stories are possible the die is a new one: nobody is told that a die lay still which was thrown.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from vision.observations import Change, Track
from vision.reading import Die, Reading
from vision.watch.agree import SAME_PLACE, edge_px

_PLACE = 0.5
"""Die edges: no second die can lie nearer to where one lies."""
_TIPPED = 1.6
"""Die edges: knocked over, a die comes to lie one edge further, and slides a little."""
_Fits: TypeAlias = Callable[[Die, Die, float], bool]
"""Whether a die that lay there may be one that lies here; the number is how far they are apart, in edges."""


@dataclass(frozen=True)
class Followed:
    """`tracks[i]` belongs to `dice[i]` of the reading; `gone` are the identities that lie there no longer."""

    tracks: tuple[Track, ...]
    gone: tuple[int, ...]


class Tracks:
    """Remembers the dice of the last settled reading."""

    def __init__(self) -> None:
        self._lying: dict[int, Die] = {}
        self._given = 0

    def forget(self) -> None:
        """The tray is empty: whatever comes next is new."""
        self._lying = {}

    def follow(self, reading: Reading, rolled: bool) -> Followed:
        """Who the dice of this reading are. `rolled`: something rolled since the last one."""
        left, found = dict(self._lying), dict[int, Track]()
        for change, fits in _ROLLED if rolled else _UNROLLED:
            for name, index in _pairs(left, reading, found, fits):
                found[index] = Track(name, change)
                del left[name]
        tracks = tuple(found.get(index) or self._new() for index in range(len(reading.dice)))
        self._lying = {track.id: die for track, die in zip(tracks, reading.dice, strict=True)}
        return Followed(tracks, tuple(sorted(left)))

    def _new(self) -> Track:
        self._given += 1
        return Track(self._given, "new")


def _pairs(
    left: dict[int, Die], reading: Reading, found: dict[int, Track], fits: _Fits
) -> Sequence[tuple[int, int]]:
    """Who lay there and which die lies here (its index), nearest first, each once."""
    near = sorted(
        (apart, name, index)
        for name, before in left.items()
        for index, die in enumerate(reading.dice)
        if index not in found and die.kind == before.kind
        if fits(before, die, apart := math.dist(before.px, die.px) / edge_px(before, reading.size[0]))
    )
    pairs: list[tuple[int, int]] = []
    for _, name, index in near:
        if all(name != one and index != other for one, other in pairs):
            pairs.append((name, index))
    return pairs


def _may_show_the_same(before: Die, now: Die) -> bool:
    return before.value is None or now.value is None or before.value == now.value


def _lay_still(before: Die, now: Die, apart: float) -> bool:
    return apart <= SAME_PLACE and _may_show_the_same(before, now)


def _was_pushed(before: Die, now: Die, apart: float) -> bool:
    return apart <= _PLACE and _may_show_the_same(before, now)


def _was_turned_there(before: Die, now: Die, apart: float) -> bool:
    return apart <= _PLACE


def _was_carried(before: Die, now: Die, apart: float) -> bool:
    return before.value is not None and before.value == now.value


def _was_put_into_the_lane(before: Die, now: Die, apart: float) -> bool:
    return _was_carried(before, now, apart) and now.zone == "hold"


def _was_tipped(before: Die, now: Die, apart: float) -> bool:
    return apart <= _TIPPED


_STILL: tuple[tuple[Change, _Fits], ...] = (("same", _lay_still), ("nudged", _was_pushed))
_UNROLLED = (
    *_STILL,
    ("turned", _was_turned_there),
    ("moved", _was_carried),
    ("turned", _was_tipped),
)
"""Asked in this order: what a hand may do."""
_ROLLED = (*_STILL, ("moved", _was_put_into_the_lane))
"""After a roll any die may lie anywhere, but none is thrown into the lane."""
