"""The SERVICE key: the screen is the maintainer's, the game waits, and the table's main loop knows no more of it."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from service_bench import Bench

from kiosk.app import Nothing
from kiosk.buttons import Button, Lamp
from kiosk.draw.kit import Kit
from kiosk.events import Drifted
from kiosk.gallery.studio import studio
from kiosk.screens import faults
from kiosk.service.menu import Menu
from kiosk.service.mode import Leaf, Service
from kiosk.service.screens.calibration import CalibrationScreen
from kiosk.service.screens.menu import MenuScreen
from kiosk.service.wizard_page import WizardPage

SIZE = (960, 540)


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


@pytest.fixture
def service(bench: Bench) -> Service:
    kit, menu = Kit(), Menu()
    return Service(
        lambda: {
            "menu": Leaf(menu, MenuScreen(kit, menu)),
            "calibrate": Leaf(WizardPage(bench.wizard), CalibrationScreen(kit, bench.wizard)),
        }
    )


def test_while_people_play_every_button_is_the_tables(service: Service, bench: Bench) -> None:
    assert service.screen is None
    assert not any(service.press(button) for button in Button if button is not Button.SERVICE)
    service.follow(0.0)
    assert bench.orders == []


def test_the_key_leads_in_and_out_again(service: Service, bench: Bench) -> None:
    assert service.press(Button.SERVICE)
    assert service.screen is not None
    assert service.press(Button.CONFIRM), "it is the maintainer's, not the table's"
    service.follow(bench.clock.now())
    service.turned_back()
    assert service.screen is None
    assert bench.orders[-1] == "leave", "the tray is watched again"


def test_left_leads_out_of_the_first_page_and_back_to_it_from_the_others(
    service: Service, bench: Bench
) -> None:
    service.press(Button.SERVICE)
    service.press(Button.CONFIRM)
    bench.go_on()
    service.press(Button.CONFIRM)
    assert bench.wizard.step == "tray"
    service.press(Button.LEFT)
    assert (bench.wizard.step, service.place) == ("start", "calibrate")
    service.press(Button.LEFT)
    assert service.place == "menu"
    service.press(Button.LEFT)
    assert not service.active
    service.turned_back()
    assert not service.active, "who has left by button turns the key back later"


def test_without_service_mode_nothing_stands_before_the_table() -> None:
    nothing = Nothing()
    nothing.follow(0.0)
    nothing.turned_back()
    assert nothing.screen is None
    assert not nothing.press(Button.SERVICE)


@pytest.mark.parametrize("language", ["da", "nb", "en"])
def test_every_step_can_be_read(bench: Bench, language: str) -> None:
    kit = Kit()
    screen, surface = CalibrationScreen(kit, bench.wizard), pygame.Surface(SIZE)
    with studio(language, 3, pygame.Surface((64, 36)), Kit(), watched=False) as made:

        def draw() -> None:
            screen.draw(surface, made.table, 100.2)

        bench.wizard.enter()
        for buttons in ((), (Button.CONFIRM,), (Button.CONFIRM,)):
            bench.press(*buttons)
            bench.go_on()
            draw()
        for _ in range(2):
            bench.lay()
            draw()
            bench.press(Button.CONFIRM)
        draw()
        bench.press(Button.CONFIRM)
        draw()
    assert kit.cut == [], "every text fits its place"


def test_lamps_say_what_can_be_pressed(bench: Bench) -> None:
    screen = CalibrationScreen(Kit(), bench.wizard)
    with studio("en", 3, pygame.Surface((64, 36)), Kit(), watched=False) as made:
        bench.to_tray()
        bench.dead = True
        bench.wizard.press(Button.CONFIRM)
        lamps = screen.lamps(made.table)
    assert lamps == {Button.LEFT: Lamp.ON}, "while it measures it can only be stopped"


def test_drift_is_said_between_games_and_never_in_one() -> None:
    surface = pygame.Surface(SIZE)
    with studio("en", 3, surface, Kit(), watched=False) as made:

        def strips() -> list[str]:
            return [text for text, _ in faults.told(made.table)]

        made.table.take(Drifted(("moved",)))
        assert strips() == ["The camera wants to be calibrated. Please tell the staff; play on."]
        made.begin("yatzy", 2, 0)
        assert strips() == []
        made.table.take(Drifted(()))
        assert strips() == []
