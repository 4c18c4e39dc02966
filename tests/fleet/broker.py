"""A Mosquitto of its own for tests, set up with what docs/fleet.md says: its commands, its settings, its rules."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import time
from pathlib import Path

import pytest

from kiosk.fleet.line import Broker

PAGE = Path(__file__).parents[2] / "docs" / "fleet.md"
MOSQUITTO = "/usr/sbin/mosquitto"
USERS = ("table-1", "table-2", "house", "staff", "homeassistant")
STARTS = 10.0


def need_mosquitto() -> None:
    """Skip, saying why, where there is none; in CI a missing Debian package fails."""
    if not Path(MOSQUITTO).exists():
        why = "mosquitto is not installed here (`make test` as root installs it)"
        if os.environ.get("CI"):
            pytest.fail(why)
        pytest.skip(why)


def on_page(kind: str, beginning: str) -> str:
    """The block of this kind on the page that begins so."""
    blocks = re.findall(rf"^ *```{kind}\n(.*?)^ *```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    (found,) = (block for block in map(dedented, blocks) if block.startswith(beginning))
    return found


def dedented(block: str) -> str:
    lines = block.splitlines()
    indent = min(len(line) - len(line.lstrip()) for line in lines if line)
    return "\n".join(line[indent:] for line in lines) + "\n"


def password(user: str) -> str:
    return f"word of {user}"


def set_up(folder: Path) -> None:
    """Certificates and users, made by the page's commands."""
    commands = on_page("sh", "openssl req -x509").replace("broker.cafe.lan", "localhost")
    subprocess.run(["sh", "-ec", commands], cwd=folder, check=True, capture_output=True)
    (folder / "raflebord.passwords").touch(0o600)
    for user in USERS:
        subprocess.run(
            ["mosquitto_passwd", "-b", folder / "raflebord.passwords", user, password(user)], check=True
        )
    (folder / "raflebord.acl").write_text(on_page("text", "# Who may"))


class Mosquitto:
    """A broker on a free port of this machine, set up in `folder`. It can be killed and comes back as it was."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = int(free.getsockname()[1])
        settings = on_page("text", "# Raflebord").replace("/etc/mosquitto/", f"{folder}/")
        settings = settings.replace("listener 8883", f"listener {self.port} 127.0.0.1")
        # As root it would become another user, who may not read this folder.
        as_root = "user root\n" if os.geteuid() == 0 else ""
        kept = f"persistence true\npersistence_location {folder}/\n"
        (folder / "raflebord.conf").write_text(f"{settings}{kept}{as_root}")
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def ca(self) -> Path:
        return self._folder / "ca.pem"

    def seen_by(self, user: str, word: str | None = None) -> Broker:
        """How a user reaches it."""
        return Broker("localhost", self.port, user, word or password(user), ca=self.ca)

    def start(self) -> None:
        log = (self._folder / "log").open("ab")
        command = [MOSQUITTO, "-c", str(self._folder / "raflebord.conf"), "-v"]
        self._process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)
        log.close()
        end = time.monotonic() + STARTS
        while time.monotonic() < end and self._process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", self.port), 0.2).close()
                return
            except OSError:
                time.sleep(0.02)
        raise RuntimeError(f"no broker: {self.log()[-500:]}")

    def kill(self) -> None:
        """As a pulled plug does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def log(self) -> str:
        return (self._folder / "log").read_text(errors="replace")
