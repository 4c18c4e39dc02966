"""The table referee: stands between a reading and a move.

It knows which dice were kept, where all dice lay and what they showed. It accepts a roll only if the right
number of the right dice came to rest and everything that should have stayed is there; otherwise it says what
is wrong and asks for the smallest remedy. It holds no rule of any game and remembers nothing itself: what it
must know goes in as `Awaited` and comes back with each verdict.

What makes it safe: a value is only ever taken from a die that was read for certain; every die on the felt is
accounted for; and where the dice allow two stories of what happened, people are asked which is true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeAlias

from kiosk.referee.advice import Advice, AdviceKind
from kiosk.referee.case import Accepted, Asked, Awaited, Case, Staying, Waiting
from kiosk.referee.spots import PUSHED, Spot, pair, same_value, values
from vision.reading import Die, Reading

Verdict: TypeAlias = Accepted | Waiting | Asked
Rule: TypeAlias = Callable[[Case], Verdict | None]
"""Says its verdict where it applies; None where it has nothing to say."""


def judge(awaited: Awaited, reading: Reading) -> Verdict:
    """What to make of a settled reading while a roll is waited for."""
    why = hidden(reading)
    if why is not None:
        return Asked(Advice(why), awaited)
    case = Case(awaited, reading)
    for rule in RULES:
        verdict = rule(case)
        if verdict is not None:
            return verdict
    return case.counted(case.new)


HIDDEN: tuple[AdviceKind, ...] = ("dark", "markers", "hand")


def hidden(reading: Reading) -> AdviceKind | None:
    """Why nothing can be said of this picture at all."""
    problems = {problem.kind for problem in reading.problems}
    found = next((kind for kind in HIDDEN if kind in problems), None)
    return found or (None if reading.tray else "markers")


def _of_other_kind(case: Case) -> Verdict | None:
    """Black dice among white ones, or the other way round, that did not lie there before."""
    if not case.strangers:
        return None
    count, rolled = len(case.strangers), case.before.wanted.kind
    return case.ask("wrong_kind", case.strangers, count=count, rolled=rolled)


def _beside_turned(case: Case) -> Verdict | None:
    """An unused die of the other kind was knocked over."""
    for key, index in case.beside.items():
        one, die = case.before.beside[key], case.others[index]
        if one.value is not None and die.status in ("ok", "cocked") and die.value != one.value:
            return case.ask("turned", (index,), value=one.value)
    return None


def _nothing_rolled(case: Case) -> Verdict | None:
    """Dice are being picked up or put aside: fewer than before, or all where they lay."""
    complete = case.surplus == 0 and case.needed == 0 and case.all_there
    return None if case.new or complete else Waiting(case.after)


def _on_each_other(case: Case) -> Verdict | None:
    """Stacked dice hide one another: those are rolled again."""
    if not case.problem("stacked"):
        return None
    boxes = [problem.px for problem in case.reading.problems if problem.kind == "stacked" and problem.px]
    bad = case.bad(case.new)
    again = [index for index in case.new if index in bad or _inside(case.dice[index], boxes)]
    good = [index for index in case.new if index not in again]
    return case.ask("stacked", again, case.remedied(good, again), count=max(2, len(again)))


def _inside(die: Die, boxes: Iterable[tuple[float, ...]]) -> bool:
    x, y = die.px
    return any(left <= x <= right and top <= y <= bottom for left, top, right, bottom in boxes)


def _more_than_belong(case: Case) -> Verdict | None:
    """With the right number of new dice the others just lie there; else nobody knows which are too many."""
    if case.surplus <= 0:
        return None
    if len(case.new) == case.needed and case.all_there:
        return case.ask("extra", case.still.values(), case.remedied(case.ok(case.new)), count=len(case.still))
    after = replace(case.after, lying=(*case.after.lying, *case.spots(case.new)))
    numbers = {"seen": case.count, "wanted": case.before.all_dice, "count": case.surplus}
    return case.ask("too_many", case.new, after, None, **numbers)


def _kept_dice_gone(case: Case) -> Verdict | None:
    """Kept dice are not in the tray, though the roll may lie there."""
    gone = case.missing("kept")
    if not gone or case.surplus >= 0:
        return None
    if len(case.new) == case.needed and not case.missing("standing") and len(gone) == -case.surplus:
        standing = (*case.after.standing, *case.spots(case.ok(case.new)))
        return case.ask("kept_missing", (), replace(case.after, standing=standing), values=_sorted(gone))
    return _too_few(case)


def _kept_die_turned(case: Case) -> Verdict | None:
    """A kept die no longer shows what it showed, and no other die could be it.

    From the lane no die is taken away: one that lies there instead is the same.
    """
    lost = values(case.missing("kept")) - case.shown(case.new)
    for key, one in enumerate(case.before.kept):
        near = case.nearest(one, PUSHED)
        if key in case.kept or near is None:
            continue
        in_lane = one.lane and case.dice[near].zone == "hold"
        if (in_lane or lost[one.value] > 0) and not same_value(one, case.dice[near]):
            return _turn_back(case, "kept", key, near)
    return None


def _turn_back(case: Case, which: Staying, key: int, near: int) -> Verdict:
    """Ask for the value back. If it is the only thing wrong, the other new dice stand meanwhile."""
    after = case.after
    turned = replace(case.spots((near,))[0], value=getattr(after, which)[key].value)
    rest = [index for index in case.ok(case.new) if index != near]
    alone = len(case.missing("kept")) + len(case.missing("standing")) == 1
    if which == "kept":
        after = replace(after, kept=_put(after.kept, key, turned))
    else:
        after = replace(after, standing=_put(after.standing, key, turned))
    if alone:
        after = replace(after, standing=(*after.standing, *case.spots(rest)))
    return case.ask("kept_turned" if which == "kept" else "turned", (near,), after, value=turned.value)


def _put(spots: tuple[Spot, ...], key: int, one: Spot) -> tuple[Spot, ...]:
    return (*spots[:key], one, *spots[key + 1 :])


def _which_were_kept(case: Case) -> Verdict | None:
    """The kept values are there, but not where they were: only people know if these are the kept dice."""
    if not case.missing("kept"):
        return None
    left = {key: one for key, one in enumerate(case.before.kept) if key not in case.kept}
    found = pair(left, {index: case.dice[index] for index in case.ok(case.new)}, same_value)
    if len(found) < len(left):
        return _kept_dice_rolled(case)
    rest = [index for index in case.new if index not in found.values()]
    trouble = _lying_still(case) or _rolled_badly(case, rest)
    yes = case.counted(rest, case.kept | found)
    return trouble or case.ask("kept_moved", found.values(), yes=yes, values=_sorted(left.values()))


def _kept_dice_rolled(case: Case) -> Verdict:
    """A kept value is nowhere: it was picked up and rolled with the rest."""
    after = replace(case.after, standing=(), lying=(*case.after.lying, *case.spots(case.new)))
    return case.ask("kept_rolled", (), after, values=_sorted(case.missing("kept")))


def _standing_die_turned(case: Case) -> Verdict | None:
    """A die that counted already shows something else, near to where it lay."""
    if case.surplus < 0:
        return None
    for key, one in enumerate(case.before.standing):
        near = case.nearest(one, PUSHED)
        if key not in case.standing and near is not None and not same_value(one, case.dice[near]):
            return _turn_back(case, "standing", key, near)
    return None


def _more_rolled_again(case: Case) -> Verdict | None:
    """Dice that counted already were rolled again as well: people say whether that is fair."""
    if not case.missing("standing"):
        return None
    trouble = _too_few(case) or _lying_still(case) or _rolled_badly(case, case.new)
    return trouble or case.ask("rolled_again", case.new, yes=case.counted(case.new))


def _lying_still(case: Case) -> Verdict | None:
    """Some dice were rolled, others lie where they lay."""
    if not case.still:
        return None
    return case.ask(
        "not_rolled", case.still.values(), case.remedied(case.ok(case.new)), count=len(case.still)
    )


def _too_few(case: Case) -> Verdict | None:
    """A die is on the floor or still in the hand."""
    if case.surplus >= 0:
        return None
    kind: AdviceKind = "foreign" if case.problem("foreign") else "too_few"
    after = case.remedied(case.ok(case.new))
    return case.ask(kind, (), after, seen=case.count, wanted=case.before.all_dice)


BAD: tuple[tuple[str, AdviceKind], ...] = (
    ("covered", "covered"),
    ("cocked", "leaning"),
    ("unsure", "unsure"),
)


def _not_all_read(case: Case) -> Verdict | None:
    """All dice are accounted for; now each must have a value, those that stayed as well."""
    return _rolled_badly(case, (*case.new, *case.kept.values(), *case.standing.values()))


def _rolled_badly(case: Case, dice: Iterable[int]) -> Verdict | None:
    """Dice without a certain value; only a leaning one has to be rolled again."""
    bad = case.bad(dice)
    for status, kind in BAD:
        marked = [index for index in bad if case.dice[index].status == status]
        if marked:
            again = marked if kind == "leaning" else ()
            return case.ask(kind, marked, case.remedied(case.ok(case.new), again), count=len(marked))
    return None


def _sorted(spots: Iterable[Spot]) -> tuple[int, ...]:
    return tuple(sorted(one.value for one in spots if one.value is not None))


RULES: tuple[Rule, ...] = (
    _of_other_kind,  # first only dice that belong to the roll
    _nothing_rolled,  # before the throw nothing can be wrong
    _beside_turned,  # what lies beside it counts as well
    _on_each_other,  # a pile hides dice: no count is known
    _more_than_belong,
    _kept_dice_gone,  # then what should have stayed: without it nobody knows which dice are new
    _kept_die_turned,
    _which_were_kept,
    _standing_die_turned,
    _more_rolled_again,
    _lying_still,  # then the number
    _too_few,
    _not_all_read,  # and last the values
)
"""Asked in this order; the first that applies speaks. If none does, the roll counts."""
