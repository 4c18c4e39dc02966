"""What each screen shows, and what the buttons do on it. That it fits: `test_screens_fit`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import numpy as np
import pygame
import pytest
from tried_screens import FARKLE, OFFERED, TEN_THOUSAND, THIRTY, YATZY, begun

from kiosk.buttons import HOLDS, Button, Lamp
from kiosk.draw.kit import Kit
from kiosk.draw.pen import Pen
from kiosk.events import Failed, Healed, Part, Preview
from kiosk.gallery.studio import Studio, studio
from kiosk.screens import all_screens
from kiosk.screens.attract import DRIFT, drift
from kiosk.screens.house_rules import settings
from kiosk.screens.result import ranking
from kiosk.screens.rule_pages import MOST_PAGES, pages_of
from kiosk.screens.scene import Scene
from kiosk.screens.turn import TurnScreen
from kiosk.screens.yatzy import YatzyScreen, ranked
from rules import GAMES, Score, open_match
from rules.options import declared
from rules.yatzy import FieldScored, YatzyOptions, worth


@pytest.fixture
def at_table() -> Iterator[Studio]:
    with studio("en", 3, pygame.Surface((640, 360)), watched=False) as made:
        made.draw()
        yield made


def lamps(made: Studio) -> dict[Button, Lamp]:
    return dict(all_screens(Kit())[made.table.screen].lamps(made.table))


def headline(made: Studio) -> str:
    screen = made.shown
    assert isinstance(screen, TurnScreen)
    return screen.headline(made.table)


def test_every_screen_goes_by_its_name() -> None:
    screens = all_screens(Kit())
    before = {"attract", "language", "games", "players", "house_rules", "rules"}
    assert set(screens) >= before | set(OFFERED) | {
        "contest",
        "by_hand",
        "staff",
        "locked",
        "still_there",
        "result",
    }
    assert all(screen.name == name for name, screen in screens.items())


@pytest.mark.parametrize(("hold", "game"), list(zip(HOLDS, OFFERED, strict=False)))
def test_two_presses_to_the_first_roll_of_any_game(at_table: Studio, hold: Button, game: str) -> None:
    assert lamps(at_table)[hold] is Lamp.ON
    at_table.press(hold, Button.CONFIRM)
    assert at_table.table.screen == game
    assert at_table.table.match is not None
    assert len(at_table.table.match.players) == 2


def test_green_alone_leads_to_the_first_roll_in_three_presses(at_table: Studio) -> None:
    at_table.press(*[Button.CONFIRM] * 3)
    assert at_table.table.screen == "target_dice"


def test_right_chooses_a_game_and_the_one_played_last_comes_first(at_table: Studio) -> None:
    at_table.press(Button.CONFIRM, *[Button.RIGHT] * 4, Button.CONFIRM, Button.CONFIRM)
    assert at_table.table.screen == "farkle"
    at_table.table.put_aside()
    at_table.press(*[Button.CONFIRM] * 3)
    assert at_table.table.screen == "farkle"


def test_another_game_after_all_is_chosen_from_the_rules(at_table: Studio) -> None:
    at_table.press(THIRTY, Button.HOLD3, Button.LEFT)
    assert at_table.table.screen == "rules"
    at_table.press(YATZY, Button.CONFIRM, Button.CONFIRM)
    assert at_table.table.screen == "yatzy"
    assert at_table.table.match is not None
    assert len(at_table.table.match.players) == 2, "another game begins with the usual number"


def test_a_game_is_never_begun_with_too_few(at_table: Studio) -> None:
    at_table.press(FARKLE, Button.HOLD1, Button.CONFIRM)
    assert at_table.table.match is not None
    assert len(at_table.table.match.players) == 2


@pytest.mark.parametrize(("hold", "roll_off"), [(THIRTY, True), (TEN_THOUSAND, False)])
def test_who_begins_is_found_as_the_games_rules_say_unless_people_say_otherwise(
    at_table: Studio, hold: Button, roll_off: bool
) -> None:
    change = [Button.BANK, Button.BANK, Button.CONFIRM]
    for presses, expected in (([], roll_off), (change, not roll_off)):
        at_table.table.show("attract")
        at_table.press(hold, *presses, Button.CONFIRM)
        assert at_table.table.match is not None
        assert (at_table.table.match.roll_off is not None) is expected
        at_table.table.put_aside()


def test_one_press_changes_the_language(at_table: Studio) -> None:
    at_table.press(Button.RIGHT)
    assert (at_table.table.language, at_table.table.screen) == ("da", "language")


@pytest.mark.parametrize(
    ("presses", "players"),
    [([Button.HOLD6], 6), ([Button.HOLD1], 1), ([Button.HOLD4, Button.RIGHT], 5), ([Button.RIGHT] * 38, 40)],
)
def test_as_many_players_as_wanted(at_table: Studio, presses: list[Button], players: int) -> None:
    at_table.press(YATZY, *presses, Button.CONFIRM)
    assert at_table.table.match is not None
    assert len(at_table.table.match.players) == players


def test_house_rules_are_for_this_match_and_forgotten_with_the_guests(at_table: Studio) -> None:
    at_table.press(YATZY, Button.BANK, Button.RIGHT, Button.BANK, Button.CONFIRM, Button.CONFIRM)
    assert at_table.table.match is not None
    assert at_table.table.match.options == YatzyOptions(bonus_at=94)
    at_table.table.put_aside()
    at_table.press(YATZY, Button.CONFIRM)
    assert at_table.table.match is not None
    assert at_table.table.match.options == YatzyOptions()


@pytest.mark.parametrize("game", OFFERED)
def test_every_option_can_be_set_and_comes_back(at_table: Studio, game: str) -> None:
    at_table.table.choose_game(game)
    at_table.table.show("house_rules")
    for option in declared(GAMES[game].options):
        values = []
        for _ in settings(option):
            at_table.press(Button.BANK)
            values.append(getattr(at_table.table.options, option.name))
        assert values[-1] == option.default
        assert len(set(values)) == len(values) > 1
        at_table.press(Button.RIGHT)


@pytest.mark.parametrize("screen", ["attract", "language", "games", "players", "house_rules"])
def test_one_press_leads_to_the_rules_and_one_back(at_table: Studio, screen: str) -> None:
    at_table.table.show(screen)
    assert lamps(at_table)[Button.LEFT] is Lamp.ON
    at_table.press(Button.LEFT)
    assert at_table.table.screen == "rules"
    at_table.press(Button.LEFT)
    assert at_table.table.screen == screen


@pytest.mark.parametrize("game", OFFERED)
def test_one_press_leads_to_the_rules_of_the_game_and_back_to_it(at_table: Studio, game: str) -> None:
    at_table.begin(game, 2, 0)
    for back in (Button.LEFT, Button.CONFIRM):
        at_table.press(Button.LEFT)
        assert at_table.table.screen == "rules"
        at_table.press(back)
        assert at_table.table.screen == game
    at_table.stage.play_turns(1)
    at_table.stage.roll()
    at_table.press(Button.LEFT, Button.RIGHT, Button.LEFT)
    assert at_table.table.screen == game
    at_table.play_until(lambda match: match.over)
    at_table.press(Button.LEFT, Button.LEFT)
    assert at_table.table.screen == "result"


def test_a_roll_leads_back_from_the_rules(at_table: Studio) -> None:
    begun(at_table, 2)
    at_table.press(Button.LEFT)
    at_table.stage.roll([6, 6, 1, 2, 3])
    assert at_table.table.screen == "yatzy"


@pytest.mark.parametrize("game", OFFERED)
def test_the_rules_take_three_pictures_at_most(game: str) -> None:
    assert 1 <= len(pages_of(game, GAMES[game].options())) <= MOST_PAGES


def test_hold_then_green_rolls_the_rest(at_table: Studio) -> None:
    begun(at_table, 2).stage.roll([6, 6, 1, 2, 3])
    at_table.press(*[HOLDS[n] for n, die in enumerate(at_table.table.dice) if die.value == 6])
    assert [die.value for die in at_table.table.dice if die.kept] == [6, 6]
    assert lamps(at_table)[Button.CONFIRM] is Lamp.ON
    at_table.press(Button.CONFIRM)
    assert at_table.table.match is not None
    assert at_table.table.match.expect.roll is not None
    assert at_table.table.match.expect.roll.count == 3


def test_green_is_dark_when_all_dice_are_kept(at_table: Studio) -> None:
    begun(at_table, 2).stage.roll([6, 6, 1, 2, 3])
    at_table.press(*HOLDS[:5])
    assert Button.CONFIRM not in lamps(at_table)
    assert lamps(at_table)[Button.BANK] is Lamp.BLINK


def test_the_best_field_is_proposed_and_yellow_writes_it(at_table: Studio) -> None:
    begun(at_table, 2).stage.roll([6, 6, 6, 2, 2])
    at_table.press(Button.BANK)
    assert at_table.table.last is not None
    written = at_table.table.last.told(FieldScored)
    assert written is not None
    assert (written.points, at_table.table.last.seat) == (22, 0)


def test_right_walks_over_the_fields_that_may_be_written_the_best_first(at_table: Studio) -> None:
    begun(at_table, 2).stage.roll([1, 2, 3, 4, 5])
    screen = YatzyScreen(Kit())
    assert at_table.table.match is not None
    fields, seen = worth(at_table.table.match), []
    for _ in fields:
        seen.append(screen.chosen(at_table.table) or "")
        screen.press(Button.RIGHT, at_table.table)
    assert sorted(seen) == sorted(fields)
    assert [fields[field] for field in seen] == sorted(fields.values(), reverse=True)
    assert screen.chosen(at_table.table) == seen[0]


def test_a_field_is_struck_by_one_press_and_none_is_more_than_seven_away(at_table: Studio) -> None:
    begun(at_table, 2).stage.roll([6, 6, 5, 4, 4])
    screen = YatzyScreen(Kit())
    assert at_table.table.match is not None
    fields = ranked(at_table.table.match)
    screen.press(HOLDS[5], at_table.table)
    assert screen.chosen(at_table.table) == fields[-1] == "ones"
    away = []
    for button in (Button.RIGHT, HOLDS[5]):
        other = YatzyScreen(Kit())
        seen = [other.chosen(at_table.table)]
        for _ in range(len(fields) // 2):
            other.press(button, at_table.table)
            seen.append(other.chosen(at_table.table))
        away += seen
    assert set(away) == set(fields)
    assert len(fields) // 2 == 7


def test_a_turn_is_doubted_and_played_again(at_table: Studio) -> None:
    begun(at_table, 2, 1)
    at_table.press(Button.LEFT, Button.BANK)
    assert at_table.table.screen == "contest"
    at_table.press(Button.BANK)
    assert at_table.table.match is not None
    assert (at_table.table.screen, at_table.table.match.player) == ("yatzy", 0)


@pytest.mark.parametrize("button", [Button.LEFT, Button.CONFIRM])
def test_a_turn_that_is_doubted_may_stand(at_table: Studio, button: Button) -> None:
    begun(at_table, 2, 1)
    before = at_table.table.match
    at_table.press(Button.LEFT, Button.BANK, button)
    assert (at_table.table.screen, at_table.table.match) == ("yatzy", before)


def test_one_press_plays_again_and_the_next_seat_begins(at_table: Studio) -> None:
    begun(at_table, 2, 30)
    assert at_table.table.screen == "result"
    at_table.press(Button.CONFIRM)
    assert at_table.table.match is not None
    assert (at_table.table.screen, at_table.table.match.player) == ("yatzy", 1)


def strips(made: Studio) -> np.ndarray:
    """What is seen where this screen says what is wrong."""
    pen, screen = Pen(made.draw(), Kit()), made.shown
    assert isinstance(screen, Scene)
    box = screen.fault_place(pen)
    left, right, low = (pen.px(edge) for edge in (box.x, box.right, box.bottom))
    return pygame.surfarray.array3d(made.draw())[left:right, low - pen.px(80) : low]


@pytest.mark.parametrize("screen", sorted(set(all_screens(Kit())) - {"by_hand"}))
def test_what_is_wrong_is_said_on_every_screen_and_only_as_long_as_it_is(
    at_table: Studio, screen: str
) -> None:
    if screen not in ("attract", "language", "games", "players", "house_rules"):
        begun(at_table, 2, 30 if screen == "result" else 1, screen if screen in GAMES else "yatzy")
    at_table.table.show(screen)
    well = strips(at_table)
    for part in get_args(Part):
        at_table.table.take(Failed(part, "no answer for 5 s"))
        assert (strips(at_table) != well).mean() > 0.3, part
        at_table.table.take(Healed(part))
        assert (strips(at_table) == well).all(), part


def test_a_turn_goes_on_while_the_camera_is_away(at_table: Studio) -> None:
    begun(at_table, 2).stage.roll([6, 6, 1, 2, 3])
    at_table.table.take(Failed("camera", ""))
    at_table.press(HOLDS[0], Button.CONFIRM)
    assert headline(at_table) == "Roll, then enter what the dice show."
    assert lamps(at_table)[Button.CONFIRM] is Lamp.BLINK
    at_table.table.take(Healed("camera"))
    assert headline(at_table) == "Roll the 4 dice."
    assert Button.CONFIRM not in lamps(at_table)


def test_a_table_that_sees_nothing_does_not_ask_to_be_played_at(at_table: Studio) -> None:
    assert lamps(at_table)[Button.CONFIRM] is Lamp.BLINK
    at_table.table.take(Failed("camera", ""))
    assert lamps(at_table)[Button.CONFIRM] is Lamp.ON


def test_falling_signs_cover_no_name_and_no_number(at_table: Studio) -> None:
    begun(at_table, 3, turns=45)
    whole, ranking_only = set(), set()
    for _ in range(25):
        picture = at_table.draw()
        whole.add(pygame.image.tobytes(picture, "RGB"))
        ranking_only.add(pygame.image.tobytes(picture.subsurface((14, 164, 300, 66)), "RGB"))
        at_table.clock.go_on(0.2)
    assert len(whole) > 10, "no sign fell"
    assert len(ranking_only) == 1


def test_other_sheets_are_paged_only_where_there_are_more(at_table: Studio) -> None:
    begun(at_table, 4)
    assert Button.RIGHT not in lamps(at_table)
    at_table.table.put_aside()
    begun(at_table, 5)
    assert lamps(at_table)[Button.RIGHT] is Lamp.ON


def test_ties_have_the_same_place() -> None:
    sheets = [{"ones": 3}, {"twos": 8}, {"ones": 3}]
    opening = {"game": "yatzy", "players": ["A", "B", "C"], "position": {"player": 0, "sheets": sheets}}
    assert ranking(open_match(opening)) == [(1, 1), (2, 0), (2, 2)]


def test_nothing_moves_on_a_quiet_screen(at_table: Studio) -> None:
    begun(at_table, 2)
    at_table.draw()
    assert at_table.shown.still(at_table.table, at_table.clock.now() + 0.2)


def test_a_new_picture_of_the_tray_is_shown(at_table: Studio) -> None:
    begun(at_table, 2)
    at_table.draw()
    at_table.table.take(Preview(np.zeros((60, 60, 3), np.uint8), 0.2, (-20.0, -20.0)))
    assert not at_table.shown.still(at_table.table, at_table.clock.now())


def test_the_invitation_never_rests_in_one_place() -> None:
    places = {drift(now) for now in range(0, 600, 5)}
    assert len(places) > 60
    assert all(abs(x) <= DRIFT[0] and abs(y) <= DRIFT[1] for x, y in places)


def test_a_score_is_a_move_of_the_rules(at_table: Studio) -> None:
    begun(at_table, 1).stage.roll([1, 2, 3, 4, 5])
    screen = YatzyScreen(Kit())
    assert at_table.table.match is not None
    assert Score(screen.chosen(at_table.table) or "") in at_table.table.match.expect.choose
