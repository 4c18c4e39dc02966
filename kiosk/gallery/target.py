"""Pictures of Target Dice."""

from __future__ import annotations

from kiosk.buttons import HOLDS, Button
from kiosk.gallery.studio import Picture, Studio

TARGETS = ([4, 7, 11], [5, 6, 7], [12, 9, 2], [1, 8, 10])


def _begun(studio: Studio, turns: int = 0, players: int = 3, **options: object) -> None:
    """Everybody has rolled targets."""
    studio.table.begin("target_dice", players, {"roll_off": False, **options})
    studio.draw()
    for targets in TARGETS[:players]:
        studio.stage.roll(targets)
    studio.stage.play_turns(turns)


def _targets(studio: Studio) -> None:
    studio.table.begin("target_dice", 3, {"roll_off": False})
    studio.draw()
    studio.stage.roll(TARGETS[0])


def _choose(studio: Studio) -> None:
    _begun(studio)
    studio.stage.roll([2, 3, 4, 5, 5, 6])


def _hold(studio: Studio, *values: int) -> None:
    """One die of each of these values."""
    for value in values:
        dice = zip(HOLDS, studio.table.dice, strict=False)
        studio.press(next(hold for hold, die in dice if die.value == value and not die.kept))


def _building(studio: Studio) -> None:
    _choose(studio)
    _clear(studio)
    _hold(studio, 4, 2)


def _clear(studio: Studio) -> None:
    studio.press(*[hold for hold, die in zip(HOLDS, studio.table.dice, strict=False) if die.kept])


def _one(studio: Studio) -> None:
    _building(studio)
    _hold(studio, 5)
    _clear(studio)
    _hold(studio, 2, 5)


def _after_one(studio: Studio) -> None:
    _one(studio)
    studio.press(Button.CONFIRM)


def _all_three(studio: Studio) -> None:
    _choose(studio)
    studio.press(Button.CONFIRM)


def _new_targets(studio: Studio) -> None:
    _all_three(studio)
    studio.stage.roll([3, 10, 12])


def _many(studio: Studio) -> None:
    studio.begin("target_dice", 6, 26)
    studio.stage.roll()


def _stop(studio: Studio) -> None:
    _begun(studio, 4, 4, stop_early=True)
    studio.stage.roll([1, 2, 4, 5, 5, 6])


PICTURES: tuple[Picture, ...] = (
    Picture("target-dice-first-targets", 4, _targets),
    Picture("target-dice-begins", 4, lambda studio: _begun(studio, 4)),
    Picture("target-dice-choose", 4, _choose),
    Picture("target-dice-building", 4, _building),
    Picture("target-dice-one", 4, _one),
    Picture("target-dice-after-one", 4, _after_one),
    Picture("target-dice-all-three", 4, _all_three),
    Picture("target-dice-new-targets", 4, _new_targets),
    Picture("target-dice-of-six", 4, _many),
    Picture("target-dice-stop", 4, _stop),
    Picture("target-dice-result", 4, lambda studio: studio.finish("target_dice", 4)),
)
