"""Worker processes that cannot begin, and those that die later, in scripts as people write them."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import BrokenExecutor
from pathlib import Path

import pytest

from thirteen.workers import FRESH, Own

ROOT = Path(__file__).parent.parent.parent
SIMULATE = 'thirteen.arena.simulate("tienlen", "meitian", ["random"], 40, 7, workers=2{more})'
COMPARE = 'thirteen.compare.compare("tienlen", "meitian", "southern", ["random"], 120, 7, seats=4, workers=2)'
PRINTED = """
import thirteen.arena, thirteen.compare
{guard}
    try:
        print("done", {call}.to_json()[:17])
    except thirteen.games.ArenaError as error:
        print("refused:", error)
"""
CALLS = [SIMULATE.format(more=""), COMPARE]
OPEN, GUARDED = "if True:", 'if __name__ == "__main__":'


def _run(*command: str, script: str = "", folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command],
        input=script,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "THIRTEEN_JIT": "0"},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )


def _written(folder: Path, script: str) -> str:
    path = folder / "script.py"
    path.write_text(script, "utf-8")
    return str(path)


@pytest.mark.parametrize("call", CALLS)
def test_a_script_from_standard_input_is_told_that_workers_cannot_run_it(call: str, tmp_path: Path) -> None:
    done = _run("-", script=PRINTED.format(guard=GUARDED, call=call), folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "refused: worker processes run the script anew, and one from standard input is gone: save it as a file, "
        "or give workers=1\n"
    )


@pytest.mark.slow
@pytest.mark.parametrize("call", CALLS)
def test_a_script_without_a_guard_is_told_once_what_it_lacks(call: str, tmp_path: Path) -> None:
    script = _written(tmp_path, PRINTED.format(guard=OPEN, call=call))
    done = _run(script, folder=tmp_path)
    assert done.returncode == 0
    assert done.stdout == (
        f"refused: no worker process could begin, and nothing was played: each runs {script!r} anew, which must "
        'call this under `if __name__ == "__main__":` and import without an error; or give workers=1\n'
    )
    assert done.stderr == ""  # not a word from its workers


@pytest.mark.slow
def test_a_script_that_workers_cannot_import_is_told_so(tmp_path: Path) -> None:
    script = 'if __name__ != "__main__":\n    raise OSError("not twice")\n'
    done = _run(_written(tmp_path, script + PRINTED.format(guard=GUARDED, call=CALLS[0])), folder=tmp_path)
    assert done.stdout.startswith("refused: no worker process could begin, and nothing was played")
    assert "OSError: not twice" in done.stderr  # their own words say what the script did


@pytest.mark.slow
def test_a_guarded_script_and_one_in_a_command_play(tmp_path: Path) -> None:
    guarded, there = PRINTED.format(guard=GUARDED, call=CALLS[0]), 'done {"game":"tienlen"\n'
    assert _run(_written(tmp_path, guarded), folder=tmp_path).stdout == there
    assert _run("-c", guarded, folder=tmp_path).stdout == there


@pytest.mark.slow
def test_workers_that_cannot_begin_any_more_lose_no_hand_that_was_played(tmp_path: Path) -> None:
    call = SIMULATE.format(more=', progress=told, record="hands.jsonl"').replace("40", "400")
    script = f"""
import os, thirteen.arena
from pathlib import Path
if __name__ != "__main__" and Path("late").exists():
    os._exit(1)
def told(done, of):
    if not Path("late").exists():
        Path("late").touch()
        import multiprocessing
        for child in multiprocessing.active_children():
            child.kill()
if __name__ == "__main__":
    report = {call}
    print(report.stopped)
    print(report.done == report.hands, 0 < report.done < 400)
    print(report.done == Path("hands.jsonl").read_text().count('"type":"hand"'))
"""
    done = _run(_written(tmp_path, script), folder=tmp_path)
    assert "worker processes cannot begin any more" in done.stdout, done.stderr
    assert done.stdout.endswith("True True\nTrue\n")


@pytest.mark.slow
def test_a_worker_that_dies_between_two_chunks_costs_no_hand(tmp_path: Path) -> None:
    call = SIMULATE.format(more=", progress=told").replace("40", "400")
    script = f"""
import multiprocessing, thirteen.arena
def told(done, of):
    for child in multiprocessing.active_children()[:done == 100]:
        child.kill()
        child.join()
if __name__ == "__main__":
    report = {call}
    print(report.hands, report.failed, report.stopped)
"""
    assert _run(_written(tmp_path, script), folder=tmp_path).stdout == "400 0 None\n"


KILLS = """
from thirteen import spawned
from thirteen.arena import simulate
real, begun = spawned._Child.start, []
def start(self):
    real(self)
    begun.append(self)
    if {when}:
        begun[{which}].kill()
spawned._Child.start = start
if __name__ == "__main__":
    try:
        report = simulate("tienlen", "meitian", ["cautious", "random"], 400, 1, workers=2, record="hands.jsonl")
        print(report.hands, report.failed, report.stopped)
    except Exception as error:
        print(type(error).__name__, error)
"""


@pytest.mark.slow
@pytest.mark.parametrize("when", ["len(begun) == 1", "len(begun) == 2"])
def test_a_worker_that_is_killed_before_it_has_begun_costs_no_hand(when: str, tmp_path: Path) -> None:
    script = KILLS.format(when=when, which=0)
    assert _run(_written(tmp_path, script), folder=tmp_path).stdout == "400 0 None\n"


@pytest.mark.slow
def test_where_all_workers_are_killed_before_they_have_begun_the_signal_is_named(tmp_path: Path) -> None:
    done = _run(_written(tmp_path, KILLS.format(when=True, which=-1)), folder=tmp_path)
    sentence = "no worker process could begin, and nothing was played: signal 9 ended them; or give workers=1"
    assert done.stdout == f"ArenaError {sentence}\n"


def test_a_pool_is_renewed_while_its_workers_begin() -> None:
    pool, broken = Own(2), BrokenExecutor("one is gone")
    pool._begun[0] = 1
    for _ in range(2):
        assert pool.renew(broken)
        pool._begun[0] = 1
    assert pool.renew(broken)
    for _ in range(FRESH - 1):
        assert not pool.renew(broken)
    with pytest.raises(BrokenExecutor, match="cannot begin any more"):
        pool.renew(broken)
