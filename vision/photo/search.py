"""Searches a photograph of unknown scale for the faces of dice, from coarse to fine.

Faces of two pips and more stand out by their layout; once some are sure, they tell how large a die is here,
and lone pips are looked at as ones of that size.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import hypot
from statistics import median

from vision.cameras.protocol import Image
from vision.confidence import PHOTO
from vision.photo.close_look import Candidate, grey_of, look_at
from vision.photo.company import is_vouched_for
from vision.photo.pips import Grey, Pip
from vision.photo.rows import is_in_a_row
from vision.photo.run_on import runs_on
from vision.photo.seeds import Level, Seed, levels, seeds_of
from vision.photo.standing import has_corners_of_a_die, without_flat

SURE = PHOTO.least()
"""A value is told from this margin on: 0.6, for as long as nothing else has been counted (docs/accuracy.md)."""
_LONE_EDGES = (0.6, 0.68, 0.76, 0.84, 0.92, 1.0, 1.08, 1.16, 1.24, 1.34, 1.44)
"""Sizes tried for a lone pip when no other die tells the scale, as shares of the edge its radius suggests."""
_LEAST_EDGE = 21.0
"""Smaller faces have too few pixels for a one: any speck would do."""
_USUAL_RADIUS = 0.112
"""Radius of the usual pip, edges."""
SIZES = (0.6, 1.6)
"""Dice of one picture are this many times as large as the usual one (sets of two sizes are sold)."""
_BEYOND = 0.85
"""How far around a face (edges from its middle) no unexplained pips may lie."""
_PATTERN = 2
"""So many of them are a pattern."""
_DARK = 0.38
"""A lone pip is at least this share darker than its face."""
_LIKE = 0.45
"""It is at least this share as dark as the pips known, and its face this share as light."""
_MOST_LONE = 12
"""Looks at lone pips end after this many: a picture with more is of something else."""
_ALONE = {"solidity": 0.8, "clear": 0.8, "filled": 0.75}
"""What a lone pip measures at least when nothing else was found (see `vision.photo.pips.Pip`): 0.86, 1 and 0.92 in
photographs."""


def search(image: Image) -> list[Candidate]:
    """Every place in a photograph (BGR uint8) that could be the top face of a d6, sure or not."""
    return _Search(image).run()


class _Search:
    """Looks for faces in one picture; keeps what was found so far."""

    def __init__(self, image: Image) -> None:
        self.image = image
        self.pips: list[Pip] = []
        self.found: list[Candidate] = []

    def run(self) -> list[Candidate]:
        for level in levels(grey_of(self.image)):
            if self._is_too_fine(level):
                break
            seeds, seen = seeds_of(level)
            self._note(seen)
            self._add(look for seed in seeds if (look := look_at(self.image, seed)) is not None)
        self._add(look for pip in self._lone() if (look := self._look_at_one(pip)) is not None)
        grey = grey_of(self.image)
        whole = [look.confidence < SURE or not self._is_a_part(look, grey) for look in self.found]
        return self._with_company(without_flat(self.image, self.found, whole, SURE), grey)

    def _with_company(self, looks: list[Candidate], grey: Grey) -> list[Candidate]:
        """The same; those that are not sure but just like the sure ones are told as well."""
        sure = [look for look in looks if look.confidence >= SURE]
        return [self._vouched(look, sure, grey) for look in looks]

    def _vouched(self, look: Candidate, sure: list[Candidate], grey: Grey) -> Candidate:
        is_one_of_them = (
            look.confidence < SURE
            and is_vouched_for(look, sure)
            and has_corners_of_a_die(look)
            and not self._is_a_part(look, grey)
        )
        return replace(look, vouched=True) if is_one_of_them else look

    def _is_a_part(self, look: Candidate, grey: Grey) -> bool:
        """Whether a face is a piece of a pattern or of something larger."""
        border = look.outline
        return (
            self._pips_go_on(look)
            or is_in_a_row(look, self.found)
            or runs_on(grey, look.fit.centre, border.edge, border.rotation, border.step)
        )

    def _pips_go_on(self, look: Candidate) -> bool:
        """Whether there are pips like its own beyond its border, on no other face."""
        own = look.fit.pips[0]
        beyond = [
            pip
            for pip in (*look.around, *self.pips)
            if 0.5
            < hypot(pip.x - look.fit.centre[0], pip.y - look.fit.centre[1]) / look.outline.edge
            < _BEYOND
            and 0.7 < pip.r / own.r < 1.4
            and 0.75 < pip.tone / own.tone < 1.33
            and pip.roundness > 0.8
            and not self._lies_on_face(pip, SURE)
        ]
        return len(beyond) >= _PATTERN

    def _note(self, pips: list[Pip]) -> None:
        """Remember pips, each once: neighbouring levels see the same ones."""
        for pip in pips:
            if all(hypot(pip.x - other.x, pip.y - other.y) > other.r for other in self.pips):
                self.pips.append(pip)

    def _is_too_fine(self, level: Level) -> bool:
        edge = self._usual_edge()
        return edge is not None and level.edges[1] < 0.7 * edge

    def _usual_edge(self) -> float | None:
        edges = [look.outline.edge for look in self.found if look.confidence >= SURE]
        return median(edges) if edges else None

    def _add(self, looks: Iterable[Candidate]) -> None:
        for look in sorted(looks, key=lambda look: look.confidence, reverse=True):
            clash = [other for other in self.found if _overlap(other, look)]
            if all(other.confidence < look.confidence for other in clash):
                self.found = [other for other in self.found if other not in clash] + [look]

    def _lone(self) -> list[Pip]:
        """Pips on no face found so far that could be ones, the clearest first."""
        known = [pip for look in self.found if look.confidence >= SURE for pip in look.fit.pips]
        lone = [pip for pip in self.pips if _is_like(pip, known) and not self._lies_on_face(pip)]
        return sorted(lone, key=lambda pip: pip.contrast * pip.roundness, reverse=True)[:_MOST_LONE]

    def _lies_on_face(self, pip: Pip, least: float = 0.0) -> bool:
        """Whether a pip lies on a face found that is at least so sure."""
        return any(
            look.confidence >= least
            and hypot(look.fit.centre[0] - pip.x, look.fit.centre[1] - pip.y) < 0.5 * look.outline.edge
            for look in self.found
        )

    def _look_at_one(self, pip: Pip) -> Candidate | None:
        edge = self._usual_edge()
        if edge is None:
            rough = look_at(self.image, Seed(pip.x, pip.y, pip.r / _USUAL_RADIUS), _LONE_EDGES)
            if rough is None or rough.border == 0.0:
                return None
            edge = rough.outline.edge
        if edge < _LEAST_EDGE:
            return None
        return look_at(self.image, Seed(pip.x, pip.y, edge), known=self.found)


def _is_like(pip: Pip, known: list[Pip]) -> bool:
    """Whether a pip could be on a die of the same set, in the same light more or less, as the known pips."""
    if not known:
        return pip.contrast > _DARK and all(getattr(pip, one) >= least for one, least in _ALONE.items())
    r, contrast, tone = (
        median(getattr(pip, measure) for pip in known) for measure in ("r", "contrast", "tone")
    )
    alike = SIZES[0] < pip.r / r < SIZES[1] and pip.contrast > _LIKE * contrast and pip.tone > _LIKE * tone
    return alike and pip.contrast > _DARK


def _overlap(one: Candidate, other: Candidate) -> bool:
    far = hypot(one.fit.centre[0] - other.fit.centre[0], one.fit.centre[1] - other.fit.centre[1])
    return far < 0.7 * max(one.outline.edge, other.outline.edge)
