"""The moves of a match: a value that never changes, and that grows into a longer one without being copied.

A turn can be played again and again and a die can bust for ever; a tuple would be copied at each move, so that a
match of a hundred thousand moves would take minutes instead of seconds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import overload

from rules.moves import Move


class Moves(Sequence[Move]):
    """The first `len(self)` moves of a list that several matches of one line share. Equal to any sequence alike."""

    __slots__ = ("_count", "_shared")

    def __init__(self, shared: list[Move], count: int) -> None:
        self._shared = shared
        self._count = count

    def and_then(self, move: Move) -> Moves:
        """These moves and one more."""
        # Where another match of this line has gone on differently, the list is its own no more.
        last = len(self._shared) == self._count
        shared = self._shared if last else self._shared[: self._count]
        shared.append(move)
        return Moves(shared, self._count + 1)

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Move]:
        return islice(self._shared, self._count)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, index: int | slice) -> Move | tuple[Move, ...]:
        wanted = range(self._count)[index]
        if isinstance(wanted, int):
            return self._shared[wanted]
        return tuple(self._shared[place] for place in wanted)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(
            mine == theirs for mine, theirs in zip(self, other, strict=True)
        )

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Moves({list(self)!r})"
