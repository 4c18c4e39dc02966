"""The installer's steps: said, done once, and taken back."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from machine import SYSTEMD

sys.path.insert(0, str(SYSTEMD))

from setup.steps import LeftOut, Step, Trouble, carry_out

from setup import boot, data, plan

LINE = (
    "console=serial0,115200 console=tty1 root=PARTUUID=4e639091-02 rootfstype=ext4 fsck.repair=yes rootwait\n"
)
QUIET = (
    "quiet loglevel=3 logo.nologo vt.global_cursor_default=0 consoleblank=0 video=HDMI-A-1:1920x1080@60D\n"
)


def install(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(SYSTEMD / "install"), *words], capture_output=True, text=True, check=False
    )


def test_a_dry_run_says_every_step_and_changes_nothing() -> None:
    done = install("--dry-run")
    *steps, last = done.stdout.splitlines()
    assert (done.returncode, done.stderr, last) == (0, "", "nothing was changed")
    assert all(line.startswith(("would:    ", "already:  ", "left out: ")) for line in steps)
    for what in (
        "install Debian's packages python3 ",
        "make the user raflebord and its groups",
        "write /etc/systemd/system/raflebord.service",
        "write /etc/udev/rules.d/70-raflebord.rules",
        "write /etc/systemd/journald.conf.d/raflebord.conf",
        "write /etc/systemd/system.conf.d/raflebord.conf",
        "boot options in /boot/firmware/cmdline.txt",
        "install the program from ",
        "start raflebord.service and raflebord-nightly.timer with the machine",
    ):
        assert any(what in line for line in steps), what


def test_every_file_that_is_laid_out_is_installed() -> None:
    said = install("--dry-run").stdout
    for unit in (SYSTEMD / "units").rglob("*.*"):
        if unit.is_file():
            assert f"/etc/systemd/system/{unit.relative_to(SYSTEMD / 'units')}" in said
    laid = {path.name for path in (SYSTEMD / "files").iterdir()}
    assert laid == {*plan.FILES, "raflebord.toml"}


def test_uninstalling_says_what_stays() -> None:
    done = install("--uninstall", "--dry-run")
    assert done.returncode == 0
    assert (
        "left out: remove /var/lib/raflebord and /etc/raflebord.toml (games, calibration, settings"
        in done.stdout
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--wheel", "/nowhere/raflebord-1.0-py3-none-any.whl"], "is no wheel of Raflebord"),
        (["--data", "/dev/null", "--dry-run"], "/dev/null is no disk or partition"),
        (["--colour"], "unrecognized arguments"),
    ],
)
def test_bad_input_is_refused_in_one_line(words: list[str], said: str) -> None:
    done = install(*words)
    assert done.returncode in (1, 2)
    assert said in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


# Steps


def test_a_step_that_is_done_is_not_done_again() -> None:
    did, said = list[str](), list[str]()
    steps: list[Step | LeftOut] = [
        Step("one", lambda: True, lambda: did.append("one")),
        Step("two", lambda: False, lambda: did.append("two")),
        LeftOut("three", "no such thing here"),
    ]
    carry_out(steps, said.append, dry=True)
    assert did == []
    carry_out(steps, said.append, dry=False)
    assert did == ["two"]
    assert said[3:] == ["already:  one", "now:      two", "left out: three (no such thing here)"]


# Boot options


BOOT = [
    ("as it comes", LINE, LINE.strip() + " " + QUIET),
    ("done already", LINE.strip() + " " + QUIET, LINE.strip() + " " + QUIET),
    (
        "another value",
        "consoleblank=600 quiet\n",
        QUIET.replace("quiet ", "", 1).replace("loglevel", "quiet loglevel", 1),
    ),
    ("a screen of its own", "video=HDMI-A-1:1280x720@60 quiet\n", None),
    ("empty", "", QUIET),
]


@pytest.mark.parametrize(("name", "before", "after"), BOOT, ids=[case[0] for case in BOOT])
def test_the_kernels_command_line(name: str, before: str, after: str | None) -> None:
    found = boot.cmdline(before)
    if after is not None:
        assert found == after
    assert boot.cmdline(found) == found
    assert found.count("\n") == 1
    assert set(before.split()) - set(found.split()) <= {"consoleblank=600"}
    assert found.count("video=") == 1


def test_config_txt_gets_a_section_of_its_own_once() -> None:
    before = "camera_auto_detect=1\n[pi4]\narm_boost=1\n"
    after = boot.config(before)
    assert after == before + "\n# Raflebord\n[all]\ndisable_splash=1\n"
    assert boot.config(after) == after


def test_a_boot_file_is_kept_as_it_was_first(tmp_path: Path) -> None:
    file = tmp_path / "cmdline.txt"
    file.write_text("first\n")
    boot.rewrite(file, "second\n")
    boot.rewrite(file, "third\n")
    assert file.read_text() == "third\n"
    assert (tmp_path / "cmdline.txt.before-raflebord").read_text() == "first\n"


# A partition for the data


def test_a_partition_with_something_on_it_is_not_touched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data, "_label", lambda _: "photos")
    monkeypatch.setattr(data, "succeeds", lambda *_: True)
    ran = list[str]()

    def run(*words: object) -> str:
        ran.append(" ".join(map(str, words)))
        return ""

    first, *_ = data.partition_steps(Path("/dev/x"), run)
    assert isinstance(first, Step)
    with pytest.raises(Trouble, match="there is something on /dev/x already"):
        first.do()
    assert ran == []


def test_the_root_is_read_only_but_not_the_data() -> None:
    assert (
        boot.cmdline("root=x overlayroot=tmpfs\n", (boot.OVERLAY,)) == "root=x overlayroot=tmpfs:recurse=0\n"
    )
    places = [line.split()[1] for line in data.fstab_lines()]
    assert places == ["/data", "/var/lib/raflebord", "/opt/raflebord", "/var/log/journal"]
