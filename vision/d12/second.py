"""The second judge of the numeral on the top of a d12: it reads upright numerals only and tries the face at ten
turns.

It shares neither the way of looking nor the training with the first judge (`vision.d12.net`): the light is evened
place by place, so that only edges and strokes are left; each of the ten turns in which a numeral can stand on a
pentagon is looked at on its own; and it has learnt from other pictures and partly other typefaces. docs/d12.md
tells the rest.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cv2
import numpy as np

from vision.d12.net import NONE, RADIUS, SIZE
from vision.small_net import Floats, Patches, SmallNet, check_shape, shares

MODEL = Path(__file__).parents[1] / "models" / "d12_second.onnx"
TURNS = 10
"""Numerals stand upright on a corner or on an edge of the pentagon: a multiple of 36 degrees."""
LOOK = 24
"""Width and height of what is looked at in each turn, pixels."""
_REACH = 0.9
"""How far it reaches from the middle, radii of the pentagon."""
_BROAD, _AROUND = 5.0, 8.0
"""Light is what is left after a blur of so many pixels; contrast is evened over so many."""
_FLAT = 4.0
"""Contrasts below so many tones are not raised to full strength."""


class SecondJudge:
    """The network; its `model` (ONNX) is read when it is first asked.

    Raises `cv2.error` then, when the file is missing or broken. One instance may be used by several threads.
    """

    def __init__(self, model: Path = MODEL) -> None:
        self._model = SmallNet(model)

    def judge(self, patches: Patches) -> Floats:
        """The probabilities of the numerals 1 to 12 and of nothing that can be told: N x 13, each row sums to 1.

        `patches` is N x SIZE x SIZE; N may be 0. ValueError for another shape.
        """
        check_shape(patches, SIZE)
        if len(patches) == 0:
            return np.zeros((0, NONE + 1), np.float32)
        evidence = self._model.scores(looks(patches))
        return shares(gathered(evidence.reshape(len(patches), TURNS, NONE)))


def looks(patches: Patches) -> Floats:
    """What the network sees: every patch at its ten turns, (TURNS N) x 1 x LOOK x LOOK."""
    ways = _ways()
    seen = np.empty((len(patches), TURNS * LOOK, LOOK), np.float32)
    for patch, into in zip(patches, seen, strict=True):
        into[:] = cv2.remap(
            _local(patch), ways[..., 0], ways[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
    return seen.reshape(-1, 1, LOOK, LOOK)


def gathered(evidence: Floats) -> Floats:
    """Scores of the 13 columns from what speaks for each numeral at each turn (N x TURNS x 12, log odds against
    nothing): a numeral may stand at any one of the turns."""
    most = evidence.max(axis=1, keepdims=True)
    summed = most[:, 0] + np.log(np.exp(evidence - most).sum(axis=1))
    nothing = np.zeros((len(evidence), 1), np.float32)
    return np.concatenate([summed, nothing], axis=1)


def _local(patch: Patches) -> Floats:
    """Strokes without the light that lies on them: about 0, mostly within -1 and 1."""
    tones = patch.astype(np.float32)
    left = tones - cv2.GaussianBlur(tones, (0, 0), _BROAD)
    strength = cv2.GaussianBlur(left * left, (0, 0), _AROUND)
    return np.asarray(np.clip(left / (1.5 * np.sqrt(strength) + _FLAT), -2, 2), np.float32)


@cache
def _ways() -> Floats:
    """Where in a patch each pixel of the ten looks is, (TURNS LOOK) x LOOK x 2."""
    across = (np.arange(LOOK) - (LOOK - 1) / 2) * (2 * _REACH * RADIUS / LOOK)
    x, y = np.meshgrid(across, across)
    turned = []
    for k in range(TURNS):
        cos, sin = np.cos(2 * np.pi * k / TURNS), np.sin(2 * np.pi * k / TURNS)
        turned.append(np.stack([cos * x - sin * y, sin * x + cos * y], axis=-1))
    return np.asarray(np.concatenate(turned) + (SIZE - 1) / 2, np.float32)
