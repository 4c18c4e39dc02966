"""Games through everything at once: drawn dice, reader, referee, journal, screens, buttons."""

from __future__ import annotations

import itertools
import json
import random
import time
from pathlib import Path

import kill_nine
import nearly_over
import pytest

from kiosk import house
from kiosk.clock import SystemClock
from kiosk.sim import botgame
from kiosk.sim.guest import Guest
from kiosk.sim.hands import SimHands
from kiosk.window import Window
from rules import Roll

pytestmark = pytest.mark.slow


def test_a_game_ends_and_every_roll_is_what_lay_there(tmp_path: Path) -> None:
    """Much goes wrong in it. One in which nothing does is played in tests/firmware, with the light."""
    nearly_over.begun_in(tmp_path, "yatzy")
    complaints: list[str] = []
    wanted = botgame.Wanted("yatzy", 1, 7, tmp_path / "out", noise=0.7, light="sim")
    summary = botgame.play(wanted, complaints.append, tmp_path)
    assert complaints == []
    assert summary.true
    assert 1 <= summary.rolls <= 3, "the game that was begun is the one that is ended"
    assert json.loads((tmp_path / "out" / "summary.json").read_text())["misreads"] == 0
    assert {"yatzy-roll.png", "yatzy-choose.png", "result.png"} <= {
        file.name for file in (tmp_path / "out").iterdir()
    }


@pytest.mark.parametrize("game", sorted(set(nearly_over.POSITIONS) - {"yatzy"}))
def test_the_other_games_end_likewise(tmp_path: Path, game: str) -> None:
    nearly_over.begun_in(tmp_path, game)
    complaints: list[str] = []
    summary = botgame.play(
        botgame.Wanted(game, nearly_over.seats(game), 3, tmp_path / "out"), complaints.append, tmp_path
    )
    assert complaints == []
    assert summary.true
    assert {f"{game}-roll.png", "result.png"} <= {file.name for file in (tmp_path / "out").iterdir()}


def test_a_guest_comes_in_and_rolls(tmp_path: Path) -> None:
    clock = SystemClock()
    panel = botgame.MockPanel(clock)

    def window(events: object, _: object) -> Window:
        return Window(events, windowed=False, hidden=True)  # type: ignore[arg-type]

    camera = "sim:seed=3,speed=0,fps=10"
    with house.opened(tmp_path, camera, "da", clock, panel.make, window, 0.1) as opened:
        table = opened.table
        hands = SimHands(opened.eyes.ask, table)
        looks: list[str] = []

        def look() -> None:
            assert not hands.busy, "nothing of the next decision is done yet"
            assert not guest._fingers
            assert table.tray is not None
            looks.append(botgame.kind_of(table))

        guest = Guest(table, opened.screens, panel.contact, hands, clock, random.Random(1), 8, "nb", look)
        seen, end = set(), time.monotonic() + 60
        while not table.steps and time.monotonic() < end:
            opened.app.turn(min(guest.patience(), opened.app.patience()))
            seen.add(table.screen)
            guest.act()
    assert seen == {"attract", "language", "games", "players", "yatzy"}
    ways = ["attract", "language", "games", "players", "yatzy-roll"]
    assert [kind for kind, _ in itertools.groupby(looks)] == ways
    assert len(table.seats) == 8
    assert table.language == "nb"
    assert isinstance(table.steps[0].move, Roll)
    assert all(die.crop is not None for die in table.dice)


def test_killed_in_the_middle_it_goes_on_where_it_was(tmp_path: Path) -> None:
    assert kill_nine.check(kills=2, seed=1, longest=2.0, state_dir=tmp_path, game_name="farkle") == []
