"""``searcher``: hands played on from the middle, deals that agree with what was seen, decisions, strength."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
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
from tienlen.playout import AGAIN, BY, FEW, OVER, SINCE, deal_unseen, stir, surprise
from tienlen.policies import ROOM
from tienlen.searcher import PLAYOUTS, Searcher, passes_seen, position_of

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
        holdings, order, told = row(known.holdings), row([*known.out, *[0] * (seats - len(known.out))]), buffer(5)
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


def _imagined(view: View, times: int, stirs: int = 60, luck: int = 0) -> Iterator[list[int]]:
    """Deals that may be the real one, as the searcher draws them."""
    assert view.seat is not None
    known, numbers, seats = view.table, view.book.numbers, view.seats
    held, passes, room = known.holdings[view.seat], passes_seen(view), buffer(ROOM)
    rivals = [seat for seat in range(seats) if seat != view.seat for _ in range(known.counts[seat])]
    owners = row([*rivals, *[seats] * (52 - len(rivals))])
    state, pack, holdings = stream(KEY, luck, 9), buffer(52), buffer(seats)
    holdings[view.seat] = held
    size = deal_unseen(seats, ALL & ~(held | known.laid), owners, state, pack, holdings)
    surprises = row([surprise(numbers, seat, holdings[seat], passes, room) for seat in range(seats)])
    for _ in range(times):
        stir(numbers, seats, stirs, size, owners, passes, state, pack, holdings, surprises, room)
        assert [surprise(numbers, seat, holdings[seat], passes, room) for seat in range(seats)] == list(surprises)
        yield [int(mask) for mask in holdings]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("rules", RULESETS)
def test_imagined_deals_agree_with_all_that_the_seat_has_seen(rules: str, seats: int) -> None:
    for nth, (game, hand) in enumerate(_moments(rules, seats, 2, "cautious")):
        (seat,) = game.awaiting
        if nth % 5:
            continue
        view = game.view(seat)
        for deal in _imagined(view, 3, luck=hand):
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


def _plain_above(view: View, other: int, bit: int) -> float:
    """How many cards a rival is thought to hold above this one, 2s left out."""
    found = [(deal[other] >> bit + 1 & (1 << 48 - bit - 1) - 1).bit_count() for deal in _imagined(view, 300)]
    return sum(found) / len(found)


def test_TL_4_3_who_passes_on_a_single_is_thought_to_hold_few_higher_ones() -> None:
    game = at_table("meitian", LEADER, SECOND, THIRD, "", seed=3)
    go(game, "Kh")
    king = game.book.bit_of[cards("Kh")[0]]
    before = _plain_above(game.view(0), 1, king)
    go(game, "pass")
    assert _plain_above(game.view(0), 1, king) < before / 2
    assert _plain_above(game.view(0), 2, king) > before  # where the cards are now


def test_a_seat_that_is_away_passes_whatever_it_holds() -> None:
    game = at_table("meitian", LEADER, SECOND, THIRD, "", seed=3)
    go(game, "9h")
    game.act(Away(seat=1))
    assert game.awaiting == {2}
    assert game.view(2).passed == {1}
    assert len(passes_seen(game.view(2))) == 0


def test_TL_4_4_passes_are_told_with_what_was_declined_and_what_was_laid_since() -> None:
    game = at_table("meitian", LEADER, SECOND, THIRD, "", seed=3)
    book = game.book
    go(game, "2h", "pass", "2c")
    while game.awaiting != {0}:
        go(game, "pass")
    go(game, "2s")
    while game.awaiting != {0}:
        go(game, "pass")
    first = [[int(value) for value in one] for one in passes_seen(game.view(0))]
    low, middle, high = (int(classify(book.numbers, book.mask(cards(two)))) for two in ("2h", "2c", "2s"))
    assert [(one[BY], one[OVER], one[AGAIN]) for one in first] == [
        (1, low, 0),
        (3, middle, 0),
        (1, high, 1),
        (2, high, 0),
        (3, high, 1),
    ]
    assert all((one[FEW], one[SINCE]) == (0, 0) for one in first)
    go(game, "3h", "4d", "pass")
    assert game.awaiting == {3}
    later = [[int(value) for value in one] for one in passes_seen(game.view(3))]
    assert [one[SINCE] for one in later if one[BY] == 1] == [book.mask(cards("4d"))] * 2
    assert [one[SINCE] for one in later if one[BY] == 2] == [0, 0]


# Decisions


def test_no_luck_is_drawn_where_there_is_nothing_to_choose() -> None:
    game = at_table("meitian", LEADER, SECOND, THIRD, "")
    go(game, "Kh")
    choices = Choices(KEY, 0, 1)
    assert Searcher(1, choices).decide(game.view(1), game.legal_actions(1)) == Pass(seat=1)
    assert choices._stream is None


def test_the_last_play_is_laid_without_a_search() -> None:
    game = at_table("meitian", "3h 4s 5s 6h 7s 8c 9d Th Jh Qd 3d Ac As", "", "", "")
    go(game, "3h 4s 5s 6h 7s 8c 9d Th Jh Qd", "pass", "pass", "pass", "3d")
    while game.awaiting != {0}:
        go(game, "pass")
    choices = Choices(KEY, 0, 0)
    assert Searcher(0, choices).decide(game.view(0), game.legal_actions(0)) == Play(seat=0, cards=cards("Ac As"))
    assert choices._stream is None


SCRIPT = """
from tests.tienlen.test_searcher import decisions
print(*decisions())
"""


def decisions() -> list[str]:
    """What searchers decide in one hand of each house."""
    found = []
    for rules in RULESETS:
        game = _dealt(rules, 3, 5)
        bots = [Searcher(seat, Choices(KEY, 5, seat), playouts=6) for seat in range(3)]
        while not game.is_over:
            (seat,) = game.awaiting
            action = bots[seat].decide(game.view(seat), game.legal_actions(seat))
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
    deals = duel(30, bot="searcher:300")
    assert sum(won for won, *_ in deals) / 30 > 0.3
    assert sum(units for _, units, *_ in deals) / 30 > 0
