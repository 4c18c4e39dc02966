"""The last winners and the lists of the best: from games that were played to their end, each game by itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest
from table_sitting import Sitting

from kiosk.buttons import Button, Lamp
from kiosk.draw.kit import Kit
from kiosk.gallery.studio import Studio, studio
from kiosk.honours import Honours
from kiosk.journal import Begun, Ended, Journal
from kiosk.listed import LISTED
from kiosk.match.ledger import Ledger
from kiosk.screens.best_list import place_of
from kiosk.table import LANGUAGES
from rules import Match, open_match

NOW = 9e5
CASES = [*((code, (1024, 600)) for code in LANGUAGES), ("da", (1280, 720)), ("nb", (1920, 1080))]


@pytest.fixture
def at_table() -> Iterator[Studio]:
    with studio("en", 3, pygame.Surface((640, 360)), watched=False) as made:
        yield made


class Evening:
    """Games that were played, as the journal has them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ledger = Ledger(lambda: Journal(folder))
        self.games = 0

    def played(self, game: str, *scores: int, how: Any = "finished", **more: Any) -> None:
        self.games += 1
        opening = {"game": game, "players": ["x"] * len(scores), **more}
        self.ledger.write(Begun(self.games, 100.0 * self.games, "en", opening))
        self.ledger.write(Ended(self.games, 100.0 * self.games + 50, how, scores))

    def best(self, match: Match) -> list[tuple[int, int, bool]]:
        return [(honour.points, honour.seat, honour.now) for honour in Honours(self.ledger).best(match, NOW)]


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def at_the_end(game: str, *scores: int, **options: object) -> Match:
    """A match with these scores, told apart from one that began in the middle."""
    match = open_match({"game": game, "players": ["x"] * len(scores), "options": options})
    match.__dict__["scores"] = scores
    return match


def test_a_table_where_nobody_has_played_has_no_winners(evening: Evening) -> None:
    assert Honours(evening.ledger).last_winners(3) == ()
    assert evening.best(at_the_end("farkle", 10_100, 4000)) == [(10_100, 0, True), (4000, 1, True)]


def test_the_last_winners_come_first_and_games_that_were_left_have_none(evening: Evening) -> None:
    evening.played("yatzy", 200, 231)
    evening.played("farkle", 10_200, 300, how="left")
    evening.played("thirty", -3, 12, -1)
    evening.played("target_dice", 101, 101)
    told = [(one.game, one.seat, one.points) for one in Honours(evening.ledger).last_winners(3)]
    assert told == [("target_dice", 0, 101), ("thirty", 1, 12), ("yatzy", 1, 231)]


def test_each_game_has_its_own_list_and_each_set_of_rules(evening: Evening) -> None:
    evening.played("farkle", 10_500, 9000)
    evening.played("ten_thousand", 12_000, 9000)
    evening.played("farkle", 5200, 1000, options={"goal": 5000})
    evening.played("farkle", 11_000, 0, options={"roll_off": False})
    evening.played("farkle", 15_000, 0, position={"scores": [9000, 0]})
    evening.played("farkle", 9900, 0, how="left")
    assert evening.best(at_the_end("farkle", 10_700, 50)) == [
        (11_000, 0, False),
        (10_700, 0, True),
        (10_500, 0, False),
        (9000, 1, False),
        (50, 1, True),
        (0, 1, False),
    ]
    assert evening.best(at_the_end("farkle", 5100, 0, goal=5000))[:2] == [(5200, 0, False), (5100, 0, True)]


def test_in_thirty_only_what_the_winner_has_left_counts(evening: Evening) -> None:
    evening.played("thirty", 3, -4, -2)
    assert evening.best(at_the_end("thirty", -1, 17)) == [(17, 1, True), (3, 0, False)]


def test_of_equals_the_earlier_is_first_and_the_list_is_not_endless(evening: Evening) -> None:
    for _ in range(LISTED):
        evening.played("yatzy", 231)
    best = Honours(evening.ledger).best(at_the_end("yatzy", 231), NOW)
    assert (len(best), place_of(best)) == (LISTED, None)
    assert place_of(Honours(evening.ledger).best(at_the_end("yatzy", 232), NOW)) == 1


def test_what_was_played_before_a_restart_counts_and_what_is_played_after_it(evening: Evening) -> None:
    evening.played("yatzy", 231)
    after = Evening(evening.folder)
    after.games = 1
    assert [one[0] for one in after.best(at_the_end("yatzy", 1))] == [231, 1]
    after.played("yatzy", 240)
    assert [one[0] for one in after.best(at_the_end("yatzy", 1))] == [240, 231, 1]


@pytest.mark.parametrize("read_again", [False, True])
def test_games_that_began_alike_are_remembered_in_little_memory_and_not_for_ever(
    evening: Evening, read_again: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kiosk.match.ledger.REMEMBERED", 6)
    for points in range(10):
        evening.played("yatzy", points)
        evening.played("farkle", points, points, options={"entry": 500})
    results = (Evening(evening.folder) if read_again else evening).ledger.results()
    assert [one.scores for one in results] == [(7,), (7, 7), (8,), (8, 8), (9,), (9, 9)]
    assert len({id(one.opening) for one in results}) == 2


def test_a_table_that_cannot_be_read_has_no_list_and_plays_on(sitting: Sitting) -> None:
    journal = sitting.ledger._journal
    assert journal is not None
    journal._db.execute("ALTER TABLE ends RENAME TO lost")
    assert sitting.table.honours.last_winners(3) == ()


def test_the_result_says_which_place_it_is_and_right_leads_to_the_list(at_table: Studio) -> None:
    for _ in range(2):
        at_table.finish("farkle", 2)
    assert dict(at_table.shown.lamps(at_table.table))[Button.RIGHT] is Lamp.ON
    sheets = pygame.image.tobytes(at_table.draw(), "RGB")
    at_table.press(Button.RIGHT)
    best = pygame.image.tobytes(at_table.draw(), "RGB")
    at_table.press(Button.RIGHT)
    assert best != sheets
    assert at_table.table.screen == "result"
    assert at_table.table.match is not None
    listed = at_table.table.honours.best(at_table.table.match, at_table.table.wall)
    assert sorted(one.points for one in listed if one.now) == sorted(at_table.table.match.scores)
    assert len(listed) == 4
    at_table.press(Button.BANK)
    assert len(at_table.table.honours.last_winners(3)) == 2


@pytest.mark.parametrize(("code", "size"), CASES)
@pytest.mark.parametrize("large", [False, True], ids=["usual", "large"])
def test_every_text_fits(code: str, size: tuple[int, int], large: bool) -> None:
    kit = Kit()
    with studio(code, 3, pygame.Surface(size), kit, watched=False) as made:
        if large:
            made.table.chosen.switch("large_type")
        for number, game in enumerate(("ten_thousand", "target_dice", "farkle"), 1):
            opening = {"game": game, "players": ["x", "y"]}
            made.table._ledger.write(Begun(number, 1.7e9, "en", opening))
            made.table._ledger.write(Ended(number, 1.7e9, "finished", (12_850, 10_150)))
        made.draw()
        made.finish("farkle", 2)
        made.draw()
        made.press(Button.RIGHT)
        made.draw()
    assert kit.cut == []
