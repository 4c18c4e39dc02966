"""Pictures of what only staff see, and of a game that nobody plays."""

from __future__ import annotations

from kiosk.buttons import HOLDS, Button
from kiosk.events import Tick
from kiosk.gallery.studio import Picture, Studio
from kiosk.pause import ASK, LEAVE


def _menu(studio: Studio) -> None:
    studio.begin("yatzy", 4, 21)
    studio.stage.roll([4, 2, 4, 6, 4])
    studio.press(Button.STAFF)


def _no_game(studio: Studio) -> None:
    studio.press(Button.STAFF)


def _sure(studio: Studio) -> None:
    studio.begin("ten_thousand", 3, 10)
    studio.press(Button.STAFF, HOLDS[1])


def _restarted(studio: Studio) -> None:
    _sure(studio)
    studio.press(Button.BANK, Button.STAFF)
    studio.clock.go_on(90.0)


def _players(studio: Studio) -> None:
    studio.begin("thirty", 4, 3)
    studio.press(Button.STAFF, HOLDS[3], HOLDS[1])


def _points(studio: Studio) -> None:
    studio.begin("farkle", 3, 9)
    studio.press(Button.STAFF, HOLDS[4], Button.RIGHT, HOLDS[4], HOLDS[4])


def _sheets(studio: Studio) -> None:
    studio.begin("yatzy", 4, 21)
    studio.press(Button.STAFF, HOLDS[4], *[HOLDS[1]] * 3, HOLDS[3])


def _settings(studio: Studio) -> None:
    studio.begin("yatzy", 4, 21)
    studio.press(Button.STAFF, HOLDS[5])


def _locked(studio: Studio) -> None:
    studio.press(Button.STAFF, Button.BANK)


def _still_there(studio: Studio) -> None:
    studio.begin("target_dice", 3, 8)
    studio.clock.go_on(ASK)
    studio.table.take(Tick())


def _put_aside(studio: Studio) -> None:
    _still_there(studio)
    studio.clock.go_on(LEAVE)
    studio.table.take(Tick())
    studio.stage.scatter([6, 2, 5, 6, 3])


PICTURES: tuple[Picture, ...] = (
    Picture("staff", 4, _menu),
    Picture("staff-no-game", 4, _no_game),
    Picture("staff-sure", 4, _sure),
    Picture("staff-restarted", 4, _restarted),
    Picture("staff-players", 4, _players),
    Picture("staff-points", 4, _points),
    Picture("staff-sheets", 4, _sheets),
    Picture("staff-settings", 4, _settings),
    Picture("locked", 4, _locked),
    Picture("still-there", 4, _still_there),
    Picture("put-aside", 4, _put_aside),
)
