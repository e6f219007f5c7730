"""A validator's findings as one sentence for people: where, what was given, what would be right."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

__all__ = ["dotted", "explain", "lowered", "shown"]

_WANTED: Final = {
    "bool_type": "it must be true or false",
    "int_type": "it must be a whole number",
    "int_from_float": "it must be a whole number",
    "int_parsing": "it must be a whole number",
    "string_type": "it must be text",
    "tuple_type": "it must be a list",
    "list_type": "it must be a list",
    "set_type": "it must be a list",
    "frozen_set_type": "it must be a list",
    "dict_type": "it must be a table of keys and values",
    "model_type": "it must be a table of keys and values",
    "model_attributes_type": "it must be a table of keys and values",
    "none_required": "it must be left out",
    "greater_than": "it must be more than {gt}",
    "greater_than_equal": "it must be {ge} or more",
    "less_than": "it must be less than {lt}",
    "less_than_equal": "it must be {le} or less",
    "literal_error": "it must be {expected}",
    "enum": "it must be {expected}",
    "union_tag_invalid": "its {discriminator} must be one of {expected_tags}",
    "union_tag_not_found": "its {discriminator} is missing",
    "too_short": "it must have {min_length} entries or more",
    "too_long": "it must have {max_length} entries or fewer",
    "string_too_short": "it must have {min_length} characters or more",
    "string_too_long": "it must have {max_length} characters or fewer",
}
_WITHOUT_VALUE: Final = frozenset({"missing", "value_error", "union_tag_not_found", "json_invalid"})


def explain(error: ValidationError, given: Any, model: type[BaseModel]) -> tuple[str, str]:
    """The dotted key at fault in ``given`` and one sentence on it, without a validator's jargon.

    An unknown key is named before one that is missing: the second is mostly the first, misspelt.
    """
    found = error.errors(include_url=False)
    first = next((each for each in found if each["type"] == "extra_forbidden"), found[0])
    where = dotted(_place(first, given))
    if first["type"] == "extra_forbidden":
        known = sorted(_keys(model, first["loc"][:-1]))
        close = difflib.get_close_matches(str(first["loc"][-1]), known, n=1)
        meant = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(known)}"
        return where, f"there is no such key; {meant}"
    if first["type"] == "missing":
        return where, "it is missing"
    if first["type"] == "value_error":
        return where, str(first["ctx"]["error"])
    sentence = _WANTED.get(first["type"])
    if sentence is None:
        sentence = lowered(first["msg"])
    else:
        sentence = sentence.format(**{key: _word(value) for key, value in first.get("ctx", {}).items()})
    if first["type"] in _WITHOUT_VALUE:
        return where, sentence
    return where, f"{sentence} (given: {_short(first['input'])})"


def lowered(sentence: str) -> str:
    """A validator's sentence as the middle of another one; what begins in capitals, such as JSON, stays as it is."""
    return sentence if sentence[1:2].isupper() else sentence[:1].lower() + sentence[1:]


def shown(value: object, longest: int = 60) -> str:
    """A value as a sentence shows it, cut short; Python refuses to print huge ints."""
    try:
        text = repr(value)
    except ValueError:
        text = (
            f"{type(value).__name__} of {value.bit_length()} bits" if isinstance(value, int) else type(value).__name__
        )
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def dotted(place: Iterable[str]) -> str:
    """The keys that lead to a place, on one line whatever they hold."""
    return ".".join(part[:60] if part.isprintable() else repr(part)[:60] for part in place)


def _word(value: Any) -> str:
    return str(value).strip("'") if str(value).count("'") == 2 else str(value)


def _short(value: Any) -> str:
    if isinstance(value, Mapping):
        keys = f"a table with {', '.join(map(str, value)) or 'nothing in it'}"
        return keys if len(keys) <= 60 else f"{keys[:59]}…"
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    return shown(value)


def _place(found: ErrorDetails, given: Any) -> Iterable[str]:
    """The keys that lead to the fault, without what the validator adds of its own (names of alternatives)."""
    here = given
    for nth, part in enumerate(found["loc"], 1):
        if isinstance(here, Mapping) and part in here:
            here = here[str(part)]
        elif isinstance(here, Sequence) and isinstance(part, int) and part < len(here):
            here = here[part]
        elif not (found["type"] == "missing" and nth == len(found["loc"])):
            continue
        yield str(part)


def _keys(model: type[BaseModel], place: Sequence[int | str]) -> frozenset[str]:
    """The keys a table may have at this place."""
    models = frozenset([model])
    for part in place:
        inner = [field.annotation for each in models for key, field in each.model_fields.items() if key == part]
        if inner:
            models = frozenset(found for annotation in inner for found in _models(annotation))
        else:
            tagged = frozenset(each for each in models if part in _tags(each))
            models = tagged or models
    return frozenset(key for each in models for key in each.model_fields)


def _models(annotation: Any) -> Iterable[type[BaseModel]]:
    if isinstance(annotation, type) and get_origin(annotation) is None and issubclass(annotation, BaseModel):
        yield annotation
    for inner in get_args(annotation):
        yield from _models(inner)


def _tags(model: type[BaseModel]) -> Iterable[Any]:
    for field in model.model_fields.values():
        if get_origin(field.annotation) is Literal:
            yield from get_args(field.annotation)
