"""Photographs on the screen: BGR pictures scaled once and kept as long as they are in use."""

from __future__ import annotations

import pygame

from kiosk.draw.box import Box
from kiosk.draw.pen import Pen
from kiosk.draw.shapes import rounded
from vision.cameras.protocol import Image


def to_surface(image: Image) -> pygame.Surface:
    """A BGR picture as a surface of its own."""
    height, width = image.shape[:2]
    return pygame.image.frombuffer(image.tobytes(), (width, height), "BGR")


def scaled(image: Image, size: tuple[int, int]) -> pygame.Surface:
    """A picture at another size."""
    return pygame.transform.smoothscale(to_surface(image), size)


def with_round_corners(image: Image, size: tuple[int, int], radius: int) -> pygame.Surface:
    """A picture at another size whose corners are round."""
    surface = rounded(size, radius, (255, 255, 255))
    surface.blit(scaled(image, size), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    return surface


def draw_photo(pen: Pen, image: Image, box: Box, radius: float = 8) -> None:
    """A photograph that fills a box (of about its shape)."""
    rect, round_ = pen.rect(box), pen.px(radius)
    key = ("photo", id(image), rect.size, round_)
    made = pen.kit.picture(key, lambda: with_round_corners(image, rect.size, round_), holds=image)
    pen.surface.blit(made, rect)
