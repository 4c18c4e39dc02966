"""Wheels of the program as it stands here, of any version, whole or broken on purpose."""

from __future__ import annotations

import base64
import hashlib
import zipfile
from collections.abc import Iterator, Mapping
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
PARTS = ("rules", "vision", "kiosk")
PLAY = "kiosk/commands/play.py"


def never_starts() -> dict[str, str]:
    """The table itself is broken; all else, also what tries it out, works."""
    source = (ROOT / PLAY).read_text(encoding="utf-8")
    return {PLAY: f"{source}\n\ndef run(_: object) -> int:\n    raise SystemExit('broken on purpose')\n"}


def make_wheel(folder: Path, version: str, broken: Mapping[str, str] | None = None) -> Path:
    """A wheel; `broken`: files that say something else than here."""
    path = folder / f"raflebord-{version}-py3-none-any.whl"
    info = f"raflebord-{version}.dist-info"
    files = {**dict(_program()), **{name: text.encode() for name, text in (broken or {}).items()}}
    files |= {f"{info}/{name}": text.encode() for name, text in _described(version).items()}
    record = "".join(f"{name},sha256={_digest(data)},{len(data)}\n" for name, data in files.items())
    with zipfile.ZipFile(path, "w") as wheel:
        for name, data in files.items():
            wheel.writestr(name, data)
        wheel.writestr(f"{info}/RECORD", f"{record}{info}/RECORD,,\n")
    return path


def _program() -> Iterator[tuple[str, bytes]]:
    for part in PARTS:
        for path in sorted((ROOT / part).rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                yield path.relative_to(ROOT).as_posix(), path.read_bytes()


def _described(version: str) -> dict[str, str]:
    """What a wheel says of itself; its requirements are those of the installed program."""
    needs = [
        f"Requires-Dist: {one}\n" for one in distribution("raflebord").requires or () if "extra" not in one
    ]
    return {
        "METADATA": f"Metadata-Version: 2.1\nName: raflebord\nVersion: {version}\n{''.join(needs)}",
        "WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "entry_points.txt": "[console_scripts]\nraflebord = kiosk.cli:main\n",
    }


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def needed_packages() -> Iterator[Path]:
    """Files and folders of all packages that the program needs, where they are installed here."""
    waiting, seen = ["raflebord"], set[str]()
    while waiting:
        found = distribution(waiting.pop())
        if found.name in seen:
            continue
        seen.add(found.name)
        needs = map(Requirement, found.requires or ())
        waiting += [need.name for need in needs if need.marker is None or need.marker.evaluate({"extra": ""})]
        if found.name != "raflebord":
            tops = {file.parts[0] for file in found.files or ()} - {"..", "__pycache__"}
            yield from (Path(str(found.locate_file(top))) for top in sorted(tops))
