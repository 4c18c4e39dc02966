"""The journal's figures as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from kiosk.journal.counts import Counts
from kiosk.journal.fairness import MEANING, Evenness, in_words
from kiosk.journal.verify import stamp


def report(counts: Counts) -> Iterator[str]:
    """Line by line."""
    if counts.first is not None and counts.last is not None:
        yield f"Games from {stamp(counts.first)} to {stamp(counts.last)}"
        yield ""
    yield from _games(counts)
    yield from _rolls(counts)
    yield from _dice(counts)
    yield ""
    yield from (f"- {sentence}" for sentence in MEANING)


def _games(counts: Counts) -> Iterator[str]:
    yield f"{'game':<14}{'finished':>10}{'left':>8}{'open':>8}{'rolls':>10}"
    for name, one in sorted(counts.games.items()):
        yield f"{name:<14}{one.finished:>10}{one.left:>8}{one.open:>8}{one.rolls:>10}"
    for game in counts.unreadable:
        yield f"game {game} makes no sense and is left out: see 'raflebord journal verify'"
    yield ""


def _rolls(counts: Counts) -> Iterator[str]:
    yield f"rolls            {counts.rolls:>8}"
    yield f"  taken back     {counts.taken_back:>8}"
    yield f"  set by hand    {counts.by_hand:>8}"
    yield f"questions asked  {counts.asked.total():>8}"
    yield from (f"  {kind:<15}{count:>8}" for kind, count in counts.asked.most_common())
    yield f"photographs      {counts.photographs:>8}   {counts.photograph_bytes / 1e6:.1f} MB"
    yield ""


def _dice(counts: Counts) -> Iterator[str]:
    for kind, test in counts.tests.items():
        faces = counts.faces[kind]
        if not sum(faces):
            continue
        yield f"{kind}: {sum(faces)} dice read by the camera"
        yield "  " + "  ".join(f"{value}: {count}" for value, count in enumerate(faces, start=1))
        yield f"  {figures(test)}{in_words(test)}"
    yield f"all dice: {figures(counts.overall)}{in_words(counts.overall)}"


def figures(test: Evenness | None) -> str:
    """The test's figures, before its sentence."""
    if test is None:
        return ""
    return f"chi-square {test.statistic:.2f} with {test.freedom} degrees of freedom, {p_value(test.p)}. "


def p_value(p: float) -> str:
    """A probability with as many digits as are worth something."""
    if p < 1e-6:
        return "p below 0.000001"
    return f"p = {p:.3f}" if p >= 0.001 else f"p = {float(f'{p:.1g}'):.6f}".rstrip("0")
