"""The bulk kernel against the engine: the same hands, decision by decision and unit by unit."""

from __future__ import annotations

import pytest

import tienlen
from common.bots import Choices
from common.deal import STATE, key_of, key_words
from common.jit import buffer, table
from common.verify import verify
from tienlen import bulk, kernel
from tienlen.actions import Declare, Pass, Play
from tienlen.bots import BOTS
from tienlen.charges import PAYEE, PAYER, PAYMENT, REASON, REASONS, UNITS
from tienlen.events import LeadGiven
from tienlen.opening import deal_hand, open_hand
from tienlen.phases import Phase
from tienlen.policies import ROOM
from tienlen.rulebook import Rulebook, compile_rules

SEED = key_of("kernel")
VARIANTS = {
    "declared": {"dealt_wins": {"mode": "declared"}},
    "holders": {"reentry": {"asks": "holders"}},
    "no dealt wins": {"dealt_wins": {"low_to_high": []}},
    "no finishing on 2s or specials": {"end": {"finish_on_two": False, "finish_on_special": False}},
}
HOUSES = [
    *((name, {}) for name in tienlen.rulesets()),
    *(("meitian", changes) for changes in VARIANTS.values()),
]


def book_of(name: str, changes: dict[str, object]) -> Rulebook:
    given = {"extends": name, "name": f"{name}, changed", **changes} if changes else name
    return compile_rules(tienlen.load_ruleset(given))


def played(book: Rulebook, hand: int, policies: tuple[int, ...]) -> tuple[list[int], list[int], list[tuple[int, ...]]]:
    """What a kernel tells of a hand, its trace and its payments (payer, payee, units, reason)."""
    seats = len(policies)
    holdings, luck, told = buffer(seats), buffer(seats * STATE), buffer(kernel.TOLD)
    rows, trace = buffer(64 * PAYMENT), buffer(512)
    words, chosen, bits = key_words(SEED), table(policies), table(book.bit_of)
    deal_hand(bits, words, hand, seats, chosen, buffer(STATE), buffer(52), holdings, luck)
    order, room = buffer(seats), buffer(ROOM)
    position = buffer(kernel.POSITION)
    end = open_hand(book.numbers, kernel.ARROWS, seats, -1, chosen, holdings, luck, position, rows, trace, told)
    if end == Phase.LEADING:
        end = kernel.play_on(
            book.numbers, kernel.ARROWS, seats, position, kernel.BY_POLICY, chosen, holdings, luck, room, order, rows,
            trace, told,
        )  # fmt: skip
    assert end == Phase.SETTLED
    payments = [
        tuple(int(rows[at + part]) for part in (PAYER, PAYEE, UNITS, REASON))
        for at in range(0, int(told[kernel.PAYMENTS]) * PAYMENT, PAYMENT)
    ]
    return [int(x) for x in told], [int(x) for x in trace[: told[kernel.DECISIONS]]], payments


def at_a_table(book: Rulebook, hand: int, policies: tuple[int, ...]) -> tuple[tienlen.Game, list[int]]:
    """The same hand between bots at a table, and its decisions as a kernel writes them."""
    seats = len(policies)
    game = tienlen.Game(book.rules, seats=seats)
    game.deal(hands=game.dealt_by(SEED, hand))
    bots = [BOTS[kernel.POLICIES[policy]](seat, Choices(SEED, hand, seat)) for seat, policy in enumerate(policies)]
    decisions = []
    while not game.is_over:
        seat = min(game.awaiting)
        action = bots[seat].decide(game.view(seat), game.legal_actions(seat))
        game.act(action)
        mask = book.mask(action.cards) if isinstance(action, Play) else int(isinstance(action, Declare))
        decisions.append(mask)
        assert isinstance(action, (Play, Pass, Declare))
    return game, decisions


@pytest.mark.parametrize("policies", [(0, 0, 0, 0), (1, 1, 1, 1), (2, 1, 0, 2), (0, 1, 2), (2, 0)])
@pytest.mark.parametrize(("name", "changes"), HOUSES)
def test_a_kernel_plays_the_hand_that_bots_play_at_a_table(
    name: str, changes: dict[str, object], policies: tuple[int, ...]
) -> None:
    book = book_of(name, changes)
    for hand in range(6):
        told, trace, payments = played(book, hand, policies)
        game, decisions = at_a_table(book, hand, policies)
        assert trace == decisions
        assert [(p, to, units, REASONS[why]) for p, to, units, why in payments] == [
            tuple(posting) for posting in game.ledger.postings
        ]
        assert told[kernel.WINNER] == game.winner
        leads = [event.seat for event in game.log if isinstance(event, LeadGiven)]
        assert told[kernel.LED] == (leads[0] if leads else -1)
        assert verify(game.record(), tienlen.Game)


def test_hands_in_bulk_are_those_hands_one_by_one() -> None:
    book = compile_rules(tienlen.load_ruleset("meitian"))
    policies = (0, 1, 0, 1)
    done = bulk.play(book.rules, [kernel.POLICIES[policy] for policy in policies], SEED, range(3, 11))
    units = dict.fromkeys(REASONS, 0)
    for nth in range(8):
        told, _, payments = played(book, 3 + nth, policies)
        totals = [0] * 4
        for payer, payee, paid, why in payments:
            totals[payer] -= paid
            totals[payee] += paid
            units[REASONS[why]] += paid
        row = [int(x) for x in done.rows[nth]]
        assert row == [*totals, told[kernel.WINNER], told[kernel.DECISIONS], 0, told[kernel.LED]]
    assert {reason: total for reason, (_, _, total) in done.payments.items()} == {
        reason: total for reason, total in units.items() if total
    }
