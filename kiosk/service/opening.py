"""Puts service mode together: its pages, its tests with the parts that they try, their screens."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from kiosk.ask import Ask
from kiosk.buttons import Button
from kiosk.clock import Clock
from kiosk.draw.kit import Kit
from kiosk.journal import Archive, Damaged, StateUnusable
from kiosk.journal.diary_rows import tried
from kiosk.light.tray_light import TrayLight
from kiosk.service.audit import AuditPage, opened
from kiosk.service.calibration import Wizard
from kiosk.service.dice_colour import ColourPage
from kiosk.service.dice_page import DicePage
from kiosk.service.menu import Menu
from kiosk.service.mode import Leaf
from kiosk.service.page import Place
from kiosk.service.parts.buttons import ButtonsTrial
from kiosk.service.parts.camera import CameraTrial
from kiosk.service.parts.knocks import KnocksTrial
from kiosk.service.parts.lamps import LampsTrial
from kiosk.service.parts.light import LightTrial
from kiosk.service.parts.line import LineTrial
from kiosk.service.parts.machine import MachineTrial, look
from kiosk.service.parts.room import RoomTrial
from kiosk.service.parts.screen import ScreenTrial
from kiosk.service.parts.sound import SoundTrial
from kiosk.service.screens.audit import AuditScreen
from kiosk.service.screens.calibration import CalibrationScreen
from kiosk.service.screens.menu import MenuScreen, TrialsScreen
from kiosk.service.screens.own_dice import ColourScreen, DiceScreen
from kiosk.service.screens.teach import TeachScreen
from kiosk.service.screens.trial import TrialScreen
from kiosk.service.teaching import Teaching
from kiosk.service.trial import Trial
from kiosk.service.trials import Keep, Result, TrialList, TrialPage, Trials
from kiosk.service.wizard_page import WizardPage
from kiosk.sound.sounding import Sounding
from vision.calibrating.versions import Versions

MAINTAINER = "SERVICE"
"""Who calibrates at the table's own screen: whoever has the key."""


@dataclass(frozen=True)
class Parts:
    """What is calibrated, taught and tried. `closed`: the contacts that are closed now; `ask` gives the camera an
    order; `camera` as on the command line."""

    closed: Callable[[], frozenset[Button]]
    light: TrayLight
    sound: Sounding
    ask: Ask
    camera: str
    state_dir: Path
    clock: Clock


def all_tests(parts: Parts) -> list[Trial]:
    """Every test, in the order in which a maintainer goes through them."""
    return [
        ButtonsTrial(parts.closed),
        LampsTrial(),
        LightTrial(parts.light),
        KnocksTrial(parts.light),
        RoomTrial(parts.light, parts.clock),
        LineTrial(parts.light, parts.clock),
        SoundTrial(parts.sound),
        ScreenTrial(),
        CameraTrial(parts.ask, parts.clock),
        MachineTrial(partial(look, parts.state_dir, parts.clock)),
    ]


def pages(parts: Parts, keep: Keep, kit: Kit) -> Mapping[Place, Leaf]:
    """Every page with its screen, for these parts; `keep` writes into the diary."""
    menu, wizard = Menu(), Wizard(parts.ask, Versions(parts.state_dir), parts.clock, parts.camera, MAINTAINER)
    tests = Trials(all_tests(parts), keep, parts.clock, partial(known, parts.state_dir))
    dice = DicePage(parts.ask, wizard.versions)
    colour = ColourPage(parts.ask, wizard.versions, parts.clock, simulated=wizard.simulated)
    teaching = Teaching(parts.ask, wizard.versions, parts.clock, simulated=wizard.simulated)
    page, audit = TrialPage(tests), AuditPage(partial(opened, parts.state_dir))
    return {
        "menu": Leaf(menu, MenuScreen(kit, menu)),
        "calibrate": Leaf(WizardPage(wizard), CalibrationScreen(kit, wizard)),
        "dice": Leaf(dice, DiceScreen(kit, dice)),
        "colour": Leaf(colour, ColourScreen(kit, colour)),
        "teach": Leaf(teaching, TeachScreen(kit, teaching)),
        "tests": Leaf(TrialList(tests), TrialsScreen(kit, tests)),
        "test": Leaf(page, TrialScreen(kit, page)),
        "audit": Leaf(audit, AuditScreen(kit, audit)),
    }


def known(state_dir: Path) -> Mapping[str, Result]:
    """The newest result of each test that the diary knows; none where it cannot be read."""
    try:
        archive = Archive(state_dir)
    except (StateUnusable, sqlite3.DatabaseError):
        return {}
    try:
        return {one.test: Result(one.verdict, one.wall) for one in tried(archive.diary())}
    except (Damaged, sqlite3.DatabaseError):
        return {}
    finally:
        archive.close()
