"""What all screens share while drawing: typefaces, and finished pictures kept for the next frame."""

from __future__ import annotations

import io
from collections import OrderedDict
from collections.abc import Callable, Hashable
from importlib.resources import files
from typing import TypeVar

import pygame

from kiosk.theme import Face

FILES: dict[Face, str] = {
    "text": "SourceSans3-Medium.ttf",
    "bold": "SourceSans3-Bold.ttf",
    "voice": "Alegreya-SemiBold.ttf",
}
CAPITALS: dict[Face, float] = {"text": 0.66, "bold": 0.66, "voice": 0.64}
"""Height of a capital letter in sizes: text is set by it, because that is what the eye centres."""
ROOM = 12 * 2**20
"""Bytes of finished pictures that are kept: a screen needs up to 8 million."""

TYPE = 32
"""How many typefaces at a size are kept: a screen needs up to twenty. Text that shrinks to fit asks for ever new sizes,
and each keeps a picture of every letter it has drawn."""

Made = TypeVar("Made")


class Kit:
    """Fonts and finished pictures. Opens nothing until something is drawn."""

    def __init__(self) -> None:
        self._faces: dict[Face, bytes] = {}
        self._fonts: OrderedDict[tuple[Face, int], pygame.font.Font] = OrderedDict()
        self._pictures: OrderedDict[Hashable, tuple[pygame.Surface, object]] = OrderedDict()
        self._bytes = 0
        self._layouts: OrderedDict[Hashable, object] = OrderedDict()
        self._slots: dict[str, tuple[object, pygame.Surface]] = {}
        self.cut: list[str] = []
        """Texts that did not fit their place even at the smallest size: a defect that the tests look for."""

    def font(self, face: Face, pixels: int) -> pygame.font.Font:
        """A typeface at a size. It is read from memory: from a file each size would keep that open."""
        key = (face, pixels)
        if key not in self._fonts:
            self._fonts[key] = pygame.font.Font(io.BytesIO(self._read(face)), pixels)
            if len(self._fonts) > TYPE:
                self._fonts.popitem(last=False)
        self._fonts.move_to_end(key)
        return self._fonts[key]

    def _read(self, face: Face) -> bytes:
        """A typeface's file, read once."""
        if face not in self._faces:
            pygame.font.init()
            self._faces[face] = (files("kiosk") / "assets" / "fonts" / FILES[face]).read_bytes()
        return self._faces[face]

    def picture(
        self, key: Hashable, make: Callable[[], pygame.Surface], holds: object = None
    ) -> pygame.Surface:
        """The picture of this key, made once; the least used go when there is no more room.

        `holds` is kept alive with it: what the key names by identity.
        """
        if key in self._pictures:
            self._pictures.move_to_end(key)
            return self._pictures[key][0]
        made = make()
        self._pictures[key] = (made, holds)
        self._bytes += _size(made)
        while self._bytes > ROOM and len(self._pictures) > 1:
            _, (dropped, _) = self._pictures.popitem(last=False)
            self._bytes -= _size(dropped)
        return made

    def layout(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """The result of measuring text, kept likewise."""
        if key not in self._layouts:
            self._layouts[key] = make()
            if len(self._layouts) > 2000:
                self._layouts.popitem(last=False)
        return self._layouts[key]  # type: ignore[return-value]

    def slot(
        self, name: str, key: object, size: tuple[int, int], paint: Callable[[pygame.Surface], None]
    ) -> pygame.Surface:
        """The latest picture of its kind, opaque: painted again, on the same surface, when its key has changed."""
        if name not in self._slots or self._slots[name][1].get_size() != size:
            self._slots[name] = (_nothing, pygame.Surface(size, 0, 32))
        was, surface = self._slots[name]
        if was != key:
            paint(surface)
            self._slots[name] = (key, surface)
        return surface


_nothing = object()


def _size(surface: pygame.Surface) -> int:
    return surface.get_width() * surface.get_height() * 4
