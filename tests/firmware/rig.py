"""Runs a command with the real firmware on the simulated chip behind a serial line.

    python tests/firmware/rig.py [--trace FILE] raflebord demo --game yatzy --players 2 --seed 1 --light {line}

`{line}` in the command becomes the line's name. Without a command it says the line's name and waits for Ctrl-C.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from tray_rig import Rig


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--trace", type=Path, help="keep what the pins did in this file, one JSON object a line"
    )
    parser.add_argument("command", nargs=argparse.REMAINDER)
    args = parser.parse_args()
    status = 0
    with tempfile.TemporaryDirectory() as folder, Rig(Path(folder)) as rig:
        if args.command:
            status = subprocess.run([word.replace("{line}", rig.line) for word in args.command]).returncode
        else:
            print(rig.line, flush=True)
            with suppress(KeyboardInterrupt):
                time.sleep(1e9)
        rig.do("adc 7 0")  # the trace is complete once this is answered
        if args.trace:
            shutil.copy(rig.trace, args.trace)
    return status


if __name__ == "__main__":
    sys.exit(main())
