"""The two judges of a d12's numeral, and what they agree on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.protocol import Image
from vision.d12.net import NONE, SIZE, NumeralNet
from vision.d12.second import SecondJudge
from vision.small_net import Patches

TURNS = 5
"""A face that was straightened may be turned by any number of fifths."""
_CLEAR = 0.85
"""What both give so much to is not looked at in more turns."""
_MIDDLE = ((SIZE - 1) / 2, (SIZE - 1) / 2)


class Judge(Protocol):
    """Tells numerals; see `d12.net.NumeralNet.judge`."""

    def judge(self, patches: Patches) -> NDArray[np.float32]:
        """N x 48 x 48 grey patches: N x 13 probabilities of 1..12 and of nothing that can be told."""


@dataclass(frozen=True, eq=False)
class Verdict:
    """Of N faces: the likeliest `value` (1..12), the probability that the less sure judge `agreed` to (0..1; 0 when it
    is not the likeliest for both), and what the less sure judge gives to each number, `least` (N x 12)."""

    value: NDArray[np.intp]
    agreed: NDArray[np.float64]
    least: NDArray[np.float64]


class NumberJudges(Protocol):
    """Two independent ways to tell the number of a face."""

    def heard(self, patches: Patches) -> Verdict:
        """What both say of faces (N x 48 x 48 grey)."""


class Judges:
    """Two judges that do not share their way of looking or their training; made anew when None."""

    def __init__(self, first: Judge | None = None, second: Judge | None = None) -> None:
        self._first, self._second = first or NumeralNet(), second or SecondJudge()

    def heard(self, patches: Patches) -> Verdict:
        """What both say of faces (N x 48 x 48 grey)."""
        shares = np.stack([self._first.judge(patches), self._second.judge(patches)]).astype(np.float64)
        best = shares.argmax(axis=2)
        doubtful = np.flatnonzero((best[0] != best[1]) | (shares.max(axis=2).min(axis=0) < _CLEAR))
        shares[0, doubtful] = self._in_all_turns(patches[doubtful])
        value = shares.sum(axis=0)[:, :NONE].argmax(axis=1)
        least = shares.min(axis=0)[:, :NONE]
        same = (shares.argmax(axis=2) == value).all(axis=0)
        return Verdict(value + 1, np.where(same, least[np.arange(len(patches)), value], 0.0), least)

    def _in_all_turns(self, patches: Patches) -> NDArray[np.float32]:
        """What the first judge says of each face in all its turns, on the average: it is seldom wrong in all of them
        alike. The second one tries all turns by itself."""
        every = np.array([turned(patch, turn) for patch in patches for turn in range(TURNS)], np.uint8)
        shares = self._first.judge(every.reshape(-1, SIZE, SIZE))
        return np.asarray(shares.reshape(len(patches), TURNS, NONE + 1).mean(axis=1), np.float32)


def turned(patch: Image, turn: int) -> Image:
    """A straightened face turned counter-clockwise by so many fifths."""
    if turn % TURNS == 0:
        return patch
    way = cv2.getRotationMatrix2D(_MIDDLE, 360.0 / TURNS * turn, 1.0)
    return np.asarray(cv2.warpAffine(patch, way, (SIZE, SIZE), borderMode=cv2.BORDER_REPLICATE), np.uint8)
