"""What the program tells whoever maintains it: log lines on standard error."""

from __future__ import annotations

import logging


def log_to_stderr(level: int = logging.WARNING) -> None:
    """One line for each thing worth knowing; technical causes stand here and never on the screen."""
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
