"""The black d12 in a tray: found, straightened, read by two judges that must agree, told.

A number is told only when nothing is doubtful: that there is a d12 at all, that it stands on a face (`d12.stand`), and
what the two judges, which do not share their way of looking or their training (`d12.net`, `d12.second`), make of it.
They see the top face alone: the neighbours' numerals differ from maker to maker, and speak only where the dice were
learnt (`d12.taught`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.confidence import BLACK
from vision.d12.body import ACROSS, YAW, Floats, X, Y
from vision.d12.face import corners_of, middles_of, straightened
from vision.d12.find import places_in
from vision.d12.ink import inked
from vision.d12.judges import Judges, NumberJudges, Verdict
from vision.d12.spots import SpotJudges
from vision.d12.stand import PRESENT, Stands, stands_at
from vision.d12.standing import StandingNet
from vision.d12.taught import Alike, Taught, rings_of
from vision.ramps import climbs
from vision.reading import Die, Problem, Status
from vision.small_net import Patches
from vision.tray.cube import Points
from vision.tray.pose import zone_of
from vision.tray.scene import Scene
from vision.witnesses import Witness, least

Values = NDArray[np.intp]

SURE = BLACK.least()
"""Margin from which a number is told."""
_AGREED = (0.45, 0.8)
"""What the less sure judge gives to the number: a probability that makes it doubtful, and one that leaves no doubt."""
_LIKE_UNMARKED, _WARY = (5, 8), 0.15
"""A six or nine whose mark cannot be seen looks like these numbers most: they must be so much more probable. Drawn
unmarked dice gave a 5 the probability 0.62."""
_SUPPORTED = (0.25, 0.6)
"""The same where the die is known and its face is like that number's."""
_ALIKE, _RING, _AHEAD = 0.75, 0.45, 0.1
"""Correlations: a known face is at least so much like what was learnt, its ring at least so much, and more than those
of other numbers by so much."""
_DENIED = 0.02
"""A number to which a judge gives less than this is not settled by what was learnt."""
_CERTAIN = (PRESENT, 0.75)
"""What makes doubtful, and leaves no doubt, that this is a d12."""
_SURELY = 0.3
"""What is a d12 and upright so surely is no unread d6: a d12's top that mirrors a lamp looks like one."""
_MIRRORS = 0.75
"""A top face that is so light, a share of white paper's tone, mirrors a lamp."""
_TOUCH = 11.0
"""What is nearer to a d12's middle than this, mm, is a part of it."""

_GLARE_TEXT = "Light glares on a black die: shade it, or move the die a little."


class D12Reader:
    """Reads the d12 of one table; `taught` are the table's own dice, `judges` are made anew when None."""

    def __init__(self, taught: Taught | None = None, judges: NumberJudges | None = None) -> None:
        self._judges: NumberJudges = SpotJudges() if taught and taught.spotted else judges or Judges()
        self._standing = StandingNet()
        self._spotted = bool(taught and taught.spotted)
        # Of dice that are known in part only, an unknown face would be taken for one that is known.
        self._taught = taught if taught and not taught.missing() else None

    def read(
        self, scene: Scene, dice: Sequence[Die], white: Points
    ) -> tuple[list[Die], list[Die], list[Problem]]:
        """What of these d6 is no part of a d12, the d12, and what makes some of them hard to read; `white` is the
        light's colour (BGR, 0..255)."""
        paper = float(white.min())
        places = places_in(scene, dice, paper)
        stands = stands_at(scene.image, scene.view, places, paper, self._standing, spotted=self._spotted)
        if len(stands) == 0:
            return list(dice), [], []
        tops = straightened(scene.image, scene.view, stands.poses)
        value, sure = self._numbers(scene, stands, tops)
        said: dict[Witness, Floats] = {
            "form": climbs(stands.present, *_CERTAIN),
            "lean": stands.upright,
            "numeral": sure,
            # Of a numeral without ink only the groove is seen, in which the judges agree on what is not there.
            "ink": np.ones(len(stands)) if self._spotted else inked(tops).astype(np.float64),
        }
        blacks = _dice(scene, stands, value, *least(said))
        surely = ~stands.leaning & (np.minimum(stands.present, stands.upright) >= _SURELY)
        kept, told = together(dice, blacks, surely.tolist())
        glares = [_glare(die) for die, tone in zip(blacks, stands.glare, strict=True) if _mirrors(die, tone)]
        return kept, told, glares

    def _numbers(self, scene: Scene, stands: Stands, tops: Patches) -> tuple[Values, Floats]:
        """The likeliest number of each die, and how sure it is (0..1)."""
        verdict = self._judges.heard(tops)
        value, sure = verdict.value, climbs(_wary(verdict), *_AGREED)
        if self._taught is not None:
            rings = rings_of(scene.image, scene.view, stands.poses)
            value, sure = recognised(verdict, self._taught.alike(tops, rings))
        return value, sure


def _wary(verdict: Verdict) -> Floats:
    """What the less sure judge gives to each number, less for those that an unmarked six or nine could be."""
    like = np.isin(verdict.value, _LIKE_UNMARKED)
    return np.asarray(np.where(like, verdict.agreed - _WARY, verdict.agreed))


def recognised(verdict: Verdict, alike: Alike) -> tuple[Values, Floats]:
    """The likeliest numbers of dice that are known, and how sure they are (0..1): what was learnt speaks for or against
    what the judges say, and with the rings it may settle what they cannot."""
    clear = (alike.ahead > _AHEAD) & (alike.face > _ALIKE)
    same = alike.value == verdict.value
    sure = np.where(
        clear & same,
        climbs(verdict.agreed, *_SUPPORTED),
        np.where(clear, 0.0, climbs(_wary(verdict), *_AGREED)),
    )
    given = verdict.least[np.arange(len(same)), alike.value - 1]
    settled = clear & (alike.ahead > 2 * _AHEAD) & (alike.ring > _RING) & (given > _DENIED)
    return np.where(settled, alike.value, verdict.value), np.where(settled, np.maximum(sure, SURE), sure)


def _dice(
    scene: Scene, stands: Stands, values: Values, margins: Floats, witnesses: list[Witness]
) -> list[Die]:
    corners, middles = corners_of(scene.view, stands.poses), middles_of(scene.view, stands.poses)
    told = zip(values.tolist(), margins.tolist(), witnesses, corners, middles, strict=True)
    return [_die(stands, k, *each) for k, each in enumerate(told)]


def _die(
    stands: Stands, k: int, value: int, margin: float, witness: Witness, corners: Floats, middle: Floats
) -> Die:
    leaning = bool(stands.leaning[k])
    status: Status = "cocked" if leaning else "ok" if margin >= SURE else "unsure"
    x, y = float(stands.poses[k, X]), float(stands.poses[k, Y])
    return Die(
        kind="d12",
        value=value if status == "ok" else None,
        status=status,
        confidence=0.0 if leaning else BLACK.probability(margin),
        px=(float(middle[0]), float(middle[1])),
        size=ACROSS * float(stands.size[k]),
        x=x,
        y=y,
        zone=zone_of(x),
        rotation=float(stands.poses[k, YAW]) % 72,
        outline=tuple((float(a), float(b)) for a, b in corners),
        tilt=float(stands.tilt[k]) if leaning else None,
        guess=value,
        margin=margin,
        why=None if status == "ok" else "lean" if leaning else witness,
    )


def _mirrors(die: Die, tone: float) -> bool:
    return die.status == "unsure" and tone > _MIRRORS


def _glare(die: Die) -> Problem:
    corners = np.array(die.outline)
    return Problem("glare", _GLARE_TEXT, (*corners.min(axis=0).tolist(), *corners.max(axis=0).tolist()))


def together(
    dice: Sequence[Die], blacks: Sequence[Die], surely: Sequence[bool]
) -> tuple[list[Die], list[Die]]:
    """The d6 and the d12 of a picture without those that are parts of others: what was taken for a d6 and cannot be
    read is a part of what is `surely` a d12, and not the other way round."""
    sure = [black for black, is_one in zip(blacks, surely, strict=True) if is_one]
    white = [die for die in dice if die.status == "ok" or not _is_part(die, sure)]
    return white, [black for black in blacks if not _is_part(black, white)]


def _is_part(die: Die, others: Sequence[Die]) -> bool:
    """Whether a die lies where another one does."""
    return any(np.hypot((die.x or 0) - (one.x or 0), (die.y or 0) - (one.y or 0)) < _TOUCH for one in others)


def beside(problems: Sequence[Problem], blacks: Sequence[Die], px_per_mm: float) -> list[Problem]:
    """The problems without strange things that are parts of d12: a face that mirrors a lamp is as light as paper."""
    return [one for one in problems if one.kind != "foreign" or not _is_in(one, blacks, px_per_mm)]


def _is_in(problem: Problem, blacks: Sequence[Die], px_per_mm: float) -> bool:
    left, top, right, bottom = problem.px
    if max(right - left, bottom - top) > 2.2 * _TOUCH * px_per_mm:
        return False
    x, y = (left + right) / 2, (top + bottom) / 2
    return any(np.hypot(x - one.px[0], y - one.px[1]) < _TOUCH * px_per_mm for one in blacks)
