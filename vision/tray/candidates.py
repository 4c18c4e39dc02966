"""What may be dice in a tray: the guesses after a close look, how surely each shows its number and is a top face."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.confidence import TRAY
from vision.laps import Lap
from vision.ramps import climbs
from vision.tray.cube import Points
from vision.tray.face import Faces, faces_in
from vision.tray.guesses import Guesses, guesses_in
from vision.tray.look import Looks, looks_at
from vision.tray.pose import FELT
from vision.tray.scene import Scene
from vision.tray.sides import Bools

SURE = TRAY.least()
"""Margin from which a number is told: 0.8, for as long as nothing else has been counted (docs/accuracy.md)."""
A_DIE = 0.6
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
_FAINTEST_OF_SIX = (0.04, 0.10)
"""The same of a six: no other face has five of its pips, so one of them may drown in a glint."""
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
_APART = (1.25, 1.0)
"""How far a pip lies from its place, mm: of 207 rendered dice 0.97 at most. Pips of two faces of a leaning die can
look like one pattern, but do not lie as evenly."""


@dataclass(frozen=True, eq=False)
class Candidates:
    """Guesses after the close look. `pattern` and `outline` (N each) say how surely each shows its number and is a
    die's top face (0..1)."""

    looks: Looks
    faces: Faces
    pattern: Points
    outline: Points

    @property
    def certain(self) -> Bools:
        """Which of them show a face of a die for certain, whether it can be told or not."""
        return np.asarray(np.minimum(self.pattern, self.outline) >= SURE)

    def only(self, which: Bools) -> Candidates:
        """Some of them."""
        if which.all():
            return self
        return Candidates(
            self.looks.only(which), self.faces.only(which), self.pattern[which], self.outline[which]
        )


def candidates_in(scene: Scene, lap: Lap) -> Candidates:
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
    return Candidates(looks, faces, pattern, outline).only(np.maximum(outline, pattern) >= A_DIE)


def _patterns(guesses: Guesses, faces: Faces) -> Points:
    """How surely each face shows its number; both witnesses must see it."""
    usual = np.maximum(faces.typical, 1e-3)
    clean = np.maximum(climbs(faces.doubt / usual, *_DOUBT), faces.doubt < _CLEAN)
    return weakest(
        climbs(guesses.support[np.arange(len(guesses)), faces.value - 1], *_SUPPORT),
        np.where(
            faces.value == 6, climbs(faces.faintest, *_FAINTEST_OF_SIX), climbs(faces.faintest, *_FAINTEST)
        ),
        climbs(faces.faintest / usual, *_EVEN),
        clean,
        climbs(faces.stray / usual, *_STRAY),
        climbs(faces.apart, *_APART),
    )


def _outlines(scene: Scene, looks: Looks, faces: Faces) -> Points:
    """How surely each is the top face of a die: a light square with four edges, as wide as it should be."""
    felt = np.maximum(scene.at(scene.felt, looks.centre), 12.0)
    edges = np.sort(np.minimum(climbs(looks.fall, *_FALL), climbs(np.abs(looks.off), *_OFF)), axis=1)
    widths = np.abs(looks.off[:, :2] + looks.off[:, 2:])
    wide = np.where(edges[:, 0] < _LOST, widths.min(axis=1), widths.max(axis=1))
    return weakest(
        climbs(faces.white, *_LIGHT),
        climbs(faces.paper / felt, *_WHITE),
        climbs(wide, *_WIDTH),
        # One edge may be lost where another die touches: the three others say where the face lies.
        edges[:, 1],
        _LOST_EDGE + (1 - _LOST_EDGE) * edges[:, 0],
    )


def weakest(*witnesses: Points) -> Points:
    """The least of what several witnesses say of each of N dice."""
    return np.asarray(np.min(np.array(witnesses, np.float64), axis=0))
