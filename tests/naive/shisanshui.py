"""十三水 a second time, slow and obvious, from the prose of the rules alone.

A card is a two-character string, a joker `"Xb"` or `"Xr"`; a layout is three tuples of cards, front, middle, back.
Nothing here knows the product; the product is checked against it. The ids in the comments are those of the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, combinations_with_replacement

RANKS = "23456789TJQKA"
SUITS = "dchs"  # SS-2.5, low to high
PACK = [rank + suit for rank in RANKS for suit in SUITS]
TYPES = (
    "high card",
    "pair",
    "two pair",
    "trips",
    "straight",
    "flush",
    "full house",
    "quads",
    "straight flush",
    "five of a kind",
)
PLACES = ("front", "middle", "back")
HOUSE = -1
"""Stands for the house among the payees (SS-7.8)."""

Cards = tuple[str, ...]
Layout = tuple[Cards, Cards, Cards]
Row = tuple[int, tuple[int, ...], int]
"""Type, ranks that decide, suit that decides (0 where suits do not count)."""
Rows = tuple[Row, Row, Row]
Posting = tuple[int, int, int, str]
"""Payer, payee, units, reason."""
SpecialKey = tuple[int, tuple[tuple[int, ...], ...]]
"""Standing in the house's list, and what decides between two of the same standing."""


@dataclass(frozen=True)
class House:
    """What a table has agreed on, written by hand from the rules and their section "Rulesets"."""

    name: str
    wheel: str = "second"
    """Where A 2 3 4 5 stands among straights: `second`, `lowest` or `none` (SS-2.3)."""
    suited_types: tuple[str, ...] = ()
    """The types in which a suit decides between equal ranks (SS-2.5)."""
    bonus: dict[tuple[str, str], int] = field(default_factory=dict, hash=False)
    """Waters of (place, type) where they are more than 1 (SS-6)."""
    gun: int = 2
    """What three rows won against one seat are multiplied by (SS-7.2)."""
    home_run: int = 4
    """The same where all three others are gunned, in all; 0 for none (SS-7.3)."""
    sweep: bool = False
    """通杀 (SS-7.4), which doubles dragons too (SS-7.5)."""
    majority: int = 0
    """For whoever wins more rows than the other."""
    foul: int | str | None = None
    """None: refused. A number: paid to each other seat. `printed`: SS-7.6."""
    specials: tuple[tuple[tuple[str, ...], int], ...] = ()
    """High to low: names that stand alike, waters (SS-5)."""
    declared: bool = False
    ties: str = "draw"
    """Equal specials: `draw`, `dragon by suit` or `compare` (SS-7.5)."""
    row_specials_from_layout: bool = False
    quads_as_two_pairs: bool = True
    seats: tuple[int, ...] = (2, 3, 4)
    pack: int = 52


def _bonus(front_trips: int, middle: tuple[int, ...], back: tuple[int, ...]) -> dict[tuple[str, str], int]:
    kinds = ("full house", "quads", "straight flush", "five of a kind")
    paid = {("front", "trips"): front_trips}
    paid |= {("middle", kind): units for kind, units in zip(kinds, middle, strict=False)}
    paid |= {("back", kind): units for kind, units in zip(kinds, back, strict=False)}
    return paid


def _list(*named: tuple[str, int]) -> tuple[tuple[tuple[str, ...], int], ...]:
    return tuple(((name,), units) for name, units in named)


_MEITIAN_SPECIALS = _list(
    ("suited dragon", 32),
    ("dragon", 30),
    ("twelve royals", 24),
    ("three straight flushes", 20),
    ("three quads", 20),
    ("all high", 10),
    ("all low", 10),
    ("one colour", 10),
    ("four trips", 6),
    ("five pairs and trips", 5),
    ("six pairs", 4),
    ("three straights", 4),
    ("three flushes", 3),
)
_LUOSONG_SPECIALS = _list(
    ("suited dragon", 108),
    ("dragon", 36),
    ("twelve royals", 24),
    ("three straight flushes", 22),
    ("three quads", 20),
    ("all high", 15),
    ("all low", 12),
    ("one colour", 10),
    ("four trips", 6),
    ("five pairs and trips", 5),
    ("six pairs", 4),
    ("three flushes", 3),
    ("three straights", 3),
)
_LUOSONG_BONUS = _bonus(3, (2, 7, 9, 11), (1, 4, 5, 6))
_USUAL_BONUS = _bonus(3, (2, 8, 10), (1, 4, 5))

MEITIAN = House("meitian", bonus=_USUAL_BONUS, specials=_MEITIAN_SPECIALS)
BB = House(
    "bb",
    suited_types=TYPES,
    bonus=_bonus(2, (2, 8, 10), (1, 4, 5)),
    specials=_MEITIAN_SPECIALS,
    declared=True,
    ties="compare",
    seats=(4,),
)
BIANFENG = House(
    "bianfeng",
    suited_types=("straight flush", "flush", "straight", "two pair", "pair"),
    bonus=_USUAL_BONUS,
    gun=1,
    home_run=0,
    sweep=True,
    foul="printed",
    specials=(
        (("suited dragon",), 52),
        (("dragon",), 26),
        (("six pairs", "five pairs and trips", "three straights", "three flushes"), 3),
    ),
    ties="dragon by suit",
    row_specials_from_layout=True,
    seats=(4,),
)
LUOSONG = House("luosong", bonus=_LUOSONG_BONUS, specials=_LUOSONG_SPECIALS)
LUOSONG_FIVE = House("luosong-five", bonus=_LUOSONG_BONUS, specials=_LUOSONG_SPECIALS[:2], seats=(5,), pack=65)
LUOSONG_WILD = House("luosong-wild", bonus=_LUOSONG_BONUS, specials=_LUOSONG_SPECIALS, pack=54)
LUOSONG_WILD_FIVE = House(
    "luosong-wild-five", bonus=_LUOSONG_BONUS, specials=_LUOSONG_SPECIALS[:2], seats=(5,), pack=67
)
LUOSONG_SPARE = House("luosong-spare", bonus=_LUOSONG_BONUS, specials=_LUOSONG_SPECIALS[:2], pack=65)
MAUBINH = House(
    "maubinh",
    bonus=_USUAL_BONUS,
    foul=6,
    specials=_list(
        ("suited dragon", 24), ("dragon", 12), ("six pairs", 3), ("three straights", 3), ("three flushes", 3)
    ),
)
CHINESE_POKER_2_4 = House("chinese-poker-2-4", wheel="lowest", gun=1, home_run=0, majority=1, foul=4)
CHINESE_POKER_1_6 = House("chinese-poker-1-6", wheel="lowest", gun=2, home_run=0, foul=6)

HOUSES = {
    house.name: house
    for house in (
        MEITIAN,
        BB,
        BIANFENG,
        LUOSONG,
        LUOSONG_FIVE,
        LUOSONG_WILD,
        LUOSONG_WILD_FIVE,
        LUOSONG_SPARE,
        MAUBINH,
        CHINESE_POKER_2_4,
        CHINESE_POKER_1_6,
    )
}


# Rows


def _ranks(cards: Iterable[str]) -> tuple[int, ...]:
    """Ranks of all cards, highest first."""
    return tuple(sorted((RANKS.index(card[0]) for card in cards), reverse=True))


def _best_suit(cards: Iterable[str], rank: int) -> int:
    return max(SUITS.index(card[1]) for card in cards if RANKS.index(card[0]) == rank)


def _straights(house: House) -> list[str]:
    """All straights, low to high (SS-2.3)."""
    plain = [RANKS[start : start + 5] for start in range(9)]
    if house.wheel == "second":
        return [*plain[:-1], "2345A", plain[-1]]
    if house.wheel == "lowest":
        return ["2345A", *plain]
    return plain


SHORT_RUNS = [*(RANKS[start : start + 3] for start in range(10)), "23A", "QKA"]
"""The runs that count in front inside a special, low to high (SS-5.2, SS-7.5)."""


def _straight(cards: Iterable[str], house: House) -> int | None:
    """Place of these cards among the straights (five cards) or the short runs (three), or None."""
    held = "".join(sorted((card[0] for card in cards), key=RANKS.index))
    known = SHORT_RUNS if len(held) == 3 else _straights(house)
    return known.index(held) if held in known else None


def _is_suited(cards: Iterable[str]) -> bool:
    return len({card[1] for card in cards}) == 1


def _natural_row(cards: Cards, house: House) -> Row:
    """A row without jokers (SS-2.1 to SS-2.5)."""
    ranks = _ranks(cards)
    groups = sorted(Counter(ranks).items(), key=lambda group: (group[1], group[0]), reverse=True)
    sizes = [size for _, size in groups]
    by_group = tuple(rank for rank, _ in groups)
    straight = _straight(cards, house) if len(cards) == 5 else None
    suited = len(cards) == 5 and _is_suited(cards)

    if sizes == [5]:
        name, deciding = "five of a kind", by_group
    elif straight is not None and suited:
        name, deciding = "straight flush", (straight,)
    elif sizes[0] == 4:
        name, deciding = "quads", by_group
    elif sizes == [3, 2]:
        name, deciding = "full house", by_group
    elif suited:
        name, deciding = "flush", ranks
    elif straight is not None:
        name, deciding = "straight", (straight,)
    elif sizes[0] == 3:
        name, deciding = "trips", by_group
    elif sizes[:2] == [2, 2]:
        name, deciding = "two pair", by_group
    elif sizes[0] == 2:
        name, deciding = "pair", by_group
    else:
        name, deciding = "high card", ranks

    suit = 0
    if name in house.suited_types:
        top = ranks[0] if name in ("flush", "straight", "straight flush", "high card") else by_group[0]
        suit = _best_suit(cards, top)
    return TYPES.index(name), deciding, suit


def _substitutions(cards: Iterable[str]) -> Iterator[Cards]:
    """Every hand that the jokers among these cards can make of them (SS-2.6)."""
    held = tuple(cards)
    natural = tuple(card for card in held if card[0] != "X")
    for stand_ins in combinations_with_replacement(PACK, len(held) - len(natural)):
        yield natural + stand_ins


@cache
def _row(cards: Cards, house: House) -> Row:
    return max(_natural_row(made, house) for made in _substitutions(cards))


def row(cards: Iterable[str], house: House) -> Row:
    """The strength of three or five cards, jokers at their best: a tuple that compares."""
    return _row(tuple(sorted(cards)), house)


def rows(layout: Layout, house: House) -> Rows:
    front, middle, back = layout
    return row(front, house), row(middle, house), row(back, house)


def type_name(strength: Row) -> str:
    return TYPES[strength[0]]


def compare(one: Iterable[str], other: Iterable[str], house: House) -> int:
    """1 where the first row is stronger, -1 where the second is, 0 for a draw."""
    a, b = row(one, house), row(other, house)
    return (a > b) - (a < b)


def waters(strength: Row, place: str, house: House) -> int:
    """What a row wins where it lies (SS-6)."""
    return house.bonus.get((place, type_name(strength)), 1)


def _is_foul(front: Row, middle: Row, back: Row) -> bool:
    """SS-3.1, SS-3.2: suits do not count; front and middle by type, then by the ranks they have in common."""
    if middle[:2] > back[:2]:
        return True
    if front[0] != middle[0]:
        return front[0] > middle[0]
    common = min(len(front[1]), len(middle[1]))
    return front[1][:common] > middle[1][:common]


def foul(layout: Layout, house: House) -> bool:
    return _is_foul(*rows(layout, house))


# Layouts


def splits(hand: Sequence[str]) -> Iterator[Layout]:
    """All 72,072 ways to lay out thirteen cards, counted by the cards' positions in the hand."""
    assert len(hand) == 13
    positions = set(range(13))
    for front in combinations(range(13), 3):
        rest = sorted(positions.difference(front))
        for middle in combinations(rest, 5):
            back = (at for at in rest if at not in middle)
            yield tuple(hand[at] for at in front), tuple(hand[at] for at in middle), tuple(hand[at] for at in back)


def legal_layouts(hand: Iterable[str], house: House) -> list[tuple[Layout, Rows]]:
    """Every split that is no foul, with the strengths of its rows."""
    held = tuple(sorted(hand))
    strengths = {cards: row(cards, house) for size in (3, 5) for cards in combinations(held, size)}
    found = []
    for laid in splits(held):
        front, middle, back = (strengths[cards] for cards in laid)
        if not _is_foul(front, middle, back):
            found.append((laid, (front, middle, back)))
    return found


def pareto(hand: Iterable[str], house: House) -> set[Rows]:
    """Strengths (back, middle, front) of legal layouts that no other legal layout equals or betters throughout.

    Strengths are those by which rows are compared in this house, suits included where they count.
    """
    triples = sorted({(back, middle, front) for _, (front, middle, back) in legal_layouts(hand, house)}, reverse=True)
    best: list[Rows] = []
    for triple in triples:  # whatever betters a triple comes before it
        if not any(all(a >= b for a, b in zip(other, triple, strict=True)) for other in best):
            best.append(triple)
    return set(best)


def _above_1(laid: Rows, house: House) -> list[int]:
    """What each row pays above the 1 that every row pays: the bonuses (奖励分 of the source)."""
    return [waters(strength, place, house) - 1 for strength, place in zip(laid, PLACES, strict=True)]


def best_bonus(hand: Iterable[str], house: House) -> int:
    """The highest sum of bonuses, of what rows pay above 1, of any legal layout (SS-8.2)."""
    return max(sum(_above_1(laid, house)) for _, laid in legal_layouts(hand, house))


def _pattern_ranks(strength: Row) -> tuple[int, ...]:
    """The ranks that make a row what it is, loose cards left out."""
    loose_from = {"high card": 0, "pair": 1, "two pair": 2, "trips": 1, "quads": 1}
    return strength[1][: loose_from.get(type_name(strength), 5)]


def _hint_key(laid: Rows, house: House) -> tuple[tuple[int, ...] | int, ...]:
    """SS-8.2 up to the loose cards of SS-8.3; greater is better."""
    front, middle, back = laid
    above = _above_1(laid, house)
    placed = [(place, type_name(strength)) for place, strength in zip(PLACES, laid, strict=True)]
    kinds = [
        sum(name == "five of a kind" for _, name in placed),
        sum(name == "straight flush" for _, name in placed),
        sum(name == "quads" for _, name in placed),
        placed.count(("front", "trips")),
        placed.count(("middle", "full house")),
    ]
    loose: tuple[int, ...] = ()
    if front[0] == 0:
        loose = front[1]
        if middle[0] == 0:
            loose = (middle[1][0], *front[1], *middle[1][1:])
    return (
        sum(above),
        sum(units > 0 for units in above),
        tuple(kinds),
        (back[0], middle[0], front[0]),
        _pattern_ranks(back),
        _pattern_ranks(middle),
        _pattern_ranks(front),
        loose,
    )


def hints_first(hand: Iterable[str], house: House) -> set[Layout] | None:
    """The layouts among which hint #1 must be, or None where a special comes first (SS-8.1).

    Several where only loose cards outside SS-8.3, or suits, differ: there SS-8.2 leaves it to the cards' numbers.
    Each row comes sorted as text.
    """
    held = tuple(hand)
    if special(held, house) is not None:
        return None
    candidates = legal_layouts(held, house)
    best = max(_hint_key(laid, house) for _, laid in candidates)
    return {layout for layout, laid in candidates if _hint_key(laid, house) == best}


# Specials


def _pairs(cards: Cards, house: House) -> list[int] | None:
    """The ranks of the pairs among cards of which an even number of each rank is held, highest first, or None."""
    found = []
    for rank, held in Counter(_ranks(cards)).items():
        if held % 2 or (held > 2 and not house.quads_as_two_pairs):
            return None
        found += [rank] * (held // 2)
    return sorted(found, reverse=True)


def _without(cards: Cards, taken: Iterable[str]) -> Cards:
    rest = list(cards)
    for card in taken:
        rest.remove(card)
    return tuple(rest)


def _grouped(cards: Cards, house: House, size: int, pairs: int) -> tuple[int, list[int]] | None:
    """A rank held `size` times whose cards, taken away, leave so many pairs: that rank, the pairs' ranks."""
    for rank, held in Counter(_ranks(cards)).items():
        if held == size:
            rest = _pairs(_without(cards, [card for card in cards if RANKS.index(card[0]) == rank]), house)
            if rest is not None and len(rest) == pairs:
                return rank, rest
    return None


def _ranks_held(cards: Cards, times: int) -> list[int]:
    return sorted((rank for rank, held in Counter(_ranks(cards)).items() if held >= times), reverse=True)


def _four_trips(cards: Cards, house: House) -> bool:
    if not house.quads_as_two_pairs and max(Counter(_ranks(cards)).values()) > 3:
        return False
    return len(_ranks_held(cards, 3)) == 4


WHOLE: dict[str, Callable[[Cards, House], bool]] = {
    "suited dragon": lambda cards, _: len(set(_ranks(cards))) == 13 and _is_suited(cards),
    "dragon": lambda cards, _: len(set(_ranks(cards))) == 13,
    "twelve royals": lambda cards, _: all(card[0] in "JQKA" for card in cards),
    "three quads": lambda cards, _: len(_ranks_held(cards, 4)) == 3,
    "all high": lambda cards, _: all(card[0] in "89TJQKA" for card in cards),
    "all low": lambda cards, _: all(card[0] in "2345678" for card in cards),
    "one colour": lambda cards, _: len({card[1] in "hd" for card in cards}) == 1,
    "four trips": _four_trips,
    "five pairs and trips": lambda cards, house: _grouped(cards, house, 3, 5) is not None,
    "six pairs": lambda cards, house: _grouped(cards, house, 1, 6) is not None,
}
"""What the whole hand is, jokers already replaced."""

BY_ROW: dict[str, Callable[[Cards, House], bool]] = {
    "three straight flushes": lambda cards, house: _is_suited(cards) and _straight(cards, house) is not None,
    "three straights": lambda cards, house: _straight(cards, house) is not None,
    "three flushes": lambda cards, _: _is_suited(cards),
}
"""What each of three rows must be, jokers already replaced (SS-5.2)."""


@cache
def _row_is(name: str, cards: Cards, house: House) -> bool:
    return any(BY_ROW[name](made, house) for made in _substitutions(cards))


def _row_splits(name: str, hand: Cards, house: House) -> Iterator[Layout]:
    """Every partition of the hand whose rows are all what the special asks for."""
    held = tuple(sorted(hand))
    for front in combinations(held, 3):
        if not _row_is(name, front, house):
            continue
        rest = _without(held, front)
        for middle in combinations(rest, 5):
            if _row_is(name, middle, house):
                back = _without(rest, middle)
                if _row_is(name, back, house):
                    yield front, middle, back


def has_special(name: str, hand: Iterable[str], house: House) -> bool:
    """Whether a hand is this special, by substituting every joker and trying every partition."""
    held = tuple(hand)
    assert len(held) == 13
    if name in WHOLE:
        return any(WHOLE[name](made, house) for made in _substitutions(held))
    return next(_row_splits(name, held, house), None) is not None


def _tie_break(name: str, hand: Cards, house: House) -> tuple[tuple[int, ...], ...]:
    """What decides between two specials of the same name (SS-7.5)."""
    if house.ties == "draw" or (house.ties == "dragon by suit" and name != "suited dragon"):
        return ()
    if name in BY_ROW:
        found = []
        for front, middle, back in _row_splits(name, hand, house):
            if name == "three flushes":
                ranks = [_ranks(cards) for cards in (back, middle, front)]
            else:
                places = [_straight(cards, house) for cards in (back, middle, front)]
                ranks = [(place,) for place in places if place is not None]
            found.append((*ranks, (_best_suit(back, _ranks(back)[0]),)))
        return max(found)
    if name == "three quads":
        groups = _ranks_held(hand, 4)
        odd = [rank for rank in _ranks(hand) if rank not in groups]
    elif name == "four trips":
        groups = _ranks_held(hand, 3)
        odd = list((Counter(_ranks(hand)) - Counter(groups * 3)).elements())
    elif name == "five pairs and trips":
        grouped = _grouped(hand, house, 3, 5)
        assert grouped is not None
        groups, odd = [grouped[0], *grouped[1]], []
    elif name == "six pairs":
        grouped = _grouped(hand, house, 1, 6)
        assert grouped is not None
        groups, odd = grouped[1], [grouped[0]]
    else:  # dragons and plain ones
        groups, odd = list(_ranks(hand)), []
    return tuple(groups), tuple(odd), (_best_suit(hand, groups[0]),)


def _best_special(hand: Cards, house: House, is_one: Callable[[str], bool]) -> tuple[str, SpecialKey] | None:
    for standing, (names, _) in enumerate(house.specials):
        for name in names:
            if is_one(name):
                return name, (-standing, _tie_break(name, hand, house))
    return None


def special(hand: Iterable[str], house: House) -> tuple[str, SpecialKey] | None:
    """The highest special of a hand and a key that compares with others in the same house, or None (SS-5)."""
    held = tuple(hand)
    return _best_special(held, house, lambda name: has_special(name, held, house))


def special_laid(layout: Layout, house: House) -> tuple[str, SpecialKey] | None:
    """The special under a layout: of the whole hand, but three straights and flushes as laid in `bianfeng`."""
    hand = layout[0] + layout[1] + layout[2]

    def is_one(name: str) -> bool:
        if name in BY_ROW and house.row_specials_from_layout:
            return not foul(layout, house) and all(_row_is(name, tuple(sorted(part)), house) for part in layout)
        return has_special(name, hand, house)

    return _best_special(hand, house, is_one)


def special_waters(name: str, house: House) -> int:
    return next(units for names, units in house.specials if name in names)


def compare_specials(one: Iterable[str], other: Iterable[str], house: House) -> int:
    """1 where the first hand's special is higher, -1 where the second's is, 0 for a draw (SS-7.5)."""
    a, b = special(one, house), special(other, house)
    assert a is not None
    assert b is not None
    return (a[1] > b[1]) - (a[1] < b[1])


# Paying


@dataclass(frozen=True)
class Settlement:
    totals: tuple[int, ...]
    house: int
    postings: tuple[Posting, ...]


def _settlement(postings: list[Posting], seats: int) -> Settlement:
    totals = Counter[int]()
    for payer, payee, units, _ in postings:
        totals[payer] -= units
        totals[payee] += units
    return Settlement(tuple(totals[seat] for seat in range(seats)), totals[HOUSE], tuple(postings))


def settle(layouts: Sequence[Layout], house: House, declared: Sequence[bool | None] | None = None) -> Settlement:
    """What finished layouts pay (SS-7)."""
    seats = range(len(layouts))
    wishes = declared or [None] * len(layouts)
    laid = [rows(layout, house) for layout in layouts]
    specials: dict[int, tuple[str, SpecialKey]] = {}
    for seat in seats:
        if wishes[seat] is True or (wishes[seat] is None and not house.declared):
            found = special_laid(layouts[seat], house)
            assert found is not None or wishes[seat] is None, "no_special"
            if found is not None:
                specials[seat] = found
    fouls = {seat for seat in seats if seat not in specials and foul(layouts[seat], house)}
    assert house.foul is not None or not fouls, "foul"
    ordinary = [seat for seat in seats if seat not in specials and seat not in fouls]
    postings: list[Posting] = []

    def pay(payer: int, payee: int, units: int, reason: str) -> None:
        if units:
            postings.append((payer, payee, units, reason))

    # SS-7.1: rows between ordinary seats
    all_three: dict[int, set[int]] = {seat: set() for seat in seats}  # whom a seat has beaten in every row
    for one, other in combinations(ordinary, 2):
        won: Counter[int] = Counter()
        for place, mine, theirs in zip(PLACES, laid[one], laid[other], strict=True):
            if mine == theirs:
                continue
            winner, loser = (one, other) if mine > theirs else (other, one)
            won[winner] += 1
            pay(loser, winner, 1, f"{place} row")
            pay(loser, winner, waters(max(mine, theirs), place, house) - 1, f"{place} bonus")
        for winner, loser in ((one, other), (other, one)):
            if won[winner] > won[loser]:
                pay(loser, winner, house.majority, "majority")
            if won[winner] == 3:
                all_three[winner].add(loser)

    def once_more(loser: int, winner: int, times: int, reason: str) -> None:
        for place, strength in zip(PLACES, laid[winner], strict=True):
            pay(loser, winner, times * waters(strength, place, house), f"{place} {reason}")

    # SS-7.2 to SS-7.4: guns, home runs, sweeps
    for winner in ordinary:
        for loser in all_three[winner]:
            once_more(loser, winner, house.gun - 1, "gun")
        if len(seats) == 4 and len(all_three[winner] | fouls) == 3:
            for loser in all_three[winner]:
                if house.home_run:
                    once_more(loser, winner, house.home_run - house.gun, "home run")
                if house.sweep:
                    once_more(loser, winner, 1, "sweep")

    # SS-7.6: fouls, to ordinary seats
    printed = [waters(strength, place, house) for hand in laid for strength, place in zip(hand, PLACES, strict=True)]
    printed += [special_waters(name, house) for name, _ in specials.values()]
    for payer in sorted(fouls):
        for payee in ordinary:
            pay(payer, payee, house.foul if isinstance(house.foul, int) else max(3, *printed), "foul")

    # SS-7.5: specials
    for winner, (name, key) in specials.items():
        beaten = [seat for seat in seats if seat != winner and (seat not in specials or specials[seat][1] < key)]
        units = special_waters(name, house)
        doubled = house.sweep and name in ("suited dragon", "dragon") and len(beaten) == 3
        for loser in beaten:
            pay(loser, winner, units, "special")
            pay(loser, winner, units if doubled else 0, "sweep")
    return _settlement(postings, len(layouts))


def escape(seat: int, seats: int) -> Settlement:
    """逃跑 in `bianfeng` (SS-7.8): 18 from the escaper, 1 to each other seat, the rest to the house."""
    postings = [(seat, other, 1, "escape") for other in range(seats) if other != seat]
    postings.append((seat, HOUSE, 18 - len(postings), "escape"))
    return _settlement(postings, seats)


def level(points: int) -> int:
    """The level of so many points or so much silver (SS-9)."""
    found = 1
    for number in range(2, 25):
        if points >= 100 * 2 ** (number - 1):
            found = number
    return found
