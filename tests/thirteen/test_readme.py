"""What README and guides print does what they say: shell commands and Python, in order, in a folder of their own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
_BLOCK = re.compile(r"^```(sh|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES = ("README.md", *(f"docs/{name}.md" for name in ("bots", "embedding", "figures", "rulesets")))
PROGRAMS = ("README.md", "docs/embedding.md")


def _blocks(page: str, language: str) -> list[str]:
    found = _BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))
    return [block for kind, block in found if kind == language]


def test_there_is_something_to_run() -> None:
    assert len(_blocks("README.md", "sh")) >= 3
    assert len(_blocks("README.md", "python")) == 2


@pytest.mark.slow
def test_the_commands_of_the_readme_work(tmp_path: Path) -> None:
    command = tmp_path / "bin" / "thirteen"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m thirteen "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    env = {**os.environ, "PATH": f"{command.parent}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    script = "set -euo pipefail\n" + "\n".join(_blocks("README.md", "sh") + _blocks("docs/figures.md", "sh"))
    done = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, env=env, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert "all in order" in done.stdout
    assert "ours: sound" in done.stdout
    assert "payments,middle.gun,units," in done.stdout
    # The kernel may have to be compiled for the first time, and says so.
    assert not [line for line in done.stderr.splitlines() if not line.startswith("thirteen: compil")]


@pytest.mark.parametrize("page", PROGRAMS)
def test_the_python_of_a_page_works(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for block in _blocks(page, "python"):
        exec(compile(block, page, "exec"), names)


def test_links_of_the_readme_lead_somewhere() -> None:
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)#]+?)\)", text):
            assert ((ROOT / page).parent / target).exists(), f"{page}: {target}"
