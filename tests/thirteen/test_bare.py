"""The wheel with what it says it needs and no more: enough to host a table."""

from __future__ import annotations

import subprocess
import sys
import venv
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent.parent

PLAY = """
import sys
import tienlen, shisanshui, thirteen
from common.labels import label
for game in (tienlen.Game("meitian"), shisanshui.Game("meitian")):
    game.deal(seed=7)
    while not game.is_over:
        seat = min(game.awaiting)
        if game.name == "tienlen":
            game.act(game.legal_actions(seat)[0])
        else:
            game.act(shisanshui.Timeout(seat=seat))
    assert sum(game.result.totals) == 0
    assert thirteen.verify(game.record())
assert label("reason.chop", "vi") == "chặt"
for name in ("numpy", "numba", "typer", "rich", "zstandard", "distributed", "matplotlib", "openskill"):
    try:
        __import__(name)
    except ModuleNotFoundError:
        continue
    sys.exit(f"{name} is here")
print("played")
"""


def _needed(name: str, found: set[str]) -> set[str]:
    """A distribution and all it requires, its extras apart."""
    if name not in found:
        found.add(name)
        for line in metadata.requires(name) or ():
            requirement = Requirement(line)
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                _needed(requirement.name.lower(), found)
    return found


def _copy(name: str, target: Path) -> None:
    for file in metadata.files(name) or ():
        if ".." not in file.parts and "__pycache__" not in file.parts:
            there = target / file
            there.parent.mkdir(parents=True, exist_ok=True)
            there.write_bytes(Path(str(file.locate())).read_bytes())


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def bare(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment with the wheel and what it requires without extras."""
    folder = tmp_path_factory.mktemp("bare")
    venv.create(folder, with_pip=False)
    (site,) = folder.glob("lib/python3*/site-packages")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(site)
        (names,) = [name for name in packed.namelist() if name.endswith(".dist-info/METADATA")]
        lines = packed.read(names).decode("utf-8").splitlines()
    needed = set[str]()
    for line in lines:
        if line.startswith("Requires-Dist: ") and "extra ==" not in line:
            _needed(Requirement(line.removeprefix("Requires-Dist: ")).name.lower(), needed)
    for name in needed:
        _copy(name, site)
    return folder / "bin" / "python"


@pytest.mark.slow
def test_the_wheel_holds_all_that_is_read_at_run_time(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
    for package in ("common", "tienlen", "shisanshui", "thirteen"):
        wanted = {
            path.relative_to(ROOT).as_posix()
            for path in (ROOT / package).rglob("*")
            if path.is_file() and "__pycache__" not in path.parts
        }
        assert f"{package}/py.typed" in wanted
        assert wanted <= names, sorted(wanted - names)
    assert not [name for name in names if name.startswith(("tests/", "docs/", "benchmarks/"))]


@pytest.mark.slow
def test_hands_are_played_with_pydantic_and_transitions_alone(bare: Path, tmp_path: Path) -> None:
    done = subprocess.run([bare, "-c", PLAY], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "played\n"


@pytest.mark.slow
def test_the_command_line_says_what_it_needs(bare: Path, tmp_path: Path) -> None:
    done = subprocess.run([bare, "-m", "thirteen"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "thirteen: the command line needs typer and rich: pip install 'thirteen[cli]'\n"
