"""The words of the table in several languages, by stable key: what a client shows for a kind, a reason, a refusal.

Keys are namespaced: ``kind.pair_run``, ``reason.chop``, ``refusal.too_low``, ``event.laid``.  A key never changes its
meaning; the words may.  Sources are ``locale/*/LC_MESSAGES/thirteen.po``; ``make labels`` compiles them.
"""

from __future__ import annotations

import gettext
from functools import cache
from importlib.resources import files
from typing import Final

from common.errors import ThirteenError

__all__ = ["LANGUAGES", "LabelError", "label", "language", "sentence"]

LANGUAGES: Final = ("en", "zh", "vi")
"""English, 简体中文, Tiếng Việt."""


class LabelError(ThirteenError, LookupError):
    """A language or a key that there is not."""


def language(name: str) -> str:
    """The language of LANGUAGES that a name such as ``zh``, ``zh-CN`` or ``vi_VN.UTF-8`` asks for.

    Raises:
        LabelError: naming the languages there are; traditional Chinese is none of them.
    """
    wanted = name.partition(".")[0].replace("_", "-").lower().split("-")
    if wanted[0] not in LANGUAGES or {"hant", "tw", "hk", "mo"} & set(wanted[1:]):
        raise LabelError(f"there are no labels in {name[:40]!r}: there are {', '.join(LANGUAGES)}")
    return wanted[0]


@cache
def _words(lang: str) -> gettext.GNUTranslations:
    with (files("common") / "locale" / lang / "LC_MESSAGES" / "thirteen.mo").open("rb") as compiled:
        return gettext.GNUTranslations(compiled)


def label(key: str, lang: str = "en") -> str:
    """The words for a key.

    >>> label("reason.chop"), label("reason.chop", "zh"), label("kind.quad", "vi")
    ('chop', '压牌', 'tứ quý')

    Raises:
        LabelError: for a language or a key that there is not.
    """
    words = _words(language(lang)).gettext(key)
    if words == key or not key:
        raise LabelError(f"there is no label with the key {key[:60]!r}")
    return words


def sentence(key: str, lang: str = "en", **parts: object) -> str:
    """The words for a key with their places filled.

    >>> sentence("combination.pair_run", "en", length=3)
    'run of 3 pairs'
    """
    return label(key, lang).format(**parts)
