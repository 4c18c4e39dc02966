"""Draws what was read onto the picture it was read from."""

from __future__ import annotations

import cv2
import numpy as np

from vision.cameras.protocol import Image
from vision.reading import Die, Problem, Reading

Colour = tuple[int, int, int]

_COLOURS: dict[str, Colour] = {
    "ok": (90, 200, 60),
    "cocked": (40, 120, 250),
    "unsure": (40, 200, 250),
    "covered": (200, 120, 200),
}
_PROBLEM: Colour = (60, 60, 230)
_INK: Colour = (255, 255, 255)
_BACK: Colour = (20, 20, 20)


def annotated(image: Image, reading: Reading) -> Image:
    """A copy of the picture with each die's outline, value, status and confidence, and the problems' boxes."""
    canvas = image.copy()
    scale = max(1.0, max(image.shape[:2]) / 1280)
    for problem in reading.problems:
        _draw_problem(canvas, problem, scale)
    for die in reading.dice:
        _draw_die(canvas, die, scale)
    _label(canvas, _summary(reading), (round(8 * scale), round(22 * scale)), _BACK, scale)
    return canvas


def _summary(reading: Reading) -> str:
    good = sum(die.status == "ok" for die in reading.dice)
    place = "tray" if reading.tray else "no tray"
    words = f"{place}: {len(reading.dice)} dice, {good} read"
    return ", ".join([words, *(problem.kind for problem in reading.problems)])


def _draw_die(canvas: Image, die: Die, scale: float) -> None:
    colour = _COLOURS[die.status]
    if die.outline:
        corners = np.array(die.outline).round().astype(np.int32)
        cv2.polylines(canvas, [corners], True, colour, max(1, round(2 * scale)), cv2.LINE_AA)
    else:
        cv2.circle(canvas, _point(die.px), round(10 * scale), colour, max(1, round(2 * scale)), cv2.LINE_AA)
    words = f"{die.value} {die.confidence:.2f}" if die.value else die.status
    words = f"d12: {words}" if die.kind == "d12" else words
    words += " hold" if die.zone == "hold" else ""
    reach = max((y for _, y in die.outline), default=die.px[1] + 10 * scale)
    _label(canvas, words, (round(die.px[0] - 22 * scale), round(reach + 17 * scale)), colour, scale)


def _draw_problem(canvas: Image, problem: Problem, scale: float) -> None:
    if len(problem.px) == 4:
        left, top, right, bottom = (round(value) for value in problem.px)
        cv2.rectangle(canvas, (left, top), (right, bottom), _PROBLEM, max(1, round(2 * scale)), cv2.LINE_AA)
        _label(canvas, problem.kind, (left, max(round(16 * scale), top - round(6 * scale))), _PROBLEM, scale)


def _label(canvas: Image, words: str, foot: tuple[int, int], colour: Colour, scale: float) -> None:
    """Words in a small box, moved into the picture where they would leave it."""
    face, size, thick = cv2.FONT_HERSHEY_SIMPLEX, 0.5 * scale, max(1, round(scale))
    (width, height), base = cv2.getTextSize(words, face, size, thick)
    x = int(np.clip(foot[0], 2, max(2, canvas.shape[1] - width - 4)))
    y = int(np.clip(foot[1], height + 2, max(height + 2, canvas.shape[0] - base - 2)))
    cv2.rectangle(canvas, (x - 3, y - height - 3), (x + width + 3, y + base), _BACK, cv2.FILLED)
    ink = _INK if colour == _BACK else colour
    cv2.putText(canvas, words, (x, y), face, size, ink, thick, cv2.LINE_AA)


def _point(px: tuple[float, float]) -> tuple[int, int]:
    return round(px[0]), round(px[1])
