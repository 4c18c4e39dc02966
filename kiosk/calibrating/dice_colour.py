"""Teaching the colour of the six-sided dice without the screen: laid, measured, tried, kept."""

from __future__ import annotations

from pathlib import Path

from kiosk.calibrating.hands import People, SimulatedHands
from kiosk.calibrating.steps import Pictures, Rhythm
from kiosk.cli import UsageError
from vision.calibration import Calibration
from vision.cameras.opening import is_live
from vision.cameras.protocol import Camera, CameraFault, Image
from vision.d6.colour import Colour, ColourFault, load
from vision.d6.lesson import ASKED, NotLearnt, learnt

LOOKS = 3
"""Pictures of the dice."""
_STALE = 4
"""A camera may have so many pictures ready that were taken before."""


def known(path: Path) -> Colour | None:
    """The colour that was learnt; None: the dice are white. Raises UsageError."""
    try:
        return load(path) if path.exists() else None
    except ColourFault as fault:
        raise UsageError(str(fault)) from fault


def told(colour: Colour | None) -> str:
    """What is known, in one line."""
    if colour is None:
        return "The six-sided dice are white."
    kind = "pale, with dark pips" if colour.make == "pale" else "of a colour, with white pips"
    parts = ", ".join(f"{part:.0%}" for part in reversed(colour.body))
    return f"The six-sided dice are {kind}: red, green, blue {parts} of white paper's."


def keep(colour: Colour | None, path: Path) -> None:
    """Write it, or forget what was known; raises OSError."""
    if colour is None:
        path.unlink(missing_ok=True)
    else:
        colour.save(path)


class ColourLesson:
    """One lesson in front of an open camera, opened as `source` says."""

    def __init__(self, camera: Camera, source: str, calibration: Calibration | None) -> None:
        self._calibration = calibration
        self._hands = SimulatedHands(camera) if source.partition(":")[0] == "sim" else People(False)
        self._pictures = Pictures(camera, Rhythm(0, LOOKS, _STALE if is_live(source) else 0))

    def run(self, path: Path) -> int:
        """Asks for the dice until their colour is learnt; 1 when it is not. Raises CameraFault and OSError."""
        while self._hands.lay(ASKED):
            try:
                colour = learnt(self._taken(), self._calibration)
            except NotLearnt as refusal:
                print(refusal, flush=True)
                continue
            keep(colour, path)
            print(told(colour), flush=True)
            return 0
        print("Nothing was learnt; what was known stays.", flush=True)
        return 1

    def _taken(self) -> list[Image]:
        pictures = self._pictures.some(LOOKS)
        if not pictures:
            raise CameraFault("there are no more pictures")
        return pictures
