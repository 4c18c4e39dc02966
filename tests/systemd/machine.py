"""A machine of its own for tests: systemd as its first process, started by systemd-nspawn, with the host's /usr."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from wheels import needed_packages

SYSTEMD = Path(__file__).parents[2] / "systemd"
BOOTS = 60.0
"""Seconds, however slow the host is."""
PASSWD = "root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n"
GROUP = "root:x:0:\ntty:x:5:\nnogroup:x:65534:\n"


def need_systemd(*programs: str) -> None:
    """Skip, saying why, where a machine cannot be made; in CI a missing Debian package fails."""
    missing = [program for program in programs if shutil.which(program) is None]
    if missing:
        why = f"not installed here: {', '.join(missing)} (`make test` as root installs it)"
        if os.environ.get("CI"):
            pytest.fail(why)
        pytest.skip(why)


def need_machine() -> None:
    """Skip where there is no root, or the kernel or a container around us does not let us have a machine."""
    if os.geteuid() != 0:
        pytest.skip("a machine of its own needs root")
    need_systemd("systemd-nspawn", "nsenter", "unshare")
    tried = subprocess.run(
        ["unshare", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"], check=False, capture_output=True
    )
    if tried.returncode:
        pytest.skip(
            f"nothing can be mounted here, so no machine can be started: {tried.stderr.decode().strip()}"
        )
    version = subprocess.run(
        ["/usr/bin/python3", "-c", "import sys, pip, ensurepip; print(*sys.version_info[:2])"],
        check=False,
        capture_output=True,
        text=True,
    ).stdout.split()
    if version != [str(number) for number in sys.version_info[:2]]:
        pytest.skip(
            f"the system's own Python with pip and venv is {'.'.join(version) or 'missing'}:"
            " it cannot use the packages of this one"
        )


class Machine:
    """A running machine. `folder` must be on a disk where files can be owned by anybody."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "root"
        self._log = (folder / "console").open("wb")
        self._make_root()
        self._process = self._start()
        self._pid = ""
        if not self._boots():
            said = (folder / "console").read_text(errors="replace").strip()
            self.close()
            pytest.skip(f"systemd-nspawn starts no machine here: {said[-300:]}")

    def _make_root(self) -> None:
        for name in (
            "etc/systemd/system",
            "var/lib",
            "var/log/journal",
            "tmp",
            "run",
            "proc",
            "sys",
            "dev",
            "root",
            "opt",
        ):
            (self.root / name).mkdir(parents=True)
        for name in ("usr", "media", "mnt/systemd", "mnt/wheels", "mnt/packages", "local"):
            (self.root / name).mkdir(parents=True)
        for name in ("bin", "sbin", "lib", "lib64"):
            (self.root / name).symlink_to(f"usr/{name}")
        etc = self.root / "etc"
        for name in ("ld.so.cache", "nsswitch.conf", "os-release"):
            shutil.copyfile(f"/etc/{name}", etc / name)
        (etc / "machine-id").touch()
        (etc / "passwd").write_text(PASSWD)
        (etc / "group").write_text(GROUP)
        (etc / "systemd/system/default.target").symlink_to("/usr/lib/systemd/system/multi-user.target")
        for unit in ("systemd-logind", "systemd-networkd", "systemd-resolved", "systemd-timesyncd"):
            (etc / f"systemd/system/{unit}.service").symlink_to("/dev/null")
        self._share_packages()

    def _share_packages(self) -> None:
        """What Debian's packages are to a table: Python packages that all environments may see."""
        site = self.root / f"local/lib/python3.{sys.version_info[1]}/dist-packages"
        site.mkdir(parents=True)
        for path in needed_packages():
            self.packages = path.parent
            (site / path.name).symlink_to(f"/mnt/packages/{path.name}")

    def _start(self) -> subprocess.Popen[bytes]:
        shared = {SYSTEMD: "/mnt/systemd", self.packages: "/mnt/packages", Path("/usr"): "/usr"}
        binds = [f"--bind-ro={path}:{place}" for path, place in shared.items()]
        command = [
            "systemd-nspawn",
            "-q",
            "-D",
            str(self.root),
            *binds,
            f"--bind={self.root / 'local'}:/usr/local",
            "-b",
        ]
        return subprocess.Popen(
            [*command, "--register=no", "--keep-unit", "--console=pipe"],
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=subprocess.STDOUT,
            # The one hierarchy of control groups, as on a Pi, whatever the host has: it tells when a group is empty.
            env={**os.environ, "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"},
        )

    def _boots(self) -> bool:
        """Whether systemd is up in it before long."""
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")
        end = time.monotonic() + BOOTS
        while self._process.poll() is None and time.monotonic() < end:
            self._pid = self._pid or children.read_text().partition(" ")[0]
            if self._pid and self.ran("systemctl", "is-system-running") in ("running", "degraded"):
                return True
            time.sleep(0.3)
        return False

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a program in the machine, as root."""
        enter = ("nsenter", "-t", self._pid, "-m", "-u", "-i", "-n", "-p", "-C", "--")
        return subprocess.run(
            [*enter, *words], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
        )

    def ran(self, *words: str) -> str:
        """What a program said on standard output."""
        return self.run(*words).stdout.strip()

    def does(self, *words: str) -> str:
        """Run a program that has to end well."""
        done = self.run(*words)
        assert done.returncode == 0, f"{' '.join(words)}\n{done.stdout}\n{done.stderr}\n{self.log()}"
        return done.stdout.strip()

    def show(self, unit: str, *names: str) -> dict[str, str]:
        """Properties of a unit, all of one moment."""
        said = self.ran("systemctl", "show", "-p", ",".join(names), unit)
        return dict(line.partition("=")[::2] for line in said.splitlines())

    def log(self, *words: str) -> str:
        """The machine's log, the last lines of it."""
        return self.ran("journalctl", "--no-pager", "-o", "cat", *(words or ("-n", "60")))

    def wait(self, until: Callable[[], bool], seconds: float = 60.0, pause: float = 0.4) -> None:
        """Until it is so."""
        end = time.monotonic() + seconds
        while not until():
            assert time.monotonic() < end, "waited in vain"
            time.sleep(pause)

    def write(self, path: str, text: str) -> None:
        """A file in the machine."""
        file = self.root / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def close(self) -> None:
        """Switch it off."""
        if self._pid:
            self.run("systemctl", "poweroff", "--force", "--force")
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._log.close()
