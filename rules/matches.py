"""Which white dice make which target: rule 3 of Target Dice. The game itself is in `rules.target_dice`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from rules.dice import Dice, lacking, listed, parts, without
from rules.moves import Pair
from rules.refused import Refused


def pairs(targets: Iterable[int], white: Iterable[int]) -> tuple[Pair, ...]:
    """Every single match once: by target as they lie (two alike count once), by number of dice, by values."""
    sums = _by_sum(tuple(sorted(white)))
    return tuple(Pair(target, dice) for target in dict.fromkeys(targets) for dice in sums.get(target, ()))


def matchable(targets: Iterable[int], white: Iterable[int]) -> bool:
    """Whether some of these dice make one of these targets."""
    sums = _by_sum(tuple(sorted(white)))
    return any(target in sums for target in targets)


@lru_cache(maxsize=1024)  # six dice or fewer fall in 923 ways
def _by_sum(white: Dice) -> Mapping[int, tuple[Dice, ...]]:
    sums: dict[int, tuple[Dice, ...]] = {}
    for dice in parts(white):  # 3. sums only, no differences
        sums[sum(dice)] = (*sums.get(sum(dice), ()), dice)
    return sums


def ways(targets: Sequence[int], white: Dice) -> Iterator[tuple[Pair, ...]]:
    """All that can be matched at once, one, several or none of the targets."""
    if not targets:
        yield ()
        return
    yield from ways(targets[1:], white)
    for pair in pairs(targets[:1], white):
        for more in ways(targets[1:], without(white, pair.dice)):
            yield (pair, *more)


def points(way: Iterable[Pair]) -> int:
    """What matching these scores: 4. the targets' values."""
    return sum(pair.target for pair in way)


def most(targets: Sequence[int], white: Dice) -> tuple[Pair, ...]:
    """The matches that score the most before another die is rolled; of equals the first found."""
    return max(ways(targets, white), key=points)


def check(targets: Sequence[int], white: Dice, way: Sequence[Pair]) -> None:
    """Refuses matches that cannot be made at once out of these targets and white dice."""
    if not way:
        raise Refused("A match names a target and the white dice that make it.")
    _check_targets(targets, [pair.target for pair in way])
    for pair in way:
        if not pair.dice:
            raise Refused("Which white dice make the {target}?", target=pair.target)
    _check_dice(white, [die for pair in way for die in pair.dice])
    for pair in way:
        if sum(pair.dice) != pair.target:
            raise Refused(
                "{dice} is {sum}, not {target}.",
                dice=" + ".join(map(str, pair.dice)),
                sum=sum(pair.dice),
                target=pair.target,
            )


def _check_targets(targets: Sequence[int], matched: Sequence[int]) -> None:
    """3. The player's own open targets, each once; two of the same value are two."""
    target = lacking(targets, matched)
    if target in targets:
        raise Refused("A target is matched once, and {target} is not open that often.", target=target)
    if target is not None:
        raise Refused(
            "{target} is none of your open targets: {targets}.", target=target, targets=listed(targets)
        )


def _check_dice(white: Dice, used: Sequence[int]) -> None:
    """3. A white die serves once per roll."""
    die = lacking(white, used)
    if die in white:
        raise Refused("A die serves once, and the unused ones are {white}.", white=listed(white))
    if die is not None:
        raise Refused("No unused white die shows {die}: there are {white}.", die=die, white=listed(white))
