"""Which of the places where a d12 may lie show one, how it stands there, and how surely it stands on a face."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from vision.cameras.protocol import Image
from vision.d12.body import SIZE, Floats, tilt_of
from vision.d12.fit import (
    PARTS,
    face_tones,
    first_poses,
    flat_poses,
    free_poses,
    inks_of,
    leaning_poses,
    parts_of,
    some_leaning,
)
from vision.d12.look import Looks, darkness_of, looks_at
from vision.d12.standing import Signs, StandingNet, signs_of, without_ink
from vision.ramps import climbs
from vision.tray.pose import TrayView

Bools = NDArray[np.bool_]

# Each pair below is a value that makes it doubtful that this is a d12 and one that leaves no doubt.
_INKED = (0.45, 0.68)
"""How much of what must be inked is: of flat dice 0.63 at least, of leaning ones 0.53."""
_BARE = (-0.24, -0.13)
"""How much of what must not be inked is (negative): of flat dice 0.16 at most."""
_FAINTEST = (0.02, 0.1)
"""The second least inked of the six faces: of flat dice 0.11 at least."""
_DARK = (0.38, 0.27)
"""The tone of the third darkest side over white paper's: of dice 0.24 at most, in a window's light."""
_FITS = (0.7, 1.2)
"""The score of the pose (`d12.fit`): of flat dice 1.4 at least, of leaning ones 1.0."""
_SIZES = (0.09, 0.06)
"""How far the size is off, as a share."""
PRESENT = 0.35
"""From this margin on something is told as a d12."""

_UPRIGHT = (-0.9, 0.7)
"""What `d12.standing` says that makes it doubtful that a die stands on a face, and what leaves no doubt."""
_BLIND = 1.0
"""So much more it has to say of dice whose ink it is not told: 7 % of what leans seems to stand then, 5 % of others."""
_COCKED = (-1.5, 7.0)
"""What `d12.standing` says below the first, with a lean of at least so many degrees, is told as leaning."""
_FOLLOWED, _LEANT = 3, (0.5, 10.0)
"""Of the places where no upright pose is a d12's so many are tried with leaning ones, which have to be as surely a
d12's, and lean by so many degrees."""
_DARK_ALL = 0.35
"""The tone of most of them is less than this share of white paper's: 0.28 at most."""
_MOST = 6
"""At most so many are looked at to the end."""
_CLOSE = 14.0
"""Middles of d12 that touch are 20 mm or more apart; of one that leans on another a little less."""
_SOME_INK, _NOT_LIGHT = 0.15, 0.55
"""Places with less ink where it must be, or with a lighter ground (a share of white paper's tone), are no d12: flat
dice have 0.18 at least, and 0.3 at most."""


@dataclass(frozen=True, eq=False)
class Stands:
    """What stands where (N each): `poses` upright (N x 6, see `d12.body`), how surely this is a d12 (`present`, 0..1),
    how surely it stands on a face (`upright`, 0..1), which surely lean (`leaning`), by about how many degrees (`tilt`),
    and the size over the usual (`size`). `glare` is the top face's tone over white paper's."""

    poses: Floats
    present: Floats
    upright: Floats
    leaning: Bools
    tilt: Floats
    size: Floats
    glare: Floats

    def __len__(self) -> int:
        return len(self.poses)


def stands_at(
    image: Image, view: TrayView, places: Floats, paper: float, judge: StandingNet, *, spotted: bool = False
) -> Stands:
    """The d12 at some of these places (N x 2, mm), each once; `paper` is the tone of something white (of 255).
    Of `spotted` dice it is not known how much of a face is inked."""
    looks, fits = upright_at(image, view, places, paper)
    if len(looks) == 0:
        return _none()
    order = np.argsort(-fits.present, kind="stable")
    kept = order[fits.present[order] >= PRESENT]
    upright = _upright(looks.only(kept), fits.only(kept), view.camera, judge, spotted=spotted)
    rest = order[len(kept) :]
    rest = rest[_ground(looks, paper)[rest] < _DARK_ALL][:_FOLLOWED]
    return _together(upright, _leaning(looks.only(rest), view.camera, paper))


def upright_at(image: Image, view: TrayView, places: Floats, paper: float) -> tuple[Looks, Fits]:
    """Looks at those of the places that may show a d12, and the upright pose that explains each best; see above."""
    looks = looks_at(image, view, places)
    if len(looks):
        starts, good = first_poses(looks, view.camera)
        likely = _likely(starts[:, 0], good, _ground(looks, paper))
        looks, starts = looks.only(likely), starts[likely]
    if len(looks) == 0:
        return looks, _no_fits()
    return looks, _fitted(looks, *flat_poses(looks, starts, view.camera), view.camera, paper)


def _ground(looks: Looks, paper: float) -> Floats:
    """How dark what lies there is, over white paper's tone."""
    return np.asarray(darkness_of(looks) / max(paper, 1.0))


@dataclass(frozen=True, eq=False)
class Fits:
    """Poses in N looks (N x 6) with their scores (N), what they are made of (N x 5, `d12.fit`), the share of ink in the
    faces and their tones over white paper's (N x 6 each), and how surely each is a d12's (N)."""

    poses: Floats
    scores: NDArray[np.float32]
    parts: NDArray[np.float32]
    inks: NDArray[np.float32]
    tones: NDArray[np.float32]
    present: Floats

    def only(self, which: NDArray[np.intp]) -> Fits:
        """Some of them."""
        return Fits(*(getattr(self, one.name)[which] for one in fields(self)))


def _fitted(looks: Looks, poses: Floats, scores: NDArray[np.float32], camera: Floats, paper: float) -> Fits:
    parts = parts_of(looks, np.arange(len(looks)), poses, camera)
    tones = face_tones(looks, poses, camera) / np.float32(max(paper, 1.0))
    inks = inks_of(looks, poses, camera)
    return Fits(poses, scores, parts, inks, tones, _present(parts, inks, tones, scores))


def _upright(looks: Looks, fits: Fits, camera: Floats, judge: StandingNet, *, spotted: bool) -> Stands:
    """What is told of dice that upright poses explain."""
    if len(looks) == 0:
        return _none()
    lean = _lean(looks, fits, camera, judge, spotted=spotted)
    return Stands(
        fits.poses,
        np.minimum(fits.present, climbs(np.abs(lean.size - 1), *_SIZES)),
        climbs(lean.steady, *_UPRIGHT),
        (lean.steady < _COCKED[0]) & (lean.tilt > _COCKED[1]),
        lean.tilt,
        lean.size,
        fits.tones[:, 0].astype(np.float64),
    )


def _leaning(looks: Looks, camera: Floats, paper: float) -> Stands:
    """What is told where no upright pose explains anything: dice that surely lean."""
    if len(looks) == 0:
        return _none()
    free = _fitted(looks, *leaning_poses(looks, camera), camera, paper)
    tilt = tilt_of(free.poses)
    surely = np.flatnonzero((free.present >= _LEANT[0]) & (tilt > _LEANT[1]))
    none = np.zeros(len(surely))
    return Stands(
        free.poses[surely],
        free.present[surely],
        none,
        np.ones(len(surely), np.bool_),
        tilt[surely],
        free.poses[surely, SIZE],
        none,
    )


def _together(first: Stands, second: Stands) -> Stands:
    """All of the first, and what of the second lies elsewhere."""
    names = [one.name for one in fields(Stands)]
    both = {name: np.concatenate([getattr(first, name), getattr(second, name)]) for name in names}
    order = np.concatenate([np.argsort(-first.present, kind="stable"), len(first) + np.arange(len(second))])
    kept = _apart(both["poses"], order)
    return Stands(**{name: part[kept] for name, part in both.items()})


@dataclass(frozen=True, eq=False)
class _Lean:
    """What speaks for standing on a face (`steady`, `d12.standing`), the `tilt` (degrees) and the `size` of the best
    pose: N each."""

    steady: Floats
    tilt: Floats
    size: Floats


def _lean(looks: Looks, fits: Fits, camera: Floats, judge: StandingNet, *, spotted: bool) -> _Lean:
    """Whether dice in these poses lean."""
    best, signs = lean_signs(looks, fits, camera)
    steady = judge.steadiness(without_ink(signs)) - _BLIND if spotted else judge.steadiness(signs)
    return _Lean(steady, tilt_of(best), best[:, SIZE])


def lean_signs(looks: Looks, fits: Fits, camera: Floats) -> tuple[Floats, Signs]:
    """The best pose of each die that may lean (N x 6), and the signs by which `d12.standing` judges it."""
    starts, tried = some_leaning(looks, fits.poses, camera)
    best, reached = free_poses(looks, starts, camera)
    every = np.arange(len(looks))
    parts = (fits.parts, parts_of(looks, every, best, camera))
    inks = (fits.inks, inks_of(looks, best, camera))
    return best, signs_of(fits.poses, best, (fits.scores, tried, reached), parts, inks, darkness_of(looks))


def _no_fits() -> Fits:
    none = np.zeros(0, np.float32)
    faces = np.zeros((0, 6), np.float32)
    return Fits(np.zeros((0, 6)), none, np.zeros((0, PARTS), np.float32), faces, faces, np.zeros(0))


def _none() -> Stands:
    empty = np.zeros(0)
    return Stands(np.zeros((0, 6)), empty, empty, np.zeros(0, np.bool_), empty, empty, empty)


def _likely(poses: Floats, inked: NDArray[np.float32], darkness: Floats) -> NDArray[np.intp]:
    """Which places are worth a closer look: of those that mean the same die the one that its ink speaks for most."""
    order = np.argsort(-inked, kind="stable")
    return _apart(poses, order[(inked[order] > _SOME_INK) & (darkness[order] < _NOT_LIGHT)])


def _present(
    parts: NDArray[np.float32],
    inks: NDArray[np.float32],
    tones: NDArray[np.float32],
    scores: NDArray[np.float32],
) -> Floats:
    """How surely each pose is a d12's (0..1): the weakest witness decides."""
    witnesses = (
        climbs(parts[:, 3], *_INKED),
        climbs(parts[:, 4], *_BARE),
        climbs(np.sort(inks, axis=1)[:, 1], *_FAINTEST),
        climbs(np.sort(tones[:, 1:], axis=1)[:, 2], *_DARK),
        climbs(scores, *_FITS),
    )
    return np.asarray(np.min(witnesses, axis=0), np.float64)


def _apart(poses: Floats, order: NDArray[np.intp]) -> NDArray[np.intp]:
    """Of poses in the same place only the first in this order, and at most `_MOST`."""
    kept: list[int] = []
    for k in order.tolist():
        if len(kept) < _MOST and all(np.hypot(*(poses[k, :2] - poses[one, :2])) > _CLOSE for one in kept):
            kept.append(k)
    return np.array(kept, np.intp)
