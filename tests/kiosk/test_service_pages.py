"""Service mode's menu, its list of tests and the audit: where presses lead, what is kept, that all can be read."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pygame
import pytest
from journal_games import write_games
from service_bench import StillClock
from service_parts import Card, Controller, Films

from kiosk.buttons import Button
from kiosk.diary import Diary
from kiosk.draw.kit import Kit
from kiosk.gallery.service_mode import PICTURES
from kiosk.gallery.studio import studio
from kiosk.journal import Archive, Journal
from kiosk.journal.audit import Day, as_lines, audited
from kiosk.match.ledger import Ledger
from kiosk.service.audit import ROWS, AuditPage, Opened, opened
from kiosk.service.menu import LINES
from kiosk.service.mode import Service
from kiosk.service.opening import Parts, known, pages
from kiosk.service.parts.lamps import LampsTrial
from kiosk.service.parts.screen import ScreenTrial
from kiosk.service.trials import TrialList, TrialPage, Trials
from kiosk.sound.loudness import NO_NIGHT, Loudness
from kiosk.sound.sounding import TableSound

GREEN, YELLOW, LEFT, RIGHT, KEY = Button.CONFIRM, Button.BANK, Button.LEFT, Button.RIGHT, Button.SERVICE
SIZE = (1024, 600)


class House:
    """Service mode with all its parts, and the diary that it writes into."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.clock = folder, StillClock()
        self.ledger = Ledger(lambda: Journal(folder))
        self.diary = Diary(self.ledger, self.clock, "boot")
        self.controller = Controller()
        sound = TableSound(Card(), Loudness("low", NO_NIGHT, lambda: 0.0, lambda _: None))
        ask = Films().ask
        parts = Parts(frozenset, self.controller.light, sound, ask, "sim", folder, self.clock)
        self.service = Service(lambda: pages(parts, self.diary.write, Kit()))

    def press(self, *buttons: Button) -> str:
        for button in buttons:
            self.service.press(button)
            self.service.follow(self.clock.now())
        return self.service.place

    def open(self, place: str) -> None:
        """The key, and a line of the menu."""
        self.press(KEY, *[RIGHT] * [line.place for line in LINES].index(place), GREEN)


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


@pytest.mark.parametrize("line", range(len(LINES)))
def test_every_line_of_the_menu_leads_somewhere_and_left_leads_back(house: House, line: int) -> None:
    assert house.press(KEY) == "menu"
    place = house.press(*[RIGHT] * line, GREEN)
    assert place == LINES[line].place
    if place != "game":
        assert house.press(LEFT) == "menu"
        assert house.press(KEY) == "menu", "it is turned already"
    house.service.turned_back()
    assert house.service.place == "game"


def test_right_goes_down_and_yellow_up_and_round(house: House) -> None:
    house.press(KEY, YELLOW, YELLOW, RIGHT, GREEN)
    assert house.service.place == "game", "the last line is the way back to the game"


def test_results_are_kept_in_diary_and_audit(house: House) -> None:
    tests = Trials([LampsTrial(), ScreenTrial()], house.diary.write, house.clock, lambda: known(house.folder))
    page = TrialPage(tests)
    page.enter()
    for _ in range(9):
        page.press(GREEN)
    page.press(YELLOW)
    archive = Archive(house.folder)
    kept = audited(archive).tests["lamps"]
    assert kept.verdict == "failed"
    assert {"line": "test", "test": "lamps", "verdict": "failed", "wall": house.clock.wall()} in list(
        as_lines(audited(archive))
    )
    archive.close()
    again = Trials([LampsTrial()], house.diary.write, house.clock, lambda: known(house.folder))
    TrialList(again).enter()
    assert again.results["lamps"].verdict == "failed", "another day the list still knows"


def test_green_goes_on_to_the_next_test_and_right_tries_again(house: House) -> None:
    tests = Trials([LampsTrial(), ScreenTrial()], house.diary.write, house.clock)
    page = TrialPage(tests)
    page.enter()
    for _ in range(10):
        page.press(GREEN)
    assert page.test.verdict == "passed"
    assert page.press(RIGHT) is None
    assert page.test.verdict is None
    for _ in range(10):
        page.press(GREEN)
    assert page.press(GREEN) is None
    assert page.test is tests.all[1]
    for _ in range(7):
        page.press(GREEN)
    assert page.press(GREEN) == "tests", "after the last one there is only the list"


def test_a_test_that_was_left_is_not_kept(house: House) -> None:
    house.open("tests")
    house.press(RIGHT, GREEN)
    assert house.press(LEFT) == "tests"
    assert known(house.folder) == {}


def test_the_lights_own_state_comes_back_when_the_key_is_turned(house: House) -> None:
    house.open("tests")
    house.press(RIGHT, RIGHT, GREEN)
    assert house.controller.light._instead is not None
    house.service.turned_back()
    assert house.controller.light._instead is None


# the audit


def test_the_audit_shows_what_the_journal_knows(tmp_path: Path) -> None:
    write_games(tmp_path, ["yatzy"], most=40)
    page = AuditPage(lambda: opened(tmp_path), lambda work: work())
    page.enter()
    page.follow(0.0)
    (_, day) = page.shown[0]
    assert (day.games, day.rolls > 10) == (1, True)


def test_without_a_journal_it_says_so(tmp_path: Path) -> None:
    assert opened(tmp_path) == Opened(None)
    (tmp_path / "journal.sqlite3").write_bytes(random.Random(1).randbytes(9000))
    assert opened(tmp_path) == Opened(None)


def test_it_is_read_beside_the_main_loop(tmp_path: Path) -> None:
    page = AuditPage(lambda: opened(tmp_path))
    page.enter()
    end = time.monotonic() + 10
    while page.opened is None and time.monotonic() < end:
        page.follow(0.0)
    assert page.opened == Opened(None)


def test_days_are_turned_over_like_pages(tmp_path: Path) -> None:
    audit = audited_days(2 * ROWS + 3)
    page = AuditPage(lambda: audit, lambda work: work())
    page.enter()
    page.follow(0.0)
    assert page.shown[0][0] == "2025-11-21"
    assert [page.press(button) for button in (YELLOW, RIGHT, RIGHT, RIGHT)] == [None] * 4
    assert (page.page, len(page.shown)) == (2, 3)
    page.press(YELLOW)
    assert page.page == 1
    assert page.press(GREEN) == "menu"


def audited_days(count: int) -> Opened:
    from kiosk.journal.audit import Audit

    return Opened(Audit({f"2025-11-{day:02}": Day() for day in range(1, count + 1)}))


@pytest.mark.parametrize("language", ["da", "nb", "en"])
def test_every_page_can_be_read(language: str) -> None:
    kit, surface = Kit(), pygame.Surface(SIZE)
    for picture in PICTURES:
        if picture.name == "service-teach":
            continue  # the same page as the one with a refusal
        with studio(language, picture.seed, surface, kit, watched=False) as made:
            picture.prepare(made)
            made.draw()
    assert kit.cut == [], "every text fits its place"
