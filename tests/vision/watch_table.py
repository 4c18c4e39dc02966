"""The simulated table with what the watcher has to bear besides throws: dice held still over the felt, spun on a
corner, taken out one by one, all of them nudged by a bump; and a camera that hangs askew.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.cameras.protocol import Image
from vision.sim.die import Pose
from vision.sim.gestures import SIDES, Reach
from vision.sim.knocks import Slide
from vision.sim.measures import (
    CAMERA_HEIGHT,
    FELT,
    FIELD_OF_VIEW,
    HALF,
    MARKER_PAPER,
    RIM,
    UP,
    WALL,
    View,
    marker_centres,
    turn_about,
)
from vision.sim.script import Body, Script, Segment, rolling, still
from vision.sim.table import SimDie, SimTable

TILT, SHIFT, ROLL = 3.0, 10.0, 2.0
"""How far the camera may hang off at most: degrees, millimetres, degrees."""
_CORNER = math.acos(1 / math.sqrt(3))
"""The angle by which a cube is turned from lying flat to standing on a corner."""


def askew(size: tuple[int, int], rng: np.random.Generator) -> View:
    """A camera that hangs as badly as it may, tilted any way, beside the middle, turned, and still sees all markers."""
    while True:
        view = _anyhow(size, rng)
        seen = view.project(marker_centres())
        margin = 0.6 * MARKER_PAPER * view.pixels_per_mm(WALL)
        if (seen > margin).all() and (seen < np.array(size) - margin).all():
            return view


def _anyhow(size: tuple[int, int], rng: np.random.Generator) -> View:
    width, height = size
    focal = width / 2 / math.tan(math.radians(FIELD_OF_VIEW / 2))
    matrix = np.array([[focal, 0.0, (width - 1) / 2], [0.0, focal, (height - 1) / 2], [0.0, 0.0, 1.0]])
    way, off = rng.uniform(0, 2 * math.pi, 2)
    tilt = turn_about(np.array([math.cos(way), math.sin(way), 0.0]), math.radians(rng.uniform(0, TILT)))
    roll = turn_about(np.array([0.0, 0.0, 1.0]), math.radians(rng.uniform(-ROLL, ROLL)))
    shift = rng.uniform(0, SHIFT) * np.array([math.cos(off), math.sin(off), 0.0])
    return View(size, matrix, roll @ tilt, np.array([FELT / 2, FELT / 2, -CAMERA_HEIGHT]) + shift)


class Lens:
    """Bends straight pictures as a lens does: radial factors as OpenCV has them."""

    def __init__(self, view: View, factors: tuple[float, float]) -> None:
        width, height = view.size
        grid = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).astype(np.float32)
        straight = cv2.undistortPoints(
            grid.reshape(-1, 1, 2), view.matrix, np.array([*factors, 0.0, 0.0]), P=view.matrix
        )
        self._map = straight.reshape(height, width, 2).astype(np.float32)

    def bent(self, image: Image) -> Image:
        """The same picture seen through this lens."""
        return np.asarray(
            cv2.remap(image, self._map, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
        )


@dataclass(frozen=True)
class Truth:
    """What is so in one frame. `hand`: fingertips over the felt or the rim."""

    hand: bool
    moving: bool
    dark: bool
    dice: tuple[SimDie, ...]

    @property
    def quiet(self) -> bool:
        """No hand, nothing that moves, light: what lies there can be read."""
        return not (self.hand or self.moving or self.dark)


class WatchedTable(SimTable):
    """A simulated table under a camera that hangs anyhow, with a few gestures more."""

    def __init__(
        self, seed: int, size: tuple[int, int], trouble: float = 0.0, straight: bool = False
    ) -> None:
        super().__init__(seed, trouble, size)
        self._own = np.random.default_rng([seed, 77])
        if not straight:
            self._view = askew(size, self._own)

    def now_true(self) -> Truth:
        """What is so now."""
        hand, dice = self._hand(), self.truth()
        near = hand is not None and max(abs(hand.x - FELT / 2), abs(hand.y - FELT / 2)) < FELT / 2 + RIM
        return Truth(near, any(die.moving and die.x is not None for die in dice), self.is_dark, dice)

    def lying(self) -> list[SimDie]:
        """The dice in the tray that lie still."""
        return [die for die in self.truth() if die.place in ("roll", "hold") and not die.moving]

    def take(self, die: int) -> None:
        """A hand takes this die away and leaves the others."""
        hand, body = self._reaching(die)
        taken = hand.go(*_spot(body), grip=0.6)
        gone = hand.leave(grip=1.0)
        held, away = replace(body, pose=None, where="hand", moving=True), replace(body, pose=None)
        self._act(
            {die: [Segment(taken, still(held)), Segment(gone, still(replace(away, where="pool")))]}, hand
        )

    def hold_over(self, die: int, seconds: float) -> None:
        """A hand lifts this die, holds it still over the felt for so long, and puts it back where it lay."""
        hand, body = self._reaching(die)
        assert body.pose is not None
        taken = hand.go(*_spot(body), grip=0.6)
        hand.go(*_spot(body), height=45.0, grip=0.7, seconds=0.3)
        put = hand.go(*_spot(body), height=45.0, grip=0.7, seconds=seconds)
        hand.leave()
        held = replace(body, pose=Pose(body.pose.centre + 18.0 * UP, body.pose.turn), moving=True)
        self._act({die: [Segment(taken, still(held)), Segment(put, still(body))]}, hand)

    def wait_in_hand(self, seconds: float) -> None:
        """A hand comes and holds still over the felt, touching nothing."""
        side = SIDES[self._own.integers(len(SIDES))]
        hand = Reach(side, self._own, side.release)
        hand.go(*side.release, height=50.0)
        hand.go(*side.release, height=50.0, seconds=seconds)
        hand.leave()
        self._act({}, hand)

    def spin(self, die: int, seconds: float) -> None:
        """This die spins on a corner, without a hand, and then lies where it lay."""
        body = self._body(die)
        assert body.pose is not None
        self._act({die: [Segment(0.0, rolling(body, _spinning(body.pose, seconds), seconds))]}, None, seconds)

    def bump(self, by: float) -> None:
        """Somebody bumps the table: all dice slide about so many millimetres."""
        tracks = {}
        for body in self._last():
            if body.pose is not None:
                angle = self._own.uniform(0, 2 * math.pi)
                step = by * np.array([math.cos(angle), math.sin(angle), 0.0])
                slide = Slide(body.pose, step, self._own.normal(0.0, 0.02))
                tracks[body.id] = [Segment(0.0, rolling(body, slide.pose, slide.duration))]
        self._act(tracks, None, 0.2)

    def _reaching(self, die: int) -> tuple[Reach, Body]:
        body = self._body(die)
        return Reach(SIDES[self._own.integers(len(SIDES))], self._own, _spot(body)), body

    def _body(self, die: int) -> Body:
        return next(body for body in self._last() if body.id == die)

    def _act(self, tracks: dict[int, Sequence[Segment]], hand: Reach | None, seconds: float = 0.0) -> None:
        before = {body.id: body for body in self._last()}
        self._play(Script(before, tracks, hand.path() if hand else None, hand.t if hand else seconds))


def _spot(body: Body) -> tuple[float, float]:
    assert body.pose is not None
    return body.pose.spot


def _spinning(rest: Pose, seconds: float) -> Callable[[float], Pose]:
    """On a corner at a steady twelve turns a second that slow down, falling flat in the last quarter second."""
    tipping = turn_about(np.array([math.sqrt(0.5), math.sqrt(0.5), 0.0]), _CORNER)

    def pose(t: float) -> Pose:
        left = max(0.0, seconds - t)
        if left == 0.0:
            return rest
        share = min(1.0, left / 0.25)
        upright = turn_about(np.array([math.sqrt(0.5), math.sqrt(0.5), 0.0]), share * _CORNER)
        turned = (
            turn_about(-UP, 9.0 * left + 4.0 * left**2) @ (tipping if share == 1.0 else upright) @ rest.turn
        )
        lowest = float(np.abs(turned[2]).sum()) * HALF
        return Pose(np.array([*rest.spot, -lowest]), turned)

    return pose
