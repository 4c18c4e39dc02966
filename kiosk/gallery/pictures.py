"""A picture of each screen and state: the real table, rules, reader and screens, and the simulated camera."""

from __future__ import annotations

from collections.abc import Container, Iterator
from pathlib import Path

import cv2
import pygame

from kiosk.draw.kit import Kit
from kiosk.gallery import around, push, service_mode, staff, target, thirty, wizard, yatzy
from kiosk.gallery.studio import Picture, studio

JPEG = [
    *(cv2.IMWRITE_JPEG_QUALITY, 84, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444),
    *(cv2.IMWRITE_JPEG_OPTIMIZE, 1, cv2.IMWRITE_JPEG_PROGRESSIVE, 1),
]
PICTURES: tuple[Picture, ...] = (
    *around.PICTURES,
    *yatzy.PICTURES,
    *push.PICTURES,
    *thirty.PICTURES,
    *target.PICTURES,
    *staff.PICTURES,
    *wizard.PICTURES,
    *service_mode.PICTURES,
)
"""All pictures of the gallery."""


def pictures(
    language: str, size: tuple[int, int], names: Container[str] | None = None, kit: Kit | None = None
) -> Iterator[tuple[str, pygame.Surface]]:
    """Each picture's name and the picture, valid until the next is asked for."""
    surface, shared = pygame.Surface(size), kit or Kit()
    for picture in PICTURES:
        if names is not None and picture.name not in names:
            continue
        with studio(language, picture.seed, surface, shared) as made:
            picture.prepare(made)
            yield picture.name, made.draw()


def save(picture: pygame.Surface, path: Path) -> None:
    """Write a picture in the format of the path's ending; a JPEG so that type stays crisp."""
    pixels = pygame.surfarray.array3d(picture).swapaxes(0, 1)[..., ::-1]
    options = {".png": [cv2.IMWRITE_PNG_COMPRESSION, 9], ".jpg": JPEG}[path.suffix]
    if not cv2.imwrite(str(path), pixels, options):
        raise OSError(0, "the picture could not be written")
