"""What others lay: the shipped samples, and that what is told by them is a matter of counting."""

from __future__ import annotations

import hashlib
import random
import zlib
from importlib.resources import files
from itertools import islice
from typing import Any

import pytest

from common.cards import cards
from shisanshui import best, hints, is_foul, load_ruleset, make_odds, rulesets
from shisanshui.ask import book_of
from shisanshui.odds import STEPS, UNIT, odds_for, odds_from
from shisanshui.rows import RowType
from shisanshui.rulebook import Rulebook
from shisanshui.sample import SAMPLES, Laid, nearest, packed, read
from shisanshui.scoring import judge, tables_with
from shisanshui.specials import SpecialKind

Layout = tuple[int, int, int]


def some(name: str, size: int = 60) -> tuple[Laid, ...]:
    """Some layouts of a shipped sample, specials among them."""
    whole = read(name)
    with_special = [laid for laid in whole if laid.special is not None][:4]
    return (*with_special, *whole[:: len(whole) // (size - len(with_special))])[:size]


class Naive:
    """The score of a layout, counted layout by layout, opponent by opponent."""

    def __init__(self, book: Rulebook, seats: int, sample: tuple[Laid, ...]) -> None:
        self.book, self.size, self.others = book, len(sample), seats - 1
        self.feats = book.rules.feats
        self.shift = 3 if any(book.suits[4:]) else 0
        known = {SpecialKind(kind) for kind in book.specials.kinds}
        self.rows = [self.values(laid) for laid in sample if laid.special not in known]
        self.sweep = 0
        if self.feats.home_run > 1:
            self.sweep = (self.feats.home_run - self.feats.gun) * (seats == self.feats.home_run_seats)
        elif self.feats.sweep > 1:
            self.sweep = self.feats.sweep - 1

    def values(self, laid: Laid) -> Layout:
        front, middle, back = (
            strength << self.shift | (edge if self.book.suits[4 + self.book.type_of(strength)] else 0)
            for strength, edge in zip(laid.strengths, laid.edges, strict=True)
        )
        return front, middle, back

    def worth(self, rows: Layout) -> list[int]:
        return [self.book.waters_of(place, value >> self.shift) for place, value in enumerate(rows)]

    def chance(self, beaten: int) -> int:
        """That all opponents but one are beaten, in UNIT."""
        return int(UNIT * beaten ** (self.others - 1) // self.size ** (self.others - 1))

    def beaten(self, rows: Layout) -> int:
        return sum(all(a > b for a, b in zip(rows, other, strict=True)) for other in self.rows)

    def additive(self, rows: Layout) -> int:
        total = 0
        for other in self.rows:
            for mine, its, own, theirs in zip(rows, other, self.worth(rows), self.worth(other), strict=True):
                total += own * (mine > its) - theirs * (mine < its)
        return total

    def score(self, rows: Layout) -> int:
        total, gun = UNIT * self.additive(rows), UNIT * (self.feats.gun - 1)
        for other in self.rows:
            won = sum(a > b for a, b in zip(rows, other, strict=True))
            lost = sum(a < b for a, b in zip(rows, other, strict=True))
            total += UNIT * self.feats.majority * ((won > lost) - (won < lost))
            if won == 3:
                total += sum(self.worth(rows)) * (gun + self.sweep * self.chance(self.beaten(rows)))
            if lost == 3:
                total -= sum(self.worth(other)) * (gun + self.sweep * self.chance(self.beaten(other)))
        return total


@pytest.mark.parametrize("name", rulesets())
def test_a_sample_comes_with_every_house(name: str) -> None:
    sample, book = read(name), book_of(name)
    assert len(sample) == SAMPLES
    shipped = (files("shisanshui") / "samples" / f"{name}.bin").read_bytes()
    assert zlib.decompress(packed(sample)) == zlib.decompress(shipped)
    assert not any(book.is_foul(*laid.strengths) for laid in sample)
    kinds = {SpecialKind(kind) for kind in book.specials.kinds}
    assert {laid.special for laid in sample} <= {None, *kinds}
    assert sum(book.type_of(laid.strengths[2]) >= RowType.FLUSH for laid in sample) / SAMPLES > 0.25
    assert nearest(book.rules) == name


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("name", ["meitian", "bb", "bianfeng", "chinese-poker-2-4", "chinese-poker-1-6"])
def test_SS_7_scores_are_counted_guns_home_runs_sweeps_and_majorities_included(name: str, seats: int) -> None:
    book, sample = book_of(name), some(name)
    naive, of_house = Naive(book, seats, sample), tables_with(book, odds_from(book, seats, sample))
    drawn = random.Random(1)
    layouts = [naive.values(drawn.choice(read(name))) for _ in range(60)]
    for rows in layouts:
        assert judge(of_house, *rows) == naive.score(rows)
        weigh = of_house.odds.weigh
        assert weigh.front[rows[0]] + weigh.middle[rows[1]] + weigh.back[rows[2]] == naive.additive(rows)


@pytest.mark.parametrize("name", ["meitian", "bb"])
def test_scores_are_exact_where_many_layouts_lie_in_one_step(name: str) -> None:
    book, sample = book_of(name), some(name, 40 * STEPS)
    naive, of_house = Naive(book, 4, sample), tables_with(book, odds_from(book, 4, sample))
    drawn = random.Random(2)
    for rows in [*(naive.values(drawn.choice(read(name))) for _ in range(4)), *naive.rows[:: len(naive.rows) // 3]]:
        assert judge(of_house, *rows) == naive.score(rows)


@pytest.mark.parametrize("name", ["meitian", "bianfeng"])
def test_SS_7_5_a_special_collects_from_ordinary_and_lower_seats(name: str) -> None:
    book, sample = book_of(name), some(name)
    seats, odds = 4, odds_from(book, 4, sample)
    places = {kind: int(place) for kind, place in zip(book.specials.kinds, book.specials.places, strict=True)}
    theirs = [places.get(laid.special) if laid.special is not None else None for laid in sample]

    def collects(place: int) -> int:
        """From each lower one, in UNIT, the sweep included."""
        below = sum(of is None or of > place for of in theirs)
        rule = book.special_rules[place]
        swept = UNIT * below ** (seats - 2) // len(sample) ** (seats - 2)
        return int(rule.waters * (UNIT + (rule.swept - 1) * swept))

    for place in range(len(book.special_rules)):
        got = sum(collects(place) for of in theirs if of is None or of > place)
        assert odds.specials[place] == got - sum(collects(of) for of in theirs if of is not None and of < place)
    assert odds.cost == sum(collects(of) for of in theirs if of is not None) > 0


def test_a_sample_is_made_of_hands_as_they_are_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make_odds, "SAMPLES", 8 * make_odds.PARTS)
    book = book_of("meitian")
    first, second = list(make_odds.hands(book, 0)), list(make_odds.hands(book, 1))
    assert first != second
    for table in (first[:4], first[4:]):
        assert sorted(card for hand in table for card in hand) == sorted(book.pack)
    for own in first:
        laid = make_odds.laid(book, None, own)
        assert (
            laid.strengths == tuple(map(book.strength, hints(own, "meitian", limit=1)[0])) or laid.special is not None
        )


@pytest.mark.parametrize(
    ("name", "digest"),
    [("bb", "533e1f058e8c8a50"), ("luosong-wild-five", "3778fac8aee95d23")],
)
def test_a_sample_is_made_alike_everywhere(name: str, digest: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make_odds, "SAMPLES", 3 * make_odds.PARTS)
    monkeypatch.setattr(make_odds, "MOST_ROUNDS", 2)
    content = zlib.decompress(packed(make_odds.sample(book_of(name))))
    assert hashlib.sha256(content).hexdigest()[:16] == digest


OWN: tuple[dict[str, Any], ...] = (
    {"extends": "meitian", "deal": {"pack": 54}},
    {"extends": "meitian", "straights": {"wheel": "none"}},
    {"extends": "chinese-poker-2-4", "straights": {"wheel": "second"}, "waters": {"front": {"trips": 9}}},
    {"extends": "bb", "straights": {"wheel": "lowest"}, "rows": {"strict": True}},
    {"extends": "luosong-spare", "deal": {"pack": 67, "spares": 2}},
    {"extends": "luosong-wild", "jokers": {"wild_may_duplicate": False}, "waters": {"middle": {"pair": 5}}},
    {"extends": "maubinh", "feats": {"gun": 7, "home_run": 30}, "seats": {"most": 3}},
)


@pytest.mark.parametrize("house", OWN, ids=str)
def test_a_house_of_ones_own_takes_the_sample_of_the_most_alike(house: dict[str, Any]) -> None:
    rules = load_ruleset({"name": "own", "title": "Own", **house})
    book = book_of(rules)
    dealt = random.Random(3)
    for _ in range(2):
        hand = dealt.sample(list(book.pack), book.hand_size)
        laid = best(hand, rules)
        assert not is_foul(laid, rules)
        assert best(hand[::-1], rules) == laid


def test_the_most_alike_is_told_by_pack_straights_and_waters() -> None:
    def own(**changes: Any) -> str:
        return nearest(load_ruleset({"name": "own", "title": "Own", **changes}))

    assert own(extends="meitian", money={"rake": "0.01", "cap": False}) == "meitian"
    assert own(extends="bianfeng", specials={"mode": "declared"}) == "bianfeng"
    assert own(extends="meitian", deal={"pack": 54}) == "luosong-wild"
    assert own(extends="meitian", straights={"wheel": "lowest"}).startswith("chinese-poker")


def test_SS_2_3_a_sample_is_read_on_the_houses_own_scale() -> None:
    rules = load_ruleset(
        {"extends": "chinese-poker-1-6", "name": "own", "title": "Own", "straights": {"wheel": "none"}}
    )
    book = book_of(rules)
    odds = odds_for(book, 4)
    assert nearest(rules) == "chinese-poker-1-6"
    there = {RowType(int(book.scale.types[int(laid) >> 42])) for laid in odds.laid[: len(odds.laid) // 3]}
    assert {RowType.STRAIGHT, RowType.FLUSH, RowType.FULL_HOUSE, RowType.QUADS} <= there
    lowest = book.strength(cards("2c 3d 4h 5s 6c"))
    theirs = book_of("chinese-poker-1-6")
    straights = [laid.strengths[2] for laid in read("chinese-poker-1-6")]
    wheels = sum(straight == theirs.strength(cards("Ac 2d 3h 4s 5c")) for straight in straights)
    sixes = sum(straight == theirs.strength(cards("2c 3d 4h 5s 6c")) for straight in straights)
    assert wheels > 0
    assert sum(int(laid) >> 42 == lowest for laid in odds.laid[: len(odds.laid) // 3]) == sixes


def test_samples_are_small() -> None:
    sizes = [len((files("shisanshui") / "samples" / f"{name}.bin").read_bytes()) for name in rulesets()]
    assert max(sizes) < 80_000


def test_hands_of_a_round_follow_from_its_number() -> None:
    book = book_of("luosong-spare")
    again = list(islice(make_odds.hands(book, 3), 5))
    assert again == list(islice(make_odds.hands(book, 3), 5))
    assert all(len(own) == 16 and list(own) == sorted(own) for own in again)
