"""The real driver and the real firmware when things go wrong: noise on the line, plugs, resets, hangs, boot loaders.

Short here. `make rig` takes its time: 1,000 commands, 200 rounds.
"""

from __future__ import annotations

import logging
import os
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tray_rig import Rig, eventually
from tray_talk import Talk, talk_to

from kiosk.light import session
from kiosk.light.link import Found
from kiosk.light.messages import Answer, Command, Light, Outcome, Pattern, Ring, light_data, ring_data
from kiosk.light.wanted import Wanted

COMMANDS = int(os.environ.get("RIG_COMMANDS", "200"))
ROUNDS = int(os.environ.get("RIG_ROUNDS", "6"))
SEED = int(os.environ.get("RIG_SEED", "1"))
BACK = 3.0
"""Seconds after the device is there again within which the link has to be back."""


def commands(rng: random.Random) -> tuple[Command, bytes, bytes]:
    """A command, its data, and what a right answer says."""
    light = Light(rng.randrange(256), rng.randrange(256))
    ring = Ring(Pattern(rng.randrange(7)), (rng.randrange(256), rng.randrange(256), rng.randrange(256)))
    echo = rng.randbytes(rng.randrange(9))
    return rng.choice(
        [
            (Command.LIGHT, light_data(light), light_data(light)),
            (Command.RING, ring_data(ring), ring_data(ring)[:1]),
            (Command.PING, echo, echo),
        ]
    )


def test_one_byte_in_a_hundred_is_spoilt_and_no_command_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Not to wait so long for each of the answers that are lost; a PING of the session's own would count as well.
    monkeypatch.setattr(session, "PATIENCE", 0.04)
    monkeypatch.setattr(session, "TRIES", 50)
    monkeypatch.setattr(session, "PING", 1e9)
    rng = random.Random(SEED)
    with Rig(tmp_path) as rig, talk_to(rig) as talk:
        talk.found()
        before = talk.status().done
        rig.do(f"noise 0.01 {SEED}")
        failed = 0
        last: dict[Command, bytes] = {}
        for _ in range(COMMANDS):
            command, data, right = commands(rng)
            answer = talk.ask(command, data)
            failed += answer is None
            if answer is not None:
                assert (answer.outcome, answer.data) == (Outcome.DONE, right)
                last[command] = data
        rig.do("noise 0")
        status, stats = talk.status(), rig.do("stats")
    assert stats["flipped"] + stats["dropped"] + stats["doubled"] > COMMANDS / 10, "there was noise"
    assert failed == 0, "some tries are enough at one in a hundred"
    assert (status.done - before - 1) % 65536 == COMMANDS, "each was done, and none of them twice"
    assert light_data(status.light) == last[Command.LIGHT]
    assert status.pattern == last[Command.RING][0]


def test_a_command_that_gets_no_answer_is_told_as_failed(tmp_path: Path) -> None:
    with Rig(tmp_path) as rig, talk_to(rig) as talk:
        talk.found()
        rig.do("noise 1 5")
        assert talk.ask(Command.PING, b"\1\2\3") is None
        rig.do("noise 0")
        talk.found(2)


# -- away and back -------------------------------------------------------------------------------------------------


def killed(rig: Rig, rng: random.Random) -> None:
    """Unplugged, and plugged in again."""
    rig.kill()
    time.sleep(rng.uniform(0.05, 1.5))
    rig.plug()


def unplugged(rig: Rig, rng: random.Random) -> None:
    """The line goes, and comes back with another number behind the same name."""
    rig.do("unplug")
    time.sleep(rng.uniform(0.05, 1.5))
    rig.do("plug")


def frozen(rig: Rig, rng: random.Random) -> None:
    """It hangs, and goes on where it was."""
    rig.stop()
    time.sleep(rng.uniform(0.2, 3.5))
    rig.go_on()


def reset(rig: Rig, rng: random.Random) -> None:
    rig.do("reset")


def slow_start(rig: Rig, rng: random.Random) -> None:
    """A boot loader has the line for up to two seconds, and swallows what is said to it."""
    boot = rng.randrange(500, 2000)
    rig.do(f"boot {boot}")
    rig.do("power")
    time.sleep(boot / 1000)
    rig.do("boot 0")


def wedged(rig: Rig, rng: random.Random) -> None:
    """The program hangs until the watchdog strikes."""
    rig.do("wedge")
    time.sleep(0.3)


TROUBLES: list[Callable[[Rig, random.Random], None]] = [killed, unplugged, frozen, reset, slow_start, wedged]


def shown_at(rig: Rig, light: Light) -> float | None:
    """Since when it has shown this light."""
    pwm = rig.records("pwm")
    there = bool(pwm) and pwm[-1]["pwm"] == [2 * light.left, 2 * light.right]
    return float(pwm[-1]["wall"]) if there else None


def test_it_comes_back_from_whatever_happens(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    rng = random.Random(SEED)
    with Rig(tmp_path) as rig, talk_to(rig) as talk:
        talk.found()
        for number in range(ROUNDS):
            trouble = TROUBLES[number % len(TROUBLES)] if len(TROUBLES) >= ROUNDS else rng.choice(TROUBLES)
            light = Light(rng.randrange(1, 255), rng.randrange(1, 255))
            time.sleep(rng.uniform(0, 0.4))
            _one_round(
                rig, talk, light, lambda trouble=trouble: trouble(rig, rng), f"{number}: {trouble.__name__}"
            )  # type: ignore[misc]
    assert not [record for record in caplog.records if record.exc_info], "no exception has escaped"


def _one_round(rig: Rig, talk: Talk, light: Light, trouble: Callable[[], None], what: str) -> None:
    busy = time.process_time()
    began = time.monotonic()
    trouble()
    back = time.monotonic()
    away = back - began
    # The light that is wanted by now is the one to be shown: the link is back when it is.
    talk.link.want(Wanted(light, Ring(Pattern.TURN, (light.left, light.right, 0))))
    at = eventually(lambda: shown_at(rig, light), what)
    # The chip's watchdog may have struck a little later than this machine's clock would have it.
    took = at - max([back, *(record["wall"] for record in rig.records("reset") if record["wall"] > back)])
    assert took < BACK, what
    print(f"{what}: away {away:.2f} s, back after {took:.2f} s, busy {time.process_time() - busy:.3f} s")


def test_while_it_is_away_nothing_is_burnt(tmp_path: Path) -> None:
    with Rig(tmp_path) as rig, talk_to(rig) as talk:
        talk.found()
        rig.kill()
        began = time.process_time()
        time.sleep(1.5)
        gone = time.process_time() - began
        rig.plug()
        talk.found(2)
        rig.stop()
        began = time.process_time()
        time.sleep(1.5)
        hung = time.process_time() - began
        rig.go_on()
    assert gone < 0.03, "two in a hundred of a core, while there is no line"
    assert hung < 0.03, "nor while nobody answers"


def test_a_start_that_opening_the_line_has_caused(tmp_path: Path) -> None:
    """A real Nano starts anew whenever its line is opened, and takes two seconds for it."""
    with Rig(tmp_path, boot=1800, reset_on_open=True) as rig, talk_to(rig) as talk:
        began = time.monotonic()
        talk.found()
        assert time.monotonic() - began < 1.8 + BACK
        time.sleep(0.5)
        assert len(talk.of(Found)) == 1, "it is not started again and again"


def test_another_program_that_has_the_line_is_waited_for(tmp_path: Path) -> None:
    with Rig(tmp_path) as rig:
        with talk_to(rig) as first:
            first.found()
            with talk_to(rig) as second:
                time.sleep(0.3)
                assert not second.of(Found)
        with talk_to(rig) as second:
            second.found()
            answer = second.ask(Command.PING, b"ok")
            assert answer == Answer(Command.PING, answer.number if answer else 0, Outcome.DONE, b"ok")
