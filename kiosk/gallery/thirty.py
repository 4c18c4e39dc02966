"""Pictures of Thirty."""

from __future__ import annotations

from kiosk.buttons import HOLDS, Button
from kiosk.gallery.studio import Picture, Studio


def _hold(studio: Studio, value: int) -> None:
    """Every die of this value that is open."""
    dice = zip(HOLDS, studio.table.dice, strict=True)
    studio.press(*[hold for hold, die in dice if die.value == value and not die.aside])


def _choose(studio: Studio) -> None:
    studio.rolled("thirty", 4, 10, 6, 5, 4, 2, 1, 6)
    _hold(studio, 6)


def _second(studio: Studio) -> None:
    _choose(studio)
    studio.press(Button.CONFIRM)
    studio.stage.roll([5, 5, 3, 2])
    _hold(studio, 5)


def _all_six(studio: Studio) -> None:
    _second(studio)
    studio.press(Button.CONFIRM)
    studio.stage.roll([6, 6])
    _hold(studio, 6)


def _attack(studio: Studio) -> None:
    _all_six(studio)
    studio.press(Button.CONFIRM)


def _hit(studio: Studio) -> None:
    _attack(studio)
    studio.stage.roll([4, 4, 1, 2, 3, 4])


def _missed(studio: Studio) -> None:
    _hit(studio)
    studio.stage.roll([1, 2, 3])


PICTURES: tuple[Picture, ...] = (
    Picture("thirty-begins", 4, lambda studio: studio.begin("thirty", 6, 30)),
    Picture("thirty-choose", 4, _choose),
    Picture("thirty-second-roll", 4, _second),
    Picture("thirty-all-six", 4, _all_six),
    Picture("thirty-attack", 4, _attack),
    Picture("thirty-hit", 4, _hit),
    Picture("thirty-missed", 4, _missed),
    Picture("thirty-result", 4, lambda studio: studio.finish("thirty", 4)),
)
