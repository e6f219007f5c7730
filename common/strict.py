"""JSON from outside, read strictly: what is not there, not of its kind or ambiguous is refused with its place."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Container, Mapping
from typing import Any, Final

from common.errors import RecordError

__all__ = ["at", "hex_digits", "is_digest", "kind", "member", "no_key_twice", "parse", "unknown"]

_HALF: Final = re.compile(r"\\ud[89a-f]", re.IGNORECASE)
_HEX: Final = frozenset("0123456789abcdef")
_DEEPEST: Final = 64  # a hand's line has five levels
_NO_BRACKETS: Final = bytes(set(range(256)) - set(b"[]{}"))


def parse(text: str | bytes, number: int = 0) -> dict[str, Any]:
    """One JSON object, read strictly: no key twice, no NaN, no number that JSON readers disagree on.

    Raises:
        RecordError: naming the line.
    """
    where = f"line {number}" if number else "this"
    if not isinstance(text, (str, bytes)):
        raise RecordError(f"{where} is no JSON: it must be text or bytes, not {type(text).__name__}", number)
    try:
        if isinstance(text, bytes):
            text = text.decode()
        else:
            text.encode()
        if text.startswith("\ufeff"):
            raise RecordError(f"{where} begins with a byte order mark: records are UTF-8 without one", number)
        if not text.strip():
            raise RecordError(f"{where} is empty: each line is one JSON object", number)
        value = json.loads(text, object_pairs_hook=no_key_twice, parse_constant=_refused, parse_float=_finite)
        if _HALF.search(text):
            json.dumps(value, ensure_ascii=False).encode()
        if _is_too_deep(text, value):
            raise RecursionError
    except RecursionError:
        raise RecordError(f"{where} is nested too deeply to be a record", number) from None
    except json.JSONDecodeError as error:
        raise RecordError(f"{where} is no JSON: {error.msg} at character {error.pos + 1}", number) from None
    except UnicodeError as error:
        raise RecordError(f"{where} is no valid Unicode text: {error.reason}", number) from None  # type: ignore[attr-defined]
    except RecordError:
        raise
    except ValueError as error:
        raise RecordError(f"{where} is no JSON that can be relied on: {error}", number) from None
    if not isinstance(value, dict):
        raise RecordError(f"{where} is no JSON object but {type(value).__name__}", number)
    return value


def no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of these members; ValueError where two have one key, of which readers take the one or the other."""
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise ValueError(f"the key {key[:40]!r} stands there twice")
            seen.add(key)
    return found


def _refused(constant: str) -> None:
    raise ValueError(f"{constant} is no number")


def _finite(text: str) -> float:
    if not math.isfinite(value := float(text)):
        raise ValueError(f"{text[:20]} is too large a number")
    return value


def _is_too_deep(text: str, value: Any) -> bool:
    # Brackets alone, pairs taken out from the inside: exact unless a string holds some, and a fraction of a walk.
    brackets = text.encode("utf-8", "surrogatepass").translate(None, _NO_BRACKETS)
    for _ in range(_DEEPEST):
        if not brackets:
            return False
        brackets = brackets.replace(b"[]", b"").replace(b"{}", b"")
    level = [value]
    for _ in range(_DEEPEST):
        level = [
            inner
            for outer in level
            if isinstance(outer, (dict, list))
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
    return bool(level)


def member(read: Mapping[str, Any], key: str, wanted: type, line: int, none: bool = False) -> Any:
    """The member ``key``, which must be of exactly this kind (or null, with ``none``)."""
    value = read.get(key)
    if key not in read or not (type(value) is wanted or (none and value is None)):
        word = {int: "a whole number", str: "text", dict: "an object", list: "a list"}[wanted]
        found = kind(value) if key in read else "missing"
        raise RecordError(f"{at(line)}{key} must be {word}{' or null' if none else ''}; it is {found}", line)
    return value


def hex_digits(read: Mapping[str, Any], key: str, line: int, shortest: int = 64, longest: int = 64) -> str:
    """The member ``key``, which must be hex digits in lower case, two for each byte."""
    value: str = member(read, key, str, line)
    if not shortest <= len(value) <= longest or len(value) % 2 or not _HEX.issuperset(value):
        size = f"{shortest}" if shortest == longest else f"{shortest} to {longest}"
        raise RecordError(f"{at(line)}{key} must be {size} hex digits in lower case", line)
    return value


def is_digest(given: object) -> bool:
    """Whether this is a SHA-256 as records have it: 64 hex digits in lower case."""
    return isinstance(given, str) and len(given) == 64 and _HEX.issuperset(given)


def unknown(read: Mapping[str, Any], known: Container[str]) -> dict[str, Any]:
    """The members that are not known."""
    return {key: value for key, value in read.items() if key not in known}


def kind(value: Any) -> str:
    """What JSON calls a value."""
    kinds = {dict: "an object", list: "a list", str: "text", bool: "true or false", type(None): "null"}
    return kinds.get(type(value), "a number")


def at(line: int) -> str:
    """The beginning of a sentence about a line; nothing for 0."""
    return f"line {line}, " if line else ""
