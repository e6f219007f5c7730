"""The bots: what each decides, that it sees no more than its seat, and that luck is its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import pytest

from common import deal
from common.actions import Action
from common.bots import Bot, Choices
from common.cards import Card, cards
from common.jit import ENABLED, buffer
from common.testing.hands import filled
from tienlen import Declare, Game, Pass, Play, View
from tienlen.bots import BOTS
from tienlen.combos import ALL, classify
from tienlen.policies import ROOM, planner
from tienlen.rulebook import compile_rules
from tienlen.ruleset import load_ruleset
from tienlen.searcher import Searcher

HOUSES = ("meitian", "southern", "southern-places")


def _bot(name: str, seat: int = 0, seed: int = 1, hand: int = 0) -> Bot:
    choices = Choices(deal.key_of(seed), hand, seat)
    return Searcher(seat, choices, playouts=4) if name == "searcher" else BOTS[name](seat, choices)


def _decisions(game: Game, names: Sequence[str], seed: int = 1) -> Iterator[tuple[View, Action]]:
    """A whole hand between bots, each fed the events as its seat sees them."""
    bots = [_bot(name, seat, seed) for seat, name in enumerate(names)]
    views = [game._new_view(seat) for seat in range(game.seats)]
    events = game.log
    while True:
        for seat, view in enumerate(views):
            for event in events:
                view.update(event.seen_by(seat))
        if game.is_over:
            return
        (seat, *_) = sorted(game.awaiting)
        legal = views[seat].legal_actions
        action = bots[seat].decide(views[seat], legal)
        yield views[seat], action
        events = game.act(action)


def _asked(*starts: str, before: Sequence[Action] = (), house: str = "meitian") -> tuple[int, View]:
    """The seat to decide, and its view, after these acts in a hand dealt from these cards."""
    game = Game(house, seats=len(starts))
    game.deal(hands=[cards(start) for start in starts])
    for action in before:
        game.act(action)
    (seat,) = game.awaiting
    return seat, game.view(seat)


def _hands(name: str) -> int:
    """How many hands are played: the searcher takes its time in plain Python."""
    return 6 if ENABLED or name != "searcher" else 1


def _decided(name: str, seat: int, view: View) -> str:
    action = _bot(name, seat).decide(view, view.legal_actions)
    return " ".join(map(str, action.cards)) if isinstance(action, Play) else type(action).__name__


LOW = "3h 4s 5s 6d 8c 8d Th Jh Qc Kc Ad 2d 2s"
OTHER = "3s 4d 5c 7h 7s 9s 9d Td Js Kd Ks Ah As"


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", BOTS)
def test_every_decision_is_legal_in_every_house(name: str, seats: int, house: str) -> None:
    for hand in range(_hands(name)):
        game = Game(house, seats=seats)
        game.deal(seed=31, hand=hand)
        for view, action in _decisions(game, [name] * seats):
            assert action in view.legal_actions
        assert game.is_over
        assert sum(game.ledger.totals) == 0


@pytest.mark.parametrize("name", BOTS)
def test_TL_5_1_bots_play_on_where_2s_and_specials_may_not_finish(name: str) -> None:
    house = {"extends": "meitian", "name": "strict", "end": {"finish_on_two": False, "finish_on_special": False}}
    for hand in range(_hands(name)):
        game = Game(house, seats=4)
        game.deal(seed=5, hand=hand)
        for view, action in _decisions(game, [name] * 4):
            assert action in view.legal_actions
        assert game.is_over


@pytest.mark.parametrize("name", ["cautious", "planner", "searcher"])
def test_TL_6_1_a_dealt_win_is_declared(name: str) -> None:
    house = {"extends": "meitian", "name": "declared", "dealt_wins": {"mode": "declared"}}
    game = Game(house, seats=2)
    game.deal(hands=filled("2s 2h 2d 2c", "3s 4s", avoid="3h"))
    for seat in (0, 1):
        view = game.view(seat)
        action = _bot(name, seat).decide(view, view.legal_actions)
        assert isinstance(action, Declare if seat == 0 else Pass)
        game.act(action)
    assert game.winner == 0


def test_random_takes_every_legal_action_as_likely() -> None:
    seat, view = _asked(LOW, OTHER, before=[Play(seat=0, cards=cards("3h"))])
    legal = list(view.legal_actions)
    assert Pass(seat=seat) in legal
    key, draws = deal.key_of("even"), 300 * len(legal)
    found = Counter(
        BOTS["random"](seat, Choices(key, hand, seat)).decide(view, view.legal_actions) for hand in range(draws)
    )
    assert set(found) == set(legal)
    expected = draws / len(legal)
    chi_square = sum((count - expected) ** 2 / expected for count in found.values())
    assert chi_square < 2.5 * (len(legal) - 1)  # far beyond the 0.1 % point for a dozen degrees of freedom


def test_random_passes_where_dealt_wins_are_declared() -> None:
    house = {"extends": "meitian", "name": "declared", "dealt_wins": {"mode": "declared"}}
    game = Game(house, seats=2)
    game.deal(hands=filled("2s 2h 2d 2c", "3s 4s", avoid="3h"))
    view = game.view(0)
    found = {type(_bot("random", hand=hand).decide(view, view.legal_actions)) for hand in range(20)}
    assert found == {Declare, Pass}


def test_cautious_leads_the_longest_play_with_its_lowest_card() -> None:
    assert _decided("cautious", *_asked(LOW, OTHER)) == "3h 4s 5s 6d"


def test_cautious_answers_with_the_lowest_that_is_enough() -> None:
    assert _decided("cautious", *_asked(LOW, OTHER, before=[Play(seat=0, cards=cards("3h"))])) == "3s"
    assert _decided("cautious", *_asked(LOW, OTHER, before=[Play(seat=0, cards=cards("Th"))])) == "Td"


def test_cautious_keeps_2s_and_specials_while_everybody_has_many_cards() -> None:
    first, second = "3h 4s 5s 6d 8c 8d Th Jh Qc Kc As 2d 2h", "3s 4d 5c 7h 7s 7c 7d Td Js Kd Ks Ah 2s"
    ace, two = [Play(seat=0, cards=cards("As"))], [Play(seat=0, cards=cards("2h"))]
    assert _decided("cautious", *_asked(first, second, before=ace)) == "Pass"
    assert _decided("cautious", *_asked(first, second, before=two)) == "Pass"


def test_cautious_spends_a_2_then_a_special_once_a_rival_has_four_cards() -> None:
    first, second = "3h 4s 5s 6d 7s 8c 9d Th Jh As 2d 2h 2c", "3s 4d 5c 8s Qc Qd Qh Qs Td Js Kd Ks 2s"
    run = Play(seat=0, cards=cards("3h 4s 5s 6d 7s 8c 9d Th Jh"))
    ace = [run, Pass(seat=1), Play(seat=0, cards=cards("As"))]
    assert _decided("cautious", *_asked(first, second, before=ace)) == "2s"
    second = second.replace("2s", "Kh")
    assert _decided("cautious", *_asked(first, second, before=ace)) == "Pass"
    two = [run, Pass(seat=1), Play(seat=0, cards=cards("2d"))]
    assert _decided("cautious", *_asked(first, second, before=two)) == "Qh Qd Qc Qs"


def test_TL_4_4_cautious_comes_back_with_a_special_only_near_the_end() -> None:
    first, second, third = (
        "3h 4h 5h 6h 7h 8h 9h Th Jh Kh Ad 2d 2h",
        "3s 4s 5s 6s Qc Qd Qh Qs Ts Js Ks Ac 8s",
        "3c 4c 5c 6c 7c 8c 9c Tc Jc Kc As 2s 2c",
    )
    before = [
        Play(seat=0, cards=cards("2h")),
        Pass(seat=1),
        Play(seat=2, cards=cards("2s")),
    ]
    game = Game("meitian", seats=3)
    game.deal(hands=[first, second, third])
    for action in before:
        game.act(action)
    game.act(Pass(seat=0))
    assert game.awaiting == {1}
    view = game.view(1)
    assert view.table.asked_again
    assert _decided("cautious", 1, view) == "Pass"


def _planned(held: str, rivals: int, top: str = "", laid: str = "") -> str:
    """What planner lays of these cards, ``laid`` being gone."""
    book = compile_rules(load_ruleset("meitian"))
    holding, gone = book.mask(cards(held)), book.mask(cards(laid)) if laid else 0
    code = int(classify(book.numbers, book.mask(cards(top)))) if top else 0
    unseen = ALL & ~(holding | gone)
    mask = int(planner(book.numbers, holding, code, False, False, unseen, rivals, buffer(0), 0, buffer(ROOM)))
    return " ".join(map(str, book.cards(mask)))


def test_planner_goes_out_when_it_can() -> None:
    assert _planned("3h 4s 5s", rivals=13) == "3h 4s 5s"
    assert _planned("9h 9s 9c", rivals=13, top="8h 8s 8c") == "9h 9c 9s"


def test_planner_plays_a_sequence_that_nobody_can_break() -> None:
    gone = "As Ac Ad Ah 2s 2c 2d 2h Kd Kc Ks"
    assert _planned("Qs Qc 4d", rivals=5, laid=gone) == "Qc Qs"  # one king is left: the pair stands, then the 4 goes


def test_planner_leads_what_a_rival_with_one_card_cannot_answer() -> None:
    assert _planned("5s 5h 9c", rivals=1) == "5h 5s"
    assert _planned("5s 9c", rivals=1) == "9c"
    assert _planned("5s 9c", rivals=10 << 5 | 13) == "5s"


def test_planner_stops_a_rival_with_one_card() -> None:
    assert _planned("5s 6h 7c 9c 2c", rivals=1, top="4s") == "2c"
    assert _planned("5s 7h 7c 9c 2c", rivals=13, top="4s") == "5s"


def test_planner_keeps_a_plan_whole_rather_than_answer() -> None:
    assert _planned("3s 4h 5c 6c 7c 8h", rivals=13, top="4s") == ""


@pytest.mark.parametrize("name", BOTS)
def test_decisions_rest_on_what_the_seat_may_know(name: str) -> None:
    """The rivals' cards are dealt anew and nothing else: the decision stays."""
    hands = [LOW, OTHER, "4c 4h 5d 5h 6c 6h 6s 7c 8h 8s 9c 9h Tc"]
    seen = set()
    for second, third in ((hands[1], hands[2]), (hands[2], hands[1])):
        game = Game("meitian", seats=3)
        game.deal(hands=[hands[0], second, third])
        assert game.awaiting == {0}
        seen.add(_decided(name, 0, game.view(0)))
    assert len(seen) == 1


def test_luck_is_of_its_own_seat_and_hand_and_not_of_the_deal() -> None:
    key = deal.key_of(7)
    drawn = {
        (hand, seat): tuple(Choices(key, hand, seat).below(1 << 32) for _ in range(1))
        for hand in range(3)
        for seat in range(4)
    }
    assert len(set(drawn.values())) == len(drawn)
    lane_of_the_deal = deal.stream(key, 0, 0)
    assert deal.draw(lane_of_the_deal, 1 << 32) not in {value for (value,) in drawn.values()}


def test_one_of_draws_among_all() -> None:
    choices = Choices(deal.key_of(3), 0, 0)
    assert {choices.one_of("abc") for _ in range(60)} == set("abc")


@pytest.mark.parametrize("name", BOTS)
def test_same_seed_same_hand(name: str) -> None:
    played: list[tuple[Action, ...]] = []
    for _ in range(2):
        game = Game("meitian", seats=4)
        game.deal(seed=11)
        played.append(tuple(action for _, action in _decisions(game, [name] * 4, seed=11)))
    assert played[0] == played[1]


def _card_numbers(held: tuple[Card, ...]) -> list[type[object]]:
    return [type(card) for card in held]


@pytest.mark.parametrize("name", BOTS)
def test_actions_hold_cards_and_no_numbers_of_a_compiled_table(name: str) -> None:
    seat, view = _asked(LOW, OTHER)
    action = _bot(name, seat).decide(view, view.legal_actions)
    assert isinstance(action, Play)
    assert set(_card_numbers(action.cards)) == {Card}


def test_planner_wins_clearly_more_hands_than_cautious() -> None:
    """A small sample of the benchmark's 10,000 hands: two against two, seats rotated."""
    names, won, hands = ("planner", "planner", "cautious", "cautious"), 0, 120
    for hand in range(hands):
        game = Game("meitian", seats=4)
        game.deal(seed=99, hand=hand)
        seated = tuple(names[(seat - hand) % 4] for seat in range(4))
        for _ in _decisions(game, seated, seed=99):
            pass
        assert game.winner is not None
        won += seated[game.winner] == "planner"
    assert won >= 0.55 * hands
