"""What README and the documents print does what they say: each page in a folder of its own, with the files it shows.

A file is a block after a sentence that ends with "saved as `NAME`:".  The commands of a page (``sh``) run as they
stand, one block after the other; a ``text`` block right after them shows all that they say.  A ``console`` block
shows what a test cannot run as it stands: there ``make`` only says what it would do, a cluster has a port of its own,
and a million hands are forty.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGES = sorted(str(path.relative_to(ROOT)) for path in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
PROGRAMS = ("README.md", "docs/embedding.md")
SAID = {
    "README.md": ("all in order", "ours: sound"),
    "docs/bots.md": ("1 lowest:Lowest", "1 cmd:python bot.py"),
    "docs/figures.md": ("payments,middle.gun,units,",),
    "docs/records.md": ("all in order", "head: "),
    "docs/rulesets.md": (
        "kitchen: sound, a house of 十三水",
        "# Kitchen table",
        "**10**",
        "front pair, ",
        "rows won are worth 2 + ",
        "in kitchen",
    ),
}
"""By page with commands: what is said among other things."""

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SHOWN = re.compile(r"^```sh\n([^`]*?)^```\n\n```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_END = "=== all that this block says ==="
_FILE = re.compile(r"[Ss]ave(?:d| it) as\s+`([\w.]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SHIMS = {
    "thirteen": f'PYTHONPATH="{ROOT}:$PYTHONPATH" exec {sys.executable} -m thirteen "$@"',
    "python": f'exec {sys.executable} "$@"',
    "dask": f'exec {sys.executable} -W ignore -m dask "$@"',
    "make": f'exec {shutil.which("make") or "make"} -C {ROOT} --dry-run "$@"',
}


def _text(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def _blocks(page: str, *languages: str) -> list[str]:
    return [block for kind, block in _BLOCK.findall(_text(page)) if kind in languages]


def _run(script: str, page: str, folder: Path) -> tuple[str, str]:
    """What commands say on standard output and error, where the page's files are."""
    for name, content in _FILE.findall(_text(page)):
        (folder / name).write_text(content, encoding="utf-8")
    commands = folder / "bin"
    commands.mkdir()
    for name, line in _SHIMS.items():
        (commands / name).write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
        (commands / name).chmod(0o755)
    env = {**os.environ, "PATH": f"{commands}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        ["bash", "-c", f"set -euo pipefail\n{script}"],
        cwd=folder,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=1200,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


def test_every_page_with_commands_is_known() -> None:
    assert {page for page in PAGES if _blocks(page, "sh")} == set(SAID)
    assert [page for page in PAGES if _SHOWN.search(_text(page))] == ["README.md", "docs/bots.md"]
    assert len(_blocks("README.md", "python")) == 2
    assert {name for page in PAGES for name, _ in _FILE.findall(_text(page))} >= {"lowest.py", "bot.py", "kitchen.toml"}


@pytest.mark.slow
@pytest.mark.parametrize("page", SAID)
def test_the_commands_of_a_page_work(page: str, tmp_path: Path) -> None:
    blocks = _blocks(page, "sh")
    said, beside = _run("\n".join(f"{block}\necho {_END!r}" for block in blocks), page, tmp_path)
    for each in SAID[page]:
        assert each in said
    outputs = dict(zip(blocks, said.split(f"{_END}\n"), strict=False))
    for block, shown in _SHOWN.findall(_text(page)):
        assert [line.rstrip() for line in outputs[block].splitlines()] == shown.splitlines()
    # The kernel may have to be compiled for the first time, and says so.
    assert not [line for line in beside.splitlines() if not line.startswith("thirteen: compil")]


@pytest.mark.slow
@pytest.mark.parametrize("page", [page for page in PAGES if _blocks(page, "console")])
def test_the_commands_that_need_more_than_a_folder_are_there(page: str, tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    script = "\n".join(_blocks(page, "console"))
    script = script.replace("dask scheduler", f"dask scheduler --no-dashboard --port {port}").replace("8786", port)
    script = script.replace("dask worker", "dask worker --no-dashboard").replace("--hands 1000000", "--hands 40")
    said, _ = _run(f"trap 'kill $(jobs -p) 2> /dev/null || true' EXIT\n{script}", page, tmp_path)
    assert "40 hands, 4 seats" in said if "dask" in script else "pytest" in said


@pytest.mark.parametrize("page", PROGRAMS)
def test_the_python_of_a_page_works(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for block in _blocks(page, "python"):
        exec(compile(block, page, "exec"), names)


@pytest.mark.parametrize("page", PAGES)
def test_links_of_a_page_lead_somewhere(page: str) -> None:
    for target in re.findall(r"\]\(([^)#:]+?)(?:#[^)]*)?\)", _text(page)):
        assert ((ROOT / page).parent / target).exists(), target
