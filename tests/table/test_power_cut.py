"""A pulled plug loses nothing that was acknowledged; `power_cut.py` tries it as often as one likes."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from power_cut import Event, check, recorded

CUTS = 40


@pytest.fixture(scope="module")
def events(tmp_path_factory: pytest.TempPathFactory) -> list[Event]:
    if shutil.which("gcc") is None:
        why = "not installed here: gcc (`make test` as root installs it)"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(why)
    return recorded(tmp_path_factory.mktemp("recorded"), "gcc")


def test_what_was_acknowledged_is_there_after_a_power_cut(events: list[Event], tmp_path: Path) -> None:
    assert check(events, CUTS, seed=2, folder=tmp_path) == []


def test_a_disk_that_only_says_that_it_has_stored_is_found_out(events: list[Event], tmp_path: Path) -> None:
    """Otherwise the test above could not fail."""
    lying = [event for event in events if event.letter != "s"]
    assert check(lying, 12, seed=1, folder=tmp_path)
