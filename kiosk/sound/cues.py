"""The sounds: which there are, what they are made of, and the samples of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from kiosk.sound.wood import RATE, Wave, bar, knock

Cue: TypeAlias = Literal["settled", "kept", "released", "question", "hot_dice", "bust", "your_turn", "win"]
Samples = npt.NDArray[np.int16]
"""Mono, `RATE` a second."""

FADE = 0.01
"""Seconds at the end in which what is left goes to nothing."""
ECHO = ((0.031, 0.12), (0.053, 0.07))
"""Seconds later and how strong: the room around the table, a small one."""
CONCERT_PITCH = 440.0
"""Hertz of A4."""


@dataclass(frozen=True)
class Stroke:
    """One stroke: when (seconds), what, how hard."""

    at: float
    make: Callable[[], Wave]
    strength: float = 1.0


@dataclass(frozen=True)
class Score:
    """The strokes of a sound, and its greatest sample (1 is as loud as can be)."""

    peak: float
    strokes: tuple[Stroke, ...]


def _note(at: float, semitones: int, strength: float = 1.0) -> Stroke:
    """A bar's note, so many semitones from A4."""
    return Stroke(at, partial(bar, CONCERT_PITCH * 2 ** (semitones / 12)), strength)


def _knock(at: float, pitch: float, strength: float = 1.0) -> Stroke:
    return Stroke(at, partial(knock, pitch), strength)


D4, F4, A4, C5, F5 = -7, -4, 0, 3, 8
SCORES: Mapping[Cue, Score] = {
    "settled": Score(0.25, (_knock(0.0, 240), _knock(0.075, 285, 0.55), _knock(0.13, 225, 0.35))),
    "kept": Score(0.25, (_knock(0.0, 390),)),
    "released": Score(0.2, (_knock(0.0, 290),)),
    "question": Score(0.28, (_note(0.0, A4, 0.8), _note(0.15, C5))),
    "hot_dice": Score(0.34, tuple(_note(0.085 * step, note) for step, note in enumerate((F4, A4, C5, F5)))),
    "bust": Score(0.25, (_note(0.0, F4), _note(0.2, D4, 0.9))),
    "your_turn": Score(0.26, (_note(0.0, F4), _note(0.0, C5, 0.5))),
    "win": Score(
        0.5,
        (
            *(_note(0.13 * step, note, 0.8) for step, note in enumerate((F4, A4, C5))),
            *(_note(0.42, note, strength) for note, strength in ((F4, 0.8), (A4, 0.7), (C5, 0.7), (F5, 0.9))),
        ),
    ),
}
"""`released` is a die that is no longer kept; a question rises, a bust falls. Nothing lies below D4 (294 Hz): a
screen's loudspeakers would not let it be heard."""


def samples(cue: Cue) -> Samples:
    """The sound, ready to be played."""
    score = SCORES[cue]
    waves = [(int(RATE * stroke.at), stroke.strength * stroke.make()) for stroke in score.strokes]
    dry = _mixed(waves)
    wet = _mixed([(0, dry), *((int(RATE * after), strength * dry) for after, strength in ECHO)])
    fade = int(RATE * FADE)
    wet[-fade:] *= np.linspace(1, 0, fade, dtype=np.float32)
    loudest = float(np.abs(wet).max())
    scaled: Samples = np.round(wet * (32767 * score.peak / loudest)).astype(np.int16)
    return scaled


def _mixed(waves: list[tuple[int, Wave]]) -> Wave:
    """Waves laid over each other, each beginning at its sample."""
    whole = np.zeros(max(begin + len(wave) for begin, wave in waves), np.float32)
    for begin, wave in waves:
        whole[begin : begin + len(wave)] += wave
    return whole
