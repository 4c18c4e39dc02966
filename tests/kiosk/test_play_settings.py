"""Which table it becomes: defaults of the machine, then the file, then the command line; one clear line when not."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from disks import mount

from kiosk import cli
from kiosk.chosen import Comfort
from kiosk.cli import UsageError
from kiosk.journal import state_lock
from kiosk.settings import gathered, is_pi
from kiosk.sim.botgame import Summary, Wanted

HOME = {"HOME": "/home/guest"}


def test_anywhere_else_it_is_a_simulated_table_in_a_window() -> None:
    settings = gathered({}, None, HOME, on_pi=False)
    assert (settings.windowed, settings.camera, settings.panel, settings.light) == (
        True,
        "sim",
        "keyboard",
        "none",
    )
    assert settings.state_dir == Path("/home/guest/.local/state/raflebord")


def test_on_a_pi_it_is_the_table() -> None:
    settings = gathered({}, None, HOME, on_pi=True)
    assert (settings.windowed, settings.camera, settings.panel) == (False, "pi", "gpio")


def test_the_state_directory_follows_the_desktops_rules() -> None:
    assert gathered({}, None, {**HOME, "XDG_STATE_HOME": "/var/x"}, on_pi=False).state_dir == Path(
        "/var/x/raflebord"
    )


def test_the_command_line_beats_the_file_and_the_file_beats_the_machine(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('lang = "nb"\npanel = "gpio"\nstate-dir = "/srv/games"\nwindowed = false\n')
    settings = gathered({"panel": "keyboard", "lang": None}, file, HOME, on_pi=False)
    assert (settings.lang, settings.panel, settings.windowed) == ("nb", "keyboard", False)
    assert settings.state_dir == Path("/srv/games")


def test_the_sound_has_a_section_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('lang = "nb"\n[sound]\nvolume = "high"\n')
    settings = gathered({}, file, HOME, on_pi=True)
    assert (settings.sound.volume, settings.sound.night) == ("high", "22:00-08:00")
    assert gathered({}, None, HOME, on_pi=True).sound.volume == "low"


def test_the_screen_has_a_section_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text("[screen]\nlarge_type = true\n")
    assert gathered({}, file, HOME, on_pi=True).screen == Comfort(large_type=True)
    assert gathered({}, None, HOME, on_pi=True).screen == Comfort()


def test_a_pi_is_known_by_its_device_tree(tmp_path: Path) -> None:
    model = tmp_path / "model"
    assert not is_pi(model)
    model.write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
    assert is_pi(model)
    model.write_bytes(b"Another Board\0")
    assert not is_pi(model)


BAD_FILES = [
    ("lang = ", "is no TOML"),
    ('colour = "red"', "there is no setting 'colour'"),
    ("lang = 3", "lang is a text, not 3"),
    ('windowed = "yes"', "windowed is true or false"),
    ('lang = "fr"', "table.toml: lang 'fr' is not known here: expected da or nb or en"),
    ('sound = "high"', r"table.toml: sound: a section \[sound\] with volume and night was expected"),
    ('[sound]\nvolume = "loud"', "table.toml: sound: volume is off or low or high, not 'loud'"),
    ('[sound]\nnight = "late"', "table.toml: sound: hours such as '22:00-08:00' were expected"),
    ("[sound]\nnight = 22", "table.toml: sound: night is a text"),
    ("[sound]\nbass = 1", "table.toml: sound: there is no setting 'bass'"),
    (
        "screen = true",
        r"table.toml: screen: a section \[screen\] with large_type and reduced_motion was expected",
    ),
    ("[screen]\nlarge_type = 1", "table.toml: screen: large_type is true or false, not 1"),
    ("[screen]\ncolour = true", "table.toml: screen: there is no setting 'colour'"),
    ('panel = "gpioo"', "table.toml: panel 'gpioo' is not known here: expected keyboard or gpio"),
    ('camera = "nothing-there"', "table.toml: camera: there is no camera 'nothing-there'"),
    ('camera = "sim:colour=red"', "table.toml: camera: the simulated camera has no setting 'colour'"),
    ('light = "lamp"', "table.toml: light 'lamp' is no light: expected none, sim or a serial line"),
]


@pytest.mark.parametrize("text, said", BAD_FILES, ids=[case[0] for case in BAD_FILES])
def test_a_wrong_file_is_said(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "table.toml"
    file.write_text(text)
    with pytest.raises(UsageError, match=said):
        gathered({}, file, HOME, on_pi=False)


def test_what_the_command_line_says_is_not_the_files_fault(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('panel = "gpio"\n')
    with pytest.raises(UsageError, match=r"^--panel 'touch'"):
        gathered({"panel": "touch"}, file, HOME, on_pi=False)


# The commands: one line on standard error, exit code 2.

BAD = [
    (["play", "--camera", "nothing-there"], "there is no camera 'nothing-there'"),
    (["play", "--camera", "v4l2:x"], "expected pi, v4l2:N, sim"),
    (["play", "--camera", "sim:colour=red"], "no setting 'colour'"),
    (["play", "--panel", "touch"], "expected keyboard or gpio"),
    (
        ["play", "--light", "ttyACM0"],
        "'ttyACM0' is no light: expected none, sim or a serial line such as /dev/ttyUSB0",
    ),
    (
        ["play", "--light", "sim", "--camera", "v4l2:0"],
        "'sim' is the simulated table's light: expected --camera sim",
    ),
    (["play", "--lang", "fr"], "expected da or nb or en"),
    (["play", "--config", "nothing-there.toml"], "cannot read nothing-there.toml"),
    (["play", "--colour", "red"], "unrecognized arguments"),
    (["demo", "--game", "poker", "--players", "2", "--seed", "1"], "'poker' is not on this table"),
    (
        ["demo", "--game", "maxi_yatzy", "--players", "2", "--seed", "1"],
        "'maxi_yatzy' has no screens yet: expected target_dice or yatzy or thirty or ten_thousand or farkle",
    ),
    (["demo", "--game", "yatzy", "--players", "0", "--seed", "1"], "yatzy is played by 1 to"),
    (["demo", "--game", "yatzy", "--players", "x", "--seed", "1"], "invalid int value"),
    (["demo", "--game", "yatzy", "--players", "2", "--seed", "-1"], "expected a whole number"),
    (["demo", "--game", "yatzy", "--players", "2", "--seed", "1", "--noise", "2"], "from 0 to 1"),
    (["demo", "--game", "yatzy", "--players", "2", "--seed", "1", "--noise", "nan"], "from 0 to 1"),
    (["demo", "--game", "yatzy", "--players", "2", "--seed", "1", "--speed", "0"], "above 0"),
    (
        ["demo", "--game", "yatzy", "--players", "2", "--seed", "1", "--out", "/proc/nothing"],
        "cannot be used as a folder",
    ),
    (["demo", "--game", "yatzy"], "required: --players, --seed"),
]


def line_of(argv: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    try:
        code = cli.main(argv)
    except SystemExit as stop:
        code = int(stop.code or 0)
    told = capsys.readouterr()
    assert code == 2
    assert told.out == ""
    assert len(told.err.splitlines()) == 1, told.err
    return told.err


@pytest.mark.parametrize("argv, said", BAD, ids=[" ".join(case[0]) for case in BAD])
def test_bad_input_is_one_clear_line(argv: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert said in line_of(argv, capsys)


def test_a_second_program_on_the_same_state_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with state_lock(tmp_path):
        assert "another Raflebord" in line_of(["play", "--state-dir", str(tmp_path)], capsys)


def test_it_is_refused_before_anything_is_loaded_that_takes_its_time(tmp_path: Path) -> None:
    tells = (
        "import sys; from kiosk import cli; cli.main(sys.argv[1:]); "
        "print(*{'cv2', 'numpy', 'pygame', 'gpiozero'} & set(sys.modules))"
    )
    command = [sys.executable, "-c", tells, "play", "--state-dir", str(tmp_path)]
    with state_lock(tmp_path):
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "another Raflebord" in done.stderr
    assert done.stdout.split() == []


def test_without_a_display_bots_play_and_it_says_where_the_pictures_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    pygame.display.quit()
    games: list[Wanted] = []

    def played(wanted: Wanted, say: object) -> Summary:
        games.append(wanted)
        return Summary("yatzy", 2, 1, rolls=80, compared=80, scores=[200, 210], winners=[1])

    monkeypatch.setattr("kiosk.sim.botgame.play", played)
    assert cli.main(["play", "--state-dir", str(tmp_path), "--lang", "nb"]) == 0
    told = capsys.readouterr().err
    assert "no display here" in told
    assert str(Path("out").resolve()) in told
    assert [game.language for game in games] == ["nb"]


def test_a_service_without_a_display_ends_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "manager"))
    pygame.display.quit()
    assert cli.main(["play", "--state-dir", str(tmp_path)]) == 1
    assert "there is no display here" in capsys.readouterr().err


@pytest.fixture
def read_only(tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "sealed"
    place.mkdir()
    if not mount("-t", "tmpfs", "-o", "ro", "tmpfs", str(place)):
        if os.geteuid() == 0:
            pytest.skip("root may write everywhere, and mounting read-only is not allowed here")
        place.chmod(0o500)
    yield place
    subprocess.run(["umount", str(place)], capture_output=True, check=False)


def test_a_state_directory_without_permission_is_refused(
    read_only: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "no permission to write" in line_of(["play", "--state-dir", str(read_only)], capsys)
    assert "cannot use" in line_of(["play", "--state-dir", str(read_only / "deeper")], capsys)
