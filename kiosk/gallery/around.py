"""Pictures of the screens around the games."""

from __future__ import annotations

from functools import partial

from kiosk.buttons import Button
from kiosk.events import Failed
from kiosk.gallery.studio import Picture, Studio
from kiosk.screens import games
from kiosk.screens.rule_pages import pages_of
from rules import GAMES


def _attract(studio: Studio) -> None:
    studio.stage.scatter([6, 2, 5, 6, 3])
    studio.clock.go_on(8.0)


def _language(studio: Studio) -> None:
    studio.press(*[Button.RIGHT] * 3)


def _games(studio: Studio) -> None:
    studio.press(Button.CONFIRM, Button.RIGHT)


def _players(studio: Studio) -> None:
    studio.press(Button.HOLD2, Button.HOLD3)


def _players_many(studio: Studio) -> None:
    studio.press(Button.HOLD2, Button.HOLD6, *[Button.RIGHT] * 34)


def _faults(studio: Studio) -> None:
    _attract(studio)
    studio.table.take(Failed("camera", "no frame for 5 s"))
    studio.table.take(Failed("panel", "no lgpio"))


def _rules(studio: Studio, game: str, page: int) -> None:
    studio.table.choose_game(game)
    studio.press(Button.LEFT, *[Button.RIGHT] * page)


def _rules_in_a_game(studio: Studio) -> None:
    studio.rolled("ten_thousand", 3, 10, 2, 2, 2, 1, 5, 6)
    studio.press(Button.LEFT, Button.RIGHT)


def _house_rules(studio: Studio) -> None:
    studio.press(Button.HOLD4, Button.BANK, *[Button.RIGHT] * 3, Button.BANK)


def _contest(studio: Studio) -> None:
    studio.rolled("farkle", 3, 9, 1, 2, 3, 3, 6, 4)
    studio.press(Button.LEFT, Button.BANK)


def _contest_set(studio: Studio) -> None:
    _contest(studio)
    studio.press(Button.HOLD3)


def _corrected(studio: Studio) -> None:
    _contest_set(studio)
    studio.press(Button.CONFIRM)


PICTURES: tuple[Picture, ...] = (
    Picture("attract", 3, _attract),
    Picture("language", 3, _language),
    Picture("games", 3, _games),
    Picture("players", 3, _players),
    Picture("players-40", 3, _players_many),
    Picture("faults", 3, _faults),
    *(
        Picture(f"rules-{game.replace('_', '-')}-{page + 1}", 3, partial(_rules, game=game, page=page))
        for game in games()
        for page in range(len(pages_of(game, GAMES[game].options())))
    ),
    Picture("rules-in-a-game", 4, _rules_in_a_game),
    Picture("house-rules", 3, _house_rules),
    Picture("contest", 4, _contest),
    Picture("contest-set", 4, _contest_set),
    Picture("contest-corrected", 4, _corrected),
)
