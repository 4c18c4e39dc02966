"""What a glance tells: whether something moves, and whether a hand is there. No dice are read here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.cameras.protocol import Image
from vision.watch.noise import Noise
from vision.watch.picture import Field, Glance, Mask, difference, glance, motion, without_shadows

_LEAST = 6.0
"""A pixel has changed when it differs by more than noise, and by so many picture values."""
_THING_LEAST = 14.0
"""The same against the background, which is older: its light is less well known."""
_MOVED, _STIRS = 0.08, 0.05
"""Something moves when, within a square of half a die, so many die areas have changed: a pip's worth. The quiet
begins only when even less has, or its end would be seen in the last twitch of a die."""
_YOUNG = 0.15
"""Seconds for which the quiet is still beginning."""
_THING = 0.3
"""Something lies there when so many die areas differ from the bare felt."""
_CROSSING = 0.25
"""A hand covers at least so many die areas of the rim ..."""
_HAND = 2.0
"""... and so many in all; a die that is thrown in over the rim is smaller."""
_HUGE = 16.0
"""Anything larger than all dice lying together is taken for a hand, wherever it comes from."""
_FLAT = 0.35
"""The lens is covered when so little contrast is left, as a share of the background's: light of any strength and
colour leaves it."""
_RENEWED = 1.0
"""Seconds after which a quiet picture is taken anew, so that slow drift never adds up."""


@dataclass(frozen=True)
class Sight:
    """What one frame shows. `quiet` is for how many seconds nothing has moved (0 while something does).

    `hand`: something large reaches in over the rim. `things`: something lies or moves on the felt. `covered`:
    hardly any contrast is left. All are judged against the background, once it is known.
    """

    quiet: float
    hand: bool
    things: bool
    covered: bool


class Eye:
    """Compares each frame with the beginning of the quiet and with the background (the tray without dice)."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self._still: Glance | None = None
        self._last: Glance | None = None
        self._since = self._renewed = 0.0
        self._background: Glance | None = None
        self._bare: Mask = np.ones_like(field.inside)
        self._watched: Mask = field.inside | field.rim
        self._noise = Noise()
        self._rim, self._felt = field.rim[::2, ::2] > 0, field.inside[::2, ::2] > 0
        self._sight = Sight(0.0, False, False, False)

    def look(self, image: Image, t: float) -> Sight:
        """What the frame `image` (BGR, of the field's picture size) at `t` seconds shows."""
        now = glance(image, self.field)
        before, self._last = self._still, now
        if before is None:
            return self._moved(now, now, t)
        apart = motion(now, before)
        self._noise.learn(apart)
        changed = self._noise.exceeded(apart, _LEAST) & self.field.inside
        limit = _STIRS if t - self._since < _YOUNG else _MOVED
        if _most_within(changed, self.field, 0.5, self._area(limit)):
            return self._moved(now, before, t)
        if t - self._renewed >= _RENEWED:
            self._still, self._renewed = now, t
        return self._rested(now, t)

    def learn(self, dice: Sequence[tuple[tuple[float, float], float]]) -> None:
        """The last frame is the background, but for the dice: centre and radius, both in picture pixels.

        Under the dice the background stays as it was, or unknown.
        """
        if self._last is None:
            return
        covered = self._discs(dice)
        colours, bare = self._last.colours.copy(), 1 - covered
        if self._background is not None:
            differs = self._noise.exceeded(difference(self._last, self._background), _THING_LEAST)
            colours = without_shadows(self._last, self._background, differs)
            colours[covered > 0] = self._background.colours[covered > 0]
            bare |= self._bare
        self._background, self._bare = Glance(colours), bare
        self._watched = (self.field.inside | self.field.rim) & bare
        # From now on what has been read is what must not change: the rocking of the last die is over.
        self._still = self._last
        self._sight = Sight(self._sight.quiet, False, bool(dice), False)

    def resize(self, die: float) -> None:
        """A die's edge is so many picture pixels."""
        self.field = replace(self.field, die=die / self.field.factor)

    def _moved(self, now: Glance, before: Glance, t: float) -> Sight:
        self._still, self._since, self._renewed = now, t, t
        # Until the background is known, what has just moved is all there is to go by.
        self._sight = self._judged(now, self._background or before, 0.0)
        return self._sight

    def _rested(self, now: Glance, t: float) -> Sight:
        quiet, last = t - self._since, self._sight
        if self._background is None:
            # What moved last need not be there any more.
            self._sight = Sight(quiet, False, False, False)
        elif last.hand or last.covered:
            # The last of a hand, or its shadow, may go too gently to be seen moving.
            self._sight = self._judged(now, self._background, quiet)
        else:
            self._sight = Sight(quiet, False, last.things, False)
        return self._sight

    def _judged(self, now: Glance, old: Glance, quiet: float) -> Sight:
        differs = self._noise.exceeded(difference(now, old), _THING_LEAST) & self._watched
        if self._is_hand(differs):
            return Sight(quiet, True, True, self._is_covered(now))
        things = _most_within(differs & self.field.inside, self.field, 1.0, self._area(_THING))
        return Sight(quiet, False, things, self._is_covered(now))

    def _is_hand(self, differs: Mask) -> bool:
        crosses = cv2.countNonZero(differs & self.field.rim) >= self._area(_CROSSING)
        if cv2.countNonZero(differs) < self._area(_HAND if crosses else _HUGE):
            return False
        # At half the size: cheaper, and fingers that almost touch belong together.
        joined = np.ascontiguousarray(cv2.dilate(differs, np.ones((3, 3), np.uint8))[::2, ::2], np.uint8)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
        areas = 4 * stats[:, cv2.CC_STAT_AREA]
        crossing = 4 * np.bincount(labels[self._rim], minlength=count)
        felt = np.bincount(labels[self._felt], minlength=count)
        reaching = (crossing >= self._area(_CROSSING)) & (areas >= self._area(_HAND)) & (felt > 0)
        return bool((reaching | (areas >= self._area(_HUGE)))[1:].any())

    def _is_covered(self, now: Glance) -> bool:
        return self._background is not None and now.contrast < _FLAT * self._background.contrast

    def _area(self, dice: float) -> float:
        return max(4.0, dice * self.field.die**2)

    def _discs(self, dice: Sequence[tuple[tuple[float, float], float]]) -> Mask:
        mask = np.zeros_like(self.field.inside)
        for centre, radius in dice:
            x, y = self.field.shrink(np.array([centre], float))[0]
            cv2.circle(mask, (round(x), round(y)), round(radius / self.field.factor) + 1, (1,), -1)
        return mask


def _most_within(mask: Mask, field: Field, window: float, least: float) -> bool:
    """Whether at least `least` pixels are set within some square of `window` die edges."""
    if cv2.countNonZero(mask) < least:
        return False
    side = max(2, round(window * field.die))
    return cv2.minMaxLoc(cv2.boxFilter(mask, cv2.CV_16U, (side, side), normalize=False))[1] >= least
