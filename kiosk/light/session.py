"""Talking to the controller over one open line, without input or output: bytes and times in, bytes and events out.

It first asks who is there, then keeps the controller's light as it is wanted: whatever differs is sent, one command
at a time, repeated until it is answered. A controller that has started anew, or has forgotten us, is asked again who it
is and gets the whole light again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from kiosk.light import messages
from kiosk.light.frames import Decoder, encode
from kiosk.light.messages import Ambient, Answer, Command, Hello, Identity, Impact, Light, Outcome, Ring
from kiosk.light.wanted import Wanted

PATIENCE = 0.15
"""Seconds until an unanswered command is sent again: a STORE takes 0.02, a frame there and back 0.005."""
TRIES = 8
"""How often a command is sent before the controller is taken to be away."""
CALL = 0.25
"""Seconds between two calls of IDENTIFY: a boot loader may have the line for two seconds."""
PING = 0.8
"""Seconds without a command after which one is sent, so that the controller does not take us for silent (3 s)."""


@dataclass(frozen=True)
class Ready:
    """The controller is there and speaks our protocol."""

    identity: Identity


@dataclass(frozen=True)
class Away:
    """It does not answer any more, or has started anew; it is called again."""

    why: str


@dataclass(frozen=True)
class Stranger:
    """Something answers in our frames, but in another version of the protocol."""

    identity: Identity


@dataclass(frozen=True)
class Request:
    """A command that somebody has asked for; `key` is the asker's own name for it."""

    key: int
    command: Command
    data: bytes = b""


@dataclass(frozen=True)
class Replied:
    """The controller's answer to a request; None: it did not answer, and may or may not have done it."""

    key: int
    answer: Answer | None


@dataclass(frozen=True)
class Shown:
    """The white light is on its way to these levels."""

    light: Light


Told: TypeAlias = Ready | Away | Stranger | Replied | Shown | Impact | Ambient


@dataclass
class _Sent:
    command: Command
    frame: bytes
    number: int
    again_at: float
    tries: int = 1
    light: Light | None = None
    ring: Ring | None = None
    request: Request | None = None


class Session:
    """`number`: of the first command; a later session should go on where an earlier one has ended."""

    def __init__(self, wanted: Wanted, number: int = 0) -> None:
        self.wanted = wanted
        """The light to show; may be replaced at any time."""
        self.number = number % 256
        """Of the next command."""
        self.identity: Identity | None = None
        """Who is there, while the controller answers."""
        self._decoder = Decoder()
        self._requests: deque[Request] = deque()
        self._sent: _Sent | None = None
        self._light: Light | None = None
        self._ring: Ring | None = None
        self._heard_at = float("-inf")

    @property
    def bad_frames(self) -> int:
        """Frames from the controller that were thrown away."""
        return self._decoder.bad

    def request(self, request: Request) -> None:
        """Send this as soon as the light is as it should be; the controller is there (`identity`)."""
        self._requests.append(request)

    def receive(self, data: bytes, now: float) -> Iterator[Told]:
        """What these bytes from the line tell."""
        for payload in self._decoder.feed(data):
            match messages.parse(payload):
                case Answer() as answer:
                    yield from self._answered(answer, now)
                case Hello(identity):
                    yield from self._greeted(identity)
                case Impact() | Ambient() as event:
                    yield event
                case None:
                    self._decoder.bad += 1

    def due(self, now: float) -> float:
        """When `send` has something to say next, if nothing else happens."""
        if self._sent is not None:
            return self._sent.again_at
        return now if self._differs() else self._heard_at + PING

    def send(self, now: float) -> tuple[bytes, list[Told]]:
        """What has to go out now, and what is known by it."""
        told: list[Told] = []
        if self._sent is not None:
            if now < self._sent.again_at:
                return b"", told
            if self._sent.tries >= TRIES and self.identity is not None:
                told = self._forget("it does not answer")
        if self._sent is None:
            self._sent = self._next(now)
            return (self._sent.frame if self._sent else b""), told
        self._sent.tries += 1
        self._sent.again_at = now + self._patience()
        return self._sent.frame, told

    # -- what to say -------------------------------------------------------------------------------------------

    def _patience(self) -> float:
        return CALL if self.identity is None else PATIENCE

    def _differs(self) -> bool:
        known = self.identity is not None and (self._light, self._ring) == (
            self.wanted.light,
            self.wanted.ring,
        )
        return not known or bool(self._requests)

    def _next(self, now: float) -> _Sent | None:
        light, ring = self.wanted.light, self.wanted.ring
        if self.identity is None:
            return self._command(now, Command.IDENTIFY)
        if light != self._light:
            return self._command(now, Command.LIGHT, messages.light_data(light), light=light)
        if ring != self._ring:
            return self._command(now, Command.RING, messages.ring_data(ring), ring=ring)
        if self._requests:
            request = self._requests.popleft()
            return self._command(now, request.command, request.data, request=request)
        return self._command(now, Command.PING) if now >= self._heard_at + PING else None

    def _command(
        self,
        now: float,
        command: Command,
        data: bytes = b"",
        light: Light | None = None,
        ring: Ring | None = None,
        request: Request | None = None,
    ) -> _Sent:
        number, self.number = self.number, (self.number + 1) % 256
        frame = encode(bytes((command, number)) + data)
        return _Sent(command, frame, number, now + self._patience(), 1, light, ring, request)

    # -- what is said ------------------------------------------------------------------------------------------

    def _answered(self, answer: Answer, now: float) -> Iterator[Told]:
        sent = self._sent
        if sent is None or (answer.command, answer.number) != (sent.command, sent.number):
            return  # late, or repeated: the command is done with
        if answer.outcome is Outcome.STRANGER:
            yield from self._forget("it has forgotten us")
            return
        self._sent, self._heard_at = None, now
        if sent.command is Command.IDENTIFY:
            yield from self._identified(answer)
        elif sent.request is not None:
            yield Replied(sent.request.key, answer)
        # What was refused is not sent again and again: it counts as shown.
        self._ring = sent.ring or self._ring
        if sent.light is not None:
            self._light = sent.light
            yield Shown(sent.light)

    def _identified(self, answer: Answer) -> Iterator[Told]:
        identity = messages.parse_identity(answer.data)
        if identity is None:
            return
        if identity.protocol != messages.PROTOCOL:
            yield Stranger(identity)
            return
        self.identity = identity
        yield Ready(identity)

    def _greeted(self, identity: Identity) -> Iterator[Told]:
        """It has just started, whatever we believed: what was on its way is lost."""
        if self.identity is not None:
            yield from self._forget(f"it has started anew ({identity.cause!r})")
        elif self._sent is not None:
            self._sent.again_at = float("-inf")

    def _forget(self, why: str) -> list[Told]:
        """Begin again with the question who is there."""
        self.identity = self._light = self._ring = None
        return [Away(why), *self.abandon()]

    def abandon(self) -> Iterator[Replied]:
        """Whoever has asked for something gets no answer."""
        if self._sent is not None and self._sent.request is not None:
            yield Replied(self._sent.request.key, None)
        for request in self._requests:
            yield Replied(request.key, None)
        self._requests.clear()
        self._sent = None
