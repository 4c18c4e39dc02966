"""The table: from readings and presses to moves, photographs and the journal, without camera or screen."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from dice_words import reading

from kiosk.events import Failed, Healed, Idle, Preview, Seen, StateSeen, Tick
from kiosk.journal import Journal
from kiosk.ledger import Ledger
from kiosk.table import Table
from rules import Keep, Roll, Score
from vision.reading import ProblemKind


class Words:
    """English, as it stands in the code."""

    def __init__(self, code: str) -> None:
        self.code = code

    def text(self, message: str, /, **params: object) -> str:
        return message.format(**params)

    def plural(self, one: str, many: str, count: int, /, **params: object) -> str:
        return (one if count == 1 else many).format(count=count, **params)


class Clock:
    time = 1000.0

    def now(self) -> float:
        return self.time

    def wall(self) -> float:
        return 1.7e9 + self.time


class Sitting:
    """A table with its journal in a folder, and the hands that play at it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ledger = Ledger(lambda: Journal(folder))
        self.table = Table(Words, self.ledger, Clock(), "en")  # type: ignore[arg-type]

    def begin(self, players: int = 2, **options: object) -> Table:
        self.table.take(StateSeen("empty"))
        self.table.begin("yatzy", players, options)
        return self.table

    def see(self, words: str, *problems: ProblemKind) -> None:
        """The dice come to rest like this. Each crop's grey is ten times the die's value."""
        found = reading(words, *problems)
        crops = tuple(np.full((40, 40, 3), 10 * (die.value or 0), np.uint8) for die in found.dice)
        self.table.take(StateSeen("settled"))
        self.table.take(Seen(found, crops))

    def roll(self, words: str) -> None:
        self.table.take(StateSeen("rolling"))
        self.see(words)

    def again(self) -> Table:
        """The program is killed and started again."""
        self.ledger = Ledger(lambda: Journal(self.folder))
        self.table = Table(Words, self.ledger, Clock(), "da")  # type: ignore[arg-type]
        self.table.resume()
        return self.table


@pytest.fixture
def sitting(tmp_path: Path) -> Sitting:
    return Sitting(tmp_path)


FIRST = "4@40,120 1@30,30 4@90,90 6@150,200 2@160,60"
"""Left to right: 1 4 4 6 2."""


def shown(table: Table) -> list[int]:
    return [die.value for die in table.dice]


def moves(table: Table) -> list[object]:
    assert table.match is not None
    return list(table.match.moves)


def greys(table: Table) -> list[int]:
    """The value each photograph shows."""
    return [round(float(die.crop.mean()) / 10) if die.crop is not None else -1 for die in table.dice]


# A turn


def test_a_settled_roll_becomes_a_move_by_itself(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    assert shown(table) == [1, 4, 4, 6, 2]
    assert moves(table) == [Roll((1, 4, 4, 6, 2))]
    assert table.steps[-1].source == "camera"


def test_every_number_stands_beside_its_photograph(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    assert greys(table) == shown(table)


def test_kept_dice_stay_in_their_places_with_their_photographs(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    photographs = [die.crop for die in table.dice]
    table.hold(1)
    table.hold(2)
    table.keep()
    assert [die.rolled for die in table.dice] == [False, True, True, False, False]
    sitting.roll("4@40,120 4@90,90 3@20,200 5@150,30 6@170,170")
    assert shown(table) == [3, 4, 4, 5, 6]
    assert table.dice[1].crop is photographs[1]
    assert greys(table) == shown(table)
    assert moves(table)[1:] == [Keep((4, 4)), Roll((3, 5, 6))]


def test_dice_laid_into_the_lane_are_proposed_as_kept(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    sitting.see("4@240,20 1@30,30 4@240,50 6@150,200 2@160,60")
    assert [die.kept for die in table.dice] == [False, True, True, False, False]
    sitting.see("4@240,20 1@30,30 4@90,90 6@150,200 2@160,60")
    assert [die.kept for die in table.dice] == [False, True, False, False, False]


def test_a_press_overrules_the_lane(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    sitting.see("4@240,20 1@30,30 4@90,90 6@150,200 2@160,60")
    table.hold(1)
    sitting.see("4@240,20 1@30,30 4@90,90 6@150,200")
    assert not any(die.kept for die in table.dice)


def test_dice_that_were_kept_are_proposed_again_but_not_after_the_last_roll(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    table.hold(1)
    table.keep()
    sitting.roll("4@40,120 1@130,30 4@190,90 6@50,200 2@60,60")
    assert [die.value for die in table.dice if die.kept] == [4]
    table.keep()
    sitting.roll("4@40,120 5@130,130 5@190,190 5@50,230 5@60,20")
    assert not any(die.kept for die in table.dice)
    table.hold(0)
    assert not any(die.kept for die in table.dice)


def test_the_turn_just_written_can_be_shown_until_the_next_roll(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    table.play(Score("chance"))
    assert table.last is not None
    assert (table.last.seat, table.last.field, table.last.points) == (0, "chance", 17)
    assert [die.value for die in table.last.dice] == [1, 4, 4, 6, 2]
    assert table.dice == ()
    sitting.roll("4@140,120 1@130,130 4@190,90 6@50,200 2@60,60")
    assert table.last is None


def test_a_refused_move_says_why_and_changes_nothing(sitting: Sitting) -> None:
    table = sitting.begin()
    table.play(Score("chance"))
    assert table.notice
    assert moves(table) == []
    sitting.roll(FIRST)
    for index in range(5):
        table.hold(index)
    table.keep()
    assert table.notice
    assert moves(table) == [Roll((1, 4, 4, 6, 2))]


def test_the_dice_of_the_last_turn_are_not_the_next_roll(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    table.play(Score("chance"))
    sitting.see(FIRST)
    assert len(moves(table)) == 2
    assert table.advice is None


def test_advice_stays_until_it_is_done(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll("4@40,120 1@30,30 4@90,90 6@150,200 /@5,60")
    assert table.advice is not None
    assert (table.advice.kind, table.advice.marks) == ("leaning", ((5.0, 60.0),))
    sitting.see("4@40,120 1@30,30 4@90,90 6@150,200")
    assert table.advice is not None
    sitting.roll(FIRST)
    assert table.advice is None
    assert shown(table) == [1, 4, 4, 6, 2]


def test_darkness_is_said_and_what_was_said_before_comes_back(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll("4@40,120 1@30,30 4@90,90 6@150,200")
    table.take(StateSeen("fault", "dark"))
    assert table.advice is not None
    assert table.advice.kind == "dark"
    table.take(StateSeen("settling"))
    assert table.advice.kind == "too_few"


def test_a_roll_off_takes_one_die_a_seat(sitting: Sitting) -> None:
    table = sitting.begin(2, roll_off=True)
    sitting.roll("3@40,120")
    assert shown(table) == [3]
    sitting.see("3@40,120")
    assert len(moves(table)) == 1
    sitting.roll("5@100,120")
    assert table.match is not None
    assert table.match.player == 1


# Questions


def test_a_question_is_answered_by_confirm(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    table.hold(1)
    table.keep()
    sitting.roll("4@200,20 1@130,30 5@20,90 6@50,200 2@60,60")
    assert table.advice is not None
    assert table.advice.kind == "kept_moved"
    table.take(StateSeen("hand"))
    table.agree()
    assert len(moves(table)) == 2, "a hand is changing what was asked about"
    table.take(StateSeen("settled"))
    table.agree()
    assert moves(table)[2:] == [Roll((5, 6, 2, 1))]
    assert sorted(shown(table)) == [1, 2, 4, 5, 6]
    assert greys(table)[1] == 4


def test_rolling_before_confirm_is_asked_about(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    sitting.see("4@240,20 4@240,50")
    sitting.roll("4@240,20 4@240,50 3@100,200 3@150,30 3@170,170")
    assert table.advice is not None
    assert (table.advice.kind, table.advice.params["values"]) == ("rolled_early", (4, 4))
    table.agree()
    assert moves(table)[1:] == [Keep((4, 4)), Roll((3, 3, 3))]
    assert shown(table) == [3, 4, 4, 3, 3]


def test_the_question_about_an_early_roll_follows_the_hold_buttons(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    sitting.see("4@240,20 4@240,50")
    sitting.roll("4@240,20 4@240,50 3@100,200 3@150,30 6@170,170")
    assert table.advice is not None
    table.hold(1)
    table.hold(3)
    assert table.advice is None, "a 6 was not kept: it was rolled"
    table.agree()
    assert moves(table) == [Roll((1, 4, 4, 6, 2))]
    table.hold(1)
    table.hold(3)
    assert table.advice is not None
    table.agree()
    assert moves(table)[1:] == [Keep((4, 4)), Roll((3, 3, 6))]


def test_picking_up_the_dice_is_a_no(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    table.hold(1)
    table.keep()
    sitting.roll("4@200,20 1@130,30 5@20,90 6@50,200 2@60,60")
    assert table.advice is not None
    sitting.see("")
    assert table.advice is None
    table.agree()
    assert len(moves(table)) == 2


def test_a_hand_in_the_picture_is_said_only_while_it_is_there(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll("4@40,120 1@30,30 4@90,90 6@150,200 /@5,60")
    sitting.see("4@40,120 1@30,30 4@90,90 6@150,200", "hand")
    assert table.advice is not None
    assert table.advice.kind == "hand"
    sitting.see("4@40,120 1@30,30 4@90,90 6@150,200 /@5,60")
    assert table.advice.kind == "leaning"


def test_dice_pushed_about_while_choosing_are_no_roll(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    table.hold(1)
    table.take(StateSeen("rolling"))
    sitting.see("4@40,120 1@50,60 4@60,60 6@70,60 2@85,60")
    assert table.advice is None
    table.keep()
    sitting.see("4@40,120 1@50,60 4@60,60 6@70,60 2@85,60")
    assert moves(table) == [Roll((1, 4, 4, 6, 2)), Keep((4,))]
    assert table.advice is None


def test_a_die_turned_while_choosing_is_no_roll(sitting: Sitting) -> None:
    """Somebody sorts the dice, turns one, and presses CONFIRM: nothing was rolled."""
    table = sitting.begin()
    sitting.roll(FIRST)
    table.hold(1)
    sitting.see("4@40,120 6@50,60 4@60,60 6@75,60 2@90,60")
    table.keep()
    sitting.see("4@40,120 6@50,60 4@60,60 6@75,60 2@90,60")
    assert moves(table) == [Roll((1, 4, 4, 6, 2)), Keep((4,))]


def test_rolling_before_the_field_is_chosen_is_said(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    for where in (0, 15):
        table.hold(1) if where == 0 else None
        table.keep()
        sitting.roll(f"4@40,120 1@{130 + where},30 5@{20 + where},90 6@{50 + where},200 2@{80 + where},60")
    assert not table.may_keep
    sitting.roll("3@30,120 3@130,90 3@190,90 3@50,170 3@170,20")
    assert table.advice is not None
    assert table.advice.kind == "choose_first"
    table.play(Score("chance"))
    assert len(moves(table)) == 6
    sitting.see("3@30,120 3@130,90 3@190,90 3@50,170 3@170,20")
    assert len(moves(table)) == 6, "it was rolled before its turn"


def test_dice_found_after_a_restart_are_asked_about(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    table.play(Score("chance"))
    table = sitting.again()
    sitting.see("3@30,120 3@130,90 3@190,90 3@50,170 3@170,20")
    assert table.advice is not None
    assert table.advice.kind == "found"
    assert len(moves(table)) == 2
    table.agree()
    assert moves(table)[2:] == [Roll((3, 3, 3, 3, 3))]


def test_the_dice_of_the_last_turn_are_known_after_a_restart(sitting: Sitting) -> None:
    sitting.begin()
    sitting.roll(FIRST)
    sitting.table.play(Score("chance"))
    table = sitting.again()
    sitting.see(FIRST)
    assert table.advice is None
    assert len(moves(table)) == 2


# Taking back


def test_a_dispute_plays_the_turn_again(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    table.play(Score("chance"))
    table.dispute()
    assert table.match is not None
    assert table.match.player == 0
    sitting.see(FIRST)
    assert len(moves(table)) == 3, "the dice must be rolled again"


def test_undo_brings_back_the_dice_with_their_photographs(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    before = table.dice
    table.play(Score("chance"))
    table.undo()
    assert table.dice == before
    assert table.last is None
    table.undo()
    assert table.dice == ()
    sitting.see(FIRST)
    assert moves(table) == [], "the dice that were taken back must be rolled again"
    table.undo()
    assert table.notice


def test_a_roll_read_wrongly_is_taken_back_and_read_again(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    table.undo()
    assert table.advice is not None
    assert table.advice.kind == "found"
    sitting.see(FIRST.replace("6@150,200", "5@152,203"))
    assert moves(table) == []
    assert table.advice.kind == "found"
    table.agree()
    assert shown(table) == [1, 4, 4, 5, 2]


def test_after_taking_back_a_roll_the_next_one_counts_without_a_question(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    table.undo()
    sitting.roll("4@140,120 1@130,130 4@190,90 6@50,200 2@60,60")
    assert shown(table) == [6, 2, 1, 4, 4]


# The journal


def play_a_little(sitting: Sitting) -> Table:
    table = sitting.begin()
    sitting.roll(FIRST)
    table.hold(1)
    table.hold(2)
    table.keep()
    sitting.roll("4@40,120 4@90,90 3@20,200 5@150,30 6@170,170")
    table.undo()
    sitting.roll("4@40,120 4@90,90 3@60,20 4@150,40 6@170,120")
    return table


def test_after_a_restart_everything_is_as_it_was(sitting: Sitting) -> None:
    before = play_a_little(sitting)
    after = sitting.again()
    assert moves(after) == moves(before)
    assert shown(after) == shown(before)
    assert [(d.kept, d.rolled, d.lane) for d in after.dice] == [
        (d.kept, d.rolled, d.lane) for d in before.dice
    ]
    assert greys(after) == shown(after)
    assert after.screen == "yatzy"
    assert after.language == "en"
    assert [seat.name for seat in after.seats] == ["Player 1", "Player 2"]


def test_the_game_goes_on_after_a_restart_and_another(sitting: Sitting) -> None:
    play_a_little(sitting)
    table = sitting.again()
    table.play(Score("three_of_a_kind"))
    table = sitting.again()
    assert moves(table)[-1] == Score("three_of_a_kind")
    assert table.last is not None
    assert [die.value for die in table.last.dice] == [3, 4, 4, 4, 6]
    assert table.last.dice[0].crop is not None


def test_a_game_that_staff_ended_does_not_come_back(sitting: Sitting) -> None:
    play_a_little(sitting)
    sitting.table.end_game()
    assert sitting.table.match is None
    assert sitting.table.screen == "attract"
    assert sitting.again().match is None


def test_a_journal_that_makes_no_sense_costs_only_that_game(sitting: Sitting) -> None:
    play_a_little(sitting)
    nonsense = sitting.ledger._journal
    assert nonsense is not None
    nonsense._db.execute("DROP TRIGGER moves_UPDATE")
    nonsense._db.execute("UPDATE moves SET move = '{\"roll\": [9]}' WHERE seq = 0")
    table = sitting.again()
    assert table.match is None
    assert any(".damaged-" in file.name for file in sitting.folder.iterdir())
    table.begin("yatzy", 1)
    assert "journal" not in table.faults


def test_a_journal_that_cannot_be_written_is_said_and_heals(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sqlite3

    table = sitting.begin()
    with monkeypatch.context() as broken:

        def full(self: Journal, entry: object) -> None:
            raise sqlite3.OperationalError("database or disk is full")

        broken.setattr(Journal, "write", full)
        sitting.roll(FIRST)
        assert "journal" in table.faults
        assert shown(table) == [1, 4, 4, 6, 2], "the game goes on"
    table.take(Tick())
    assert "journal" not in table.faults
    assert moves(sitting.again()) == [Roll((1, 4, 4, 6, 2))]


# Around the game


def test_rematch_lets_the_next_seat_start(sitting: Sitting) -> None:
    table = sitting.begin()
    table.rematch()
    assert table.match is not None
    assert table.match.player == 1


def test_a_wrong_number_of_players_is_refused(sitting: Sitting) -> None:
    sitting.table.begin("yatzy", 0)
    assert sitting.table.match is None
    assert sitting.table.notice


def test_when_nobody_is_here_the_table_goes_to_the_beginning_but_never_leaves_a_game(
    sitting: Sitting,
) -> None:
    table = sitting.table
    table.show("players")
    table.take(Idle())
    assert table.screen == "attract"
    table = sitting.begin()
    table.take(Idle())
    assert table.screen == "yatzy"


def test_parts_that_fail_and_heal_are_known(sitting: Sitting) -> None:
    table = sitting.table
    table.take(Failed("camera", "gone"))
    table.take(Failed("panel", "gone"))
    assert table.faults == {"camera", "panel"}
    table.take(Healed("camera"))
    assert table.faults == {"panel"}


def test_millimetres_are_found_in_the_picture(sitting: Sitting) -> None:
    sitting.table.take(Preview(np.zeros((10, 10, 3), np.uint8), 2.0, (-30.0, -40.0)))
    assert sitting.table.tray is not None
    assert sitting.table.tray.pixel(100.0, 50.0) == (260.0, 180.0)
    sitting.table.take(Preview(np.zeros((10, 10, 3), np.uint8), None, None))
    assert sitting.table.tray.pixel(100.0, 50.0) is None


def test_a_whole_game_ends_on_the_result(sitting: Sitting) -> None:
    from rules.yatzy_sheet import FIELDS

    table = sitting.begin(1)
    for turn, field in enumerate(FIELDS):
        sitting.roll(
            f"1@{20 + turn},20 2@{60 + turn},80 3@{100 + turn},150 4@{140 + turn},60 5@{190 - turn},200"
        )
        table.take(StateSeen("empty"))
        table.play(Score(field))
    assert table.match is not None
    assert table.match.over
    assert table.screen == "result"
    assert sitting.again().screen == "result"
    table = sitting.table
    table.dispute()
    assert table.screen == "yatzy"
    table.undo()
    assert table.screen == "result"
    table.show("attract")
    assert table.match is None
    assert sitting.again().match is None
