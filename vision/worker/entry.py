"""What the parent names when it starts the camera's process: so small that naming it loads nothing of the reader."""

from __future__ import annotations

from multiprocessing.connection import Connection
from pathlib import Path


def run(connection: Connection, spec: str, calibration: Path | None) -> None:
    """In the new process: see `vision.worker.process.main`."""
    from vision.worker.process import main

    main(connection, spec, calibration)
