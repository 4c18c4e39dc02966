"""The ring follows the game, and the tray's light is opened as it was asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest
from table_sitting import FIRST, Sitting

from kiosk.events import Event, Failed, Healed, Hit, LightShown, StateSeen
from kiosk.light import opening
from kiosk.light.link import Found, LinkTold, Missing
from kiosk.light.messages import (
    Ambient,
    Answer,
    Command,
    Identity,
    Impact,
    Light,
    Outcome,
    Pattern,
    ResetCause,
    Ring,
)
from kiosk.light.mood import glow, mood
from kiosk.light.session import Away, Shown
from kiosk.light.tray_light import ControllerLight, NoLight, SimLight
from kiosk.light.wanted import LEVEL, Wanted
from kiosk.theme import seat_style
from rules import Score
from vision.calibration import assumed


def seat_ring(pattern: Pattern, seat: int) -> Ring:
    return Ring(pattern, glow(seat_style(seat).colour))


def test_the_ring_through_a_turn(sitting: Sitting) -> None:
    table = sitting.table
    assert mood(table) == Ring(Pattern.IDLE)
    sitting.begin()
    assert mood(table) == seat_ring(Pattern.TURN, 0)
    table.take(StateSeen("rolling"))
    assert mood(table) == seat_ring(Pattern.ROLLING, 0)
    sitting.see(FIRST)
    assert mood(table) == seat_ring(Pattern.TURN, 0)
    table.play(Score("chance"))
    assert mood(table) == seat_ring(Pattern.TURN, 1)
    table.put_aside()
    assert mood(table) == Ring(Pattern.IDLE)


def test_it_asks_when_the_referee_asks(sitting: Sitting) -> None:
    sitting.begin()
    sitting.roll("4@40,120 1@30,30 4@90,90 6@150,200")
    assert sitting.table.advice is not None
    assert mood(sitting.table) == seat_ring(Pattern.ASK, 0)


def test_hands_that_take_dice_while_people_choose_are_no_roll(sitting: Sitting) -> None:
    sitting.begin()
    sitting.roll(FIRST)
    sitting.table.play(Score("chance"))
    sitting.table.undo()
    sitting.table.take(StateSeen("hand"))
    assert mood(sitting.table).pattern is Pattern.TURN


def test_it_celebrates_the_end(sitting: Sitting) -> None:
    sheets = {field: 0 for field in opening_fields() if field != "chance"}
    sitting.begin(1)
    sitting.table.put_aside()
    sitting.table.open({"game": "yatzy", "players": ["A"], "position": {"sheets": [sheets]}})
    sitting.roll(FIRST)
    sitting.table.play(Score("chance"))
    assert mood(sitting.table) == Ring(Pattern.CELEBRATE)


def opening_fields() -> tuple[str, ...]:
    from rules.yatzy import FIELDS

    return tuple(FIELDS)


def test_a_camera_that_is_away_shows_in_any_game(sitting: Sitting) -> None:
    sitting.begin()
    sitting.table.take(Failed("camera", "gone"))
    assert mood(sitting.table) == Ring(Pattern.FAULT)
    sitting.table.take(Healed("camera"))
    assert mood(sitting.table).pattern is Pattern.TURN


def test_colours_keep_their_hue_and_no_two_seats_look_alike() -> None:
    glows = [glow(seat_style(seat).colour) for seat in range(7)]
    assert len(set(glows)) == 7
    assert glow((255, 255, 255)) == (255, 255, 255)
    assert glow((0, 0, 0)) == (0, 0, 0)
    for seat, shown in enumerate(glows):
        colour = seat_style(seat).colour
        assert [colour.index(part) for part in sorted(colour)] == [
            shown.index(part) for part in sorted(shown)
        ]


# -- the controller's light ------------------------------------------------------------------------------------------


class FakeLink:
    def __init__(self, tell: Callable[[LinkTold], None]) -> None:
        self.tell = tell
        self.wanted: list[Wanted] = []
        self.asked: list[tuple[Command, bytes]] = []
        self.started = self.closed = False

    def start(self) -> None:
        self.started = True

    def want(self, wanted: Wanted) -> None:
        self.wanted.append(wanted)

    def ask(self, command: Command, data: bytes, then: Callable[[Answer | None], None]) -> None:
        self.asked.append((command, data))
        self.then = then

    def close(self) -> None:
        self.closed = True


IDENTITY = Identity(1, (0, 1, 0), 7, ResetCause.POWER)


def controlled(expected: bool = True) -> tuple[ControllerLight, FakeLink, list[Event]]:
    links: list[FakeLink] = []
    events: SimpleQueue[Event] = SimpleQueue()

    def link(tell: Callable[[LinkTold], None]) -> Any:
        links.append(FakeLink(tell))
        return links[0]

    light = ControllerLight(link, events, lambda *_, **__: None, 120, expected)
    heard: list[Event] = []

    def tell(told: LinkTold) -> None:
        light._hear(told)
        while not events.empty():
            heard.append(events.get_nowait())

    links[0].tell = tell
    return light, links[0], heard


def test_level_and_mood_go_to_the_link(sitting: Sitting) -> None:
    light, link, _ = controlled()
    assert link.started
    light.follow(sitting.table, 0.0)
    assert link.wanted == [Wanted(Light(120, 120), Ring(Pattern.IDLE))]
    light.close()
    assert link.closed


def test_what_the_link_tells_becomes_events() -> None:
    _, link, heard = controlled()
    for told in (
        Missing("no light"), Found(IDENTITY), Impact(400, 99), Ambient(1, 5000), Shown(Light(1, 2)), Away("x"),
    ):  # fmt: skip
        link.tell(told)
    assert heard == [Failed("light", "no light"), Healed("light"), Hit(400), LightShown(1, 2)]


def test_a_controller_that_nobody_expects_is_missed_only_once_it_was_there() -> None:
    _, link, heard = controlled(expected=False)
    link.tell(Missing("none"))
    link.tell(Found(IDENTITY))
    link.tell(Missing("gone"))
    assert heard == [Healed("light"), Failed("light", "gone")]


@pytest.mark.parametrize(
    ("stored", "told"),
    [
        (bytes((160, 96, 40)), [(Command.STORE, bytes((120, 96, 40)))]),
        (bytes((120, 30, 50)), []),
        (b"", []),
    ],
)
def test_the_controller_keeps_the_calibrated_level_for_the_time_it_is_alone(
    stored: bytes, told: list[tuple[Command, bytes]]
) -> None:
    _, link, _ = controlled()
    link.tell(Found(IDENTITY))
    assert link.asked == [(Command.RECALL, b"")]
    link.then(Answer(Command.RECALL, 1, Outcome.DONE, stored))
    assert link.asked[1:] == told


def test_a_question_that_gets_no_answer_changes_nothing() -> None:
    _, link, _ = controlled()
    link.tell(Found(IDENTITY))
    link.then(None)
    assert len(link.asked) == 1


# -- the simulated table's light -------------------------------------------------------------------------------------


def test_the_simulated_table_is_told_only_what_is_new(sitting: Sitting) -> None:
    asked: list[dict[str, Any]] = []
    answers: list[Callable[[Mapping[str, Any]], None]] = []
    events: SimpleQueue[Event] = SimpleQueue()

    def ask(
        name: str, then: Callable[[Mapping[str, Any]], None] = lambda _: None, /, **arguments: Any
    ) -> None:
        assert name == "light"
        asked.append(arguments)
        answers.append(then)

    light = SimLight(events, ask)
    light.follow(sitting.table, 0.0)
    light.follow(sitting.table, 0.1)
    assert asked == [{"left": 1.0, "right": 1.0, "ring": [0, 0, 0], "pattern": Pattern.IDLE}]
    answers[0]({"ok": True})
    assert events.get_nowait() == LightShown(LEVEL, LEVEL)
    sitting.begin()
    light.follow(sitting.table, 0.2)
    assert asked[1]["ring"] == list(glow(seat_style(0).colour))
    answers[1]({"ok": False, "error": "the camera is gone"})
    light.follow(sitting.table, 0.3)
    assert len(asked) == 3, "again"


# -- opening ---------------------------------------------------------------------------------------------------------


def test_none_is_no_light(tmp_path: Path) -> None:
    made = opening.light_maker("none", None)(SimpleQueue(), lambda *_, **__: None, tmp_path)  # type: ignore[arg-type]
    assert isinstance(made, NoLight)


def test_a_line_that_is_not_there_is_no_reason_not_to_open(tmp_path: Path) -> None:
    from kiosk.clock import SystemClock

    maker = opening.light_maker(str(tmp_path / "tty"), SystemClock())
    made = maker(SimpleQueue(), lambda *_, **__: None, tmp_path / "calibration.json")
    assert isinstance(made, ControllerLight)
    made.close()


@pytest.mark.parametrize(("level", "wanted"), [(None, LEVEL), (90, 90)])
def test_the_light_is_that_of_the_calibration(tmp_path: Path, level: int | None, wanted: int) -> None:
    from dataclasses import replace

    path = tmp_path / "calibration.json"
    replace(assumed((1280, 720)), light=level).save(path)
    assert opening.calibrated_level(path) == wanted
    path.write_text("{", encoding="utf-8")
    assert opening.calibrated_level(path) == LEVEL
