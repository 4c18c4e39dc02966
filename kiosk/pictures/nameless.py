"""A calibration for others to see: without the name of whoever made it."""

from __future__ import annotations

import json
from pathlib import Path


def nameless(file: Path) -> bytes | None:
    """What is in a calibration's file but for who made it and what they noted; None for what is no such file."""
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if not isinstance(data, dict):
        return None
    if isinstance(data.get("made"), dict):
        data["made"] = {**data["made"], "who": "", "note": ""}
    return (json.dumps(data, indent=1) + "\n").encode()
