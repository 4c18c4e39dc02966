"""Draws d12 for the moving table: ray by ray as `vision.sim.d12` says, under the lamps of `vision.sim.light`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.sim.d12 import D12
from vision.sim.die import Pose
from vision.sim.die_picture import Box, Print, Sample
from vision.sim.engraving import Make
from vision.sim.hits import Hit
from vision.sim.light import AMBIENT, LAMPS, Floats32
from vision.sim.measures import UP, Floats, View


class BlackPainter:
    """Draws d12 as one camera sees them."""

    def __init__(self, view: View) -> None:
        self._view = view

    def print(self, samples: Sequence[Sample]) -> Print:
        """The die's print: the mean of its samples; an empty one when it is out of the picture."""
        boxes = [self._box(sample.pose) for sample in samples]
        lows, highs = np.min(boxes, axis=0), np.max(boxes, axis=0)
        whole: Box = int(lows[0]), int(lows[1]), int(highs[2]), int(highs[3])
        total = np.zeros((4, whole[3] - whole[1], whole[2] - whole[0]), np.float32)
        for sample, (left, top, right, bottom) in zip(samples, boxes, strict=True):
            part = total[:, top - whole[1] : bottom - whole[1], left - whole[0] : right - whole[0]]
            part += self._light(sample, (left, top, right, bottom))
        return Print(whole, total.transpose(1, 2, 0) / np.float32(len(samples)))

    def _box(self, pose: Pose) -> Box:
        """The pixels that the die may cover, within the picture."""
        points = self._view.project(_body(pose).corners)
        size = np.array(self._view.size)
        low = np.clip(np.floor(points.min(axis=0)), 0, size - 1).astype(int)
        high = np.clip(np.ceil(points.max(axis=0)) + 1, low + 1, size).astype(int)
        return int(low[0]), int(low[1]), int(high[0]), int(high[1])

    def _light(self, sample: Sample, box: Box) -> Floats32:
        """Linear colour, weighed with the cover, and cover (4 x H x W) of one exposure."""
        rays = self._view.rays(*box, sample.offset).astype(np.float32)
        body = _body(sample.pose)
        hit = body.meets(self._view.centre, rays.reshape(3, -1))
        out = np.zeros((4, rays.shape[1] * rays.shape[2]), np.float32)
        out[:3, hit.which] = _shaded(hit, body.make, body.pose.centre, self._view.centre)
        out[3, hit.which] = 1.0
        return out.reshape(4, *rays.shape[1:])


def _body(pose: Pose) -> D12:
    assert pose.make is not None
    return D12(pose, pose.make)


def _shaded(hit: Hit, make: Make, centre: Floats, camera: Floats) -> Floats32:
    """Diffuse and specular light (Blinn-Phong) of all lamps; what looks down gets less of the café's light."""
    eye = _unit(camera - centre)
    open_sky = 0.6 + 0.4 * np.clip(UP.astype(np.float32) @ hit.normals, -1, 1)
    fallen, mirrored = np.float32(AMBIENT) * open_sky, np.float32(0)
    for lamp in LAMPS:
        way = _unit(lamp.place - centre)
        fallen = fallen + np.float32(lamp.strength) * np.maximum(way.astype(np.float32) @ hit.normals, 0)
        facing = np.maximum(_unit(way + eye).astype(np.float32) @ hit.normals, 1e-4)
        mirrored = mirrored + np.float32(make.gloss.shine * lamp.strength) * facing**make.gloss.power
    return np.asarray(hit.colours * fallen + mirrored, np.float32)


def _unit(vector: Floats) -> Floats:
    return np.asarray(vector / np.linalg.norm(vector))
