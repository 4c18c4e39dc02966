"""The dice in a tray that has been found: every face looked at closely, and judged.

Four witnesses must agree before a number is told: the pattern of the spots (`tray_guesses`), the tones of the
nine places of the straightened face (`tray_face`), a network that has learnt faces (`face_net`), and the outline: a
die that lies flat ends exactly where the camera's place says (`tray_look`, `tray_sides`). The weakest of them is
the confidence.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.cube import EDGE, Points, top_face, turned_each
from vision.face_net import SIZE, FaceNet, middle_of
from vision.laps import Lap, unheard
from vision.ramps import climbs
from vision.reading import Die, Problem, Status
from vision.tray import FELT, TrayView, zone_of
from vision.tray_edges import STEP
from vision.tray_face import Faces, faces_in
from vision.tray_guesses import Guesses, guesses_in
from vision.tray_look import Looks, looks_at
from vision.tray_rests import Rest, rests_in
from vision.tray_scene import Scene
from vision.tray_sides import Beside, Bools, sides_of

_SURE = 0.8
"""Confidence from which a number is told."""
_A_DIE = 0.6
"""Fit of the outline from which something is a die even when its number cannot be told; or of the pips, when its
outline is wrong: it leans."""
_MOST = 24
"""At most this many guesses are looked at: a tray holds nine dice."""
_INSIDE = 3.0
"""A die's middle lies at least this far inside the felt, mm."""

# Each pair below is a value that makes the number doubtful and one that leaves no doubt.
_FALL = (0.08, 0.14)
"""The tone falls at an edge by this share of the face's tone."""
_OFF = (1.7, 1.0)
"""An edge lies this far from where the others say, mm."""
_WIDTH = (1.9, 1.2)
"""A face is this much wider or narrower than 16 mm. Glare and shade move edges."""
_LOST, _LOST_EDGE = 0.5, 0.82
"""An edge that fits less than this is another thing's; confidence in a face of which three edges fit."""
_WHITE = (1.4, 1.75)
"""The face's tone over the felt's: white is 2.6 times as light as felt that reflects a tenth of the light."""
_LIGHT = (0.85, 0.93)
"""Light share of a face outside its pips. Of a d12 that mirrors the lamp it is up to 0.84."""
_FAINTEST = (0.06, 0.14)
"""The darkness of the faintest pip."""
_EVEN = (0.16, 0.30)
"""The same as a share of the usual pip's."""
_SUPPORT = (0.3, 0.6)
"""How well the spots fit that value, as a share of how well they fit the best."""
_DOUBT = (0.30, 0.16)
"""The darkness of the darkest place without a pip, as a share of the usual pip's."""
_CLEAN = 0.04
"""A place as light as this has no pip, however faint the others are."""
_STRAY = (0.6, 0.35)
"""The darkness of other things on the face, as a share of the usual pip's."""
_AGREED = (0.3, 0.8)
"""The probability that the network gives to the number: `face_net.SURE` is told, just."""
_SURPLUS = (2.8, 1.5)
"""How far a side reaches beyond a flat die's, mm: 12 degrees uncover 16 mm x sin 12 = 3.3 mm."""
_TALL = (1.3, 0.95)
"""A face is wider than 16 mm along both axes by this much, mm: it lies higher, on another die."""
_BESIDE: dict[Beside, float] = {"nothing": 1.0, "endless": 0.9, "ragged": 0.6, "overlap": 0.5}
"""Confidence in a die beside which something light lies: it hides how far the side face reaches."""
_HIDDEN = 0.5
"""Confidence in a die of which a side face is missing where it could lean on something."""
_LEANING = 0.9
"""Confidence in that a die leans."""
_BURNT = 248
"""A face as light as this may have lost pips in a glint."""

_FACE = np.vstack([top_face(np.zeros(2), 0.0), np.zeros((1, 2))])
"""The corners and the middle of a top face, mm in its own axes."""

_STACKED_TEXT = "One die seems to lie on another: put it beside."
_GLARE_TEXT = "Light glares on a die: shade it, or move the die a little."


@dataclass(frozen=True, eq=False)
class Candidates:
    """Guesses after the close look. `pattern` and `outline` (N each) say how surely each shows its number and is a
    die's top face (0..1)."""

    looks: Looks
    faces: Faces
    pattern: Points
    outline: Points

    def only(self, which: Bools) -> Candidates:
        """Some of them."""
        return Candidates(
            self.looks.only(which), self.faces.only(which), self.pattern[which], self.outline[which]
        )


def dice_in(scene: Scene, net: FaceNet, lap: Lap = unheard) -> tuple[list[Die], list[Problem]]:
    """The d6 in a scene, the surest first, and what makes some of them hard to read; `net` judges every face
    that could be told."""
    found = _candidates(scene, lap)
    sure, leaning = _judged(scene, found, net, lap)
    dice = _dice(scene.view, found, sure, leaning)
    doubts = [_doubt(found, k, die) for k, die in enumerate(dice)]
    rests = [_unread(scene.view, rest) for rest in rests_in(scene, found.looks)]
    lap("rests")
    return sorted(dice, key=lambda die: -die.confidence) + rests, [doubt for doubt in doubts if doubt]


def _candidates(scene: Scene, lap: Lap) -> Candidates:
    """What may be dice."""
    guesses = guesses_in(scene)
    inside = ((guesses.centre > _INSIDE) & (guesses.centre < FELT - _INSIDE)).all(axis=1)
    guesses = guesses.only(np.nonzero(inside)[0][:_MOST])
    lap("candidates")
    looks = looks_at(scene, guesses.centre, guesses.turn)
    lap("close look")
    faces = faces_in(looks, guesses.spread)
    pattern, outline = _patterns(guesses, faces), _outlines(scene, looks, faces)
    lap("faces")
    return Candidates(looks, faces, pattern, outline).only(np.maximum(outline, pattern) >= _A_DIE)


def _patterns(guesses: Guesses, faces: Faces) -> Points:
    """How surely each face shows its number; both witnesses must see it."""
    usual = np.maximum(faces.typical, 1e-3)
    clean = np.maximum(climbs(faces.doubt / usual, *_DOUBT), faces.doubt < _CLEAN)
    return _weakest(
        climbs(guesses.support[np.arange(len(guesses)), faces.value - 1], *_SUPPORT),
        climbs(faces.faintest, *_FAINTEST),
        climbs(faces.faintest / usual, *_EVEN),
        clean,
        climbs(faces.stray / usual, *_STRAY),
    )


def _outlines(scene: Scene, looks: Looks, faces: Faces) -> Points:
    """How surely each is the top face of a die: a light square with four edges, as wide as it should be."""
    felt = np.maximum(scene.at(scene.felt, looks.centre), 12.0)
    edges = np.sort(np.minimum(climbs(looks.fall, *_FALL), climbs(np.abs(looks.off), *_OFF)), axis=1)
    widths = np.abs(looks.off[:, :2] + looks.off[:, 2:])
    wide = np.where(edges[:, 0] < _LOST, widths.min(axis=1), widths.max(axis=1))
    return _weakest(
        climbs(faces.white, *_LIGHT),
        climbs(faces.paper / felt, *_WHITE),
        climbs(wide, *_WIDTH),
        # One edge may be lost where another die touches: the three others say where the face lies.
        edges[:, 1],
        _LOST_EDGE + (1 - _LOST_EDGE) * edges[:, 0],
    )


def _judged(scene: Scene, found: Candidates, net: FaceNet, lap: Lap) -> tuple[Points, Bools]:
    """How surely each number can be told, and which dice lean."""
    # Only what surely lies flat there explains what is seen beside another die.
    sides = sides_of(scene, found.looks, found.outline >= _A_DIE)
    lap("sides")
    flat = climbs(sides.surplus, *_SURPLUS)
    sure = _weakest(
        found.pattern,
        found.outline,
        flat,
        climbs(found.looks.wide, *_TALL),
        np.array([_BESIDE[beside] for beside in sides.beside]),
        np.where(sides.missing > 0, _HIDDEN, 1.0),
    )
    # It is asked about nothing that the other witnesses refuse: that takes time and changes nothing.
    told = sure >= _SURE
    sure[told] = np.minimum(sure[told], _agreement(found.only(told), net))
    lap("network")
    return sure, (flat == 0.0) & np.array([beside != "ragged" for beside in sides.beside], np.bool_)


def _agreement(found: Candidates, net: FaceNet) -> Points:
    """How surely the network, which knows nothing of pips, sees the same numbers (0..1)."""
    patches = [middle_of(patch, EDGE / STEP) for patch in found.looks.patch]
    shares = net.read(np.array(patches, np.uint8).reshape(-1, SIZE, SIZE))
    return climbs(shares[np.arange(len(shares)), found.faces.value - 1], *_AGREED)


def _weakest(*witnesses: Points) -> Points:
    """The least of what several witnesses say of each of N dice."""
    return np.asarray(np.min(np.array(witnesses, np.float64), axis=0))


def _doubt(found: Candidates, index: int, die: Die) -> Problem | None:
    """What people can do about a die that cannot be read."""
    if die.status == "ok":
        return None
    corners = np.array(die.outline)
    box = (*corners.min(axis=0).tolist(), *corners.max(axis=0).tolist())
    if found.looks.wide[index] > _TALL[1]:
        return Problem("stacked", _STACKED_TEXT, box)
    if found.pattern[index] < _SURE and found.faces.paper[index] > _BURNT:
        return Problem("glare", _GLARE_TEXT, box)
    return None


def _dice(view: TrayView, found: Candidates, sure: Points, leaning: Bools) -> list[Die]:
    """The dice as they are told."""
    looks = found.looks
    corners = turned_each(_FACE, looks.turn) + looks.centre[:, None]
    seen = view.pixels(corners.reshape(-1, 2), EDGE).reshape(-1, 5, 2).tolist()
    dice = []
    for k, (*outline, middle) in enumerate(seen):
        status: Status = "cocked" if leaning[k] else "ok" if sure[k] >= _SURE else "unsure"
        x, y = looks.centre[k].tolist()
        dice.append(
            Die(
                kind="d6",
                value=int(found.faces.value[k]) if status == "ok" else None,
                status=status,
                confidence=_LEANING if leaning[k] else float(sure[k]),
                px=(middle[0], middle[1]),
                size=EDGE + float(looks.wide[k]),
                x=x,
                y=y,
                zone=zone_of(x),
                rotation=float(looks.turn[k]) % 90,
                outline=tuple((x, y) for x, y in outline),
            )
        )
    return dice


def _unread(view: TrayView, rest: Rest) -> Die:
    """A die without a top face to read: it leans, or something lies on it."""
    corners = view.pixels(np.vstack([rest.corners, rest.centre]), EDGE)
    return Die(
        kind="d6",
        value=None,
        status="cocked" if rest.spots > 1 else "unsure",
        confidence=0.5,
        px=(float(corners[4, 0]), float(corners[4, 1])),
        size=EDGE,
        x=float(rest.centre[0]),
        y=float(rest.centre[1]),
        zone=zone_of(float(rest.centre[0])),
        outline=tuple((float(x), float(y)) for x, y in corners[:4]),
    )
