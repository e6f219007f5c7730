"""A house's rules as data: the base model, house files in TOML that extend one another, digest and JSON Schema.

A ruleset says what is played and never how: it has no behaviour, and each game compiles it once.  A house file lists
only what differs from the house it extends: its tables are merged key by key, its lists and single values replace, and
so does a table of another ``kind``.

The **digest** names what is played.  It covers everything that changes a hand or its money, so all but ``name`` and
``title``: a house that is renamed plays the same rules.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from functools import cached_property
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer, ValidationError
from pydantic_core import PydanticCustomError

from common.errors import RulesetError
from common.house import names, resolve
from common.mistakes import dotted, explain

__all__ = ["Concept", "HouseMoney", "Ruleset", "canonical", "digest", "json_schema", "load", "names", "once"]

R = TypeVar("R", bound="Ruleset")
B = TypeVar("B")

_LABELS: Final = ("name", "title")
_LARGEST: Final = 2**63 - 1
_MOST_KEPT: Final = 64


class Concept(BaseModel):
    """One idea of a house's rules; a ruleset is made of these."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


def _exact(given: object) -> Decimal:
    if isinstance(given, bool) or not isinstance(given, (str, int, Decimal)):
        raise PydanticCustomError("rake", 'it must be an exact fraction as text, such as "0.05" for 5 %')
    try:
        share = Decimal(given)
    except ArithmeticError:
        share = Decimal(-1)
    if not share.is_finite() or not 0 <= share < 1:
        raise PydanticCustomError("rake", 'it must be 0 or more and below 1, such as "0.05" for 5 % (M-9)')
    # By digits, not by arithmetic, which would round what is longer than it keeps.
    _, digits, exponent = share.as_tuple()
    assert isinstance(exponent, int)
    spare = len(digits) - len("".join(map(str, digits)).rstrip("0"))
    if any(digits) and exponent + spare < -6:
        raise PydanticCustomError("rake", "it may have six decimal places at most")
    return share.normalize() if any(digits) else Decimal(0)


Rake = Annotated[
    Decimal,
    BeforeValidator(_exact, json_schema_input_type=str),
    PlainSerializer(lambda share: format(share.normalize(), "f"), return_type=str),
]
"""A share from 0 up to 1, exact, text in JSON."""


class HouseMoney(Concept):
    """What the house does to the money won; base, carries and coin are the table's, not the house's (M-10)."""

    rake: Rake = Decimal(0)
    """抽水: the share of a winner's win that the house keeps, from 0 up to 1 (M-5)."""
    cap: bool = True
    """防以小博大: whether nobody wins or loses more than the carry brought to the hand (M-3)."""


def _one_line(given: str) -> str:
    if not given.strip() or not given.isprintable():
        raise PydanticCustomError("line", "it must be one line of printable text")
    return given


_Line = Annotated[str, Field(max_length=200), AfterValidator(_one_line)]


class Ruleset(Concept):
    """The parent of both games' rulesets: what every house says."""

    name: _Line
    """The name of the house."""
    title: _Line
    """One line a player reads before sitting down."""
    money: HouseMoney = HouseMoney()
    """What becomes of the money won."""

    @property
    def resolved(self) -> dict[str, Any]:
        """The whole ruleset as plain JSON values, nothing left to defaults: what a record carries."""
        return self.model_dump(mode="json")

    @cached_property
    def digest(self) -> str:
        """64 hex digits that name what is played; see :func:`digest`."""
        return digest(self.resolved)


def canonical(value: Any) -> str:
    """The one JSON text of a plain value: keys sorted, no spaces, characters as they are."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), sort_keys=True)


def digest(resolved: Mapping[str, Any]) -> str:
    """SHA-256, as 64 hex digits, of a resolved ruleset's canonical JSON in UTF-8, ``name`` and ``title`` left out."""
    played = {key: value for key, value in resolved.items() if key not in _LABELS}
    return hashlib.sha256(canonical(played).encode()).hexdigest()


def once(kept: dict[tuple[str, str, str], B], rules: R, make: Callable[[R], B]) -> B:
    """What ``make`` makes of a ruleset, made once and kept in ``kept`` for the houses asked for last.

    A bounded number is kept, for a host may be handed any number of houses.  Houses that play alike and are called
    differently are kept apart, so that each is shown by its own name.
    """
    key = rules.digest, rules.name, rules.title
    found = kept.get(key)
    if found is None:
        found = kept[key] = make(rules)
        if len(kept) > _MOST_KEPT:
            kept.pop(next(iter(kept)), None)
    return found


def json_schema(model: type[Ruleset]) -> dict[str, Any]:
    """The JSON Schema (2020-12) of a resolved ruleset."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **model.model_json_schema()}


def load(model: type[R], source: str | Path | Mapping[str, Any] | Ruleset, folder: Traversable) -> R:
    """A ruleset by the name of a bundled house, from a TOML file, or from a mapping.

    Args:
        model: the game's ruleset.
        source: a name, the path of a TOML file, or a mapping with the same keys; a ruleset is taken as it is.
        folder: where the game's bundled houses are.

    Raises:
        RulesetError: with one sentence; ``where`` is the dotted key or the line at fault.
    """
    if isinstance(source, model):
        return source
    if isinstance(source, Ruleset):
        raise RulesetError(f"{source.name} is a house of another game ({type(source).__module__.partition('.')[0]})")
    label, given = resolve(source, folder)
    try:
        plain = _plain(given, ())
    except RulesetError as error:
        raise RulesetError(f"{label}, {error}", error.where) from None
    try:
        return model.model_validate_json(json.dumps(plain), strict=True)
    except ValidationError as error:
        where, sentence = explain(error, plain, model)
        raise RulesetError(f"{label}{f', {where}' if where else ''}: {sentence}", where) from None


def _plain(value: Any, place: tuple[str, ...]) -> Any:
    """The value as JSON has it; refuses what JSON cannot say exactly."""
    where = dotted(place)
    if len(place) > 32:
        raise RulesetError(f"{dotted(place[:4])}…: nested more than 32 deep", dotted(place[:4]))
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, Decimal):
        if place == ("money", "rake"):
            return str(value)
        return _float(float(value) if value.is_finite() else math.nan, where)
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            raise RulesetError(f"{where}: the text holds half a surrogate pair", where) from None
        return str(value)
    if isinstance(value, int):
        if abs(value) > _LARGEST:
            raise RulesetError(f"{where}: a number of {value.bit_length()} bits is too large; 63 must do", where)
        return int(value)
    if isinstance(value, float):
        return _float(value, where)
    if isinstance(value, Mapping):
        for key in value:
            if not isinstance(key, str):
                raise RulesetError(f"{where or 'the house'}: a key must be text, not {type(key).__name__}", where)
            _plain(key, (*place, "a key"))
        return {key: _plain(inner, (*place, key)) for key, inner in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray, memoryview)):
        return [_plain(inner, (*place, str(nth))) for nth, inner in enumerate(value)]
    if isinstance(value, BaseModel):
        return _plain(value.model_dump(mode="json"), place)
    raise RulesetError(f"{where}: {type(value).__name__} is no value that a house can have", where)


def _float(value: float, where: str) -> float:
    if not math.isfinite(value):
        raise RulesetError(f"{where}: {value} is no number that a house can have", where)
    return value
