"""Bots that are programs, and bots that take too long."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from common.record import read_records
from thirteen.arena import simulate
from thirteen.games import ArenaError
from thirteen.limits import within
from thirteen.outside import _Program
from thirteen.report import Report
from tienlen import Game, Play, read_action

ROOT = Path(__file__).parent.parent.parent
ODD = Path(__file__).parent / "odd_programs.py"
DEADLY_HANDS = 24


def _program(path: Path, *arguments: str) -> str:
    return "cmd:" + shlex.join([sys.executable, str(path), *arguments])


def _example() -> str:
    """The whole bot in docs/bots.md."""
    (found,) = re.findall(r"```python\n(import json.*?)```", (ROOT / "docs" / "bots.md").read_text("utf-8"), re.DOTALL)
    assert isinstance(found, str)
    return found


def test_the_bot_in_the_documents_plays(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(_example(), "utf-8")
    assert len(_example().splitlines()) <= 16
    bots = [_program(bot), "random", "random", "random"]
    report = simulate("tienlen", "meitian", bots, 20, 3, workers=1)
    assert report.failed == 0
    assert report.by_bot[0].score.wins >= 8
    again = simulate("tienlen", "meitian", bots, 20, 3, workers=2)
    assert again.to_json() == report.to_json()


@pytest.mark.parametrize("awk", ["mawk", "gawk"])
@pytest.mark.parametrize("game", ["tienlen", "shisanshui"])
def test_the_bot_in_awk_in_the_documents_plays(
    game: str, awk: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (ROOT / "docs" / "bots.md").read_text("utf-8")
    (bot,) = re.findall(r'`"(cmd:awk [^"]*)"`', page)
    there = shutil.which(awk)
    if there is None:
        pytest.skip(f"there is no {awk} here")
    (tmp_path / "awk").symlink_to(there)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    (program,) = re.findall(r"```awk\n(.*?)```", page, re.DOTALL)
    (tmp_path / "first.awk").write_text(program, "utf-8")
    monkeypatch.chdir(tmp_path)
    assert simulate(game, "meitian", [bot, "random"], 6, 3, workers=1).failed == 0


@pytest.mark.parametrize("spelled", ["10s", "10S", "ts", "TS", "10♠", "♠10", "♤t"])
def test_a_card_is_read_as_the_documents_say(spelled: str) -> None:
    assert read_action(json.dumps({"type": "play", "seat": 0, "cards": [spelled]}), 0) == Play(seat=0, cards="Ts")


def test_a_program_is_told_what_its_seat_may_know_and_nothing_else(tmp_path: Path) -> None:
    bot, told = tmp_path / "bot.py", tmp_path / "told.jsonl"
    listens = f"""
import json, sys
for line in sys.stdin:
    with open({str(told)!r}, "a") as file:
        file.write(line)
    print(json.dumps(json.loads(line)["actions"][-1]), flush=True)
"""
    bot.write_text(listens, "utf-8")
    path = tmp_path / "hands.jsonl"
    report = simulate("tienlen", "southern", ["cautious", _program(bot)], 4, 3, workers=1, record=path)
    assert report.failed == 0
    records = list(read_records(path))
    seats = dict[int, list[str]]()
    deals = list[int]()
    for line in told.read_text("utf-8").splitlines():
        asked = json.loads(line)
        assert list(asked) == ["view", "events", "actions", "luck"]
        seat = asked["view"]["seat"]
        assert asked["view"]["holdings"][1 - seat] is None
        assert 0 <= asked["luck"] < 1 << 32
        assert asked["actions"]
        if asked["events"][0]["type"] == "dealt":
            deals.append(seat)
            assert asked["events"][0]["hands"][1 - seat] is None
            seats[len(deals) - 1] = []
        seats[len(deals) - 1] += [event["type"] for event in asked["events"]]
    # It moves up one seat from hand to hand; in some hands it may not be asked.
    asked_in = [
        record
        for record in records
        if any(
            event["type"] in {"laid", "passed"} and event["seat"] == (1 + record.number) % 2 for event in record.events
        )
    ]
    assert deals == [(1 + record.number) % 2 for record in asked_in]
    assert len(set(deals)) == 2
    for nth, types in seats.items():
        assert types == [event["type"] for event in asked_in[nth].events][: len(types)]


@pytest.mark.parametrize(
    ("way", "error"),
    [
        ("dies", "EOFError: the program ended with exit code 7 instead of answering"),
        ("closes", "EOFError: the program closed its output instead of answering"),
        ("hangs", "TimeoutError: no answer within 0.7 s"),
        ("trickles", "TimeoutError: no answer within 0.7 s"),
        ("leaves a child", "TimeoutError: no answer within 0.7 s"),
        ("is deaf and leaves a child", "TimeoutError: no answer within 0.7 s"),
        ("garbage", "InvalidAction: this is no action"),
        ("endless", "InvalidAction: an answer is one line of JSON, and this one has no end after 10000 bytes"),
        ("other", "InvalidAction: seat 0 cannot act for seat 1"),
        ("illegal", "IllegalAction: "),
        (
            "timeout",
            "TypeError: seat 0 must answer with an action of its own, a Play or Pass or Declare, not with Timeout",
        ),
        ("away", "TypeError: seat 0 must answer with an action of its own, a Play or Pass or Declare, not with"),
        ("leave", "TypeError: seat 0 must answer with an action of its own, a Play or Pass or Declare, not with"),
    ],
)
@pytest.mark.skipif(os.name == "nt", reason="signals end programs")
def test_a_program_that_fails_is_named_with_the_hand_that_shows_it(way: str, error: str) -> None:
    bot = _program(ODD, way)
    start = time.monotonic()
    report = simulate("tienlen", "meitian", [bot, "cautious"], 3, 5, workers=1, limit_per_decision=0.7)
    assert time.monotonic() - start < 15
    failure = report.failures[0]
    assert failure.bot == bot
    assert failure.hand == 0
    assert failure.seat == 0
    assert failure.error.startswith(error)
    game = Game.from_record(failure.record)
    assert game.awaiting == {0}
    assert report.done == 3


@pytest.mark.parametrize("way", ["dies", "closes", "garbage", "other", "illegal", "timeout"])
@pytest.mark.skipif(os.name == "nt", reason="signals end programs")
def test_a_program_that_failed_is_ended_and_begun_anew(way: str) -> None:
    report = simulate("tienlen", "meitian", [_program(ODD, way), "cautious"], 8, 5, workers=1)
    assert report.failed > 2  # it fails once in its life, and two seats have one each


@pytest.mark.skipif(os.name == "nt", reason="on Windows a program is ended instead of waited for")
def test_a_program_that_does_not_read_is_not_waited_for() -> None:
    deaf = _Program((sys.executable, "-c", "import time; time.sleep(60)"))
    start = time.monotonic()
    with pytest.raises(TimeoutError, match=r"no answer within 0\.3 s"):
        deaf.ask(b" " * 1_000_000 + b"\n", 0.3)
    deaf.end()
    assert time.monotonic() - start < 10


def test_a_program_that_is_not_there_is_told_at_once() -> None:
    for command, sentence in (("./nowhere/bot", "there is no program './nowhere/bot'"), (" ", "such as cmd:./bot")):
        with pytest.raises(ArenaError, match=sentence):
            simulate("tienlen", "meitian", [f"cmd:{command}"], 1)
    for limit in (0.0, -1.0, float("nan")):
        with pytest.raises(ArenaError, match="a decision has a limit"):
            simulate("tienlen", "meitian", ["cautious"], 1, limit_per_decision=limit)


def _dealt_three_twos() -> list[int]:
    hands = []
    for hand in range(DEADLY_HANDS):
        game = Game("meitian", seats=4)
        game.deal(seed=7, hand=hand)
        held = game.view((1 + hand) % 4).holding if not game.is_over else ()
        if sum(str(card)[0] == "2" for card in held) >= 3:
            hands.append(hand)
    assert 0 < len(hands) < 4
    return hands


def _with(bot: str, workers: int) -> Report:
    bots = ("cautious", f"tests.thirteen.odd_bots:{bot}", "cautious", "cautious")
    return simulate("tienlen", "meitian", bots, DEADLY_HANDS, 7, workers=workers, limit_per_decision=0.3, apart=True)


@pytest.mark.skipif(os.name == "nt", reason="timers that interrupt")
def test_a_bot_that_takes_too_long_is_interrupted_and_named() -> None:
    report = _with("Sleeper", 1)
    assert [failure.hand for failure in report.failures] == _dealt_three_twos()
    for failure in report.failures:
        assert failure.error == "TimeoutError: no answer within 0.3 s"
        assert failure.bot.endswith(":Sleeper")
        assert Game.from_record(failure.record).awaiting == {failure.seat}
    assert report.hands == DEADLY_HANDS - report.failed


@pytest.mark.skipif(os.name == "nt", reason="timers that interrupt")
def test_an_answer_after_the_time_is_none() -> None:
    report = simulate(
        "tienlen", "meitian", ["cautious", "tests.thirteen.odd_bots:Late"], 3, 7, workers=1, limit_per_decision=0.1
    )
    assert report.failed == report.done == 3
    assert {failure.error for failure in report.failures} == {"TimeoutError: no answer within 0.1 s"}


def test_where_nothing_rings_an_answer_after_the_time_is_none_either() -> None:
    with ThreadPoolExecutor(1) as thread, pytest.raises(TimeoutError, match=r"no answer within 0\.01 s"):
        thread.submit(_answers_late).result()


def _answers_late() -> None:
    with within(0.01, 0, 0):
        time.sleep(0.05)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="timers that interrupt")
@pytest.mark.parametrize(("bot", "workers"), [("Stuck", 2), ("Stuck", 1), ("Immune", 1)])
def test_a_bot_that_cannot_be_interrupted_ends_its_worker_and_is_named(bot: str, workers: int) -> None:
    report = _with(bot, workers)
    assert [failure.hand for failure in report.failures] == _dealt_three_twos()
    for failure in report.failures:
        assert failure.error == "TimeoutError: no answer within 0.3 s, and no way to interrupt it"
        assert failure.bot.endswith(f":{bot}")
        assert failure.seat == (1 + failure.hand) % 4
    assert report.hands == DEADLY_HANDS - report.failed
