"""Learning the faces of the café's own d12 from pictures: what is laid there, and whether it can be learnt from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cameras.protocol import Image
from vision.d12.face import straightened
from vision.d12.find import places_in
from vision.d12.judges import NumberJudges
from vision.d12.stand import stands_at
from vision.d12.taught import Taught, rings_of
from vision.markers import markers_in
from vision.reader import Reader
from vision.small_net import Patches
from vision.tray_light import light_of
from vision.tray_scene import scene_of
from vision.tray_window import Window

_SURELY = 0.9
"""What both judges hold so surely for another number is not learnt as the one that was asked for."""
_UPRIGHT = 0.6
"""Dice that stand less surely on a face are not learnt from."""


class NoLesson(Exception):
    """A picture that nothing can be learnt from; the text is one line that whoever lays the dice can act on."""


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
        raise NoLesson("The tray's markers cannot be seen: uncover them.")
    paper = float(light_of(image, markers, view).white.min())
    white = [die for die in reader.read(image).dice if die.kind == "d6"]
    stands = stands_at(image, view, places_in(scene_of(image, Window(view)), white, paper), paper)
    poses = stands.poses[np.minimum(stands.present, stands.upright) >= _UPRIGHT]
    tops = straightened(image, view, poses)
    verdict = judges.heard(tops)
    return Laid(tops, rings_of(image, view, poses), verdict.value, verdict.agreed)


def learn(taught: Taught, value: int, laid: Laid) -> int:
    """Learns a number from what is laid, all of which shows it; answers how many faces were learnt.

    Raises `NoLesson` when nothing lies there, or when one is seen to show another number.
    """
    if len(laid) == 0:
        raise NoLesson("No black die is seen lying flat: lay one in the middle of the tray.")
    other = [
        int(seen)
        for seen, agreed in zip(laid.values, laid.agreed, strict=True)
        if seen != value and agreed > _SURELY
    ]
    if other:
        raise NoLesson(f"That looks like the {other[0]}: lay the die with the {value} up.")
    for top, ring in zip(laid.tops, laid.rings, strict=True):
        taught.add(value, top, ring)
    return len(laid)


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
