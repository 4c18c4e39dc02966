"""What the controller does, tried on its core: light, ring, impacts, settings, silence, repeats."""

from __future__ import annotations

import colorsys
from itertools import pairwise

import pytest
from tray_core import Core

from kiosk.light.frames import Decoder, encode
from kiosk.light.messages import Ambient, Answer, Command, Event, Impact, Outcome, Pattern, parse


def say(core: Core, command: int, *data: int, number: int = 1) -> Answer:
    """A command and its answer."""
    (answer,) = told(core.feed(encode(bytes((command, number, *data)))))
    assert isinstance(answer, Answer)
    return answer


def told(wires: list[bytes]) -> list[Answer | Event | None]:
    return [parse(payload) for payload in Decoder().feed(b"".join(wires))]


@pytest.fixture
def known(core: Core) -> Core:
    """A controller that knows its host."""
    say(core, Command.IDENTIFY)
    return core


# -- light ---------------------------------------------------------------------------------------------------------


def test_people_see_their_dice_before_any_computer_has_spoken(core: Core) -> None:
    core.tick(100)
    state = core.state()
    assert (state["left_now"], state["right_now"]) == (160, 160)
    assert set(core.ring()) == {(0, 0, 0)}


def test_light_glides_without_jumps_and_arrives(known: Core) -> None:
    known.tick(200)
    say(known, Command.LIGHT, 255, 0, number=2)
    steps = []
    for _ in range(90):
        known.tick()
        state = known.state()
        steps.append((state["left_now"], state["right_now"]))
    assert steps[-1] == (255, 0)
    lefts = [160] + [left for left, _ in steps]
    assert max(b - a for a, b in pairwise(lefts)) <= 2
    assert lefts == sorted(lefts)


def test_a_silent_host_leaves_plain_white_light(known: Core) -> None:
    say(known, Command.LIGHT, 0, 255, number=2)
    say(known, Command.RING, Pattern.ROLLING, 255, 0, 0, number=3)
    known.tick(2999)
    assert known.state()["pattern"] == Pattern.ROLLING
    known.tick(200)
    state = known.state()
    assert (state["left"], state["right"], state["pattern"], state["host"]) == (160, 160, Pattern.OFF, False)


def test_any_command_keeps_the_host_known(known: Core) -> None:
    for second in range(10):
        known.tick(1000)
        say(known, Command.PING, number=second)
    assert known.state()["host"]


# -- commands ------------------------------------------------------------------------------------------------------


def test_a_repeat_is_answered_and_not_done_again(known: Core) -> None:
    first = say(known, Command.RING, Pattern.ASK, 1, 2, 3, number=7)
    done = known.state()["done"]
    known.tick(300)
    before = known.ring()
    assert say(known, Command.RING, Pattern.ASK, 1, 2, 3, number=7) == first
    assert known.state()["done"] == done
    assert known.ring() == before, "the pattern did not begin anew"


def test_another_number_or_other_data_is_another_command(known: Core) -> None:
    say(known, Command.LIGHT, 1, 1, number=7)
    say(known, Command.LIGHT, 1, 1, number=8)
    say(known, Command.LIGHT, 2, 2, number=8)
    assert known.state()["done"] == 4
    assert known.state()["left"] == 2


def test_a_command_that_a_stranger_sent_is_done_when_it_comes_again(core: Core) -> None:
    assert say(core, Command.LIGHT, 9, 9, number=5).outcome is Outcome.STRANGER
    say(core, Command.IDENTIFY, number=6)
    assert say(core, Command.LIGHT, 9, 9, number=5).outcome is Outcome.DONE


@pytest.mark.parametrize("command", [0x00, 0x08, 0x20, 0x3F])
def test_unknown_commands(known: Core, command: int) -> None:
    assert say(known, command).outcome is Outcome.UNKNOWN


@pytest.mark.parametrize(
    ("command", "lengths"),
    [(Command.IDENTIFY, {0}), (Command.PING, set(range(9))), (Command.LIGHT, {2}), (Command.RING, {4}),
     (Command.STORE, {3}), (Command.RECALL, {0}), (Command.STATUS, {0})],
)  # fmt: skip
def test_each_command_has_its_length(known: Core, command: Command, lengths: set[int]) -> None:
    for length in range(12):
        answer = say(known, command, *[100] * length, number=length + 1)
        assert (answer.outcome is Outcome.LENGTH) is (length not in lengths), length


def test_its_own_words_sent_back_to_it_are_not_answered(known: Core) -> None:
    answer = known.feed(encode(bytes((Command.PING, 9))))
    assert known.feed(b"".join(answer)) == []


# -- settings ------------------------------------------------------------------------------------------------------


def test_settings_survive_a_start(known: Core) -> None:
    assert say(known, Command.STORE, 77, 50, 60, number=2).outcome is Outcome.DONE
    known.begin(4, known.stored[-1])
    known.tick(100)
    state = known.state()
    assert (state["left_now"], state["limit"], state["threshold"]) == (77, 50, 60)


@pytest.mark.parametrize("place", range(6))
def test_a_record_that_is_not_whole_means_the_defaults(known: Core, place: int) -> None:
    say(known, Command.STORE, 77, 50, 60, number=2)
    record = bytearray(known.stored[-1])
    record[place] ^= 4
    known.begin(1, bytes(record))
    state = known.state()
    assert (state["left"], state["limit"], state["threshold"]) == (160, 96, 40)


@pytest.mark.parametrize("data", [(15, 96, 40), (0, 96, 40), (160, 96, 0)])
def test_nobody_can_store_the_dark(known: Core, data: tuple[int, int, int]) -> None:
    assert say(known, Command.STORE, *data, number=2).outcome is Outcome.VALUE
    assert known.stored == []


# -- impacts -------------------------------------------------------------------------------------------------------


def hits(core: Core, peaks: list[int]) -> list[Impact]:
    """What is told while the piezo shows these peaks, one a millisecond."""
    found = [event for peak in peaks for event in told(core.tick(1, peak))]
    return [event for event in found if isinstance(event, Impact)]


REST = [5] * 100


def test_a_hit_is_told_once_with_its_peak_and_its_time(core: Core) -> None:
    assert hits(core, REST + [300, 605, 420, 200, 80] + [20] * 10 + REST) == [Impact(600, 101)]


def test_ringing_is_no_second_hit(core: Core) -> None:
    ringing = [600, 30, 400, 30, 300, 200, 150, 100, 80, 60, 50, 40, 30] + [6] * 10
    assert len(hits(core, REST + ringing + REST)) == 1


def test_two_dice_are_two_hits(core: Core) -> None:
    one = [300, 200, 100, 30, 10, 5]
    assert [hit.strength for hit in hits(core, REST + one + REST + [900, *one] + REST)] == [295, 895]


def test_a_rest_that_moves_slowly_is_no_hit(core: Core) -> None:
    drift = [5 + step // 50 for step in range(5000)]
    assert hits(core, REST + drift) == []
    assert [hit.strength for hit in hits(core, [*[drift[-1]] * 200, 304])] == []  # told 4 ms later:
    assert [hit.strength for hit in hits(core, [104] * 4)] == [200]


def test_noise_below_the_threshold_is_nothing(core: Core) -> None:
    assert hits(core, [5, 20, 30, 5, 40, 10] * 100) == []


def test_light_and_supply_are_told_every_five_seconds(core: Core) -> None:
    assert told(core.tick(4999)) == []
    assert told(core.tick(1)) == [Ambient(300, 5000)]
    assert told(core.tick(15000)) == [Ambient(300, 5000)] * 3


# -- ring ----------------------------------------------------------------------------------------------------------

RED, BLUE = (255, 0, 0), (0, 0, 255)


def film(
    core: Core, pattern: Pattern, colour: tuple[int, int, int], seconds: int = 4
) -> list[list[tuple[int, ...]]]:
    """Ten pictures of the ring a second."""
    say(core, Command.RING, pattern, *colour, number=40)
    pictures = []
    for step in range(10 * seconds):
        if step % 10 == 9:
            say(core, Command.PING, number=41 + step)
        core.tick(100)
        pictures.append([tuple(led) for led in core.ring()])
    return pictures


def hues(picture: list[tuple[int, ...]]) -> set[float]:
    """Of the LEDs that are bright enough to have one, in tenths of the circle."""
    lit = [led for led in picture if max(led) > 30]
    return {round(colorsys.rgb_to_hsv(*(part / 255 for part in led))[0], 1) for led in lit}


def sums(pictures: list[list[tuple[int, ...]]]) -> list[int]:
    return [sum(map(sum, picture)) for picture in pictures]


@pytest.mark.parametrize("colour", [RED, BLUE, (0, 255, 0)])
@pytest.mark.parametrize("pattern", [Pattern.TURN, Pattern.ROLLING, Pattern.ASK])
def test_a_turn_a_roll_and_a_question_show_the_colour_and_no_other(
    known: Core, pattern: Pattern, colour: tuple[int, int, int]
) -> None:
    for picture in film(known, pattern, colour, 2):
        for led in picture:
            assert all(part == 0 for part, wanted in zip(led, colour, strict=True) if wanted == 0)
    assert max(sums(film(known, pattern, colour, 2))) > 0


def test_a_turn_is_never_dark_and_goes_round(known: Core) -> None:
    pictures = film(known, Pattern.TURN, RED, 5)
    assert all(min(led[0] for led in picture) > 20 for picture in pictures)
    brightest = {picture.index(max(picture)) for picture in pictures}
    assert len(brightest) >= 12


def test_rolling_runs_twice_round_in_a_second(known: Core) -> None:
    pictures = film(known, Pattern.ROLLING, RED, 2)
    brightest = [picture.index(max(picture)) for picture in pictures]
    steps = {(b - a) % 24 for a, b in pairwise(brightest)}
    assert steps <= {4, 5}, "100 ms are a fifth of a round"


def test_idle_breathes_slowly_in_warm_white(known: Core) -> None:
    pictures = film(known, Pattern.IDLE, BLUE, 9)
    assert max(sums(pictures)) > 4 * min(sums(pictures)) > 0
    assert all(len(set(picture)) == 1 for picture in pictures)
    assert all(red >= green >= blue for picture in pictures for red, green, blue in picture)


def test_ask_swells_and_waits(known: Core) -> None:
    light = sums(film(known, Pattern.ASK, RED, 4))
    assert min(light) > 0
    rises = sum(
        1 for a, b, c in zip(light, light[1:], light[2:], strict=False) if a < b >= c and b > 2 * min(light)
    )
    assert rises == 4, "twice in each two seconds"


def test_celebration_has_many_colours_and_sparks(known: Core) -> None:
    pictures = film(known, Pattern.CELEBRATE, RED)
    assert all(len(hues(picture)) >= 6 for picture in pictures)
    assert any(min(led) > 80 for picture in pictures for led in picture), "white sparks"


def test_a_fault_is_red_and_blinks(known: Core) -> None:
    pictures = film(known, Pattern.FAULT, BLUE)
    assert all(green == blue == 0 < red for picture in pictures for red, green, blue in picture)
    assert len(set(sums(pictures))) == 2


@pytest.mark.parametrize("limit", [0, 10, 96, 255])
@pytest.mark.parametrize("pattern", list(Pattern))
def test_no_led_is_brighter_than_the_limit(known: Core, pattern: Pattern, limit: int) -> None:
    say(known, Command.STORE, 160, limit, 40, number=3)
    assert max(max(led) for picture in film(known, pattern, (255, 255, 255), 2) for led in picture) <= limit


def test_no_pattern_jumps_when_its_clock_wraps(known: Core) -> None:
    say(known, Command.RING, Pattern.TURN, 255, 0, 0, number=40)
    before = None
    for second in range(66):
        say(known, Command.PING, number=second)
        known.tick(970 if second < 65 else 505)
    for step in range(40):
        known.tick(1)
        now = [led[0] for led in known.ring()]
        if before:
            assert max(abs(a - b) for a, b in zip(now, before, strict=True)) <= 4, step
        before = now
