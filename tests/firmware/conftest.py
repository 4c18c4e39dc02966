"""What the firmware's tests begin with."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tray_build import host_core
from tray_core import Core


@pytest.fixture
def core() -> Iterator[Core]:
    """The firmware's core, just started, its EEPROM empty."""
    with Core(host_core()) as core:
        core.begin(1, b"\xff" * 6)
        yield core
