"""A ruleset compiled to ints: the only reader of a ruleset, and all that the primitives know of a house."""

from __future__ import annotations

from common.cards import Card, pack
from common.jit import IntTable, table
from common.ruleset import once
from tienlen import charges, combos, moves, prices, turns, wins
from tienlen.combos import CLASSES, QUAD, RUN_3, TWOS_1, TWOS_2, TWOS_3
from tienlen.ruleset import Prices, Ruleset, beating_table

__all__ = ["Rulebook", "compile_rules"]

CLASS_OF = {
    "two": TWOS_1,
    "pair_of_twos": TWOS_2,
    "three_twos": TWOS_3,
    "quad": QUAD,
    **{f"pair_run_{n}": RUN_3 + n - 3 for n in range(3, 7)},
}
"""The classes of the beating table by their names in a ruleset."""

_KEPT: dict[tuple[str, str, str], Rulebook] = {}


class Rulebook:
    """One house, ready to play by: its numbers for the primitives and how cards become bits.

    ``numbers`` is one table; where in it a thing stands is said beside the primitive that reads it.
    """

    __slots__ = ("bit_of", "card_of", "numbers", "pack", "rules")

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.pack = pack(52)
        low_to_high = {str(suit): strength for strength, suit in enumerate(reversed(rules.suits))}
        self.bit_of = tuple(
            4 * ((card.rank - 1) % 13) + low_to_high[str(card)[1]]  # threes first, twos last (TL: ranks)
            for card in self.pack
        )
        """The bit of each card in a mask, by the card's number."""
        self.card_of = tuple(self.pack[self.bit_of.index(bit)] for bit in range(52))
        """The card of each bit."""
        self.numbers: IntTable = table(_numbers(rules, self.card_of))

    def mask(self, held: tuple[Card, ...]) -> int:
        """Cards as a mask; a card given twice counts once."""
        bit_of, mask = self.bit_of, 0
        for card in held:
            mask |= 1 << bit_of[card]
        return mask

    def cards(self, mask: int) -> tuple[Card, ...]:
        """A mask as cards, the lowest first."""
        card_of = self.card_of
        found = []
        while mask:
            low = mask & -mask
            found.append(card_of[low.bit_length() - 1])
            mask ^= low
        return tuple(found)


def _numbers(rules: Ruleset, card_of: tuple[Card, ...]) -> list[int]:
    numbers = [0] * 256
    numbers[combos.STRAIGHT_FROM] = rules.combinations.straight_from
    numbers[combos.PAIR_RUN_FROM] = rules.combinations.pair_run_from
    numbers[moves.FINISH_TWO] = int(rules.end.finish_on_two)
    numbers[moves.FINISH_SPECIAL] = int(rules.end.finish_on_special)
    for kind in _reentry(rules):
        numbers[moves.REENTRY + kind] = 1
    for laid, under in _covers(rules):
        numbers[combos.COVER + laid * CLASSES + under] = 1
    for under in range(CLASSES):
        numbers[turns.REENTRY_OVER + under] = int(
            any(
                numbers[moves.REENTRY + kind] and (kind == under or numbers[combos.COVER + kind * CLASSES + under])
                for kind in range(QUAD, CLASSES)
            )
        )
    numbers[turns.PREVIOUS_WINNER_LEADS] = int(rules.first_lead.by == "previous_winner")
    numbers[turns.MUST_CONTAIN_LOWEST] = int(rules.first_lead.must_contain_lowest)
    numbers[turns.ASKS_HOLDERS] = int(rules.reentry.asks == "holders")
    numbers[turns.FIRST_OUT] = int(rules.end.play_until == "first_out")
    for place, name in enumerate(rules.dealt_wins.low_to_high):
        numbers[wins.RANK + wins.KINDS.index(name)] = place + 1
    numbers[wins.WINS_ARE_DECLARED] = int(rules.dealt_wins.mode == "declared")
    numbers[wins.QUADS_AS_TWO_PAIRS] = int(rules.dealt_wins.quads_as_two_pairs)
    _put_prices(numbers, prices.LEFT, rules.settlement.leftovers.prices)
    _put_prices(numbers, prices.CHOP, rules.settlement.chops.prices)
    numbers[prices.CHOP_COUNTS_CUT] = int(rules.settlement.chops.counts == "cut")
    numbers[prices.FOUR_TWOS_ARE_A_QUAD] = int(rules.settlement.leftovers.four_twos_are_a_quad)
    left = rules.settlement.leftovers
    numbers[charges.PER_CARD] = left.per_card
    numbers[charges.UNPLAYED_MULTIPLIER] = left.unplayed_multiplier
    numbers[charges.PRICED_CARDS_COUNT] = int(left.priced_cards_count)
    numbers[charges.TO_PLACE_AHEAD] = int(left.to == "place_ahead")
    numbers[charges.DEALT_WIN_PAYS] = rules.dealt_wins.pays
    numbers[charges.DEALT_WIN_LEFTOVERS] = int(rules.dealt_wins.leftovers)
    for seats, places in rules.settlement.places.items():
        for nth, units in enumerate(places):
            numbers[charges.PLACES + 3 * (int(seats) - 2) + nth] = units
    numbers[prices.RED_TWOS] = sum(1 << bit for bit in range(48, 52) if str(card_of[bit])[1] in "dh")
    return numbers


def _put_prices(numbers: list[int], at: int, of: Prices) -> None:
    numbers[at + prices.RED_TWO] = of.red_two
    numbers[at + prices.BLACK_TWO] = of.black_two
    for name in ("quad", "pair_run_3", "pair_run_4", "pair_run_5", "pair_run_6"):
        numbers[at + CLASS_OF[name]] = getattr(of, name)


def _reentry(rules: Ruleset) -> list[int]:
    """The classes a seat that has passed may come back with."""
    if rules.reentry.with_ == "none":
        return []
    least = QUAD if rules.reentry.with_ == "specials" else CLASS_OF["pair_run_4"]
    return [
        kind for kind in range(least, CLASSES) if kind == QUAD or kind - RUN_3 + 3 >= rules.combinations.pair_run_from
    ]


def _covers(rules: Ruleset) -> list[tuple[int, int]]:
    """Which class may be laid over which other one."""
    whole = beating_table(rules.beating, rules.combinations.pair_run_from)
    return sorted({(CLASS_OF[laid], CLASS_OF[under]) for laid, targets in whole.items() for under in targets})


def compile_rules(rules: Ruleset) -> Rulebook:
    """The rulebook of a ruleset, made once for each."""
    return once(_KEPT, rules, Rulebook)
