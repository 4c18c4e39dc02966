"""What is told of the dice in a tray: the weakest witness decides.

The pattern of the spots, the tones of the nine places and the outline have been heard (`candidates`); here speak
the sides (`sides`), the size, what lies around, and a network that has learnt faces (`face_net`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.face_net import FaceNet, middles_of
from vision.laps import Lap
from vision.ramps import climbs
from vision.tray.candidates import A_DIE, SURE, Candidates
from vision.tray.cells import median_of
from vision.tray.cube import EDGE, Points
from vision.tray.edges import STEP
from vision.tray.glints import may_hide
from vision.tray.look import Looks
from vision.tray.pose import RAIL
from vision.tray.rests import Rest
from vision.tray.scene import Scene
from vision.tray.sides import Beside, Bools, Sides, may_be_raised, sides_of
from vision.witnesses import Witness, least

# Each pair below is a value that makes the number doubtful and one that leaves no doubt.
_AGREED = (0.3, 0.8)
"""The probability that the network gives to the number: `face_net.SURE` is told, just."""
_SURPLUS = (2.8, 1.5)
"""How far a side reaches beyond a flat die's, mm: 12 degrees uncover 16 mm x sin 12 = 3.3 mm."""
_TALL = (1.3, 0.95)
"""A face is wider than 16 mm along both axes by this much, mm: it lies higher, on another die."""
_SEVERAL, _ALONE = 3, 0.15
"""So many faces say how large dice look in a picture; of fewer it is taken for this much more than 16 mm, mm."""
_UPON, _FACED = 0.3, 0.1
"""A top face 32 mm above the felt looks 0.56 mm larger than one at 16 mm: by so much at least, mm; and the raised face
of a die that leans towards the camera."""
_BELOW = 0.8
"""Something larger than the others, with so much of a side too much, mm, or something light beside it, lies on another
die, of which that is seen."""
_SHORTER = 0.6
"""A die shorter than the others along one axis by this, mm, may lean: 16 degrees take that much. In a heap flat dice
seem shorter by up to 0.5 mm."""
_UNEVEN = 0.7
"""A die that stands free and is so much shorter along one axis than along the other, mm, may lean, though its raised
side lies in a shade as dark as the felt: 17 degrees take that much. In company flat dice seem as uneven."""
_STEEP, _STEEPER = 5.5, 5.6
"""From this surplus on, mm, so many degrees are added for a millimetre (measured on drawn dice: 20 to 43 degrees)."""
_COMPANY = 26.0
"""Middles of things that touch a die are nearer than this, mm."""
_RAILED = 2.0
"""A die that lies on the felt may seem to reach over the rail by this, mm."""
_BESIDE: dict[Beside, float] = {"nothing": 1.0, "endless": 0.9, "ragged": 0.6, "overlap": 0.5}
"""Confidence in a die beside which something light lies: it hides how far the side face reaches."""
_DOUBTED = 0.5
"""Confidence in a die for which one of these reasons not to tell its number speaks (`_doubts`)."""


@dataclass(frozen=True, eq=False)
class Verdicts:
    """How surely each number can be told (N) and who is least sure, which dice lean and by how many degrees, which lie
    on another one, and which across the rail."""

    sure: Points
    least: list[Witness]
    leaning: Bools
    tilt: Points
    upon: Bools
    railed: Bools


def judged(
    scene: Scene, found: Candidates, pure: Bools, accompanied: Bools, net: FaceNet, lap: Lap
) -> Verdicts:
    """What is told of the dice; of those that are not `pure` a part is not white, and beside those that are
    `accompanied` lies something unread."""
    # Only what surely lies flat there explains what is seen beside another die.
    sides = sides_of(scene, found.looks, found.outline >= A_DIE)
    lap("sides")
    flat = climbs(sides.surplus, *_SURPLUS)
    railed = _across_the_rail(found.looks)
    doubts = _doubts(found, sides, pure, accompanied, railed)
    said: dict[Witness, Points] = {
        "pattern": found.pattern,
        "outline": found.outline,
        "side": flat,
        "height": climbs(found.looks.wide, *_TALL),
        "beside": np.array([_BESIDE[beside] for beside in sides.beside]),
        **{name: np.where(doubted, _DOUBTED, 1.0) for name, doubted in doubts.items()},
    }
    # The network is asked about nothing that the other witnesses refuse: that takes time and changes nothing.
    told = least(said)[0] >= SURE
    said["second judge"] = np.ones(len(told))
    said["second judge"][told] = _agreement(found.only(told), net)
    lap("network")
    return Verdicts(
        *least(said),
        (flat == 0.0) & ~_is(sides, "ragged") & ~doubts["upon"],
        _tilts(sides.surplus),
        doubts["upon"] | (found.looks.wide > _TALL[1]),
        railed,
    )


def _doubts(
    found: Candidates, sides: Sides, pure: Bools, accompanied: Bools, railed: Bools
) -> dict[Witness, Bools]:
    """For which dice each of the reasons speaks not to tell a number that is seen well."""
    larger, lesser, uneven = _larger(found)
    # A die that leans is nearer, too, but shorter along one of its axes.
    higher = (larger > _UPON) & (lesser > _UPON / 2) & ~railed
    return {
        "unseen side": sides.missing > 0,
        "upon": higher & ((sides.surplus > _BELOW) | ~_is(sides, "nothing")),
        # A die that leans towards the camera shows no side at all; but it is nearer.
        "faces us": (sides.gone > 0) & (larger > _FACED),
        "not white": ~pure,
        # Something light and unknown that goes on beside a die hides how far its side reaches: it may hold the die up.
        # So does a coin, which is known; but a die that leans on it is shorter.
        "held": _is(sides, "endless") & (accompanied | (lesser < -_SHORTER) | (uneven > _SHORTER)),
        "shorter": _is_alone(found.looks)
        & (uneven > _UNEVEN)
        & (lesser < -_SHORTER)
        & _has_raised(found.looks),
        "glint": may_hide(found.looks.patch, found.faces.pattern),
    }


def _is(sides: Sides, beside: Beside) -> Bools:
    """Beside which dice lies that."""
    return np.array([one == beside for one in sides.beside], np.bool_)


def beside_any(looks: Looks, rests: list[Rest]) -> Bools:
    """Which dice have something near that is no read die."""
    near = np.zeros(len(looks), np.bool_)
    for rest in rests:
        near |= np.hypot(*(looks.centre - rest.centre).T) < _COMPANY
    return near


def _tilts(surplus: Points) -> Points:
    """About the lean (degrees) that shows so much more of a side face, mm: its upper edge moves in by 16 mm x sin. Of
    steep dice a part of the side is in the shade or out of the patch: so much more was seen for what was measured."""
    steep = np.maximum(surplus - _STEEP, 0.0)
    gentle = np.degrees(np.arcsin(np.minimum(surplus, _STEEP) / EDGE))
    return np.asarray(np.minimum(gentle + _STEEPER * steep, 45.0))


def _across_the_rail(looks: Looks) -> Bools:
    """Which dice reach over the rail: none of those can lie on the felt."""
    angle = np.radians(looks.turn)
    half = EDGE / 2 * (np.abs(np.cos(angle)) + np.abs(np.sin(angle)))
    x = looks.centre[:, 0]
    return np.asarray((x + half > RAIL[0] + _RAILED) & (x - half < RAIL[1] - _RAILED))


def _is_alone(looks: Looks) -> Bools:
    """Which dice have no other so near that they could touch."""
    apart = looks.centre[:, None] - looks.centre
    return np.asarray((np.hypot(apart[..., 0], apart[..., 1]) < _COMPANY).sum(axis=1) == 1)


def _has_raised(looks: Looks) -> Bools:
    """Beside which dice something ends as a raised side face would, across their shorter axis."""
    shorter = (looks.off[:, :2] + looks.off[:, 2:]).argmin(axis=1)
    raised = may_be_raised(looks)
    both = raised[:, :2] | raised[:, 2:]
    return np.asarray(both[np.arange(len(looks)), shorter], np.bool_)


def _larger(found: Candidates) -> tuple[Points, Points, Points]:
    """How much larger than the others each face looks, mm: the mean of both axes, and the lesser; and how much the axes
    differ."""
    wide, axes = found.looks.wide, found.looks.off[:, :2] + found.looks.off[:, 2:]
    plain = wide[found.certain]
    # The lens is known to a percent or two, which all dice of a picture share.
    usual = median_of(plain) if len(plain) >= _SEVERAL else _ALONE
    least, most = axes.min(axis=1, initial=np.inf), axes.max(axis=1, initial=-np.inf)
    return np.asarray(wide - usual), np.asarray(least - usual), np.asarray(most - least)


def _agreement(found: Candidates, net: FaceNet) -> Points:
    """How surely the network, which knows nothing of pips, sees the same numbers (0..1)."""
    shares = net.read(middles_of(found.looks.patch, EDGE / STEP))
    return climbs(shares[np.arange(len(shares)), found.faces.value - 1], *_AGREED)
