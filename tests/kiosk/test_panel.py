"""Buttons: debounce on a clock that is handed in, real gpiozero buttons on mock pins, a panel that mends."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from queue import SimpleQueue

import pygame
import pytest
from by_hand_time import Clock, drained
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPin

from kiosk.buttons import Button, Lamp
from kiosk.events import Edge, Event, Failed, Healed, Held, Pressed, Quit, Released
from kiosk.panel.contacts import STUCK, Contacts
from kiosk.panel.gpio import CONTACT_PINS, LAMP_PINS, LOOK, GpioPanel, pi_pins
from kiosk.panel.keyboard import KEYS, KeyboardPanel
from kiosk.panel.mending import RETRY, MendingPanel
from kiosk.panel.protocol import PanelFault

B = Button.CONFIRM


# Debounce: edges (milliseconds, closed?) and polls (milliseconds) in, what counts out. Settling takes 10 ms.

DEBOUNCE = [
    ("a clean press", [(0, True)], [5, 9, 10], [Pressed(B)]),
    ("not before it has settled", [(0, True)], [9], []),
    (
        "a bouncing press is one",
        [(0, True), (2, False), (3, True), (4, False), (5, True)],
        [14, 15, 30],
        [Pressed(B)],
    ),
    ("a spike is none", [(0, True), (3, False)], [5, 30], []),
    ("press and release", [(0, True), (80, False)], [20, 95], [Pressed(B), Released(B)]),
    (
        "a bouncing release is one",
        [(0, True), (80, False), (82, True), (83, False)],
        [20, 85, 95],
        [Pressed(B), Released(B)],
    ),
    (
        "a short press that is polled late is not lost",
        [(0, True), (20, False)],
        [300],
        [Pressed(B), Released(B)],
    ),
    (
        "two presses polled late are two",
        [(0, True), (40, False), (90, True), (130, False)],
        [300],
        [Pressed(B), Released(B)] * 2,
    ),
    ("the same edge twice is one", [(0, True), (1, True)], [10, 11], [Pressed(B)]),
    ("held for two seconds", [(0, True)], [10, 1999, 2000, 5000], [Pressed(B), Held(B)]),
    ("let go too early", [(0, True), (1990, False)], [10, 2500], [Pressed(B), Released(B)]),
    (
        "held, but polled only after it was let go",
        [(0, True), (2100, False)],
        [2500],
        [Pressed(B), Held(B), Released(B)],
    ),
]


@pytest.mark.parametrize("story, edges, polls, counted", DEBOUNCE, ids=[case[0] for case in DEBOUNCE])
def test_debounce(
    story: str, edges: list[tuple[int, bool]], polls: list[int], counted: list[Pressed | Released | Held]
) -> None:
    contacts, found = Contacts(0.0), list[object]()
    for at, what in sorted(
        [*((t, down) for t, down in edges), *((t, None) for t in polls)], key=lambda item: item[0]
    ):
        if what is None:
            found += contacts.poll(at / 1000)
        else:
            contacts.edge(Edge(B, what, at / 1000))
    assert found == counted


def test_a_button_already_down_at_the_start_counts_only_when_let_go_and_pressed_again() -> None:
    contacts = Contacts(0.0, closed=[B])
    assert contacts.poll(10.0) == []
    contacts.edge(Edge(B, False, 11.0))
    assert contacts.poll(12.0) == []
    contacts.edge(Edge(B, True, 13.0))
    assert contacts.poll(14.0) == [Pressed(B)]


def test_the_service_key_stays_as_it_was_turned() -> None:
    contacts = Contacts(0.0, closed=[Button.SERVICE])
    assert contacts.poll(1.0)[0] == Pressed(Button.SERVICE), "also when it was turned before the table began"
    assert contacts.stuck(10 * STUCK) == frozenset()
    contacts.edge(Edge(Button.SERVICE, False, 2000.0))
    assert contacts.poll(2001.0)[-1] == Released(Button.SERVICE)


def test_it_says_when_to_look_again() -> None:
    contacts = Contacts(0.0)
    assert contacts.next_due() is None
    contacts.edge(Edge(B, True, 1.0))
    assert contacts.next_due() == pytest.approx(1.01)
    contacts.poll(1.02)
    assert contacts.next_due() == pytest.approx(3.0)
    contacts.poll(3.0)
    assert contacts.next_due() is None


def test_a_stuck_button_is_known() -> None:
    contacts = Contacts(0.0)
    contacts.edge(Edge(B, True, 0.0))
    contacts.poll(1.0)
    assert contacts.stuck(STUCK - 1) == frozenset()
    assert contacts.stuck(STUCK) == {B}


# GPIO


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    factory = MockFactory()
    before = Device.pin_factory
    Device.pin_factory = factory
    yield factory
    Device.pin_factory = before
    factory.close()


class Wired:
    """A panel on mock pins."""

    def __init__(self, pins: MockFactory) -> None:
        self.events: SimpleQueue[Event] = SimpleQueue()
        self.clock = Clock()
        self.pins = pins
        self.panel = GpioPanel(self.events, self.clock, lambda: pins)

    def close_contact(self, button: Button, *, down: bool) -> None:
        pin = self.pins.pin(CONTACT_PINS[button])
        pin.drive_low() if down else pin.drive_high()

    def counted(self, seconds: float) -> list[Pressed | Released | Held]:
        for event in drained(self.events):
            if isinstance(event, Edge):
                self.panel.edge(event)
        self.clock.time += seconds
        return self.panel.poll(self.clock.time)

    def lit(self) -> set[Button]:
        return {button for button, pin in LAMP_PINS.items() if self.pins.pin(pin).state}


def test_a_press_on_a_pin_arrives_as_an_event_and_counts(pins: MockFactory) -> None:
    wired = Wired(pins)
    for button in Button:
        wired.close_contact(button, down=True)
        assert wired.counted(0.02) == [Pressed(button)]
        wired.close_contact(button, down=False)
        assert wired.counted(0.02) == [Released(button)]
    wired.panel.close()


class HeldDown(MockPin):
    """A pin whose contact is closed from the beginning: the pull-up cannot lift it."""

    def _set_pull(self, value: str) -> None:
        self._pull = value
        self._state = self.info.name != f"GPIO{CONTACT_PINS[B]}"


def test_a_contact_closed_at_the_start_is_no_press() -> None:
    factory = MockFactory(pin_class=HeldDown)
    wired = Wired(factory)
    assert wired.counted(5.0) == []
    wired.close_contact(B, down=False)
    assert wired.counted(0.1) == []
    wired.close_contact(B, down=True)
    assert wired.counted(0.1) == [Pressed(B)]
    wired.panel.close()
    factory.close()


def test_lamps(pins: MockFactory) -> None:
    wired = Wired(pins)
    wired.panel.light({Button.HOLD1: Lamp.ON, B: Lamp.BLINK})
    seen = set()
    for _ in range(20):
        wired.counted(0.1)
        assert Button.HOLD1 in wired.lit()
        seen.add(B in wired.lit())
    assert seen == {True, False}
    wired.panel.light({})
    assert wired.lit() == set()
    wired.panel.close()


def test_a_blinking_lamp_asks_to_be_seen_to(pins: MockFactory) -> None:
    wired = Wired(pins)
    assert wired.panel.next_due(wired.clock.time) is None
    wired.panel.light({B: Lamp.BLINK})
    due = wired.panel.next_due(wired.clock.time)
    assert due is not None
    assert 0 < due - wired.clock.time <= 0.5
    wired.panel.close()


def test_every_button_and_lamp_has_a_pin_of_its_own() -> None:
    used = [*CONTACT_PINS.values(), *LAMP_PINS.values()]
    assert len(set(used)) == len(used)
    assert set(CONTACT_PINS) == set(Button)
    assert not set(used) & {2, 3, 14, 15}


def test_without_a_pi_it_is_a_fault_and_never_mock_pins() -> None:
    with pytest.raises(PanelFault, match="cannot be opened"):
        GpioPanel(SimpleQueue(), Clock(), pi_pins)


def test_a_stuck_button_is_said_and_heals(pins: MockFactory) -> None:
    wired = Wired(pins)
    wired.close_contact(B, down=True)
    wired.counted(0.02)
    wired.counted(STUCK)
    assert [event for event in drained(wired.events) if isinstance(event, Failed)]
    wired.close_contact(B, down=False)
    wired.counted(0.02)
    wired.counted(0.02)
    assert Healed("panel") in drained(wired.events)
    wired.panel.close()


def test_a_panel_whose_edges_are_not_heard_any_more_is_a_fault(pins: MockFactory) -> None:
    wired = Wired(pins)
    wired.close_contact(B, down=True)
    drained(wired.events)  # as if the thread that tells of edges had died
    assert wired.counted(LOOK) == []
    with pytest.raises(PanelFault, match="fallen silent"):
        wired.counted(LOOK)
    wired.panel.close()


def test_an_edge_that_is_still_on_its_way_is_none(pins: MockFactory) -> None:
    wired = Wired(pins)
    for down in (True, False, True):
        wired.close_contact(B, down=down)
        late = drained(wired.events)
        wired.counted(LOOK)
        for edge in late:
            assert isinstance(edge, Edge)
            wired.panel.edge(edge)
        wired.counted(LOOK)
    wired.panel.close()


# A panel that is missing


class Loose:
    """A panel whose plug can be pulled."""

    def __init__(self) -> None:
        self.there = False
        self.lamps: object = None

    def make(self) -> Loose:
        if not self.there:
            raise PanelFault("unplugged")
        return self

    def edge(self, edge: Edge) -> None: ...

    def poll(self, now: float) -> list[Pressed | Released | Held]:
        if not self.there:
            raise PanelFault("unplugged")
        return []

    def next_due(self, now: float) -> float | None:
        return None

    def light(self, lamps: object) -> None:
        self.lamps = lamps

    def close(self) -> None: ...


def test_a_missing_panel_is_said_once_tried_again_and_heals() -> None:
    loose, events = Loose(), SimpleQueue[Event]()
    panel = MendingPanel(loose.make, events)
    panel.light({B: Lamp.ON})
    panel.poll(0.0)
    panel.poll(RETRY / 2)
    panel.poll(RETRY)
    assert drained(events) == [Failed("panel", "unplugged")]
    assert panel.next_due(RETRY) == 2 * RETRY
    loose.there = True
    panel.poll(2 * RETRY)
    assert drained(events) == [Healed("panel")]
    assert loose.lamps == {B: Lamp.ON}
    loose.there = False
    panel.poll(3 * RETRY)
    assert drained(events) == [Failed("panel", "unplugged")]


# The keyboard


def test_every_button_has_a_key() -> None:
    assert set(KEYS.values()) == set(Button)


def test_v_turns_the_service_key_on_and_off_again() -> None:
    events, clock = SimpleQueue[Event](), Clock()
    panel = KeyboardPanel(events, clock)
    for _ in range(2):
        panel.key(pygame.K_v, down=True)
        panel.key(pygame.K_v, down=False)
    assert [(edge.button, edge.down) for edge in drained(events) if isinstance(edge, Edge)] == [
        (Button.SERVICE, True),
        (Button.SERVICE, False),
    ]


def test_keys_are_presses_and_can_be_held() -> None:
    events, clock = SimpleQueue[Event](), Clock()
    panel = KeyboardPanel(events, clock)
    panel.key(pygame.K_s, down=True)
    for event in drained(events):
        assert isinstance(event, Edge)
        panel.edge(event)
    assert panel.poll(clock.time) == [Pressed(Button.STAFF)]
    assert panel.next_due(clock.time) == clock.time + 2
    assert panel.poll(clock.time + 2) == [Held(Button.STAFF)]


def test_other_keys_do_what_they_are_given() -> None:
    events = SimpleQueue[Event]()
    panel = KeyboardPanel(events, Clock(), {pygame.K_SPACE: lambda: events.put(Quit())})
    panel.key(pygame.K_SPACE, down=True)
    panel.key(pygame.K_SPACE, down=False)
    panel.key(pygame.K_q, down=True)
    assert drained(events) == [Quit()]


@pytest.mark.parametrize(
    "problem, words",
    [
        (RuntimeError("'can not open gpiochip'"), "is the user in the group gpio"),
        (RuntimeError("'GPIO busy'"), "another program holds the Pi's pins"),
        (
            OSError("unable to locate Pi revision in /proc/device-tree or /proc/cpuinfo"),
            "no pins as a Pi has",
        ),
        (RuntimeError("bad GPIO number"), "cannot be opened: bad GPIO number"),
        (KeyError(), "cannot be opened: KeyError"),
    ],
)
def test_why_it_cannot_be_opened_is_said_plainly(problem: Exception, words: str) -> None:
    def refuse() -> MockFactory:
        raise problem

    with pytest.raises(PanelFault, match=words):
        GpioPanel(SimpleQueue(), Clock(), refuse)


def test_without_lgpio_it_says_which_package_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    with pytest.raises(PanelFault, match="install Debian's package python3-lgpio"):
        GpioPanel(SimpleQueue(), Clock())
