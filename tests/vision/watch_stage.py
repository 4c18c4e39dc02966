"""A drawn tray for the watcher's tests: discs and squares with noise, and a reader that knows what was drawn."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from vision.cameras.protocol import Frame, Image
from vision.observations import Observation, Settled, StateChanged
from vision.reading import Die, Problem, ProblemKind, Reading
from vision.watch.watcher import Watcher

FELT = (60, 105, 55)
WOOD = (25, 40, 60)
SKIN = (140, 165, 215)


@dataclass(frozen=True)
class Block:
    """A drawn die: centre as a share of the picture's width and height, turned by `angle` degrees. `faint`: its
    corners and pips are smeared, as of a die that spins fast."""

    x: float
    y: float
    value: int = 3
    angle: float = 10.0
    faint: bool = False


@dataclass(frozen=True)
class Scene:
    """What there is to see at one moment. `hand`: how far it reaches in from below, 0 to 1. `tint`: the light's
    blue, green and red. `problem`: what the reader sees instead of dice."""

    dice: tuple[Block, ...] = ()
    hand: float = 0.0
    light: float = 1.0
    shadow: float | None = None
    covered: bool = False
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    problem: ProblemKind | None = None


Script = Callable[[float], Scene]


@dataclass
class Stage:
    """Draws scenes and remembers them, so that `read` can say what a picture shows without looking."""

    size: tuple[int, int] = (640, 360)
    noise: float = 2.0
    sees_hands: bool = True
    lies: Callable[[int, Die], Die] = lambda reading, die: die
    readings: int = 0
    _felt: np.ndarray | None = None
    _noise: np.ndarray | None = None
    _shown: dict[int, Scene] = field(default_factory=dict)
    _rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(1))

    @property
    def edge(self) -> float:
        """A die's edge in pixels: as the Camera Module 3 sees it."""
        return self.size[0] / 40

    def draw(self, scene: Scene) -> Image:
        picture = self._bare()
        for die in scene.dice:
            self._draw_die(picture, die)
        if scene.hand:
            self._draw_hand(picture, scene.hand)
        if scene.shadow is not None:
            across = (np.arange(self.size[0]) / self.size[0] - scene.shadow) / 0.12
            picture = (picture * (1 - 0.4 * np.exp(-(across**2)))[None, :, None]).astype(np.uint8)
        if scene.covered:
            picture[:] = (30, 35, 60)
        if (scene.light, scene.tint) != (1.0, (1.0, 1.0, 1.0)):
            picture = cv2.multiply(picture, (*(scene.light * share for share in scene.tint), 1.0))
        image = cv2.add(picture, self._grain(), dtype=cv2.CV_8U)
        self._shown[id(image)] = scene
        self._keep = image
        return image

    def read(self, image: Image) -> Reading:
        scene = self._shown[id(image)]
        self.readings += 1
        if scene.problem:
            return Reading(self.size, False, (), (Problem(scene.problem, "It cannot be read."),))
        hand = (Problem("hand", "A hand."),) if scene.hand and self.sees_hands else ()
        dice = tuple(self.lies(self.readings, self._die(die)) for die in scene.dice)
        return Reading(self.size, True, dice, hand)

    def _bare(self) -> np.ndarray:
        if self._felt is None:
            self._felt = np.full((self.size[1], self.size[0], 3), WOOD, np.uint8)
            edge = round(0.06 * self.size[1])
            self._felt[edge:-edge, edge:-edge] = FELT
        return self._felt.copy()

    def _grain(self) -> np.ndarray:
        """Noise made once, laid over each picture at another offset."""
        width, height = self.size
        if self._noise is None:
            grain = self._rng.standard_normal((height + 64, width + 64, 3), np.float32) * self.noise
            self._noise = np.round(grain).astype(np.int16)
        down, right = self._rng.integers(0, 64, 2)
        return np.ascontiguousarray(self._noise[down : down + height, right : right + width])

    def _die(self, die: Block) -> Die:
        x, y = die.x * self.size[0], die.y * self.size[1]
        corners = tuple((float(a), float(b)) for a, b in self._corners(die))
        return Die("d6", die.value, "ok", 0.99, (x, y), 16.0, outline=corners)

    def _corners(self, die: Block) -> np.ndarray:
        centre = (die.x * self.size[0], die.y * self.size[1])
        return cv2.boxPoints((centre, (self.edge, self.edge), die.angle))

    def _draw_die(self, picture: np.ndarray, die: Block) -> None:
        corners = self._corners(die)
        if die.faint:
            round_ = np.int32(corners.mean(axis=0))
            cv2.circle(picture, round_, int(self.edge * 0.6), (225, 235, 235), -1, cv2.LINE_AA)
        else:
            cv2.fillConvexPoly(picture, np.int32(corners * 16), (225, 235, 235), cv2.LINE_AA, 4)
        across, down = (corners[2] - corners[1]) / 2, (corners[0] - corners[1]) / 2
        middle = corners.mean(axis=0)
        for index in range(die.value):
            turn = 2 * math.pi * index / die.value
            spot = middle + 0.55 * (across * math.cos(turn) + down * math.sin(turn))
            ink = (185, 193, 193) if die.faint else (30, 30, 30)
            size = self.edge * (0.2 if die.faint else 0.1)
            cv2.circle(picture, np.int32(spot * 16), int(size * 16), ink, -1, cv2.LINE_AA, 4)

    def _draw_hand(self, picture: np.ndarray, reach: float) -> None:
        width, height = self.size
        tip = height * (1 - 0.8 * reach)
        for offset in (-1.5, -0.5, 0.5, 1.5):
            x = int(width * 0.45 + offset * self.edge)
            thick = int(self.edge * 0.9)
            cv2.line(picture, (x, int(tip + abs(offset) * self.edge)), (x, height), SKIN, thick, cv2.LINE_AA)


def play(
    stage: Stage,
    script: Script,
    seconds: float,
    fps: float = 15.0,
    watcher: Watcher | None = None,
    start: float = 0.0,
) -> list[Observation]:
    """What a watcher says about `seconds` of the script."""
    watcher = watcher or Watcher(stage)
    seen: list[Observation] = []
    for index in range(round(start * fps), round((start + seconds) * fps)):
        seen += watcher.feed(Frame(stage.draw(script(index / fps)), index / fps, index))
    return seen


def states(seen: Iterable[Observation]) -> list[str]:
    return [one.state for one in seen if isinstance(one, StateChanged)]


def settled(seen: Iterable[Observation]) -> list[Settled]:
    return [one for one in seen if isinstance(one, Settled)]


def values(reading: Reading) -> list[int | None]:
    return sorted((die.value for die in reading.dice), key=lambda value: value or 0)


def moved(dice: Sequence[Block], by: float) -> tuple[Block, ...]:
    """All dice moved to the right by a share of the picture's width."""
    return tuple(replace(die, x=die.x + by) for die in dice)
