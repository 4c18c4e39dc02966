"""The units as systemd itself judges them, and files that belong together."""

from __future__ import annotations

import configparser
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from machine import SYSTEMD, need_systemd

sys.path.insert(0, str(SYSTEMD))

from kiosk.chosen import Comfort
from kiosk.fleet.settings import FleetSettings
from kiosk.light.opening import PORT
from kiosk.nightly import NightlySettings
from kiosk.settings import gathered
from kiosk.sound.loudness import SoundSettings
from setup import plan

UNITS = sorted(path for path in (SYSTEMD / "units").iterdir() if path.is_file())
SERVICES = [path for path in UNITS if path.suffix == ".service"]
THRESHOLD = "20"
"""systemd's exposure, in tenths: 2.0 or better."""


def names(paths: list[Path]) -> list[str]:
    return [path.name for path in paths]


@pytest.mark.parametrize("unit", UNITS, ids=names(UNITS))
def test_systemd_finds_no_fault_in_a_unit(unit: Path, tmp_path: Path) -> None:
    """In a copy whose programs exist everywhere: which programs there are is for the machine to say."""
    need_systemd("systemd-analyze")
    for other in UNITS:
        text = re.sub(
            r"^(Exec\w+=[-+]*)/(opt|usr/local)\S+", r"\1/bin/true", other.read_text(), flags=re.MULTILINE
        )
        (tmp_path / other.name.replace("@.", "@1.")).write_text(text)
    copy = tmp_path / unit.name.replace("@.", "@1.")
    done = analyze("verify", "--recursive-errors=no", "--man=no", str(copy))
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_an_unknown_key_would_be_found(tmp_path: Path) -> None:
    need_systemd("systemd-analyze")
    unit = tmp_path / "wrong.service"
    unit.write_text("[Service]\nExecStart=/bin/true\nProtectSytem=strict\n")
    assert "ProtectSytem" in analyze("verify", "--recursive-errors=no", "--man=no", str(unit)).stderr


@pytest.mark.parametrize("unit", SERVICES, ids=names(SERVICES))
def test_a_service_is_shut_in(unit: Path) -> None:
    need_systemd("systemd-analyze")
    done = analyze("security", "--offline=true", f"--threshold={THRESHOLD}", str(unit))
    assert done.returncode == 0, done.stdout[-300:]


def analyze(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["systemd-analyze", "--no-pager", *words], capture_output=True, text=True, check=False
    )


def test_the_table_is_watched_and_started_again() -> None:
    unit = read(SYSTEMD / "units" / "raflebord.service")
    told = {name: unit["Service"][name] for name in ("Type", "WatchdogSec", "Restart", "RestartSec")}
    assert told == {"Type": "notify", "WatchdogSec": "10", "Restart": "always", "RestartSec": "2"}
    assert unit["Unit"]["StartLimitBurst"] == "10"
    assert unit["Unit"]["OnFailure"] == "raflebord-maintenance.service"
    watchdog = read(SYSTEMD / "files" / "watchdog.conf")
    assert int(watchdog["Manager"]["RuntimeWatchdogSec"]) <= 15, "a Pi's own watchdog counts no further"


def read(path: Path) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(path)
    return parser


def test_the_controllers_name_is_the_one_that_the_table_looks_for() -> None:
    rules = (SYSTEMD / "files" / "udev.rules").read_text()
    assert f'SYMLINK+="{PORT.removeprefix("/dev/")}"' in rules
    for line in rules.splitlines():
        assert line.startswith("#") or re.fullmatch(r'([A-Z]+(\{\w+\})?(==|\+=|=)"[^"]+"(, )?)+', line), line


def test_the_settings_that_are_laid_out_are_a_pis_own(tmp_path: Path) -> None:
    """As they are, and with every line that is laid out for a change."""
    file = SYSTEMD / "files" / "raflebord.toml"
    assert gathered({}, file, {"HOME": "/x"}, on_pi=True) == gathered({}, None, {"HOME": "/x"}, on_pi=True)
    told = tomllib.loads(re.sub(r"^#(?=\w+ = )", "", file.read_text(encoding="utf-8"), flags=re.MULTILINE))
    usual = gathered({}, None, {"HOME": "/x"}, on_pi=True)
    assert told.pop("sound") == vars(SoundSettings())
    assert told.pop("screen") == vars(Comfort())
    assert told.pop("nightly") == {**vars(NightlySettings()), "backup": str(NightlySettings().backup)}
    assert gathered({}, named(file, tmp_path), {"HOME": "/x"}, on_pi=True).fleet.title == "Bord 1"
    fleet = told.pop("fleet")
    told_of = {key: fleet.pop(key) for key in ("broker", "table", "name")}
    assert all(told_of.values())
    assert fleet == {**{key: vars(FleetSettings())[key] for key in fleet}, "commands": []}
    assert told.pop("contact")
    assert told == {name: getattr(usual, name) for name in ("camera", "panel", "light", "lang")}


def named(file: Path, folder: Path) -> Path:
    """The same settings with every line that is laid out for a change."""
    new = folder / "raflebord.toml"
    new.write_text(re.sub(r"^#(?=\w+ = )", "", file.read_text(encoding="utf-8"), flags=re.MULTILINE))
    return new


def test_nobody_has_a_network_but_those_who_are_asked_for() -> None:
    """The table least of all."""
    for path in SERVICES:
        service, asked_for = read(path)["Service"], path.name in plan.ASKED_FOR
        assert ("AF_INET" in service["RestrictAddressFamilies"]) == asked_for
        assert (service.get("PrivateNetwork") == "yes") != asked_for
        assert path.name not in plan.STARTED or not asked_for


def test_the_words_of_the_last_resort_need_no_program() -> None:
    """When no version can draw the screen."""
    done = subprocess.run(["sh", "-n", str(SYSTEMD / "rest")], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
