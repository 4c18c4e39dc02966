"""`raflebord journal audit`: what the table did, day by day.

Run as a script with a folder (PYTHONPATH=tests/kiosk), it writes a journal of two months there, to look at its page.
"""

from __future__ import annotations

import json
import random
import sys
import xml.etree.ElementTree as ET
from datetime import timedelta, timezone
from pathlib import Path

import pytest
from journal_games import a_game
from table_sitting import FIRST, Sitting

from kiosk import cli
from kiosk.journal import Archive, Begun, Ended, Entry, Happened, Journal, Moved, Noted
from kiosk.journal.audit import UNKNOWN, Audit, audited
from kiosk.journal.audit_page import page
from rules import Score

NOON = 1_764_504_000.0
"""2025-11-30, 12:00 UTC."""
DAY = 86400.0


def started(wall: float, boot: str = "a") -> Happened:
    return Happened(wall, 0.0, "started", {"boot": boot, "version": "1"})


def failed(wall: float, up: float, part: str = "camera", text: str = "gone") -> Happened:
    return Happened(wall, up, "failed", {"part": part, "text": text})


def healed(wall: float, up: float, part: str = "camera") -> Happened:
    return Happened(wall, up, "healed", {"part": part})


def audit_of(folder: Path, *entries: Entry, hours_east: float = 0.0) -> Audit:
    journal = Journal(folder)
    for entry in entries:
        journal.write(entry)
    journal.close()
    archive = Archive(folder)
    found = audited(archive, timezone(timedelta(hours=hours_east)))
    archive.close()
    return found


# people at the table


def test_a_roll_that_is_contested_and_corrected_is_counted_once(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    table.correct([1, 4, 4, 6, 3])
    total = audit_of(sitting.folder).total
    assert (total.contested, total.corrected, total.by_hand, total.taken_back) == (1, 1, 1, 0)
    assert (total.games, total.rolls) == (1, 2)


def test_a_contested_roll_that_was_right_is_not_corrected(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    table.correct([1, 4, 4, 6, 2])
    total = audit_of(sitting.folder).total
    assert (total.contested, total.corrected) == (1, 0)


def test_a_roll_that_is_rolled_again_is_contested_and_what_was_decided_on_it_is_no_roll(
    sitting: Sitting,
) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    table.play(Score("chance"))
    table.roll_again()
    total = audit_of(sitting.folder).total
    assert (total.contested, total.corrected, total.rolls) == (1, 0, 1)


def test_what_staff_takes_back_is_counted_by_itself(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    table.play(Score("chance"))
    table.undo()
    assert audit_of(sitting.folder).total.taken_back == 0, "a move, but no roll"
    table.undo()
    total = audit_of(sitting.folder).total
    assert (total.taken_back, total.contested) == (1, 0)


def test_questions_are_counted_by_kind(sitting: Sitting) -> None:
    sitting.begin()
    sitting.roll("4@40,120 1@30,30")
    sitting.roll("4@40,120 1@30,30 4@90,90")
    sitting.roll(FIRST)
    (day,) = audit_of(sitting.folder).days.values()
    assert dict(day.asked) == {"too_few": 1}


# days


def test_each_day_has_its_own_counts_by_the_tables_own_clock(tmp_path: Path) -> None:
    late = NOON + DAY / 2 - 1800
    entries = [Begun(1, late, "da", {"game": "yatzy", "players": ["A"], "options": {}})]
    moved = Moved(1, 0, late + 3600, "camera", {"roll": [1, 2, 3, 4, 5]}, ({"value": 1},) * 5)
    noted = Noted(1, 1, late + 3700, "asked", {"kind": "hand"})
    audit = audit_of(tmp_path, *entries, moved, noted, Ended(1, late + 3800, "left", (0,)))
    assert [(name, day.games, day.rolls, day.left) for name, day in audit.days.items()] == [
        ("2025-11-30", 1, 0, 0),
        ("2025-12-01", 0, 1, 1),
    ]
    archive = Archive(tmp_path)
    assert list(audited(archive, timezone(timedelta(hours=1))).days) == ["2025-12-01"]
    archive.close()


def test_running_time_over_midnight_is_shared_by_both_days(tmp_path: Path) -> None:
    audit = audit_of(tmp_path, started(NOON), Happened(NOON + DAY, DAY, "stopped"))
    assert {name: day.uptime for name, day in audit.days.items()} == pytest.approx(
        {"2025-11-30": DAY / 2, "2025-12-01": DAY / 2}
    )


def test_a_stretch_that_ends_at_midnight_and_one_of_many_days(tmp_path: Path) -> None:
    audit = audit_of(tmp_path, started(NOON), Happened(NOON + 3.5 * DAY, 3.5 * DAY, "stopped"))
    assert [round(day.uptime / 3600, 3) for day in audit.days.values()] == [12.0, 24.0, 24.0, 24.0]


def test_a_clock_that_is_set_costs_no_running_time(tmp_path: Path) -> None:
    """A Pi without a battery clock: it wakes up in the past, and an hour later the net tells it the day."""
    long_ago = NOON - 200 * DAY
    audit = audit_of(
        tmp_path, started(long_ago), Happened(NOON, 3600.0, "running"), Happened(NOON + 60, 3660.0, "stopped")
    )
    assert audit.total.uptime == pytest.approx(3660.0)
    assert audit.days["2025-11-30"].uptime == pytest.approx(3660.0)
    assert (audit.total.clock_steps, audit.days["2025-11-30"].clock_steps) == (1, 1)


def test_a_day_that_no_calendar_knows(tmp_path: Path) -> None:
    audit = audit_of(tmp_path, started(1e18), Happened(1e18, 50.0, "stopped"))
    assert audit.days[UNKNOWN].uptime == 50.0
    assert f"From {UNKNOWN} to {UNKNOWN}" in page(audit)


# starts and faults


@pytest.mark.parametrize(
    "entries, crashes, power_cuts",
    [
        ([started(NOON), Happened(NOON + 9, 9.0, "stopped"), started(NOON + 20)], 0, 0),
        ([started(NOON), started(NOON + 20)], 1, 0),
        ([started(NOON), started(NOON + 20, boot="b")], 0, 1),
        ([started(NOON, boot=""), started(NOON + 20, boot="")], 0, 1),
        ([started(NOON), Happened(NOON + 9, 9.0, "stopped"), started(NOON + 20, "b"), started(NOON + 30, "b")], 1, 0),
    ],
)  # fmt: skip
def test_how_the_run_before_ended(
    tmp_path: Path, entries: list[Entry], crashes: int, power_cuts: int
) -> None:
    total = audit_of(tmp_path, *entries).total
    assert (total.crashes, total.power_cuts) == (crashes, power_cuts)
    assert total.starts == sum(isinstance(one, Happened) and one.what == "started" for one in entries)


def test_a_run_whose_start_was_in_a_journal_that_was_set_aside(tmp_path: Path) -> None:
    audit = audit_of(tmp_path, failed(NOON, 5000.0), Happened(NOON + 60, 5060.0, "stopped"))
    assert (audit.total.starts, audit.total.uptime, audit.total.clock_steps) == (0, 60.0, 0)
    assert audit.total.faults == {"camera": 1}


def test_faults_are_told_with_their_length_and_those_that_last(tmp_path: Path) -> None:
    audit = audit_of(
        tmp_path,
        started(NOON),
        failed(NOON + 10, 10.0),
        failed(NOON + 20, 20.0, "panel", "stuck"),
        healed(NOON + 40, 40.0),
        failed(NOON + 50, 50.0),
    )
    assert [
        (one.part, one.text, one.since - NOON, one.until and one.until - NOON) for one in audit.faults
    ] == [
        ("camera", "gone", 10.0, 40.0),
        ("panel", "stuck", 20.0, None),
        ("camera", "gone", 50.0, None),
    ]
    assert dict(audit.total.faults) == {"camera": 2, "panel": 1}
    assert audit.last_run is not None
    assert [fault.part for fault in audit.last_run.away] == ["panel", "camera"]


# the command


@pytest.fixture(scope="module")
def months(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("months")
    write_months(folder, days=12)
    return folder


def test_as_json_the_days_add_up_to_the_total(months: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["journal", "audit", "--json", "--state-dir", str(months)]) == 0
    *lines, total = map(json.loads, capsys.readouterr().out.splitlines())
    days = [line for line in lines if line["line"] == "day"]
    assert total["line"] == "total"
    assert total["days"] == len(days)
    for name in ("games", "rolls", "contested", "corrected", "starts", "crashes", "power_cuts"):
        assert total[name] == sum(day[name] for day in days), name
    assert total["uptime"] == pytest.approx(sum(day["uptime"] for day in days), abs=1.0)
    assert {line["part"] for line in lines if line["line"] == "fault"} == set(total["faults"])


def test_the_page_has_a_plot_for_each_question_and_names_nobody(
    months: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "audit.html"
    assert cli.main(["journal", "audit", "--page", str(file), "--state-dir", str(months)]) == 0
    assert "total" in capsys.readouterr().out
    content = file.read_text(encoding="utf-8")
    assert content.count("<svg") == 6
    ET.fromstring(content.partition("<main>")[1] + content.partition("<main>")[2].partition("</body>")[0])
    assert "http" not in content
    assert "<script" not in content


def test_an_empty_journal_has_an_audit_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Journal(tmp_path).close()
    assert (
        cli.main(["journal", "audit", "--page", str(tmp_path / "p.html"), "--state-dir", str(tmp_path)]) == 0
    )
    assert "Nothing yet." in (tmp_path / "p.html").read_text(encoding="utf-8")


def write_months(folder: Path, days: int, seed: int = 3) -> None:
    """A café's days: some games each, some faults, a crash, a power cut."""
    rng, journal, number = random.Random(seed), Journal(folder), 0
    for day in range(days):
        opens, up = NOON + (day - days) * DAY + 3600 * rng.uniform(-1, 1), 0.0
        journal.write(started(opens, boot=str(day)))
        for game in range(rng.randrange(1, 6)):
            number += 1
            for entry in a_game(number, rng.choice(["yatzy", "farkle"]), rng, opens + 3600 * game, most=60):
                journal.write(entry)
        while up < 3600 * 10:
            up += 900
            journal.write(Happened(opens + up, up, "running"))
            if rng.random() < 0.02:
                part = rng.choice(["camera", "panel", "light"])
                journal.write(failed(opens + up, up, part, "it does not answer"))
                journal.write(healed(opens + up + 40, up + 40, part))
        if rng.random() < 0.8:
            journal.write(Happened(opens + up, up, "stopped"))
    journal.close()


if __name__ == "__main__":
    Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
    write_months(Path(sys.argv[1]), days=62)
