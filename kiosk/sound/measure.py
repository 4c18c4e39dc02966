"""Sounds measured and drawn: peak, loudness, what lies high, a spectrogram."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from kiosk.sound.cues import Samples
from kiosk.sound.wood import RATE
from vision.cameras.protocol import Image

Floats = npt.NDArray[np.float64]
WINDOW = 0.4
"""Seconds over which loudness is taken: "momentary" in EBU Tech 3341."""
SHRILL = 2_500.0
"""Hertz: above it lies what hurts."""
FLOOR = -80.0
"""Decibels: black in the spectrogram."""

# The K-weighting filters of ITU-R BS.1770-5, annex 1, for 48 kHz: b0, b1, b2, a1, a2.
SHELF = (1.53512485958697, -2.69169618940638, 1.19839281085285, -1.69065929318241, 0.73248077421585)
HIGH_PASS = (1.0, -2.0, 1.0, -1.99004745483398, 0.99007225036621)
FILTERS_RATE = 48_000


@dataclass(frozen=True)
class Measures:
    """`seconds` until it is over; `peak` dBFS; `loudness` LUFS, the greatest; `centre` of the spectrum, hertz;
    `shrill`: share of the energy above `SHRILL`."""

    seconds: float
    peak: float
    loudness: float
    centre: float
    shrill: float


def measure(samples: Samples) -> Measures:
    """Measures one sound."""
    wave = samples.astype(np.float64) / 32768
    power = np.abs(np.fft.rfft(wave)) ** 2
    hertz = np.fft.rfftfreq(len(wave), 1 / RATE)
    return Measures(
        seconds=len(wave) / RATE,
        peak=20 * float(np.log10(np.abs(wave).max())),
        loudness=_loudness(wave),
        centre=float((hertz * power).sum() / power.sum()),
        shrill=float(power[hertz > SHRILL].sum() / power.sum()),
    )


def _loudness(wave: Floats) -> float:
    """The greatest momentary loudness, LUFS, played by one loudspeaker."""
    window = int(WINDOW * RATE)
    padded = np.concatenate([np.zeros(window), wave, np.zeros(window)])
    hertz: Floats = np.fft.rfftfreq(len(padded), 1 / RATE).astype(np.float64)
    weighted = np.fft.irfft(np.fft.rfft(padded) * _gain(hertz), len(padded))
    total = np.cumsum(weighted**2)
    power = float((total[window:] - total[:-window]).max()) / window
    return -0.691 + 10 * float(np.log10(power))


def _gain(hertz: Floats) -> npt.NDArray[np.complex128]:
    """The response of both filters, one after the other, at these frequencies."""
    z = np.exp(-2j * np.pi * hertz / FILTERS_RATE)
    response = np.ones(len(hertz), np.complex128)
    for b0, b1, b2, a1, a2 in (SHELF, HIGH_PASS):
        response *= (b0 + b1 * z + b2 * z * z) / (1 + a1 * z + a2 * z * z)
    return response


def spectrogram(
    samples: Samples, seconds: float, size: tuple[int, int] = (640, 300), highest: float = 6000.0
) -> Image:
    """Time to the right (`seconds` wide), pitch upwards to `highest` hertz; the lighter, the louder (BGR)."""
    width, height = size
    step, length = max(1, int(seconds * RATE / width)), 1024
    wave = np.zeros(step * width + length)
    wave[: len(samples)] = samples[: len(wave)] / 32768
    frames = np.lib.stride_tricks.sliding_window_view(wave, length)[: step * width : step] * np.hanning(
        length
    )
    bins = int(highest * length / RATE)
    level = 20 * np.log10(np.abs(np.fft.rfft(frames)).T[bins:0:-1] / (length / 4) + 1e-9)
    grey = np.clip(255 * (level - FLOOR) / -FLOOR, 0, 255).astype(np.uint8)
    picture = cv2.applyColorMap(cv2.resize(grey, (width, height)), cv2.COLORMAP_INFERNO)
    return np.asarray(picture, np.uint8)
