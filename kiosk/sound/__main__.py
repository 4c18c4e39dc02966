"""`python -m kiosk.sound DIR`: a sheet of all sounds: each as WAV, a picture of their spectrograms, their figures."""

from __future__ import annotations

import argparse
import sys
import wave
from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np

from kiosk.sound.cues import Cue, Samples
from kiosk.sound.measure import Measures, measure, spectrogram
from kiosk.sound.player import all_sounds
from kiosk.sound.wood import RATE
from vision.cameras.protocol import Image

TITLE = 34
COLUMNS = 2


def main() -> int:
    """Writes the sheet and prints its figures."""
    parser = argparse.ArgumentParser(prog="python -m kiosk.sound", description="All sounds of the table.")
    parser.add_argument("folder", type=Path, metavar="DIR")
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    sounds = all_sounds()
    for cue, samples in sounds.items():
        write_wav(folder / f"{cue}.wav", samples)
    figures = {cue: measure(samples) for cue, samples in sounds.items()}
    cv2.imwrite(str(folder / "sheet.png"), sheet(sounds, figures))
    print(f"{'sound':<12}{'seconds':>8}{'peak dBFS':>11}{'LUFS':>8}{'centre Hz':>11}{'> 2.5 kHz':>11}")
    for cue, one in figures.items():
        print(
            f"{cue:<12}{one.seconds:>8.2f}{one.peak:>11.1f}{one.loudness:>8.1f}{one.centre:>11.0f}{one.shrill:>11.2%}"
        )
    return 0


def write_wav(path: Path, samples: Samples) -> None:
    """The sound as a file."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.astype("<i2").tobytes())


def sheet(sounds: Mapping[Cue, Samples], figures: Mapping[Cue, Measures]) -> Image:
    """All spectrograms on one page, on the same scale of time."""
    longest = max(one.seconds for one in figures.values())
    tiles = []
    for cue, samples in sounds.items():
        one = figures[cue]
        picture = spectrogram(samples, longest)
        title = np.full((TITLE, picture.shape[1], 3), 32, np.uint8)
        words = (
            f"{cue}: {one.seconds:.2f} s, {one.loudness:.0f} LUFS (to the right {longest:.1f} s, up 6 kHz)"
        )
        cv2.putText(title, words, (10, 24), cv2.FONT_HERSHEY_SIMPLEX, 0.55, (230, 230, 230), 1, cv2.LINE_AA)
        tiles.append(np.vstack([title, picture]))
    rows = [np.hstack(tiles[at : at + COLUMNS]) for at in range(0, len(tiles), COLUMNS)]
    return np.asarray(np.vstack(rows), np.uint8)


if __name__ == "__main__":
    sys.exit(main())
