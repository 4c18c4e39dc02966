"""What is heard of what happens at the table."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from table_sitting import FIRST, Sitting

from kiosk.referee.advice import Advice
from kiosk.sound.cues import Cue
from kiosk.sound.heard import Ears, Moment, heard
from kiosk.sound.loudness import NO_NIGHT, Loudness
from kiosk.sound.sounding import TableSound
from rules import Bank, Keep, Match, Move, Roll, Score, open_match


def match_of(game: str, *moves: Move, players: int = 2, **more: object) -> Match:
    match = open_match({"game": game, "players": ["A", "B", "C"][:players], **more})
    for move in moves:
        match, _ = match.apply(move)
    return match


class Case(NamedTuple):
    name: str
    before: Match
    moves: tuple[Move, ...]
    cue: Cue | None


NO_ROLL_OFF = {"options": {"roll_off": False}}
FARKLE = match_of("farkle", **NO_ROLL_OFF)
ON_BOARD = match_of("farkle", position={"scores": [1000, 1000]})
NEAR = match_of("farkle", position={"scores": [9900, 500], "player": 0})
YATZY = match_of("yatzy")
HOT = (1, 1, 1, 5, 5, 5)
CASES = [
    Case("a roll", YATZY, (Roll((1, 2, 3, 4, 6)),), "settled"),
    Case("kept, and the rest in the hand", match_of("yatzy", Roll((1, 2, 3, 4, 6))), (Keep((6,)),), "kept"),
    Case("a field written", match_of("yatzy", Roll((1, 2, 3, 4, 6))), (Score("chance"),), "your_turn"),
    Case("alone at the table", match_of("yatzy", Roll((1, 2, 3, 4, 6)), players=1), (Score("chance"),), None),
    Case("a farkle", FARKLE, (Roll((2, 2, 3, 3, 4, 6)),), "bust"),
    Case("a bust", match_of("ten_thousand"), (Roll((2, 2, 3, 3, 4, 6)),), "bust"),
    Case("hot dice", match_of("farkle", Roll(HOT), **NO_ROLL_OFF), (Keep(HOT),), "hot_dice"),
    Case("points banked", match_of("farkle", Roll((1, 1, 2, 3, 4, 6)), position={"scores": [900, 500]}),
         (Keep((1, 1)), Bank()), "your_turn"),
    Case("rolling for who begins", match_of("farkle"), (Roll((3,)),), "settled"),
    Case("who begins is decided", match_of("farkle", Roll((3,))), (Roll((5,)),), "settled"),
    Case("the last one cannot beat it",
         match_of("farkle", Roll((1, 1, 2, 3, 4, 6)), Keep((1, 1)), Bank(), position={"scores": [9900, 500]}),
         (Roll((2, 2, 3, 3, 4, 6)),), "win"),
    Case("Thirty: what the dice missed is lost", match_of("thirty", Roll((6, 6, 6, 6, 1, 1)), **NO_ROLL_OFF),
         (Keep((1, 1, 6, 6, 6, 6)),), "your_turn"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_a_move_is_heard(case: Case) -> None:
    after = case.before
    for move in case.moves:
        after, _ = after.apply(move)
    assert heard(Moment(case.before), Moment(after)) == case.cue


def test_what_is_taken_back_is_silent() -> None:
    after = match_of("yatzy", Roll((1, 2, 3, 4, 6)))
    assert heard(Moment(after), Moment(after.undo())) is None


def test_a_game_that_begins_or_is_closed_is_silent() -> None:
    assert heard(Moment(None), Moment(YATZY)) is None
    assert heard(Moment(YATZY), Moment(None)) is None
    assert heard(Moment(match_of("yatzy", Roll((1, 2, 3, 4, 6)))), Moment(FARKLE)) is None


@pytest.mark.parametrize(
    "before, after, cue",
    [
        (Moment(YATZY, 0), Moment(YATZY, 1), "kept"),
        (Moment(YATZY, 2), Moment(YATZY, 1), "released"),
        (Moment(YATZY, 2), Moment(YATZY, 2), None),
        (Moment(FARKLE, 0), Moment(FARKLE, 0, offered=3), None),
        (Moment(FARKLE, 0, offered=3), Moment(FARKLE, 2), "kept"),
        (Moment(FARKLE, 0, offered=1), Moment(FARKLE, 0), "released"),
        (Moment(YATZY), Moment(YATZY, advice=Advice("leaning")), "question"),
        (Moment(YATZY, advice=Advice("hand")), Moment(YATZY, advice=Advice("leaning")), "question"),
        (Moment(YATZY, advice=Advice("hand")), Moment(YATZY, advice=Advice("hand")), None),
        (Moment(YATZY, advice=Advice("hand")), Moment(YATZY), None),
    ],
)
def test_what_happens_between_moves_is_heard(before: Moment, after: Moment, cue: Cue | None) -> None:
    assert heard(before, after) == cue


def test_at_a_real_table(sitting: Sitting) -> None:
    ears, table = Ears(), sitting.begin()
    cues = [ears.listen(table)]
    sitting.roll(FIRST)
    cues.append(ears.listen(table))
    table.hold(0)
    cues.append(ears.listen(table))
    table.hold(0)
    cues.append(ears.listen(table))
    cues.append(ears.listen(table))
    table.play(Score("chance"))
    cues.append(ears.listen(table))
    assert cues == [None, "settled", "kept", "released", None, "your_turn"]


def test_the_same_remedy_is_asked_for_aloud_once_between_two_moves(sitting: Sitting) -> None:
    ears, table = Ears(), sitting.begin()
    ears.listen(table)
    cues = []
    for words in ("4@40,120 1@30,30 4@90,90", "", "5@40,120 1@30,80 4@90,90"):
        sitting.roll(words)
        cues.append(ears.listen(table))
    assert table.advice is not None
    assert table.advice.kind == "too_few"
    assert cues == ["question", None, None]


class Notebook:
    def __init__(self) -> None:
        self.played: list[tuple[Cue, float]] = []
        self.closed = False

    def play(self, cue: Cue, gain: float) -> None:
        self.played.append((cue, gain))

    def close(self) -> None:
        self.closed = True


def test_a_table_is_played_as_loud_as_staff_wants(sitting: Sitting) -> None:
    notebook, loudness = Notebook(), Loudness("high", NO_NIGHT, lambda: 0.0)
    sound, table = TableSound(notebook, loudness), sitting.begin()
    sound.follow(table)
    sitting.roll(FIRST)
    sound.follow(table)
    loudness.choose("off")
    table.hold(0)
    sound.follow(table)
    assert notebook.played == [("settled", 1.0), ("kept", 0.0)]
    sound.close()
    assert notebook.closed


def test_what_the_table_only_offers_is_silent(sitting: Sitting) -> None:
    """Farkle: the best set-aside is marked already; the first press makes it the players' own."""
    ears, table = Ears(), sitting.begin(game="farkle", roll_off=False)
    ears.listen(table)
    sitting.roll("1@40,120 1@30,30 5@90,90 6@150,200 2@160,60 3@200,120")
    cues = [ears.listen(table)]
    assert any(die.offered for die in table.dice)
    table.hold(0)
    cues.append(ears.listen(table))
    assert cues == ["settled", "kept"]
