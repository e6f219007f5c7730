"""The time limit of a decision is for the bot alone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from common.jit import ENABLED

RUN = """
from tests.thirteen import waiting_bots
waiting_bots.listen()
from thirteen.arena import simulate
report = simulate({game!r}, "meitian", ["tests.thirteen.waiting_bots:Waiting"] * 2, 5, 1, workers=1)
print(len(waiting_bots.compiled), *(failure.error for failure in report.failures))
"""


@pytest.mark.skipif(not ENABLED, reason="nothing is compiled")
@pytest.mark.parametrize("game", ["tienlen", "shisanshui"])
def test_nothing_is_compiled_while_a_bot_decides(game: str, tmp_path: Path) -> None:
    told = subprocess.run(
        [sys.executable, "-c", RUN.format(game=game)],
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    compiled, *failed = told.split(" ", 1)
    assert int(compiled) > 10
    assert not failed, failed
