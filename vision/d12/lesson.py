"""Learning the faces of the café's own d12 from pictures: what is laid there, and whether it can be learnt from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.cameras.protocol import Image
from vision.d12.face import straightened
from vision.d12.find import places_in
from vision.d12.judges import Judges, NumberJudges
from vision.d12.spots import SpotJudges
from vision.d12.stand import stands_at
from vision.d12.standing import StandingNet
from vision.d12.taught import Taught, rings_of
from vision.markers import markers_in
from vision.reader import Reader
from vision.small_net import Patches
from vision.tray.light import light_of
from vision.tray.scene import scene_of
from vision.tray.window import Window

SURELY = 0.9
"""What both judges hold so surely for another number is not learnt as the one that was asked for."""
DOUBTED = 0.5
"""What they hold less surely for another one may be asked about: the judges know no café's dice."""
_UPRIGHT = 0.6
"""Dice that stand less surely on a face are not learnt from."""


Refusal: TypeAlias = Literal["markers", "nothing", "other", "doubt"]
"""Why a picture is no lesson. markers: they cannot be seen. nothing: no die lies flat. other: another number is up;
doubt: perhaps it is."""


class NoLesson(Exception):
    """A picture that nothing can be learnt from; the text is one line that whoever lays the dice can act on.

    `other`: the number that is up instead, 0 for none.
    """

    def __init__(self, text: str, why: Refusal, other: int = 0) -> None:
        super().__init__(text)
        self.why = why
        self.other = other


@dataclass(frozen=True, eq=False)
class Laid:
    """The d12 that stand on a face in a picture (N): straightened top faces (N x 48 x 48), rings (N x 5 x 64), what the
    judges see (N, 1..12), and how surely (N)."""

    tops: Patches
    rings: NDArray[np.uint8]
    values: NDArray[np.intp]
    agreed: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.tops)


def laid_in(image: Image, reader: Reader, judges: NumberJudges) -> Laid:
    """What is laid in the tray (the whole picture, BGR). Raises `NoLesson` when the tray cannot be seen."""
    view = reader.view(image)
    markers = markers_in(image)
    if view is None or not markers:
        raise NoLesson("The tray's markers cannot be seen: uncover them.", "markers")
    paper = float(light_of(image, markers, view).white.min())
    white = [die for die in reader.read(image).dice if die.kind == "d6"]
    stands = stands_at(
        image, view, places_in(scene_of(image, Window(view)), white, paper), paper, StandingNet()
    )
    poses = stands.poses[np.minimum(stands.present, stands.upright) >= _UPRIGHT]
    tops = straightened(image, view, poses)
    verdict = judges.heard(tops)
    return Laid(tops, rings_of(image, view, poses), verdict.value, verdict.agreed)


def learn(taught: Taught, value: int, laid: Laid, surely: float = SURELY) -> int:
    """Learns a number from what is laid, all of which shows it; answers how many faces were learnt.

    Raises `NoLesson` when nothing lies there, or when one is seen to show another number more surely than `surely`
    (`SURELY`; `DOUBTED` where somebody can be asked).
    """
    if len(laid) == 0:
        raise NoLesson("No black die is seen lying flat: lay one in the middle of the tray.", "nothing")
    agreed, other = max(
        (float(sure), int(seen))
        for seen, sure in zip(laid.values, laid.agreed * (laid.values != value), strict=True)
    )
    if agreed > surely:
        why: Refusal = "other" if agreed > SURELY else "doubt"
        raise NoLesson(f"That looks like the {other}: lay the die with the {value} up.", why, other)
    for top, ring in zip(laid.tops, laid.rings, strict=True):
        taught.add(value, top, ring)
    return len(laid)


def judges_for(taught: Taught) -> NumberJudges:
    """Those who tell whether what is laid is what was asked for: dice with spots are counted."""
    return SpotJudges() if taught.spotted else Judges()


def confused(taught: Taught) -> list[tuple[int, int]]:
    """The numbers (learnt as, looks like) of lessons that are more like another number's than like their own."""
    found = []
    for k, value in enumerate(taught.values):
        rest = taught.without(k)
        if value not in rest.values:
            continue
        seen = int(rest.alike(taught.tops[k][None], taught.rings[k][None]).value[0])
        if seen != value:
            found.append((value, seen))
    return found
