"""Thirty, exactly: the best mean sum of six kept dice, and how many dice an attack takes on average.

Both walk through the engine's own legal moves: each roll and each open choice is made with `Match.apply`.
"""

from __future__ import annotations

from rules import Keep, Match, Roll, open_match
from rules.dice import rolls
from rules.thirty import sums, turn_of

BEST_SUM = 30.1519767
TAKEN = 1.7983945
FACES = 6


def start() -> Match:
    """A match in which the first player is about to roll."""
    return open_match({"game": "thirty", "players": ["A", "B"], "options": {"roll_off": False}})


def best_sum() -> float:
    """The mean of the sum when dice are kept as well as can be for it."""
    known: dict[tuple[int, int], float] = {}

    def mean(match: Match) -> float:
        turn = turn_of(match)
        state = (turn.left, turn.sum)
        if state not in known:
            bests = ((best(match.apply(Roll(dice))[0]), count) for dice, count in rolls(turn.left))
            known[state] = sum(value * count for value, count in bests) / FACES**turn.left
        return known[state]

    def best(match: Match) -> float:
        left = turn_of(match).left
        return max(
            total if len(keep.dice) == left else mean(match.apply(keep)[0])
            for keep, total in sums(match).items()
        )

    return mean(start())


def taken() -> float:
    """The mean number of dice that an attack takes, from the engine's own attacks with 1 to 6 dice left.

    The mean from six dice hangs on itself, since six taken are all rolled again; it is worked out again and
    again until it stands still (the chance of getting back there is below one in a thousand).
    """
    after = {turn_of(attack).left: _after_roll(attack) for attack in _attacks()}
    mean = dict.fromkeys(after, 0.0)
    for _ in range(50):
        for left, outcomes in after.items():
            mean[left] = sum(chance * (more + mean.get(then, 0.0)) for more, then, chance in outcomes)
    return mean[FACES]


def _attacks() -> list[Match]:
    """An attack with 6s in which 0, 1, ... 5 dice have been taken one by one."""
    attacks = [start().apply(Roll((6,) * 6))[0].apply(Keep((6,) * 6))[0]]
    while turn_of(attacks[-1]).left > 1:
        attacks.append(attacks[-1].apply(Roll((6, *(1,) * (turn_of(attacks[-1]).left - 1))))[0])
    return attacks


def _after_roll(attack: Match) -> list[tuple[int, int, float]]:
    """For each roll: the dice it takes, the dice of the next roll (0: the attack is over), and its chance."""
    before = turn_of(attack)
    outcomes = []
    for dice, count in rolls(before.left):
        turn = turn_of(attack.apply(Roll(dice))[0])
        going_on = turn.phase == "attack"
        more, then = (turn.taken - before.taken, turn.left) if going_on else (0, 0)
        outcomes.append((more, then, count / FACES**before.left))
    return outcomes


if __name__ == "__main__":
    found = {"best mean sum": (best_sum(), BEST_SUM), "dice an attack takes": (taken(), TAKEN)}
    for what, (value, known) in found.items():
        print(f"Thirty, {what}: {value:.7f} (should be {known})")
    raise SystemExit(any(round(value, 7) != known for value, known in found.values()))
