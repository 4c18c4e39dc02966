"""Our driver through the real Picamera2 over a stand-in for libcamera: run by hand when the library has a new version.

    pip install --no-deps --target /tmp/picamera2 picamera2
    python tests/vision/real_picamera.py /tmp/picamera2

The library's own Python runs: configuration, controls, event loop, requests, captures, its queue of jobs, stop and
close. Exits 1 when something is not as `vision.cameras.pi` and `fake_picamera` take it to be.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any

from libcamera_stand_in import SENSOR, plain_memory, stand_in


def check(what: str, holds: bool) -> None:
    print(f"{'ok ' if holds else 'NOT'}  {what}")
    FAILED.extend([] if holds else [what])


FAILED: list[str] = []


def main() -> int:
    """Everything that the driver takes for granted."""
    from vision.calibration_record import Locked
    from vision.cameras import pi
    from vision.cameras.opening import open_camera
    from vision.cameras.protocol import CameraFault

    held = Locked(12000, 3.0, (1.75, 1.5), 2.1)
    for spec, (width, height) in (("pi", (1280, 720)), ("pi:2304x1296", (2304, 1296))):
        camera: Any = open_camera(spec, locked=held)
        frames = [camera.read() for _ in range(20)]
        check(f"{spec}: pictures are {width}x{height}", frames[-1].image.shape == (height, width, 3))
        check(f"{spec}: the sensor's mode sees the whole field", SENSOR.sensor.output_size.width == 2304)
        check(f"{spec}: times are the sensor's", abs(frames[1].t - 0.033333) < 1e-6 or frames[1].t > 0)
        wanted = {
            "ExposureTime": 12001,
            "AnalogueGain": 3.0,
            "ColourGains": (1.75, 1.5),
            "LensPosition": 2.1,
            "AfMode": 0,
        }
        check(
            f"{spec}: settings are there from the start on",
            all(SENSOR.now[name] == wanted[name] for name in wanted),
        )
        check(
            f"{spec}: exposure and gain are manual",
            SENSOR.now["ExposureTimeMode"] == SENSOR.now["AnalogueGainMode"] == 1,
        )
        check(f"{spec}: the metadata say so, too", camera.complaints == ())
        camera.close()
    camera = open_camera("pi")
    locked = camera.lock()
    check("locking holds what was found", 0 <= SENSOR.now["ExposureTime"] - locked.exposure <= 1)
    SENSOR.stuck, pi._PATIENCE = True, 0.5
    time.sleep(0.1)
    try:
        for _ in range(8):
            camera.read()
        check("a stuck camera is a fault", False)
    except CameraFault as fault:
        check(f"a stuck camera is a fault: {fault}", True)
    check("the capture that was given up is still in the queue", len(camera._device._job_list) == 1)
    waiting = threading.Thread(target=_quietly, args=(camera._device.stop,), daemon=True)
    waiting.start()
    waiting.join(1.0)
    check("stop waits behind it", waiting.is_alive())
    began = time.monotonic()
    camera.close()
    check("our close does not", time.monotonic() - began < 1.0 and not camera._device.is_open)
    print(
        f"Picamera2 {version('picamera2')}: {'as it is taken to be' if not FAILED else 'NOT as it is taken to be'}"
    )
    return 1 if FAILED else 0


def _quietly(what: Any) -> None:
    try:
        what()
    except BaseException:
        return


if __name__ == "__main__":
    sys.path[:0] = [sys.argv[1], str(Path(__file__).parents[2])]
    stand_in()
    plain_memory()
    code = main()
    sys.stdout.flush()
    os._exit(code)  # the library leaves threads behind
