"""Of all 12^3 x 6^6 targets and white rolls, how many have a match: counted with the engine's own function."""

from __future__ import annotations

from rules.dice import rolls
from rules.matches import matchable

MATCHABLE = 80_032_851


def matchable_pairs() -> int:
    """Each multiset of three targets and of six dice once, times the orders in which it can lie."""
    return sum(
        many_targets * many_dice
        for targets, many_targets in rolls(3, 12)
        for dice, many_dice in rolls(6)
        if matchable(targets, dice)
    )


if __name__ == "__main__":
    found = matchable_pairs()
    print(f"Target Dice, targets and rolls with a match: {found} (should be {MATCHABLE})")
    raise SystemExit(found != MATCHABLE)
