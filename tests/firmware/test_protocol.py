"""PROTOCOL.md is true: its examples are replayed against the firmware's core and the host's code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tray_build import host_core
from tray_core import Core

from kiosk.light.frames import PAYLOAD_MAX, Decoder, crc16, encode
from kiosk.light.messages import (
    Answer,
    Command,
    Hello,
    Impact,
    Outcome,
    Pattern,
    ResetCause,
    parse,
    parse_status,
)

PROTOCOL = Path(__file__).parents[2] / "firmware" / "PROTOCOL.md"


def block(name: str) -> list[str]:
    """The lines of the file's block of this name."""
    found = re.search(rf"^```{name}\n(.*?)^```", PROTOCOL.read_text(encoding="utf-8"), re.S | re.M)
    assert found, name
    return found[1].splitlines()


def frames() -> list[tuple[bytes, bytes]]:
    pairs = [line.partition(";")[0].split("|") for line in block("frames")]
    return [(bytes.fromhex(payload), bytes.fromhex(wire)) for payload, wire in pairs]


def payloads(*wires: bytes) -> list[bytes]:
    return list(Decoder().feed(b"".join(wires)))


def test_the_check_value_of_the_crc() -> None:
    assert crc16(b"123456789") == 0x29B1


@pytest.mark.parametrize(("payload", "wire"), frames(), ids=lambda part: part.hex())
def test_the_frames_of_the_page_on_the_host(payload: bytes, wire: bytes) -> None:
    assert encode(payload) == wire
    assert payloads(wire) == [payload]


def test_the_frames_of_the_page_on_the_controller(core: Core) -> None:
    for payload, wire in frames():
        assert core.encode(payload) == wire


def test_the_dialogue_of_the_page(core: Core) -> None:
    heard: list[bytes] = []
    for number, line in enumerate(block("dialogue")):
        kind, words = line[0], line[1:].partition(";")[0]
        if kind == "<":
            assert heard and heard.pop(0) == bytes.fromhex(words), f"line {number}: {line}"
            continue
        assert not heard, f"before line {number} the controller said more than the page does"
        if kind == "!":
            heard = core.begin(int(words))
        elif kind == ">":
            heard = core.feed(bytes.fromhex(words))
        else:
            heard = core.tick(*map(int, words.split()))
    assert not heard


def test_the_host_understands_the_dialogue() -> None:
    said = [bytes.fromhex(line[1:].partition(";")[0]) for line in block("dialogue") if line[0] == "<"]
    told = [parse(payload) for payload in payloads(*said)]
    assert isinstance(told[0], Hello)
    assert told[0].identity.text == "1.2.3 (89abcde)"
    assert told[0].identity.cause is ResetCause.POWER
    answers = [one for one in told if isinstance(one, Answer)]
    outcomes = [answer.outcome for answer in answers]
    assert set(outcomes) == set(Outcome)
    assert Impact(strength=700, at=101) in told
    (status,) = [parse_status(one.data) for one in answers if one.command == Command.STATUS]
    assert status is not None
    assert (status.uptime, status.supply_mv, status.stack_free, status.done) == (105, 5000, 1000, 6)
    assert (status.light.left, status.light.right, status.pattern) == (200, 120, Pattern.TURN)


payload_bytes = st.binary(min_size=2, max_size=PAYLOAD_MAX)


@given(payload_bytes, st.binary(max_size=60))
def test_a_frame_comes_through_whatever_was_on_the_line_before(payload: bytes, garbage: bytes) -> None:
    decoder = Decoder()
    assert list(decoder.feed(garbage + encode(payload)))[-1] == payload


@given(payload_bytes, st.data())
def test_a_frame_with_a_flipped_bit_is_no_frame(payload: bytes, data: st.DataObject) -> None:
    wire = bytearray(encode(payload))
    bit = data.draw(st.integers(8, 8 * (len(wire) - 1) - 1))
    wire[bit // 8] ^= 1 << bit % 8
    assert payloads(bytes(wire)) == []


@given(payload_bytes, st.data())
def test_a_frame_with_a_byte_twice_or_left_out_is_no_other_frame(payload: bytes, data: st.DataObject) -> None:
    wire = encode(payload)
    at = data.draw(st.integers(1, len(wire) - 2))
    for spoilt in (wire[:at] + wire[at : at + 1] + wire[at:], wire[:at] + wire[at + 1 :]):
        assert spoilt == wire or payloads(spoilt) == []


def test_a_zero_behind_a_good_frame_makes_no_other_frame(core: Core) -> None:
    """Among 256 frames one ends with 0x01, which, doubled, is a zero more in the body."""
    core.feed(encode(bytes((Command.IDENTIFY, 0))))
    for number in range(256):
        wire = encode(bytes((Command.PING, number)))
        longer = wire[:-1] + b"\1" + wire[-1:]
        assert payloads(longer) == []
        assert core.feed(longer) == []


@given(st.lists(payload_bytes, max_size=5), st.integers(1, 7))
def test_frames_may_arrive_in_pieces(sent: list[bytes], size: int) -> None:
    wire = b"".join(map(encode, sent))
    decoder = Decoder()
    pieces = (wire[at : at + size] for at in range(0, len(wire), size))
    assert [payload for piece in pieces for payload in decoder.feed(piece)] == sent
    assert decoder.bad == 0


def test_garbage_without_end_is_not_kept() -> None:
    decoder = Decoder()
    for _ in range(1000):
        assert list(decoder.feed(b"\x55" * 100)) == []
    assert len(decoder._part) < 100
    assert list(decoder.feed(encode(b"ab"))) == [b"ab"]
    assert decoder.bad == 1


@pytest.fixture(scope="module")
def twin() -> Iterator[Core]:
    with Core(host_core()) as core:
        yield core


@settings(max_examples=60, deadline=None)
@given(payload=payload_bytes)
def test_both_sides_make_the_same_frames(twin: Core, payload: bytes) -> None:
    assert twin.encode(payload) == encode(payload)


@settings(max_examples=60, deadline=None)
@given(garbage=st.binary(max_size=80), data=st.binary(max_size=8))
def test_the_controller_answers_after_any_garbage(twin: Core, garbage: bytes, data: bytes) -> None:
    twin.begin()
    twin.feed(encode(bytes((Command.IDENTIFY, 1))))
    twin.feed(garbage)
    answers = [parse(payload) for payload in payloads(*twin.feed(encode(bytes((Command.PING, 2)) + data)))]
    assert answers[-1] == Answer(Command.PING, 2, Outcome.DONE, data)


@pytest.mark.parametrize(
    "payload",
    ["c0", "c00052420101", "c00058580101020300000000ff", "8201", "820109", "ff00", "c10001", "4100"],
)
def test_what_makes_no_sense_is_nothing(payload: str) -> None:
    assert parse(bytes.fromhex(payload).ljust(2, b"\0")) is None
