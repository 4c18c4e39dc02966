"""What the table and its tray controller say to each other, as values. Layouts: `firmware/PROTOCOL.md`."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import TypeAlias

LEAST_STORED = 16
"""The lowest level the controller stores: people must always see their dice."""
PROTOCOL = 1
"""The version of the protocol that is spoken here."""
MARK = b"RB"
"""How a tray controller begins to say who it is."""


class Command(IntEnum):
    """What the controller can be asked for."""

    IDENTIFY = 0x01
    PING = 0x02
    LIGHT = 0x03
    RING = 0x04
    STORE = 0x05
    RECALL = 0x06
    STATUS = 0x07


class Outcome(IntEnum):
    """What became of a command."""

    DONE = 0
    UNKNOWN = 1
    LENGTH = 2
    VALUE = 3
    STRANGER = 4
    """IDENTIFY first: the controller has started anew, or has not heard of us for a while."""


class Pattern(IntEnum):
    """What the ring shows."""

    OFF = 0
    IDLE = 1
    TURN = 2
    ROLLING = 3
    ASK = 4
    CELEBRATE = 5
    FAULT = 6


class ResetCause(IntFlag):
    """Why the controller has started."""

    POWER = 1
    LINE = 2
    SUPPLY = 4
    WATCHDOG = 8


@dataclass(frozen=True)
class Identity:
    """Who is there: protocol and firmware version, the build's commit, why it has started."""

    protocol: int
    version: tuple[int, int, int]
    build: int
    cause: ResetCause

    @property
    def text(self) -> str:
        """The firmware as people write it, "0.1.0 (ba3941b)"."""
        return f"{'.'.join(map(str, self.version))} ({self.build:07x})"


@dataclass(frozen=True)
class Ring:
    """A pattern in a colour (red, green, blue, 0..255); patterns with colours of their own pass over it."""

    pattern: Pattern = Pattern.OFF
    colour: tuple[int, int, int] = (0, 0, 0)


@dataclass(frozen=True)
class Light:
    """Levels of the two white halves, 0..255."""

    left: int
    right: int


@dataclass(frozen=True)
class Stored:
    """What the controller remembers without power: level (`LEAST_STORED`..255) of the white light while nobody says
    otherwise, brightest level of the ring's LEDs, impact threshold (1..255 steps of the converter)."""

    level: int = 160
    ring: int = 96
    threshold: int = 40


@dataclass(frozen=True)
class Status:
    """How the controller is. `uptime` in milliseconds; `ambient` 0..1023; `supply_mv` millivolts; `stack_free` bytes
    never touched; bytes lost, frames thrown away, commands done since its start; what it shows."""

    uptime: int
    ambient: int
    supply_mv: int
    stack_free: int
    lost_bytes: int
    bad_frames: int
    done: int
    light: Light
    pattern: Pattern


@dataclass(frozen=True)
class Hello:
    """The controller has started."""

    identity: Identity


@dataclass(frozen=True)
class Impact:
    """Something has hit the felt: strength 0..1023, when it began (controller's milliseconds)."""

    strength: int
    at: int


@dataclass(frozen=True)
class Ambient:
    """The room's light, 0..1023, and the supply in millivolts."""

    level: int
    supply_mv: int


@dataclass(frozen=True)
class Answer:
    """The answer to the command with this number."""

    command: int
    number: int
    outcome: Outcome
    data: bytes


Event: TypeAlias = Hello | Impact | Ambient
_HELLO, _IMPACT, _AMBIENT = 0xC0, 0xC1, 0xC2
_PAIRS = {_IMPACT: struct.Struct(">HI"), _AMBIENT: struct.Struct(">HH")}
_STATUS = struct.Struct(">I6H3B")
_IDENTITY = struct.Struct(">2s4BIB")


def light_data(light: Light) -> bytes:
    """The data of LIGHT."""
    return bytes((light.left, light.right))


def ring_data(ring: Ring) -> bytes:
    """The data of RING."""
    return bytes((ring.pattern, *ring.colour))


def stored_data(stored: Stored) -> bytes:
    """The data of STORE."""
    return bytes((stored.level, stored.ring, stored.threshold))


def parse(payload: bytes) -> Answer | Event | None:
    """What a payload from the controller says; None if it makes no sense."""
    kind, number, data = payload[0], payload[1], payload[2:]
    if kind == _HELLO:
        identity = parse_identity(data)
        return Hello(identity) if identity else None
    if kind in _PAIRS:
        return _pair(kind, data)
    if 0x80 <= kind < _HELLO and data and data[0] <= max(Outcome):
        return Answer(kind & 0x7F, number, Outcome(data[0]), data[1:])
    return None


def _pair(kind: int, data: bytes) -> Event | None:
    if len(data) != _PAIRS[kind].size:
        return None
    first, second = _PAIRS[kind].unpack(data)
    return Impact(first, second) if kind == _IMPACT else Ambient(first, second)


def parse_identity(data: bytes) -> Identity | None:
    """Who says so, or None if it is no tray controller. Later versions may add bytes at the end."""
    if len(data) < _IDENTITY.size or data[:2] != MARK:
        return None
    _, protocol, major, minor, patch, build, cause = _IDENTITY.unpack(data[: _IDENTITY.size])
    return Identity(protocol, (major, minor, patch), build, ResetCause(cause))


def parse_status(data: bytes) -> Status | None:
    """The data of the answer to STATUS."""
    if len(data) != _STATUS.size or data[-1] > max(Pattern):
        return None
    uptime, ambient, supply, free, lost, bad, done, left, right, pattern = _STATUS.unpack(data)
    return Status(uptime, ambient, supply, free, lost, bad, done, Light(left, right), Pattern(pattern))


def parse_stored(data: bytes) -> Stored | None:
    """The data of the answers to STORE and RECALL."""
    return Stored(*data) if len(data) == 3 else None
