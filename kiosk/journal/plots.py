"""The page's plots, as SVG. Each function gives one picture; lengths are its own units."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from kiosk.journal.fairness import margin

WIDE, HIGH = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 64, 16, 20, 44
TRAY = 260.0
"""Millimetres of felt, both ways; from x = 214 to 220 runs the rail."""
RAIL = (214.0, 6.0)
CELL = 10.0
POINTS = 300
"""Of a line; more are not seen."""


def svg(width: float, height: float, parts: Iterable[str], title: str) -> str:
    """A picture that scales with the page; `title` is what is read aloud."""
    return (
        f'<svg viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )


def label(x: float, y: float, words: str, css: str = "", anchor: str = "middle") -> str:
    """Words at a place."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{css}">{escape(words)}</text>'


def box(x: float, y: float, width: float, height: float, css: str) -> str:
    """A rectangle."""
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" class="{css}"/>'


def dot(x: float, y: float, radius: float) -> str:
    """A filled circle."""
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" class="bar"/>'


def line(points: Sequence[tuple[float, float]], css: str) -> str:
    """A line through points."""
    return f'<polyline points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}" class="{css}"/>'


def faces(counts: Sequence[int], title: str) -> str:
    """How far the share of each face lies from a fair die's, beside what fair dice show in 19 of 20 counts.

    The scale is not from 0: what matters would be too small to be seen.
    """
    dice, fair = sum(counts), 1 / len(counts)
    band = margin(dice, len(counts))
    reach = 1.35 * max(*(abs(count / dice - fair) for count in counts), band)
    plot, middle = WIDE - LEFT - RIGHT, (HIGH - BOTTOM + TOP) / 2
    step, scale = plot / len(counts), (HIGH - TOP - BOTTOM) / 2 / reach
    parts = [box(LEFT, middle - band * scale, plot, 2 * band * scale, "band")]
    for index, count in enumerate(counts):
        x, off = LEFT + (index + 0.5) * step, (count / dice - fair) * scale
        above = -12 if off >= 0 else 28
        parts += [
            line([(x, middle), (x, middle - off)], "stem"),
            dot(x, middle - off, 8),
            label(x, middle - off + above, f"{100 * count / dice:.1f}", "small"),
            label(x, HIGH - 8, str(index + 1), "face"),
        ]
    fair_line = line([(LEFT, middle), (WIDE - RIGHT, middle)], "fair")
    return svg(
        WIDE,
        HIGH,
        [*parts, fair_line, label(LEFT - 8, middle + 6, f"{100 * fair:.1f}", "small", "end")],
        title,
    )


def running_mean(rolls: Sequence[tuple[int, ...]], sides: int, title: str) -> str:
    """The mean of all dice so far, and the funnel in which that of fair dice lies 19 of 20 times."""
    means = _means(rolls)
    scale = _Funnel(means[0][0], means[-1][0], (sides + 1) / 2, 1.96 * math.sqrt((sides**2 - 1) / 12))
    counts = [scale.first * (scale.last / scale.first) ** (index / 60) for index in range(61)]
    funnel = [
        [scale.place(n, scale.fair + sign * scale.spread / math.sqrt(n)) for n in counts] for sign in (1, -1)
    ]
    outline = " ".join(f"{x:.1f},{y:.1f}" for x, y in [*funnel[0], *reversed(funnel[1])])
    level = scale.place(scale.first, scale.fair)[1]
    ticks = [
        n * 10**power for power in range(1, 9) for n in (1, 3) if scale.first <= n * 10**power <= scale.last
    ]
    parts = [
        f'<polygon points="{outline}" class="band"/>',
        line([(LEFT, level), (WIDE - RIGHT, level)], "fair"),
        line([scale.place(count, mean) for count, mean in means], "curve"),
        label(LEFT - 8, level + 6, f"{scale.fair:g}", "small", "end"),
        *(label(min(WIDE - 36, scale.place(n, scale.fair)[0]), HIGH - 8, f"{n:,}", "small") for n in ticks),
    ]
    return svg(WIDE, HIGH, parts, title)


@dataclass(frozen=True)
class _Funnel:
    """Scales: dice from `first` to `last` across, logarithmic; up the mean about `fair`. `spread`: 1.96 sd of a die."""

    first: int
    last: int
    fair: float
    spread: float

    def place(self, count: float, mean: float) -> tuple[float, float]:
        """Where this mean of so many dice is drawn; what lies too far off is drawn at the edge."""
        span = math.log(self.last / self.first) if self.last > self.first else 1.0
        reach = 1.1 * self.spread / math.sqrt(max(self.first, 30))
        up = min(1.0, max(-1.0, (mean - self.fair) / reach))
        middle, half = (HIGH - BOTTOM + TOP) / 2, (HIGH - TOP - BOTTOM) / 2
        return LEFT + (WIDE - LEFT - RIGHT) * math.log(count / self.first) / span, middle - half * up


def _means(rolls: Sequence[tuple[int, ...]]) -> list[tuple[int, float]]:
    """Dice so far and their mean, at about evenly spaced points on a logarithmic scale."""
    found, count, total, wanted = list[tuple[int, float]](), 0, 0, 10.0
    grow = max(1.0001, (sum(map(len, rolls)) / 10) ** (1 / POINTS))
    for roll in rolls:
        count, total = count + len(roll), total + sum(roll)
        if count >= wanted:
            found.append((count, total / count))
            wanted = max(wanted * grow, count)
    return found or [(max(1, count), total / max(1, count))]


def resting_places(places: Sequence[tuple[float, float]], title: str) -> str:
    """Where dice came to rest: the darker a square, the more of them."""
    cells: dict[tuple[int, int], int] = {}
    last = int(TRAY / CELL) - 1
    for x, y in places:
        cell = (min(last, max(0, int(x / CELL))), min(last, max(0, int(y / CELL))))
        cells[cell] = cells.get(cell, 0) + 1
    most = max(cells.values(), default=1)
    parts = [box(0, 0, TRAY, TRAY, "felt")]
    parts += [
        f'<rect x="{i * CELL:g}" y="{j * CELL:g}" width="{CELL:g}" height="{CELL:g}" class="heat"'
        f' fill-opacity="{count / most:.2f}"/>'
        for (i, j), count in sorted(cells.items())
    ]
    parts.append(box(RAIL[0], 0, RAIL[1], TRAY, "rail"))
    return svg(TRAY, TRAY, parts, title)


def bars(amounts: Mapping[str, int], title: str) -> str:
    """Named amounts, one below the other."""
    row, names, wide = 40.0, 150.0, 420.0
    room, most = wide - names - 60, max(amounts.values(), default=1) or 1
    parts: list[str] = []
    for index, (name, amount) in enumerate(amounts.items()):
        y, length = index * row, max(1.0, room * amount / most)
        parts += [
            label(names - 12, y + 27, name, "", "end"),
            box(names, y + 8, length, row - 16, "bar"),
            label(names + length + 10, y + 27, f"{amount:,}", "small", "start"),
        ]
    return svg(wide, row * max(1, len(amounts)), parts, title)


def by_day(amounts: Mapping[str, float], most: float | None, unit: str, title: str, css: str = "bar") -> str:
    """An amount for each day, oldest first; days are named as 2025-11-30. `most`: the scale's end, None: the largest.

    The days are told at both ends, the scale at its end.
    """
    wide, high, left, bottom, top = 640.0, 200.0, 76.0, 34.0, 14.0
    end = most or max(amounts.values(), default=0.0) or 1.0
    step, room = (wide - left - 4) / max(1, len(amounts)), high - bottom - top
    parts = [line([(left, high - bottom), (wide - 4, high - bottom)], "axis")]
    for index, amount in enumerate(amounts.values()):
        tall = room * min(1.0, amount / end)
        if amount > 0:
            x, width = left + index * step + 0.1 * step, min(28.0, 0.8 * step)
            parts.append(box(x, high - bottom - max(2.0, tall), width, max(2.0, tall), css))
    names = list(amounts)
    parts += [
        label(left - 10, top + 12, f"{round(end, 1):,g}{unit}", "small", "end"),
        label(left - 10, high - bottom, "0", "small", "end"),
        *([label(left, high - 6, names[0], "small", "start")] if names else []),
        *([label(wide - 4, high - 6, names[-1], "small", "end")] if len(names) > 3 else []),
    ]
    return svg(wide, high, parts, title)
