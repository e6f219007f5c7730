"""Writes the count files of `tests/counts` anew: `python -m tests.naive.make_counts`. The same bytes every time."""

from __future__ import annotations

import random
from pathlib import Path

from tests.naive import shisanshui, tienlen

COUNTS = Path(__file__).parents[1] / "counts"
PACK = [rank + suit for rank in "3456789TJQKA2" for suit in "shcd"]


def _text(cards: object) -> str:
    """Cards in one order: by rank, then by the letter of the suit."""
    assert isinstance(cards, (list, tuple, set, frozenset))
    return " ".join(sorted(cards, key=lambda card: (tienlen.RANKS.index(card[0]), card[1])))


def _holding(draw: random.Random) -> list[str]:
    """Cards a seat may hold: random, of few ranks, or of one stretch of ranks with many pairs."""
    style = draw.choice(["any", "any", "few ranks", "pairs", "run", "few cards"])
    if style == "any":
        return draw.sample(PACK, 13)
    if style == "few cards":
        return draw.sample(PACK, draw.randint(1, 9))
    if style == "few ranks":
        ranks = draw.sample(tienlen.RANKS, draw.randint(4, 6))
    elif style == "pairs":
        start = draw.randint(0, 7)
        ranks = list(tienlen.RANKS[start : start + 5] + "2")
    else:
        start = draw.randint(0, 4)
        ranks = list(tienlen.RANKS[start : start + 8])
    stack = [card for card in PACK if card[0] in ranks]
    return draw.sample(stack, min(13, len(stack)))


def _top(draw: random.Random, holding: list[str], house: tienlen.House) -> list[str]:
    """Something another seat may have laid: of the cards not held, often a 2 or a special."""
    rest = [card for card in PACK if card not in holding]
    twos = [card for card in rest if card[0] == "2"]
    style = draw.choice(["2", "2 2", "quad", "pair run", "any", "any", "any"])
    if style == "2" and twos:
        return draw.sample(twos, 1)
    if style == "2 2" and len(twos) >= 2:
        return draw.sample(twos, 2)
    if style in ("quad", "pair run"):
        ranks = [rank for rank in tienlen.RANKS if sum(card[0] == rank for card in rest) >= 2]
        size = draw.choice([3, 3, 3, 4, 4, 5])
        runs = [
            tienlen.RANKS[at : at + size] for at in range(13 - size) if set(tienlen.RANKS[at : at + size]) <= set(ranks)
        ]
        quads = [rank for rank in tienlen.RANKS if sum(card[0] == rank for card in rest) == 4]
        if style == "quad" and quads:
            rank = draw.choice(quads)
            return [card for card in rest if card[0] == rank]
        if style == "pair run" and runs:
            return [card for rank in draw.choice(runs) for card in draw.sample([c for c in rest if c[0] == rank], 2)]
    seen = draw.sample(rest, min(11, len(rest)))
    found = sorted(_text(play) for play in tienlen.plays(seen, None, house))
    longer = [play for play in found if " " in play]
    return draw.choice(longer if longer and draw.random() < 0.8 else found).split()


def tienlen_lines(number: int = 450) -> list[str]:
    draw = random.Random("tienlen counts")
    lines: dict[str, None] = {}
    houses = list(tienlen.HOUSES.values())
    while len(lines) < number:
        house = houses[len(lines) % len(houses)]
        holding = _holding(draw)
        if draw.random() < 0.25:
            top = None
        else:
            top = _top(draw, holding, house)
        count = len(tienlen.plays(holding, top, house))
        if top is not None and count == 0 and draw.random() < 0.85:
            continue
        lines["\t".join((house.name, _text(holding), _text(top) if top else "-", str(count)))] = None
    return list(lines)


def _hand(draw: random.Random, pack: list[str]) -> list[str]:
    """Thirteen cards to lay out: random, of few ranks, of two or three suits, or of neighbouring ranks."""
    style = draw.choice(["any", "any", "few ranks", "few suits", "neighbours"])
    stack = list(pack)
    if style == "few ranks":
        ranks = draw.sample(shisanshui.RANKS, draw.randint(5, 7))
        stack = [card for card in pack if card[0] in ranks]
    elif style == "few suits":
        suits = draw.sample(shisanshui.SUITS, draw.randint(2, 3))
        stack = [card for card in pack if card[1] in suits]
    elif style == "neighbours":
        start = draw.randint(0, 6)
        stack = [card for card in pack if card[0] in shisanshui.RANKS[start : start + 7]]
    return draw.sample(stack, 13)


def _by_rank(card: str) -> tuple[int, str]:
    return shisanshui.RANKS.find(card[0]), card[1]


def shisanshui_lines() -> list[str]:
    draw = random.Random("shisanshui counts")
    houses = [house for house in shisanshui.HOUSES.values() if house.pack == 52]
    plan = [house for house in houses for _ in range(9)]
    plan += [shisanshui.LUOSONG_FIVE] * 12 + [shisanshui.LUOSONG_WILD] * 4 + [shisanshui.LUOSONG_WILD_FIVE] * 4
    lines = []
    for house in plan:
        pack = list(shisanshui.PACK)
        if house.pack >= 65:
            pack += [card for card in shisanshui.PACK if card[1] == "d"]
        hand = _hand(draw, pack)
        if house.pack in (54, 67):
            jokers = draw.choice([["Xb"], ["Xr"], ["Xb", "Xr"]])
            hand = hand[len(jokers) :] + jokers
        hand.sort(key=_by_rank)
        counted = (
            len(shisanshui.legal_layouts(hand, house)),
            len(shisanshui.pareto(hand, house)),
            shisanshui.best_bonus(hand, house),
        )
        lines.append("\t".join((house.name, " ".join(hand), *map(str, counted))))
    return lines


TIENLEN_HEADER = "# ruleset<TAB>holding<TAB>top, the play to beat (- where the seat leads)<TAB>number of legal plays"
SHISANSHUI_HEADER = (
    "# ruleset<TAB>hand<TAB>layouts that are no foul, of all 72072 splits by position (two like cards are two)"
    "<TAB>different Pareto-best triples of strengths (back, middle, front) among them, suits counting where the house"
    " counts them<TAB>highest sum over the rows of (waters - 1) among them"
)


def main() -> None:
    COUNTS.mkdir(exist_ok=True)
    for name, header, lines in (
        ("tienlen.txt", TIENLEN_HEADER, tienlen_lines()),
        ("shisanshui.txt", SHISANSHUI_HEADER, shisanshui_lines()),
    ):
        (COUNTS / name).write_text("\n".join([header, *lines, ""]), "utf-8")


if __name__ == "__main__":
    main()
