"""Takes the table off a machine again; what people have played stays."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from setup import boot
from setup.plan import ASKED_FOR, CONFIG, FILES, HERE, LIBRARY, LINKS, STARTED, UNITS, unit_files
from setup.saved import STATE
from setup.shell import Run, booted, run, succeeds
from setup.steps import LeftOut, Step
from setup.versions import ROOT

RUNNING = (*STARTED, "raflebord-maintenance.service", "raflebord-nightly.service", *ASKED_FOR)


def steps(run: Run = run) -> Iterator[Step | LeftOut]:
    """All of an uninstallation."""
    yield _stop(run)
    for path in unit_files():
        yield _removed(UNITS / path.relative_to(HERE / "units"))
    for link in LINKS:
        yield _removed(Path(link))
    for file in FILES.values():
        yield _removed(Path(file))
    yield Step(f"remove the program, {ROOT}", lambda: not ROOT.exists(), lambda: _emptied(ROOT))
    yield Step("let people log in on the screen again", lambda: False, lambda: _login(run))
    yield _library()
    yield LeftOut(
        f"remove {STATE} and {CONFIG}",
        "games, calibration, settings and a broker's password stay, and so does the user raflebord they belong to",
    )
    yield LeftOut(
        f"boot options in {boot.FOLDER}", "they stay; those before are in cmdline.txt.before-raflebord"
    )


def _stop(run: Run) -> Step | LeftOut:
    text = f"stop {', '.join(RUNNING)}"
    if not booted():
        return LeftOut(text, "systemd does not run this machine")

    def stop() -> None:
        run("systemctl", "disable", *STARTED, *ASKED_FOR)
        run("systemctl", "stop", *RUNNING)

    return Step(text, lambda: not (UNITS / STARTED[0]).exists(), stop)


def _removed(path: Path) -> Step:
    def gone() -> bool:
        return not path.exists() and not path.is_symlink()

    def remove() -> None:
        path.unlink()
        if path.parent.name.startswith("dev-disk"):
            path.parent.rmdir()

    return Step(f"remove {path}", gone, remove)


def _emptied(folder: Path) -> None:
    """Everything in a folder; the folder itself may be where a partition is mounted."""
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()
    if not folder.is_mount():
        folder.rmdir()


def _login(run: Run) -> None:
    run("systemctl", "enable", "getty@tty1.service")
    if booted():
        run("systemctl", "daemon-reload")
        succeeds("systemctl", "reset-failed", *RUNNING)


def _library() -> Step | LeftOut:
    """Last, since we may be run from there."""
    return Step(f"remove {LIBRARY}", lambda: not LIBRARY.exists(), lambda: shutil.rmtree(LIBRARY))
