"""A d6 as a body for still pictures: the rounded cube of `die_picture`, in any colours."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.sim.die import Pose
from vision.sim.die_picture import cells, corners, entries, faces, length, rounded
from vision.sim.hits import Bools, Gloss, Hit
from vision.sim.light import Floats32
from vision.sim.measures import HALF, Floats
from vision.sim.solids import Solid, plain, prism, rectangle

_SUNK = 0.4
"""A die's shadow is that of a cube so much smaller all around: its edges are rounded, mm."""
BOUGHT = Gloss(0.34, 32.0)


@dataclass(frozen=True, eq=False)
class Cube:
    """A die at `pose` with linear `paper` and `ink`; `atlas` as `die_picture.face_atlas` makes it."""

    pose: Pose
    atlas: Floats32
    paper: Floats32
    ink: Floats32
    gloss: Gloss = BOUGHT
    casts: bool = True
    fine: bool = True

    @cached_property
    def corners(self) -> Floats:
        """The eight corners, world."""
        return corners(self.pose)

    def meets(self, eye: Floats, rays: Floats32) -> Hit:
        """Where rays (3 x N) from `eye` meet it."""
        turn = self.pose.turn.astype(np.float32)
        own_eye, own = self.pose.turn.T @ (eye - self.pose.centre), turn.T @ rays
        start = np.repeat(own_eye.astype(np.float32)[:, None], own.shape[1], axis=1)
        steps, axis, may_hit = entries(start, own)
        first = np.flatnonzero(may_hit)
        points, normals, reached = rounded(start[:, first] + steps[first] * own[:, first], own[:, first])
        which = first[reached]
        points, normals, axis = points[:, reached], normals[:, reached], axis[which]
        face = faces(own_eye[None])[0][axis]
        texel = self.atlas[cells(points, face, axis)].T
        normals = normals + texel[1:]
        normals /= length(normals)
        colour = self.paper[:, None] + (self.ink - self.paper)[:, None] * texel[0]
        way = own[:, which]
        reach = ((points - start[:, which]) * way).sum(axis=0) / (way * way).sum(axis=0)
        return Hit(which, reach, turn @ normals, np.asarray(colour, np.float32))

    @cached_property
    def _shade(self) -> Solid:
        half = HALF - _SUNK
        return prism(rectangle(2 * half, 2 * half), -half, half, self.pose, plain(self.paper))

    def hides(self, points: Floats32, ways: Floats32) -> Bools:
        """From which of the points (3 x N) the light at `points + ways` cannot be seen because of it."""
        return self._shade.hides(points, ways)
