"""The simulated table as a camera."""

from __future__ import annotations

from dataclasses import replace

from vision.cameras.opening import UnknownCamera, Wanted
from vision.sim.camera import SimCamera, open_sim
from vision.sim.spec import parse_sim_spec


def make(wanted: Wanted) -> SimCamera:
    """The camera of a fresh simulated table, `sim` or `sim:key=value,...`."""
    try:
        settings = parse_sim_spec(wanted.spec)
    except ValueError as problem:
        raise UnknownCamera(str(problem)) from problem
    if wanted.fps is not None:
        settings = replace(settings, fps=wanted.fps)
    return open_sim(settings, wanted.seed, wanted.clock, wanted.sleep)
