"""Nobody touches the table for long: it asks, puts the game aside, and gives it back. The clock is handed in."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest
from table_sitting import FIRST, Sitting, moves

from kiosk.buttons import HOLDS, Button, Lamp
from kiosk.chosen import Chosen
from kiosk.draw.kit import Kit
from kiosk.events import Event, Idle, Seen, StateSeen, Tick
from kiosk.gallery.studio import Studio, studio
from kiosk.journal import Archive
from kiosk.journal.verify import Looked, findings
from kiosk.pause import ASK, KEEP, LEAVE, Pause
from kiosk.table import LANGUAGES, Table
from rules import Roll, Score
from vision.reading import Reading

DAY = 86400.0
CASES = [*((code, (1024, 600)) for code in LANGUAGES), ("da", (1280, 720)), ("nb", (1920, 1080))]
"""Languages and sizes of the screen: the least room in all languages, the other sizes once."""


@pytest.fixture
def at_table() -> Iterator[Studio]:
    with studio("en", 3, pygame.Surface((640, 360)), watched=False) as made:
        made.draw()
        yield made


def let_pass(sitting: Sitting, seconds: float) -> Table:
    """Nothing happens but that time passes."""
    sitting.clock.time += seconds
    sitting.table.take(Tick())
    return sitting.table


@pytest.mark.parametrize(
    ("seconds", "in_play", "due"),
    [
        (ASK - 1, False, "nothing"),
        (ASK, False, "ask"),
        (ASK + LEAVE - 1, False, "ask"),
        (ASK + LEAVE, False, "leave"),
        (ASK - 1, True, "nothing"),
        (ASK, True, "ask"),
        (DAY, True, "ask"),
    ],
)
def test_when_it_asks_and_when_it_leaves(seconds: float, in_play: bool, due: str) -> None:
    pause = Pause(1000.0)
    pause.alive(5000.0)
    assert pause.due(5000.0 + seconds, in_play) == due


def a_game_in_norwegian(sitting: Sitting) -> list[object]:
    sitting.table.set_language("nb")
    sitting.begin()
    sitting.roll(FIRST)
    return moves(sitting.table)


@pytest.mark.parametrize(("hours", "waits"), [(0.01, False), (2.9, False), (3.1, True), (14, True)])
def test_a_game_of_yesterday_waits_aside_in_the_morning(sitting: Sitting, hours: float, waits: bool) -> None:
    played = a_game_in_norwegian(sitting)
    table = sitting.again(later=hours * 3600)
    assert (table.screen, table.language) == (("attract", "da") if waits else ("yatzy", "nb"))
    table.take_up()
    assert (moves(table), table.screen, table.language) == (played, "yatzy", "nb")


@pytest.mark.parametrize(("hours", "waits"), [(0.5, False), (14, True)])
def test_a_game_that_was_locked_away_yesterday_waits_aside_too(
    sitting: Sitting, hours: float, waits: bool
) -> None:
    played = a_game_in_norwegian(sitting)
    sitting.table.staff.lock()
    table = sitting.again(Chosen(locked=True), later=hours * 3600)
    table.staff.unlock()
    assert (table.screen, table.language) == (("attract", "da") if waits else ("yatzy", "nb"))
    table.take_up()
    assert moves(table) == played


@pytest.mark.parametrize("somebody", [False, True])
def test_a_clock_that_is_set_after_the_start_tells_it_too(sitting: Sitting, somebody: bool) -> None:
    a_game_in_norwegian(sitting)
    table = sitting.again()
    if somebody:
        table.attend()
    let_pass(sitting, 14 * 3600)
    assert table.screen == ("still_there" if somebody else "attract")


def test_when_all_have_gone_the_table_speaks_its_own_language_again(sitting: Sitting) -> None:
    sitting.table.set_language("nb")
    sitting.table.take(Idle())
    assert sitting.table.language == "en"


def test_it_asks_and_then_puts_the_game_aside(sitting: Sitting) -> None:
    sitting.begin()
    assert let_pass(sitting, ASK - 1).screen == "yatzy"
    assert let_pass(sitting, 1).screen == "still_there"
    assert let_pass(sitting, LEAVE - 1).screen == "still_there"
    table = let_pass(sitting, 1)
    assert (table.screen, table.match) == ("attract", None)
    assert table.aside is not None


@pytest.mark.parametrize(
    "sign", [StateSeen("hand"), StateSeen("empty"), Seen(Reading((0, 0), tray=True)), None]
)
def test_any_sign_of_life_begins_the_wait_anew(sitting: Sitting, sign: Event | None) -> None:
    table = sitting.begin()
    let_pass(sitting, ASK - 1)
    table.attend() if sign is None else table.take(sign)
    table.take(StateSeen("empty"))
    assert let_pass(sitting, ASK - 1).screen == "yatzy"
    assert let_pass(sitting, 1).screen == "still_there"


def test_pictures_of_a_tray_where_nothing_happens_are_no_sign_of_life(sitting: Sitting) -> None:
    sitting.begin()
    let_pass(sitting, ASK)
    sitting.table.take(Idle())
    assert let_pass(sitting, LEAVE).match is None


@pytest.mark.parametrize("decided", ["a roll to decide on", "kept dice", "dice in a hand"])
def test_while_dice_are_in_play_it_asks_but_never_leaves(sitting: Sitting, decided: str) -> None:
    table = sitting.begin()
    if decided == "dice in a hand":
        table.take(StateSeen("hand"))
    else:
        sitting.roll(FIRST)
    if decided == "kept dice":
        table.hold(1)
        table.keep()
    before = moves(table)
    for _ in range(24):
        let_pass(sitting, DAY / 24)
    assert (table.screen, moves(table)) == ("still_there", before)
    table.attend()
    table.back()
    assert table.screen == "yatzy"


def test_a_roll_is_an_answer(sitting: Sitting) -> None:
    sitting.begin()
    let_pass(sitting, ASK)
    sitting.roll(FIRST)
    assert (sitting.table.screen, moves(sitting.table)) == ("yatzy", [Roll((1, 4, 4, 6, 2))])
    assert let_pass(sitting, ASK - 1).screen == "yatzy"


def test_nobody_is_asked_where_no_game_is_under_way(sitting: Sitting) -> None:
    assert let_pass(sitting, DAY).screen == "attract"


def test_the_game_is_taken_up_where_it_was(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    table.play(Score("chance"))
    before = moves(table)
    let_pass(sitting, ASK + LEAVE)
    assert table.match is None
    sitting.see("2@40,120 2@90,90 3@20,200 5@150,30 6@170,170")
    table.take_up()
    assert (table.screen, moves(table), table.aside) == ("yatzy", before, None)
    assert table.advice is None, "the dice that lie there were rolled by others"
    sitting.roll("4@30,120 4@100,90 3@30,200 5@140,40 6@180,160")
    assert len(moves(table)) == len(before) + 1


def test_it_is_taken_up_after_a_restart_and_after_another_game(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    table.play(Score("chance"))
    before = moves(table)
    let_pass(sitting, ASK + LEAVE)
    table.begin("farkle", 2, {"roll_off": False})
    sitting.roll("1@20,120 1@50,30 3@90,90 4@120,200 5@150,60 2@190,150")
    table = sitting.again()
    assert (table.screen, table.aside is not None) == ("farkle", True)
    table.put_aside()
    assert table.aside is not None
    assert table.aside.game.match.game == "farkle", "one game lies aside: the last one"
    table = sitting.again()
    table.take_up()
    assert table.screen == "farkle"
    assert before


def test_after_some_hours_nobody_comes_back(sitting: Sitting) -> None:
    sitting.begin()
    let_pass(sitting, ASK + LEAVE)
    assert let_pass(sitting, KEEP - 1).aside is not None
    assert let_pass(sitting, 1).aside is None
    assert sitting.again().aside is None


def test_the_journal_is_sound_and_knows(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    table.play(Score("chance"))
    let_pass(sitting, ASK + LEAVE)
    table.begin("farkle", 2, {"roll_off": False})
    sitting.roll("1@20,120 1@50,30 3@90,90 4@120,200 5@150,60 2@190,150")
    table.take_up()
    sitting.roll("4@30,120 4@100,90 3@30,200 5@140,40 6@180,160")
    archive = Archive(sitting.folder)
    try:
        assert [found.text for found in findings(archive, Looked())] == []
        assert [(note.what, note.game) for note in archive.notes() if note.what != "asked"] == [
            ("put_aside", 1700001000),
            ("put_aside", 1700001900),
            ("taken_up", 1700001000),
        ]
    finally:
        archive.close()


# -- the screens ----------------------------------------------------------------------------------------------


def left_alone(made: Studio, seconds: float) -> None:
    made.clock.go_on(seconds)
    made.table.take(Tick())


@pytest.mark.parametrize("button", [Button.CONFIRM, Button.LEFT, Button.RIGHT, *HOLDS])
def test_any_button_but_yellow_says_yes(at_table: Studio, button: Button) -> None:
    at_table.begin("thirty", 2, 2)
    left_alone(at_table, ASK)
    before = at_table.table.match
    assert dict(at_table.shown.lamps(at_table.table)) == {Button.BANK: Lamp.ON, Button.CONFIRM: Lamp.BLINK}
    at_table.press(button)
    assert (at_table.table.screen, at_table.table.match) == ("thirty", before)
    left_alone(at_table, ASK - 1)
    assert at_table.table.screen == "thirty"


def test_yellow_makes_room_at_once_and_yellow_brings_it_back(at_table: Studio) -> None:
    at_table.begin("thirty", 2, 2)
    at_table.stage.roll()
    left_alone(at_table, ASK)
    before = at_table.table.match
    at_table.press(Button.BANK)
    assert (at_table.table.screen, at_table.table.match) == ("attract", None)
    assert dict(at_table.shown.lamps(at_table.table))[Button.BANK] is Lamp.ON
    at_table.press(Button.BANK)
    assert (at_table.table.screen, at_table.table.match) == ("thirty", before)


def test_without_such_a_game_yellow_does_nothing(at_table: Studio) -> None:
    assert Button.BANK not in at_table.shown.lamps(at_table.table)
    at_table.press(Button.BANK)
    assert at_table.table.screen == "attract"


@pytest.mark.parametrize(("code", "size"), CASES)
def test_every_text_fits(code: str, size: tuple[int, int]) -> None:
    kit = Kit()
    with studio(code, 3, pygame.Surface(size), kit, watched=False) as made:
        for game, players in (("target_dice", 6), ("ten_thousand", 6), ("yatzy", 12)):
            made.begin(game, players, players + 1)
            left_alone(made, ASK)
            made.draw()
            left_alone(made, LEAVE)
            made.draw()
    assert kit.cut == []
