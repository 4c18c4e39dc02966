"""What staff can do: nothing by a slip, nothing that cannot be undone, and all of it is written down."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from table_sitting import FIRST, Sitting, moves

from kiosk.buttons import HOLDS, Button, Lamp
from kiosk.chosen import Chosen, Comfort, chosen_before, remembered
from kiosk.draw.kit import Kit
from kiosk.events import Idle, Tick
from kiosk.gallery.studio import Studio, studio
from kiosk.journal import Archive
from kiosk.journal.export import lines
from kiosk.journal.verify import Looked, findings
from kiosk.pause import UNDO
from kiosk.sound.loudness import NO_NIGHT, Loudness
from kiosk.staff import SCREENS
from kiosk.table import LANGUAGES
from rules import Roll

CASES = [*((code, (1024, 600)) for code in LANGUAGES), ("da", (1280, 720)), ("nb", (1920, 1080))]
"""Languages and sizes of the screen: the least room in all languages, the other sizes once."""
PLAYED = ["target_dice", "yatzy", "thirty", "ten_thousand", "farkle"]
PLAYERS_OWN = [button for button in Button if button not in (Button.STAFF, Button.SERVICE)]
TAKE_BACK, RESTART, NEW_GAME, PLAYERS, POINTS, SETTINGS = HOLDS


@pytest.fixture
def at_table() -> Iterator[Studio]:
    with studio("en", 3, pygame.Surface((640, 360)), watched=False) as made:
        made.draw()
        yield made


def scores(made: Studio) -> list[int]:
    assert made.table.match is not None
    return list(made.table.match.scores)


def lamps(made: Studio) -> dict[Button, Lamp]:
    return dict(made.shown.lamps(made.table))


def told(folder: Path) -> list[dict[str, Any]]:
    """The journal's games as they are exported; it has to be sound."""
    archive = Archive(folder)
    try:
        assert [found.text for found in findings(archive, Looked()) if found.grade == "fault"] == []
        return [line for line in lines(archive) if line["line"] == "game"]
    finally:
        archive.close()


def diary(folder: Path) -> list[dict[str, Any]]:
    archive = Archive(folder)
    try:
        return [json.loads(row.detail) for row in archive.diary() if row.what == "staff"]
    finally:
        archive.close()


# -- who gets there -------------------------------------------------------------------------------------------


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(PLAYERS_OWN), max_size=40), st.sampled_from([None, *PLAYED]))
def test_no_buttons_of_the_players_lead_there(presses: list[Button], game: str | None) -> None:
    with studio("en", 3, pygame.Surface((64, 36)), watched=False) as made:
        if game is not None:
            made.table.begin(game, 2, {"roll_off": False})
            made.stage.play_turns(1)
        for button in presses:
            made.shown.enter(made.table)
            made.press(button)
            assert made.table.screen not in SCREENS


@pytest.mark.parametrize("screen", ["attract", "games", "players", "house_rules", "language"])
def test_staff_get_there_from_everywhere_and_back_again(at_table: Studio, screen: str) -> None:
    at_table.table.show(screen)
    at_table.press(Button.STAFF)
    assert at_table.table.screen == "staff"
    at_table.press(Button.STAFF)
    assert at_table.table.screen == screen


@pytest.mark.parametrize("presses", [[], [PLAYERS], [POINTS], [SETTINGS], [RESTART]])
def test_held_once_more_it_leads_out_of_every_page(at_table: Studio, presses: list[Button]) -> None:
    at_table.begin("farkle", 2, 1)
    before = at_table.table.match
    at_table.press(Button.STAFF, *presses, Button.STAFF)
    assert (at_table.table.screen, at_table.table.match) == ("farkle", before)


def test_staff_who_forget_to_leave_it_leave_it(at_table: Studio) -> None:
    at_table.begin("farkle", 2, 1)
    at_table.press(Button.STAFF, SETTINGS)
    at_table.table.take(Idle())
    assert at_table.table.screen == "farkle"


def test_without_a_game_only_what_belongs_to_the_table_is_open(at_table: Studio) -> None:
    at_table.press(Button.STAFF)
    assert lamps(at_table) == {SETTINGS: Lamp.ON, Button.BANK: Lamp.ON, Button.CONFIRM: Lamp.BLINK}
    at_table.press(TAKE_BACK, RESTART, NEW_GAME, PLAYERS, POINTS)
    assert at_table.table.screen == "staff"


# -- the game -------------------------------------------------------------------------------------------------


def test_the_last_move_is_taken_back_and_the_one_before(at_table: Studio) -> None:
    at_table.begin("yatzy", 2, 1)
    steps = len(at_table.table.steps)
    at_table.press(Button.STAFF, TAKE_BACK, TAKE_BACK, Button.CONFIRM)
    assert (len(at_table.table.steps), at_table.table.screen) == (steps - 2, "yatzy")


def test_a_restart_asks_and_is_undone_within_ten_minutes(at_table: Studio) -> None:
    at_table.begin("farkle", 3, 9)
    before, points = at_table.table.match, scores(at_table)
    at_table.press(Button.STAFF, RESTART, Button.CONFIRM)
    assert at_table.table.match is before, "green is the safe answer"
    at_table.press(Button.STAFF, RESTART, Button.BANK)
    assert (at_table.table.screen, scores(at_table)) == ("farkle", [0, 0, 0])
    at_table.clock.go_on(UNDO - 10)
    at_table.table.take(Tick())
    at_table.press(Button.STAFF, Button.RIGHT)
    assert (at_table.table.screen, at_table.table.match, scores(at_table)) == ("farkle", before, points)


def test_the_undoing_of_a_restart_can_be_undone(at_table: Studio) -> None:
    at_table.begin("farkle", 3, 9)
    points = scores(at_table)
    at_table.press(Button.STAFF, RESTART, Button.BANK, Button.STAFF, Button.RIGHT, Button.STAFF, Button.RIGHT)
    assert scores(at_table) == [0, 0, 0]
    at_table.press(Button.STAFF, Button.RIGHT)
    assert scores(at_table) == points


def test_after_ten_minutes_it_is_gone(at_table: Studio) -> None:
    at_table.begin("farkle", 3, 9)
    at_table.press(Button.STAFF, RESTART, Button.BANK)
    at_table.clock.go_on(UNDO)
    at_table.table.take(Tick())
    at_table.press(Button.STAFF, Button.RIGHT)
    assert (at_table.table.screen, scores(at_table)) == ("staff", [0, 0, 0])


def test_a_new_game_is_chosen_and_the_old_one_can_be_brought_back(at_table: Studio) -> None:
    at_table.begin("farkle", 3, 9)
    points = scores(at_table)
    at_table.press(Button.STAFF, NEW_GAME, Button.BANK)
    assert (at_table.table.screen, at_table.table.match) == ("games", None)
    assert Button.BANK not in lamps(at_table), "guests are not offered what staff put away"
    at_table.press(Button.STAFF, Button.RIGHT)
    assert scores(at_table) == points


def test_what_was_put_away_survives_a_restart_of_the_program(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    table.staff.new_game()
    table.begin("farkle", 2)
    table = sitting.again()
    assert table.match is not None
    assert table.match.game == "farkle"
    table.staff.bring_back()
    assert moves(table) == [Roll((1, 4, 4, 6, 2))]
    table = sitting.again()
    assert moves(table) == [Roll((1, 4, 4, 6, 2))], "it is the one under way now"
    sitting.roll("4@40,120 1@30,30 4@90,90 6@150,200 2@160,60")
    assert told(sitting.folder)[0]["how"] == "open"


# -- players --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", PLAYED)
def test_a_player_joins_with_what_everybody_began_with(at_table: Studio, game: str) -> None:
    at_table.begin(game, 2, 5)
    points, turn = scores(at_table), at_table.table.match and at_table.table.match.player
    start = {"thirty": 30}.get(game, 0)
    at_table.press(Button.STAFF, PLAYERS, Button.BANK)
    if game == "target_dice":
        assert at_table.table.screen == "by_hand"
        at_table.press(HOLDS[0], HOLDS[4], Button.RIGHT, HOLDS[5], Button.CONFIRM)
        assert at_table.table.match is not None
        assert at_table.table.match.details.targets[-1] == (1, 5, 12)
    assert (at_table.table.screen, scores(at_table)) == (game, [*points, start])
    assert at_table.table.match is not None
    assert at_table.table.match.player == turn
    assert [seat.name for seat in at_table.table.seats] == ["Player 1", "Player 2", "Player 3"]


@pytest.mark.parametrize("game", PLAYED)
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_player_leaves_and_the_others_keep_their_points(at_table: Studio, game: str, seat: int) -> None:
    at_table.begin(game, 3, 7)
    points = scores(at_table)
    acting = at_table.table.match and at_table.table.match.player
    at_table.press(Button.STAFF, PLAYERS, HOLDS[seat], Button.BANK)
    assert at_table.table.screen == game
    assert scores(at_table) == [score for place, score in enumerate(points) if place != seat]
    assert at_table.table.match is not None
    assert acting is not None
    assert at_table.table.match.player == (acting - (seat < acting)) % 2


def test_before_anything_is_rolled_people_just_come_and_go(at_table: Studio) -> None:
    at_table.begin("target_dice", 2, 0)
    at_table.press(Button.STAFF, PLAYERS, Button.BANK, Button.STAFF, PLAYERS, Button.BANK)
    assert scores(at_table) == [0, 0, 0, 0]
    at_table.press(Button.STAFF, PLAYERS, HOLDS[0], Button.BANK)
    assert scores(at_table) == [0, 0, 0]


@pytest.mark.parametrize("game, players", [("farkle", 2), ("yatzy", 1)])
def test_nobody_is_taken_out_of_a_game_that_needs_everybody(
    at_table: Studio, game: str, players: int
) -> None:
    at_table.begin(game, players, 1)
    at_table.press(Button.STAFF, PLAYERS, HOLDS[0])
    assert Button.BANK not in lamps(at_table)
    at_table.press(Button.BANK)
    assert len(scores(at_table)) == players


def test_a_table_that_is_full_takes_nobody(at_table: Studio) -> None:
    at_table.begin("target_dice", 6, 8)
    at_table.press(Button.STAFF, PLAYERS)
    assert Button.BANK not in lamps(at_table)


def test_the_twelfth_player_is_reached_too(at_table: Studio) -> None:
    at_table.begin("yatzy", 12, 3)
    points = scores(at_table)
    at_table.press(Button.STAFF, PLAYERS, Button.RIGHT, HOLDS[5], Button.BANK)
    assert scores(at_table) == points[:11]


# -- points ---------------------------------------------------------------------------------------------------


def test_points_are_put_right(at_table: Studio) -> None:
    at_table.begin("farkle", 2, 8)
    points = scores(at_table)
    acting = at_table.table.match and at_table.table.match.player
    at_table.press(Button.STAFF, POINTS, HOLDS[3], HOLDS[3], Button.RIGHT, HOLDS[5], HOLDS[0], HOLDS[4])
    assert scores(at_table) == points, "nothing is done before yellow"
    at_table.press(Button.BANK)
    assert acting is not None
    wanted = list(points)
    wanted[acting] += 100
    wanted[1 - acting] += 500
    assert (at_table.table.screen, scores(at_table)) == ("farkle", wanted)
    assert at_table.table.match is not None
    assert at_table.table.match.player == acting


def test_points_that_cannot_be_are_refused_in_words_and_nothing_is_lost(at_table: Studio) -> None:
    at_table.begin("thirty", 2, 2)
    before = at_table.table.match
    at_table.press(Button.STAFF, POINTS, *[HOLDS[5]] * 4, Button.BANK)
    assert (at_table.table.screen, at_table.table.match) == ("staff_points", before)
    assert at_table.table.notice == "There can be no more than 30 points here."


def test_points_are_never_set_below_none(at_table: Studio) -> None:
    at_table.begin("farkle", 2, 0)
    at_table.press(Button.STAFF, POINTS, HOLDS[4], HOLDS[0], HOLDS[3], Button.BANK)
    assert sorted(scores(at_table)) == [0, 50]


def test_fields_of_a_sheet_are_put_right(at_table: Studio) -> None:
    at_table.begin("yatzy", 2, 6)
    assert at_table.table.match is not None
    acting = at_table.table.match.player or 0
    before = dict(at_table.table.match.sheets[acting])
    field = "twos"
    at_table.press(Button.STAFF, POINTS, HOLDS[1], HOLDS[5], HOLDS[3], HOLDS[3], Button.BANK)
    assert at_table.table.match.sheets[acting] == {**before, field: 4}
    at_table.press(Button.STAFF, POINTS, HOLDS[1], HOLDS[4], Button.BANK)
    assert at_table.table.match.sheets[acting][field] == 0
    at_table.press(Button.STAFF, POINTS, HOLDS[1], HOLDS[5], Button.BANK)
    assert field not in at_table.table.match.sheets[acting]


def test_a_repair_can_be_undone(at_table: Studio) -> None:
    at_table.begin("farkle", 2, 8)
    points = scores(at_table)
    at_table.press(Button.STAFF, POINTS, HOLDS[5], Button.BANK, Button.STAFF, Button.RIGHT)
    assert scores(at_table) == points


# -- the table ------------------------------------------------------------------------------------------------


def test_a_locked_table_plays_with_nobody_until_it_is_opened(at_table: Studio) -> None:
    at_table.begin("farkle", 2, 5)
    before = at_table.table.match
    at_table.press(Button.STAFF, Button.BANK)
    assert (at_table.table.screen, at_table.table.match, lamps(at_table)) == ("locked", None, {})
    at_table.press(*PLAYERS_OWN)
    at_table.clock.go_on(100_000.0)
    at_table.table.take(Tick())
    at_table.table.take(Idle())
    assert at_table.table.screen == "locked"
    at_table.press(Button.STAFF, Button.CONFIRM)
    assert at_table.table.screen == "locked"
    at_table.press(Button.STAFF, Button.BANK)
    assert at_table.table.screen == "attract", "a day later others may want to play"
    at_table.press(Button.BANK)
    assert (at_table.table.screen, at_table.table.match) == ("farkle", before)


def test_it_stays_locked_over_a_restart(tmp_path: Path) -> None:
    chosen = chosen_before(tmp_path, Comfort(), None)
    sitting = Sitting(tmp_path, chosen)
    sitting.begin()
    sitting.roll(FIRST)
    sitting.table.staff.lock()
    after = sitting.again(chosen_before(tmp_path, Comfort(), None))
    assert (after.screen, after.match) == ("locked", None)
    after.staff.unlock()
    assert moves(after) == [Roll((1, 4, 4, 6, 2))]


def test_volume_type_and_motion_are_set_and_kept(tmp_path: Path) -> None:
    loudness = Loudness("low", NO_NIGHT, lambda: 0.0)
    sitting = Sitting(tmp_path, chosen_before(tmp_path, Comfort(reduced_motion=True), loudness))
    staff = sitting.table.staff
    staff.next_volume()
    staff.switch("large_type")
    staff.switch("reduced_motion")
    assert (loudness.volume, sitting.table.chosen.comfort) == ("high", Comfort(large_type=True))
    assert remembered(tmp_path) == {"large_type": True, "reduced_motion": False, "locked": False}
    assert chosen_before(tmp_path, Comfort(reduced_motion=True), None).comfort == Comfort(large_type=True)


@pytest.mark.parametrize("text", ["", "no JSON", "[1]", '{"large_type": 3, "colour": true}'])
def test_what_was_kept_and_makes_no_sense_costs_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "chosen.json").write_text(text)
    assert chosen_before(tmp_path, Comfort(), None).comfort == Comfort()


def test_a_disk_that_is_full_costs_only_the_memory(tmp_path: Path) -> None:
    chosen = chosen_before(tmp_path / "gone", Comfort(), None)
    assert chosen.switch("large_type")
    assert chosen.comfort.large_type


def test_everything_is_in_the_journal(sitting: Sitting) -> None:
    sitting.table.chosen.loudness = Loudness("low", NO_NIGHT, lambda: 0.0)
    table = sitting.begin(2, "farkle", roll_off=False)
    staff = table.staff
    sitting.roll("1@20,120 2@50,30 3@90,90 4@120,200 5@150,60 6@190,150")
    staff.take_back()
    staff.restart()
    staff.bring_back()
    staff.add_player()
    staff.remove_player(0)
    sitting.table.begin("farkle", 2, {"roll_off": False})
    sitting.roll("1@20,120 1@50,30 3@90,90 4@120,200 5@150,60 2@190,150")
    staff.repair(scores=[500, 0])
    staff.new_game()
    staff.next_volume()
    staff.lock()
    games = told(sitting.folder)
    noted = [[(note["what"], note.get("did") or note.get("why")) for note in game["notes"]] for game in games]
    assert noted == [
        [
            ("put_aside", "restart"),
            ("taken_up", None),
            ("staff", "brought_back"),
            ("put_aside", "players"),
        ],
        [("staff", "restart"), ("put_aside", "brought_back")],
        [("staff", "players"), ("put_aside", "players")],
        [("staff", "players")],
        [("put_aside", "points")],
        [("staff", "points"), ("put_aside", "new_game")],
    ]
    assert [game["how"] for game in games] == ["left", "left", "left", "left", "left", "open"]
    assert games[5]["opening"]["position"] == {"player": 0, "scores": [500, 0]}
    assert [entry["did"] for entry in diary(sitting.folder)] == ["volume", "lock"]


def test_chosen_tells_what_is_to_be_kept() -> None:
    kept: list[object] = []
    chosen = Chosen(keep=lambda what: kept.append(dict(what)))
    chosen.lock(True)
    assert kept == [{"large_type": False, "reduced_motion": False, "locked": True}]


# -- what is written ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("code", "size"), CASES)
def test_every_text_fits(code: str, size: tuple[int, int]) -> None:
    kit = Kit()
    with studio(code, 3, pygame.Surface(size), kit, watched=False) as made:
        made.press(Button.STAFF)
        made.draw()
        made.press(Button.CONFIRM)
        for game, players in (("ten_thousand", 6), ("yatzy", 12)):
            made.begin(game, players, 13)
            _look_at_all(made)
        made.press(Button.STAFF, Button.BANK)
        made.draw()
        made.press(Button.STAFF)
        made.draw()
    assert kit.cut == []


def _look_at_all(made: Studio) -> None:
    pages = [[PLAYERS], [PLAYERS, HOLDS[1]], [POINTS, HOLDS[3]], [SETTINGS], [RESTART], [NEW_GAME]]
    for presses in ([], *pages):
        made.press(Button.STAFF, *presses)
        made.draw()
        made.press(Button.STAFF)
    made.press(Button.STAFF, RESTART, Button.BANK, Button.STAFF)
    made.draw()
    made.press(Button.RIGHT)
