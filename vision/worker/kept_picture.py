"""The whole picture of the last roll that counted, held in the camera's process in case somebody contests it."""

from __future__ import annotations

from typing import Any

import cv2

from vision.observations import Settled

_FAST = (int(cv2.IMWRITE_PNG_COMPRESSION), 1)
"""Lossless: JPEG of good quality has changed what is made of 13 of 170 dice. It takes a tenth of a second of a server's
core, so it is done only for a picture that is asked for."""


class KeptPicture:
    """Holds one picture: no more memory than that is taken."""

    def __init__(self) -> None:
        self._settled: Settled | None = None

    def answer(self, name: str, t: float, latest: Settled | None) -> dict[str, Any]:
        """Does `keep` or `kept` (the reading made at `t`); `latest`: the newest settled reading."""
        return self._keep(t, latest) if name == "keep" else self._kept(t)

    def _keep(self, t: float, latest: Settled | None) -> dict[str, Any]:
        if latest is None or latest.t != t:
            return {"ok": False, "error": "there is a newer picture already"}
        self._settled = latest
        return {"ok": True}

    def _kept(self, t: float) -> dict[str, Any]:
        if self._settled is None or self._settled.t != t:
            return {"ok": False, "error": "that picture was not kept"}
        good, content = cv2.imencode(".png", self._settled.image, _FAST)
        if not good:
            return {"ok": False, "error": "the picture cannot be packed"}
        return {"ok": True, "png": content.tobytes()}


ORDERS = ("keep", "kept")
