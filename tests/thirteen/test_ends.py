"""Runs that somebody ends: what was played is told and kept, and no process of theirs goes on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from thirteen.arena import simulate

ROOT = Path(__file__).parent.parent.parent
pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name == "nt", reason="signals")]
PATIENCE = 60
SLEEPER = """
import sys, time
from pathlib import Path
from common.bots import Bot
class Sleeper(Bot):
    def __init__(self, seat, choices):
        pass
    def decide(self, view, legal_actions):
        Path("at_work").touch()
        time.sleep(3600)
if __name__ == "__main__":
    sys.stdin.readline()
    Path("at_work").touch()
    while True:
        time.sleep(3600)
"""


def _begun(*arguments: str, folder: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "thirteen", *arguments],
        cwd=folder,
        env={**os.environ, "THIRTEEN_JIT": "0", "PYTHONPATH": f"{ROOT}{os.pathsep}{folder}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def _wait(process: subprocess.Popen[bytes], there: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not there():
        assert process.poll() is None
        assert time.monotonic() < until
        time.sleep(0.02)


def _rest(process: subprocess.Popen[bytes]) -> tuple[str, str]:
    """What it and its processes write until the last of them is gone, for all hold its standard error."""
    try:
        out, err = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        raise
    return out.decode(), err.decode()


def _term(process: subprocess.Popen[bytes]) -> None:
    process.terminate()


def _term_all_twice(process: subprocess.Popen[bytes]) -> None:
    process.terminate()  # as timeout(1) does
    os.killpg(process.pid, signal.SIGTERM)
    time.sleep(0.1)
    os.killpg(process.pid, signal.SIGTERM)


def _kill(process: subprocess.Popen[bytes]) -> None:
    process.kill()


@pytest.mark.parametrize("bot", ["sleeper:Sleeper", f"cmd:{sys.executable} sleeper.py"])
def test_workers_and_programs_end_in_the_middle_of_a_decision_when_their_parent_is_killed(
    bot: str, tmp_path: Path
) -> None:
    (tmp_path / "sleeper.py").write_text(SLEEPER, "utf-8")
    arguments = ("--bots", bot, "--workers", "2", "--limit-per-decision", "3600", "--hands", "400")
    process = _begun("simulate", "tienlen", *arguments, folder=tmp_path)
    _wait(process, (tmp_path / "at_work").exists)
    process.kill()
    assert "Traceback" not in _rest(process)[1]
    assert process.returncode == -signal.SIGKILL


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("end", [_term, _term_all_twice, _kill])
def test_a_run_that_is_ended_tells_what_it_has_and_goes_on_with_the_same_bytes(
    end: Callable[[subprocess.Popen[bytes]], None], workers: str, tmp_path: Path
) -> None:
    kept, record = tmp_path / "run.json", tmp_path / "hands.jsonl"
    arguments = ["simulate", "tienlen", "--hands", "2000", "--bots", "cautious", "--seed", "7", "--json"]
    arguments += ["--workers", workers, "--record", record.name, "--sample", "20", "--resume", kept.name]
    process = _begun(*arguments, folder=tmp_path)
    _wait(process, lambda: kept.exists() and json.loads(kept.read_text("utf-8"))["done"] > 0)
    assert record.read_bytes()
    end(process)
    out, err = _rest(process)
    done = json.loads(kept.read_text("utf-8"))["done"]
    assert 0 < done < 2000
    if end is _kill:
        assert (process.returncode, out, "Traceback" in err) == (-signal.SIGKILL, "", False)
    else:
        assert (process.returncode, err) == (143, f"thirteen: interrupted after {done} of 2000 hands\n")
        told = json.loads(out)
        assert (told["done"], told["failed"]["hands"]) == (done, 0)
        assert told["names"] == simulate("tienlen", "meitian", ["cautious"], done, 7, workers=1).to_plain()["names"]
    resumed = _begun(*arguments, folder=tmp_path)
    whole = simulate("tienlen", "meitian", ["cautious"], 2000, 7, workers=1, record=tmp_path / "whole", sample=20)
    assert _rest(resumed) == (whole.to_json() + "\n", "")
    assert record.read_bytes() == (tmp_path / "whole").read_bytes()


@pytest.mark.parametrize("signalled", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("command", ["compare", "league", "verify", "expand"])
def test_other_commands_end_with_143_or_130_and_all_of_their_processes(
    command: str, signalled: signal.Signals, tmp_path: Path
) -> None:
    if command in {"verify", "expand"}:
        more = {"record": tmp_path / "file"} if command == "verify" else {"trace": tmp_path / "file"}
        simulate("tienlen", "meitian", ["random"], 1000, 7, workers=1, **more)  # type: ignore[arg-type]
    arguments = {
        "compare": ["meitian", "southern", "--game", "tienlen", "--hands", "100000", "--bots", "cautious"],
        "league": ["cautious", "random", "--hands", "100000"],
        "verify": ["file"] * 400,
        "expand": ["file", "records"],
    }[command]
    process = _begun(command, *arguments, "--workers", "2", folder=tmp_path)
    if command == "verify":
        assert process.stdout is not None
        process.stdout.readline()
    elif command == "expand":
        _wait(process, lambda: (tmp_path / "records").exists() and (tmp_path / "records").stat().st_size > 5000)
    else:
        time.sleep(4)
    os.killpg(process.pid, signalled)
    _, err = _rest(process)
    assert process.returncode == 128 + signalled, err
    assert "Traceback" not in err
