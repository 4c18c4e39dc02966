"""The journal's figures as one page for a browser: nothing is loaded from elsewhere, nothing runs in it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from html import escape

from kiosk.journal import plots
from kiosk.journal.counts import Counts
from kiosk.journal.fairness import MEANING, UNUSUAL, Evenness, in_words
from kiosk.journal.report import figures
from rules.moves import SIDES, Kind

STYLE = """
:root { --ink: #261e1a; --dim: #6d6157; --paper: #f7f0e3; --card: #fffaf0; --felt: #2f5d4c; --line: #d9cbb3 }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 17px/1.5 "Atkinson Hyperlegible", "Segoe UI", system-ui, sans-serif }
main { max-width: 1120px; margin: 0 auto; padding: 40px 24px 64px }
h1 { font-size: 34px; line-height: 1.2; margin: 0 }
h2 { font-size: 24px; margin: 48px 0 16px }
h3 { font-size: 19px; margin: 0 0 4px }
p { margin: 0 0 8px }
li { margin-bottom: 8px; max-width: 75ch }
.dim { color: var(--dim) }
.row, .tiles { display: grid; gap: 20px }
.row { grid-template-columns: repeat(auto-fit, minmax(min(100%, 440px), 1fr)) }
.row.three { grid-template-columns: repeat(auto-fit, minmax(min(100%, 320px), 1fr)) }
.tiles { grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); margin-top: 28px }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 20px }
.tile b { display: block; font-size: 30px; line-height: 1.2; font-variant-numeric: tabular-nums }
.verdict { border-left: 6px solid var(--felt); margin-bottom: 20px }
.verdict.look { border-left-color: #b4472e }
svg { display: block; width: 100%; height: auto; margin: 12px 0 }
svg text { fill: var(--ink); font-size: 20px; font-variant-numeric: tabular-nums }
svg .small { fill: var(--dim) }
svg .face { font-weight: 700 }
svg .bar { fill: var(--felt) }
svg .stem { stroke: var(--felt); stroke-width: 4 }
svg .band { fill: #b98a35; fill-opacity: .22 }
svg .rail { fill: #5c3e2b }
svg .fair { fill: none; stroke: #b98a35; stroke-width: 2 }
svg .curve { fill: none; stroke: var(--felt); stroke-width: 3; stroke-linejoin: round }
svg .felt { fill: #efe6d2; stroke: #5c3e2b; stroke-width: 2 }
svg .heat { fill: var(--felt) }
svg .axis { stroke: var(--line); stroke-width: 2 }
svg .over { fill: #b4472e }
table { border-collapse: collapse; width: 100% }
th { text-align: left; font-weight: 400; color: var(--dim) }
th, td { padding: 6px 16px 6px 0; border-top: 1px solid var(--line); vertical-align: top }
tr:first-child th { border-top: 0 }
"""
NAMES = {"d6": "white six-sided dice", "d12": "black twelve-sided dice"}


def page(counts: Counts) -> str:
    """The whole page (HTML)."""
    return document("Raflebord: the journal", "".join(_sections(counts)))


def document(title: str, content: str) -> str:
    """A page with our look around its content (both HTML)."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{title}</title>'
        f"<style>{STYLE}</style></head><body><main>{content}</main></body></html>\n"
    )


def _sections(counts: Counts) -> Iterator[str]:
    yield f"<h1>What the table has written down</h1><p class='dim'>{escape(_period(counts))}</p>"
    yield f"<div class='tiles'>{''.join(_tiles(counts))}</div>"
    yield "<h2>How fair the dice have been</h2>"
    if counts.overall is not None:
        yield _verdict("All dice together", counts.overall)
    thrown = [kind for kind in SIDES if sum(counts.faces[kind])]
    if not thrown:
        yield "<p>The camera has not read any dice yet.</p>"
    yield f"<div class='row'>{''.join(_kind(counts, kind) for kind in thrown)}</div>"
    yield "<h2>What this means, and what it does not</h2>"
    yield f"<ul>{''.join(f'<li>{escape(sentence)}</li>' for sentence in MEANING)}</ul>"
    if counts.games:
        yield "<h2>What was played</h2>"
        yield f"<div class='row three'>{''.join(_played(counts))}</div>"


def _period(counts: Counts) -> str:
    if counts.first is None or counts.last is None:
        return "No games yet."
    return f"Games begun from {_day(counts.first)} to {_day(counts.last)}, by the machine's clock"


def _day(wall: float) -> str:
    try:
        when = datetime.fromtimestamp(wall, UTC)
    except (ValueError, OverflowError, OSError):
        return "a day that no calendar knows"
    return f"{when.day} {when:%B %Y}"


def _tiles(counts: Counts) -> Iterator[str]:
    games = sum(one.games for one in counts.games.values())
    finished = sum(one.finished for one in counts.games.values())
    yield tile(f"{games:,}", f"games, {finished:,} of them finished")
    yield tile(f"{counts.rolls:,}", f"rolls, {counts.taken_back:,} taken back")
    yield tile(f"{sum(map(sum, counts.faces.values())):,}", "dice read by the camera alone")
    yield tile(f"{counts.asked.total():,}", "questions asked")
    yield tile(f"{counts.by_hand:,}", "rolls set by hand")
    yield tile(f"{counts.photographs:,}", f"photographs, {counts.photograph_bytes / 1e6:,.1f} MB")


def tile(figure: str, words: str) -> str:
    """A figure in large, and what it counts."""
    return f"<div class='card tile'><b>{escape(figure)}</b><span class='dim'>{escape(words)}</span></div>"


def _verdict(title: str, test: Evenness) -> str:
    look = " look" if test.p < UNUSUAL else ""
    return (
        f"<div class='card verdict{look}'><h3>{escape(title)}</h3><p>{escape(in_words(test))}</p>"
        f"<p class='dim'>{escape(figures(test))}</p></div>"
    )


def _kind(counts: Counts, kind: Kind) -> str:
    faces, test, name = counts.faces[kind], counts.tests[kind], NAMES[kind]
    mean = plots.running_mean(counts.thrown[kind], SIDES[kind], f"Running mean of the {name}")
    return (
        f"<div class='card'><h3>{sum(faces):,} {escape(name)}</h3><p>{escape(in_words(test))}</p>"
        f"<p class='dim'>{escape(figures(test))}</p>"
        "<p>Share of each face in percent. Band: where each face of fair dice lies in 19 of 20 such counts.</p>"
        f"{plots.faces(faces, f'Faces of the {name}')}"
        "<p>Mean of all dice, after so many of them. Funnel: where that of fair dice lies 19 times of 20.</p>"
        f"{mean}</div>"
    )


def _played(counts: Counts) -> Iterator[str]:
    games = {name.replace("_", " "): one.games for name, one in sorted(counts.games.items())}
    yield card("Games", plots.bars(games, "Games of each kind"))
    if counts.asked:
        asked = {kind.replace("_", " "): count for kind, count in counts.asked.most_common()}
        yield card("What people were asked", plots.bars(asked, "Questions of each kind"))
    if counts.places:
        tray = plots.resting_places(counts.places, "Where rolled dice came to rest in the tray")
        yield card("Where rolled dice came to rest", tray)


def card(title: str, content: str) -> str:
    """A box with a heading around its content (HTML)."""
    return f"<div class='card'><h3>{escape(title)}</h3>{content}</div>"
