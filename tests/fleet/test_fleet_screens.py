"""What guests see of it: the house's best after a game, and the line on the screen that invites."""

from __future__ import annotations

import pygame
import pytest

from kiosk.buttons import Button
from kiosk.draw.kit import Kit
from kiosk.events import HouseTold, Ordered
from kiosk.gallery.studio import Studio, studio
from kiosk.honours import Honours
from kiosk.listed import LISTED
from kiosk.outside.best import Entry
from kiosk.outside.names import LONGEST_NAME
from kiosk.outside.orders import LONGEST, Announce
from kiosk.table import LANGUAGES

NAME = "Vinduesbordet 12"
LINE = "Levende musik i aften klokken 20 – og køkkenet har åbent helt frem til midnat!!!"
CASES = [("da", False), *((code, True) for code in LANGUAGES)]
"""Languages, and whether type is large."""


def tell(made: Studio, count: int, points: int = 10_850) -> None:
    entries = tuple(Entry(points - 50 * n, n % 6, 1.7e9, n, "table-2", NAME) for n in range(count))
    made.table.take(HouseTold({("farkle", "{}"): entries, ("yatzy", "{}"): entries}))


def shown(made: Studio) -> bytes:
    return pygame.image.tobytes(made.draw(), "RGB")


def test_the_house_has_a_page_only_where_something_is_known_of_it() -> None:
    with studio("en", 3, pygame.Surface((640, 360)), watched=False) as made:
        made.finish("farkle", 2)
        sheets = shown(made)
        made.press(Button.RIGHT, Button.RIGHT)
        assert shown(made) == sheets
        tell(made, 3)
        made.finish("farkle", 2)
        pages = []
        for _ in range(4):
            pages.append(shown(made))
            made.press(Button.RIGHT)
        assert (len(set(pages)), pages[3]) == (3, pages[0])


def test_where_nothing_is_listed_no_arrow_leads_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Honours, "best", lambda *_: ())
    with studio("en", 3, pygame.Surface((640, 360)), watched=False) as made:
        made.finish("farkle", 2)
        sheets = shown(made)
        assert Button.RIGHT not in made.shown.lamps(made.table)
        made.press(Button.RIGHT)
        assert shown(made) == sheets
        tell(made, 3)
        made.finish("farkle", 2)
        pages = [shown(made)]
        made.press(Button.RIGHT)
        pages.append(shown(made))
        made.press(Button.RIGHT)
        assert shown(made) == pages[0] != pages[1], "the house's alone"


def test_the_game_just_ended_stands_among_the_houses_best() -> None:
    with studio("en", 3, pygame.Surface((640, 360)), watched=False) as made:
        tell(made, LISTED, points=10_000_000)
        made.finish("farkle", 2)
        match, honours = made.table.match, made.table.honours
        assert match is not None
        assert [one.now for one in honours.best_of_house(match, 0.0)] == [False] * LISTED
        tell(made, 2, points=10_000_000)
        listed = honours.best_of_house(match, 0.0)
        assert [(one.table, one.now) for one in listed] == [(NAME, False)] * 2 + [("", True)] * 2
        made.table.take(HouseTold({("farkle", '{"goal": 4000}'): ()}))
        assert honours.best_of_house(match, 0.0) == (), "other rules, another list"


@pytest.mark.parametrize(("code", "large"), CASES)
def test_every_text_fits(code: str, large: bool) -> None:
    assert (len(NAME), len(LINE)) == (LONGEST_NAME, LONGEST)
    kit = Kit()
    with studio(code, 3, pygame.Surface((1024, 600)), kit, watched=False) as made:
        if large:
            made.table.chosen.switch("large_type")
        made.table.take(Ordered(Announce({code: LINE})))
        made.draw()
        tell(made, LISTED)
        made.finish("farkle", 2)
        for _ in range(3):
            made.draw()
            made.press(Button.RIGHT)
    assert kit.cut == []
