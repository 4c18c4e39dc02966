"""Struck wood, made from sums of damped sines: a bar that sings, and a block that only knocks.

Ratios of the partials: a uniform free bar 1 : 2.756 : 5.404, a marimba's bar, cut to be in tune, 1 : 4 : 10
(Fletcher and Rossing, The Physics of Musical Instruments, chapters 2 and 19). The higher a partial, the sooner it has
died away; what lies above `HIGHEST` is left out: nothing here is to be shrill.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

Wave = npt.NDArray[np.float32]
"""Sound pressure by sample, mono; 1 is as loud as can be played."""

RATE = 24_000
"""Samples a second: twice `HIGHEST` and to spare."""
HIGHEST = 4_000.0
"""Hertz."""
SILENT = 6.0
"""Time constants after which a partial is taken to be gone: -52 dB."""
MARIMBA = ((1.0, 1.0, 1.0), (4.0, 0.16, 0.3), (10.0, 0.04, 0.12))
BLOCK = ((1.0, 1.0, 1.0), (2.756, 0.45, 0.6), (5.404, 0.2, 0.4))
"""Partials: ratio to the pitch, strength, and how long it lasts compared with the first."""
MALLET = 0.004
"""Seconds in which a soft mallet gives its blow: the sound begins round, without a click."""


@cache
def bar(pitch: float) -> Wave:
    """One stroke on a marimba's bar. `pitch`: hertz; low bars sing longer (0.19 s at 262 Hz, to 1/e)."""
    return _struck(pitch, 0.19 * (262.0 / pitch) ** 0.7, MARIMBA, thump=0.12)


@cache
def knock(pitch: float) -> Wave:
    """One knock on a block of wood that lies on a table."""
    return _struck(pitch, 0.028, BLOCK, thump=0.5)


def _struck(
    pitch: float, decay: float, partials: tuple[tuple[float, float, float], ...], thump: float
) -> Wave:
    wave = np.zeros(int(RATE * decay * SILENT), np.float32)
    for ratio, strength, lasting in partials:
        if pitch * ratio <= HIGHEST:
            one = _partial(pitch * ratio, decay * lasting)
            wave[: len(one)] += strength * one
    blow = _partial(90.0, 0.012)[: len(wave)]
    wave[: len(blow)] += thump * blow
    begin = int(RATE * MALLET)
    wave[:begin] *= np.sin(np.linspace(0, np.pi / 2, begin, dtype=np.float32)) ** 2
    return wave


def _partial(frequency: float, decay: float) -> Wave:
    """A sine that dies away with this time constant, seconds."""
    t = np.arange(int(RATE * decay * SILENT), dtype=np.float32) / np.float32(RATE)
    wave: Wave = np.sin(np.float32(2 * np.pi * frequency) * t) * np.exp(t / np.float32(-decay))
    return wave
