"""Whatever comes from outside, only the documented errors come out, each with one sentence, and nothing changes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import thirteen
import tienlen
from common.cards import Card, cards
from common.record import Record
from common.testing.strategies import anything, faces, mutated
from tests.tienlen.tables import HOUSES, RULESETS, go, table

seats = st.integers(0, 3)
ats = st.none() | st.integers(0, 100)
played = st.lists(faces().map(str), max_size=13)
actions = st.one_of(
    st.fixed_dictionaries({"type": st.just("play"), "seat": seats, "at": ats, "cards": played}),
    st.fixed_dictionaries({"type": st.just("play"), "seat": seats, "cards": played.map(" ".join)}),
    st.fixed_dictionaries(
        {"type": st.sampled_from(["pass", "declare", "timeout", "away", "back", "leave"]), "seat": seats, "at": ats}
    ),
)
AWKWARD = [
    "", " ", "null", "true", "1", '"play"', "[]", "{}", "{", "}", "[" * 9000, '{"a":' * 1500, "NaN", "Infinity",
    '{"type":"pass","seat":NaN}', '{"type":"pass","seat":1e400}', '{"type":"pass","seat":1e0}',
    '{"type":"pass","seat":-1}', '{"type":"pass","seat":8}', '{"type":"pass","seat":true}',
    '{"type":"pass","seat":"1"}', '{"type":"pass","seat":1.0}', '{"type":"pass","seat":null}',
    '{"type":"pass","seat":[1]}', '{"type":"pass"}', '{"seat":1}', '{"type":"fold","seat":1}', '{"type":7,"seat":1}',
    '{"type":"pass","seat":1,"extra":1}', '{"type":"pass","seat":1,"at":-1}', '{"type":"pass","seat":1,"at":true}',
    '{"type":"pass","seat":1,"at":1.5}', '{"type":"pass","seat":1,"at":"3"}', '{"type":"pass","seat":1,"cards":[]}',
    '{"type":"play","seat":1}', '{"type":"play","seat":1,"cards":null}', '{"type":"play","seat":1,"cards":{}}',
    '{"type":"play","seat":1,"cards":[1]}', '{"type":"play","seat":1,"cards":[null]}',
    '{"type":"play","seat":1,"cards":["1s"]}', '{"type":"play","seat":1,"cards":["3s 4s"]}',
    '{"type":"play","seat":1,"cards":"3"}', '{"type":"play","seat":1,"cards":"\\ud800"}',
    '{"type":"play","seat":1,"cards":[["3s"]]}', '{"type":"play","seat":1,"cards":["\\u0000"]}',
    '{"type":"play","seat":1,"cards":true}', '{"type":"p\\u0000lay","seat":1,"cards":[]}', '{"type":"pass","seat":1}x',
    '{"type":"play","seat":1,"cards":[' + ",".join(['"3s"'] * 3000) + "]}", '{"type":"pass","seat":' + "9" * 5000 + "}",
    '{"type":"pass","seat":1,"at":' + "9" * 400 + "5.5}", "\ufeff{}", "\x00", "'", "{'type': 'pass', 'seat': 1}",
]  # fmt: skip


def is_one_sentence(error: BaseException) -> bool:
    told = str(error)
    return bool(told.strip()) and "\n" not in told and len(told) < 400 and "pydantic" not in told


def check(error: BaseException) -> None:
    assert is_one_sentence(error), str(error)[:1000]


@pytest.mark.parametrize("raw", AWKWARD)
def test_what_is_no_action(raw: str) -> None:
    with pytest.raises(tienlen.InvalidAction) as caught:
        tienlen.read_action(raw)
    assert is_one_sentence(caught.value)
    assert caught.value.code == "invalid"
    with pytest.raises(tienlen.InvalidAction):
        tienlen.read_action(raw.encode("utf-8", "surrogatepass"))


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        ('{"type":"fold","seat":1}', "its type must be one of play, pass, declare, timeout, away, back, leave"),
        ('{"seat":1}', "its type is missing"),
        ('{"type":{"a":["' + "x" * 9000 + '"]},"seat":1}', "its type must be one of"),
        ('{"type":"pass","seat":1,"' + "y" * 8000 + '":1}', "extra inputs"),
        ('{"type":"pass","seat":1,"a\\nb":1}', "extra inputs"),
        ('{"type":"play","seat":1,"cards":["1s"]}', "'1' is no rank"),
        ('{"type":"pass","seat":9}', "less than 8"),
    ],
)
def test_what_is_wrong_is_said_in_one_short_sentence(raw: str, sentence: str) -> None:
    with pytest.raises(tienlen.InvalidAction, match=sentence) as caught:
        tienlen.read_action(raw)
    assert is_one_sentence(caught.value)


def test_bytes_that_are_no_text() -> None:
    for raw in (b"\xff\xfe", b'{"type":"pass","seat":1,"x":"\xed\xa0\x80"}', b"\x80", b'"\xc0\xaf"'):
        with pytest.raises(tienlen.InvalidAction):
            tienlen.read_action(raw)


def test_another_seats_name_is_refused() -> None:
    raw = '{"type": "pass", "seat": 1}'
    assert tienlen.read_action(raw, seat=1) == tienlen.Pass(seat=1)
    for seat in (0, 2, 3):
        with pytest.raises(tienlen.InvalidAction, match="cannot act for"):
            tienlen.read_action(raw, seat=seat)


def taken(game: tienlen.Game, raw: str) -> None:
    """Read and judge something; whatever it was, the hand is as before."""
    before = game.snapshot()
    try:
        act = tienlen.read_action(raw)
    except tienlen.InvalidAction as error:
        check(error)
    else:
        again = tienlen.read_action(act.to_json())
        assert again == act
        assert type(again) is type(act)
        why = game.why_not(act)
        if why is not None:
            assert is_one_sentence(why)
        kinds = (tienlen.Play, tienlen.Pass, tienlen.Declare)
        for seat in range(game.seats):
            assert (act in game.legal_actions(seat)) == (why is None and act.seat == seat and isinstance(act, kinds))
    assert game.snapshot() == before


@given(mutated(actions) | anything() | actions)
def test_fuzzed_actions(value: Any) -> None:
    game = table("meitian", "3h 5s", "9s 9h 9c 9d 2h", "2s", "Ts")
    go(game, "5s")
    taken(game, json.dumps(value))


@given(actions, st.data())
def test_fuzzed_text_of_actions(value: Any, data: st.DataObject) -> None:
    raw = json.dumps(value)
    at = data.draw(st.integers(0, len(raw)))
    cut = data.draw(st.integers(0, 3))
    noise = data.draw(st.text(max_size=3))
    game = table("southern", "3s 5s", "9s", "2s")
    taken(game, raw[:at] + noise + raw[at + cut :])


@given(st.lists(faces(), max_size=14), st.integers(0, 7))
def test_any_cards_of_any_seat(held: list[Card], seat: int) -> None:
    game = table("meitian", "3h", "4h", "")
    before = game.snapshot()
    why = game.why_not(tienlen.Play(seat=seat, cards=tuple(held)))
    assert why is None or is_one_sentence(why)
    assert game.snapshot() == before


@pytest.mark.parametrize("seat", [-1, 8, 2**70, True, 1.0, "1", None])
def test_actions_made_in_python_are_checked_too(seat: Any) -> None:
    with pytest.raises(ValueError, match="seat"):
        tienlen.Pass(seat=seat)


# Houses


@pytest.mark.parametrize("rules", RULESETS)
@given(data=st.data())
def test_fuzzed_houses(rules: str, data: st.DataObject) -> None:
    """A house that is accepted can be played; all others are a RulesetError that says where."""
    value = data.draw(mutated(st.just(HOUSES[rules].resolved)))
    try:
        found = tienlen.load_ruleset(value)
    except tienlen.RulesetError as error:
        check(error)
        return
    game = tienlen.Game(found)
    game.deal(seed=1)
    for _ in range(8):
        if not game.is_over:
            seat = min(game.awaiting)
            game.act(game.legal_actions(seat)[0])
    assert sum(game.ledger.totals) == 0


@given(anything())
def test_anything_as_a_house(value: Any) -> None:
    try:
        tienlen.load_ruleset(value)
    except tienlen.RulesetError as error:
        check(error)


@pytest.mark.parametrize(
    "value",
    [
        {"extends": "meitian", "end": float("nan")},
        {"extends": "meitian", "settlement": {"leftovers": {"per_card": float("inf")}}},
        {"extends": "meitian", "settlement": {"leftovers": {"per_card": 2**80}}},
        {"extends": "meitian", "settlement": {"leftovers": {"per_card": True}}},
        {"extends": "meitian", "settlement": {"leftovers": {"per_card": "1"}}},
        {"extends": "meitian", "title": "\ud800"},
        {"extends": "meitian", "title": "two\nlines"},
        {"extends": "meitian", "seats": {"most": -1}},
        {"extends": "meitian", 3: 4},
        {"extends": "/etc/passwd"},
        {"extends": 3},
        {},
        [],
        None,
        3,
        b"meitian",
        "no such house",
        "\x00",
        "meitian.toml",
        "a/b" * 400,
    ],
)
def test_what_is_no_house(value: Any) -> None:
    with pytest.raises(tienlen.RulesetError) as caught:
        tienlen.load_ruleset(value)
    assert is_one_sentence(caught.value)


def test_a_house_nested_without_end() -> None:
    deep: dict[str, Any] = {}
    inner = deep
    for _ in range(5000):
        inner["end"] = {}
        inner = inner["end"]
    with pytest.raises(tienlen.RulesetError):
        tienlen.load_ruleset({"extends": "meitian", "end": deep})


# Records


def recorded() -> dict[str, Any]:
    game = table("meitian", "3h 2h", "9s 9h 9c 9d", "2s", "")
    go(game, "2h", "9s 9h 9c 9d", "pass", "pass", "pass")
    value: dict[str, Any] = json.loads(game.snapshot())
    return value


RECORD = recorded()


def resumed(raw: str) -> None:
    for read in (tienlen.Game.resume, Record.from_json):
        try:
            found: Any = read(raw)
        except tienlen.RecordError as error:
            check(error)
        else:
            assert json.loads(found.snapshot() if isinstance(found, tienlen.Game) else found.to_json())


@pytest.mark.filterwarnings("ignore::common.record.RecordWarning")
@given(mutated(st.just(RECORD)))
def test_fuzzed_records(value: Any) -> None:
    resumed(json.dumps(value))


@pytest.mark.filterwarnings("ignore::common.record.RecordWarning")
@given(st.data())
def test_fuzzed_events_of_a_record(data: st.DataObject) -> None:
    """Changes inside the events alone, where all else is in order."""
    events = data.draw(mutated(st.just(RECORD["events"])))
    value = {**RECORD, "events": events}
    resumed(json.dumps(value))
    try:
        record = Record.from_json(json.dumps(value))
    except tienlen.RecordError:
        return
    verdict = thirteen.verify(record, running=True)
    assert bool(verdict) or (is_one_sentence(Exception(verdict.message)) and verdict.hand == 0)
    if events != RECORD["events"] and verdict:
        assert len(events) != len(RECORD["events"]) or events[0] != RECORD["events"][0]


@given(st.data())
def test_fuzzed_text_of_records(data: st.DataObject) -> None:
    raw = json.dumps(RECORD)
    at = data.draw(st.integers(0, len(raw)))
    resumed(raw[:at] + data.draw(st.text(max_size=3)) + raw[at + data.draw(st.integers(0, 3)) :])


@pytest.mark.parametrize(
    "raw", ["", "null", "[]", "{}", "[" * 50_000, '{"a":' * 50_000, "NaN", '{"type":"record"}', "9" * 5000, "\ud800"]
)
def test_what_is_no_record(raw: str) -> None:
    for read in (tienlen.Game.resume, Record.from_json):
        with pytest.raises(tienlen.RecordError) as caught:
            read(raw)
        assert is_one_sentence(caught.value)


def test_a_record_of_the_other_game_is_refused() -> None:
    with pytest.raises(tienlen.RecordError):
        tienlen.Game.resume(json.dumps({**RECORD, "game": "shisanshui"}))


@pytest.mark.parametrize(
    ("hands", "error"),
    [
        ([], tienlen.DealError),
        (["3h"], tienlen.DealError),
        (["3h", "4h"], tienlen.DealError),
        (["", ""], tienlen.CardError),
        ([cards("3h")] * 2, tienlen.DealError),
        (["zz", "4h"], tienlen.CardError),
        ([3, 4], tienlen.CardError),
        (["Xb 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah", "3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As 2s"], tienlen.DealError),
    ],
)
def test_hands_that_cannot_be_dealt(hands: Any, error: type[Exception]) -> None:
    game = tienlen.Game("meitian", seats=2)
    with pytest.raises(error):
        game.deal(hands=hands)
    assert game.position == 0
    game.deal(seed=1)
    with pytest.raises(tienlen.DealError, match="dealt already"):
        game.deal(seed=1)
