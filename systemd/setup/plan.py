"""What makes a machine a table, step by step, in the order in which it is done."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from setup import boot, making
from setup.shell import Run, booted, run, succeeds
from setup.steps import LeftOut, Step, always
from setup.versions import ROOT, Versions

HERE = Path(__file__).resolve().parents[1]
"""The folder with the units and files: in a checkout `systemd/`, on a table `LIBRARY`."""
LIBRARY = Path("/usr/local/lib/raflebord")
PACKAGES = (
    "python3",
    "python3-venv",
    "python3-pip",
    "python3-setuptools",
    "python3-wheel",
    "python3-numpy",
    "python3-pygame",
    "python3-gpiozero",
    "python3-serial",
    "python3-paho-mqtt",
    "libgl1",
    "libglib2.0-0",
)
"""setuptools and wheel build the program from a checkout; libgl1 and libglib2.0-0 are for PyPI's OpenCV."""
PI_PACKAGES = ("python3-picamera2", "python3-lgpio")
UNITS = Path("/etc/systemd/system")
STARTED = ("raflebord.service", "raflebord-nightly.timer")
ASKED_FOR = ("raflebord-fleet.service", "raflebord-house.service")
"""What connects tables: off until somebody enables it."""
FILES = {
    "sysusers.conf": "/etc/sysusers.d/raflebord.conf",
    "tmpfiles.conf": "/etc/tmpfiles.d/raflebord.conf",
    "udev.rules": "/etc/udev/rules.d/70-raflebord.rules",
    "journald.conf": "/etc/systemd/journald.conf.d/raflebord.conf",
    "watchdog.conf": "/etc/systemd/system.conf.d/raflebord.conf",
}
LINKS = {
    "/usr/local/sbin/raflebord-update": LIBRARY / "update",
    "/usr/local/sbin/raflebord-install": LIBRARY / "install",
    "/usr/local/bin/raflebord": ROOT / "current" / "bin" / "raflebord",
}
CONFIG = Path("/etc/raflebord.toml")
MODEL = Path("/proc/device-tree/model")


@dataclass(frozen=True)
class Wishes:
    """`wheel`: the program (None: built from the checkout around us). `find`: the only place where packages for Python
    are looked for. `packages`: whether to use apt, `start`: whether to start the table in the end."""

    wheel: Path | None = None
    find: Path | None = None
    packages: bool = True
    start: bool = True


def steps(wishes: Wishes, run: Run = run) -> Iterator[Step | LeftOut]:
    """All of an installation."""
    yield _packages(wishes, run)
    yield from (_copied(HERE / "files" / name, Path(to)) for name, to in FILES.items())
    yield Step(
        "make the user raflebord and its groups", _user_is_complete, lambda: _ran(run, "systemd-sysusers")
    )
    yield _library()
    yield from (_linked(Path(link), target) for link, target in LINKS.items())
    yield Step(
        "make the folders", always, lambda: _ran(run, "systemd-tmpfiles", "--create", FILES["tmpfiles.conf"])
    )
    yield Step(
        f"write {CONFIG}, to be adapted",
        CONFIG.exists,
        lambda: _copy(HERE / "files" / "raflebord.toml", CONFIG),
    )
    yield from (_copied(path, UNITS / path.relative_to(HERE / "units")) for path in unit_files())
    yield from _boot_options()
    yield _program(wishes, run)
    yield from _services(wishes, run)


def _ran(run: Run, *words: str | Path) -> None:
    run(*words)


def _user_is_complete() -> bool:
    """Whether the user is there, in all groups that are wanted."""
    lines = (HERE / "files" / "sysusers.conf").read_text(encoding="utf-8").splitlines()
    wanted = {line.split()[2] for line in lines if line.startswith("m ")}
    return succeeds("id", "raflebord") and wanted <= set(run("id", "-nG", "raflebord").split())


def unit_files() -> list[Path]:
    """The units and what is added to others' units."""
    return sorted(path for path in (HERE / "units").rglob("*") if path.is_file())


def is_pi() -> bool:
    """Whether this is a Raspberry Pi."""
    return MODEL.exists() and "Raspberry Pi" in MODEL.read_text(encoding="utf-8", errors="replace")


def _packages(wishes: Wishes, run: Run) -> Step | LeftOut:
    names = (*PACKAGES, *(PI_PACKAGES if is_pi() else ()))
    text = f"install Debian's packages {' '.join(names)}"
    if not wishes.packages:
        return LeftOut(text, "--no-packages")
    if shutil.which("apt-get") is None:
        return LeftOut(text, "there is no apt-get here")

    def installed() -> bool:
        # Trixie calls some libraries by another name (for 64-bit time) and installs those when asked for the old one.
        return all(
            succeeds("dpkg-query", "-s", name) or succeeds("dpkg-query", "-s", f"{name}t64") for name in names
        )

    def install() -> None:
        run("apt-get", "-qq", "update")
        environment = ("env", "DEBIAN_FRONTEND=noninteractive")
        run(*environment, "apt-get", "-qq", "install", "-y", "--no-install-recommends", *names)

    return Step(text, installed, install)


def _copied(source: Path, to: Path) -> Step:
    def same() -> bool:
        return to.is_file() and to.read_bytes() == source.read_bytes()

    return Step(f"write {to}", same, lambda: _copy(source, to))


def _copy(source: Path, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, to)
    to.chmod(0o755 if source.stat().st_mode & 0o100 else 0o644)


def _library() -> Step | LeftOut:
    text = f"copy the installer to {LIBRARY}"
    if HERE == LIBRARY:
        return LeftOut(text, "this is the copy")

    def copy() -> None:
        shutil.rmtree(LIBRARY, ignore_errors=True)
        shutil.copytree(HERE, LIBRARY, ignore=shutil.ignore_patterns("__pycache__"))

    return Step(text, always, copy)


def _linked(link: Path, target: Path) -> Step:
    def make() -> None:
        link.parent.mkdir(parents=True, exist_ok=True)
        link.unlink(missing_ok=True)
        link.symlink_to(target)

    return Step(f"link {link} to {target}", lambda: link.is_symlink() and link.readlink() == target, make)


def _boot_options() -> Iterator[Step | LeftOut]:
    yield _boot_file("cmdline.txt", boot.cmdline, "a quiet start, no cursor, no blanking")
    yield _boot_file("config.txt", boot.config, "no rainbow")


def _boot_file(name: str, changed: Callable[[str], str], what: str) -> Step | LeftOut:
    path = boot.FOLDER / name
    text = f"boot options in {path}: {what}"
    if not path.exists():
        return LeftOut(text, "there is no such file: not a Pi's boot partition")
    old = path.read_text(encoding="utf-8")
    new = changed(old)
    return Step(text, lambda: old == new, lambda: boot.rewrite(path, new))


def _program(wishes: Wishes, run: Run) -> Step | LeftOut:
    versions = Versions()
    checkout = HERE.parent
    if wishes.wheel is None and not (checkout / "pyproject.toml").exists():
        return LeftOut("install the program", "no --wheel, and no checkout around the installer")

    def install() -> None:
        with tempfile.TemporaryDirectory() as folder:
            wheel = wishes.wheel or _built(run, checkout, Path(folder))
            version = making.make(run, versions, wheel, wishes.find, None)
        versions.use(version)

    source = wishes.wheel or checkout
    return Step(
        f"install the program from {source}, unless a version is in use",
        lambda: versions.current is not None,
        install,
    )


def _built(run: Run, checkout: Path, folder: Path) -> Path:
    """A wheel of the checkout, built in a copy: nothing is written into the checkout."""
    copy = folder / "source"
    copy.mkdir()
    for name in ("rules", "vision", "kiosk"):
        shutil.copytree(checkout / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copyfile(checkout / name, copy / name)
    run(
        making.PYTHON,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--wheel-dir",
        folder,
        copy,
    )
    return making.newest_wheel(folder)


def _services(wishes: Wishes, run: Run) -> Iterator[Step | LeftOut]:
    enable = f"start {' and '.join(STARTED)} with the machine, and no login on the screen"
    start = "start the table"

    def enabled() -> bool:
        return all(succeeds("systemctl", "is-enabled", unit) for unit in STARTED)

    def enable_all() -> None:
        run("systemctl", "enable", *STARTED)
        run("systemctl", "disable", "getty@tty1.service")

    yield Step(enable, enabled, enable_all)
    if not booted():
        yield LeftOut(start, "systemd does not run this machine: it starts at the next boot")
        return
    yield Step("make systemd and udev read what is new", always, lambda: _reload(run))
    if not wishes.start:
        yield LeftOut(start, "--no-start")
        return
    yield Step(
        start,
        lambda: succeeds("systemctl", "is-active", STARTED[0]),
        lambda: _ran(run, "systemctl", "start", *STARTED),
    )


def _reload(run: Run) -> None:
    run("systemctl", "daemon-reload")
    if succeeds("systemctl", "is-active", "systemd-udevd"):
        run("udevadm", "control", "--reload")
        run(
            "udevadm",
            "trigger",
            "--subsystem-match=tty",
            "--subsystem-match=video4linux",
            "--subsystem-match=dma_heap",
        )
