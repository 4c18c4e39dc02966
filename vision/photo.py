"""Reads a photograph of dice from above without markers: the scale is found from the dice themselves.

The picture is looked at from coarse to fine. Faces of two pips and more stand out by their layout; once some
are sure, they tell how large a die is here, and lone pips are looked at as ones of that size. Every face must
convince three times: by its layout, by its tones and by its border.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.cameras.protocol import Image
from vision.faces import fit_faces
from vision.layouts import FaceFit
from vision.outline import EDGES, Outline, outline_of
from vision.pips import WORK_EDGE, Grey, Pip, pips_in, resized
from vision.reading import Die, Reading
from vision.seeds import Level, Seed, levels, seeds_of

_WIDEST = 1280
"""Larger pictures are scaled down to this many pixels along their longer side."""
_DIE_MM = 16.0
"""What the usual die of a picture is taken for, millimetres."""
_SURE = 0.6
"""A value is told from this confidence on."""
_LONE_EDGES = (0.6, 0.68, 0.76, 0.84, 0.92, 1.0, 1.08, 1.16, 1.24, 1.34, 1.44)
_USUAL_RADIUS = 0.112
"""Radius of the usual pip, edges."""


@dataclass(frozen=True)
class Candidate:
    """A face looked at closely; `fit` and `outline` are in pixels of the looked-at picture."""

    fit: FaceFit
    outline: Outline

    @property
    def confidence(self) -> float:
        """How sure the value is: 0..1."""
        return self.fit.confidence * self.outline.confidence

    @property
    def sure(self) -> bool:
        """Whether the value may be told."""
        return self.confidence >= _SURE


def read_photo(image: Image) -> Reading:
    """All d6 in a photograph from above (BGR uint8, height x width x 3).

    The reading has no tray: `x`, `y` and `zone` are None, `size` takes the usual die for 16 mm.
    """
    began = time.perf_counter()
    zoom = min(1.0, _WIDEST / max(image.shape[:2]))
    found = _Search(resized(image, zoom) if zoom < 1.0 else image).run()
    size = (image.shape[1], image.shape[0])
    ms = (time.perf_counter() - began) * 1000.0
    return Reading(size, False, _dice(found, 1.0 / zoom), (), ms)


class _Search:
    """Looks for faces in one picture; keeps what was found so far."""

    def __init__(self, image: Image) -> None:
        self.image = image
        self.found: list[Candidate] = []

    def run(self) -> list[Candidate]:
        pips: list[Pip] = []
        for level in levels(_grey(self.image)):
            if self._is_too_fine(level):
                break
            seeds, seen = seeds_of(level)
            pips += seen
            self._add(look for seed in seeds if (look := _look(self.image, seed)) is not None)
        self._add(look for pip in self._lone(pips) for look in self._looks_at_one(pip))
        return self.found

    def _is_too_fine(self, level: Level) -> bool:
        edge = self._usual_edge()
        return edge is not None and level.edges[1] < 0.7 * edge

    def _usual_edge(self) -> float | None:
        edges = [look.outline.edge for look in self.found if look.sure]
        return float(np.median(edges)) if edges else None

    def _add(self, looks: Iterable[Candidate]) -> None:
        for look in sorted(looks, key=lambda look: look.confidence, reverse=True):
            clash = [o for o in self.found if _overlap(o, look)]
            if all(o.confidence < look.confidence for o in clash):
                self.found = [o for o in self.found if o not in clash] + [look]

    def _lone(self, pips: list[Pip]) -> list[Pip]:
        kept: list[Pip] = []
        radii = [pip.r for look in self.found if look.sure for pip in look.fit.pips]
        usual = float(np.median(radii)) if radii else None
        for pip in sorted(pips, key=lambda pip: pip.contrast * pip.roundness, reverse=True)[:200]:
            if usual is not None and not 0.6 < pip.r / usual < 1.6:
                continue
            free = all(_apart(look, pip) > 0.5 * look.outline.edge for look in self.found)
            if free and all(np.hypot(pip.x - o.x, pip.y - o.y) > o.r for o in kept):
                kept.append(pip)
        return kept[:60]

    def _looks_at_one(self, pip: Pip) -> list[Candidate]:
        edge = self._usual_edge()
        if edge is None:
            look = _look(self.image, Seed(pip.x, pip.y, pip.r / _USUAL_RADIUS, 0.0), _LONE_EDGES)
            if look is None or look.outline.confidence == 0.0:
                return []
            edge = look.outline.edge
        look = _look(self.image, Seed(pip.x, pip.y, edge, 0.0))
        return [] if look is None else [look]


def _grey(image: Image) -> Grey:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)


def _apart(look: Candidate, pip: Pip) -> float:
    return float(np.hypot(look.fit.centre[0] - pip.x, look.fit.centre[1] - pip.y))


def _overlap(one: Candidate, other: Candidate) -> bool:
    far = np.hypot(one.fit.centre[0] - other.fit.centre[0], one.fit.centre[1] - other.fit.centre[1])
    return bool(far < 0.7 * max(one.outline.edge, other.outline.edge))


def _look(image: Image, seed: Seed, edges: tuple[float, ...] = EDGES) -> Candidate | None:
    """Look at one place closely, at the working scale."""
    half = 1.4 * seed.edge
    left, top = max(0, int(seed.x - half)), max(0, int(seed.y - half))
    patch = image[top : int(seed.y + half) + 1, left : int(seed.x + half) + 1]
    zoom = WORK_EDGE / seed.edge
    work = resized(patch, zoom)
    grey = _grey(work)
    shift = 0.5 * zoom - 0.5
    x, y = (seed.x - left) * zoom + shift, (seed.y - top) * zoom + shift
    fits = fit_faces(pips_in(grey, WORK_EDGE), WORK_EDGE, 0.2, grey)
    fits = [fit for fit in fits if np.hypot(fit.centre[0] - x, fit.centre[1] - y) < 0.3 * WORK_EDGE]
    if not fits:
        return None
    outline = outline_of(work, fits[0], edges)
    return Candidate(_moved(fits[0], zoom, left, top), _resized(outline, zoom))


def _moved(fit: FaceFit, zoom: float, left: int, top: int) -> FaceFit:
    from dataclasses import replace

    shift = 0.5 / zoom - 0.5
    pips = tuple(
        replace(p.scaled(1 / zoom), x=p.x / zoom + shift + left, y=p.y / zoom + shift + top) for p in fit.pips
    )
    return replace(
        fit,
        centre=(fit.centre[0] / zoom + shift + left, fit.centre[1] / zoom + shift + top),
        edge=fit.edge / zoom,
        spread=(fit.spread[0] / zoom, fit.spread[1] / zoom),
        pips=pips,
    )


def _resized(outline: Outline, zoom: float) -> Outline:
    from dataclasses import replace

    return replace(outline, edge=outline.edge / zoom)


def _dice(found: list[Candidate], factor: float) -> tuple[Die, ...]:
    edges = [look.outline.edge for look in found if look.sure]
    if not edges:
        edges = [look.outline.edge for look in found]
    usual = float(np.median(edges)) if edges else 1.0
    dice = []
    for look in found:
        if not look.sure and (look.outline.confidence < 0.3 or not 0.6 < look.outline.edge / usual < 1.6):
            continue
        shift = 0.5 * factor - 0.5
        dice.append(
            Die(
                "d6",
                look.fit.value if look.sure else None,
                "ok" if look.sure else "unsure",
                look.confidence,
                (look.fit.centre[0] * factor + shift, look.fit.centre[1] * factor + shift),
                look.outline.edge / usual * _DIE_MM,
                rotation=look.outline.rotation,
            )
        )
    return tuple(dice)
