"""Frames on the serial line, as `firmware/PROTOCOL.md` has them: COBS, CRC-16, zeros between. No input or output."""

from __future__ import annotations

from collections.abc import Iterator

PAYLOAD_MAX = 28
"""Bytes of a payload at most."""
PAYLOAD_MIN = 2
"""Type and sequence number."""
_CRC_SIZE = 2
_LONGEST = PAYLOAD_MAX + _CRC_SIZE + 1


def crc16(data: bytes) -> int:
    """CRC-16/CCITT-FALSE: polynomial 0x1021, begins with 0xFFFF, nothing reflected. Of "123456789" it is 0x29B1."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = ((crc << 1) ^ (0x1021 if crc & 0x8000 else 0)) & 0xFFFF
    return crc


def payload_crc(payload: bytes) -> int:
    """The CRC of a frame: of the payload's length and the payload. Without the length a zero behind a good frame
    would make another good frame: a CRC takes no notice of zeros behind itself."""
    return crc16(bytes([len(payload)]) + payload)


def encode(payload: bytes) -> bytes:
    """The frame of a payload, zeros at both ends. Raises ValueError if the payload is too long or too short."""
    if not PAYLOAD_MIN <= len(payload) <= PAYLOAD_MAX:
        raise ValueError(f"a payload has {PAYLOAD_MIN} to {PAYLOAD_MAX} bytes, not {len(payload)}")
    body = payload + payload_crc(payload).to_bytes(_CRC_SIZE, "big")
    # A body is shorter than 254 bytes: each stretch without a zero needs one length byte before it.
    return b"\0" + b"".join(bytes([len(part) + 1]) + part for part in body.split(b"\0")) + b"\0"


class Decoder:
    """Bytes in, payloads out; `bad` counts what was thrown away."""

    def __init__(self) -> None:
        self.bad = 0
        self._part = bytearray()

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The payloads of all good frames that these bytes complete."""
        *ended, rest = data.split(b"\0")
        for part in ended:
            self._take(part)
            payload = self._payload()
            if payload is not None:
                yield payload
        self._take(rest)

    def _take(self, part: bytes) -> None:
        """Keeps no more of garbage without zeros than is needed to see that it is garbage."""
        self._part += part[: _LONGEST + 1 - len(self._part)]

    def _payload(self) -> bytes | None:
        stuffed, self._part = bytes(self._part), bytearray()
        if not stuffed:
            return None
        payload = _checked(stuffed)
        self.bad += payload is None
        return payload


def _checked(stuffed: bytes) -> bytes | None:
    body = _unstuffed(stuffed)
    if body is None or not PAYLOAD_MIN <= len(body) - _CRC_SIZE <= PAYLOAD_MAX:
        return None
    payload, crc = body[:-_CRC_SIZE], body[-_CRC_SIZE:]
    return payload if payload_crc(payload) == int.from_bytes(crc, "big") else None


def _unstuffed(stuffed: bytes) -> bytes | None:
    """COBS taken off; None if a length byte points past the end."""
    parts, at = [], 0
    while at < len(stuffed):
        end = at + stuffed[at]
        if end > len(stuffed):
            return None
        parts.append(stuffed[at + 1 : end])
        at = end
    return b"\0".join(parts)
