"""The engine against a second writing of the rules: positions one by one, and whole hands from deal to postings."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import tienlen
from common.cards import cards, pack
from common.events import Paid
from common.testing.hands import filled
from tests.naive import tienlen as naive
from tests.tienlen.tables import HOUSES, ORACLES, RULESETS, house, texts
from tests.tienlen.test_dealt_wins import DEAL

COUNTS = Path(__file__).parents[1] / "counts" / "tienlen.txt"
OFF: dict[str, Any] = {"dealt_wins": {"low_to_high": []}}
M, S, P = naive.MEITIAN, naive.SOUTHERN, naive.SOUTHERN_PLACES

VARIANTS: dict[str, tuple[tienlen.Ruleset, naive.House]] = {
    **{name: (HOUSES[name], ORACLES[name]) for name in RULESETS},
    "meitian, no dealt wins": (house(**OFF), replace(M, dealt_wins=())),
    "southern, no dealt wins": (house("southern", **OFF), replace(S, dealt_wins=())),
    "places, no dealt wins": (house("southern-places", **OFF), replace(P, dealt_wins=())),
    "no re-entry": (house(reentry={"with": "none"}), replace(M, reentry="none")),
    "re-entry with a run of four": (house(reentry={"with": "pair_run_4"}), replace(M, reentry="pair_run_4")),
    "places, any special": (house("southern-places", reentry={"with": "specials"}), replace(P, reentry="specials")),
    "straights from five": (house(combinations={"straight_from": 5}), replace(M, straight_min=5)),
    "quads are no pairs": (house(dealt_wins={"quads_as_two_pairs": False}), replace(M, quads_as_two_pairs=False)),
    "the first play holds it": (
        house(first_lead={"must_contain_lowest": True}),
        replace(M, first_contains_lowest=True),
    ),
}


_PLAYS = naive.plays


@cache
def leads(hand: frozenset[str], straight_min: int, pair_run_min: int) -> tuple[naive.Play, ...]:
    return tuple(_PLAYS(hand, None, replace(M, straight_min=straight_min, pair_run_min=pair_run_min)))


@pytest.fixture
def _leads_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a hand can lead depends on the shortest runs alone, so it is tried out once for all houses."""

    def plays(holding: Iterable[str], top: Collection[str] | None, rules: naive.House) -> set[naive.Play]:
        if top is None:
            return set(leads(frozenset(holding), rules.straight_min, rules.pair_run_min))
        return _PLAYS(holding, top, rules)

    monkeypatch.setattr(naive, "plays", plays)


def lines() -> Iterator[tuple[str, str, str, int]]:
    for line in COUNTS.read_text("utf-8").splitlines():
        if not line.startswith("#"):
            rules, holding, top, count = line.split("\t")
            yield rules, holding, top, int(count)


def test_counts_of_legal_plays() -> None:
    """Every line of the count file: how many plays there are, each one different, and how many by index."""
    seen = Counter[str]()
    for rules, holding, top, count in lines():
        found = tienlen.plays(holding, None if top == "-" else top, HOUSES[rules])
        assert len(found) == len({frozenset(play) for play in found}) == count, (rules, holding, top)
        seen[rules] += 1
    assert set(seen) == set(RULESETS)
    assert min(seen.values()) >= 100


@pytest.mark.parametrize("variant", VARIANTS)
def test_TL_2_TL_3_positions(variant: str) -> None:
    """Random sets of cards: what they are, what beats what, what may be laid over what, dealt wins and leftovers."""
    rules, oracle = VARIANTS[variant]
    draw = random.Random(f"positions of {variant}")
    for _ in range(25):
        holding = _holding(draw, draw.randint(1, 9))
        rest = [card for card in texts(pack()) if card not in holding]
        found = {frozenset(texts(play)) for play in tienlen.plays(holding, None, rules)}
        assert found == naive.plays(holding, None, oracle)
        for _ in range(3):
            seen = draw.sample(rest, 9)
            under = sorted(map(sorted, naive.plays(seen, None, oracle)))
            top = max(draw.sample(under, min(4, len(under))), key=len)
            over = {frozenset(texts(play)) for play in tienlen.plays(holding, top, rules)}
            assert over == naive.plays(holding, top, oracle), (holding, top)
    for _ in range(300):
        one, other = _holding(draw, draw.randint(1, 8)), _holding(draw, draw.randint(1, 8))
        kind = tienlen.combination(one, rules)
        assert (kind and (kind.kind, kind.length, str(kind.top))) == naive.combination(one, oracle)
        assert tienlen.beats(one, other, rules) == naive.beats(one, other, oracle)
        left = _holding(draw, draw.randint(0, 13))
        assert tienlen.leftover_units(left, rules) == naive.leftover_units(left, oracle), left
        hand = _holding(draw, 13)
        assert (tienlen.dealt_win(hand, rules) is None) == (naive.dealt_win(hand, oracle) is None), hand


def _holding(draw: random.Random, size: int) -> list[str]:
    """Cards full of pairs, runs and quads as often as not."""
    all_cards = texts(pack())
    draw.shuffle(all_cards)
    style = draw.choice(["any", "few ranks", "neighbours", "pairs", "combination"])
    start = draw.randrange(13)
    near = [naive.RANKS[(start + step) % 13] for step in range(13)]
    if style == "few ranks":
        all_cards.sort(key=lambda card: near.index(card[0]) > size // 3)
    elif style == "neighbours":
        all_cards.sort(key=lambda card: near.index(card[0]) > size // 2)
    elif style == "pairs":
        low = draw.sample("shcd", 2)
        all_cards.sort(key=lambda card: (card[1] not in low, near.index(card[0])))
    elif style == "combination":
        width = draw.choice([1, 1, 2, 2, 3, 4])
        all_cards.sort(key=lambda card: near.index(card[0]))
        taken = [card for rank in near for card in [c for c in all_cards if c[0] == rank][:width]]
        all_cards = taken + [card for card in all_cards if card not in taken]
    return all_cards[:size]


REASONS = {
    "cards_left": "cards left",
    "unplayed": "unplayed",
    "dealt_win": "dealt win",
    "place": "place",
    "chop": "chop",
}


def postings(game: tienlen.Game) -> Counter[tuple[int, int, str]]:
    """Units by payer, payee and reason, as the oracle words reasons."""
    found: Counter[tuple[int, int, str]] = Counter()
    for event in game.log:
        if isinstance(event, Paid):
            found[event.payer, event.payee, REASONS.get(event.reason, "2s and specials left")] += event.units
    return found


def oracle_postings(hand: naive.Referee) -> Counter[tuple[int, int, str]]:
    found: Counter[tuple[int, int, str]] = Counter()
    for payer, payee, units, reason in hand.postings:
        found[payer, payee, reason] += units
    return found


def follow(game: tienlen.Game, hand: naive.Referee, draw: random.Random, sleepy: int | None) -> int:
    """Play both on to the end, comparing who is asked and what it may do at each step; how many steps.

    A sleepy seat passes whenever it may.
    """
    steps = 0
    while not game.is_over:
        assert not hand.over
        assert game.awaiting == {hand.asked}
        seat = hand.asked
        assert seat is not None
        right = {play if isinstance(play, str) else frozenset(play) for play in hand.legal()}
        found = [
            frozenset(texts(act.cards)) if isinstance(act, tienlen.Play) else "pass" for act in game.legal_actions(seat)
        ]
        assert len(set(found)) == len(found)
        assert set(found) == right
        options = sorted(right - {"pass"}, key=sorted)
        chance = draw.random()
        if chance < 0.06:
            game.act(tienlen.Timeout(seat=seat))
            hand.timeout()
        elif "pass" in right and (not options or chance < 0.25 or seat == sleepy):
            game.act(tienlen.Pass(seat=seat))
            hand.pass_()
        else:
            long = [play for play in options if len(play) >= 4]
            play = draw.choice(long if long and chance > 0.5 else options)
            assert not isinstance(play, str)
            laid = list(play)
            draw.shuffle(laid)
            game.act(tienlen.Play(seat=seat, cards=cards(laid)))
            hand.play(play)
        assert oracle_postings(hand) == postings(game) or hand.over
        steps += 1
    assert hand.over
    return steps


def deal(draw: random.Random, seats: int, style: str, swaps: int = 14) -> list[list[str]]:
    """A deal; by pairs or by rank, so that specials, chops and dealt wins come up often."""
    stack = texts(pack())
    draw.shuffle(stack)
    if style == "by rank":
        stack.sort(key=lambda card: naive.RANKS.index(card[0]))
    elif style == "by pairs":
        stack.sort(key=lambda card: (card[1] in "hc", naive.RANKS.index(card[0])))
    if style != "any":
        for _ in range(swaps):
            one, other = draw.randrange(52), draw.randrange(52)
            stack[one], stack[other] = stack[other], stack[one]
    return [stack[13 * seat : 13 * seat + 13] for seat in range(seats)]


@pytest.mark.usefixtures("_leads_once")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_TL_4_to_TL_7_whole_hands(seats: int) -> None:
    """The same deals in every house: who is asked, what is legal, who won, places, every posting, the totals."""
    draw = random.Random(seats)
    reasons, steps, hands = Counter[str](), 0, 0
    deals = [deal(draw, seats, style) for style in ("any", "any", "by rank", "by pairs", "by pairs")]
    for dealt in (*deals, [hand.split() for hand in DEAL[:seats]]):
        for rules, oracle in VARIANTS.values():
            for leader in (None, draw.randrange(seats)):
                game = tienlen.Game(rules, seats=seats, leader=leader)
                game.deal(hands=dealt)
                hand = naive.Referee(oracle, dealt, leader)
                steps += follow(game, hand, draw, draw.choice([None, *range(seats)]))
                hands += 1
                assert game.winner == hand.winner
                assert list(game.view(None).out) == hand.out
                assert list(game.ledger.totals) == hand.totals()
                assert postings(game) == oracle_postings(hand)
                reasons.update(reason for _, _, reason in postings(game))
                if leader is None and rules.first_lead.by == "lowest_card":
                    break
    assert hands >= 60
    assert steps >= 400
    assert set(reasons) == {"cards left", "unplayed", "dealt win", "place", "chop", "2s and specials left"}


@pytest.mark.usefixtures("_leads_once")
@pytest.mark.parametrize("again", ["specials", "pair_run_4"])
def test_TL_4_4_asking_holders_only(again: str) -> None:
    """reentry.asks = holders: the same hand, but a seat asked again that could only pass is not asked."""
    rules = house(reentry={"with": again, "asks": "holders"}, **OFF)
    oracle = replace(M, reentry=again, dealt_wins=())
    draw, skipped, came_back = random.Random(again), 0, 0
    for _ in range(12):
        dealt = deal(draw, 4, "by pairs", 10)
        game, hand = tienlen.Game(rules), naive.Referee(oracle, dealt)
        game.deal(hands=dealt)
        while not game.is_over:
            while hand.asked in hand._locked and hand.legal() == {"pass"}:
                hand.pass_()
                skipped += 1
            assert game.awaiting == {hand.asked}
            assert hand.asked is not None
            came_back += hand.asked in hand._locked
            options = sorted(hand.legal() - {"pass"}, key=sorted)
            if options and (draw.random() < 0.8 or "pass" not in hand.legal()):
                twos = [play for play in options if any(card[0] == "2" for card in play)]
                play = draw.choice(twos if twos and draw.random() < 0.5 else options)
                game.act(tienlen.Play(seat=hand.asked, cards=cards(list(play))))
                hand.play(play)
            else:
                game.act(tienlen.Pass(seat=hand.asked))
                hand.pass_()
            while not hand.over and hand.asked in hand._locked and hand.legal() == {"pass"}:
                hand.pass_()
                skipped += 1
        assert postings(game) == oracle_postings(hand)
    assert skipped >= 20
    assert came_back >= 1


@pytest.mark.usefixtures("_leads_once")
@pytest.mark.parametrize(("two", "special"), [(False, True), (True, False), (False, False)])
def test_TL_5_1_finishing_rules(two: bool, special: bool) -> None:
    """What may be laid is what the oracle allows, less the last plays that the house forbids."""
    rules = house(end={"finish_on_two": two, "finish_on_special": special}, **OFF)
    oracle = replace(M, dealt_wins=())
    forbidden = 0

    def may(play: naive.Play, hand: naive.Referee, seat: int) -> bool:
        shape = naive.combination(play, oracle)
        assert shape is not None
        if play != hand.hands[seat]:
            return True
        if shape[2][0] == "2" and not two:
            return hand.top is None and len(play) == 1
        return special or shape[0] not in {"quad", "pair_run"}

    for nth in range(16):
        kept = (("Ks Kh Kc Kd", "Qs Qh Qc Qd", "9s 9h 9c 9d"), ("2h 2d", "2s 2c", "As"))[nth % 2][: 2 + nth % 3 % 2]
        seats = len(kept)
        dealt = [texts(hand) for hand in filled(*kept, seed=nth)]
        game, hand = tienlen.Game(rules, seats=seats), naive.Referee(oracle, dealt)
        game.deal(hands=dealt)
        while not game.is_over:
            seat = hand.asked
            assert seat is not None
            assert game.awaiting == {seat}
            plays = [play for play in hand.legal() if not isinstance(play, str)]
            right = {play for play in plays if may(play, hand, seat)}
            forbidden += len(plays) - len(right)
            found = [frozenset(texts(act.cards)) for act in game.legal_actions(seat) if isinstance(act, tienlen.Play)]
            assert sorted(map(sorted, found)) == sorted(map(sorted, right))
            for play in set(plays) - right:
                why = game.why_not(tienlen.Play(seat=seat, cards=cards(list(play))))
                assert why is not None
                assert why.code == "wrong_kind"
            low = [play for play in right if not play & set(kept[seat].split())]
            if low or hand.top is None:
                play = max(low or right, key=lambda one: (len(one), sorted(one)))
                game.act(tienlen.Play(seat=seat, cards=cards(list(play))))
                hand.play(play)
            else:
                game.act(tienlen.Pass(seat=seat))
                hand.pass_()
        assert list(game.ledger.totals) == hand.totals()
    assert forbidden >= 3
