"""Large type is larger and cut nowhere; with less motion nothing moves that does not have to."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from kiosk.buttons import HOLDS, Button
from kiosk.draw.box import Box
from kiosk.draw.kit import Kit
from kiosk.draw.pen import Pen
from kiosk.events import Failed
from kiosk.gallery.studio import Studio, studio
from kiosk.screens.attract import MINUTE, drift
from kiosk.screens.rule_pages import MOST_PAGES
from kiosk.table import LANGUAGES
from kiosk.theme import LARGER

GAMES = ["target_dice", "yatzy", "thirty", "ten_thousand", "farkle"]
CASES = [*((code, (1024, 600)) for code in LANGUAGES), ("da", (1280, 720)), ("nb", (1920, 1080))]
"""Languages and sizes of the screen: the least room in all languages, the other sizes once."""


@pytest.fixture
def at_table() -> Iterator[Studio]:
    with studio("en", 3, pygame.Surface((640, 360)), watched=False) as made:
        yield made


@pytest.mark.parametrize(
    ("box", "size", "least", "grows"),
    [
        (Box(0, 0, 900, 100), 40.0, None, LARGER),
        (Box(0, 0, 900, 40), 40.0, None, 1.15),
        (Box(0, 0, 900, 100), 40.0, 40.0, 1.0),
    ],
    ids=["there is room", "a low box", "a size that is fixed"],
)
def test_type_grows_as_far_as_there_is_room(box: Box, size: float, least: float | None, grows: float) -> None:
    wide = [
        Pen(pygame.Surface((1920, 1080)), Kit(), large=large).write("Raflebord", box, size, least=least)
        for large in (False, True)
    ]
    assert wide[1] / wide[0] == pytest.approx(grows, rel=0.02)


@pytest.mark.parametrize(("code", "size"), CASES)
def test_nothing_that_is_large_is_cut(code: str, size: tuple[int, int]) -> None:
    kit = Kit()
    with studio(code, 3, pygame.Surface(size), kit, watched=False) as made:
        made.table.chosen.switch("large_type")
        for screen in ("attract", "language", "games", "players", "house_rules"):
            made.table.show(screen)
            made.draw()
        for game in GAMES:
            _look_at(made, game)
        made.press(Button.STAFF)
        made.draw()
    assert kit.cut == []


def _look_at(made: Studio, game: str) -> None:
    """A turn, its rules, a roll by hand, the staff's pages."""
    made.begin(game, 6, 7)
    made.stage.roll()
    for button in (
        None,
        HOLDS[0],
        Button.RIGHT,
        Button.LEFT,
        *[Button.RIGHT] * (MOST_PAGES - 1),
        Button.BANK,
    ):
        if button is not None:
            made.press(button)
        made.draw()
    for page in (HOLDS[3], HOLDS[4], HOLDS[1]):
        made.press(Button.STAFF, page)
        made.draw()
        made.press(Button.STAFF)
    made.stage.play_turns(1)
    made.table.take(Failed("camera", ""))
    made.draw()


def test_switched_over_the_screen_is_drawn_anew(at_table: Studio) -> None:
    at_table.begin("yatzy", 2, 4)
    usual = pygame.image.tobytes(at_table.draw(), "RGB")
    at_table.table.chosen.switch("large_type")
    assert pygame.image.tobytes(at_table.draw(), "RGB") != usual
    at_table.table.chosen.switch("large_type")
    assert pygame.image.tobytes(at_table.draw(), "RGB") == usual


def moments(made: Studio, seconds: float) -> int:
    """How many different moments there are in so much time."""
    made.draw()
    beats = {made.shown.beat(made.table, made.clock.now() + 0.05 * step) for step in range(int(20 * seconds))}  # type: ignore[attr-defined]
    return len(beats)


def test_with_less_motion_no_die_flies_and_no_lamp_blinks_on_the_screen(at_table: Studio) -> None:
    lively = moments(at_table, 20)
    at_table.table.chosen.switch("reduced_motion")
    wandering = {drift(at_table.clock.now() + 0.05 * step) for step in range(400)}
    assert moments(at_table, 20) <= len(wandering) + 1 < lively / 10
    at_table.draw()
    assert not at_table.shown.still(at_table.table, at_table.clock.now() + MINUTE), "it never burns in"


def test_with_less_motion_nobody_is_celebrated_by_falling_signs(at_table: Studio) -> None:
    at_table.table.chosen.switch("reduced_motion")
    at_table.begin("farkle", 2, 0)
    at_table.play_until(lambda match: match.over)
    assert at_table.table.screen == "result"
    assert moments(at_table, 6) == 1


def test_with_less_motion_a_mark_is_lit_at_once(at_table: Studio) -> None:
    at_table.begin("yatzy", 2, 1)
    at_table.table.chosen.switch("reduced_motion")
    assert moments(at_table, 6) == 1
