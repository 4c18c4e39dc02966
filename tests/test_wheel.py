"""The wheel: all of the program and nothing else, and it runs where there is no repository."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PARTS = ("rules", "vision", "kiosk")
LANGUAGES = ("da", "nb", "en")
SOURCES = ("pyproject.toml", "setup.py", "README.md", "LICENSE")
NOT_SHIPPED = {".pyc", ".po", ".pot"}
PICTURE = ROOT / "tests" / "data" / "scenes" / "d12-sixes-and-nines-501.jpg"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built in a copy in which an earlier build has left a module that is gone."""
    copy, dist = tmp_path_factory.mktemp("copy"), tmp_path_factory.mktemp("dist")
    for part in PARTS:
        shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
    for name in SOURCES:
        shutil.copyfile(ROOT / name, copy / name)
    left = copy / "build" / "lib" / "kiosk" / "gone.py"
    left.parent.mkdir(parents=True)
    left.touch()
    build = ["wheel", "--quiet", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"]
    subprocess.run([sys.executable, "-m", "pip", *build, "--wheel-dir", dist, copy], check=True)
    (made,) = dist.glob("raflebord-*.whl")
    return made


def test_it_has_all_files_of_the_program_and_no_others(wheel: Path) -> None:
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    stand = {
        path.relative_to(ROOT).as_posix()
        for part in PARTS
        for path in (ROOT / part).rglob("*")
        if path.is_file() and path.suffix not in NOT_SHIPPED
    }
    assert packed == stand


@pytest.fixture(scope="module")
def unpacked(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As it is installed."""
    folder = tmp_path_factory.mktemp("installed")
    zipfile.ZipFile(wheel).extractall(folder)
    return folder


def raflebord(unpacked: Path, *commands: str, stdin: str = "") -> str:
    """What commands say, one after the other, with the unpacked wheel before all else and no repository around it."""
    start = (
        "import sys; from kiosk.cli import main; sys.exit(max(main(words.split()) for words in sys.argv[1:]))"
    )
    environment = {**os.environ, "PYTHONPATH": str(unpacked), "SDL_VIDEODRIVER": "dummy"}
    done = subprocess.run(
        [sys.executable, "-P", "-c", start, *commands],
        cwd=unpacked.parent, env=environment, input=stdin, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_is_the_wheels_own_program_that_runs(unpacked: Path) -> None:
    where = [sys.executable, "-P", "-c", "import kiosk; print(kiosk.__file__)"]
    environment = {**os.environ, "PYTHONPATH": str(unpacked)}
    done = subprocess.run(where, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.startswith(str(unpacked))


def test_it_referees(unpacked: Path) -> None:
    opening = '{"game": "yatzy", "players": ["A", "B"]}\n{"roll": [3, 4, 4, 5, 1]}\n'
    answers = [json.loads(line) for line in raflebord(unpacked, "rules", stdin=opening).splitlines()]
    assert [answer["ok"] for answer in answers] == [True, True]


def test_it_reads_with_its_networks_and_draws_with_its_fonts_in_all_languages(
    unpacked: Path, tmp_path: Path
) -> None:
    draw = f"gallery --size 640x360 --only players --out {tmp_path} --lang"
    said = raflebord(unpacked, f"read --json {PICTURE}", *(f"{draw} {code}" for code in LANGUAGES))
    read = json.loads(said.splitlines()[0])
    assert {die["kind"] for die in read["dice"] if die["status"] == "ok"} == {"d6", "d12"}
    drawn = {code: (tmp_path / f"players.{code}.png").read_bytes() for code in LANGUAGES}
    assert len(set(drawn.values())) == len(LANGUAGES), "each in its own words"
