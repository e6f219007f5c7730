"""The same hands on a cluster, of which a worker is lost in the middle."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from thirteen import arena, cluster
from thirteen.arena import simulate
from thirteen.cli.app import app
from thirteen.games import ArenaError

BOTS = ["cautious", "random", "cautious", "random"]
HANDS = 1600


@contextmanager
def _started(module: str, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-W", "ignore", "-m", f"distributed.cli.{module}", "--no-dashboard", *arguments]
    environment = {**os.environ, "THIRTEEN_JIT": "0", "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment) as process:
        try:
            yield process
        finally:
            process.kill()


def _until(there: Any) -> None:
    end = time.monotonic() + 30
    while not there():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.slow
def test_a_worker_lost_in_the_middle_changes_nothing(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    address_file = tmp_path / "scheduler.json"
    told: list[int] = []
    with ExitStack() as stack:
        stack.enter_context(
            _started("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(address_file))
        )
        _until(address_file.exists)
        one, _ = (
            stack.enter_context(
                _started(
                    "dask_worker", "--scheduler-file", str(address_file), "--host", "127.0.0.1", "--nthreads", "1",
                    "--no-nanny", "--local-directory", str(tmp_path / f"worker-{nth}"),
                )
            )
            for nth in range(2)
        )  # fmt: skip
        with distributed.Client(scheduler_file=str(address_file), set_as_default=False) as client:
            client.wait_for_workers(2, timeout=30)
            address = client.scheduler.address

        def progress(done: int, _of: int) -> None:
            told.append(done)
            if len(told) == 3:
                one.kill()

        with cluster.cluster(address) as (executor, workers):
            assert workers == 2
            report = simulate(
                "tienlen", "meitian", BOTS, HANDS, 7, executor=executor, workers=workers, progress=progress,
                record=tmp_path / "cluster.jsonl", sample=20,
            )  # fmt: skip
        assert one.wait(10) != 0
        asked = ["tienlen", "--hands", "40", "--bots", ",".join(BOTS), "--seed", "7", "--scheduler", address, "--json"]
        result = CliRunner().invoke(app, ["simulate", *asked])
    assert told[-1] == HANDS
    assert report.hands == HANDS
    assert report.stopped is None
    whole = simulate("tienlen", "meitian", BOTS, HANDS, 7, workers=1, record=tmp_path / "here.jsonl", sample=20)
    assert report.to_json() == whole.to_json()
    assert (tmp_path / "cluster.jsonl").read_bytes() == (tmp_path / "here.jsonl").read_bytes()
    assert result.stdout == simulate("tienlen", "meitian", BOTS, 40, 7, workers=1).to_json() + "\n"


class _Gone(Executor):
    """A cluster that goes away: it cancels what it was given."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if args[1] < 8:
            future.set_result(fn(*args, **kwargs))
        else:
            future.cancel()
            future.set_running_or_notify_cancel()
        return future


def test_a_cluster_that_goes_away_leaves_a_report_of_what_it_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "MOST_HANDS_AT_ONCE", 4)
    report = simulate("tienlen", "meitian", BOTS, 40, 7, executor=_Gone(), workers=2)
    assert report.done in {0, 4, 8}
    assert report.stopped == f"the executor broke after {report.done} of 40 hands: work was cancelled"


def test_an_address_where_nobody_answers_is_told_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "PATIENCE", 0.3)
    for address in ("tcp://127.0.0.1:9", "nonsense"):
        with pytest.raises(ArenaError, match=f"no scheduler answers at '{address}'"), cluster.cluster(address):
            pass
