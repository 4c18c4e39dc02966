"""Asking the camera's process for something: what does so takes this, and need not know the process."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

Answer = Callable[[Mapping[str, Any]], None]
"""Gets what the camera's process answers: `ok`, and what else belongs to the order (`vision.worker`)."""


class Ask(Protocol):
    """Gives the camera's process an order (`kiosk.eyes.Eyes.ask`)."""

    def __call__(self, name: str, then: Answer = ..., /, **arguments: Any) -> None:
        """Does not wait; `then` gets the answer."""
