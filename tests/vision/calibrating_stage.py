"""Pictures of an empty simulated tray, and what can befall them."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from vision.cameras.protocol import Image
from vision.sim.table import SimTable

COUNT = 4


@cache
def pictures() -> tuple[Image, ...]:
    """Of the empty tray, one after the other."""
    table = SimTable(3)
    taken = []
    for _ in range(COUNT):
        table.advance(0.1)
        taken.append(table.frame())
    return tuple(taken)


@cache
def with_dice() -> Image:
    """Three dice lie in the tray."""
    table = SimTable(3)
    table.throw(3)
    while table.busy:
        table.advance(0.5)
    return table.frame()


def lit(picture: Image, times: float) -> Image:
    """In so many times the (picture's) light."""
    return np.asarray(cv2.convertScaleAbs(picture, alpha=times), np.uint8)


def blurred(picture: Image, sigma: float) -> Image:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.uint8)


def shifted(picture: Image, x: float, y: float) -> Image:
    size = (picture.shape[1], picture.shape[0])
    way = np.array([[1.0, 0.0, x], [0.0, 1.0, y]])
    return np.asarray(cv2.warpAffine(picture, way, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def zoomed(picture: Image, times: float) -> Image:
    """Through a lens of so many times the focal length."""
    size = (picture.shape[1], picture.shape[0])
    way = np.array([[times, 0, (1 - times) * size[0] / 2], [0, times, (1 - times) * size[1] / 2]])
    out = cv2.warpAffine(
        picture, way, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_CONSTANT, borderValue=(60, 80, 90)
    )
    return np.asarray(out, np.uint8)


def covered(picture: Image, corners: np.ndarray) -> Image:
    """Something lies on the place with these corners."""
    hidden = picture.copy()
    cv2.fillConvexPoly(hidden, np.rint(corners).astype(np.int32), (70, 80, 90))
    return hidden
