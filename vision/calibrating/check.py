"""The check with dice: certain faces are asked for and laid; do the readings say so?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from vision.calibrating.troubles import Trouble
from vision.calibration_record import Checked
from vision.reading import Die, Kind, Reading


@dataclass(frozen=True)
class Asked:
    """Dice of one kind that are to be laid with these faces up."""

    kind: Kind
    faces: tuple[int, ...]


LAYINGS = (Asked("d6", (1, 2, 3, 4, 5, 6)), Asked("d12", (3, 7, 10)))
"""What is asked for, one after the other."""
_QUESTIONS = {"d6": 0, "d12": 1}
"""So many dice may be asked about instead of read: a d12's face may mirror a lamp."""


@dataclass(frozen=True)
class Laying:
    """What came of one laying. `told`: what was read, each face once for each die, None for a die that is not sure."""

    asked: Asked
    told: tuple[int | None, ...]
    checked: Checked

    @property
    def passed(self) -> bool:
        """Whether it is as it has to be: nothing told wrongly, and hardly anything asked about."""
        return self.checked.wrong == 0 and self.checked.asked <= _QUESTIONS[self.asked.kind]

    @property
    def trouble(self) -> Trouble | None:
        """What is wrong, if anything."""
        if self.passed:
            return None
        read = " ".join("?" if face is None else str(face) for face in self.told) or "nothing"
        return Trouble("faces", {"asked": " ".join(map(str, self.asked.faces)), "read": read})


def laying_of(readings: Sequence[Reading], asked: Asked) -> Laying:
    """Compares readings of the same dice, one or more pictures of them, with what was asked for.

    A face counts as told when more than half of the readings tell it, and as wrong when any does and it was not laid.
    """
    dice = [[die for die in reading.dice if die.kind == asked.kind] for reading in readings]
    told = [Counter(die.value for die in one if die.value is not None) for one in dice]
    wanted = Counter(asked.faces)
    often = {face: _middle([one[face] for one in told]) for face in set().union(wanted, *told)}
    right = sum(min(count, often.get(face, 0)) for face, count in wanted.items())
    wrong = max((sum((one - wanted).values()) for one in told), default=0)
    faces = len(asked.faces)
    sure = [die.confidence for one in dice for die in one if die.value in wanted]
    checked = Checked(faces, right, max(0, faces - right - wrong), wrong, round(min(sure, default=0.0), 4))
    return Laying(asked, _told(dice), checked)


def _told(dice: Sequence[Sequence[Die]]) -> tuple[int | None, ...]:
    """What the reading with the most dice says, in order."""
    most = max(dice, key=len, default=())
    return tuple(sorted((die.value for die in most), key=lambda value: (value is None, value or 0)))


def _middle(counts: Sequence[int]) -> int:
    """How many of a face more than half of the readings tell."""
    return sorted(counts)[(len(counts) - 1) // 2] if counts else 0


def together(layings: Sequence[Laying]) -> Checked | None:
    """All layings in one; None without any."""
    if not layings:
        return None
    parts = [laying.checked for laying in layings]
    return Checked(
        sum(part.faces for part in parts),
        sum(part.right for part in parts),
        sum(part.asked for part in parts),
        sum(part.wrong for part in parts),
        min(part.confidence for part in parts),
    )
