"""Hints for a hand of 十三水: layouts with what their rows are and what they are worth."""

from __future__ import annotations

from common.cards import Card
from common.errors import CardError
from common.labels import label, sentence
from shisanshui.ask import row, special, waters
from shisanshui.hints import hints
from shisanshui.layout import Layout
from shisanshui.rows import Place
from shisanshui.ruleset import Ruleset
from thirteen.hinting import Hint
from thirteen.telling.shisanshui import layout_words

__all__ = ["MOST", "hinted"]

MOST = 5
"""So many layouts, where not said otherwise."""


def hinted(held: tuple[Card, ...], top: str | None, rules: Ruleset, lang: str) -> tuple[Hint, ...]:
    """Layouts worth considering, best first; ``top`` is how many.

    Raises:
        CardError: for anything but a whole hand of the house, or a ``top`` that is no number.
        DealError: for cards that the house's pack does not hold together.
    """
    if top is not None and not (top.isascii() and top.isdigit() and 0 < int(top[:4]) < 1000):
        raise CardError(f"in this game top is how many layouts to show, from 1, not {top[:20]!r}")
    return tuple(_hint(layout, rules, lang) for layout in hints(held, rules, limit=int(top) if top else MOST))


def _hint(layout: Layout, rules: Ruleset, lang: str) -> Hint:
    rows = [row(cards, rules) for cards in layout]
    worth = [waters(each, place, rules) for each, place in zip(rows, Place, strict=True)]
    types = [each.type.name.lower() for each in rows]
    found = special(layout, rules)
    plain = {
        "layout": str(layout),
        "rows": [
            {"place": place.name.lower(), "type": kind, "waters": units}
            for place, kind, units in zip(Place, types, worth, strict=True)
        ],
        "special": None if found is None else {"kind": found.kind, "waters": found.waters},
    }
    shown = layout_words(layout)
    if found is not None:
        parts = {"special": label(f"special.{found.kind}", lang), "units": _units(found.waters, lang)}
        return Hint(sentence("tell.layout_worth_special", lang, layout=shown, **parts), plain)
    said = [
        sentence(
            "tell.row_type",
            lang,
            place=label(f"place.{place.name.lower()}", lang),
            type=label(f"row.{kind}", lang),
        )
        for place, kind in zip(Place, types, strict=True)
    ]
    parts = {"rows": ", ".join(said), "worths": " + ".join(map(str, worth)), "units": _units(sum(worth), lang)}
    return Hint(sentence("tell.layout_worth", lang, layout=shown, **parts), plain)


def _units(units: int, lang: str) -> str:
    return label("tell.water", lang) if units == 1 else sentence("tell.waters", lang, units=units)
