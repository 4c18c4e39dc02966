"""Pictures of Yatzy, and of what goes wrong in any game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import TypeAlias

from kiosk.buttons import Button
from kiosk.events import Failed
from kiosk.gallery.studio import Picture, Studio
from kiosk.table import Table
from rules import Match, Roll, Score
from rules.yatzy import DICE, worth

GAMES_TRIED = 40
Dice: TypeAlias = tuple[int, ...]


def _first_roll(studio: Studio) -> None:
    studio.begin("yatzy", 4, 0)


def _rolling(studio: Studio) -> None:
    studio.begin("yatzy", 4, 21)
    studio.stage.part_of_roll(0.9, [6, 2, 4, 4, 1])


def _choose(studio: Studio) -> None:
    studio.begin("yatzy", 4, 21)
    studio.stage.roll([4, 2, 4, 6, 4])


def _keep(studio: Studio) -> None:
    _choose(studio)
    fours = [index for index, die in enumerate(studio.table.dice) if die.value == 4]
    studio.stage.put_into_lane(fours[:2])
    studio.table.hold(fours[2])


def _second_roll(studio: Studio) -> None:
    _keep(studio)
    studio.press(Button.CONFIRM)


def _write(studio: Studio) -> None:
    _second_roll(studio)
    studio.stage.roll([6, 3])
    for index, die in enumerate(studio.table.dice):
        if die.value == 6:
            studio.table.hold(index)
    studio.press(Button.CONFIRM)
    studio.stage.roll([6])


def _written(studio: Studio) -> None:
    _write(studio)
    studio.press(Button.BANK)


def _dispute(studio: Studio) -> None:
    _written(studio)
    studio.press(Button.LEFT, Button.BANK)


def _played_again(studio: Studio) -> None:
    _dispute(studio)
    studio.press(Button.BANK)


def _leaning(studio: Studio) -> None:
    studio.begin("yatzy", 2, 9)
    studio.stage.roll([5, 5, 2, 1, 3], "leaning")
    studio.draw()
    studio.clock.go_on(0.6)


def _on_the_floor(studio: Studio) -> None:
    studio.begin("yatzy", 2, 9)
    studio.stage.roll([5, 5, 2, 1, 3], "floor")


def _resumed(studio: Studio) -> None:
    studio.begin("yatzy", 3, 12)
    studio.stage.roll_unwatched([3, 3, 6, 2, 5])
    studio.restart()


def _camera_away(studio: Studio) -> None:
    _choose(studio)
    studio.table.take(Failed("camera", "no frame for 5 s"))


def _camera_away_roll(studio: Studio) -> None:
    _written(studio)
    studio.table.take(Failed("camera", "no frame for 5 s"))


def _by_hand(studio: Studio) -> None:
    _camera_away_roll(studio)
    studio.press(Button.CONFIRM, Button.HOLD4, Button.HOLD4, Button.HOLD2)


def _entered(studio: Studio) -> None:
    _by_hand(studio)
    studio.press(Button.HOLD6, Button.HOLD1, Button.CONFIRM)


def _roll_off(studio: Studio) -> None:
    studio.press(Button.HOLD2, Button.HOLD5, Button.BANK, Button.BANK, Button.CONFIRM, Button.CONFIRM)
    studio.draw()
    for value in (3, 6, 2):
        studio.stage.roll([value])


def _alone(studio: Studio) -> None:
    studio.begin("yatzy", 1, 8)
    studio.stage.roll([2, 3, 4, 5, 6])


def _many(studio: Studio) -> None:
    studio.begin("yatzy", 12, 54)
    studio.stage.roll([1, 1, 5, 1, 5])


def _result(studio: Studio) -> None:
    studio.begin("yatzy", 4, 59)
    studio.stage.roll()
    studio.press(Button.BANK)
    studio.draw()
    studio.clock.go_on(2.0)


def _shared(studio: Studio) -> None:
    """Games are played until one is found whose last two rolls can make both players equal."""
    for _ in range(GAMES_TRIED):
        studio.table.put_aside()
        studio.begin("yatzy", 2, 28)
        rolls = _equalising(studio.table)
        if rolls:
            break
    for dice in rolls:
        studio.stage.roll(dice)
        studio.press(Button.BANK)
    studio.draw()
    studio.clock.go_on(6.0)


def _equalising(table: Table) -> tuple[Dice, ...]:
    """The last roll of each of two players, so that both end with the same total; nothing if there are none."""
    assert table.match is not None
    first = {after.scores[0]: (dice, after) for dice, after in _last_turns(table.match)}
    _, after = next(iter(first.values()))
    second = {end.scores[1]: other for other, end in reversed(list(_last_turns(after)))}
    both = ((dice, second[total]) for total, (dice, _) in first.items() if total in second)
    return next(both, ())


def _last_turns(match: Match) -> Iterator[tuple[Dice, Match]]:
    """Each roll for the one field that is left, and the match after it is written."""
    for dice in combinations_with_replacement(range(1, 7), DICE):
        rolled, _ = match.apply(Roll(dice))
        for field in worth(rolled):
            yield dice, rolled.apply(Score(field))[0]


PICTURES: tuple[Picture, ...] = (
    Picture("roll-off", 5, _roll_off),
    Picture("turn-begins", 3, _first_roll),
    Picture("turn-rolling", 4, _rolling),
    Picture("turn-choose", 4, _choose),
    Picture("turn-keep", 4, _keep),
    Picture("turn-roll-again", 4, _second_roll),
    Picture("turn-write", 4, _write),
    Picture("turn-written", 4, _written),
    Picture("turn-alone", 6, _alone),
    Picture("turn-of-twelve", 7, _many),
    Picture("dispute", 4, _dispute),
    Picture("dispute-again", 4, _played_again),
    Picture("advice-leaning", 8, _leaning),
    Picture("advice-floor", 9, _on_the_floor),
    Picture("resumed", 10, _resumed),
    Picture("camera-away", 4, _camera_away),
    Picture("camera-away-roll", 4, _camera_away_roll),
    Picture("by-hand", 4, _by_hand),
    Picture("by-hand-entered", 4, _entered),
    Picture("result", 11, _result),
    Picture("result-shared", 51, _shared),
)
