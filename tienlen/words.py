"""Combinations in words, for refusals and transcripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tienlen.combos import TWO

if TYPE_CHECKING:
    from tienlen.rulebook import Rulebook

__all__ = ["kind_of", "named"]

WIDTHS = ("", "single", "pair", "triple", "quad")


def kind_of(code: int) -> str:
    """The kind of a combination: single, pair, triple, quad, straight or pair_run."""
    width, length = code >> 12, code >> 6 & 63
    if length > 1:
        return "straight" if width == 1 else "pair_run"
    return WIDTHS[width]


def named(code: int, book: Rulebook | None = None) -> str:
    """A combination in English; with a rulebook, its top card too."""
    length, two = code >> 6 & 63, (code & 63) >> 2 == TWO
    kind = kind_of(code)
    if kind == "straight":
        words = f"a straight of {length}"
    elif kind == "pair_run":
        words = f"a run of {length} pairs"
    else:
        words = f"a {kind}" + (" of 2s" if two and kind != "single" else "")
        words = "a single 2" if two and kind == "single" else words
    return f"{words} with {book.card_of[code & 63]} on top" if book is not None else words
