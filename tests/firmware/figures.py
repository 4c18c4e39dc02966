"""What the firmware takes of the chip, measured on the simulated one: the figures in firmware/README.md.

python tests/firmware/figures.py
"""

from __future__ import annotations

import subprocess
import tempfile
import time
from pathlib import Path

from tray_build import symbols, tray_elf
from tray_rig import HZ, Rig
from tray_talk import talk_to

from kiosk.light.messages import Command, Light, Pattern, Ring
from kiosk.light.wanted import Wanted

SECONDS = 2.0


def main() -> None:
    elf = tray_elf()
    print(subprocess.run(["avr-size", "-C", "--mcu=atmega328p", elf], capture_output=True, text=True).stdout)
    named = symbols(elf)
    print(f"variables: {named['_end'][0] - 0x100} bytes of 2048")
    with tempfile.TemporaryDirectory() as folder, Rig(Path(folder)) as rig, talk_to(rig) as talk:
        talk.found()
        for pattern in Pattern:
            talk.link.want(Wanted(Light(200, 100), Ring(pattern, (255, 128, 64))))
            time.sleep(0.2)
            rig.do("forget")
            end = time.monotonic() + SECONDS
            while time.monotonic() < end:
                talk.ask(Command.PING, b"12345678")
                time.sleep(0.02)
            stats = rig.do("stats")
            loop, wait = stats["pass"], stats["byte_wait"]
            busy = 100 * (1 - stats["slept"] / stats["cycles"])
            print(
                f"{pattern.name:<10} loop {loop['least']} to {loop['most']}, mean {loop['mean']:.0f} cycles "
                f"({loop['most'] / HZ * 1000:.2f} ms at most); a byte waits {wait['most']} cycles at most; "
                f"awake {busy:.0f} % of the time"
            )
        rig.do("impact 3000")
        talk.ask(Command.STORE, bytes((160, 96, 40)))
        talk.ask(Command.RECALL)
        time.sleep(5.5)
        print(f"stack never touched: {talk.status().stack_free} bytes")
        gaps = [record["gap"] for record in rig.records("ring")]
        print(
            f"longest low time between bytes on the ring: {max(gaps)} cycles, {max(gaps) / HZ * 1e6:.1f} us"
        )


if __name__ == "__main__":
    main()
