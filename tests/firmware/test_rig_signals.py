"""The real firmware on the simulated chip: its pins, counted in cycles; its memory; its senses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tray_rig import HZ, Rig, eventually
from tray_talk import Talk, talk_to

from kiosk.light.messages import (
    Ambient,
    Command,
    Impact,
    Light,
    Outcome,
    Pattern,
    ResetCause,
    Ring,
    Stored,
    parse_stored,
)
from kiosk.light.wanted import Wanted

US = HZ // 1_000_000
LIMIT = 96
"""No LED is brighter, until somebody stores another limit."""


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    with Rig(tmp_path) as rig:
        yield rig


@pytest.fixture
def talk(rig: Rig) -> Iterator[Talk]:
    with talk_to(rig) as talk:
        talk.found()
        yield talk


def test_the_ring_is_fed_to_the_cycle_while_the_line_is_busy(rig: Rig, talk: Talk) -> None:
    talk.link.want(Wanted(Light(200, 200), Ring(Pattern.CELEBRATE)))
    pings = 0
    while len(pictures := rig.records("ring")) < 215:
        for _ in range(20):
            data = pings.to_bytes(4, "big") * 2
            answer = talk.ask(Command.PING, data)
            assert answer and answer.data == data
            pings += 1
    shown = pictures[10:]
    assert len(shown) >= 200
    assert {tuple(picture["high0"]) for picture in shown} == {(6, 6)}, "0.375 us: a 0"
    assert {tuple(picture["high1"]) for picture in shown} == {(13, 13)}, "0.81 us: a 1"
    assert {tuple(picture["period"]) for picture in shown} == {(20, 20)}, "1.25 us"
    assert max(picture["gap"] for picture in shown) < 20 * US, "far from the 50 us that end a picture"
    assert all(picture["loose_bits"] == 0 and len(picture["ring"]) == 2 * 3 * 24 for picture in shown)
    assert all(max(bytes.fromhex(picture["ring"])) <= LIMIT for picture in shown)
    assert len({picture["ring"] for picture in shown}) > 150, "it moves"
    assert rig.do("stats")["byte_wait"]["most"] < HZ // 11520, "no byte waits until the next one has come"
    status = talk.status()
    assert (status.lost_bytes, status.bad_frames) == (0, 0)


@pytest.mark.parametrize("levels", [(200, 100), (10, 254)])
def test_the_white_light_is_on_for_its_share_of_each_period(
    rig: Rig, talk: Talk, levels: tuple[int, int]
) -> None:
    talk.link.want(Wanted(Light(*levels), Ring()))
    rig.wait(0.3)
    rig.do("forget")
    rig.wait(0.2)
    stats = rig.do("stats")
    for side, level in zip(("left", "right"), levels, strict=True):
        period, high = stats[f"{side}_period"], stats[f"{side}_high"]
        assert period["count"] > 1000
        assert period["mean"] == pytest.approx(512, abs=0.1), "31.25 kHz"
        assert high["mean"] == pytest.approx(2 * level, abs=1.5)


def test_dark_is_dark_and_full_is_full(rig: Rig, talk: Talk) -> None:
    talk.link.want(Wanted(Light(0, 255), Ring()))
    eventually(lambda: rig.records("pwm")[-1]["pwm"] == [0, 512])
    rig.do("forget")
    rig.wait(0.1)
    assert rig.do("stats")["left_high"]["count"] == 0


def test_light_steps_are_small_and_the_same_each_time(rig: Rig, talk: Talk) -> None:
    """One half from 40 up to 240 and down again, twice over."""
    courses = []
    rig.wait(0.3)
    for level in (40, 240, 40, 240):
        before = len(rig.records("pwm"))
        talk.link.want(Wanted(Light(level, 100), Ring()))
        wanted = [2 * level, 200]
        eventually(lambda wanted=wanted: rig.records("pwm")[-1]["pwm"] == wanted)  # type: ignore[misc]
        courses.append([record["pwm"][0] for record in rig.records("pwm")[before:]])
    up, again = courses[1], courses[3]
    assert up == again
    assert {b - a for a, b in zip([80, *up], up, strict=False)} == {4}


def test_a_hit_on_the_felt_is_told(rig: Rig, talk: Talk) -> None:
    rig.wait(0.1)
    for millivolts in (800, 2400):
        rig.do(f"impact {millivolts}")
        rig.wait(0.15)
    small, large = eventually(lambda: talk.of(Impact)[1:] and talk.of(Impact))
    assert 100 < small.strength < 180
    assert 400 < large.strength < 500
    traced = [record["c"] / (HZ / 1000) for record in rig.records("impact")]
    assert large.at - small.at == pytest.approx(traced[1] - traced[0], abs=3)


def test_room_light_and_supply_are_measured(rig: Rig, talk: Talk) -> None:
    rig.do("adc 1 2500")
    rig.do("supply 4700")
    rig.wait(0.5)
    status = talk.status()
    assert status.supply_mv == pytest.approx(4700, rel=0.02)
    assert status.ambient == pytest.approx(2500 / 4700 * 1024, abs=6)
    event = eventually(lambda: talk.of(Ambient))[-1]
    assert event.supply_mv == pytest.approx(4700, rel=0.02)


def test_settings_survive_the_power(rig: Rig) -> None:
    with talk_to(rig) as talk:
        talk.found()
        answer = talk.ask(Command.STORE, bytes((90, 30, 55)))
        assert answer and answer.outcome is Outcome.DONE
    rig.do("power")
    eventually(lambda: rig.records("pwm")[-1]["pwm"] == [180, 180], "its own light")
    with talk_to(rig) as talk:
        talk.found()
        answer = talk.ask(Command.RECALL)
        assert answer and parse_stored(answer.data) == Stored(90, 30, 55)


def test_silence_leaves_people_in_plain_white(rig: Rig) -> None:
    with talk_to(rig) as talk:
        talk.found()
        talk.link.want(Wanted(Light(0, 255), Ring(Pattern.ROLLING, (255, 0, 0))))
        eventually(lambda: rig.records("pwm")[-1]["pwm"] == [0, 512])
    eventually(lambda: rig.records("pwm")[-1]["pwm"] == [320, 320], "the stored level")
    assert rig.records("ring")[-1]["ring"] == "00" * 72


def test_a_program_that_hangs_is_started_again_by_its_watchdog(rig: Rig, talk: Talk) -> None:
    talk.link.want(Wanted(Light(33, 44), Ring()))
    eventually(lambda: rig.records("pwm")[-1]["pwm"] == [66, 88])
    rig.do("wedge")
    talk.found(2)
    (wedged,), reset = rig.records("wedged"), rig.records("reset")[-1]
    assert reset["reset"] == ResetCause.WATCHDOG
    assert 0.2 < (reset["c"] - wedged["c"]) / HZ < 0.3
    eventually(lambda: rig.records("pwm")[-1]["pwm"] == [66, 88], "as before")


def test_there_is_stack_to_spare(rig: Rig, talk: Talk) -> None:
    talk.link.want(Wanted(Light(1, 2), Ring(Pattern.CELEBRATE)))
    talk.ask(Command.STORE, bytes((90, 30, 55)))
    rig.do("impact 3000")
    rig.wait(0.2)
    assert talk.status().stack_free > 1024
