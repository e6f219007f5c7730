"""The deal: the published vectors of ChaCha, our own, no bias, and nothing but key, hand and pack decides."""

from __future__ import annotations

import hashlib
import json
import math
import os
import random
import struct
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common import deal, jit
from common.errors import DealError

ROOT = Path(__file__).resolve().parents[2]
GOLDEN: dict[str, Any] = json.loads((ROOT / "tests/golden/deal.json").read_text(encoding="utf-8"))
KEY = deal.key_of(7)
SECRET = bytes(range(32))

keys = st.binary(min_size=32, max_size=32)
hands = st.integers(0, 2**63 - 1)


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Compile before Hypothesis looks at its watch."""
    deal.draw(deal.stream(KEY, 0, 1), 52)
    deal.shuffle(KEY, 0, range(2))


def seed_of(vector: dict[str, Any]) -> Any:
    [(kind, value)] = vector.items()
    return bytes.fromhex(value) if kind == "bytes" else value


def drawn(state: jit.IntBuffer, bounds: list[int]) -> list[int]:
    return [deal.draw(state, bound) for bound in bounds]


# Vectors


def chacha(key: bytes, nonce: tuple[int, int, int], counter: int, rounds: int) -> bytes:
    state = jit.buffer(deal.STATE)
    for place, word in enumerate([*struct.unpack("<8I", key), *nonce, counter]):
        state[place] = word
    deal.block(state, rounds)
    return struct.pack("<16I", *[int(word) for word in state[13:29]])


def test_block_is_that_of_rfc_8439_with_twenty_rounds() -> None:
    # RFC 8439, section 2.3.2.
    nonce = struct.unpack("<3I", bytes.fromhex("000000090000004a00000000"))
    assert chacha(bytes(range(32)), nonce, 1, 20) == bytes.fromhex(
        "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
        "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
    )


def test_block_is_that_of_rfc_8439_for_key_zero() -> None:
    # RFC 8439, appendix A.1, vectors 1 and 2.
    assert chacha(bytes(32), (0, 0, 0), 0, 20).hex().startswith("76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1a")
    assert chacha(bytes(32), (0, 0, 0), 1, 20).hex().startswith("9f07e7be5551387a98ba977c732d080dcb0f29a048e36569")


def test_block_with_eight_rounds_is_the_published_one() -> None:
    # draft-strombergson-chacha-test-vectors, TC1, 256-bit key, 8 rounds.
    assert chacha(bytes(32), (0, 0, 0), 0, 8).hex() == (
        "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
        "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
    )


def test_golden_vectors_are_of_this_version() -> None:
    assert GOLDEN["version"] == deal.VERSION


@pytest.mark.parametrize("vector", GOLDEN["key_of"], ids=lambda v: repr(seed_of(v["seed"])))
def test_golden_key_of(vector: dict[str, Any]) -> None:
    assert deal.key_of(seed_of(vector["seed"])).hex() == vector["key"]


@pytest.mark.parametrize("vector", GOLDEN["commitment"], ids=lambda v: v["secret"])
def test_golden_commitment(vector: dict[str, Any]) -> None:
    assert deal.commitment(bytes.fromhex(vector["secret"])) == vector["commitment"]


@pytest.mark.parametrize("vector", GOLDEN["match_key"], ids=lambda v: repr([seed_of(s) for s in v["client_seeds"]]))
def test_golden_match_key(vector: dict[str, Any]) -> None:
    seeds = [seed_of(seed) for seed in vector["client_seeds"]]
    assert deal.match_key(bytes.fromhex(vector["secret"]), seeds).hex() == vector["key"]


@pytest.mark.parametrize("vector", GOLDEN["words"], ids=lambda v: f"{v['hand']}-{v['lane']}")
def test_golden_words(vector: dict[str, Any]) -> None:
    state = deal.stream(bytes.fromhex(vector["key"]), vector["hand"], vector["lane"])
    assert drawn(state, [2**32] * 20) == vector["words"]


@pytest.mark.parametrize("vector", GOLDEN["draws"], ids=lambda v: f"{v['bounds'][0]}-{v['lane']}")
def test_golden_draws(vector: dict[str, Any]) -> None:
    state = deal.stream(bytes.fromhex(vector["key"]), vector["hand"], vector["lane"])
    assert drawn(state, vector["bounds"]) == vector["draws"]


@pytest.mark.parametrize("vector", GOLDEN["shuffle"], ids=lambda v: f"{v['key'][:4]}-{v['hand']}-{v['pack']}")
def test_golden_shuffle(vector: dict[str, Any]) -> None:
    order = deal.shuffle(bytes.fromhex(vector["key"]), vector["hand"], range(vector["pack"]))
    assert list(order) == vector["order"]


DIGEST = """
import hashlib
from common import deal, jit
digest = hashlib.sha256()
for hand in [*range(40), 2**31, 2**32, 2**63 - 1]:
    digest.update(repr(deal.shuffle(deal.key_of(hand), hand, range(65))).encode())
    state = deal.stream(deal.key_of(-hand), hand, hand % 7)
    digest.update(repr([int(deal.draw(state, bound)) for bound in (2**31 + 1, 52, 3 * 2**30) * 12]).encode())
print(jit.ENABLED, digest.hexdigest())
"""


def test_same_bytes_with_and_without_numba() -> None:
    def run(enabled: str) -> list[str]:
        environment = os.environ | {"THIRTEEN_JIT": enabled, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, "-c", DIGEST], env=environment, capture_output=True, text=True, check=True, cwd=ROOT
        )
        return done.stdout.split()

    plain, compiled = run("0"), run("1")
    assert plain[0] == "False"
    if compiled[0] == "False":
        pytest.skip("Numba is not installed")
    assert plain[1] == compiled[1]


# Keys and commitments


def test_an_int_a_text_and_bytes_are_three_seeds() -> None:
    assert len({deal.key_of(seed) for seed in (7, "7", b"7", -7, 55, "int", b"int")}) == 7


@given(st.integers() | st.text(min_size=1) | st.binary(min_size=1))
def test_key_of_is_32_bytes_for_every_seed(seed: int | str | bytes) -> None:
    assert len(deal.key_of(seed)) == 32


def test_key_of_takes_ints_that_python_will_not_print() -> None:
    assert deal.key_of(10**5000) != deal.key_of(10**5000 + 1)


@pytest.mark.parametrize(
    ("seed", "said"),
    [
        (True, "a seed is an int, text or bytes, not a bool"),
        (7.0, "not a float"),
        (None, "not a NoneType"),
        (bytearray(b"7"), "not a bytearray"),
        ("\ud800", "the seed holds half a surrogate pair"),
        ("", "the seed is empty"),
        (b"", "the seed is empty"),
    ],
)
def test_key_of_refuses_what_is_no_seed(seed: Any, said: str) -> None:
    with pytest.raises(DealError, match=said):
        deal.key_of(seed)


def test_match_key_tells_all_lists_of_seeds_apart() -> None:
    lists: list[list[str | bytes]] = [
        [], [""], ["", ""], ["ab"], ["a", "b"], ["b", "a"], ["", "ab"], ["ab", ""], [b"ab"], [b"a", "b"],
        ["a\0b"], ["t\x01\0\0\0a"],
    ]  # fmt: skip
    assert len({deal.match_key(SECRET, seeds) for seeds in lists}) == len(lists)


def test_match_key_depends_on_every_bit_of_the_secret() -> None:
    others = [bytes(b ^ (1 << bit) if place == i else b for i, b in enumerate(SECRET))
              for place in range(32) for bit in range(8)]  # fmt: skip
    assert len({deal.match_key(secret, ["anna"]) for secret in [SECRET, *others]}) == 257


def test_a_commitment_can_be_checked_afterwards_and_binds() -> None:
    published = deal.commitment(SECRET)
    assert published == deal.commitment(bytes(SECRET))
    assert published != deal.commitment(SECRET + b"\0")
    # It is neither the plain hash nor anything the cards are made of.
    assert published not in {
        hashlib.sha256(SECRET).hexdigest(),
        deal.key_of(SECRET).hex(),
        deal.match_key(SECRET).hex(),
    }


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((b"fifteen bytes..",), "a secret of 15 bytes can be guessed"),
        (("a text of more than sixteen",), "a secret is bytes, not a str"),
        ((SECRET, "anna"), "client seeds are a list with one seed per player, not a str"),
        ((SECRET, b"anna"), "not a bytes"),
        ((SECRET, {"anna"}), "not a set"),
        ((SECRET, ["anna", 7]), "client seed 1 must be text or bytes, not an int"),
        ((SECRET, ["\udfff"]), "client seed 0 holds half a surrogate pair"),
    ],
)
def test_match_key_refuses(arguments: Any, said: str) -> None:
    with pytest.raises(DealError, match=said):
        deal.match_key(*arguments)


def test_refusals_of_a_secret_do_not_show_it() -> None:
    refusals: list[Any] = [b"my-secret", "my-secret-in-text"]
    for refused in refusals:
        for use in (deal.commitment, deal.match_key):
            with pytest.raises(DealError) as refusal:
                use(refused)
            assert "my-secret" not in repr(refusal.value)


# The shuffle


@given(keys, hands, st.lists(st.integers(-(2**63), 2**63), max_size=70))
def test_shuffle_keeps_every_card(key: bytes, hand: int, pack: list[int]) -> None:
    before = list(pack)
    assert Counter(deal.shuffle(key, hand, pack)) == Counter(pack)
    assert pack == before


@given(keys, hands)
def test_hand_number_and_key_change_the_deal(key: bytes, hand: int) -> None:
    dealt = deal.shuffle(key, hand, range(52))
    assert dealt == deal.shuffle(key, hand, range(52))
    assert dealt != deal.shuffle(key, hand ^ 1, range(52))
    assert dealt != deal.shuffle(key, hand ^ 1 << 62, range(52))
    assert dealt != deal.shuffle(bytes([key[0] ^ 1]) + key[1:], hand, range(52))
    assert dealt != deal.shuffle(key[:-1] + bytes([key[-1] ^ 128]), hand, range(52))


def test_all_hands_of_a_match_differ() -> None:
    assert len({deal.shuffle(KEY, hand, range(52)) for hand in range(2000)}) == 2000


def test_shuffle_in_place_deals_what_shuffle_deals() -> None:
    words, state, cards = deal.key_words(KEY), jit.buffer(deal.STATE), jit.buffer(52)
    for hand in (0, 1, 2**40 + 5):  # the same room again and again, as a kernel does it
        for place in range(52):
            cards[place] = place
        deal.shuffle_in_place(words, hand, state, cards)
        assert tuple(cards) == deal.shuffle(KEY, hand, range(52))


def test_case_bn_only_key_hand_and_pack_decide_the_cards() -> None:
    # The names of players, what bots draw meanwhile, Python's own random and its string hashes: none may count.
    first = [deal.shuffle(KEY, hand, range(52)) for hand in range(3)]
    again = []
    for hand in range(3):
        random.seed(hand)
        lanes = {name: deal.stream(KEY, hand, 1 + seat) for seat, name in enumerate(["Bình", "planner", "安娜"])}
        for count, state in enumerate(lanes.values()):
            drawn(state, [52] * (1 + 17 * count))
        again.append(deal.shuffle(KEY, hand, range(52)))
    assert again == first
    order = "from common import deal; print(list(deal.shuffle(deal.key_of(7), 0, range(52))))"
    for hashes in ("1", "2"):
        environment = os.environ | {"PYTHONHASHSEED": hashes, "THIRTEEN_JIT": "0", "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, "-c", order], env=environment, capture_output=True, text=True, check=True, cwd=ROOT
        )
        assert json.loads(done.stdout) == list(first[0])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((b"short", 0), "a key is 32 bytes, not 5; key_of or match_key makes one"),
        (("k" * 32, 0), "a key is 32 bytes, not a str"),
        ((KEY, -1), "hand number -1 is none; it must be between 0 and 2\\*\\*63 - 1"),
        ((KEY, 2**63), "hand number 9223372036854775808 is none"),
        ((KEY, 10**5000), "hand number 0x"),
        ((KEY, 1.0), "a hand number is an int, not a float"),
        ((KEY, True), "a hand number is an int, not a bool"),
    ],
)
def test_shuffle_and_stream_refuse(arguments: Any, said: str) -> None:
    key, hand = arguments
    with pytest.raises(DealError, match=said):
        deal.shuffle(key, hand, range(52))
    with pytest.raises(DealError, match=said):
        deal.stream(key, hand, 1)


@pytest.mark.parametrize("lane", [-1, deal.LANES, True, "1"])
def test_stream_refuses_a_lane_that_is_none(lane: Any) -> None:
    with pytest.raises(DealError, match="lane"):
        deal.stream(KEY, 0, lane)


# Streams


@given(keys, hands, st.integers(0, deal.LANES - 1), st.lists(st.integers(1, 2**32), max_size=40))
def test_draws_are_within_bounds_and_repeatable(key: bytes, hand: int, lane: int, bounds: list[int]) -> None:
    one, two = deal.stream(key, hand, lane), deal.stream(key, hand, lane)
    for bound in bounds:
        number = deal.draw(one, bound)
        assert 0 <= number < bound
        assert deal.draw(two, bound) == number


@pytest.mark.parametrize("bound", [0, -1, 2**32 + 1])
def test_draw_refuses_a_bound_without_outcomes(bound: int) -> None:
    with pytest.raises(DealError, match="between 1 and 2\\*\\*32"):
        deal.draw(deal.stream(KEY, 0, 1), bound)


def test_streams_of_all_hands_and_lanes_differ() -> None:
    places = [(hand, lane) for hand in (0, 1, 2, 2**32, 2**33, 2**62) for lane in (0, 1, 2, 255, 256, deal.LANES - 1)]
    assert len({tuple(drawn(deal.stream(KEY, *place), [2**32] * 4)) for place in places}) == len(places)


def test_the_state_of_a_lane_does_not_hold_the_key_of_the_deal() -> None:
    key = {int(word) for word in deal.key_words(KEY)}
    for lane in (1, 2, 77):
        state = deal.stream(KEY, 3, lane)
        assert not key & {int(word) for word in state}
        # Nor do the words that made the lane's key ever come out as draws.
        own = {int(word) for word in state[:8]}
        assert not own & set(drawn(state, [2**32] * 64))


def test_streams_go_on_over_many_blocks_without_repeating() -> None:
    state = deal.stream(KEY, 0, 1)
    assert len(set(drawn(state, [2**32] * 1600))) == 1600  # 100 blocks; chance of one pair by accident: 0.03 %


# No bias


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected


def above(statistic: float, freedom: int) -> float:
    """How many standard deviations a chi-square statistic lies above its mean."""
    return (statistic - freedom) / math.sqrt(2 * freedom)


Shuffler = Callable[[int, int], tuple[int, ...]]
"""Hand number and size of the pack to an order."""


def fair(hand: int, size: int) -> tuple[int, ...]:
    return deal.shuffle(KEY, hand, range(size))


def any_place(hand: int, size: int) -> tuple[int, ...]:
    """The classical fault: each card changes places with any other."""
    state, cards = deal.stream(KEY, hand, 0), list(range(size))
    for i in range(size):
        j = deal.draw(state, size)
        cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)


def off_by_one(hand: int, size: int) -> tuple[int, ...]:
    """No card may stay where it is: only cyclic orders come out."""
    state, cards = deal.stream(KEY, hand, 0), list(range(size))
    for i in range(size - 1, 0, -1):
        j = deal.draw(state, i)
        cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)


def without_rejection(hand: int, size: int) -> tuple[int, ...]:
    """A byte reduced to the bound: low numbers are likelier."""
    state, cards = deal.stream(KEY, hand, 0), list(range(size))
    for i in range(size - 1, 0, -1):
        j = deal.draw(state, 256) % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)


def bias_of_places(shuffler: Shuffler, hands: int) -> float:
    """Chi-square over (card, place) of a pack of 52."""
    counts = [0] * (52 * 52)
    for hand in range(hands):
        for place, card in enumerate(shuffler(hand, 52)):
            counts[52 * card + place] += 1
    # Each hand fills every row and every column once: that leaves 51 * 51 degrees of freedom, stretched by 52 / 51.
    return above(chi_square(counts) * 51 / 52, 51 * 51)


def bias_of_orders(shuffler: Shuffler, hands: int) -> float:
    """Chi-square over all 120 orders of a pack of five."""
    counts = Counter(shuffler(hand, 5) for hand in range(hands))
    return above(chi_square([counts[order] for order in permutations(range(5))]), 119)


def test_every_card_is_as_likely_in_every_place() -> None:
    assert abs(bias_of_places(fair, 9000)) < 5


def test_every_order_of_five_cards_is_as_likely() -> None:
    assert abs(bias_of_orders(fair, 9000)) < 5


@pytest.mark.parametrize("biased", [any_place, off_by_one, without_rejection])
def test_a_biased_shuffle_would_be_found_by_places(biased: Shuffler) -> None:
    assert bias_of_places(biased, 9000) > 10


@pytest.mark.parametrize("biased", [any_place, off_by_one])
def test_a_biased_shuffle_would_be_found_by_orders(biased: Shuffler) -> None:
    assert bias_of_orders(biased, 9000) > 10


def test_draws_below_a_bound_with_much_rejection_are_even() -> None:
    # Reduced without rejection, the lower half of 3 * 2**30 would come up twice as often as it should.
    state = deal.stream(KEY, 0, 1)
    counts = Counter(number // 2**28 for number in drawn(state, [3 * 2**30] * 6000))
    assert abs(above(chi_square([counts[part] for part in range(12)]), 11)) < 5
    state = deal.stream(KEY, 0, 1)
    reduced = Counter(number % (3 * 2**30) // 2**28 for number in drawn(state, [2**32] * 6000))
    assert above(chi_square([reduced[part] for part in range(12)]), 11) > 10
