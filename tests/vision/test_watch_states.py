"""Situations at the table, drawn, and what the watcher makes of them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from watch_stage import Block, Scene, Script, Stage, moved, play, settled, states, values

from vision.cameras.protocol import Frame, Image
from vision.observations import Settled, StateChanged
from vision.reader import Reader
from vision.reading import ProblemKind, Reading
from vision.sim.table import SimTable
from vision.watch.watcher import Watcher

DICE = (Block(0.3, 0.4, 5), Block(0.5, 0.3, 2, 40), Block(0.6, 0.6, 6, 75))
BARE = Scene()
RESTING = Scene(DICE)
REST = 2.0


def roll(t: float) -> Scene:
    """Half a second of nothing, a hand, dice that roll, rest from t = 2.0 on."""
    if t < 0.5:
        return BARE
    if t < 1.2:
        return Scene(hand=0.3 + 0.5 * (t - 0.5))
    left = max(0.0, REST - t)
    dice = tuple(replace(die, x=die.x - 0.4 * left, angle=die.angle + 400 * left) for die in DICE)
    return Scene(dice, hand=0.6 - 2 * (t - 1.2) if t < 1.4 else 0.0)


@pytest.mark.parametrize("fps", [10.0, 15.0, 30.0])
def test_a_roll_from_hand_to_rest(fps: float) -> None:
    seen = play(Stage(), roll, 3.0, fps)
    assert states(seen) == ["settling", "empty", "hand", "rolling", "settling", "settled"]
    (reading,) = settled(seen)
    assert values(reading.reading) == [2, 5, 6]
    assert reading.t + 1e-6 >= REST + 0.2
    assert reading.t <= REST + 0.35


@pytest.mark.parametrize("size", [(640, 360), (960, 540), (1280, 720), (2304, 1296)])
def test_the_size_of_the_picture_does_not_matter(size: tuple[int, int]) -> None:
    seen = play(Stage(size), roll, 2.5, fps=10.0)
    assert states(seen) == ["settling", "empty", "hand", "rolling", "settling", "settled"]
    assert [values(one.reading) for one in settled(seen)] == [[2, 5, 6]]


def test_a_settled_reading_comes_right_after_its_state_and_with_its_picture() -> None:
    stage = Stage()
    seen = play(stage, lambda t: RESTING, 1.0)
    change, reading = seen[-2:]
    assert isinstance(change, StateChanged)
    assert isinstance(reading, Settled)
    assert (change.state, change.frame) == ("settled", reading.frame)
    assert reading.image.shape == (360, 640, 3)
    assert [die.px for die in reading.reading.dice] == [(die.x * 640, die.y * 360) for die in DICE]


# Things that are nothing: the tray stays as it is, and the settled reading stands.
NOTHING: dict[str, Script] = {
    "noise": lambda t: RESTING,
    "flicker": lambda t: replace(RESTING, light=0.9 if int(t * 15) % 2 else 1.1),
    "the sun goes down": lambda t: replace(RESTING, light=1.05 - 0.05 * t),
    "a cloud, quickly": lambda t: replace(RESTING, light=0.7 if t > 2 else 1.0),
    "somebody's shadow": lambda t: replace(RESTING, shadow=(t - 1) / 2),
    "exposure, a step up": lambda t: replace(RESTING, light=1.25 if t > 2 else 1.0),
    "exposure, taken in steps": lambda t: replace(
        RESTING, light=1.0 - 0.1 * min(4, max(0, int((t - 2) * 15)))
    ),
    "burnt-out whites become darker": lambda t: replace(RESTING, light=0.95 if t > 2 else 1.4),
    "white balance drifts": lambda t: replace(RESTING, tint=(1.0 + 0.05 * t, 1.0, 1.0 - 0.05 * t)),
    "white balance jumps": lambda t: replace(RESTING, tint=(0.8, 1.0, 1.15) if t > 2 else (1.0, 1.0, 1.0)),
    "the light fails for a moment": lambda t: replace(RESTING, light=0.02 if 1.5 < t < 1.8 else 1.0),
}


@pytest.mark.parametrize("dice", [(), DICE], ids=["empty", "dice"])
@pytest.mark.parametrize("script", NOTHING.values(), ids=NOTHING.keys())
def test_what_is_nothing_changes_nothing(script: Script, dice: tuple[Block, ...]) -> None:
    seen = play(Stage(), lambda t: replace(script(t), dice=dice), 5.0)
    assert states(seen) == ["settling", "settled" if dice else "empty"]
    assert len(settled(seen)) == (1 if dice else 0)


def test_a_shadow_that_passes_while_dice_are_read_is_no_hand_later() -> None:
    def script(t: float) -> Scene:
        # The shadow lies across the tray when the felt is looked at, and is gone when the next hand is.
        return replace(roll(t), shadow=(t - 1.6) / 1.2) if t < 3.5 else roll(t - 3.0)

    seen = play(Stage(), script, 5.5)
    assert states(seen)[2:] == 2 * ["hand", "rolling", "settling", "settled"]
    assert [one.t for one in seen if isinstance(one, StateChanged)][-1] <= 3.0 + REST + 0.35
    assert [values(one.reading) for one in settled(seen)] == [[2, 5, 6]]


def test_strong_noise_is_still_noise() -> None:
    assert states(play(Stage(noise=12.0), roll, 3.0))[-2:] == ["settling", "settled"]


@pytest.mark.parametrize("noise", [0.0, 12.0, 20.0])
def test_in_any_noise_the_tray_stays_as_it_is(noise: float) -> None:
    seen = play(Stage(noise=noise), lambda t: RESTING, 4.5)
    assert states(seen) == ["settling", "settled"]
    assert len(settled(seen)) == 1


def test_dice_that_lie_there_in_the_first_frame_are_read_and_later_taken() -> None:
    def script(t: float) -> Scene:
        return RESTING if t < 1 else Scene(hand=0.8) if t < 1.5 else BARE

    seen = play(Stage(), script, 3.0)
    assert states(seen) == ["settling", "settled", "hand", "settling", "empty"]
    assert len(settled(seen)) == 1


@pytest.mark.parametrize("dice", [(), DICE], ids=["empty", "dice"])
def test_a_hand_in_the_first_frame(dice: tuple[Block, ...]) -> None:
    seen = play(Stage(), lambda t: Scene(dice, hand=0.8 if t < 1 else 0.0), 2.0)
    assert states(seen)[:2] == ["settling", "hand"]
    assert states(seen)[-1] == ("settled" if dice else "empty")
    assert all(one.t > 1.1 for one in settled(seen))


@pytest.mark.parametrize(
    ("reader", "still"), [(False, 1.5), (True, 6.0)], ids=["reader blind", "reader sees it"]
)
def test_a_hand_that_holds_still_is_not_settled(reader: bool, still: float) -> None:
    def script(t: float) -> Scene:
        return RESTING if t < 1 else replace(RESTING, hand=0.6 if t < 1 + still else 0.0)

    seen = play(Stage(sees_hands=reader), script, still + 2.0)
    assert states(seen) == ["settling", "settled", "hand", "settling", "settled"]
    # Nothing was changed by the hand, so there is nothing new to tell.
    assert len(settled(seen)) == 1


def test_what_lies_still_on_the_rim_for_long_is_no_hand() -> None:
    seen = play(Stage(sees_hands=False), lambda t: Scene(DICE, hand=0.25 if t > 1 else 0.0), 5.0)
    assert states(seen) == ["settling", "settled", "hand", "settling", "settled"]


def test_a_still_hand_that_the_reader_takes_for_a_thing_is_a_hand_for_long() -> None:
    def script(t: float) -> Scene:
        return RESTING if t < 1 or t > 6 else replace(RESTING, hand=0.6, problem="foreign")

    seen = play(Stage(sees_hands=False), script, 7.0, fps=10.0)
    assert states(seen) == ["settling", "settled", "hand", "settling", "settled"]
    assert len(settled(seen)) == 1


def test_a_thing_across_the_rim_is_told_after_ten_seconds() -> None:
    def script(t: float) -> Scene:
        return RESTING if t < 1 else replace(RESTING, hand=0.6, problem="foreign")

    seen = play(Stage(sees_hands=False), script, 12.5, fps=10.0)
    assert states(seen) == ["settling", "settled", "hand", "settled"]
    assert [problem.kind for problem in settled(seen)[-1].reading.problems] == ["foreign"]


def test_a_hand_that_takes_the_dice_is_no_roll() -> None:
    def script(t: float) -> Scene:
        return Scene(DICE if t < 1.4 else (), hand=min(0.9, t - 1) if 1 < t < 1.9 else 0.0)

    seen = play(Stage(), script, 3.0)
    assert states(seen)[:3] == ["settling", "settled", "hand"]
    assert states(seen)[-1] == "empty"
    assert "rolling" not in states(seen)


@pytest.mark.parametrize(
    "after",
    [moved(DICE, 0.06), DICE[:2], (*DICE[:2], replace(DICE[2], value=1)), (*DICE, Block(0.2, 0.7, 4))],
    ids=["moved", "one taken", "one turned", "one more"],
)
def test_a_change_gives_a_new_reading(after: tuple[Block, ...]) -> None:
    def script(t: float) -> Scene:
        return Scene(DICE if t < 1.4 else after, hand=0.8 if 1.1 < t < 1.7 else 0.0)

    seen = settled(play(Stage(), script, 3.0))
    assert [values(one.reading) for one in seen] == [values_of(DICE), values_of(after)]
    assert seen[1].t > 1.9


def values_of(dice: tuple[Block, ...]) -> list[int]:
    return sorted(die.value for die in dice)


BUMPED = moved(DICE, 0.0025)
"""By a tenth of an edge, 1.6 mm."""
IN_THE_LANE = (*DICE[:2], replace(DICE[2], x=0.85))


@pytest.mark.parametrize(
    ("after", "expected", "gone"),
    [
        (BUMPED, ["nudged"] * 3, ()),
        (moved(DICE, 0.06), ["moved"] * 3, ()),
        (IN_THE_LANE, ["same", "same", "moved"], ()),
        (DICE[:2], ["same", "same"], (3,)),
        ((*DICE[:2], replace(DICE[2], value=1)), ["same", "same", "turned"], ()),
        ((*DICE, Block(0.2, 0.7, 4)), ["same", "same", "same", "new"], ()),
    ],
    ids=["pushed", "moved", "carried", "one taken", "one turned", "one more"],
)
def test_a_hand_changes_things_and_the_dice_stay_who_they_are(
    after: tuple[Block, ...], expected: list[str], gone: tuple[int, ...]
) -> None:
    def script(t: float) -> Scene:
        return Scene(DICE if t < 1.4 else after, hand=0.8 if 1.1 < t < 1.7 else 0.0)

    first, second = settled(play(Stage(), script, 3.0))
    assert [(track.id, track.change) for track in first.tracks] == [(1, "new"), (2, "new"), (3, "new")]
    assert [track.change for track in second.tracks] == expected
    assert [track.id for track in second.tracks] == list(range(1, len(after) + 1))
    assert second.gone == gone


def test_a_bump_is_read_again_and_the_dice_stay_who_they_are() -> None:
    first, second = settled(play(Stage(), lambda t: Scene(DICE if t < 1 else BUMPED), 2.0))
    assert [track.id for track in first.tracks] == [track.id for track in second.tracks]
    assert {track.change for track in second.tracks} == {"nudged"}
    assert [die.px[0] for die in second.reading.dice] == [die.x * 640 for die in BUMPED]


def test_dice_that_are_rolled_again_are_new_and_the_kept_one_is_not() -> None:
    def script(t: float) -> Scene:
        if t < 1.5:
            return Scene(DICE[:1] if t > 1.2 else DICE, hand=0.7 if t > 1 else 0.0)
        left = max(0.0, REST + 1 - t)
        rolled = tuple(replace(die, x=die.x + 0.1 - 0.3 * left, angle=400 * left) for die in DICE[1:])
        return Scene((DICE[0], *rolled))

    _first, second = settled(play(Stage(), script, 4.0))
    assert [(track.id, track.change) for track in second.tracks] == [(1, "same"), (4, "new"), (5, "new")]
    assert second.gone == (2, 3)


def test_the_same_dice_put_back_after_the_tray_was_empty_are_new() -> None:
    seen = play(Stage(), lambda t: BARE if 1 < t < 2 else RESTING, 3.0)
    assert [values(one.reading) for one in settled(seen)] == [[2, 5, 6], [2, 5, 6]]


def test_a_die_spinning_on_its_corner_has_not_settled() -> None:
    def script(t: float) -> Scene:
        return Scene((replace(DICE[0], angle=DICE[0].angle + 700 * max(0.0, 2.0 - t)),))

    seen = play(Stage(), script, 3.0)
    assert states(seen) == ["settling", "rolling", "settling", "settled"]
    assert settled(seen)[0].t >= 2.2 - 1e-6


def test_a_die_that_spins_so_fast_that_it_is_but_a_blur_has_not_settled() -> None:
    def script(t: float) -> Scene:
        spinning = replace(DICE[1], angle=13.0 * round(15 * t), faint=True)
        return RESTING if t < 1 or t > 4 else Scene((DICE[0], spinning, DICE[2]))

    seen = play(Stage(), script, 6.0)
    assert states(seen)[:2] == ["settling", "settled"]
    assert all(
        one.t > 4.2 for one in seen if one.t > 1 and isinstance(one, StateChanged) and one.state == "settled"
    )
    assert states(seen)[-1] == "settled"


def test_a_die_that_creeps_has_not_settled() -> None:
    def script(t: float) -> Scene:
        return Scene((replace(DICE[0], x=0.3 + 0.02 * min(t, 3.0)),))

    assert all(one.t > 3.1 for one in settled(play(Stage(), script, 4.0)))


def test_the_reader_is_only_asked_when_the_tray_is_quiet() -> None:
    stage = Stage()
    play(stage, lambda t: Scene(moved(DICE, 0.05 * t)), 3.0)
    assert stage.readings == 0
    play(stage, lambda t: RESTING, 10.0)
    assert stage.readings == 3, "one every fifteenth of a second until they count"


def test_a_die_without_a_value_is_waited_for_a_little_longer() -> None:
    stage = Stage(
        lies=lambda reading, die: replace(die, status="cocked", value=None) if die.value == 5 else die
    )
    (read,) = settled(play(Stage(), lambda t: RESTING, 2.0, fps=30.0))
    (doubtful,) = settled(play(stage, lambda t: RESTING, 2.0, fps=30.0))
    assert read.t < doubtful.t <= 0.35


def test_frames_that_do_not_agree_leave_the_die_unsure() -> None:
    stage = Stage(lies=lambda reading, die: replace(die, value=1 + reading % 2) if die.value == 5 else die)
    (reading,) = settled(play(stage, lambda t: RESTING, 2.0))
    assert [(die.status, die.value) for die in reading.reading.dice] == [
        ("unsure", None),
        ("ok", 2),
        ("ok", 6),
    ]
    assert reading.t + 1e-6 >= 0.8


# -- faults -----------------------------------------------------------------------------------------------------

FAULTS = {
    "bright": lambda t: replace(RESTING, light=20.0 if 1 < t < 3 else 1.0),
    "dark": lambda t: replace(RESTING, light=0.02 if 1 < t < 3 else 1.0),
    "covered": lambda t: replace(RESTING, covered=1 < t < 4),
}


@pytest.mark.parametrize("kind", FAULTS)
def test_a_fault_is_told_in_words_and_heals(kind: str) -> None:
    seen = play(Stage(noise=1.0), FAULTS[kind], 6.0)
    (fault,) = [one for one in seen if isinstance(one, StateChanged) and one.fault]
    assert fault.state == "fault"
    assert fault.fault is not None
    assert fault.fault.kind == kind
    assert fault.fault.text.endswith((".", "?"))
    assert states(seen)[-1] == "settled"
    assert len(settled(seen)) == 1, "nothing was changed meanwhile"


def repeating(live: bool, before: Script, seconds: float = 4.0, grain: float = 2.0) -> list[str]:
    """The states when, after two seconds of `before`, one and the same picture comes again and again."""
    stage = Stage(noise=grain)
    watcher = Watcher(stage, live=live)
    seen = play(stage, before, 2.0, watcher=watcher)
    image = stage.draw(RESTING)
    stage.draw = lambda scene: image  # type: ignore[method-assign]
    seen += play(stage, lambda t: RESTING, seconds, watcher=watcher, start=2.0)
    return states(seen)


@pytest.mark.parametrize("live", [True, False])
def test_pictures_with_grain_that_repeat_for_long_are_a_fault(live: bool) -> None:
    assert repeating(live, lambda t: RESTING) == ["settling", "settled", "fault"]


def test_a_picture_that_repeats_for_a_moment_is_none() -> None:
    assert repeating(True, lambda t: RESTING, seconds=1.5) == ["settling", "settled"]


def test_drawn_pictures_without_grain_may_repeat() -> None:
    assert repeating(False, lambda t: RESTING, grain=0.0) == ["settling", "settled"]


def test_a_film_that_shows_each_picture_twice_has_not_stopped() -> None:
    stage, images = Stage(), {}
    watcher = Watcher(stage)
    for index in range(90):
        image = images.setdefault(index // 2, stage.draw(RESTING))
        stage.read = lambda image: Reading(stage.size, True)  # type: ignore[method-assign]
        assert not any(
            isinstance(one, StateChanged) and one.fault
            for one in watcher.feed(Frame(image, index / 30, index))
        )


@pytest.mark.parametrize("kind", ["dark", "glare", "blur", "markers", "foreign"])
def test_what_keeps_the_reader_from_seeing_dice_is_told_once_and_heals_by_itself(kind: ProblemKind) -> None:
    def script(t: float) -> Scene:
        return replace(RESTING, problem=kind if t < 3 else None)

    told = settled(play(Stage(), script, 6.0))
    assert [[problem.kind for problem in one.reading.problems] for one in told] == [[kind], []]
    assert [values(one.reading) for one in told] == [[], [2, 5, 6]]
    assert 0.8 - 1e-6 <= told[0].t <= 1.0, "not before it could have been a moment's matter"


def test_dice_are_not_believed_where_the_tray_is_lost_from_sight() -> None:
    view = Reader().view(SimTable(3, size=(960, 540)).frame())
    assert view is not None
    stage = Stage((960, 540))
    without = Reading((960, 540), False, stage.read(stage.draw(RESTING)).dice)
    read, lost = stage.read, False

    class Losing:
        def read(self, image: Image) -> Reading:
            return without if lost else read(image)

    watcher = Watcher(Losing(), lambda image: view)
    first = play(stage, lambda t: RESTING, 1.0, watcher=watcher)
    lost = True
    second = play(stage, lambda t: Scene(moved(DICE, 0.02)), 2.0, watcher=watcher, start=1.0)
    assert [values(one.reading) for one in settled(first)] == [[2, 5, 6]]
    assert [values(one.reading) for one in settled(second)] == [[]]
    assert [problem.kind for problem in settled(second)[0].reading.problems] == ["markers"]


@pytest.mark.parametrize("size", [(1, 1), (63, 400)])
def test_a_picture_that_is_too_small_is_a_fault(size: tuple[int, int]) -> None:
    (seen,) = play(Stage(size), lambda t: BARE, 1.0)
    assert isinstance(seen, StateChanged)
    assert seen.fault is not None
    assert seen.fault.kind == "small"


def test_pictures_of_another_size_begin_anew() -> None:
    stages = {640: Stage((640, 360)), 960: Stage((960, 540))}

    class Either:
        def read(self, image: Image) -> Reading:
            return stages[image.shape[1]].read(image)

    watcher = Watcher(Either())
    first = play(stages[640], lambda t: RESTING, 1.0, watcher=watcher)
    second = play(stages[960], lambda t: RESTING, 1.0, watcher=watcher, start=1.0)
    assert [one.reading.size for one in settled([*first, *second])] == [(640, 360), (960, 540)]
