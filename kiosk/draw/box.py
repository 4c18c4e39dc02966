"""A rectangle in units (see `kiosk.theme`)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Box:
    """Left, top, width and height in units."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.h

    @property
    def cx(self) -> float:
        """The middle, across."""
        return self.x + self.w / 2

    @property
    def cy(self) -> float:
        """The middle, down."""
        return self.y + self.h / 2

    def inset(self, across: float, down: float | None = None) -> Box:
        """Smaller on every side (negative: larger)."""
        down = across if down is None else down
        return Box(self.x + across, self.y + down, self.w - 2 * across, self.h - 2 * down)

    def column(self, index: int, count: int, gap: float = 0.0) -> Box:
        """The index-th of `count` equal columns."""
        width = (self.w - gap * (count - 1)) / count
        return Box(self.x + index * (width + gap), self.y, width, self.h)

    def row(self, index: int, count: int, gap: float = 0.0) -> Box:
        """The index-th of `count` equal rows."""
        height = (self.h - gap * (count - 1)) / count
        return Box(self.x, self.y + index * (height + gap), self.w, height)

    def top(self, height: float) -> Box:
        """The uppermost part."""
        return Box(self.x, self.y, self.w, height)

    def below(self, height: float) -> Box:
        """All but the uppermost part."""
        return Box(self.x, self.y + height, self.w, self.h - height)

    def left(self, width: float) -> Box:
        """The leftmost part."""
        return Box(self.x, self.y, width, self.h)

    def after(self, width: float) -> Box:
        """All but the leftmost part."""
        return Box(self.x + width, self.y, self.w - width, self.h)

    def square(self, side: float) -> Box:
        """A square in the middle."""
        return Box(self.cx - side / 2, self.cy - side / 2, side, side)


def centred(x: float, y: float, w: float, h: float | None = None) -> Box:
    """A box round a point; a square without `h`."""
    h = w if h is None else h
    return Box(x - w / 2, y - h / 2, w, h)
