"""Reads d12 of any colour in a photograph without the tray's markers.

Something as round as a d12 (`d12.discs`) is taken for one, seen from straight above through a long lens, in whatever
pose explains it best (`d12.fit`); light numerals on a dark die and dark ones on a light die are tried. The face that
looks at the camera is its number when it clearly does, and when both judges see the same one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.protocol import Image
from vision.d12.body import ACROSS, LEAN_X, LEAN_Y, SIZE, TOP, TOP_RADIUS, YAW, Floats, X, Y, seen, tilt_of
from vision.d12.discs import Disc, discs_in
from vision.d12.fit import climbed, inked_poses, leaning_ways, parts_of, scores_of
from vision.d12.judges import Judges, Verdict
from vision.d12.look import FINE, INK, WIDE, Looks, bare, full_ink
from vision.d12.net import RADIUS
from vision.d12.net import SIZE as PATCH
from vision.ramps import climbs
from vision.reading import Die, Reading, Status
from vision.small_net import Patches
from vision.witnesses import Witness

SURE = 0.6
"""Margin from which a number is told."""
_CAMERA = np.array([0.0, 0.0, 1500.0])
"""The camera's place, mm: far away, where perspective hardly shows."""
_RADIUS = 11.95
"""The radius of a circle as large as a d12's outline, mm."""
_SHARPEST = 1.5
"""From so many pixels of the photograph for one of a look on, it is blurred first."""
_WAYS = np.concatenate(
    [leaning_ways(lean, count, 9.0) for lean, count in ((0.0, 1), (12.0, 6), (23.0, 10), (33.0, 12))]
)
_SHIFTS = np.arange(-4, 5, 2)
_TRIED, _FOLLOWED, _ROUNDS = 48, 12, 8
"""So many poses are scored, so many of these climbed with, in so many steps."""
_ALIKE = 0.25
"""Poses whose scores are within this of the best are heard as well."""
# Each pair below is a value that makes it doubtful that this is a d12 and one that leaves no doubt.
_EDGES, _SPOKES, _OUTLINE = (0.1, 0.28), (0.12, 0.3), (0.3, 0.55)
_INKED, _BARE = (0.35, 0.6), (-0.6, -0.25)
_LEANS = (31.7, 21.0)
"""The top face is the one that looks at the camera: when it leans by half the angle between faces, 31.7 degrees, a
neighbour looks at it as well."""
_AGREED = (0.45, 0.7)
"""What the less sure judge gives to the number."""
_RIVAL, _ASKEW = 0.65, 6.0
"""A pose that shows another number and is worth this share of the best makes that doubtful, unless it leans by so many
degrees more: then it is a neighbour's, which the camera sees as well."""
_STRAIGHTER, _WORSE, _SAME = 5.0, 0.05, 0.3
"""A pose that leans by so many degrees less, is as surely a d12's, and scores no worse than by this, has to show the
same number at least so surely: half of an 11 is a 1 in a pose that lies beside the die."""
_SQUARE = np.array([(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)]) * TOP_RADIUS + (0, 0, ACROSS / 2)
_INNER = ((PATCH - 1) / 2 + _SQUARE[:, :2] / TOP_RADIUS * RADIUS).astype(np.float32)


@dataclass(frozen=True, eq=False)
class _Seen:
    """A disc taken for a d12: its poses (N x 6), by how many degrees the top face of each looks away from the camera,
    the poses' scores, how surely each is a d12's whose top looks at it (N each), and what the judges say."""

    disc: Disc
    poses: Floats
    lean: Floats
    scores: NDArray[np.float32]
    present: Floats
    verdict: Verdict

    @property
    def worth(self) -> Floats:
        """How surely each pose is one, and shows the number that it seems to."""
        return np.asarray(self.present * self.verdict.agreed)


def d12_in_photo(image: Image, judges: Judges) -> list[Die]:
    """The d12 in a photograph (BGR uint8)."""
    seen_as = [best for disc in discs_in(image) if (best := _seen(image, disc, judges)) is not None]
    found = [_die(one, [other for other in seen_as if _overlap(one.disc, other.disc)]) for one in seen_as]
    return [die for k, die in enumerate(found) if not any(_within(die, other) for other in found[:k])]


def _overlap(one: Disc, other: Disc) -> bool:
    return bool(np.hypot(one.x - other.x, one.y - other.y) < max(one.r, other.r))


def _within(die: Die, other: Die) -> bool:
    return bool(np.hypot(die.px[0] - other.px[0], die.px[1] - other.px[1]) < _reach(other))


def _reach(die: Die) -> float:
    corners = np.array(die.outline)
    return 1.6 * float(np.hypot(*(corners - corners.mean(axis=0)).T).max())


def _seen(image: Image, disc: Disc, judges: Judges) -> _Seen | None:
    """What a disc is as a d12, light on dark or dark on light."""
    both = [_tried(image, disc, dark, judges) for dark in (False, True)]
    return max((one for one in both if one is not None), key=lambda one: one.worth.max(), default=None)


def _tried(image: Image, disc: Disc, dark: bool, judges: Judges) -> _Seen | None:
    looks = _look(255 - image if dark else image, disc)
    nought = np.zeros(_TRIED, np.intp)
    starts, _ = inked_poses(looks, _CAMERA, _WAYS, _SHIFTS, _TRIED)
    best = np.argsort(-scores_of(looks, nought, starts, _CAMERA))[:_FOLLOWED]
    columns = (X, Y, YAW, LEAN_X, LEAN_Y, SIZE)
    poses, scores = climbed(looks, nought[:_FOLLOWED], starts[best], _CAMERA, columns, _ROUNDS)
    alike = scores > scores.max() - _ALIKE
    poses, scores = poses[alike], scores[alike]
    parts = parts_of(looks, nought[: len(poses)], poses, _CAMERA)
    lean = _lean(disc, poses)
    present = _present(parts) * climbs(lean, *_LEANS)
    if present.max() <= 0.0:
        return None
    return _Seen(disc, poses, lean, scores, present, judges.heard(_patches(image, disc, poses, dark)))


def _look(image: Image, disc: Disc) -> Looks:
    """A look at a disc; light numerals are wanted."""
    scale = disc.r / _RADIUS / FINE
    way = np.array([[scale, 0, disc.x - scale * (WIDE - 1) / 2], [0, scale, disc.y - scale * (WIDE - 1) / 2]])
    calm = cv2.GaussianBlur(image, (0, 0), 0.4 * scale) if scale > _SHARPEST else image
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    look = cv2.warpAffine(calm, way, (WIDE, WIDE), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    look = cv2.GaussianBlur(look, (3, 3), 0)
    # Gold on black is light in two colours only.
    lines = np.asarray(cv2.morphologyEx(look, cv2.MORPH_TOPHAT, INK).max(axis=2), np.uint8)
    grey = np.asarray(cv2.cvtColor(look, cv2.COLOR_BGR2GRAY), np.uint8)
    lab = cv2.cvtColor(look, cv2.COLOR_BGR2LAB).astype(np.float32)
    ground = np.median(np.concatenate([lab[:4].reshape(-1, 3), lab[-4:].reshape(-1, 3)]), axis=0)
    hue = np.linalg.norm(lab - ground, axis=2)
    planes = (bare(grey), hue, full_ink(lines))
    return Looks(np.zeros((1, 2)), np.stack(planes).astype(np.float32)[:, None])


def _patches(image: Image, disc: Disc, poses: Floats, dark: bool) -> Patches:
    """The faces straightened, with light numerals."""
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    squares = _pixels(disc, poses, _SQUARE)
    fine = float(np.hypot(*(squares[0, 1] - squares[0, 0]))) / (2 * RADIUS)
    if fine > _SHARPEST:
        grey = np.asarray(cv2.GaussianBlur(grey, (0, 0), 0.45 * fine), np.uint8)
    if dark:
        grey = 255 - grey
    patches = np.empty((len(poses), PATCH, PATCH), np.uint8)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    for patch, square in zip(patches, squares, strict=True):
        way = cv2.getPerspectiveTransform(_INNER, square.astype(np.float32))
        patch[:] = cv2.warpPerspective(
            grey, way, (PATCH, PATCH), flags=flags, borderMode=cv2.BORDER_REPLICATE
        )
    return patches


def _pixels(disc: Disc, poses: Floats, points: Floats) -> Floats:
    """Where points of the die (M x 3) are in the photograph: N x M x 2."""
    flat = seen(poses, points, _CAMERA).swapaxes(1, 2).astype(np.float64)
    return np.asarray(flat * (disc.r / _RADIUS) + (disc.x, disc.y))


def _lean(disc: Disc, poses: Floats) -> Floats:
    """By how many degrees the top faces look away from the camera: the mean of what the pose says, which is off by up
    to ten degrees, and of what the face's place in the outline does."""
    middles = _pixels(disc, poses, TOP).mean(axis=1) - (disc.x, disc.y)
    away = np.hypot(middles[:, 0], middles[:, 1]) * (_RADIUS / disc.r) / (ACROSS / 2)
    return np.asarray((tilt_of(poses) + np.degrees(np.arcsin(np.minimum(away, 1.0)))) / 2)


def _present(parts: NDArray[np.float32]) -> Floats:
    """How surely each pose is a d12's (0..1)."""
    limits = (_EDGES, _SPOKES, _OUTLINE, _INKED, _BARE)
    return np.asarray(
        np.min([climbs(parts[:, k], *limit) for k, limit in enumerate(limits)], axis=0), np.float64
    )


def _has_rivals(found: _Seen, best: int) -> bool:
    """Whether another pose speaks for another number than the best, or for none where one should be seen."""
    verdict = found.verdict
    differs, lean = verdict.value != verdict.value[best], found.lean - found.lean[best]
    as_good = differs & (lean < _ASKEW) & (found.worth > _RIVAL * found.worth[best])
    likelier = (found.present >= found.present[best]) & (found.scores >= found.scores[best] - _WORSE)
    straighter = likelier & (lean < -_STRAIGHTER) & (differs | (verdict.agreed < _SAME))
    return bool((as_good | straighter).any())


def _is_part(number: int, here: Iterable[_Seen]) -> bool:
    """Whether some pose shows a number of two digits of which this may be one."""
    longer = [other for other in (10, 11, 12) if str(number) in str(other)]
    return any(
        bool((np.isin(one.verdict.value, longer) & (one.verdict.agreed > _SAME)).any()) for one in here
    )


def _die(found: _Seen, here: Iterable[_Seen]) -> Die:
    """What is told of a disc; `here` are all that lie where it does, itself among them."""
    verdict = found.verdict
    best = int(found.worth.argmax())
    pose = found.poses[best : best + 1]
    value = int(verdict.value[best])
    doubted = _has_rivals(found, best) or (value < 10 and _is_part(value, here))
    said: dict[Witness, float] = {
        "form": float(found.present[best]),
        "numeral": float(climbs(verdict.agreed[best : best + 1], *_AGREED)[0]),
        "other places": SURE / 2 if doubted else 1.0,
    }
    margin, why = min((says, witness) for witness, says in said.items())
    status: Status = "ok" if margin >= SURE else "unsure"
    corners = _pixels(found.disc, pose, TOP)[0]
    middle = corners.mean(axis=0)
    return Die(
        kind="d12",
        value=value if status == "ok" else None,
        status=status,
        confidence=margin,
        px=(float(middle[0]), float(middle[1])),
        size=ACROSS,
        rotation=float(pose[0, YAW]) % 72,
        outline=tuple((float(x), float(y)) for x, y in corners),
        guess=value,
        margin=margin,
        why=None if status == "ok" else why,
    )


def with_d12(reading: Reading, image: Image, judges: Judges) -> Reading:
    """The reading of a photograph (BGR uint8) with its d12, where no d6 could be told: those that are read for certain.
    A thing that is merely round is no die."""
    if any(die.status == "ok" for die in reading.dice):
        return reading
    found = [die for die in d12_in_photo(image, judges) if die.status == "ok"]
    white = [die for die in reading.dice if not any(_within(die, other) for other in found)]
    return replace(reading, dice=(*found, *white))
