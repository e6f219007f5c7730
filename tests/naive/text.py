"""Cards as the oracles know them: two characters, nothing more."""

from __future__ import annotations


def cards(text: str) -> tuple[str, ...]:
    """`"3s 4h Td"` as a tuple of two-character strings; `|` between rows is skipped."""
    return tuple(text.replace("|", " ").split())


def layout(text: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """`"front | middle | back"` as three rows."""
    front, middle, back = (tuple(part.split()) for part in text.split("|"))
    return front, middle, back
