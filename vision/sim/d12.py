"""A d12 as a body for still pictures: glossy, with rounded edges and engraved numerals."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.sim import dodecahedron as shape
from vision.sim.die import Pose
from vision.sim.engraving import Make, engraved
from vision.sim.hits import Bools, Gloss, Hit
from vision.sim.light import Floats32
from vision.sim.measures import Floats
from vision.sim.solids import Solid, plain

_BEVEL = 0.7
"""How far from an edge its roundness begins, mm."""


@dataclass(frozen=True, eq=False)
class D12:
    """A die of a maker at `pose`."""

    pose: Pose
    make: Make
    casts: bool = True
    fine: bool = True

    @property
    def corners(self) -> Floats:
        """The twenty corners, world."""
        return np.asarray(self.pose.centre + shape.CORNERS @ self.pose.turn.T)

    @property
    def gloss(self) -> Gloss:
        """How its surface shines."""
        return self.make.gloss

    @cached_property
    def _block(self) -> Solid:
        world = shape.NORMALS @ self.pose.turn.T
        offsets = shape.INSIDE + world @ self.pose.centre
        return Solid(world, offsets, self.corners, self.pose, plain(self.make.body), _BEVEL)

    def meets(self, eye: Floats, rays: Floats32) -> Hit:
        """Where rays (3 x N) from `eye` meet it."""
        hit = self._block.meets(eye, rays)
        turn = self.pose.turn.astype(np.float32)
        points = (eye - self.pose.centre).astype(np.float32)[:, None] + hit.steps * rays[:, hit.which]
        ink, bend = engraved(self.make).at(np.asarray(turn.T @ points, np.float32))
        colours = hit.colours + (self.make.ink - self.make.body)[:, None] * ink
        normals = hit.normals + turn @ bend
        normals = normals / np.sqrt((normals * normals).sum(axis=0))
        return Hit(hit.which, hit.steps, np.asarray(normals, np.float32), np.asarray(colours, np.float32))

    def hides(self, points: Floats32, ways: Floats32) -> Bools:
        """From which of the points (3 x N) the light at `points + ways` cannot be seen because of it."""
        return self._block.hides(points, ways)


def value_up(turn: Floats, make: Make) -> int:
    """The number on the face that looks most nearly up."""
    return engraved(make).values[shape.top_face(turn)]


def lying(value: int, make: Make, x: float, y: float, yaw: float, floor: float = 0.0) -> Pose:
    """A die at rest on a plane `floor` mm above the felt, with `value` (1 to 12) up."""
    face = engraved(make).values.index(value)
    return Pose(np.array([x, y, -floor - shape.INSIDE]), shape.flat_turn(face, yaw), make)


def top_points(die: D12) -> tuple[Floats, Floats32]:
    """Points all over the top face (N x 3, world), and how much of each is ink (N)."""
    face = shape.top_face(die.pose.turn)
    corners = shape.face_corners(face)
    middle = corners.mean(axis=0)
    right, down = shape.frame(face, corners[0])
    steps = np.linspace(-1, 1, 31) * shape.FACE
    points = np.array([middle + x * right + y * down for x in steps for y in steps])
    inside = (points @ shape.NORMALS.T <= shape.INSIDE + 1e-6).all(axis=1)
    # What lies near an edge is rounded and shows other light.
    within = inside & ((shape.INSIDE - points @ shape.NORMALS.T > _BEVEL).sum(axis=1) == 11)
    own = points[within]
    ink, _ = engraved(die.make).at(own.T.astype(np.float32))
    return die.pose.centre + own @ die.pose.turn.T, ink
