"""Pictures of Farkle and Ten Thousand."""

from __future__ import annotations

from kiosk.buttons import HOLDS, Button
from kiosk.gallery_studio import Picture, Studio


def _begins(studio: Studio) -> None:
    studio.begin("farkle", 2, 9)


def _choose(studio: Studio) -> None:
    studio.begin("farkle", 4, 14)
    studio.stage.roll([1, 5, 5, 3, 5, 1])


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


def _first_points(studio: Studio) -> None:
    studio.begin("farkle", 3, 0)
    studio.stage.roll([1, 2, 3, 3, 6, 4])


def _farkled(studio: Studio) -> None:
    studio.begin("farkle", 3, 9)
    studio.stage.roll([1, 2, 3, 3, 6, 4])
    studio.press(Button.CONFIRM)
    studio.stage.roll([2, 3, 3, 4, 6])


def _last_turn(studio: Studio) -> None:
    studio.begin("farkle", 4, 0)
    studio.play_until(lambda match: match.details.last_round)
    studio.stage.roll([1, 2, 3, 3, 6, 4])


def _fourteen(studio: Studio) -> None:
    studio.begin("farkle", 14, 60)
    studio.stage.roll([1, 1, 1, 5, 5, 5])


def _hot(studio: Studio) -> None:
    studio.begin("ten_thousand", 3, 10)
    studio.stage.roll([1, 2, 3, 4, 5, 6])
    studio.press(Button.CONFIRM)


def _ten_choose(studio: Studio) -> None:
    studio.begin("ten_thousand", 3, 10)
    studio.stage.roll([2, 2, 2, 1, 5, 6])


def _result(studio: Studio) -> None:
    studio.begin("ten_thousand", 4, 0)
    studio.play_until(lambda match: match.over)
    studio.draw()
    studio.clock.go_on(2.0)


PICTURES: tuple[Picture, ...] = (
    Picture("farkle-begins", 4, _begins),
    Picture("farkle-choose", 4, _choose),
    Picture("farkle-roll-on", 4, _roll_on),
    Picture("farkle-second-roll", 4, _second),
    Picture("farkle-refused", 4, _refused),
    Picture("farkle-first-points", 4, _first_points),
    Picture("farkle-farkled", 4, _farkled),
    Picture("farkle-last-turn", 4, _last_turn),
    Picture("farkle-of-fourteen", 7, _fourteen),
    Picture("ten-thousand-choose", 4, _ten_choose),
    Picture("ten-thousand-hot", 4, _hot),
    Picture("ten-thousand-result", 11, _result),
)
