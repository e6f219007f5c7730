"""Traces of a run: a few numbers a hand, the same bytes however they are made, and the records they stand for."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import thirteen
from common.errors import RecordError
from thirteen import arena, checkpoint, games, workers
from thirteen import expand as expanding
from thirteen.arena import simulate
from thirteen.chunk import Chunk, play_chunk
from thirteen.expand import expand
from thirteen.games import ArenaError
from thirteen.job import Job
from thirteen.traces import BLOCK

BOTS = ("planner", "random", "cautious")


def _run(trace: Path | None, hands: int = 40, seed: Any = 7, **more: Any) -> str:
    arguments: dict[str, Any] = {"workers": 1, "sample": 3, **more}
    return simulate("tienlen", "meitian", BOTS, hands, seed, trace=trace, **arguments).to_json()


END = b'{"type":"end","hands":%d,"traces":%d}\n'


@pytest.fixture(scope="module")
def traces(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Of fourteen hands."""
    path = tmp_path_factory.mktemp("traces") / "run.jsonl"
    _run(path)
    return path.read_bytes()


@pytest.mark.parametrize("name", ["run.jsonl", "run.jsonl.gz", "run.jsonl.zst"])
@pytest.mark.parametrize("duplicate", [False, True])
@pytest.mark.parametrize("seed", [7, "the seed", b"\x00\xff", 10**1000], ids=["int", "text", "bytes", "long"])
def test_traces_expand_to_the_records_of_the_same_run(name: str, duplicate: bool, seed: Any, tmp_path: Path) -> None:
    told = _run(tmp_path / name, seed=seed, duplicate=duplicate)
    recorded = tmp_path / f"recorded-{name}"
    made = expand(tmp_path / name, tmp_path / f"made-{name}")
    assert told == _run(None, seed=seed, duplicate=duplicate, record=recorded)
    assert made
    assert (made.hands, made.message) == (14, "14 hands expanded")
    assert (tmp_path / f"made-{name}").read_bytes() == recorded.read_bytes()
    verdict = thirteen.verify_file(tmp_path / f"made-{name}", head=made.head)
    assert verdict
    assert verdict.hands == 14


@pytest.mark.parametrize("declared", [False, True])
def test_traces_of_every_policy_and_of_declared_wins_expand(declared: bool, tmp_path: Path) -> None:
    house: dict[str, Any] = {"extends": "southern", "name": "ours"}
    if declared:
        house["dealt_wins"] = {"mode": "declared"}
    for policy in games.in_bulk("tienlen", ["random"]).POLICIES:  # type: ignore[union-attr]
        trace, record, made = (tmp_path / f"{policy}-{name}.jsonl" for name in ("trace", "record", "made"))
        simulate("tienlen", house, [policy], 12, workers=1, trace=trace)
        simulate("tienlen", house, [policy], 12, workers=1, record=record)
        assert expand(trace, made)
        assert made.read_bytes() == record.read_bytes()


@pytest.mark.parametrize("bots", [("random", "first-hint", "expected"), ("random", "random")])
@pytest.mark.parametrize("duplicate", [False, True])
def test_traces_of_layouts_expand_to_the_records_of_the_same_run(
    bots: tuple[str, ...], duplicate: bool, tmp_path: Path
) -> None:
    duplicate = duplicate and len(set(bots)) > 1
    trace, record, made = (tmp_path / f"{name}.jsonl" for name in ("trace", "record", "made"))
    simulate("shisanshui", "meitian", bots, 12, 7, workers=1, trace=trace, sample=2, duplicate=duplicate)
    simulate("shisanshui", "meitian", bots, 12, 7, workers=1, record=record, sample=2, duplicate=duplicate)
    assert expand(trace, made)
    assert made.read_bytes() == record.read_bytes()
    lines = trace.read_bytes().splitlines(keepends=True)
    for decisions, sentence in (([], "hand 0: "), ([(1 << 52) - 1] * 4 * len(bots), "hand 0: ")):
        lines[1] = json.dumps({"hand": 0, "decisions": decisions}).encode() + b"\n"
        trace.write_bytes(b"".join(lines))
        found = expand(trace, made)
        assert (found.hands, found.message.startswith(f"line 2, {sentence}")) == (0, True)


def test_a_run_of_no_hands_has_traces_of_none(tmp_path: Path) -> None:
    _run(tmp_path / "run.jsonl", hands=0)
    assert expand(tmp_path / "run.jsonl", tmp_path / "hands.jsonl")
    assert len((tmp_path / "hands.jsonl").read_text("utf-8").splitlines()) == 1


def _handing_out(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many hands at once, with a kernel and without."""
    monkeypatch.setattr(arena, "MOST_HANDS_AT_ONCE", most)
    monkeypatch.setattr(arena, "MOST_TRACES_AT_ONCE", most)


@pytest.mark.parametrize("name", ["run.jsonl", "run.jsonl.zst"])
def test_traces_are_the_same_bytes_whatever_is_handed_out_at_once(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = set()
    for at_once in (1, 7, 64, 150):
        _handing_out(at_once, monkeypatch)
        _run(tmp_path / name, hands=150, sample=1)
        found.add((tmp_path / name).read_bytes())
    assert len(found) == 1
    assert BLOCK < 150


def test_traces_are_the_same_bytes_on_two_workers(tmp_path: Path) -> None:
    for count in (1, 2):
        _run(tmp_path / f"{count}.jsonl.gz", hands=300, workers=count)
    assert (tmp_path / "1.jsonl.gz").read_bytes() == (tmp_path / "2.jsonl.gz").read_bytes()


@pytest.mark.parametrize("name", ["run.jsonl", "run.jsonl.gz", "run.jsonl.zst"])
def test_a_traced_run_killed_again_and_again_ends_with_the_same_bytes(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = _run(tmp_path / name, hands=100, sample=1)
    (tmp_path / "resumed").mkdir()
    trace, kept = tmp_path / "resumed" / name, tmp_path / "resumed" / "run.json"
    monkeypatch.setattr(checkpoint, "EVERY", 0.0)
    _handing_out(9, monkeypatch)
    calls = kills = 0

    class Killed(BaseException):
        """As if the process ended here."""

    def play(job: Job, first: int, last: int) -> Chunk:
        nonlocal calls
        calls += 1
        if calls % 3 == 0:
            raise Killed
        return play_chunk(job, first, last)

    monkeypatch.setattr(workers, "play_chunk", play)
    while True:
        try:
            again = _run(trace, hands=100, sample=1, resume=kept)
            break
        except Killed:
            kills += 1
            with trace.open("ab") as file:
                file.write(b'{"hand":9')  # what had been written after the checkpoint
    assert kills > 2
    assert again == told
    assert trace.read_bytes() == (tmp_path / name).read_bytes()
    assert _run(trace, hands=100, sample=1, resume=kept) == told
    assert trace.read_bytes() == (tmp_path / name).read_bytes()
    trace.write_bytes(trace.read_bytes()[: trace.stat().st_size // 3])
    with pytest.raises(ArenaError, match="is not what this run wrote: remove"):
        _run(trace, hands=100, sample=1, resume=kept)
    with pytest.raises(ArenaError, match="another run: its trace is"):
        _run(tmp_path / "other.jsonl", hands=100, sample=1, resume=kept)


def test_what_no_kernel_plays_cannot_be_traced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trace = tmp_path / "run.jsonl"
    for bot in ("searcher", "tests.thirteen.odd_bots:Raiser"):
        with pytest.raises(
            ArenaError, match=f"^hands with '{bot}' cannot be traced: the kernel of tienlen plays random"
        ):
            simulate("tienlen", "meitian", ["random", bot], 10, workers=1, trace=trace)
    monkeypatch.setattr(games, "bulk_of", lambda _: None)
    with pytest.raises(ArenaError, match=r"^tienlen has no kernel yet, so its hands cannot be traced: record them$"):
        _run(trace)
    assert not trace.exists()


def test_traces_and_records_go_to_two_files(tmp_path: Path, traces: bytes) -> None:
    with pytest.raises(ArenaError, match="is named twice"):
        _run(tmp_path / "run.jsonl", record=tmp_path / "run.jsonl")
    (tmp_path / "run.jsonl").write_bytes(traces)
    (tmp_path / "link.jsonl").symlink_to(tmp_path / "run.jsonl")
    with pytest.raises(RecordError, match="cannot be expanded into their own file"):
        expand(tmp_path / "run.jsonl", tmp_path / "link.jsonl")
    assert (tmp_path / "run.jsonl").read_bytes() == traces
    _run(tmp_path / "run.jsonl", record=tmp_path / "hands.jsonl")
    assert expand(tmp_path / "run.jsonl", tmp_path / "made.jsonl")
    assert (tmp_path / "hands.jsonl").read_bytes() == (tmp_path / "made.jsonl").read_bytes()


@pytest.mark.parametrize("workers", [0, -1, 2.0, True, "2"])
def test_workers_that_there_cannot_be_expand_nothing(workers: Any, tmp_path: Path, traces: bytes) -> None:
    (tmp_path / "run.jsonl").write_bytes(traces)
    with pytest.raises(ArenaError, match="workers are 1 or more, not "):
        expand(tmp_path / "run.jsonl", tmp_path / "made.jsonl", workers=workers)
    assert not (tmp_path / "made.jsonl").exists()


# What a host may meet


def _expanded(text: bytes, tmp_path: Path, name: str = "run.jsonl") -> tuple[int, str]:
    """How many hands came of it, and the sentence; what there is is in order."""
    (tmp_path / name).write_bytes(text)
    made = expand(tmp_path / name, tmp_path / "hands.jsonl")
    assert not made
    verdict = thirteen.verify_file(tmp_path / "hands.jsonl", head=made.head)
    assert verdict
    assert verdict.hands == made.hands
    assert "\n" not in made.message
    assert len(made.message) < 400
    return made.hands, made.message


def _line(traces: bytes, nth: int, **members: Any) -> bytes:
    """The traces with other members in one line, from 1; None takes a member away."""
    lines = traces.splitlines(keepends=True)
    read = {**json.loads(lines[nth - 1]), **members}
    told = {key: value for key, value in read.items() if value is not None}
    lines[nth - 1] = json.dumps(told, separators=(",", ":")).encode() + b"\n"
    return b"".join(lines)


@pytest.mark.parametrize(
    ("members", "sentence"),
    [
        ({"hand": 4}, "there is no trace of hand 4 in a run of 40 hands, one in 3"),
        ({"hand": 42}, "there is no trace of hand 42 in a run of 40 hands"),
        ({"hand": 10**30}, "hand must be 0 to"),
        ({"hand": -3}, "hand must be 0 to"),
        ({"hand": True}, "hand must be a whole number; it is true or false"),
        ({"hand": 3.0}, "hand must be a whole number; it is a number"),
        ({"hand": None, "cards": 3}, "hand must be a whole number; it is missing"),
        ({"hand": 6}, "hand 6: "),
        ({"decisions": None}, "decisions must be a list; it is missing"),
        ({"decisions": "0,0"}, "decisions must be a list; it is text"),
        ({"decisions": []}, "hand 3: the trace ends after 0 decisions, and the hand is not over"),
        ({"decisions": [0]}, "hand 3: decision 0 is refused as must_lead"),
        ({"decisions": [1.0]}, "decisions.0 must be a whole number from 0 and below 2**52, not a number"),
        ({"decisions": [True]}, "decisions.0 must be a whole number from 0 and below 2**52, not true or false"),
        ({"decisions": [[]]}, "decisions.0 must be a whole number from 0 and below 2**52, not a list"),
        ({"decisions": [1 << 52]}, "decisions.0 must be a whole number from 0 and below 2**52, not one out of range"),
        ({"decisions": [-1]}, "decisions.0 must be a whole number from 0 and below 2**52, not one out of range"),
        ({"decisions": [0] * 600}, "no hand has 600 decisions"),
        ({"more": 1}, "a trace has a hand and its decisions, and nothing else"),
    ],
)
def test_a_line_that_is_no_trace_is_named(
    members: dict[str, Any], sentence: str, traces: bytes, tmp_path: Path
) -> None:
    hands, said = _expanded(_line(traces, 3, **members), tmp_path)
    assert hands == 1
    assert re.match(r"line 3[:,] ", said)
    assert said[8:].startswith(sentence)


@pytest.mark.parametrize(
    ("changed", "hands", "sentence"),
    [
        (lambda text: text[:-20], 14, "line 16 is cut off: the 15 before it are whole"),
        (lambda text: text[:-100], 13, "line 15 is cut off: the 14 before it are whole"),
        (lambda text: b"".join(text.splitlines(True)[:5]), 4, "the file ends after line 5 without its end"),
        (lambda text: b"".join(text.splitlines(True)[:1]), 0, "the file ends after line 1 without its end"),
        (lambda text: text + text, 14, "line 17: the file goes on after its end"),
        (lambda text: text + b"\n", 14, "line 17: the file goes on after its end"),
        (lambda text: b"".join(text.splitlines(True)[:5]) + text, 4, "line 6: another file begins here"),
        (
            lambda text: b"".join(text.splitlines(True)[nth] for nth in (0, 1, 2, 2, 3)),
            2,
            "line 4: hand 3 stands where hand 6 should: each is there, in order",
        ),
        (
            lambda text: b"".join(text.splitlines(True)[nth] for nth in (0, 1, 3)),
            1,
            "line 3: hand 6 stands where hand 3 should",
        ),
        (
            lambda text: b"".join(text.splitlines(True)[nth] for nth in (0, *range(2, 15))) + END % (40, 13),
            0,
            "line 2: hand 3 stands where hand 0 should",
        ),
        (
            lambda text: b"".join(text.splitlines(True)[:14]) + END % (40, 13),
            13,
            "line 15, hands: 40 hands, one in 3, have 14 traces, not 13",
        ),
        (
            lambda text: text.replace(b'"hands":40,"traces"', b'"hands":5,"traces"'),
            14,
            "line 16, hands: 5 hands, one in 3, have 2 traces, not 14",
        ),
        (lambda text: text.replace(b'"traces":14', b'"traces":15'), 14, "line 16, traces: 15 were written, but 14 are"),
        (lambda text: text.replace(b'"type":"end"', b'"type":"hand"'), 14, "line 16 is no line of a file of traces"),
        (lambda text: text.replace(b'{"type":"end"', b'{"typ":"end"'), 14, "line 16, hand must be a whole number"),
        (lambda text: text.replace(b'{"hand":6,', b"\xff\xfe"), 2, "line 4 is no valid Unicode text"),
        (lambda text: text.replace(b'{"hand":6,', b'{"hand":6,"hand":6,'), 2, "line 4 is no JSON that can be relied"),
        (lambda text: text.replace(b'{"hand":6,', b"[" * 500), 2, "line 4 is "),
        (lambda text: text.replace(b'{"hand":6,', b'{"hand":' + b"9" * 5000 + b","), 2, "line 4 is no JSON that can"),
    ],
)
def test_a_file_that_was_hurt_is_expanded_up_to_there(
    changed: Callable[[bytes], bytes], hands: int, sentence: str, traces: bytes, tmp_path: Path
) -> None:
    found, said = _expanded(changed(traces), tmp_path)
    assert said.startswith(sentence)
    assert found == hands


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
def test_a_packed_file_that_was_hurt_is_expanded_up_to_there(
    suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("thirteen.traces.BLOCK", 4)
    _run(tmp_path / f"whole{suffix}")
    packed = (tmp_path / f"whole{suffix}").read_bytes()
    hands, said = _expanded(packed[:-20], tmp_path, f"run{suffix}")
    assert hands >= 12
    assert "damaged or cut off" in said


@pytest.mark.parametrize(
    ("members", "sentence"),
    [
        ({"type": "rules"}, "line 1 must begin a file of traces: this is a file of records"),
        ({"type": ["traces"]}, "line 1 must begin a file of traces: this is another"),
        ({"format": 2}, "line 1, format: version 2 cannot be read, only 1 to 1"),
        ({"format": True}, "line 1, format: version True cannot be read"),
        ({"game": "whist"}, "line 1, game: there is no kernel that plays 'whist'"),
        ({"game": "../tienlen"}, "line 1, game: there is no kernel that plays"),
        ({"digest": "0" * 64}, "line 1, digest: it is not that of the rules"),
        ({"digest": 7}, "line 1, digest must be text"),
        ({"rules": []}, "line 1, rules must be an object"),
        ({"rules": {}}, "line 1, digest: it is not that of the rules"),
        ({"seats": 3.0}, "line 1, seats must be a whole number"),
        ({"seats": 2}, "line 1, bots must be 2 names, one for each seat"),
        ({"bots": [1, 2, 3]}, "line 1, bots must be 3 names, one for each seat"),
        ({"seats": 8, "bots": ["random"] * 8}, "line 1, seats: "),
        ({"key": "00"}, "line 1, key must be 64 hex digits"),
        ({"key": None}, "line 1, key must be text; it is missing"),
        ({"hands": -1}, "line 1, hands must be 0 to"),
        ({"sample": 0}, "line 1, sample must be 1 to"),
        ({"replays": 0}, "line 1, replays must be 1 to"),
        ({"replays": 10**40}, "line 1, replays must be 1 to"),
    ],
)
def test_a_file_that_is_not_of_traces_is_refused_before_anything_is_written(
    members: dict[str, Any], sentence: str, traces: bytes, tmp_path: Path
) -> None:
    (tmp_path / "run.jsonl").write_bytes(_line(traces, 1, **members))
    with pytest.raises(RecordError, match=f"^{re.escape(sentence)}") as refused:
        expand(tmp_path / "run.jsonl", tmp_path / "hands.jsonl")
    assert "\n" not in str(refused.value)
    assert not (tmp_path / "hands.jsonl").exists()


def test_rules_of_traces_open_no_files_and_leave_nothing_open(traces: bytes, tmp_path: Path) -> None:
    from common.ruleset import digest

    rules = json.loads(traces.splitlines()[0])["rules"]
    short = {key: value for key, value in rules.items() if key != "money"}
    for changed, sentence in (
        ({**rules, "extends": "/dev/stdin"}, "they are resolved and extend nothing"),
        ({**rules, "seats": 7}, "seats"),
        (short, "something is left to defaults"),
    ):
        (tmp_path / "run.jsonl").write_bytes(_line(traces, 1, rules=changed, digest=digest(changed)))
        with pytest.raises(RecordError, match=f"^line 1, rules: .*{sentence}"):
            expand(tmp_path / "run.jsonl", tmp_path / "hands.jsonl")


@pytest.mark.parametrize("text", [b"", b"\n", b"null\n", b"[]\n", b"\x00\x01", b'{"type":"traces","format":1}'])
def test_what_is_nothing_of_ours_is_refused_in_a_sentence(text: bytes, tmp_path: Path) -> None:
    (tmp_path / "run.jsonl").write_bytes(text)
    with pytest.raises(RecordError, match=r"^(?:line 1|there is nothing)"):
        expand(tmp_path / "run.jsonl", tmp_path / "hands.jsonl")


def test_traces_are_expanded_by_an_executor(traces: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expanding, "AT_ONCE", 2)
    (tmp_path / "run.jsonl").write_bytes(traces)
    alone = expand(tmp_path / "run.jsonl", tmp_path / "alone.jsonl")
    seen: list[tuple[int, int]] = []
    with ThreadPoolExecutor(2) as executor:
        made = expand(
            tmp_path / "run.jsonl",
            tmp_path / "made.jsonl",
            executor=executor,
            workers=2,
            progress=lambda done, of: seen.append((done, of)),
        )
    assert made == alone
    assert (tmp_path / "made.jsonl").read_bytes() == (tmp_path / "alone.jsonl").read_bytes()
    assert seen == [(done, 14) for done in range(1, 15)]


class _Dying(Executor):
    """Breaks after a while, as when its processes are killed."""

    def __init__(self) -> None:
        self.given = 0

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.given += 1
        future: Future[Any] = Future()
        if self.given == 2:
            future.set_exception(BrokenExecutor("gone"))
        elif self.given > 2:
            raise BrokenExecutor("gone")
        else:
            future.set_result(fn(*args, **kwargs))
        return future


def test_an_executor_that_breaks_loses_no_hand(traces: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expanding, "AT_ONCE", 2)
    (tmp_path / "run.jsonl").write_bytes(traces)
    assert expand(tmp_path / "run.jsonl", tmp_path / "made.jsonl", executor=_Dying(), workers=2).hands == 14
    assert thirteen.verify_file(tmp_path / "made.jsonl").hands == 14
