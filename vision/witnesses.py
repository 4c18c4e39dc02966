"""What is asked about each die that may be told, and by whom its number was doubted: names, and what they mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Witness = Literal[
    "pattern",
    "outline",
    "side",
    "height",
    "beside",
    "unseen side",
    "upon",
    "faces us",
    "not white",
    "held",
    "shorter",
    "glint",
    "second judge",
    "dyed",
    "size of pips",
    "shape of pips",
    "company",
    "cut",
    "standing",
    "form",
    "lean",
    "numeral",
    "ink",
    "other places",
    "no top face",
]
MEANING: Mapping[Witness, str] = {
    "pattern": "its spots do not make one number without doubt",
    "outline": "the border of its top face is not seen well enough",
    "side": "more of a side face is seen than of a flat die: it may lean",
    "height": "it looks larger than a die on the felt",
    "beside": "something light lies against it and hides its side",
    "unseen side": "a side face is missing where it could lean on something",
    "upon": "it seems to lie on another die",
    "faces us": "no side face is seen and it looks nearer: it may lean towards the camera",
    "not white": "a part of its face has another colour",
    "held": "something that is no die lies against it and may hold it up",
    "shorter": "it is shorter along one axis: it may lean",
    "glint": "a mirrored lamp may hide a pip",
    "second judge": "the network, which knows nothing of pips, does not see the same number",
    "dyed": "in another light its spots could be another die's",
    "size of pips": "its pips are too small or too large for its border",
    "shape of pips": "its pips are not round enough to be seen from above",
    "company": "pips of its own kind lie beside it: it may be more than a one",
    "cut": "the picture may end in the middle of it",
    "standing": "it may be the side of a die",
    "form": "its edges and faces are not seen well enough to be a d12's",
    "lean": "its faces do not lie as those of a level die",
    "numeral": "the two judges of numerals are not both sure of one",
    "ink": "no ink is seen in its numeral",
    "other places": "another face could be the upper one",
    "no top face": "no face of it looks up: it leans, or something lies on it",
}


def least(said: Mapping[Witness, NDArray[np.float64]]) -> tuple[NDArray[np.float64], list[Witness]]:
    """Of N dice the least that any witness says (0..1), and who says it."""
    names, heard = list(said), np.array(list(said.values()), np.float64)
    return np.asarray(heard.min(axis=0)), [names[k] for k in heard.argmin(axis=0).tolist()]
