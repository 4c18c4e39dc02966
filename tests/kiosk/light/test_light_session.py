"""Talking to the tray controller, without a line: what is sent, when it is sent again, what is made of the answers."""

from __future__ import annotations

import pytest

from kiosk.light import session as protocol
from kiosk.light.frames import Decoder, encode
from kiosk.light.messages import Ambient, Answer, Command, Impact, Light, Outcome, Pattern, Ring
from kiosk.light.session import (
    CALL,
    PATIENCE,
    PING,
    TRIES,
    Away,
    Ready,
    Replied,
    Request,
    Session,
    Shown,
    Stranger,
    Told,
)
from kiosk.light.wanted import Wanted

IDENTITY = bytes.fromhex("5242 01 000100 0badcafe 01")
NEWER = bytes.fromhex("5242 02 090000 0badcafe 01")
RED = Ring(Pattern.TURN, (255, 0, 0))


class Controller:
    """Answers like the firmware, or not."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.now = 100.0
        self.asked: list[tuple[int, bytes]] = []
        self.told: list[Told] = []
        self.deaf = False
        self.knows_host = True

    def turn(self, seconds: float = 0.0) -> list[tuple[int, bytes]]:
        """Time passes; gives the commands that were sent by then."""
        self.now += seconds
        before = len(self.asked)
        for _ in range(20):
            out, told = self.session.send(self.now)
            self.told += told
            for payload in Decoder().feed(out):
                self.asked.append((payload[0], payload[2:]))
                if not self.deaf:
                    self.say(self._answer(payload))
            if not out:
                break
        return self.asked[before:]

    def say(self, payload: bytes) -> None:
        self.told += self.session.receive(encode(payload), self.now)

    def _answer(self, payload: bytes) -> bytes:
        command, number, data = payload[0], payload[1], payload[2:]
        if command == Command.IDENTIFY:
            self.knows_host = True
            data = IDENTITY
        outcome = Outcome.DONE if self.knows_host else Outcome.STRANGER
        return bytes((command | 0x80, number, outcome)) + (b"" if outcome else data)

    def of(self, kind: type[Told]) -> list[Told]:
        return [one for one in self.told if isinstance(one, kind)]


@pytest.fixture
def controller() -> Controller:
    return Controller(Session(Wanted(Light(160, 150), RED)))


@pytest.fixture
def ready(controller: Controller) -> Controller:
    controller.turn()
    return controller


def test_first_who_is_there_then_the_whole_light(controller: Controller) -> None:
    assert controller.turn() == [
        (Command.IDENTIFY, b""),
        (Command.LIGHT, bytes((160, 150))),
        (Command.RING, bytes((2, 255, 0, 0))),
    ]
    assert isinstance(controller.told[0], Ready)
    assert controller.told[0].identity.text == "0.1.0 (badcafe)"
    assert controller.told[1:] == [Shown(Light(160, 150))]


def test_what_is_shown_already_is_not_sent_again(ready: Controller) -> None:
    assert ready.turn(0.1) == []
    ready.session.wanted = Wanted(Light(160, 150), Ring(Pattern.ASK))
    assert ready.turn(0.1) == [(Command.RING, bytes((4, 0, 0, 0)))]
    ready.session.wanted = Wanted(Light(0, 255), Ring(Pattern.ASK))
    assert ready.turn(0.1) == [(Command.LIGHT, bytes((0, 255)))]


def test_only_the_newest_wish_counts(ready: Controller) -> None:
    ready.deaf = True
    for level in range(50):
        ready.session.wanted = Wanted(Light(level, level), RED)
        ready.turn(0.001)
    ready.deaf = False
    assert ready.turn(PATIENCE) == [(Command.LIGHT, bytes((0, 0))), (Command.LIGHT, bytes((49, 49)))]


def test_a_quiet_table_gives_a_sign_of_life(ready: Controller) -> None:
    ready.turn()
    assert ready.session.due(ready.now) == pytest.approx(ready.now + PING)
    assert ready.turn(PING) == [(Command.PING, b"")]


def test_the_same_frame_is_sent_until_it_is_answered(ready: Controller) -> None:
    ready.deaf = True
    ready.session.wanted = Wanted(Light(1, 2), RED)
    first, _ = ready.session.send(ready.now)
    assert first
    for _ in range(TRIES - 1):
        ready.now += PATIENCE
        assert ready.session.send(ready.now) == (first, [])


def test_who_does_not_answer_is_called_again(ready: Controller) -> None:
    ready.deaf = True
    for _ in range(TRIES + 20):
        ready.turn(max(PATIENCE, CALL))
    assert ready.of(Away) == [Away("it does not answer")]
    assert ready.asked[-1] == (Command.IDENTIFY, b"")
    ready.deaf = False
    assert [command for command, _ in ready.turn(CALL)] == [Command.IDENTIFY, Command.LIGHT, Command.RING]


def test_a_controller_that_has_started_anew_gets_the_whole_light(ready: Controller) -> None:
    ready.say(b"\xc0\x00" + IDENTITY)
    assert isinstance(ready.told[-1], Away)
    assert [command for command, _ in ready.turn()] == [Command.IDENTIFY, Command.LIGHT, Command.RING]


def test_a_controller_that_has_forgotten_us_gets_the_whole_light(ready: Controller) -> None:
    ready.knows_host = False
    sent = [command for command, _ in ready.turn(PING)]
    assert sent == [Command.PING, Command.IDENTIFY, Command.LIGHT, Command.RING]


def test_another_version_is_left_alone(controller: Controller) -> None:
    controller.deaf = True
    controller.turn()
    controller.say(bytes((0x81, 0, 0)) + NEWER)
    (stranger,) = controller.of(Stranger)
    assert isinstance(stranger, Stranger) and stranger.identity.protocol == 2
    assert not controller.of(Ready)


def test_late_and_wrong_answers_are_passed_over(ready: Controller) -> None:
    before = list(ready.told)
    ready.say(bytes((0x83, 77, 0, 9, 9)))
    ready.say(bytes((0x81, 0, 0)) + NEWER)
    assert ready.told == before


def test_a_refused_light_is_not_sent_for_ever(ready: Controller) -> None:
    ready.deaf = True
    ready.session.wanted = Wanted(Light(1, 2), RED)
    ready.turn()
    number = (ready.session.number - 1) % 256
    ready.say(bytes((0x83, number, Outcome.VALUE)))
    ready.deaf = False
    assert ready.turn(0.1) == []


def test_requests_are_answered_after_the_light(ready: Controller) -> None:
    ready.session.wanted = Wanted(Light(5, 5), RED)
    ready.session.request(Request(1, Command.PING, b"abc"))
    assert [command for command, _ in ready.turn()] == [Command.LIGHT, Command.PING]
    (replied,) = ready.of(Replied)
    assert isinstance(replied, Replied) and replied.answer
    assert (replied.key, replied.answer.data) == (1, b"abc")


def test_requests_that_get_no_answer_are_told_so(ready: Controller) -> None:
    ready.deaf = True
    ready.session.request(Request(1, Command.STORE, b"abc"))
    ready.session.request(Request(2, Command.STATUS))
    for _ in range(TRIES):
        ready.turn(PATIENCE)
    ready.turn(PATIENCE)
    assert ready.of(Replied) == [Replied(1, None), Replied(2, None)]
    assert list(ready.session.abandon()) == []


def test_impacts_and_the_rooms_light_are_told(ready: Controller) -> None:
    ready.say(bytes.fromhex("c1 05 0200 00000fff"))
    ready.say(bytes.fromhex("c2 06 0100 1388"))
    assert ready.told[-2:] == [Impact(512, 4095), Ambient(256, 5000)]


def test_numbers_go_on_and_wrap(controller: Controller) -> None:
    controller.session.number = 254
    controller.turn()
    assert controller.session.number == 1


def test_it_calls_less_often_than_it_repeats() -> None:
    assert TRIES * PATIENCE < 2.0 < protocol.PING + 3.0
    assert PING + TRIES * PATIENCE < 3.0, (
        "the controller does not take us for silent while a PING is repeated"
    )


def test_an_answer_of_another_command_is_none_of_ours(ready: Controller) -> None:
    ready.deaf = True
    ready.session.request(Request(9, Command.PING, b"x"))
    ready.turn()
    number = (ready.session.number - 1) % 256
    ready.say(bytes((0x83, number, 0, 1, 1)))
    assert not ready.of(Replied)
    ready.say(bytes((0x82, number, 0)) + b"x")
    assert ready.of(Replied) == [Replied(9, Answer(Command.PING, number, Outcome.DONE, b"x"))]
