"""The simulated camera: pace, frames, commands from another process, and how it is asked for."""

from __future__ import annotations

import json

import pytest

from vision.sim.camera import SimCamera, open_sim
from vision.sim.dyes import DYES
from vision.sim.spec import DICE, SimSettings, parse_sim_spec
from vision.sim.table import SimTable

SMALL = (320, 180)


class Time:
    """A clock that only sleeping moves, and a record of the sleeps."""

    def __init__(self) -> None:
        self.now = 100.0
        self.slept: list[float] = []

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


def camera(time: Time, **settings: object) -> SimCamera:
    return SimCamera(SimTable(1, size=SMALL), clock=time.clock, sleep=time.sleep, **settings)  # type: ignore[arg-type]


def test_frames_are_numbered_and_stamped_in_simulated_time() -> None:
    eye = camera(Time(), fps=10.0)
    frames = [eye.read() for _ in range(4)]
    assert [frame.index for frame in frames] == [0, 1, 2, 3]
    assert [frame.t for frame in frames] == pytest.approx([0.0, 0.1, 0.2, 0.3])
    assert frames[0].image.shape == (180, 320, 3)


@pytest.mark.parametrize(("speed", "pause"), [(1.0, 0.1), (4.0, 0.025)])
def test_frames_come_at_the_rate_divided_by_the_speed(speed: float, pause: float) -> None:
    time = Time()
    eye = camera(time, fps=10.0, speed=speed)
    for _ in range(5):
        eye.read()
    assert time.slept == pytest.approx([pause] * 4)


def test_at_speed_nought_nobody_sleeps() -> None:
    time = Time()
    eye = camera(time, speed=0.0)
    for _ in range(5):
        eye.read()
    assert time.slept == []


def test_a_late_reader_is_not_showered_with_frames_afterwards() -> None:
    time = Time()
    eye = camera(time, fps=10.0)
    eye.read()
    time.now += 5.0
    eye.read()
    eye.read()
    assert time.slept == pytest.approx([0.1])


def test_a_whole_throw_through_the_command_pipe() -> None:
    eye = camera(Time(), speed=0.0)
    assert eye.command("throw", count=5, values=[1, 2, 3, 4, 5]) == {"ok": True, "troubles": []}
    while eye.command("busy")["busy"]:
        eye.read()
    answer = json.loads(json.dumps(eye.command("truth")))
    dice = [die for die in answer["dice"] if die["place"] == "roll"]
    assert sorted(die["value"] for die in dice) == [1, 2, 3, 4, 5]
    assert (answer["throws"], answer["at_rest"]) == (1, True)
    kept = [[dice[0]["x"], dice[0]["y"]]]
    assert eye.command("carry", moves=[[kept[0], [240.0, 60.0]]])["ok"]
    assert eye.command("misbehave", trouble="bump")["ok"]
    assert eye.command("throw", count=4, leave=[[240.0, 60.0]]) == {"ok": True, "troubles": ["bump"]}
    assert eye.command("dark", seconds=0.1)["ok"]
    assert eye.command("clear")["ok"]


def test_tipping_through_the_command_pipe() -> None:
    eye = camera(Time(), speed=0.0)
    eye.command("throw", count=1, values=[1])
    eye.table.advance(60.0)
    die = next(die for die in eye.command("truth")["dice"] if die["place"] == "roll")
    assert eye.command("tip", x=die["x"], y=die["y"])["ok"]
    eye.table.advance(60.0)
    assert eye.command("truth")["dice"][die["id"]]["value"] != 1


def test_what_a_frame_showed_can_still_be_asked_when_the_next_throw_is_on() -> None:
    eye = camera(Time(), speed=0.0, fps=5.0)
    eye.command("throw", count=2, values=[3, 5])
    while eye.table.busy:
        eye.read()
    then, lay = eye.read().t, eye.command("truth")["dice"]
    eye.command("throw", count=2, values=[1, 1])
    for _ in range(3):
        eye.read()
    assert eye.command("truth")["dice"] != lay
    assert json.loads(json.dumps(eye.command("past", t=then))) == {"ok": True, "t": then, "dice": lay}


def test_while_dice_lie_still_the_past_is_as_the_present() -> None:
    eye = camera(Time(), speed=0.0, fps=5.0)
    frames = [eye.read() for _ in range(1000)]
    assert eye.command("past", t=frames[-500].t)["dice"] == eye.command("truth")["dice"]


@pytest.mark.parametrize("t", [-1.0, 0.0])
def test_what_is_long_ago_is_not_made_up(t: float) -> None:
    eye = camera(Time(), speed=0.0, fps=5.0)
    eye.read()
    eye.command("throw", count=1)
    for _ in range(700):
        eye.read()
    answer = eye.command("past", t=t)
    assert (answer["ok"], answer["error"]) == (False, f"nothing is remembered of the time {t:.2f}")


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("dance", {}, "no command 'dance'"),
        ("throw", {"count": 9}, "cannot throw 9 dice"),
        ("throw", {"size": 9}, "size"),
        ("carry", {"moves": [[[1.0, 1.0], [240.0, 60.0]]]}, "no die lies at 1, 1"),
        ("misbehave", {"trouble": "x"}, "no trouble is called 'x'"),
    ],
)
def test_a_command_that_cannot_be_done_is_answered_in_one_line(name: str, arguments: dict, said: str) -> None:
    answer = camera(Time()).command(name, **arguments)
    assert answer["ok"] is False
    assert said in answer["error"]
    assert "\n" not in answer["error"]


def test_left_alone_with_auto_the_table_plays_by_itself() -> None:
    eye = open_sim(parse_sim_spec("sim:auto=1,size=320x180"), seed=4)
    assert eye.pastime is not None
    places = set()
    for _ in range(400):
        eye.table.advance(0.3)
        eye.pastime.play(eye.table)
        places |= {die.place for die in eye.table.truth()}
    assert eye.table.throws >= 4
    assert {"roll", "hold"} <= places


def test_without_auto_nothing_happens_by_itself() -> None:
    eye = open_sim(parse_sim_spec("sim:speed=0,fps=2,size=320x180"), seed=4)
    for _ in range(20):
        eye.read()
    assert eye.table.throws == 0


def test_the_named_seed_counts_before_the_callers() -> None:
    named = open_sim(parse_sim_spec("sim:seed=7,speed=0,size=320x180"), seed=1).read().image
    handed = open_sim(parse_sim_spec("sim:speed=0,size=320x180"), seed=7).read().image
    assert (named == handed).all()


def test_closing_twice_is_allowed() -> None:
    eye = camera(Time())
    eye.close()
    eye.close()


@pytest.mark.parametrize(
    ("spec", "settings"),
    [
        ("sim", SimSettings()),
        ("sim:", SimSettings()),
        ("sim:seed=3,trouble=0.2,speed=0,size=1280x720,fps=15", SimSettings(3, 0.2, 0.0, (1280, 720), 15.0)),
        ("sim:auto=1,size=2304x1296", SimSettings(auto=True, size=(2304, 1296))),
    ],
)
def test_a_spec_is_read(spec: str, settings: SimSettings) -> None:
    assert parse_sim_spec(spec) == settings


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("simulator", "called 'sim', not 'simulator'"),
        ("sim:colour=red", "no setting 'colour': it has seed, trouble, speed, size, fps, auto"),
        ("sim:seed=-1", "seed is a whole number, 0 or more, not '-1'"),
        ("sim:seed", "seed is a whole number, 0 or more, not ''"),
        ("sim:trouble=2", "trouble is a number from 0 to 1, not '2'"),
        ("sim:trouble=nan", "trouble is a number from 0 to 1, not 'nan'"),
        ("sim:speed=fast", "speed is a number from 0"),
        ("sim:size=big", "size is width x height such as 1280x720, not 'big'"),
        ("sim:size=99x99", "size is width x height"),
        ("sim:fps=0", "fps is a number from 1 to 120, not '0'"),
        ("sim:auto=yes", "auto is 0 or 1, not 'yes'"),
    ],
)
def test_a_wrong_spec_is_refused_in_one_line(spec: str, said: str) -> None:
    with pytest.raises(ValueError, match=said) as refusal:
        parse_sim_spec(spec)
    assert "\n" not in str(refusal.value)


def test_all_dice_that_can_be_drawn_can_be_asked_for() -> None:
    assert tuple(DYES) == DICE
