"""Pictures of the screens around the games."""

from __future__ import annotations

from kiosk.buttons import Button
from kiosk.events import Failed
from kiosk.gallery_studio import Picture, Studio


def _attract(studio: Studio) -> None:
    studio.stage.scatter([6, 2, 5, 6, 3])
    studio.clock.go_on(8.0)


def _language(studio: Studio) -> None:
    studio.press(Button.RIGHT, Button.LEFT)


def _games(studio: Studio) -> None:
    studio.press(Button.CONFIRM, Button.RIGHT)


def _players(studio: Studio) -> None:
    studio.press(Button.HOLD1, Button.HOLD3)


def _players_many(studio: Studio) -> None:
    studio.press(Button.HOLD1, Button.HOLD6, *[Button.RIGHT] * 34, Button.BANK)


def _faults(studio: Studio) -> None:
    _attract(studio)
    studio.table.take(Failed("camera", "no frame for 5 s"))
    studio.table.take(Failed("panel", "no lgpio"))


PICTURES: tuple[Picture, ...] = (
    Picture("attract", 3, _attract),
    Picture("language", 3, _language),
    Picture("games", 3, _games),
    Picture("players", 3, _players),
    Picture("players-40", 3, _players_many),
    Picture("faults", 3, _faults),
)
