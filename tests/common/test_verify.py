"""Verification: every way to tamper with a record is found, and named by hand, event and field."""

from __future__ import annotations

import io
import json
import os
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import thirteen
import tienlen
from common.actions import Leave, Timeout
from common.audit import FileVerdict, verdicts, verify_file
from common.chain import chained
from common.errors import RecordError
from common.match import Match
from common.money import Stakes
from common.record import Record, RecordWriter, entries, read_records
from common.ruleset import digest
from common.verify import Verdict, difference, replayed, verify
from tests.common.test_game import games
from tests.common.toy import Fold, Show, Toy

GAMES: dict[str, Any] = {"toy": Toy}
SECRET = bytes(range(32))


def checked(path: Path, **kept: Any) -> FileVerdict:
    found = verify_file(path, GAMES.get, **kept)
    assert "\n" not in found.message
    assert found.ok == bool(found) == (found.fault is None)
    return found


def played(number: int = 1) -> Record:
    """Seat 0 folds, seat 1 shows the ace, seat 2 a four, seat 3 has left and is folded for."""
    game = Toy("harsh", 4, Stakes(base="10"))
    game.deal(hands=["2c 3d", "Ah Kc", "4c 5s", "6c 6d"])
    game.act(Fold(seat=0))
    game.act(Leave(seat=3))
    game.act(Show(seat=1, card=game.pack[-2]))
    game.act(Show(seat=2, card=game.pack[10]))
    return Record.of(game, number)


def changed(record: Record, change: Callable[[list[Any]], object]) -> Record:
    events = json.loads(json.dumps(record.events))
    change(events)
    return replace(record, events=tuple(events))


def write(path: Path, *records: Record) -> str:
    with RecordWriter(path, append=False) as writer:
        for record in records:
            writer.write(record)
    return writer.head


@given(games(over=True))
def test_every_hand_played_verifies(game: Toy) -> None:
    record = Record.from_json(game.record().to_json())
    verdict = verify(record, Toy)
    assert verdict, verdict.message


@given(games(over=True), st.data())
def test_any_change_of_any_event_is_found(game: Toy, data: st.DataObject) -> None:
    record = game.record()
    events = json.loads(json.dumps(record.events))
    nth = data.draw(st.integers(0, len(events) - 1))
    key = data.draw(st.sampled_from(sorted(events[nth])))
    junk: st.SearchStrategy[Any] = (
        st.none() | st.booleans() | st.integers(-2, 9) | st.floats(0, 3) | st.text(max_size=3) | st.just([])
    )
    value = data.draw(junk)
    if (type(value), value) == (type(events[nth][key]), events[nth][key]):
        return
    events[nth][key] = value
    verdict = verify(replace(record, events=tuple(events)), Toy)
    if not verdict:
        assert verdict.event is not None
        assert verdict.event >= nth
    else:  # another decision that leads to the very same end, which only the chain can tell
        assert events[nth]["type"] in {"folded", "shown"}


@given(games(over=True), st.data())
def test_an_event_dropped_doubled_or_moved_is_found(game: Toy, data: st.DataObject) -> None:
    record = game.record()
    events = list(record.events)
    nth = data.draw(st.integers(0, len(events) - 1))
    how = data.draw(st.sampled_from(["drop", "double", "swap"]))
    if how == "drop":
        del events[nth]
    elif how == "double":
        events.insert(nth, events[nth])
    elif nth:
        events[nth - 1], events[nth] = events[nth], events[nth - 1]
    moved = tuple(events)
    verdict = verify(replace(record, events=moved), Toy)
    if moved == record.events:
        assert verdict
    elif verdict:  # presence may come a moment earlier or later and change nothing
        kinds = {events[n]["type"] for n in (nth - 1, nth) if 0 <= n < len(events)}
        assert kinds & {"marked_away", "marked_back", "left"} or how != "swap"
    else:
        assert verdict.event is not None


def swap(events: list[Any], a: int, b: int) -> None:
    events[a], events[b] = events[b], events[a]


@pytest.mark.parametrize(
    ("change", "event", "field", "words"),
    [
        (lambda e: e[0]["hands"][1].__setitem__(0, "As"), 3, "", "refused as not_held"),
        (lambda e: e[0]["hands"][1].__setitem__(0, "2c"), 0, "hands", "2c is dealt too often"),
        (lambda e: e[0]["hands"].pop(), 0, "hands", "3 hands are given for 4 seats"),
        (lambda e: e[0]["hands"].__setitem__(2, None), 0, "hands", "neither a text nor a collection"),
        (lambda e: e[0]["hands"][1].__setitem__(0, "1h"), 0, "hands.1.0", "this is no event"),
        (lambda e: e[3].update(card="Kc"), 7, "units", "the rules give 5, the record says 6"),
        (lambda e: e[3].update(seat=2), 3, "", "refused as not_your_turn"),
        (lambda e: e[7].update(units=5), 7, "units", "the rules give 6, the record says 5"),
        (lambda e: e[7].update(units=6.0), 7, "units", "the rules give 6, the record says 6.0"),
        (lambda e: e[7].update(payee=2), 7, "payee", "the rules give 1, the record says 2"),
        (lambda e: e[7].update(reason="luck"), 7, "reason", '"folded", the record says "luck"'),
        (lambda e: e[7].update(why=1), 7, "why", "the rules give nothing, the record says 1"),
        (lambda e: e[7].pop("reason"), 7, "reason", "the record says nothing"),
        (lambda e: e[-1]["totals"].__setitem__(0, -8), -1, "totals.0", "the rules give -7, the record says -8"),
        (lambda e: e[-1]["totals"].append(0), -1, "totals.4", "the rules give nothing, the record says 0"),
        (lambda e: e[-1].update(rake="0.00"), -1, "rake", "the record says"),
        (lambda e: e.pop(7), 7, "payee", "the rules give 1, the record says -1"),
        (lambda e: e.pop(6), 6, "type", 'the rules give "all_asked", the record says "paid"'),
        (lambda e: e.pop(0), 0, "type", "a hand begins with the deal"),
        (lambda e: e.pop(1), 2, "", "refused as not_your_turn"),
        (lambda e: e.pop(), -1, "type", "the record ends, but settled follows by rule"),
        (lambda e: e.clear(), 0, "type", "the record has no events"),
        (lambda e: swap(e, 3, 4), 3, "", "refused as not_your_turn"),
        (lambda e: swap(e, 7, 8), 7, "payee", "the rules give 1, the record says -1"),
        (lambda e: e.append(e[7]), -1, "type", "the hand is over, but the record goes on"),
        (lambda e: e.insert(1, e[7]), 1, "type", "nothing brings this about: seat 0 must decide first"),
        (lambda e: e.insert(1, e[0]), 1, "type", "nothing brings this about"),
        (lambda e: e[1].update(type="wept"), 1, "type", "this is no event"),
        (lambda e: e[1].pop("type"), 1, "type", "this is no event"),
        (lambda e: e[1].update(why="bored"), 1, "why", "this is no event"),
        (lambda e: e[1].update(mood="sad"), 1, "mood", "this is no event"),
        (lambda e: e[1].update(seat="0"), 1, "seat", "this is no event"),
    ],
)
def test_tampering_is_named_by_event_and_field(
    tmp_path: Path, change: Callable[[list[Any]], object], event: int, field: str, words: str
) -> None:
    record = changed(played(7), change)
    if event < 0:
        event = len(played().events) - 1 if "goes on" not in words else len(record.events) - 1
    for verdict in (verify(record, Toy), _in_a_file(tmp_path, record)):
        assert not verdict
        assert words in verdict.message
        assert (verdict.hand, verdict.event, verdict.field) == (7, event, field)
        assert f"hand 7, event {event}" in verdict.message
    with pytest.raises(RecordError, match="hand 7, event"):
        replayed(record, Toy)


def _in_a_file(tmp_path: Path, record: Record) -> Verdict:
    """The verdict on a record that was edited in its file, the chain left as it was."""
    path = tmp_path / "hands.jsonl"
    write(path, played(6), played(7), played(8))
    lines = path.read_text().splitlines()
    chain = json.loads(lines[2])["chain"]
    lines[2] = json.dumps({**record.members, "chain": chain}, separators=(",", ":"))
    path.write_text("\n".join(lines) + "\n")
    verdict = checked(path)
    assert verdict.hands == 1
    assert verdict.fault is not None
    assert verdict.fault.line == 3
    assert verdict.message.startswith("line 3, hand 7")
    return verdict.fault


@pytest.mark.parametrize(
    ("change", "field", "words"),
    [
        ({"digest": "0" * 64}, "digest", "the digest is not that of the rules"),
        ({"seats": 3}, "hands", "4 hands are given for 3 seats"),
        ({"seats": 9}, "seats", "9 seats are no table"),
        ({"seats": -1}, "seats", "-1 seats are no table"),
        ({"seats": 10**4000}, "seats", "000… seats are no table"),
        ({"leader": 10**4000}, "leader", "000… does not sit at a table of 4"),
        ({"seats": 1}, "seats", "is for 2 to 8 seats"),
        ({"leader": 4}, "leader", "seat 4 does not sit at a table of 4"),
        ({"leader": 2}, "", "not_your_turn"),
        ({"stakes": {"base": 0.5}}, "stakes", "float"),
        ({"stakes": {"base": "1", "bass": "2"}}, "stakes", "bass"),
        ({"stakes": {"base": "1", "carries": ["1"]}}, "stakes", "1 carries"),
        ({"stakes": {"base": "1"}}, "amounts.0", "the rules give"),
        ({"stakes": None}, "amounts", "the rules give nothing"),
    ],
)
def test_the_head_of_a_hand_is_checked(change: dict[str, Any], field: str, words: str) -> None:
    verdict = verify(replace(played(), **change), Toy)
    assert not verdict
    assert words in verdict.message
    assert verdict.field == field


def test_edited_rules_are_found_by_their_digest_and_digested_anew_by_what_they_give(tmp_path: Path) -> None:
    record = played()
    rules = {**record.rules, "pay": {"shown": 1, "folded": 9, "house": 1}}
    edited = replace(record, rules=rules)
    assert verify(edited, Toy).field == "digest"
    verdict = verify(replace(edited, digest=digest(rules)), Toy)
    assert (verdict.event, verdict.field, verdict.expected, verdict.found) == (7, "units", 10, 6)


def test_rules_of_a_record_are_resolved_and_open_no_files() -> None:
    for rules in ({"extends": "plain"}, {}, {"seats": "many"}):
        record = replace(played(), rules=rules, digest=digest(rules))
        verdict = verify(record, Toy)
        assert verdict.field.startswith("rules")


def test_rules_that_leave_something_to_defaults_are_none_of_a_record() -> None:
    changes: list[tuple[str, Callable[[dict[str, Any]], object]]] = [
        ("rules.money", lambda rules: rules.pop("money")),
        ("rules.money.cap", lambda rules: rules["money"].pop("cap")),
        ("rules.money.rake", lambda rules: rules["money"].update(rake="0.050")),
        ("rules.bonuses", lambda rules: rules.pop("bonuses")),
    ]
    for path, change in changes:
        rules = json.loads(json.dumps(played().rules))
        change(rules)
        verdict = verify(replace(played(), rules=rules, digest=digest(rules)), Toy)
        assert (verdict.ok, verdict.field) == (False, path)
        assert "a record's rules are resolved" in verdict.message


def test_a_running_hand_is_in_order_only_if_it_may_run() -> None:
    game = Toy(seats=2)
    game.deal(seed=1)
    record = game.record(running=True)
    assert verify(record, Toy, running=True)
    assert "not over: seat 0 must decide" in verify(record, Toy).message
    assert replayed(record, Toy).log == game.log


def test_a_file_in_order_says_what_it_holds(tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl.gz"
    head = write(path, played(1), played(2))
    verdict = checked(path, head=head, rules=played().digest)
    assert verdict
    assert (verdict.hands, verdict.head, verdict.rules) == (2, head, (played().digest,))
    assert [v.hand for v in verdicts(path, GAMES.get)] == [1, 2]
    assert checked(path, rules=["0" * 64, played().digest])


def rewritten(path: Path, *records: Record) -> None:
    """A forger's file: edited, digested and chained anew, all consistent in itself."""
    write(path, *records)
    assert checked(path), checked(path).message


def test_low_cards_swapped_between_losers_are_found_by_the_head_alone(tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    head = write(path, played(1), played(2))

    def exchange(events: list[Any]) -> None:
        hands = events[0]["hands"]
        hands[0][0], hands[3][0] = hands[3][0], hands[0][0]

    rewritten(path, changed(played(1), exchange), played(2))
    verdict = checked(path, head=head)
    assert not verdict
    assert verdict.fault is not None
    assert verdict.fault.field == "head"
    assert verdict.fault.expected == head


def test_rules_edited_and_digested_anew_are_found_by_the_digest_that_was_kept(tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    write(path, played())
    game = Toy({**played().rules, "cards": 67 - 15, "seats": 7}, 4, Stakes(base="10"))
    forged = replace(played(), rules=game.rules.resolved, digest=game.rules.digest)
    rewritten(path, forged)
    verdict = checked(path, rules=played().digest)
    assert not verdict
    assert verdict.fault is not None
    assert (verdict.fault.line, verdict.fault.field) == (1, "digest")


def test_lines_dropped_cut_or_spoilt_are_named(tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    head = write(path, played(1), played(2), played(3))
    whole = path.read_bytes().splitlines(keepends=True)

    def after(*lines: bytes) -> FileVerdict:
        path.write_bytes(b"".join(lines))
        return checked(path)

    assert "line 3, chain: the chain is wrong" in after(whole[0], whole[1], whole[3]).message
    assert "line 2, chain: the chain is wrong" in after(whole[0], whole[2], whole[1], whole[3]).message
    assert "line 4 is cut off" in after(*whole[:3], whole[3][:-9]).message
    assert "line 3 is no JSON" in after(*whole[:2], b"{]\n", whole[3]).message
    assert "line 1 must be a rules line" in after(*whole[1:]).message
    assert "line 1, digest" in after(whole[0].replace(b'"house":1', b'"house":2'), *whole[1:]).message
    assert "line 2, digest: no rules line" in after(whole[0], whole[1].replace(b'"digest":"', b'"digest":"f')).message
    assert "there is nothing" in after().message
    assert after(*whole[:3])
    assert not checked(path, head=head)
    write(path, replace(played(), game="poker"))
    assert "line 2, game: there is no game called 'poker'" in checked(path).message


@pytest.fixture
def committed(tmp_path: Path) -> Path:
    """Three hands of a match that was committed to, its secret revealed, and a hand that is none of the match's."""
    path = tmp_path / "match.jsonl"
    with RecordWriter(path) as writer:
        match = Match(Toy, "plain", ["An", "Bo", "Chi"], secret=SECRET, writer=writer)
        match.mix_in(["a", b"b", "c"])
        for _ in range(3):
            game = match.next_hand()
            while not game.is_over:
                game.act(Timeout(seat=min(game.awaiting)))
        match.finish()
        match.reveal()
        writer.write(played(77))
    return path


def forge(path: Path, change: Callable[[list[dict[str, Any]]], object]) -> FileVerdict:
    """Edit a file's lines and chain them anew."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    change(lines)
    head, text = "", ""
    for line in lines:
        line.pop("chain", None)
        written, head = chained(json.dumps(line, separators=(",", ":")), head)
        text += f"{written}\n"
    path.write_text(text)
    return checked(path)


def test_a_deal_that_was_committed_to_is_proved(committed: Path) -> None:
    verdict = checked(committed)
    assert verdict, verdict.message
    assert (verdict.hands, verdict.proved, len(verdict.commitments)) == (4, 3, 1)
    assert "3 of them dealt as committed to" in verdict.message
    unrevealed = forge(committed, lambda lines: lines.pop(5))
    assert unrevealed.fault is not None  # hand 77 now claims to be of the match


def other_cards(lines: list[dict[str, Any]]) -> None:
    hands = lines[3]["events"][0]["hands"]
    hands[0], hands[1] = hands[1], hands[0]


@pytest.mark.parametrize(
    ("change", "line", "field", "words"),
    [
        (other_cards, 4, "hands.0.0", "hand 2, event 0 (dealt), hands.0.0: the secret gives"),
        (lambda lines: lines.pop(3), 4, "number", "the match goes on with hand 2, and none is left out"),
        (lambda lines: lines[3].update(number=3), 4, "number", "the match goes on with hand 2"),
        (lambda lines: lines[5].update(secret="ab" * 32), 6, "secret", "not the one that was committed to"),
        (lambda lines: lines[1].update(commitment="ab" * 32), 6, "secret", "not the one that was committed to"),
        (lambda lines: lines[1].update(client_seeds=["a"]), 3, "hands.0.0", "the secret gives"),
        (lambda lines: lines.append(lines[5]), 9, "secret", "there is no commitment before it"),
        (lambda lines: lines[5].update(secret=3), 6, "", "secret must be text"),
        (lambda lines: lines[5].update(secret="ab"), 6, "", "secret must be 32 to 2048 hex digits"),
        (lambda lines: lines.pop(4), 5, "hands", "line 5, hands: the match had 3, but 2 stand here"),
        (lambda lines: lines.insert(2, lines.pop(5)), 3, "hands", "the match had 3, but 0 stand here"),
        (lambda lines: lines.insert(2, lines[1]), 3, "commitment", "stands there twice"),
        (lambda lines: lines.insert(4, lines[1]), 5, "commitment", "stands there twice"),
        (lambda lines: lines[5].update(hands=4), 6, "hands", "the match had 4, but 3 stand here"),
        (lambda lines: lines[5].update(hands=True), 6, "", "hands must be a whole number"),
    ],
)
def test_a_deal_that_is_not_what_was_committed_to_is_found(
    committed: Path, change: Callable[[list[dict[str, Any]]], object], line: int, field: str, words: str
) -> None:
    verdict = forge(committed, change)
    assert not verdict
    assert words in verdict.message
    assert verdict.fault is not None
    assert (verdict.fault.line, verdict.fault.field) == (line, field)


@pytest.mark.parametrize(("line", "name"), [(1, "commitment"), (5, "secret"), (1, "type"), (1, "client_seeds")])
def test_a_line_means_the_same_however_its_names_are_written(committed: Path, line: int, name: str) -> None:
    forge(committed, other_cards)
    lines = [text.rpartition(',"chain":')[0] for text in committed.read_text().splitlines()]
    lines[line] = lines[line].replace(f'"{name}"', f'"\\u{ord(name[0]):04x}{name[1:]}"')
    head, text = "", ""
    for body in lines:
        written, head = chained(body + "}", head)
        text += f"{written}\n"
    assert "\\u00" in text
    committed.write_text(text)
    verdict = checked(committed)
    assert "line 4, hand 2, event 0 (dealt), hands.0.0: the secret gives" in verdict.message
    assert (verdict.hands, verdict.proved) == (1, 1)


def test_hands_whose_secret_is_not_out_are_counted(committed: Path) -> None:
    verdict = forge(committed, lambda lines: lines.__delitem__(slice(5, None)))
    assert verdict, verdict.message
    assert verdict.message.startswith("3 hands decided again, all in order, 0 of them dealt as committed to; ")
    assert verdict.message.endswith("; the secret behind 3 of them is not revealed")


def test_hands_of_other_rules_and_seats_in_one_match_are_proved(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    with RecordWriter(path) as writer:
        match = Match(Toy, "plain", ["An", "Bo", "Chi"], secret=SECRET, writer=writer)
        for seats in (3, 2, 3):
            (match.back if seats == 3 else match.sit_out)("Chi")
            game = match.next_hand()
            while not game.is_over:
                game.act(Timeout(seat=min(game.awaiting)))
        match.reveal()
    assert (checked(path).proved, checked(path).message[-31:]) == (3, "3 of them dealt as committed to")


def test_a_file_is_read_once_so_that_a_pipe_is_verified_too(committed: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    feeder = threading.Thread(target=lambda: pipe.write_bytes(committed.read_bytes()))
    feeder.start()
    verdict = checked(pipe)
    feeder.join()
    assert (verdict.ok, verdict.proved, verdict.head) == (True, 3, checked(committed).head)


def test_a_file_that_cannot_be_opened_is_no_verdict(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="No such file"):
        verify_file(tmp_path / "x", GAMES.get)


@pytest.mark.parametrize(
    ("expected", "found", "place"),
    [
        ({"a": [1, 2]}, {"a": [1, 2]}, None),
        ({"a": [1, 2]}, {"a": [1, 3]}, ("a.1", 2, 3)),
        ({"a": [1]}, {"a": [1, 3]}, ("a.1", None, 3)),
        ({"a": 1}, {"a": True}, ("a", 1, True)),
        ({"a": 1}, {"a": 1.0}, ("a", 1, 1.0)),
        ({"a": None}, {}, ("a", None, None)),
        ({}, {"b": 0}, ("b", None, 0)),
        ({"a": {"b": {"c": 1}}}, {"a": {"b": []}}, ("a.b", {"c": 1}, [])),
    ],
)
def test_difference(expected: Any, found: Any, place: Any) -> None:
    assert difference(expected, found) == place


def test_thirteen_finds_the_game_by_its_name() -> None:
    game = tienlen.Game("meitian", seats=4)
    game.deal(seed=1)
    while not game.is_over:
        game.act(Timeout(seat=min(game.awaiting)))
    record = game.record()
    assert thirteen.verify(record)
    assert not thirteen.verify(replace(record, events=record.events[:-1]))
    verdict = thirteen.verify(replace(record, game="os"))
    assert (verdict.ok, verdict.field) == (False, "game")


def test_thirteen_verifies_files(tmp_path: Path) -> None:
    game = tienlen.Game("meitian", seats=3)
    game.deal(seed=2)
    while not game.is_over:
        game.act(Timeout(seat=min(game.awaiting)))
    head = write(tmp_path / "x.jsonl", game.record())
    assert thirteen.verify_file(tmp_path / "x.jsonl", head=head, rules=game.rules.digest)
    assert not thirteen.verify_file(tmp_path / "x.jsonl", head="0" * 64)
    assert not thirteen.verify_file(tmp_path / "x.jsonl", rules="0" * 64)
    (read,) = read_records(io.BytesIO((tmp_path / "x.jsonl").read_bytes()))
    assert tienlen.Game.from_record(read).log == game.log
    assert len(list(entries(tmp_path / "x.jsonl"))) == 2
