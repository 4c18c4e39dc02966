"""Makes a version: a virtual environment with the program in it.

The environment sees the system's own packages (`--system-site-packages`): pygame, numpy, gpiozero, pyserial and
picamera2 come from Debian, because PyPI's pygame has no KMSDRM and picamera2 exists only there. The rest comes from the
version in use, a stick or an index, in exactly the files that the program's own list names (`LOCK`).
"""

from __future__ import annotations

import os
import re
import shutil
import zipfile
from pathlib import Path

from setup.shell import Run
from setup.steps import Trouble
from setup.versions import WHOLE, Versions, order

WHEEL = re.compile(r"raflebord-([^-]+)-py3-none-any\.whl")
OURS = ("kiosk", "rules", "vision", "raflebord-")
"""What each version brings itself."""
LOCK = "kiosk/pi-requirements.txt"
"""In each wheel: what Debian does not have, with versions and sums; `make lock` writes it."""
PYTHON = "/usr/bin/python3"
"""The system's own: it is the one that sees Debian's packages."""


def version_of(wheel: Path) -> str:
    """The version in a wheel's name; raises Trouble when it is no wheel of this program."""
    found = WHEEL.fullmatch(wheel.name)
    if found is None or not wheel.is_file():
        raise Trouble(
            f"{wheel} is no wheel of Raflebord: expected a file such as raflebord-0.2.0-py3-none-any.whl"
        )
    return found[1]


def newest_wheel(folder: Path) -> Path:
    """The wheel with the highest version in a folder, such as a stick."""
    wheels = [path for path in folder.glob("raflebord-*.whl") if WHEEL.fullmatch(path.name)]
    if not wheels:
        raise Trouble(f"there is no wheel of Raflebord in {folder}")
    return max(wheels, key=lambda path: order(version_of(path)))


def fetched(run: Run, wanted: str, index: str | None, folder: Path) -> Path:
    """The program's wheel from an index (None: that of pip's settings); `wanted`: a version, "": the newest."""
    source = ["--index-url", index] if index else []
    what = f"raflebord=={wanted}" if wanted else "raflebord"
    run(PYTHON, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, *source, what)
    return newest_wheel(folder)


def make(run: Run, versions: Versions, wheel: Path, links: Path | None, index: str | None) -> str:
    """Installs a wheel beside the versions that are there; gives its version.

    `links`: the only place where further packages are looked for (a stick); None: the index. What is left of an
    installation that was broken off is begun anew.
    """
    version = version_of(wheel)
    folder = versions.path(version)
    if versions.is_whole(version):
        return version
    shutil.rmtree(folder, ignore_errors=True)
    try:
        _fill(run, folder, wheel, links, index, versions)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return version


def _fill(
    run: Run, folder: Path, wheel: Path, links: Path | None, index: str | None, versions: Versions
) -> None:
    run(PYTHON, "-m", "venv", "--system-site-packages", "--without-pip", folder)
    if versions.current is not None:
        take_over(versions.path(versions.current), folder)
    places = ["--no-index", "--find-links", links] if links else ["--index-url", index] if index else []
    pip = (PYTHON, "-m", "pip", "--python", folder / "bin" / "python", "--disable-pip-version-check")
    install = (*pip, "install", "--quiet", "--no-input", *places)
    run(*install, "--require-hashes", "--no-deps", "--requirement", _lock(wheel, folder))
    run(*install, wheel)
    run(folder / "bin" / "raflebord", "--help")
    os.sync()
    (folder / WHOLE).touch()


def _lock(wheel: Path, folder: Path) -> Path:
    """The program's list of what it needs, laid beside it."""
    try:
        with zipfile.ZipFile(wheel) as files:
            listed = files.read(LOCK)
    except (zipfile.BadZipFile, KeyError) as error:
        raise Trouble(f"{wheel} is not whole: {error}") from error
    path = folder / "requirements.txt"
    path.write_bytes(listed)
    return path


def take_over(old: Path, new: Path) -> None:
    """Other people's packages of the version in use: linked, not copied, so an update needs neither network nor room.

    pip replaces files and never writes into them: what it changes in the new version the old one keeps.
    """
    for source, target in zip(_packages(old), _packages(new), strict=True):
        for path in source.iterdir():
            if not path.name.startswith(OURS) and not (target / path.name).exists():
                _link(path, target / path.name)


def _packages(version: Path) -> list[Path]:
    return sorted(version.glob("lib/python3*/site-packages"))


def _link(path: Path, target: Path) -> None:
    if path.is_dir():
        shutil.copytree(path, target, copy_function=os.link, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        os.link(path, target)
