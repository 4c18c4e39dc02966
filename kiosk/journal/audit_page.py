"""The audit as one page for a browser, and as text for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from html import escape

from kiosk.journal import plots
from kiosk.journal.audit import Audit, Day, filled
from kiosk.journal.diary_rows import Fault
from kiosk.journal.page import card, document, tile
from kiosk.journal.verify import stamp

SHOWN = 60
"""Days in the plots."""
LISTED = 14
"""Days told one by one."""
DAY = 86400.0


def page(audit: Audit) -> str:
    """The whole page (HTML)."""
    return document("Raflebord: the audit", "".join(_sections(audit)))


def _sections(audit: Audit) -> Iterator[str]:
    names = list(audit.days)
    period = f"From {names[0]} to {names[-1]}, by the machine's clock" if names else "Nothing yet."
    yield f"<h1>What the table did</h1><p class='dim'>{escape(period)}</p>"
    yield f"<div class='tiles'>{''.join(_tiles(audit.total, len(names)))}</div>"
    days = filled(audit.days, SHOWN)
    if days:
        yield f"<h2>Day by day</h2><div class='row'>{''.join(_plots(days))}</div>"
        yield f"<h2>The last days</h2>{card('', _table(dict(list(days.items())[-LISTED:])))}"
    yield f"<h2>The newest faults</h2>{card('', _faults(audit.faults))}"


def _tiles(total: Day, days: int) -> Iterator[str]:
    yield tile(f"{total.games:,}", f"games on {days:,} days, {total.finished:,} finished")
    yield tile(f"{total.rolls:,}", f"rolls, {total.asked.total():,} questions asked")
    yield tile(f"{total.contested:,}", f"readings contested, {total.corrected:,} corrected")
    yield tile(f"{total.faults.total():,}", "faults of parts")
    restarts = f"starts; {total.crashes:,} after a crash, {total.power_cuts:,} after a power cut"
    yield tile(f"{total.starts:,}", restarts)
    yield tile(hours(total.uptime), "the table has run")


def _plots(days: Mapping[str, Day]) -> Iterator[str]:
    yield _plot("Games", days, lambda day: day.games)
    yield _plot("Rolls", days, lambda day: day.rolls)
    yield _plot(
        "Questions asked, for 100 rolls", days, lambda day: 100 * day.asked.total() / max(1, day.rolls)
    )
    yield _plot("Readings contested", days, lambda day: day.contested, css="over")
    yield _plot("Faults of parts", days, lambda day: day.faults.total(), css="over")
    yield _plot("Hours that the table has run", days, lambda day: day.uptime / 3600, 24.0, " h")


def _plot(
    title: str,
    days: Mapping[str, Day],
    amount: Callable[[Day], float],
    most: float | None = None,
    unit: str = "",
    css: str = "bar",
) -> str:
    amounts = {name: amount(day) for name, day in days.items()}
    return card(title, plots.by_day(amounts, most, unit, f"{title}, day by day", css))


HEADS = ("day", "games", "rolls", "asked", "contested", "corrected", "faults", "starts", "run")


def _table(days: Mapping[str, Day]) -> str:
    heads = "".join(f"<th>{escape(head)}</th>" for head in HEADS)
    rows = (
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in _row(name, day))}</tr>"
        for name, day in days.items()
    )
    return f"<table><tr>{heads}</tr>{''.join(rows)}</table>"


def _row(name: str, day: Day) -> tuple[str, ...]:
    counts = (*day.counts, day.starts)
    return (name, *(f"{count:,}" for count in counts), hours(day.uptime))


def _faults(faults: list[Fault]) -> str:
    if not faults:
        return "<p>None.</p>"
    rows = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in _told(fault))}</tr>" for fault in faults[::-1]
    )
    return f"<table><tr><th>when</th><th>part</th><th>what</th><th>for</th></tr>{rows}</table>"


def _told(fault: Fault) -> tuple[str, ...]:
    lasted = "until the end of that run" if fault.until is None else length(fault.until - fault.since)
    return stamp(fault.since), fault.part, fault.text or "nothing was said", lasted


def report(audit: Audit) -> Iterator[str]:
    """The audit line by line."""
    yield "".join(f"{head:>11}" for head in HEADS)
    for name, day in [*audit.days.items(), ("total", audit.total)]:
        yield "".join(f"{cell:>11}" for cell in _row(name, day))
    for game in audit.unreadable:
        yield f"game {game} makes no sense and is left out: see 'raflebord journal verify'"
    if audit.faults:
        yield "\nThe newest faults:"
    for fault in audit.faults[::-1]:
        yield "  ".join(_told(fault))


def hours(seconds: float) -> str:
    """A long time in words: hours, from two days on days."""
    return f"{seconds / 3600:,.1f} h" if seconds < 2 * DAY else f"{seconds / DAY:,.1f} days"


def length(seconds: float) -> str:
    """A short time in words."""
    if seconds < 0:
        return "unknown: the clock was set back"
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else hours(seconds)
