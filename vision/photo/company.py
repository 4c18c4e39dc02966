"""Dice of one set vouch for a neighbour whose border is only half in sight, or whose pips are half lit.

A hard shadow, a light ground or another die can hide much of a border; a lamp to one side fills half of a pip. When all
else is as on the other dice of the picture (the pips' size, darkness and distance), one of the two may be less clear.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from vision.photo.close_look import Candidate

_LEAST = 2
"""So many dice that are sure vouch for one that is not."""
_FIT = 0.85
"""Its pips are at least so sure by themselves."""
_BORDER = 0.4
"""And at least so much of its border is certain."""
_ROUND = 0.76
_WHOLE = 0.95
"""Pips that are less round need a border as certain as this: then the face is seen from above."""
_EDGE = (0.85, 1.18)
_RADIUS = (0.8, 1.25)
_CONTRAST = (0.8, 1.25)
_TONE = (0.55, 1.8)
"""Its measures lie within these shares of the usual ones."""


def is_vouched_for(look: Candidate, sure: Sequence[Candidate]) -> bool:
    """Whether a face that is not sure is so much like the `sure` ones of its picture that it may be one of them."""
    if len(sure) < _LEAST or look.fit.confidence < _FIT or look.border < _BORDER:
        return False
    if min(pip.roundness for pip in look.fit.pips) < _ROUND and look.border < _WHOLE:
        return False
    shares = [
        mine / median(theirs) for mine, *theirs in zip(_measures(look), *map(_measures, sure), strict=True)
    ]
    limits = (_EDGE, _EDGE, _RADIUS, _CONTRAST, _TONE)
    return all(low <= share <= high for share, (low, high) in zip(shares, limits, strict=True))


def _measures(look: Candidate) -> tuple[float, ...]:
    """Edge by the border and by the pips; the pips' radius, contrast and the tone around them."""
    pips = look.fit.pips
    return (
        look.outline.edge,
        look.fit.edge,
        median(pip.r for pip in pips),
        median(pip.contrast for pip in pips),
        median(pip.tone for pip in pips),
    )
