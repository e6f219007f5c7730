"""Cards: one card under many spellings, errors that say where, packs."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from common.cards import RANKS, SUITS, Card, Rank, Suit, cards, check_dealt, pack, text
from common.errors import CardError, DealError

CARDS = st.integers(0, 53).map(Card)
FACES = "♣♦♥♠"


def spellings(card: Card) -> list[str]:
    if card.is_joker:
        return [x + y for x in "xX" for y in (str(card)[1], str(card)[1].upper())]
    ranks = {RANKS[card.rank], RANKS[card.rank].lower(), *(["10"] if card.rank is Rank.TEN else [])}
    letters = {SUITS[card.suit], SUITS[card.suit].upper()}
    symbols = {row[card.suit] + tail for row in (FACES, "♧♢♡♤") for tail in ("", "\ufe0e", "\ufe0f")}
    return [r + s for r in ranks for s in letters | symbols] + [s + r for r in ranks for s in symbols]


def test_case_c_one_card_under_four_spellings() -> None:
    assert {Card(given) for given in ("10S", "Ts", "♠10", "10s")} == {Card("Ts")}


@pytest.mark.parametrize(
    "given_text", ["1s", "0s", "Tx", "", " ", "s", "T", "sT", "3", "10", "♠", "XX", "X", "♠1", "1", "11s"]
)
def test_case_c_what_is_no_card_is_an_error_never_dropped(given_text: str) -> None:
    for read in (Card, cards):
        with pytest.raises(CardError, match=r"is none|is no card"):
            read(given_text)
    if given_text.strip():
        with pytest.raises(CardError, match=r"card 2 .* at character 4\)"):
            cards(f"3s {given_text}")


@given(CARDS)
def test_every_spelling_of_a_card_is_that_card(card: Card) -> None:
    for given_text in spellings(card):
        assert Card(given_text) is card
        assert Card(f" {given_text}\n") is card


@given(st.lists(CARDS.flatmap(lambda c: st.tuples(st.just(c), st.sampled_from(spellings(c)))), min_size=1), st.data())
def test_lists_are_read_with_any_separator_or_none(pairs: list[tuple[Card, str]], data: st.DataObject) -> None:
    joined = "".join(t + data.draw(st.sampled_from(["", " ", ",", ", ", "\t"])) for _, t in pairs)
    assert cards(joined) == tuple(card for card, _ in pairs)


@given(st.lists(CARDS, min_size=1))
def test_text_round_trips_in_letters_and_symbols(held: list[Card]) -> None:
    assert (
        cards(text(held)) == cards(text(held, symbols=True)) == cards(held) == cards([*map(str, held)]) == tuple(held)
    )


@given(CARDS)
def test_a_card_survives_repr_pickle_copy_and_json(card: Card) -> None:
    adapter = TypeAdapter(Card)
    for again in (
        eval(repr(card), {"Card": Card}),
        pickle.loads(pickle.dumps(card)),
        copy.deepcopy(card),
        adapter.validate_json(adapter.dump_json(card), strict=True),
        Card(int(card)),
    ):
        assert again is card
    assert f"{card:>4}" == f"{card!s:>4}"


@pytest.mark.parametrize("given_value", [5, 5.0, True, None, ["3s"], b"3s"])
def test_models_take_text_for_a_card_and_no_number(given_value: object) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(Card).validate_python(given_value)
    with pytest.raises(ValidationError, match="such as 3s"):
        TypeAdapter(Card).validate_python("1s")


@pytest.mark.parametrize("given_value", [54, -1, True, 3.0, None, b"3s", 10**30])
def test_a_number_that_is_no_card_is_refused(given_value: object) -> None:
    with pytest.raises(CardError, match="is no card"):
        Card(given_value)  # type: ignore[arg-type]


def test_collections_are_checked_card_by_card() -> None:
    assert cards([]) == ()
    with pytest.raises(CardError, match="neither a text nor a collection"):
        cards(None)  # type: ignore[arg-type]
    with pytest.raises(CardError, match="goes on after '3s'"):
        cards(["3s4s"])


def test_a_joker_has_neither_rank_nor_suit() -> None:
    assert (Card("xB"), Card("XR").is_joker, Card("As").is_joker) == (Card(52), True, False)
    for ask in (lambda: Card("Xb").rank, lambda: Card("Xr").suit):
        with pytest.raises(CardError, match="has no"):
            ask()
    assert (Card("Td").rank, Card("Td").suit, Card("Td").symbol) == (Rank.TEN, Suit.DIAMONDS, "10♦")


@given(st.text(max_size=12))
def test_any_text_is_cards_or_a_card_error(given_text: str) -> None:
    try:
        held = cards(given_text)
    except CardError:
        return
    assert cards(text(held)) == held


@pytest.mark.parametrize(("size", "diamonds", "jokers"), [(52, 1, 0), (54, 1, 2), (65, 2, 0), (67, 2, 2)])
def test_packs(size: int, diamonds: int, jokers: int) -> None:
    held = pack(size)
    assert len(held) == size
    assert list(held) == sorted(held)
    for card in map(Card, range(54)):
        wanted = jokers // 2 if card.is_joker else diamonds if card.suit is Suit.DIAMONDS else 1
        assert held.count(card) == wanted


def test_there_are_no_other_packs() -> None:
    with pytest.raises(DealError, match="no pack of 53"):
        pack(53)


def test_case_j_one_pack_holds_a_card_once_and_65_cards_the_diamonds_twice() -> None:
    check = check_dealt
    with pytest.raises(DealError, match=r"5c .*again to seat 0.*holds it once"):
        check([cards("5c 5c")], pack(52), 2)
    check([cards("7d 7d")], pack(65), 2)
    with pytest.raises(DealError, match=r"7d .*again to seat 1.*holds it twice"):
        check([cards("7d 7d"), cards("7d 8d")], pack(65), 2)
    with pytest.raises(DealError, match=r"7c .*holds it once"):
        check([cards("7c 7c")], pack(65), 2)
    with pytest.raises(DealError, match="does not hold it"):
        check([cards("Xb 7c")], pack(52), 2)
    with pytest.raises(DealError, match="seat 1 is dealt 1 cards"):
        check([cards("2c 3c"), cards("7c")], pack(52), 2)
