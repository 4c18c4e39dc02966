"""Around the game: players, rematch, faults, the end."""

from __future__ import annotations

import numpy as np
from table_sitting import Sitting

from kiosk.events import Failed, Healed, Idle, Preview, StateSeen
from rules import Score


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
