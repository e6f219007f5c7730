"""Tiến lên a second time, slow and obvious, from the prose of the rules alone.

A card is a two-character string such as `"3s"`. Nothing here knows the product; the product is checked against it.
The ids in the comments are those of the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations

RANKS = "3456789TJQKA2"
RUNNING = RANKS[:-1]  # TL-2.2, TL-2.4: runs never contain a 2

Combination = tuple[str, int, str]
"""Kind, length, top card: `("straight", 3, "5h")`."""

Play = frozenset[str]
Posting = tuple[int, int, int, str]
"""Payer, payee, units, reason."""

DealtWin = tuple[int, tuple[int, ...], int]
"""Place in the house's list, ranks from the top down, suit of the highest card (TL-6.4)."""


@dataclass(frozen=True)
class House:
    """What a table has agreed on, written by hand from the section "Rulesets"."""

    name: str
    suits: str
    """Low to high (TL-1.3)."""
    dealt_wins: tuple[str, ...]
    """Low to high (TL-6.2)."""
    prices: dict[str, int] = field(hash=False)
    """Of what is left in a hand: `black 2`, `red 2`, `quad`, `run 3` … `run 6` (TL-7.3)."""
    priced_cards_count: bool
    """Whether a priced card costs its one unit as well; not so in the southern houses."""
    four_twos_are_a_quad: bool
    """Whether four 2s left are charged as a quad besides (TL-7.4)."""
    chops: str
    """`specials laid`: all of the trick's specials (TL-7.6); `cards cut`: what a special was laid directly over."""
    reentry: str
    """`none`, `specials` or `pair_run_4` (TL-4.4)."""
    first_lead: str
    """`lowest_card` or `previous_winner` (TL-4.1)."""
    first_contains_lowest: bool
    play_until: str
    """`first_out` or `one_left` (TL-5)."""
    dealt_win_units: int
    dealt_win_charges_leftovers: bool
    unplayed_units: int | None
    """What a seat that laid no card pays instead of one unit per card (TL-7.2)."""
    places: dict[int, tuple[tuple[int, int, int], ...]] = field(hash=False)
    """By number of seats: (place that pays, place that is paid, units), places from 0."""
    quads_as_two_pairs: bool = True
    straight_min: int = 3
    pair_run_min: int = 3
    beating: dict[str, tuple[str, ...]] = field(
        hash=False,
        default_factory=lambda: {
            "run 3": ("single 2", "run 3"),
            "quad": ("single 2", "pair of 2s", "run 3", "quad"),
            "run 4": ("single 2", "pair of 2s", "run 3", "quad", "run 4"),
            "run 5": ("single 2", "pair of 2s", "run 3", "quad", "run 4", "run 5"),
            "run 6": ("single 2", "pair of 2s", "run 3", "quad", "run 4", "run 5", "run 6"),
        },
    )
    """TL-3.2 and TL-3.4; what stands under its own name takes a lower one of the same."""


MEITIAN = House(
    name="meitian",
    suits="hdcs",
    dealt_wins=(
        "four 2s",
        "six pairs",
        "four triples",
        "run of five pairs",
        "run of six pairs",
        "straight 3 to A",
    ),
    prices={"black 2": 2, "red 2": 5, "run 3": 2, "quad": 3, "run 4": 4, "run 5": 5, "run 6": 6},
    priced_cards_count=True,
    four_twos_are_a_quad=True,
    chops="specials laid",
    reentry="specials",
    first_lead="lowest_card",
    first_contains_lowest=False,
    play_until="first_out",
    dealt_win_units=26,
    dealt_win_charges_leftovers=True,
    unplayed_units=26,
    places={},
)

_SOUTHERN_PRICES = {"black 2": 3, "red 2": 6, "run 3": 9, "quad": 12, "run 4": 18, "run 5": 18, "run 6": 18}
_SOUTHERN_WINS = ("six pairs", "run of five pairs", "four 2s", "straight 3 to A")

SOUTHERN = House(
    name="southern",
    suits="scdh",
    dealt_wins=_SOUTHERN_WINS,
    prices=_SOUTHERN_PRICES,
    priced_cards_count=False,
    four_twos_are_a_quad=False,
    chops="cards cut",
    reentry="pair_run_4",
    first_lead="previous_winner",
    first_contains_lowest=True,
    play_until="first_out",
    dealt_win_units=26,
    dealt_win_charges_leftovers=False,
    unplayed_units=26,
    places={},
)

SOUTHERN_PLACES = House(
    name="southern-places",
    suits="scdh",
    dealt_wins=_SOUTHERN_WINS,
    prices=_SOUTHERN_PRICES,
    priced_cards_count=False,
    four_twos_are_a_quad=False,
    chops="cards cut",
    reentry="pair_run_4",
    first_lead="previous_winner",
    first_contains_lowest=True,
    play_until="one_left",
    dealt_win_units=2,
    dealt_win_charges_leftovers=False,
    unplayed_units=None,
    places={4: ((3, 0, 2), (2, 1, 1)), 3: ((2, 0, 1),), 2: ((1, 0, 1),)},
)

HOUSES = {house.name: house for house in (MEITIAN, SOUTHERN, SOUTHERN_PLACES)}


def order(card: str, house: House) -> tuple[int, int]:
    """Where a card stands among all: rank, then suit (TL-1.3)."""
    return RANKS.index(card[0]), house.suits.index(card[1])


def _is_run(ranks: Iterable[str]) -> bool:
    """Consecutive different ranks without a 2 (TL-2.2)."""
    return "".join(sorted(ranks, key=RANKS.index)) in RUNNING


def combination(cards: Iterable[str], house: House) -> Combination | None:
    """Kind, length and top card of what these cards are, or None (TL-2)."""
    laid = list(cards)
    if not laid or len(set(laid)) != len(laid):
        return None
    top = max(laid, key=lambda card: order(card, house))
    of_rank = Counter(card[0] for card in laid)
    if len(of_rank) == 1:
        return {1: "single", 2: "pair", 3: "triple", 4: "quad"}[len(laid)], 1, top
    each = set(of_rank.values())
    if each == {1} and len(of_rank) >= house.straight_min and _is_run(of_rank):
        return "straight", len(of_rank), top
    if each == {2} and len(of_rank) >= house.pair_run_min and _is_run(of_rank):
        return "pair_run", len(of_rank), top
    return None


def _special(shape: Combination) -> str | None:
    """The name a special has in the beating table, or None for anything else (TL-2.5)."""
    kind, length, _ = shape
    return {"quad": "quad", "pair_run": f"run {length}"}.get(kind)


def _target(shape: Combination) -> str | None:
    """The name under which something can be beaten across kinds (TL-3.2)."""
    kind, _, top = shape
    if top[0] == "2" and kind in ("single", "pair"):
        return {"single": "single 2", "pair": "pair of 2s"}[kind]
    return _special(shape)


def beats(laid: Collection[str], top: Collection[str], house: House) -> bool:
    """Whether `laid` may be laid over `top` (TL-3)."""
    above, below = combination(laid, house), combination(top, house)
    if above is None or below is None:
        return False
    if above[:2] == below[:2]:  # TL-3.1
        return order(above[2], house) > order(below[2], house)
    special = _special(above)
    return special is not None and _target(below) in house.beating[special]


def plays(holding: Iterable[str], top: Collection[str] | None, house: House) -> set[Play]:
    """Every set of cards that may be laid over `top`, or led when it is None: all subsets tried."""
    held = list(holding)
    return {
        frozenset(laid)
        for size in range(1, len(held) + 1)
        for laid in combinations(held, size)
        if combination(laid, house) is not None and (top is None or beats(laid, top, house))
    }


def fewest_plays(holding: Iterable[str], house: House) -> int:
    """How few plays empty a holding that nobody answers: every split into combinations is tried."""

    @cache
    def fewest(held: Play) -> int:
        if not held:
            return 0
        first = min(held)
        return 1 + min(fewest(held - play) for play in everything if first in play and play <= held)

    everything = plays(holding, None, house)
    return fewest(frozenset(holding))


def dealt_win(hand: Iterable[str], house: House) -> DealtWin | None:
    """The best dealt win of a hand as a key that compares, or None (TL-6)."""
    held = set(hand)
    of_rank = Counter(card[0] for card in held)
    found: dict[str, list[str]] = {}  # name -> ranks of the combination, a rank twice where it counts twice

    if of_rank["2"] == 4:
        found["four 2s"] = ["2"]
    paired = [rank for rank in RANKS if of_rank[rank] >= 2]
    doubled = [rank for rank in RANKS if of_rank[rank] == 4 and house.quads_as_two_pairs]
    if len(paired) + len(doubled) >= 6:
        found["six pairs"] = paired + doubled
    tripled = [r for r in RANKS if of_rank[r] == 3 or (of_rank[r] == 4 and house.quads_as_two_pairs)]
    if len(tripled) >= 4:
        found["four triples"] = tripled
    for length, name in ((5, "run of five pairs"), (6, "run of six pairs")):
        for start in range(len(RUNNING) - length + 1):  # upwards: the highest run stays
            run = RUNNING[start : start + length]
            if set(run) <= set(paired):
                found[name] = list(run)
    if set(RUNNING) <= set(of_rank):
        found["straight 3 to A"] = list(RUNNING)

    keys = [
        (
            house.dealt_wins.index(name),
            tuple(sorted((RANKS.index(rank) for rank in ranks), reverse=True)),
            max(house.suits.index(card[1]) for card in held if card[0] == max(ranks, key=RANKS.index)),
        )
        for name, ranks in found.items()
        if name in house.dealt_wins
    ]
    return max(keys, default=None)


@cache
def _packing(of_rank: tuple[int, ...], house: House) -> tuple[int, int, int]:
    """The best split of so many cards of each rank: specials, units, cards in them (TL-7.4).

    All splits are tried. As many specials as possible, among those the highest total; where that too is equal, the
    most cards in them.
    """
    best = (0, 0, 0)

    def taken(places: Iterable[int], each: int, price: int) -> None:
        nonlocal best
        rest, cards = list(of_rank), 0
        for place in places:
            rest[place] -= each
            cards += each
        more = _packing(tuple(rest), house)
        best = max(best, (more[0] + 1, more[1] + price, more[2] + cards))

    for place, rank in enumerate(RANKS):
        if of_rank[place] == 4 and (rank != "2" or house.four_twos_are_a_quad):
            taken([place], 4, house.prices["quad"])
    for length in range(house.pair_run_min, 7):
        for start in range(len(RUNNING) - length + 1):
            run = range(start, start + length)
            if all(of_rank[place] >= 2 for place in run):
                taken(run, 2, house.prices[f"run {length}"])
    return best


def _charge(cards: Iterable[str], house: House) -> tuple[int, int]:
    """Units for the 2s and the specials left, and how many of the cards still cost one unit each."""
    left = list(cards)
    of_rank = Counter(card[0] for card in left)
    red = sum(card in ("2h", "2d") for card in left)
    black = sum(card in ("2s", "2c") for card in left)
    _, units, packed = _packing(tuple(of_rank[rank] for rank in RANKS), house)
    units += red * house.prices["red 2"] + black * house.prices["black 2"]
    if house.priced_cards_count:
        return units, len(left)
    return units, len(left) - red - black - packed


def leftover_units(cards: Iterable[str], house: House) -> int:
    """Units for the 2s and the specials among cards left, their number not included (TL-7.3, TL-7.4)."""
    return _charge(cards, house)[0]


def cards_counted(cards: Iterable[str], house: House) -> int:
    """How many of the cards left cost one unit each (TL-7.1; southern: not those with a price)."""
    return _charge(cards, house)[1]


def cut_price(cards: Collection[str], house: House) -> int:
    """What a play costs its owner when a special is laid over it (southern chops)."""
    shape = combination(cards, house)
    assert shape is not None
    special = _special(shape)
    if special is not None:
        return house.prices[special]
    return sum(house.prices["red 2" if card[1] in "hd" else "black 2"] for card in cards)


class Referee:
    """One hand from the deal to the postings, by TL-4 to TL-7, step after step as one reads them."""

    def __init__(self, house: House, hands: Sequence[Iterable[str]], leader: int | None = None) -> None:
        self.house = house
        self.hands = [set(hand) for hand in hands]
        self.seats = len(self.hands)
        assert all(len(hand) == 13 for hand in self.hands)
        assert len(set().union(*self.hands)) == 13 * self.seats
        self._dealt_leads = [plays(hand, None, house) for hand in self.hands]
        self.postings: list[Posting] = []
        self.over = False
        self.out: list[int] = []
        """Seats without cards, in the order of their going out: first place first."""
        self.winner: int | None = None
        self._has_laid: set[int] = set()
        self._trick: list[tuple[int, Play]] = []
        self._locked: set[int] = set()
        self._declined: set[int] = set()
        """Seats that had their chance at the current top and passed."""
        self.asked: int | None = None

        self._required: str | None = None
        dealt = set().union(*self.hands)
        lowest = min(dealt, key=lambda card: order(card, house))
        wins = {seat: dealt_win(hand, house) for seat, hand in enumerate(self.hands)}
        winning = {seat: key for seat, key in wins.items() if key is not None}
        if winning:
            self._end_by_dealt_win(winning)
        elif house.first_lead == "previous_winner" and leader is not None:
            self.asked = leader
        else:
            self.asked = next(seat for seat, hand in enumerate(self.hands) if lowest in hand)
            if house.first_contains_lowest:
                self._required = lowest

    # Asking

    def _after(self, seat: int) -> list[int]:
        """The other seats in turn order."""
        return [(seat + step) % self.seats for step in range(1, self.seats)]

    @property
    def top(self) -> Play | None:
        return self._trick[-1][1] if self._trick else None

    def _may_reenter(self) -> bool:
        """Whether a seat that has passed gets a chance at this top, judged by kind alone (TL-4.4)."""
        assert self.top is not None
        shape = combination(self.top, self.house)
        assert shape is not None
        allowed = {
            "none": (),
            "specials": ("run 3", "quad", "run 4", "run 5", "run 6"),
            "pair_run_4": ("run 4", "run 5", "run 6"),
        }[self.house.reentry]
        return any(_target(shape) in self.house.beating[special] for special in allowed)

    def _next_asked(self) -> int | None:
        """The next seat, in ring order from the owner of the top, that has not had its chance at it."""
        for seat in self._after(self._trick[-1][0]):
            if not self.hands[seat] or seat in self._declined:
                continue
            if seat not in self._locked or self._may_reenter():
                return seat
        return None

    def legal(self) -> set[Play | str]:
        """What the asked seat may do: sets of cards, and `"pass"` where it is not leading."""
        if self.asked is None:
            return set()
        held = [play for play in self._dealt_leads[self.asked] if play <= self.hands[self.asked]]
        if self.top is None:
            return {play for play in held if self._required is None or self._required in play}
        over = {play for play in held if beats(play, self.top, self.house)}
        if self.asked in self._locked:
            over = {play for play in over if self._is_allowed_to_reenter(play)}
        return {*over, "pass"}

    def _is_allowed_to_reenter(self, play: Play) -> bool:
        shape = combination(play, self.house)
        assert shape is not None
        if self.house.reentry == "specials":
            return _special(shape) is not None
        return shape[0] == "pair_run" and shape[1] >= 4

    # Acting

    def play(self, cards: Iterable[str]) -> None:
        laid = frozenset(cards)
        assert laid in self.legal(), laid
        seat = self.asked
        assert seat is not None
        self._required = None
        self.hands[seat] -= laid
        self._has_laid.add(seat)
        self._trick.append((seat, laid))
        self._declined = set()
        if not self.hands[seat]:
            self.out.append(seat)
            holding = [other for other in range(self.seats) if self.hands[other]]
            if self.house.play_until == "first_out" or len(holding) == 1:
                self._end(holding)
                return
        self._go_on()

    def pass_(self) -> None:
        assert "pass" in self.legal()
        assert self.asked is not None
        self._locked.add(self.asked)
        self._declined.add(self.asked)
        self._go_on()

    def timeout(self) -> None:
        """TL-9.1: on a lead the lowest single, holding the required card where one is; otherwise a pass."""
        if self.top is not None:
            self.pass_()
            return
        singles = [play for play in self.legal() if isinstance(play, frozenset) and len(play) == 1]
        self.play(min(singles, key=lambda play: order(next(iter(play)), self.house)))

    def _go_on(self) -> None:
        self.asked = self._next_asked()
        if self.asked is not None:
            return
        owner = self._trick[-1][0]
        self._pay_chops()
        self._trick, self._locked, self._declined = [], set(), set()
        self.asked = next(seat for seat in (owner, *self._after(owner)) if self.hands[seat])  # TL-4.6

    # Paying

    def _pay(self, payer: int, payee: int, units: int, reason: str) -> None:
        assert payer != payee
        if units:
            self.postings.append((payer, payee, units, reason))

    def _pay_chops(self) -> None:
        """TL-7.6, or the southern way: the last one cut pays."""
        shapes = [combination(play, self.house) for _, play in self._trick]
        specials = [None if shape is None else _special(shape) for shape in shapes]
        if len(self._trick) < 2 or specials[-1] is None:
            return
        chopped, chopper = self._trick[-2][0], self._trick[-1][0]
        if self.house.chops == "specials laid":
            units = sum(self.house.prices[special] for special in specials if special is not None)
        else:
            units = sum(
                cut_price(play, self.house)
                for (_, play), above in zip(self._trick, specials[1:], strict=False)
                if above is not None
            )
        self._pay(chopped, chopper, units, "chop")

    def _end(self, holding: list[int]) -> None:
        self.asked, self.over = None, True
        self.winner = self.out[0]
        self._pay_chops()
        if self.house.places:
            self._pay_places(self.out + holding)
            return
        for seat in holding:
            units, counted = _charge(self.hands[seat], self.house)
            if seat in self._has_laid or self.house.unplayed_units is None:
                self._pay(seat, self.winner, counted, "cards left")
            else:
                self._pay(seat, self.winner, self.house.unplayed_units, "unplayed")
            self._pay(seat, self.winner, units, "2s and specials left")

    def _pay_places(self, places: list[int]) -> None:
        last, ahead = places[-1], places[-2]
        self._pay(last, ahead, leftover_units(self.hands[last], self.house), "2s and specials left")
        for payer, payee, units in self.house.places[self.seats]:
            self._pay(places[payer], places[payee], units, "place")

    def _end_by_dealt_win(self, winning: dict[int, DealtWin]) -> None:
        self.over = True
        self.winner = max(winning, key=lambda seat: winning[seat])
        for seat in self._after(self.winner):
            self._pay(seat, self.winner, self.house.dealt_win_units, "dealt win")
            if self.house.dealt_win_charges_leftovers and seat not in winning:
                self._pay(seat, self.winner, leftover_units(self.hands[seat], self.house), "2s and specials left")

    def totals(self) -> list[int]:
        """Units won or lost per seat, so far."""
        units = [0] * self.seats
        for payer, payee, paid, _ in self.postings:
            units[payer] -= paid
            units[payee] += paid
        return units
