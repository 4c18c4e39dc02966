"""A line to an MQTT broker that carries states, not messages: what is wished to stand there, as long as it is there.

Each topic has one text, retained by the broker. A newer text takes the place of one that was not sent yet; after a
connection was lost everything is told anew. So nothing queues up while the broker is away, and nothing is missed.
A connection is never mended: it is given up, and another one made after a while.
"""

from __future__ import annotations

import logging
import ssl
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paho.mqtt.client import MQTT_ERR_SUCCESS, Client, MQTTMessage, MQTTv5
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from kiosk.clock import Clock

KEEPALIVE = 30
"""Seconds; a connection that is dead without saying so is noticed, at both ends, after one and a half times that."""
CONNECTS = 10.0
"""Seconds for which a connection may take to be made."""
AT_ONCE = 10
"""Texts under way that the broker has not acknowledged."""
LARGEST = 65_536
"""Bytes: the broker is told to send nothing larger."""
GOODBYE = 2.0
"""Seconds for the last words."""
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Broker:
    """Where the broker is and who we are there. `tls`: whether it has to show a certificate; `ca`: the file of who
    signed it, None for those that this machine trusts."""

    host: str
    port: int
    user: str
    password: str
    tls: bool = True
    ca: Path | None = None


@dataclass(frozen=True)
class Pace:
    """Seconds: between two tries to connect, at `first` and, doubling, at the `longest`; and between two texts for the
    same topic (`every`)."""

    first: float = 1.0
    longest: float = 60.0
    every: float = 1.0


USUAL = Pace()


@dataclass(frozen=True)
class Message:
    """What came for a subscription. `retained`: it stood at the broker before, or was sent to stand there."""

    topic: str
    payload: bytes
    retained: bool


@dataclass(frozen=True)
class Subscription:
    """A pattern of topics. `lasting`: what is retained is wanted; else only what is sent from now on, at most once."""

    pattern: str
    lasting: bool = True


class Line:
    """`hear` gets what comes; `status`: the topic that says online, and offline when this end is gone."""

    def __init__(
        self,
        broker: Broker,
        status: str,
        subscriptions: Sequence[Subscription],
        hear: Callable[[Message], None],
        clock: Clock,
        pace: Pace = USUAL,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._broker = broker
        self._status = status
        self._subscriptions = subscriptions
        self._hear = hear
        self._clock = clock
        self._pace = pace
        self._sleep = sleep
        self._client: Client | None = None
        self._delay, self._retry_at = pace.first, clock.now()
        self._why = ""
        self._refused: set[str] = set()
        self.connections = 0
        """How many were tried."""
        self._wishes: dict[str, str] = {status: "online"}
        self._forget()

    def _forget(self) -> None:
        """Of a connection that is gone nothing is left."""
        self.there = False
        self._sent: dict[str, str] = {}
        self._sent_at: dict[str, float] = {}
        self._under_way: dict[int, str] = {}

    @property
    def state(self) -> str:
        """In a few words, for the maintainer."""
        where = f"{self._broker.host}:{self._broker.port}"
        return (
            f"connected to {where}" if self.there else f"no connection to {where}: {self._why or 'not yet'}"
        )

    def wish(self, topic: str, text: str) -> None:
        """What is to stand there from now on."""
        self._wishes[topic] = text

    def settled(self) -> bool:
        """Whether everything wished has been acknowledged."""
        return self.there and not self._under_way and self._sent == self._wishes

    # -- the loop ------------------------------------------------------------------------------------------------

    def turn(self, patience: float) -> None:
        """Deal with what comes and what is to be said, for at most so many seconds if nothing happens."""
        if self._client is None:
            self._rest_or_connect(patience)
            return
        if self._client.loop(patience) != MQTT_ERR_SUCCESS:
            self._lose("the connection was lost")
        elif self.there:
            self._tell(self._client)

    def _rest_or_connect(self, patience: float) -> None:
        left = self._retry_at - self._clock.now()
        if left > 0:
            self._sleep(min(left, patience))
            return
        self.connections += 1
        client = self._made()
        try:
            client.connect(self._broker.host, self._broker.port, KEEPALIVE, properties=_limits())
        except (OSError, ValueError) as problem:
            self._lose(_reason(problem))
            return
        self._client = client

    def _made(self) -> Client:
        client = Client(CallbackAPIVersion.VERSION2, client_id=_client_id(self._status), protocol=MQTTv5)
        client.connect_timeout = CONNECTS
        client.username_pw_set(self._broker.user, self._broker.password)
        client.will_set(self._status, "offline", qos=1, retain=True)
        if self._broker.tls:
            client.tls_set_context(ssl.create_default_context(cafile=self._broker.ca))
        client.on_connect = self._on_connect
        client.on_message = self._on_message
        client.on_publish = self._on_publish
        return client

    def _lose(self, why: str) -> None:
        """Give the connection up; each new reason is said once."""
        self._client = None
        self._retry_at = self._clock.now() + self._delay
        self._delay = min(2 * self._delay, self._pace.longest)
        # A broker that refuses says why, and only then hangs up.
        said = self._why if self._why and not self.there and why == "the connection was lost" else why
        if said != self._why or self.there:
            log.warning("the broker at %s: %s; it is tried again and again", self._broker.host, said)
        self._why = said
        self._forget()

    # -- what the broker says ------------------------------------------------------------------------------------

    def _on_connect(self, client: Client, _: Any, __: Any, code: ReasonCode, ___: Any) -> None:
        if code.is_failure:
            self._why_refused(str(code))
            return
        log.warning("the broker at %s is there", self._broker.host)
        self.there, self._why, self._delay = True, "", self._pace.first
        for one in self._subscriptions:
            client.subscribe(one.pattern, options=_options(one))

    def _why_refused(self, code: str) -> None:
        why = f"it refuses {self._broker.user!r}: {code}"
        if why != self._why:
            log.warning("the broker at %s: %s; it is tried again and again", self._broker.host, why)
        self._why = why

    def _on_message(self, _: Client, __: Any, message: MQTTMessage) -> None:
        self._hear(Message(message.topic, bytes(message.payload), bool(message.retain)))

    def _on_publish(self, _: Client, __: Any, number: int, code: ReasonCode, ___: Any) -> None:
        topic = self._under_way.pop(number, "")
        if code.is_failure and topic not in self._refused:
            self._refused.add(topic)
            log.error("the broker does not let %r write %s: %s", self._broker.user, topic, code)

    # -- what is said --------------------------------------------------------------------------------------------

    def _tell(self, client: Client) -> None:
        now = self._clock.now()
        for topic, text in self._wishes.items():
            if len(self._under_way) >= AT_ONCE:
                return
            if self._sent.get(topic) != text and now >= self._sent_at.get(topic, now):
                self._publish(client, topic, text)
                self._sent_at[topic] = now + self._pace.every

    def _publish(self, client: Client, topic: str, text: str) -> None:
        under_way = client.publish(topic, text, qos=1, retain=True)
        self._under_way[under_way.mid] = topic
        self._sent[topic] = text

    def close(self) -> None:
        """Say goodbye, if anybody listens."""
        if self._client is None or not self.there:
            return
        self._publish(self._client, self._status, "offline")
        end = self._clock.now() + GOODBYE
        while self._under_way and self._clock.now() < end and self._client.loop(0.1) == MQTT_ERR_SUCCESS:
            pass
        self._client.disconnect()
        self._client = None


def _client_id(status: str) -> str:
    """One connection for each of us: a second one takes the place of the first."""
    return status.rpartition("/")[0].replace("/", "-")


def _limits() -> Properties:
    found = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
    found.MaximumPacketSize = LARGEST
    return found


def _options(one: Subscription) -> SubscribeOptions:
    if one.lasting:
        return SubscribeOptions(qos=1, retainHandling=SubscribeOptions.RETAIN_SEND_ON_SUBSCRIBE)
    return SubscribeOptions(qos=0, retainAsPublished=True, retainHandling=SubscribeOptions.RETAIN_DO_NOT_SEND)


def _reason(problem: Exception) -> str:
    if isinstance(problem, ssl.SSLCertVerificationError):
        return f"its certificate is not to be trusted: {problem.verify_message}"
    return getattr(problem, "strerror", None) or str(problem) or type(problem).__name__


def credentials(environ: Mapping[str, str]) -> tuple[str, Path | None]:
    """The password and the file of who signed the broker's certificate, as the service manager hands them over.

    Its directory (`CREDENTIALS_DIRECTORY`) holds `broker_password` and, if there is one, `broker_ca.pem`.
    """
    folder = environ.get("CREDENTIALS_DIRECTORY", "")
    if not folder:
        return "", None
    password, ca = Path(folder) / "broker_password", Path(folder) / "broker_ca.pem"
    text = password.read_text(encoding="utf-8").strip() if password.exists() else ""
    return text, ca if ca.exists() else None
