"""Nothing written on a screen is ever cut, in any language and at any size."""

from __future__ import annotations

from typing import get_args

import pygame
import pytest
from tried_screens import OFFERED, YATZY, begun, come_right, go_wrong

from kiosk.buttons import Button
from kiosk.draw.kit import Kit
from kiosk.draw.pen import Pen
from kiosk.gallery.studio import Studio, studio
from kiosk.referee.advice import Advice, AdviceKind
from kiosk.referee.sentences import otherwise, sentence
from kiosk.screens.house_rules import settings
from kiosk.screens.rule_pages import MOST_PAGES
from kiosk.screens.turn_left import draw_header
from kiosk.table import LANGUAGES
from kiosk.words import Words
from rules import GAMES
from rules.options import declared

LEAST, SIZES = (1024, 600), [(1920, 1080), (1280, 720), (1024, 600)]
FITS = [*((code, LEAST) for code in LANGUAGES), ("da", (1280, 720)), ("nb", (1920, 1080))]
"""Languages and sizes in which texts have to fit: the least room in all languages, the others once."""


@pytest.mark.parametrize(("code", "size"), FITS)
def test_every_text_of_a_game_fits(code: str, size: tuple[int, int]) -> None:
    kit = Kit()
    with studio(code, 3, pygame.Surface(size), kit, watched=False) as made:
        for screen in ("attract", "language", "games", "players"):
            made.table.show(screen)
            made.draw()
        made.table.choose_game("yatzy")
        made.press(Button.HOLD6, Button.BANK, Button.BANK, Button.CONFIRM)
        made.draw()
        go_wrong(made)
        for screen in ("attract", "language", "games", "players"):
            made.table.show(screen)
            made.draw()
        come_right(made)
        _walk_through_a_game(made)
    assert kit.cut == []


def _walk_through_a_game(made: Studio) -> None:
    begun(made, 12, 14).stage.roll([5, 5, 5, 2, 2])
    for button in (*[Button.RIGHT] * 14, Button.HOLD1):
        made.press(button)
        made.draw()
    go_wrong(made)
    for button in (Button.BANK, Button.LEFT, Button.BANK, Button.HOLD1, Button.CONFIRM):
        made.press(button)
        made.draw()
    made.table.put_aside()
    begun(made, 2, 30)
    made.draw()


@pytest.mark.parametrize("game", OFFERED)
@pytest.mark.parametrize(("code", "size"), FITS[:-1])
def test_every_text_of_the_rules_fits(code: str, size: tuple[int, int], game: str) -> None:
    """With the usual rules, and with every option another one; its house rules."""
    kit = Kit()
    with studio(code, 3, pygame.Surface(size), kit, watched=False) as made:
        made.table.choose_game(game)
        made.table.show("house_rules")
        _look_at_the_rules(made)
        for option in declared(GAMES[game].options):
            made.table.set_house_rule(option.name, next(v for v in settings(option) if v != option.default))
        _look_at_the_rules(made)
    assert kit.cut == []


def _look_at_the_rules(made: Studio) -> None:
    made.draw()
    made.press(Button.LEFT)
    for _ in range(MOST_PAGES):
        made.draw()
        made.press(Button.RIGHT)
    made.press(Button.LEFT)


@pytest.mark.parametrize("game", ["target_dice", "thirty", "ten_thousand", "farkle"])
@pytest.mark.parametrize(("code", "size"), FITS[:-1])
def test_every_text_of_the_other_games_fits(code: str, size: tuple[int, int], game: str) -> None:
    """The first turn and a later one, with dice marked that may be kept and dice that may not."""
    kit = Kit()
    with studio(code, 3, pygame.Surface(size), kit, watched=False) as made:
        made.begin(game, 3, 0)
        _look_at_a_turn(made)
        made.stage.play_turns(8)
        _look_at_a_turn(made)
        made.table.put_aside()
        made.table.begin(game, GAMES[game].seats[-1], {"roll_off": True})
        made.draw()
    assert made.table.screen == game
    assert kit.cut == []


@pytest.mark.parametrize("game", ["thirty", "ten_thousand", "farkle"])
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_text_at_the_end_of_the_other_games_fits(code: str, game: str) -> None:
    kit = Kit()
    with studio(code, 3, pygame.Surface((1280, 720)), kit, watched=False) as made:
        made.begin(game, 3, 0)
        made.play_until(lambda match: match.over or match.details.last_round or bool(match.details.out))
        _look_at_a_turn(made)
        made.play_until(lambda match: match.over)
        made.draw()
    assert made.table.screen == "result"
    assert kit.cut == []


def _look_at_a_turn(made: Studio) -> None:
    """Two rolls of it, each looked at whenever something else is marked."""
    made.draw()
    for _ in range(2):
        if made.table.match is None or made.table.match.expect.roll is None:
            return
        made.stage.roll()
        for button in (None, Button.HOLD1, Button.HOLD2, Button.CONFIRM):
            if button is not None:
                made.press(button)
            made.draw()


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_every_sentence_of_the_referee_fits(code: str, size: tuple[int, int]) -> None:
    kit, words = Kit(), Words(code)
    pen = Pen(pygame.Surface(size), kit)
    for count in (1, 4):
        params = {
            "count": count,
            "seen": 1,
            "wanted": 1 + count,
            "value": 6,
            "values": (3, 4, 5, 6)[:count],
            "rolled": "d12",
        }
        for kind in get_args(AdviceKind):
            advice = Advice(kind, params)
            draw_header(pen, sentence(words, advice), otherwise(words, advice))
    assert kit.cut == []


def test_a_hundred_seats_fit() -> None:
    kit = Kit()
    with studio("da", 3, pygame.Surface((1280, 720)), kit, watched=False) as made:
        made.press(YATZY, *[Button.RIGHT] * 98, Button.BANK, Button.BANK, Button.CONFIRM, Button.CONFIRM)
        made.draw()
    assert kit.cut == []
