"""Chance: a seed becomes a shuffled pack here and nowhere else.

**Provably fair.**  Before a match the host draws ``secrets.token_bytes(32)`` and publishes its :func:`commitment`.
Only then does each player name a seed of their own, and :func:`match_key` mixes them all: the host cannot choose
the cards, for it is bound before it knows those seeds, nor can a player, who does not know the secret.  After the
match the host reveals the secret; whoever kept the commitment recomputes it, the key and every hand.  One secret
serves one match, and is revealed only when the last hand is over.

The algorithm is version :data:`VERSION`, specified for any language in ``docs/deal.md``, with vectors that every
writing of it must reproduce: HMAC-SHA256 for the key, ChaCha8 (RFC 8439's layout, eight rounds) with the hand's
number as nonce, draws without bias by rejection, Fisher-Yates.  The cards depend on key, hand number and pack,
never on who sits at the table.

Functions under ``@jit`` are primitives for compiled code too and trust their ints; the others check what they get.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Sequence
from typing import Final, TypeVar

from common.errors import DealError
from common.jit import IntBuffer, IntTable, buffer, jit, table

__all__ = [
    "LANES",
    "STATE",
    "VERSION",
    "block",
    "commitment",
    "draw",
    "key_of",
    "key_words",
    "match_key",
    "open_stream",
    "shuffle",
    "shuffle_in_place",
    "stream",
]

C = TypeVar("C", bound=int)

VERSION: Final = 1
"""The version of the algorithm, bound into every key, commitment and stream: another version, other cards."""

STATE: Final = 29
"""The length of a stream's state: 8 words of key, 3 of nonce, block counter, position, 16 words of block."""

LANES: Final = 1 << 16
"""How many streams a hand has; lane 0 is the deal, the others are for bots and whoever else needs chance."""

_ROUNDS: Final = 8
_MASK: Final = 0xFFFF_FFFF
_NONCE: Final = 8
_COUNTER: Final = 11
_POSITION: Final = 12
_BLOCK: Final = 13
_WORDS: Final = 16


# Keys and commitments


def _prefix(use: str) -> bytes:
    # Every use of a hash says what it is for, so that no digest of one kind can pass for one of another.
    return f"thirteen/deal/{VERSION}/{use}\0".encode()


def _utf8(text: str, what: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise DealError(f"{what} holds half a surrogate pair; it must be valid Unicode text.") from None


def key_of(seed: int | str | bytes) -> bytes:
    """The 32-byte key of a seed: any int, text or bytes, so that 7, ``"7"`` and ``b"7"`` are three seeds.

    Small seeds are for tests and simulation: who sees thirteen cards can search them.  A host that deals for stakes
    takes ``secrets.token_bytes(32)``.

    Raises DealError for anything else, bools and floats included, and for an empty text or no bytes, which is a seed
    that somebody forgot.
    """
    if isinstance(seed, bytes):
        kind, content = "bytes", seed
    elif isinstance(seed, str):
        kind, content = "text", _utf8(seed, "the seed")
    elif isinstance(seed, bool) or not isinstance(seed, int):
        raise DealError(f"a seed is an int, text or bytes, not {_article(seed)}.")
    else:
        kind, content = "int", f"{int(seed):x}".encode()
    if not content:
        raise DealError(
            "the seed is empty, so every table would be dealt the same cards; take secrets.token_bytes(32)."
        )
    return hashlib.sha256(_prefix(f"seed/{kind}") + content).digest()


def match_key(secret: bytes, client_seeds: Sequence[str | bytes] = ()) -> bytes:
    """The 32-byte key of a match, from the host's secret and the players' seeds, in the order of their seats.

    The order counts, and so does whether a seed is text or bytes.  Raises DealError for a secret under 16 bytes and
    for seeds that are neither text nor bytes.
    """
    if isinstance(client_seeds, str | bytes) or not isinstance(client_seeds, Sequence):
        raise DealError(f"client seeds are a list with one seed per player, not {_article(client_seeds)}.")
    message = _prefix("match") + struct.pack("<I", len(client_seeds))
    for place, seed in enumerate(client_seeds):
        if isinstance(seed, bytes):
            tag, content = b"b", seed
        elif isinstance(seed, str):
            tag, content = b"t", _utf8(seed, f"client seed {place}")
        else:
            raise DealError(f"client seed {place} must be text or bytes, not {_article(seed)}.")
        message += tag + struct.pack("<I", len(content)) + content
    return hmac.digest(_checked_secret(secret), message, "sha256")


def commitment(secret: bytes) -> str:
    """What the host publishes before the match: 64 hex digits that bind it to ``secret`` and do not reveal it.

    Raises DealError for a secret under 16 bytes, which the players could find by trial.
    """
    return hashlib.sha256(_prefix("commitment") + _checked_secret(secret)).hexdigest()


def _checked_secret(secret: bytes) -> bytes:
    # No word of the secret goes into a message: messages end up in logs.
    if not isinstance(secret, bytes):
        raise DealError(f"a secret is bytes, not {_article(secret)}; take secrets.token_bytes(32).")
    if len(secret) < 16:
        raise DealError(
            f"a secret of {len(secret)} bytes can be guessed; it needs 16 or more, best secrets.token_bytes(32)."
        )
    return secret


def _article(value: object) -> str:
    name = type(value).__name__
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


# The stream


@jit
def _quarter(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    # RFC 8439, section 2.1.
    a = (a + b) & _MASK
    d ^= a
    d = (d << 16 | d >> 16) & _MASK
    c = (c + d) & _MASK
    b ^= c
    b = (b << 12 | b >> 20) & _MASK
    a = (a + b) & _MASK
    d ^= a
    d = (d << 8 | d >> 24) & _MASK
    c = (c + d) & _MASK
    b ^= c
    b = (b << 7 | b >> 25) & _MASK
    return a, b, c, d


@jit
def block(state: IntBuffer, rounds: int, at: int = 0) -> None:
    """Write the ChaCha block of the state's key, nonce and counter into the state (RFC 8439, section 2.3).

    ``rounds`` is even: 8 for every deal; the published vectors of RFC 8439 have 20.  ``at`` is where the state begins,
    so that one buffer may hold several.
    """
    # Sixteen names instead of a row: plain Python is three times as fast with them.
    c0, c1, c2, c3 = 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574  # "expand 32-byte k"
    x0, x1, x2, x3 = c0, c1, c2, c3
    k0, k1, k2, k3 = state[at], state[at + 1], state[at + 2], state[at + 3]
    k4, k5, k6, k7 = state[at + 4], state[at + 5], state[at + 6], state[at + 7]
    n0, n1, n2 = state[at + _NONCE], state[at + _NONCE + 1], state[at + _NONCE + 2]
    counter = state[at + _COUNTER]
    x4, x5, x6, x7 = k0, k1, k2, k3
    x8, x9, x10, x11 = k4, k5, k6, k7
    x12, x13, x14, x15 = counter, n0, n1, n2
    for _ in range(rounds // 2):
        x0, x4, x8, x12 = _quarter(x0, x4, x8, x12)
        x1, x5, x9, x13 = _quarter(x1, x5, x9, x13)
        x2, x6, x10, x14 = _quarter(x2, x6, x10, x14)
        x3, x7, x11, x15 = _quarter(x3, x7, x11, x15)
        x0, x5, x10, x15 = _quarter(x0, x5, x10, x15)
        x1, x6, x11, x12 = _quarter(x1, x6, x11, x12)
        x2, x7, x8, x13 = _quarter(x2, x7, x8, x13)
        x3, x4, x9, x14 = _quarter(x3, x4, x9, x14)
    out = at + _BLOCK
    state[out] = (x0 + c0) & _MASK
    state[out + 1] = (x1 + c1) & _MASK
    state[out + 2] = (x2 + c2) & _MASK
    state[out + 3] = (x3 + c3) & _MASK
    state[out + 4] = (x4 + k0) & _MASK
    state[out + 5] = (x5 + k1) & _MASK
    state[out + 6] = (x6 + k2) & _MASK
    state[out + 7] = (x7 + k3) & _MASK
    state[out + 8] = (x8 + k4) & _MASK
    state[out + 9] = (x9 + k5) & _MASK
    state[out + 10] = (x10 + k6) & _MASK
    state[out + 11] = (x11 + k7) & _MASK
    state[out + 12] = (x12 + counter) & _MASK
    state[out + 13] = (x13 + n0) & _MASK
    state[out + 14] = (x14 + n1) & _MASK
    state[out + 15] = (x15 + n2) & _MASK


@jit
def open_stream(words: IntTable, hand: int, lane: int, state: IntBuffer, at: int = 0) -> None:
    """Set ``state`` to the beginning of a hand's lane; ``words`` are the key's (:func:`key_words`).

    A lane other than the deal's gets a key of its own, so that a bot that reads its whole state still cannot
    compute the cards from it.
    """
    for place in range(8):
        state[at + place] = words[place]
    state[at + _NONCE] = hand & _MASK
    state[at + _NONCE + 1] = hand >> 32
    state[at + _NONCE + 2] = VERSION << 16 | lane
    state[at + _COUNTER] = 0
    state[at + _POSITION] = _WORDS
    if lane != 0:
        block(state, _ROUNDS, at)
        for place in range(8):
            state[at + place] = state[at + _BLOCK + place]


@jit
def draw(state: IntBuffer, bound: int, at: int = 0) -> int:
    """A number from 0 to ``bound - 1``, each as likely as the others; ``bound`` is 1 to 2**32, else DealError."""
    if bound < 1 or bound > _MASK + 1:
        raise DealError("a draw has between 1 and 2**32 outcomes.")
    while True:
        place = state[at + _POSITION]
        if place == _WORDS:
            block(state, _ROUNDS, at)
            state[at + _COUNTER] = (state[at + _COUNTER] + 1) & _MASK
            place = 0
        state[at + _POSITION] = place + 1
        word = state[at + _BLOCK + place]
        number = word % bound
        if word - number <= _MASK + 1 - bound:  # the words of the last, cut run would make low numbers likelier
            return number


@jit
def shuffle_in_place(words: IntTable, hand: int, state: IntBuffer, cards: IntBuffer) -> None:
    """Shuffle ``cards`` for a hand (Fisher-Yates, from the last place down); ``state`` is room to work in."""
    open_stream(words, hand, 0, state, 0)
    for last in range(len(cards) - 1, 0, -1):
        place = draw(state, last + 1, 0)
        kept = cards[last]
        cards[last] = cards[place]
        cards[place] = kept


# From Python


def key_words(key: bytes) -> IntTable:
    """The eight little-endian words of a 32-byte key, as the primitives take it; else DealError."""
    if not isinstance(key, bytes):
        raise DealError(f"a key is 32 bytes, not {_article(key)}; key_of or match_key makes one.")
    if len(key) != 32:
        raise DealError(f"a key is 32 bytes, not {len(key)}; key_of or match_key makes one.")
    return table(struct.unpack("<8I", key))


def shuffle(key: bytes, hand: int, pack: Sequence[C]) -> tuple[C, ...]:
    """The pack as hand number ``hand`` (from 0) of this key deals it, first card first.

    The pack's own order is part of the input.  Cards may occur twice (65 cards).  Raises DealError for a key that
    is not 32 bytes and a hand number outside 0 to 2**63 - 1.
    """
    order = buffer(len(pack))
    for place in range(len(pack)):
        order[place] = place
    shuffle_in_place(key_words(key), _checked(hand, 1 << 63, "hand number"), buffer(STATE), order)
    return tuple([pack[place] for place in order])


def stream(key: bytes, hand: int, lane: int) -> IntBuffer:
    """A state for :func:`draw`: the chance of one lane of a hand, independent of the deal (lane 0) and other lanes.

    Raises DealError for a key that is not 32 bytes, a hand number outside 0 to 2**63 - 1, a lane outside
    0 to ``LANES - 1``.
    """
    state = buffer(STATE)
    open_stream(key_words(key), _checked(hand, 1 << 63, "hand number"), _checked(lane, LANES, "lane"), state)
    return state


def _checked(number: int, above: int, what: str) -> int:
    if isinstance(number, bool) or not isinstance(number, int):
        raise DealError(f"a {what} is an int, not {_article(number)}.")
    if not 0 <= number < above:
        shown = str(number) if number.bit_length() < 99 else f"{number:#x}"  # Python refuses to print huge ints
        raise DealError(f"{what} {shown} is none; it must be between 0 and 2**{above.bit_length() - 1} - 1.")
    return int(number)
