"""What nobody may learn: no view, refusal, list, event or export tells a card that its reader cannot know."""

from __future__ import annotations

import copy
import gc
import json
import pickle
import random
import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

import tienlen
from common.actions import Action
from common.cards import Card, cards, pack
from common.events import Event
from common.game import Game
from common.testing.interference import Compared, check_secrecy
from tests.tienlen.tables import HOUSES, RULESETS, go, house, table
from tests.tienlen.test_dealt_wins import DEAL

CARD = re.compile(r"\b[23456789TJQKA][cdhs]\b")


def probes(game: Game, seat: int) -> Iterable[Action]:
    """Single cards, pairs and quads of the pack, whoever holds them."""
    for card in pack():
        yield tienlen.Play(seat=seat, cards=(card,))
    for rank in "39JA2":
        yield tienlen.Play(seat=seat, cards=cards(f"{rank}s {rank}h"))
        yield tienlen.Play(seat=seat, cards=cards(f"{rank}s {rank}h {rank}c {rank}d"))
    for act in (tienlen.Pass, tienlen.Declare, tienlen.Timeout, tienlen.Away, tienlen.Back, tienlen.Leave):
        yield act(seat=seat)


@pytest.mark.parametrize("rules", RULESETS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_case_bo_cards_dealt_anew_change_nothing_a_seat_is_shown(rules: str, seats: int) -> None:
    found = Compared()
    for seed in range(10):
        found.add(check_secrecy(lambda: tienlen.Game(HOUSES[rules], seats=seats), seed, probes=probes))
    assert found.deals >= 10 * seats
    assert found.passed_over <= found.deals // 4
    assert found.actions >= 50
    assert found.refusals >= 3000


def test_case_bo_with_declared_wins() -> None:
    """Whether a seat could declare is its own affair: four are asked, and the others' options tell nothing."""
    rules = house("southern", dealt_wins={"mode": "declared"})
    found = Compared()
    for seed in range(6):
        found.add(check_secrecy(lambda: tienlen.Game(rules, leader=2), seed, probes=probes))
        hands = [cards(hand) for hand in DEAL]
        found.add(check_secrecy(lambda: tienlen.Game(rules, leader=2), seed, hands=hands, probes=probes, moments=1))
    assert found.deals >= 40


def quads() -> list[tuple[Card, ...]]:
    return [cards(hand) for hand in (
        "3h 4h 5h 6s 7d 8h Td Jc Qd Kc Ac Ad 2h", "3d 9s 9h 9c 9d 4d 5c 6h 7h 8d Th Jh Qs",
        "3c 4c 5d 6c 7s 8s Ts Js Qc Ks As 2s 2c", "3s 4s 5s 6d 7c 8c Tc Jd Qh Kh Kd Ah 2d",
    )]  # fmt: skip


def played_in(rules: tienlen.Ruleset, seeds: int) -> None:
    for seed in range(seeds):
        check_secrecy(lambda: tienlen.Game(rules), seed, hands=quads(), moments=12)


def test_case_bo_asking_holders_tells_the_table_what_they_hold_TL_4_4() -> None:
    """The house's choice, and the reason for the other one; this shows too that the comparison finds a leak."""
    with pytest.raises(AssertionError, match="tells hidden cards"):
        played_in(house(reentry={"asks": "holders"}), 60)
    played_in(HOUSES["meitian"], 6)


def known(events: Iterable[Event | None]) -> set[str]:
    return {card for event in events if event is not None for card in CARD.findall(event.to_json())}


@pytest.mark.parametrize("rules", RULESETS)
@pytest.mark.parametrize("seats", [2, 4])
def test_case_bo_no_output_names_a_card_that_cannot_be_known(rules: str, seats: int) -> None:
    for seed in range(3):
        game = tienlen.Game(HOUSES[rules], seats=seats)
        game.deal(seed=seed)
        hands = [{str(card) for card in hand} for hand in game.log[0].hands]  # type: ignore[attr-defined]
        draw = random.Random(seed)
        laid: set[str] = set()
        steps = 0
        while not game.is_over:
            (due,) = game.awaiting
            steps += 1
            must = game.view(None).must
            public = laid | ({str(must)} if must is not None else set())
            for seat in (*range(seats), None):
                view = game.view(seat)
                may = public | (set() if seat is None else hands[seat])
                said = view.to_json() + repr(view) + repr(view.events) + str(view.holding) + repr(view.legal_actions)
                said += "".join(event.to_json() for event in view.events) + repr(dict(view.public()))
                said += repr(game) + repr(game.awaiting) + repr(view.ledger)
                assert set(CARD.findall(said)) <= may
                if seat is not None and steps % 3 == 1:
                    assert set(CARD.findall(repr(list(game.legal_actions(seat))))) <= hands[seat]
                    for act in probes(game, seat):
                        why = game.why_not(act)
                        if why is not None:
                            told = f"{why} {why!r} {dict(why.detail)}".replace("of 2s", "").replace("no 2s", "")
                            assert set(CARD.findall(told)) <= may | set(CARD.findall(act.to_json()))
                for other in range(seats):
                    if other != seat:
                        assert view.holding_of(other) is None
            legal = game.legal_actions(due)
            for event in game.act(legal[draw.randrange(len(legal))]):
                if event.trigger == "laid":
                    laid |= {str(card) for card in event.cards}  # type: ignore[attr-defined]


@pytest.mark.parametrize("rules", RULESETS)
def test_case_bo_a_spectator_sees_least(rules: str) -> None:
    """Nothing that any seat does not see as well."""
    game = tienlen.Game(rules)
    game.deal(seed=2)
    draw = random.Random(2)
    while not game.is_over:
        least = known(game.view(None).events)
        for seat in range(4):
            assert least <= known(game.view(seat).events)
        assert game.view(None).holding == ()
        legal = game.legal_actions(min(game.awaiting))
        game.act(legal[draw.randrange(len(legal))])


def test_case_bo_a_running_hand_is_exported_with_the_hosts_word_only() -> None:
    game = table("meitian", "3h", "", "", "")
    with pytest.raises(tienlen.RecordError, match="running=True"):
        game.record()
    assert len(game.record(running=True).events) == game.position
    assert set(CARD.findall(repr(game.record(running=True)))) == set()


def reachable(start: object) -> Iterator[object]:
    """Everything that can be reached from an object through attributes and containers."""
    seen: dict[int, object] = {}
    waiting = [start]
    while waiting:
        one = waiting.pop()
        if id(one) in seen or isinstance(one, type) or callable(one):
            continue
        seen[id(one)] = one
        yield one
        waiting += [
            each for each in gc.get_referents(one) if not isinstance(each, type) and type(each).__name__ != "module"
        ]


@pytest.mark.parametrize("rules", RULESETS)
def test_case_bo_a_bot_that_holds_a_view_reaches_nothing_else(rules: str) -> None:
    """Through attributes, options and events alike: neither the game nor its table nor another seat's cards."""
    game = table(rules, "3h 3s 5s", "9s 9h 9c 9d 2h", "2s", "Ts")
    go(game, "5s", "pass")
    for seat in (*range(4), None):
        view = game.view(seat)
        held = list(reachable([view, view.legal_actions, view.events, view.table, view.ledger]))
        assert not any(isinstance(one, tienlen.Game) for one in held)
        assert not any(one is game._table or one is game._log for one in held)
        own = None if seat is None else game._table.holdings[seat]
        masks = {mask for nth, mask in enumerate(game._table.holdings) if nth != seat}
        assert own not in masks
        assert not any(type(one) is int and one in masks for one in held)
        assert view.table is not game._table
        view.table.holdings[0] = 0
        view.table.away = frozenset({0, 1, 2, 3})
        assert game.view(seat).to_json() != view.to_json() or seat != 0
        assert game.view(seat).table.away == frozenset()
        assert pickle.loads(pickle.dumps(copy.copy(view.events))) == view.events


def test_case_bo_a_refusal_holds_no_table() -> None:
    """Neither its fields nor its traceback lead to cards."""
    game = table("meitian", "3h", "9s 9h 9c 9d", "", "")
    why = game.why_not(tienlen.Pass(seat=0))
    assert why is not None
    assert why.__traceback__ is None
    assert why.__context__ is None
    assert not any(isinstance(one, (tienlen.Game, tienlen.View)) for one in reachable(why.__dict__))


@pytest.mark.parametrize("rules", RULESETS)
def test_the_deal_is_masked_for_everyone(rules: str) -> None:
    game = tienlen.Game(rules)
    (dealt, *_) = game.deal(seed=1)
    for seat in (*range(4), None):
        seen: Any = json.loads(dealt.seen_by(seat).to_json())  # type: ignore[union-attr]
        assert [hand is not None for hand in seen["hands"]] == [nth == seat for nth in range(4)]
