"""The bots: what each lays, that it is legal in every house, and who beats whom."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from benchmarks.layouts import duel
from common import deal
from common.bots import Choices
from common.cards import Card, cards
from shisanshui import Arrange, Game, Layout, View, best, hints, rulesets
from shisanshui.ask import book_of
from shisanshui.bots import BOTS
from shisanshui.row_specials import laid_special_at
from shisanshui.splitting import legal_splits, positions
from thirteen.arena import simulate


def laid_by(name: str, view: View, hand: int = 0) -> Arrange:
    assert view.seat is not None
    action = BOTS[name](view.seat, Choices(deal.key_of(5), hand, view.seat)).decide(view, view.legal_actions)
    assert isinstance(action, Arrange)
    return action


def table(house: str, *hands: str) -> Game:
    game = Game(house, seats=len(hands) if hands else None)
    if hands:
        game.deal(hands=[cards(hand) for hand in hands])
    return game


@pytest.mark.parametrize("house", rulesets())
@pytest.mark.parametrize("name", BOTS)
def test_SS_3_3_every_layout_is_legal_and_none_a_foul_in_every_house(name: str, house: str) -> None:
    book = book_of(house)
    for hand in range(2):
        game = table(house)
        game.deal(seed=31, hand=hand)
        for seat in range(game.seats):
            view = game.view(seat)
            action = laid_by(name, view, hand)
            assert action in view.legal_actions
            assert not book.is_foul(*map(book.strength, action.layout))
            game.act(action)
        assert game.is_over
        assert sum(game.ledger.totals) == 0


def test_random_lays_every_layout_that_is_no_foul_as_likely() -> None:
    book = book_of("meitian")
    own = tuple(sorted(random.Random(8).sample(list(book.pack), 13)))
    legal = legal_splits(book, own)
    number = {tuple(tuple(own[at] for at in row) for row in positions(split)): nth for nth, split in enumerate(legal)}
    assert len(number) == len(legal)
    draws, buckets = 4000, 20
    found: Counter[int] = Counter()
    for hand in range(draws):
        bot: Any = BOTS["random"](1, Choices(deal.key_of("even"), hand, 1))
        rows, wish = bot.lay(book, own, 4)
        assert wish is None
        found[number[rows] * buckets // len(legal)] += 1
    expected = draws / buckets
    chi_square = sum((found[bucket] - expected) ** 2 / expected for bucket in range(buckets))
    assert chi_square < 2.5 * (buckets - 1)  # beyond the 0.1 % point of nineteen degrees of freedom


def test_random_takes_any_thirteen_of_spare_cards() -> None:
    book = book_of("luosong-spare")
    own = tuple(sorted(random.Random(1).sample(list(book.pack), 16)))
    laid: Counter[Card] = Counter()
    for hand in range(60):
        bot: Any = BOTS["random"](0, Choices(deal.key_of(2), hand, 0))
        laid.update(card for row in bot.lay(book, own, 4)[0] for card in row)
    assert set(laid) == set(own)


def test_each_seat_has_its_own_luck_and_the_same_again() -> None:
    game = table("meitian")
    game.deal(seed=3)
    assert laid_by("random", game.view(0)) == laid_by("random", game.view(0))
    assert laid_by("random", game.view(0)) != laid_by("random", game.view(0), hand=1)


SIX_PAIRS = "2c 2d 4c 4d 6s 6h 8s 8h Ts Th Qs Qh 3c"


@pytest.mark.parametrize("name", ["first-hint", "expected", "best"])
def test_SS_4_2_a_special_is_declared_where_it_must_be(name: str) -> None:
    left = sorted(set(map(str, book_of("bb").pack)) - set(SIX_PAIRS.split()))
    game = table("bb", SIX_PAIRS, *(" ".join(left[at : at + 13]) for at in (0, 13, 26)))
    action = laid_by(name, game.view(0))
    assert action.special is True
    assert laid_special_at(game.book, action.layout) >= 0
    game.act(action)


def test_SS_4_2_expected_and_best_lay_rows_where_these_are_worth_more() -> None:
    hand = "Ts Js Qs Ks As 5h 6h 7h 8h 9h 5c 9c Jc"
    left = sorted(set(map(str, book_of("maubinh").pack)) - set(hand.split()))
    game = table("maubinh", hand, " ".join(left[:13]))
    assert laid_by("first-hint", game.view(0)).special is None
    for name in ("expected", "best"):
        action = laid_by(name, game.view(0))
        assert action.special is False
        assert action in game.view(0).legal_actions


def test_what_the_bots_lay_is_what_anyone_may_ask_for() -> None:
    game = table("luosong", *(" ".join(sorted(map(str, book_of("luosong").pack))[at : at + 13]) for at in (0, 13)))
    view = game.view(1)
    assert Layout(laid_by("best", view).layout) == best(view.hand, "luosong", seats=2)
    assert Layout(laid_by("first-hint", view).layout) == hints(view.hand, "luosong", limit=1)[0]


@pytest.mark.slow
@pytest.mark.parametrize("house", ["meitian", "bianfeng", "chinese-poker-1-6"])
def test_expected_beats_first_hint_by_duplicate_deals(house: str) -> None:
    met = duel(house, "expected", "first-hint", 40)
    assert met.mean - met.error > 0


@pytest.mark.slow
def test_best_does_not_lose_to_expected_by_duplicate_deals() -> None:
    met = duel("meitian", "best", "expected", 60)
    assert met.mean + met.error > 0


def test_bots_meet_in_the_arena() -> None:
    report = simulate("shisanshui", "bb", ["best", "expected", "first-hint", "random"], 4, seed=2, workers=1)
    assert not report.failed
    assert sum(line.score.units for line in report.by_bot) == 0
