"""No camera, or one that cannot read the roll: people enter it, it is marked, and the game goes on."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pygame
import pytest
from table_sitting import FIRST, Sitting, moves, shown

from kiosk.buttons import HOLDS, Button, Lamp
from kiosk.draw.box import Box
from kiosk.draw.kit import Kit
from kiosk.draw.pen import Pen
from kiosk.events import Failed, Healed
from kiosk.gallery.studio import Studio, studio
from kiosk.journal import Archive
from kiosk.journal.counts import counted
from kiosk.journal.verify import Looked, findings
from kiosk.screens.scene import Scene
from kiosk.table import LANGUAGES
from rules import Keep, Roll, Score

CASES = [*((code, (1024, 600)) for code in LANGUAGES), ("da", (1280, 720)), ("nb", (1920, 1080))]
"""Languages and sizes of the screen: the least room in all languages, the other sizes once."""
AWAY, BACK = Failed("camera", "no frame for 5 s"), Healed("camera")


@pytest.fixture
def at_table() -> Iterator[Studio]:
    with studio("en", 3, pygame.Surface((640, 360)), watched=False) as made:
        made.begin("yatzy", 2, 1)
        made.draw()
        yield made


def stars(sitting: Sitting) -> list[bool]:
    return [die.by_hand for die in sitting.table.dice]


def lamps(made: Studio) -> dict[Button, Lamp]:
    return dict(made.shown.lamps(made.table))


def values(*shown: int) -> list[Button]:
    return [HOLDS[value - 1] for value in shown]


# -- the table ------------------------------------------------------------------------------------------------


def test_as_long_as_the_camera_reads_nothing_is_entered(sitting: Sitting) -> None:
    table = sitting.begin()
    table.enter([1, 2, 3, 4, 5])
    assert (table.entry, moves(table)) == (None, [])


def test_what_is_entered_counts_is_marked_and_goes_on(sitting: Sitting) -> None:
    table = sitting.begin()
    table.take(AWAY)
    table.enter([6, 6, 1, 2, 3])
    assert (shown(table), stars(sitting)) == ([6, 6, 1, 2, 3], [True] * 5)
    table.hold(0)
    table.hold(1)
    table.keep()
    table.enter([6, 4, 4])
    assert moves(table) == [Roll((6, 6, 1, 2, 3)), Keep((6, 6)), Roll((6, 4, 4))]
    assert [step.source for step in table.steps] == ["button"] * 3
    table.play(Score("full_house"))
    assert table.match is not None
    assert table.match.scores == (26, 0)


def test_a_wrong_number_of_dice_is_refused(sitting: Sitting) -> None:
    table = sitting.begin()
    table.take(AWAY)
    table.enter([1, 2])
    assert (moves(table), table.notice) == ([], "Dice to roll now: 5. There are 2.")


def test_when_the_camera_is_back_it_takes_over_where_people_are(sitting: Sitting) -> None:
    """It finds the dice that were entered by what they show; a kept one lies where it lies."""
    table = sitting.begin()
    table.take(AWAY)
    table.enter([1, 4, 4, 6, 2])
    table.take(BACK)
    sitting.see(FIRST)
    assert (table.advice, [die.placed for die in table.dice]) == (None, [True] * 5)
    table.hold(1)
    table.hold(2)
    table.keep()
    sitting.roll("4@40,120 4@90,90 3@20,200 5@150,30 6@170,170")
    assert moves(table)[2:] == [Roll((3, 5, 6))]
    assert sorted((die.value, die.by_hand) for die in table.dice) == [
        (3, False),
        (4, True),
        (4, True),
        (5, False),
        (6, False),
    ]


def test_what_people_entered_stands_against_the_camera(sitting: Sitting) -> None:
    table = sitting.begin()
    table.take(AWAY)
    table.enter([1, 4, 4, 6, 2])
    table.take(BACK)
    sitting.see("5@40,120 1@30,30 5@90,90 6@150,200 2@160,60")
    assert shown(table) == [1, 4, 4, 6, 2]


def test_dice_that_nobody_saw_fall_are_asked_about_when_it_is_back(sitting: Sitting) -> None:
    table = sitting.begin()
    table.take(AWAY)
    table.take(BACK)
    sitting.see(FIRST)
    assert table.advice is not None
    assert table.advice.kind == "found"
    table.agree()
    assert moves(table) == [Roll((1, 4, 4, 6, 2))]
    assert stars(sitting) == [False] * 5


def test_a_short_loss_while_dice_are_looked_at_costs_nothing(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    table.take(AWAY)
    table.take(BACK)
    sitting.see(FIRST)
    assert (shown(table), stars(sitting), table.advice) == ([1, 4, 4, 6, 2], [False] * 5, None)


def test_a_die_that_cannot_be_read_need_not_be_rolled_for_ever(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll("1@30,30 4@40,120 ?@90,90 6@150,200 2@160,60")
    assert table.advice is not None
    assert table.advice.kind == "unsure"
    table.enter([1, 4, 4, 6, 2])
    assert (shown(table), stars(sitting), table.advice) == ([1, 4, 4, 6, 2], [True] * 5, None)


def test_it_survives_a_restart_and_is_known_in_the_journal(sitting: Sitting) -> None:
    table = sitting.begin()
    table.take(AWAY)
    table.enter([6, 6, 1, 2, 3])
    sitting.again()
    assert (shown(sitting.table), stars(sitting)) == ([6, 6, 1, 2, 3], [True] * 5)
    archive = Archive(sitting.folder)
    try:
        assert [found.text for found in findings(archive, Looked())] == []
        counts = counted(archive)
    finally:
        archive.close()
    assert (counts.rolls, counts.by_hand, sum(counts.faces["d6"])) == (1, 1, 0)


# -- the screen -----------------------------------------------------------------------------------------------


def test_one_press_a_die(at_table: Studio) -> None:
    at_table.table.take(AWAY)
    assert lamps(at_table)[Button.CONFIRM] is Lamp.BLINK
    at_table.press(Button.CONFIRM)
    assert at_table.table.screen == "by_hand"
    at_table.press(*values(2, 2, 5, 6, 1))
    assert lamps(at_table) == {Button.LEFT: Lamp.ON, Button.CONFIRM: Lamp.BLINK}
    at_table.press(HOLDS[3], Button.CONFIRM)
    assert [die.value for die in at_table.table.dice] == [2, 2, 5, 6, 1]
    assert at_table.table.screen == "yatzy"


def test_a_value_is_taken_back_and_green_waits_for_all(at_table: Studio) -> None:
    at_table.table.take(AWAY)
    at_table.press(Button.CONFIRM, *values(2, 2), Button.LEFT, *values(3, 4, 5), Button.CONFIRM)
    assert at_table.table.screen == "by_hand"
    at_table.press(*values(6), Button.CONFIRM)
    assert [die.value for die in at_table.table.dice] == [2, 3, 4, 5, 6]


def test_left_leads_back_when_nothing_is_entered(at_table: Studio) -> None:
    at_table.table.take(AWAY)
    at_table.press(Button.CONFIRM, HOLDS[0], Button.LEFT, Button.LEFT)
    assert at_table.table.screen == "yatzy"


def test_black_dice_have_twelve_values(at_table: Studio) -> None:
    at_table.table.put_aside()
    at_table.begin("target_dice", 2, 0)
    at_table.table.take(AWAY)
    at_table.press(Button.CONFIRM, HOLDS[0], Button.RIGHT, HOLDS[5], Button.RIGHT, HOLDS[3], Button.CONFIRM)
    assert at_table.table.match is not None
    assert at_table.table.match.details.targets[0] == (1, 12, 4)
    assert [die.kind for die in at_table.table.steps[0].lie] == ["d12"] * 3


@pytest.mark.parametrize("game", ["target_dice", "yatzy", "thirty", "ten_thousand", "farkle"])
def test_a_whole_game_goes_on_without_a_camera(at_table: Studio, game: str) -> None:
    """Two presses more than it takes with one: every roll is open to be entered, in every phase."""
    at_table.table.put_aside()
    at_table.table.begin(game, 2)
    at_table.table.take(AWAY)
    rolls = 0
    while at_table.table.match is not None and not at_table.table.match.over and rolls < 30:
        if at_table.table.match.expect.roll is None:
            at_table.table.play(at_table.table.match.expect.choose[-1])
            continue
        assert lamps(at_table)[Button.CONFIRM] is Lamp.BLINK
        at_table.press(Button.CONFIRM)
        count = at_table.table.match.expect.roll.count
        at_table.press(*(HOLDS[(rolls + place) % 6] for place in range(count)), Button.CONFIRM)
        rolls += 1
        assert at_table.table.screen in (game, "result")
    assert rolls > 5


def test_it_says_why_dice_are_entered(at_table: Studio) -> None:
    at_table.table.take(AWAY)
    at_table.press(Button.CONFIRM)
    screen, pen = at_table.shown, Pen(at_table.draw(), Kit())
    assert isinstance(screen, Scene)
    box = screen.fault_place(pen)
    rect = pen.rect(Box(box.x, box.bottom - 80, box.w, 80))
    strip = pygame.surfarray.array3d(at_table.draw().subsurface(rect))
    assert len(np.unique(strip.reshape(-1, 3), axis=0)) > 20


def test_it_is_left_by_itself_when_the_camera_is_back(at_table: Studio) -> None:
    at_table.table.take(AWAY)
    at_table.press(Button.CONFIRM, HOLDS[0])
    at_table.table.take(BACK)
    assert at_table.table.screen == "yatzy"
    assert Button.CONFIRM not in lamps(at_table)


@pytest.mark.parametrize(("code", "size"), CASES)
def test_every_text_fits(code: str, size: tuple[int, int]) -> None:
    kit = Kit()
    with studio(code, 3, pygame.Surface(size), kit, watched=False) as made:
        for game in ("yatzy", "target_dice"):
            made.table.begin(game, 3, {"roll_off": False})
            made.table.take(AWAY)
            for button in (None, Button.CONFIRM, HOLDS[0], Button.RIGHT, *[HOLDS[1]] * 5, Button.CONFIRM):
                if button is not None:
                    made.press(button)
                made.draw()
            made.table.put_aside()
    assert kit.cut == []
