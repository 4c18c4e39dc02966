"""The dice in a tray that has been found: every face looked at closely, and judged.

Four witnesses must agree before a number is told: the pattern of the spots (`tray_guesses`), the tones of the
nine places of the straightened face (`tray_face`), a network that has learnt faces (`face_net`), and the outline: a
die that lies flat ends exactly where the camera's place says (`tray_look`, `tray_sides`). The weakest of them is
the confidence.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.cube import EDGE, Points, top_face
from vision.face_net import FaceNet, middle_of
from vision.ramps import climb
from vision.reading import Die, Problem, Status
from vision.tray import FELT, TrayView, zone_of
from vision.tray_face import Face, face_in
from vision.tray_guesses import Guess, guesses_in
from vision.tray_look import STEP, Look, looks_at
from vision.tray_rests import Rest, rests_in
from vision.tray_scene import Scene
from vision.tray_sides import Beside, sides_of

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
_BURNT = 248
"""A face as light as this may have lost pips in a glint."""

_STACKED_TEXT = "One die seems to lie on another: put it beside."
_GLARE_TEXT = "Light glares on a die: shade it, or move the die a little."


@dataclass(frozen=True, eq=False)
class Candidate:
    """A guess after the close look. `pattern` and `outline` say how surely it shows its number and is a die's top
    face (0..1)."""

    look: Look
    face: Face
    pattern: float
    outline: float


def dice_in(scene: Scene, net: FaceNet) -> tuple[list[Die], list[Problem]]:
    """The d6 in a scene, the surest first, and what makes some of them hard to read; `net` judges every face."""
    found = [one for one in _candidates(scene) if max(one.outline, one.pattern) >= _A_DIE]
    looks = [one.look for one in found]
    # Only what surely lies flat there explains what is seen beside another die.
    known = [one.look for one in found if one.outline >= _A_DIE]
    dice = [
        _judged(scene, one, [look for look in known if look is not one.look], agreed)
        for one, agreed in zip(found, _agreement(found, net), strict=True)
    ]
    doubts = [_doubt(one, die) for one, die in zip(found, dice, strict=True)]
    rests = [_unread(scene.view, rest) for rest in rests_in(scene, looks)]
    return sorted(dice, key=lambda die: -die.confidence) + rests, [doubt for doubt in doubts if doubt]


def _candidates(scene: Scene) -> list[Candidate]:
    guesses = [guess for guess in guesses_in(scene) if _on_felt(guess.centre)][:_MOST]
    if not guesses:
        return []
    centres = np.array([guess.centre for guess in guesses])
    looks = looks_at(scene, centres, np.array([guess.turn for guess in guesses]))
    return [_weighed(scene, guess, look) for guess, look in zip(guesses, looks, strict=True)]


def _on_felt(place: Points) -> bool:
    return bool((place > _INSIDE).all() and (place < FELT - _INSIDE).all())


def _weighed(scene: Scene, guess: Guess, look: Look) -> Candidate:
    face = face_in(look, guess.spread)
    return Candidate(look, face, _pattern(guess, face), _outline(scene, look, face))


def _pattern(guess: Guess, face: Face) -> float:
    """How surely the face shows its number; both witnesses must see it."""
    usual = max(face.typical, 1e-3)
    return min(
        climb(guess.support[face.value - 1], *_SUPPORT),
        climb(face.faintest, *_FAINTEST),
        climb(face.faintest / usual, *_EVEN),
        max(climb(face.doubt / usual, *_DOUBT), float(face.doubt < _CLEAN)),
        climb(face.stray / usual, *_STRAY),
    )


def _outline(scene: Scene, look: Look, face: Face) -> float:
    """How surely this is the top face of a die: a light square with four edges, as wide as it should be."""
    felt = max(float(scene.at(scene.felt, look.centre[None])[0]), 12.0)
    sides = zip(look.fall.tolist(), look.off.tolist(), strict=True)
    fits = [min(climb(fall, *_FALL), climb(abs(off), *_OFF)) for fall, off in sides]
    edges = sorted(fits)
    widths = [abs(float(look.off[k] + look.off[k + 2])) for k in (0, 1)]
    wide = min(widths) if edges[0] < _LOST else max(widths)
    return min(
        climb(face.white, *_LIGHT),
        climb(face.paper / felt, *_WHITE),
        climb(wide, *_WIDTH),
        # One edge may be lost where another die touches: the three others say where the face lies.
        edges[1],
        _LOST_EDGE + (1 - _LOST_EDGE) * edges[0],
    )


def _agreement(found: list[Candidate], net: FaceNet) -> list[float]:
    """How surely the network, which knows nothing of pips, sees the same number (0..1)."""
    if not found:
        return []
    rows = net.read(np.array([middle_of(one.look.patch, EDGE / STEP) for one in found]))
    return [climb(float(row[one.face.value - 1]), *_AGREED) for one, row in zip(found, rows, strict=True)]


def _judged(scene: Scene, one: Candidate, others: list[Look], agreed: float) -> Die:
    sides = sides_of(scene, one.look, others)
    flat = climb(sides.surplus, *_SURPLUS)
    sure = min(
        one.pattern,
        one.outline,
        agreed,
        flat,
        climb(_wide(one.look), *_TALL),
        _BESIDE[sides.beside],
        _HIDDEN if sides.missing else 1.0,
    )
    if flat == 0.0 and sides.beside != "ragged":
        return _die(scene.view, one, "cocked", 0.9)
    return _die(scene.view, one, "ok" if sure >= _SURE else "unsure", sure)


def _doubt(one: Candidate, die: Die) -> Problem | None:
    """What people can do about a die that cannot be read."""
    if die.status == "ok":
        return None
    corners = np.array(die.outline)
    box = (*corners.min(axis=0).tolist(), *corners.max(axis=0).tolist())
    if _wide(one.look) > _TALL[1]:
        return Problem("stacked", _STACKED_TEXT, box)
    if one.pattern < _SURE and one.face.paper > _BURNT:
        return Problem("glare", _GLARE_TEXT, box)
    return None


def _wide(look: Look) -> float:
    """How much wider than 16 mm the face looks, mm, the mean of both axes."""
    return float(look.off.sum()) / 2


def _die(view: TrayView, one: Candidate, status: Status, sure: float) -> Die:
    centre = one.look.centre
    corners = view.pixels(np.vstack([top_face(centre, one.look.turn), centre]), EDGE)
    return Die(
        kind="d6",
        value=one.face.value if status == "ok" else None,
        status=status,
        confidence=sure,
        px=(float(corners[4, 0]), float(corners[4, 1])),
        size=EDGE + _wide(one.look),
        x=float(centre[0]),
        y=float(centre[1]),
        zone=zone_of(float(centre[0])),
        rotation=one.look.turn % 90,
        outline=tuple((float(x), float(y)) for x, y in corners[:4]),
    )


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
