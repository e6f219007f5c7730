"""``searcher``: hands played on from the middle, deals that agree with what was seen, decisions, strength."""

from __future__ import annotations

import math
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from benchmarks.searcher import duel
from common.actions import Action
from common.bots import Choices
from common.cards import cards
from common.deal import STATE, key_of, stream
from common.jit import ENABLED, buffer, row, table
from tests.tienlen.tables import RULESETS, go, house
from tests.tienlen.tables import table as at_table
from thirteen import games
from tienlen import Away, Game, Pass, Play, View, kernel
from tienlen.bots import BOTS
from tienlen.charges import MOST_PAYMENTS, PAYEE, PAYER, PAYMENT, REASON, REASONS, UNITS
from tienlen.combos import ALL, classify
from tienlen.phases import Phase
from tienlen.planner import MOST_PLAYS
from tienlen.playout import AGAIN, BY, DONE, GONE, MOST_DOUBT, MUST, OVER, RIVALS, SINCE, deal_unseen, doubt, imagine
from tienlen.policies import ROOM
from tienlen.searcher import PLAYOUTS, Searcher, decisions_seen, position_of

KEY = key_of("searcher")


def _named(rules: Any) -> str:
    return str(getattr(rules, "name", rules))


CHANGED = house(name="asks holders", reentry={"asks": "holders"}, end={"finish_on_two": False})


def _dealt(rules: Any, seats: int, hand: int) -> Game:
    game = Game(rules, seats=seats)
    game.deal(hands=game.dealt_by(KEY, hand))
    return game


def _decide(game: Game, name: str, hand: int) -> Action:
    (seat,) = game.awaiting
    view = game.view(seat)
    return BOTS[name](seat, Choices(KEY, hand, seat)).decide(view, view.legal_actions)


def _moments(rules: Any, seats: int, hands: int, bot: str) -> Iterator[tuple[Game, int]]:
    """Moments at which a seat is asked, in hands between bots; the game may be played on from there."""
    for hand in range(hands):
        game = _dealt(rules, seats, hand)
        while not game.is_over:
            yield game, hand
            game.act(_decide(game, bot, hand))


# A hand played on from the middle


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("rules", [*RULESETS, CHANGED], ids=_named)
def test_a_kernel_plays_on_as_the_bots_at_the_table_do(rules: Any, seats: int) -> None:
    for game, hand in list(_snapshots(rules, seats)):
        known, book = game._table, game.book
        holdings, order, told = (
            row(known.holdings),
            row([*known.out, *[0] * (seats - len(known.out))]),
            buffer(kernel.TOLD),
        )
        rows, trace = buffer((MOST_PAYMENTS + kernel.MOST_CHOPS) * PAYMENT), buffer(kernel.MOST_DECISIONS)
        action, paid = _decide(game, "random", hand), len(game.ledger.postings)
        opening = book.mask(action.cards) if isinstance(action, Play) else 0
        end = kernel.play_on(
            book.numbers,
            kernel.ARROWS,
            seats,
            position_of(known),
            opening,
            table([kernel.PLANNER] * seats),
            holdings,
            buffer(seats * STATE),
            buffer(ROOM),
            order,
            rows,
            trace,
            told,
        )
        assert end == Phase.SETTLED
        decisions = []
        while not game.is_over:
            decisions.append(book.mask(action.cards) if isinstance(action, Play) else 0)
            game.act(action)
            action = action if game.result is not None else _decide(game, "planner", hand)
        assert [int(mask) for mask in trace[: told[kernel.DECISIONS]]] == decisions
        assert [
            (rows[at + PAYER], rows[at + PAYEE], rows[at + UNITS], REASONS[rows[at + REASON]])
            for at in range(0, told[kernel.PAYMENTS] * PAYMENT, PAYMENT)
        ] == [tuple(posting) for posting in game.ledger.postings[paid:]]
        assert told[kernel.WINNER] == game.winner


def _snapshots(rules: Any, seats: int) -> Iterator[tuple[Game, int]]:
    for nth, (game, hand) in enumerate(_moments(rules, seats, 3, "random")):
        if nth % 7 == 0:
            yield Game.resume(game.snapshot()), hand


# Deals


def _imagined(view: View, times: int, changes: int = 60, luck: int = 0) -> Iterator[list[int]]:
    """Deals that may be the real one, as the searcher draws them."""
    assert view.seat is not None
    known, seats, seat = view.table, view.seats, view.seat
    unseen, seen = ALL & ~(known.holdings[seat] | known.laid), decisions_seen(view)
    state, holdings = stream(KEY, luck, 9), buffer(seats)
    holdings[seat] = known.holdings[seat]
    deal_unseen(seats, seat, unseen, row(known.counts), state, holdings)
    for _ in range(times):
        imagine(view.book.numbers, seats, seat, unseen, changes, seen, state, holdings)
        yield [int(mask) for mask in holdings]


def _doubt(view: View, seat: int, holding: int) -> int:
    plays, scores = buffer(MOST_PLAYS), buffer(MOST_PLAYS)
    seen = decisions_seen(view)
    return int(doubt(view.book.numbers, seat, holding, seen, 1 << 40, buffer(ROOM), plays, scores))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("rules", RULESETS)
def test_imagined_deals_agree_with_all_that_the_seat_has_seen(rules: str, seats: int) -> None:
    for nth, (game, hand) in enumerate(_moments(rules, seats, 2, "cautious")):
        (seat,) = game.awaiting
        if nth % 9:
            continue
        view = game.view(seat)
        for deal in _imagined(view, 3, 20, luck=hand):
            assert deal[seat] == view.table.holdings[seat]
            assert [mask.bit_count() for mask in deal] == list(view.counts)
            assert sum(deal) & view.table.laid == 0
            assert sum(mask.bit_count() for mask in deal) == (sum(deal) & ALL).bit_count()  # no card twice


def test_every_deal_is_as_likely_where_nobody_has_passed() -> None:
    game = _dealt("meitian", 4, 1)
    (seat,) = game.awaiting
    view = game.view(seat)
    unseen = [bit for bit in range(52) if not view.table.holdings[seat] >> bit & 1]
    times = 1500
    found = dict.fromkeys(((bit, other) for bit in unseen for other in range(4) if other != seat), 0)
    for deal in _imagined(view, times):
        for bit, other in found:
            found[bit, other] += deal[other] >> bit & 1
    # A third each; five standard errors, the deals being stirred enough to be nearly independent.
    assert all(abs(count - times / 3) < 5 * (times * 2 / 9) ** 0.5 * 1.5 for count in found.values())


LEADER = "3h 4h 5h 6h 7h 8h 9h Th Jh Kh Ad 2h 2s"
SECOND = "4d 4c 4s 5d 5c 6d 7d 7c 8s 8d 9s Td Tc"
THIRD = "3d 3c 3s Jc Qc Qd Qh Qs Kc Kd Ac As 2c"


def test_a_deal_kept_from_before_changes_no_more_than_it_must() -> None:
    """Seats 1 and 2 lay a card that was thought theirs, and one that was thought seat 3's."""
    before, counts = [0b1111, 0b1111 << 8, 0b1111 << 16, 0b1111 << 24], [4, 3, 3, 4]
    gone = 1 << 8 | 1 << 24
    unseen = (sum(before) - before[0]) & ~gone
    for luck in range(20):
        holdings = row(before)
        deal_unseen(4, 0, unseen, row(counts), stream(KEY, luck, 9), holdings)
        assert holdings[0] == before[0]
        assert holdings[1] == before[1] & ~gone
        assert int(holdings[2] & before[2]).bit_count() == 3
        assert int(holdings[3] & before[3]).bit_count() == 3
        assert holdings[1] | holdings[2] | holdings[3] == unseen


def _seen(view: View) -> list[list[int]]:
    return [[int(value) for value in one] for one in decisions_seen(view)]


@pytest.mark.parametrize("rules", RULESETS)
def test_what_planners_hold_is_never_doubted(rules: str) -> None:
    """They do what is best by their own lights, and that is what a decision is measured by."""
    for nth, (game, _) in enumerate(_moments(rules, 4, 2, "planner")):
        (seat,) = game.awaiting
        if nth % 6 == 0:
            view = game.view(seat)
            assert not any(_doubt(view, other, game._table.holdings[other]) for other in range(4))


def test_holdings_are_doubted_by_what_was_done_with_them() -> None:
    game = at_table("meitian", LEADER, SECOND, THIRD, "", seed=3)
    go(game, "9h", "pass")
    view, mask = game.view(0), game.book.mask
    none = mask(cards("3d 3c 4d 5c 5d 6c 6s 7c 7d 8d 8c 3s 4s"))
    pair = mask(cards("3d 3c 4d 5c 5d 6c 6s 7c 7d 8d 8c 9c 9d"))
    free = mask(cards("3d 3c 4d 5c 5d 6c 6s 7c 7d 8d 8c Js As"))
    assert _doubt(view, 1, none) == _doubt(view, 1, pair) == 0 < _doubt(view, 1, free) <= MOST_DOUBT
    assert _doubt(view, 2, free) == 0  # it has decided nothing yet


@pytest.mark.skipif(not ENABLED, reason="thousands of deals take Numba")
def test_deals_come_as_often_as_they_are_believed() -> None:
    """Every deal of the last unseen cards by its weight, against how often it is drawn."""
    last = (game for game, _ in _moments("meitian", 4, 30, "planner") if 8 <= sum(game.view(0).counts[1:]) <= 9)
    game = next(game for game in last if min(game.view(0).counts) > 1)
    view, known, rivals = game.view(0), game._table, (1, 2, 3)
    unseen = [1 << bit for bit in range(52) if not (known.holdings[0] | known.laid) >> bit & 1]
    weights: dict[tuple[int, int, int], float] = {}
    for first in combinations(unseen, known.counts[1]):
        for second in combinations(sorted(set(unseen) - set(first)), known.counts[2]):
            deal = sum(first), sum(second), sum(unseen) - sum(first) - sum(second)
            doubts = sum(_doubt(view, seat, held) for seat, held in zip(rivals, deal, strict=True))
            weights[deal] = math.exp(-doubts / 8)
    assert len(weights) > 100
    whole, times = sum(weights.values()), 6000
    drawn = Counter(tuple(deal[1:]) for deal in _imagined(view, times, 40))
    assert set(drawn) <= set(weights)
    for deal, weight in weights.items():
        expected = times * weight / whole
        assert abs(drawn[deal] - expected) < 7 * math.sqrt(expected) + 5


def test_a_seat_that_is_away_tells_nothing() -> None:
    game = at_table("meitian", LEADER, SECOND, THIRD, "", seed=3)
    go(game, "9h")
    game.act(Away(seat=1))
    assert game.awaiting == {2}
    assert game.view(2).passed == {1}
    assert [one[BY] for one in _seen(game.view(2))] == [0]


def test_TL_4_4_decisions_are_told_as_they_were_met() -> None:
    game = at_table("meitian", LEADER, SECOND, THIRD, "", seed=3)
    book = game.book
    two, other, best, three, four = (book.mask(cards(card)) for card in ("2h", "2c", "2s", "3h", "4d"))
    go(game, "2h", "pass", "2c")
    while game.awaiting != {0}:
        go(game, "pass")
    go(game, "2s")
    while game.awaiting != {0}:
        go(game, "pass")
    go(game, "3h", "4d", "pass")
    assert game.awaiting == {3}
    low, middle, high, answer, lead = (int(classify(book.numbers, mask)) for mask in (two, other, best, four, three))
    met = sorted(
        (one[GONE].bit_count(), one[BY], one[OVER], one[AGAIN], one[DONE], one[SINCE]) for one in _seen(game.view(3))
    )
    expected = [
        (0, 0, 0, 0, low, two | best | three),
        (1, 1, low, 0, 0, four),
        (1, 2, low, 0, middle, other),
        (2, 0, middle, 0, high, best | three),
        (3, 1, high, 1, 0, four),
        (3, 2, high, 0, 0, 0),
        (3, 0, 0, 0, lead, three),
        (4, 1, lead, 0, answer, four),
        (5, 2, answer, 0, 0, 0),
    ]
    assert met == sorted(expected)
    assert not any(one[MUST] for one in _seen(game.view(3)))
    again = next(one for one in _seen(game.view(0)) if one[AGAIN] and one[BY] == 1)
    # In turn from seat 1: seat 2 with 12 cards, seat 3 with 13, passed; seat 0 with 11.
    assert again[RIVALS] == 12 | (13 | 16) << 5 | 11 << 10


def test_TL_4_2_a_first_lead_that_had_to_contain_a_card_is_told_so() -> None:
    for game, _ in _moments("southern", 4, 3, "planner"):
        seen = sorted(_seen(game.view(None)), key=lambda one: one[GONE].bit_count())
        if seen and seen[0][GONE] == 0:
            assert [one[MUST] for one in seen] == [1, *[0] * (len(seen) - 1)]


# Decisions


def test_no_luck_is_drawn_where_there_is_nothing_to_choose() -> None:
    game = at_table("meitian", LEADER, SECOND, THIRD, "")
    go(game, "Kh")
    choices = Choices(KEY, 0, 1)
    before = list(choices.stream)
    assert Searcher(1, choices).decide(game.view(1), game.legal_actions(1)) == Pass(seat=1)
    assert list(choices.stream) == before


def test_the_last_play_is_laid_without_a_search() -> None:
    game = at_table("meitian", "3h 4s 5s 6h 7s 8c 9d Th Jh Qd 3d Ac As", "", "", "")
    go(game, "3h 4s 5s 6h 7s 8c 9d Th Jh Qd", "pass", "pass", "pass", "3d")
    while game.awaiting != {0}:
        go(game, "pass")
    choices = Choices(KEY, 0, 0)
    before = list(choices.stream)
    assert Searcher(0, choices).decide(game.view(0), game.legal_actions(0)) == Play(seat=0, cards=cards("Ac As"))
    assert list(choices.stream) == before


SCRIPT = """
from tests.tienlen.test_searcher import decisions
print(*decisions())
"""


def decisions() -> list[str]:
    """What is decided in one hand of each house, every third time by a searcher."""
    found = list[str]()
    for rules in RULESETS:
        game = _dealt(rules, 3, 5)
        bots = [Searcher(seat, Choices(KEY, 5, seat), playouts=6) for seat in range(3)]
        planners = [BOTS["planner"](seat, Choices(KEY, 5, seat)) for seat in range(3)]
        while not game.is_over:
            (seat,) = game.awaiting
            bot = planners[seat] if len(found) % 3 else bots[seat]
            action = bot.decide(game.view(seat), game.legal_actions(seat))
            game.act(action)
            found.append("".join(map(str, action.cards)) if isinstance(action, Play) else "pass")
    return found


@pytest.mark.slow
def test_decisions_are_the_same_with_numba_and_without() -> None:
    here = decisions()
    assert here == decisions()
    if not ENABLED:
        pytest.skip("Numba is off here; the run with Numba compares both")
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], check=True, capture_output=True, text=True, env={"THIRTEEN_JIT": "0"}
    )
    assert done.stdout.split() == here


def test_a_time_limit_ends_a_decision() -> None:
    game = _dealt("meitian", 4, 1)
    (seat,) = game.awaiting
    bot = Searcher(seat, Choices(KEY, 1, seat), playouts=1)
    bot.decide(game.view(seat), game.legal_actions(seat))  # compiled now
    bot = Searcher(seat, Choices(KEY, 1, seat), playouts=10**9, milliseconds=1)
    began = time.perf_counter()
    game.act(bot.decide(game.view(seat), game.legal_actions(seat)))
    assert time.perf_counter() - began < 60


def test_a_searcher_is_named_with_its_limits() -> None:
    for spec, playouts, milliseconds in (
        ("searcher", PLAYOUTS, None),
        ("searcher:2000", 2000, None),
        ("searcher:2000:50ms", 2000, 50),
    ):
        bot = games.bot("tienlen", spec)(2, Choices(KEY, 0, 2))
        assert isinstance(bot, Searcher)
        assert (bot.seat, bot._playouts, bot._milliseconds) == (2, playouts, milliseconds)


@pytest.mark.parametrize("limits", ["", "0", "-5", "many", "50ms", "2000:50", "2000:0ms", "2000:50ms:1", "２０"])
def test_other_limits_are_refused_in_one_sentence(limits: str) -> None:
    with pytest.raises(games.ArenaError, match="no limit for searcher: write searcher:PLAYOUTS or"):
        games.bot("tienlen", f"searcher:{limits}")


@pytest.mark.slow
@pytest.mark.skipif(not ENABLED, reason="a thousand playouts a decision take Numba")
def test_searcher_wins_units_from_three_planners() -> None:
    """A few of the benchmark's 2,000 duplicate deals."""
    deals = duel(40, bot="searcher:300")
    assert sum(won for won, *_ in deals) / 40 > 0.25
    assert sum(units for _, units, *_ in deals) > 0
