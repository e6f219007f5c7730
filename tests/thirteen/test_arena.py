"""The arena: hands are determined by seed and number, nothing depends on workers, and no bot loses another's hands."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

import thirteen
from common.deal import key_of
from common.errors import DealError, RulesetError
from common.record import read_records
from common.verify import verify
from thirteen import games
from thirteen.arena import simulate
from thirteen.checking import game_class
from thirteen.chunk import play_chunk
from thirteen.games import ArenaError
from thirteen.job import Job, entry_at
from thirteen.report import Report
from tienlen import Game

TABLE = ("planner", "cautious", "planner", "random")
ODD = "tests.thirteen.odd_bots"
TOLD = ("InvalidAction", "IllegalAction", "TypeError")
"""How an answer is refused."""


def _run(hands: int = 24, bots: tuple[str, ...] = TABLE, **more: Any) -> Report:
    return simulate("tienlen", "meitian", bots, hands, 7, **{"workers": 1, **more})


class _Reordered(Executor):
    """Runs what it is given at once, and hands results over in another order."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._held: list[tuple[Future[Any], Any]] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self._held.append((future, fn(*args, **kwargs)))
        if len(self._held) >= 3 or args[2] == 24:
            self._chance.shuffle(self._held)
            while self._held:
                held, result = self._held.pop()
                held.set_result(result)
        return future


def test_a_report_is_the_same_for_any_executor_workers_and_order(tmp_path: Path) -> None:
    plain = _run(record=tmp_path / "plain.jsonl", sample=5)
    with ThreadPoolExecutor(3) as threads:
        threaded = _run(executor=threads, workers=3, record=tmp_path / "threads.jsonl", sample=5)
    reordered = _run(hands=24, executor=_Reordered(1), workers=1, record=tmp_path / "reordered.jsonl", sample=5)
    assert plain.to_json() == threaded.to_json() == reordered.to_json()
    first, second, third = ((tmp_path / f"{n}.jsonl").read_bytes() for n in ("plain", "threads", "reordered"))
    assert first == second == third


@pytest.mark.slow
def test_a_report_is_the_same_from_two_processes(tmp_path: Path) -> None:
    one = _run(hands=30, record=tmp_path / "one.jsonl.gz", sample=4)
    two = _run(hands=30, workers=2, record=tmp_path / "two.jsonl.gz", sample=4)
    assert one.to_json() == two.to_json()
    assert (tmp_path / "one.jsonl.gz").read_bytes() == (tmp_path / "two.jsonl.gz").read_bytes()


def test_records_are_every_so_manieth_hand_and_verify(tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    report = _run(hands=13, record=path, sample=4)
    records = list(read_records(path))
    assert [record.number for record in records] == [0, 4, 8, 12]
    assert all(verify(record, Game) for record in records)
    assert thirteen.verify_file(path)
    first = Game("meitian", seats=4)
    first.deal(seed=7, hand=4)
    assert records[1].events[0] == first.log[0].model_dump(mode="json")
    assert report.hands == 13


def test_a_run_without_hands_still_declares_its_rules(tmp_path: Path) -> None:
    report = _run(hands=0, record=tmp_path / "none.jsonl")
    assert report.hands == 0
    assert list(read_records(tmp_path / "none.jsonl")) == []
    json.loads(report.to_json())


def test_records_tell_the_same_as_the_report(tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    report = _run(hands=20, record=path)
    units, paid = Counter[int](), Counter[str]()
    for record in read_records(path):
        totals = record.events[-1]["totals"]
        for seat, won in enumerate(totals):
            units[entry_at(seat, record.number, 4)] += won
        for event in record.events:
            if event["type"] == "paid":
                paid[event["reason"]] += event["units"]
    assert [line.score.units for line in report.by_bot] == [units[entry] for entry in range(4)]
    assert {reason: sums.units for reason, sums in report.tally.payments.items()} == paid


def test_sums_agree_with_one_another() -> None:
    report = _run(hands=20)
    assert [line.score.hands for line in report.by_bot] == [20] * 4
    assert [line.score.hands for line in report.by_seat] == [20] * 4
    for lines in (report.by_bot, report.by_seat, report.by_name):
        assert sum(line.score.wins for line in lines) == 20
        assert sum(line.score.units for line in lines) == 0
    assert sum(report.at(entry, seat).score.hands for entry in range(4) for seat in range(4)) == 80
    assert {report.at(entry, seat).score.hands for entry in range(4) for seat in range(4)} == {5}
    events = report.tally.events
    assert report.tally.decisions.units == events["laid"] + events["passed"]
    assert events["settled"] == report.hands


def test_bots_move_up_one_seat_from_hand_to_hand() -> None:
    assert [[entry_at(seat, hand, 3) for seat in range(3)] for hand in range(4)] == [
        [0, 1, 2],
        [2, 0, 1],
        [1, 2, 0],
        [0, 1, 2],
    ]


def test_a_hand_depends_on_its_number_and_not_on_the_hands_before() -> None:
    job = Job("tienlen", json.dumps(games.house("tienlen", "southern").resolved), ("random",) * 3, 9, 1)
    whole = play_chunk(job, 0, 6).records
    apart = [play_chunk(job, hand, hand + 1).records[0] for hand in range(6)]
    assert whole == apart


def test_bots_luck_does_not_touch_the_deal(tmp_path: Path) -> None:
    deals = []
    for bot in ("random", "cautious"):
        path = tmp_path / f"{bot}.jsonl"
        _run(hands=5, bots=(bot,), record=path)
        deals.append([record.events[0] for record in read_records(path)])
    assert deals[0] == deals[1]


@pytest.mark.parametrize("seed", [7, "seven", b"\x07" * 32, -1])
def test_seeds_of_each_kind(seed: int | str | bytes) -> None:
    report = simulate("tienlen", "meitian", ["cautious"], 3, seed, workers=1)
    again = simulate("tienlen", "meitian", ["cautious"], 3, seed, workers=1)
    assert report.to_json() == again.to_json()
    assert key_of(seed) != key_of(8)


@pytest.mark.parametrize(
    ("bot", "error", "seat_is_known"),
    [
        ("Raiser", "RuntimeError: the third decision", True),
        ("Cheater", "IllegalAction: seat", True),
        ("Impostor", "TypeError: seat", True),
        ("Silent", "TypeError: seat", True),
        ("Host", "TypeError: seat", True),
        ("unmade", "OSError: no engine for seat", True),
        ("slow", "TimeoutError: no answer within 0.05 s", True),
        ("Leaver", "SystemExit: 0", True),
        ("Abrupt", "KeyboardInterrupt:", True),
        ("Closer", "GeneratorExit:", True),
        ("Speechless", "Unsaid, whose text raises RuntimeError", True),
        ("Garbler", "ValueError: half \N{REPLACEMENT CHARACTER}, red \N{REPLACEMENT CHARACTER}[31m", True),
    ],
)
def test_a_bot_that_fails_is_named_with_the_hand_that_shows_it(bot: str, error: str, seat_is_known: bool) -> None:
    bots = ("cautious", f"{ODD}:{bot}", "cautious", "cautious")
    report = _run(hands=16, bots=bots, limit_per_decision=0.05 if bot == "slow" else 5)
    assert report.failed
    report.to_json().encode()
    assert report.done == report.hands + report.failed == 16
    assert report.tally.failed == {bots[1]: report.failed}
    for failure in report.failures:
        assert failure.bot == bots[1]
        assert failure.entry == 1
        assert failure.error.startswith(error)
        assert "\n" not in failure.error
        assert (failure.seat is not None) == seat_is_known
        game = Game.from_record(failure.record)
        assert not game.is_over
        assert failure.record.number == failure.hand
        if bot not in {"unmade", "slow"}:
            assert game.awaiting == {failure.seat}
    plain = json.loads(report.to_json())["failed"]
    assert plain["hands"] == report.failed
    assert plain["first"][0]["record"]["type"] == "record"


@pytest.mark.parametrize("game", ["tienlen", "shisanshui"])
def test_what_only_a_host_asks_for_is_no_answer_of_a_bot(game: str) -> None:
    report = simulate(game, "meitian", ["random", f"{ODD}:Host"], 16, 7, workers=1)
    words = "Play or Pass or Declare" if game == "tienlen" else "Arrange"
    said = [
        failure.error.partition(f"must answer with an action of its own, a {words}, not with ")
        for failure in report.failures
    ]
    assert all(middle for _, middle, _ in said)
    assert {answer.partition("(")[0] for _, _, answer in said} == {"Timeout", "Away", "Leave"}
    assert report.failed >= 10
    assert not {"marked_away", "left", "escaped"} & set(report.tally.events)
    again = simulate(game, "meitian", ["random", f"{ODD}:Host"], 16, 7, workers=1)
    assert again.to_json() == report.to_json()


@pytest.mark.parametrize(
    ("game", "bot"), [("shisanshui", "Shifting"), ("shisanshui", "Turning"), ("tienlen", "Disguised")]
)
def test_an_answer_is_what_it_is_when_it_is_given(game: str, bot: str, tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    report = simulate(game, "meitian", ["random", f"{ODD}:{bot}"], 40, 7, workers=1, record=path)
    made: Any = game_class(game)
    assert all(made.from_record(record).is_over for record in read_records(path))
    assert report.done == 40
    assert set(report.tally.failed) <= {f"{ODD}:{bot}"}
    assert all(failure.error.split(":")[0] in TOLD for failure in report.failures)
    assert not {"marked_away", "left", "escaped"} & set(report.tally.events)
    assert report.failed > 20 or bot == "Shifting"


def test_hands_that_do_not_fail_are_those_that_others_would_play(tmp_path: Path) -> None:
    bots = ("cautious", f"{ODD}:Raiser", "cautious", "cautious")
    _run(hands=16, bots=bots, record=tmp_path / "odd.jsonl")
    _run(hands=16, bots=("cautious",), record=tmp_path / "even.jsonl")
    even = {record.number: record for record in read_records(tmp_path / "even.jsonl")}
    odd = list(read_records(tmp_path / "odd.jsonl"))
    assert 0 < len(odd) < 16
    assert all(even[record.number] == record for record in odd)


def test_of_many_failures_the_first_are_kept_and_all_are_counted() -> None:
    report = _run(hands=40, bots=(f"{ODD}:Silent",))
    assert report.failed + report.hands == 40
    assert report.failed > 30
    assert [failure.hand for failure in report.failures] == sorted(failure.hand for failure in report.failures)
    assert len(report.failures) == 10
    with ThreadPoolExecutor(4) as threads:
        assert _run(hands=40, bots=(f"{ODD}:Silent",), executor=threads, workers=4).to_json() == report.to_json()


@pytest.mark.slow
def test_a_hand_that_kills_its_worker_is_found_and_no_other_blamed() -> None:
    bots = ("cautious", f"{ODD}:Deadly", "cautious", "cautious")
    deadly = []
    for hand in range(24):
        game = Game("meitian", seats=4)
        game.deal(seed=7, hand=hand)
        held = game.view((1 + hand) % 4).holding if not game.is_over else ()
        twos = [card for card in held if str(card)[0] == "2"]
        deadly += [hand] if len(twos) >= 3 else []
    assert 0 < len(deadly) < 4
    report = _run(hands=24, bots=bots, workers=2)
    assert [failure.hand for failure in report.failures] == deadly
    assert report.hands == 24 - len(deadly)
    assert all(failure.bot == bots[1] and "died" in failure.error for failure in report.failures)
    assert [failure.seat for failure in report.failures] == [(1 + hand) % 4 for hand in deadly]
    assert Game.from_record(report.failures[0].record).position


class _Flaky(Executor):
    """Loses the work it is given now and then."""

    def __init__(self) -> None:
        self.calls = 0

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.calls += 1
        future: Future[Any] = Future()
        if self.calls % 3 == 1:
            future.set_exception(ConnectionError("a worker is lost"))
        else:
            future.set_result(fn(*args, **kwargs))
        return future


def test_work_that_is_lost_is_done_again() -> None:
    lost = _run(executor=_Flaky(), workers=1)
    assert lost.to_json() == _run().to_json()


class _Breaking(Executor):
    """Breaks for good."""

    def __init__(self, after: int) -> None:
        self.left = after

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if self.left <= 0:
            raise BrokenProcessPool("the cluster is gone")
        self.left -= 1
        future.set_result(fn(*args, **kwargs))
        return future


def test_once_an_executor_breaks_what_is_finished_is_reported() -> None:
    report = _run(executor=_Breaking(3), workers=1)
    assert report.stopped is not None
    assert "the cluster is gone" in report.stopped
    assert report.done == report.hands
    assert 0 <= report.done < 24
    assert report.tally == _run(hands=report.done).tally


def test_bots_see_no_more_than_their_seat() -> None:
    report = _run(hands=8, bots=(f"{ODD}:Watcher",))
    assert report.failed == 0
    assert report.hands == 8


SCRIPT = """
import sys
from thirteen.arena import simulate
if __name__ == "__main__":
    def told(done, of):
        print("told", done, file=sys.stderr, flush=True)
    report = simulate("tienlen", "meitian", ["cautious"], 100_000, 7, workers=int(sys.argv[1]), progress=told)
    print(report.done)
    print(report.stopped)
    print(report.tally.decisions.units, report.tally.events["laid"], [line.score.units for line in report.by_bot])
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals of a terminal")
@pytest.mark.parametrize("workers", [1, 2])
def test_an_interruption_gives_the_first_hands_without_a_gap(workers: int, tmp_path: Path) -> None:
    script = tmp_path / "run.py"
    script.write_text(SCRIPT)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "THIRTEEN_JIT": "0"}
    with subprocess.Popen(
        [sys.executable, str(script), str(workers)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        start_new_session=True,
    ) as process:
        assert process.stderr is not None
        assert process.stdout is not None
        assert process.stderr.readline().startswith("told")
        time.sleep(0.1)
        os.killpg(process.pid, signal.SIGINT)
        out = process.stdout.read().splitlines()
        errors = process.stderr.read()
    assert "Traceback" not in errors
    done = int(out[0])
    assert 0 < done < 100_000
    assert out[1] == f"interrupted after {done} of 100000 hands"
    whole = simulate("tienlen", "meitian", ["cautious"], done, 7, workers=1)
    sums = whole.tally.decisions.units, whole.tally.events["laid"], [line.score.units for line in whole.by_bot]
    assert out[2] == " ".join(map(str, sums))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"game": "whist"}, "no game called 'whist'"),
        ({"bots": ["clever"]}, "tienlen has no bot called 'clever': there are random, cautious, planner"),
        ({"bots": ["nowhere.at_all:Bot"]}, "cannot be imported"),
        ({"bots": [f"{ODD}:Nobody"]}, "has nothing callable called 'Nobody'"),
        ({"bots": []}, "bots are a list"),
        ({"bots": "cautious"}, "bots are a list"),
        ({"bots": ["cautious", "random"], "seats": 3}, "2 bots are given for 3 seats"),
        ({"hands": -1}, "a run has 0 hands or more"),
        ({"workers": 0}, "1 worker or more"),
        ({"sample": 0}, "every so manieth"),
        ({"limit_per_decision": 1e-9}, "a limit of some seconds, 0.001 or more, not 1e-09"),
        ({"bots": ["cmd:./\udcff"]}, "must be named in valid Unicode text"),
        ({"record": "a.jsonl", "trace": "./a.jsonl"}, "'a.jsonl' is named twice"),
        ({"record": "run.json", "resume": "run.json"}, "'run.json' is named twice"),
        ({"trace": "../x/run.json.new", "resume": "../x/run.json"}, "is named twice"),
        ({"resume": os.devnull}, "is no plain file"),
        ({"game": 5}, "^a game is given by its name, not as int$"),
        ({"workers": 2.0}, "1 worker or more"),
        ({"workers": True}, "1 worker or more"),
        ({"workers": "2"}, "1 worker or more"),
        ({"hands": True}, "a run has 0 hands or more"),
        ({"hands": "5"}, "a run has 0 hands or more"),
        ({"sample": 1.5}, "every so manieth"),
        ({"sample": "2", "record": "a.jsonl"}, "every so manieth"),
        ({"limit_per_decision": "5"}, "a limit of some seconds, 0.001 or more, not '5'"),
        ({"limit_per_decision": True}, "a limit of some seconds"),
        ({"limit_per_decision": float("nan")}, "a limit of some seconds"),
        ({"limit_per_decision": None}, "a limit of some seconds"),
        ({"bots": [1, 2]}, "^bots are a list of names"),
        ({"bots": None}, "^bots are a list of names"),
        ({"bots": b"cautious"}, "^bots are a list of names"),
        ({"bots": {"cautious": 1}}, "^bots are a list of names"),
        ({"seats": 2.0}, "^seats are a whole number, not 2.0$"),
        ({"seats": True}, "^seats are a whole number, not True$"),
        ({"record": 5}, "^a file is given by its path, not as int$"),
        ({"trace": b"a"}, "^a file is given by its path, not as bytes$"),
        ({"resume": 5.0}, "^a file is given by its path, not as float$"),
    ],
)
def test_a_run_that_makes_no_sense_is_refused_in_one_sentence(arguments: dict[str, Any], sentence: str) -> None:
    given: dict[str, Any] = {"game": "tienlen", "rules": "meitian", "bots": ["cautious"], "hands": 1, **arguments}
    with pytest.raises(ArenaError, match=sentence) as caught:
        simulate(**given)
    assert "\n" not in str(caught.value)


def test_houses_seats_and_seeds_are_refused_in_their_own_words() -> None:
    with pytest.raises(RulesetError, match="2 to 4 seats, not 5"):
        simulate("tienlen", "meitian", ["cautious"] * 5, 1)
    with pytest.raises(RulesetError, match="no house is called"):
        simulate("tienlen", "nobody's", ["cautious"], 1)
    with pytest.raises(DealError, match="a seed is"):
        simulate("tienlen", "meitian", ["cautious"], 1, 1.5)  # type: ignore[arg-type]


def test_one_bot_sits_at_every_seat_the_house_has() -> None:
    assert _run(hands=1, bots=("cautious",)).bots == ("cautious",) * 4
    assert _run(hands=1, bots=("cautious",), seats=3).bots == ("cautious",) * 3


def test_progress_is_told_up_to_the_end() -> None:
    told: list[tuple[int, int]] = []
    _run(hands=10, progress=lambda done, of: told.append((done, of)))
    assert told == sorted(told)
    assert told[-1] == (10, 10)


def test_nothing_of_a_compiled_table_gets_into_a_report(tmp_path: Path) -> None:
    report = _run(hands=4, record=tmp_path / "hands.jsonl")
    for score in report.tally.scores.values():
        assert {type(number) for number in (score.hands, score.wins, score.units, score.squares)} == {int}
    assert all(type(card) is str for record in read_records(tmp_path / "hands.jsonl") for card in _cards(record.events))


def _cards(events: Any) -> list[Any]:
    return [card for event in events for card in event.get("cards", ())]


def test_a_seed_too_long_to_be_told_is_refused_before_anything_is_played() -> None:
    simulate("tienlen", "meitian", ["random"], 1, 10**3000, workers=1).to_json()
    with pytest.raises(ArenaError, match="at most 3,000 digits: give a longer one as text"):
        simulate("tienlen", "meitian", ["random"], 1, 10**4400, workers=1)
