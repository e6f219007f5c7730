"""The bulk kernel against the engine: the same hands, layout by layout and unit by unit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

import shisanshui
from common import bulk as common_bulk
from common.bots import Choices
from common.deal import key_of, shuffle
from common.errors import RecordError
from common.events import Paid
from common.jit import ENABLED, buffers
from common.ledger import Posting
from common.verify import verify
from shisanshui import Arrange, Game, bulk, kernel
from shisanshui.accounts import PAYMENT, PAYMENTS, REASONS
from shisanshui.bots import BOTS
from shisanshui.counting import SEAT, WISHES
from shisanshui.phases import Phase
from shisanshui.rulebook import Rulebook, compile_rules
from shisanshui.special_layouts import weigh_specials
from thirteen.counting import occurrence

SEED = key_of("kernel")
MIXES = [
    ("random", "first-hint", "expected", "best", "random"),
    ("random",) * 5,
    ("expected", "random", "first-hint", "random", "best"),
]
VARIANTS: dict[str, dict[str, Any]] = {
    "strict": {"extends": "bb", "rows": {"strict": True}},
    "no opting out": {"extends": "maubinh", "specials": {"opt_out": False}},
    "declared, from the layout": {"extends": "bianfeng", "specials": {"mode": "declared"}},
    "majority and guns": {"extends": "meitian", "feats": {"majority": 2, "gun": 3, "home_run": 3}},
    "spare specials": {
        "extends": "luosong-spare",
        "suits": {"high_to_low": ["s", "h", "c", "d"]},
        "specials": {
            "high_to_low": [
                {"kinds": ["six_pairs"], "waters": 9, "ties": "compare"},
                {"kinds": ["three_straights"], "waters": 5, "ties": "compare"},
                {"kinds": ["three_flushes"], "waters": 3, "ties": "compare", "swept": 2},
            ]
        },
    },
}
HOUSES: list[str | dict[str, Any]] = [
    *shisanshui.rulesets(),
    *({"name": name, "title": name, **changes} for name, changes in VARIANTS.items()),
]
NAMES = [house if isinstance(house, str) else house["name"] for house in HOUSES]


def book_of(house: str | dict[str, Any]) -> Rulebook:
    return compile_rules(shisanshui.load_ruleset(house))


def held(book: Rulebook, hand: int, seats: int) -> list[tuple[Any, ...]]:
    """The cards dealt to each seat, ascending."""
    dealt, size = shuffle(SEED, hand, book.pack), book.hand_size
    return [tuple(sorted(dealt[size * seat : size * (seat + 1)])) for seat in range(seats)]


def with_specials(book: Rulebook, seats: int) -> Iterator[int]:
    """The numbers of hands in which a seat holds a special among its first thirteen cards."""
    for hand in range(2000):
        if any(book.special_at(own[:13]) >= 0 for own in held(book, hand, seats)):
            yield hand


def some_hands(book: Rulebook, seats: int, plain: int, compiled: int) -> list[int]:
    """The first hands, and the first with specials."""
    count = compiled if ENABLED else plain
    special = with_specials(book, seats) if book.special_rules else iter(())
    return sorted({*range(count), *(hand for hand, _ in zip(special, range(count), strict=False))})


def at_a_table(book: Rulebook, hand: int, bots: Sequence[str]) -> tuple[Game, list[int]]:
    """The same hand between bots at a table, and what they laid out as a kernel writes it."""
    game = Game(book.rules, seats=len(bots))
    game.deal(hands=game.dealt_by(SEED, hand))
    trace: list[int] = []
    for seat, name in enumerate(bots):
        view = game.view(seat)
        action = BOTS[name](seat, Choices(SEED, hand, seat)).decide(view, view.legal_actions)
        assert isinstance(action, Arrange)
        game.act(action)
        left = dict(enumerate(view.hand))
        for row in action.layout:
            mask = 0
            for card in row:
                at = next(at for at, other in left.items() if other == card)
                mask |= 1 << at
                del left[at]
            trace.append(mask)
        trace.append(WISHES.index(action.special))
    assert game.is_over
    return game, trace


def postings(book: Rulebook, hand: int, bots: Sequence[str]) -> list[Posting]:
    """The payments of a hand, as the kernel writes them."""
    seats = len(bots)
    dealt, laid = bulk.dealt_and_laid(book.rules, bots, SEED, [hand])
    assert [tuple(map(int, own)) for own in dealt] == held(book, hand, seats)
    finished, room = buffers(seats, SEAT), kernel.room_for(seats)
    weigh_specials(book.law, dealt, laid)
    kernel.count_layouts(book.law, dealt, laid, finished)
    for seat in range(seats):
        room.finished[SEAT * seat : SEAT * (seat + 1)] = finished[seat]
    types, places = book.scale.types, book.specials.places
    assert kernel.settle_hand(book.numbers, types, places, kernel.ARROWS, seats, room) == Phase.SETTLED
    found = []
    for at in range(0, int(room.counts[PAYMENTS]) * PAYMENT, PAYMENT):
        payer, payee, reason, units = (int(each) for each in room.rows[at : at + PAYMENT])
        found.append(Posting(payer, payee, units, REASONS[reason]))
    return found


def without_doubles(book: Rulebook, hand: int, seats: int, trace: list[int]) -> Any:
    """A trace by the cards of its rows: like cards have more than one mask."""
    hands = held(book, hand, seats)
    return [
        (tuple(tuple(card for at, card in enumerate(own) if mask >> at & 1) for mask in laid), said)
        for own, (*laid, said) in zip(hands, (trace[at : at + 4] for at in range(0, 4 * seats, 4)), strict=True)
    ]


@pytest.mark.parametrize("mix", MIXES, ids=["all", "random", "others"])
@pytest.mark.parametrize("house", HOUSES, ids=NAMES)
def test_SS_7_a_kernel_plays_the_hand_that_bots_play_at_a_table(
    house: str | dict[str, Any], mix: tuple[str, ...]
) -> None:
    book = book_of(house)
    seating = book.rules.seats
    cheap = set(mix) == {"random"}
    for seats in sorted({seating.least, seating.most}) if ENABLED or cheap else [seating.most]:
        bots = mix[:seats]
        for hand in some_hands(book, seats, 4 if cheap else 1, 12):
            game, trace = at_a_table(book, hand, bots)
            only = range(hand, hand + 1)
            [told] = bulk.traces(book.rules, bots, SEED, only)
            assert without_doubles(book, hand, seats, told) == without_doubles(book, hand, seats, trace)
            assert postings(book, hand, bots) == list(game.ledger.postings)
            played = bulk.play(book.rules, bots, SEED, only)
            assert [int(units) for units in played.rows[0][:seats]] == list(game.ledger.totals)
            assert [int(x) for x in played.rows[0][seats:]] == [-1, seats, 0, -1]
            assert played.events == Counter(map(occurrence, game.log))
            paid = [event for event in game.log if isinstance(event, Paid)]
            assert {reason: each[1:] for reason, each in played.payments.items()} == {
                reason: (times, sum(event.units for event in paid if event.reason == reason))
                for reason, times in Counter(event.reason for event in paid).items()
            }
            again = bulk.expanded(book.rules, seats, SEED, hand, told)
            assert again.log == game.log
            assert verify(again.record(), Game)


def test_hands_in_bulk_are_those_hands_one_by_one() -> None:
    book, bots = book_of("bianfeng"), ("random",) * 4
    hands = range(3, 40, 5)
    together = bulk.play(book.rules, bots, SEED, hands, 2)
    apart = [bulk.play(book.rules, bots, SEED, range(hand // 2, hand // 2 + 1)) for hand in hands]
    assert [list(row) for row in together.rows] == [list(each.rows[0]) for each in apart]
    events: Counter[str] = Counter()
    for each in apart:
        events.update(each.events)
    assert together.events == events
    for reason, sums in together.payments.items():
        assert sums == tuple(map(sum, zip(*(each.payments.get(reason, (0, 0, 0)) for each in apart), strict=True)))
    traced = bulk.traces(book.rules, bots, SEED, hands, 2)
    for hand, trace, row in zip(hands, traced, together.rows, strict=True):
        assert all(type(each) is int for each in trace)
        game = bulk.expanded(book.rules, 4, SEED, hand, trace, 2)
        assert list(game.ledger.totals) == [int(units) for units in row[:4]]
        assert sum(game.ledger.totals) + int(row[4 + common_bulk.HOUSE]) == 0


@pytest.mark.parametrize(
    ("at", "number", "sentence"),
    [
        (0, 0, "seat 0 lays out 13 of its 13 cards"),
        (4, -1, "seat 1 lays out 13 of its 13 cards"),
        (5, 1 << 14, "seat 1 lays out 13 of its 13 cards"),
        (3, 3, "what seat 0 says of its special is 0, 1 or 2, not 3"),
        (7, 1, "what seat 1 has laid out is refused as no_special: "),
    ],
)
def test_a_trace_that_is_none_of_its_hand_is_refused(at: int, number: int, sentence: str) -> None:
    rules = shisanshui.load_ruleset("meitian")
    [trace] = bulk.traces(rules, ["random"] * 2, SEED, range(1))
    assert bulk.expanded(rules, 2, SEED, 0, trace).is_over
    with pytest.raises(RecordError, match=sentence):
        bulk.expanded(rules, 2, SEED, 0, [*trace[:at], number, *trace[at + 1 :]])
    with pytest.raises(RecordError, match="a trace of 2 seats has 8 numbers, not 7"):
        bulk.expanded(rules, 2, SEED, 0, trace[:7])
    front, middle, back, said = trace[:4]
    with pytest.raises(RecordError, match="what seat 0 has laid out is refused as row_sizes: "):
        bulk.expanded(rules, 2, SEED, 0, [middle, front, back, said, *trace[4:]])
    with pytest.raises(RecordError, match="what seat 0 has laid out is refused as foul: "):
        bulk.expanded(rules, 2, SEED, 0, [front, back, middle, said, *trace[4:]])
