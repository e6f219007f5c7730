"""The ledger: every unit has a payer and a payee, so all of them add up to zero."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.ledger import HOUSE, Ledger, Posting

SEATS = st.shared(st.integers(2, 8), key="seats")
POSTINGS = SEATS.flatmap(
    lambda seats: st.lists(
        st.builds(
            Posting,
            st.integers(0, seats - 1),
            st.integers(HOUSE, seats - 1),
            st.integers(1, 10**9),
            st.sampled_from(["cards_left", "chop"]),
        ).filter(lambda posting: posting.payer != posting.payee),
        max_size=20,
    )
)


@given(SEATS, POSTINGS)
def test_a_ledger_is_zero_sum_and_adds_up_seat_by_seat(seats: int, postings: list[Posting]) -> None:
    ledger = Ledger(seats, postings)
    assert sum(ledger.totals) + ledger.house == 0
    for seat in range(seats):
        won = sum(p.units for p in postings if p.payee == seat)
        assert ledger.totals[seat] == won - sum(p.units for p in postings if p.payer == seat)
    assert ledger.postings == tuple(postings)


@given(SEATS, POSTINGS)
def test_a_copy_is_apart(seats: int, postings: list[Posting]) -> None:
    ledger = Ledger(seats, postings)
    other = ledger.copy()
    assert other == ledger
    other.post(Posting(0, 1, 1, "more"))
    assert other != ledger
    assert ledger.postings == tuple(postings)
    assert eval(repr(ledger), {"Ledger": Ledger, "Posting": Posting}) == ledger


@pytest.mark.parametrize(
    "posting",
    [
        (0, 1, 0, ""),
        (0, 1, -1, ""),
        (0, 1, 1.0, ""),
        (0, 1, True, ""),
        (0, 0, 1, ""),
        (3, 1, 1, ""),
        (0, 3, 1, ""),
        (-1, 0, 1, ""),
        (0, -2, 1, ""),
    ],
)
def test_a_posting_that_means_nothing_is_refused_and_changes_nothing(posting: tuple[int, int, int, str]) -> None:
    ledger = Ledger(3)
    with pytest.raises(ValueError, match=r"whole number above 0|another seat or to the house"):
        ledger.post(Posting(*posting))
    assert (ledger.postings, ledger.totals, ledger.house) == ((), (0, 0, 0), 0)
