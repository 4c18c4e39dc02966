"""What dice lie on, and the light that falls on it: felt, cloth, wood, card; lamps, shadows and glints."""

from __future__ import annotations

import cv2
import numpy as np

from vision.training.canvas import HALF, SIDE, Plane, Rng, area, cloud, disc, rotation, shade, soft

_GRID = np.linspace(-HALF, HALF, SIDE, dtype=np.float32)


def ground(rng: Rng) -> Plane:
    """Felt, cloth, wood or a plain ground, mostly darker than a die."""
    tone = rng.uniform(0.03, 0.45) if rng.random() < 0.75 else rng.uniform(0.3, 0.85)
    plane = np.full((SIDE, SIDE), tone, np.float32)
    if rng.random() < 0.9:
        texture = (_felt, _weave, _grain)[rng.choice(3, p=(0.6, 0.25, 0.15))]
        plane *= 1 + np.float32(rng.uniform(0, 0.25)) * texture(rng)
    if rng.random() < 0.5:
        plane *= 1 + np.float32(rng.uniform(0, 0.15)) * cloud(rng, rng.uniform(0.3, 1.5))
    return np.clip(plane, 0, 1)


def _felt(rng: Rng) -> Plane:
    return cloud(rng, float(np.exp(rng.uniform(np.log(0.03), np.log(0.25)))))


def _weave(rng: Rng) -> Plane:
    """Threads across each other, finer or coarser than pips."""
    across, along = (
        np.sin(2 * np.pi * rng.uniform(2, 12) * _turned(turn) + rng.uniform(0, 6))
        for turn in rng.uniform(0, np.pi) + np.array([0.0, np.pi / 2])
    )
    return np.asarray(across * along if rng.random() < 0.5 else np.maximum(across, along), np.float32)


def _grain(rng: Rng) -> Plane:
    """Wood: noise drawn long, turned at random."""
    rows = cv2.GaussianBlur(cloud(rng, 0.04), (0, 0), sigmaX=20, sigmaY=0.8)
    turn = cv2.getRotationMatrix2D((SIDE / 2, SIDE / 2), rng.uniform(0, 180), 1.4)
    turned = cv2.warpAffine(rows, turn, (SIDE, SIDE), borderMode=cv2.BORDER_REFLECT)
    return np.asarray(turned / max(1e-3, float(turned.std())), np.float32)


def _turned(turn: float) -> Plane:
    """The coordinate along a direction, edges."""
    x, y = rotation(turn)[0].astype(np.float32)
    return np.asarray(x * _GRID[None] + y * _GRID[:, None], np.float32)


def light(rng: Rng, plane: Plane) -> None:
    """The lamps' light: falls off to one side, is cut off by shadows, glares in places."""
    if rng.random() < 0.7:
        plane *= 1 + np.float32(rng.uniform(0, 0.35)) * _turned(rng.uniform(0, 2 * np.pi))
    if rng.random() < 0.2:
        shade(plane, _shadow(rng), rng.uniform(0.15, 0.65))
    if rng.random() < 0.25:
        glare = soft(area(disc(rng.uniform(-0.7, 0.7, 2), rng.uniform(0.05, 0.35))), rng.uniform(0.06, 0.3))
        plane += np.float32(rng.uniform(0.05, 0.45)) * glare
    np.maximum(plane, 0, out=plane)


def _shadow(rng: Rng) -> Plane:
    """The shadow of something outside: a straight edge, or a strip such as an arm throws."""
    turn, at = rng.uniform(0, 2 * np.pi), rng.uniform(-0.7, 0.7)
    wide = 4.0 if rng.random() < 0.7 else rng.uniform(0.2, 0.8)
    strip = np.array([(at, -4), (at + wide, -4), (at + wide, 4), (at, 4)]) @ rotation(turn)
    return soft(area(strip), float(np.exp(rng.uniform(np.log(0.015), np.log(0.25)))))
