"""Pictures of Farkle and Ten Thousand."""

from __future__ import annotations

from kiosk.buttons import HOLDS, Button
from kiosk.gallery.studio import Picture, Studio


def _choose(studio: Studio) -> None:
    studio.rolled("farkle", 4, 14, 1, 5, 5, 3, 5, 1)


def _roll_on(studio: Studio) -> None:
    _choose(studio)
    studio.press(Button.RIGHT, Button.RIGHT, Button.CONFIRM)


def _second(studio: Studio) -> None:
    _roll_on(studio)
    studio.stage.roll([5, 2, 5])
    fives = [place for place, die in enumerate(studio.table.dice) if die.value == 5 and not die.aside]
    studio.stage.put_into_lane(fives[:1])


def _refused(studio: Studio) -> None:
    _choose(studio)
    studio.press(*[hold for hold, die in zip(HOLDS, studio.table.dice, strict=True) if die.value == 3])


def _farkled(studio: Studio) -> None:
    studio.rolled("farkle", 3, 9, 1, 2, 3, 3, 6, 4)
    studio.press(Button.CONFIRM)
    studio.stage.roll([2, 3, 3, 4, 6])


def _last_turn(studio: Studio) -> None:
    studio.begin("farkle", 4, 0)
    studio.play_until(lambda match: match.details.last_round)
    studio.stage.roll([1, 2, 3, 3, 6, 4])


def _hot(studio: Studio) -> None:
    studio.rolled("ten_thousand", 3, 10, 1, 2, 3, 4, 5, 6)
    studio.press(Button.CONFIRM)


def _best(studio: Studio) -> None:
    """The third game of an evening is over; its people look at the list."""
    for players in (3, 2, 4):
        studio.finish("farkle", players)
    studio.press(Button.RIGHT)


def _invited(studio: Studio) -> None:
    """Three games have been played."""
    studio.finish("farkle", 3)
    studio.finish("thirty", 4)
    studio.finish("ten_thousand", 2)
    studio.press(Button.BANK)
    studio.stage.scatter([6, 2, 5, 6, 3])


PICTURES: tuple[Picture, ...] = (
    Picture("farkle-begins", 4, lambda studio: studio.begin("farkle", 2, 9)),
    Picture("farkle-choose", 4, _choose),
    Picture("farkle-roll-on", 4, _roll_on),
    Picture("farkle-second-roll", 4, _second),
    Picture("farkle-refused", 4, _refused),
    Picture("farkle-first-points", 4, lambda studio: studio.rolled("farkle", 3, 0, 1, 2, 3, 3, 6, 4)),
    Picture("farkle-farkled", 4, _farkled),
    Picture("farkle-last-turn", 4, _last_turn),
    Picture("farkle-of-fourteen", 7, lambda studio: studio.rolled("farkle", 14, 60, 1, 1, 1, 5, 5, 5)),
    Picture("ten-thousand-choose", 4, lambda studio: studio.rolled("ten_thousand", 3, 10, 2, 2, 2, 1, 5, 6)),
    Picture("ten-thousand-hot", 4, _hot),
    Picture("ten-thousand-result", 11, lambda studio: studio.finish("ten_thousand", 4)),
    Picture("result-best", 5, _best),
    Picture("attract-winners", 5, _invited),
)
