"""Tells dice from flat things with spots: a die is a solid with rounded corners, and the dice of one photograph are
alike.

A face stands by itself when its border is rounded as a die's; the sharper its corners look, the clearer a side face or
a shadow has to show that it lies high above its ground. Faces of the same size vouch for each other: where one stands,
or where several are rounded on the whole, the others may be less clear. But unless most faces of that size
convince, none does. What is round is never a die, nor is what has sharp corners.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from vision.cameras.protocol import Image
from vision.photo.close_look import Candidate
from vision.photo.relief import relief_of

_OVAL = 0.0145
"""A border that lies less off the best oval (radii) is round. Drawn discs and ovals lie up to 0.009 off it, 98 of
100 dice in photographs at least 0.019."""
_DISC = 0.018
"""The same where the border looks roundest of all steps: discs and ovals with a ring or a thick rim lie up to 0.0149
off, 1,345 of 1,346 looks at dice in photographs (most of them made worse) at least 0.0195."""
_SHARP = 0.058
"""What lies farther off it has sharper corners than the usual die: 98 of 100 white dice in photographs lie within
0.056, cards, dominoes and tiles between 0.056 and 0.075, with corners rounded by 15 % of the edge between 0.05 and
0.056."""
_ROUNDED = ((0.0425, 0.0), (0.0475, 0.1), (0.0515, 0.15))
"""The farther it lies off the oval (up to the first number), the wider a band of side face or shadow (edges) has to be
seen beside it. Most dice lie between 0.03 and 0.05."""
_SQUARE = (0.072, 0.24, 40.0)
"""There are dice with sharp corners (0.062 to 0.07): with a band as wide as nothing flat has, and an edge of so many
pixels that it can be measured."""
_SEEN = (0.48, 0.55)
"""Share of the least and the second least seen side that must be seen."""
_UNSEEN = 0.005
"""When one side cannot be seen the others have to be rounded so much more."""
_RELIEF_OF_ONE = 0.1
"""A one says little by itself: rounded keys have one spot as well. It needs a band at least so wide."""
_PIXELS = 1.5
"""Blur widens a band by so many pixels."""
_SAME_SIZE = 0.75
"""The edges of dice of one set, the smaller over the larger."""
_GROUP = 3
"""So many faces that are rounded on the whole, with a band beside one of them, vouch for each other."""
_MOST = 0.5
"""More than this share of the faces of one size has to convince: other things look like dice here and there."""


@dataclass(frozen=True)
class _Face:
    """A sure candidate with the width of the band beside it that blur cannot have made, edges."""

    look: Candidate
    relief: float

    @property
    def corners(self) -> float:
        return self.look.outline.off_oval

    def could_be_a_die(self) -> bool:
        return has_corners_of_a_die(self.look) or (_is_angular(self.look) and self.is_square_and_high())

    def is_square_and_high(self) -> bool:
        """Whether this could be a die with sharp corners, all of it in sight."""
        corners, relief, edge = _SQUARE
        border = self.look.outline
        return (
            _SHARP < self.corners <= corners
            and self.relief >= relief
            and border.edge >= edge
            and border.sides[0] >= _SEEN[1]
        )

    def stands(self) -> bool:
        """Whether it is seen to be the top of a solid without looking at others."""
        least, second = self.look.outline.sides[:2]
        is_whole = least >= _SEEN[0]
        if second < _SEEN[1]:
            return False
        if self.look.fit.value == 1 and not (is_whole and self.relief >= _RELIEF_OF_ONE):
            return False
        if not is_whole:
            return self.corners <= _ROUNDED[1][0] - _UNSEEN and self.relief >= _ROUNDED[1][1]
        rounded = any(self.corners <= corners and self.relief >= relief for corners, relief in _ROUNDED)
        return rounded or self.is_square_and_high()

    def is_like(self, other: _Face) -> bool:
        """Whether two faces are as large as dice of one set are."""
        smaller, larger = sorted((self.look.outline.edge, other.look.outline.edge))
        return smaller > _SAME_SIZE * larger


def has_corners_of_a_die(look: Candidate) -> bool:
    """Whether a border is neither round nor sharp."""
    return _is_angular(look) and look.outline.off_oval <= _SHARP


def _is_angular(look: Candidate) -> bool:
    """Whether a border is no oval, however much darker than the face it has to be."""
    return look.outline.off_oval > _OVAL and look.outline.roundest > _DISC


def without_flat(
    image: Image, looks: Sequence[Candidate], whole: Sequence[bool], sure: float
) -> list[Candidate]:
    """Candidates of a photograph (BGR); those that are `sure` but flat, round or not `whole` are doubted.

    `whole` tells of each candidate whether nothing around it speaks against it.
    """
    faces = {i: _face(image, look) for i, look in enumerate(looks) if look.confidence >= sure}
    hopeful = [face for i, face in faces.items() if whole[i] and face.could_be_a_die()]
    standing = _standing(hopeful)
    kept = [face for face in hopeful if any(face.is_like(other) for other in standing)]
    told = {id(face.look) for face in kept if _is_usual(face, kept, list(faces.values()))}
    return [
        look if look.confidence < sure or id(look) in told else look.doubted("standing") for look in looks
    ]


def _face(image: Image, look: Candidate) -> _Face:
    border = look.outline
    wary = border.off_oval > _SHARP
    relief = relief_of(image, look.fit.centre, border.edge, border.rotation, border.step, wary)
    return _Face(look, max(0.0, relief - _PIXELS / border.edge))


def _standing(faces: list[_Face]) -> list[_Face]:
    """Faces that vouch for others of their size."""
    if len(faces) >= _GROUP:
        corners, relief = _ROUNDED[-1]
        if median(face.corners for face in faces) <= corners and max(face.relief for face in faces) >= relief:
            return faces
    return [face for face in faces if face.stands()]


def _is_usual(face: _Face, kept: list[_Face], faces: list[_Face]) -> bool:
    """Whether most faces of this size in the picture convince."""
    alike = sum(face.is_like(other) for other in faces)
    return sum(face.is_like(other) for other in kept) > _MOST * alike
