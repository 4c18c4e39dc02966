"""Each test of service mode passes when its part is whole, and fails when it is broken, saying what and what to do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from queue import SimpleQueue
from typing import Any, Literal

import numpy as np
import pygame
import pytest
from service_bench import SIZE, StillClock
from service_parts import Card, Controller, Films, Panel, Round

from kiosk.buttons import Button
from kiosk.doctor.disk import Room
from kiosk.doctor.power import Supply
from kiosk.doctor.wall_clock import Source
from kiosk.draw.kit import Kit
from kiosk.gallery.studio import studio
from kiosk.light.tray_light import NoLight, SimLight
from kiosk.service.parts.buttons import ButtonsTrial
from kiosk.service.parts.camera import PATIENCE, CameraTrial
from kiosk.service.parts.knocks import KnocksTrial
from kiosk.service.parts.lamps import LampsTrial
from kiosk.service.parts.light import STEPS, LightTrial
from kiosk.service.parts.line import LineTrial
from kiosk.service.parts.machine import Looked, MachineTrial
from kiosk.service.parts.names import LIT, NAMES
from kiosk.service.parts.room import RoomTrial
from kiosk.service.parts.screen import ScreenTrial
from kiosk.service.parts.sound import CUES, SoundTrial
from kiosk.service.screens.trial import TrialScreen
from kiosk.service.screens.trial_views import sentence
from kiosk.service.trial import Trial
from kiosk.service.trials import TrialPage, Trials
from kiosk.sound.loudness import NO_NIGHT, Loudness
from kiosk.sound.sounding import Silence, TableSound
from kiosk.words import Words
from vision.sim.camera import SimCamera
from vision.sim.table import SimTable

ENGLISH = Words("en")


def said(test: Trial) -> str:
    return sentence(ENGLISH, test.says)


# buttons


class Hands:
    """Presses buttons of a panel on mock pins, with the test listening."""

    def __init__(self, panel: Panel) -> None:
        self.panel = panel
        self.test = ButtonsTrial(lambda: panel.panel.closed)
        self.round = Round(self.test, panel.clock, panel.events)

    def press(self, button: Button) -> None:
        self.touch(button, down=True)
        self.touch(button, down=False)

    def touch(self, button: Button, *, down: bool) -> None:
        self.panel.touch(button, down=down)
        self.panel.feed()
        self.round.wait(0.1, 5)


@pytest.fixture
def whole() -> Iterator[Panel]:
    panel = Panel(bounce=dict.fromkeys(NAMES, 0.003))
    yield panel
    panel.close()


def test_buttons_that_all_work_pass(whole: Panel) -> None:
    hands = Hands(whole)
    hands.round.begin()
    for count, button in enumerate(NAMES, 1):
        hands.press(button)
        assert len(hands.test.pressed) == count
        if button in LIT and hands.test.verdict is None:
            assert button in hands.test.lamps(), "it lights as it is pressed"
    assert hands.test.verdict == "passed"
    assert sum(hands.test.bounces.values()) == 2 * len(NAMES), "bounces are counted, not forgiven"


def test_a_button_without_a_wire_is_named() -> None:
    panel = Panel(dead=Button.HOLD4)
    hands = Hands(panel)
    hands.round.begin()
    for button in NAMES:
        hands.press(button)
    assert hands.test.verdict is None, "it waits for the last one"
    hands.touch(Button.HOLD1, down=True)
    hands.round.wait(2.2, 22)
    hands.touch(Button.HOLD1, down=False)
    assert hands.test.verdict == "failed"
    assert said(hands.test) == "Not felt: HOLD 4. See to wire and switch."
    panel.close()


def test_a_button_that_stays_down_is_named(whole: Panel) -> None:
    hands = Hands(whole)
    hands.round.begin()
    for button in NAMES:
        hands.press(button) if button is not Button.BANK else hands.touch(button, down=True)
    hands.round.wait(5.0, 50)
    assert hands.test.verdict == "failed"
    assert said(hands.test).startswith("Stuck: Yellow.")


def test_a_button_that_was_down_before_and_stays_so_is_named(whole: Panel) -> None:
    hands = Hands(whole)
    hands.touch(Button.HOLD6, down=True)
    hands.round.begin()
    for button in NAMES:
        if button is not Button.HOLD6:
            hands.press(button)
    hands.touch(Button.LEFT, down=True)
    hands.round.wait(2.2, 22)
    hands.touch(Button.LEFT, down=False)
    hands.round.wait(3.0, 30)
    assert said(hands.test).startswith("Stuck: HOLD 6.")


def test_the_green_button_that_began_the_test_is_no_bounce(whole: Panel) -> None:
    hands = Hands(whole)
    hands.touch(Button.CONFIRM, down=True)
    hands.round.begin()
    hands.touch(Button.CONFIRM, down=False)
    assert hands.test.pressed == set()
    for button in NAMES:
        hands.press(button)
    assert hands.test.verdict == "passed"


def test_a_worn_switch_is_named() -> None:
    panel = Panel(bounce={Button.STAFF: 0.009})
    hands = Hands(panel)
    hands.round.begin()
    for button in NAMES:
        hands.press(button)
    assert hands.test.verdict == "failed"
    assert said(hands.test) == "Bounces too long: Staff. Change the switch."
    assert hands.test.figures()["bounce_ms"] == {"staff": 9.0}
    panel.close()


# lamps


@pytest.mark.parametrize("dead", [None, Button.BANK])
def test_lamps(dead: Button | None) -> None:
    panel = Panel(dead=dead)
    test = LampsTrial()
    done = Round(test).begin()

    def sees() -> bool:
        panel.panel.light(test.lamps())
        shining = [button for button in LIT if panel.shines(button)]
        return shining == [LIT[test.at]]

    done.answer(sees)
    assert test.verdict == ("passed" if dead is None else "failed")
    assert test.figures() == {"wrong": [] if dead is None else ["Yellow"]}
    panel.close()


# the tray's light


class Tray:
    """The simulated table with its light. `broken`: one half that stays dark, or the ring."""

    def __init__(self, broken: str | None) -> None:
        self._broken = broken
        self.camera = SimCamera(SimTable(3, size=(320, 180)), speed=0.0, sleep=lambda _: None)
        self.light: SimLight = SimLight(SimpleQueue(), self._ask)

    def _ask(self, name: str, then: Any = lambda _: None, /, **arguments: Any) -> None:
        if self._broken == "ring":
            arguments["ring"] = [0, 0, 0]
        elif self._broken is not None:
            arguments[self._broken] = 0.0
        then(self.camera.command(name, **arguments))

    def look(self) -> Mapping[str, float]:
        """How light the two sides of the felt and the wood round it are."""
        picture = self.camera.read().image.astype(float)
        height, width = picture.shape[:2]
        felt = picture[height // 3 : 2 * height // 3]
        middle = width // 2
        return {
            "left": felt[:, middle - 30 : middle].mean(),
            "right": felt[:, middle : middle + 30].mean(),
            "all": picture.mean(),
            "rim": picture[:, :20].mean() + picture[:, -20:].mean(),
        }


class Nobody:
    """A scene without a match."""

    match, advice, state = None, None, "empty"
    faults: frozenset[Any] = frozenset()


@pytest.mark.parametrize("broken", [None, "left", "right", "ring"])
def test_light_and_ring(broken: str | None) -> None:
    tray = Tray(broken)
    plain = Tray("ring")
    test = LightTrial(tray.light)
    done = Round(test).begin()

    def sees() -> bool:
        """A maintainer knows how the same light looks at a table that is whole."""
        wanted, looks = STEPS[test.at][1], []
        for one in (tray, plain):
            one.light.show(wanted)
            one.light.follow(Nobody(), 0.0)  # type: ignore[arg-type]
            looks.append(one.look())
        seen, without_ring = looks
        if wanted.ring.colour != (0, 0, 0):
            return seen["rim"] > without_ring["rim"] + 1.0
        return abs(seen["all"] - without_ring["all"]) < 1.0

    done.answer(sees)
    assert test.verdict == ("passed" if broken is None else "failed")
    assert tray.light._instead is None, "the table's own light comes again"


def test_a_table_without_a_light_is_no_fault() -> None:
    assert Round(LightTrial(NoLight())).begin().test.verdict == "absent"


@pytest.mark.parametrize("kind", [LightTrial, KnocksTrial])
def test_a_controller_that_is_away_fails(kind: type[LightTrial] | type[KnocksTrial]) -> None:
    controller = Controller()
    done = Round(kind(controller.light), controller.clock, controller.events).begin()
    controller.leave()
    done.wait(0.1)
    assert done.test.verdict == "failed"
    assert said(done.test).startswith("The tray controller does not answer.")


# knocks


@pytest.mark.parametrize(
    ("strengths", "verdict"),
    [([400, 520, 380], "passed"), ([400], "failed"), ([], "failed")],
)
def test_knocks(strengths: list[int], verdict: str) -> None:
    controller = Controller()
    done = Round(KnocksTrial(controller.light), controller.clock, controller.events).begin()
    done.wait(2.5, 10)
    for strength in strengths:
        controller.knock(strength)
        done.wait(0.5)
    if done.test.verdict is None:
        done.test.press(Button.CONFIRM)
    assert done.test.verdict == verdict
    assert done.test.figures() == {"strengths": strengths}


def test_a_rebound_is_no_second_knock() -> None:
    controller = Controller()
    done = Round(KnocksTrial(controller.light), controller.clock, controller.events).begin()
    done.wait(2.5, 10)
    for strength in (300, 500, 200):
        controller.knock(strength)
        done.wait(0.03)
    assert done.test.figures() == {"strengths": [500]}


def test_a_sensor_that_hears_knocks_where_there_are_none_fails() -> None:
    controller = Controller()
    done = Round(KnocksTrial(controller.light), controller.clock, controller.events).begin()
    done.wait(0.5)
    controller.knock(60)
    done.wait(0.1)
    assert done.test.verdict == "failed"


# the room's light, the supply, the line


@pytest.mark.parametrize(
    ("broken", "sentence"),
    [
        ({}, "Light and voltage are measured as they should be."),
        ({"shade": 590}, "The light sensor saw no difference. See to its wire."),
        ({"supply_mv": 4310}, "The voltage is not right. Change the cable; measure the supply."),
        ({"deaf": True}, "The tray controller does not answer. See to its USB cable."),
    ],
)
def test_room_light_and_supply(broken: dict[str, Any], sentence: str) -> None:
    controller = Controller(**broken)
    done = Round(RoomTrial(controller.light, controller.clock), controller.clock, controller.events).begin()
    for hand in (False, True, False):
        controller.hand = hand
        done.wait(2.0, 10)
    if done.test.verdict is None:
        done.test.press(Button.CONFIRM)
    assert said(done.test) == sentence
    assert done.test.verdict == ("failed" if broken else "passed")


@pytest.mark.parametrize(
    ("broken", "verdict"),
    [({}, "passed"), ({"lossy": 10}, "failed"), ({"late": True}, "failed"), ({"deaf": True}, "failed")],
)
def test_the_line(broken: dict[str, Any], verdict: str) -> None:
    controller = Controller(**broken)
    done = Round(LineTrial(controller.light, controller.clock), controller.clock, controller.events).begin()
    done.wait(2.0, 60)
    assert done.test.verdict == verdict


def test_a_line_that_swallows_questions_does_not_hang_the_test() -> None:
    controller = Controller()
    controller.ask = lambda *_: None  # type: ignore[method-assign]
    done = Round(LineTrial(controller.light, controller.clock), controller.clock, controller.events).begin()
    done.wait(20.0, 40)
    assert done.test.verdict == "failed"


@pytest.mark.parametrize("kind", [RoomTrial, LineTrial])
def test_a_table_without_a_controller_is_no_fault(kind: type[RoomTrial] | type[LineTrial]) -> None:
    done = Round(kind(NoLight(), StillClock())).begin()
    done.wait(0.1)
    assert done.test.verdict == "absent"


# sound


@pytest.mark.parametrize(
    ("card", "verdict"),
    [(Card(), "passed"), (Card(mute=("bust",)), "failed"), (Card(there=False), "failed")],
)
def test_sound(card: Card, verdict: str) -> None:
    loudness = Loudness("off", NO_NIGHT, lambda: 0.0, lambda _: None)
    test = SoundTrial(TableSound(card, loudness))
    Round(test).begin().answer(lambda: card.heard)
    assert test.verdict == verdict
    assert min(card.gains) > 0, "also where the table's sound is off"


def test_every_sound_is_tried() -> None:
    card = Card()
    test = SoundTrial(TableSound(card, Loudness("low", NO_NIGHT, lambda: 0.0, lambda _: None)))
    Round(test).begin().answer(lambda: card.heard)
    assert len(card.gains) == len(CUES)


def test_a_table_without_sound_is_no_fault() -> None:
    assert Round(SoundTrial(Silence())).begin().test.verdict == "absent"


# the screen

Broken = Literal["pixel", "overscan"]


@pytest.mark.parametrize(("broken", "wrong"), [(None, 0), ("pixel", 4), ("overscan", 1)])
def test_the_screen(broken: Broken | None, wrong: int) -> None:
    test = ScreenTrial()
    page = TrialPage(Trials([test], lambda *_: None, StillClock()))
    screen, surface = TrialScreen(Kit(), page), pygame.Surface(SIZE)
    with studio("en", 3, pygame.Surface((64, 36)), Kit(), watched=False) as made:

        def sees() -> bool:
            screen.draw(surface, made.table, 100.2)
            seen = pygame.surfarray.array3d(surface)
            if broken == "pixel":
                seen[123, 77] = 0
            elif broken == "overscan":
                seen = seen[8:-8, 8:-8]
            if test.picture == "start":
                return True
            if test.picture == "frame":
                corners = [seen[x, y] for x in (0, -1) for y in (0, -1)]
                return bool(np.min(corners) > 200)
            return bool((seen == seen[0, 0]).all())

        Round(test).begin().answer(sees)
    assert test.verdict == ("failed" if wrong else "passed")
    assert len(test.refused) == wrong


# the camera


@pytest.mark.parametrize(
    ("broken", "figures"),
    [
        ({}, {"rate": 15.0, "dropped": 0, "repeated": 0}),
        ({"drops": 9}, {"rate": 13.37, "dropped": 7, "repeated": 0}),
        ({"repeats": 8}, {"rate": 15.0, "dropped": 0, "repeated": 7}),
        ({"rate": 8.0}, {"rate": 8.0, "dropped": 0, "repeated": 0}),
        ({"dead": True}, {}),
    ],
)
def test_the_camera(broken: dict[str, Any], figures: dict[str, float]) -> None:
    films, clock = Films(**broken), StillClock()
    done = Round(CameraTrial(films.ask, clock), clock).begin()
    done.wait(PATIENCE + 1, 2)
    assert done.test.verdict == ("failed" if broken else "passed")
    assert done.test.figures() == pytest.approx(figures, abs=0.1)
    assert films.orders[-1] == "leave", "the tray is watched again"


# the machine

FINE = Looked(
    Room("/var/lib/raflebord", None, 20_000_000_000, 10_000_000_000),
    55.0,
    Supply(0, False),
    Source(True, False, 1.8e9),
)


@pytest.mark.parametrize(
    ("part", "value", "wrong"),
    [
        ("room", FINE.room, None),
        ("degrees", None, None),
        ("room", Room("/var/lib/raflebord", "it cannot be written"), 0),
        ("room", Room("/var/lib/raflebord", None, 9_000_000, -5), 0),
        ("degrees", 82.0, 1),
        ("supply", Supply(0x50005, None), 2),
        ("supply", Supply(0x10000, None), 2),
        ("source", Source(False, False, 1.8e9), 3),
        ("source", Source(False, True, 0.0), 3),
    ],
)
def test_the_machine(part: str, value: object, wrong: int | None) -> None:
    found = Looked(**{**vars(FINE), part: value})
    test = MachineTrial(lambda: found, lambda work: work())
    Round(test).begin().wait(0.1)
    assert test.verdict == ("passed" if wrong is None else "failed")
    assert [index for index, item in enumerate(test.items()) if item.mark == "bad"] == (
        [] if wrong is None else [wrong]
    )
