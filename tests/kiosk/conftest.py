"""What several tests of the table begin with."""

from __future__ import annotations

from pathlib import Path

import pytest
from table_sitting import Sitting


@pytest.fixture
def sitting(tmp_path: Path) -> Sitting:
    """A table with nobody at it yet."""
    return Sitting(tmp_path)
