"""Money: every number of the rules, and properties against exact fractions."""

from __future__ import annotations

import copy
import decimal
import json
import pickle
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from common.errors import MoneyError
from common.money import Payout, Stakes, Step, payout

D = Decimal


def amounts(*texts: str) -> tuple[Decimal, ...]:
    return tuple(D(text) for text in texts)


def balance(paid: Payout) -> Decimal:
    return sum(paid.amounts, D(0)) + paid.house + paid.rake + paid.residue


# The numbers of the rules


def test_M_1_units_times_base() -> None:
    paid = payout([13, -6, -7, 0], Stakes(base="2.50", rake="0"))
    assert paid.amounts == amounts("32.50", "-15.00", "-17.50", "0")
    assert (paid.house, paid.rake, paid.residue) == amounts("0", "0", "0")


def test_M_1_the_coin_is_a_hundredth_unless_said_otherwise() -> None:
    assert Stakes(base="1").coin == D("0.01")
    paid = payout([3, -3], Stakes(base="1000", rake="0.0333", coin="1000"))
    assert paid.amounts == amounts("2000", "-3000")
    assert paid.rake == D("1000")
    assert [str(amount) for amount in paid.amounts] == ["2000", "-3000"]


def test_M_1_a_coin_need_be_no_power_of_ten() -> None:
    paid = payout([1, 1, -2], Stakes(base="0.25", carries=["1", "1", "0.30"], rake="0", coin="0.05"))
    # 0.30 for two winners of 0.25 each: 0.15 each.
    assert paid.amounts == amounts("0.15", "0.15", "-0.30")
    paid = payout([2, 1, -3], Stakes(base="0.25", carries=["1", "1", "0.50"], rake="0.1", coin="0.05"))
    # Coins: 10 and 5 against 10; 10·10/15 = 6, 5·10/15 = 3; net 5 and 2.
    assert paid.amounts == amounts("0.25", "0.10", "-0.50")
    assert (paid.rake, paid.residue) == (D("0.10"), D("0.05"))


def test_M_2_total_cap_scale_rake_in_this_order() -> None:
    paid = payout([300, -100, -200], Stakes(base="1", carries=["200", "50", "500"], rake="0.05"))
    # Capped 200, -50, -200; scaled by 200/250; raked on 200, not on 300.
    assert paid.steps == (
        Step(*amounts("300", "200", "200", "190")),
        Step(*amounts("-100", "-50", "-40", "-40")),
        Step(*amounts("-200", "-200", "-160", "-160")),
    )


def test_M_3_nobody_wins_or_loses_more_than_the_carry() -> None:
    assert payout([10, -10], Stakes(base="10", carries=["30", "1000"], rake="0")).amounts == amounts("30", "-30")
    assert payout([10, -10], Stakes(base="10", carries=["1000", "30"], rake="0")).amounts == amounts("30", "-30")
    assert payout([10, -10], Stakes(base="10", carries=["100", "100"], rake="0")).amounts == amounts("100", "-100")


def test_M_3_without_carries_there_is_no_cap() -> None:
    assert payout([10**9, -(10**9)], Stakes(base="10", rake="0")).amounts == amounts("10000000000", "-10000000000")


def test_M_4_the_smaller_side_stands() -> None:
    paid = payout([600, 400, -1000], Stakes(base="1", carries=["9000", "9000", "500"], rake="0"))
    assert paid.amounts == amounts("300", "200", "-500")
    paid = payout([1000, -600, -400], Stakes(base="1", carries=["500", "9000", "9000"], rake="0"))
    assert paid.amounts == amounts("500", "-300", "-200")


def test_M_4_a_cap_on_both_sides() -> None:
    paid = payout([50, 50, -60, -40], Stakes(base="1", carries=["20", "100", "30", "100"], rake="0"))
    assert paid.amounts == amounts("20", "50", "-30", "-40")
    assert paid.residue == 0


def test_M_5_rake_is_a_share_of_what_a_winner_wins() -> None:
    paid = payout([10, 4, -14], Stakes(base="10", rake="0.05"))
    assert paid.amounts == amounts("95", "38", "-140")
    assert paid.rake == 7


def test_M_6_minus_20000_times_300_by_700_is_minus_8571() -> None:
    stakes = Stakes(base="0.01", carries=["200", "500", "300"], rake="0", coin="0.01")
    paid = payout([-20000, -50000, 70000], stakes)
    assert paid.steps[0].scaled == D("-85.71")
    whole = Stakes(base="1", carries=["20000", "50000", "30000"], rake="0", coin="1")
    assert payout([-20000, -50000, 70000], whole).amounts == amounts("-8571", "-21428", "30000")


def test_case_aa_truncation_is_toward_zero_and_all_sums_to_zero() -> None:
    paid = payout([-20000, -50000, 70000], Stakes(base="1", carries=["20000", "50000", "30000"], rake="0", coin="1"))
    assert paid.amounts[0] == -8571
    assert paid.residue == -1
    assert balance(paid) == 0


def test_M_6_a_net_is_truncated_too_and_the_rake_is_the_rest() -> None:
    paid = payout([1, -1], Stakes(base="0.99", rake="0.05"))
    # 0.99 · 0.95 is 0.9405.
    assert paid.amounts == amounts("0.94", "-0.99")
    assert paid.rake == D("0.05")
    assert paid.residue == 0


def test_M_6_residue_can_have_either_sign() -> None:
    losers_scaled = payout([-1, -1, -1, 3], Stakes(base="1", carries=["5", "5", "5", "1"], rake="0"))
    assert losers_scaled.amounts == amounts("-0.33", "-0.33", "-0.33", "1")
    assert losers_scaled.residue == D("-0.01")
    winners_scaled = payout([1, 1, 1, -3], Stakes(base="1", carries=["5", "5", "5", "1"], rake="0"))
    assert winners_scaled.amounts == amounts("0.33", "0.33", "0.33", "-1")
    assert winners_scaled.residue == D("0.01")


def test_M_7_four_carries() -> None:
    stakes = Stakes(base="1", carries=["1000", "500", "200", "500"], rake="0.05")
    paid = payout([-200, -800, 900, 100], stakes)
    assert paid.amounts == amounts("-85.71", "-214.28", "190.00", "95.00")
    assert [str(amount) for amount in paid.amounts] == ["-85.71", "-214.28", "190.00", "95.00"]
    assert paid.rake == D("15.00")
    assert paid.residue == D("-0.01")
    assert paid.house == 0


def test_M_7_a_winner_with_carry_80() -> None:
    paid = payout([-60, -80, -60, 200], Stakes(base="1", carries=["70", "100", "20", "80"], rake="0.05"))
    assert [step.capped for step in paid.steps] == list(amounts("-60", "-80", "-20", "80"))
    assert [step.scaled for step in paid.steps] == list(amounts("-30", "-40", "-10", "80"))
    assert paid.amounts == amounts("-30", "-40", "-10", "76")
    assert paid.rake == 4


def test_M_7_carry_80_due_200() -> None:
    paid = payout([200, -200], Stakes(base="1", carries=["80", "1000"], rake="0"))
    assert paid.amounts == amounts("80", "-80")


def test_M_8_unchanged_where_nobody_is_capped() -> None:
    paid = payout([-100, -100, -100, 300], Stakes(base="1", carries=["1000"] * 4, rake="0.05"))
    assert [step.scaled for step in paid.steps] == list(amounts("-100", "-100", "-100", "300"))
    assert paid.amounts == amounts("-100", "-100", "-100", "285")
    assert (paid.rake, paid.residue) == amounts("15", "0")


def test_M_9_a_carry_of_0_plays_for_nothing() -> None:
    paid = payout([5, -10, 5], Stakes(base="10", carries=["0", "1000", "1000"], rake="0"))
    assert paid.amounts == amounts("0", "-50", "50")
    paid = payout([5, -10, 5], Stakes(base="10", carries=["1000", "0", "1000"], rake="0.05"))
    assert paid.amounts == amounts("0", "0", "0")
    assert (paid.rake, paid.residue) == amounts("0", "0")


def test_M_9_a_base_of_0_plays_for_nothing() -> None:
    assert payout([5, -5], Stakes(base=0, rake="0.05")).amounts == amounts("0", "0")


FLOAT = "is the float .*, which is not exact; write it as text"
TEXT = "must be a text such as"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, r'^stakes need a base, such as Stakes\(base="10"\)\.$'),
        ({"base": "-1"}, r"^the base is -1; it must be 0 or more\.$"),
        ({"base": -1}, r"^the base is -1; "),
        ({"base": D("-0.01")}, r"^the base is -0.01; "),
        ({"base": 10.0}, f"^the base {FLOAT}"),
        ({"base": float("nan")}, f"^the base {FLOAT}"),
        ({"base": True}, f"^the base is True; it {TEXT}"),
        ({"base": None}, f"^the base is None; it {TEXT}"),
        ({"base": b"10"}, f"^the base is b'10'; it {TEXT}"),
        ({"base": ["10"]}, f"the base is .*; it {TEXT}"),
        ({"base": ""}, "^the base is '', which is no amount"),
        ({"base": "ten"}, "^the base is 'ten', which is no amount"),
        ({"base": " 10"}, "^the base is ' 10', which is no amount"),
        ({"base": "1_000"}, "which is no amount"),
        ({"base": "1,5"}, "which is no amount"),
        ({"base": "1e3"}, "which is no amount"),
        ({"base": "１０"}, "which is no amount"),
        ({"base": "NaN"}, "which is no amount"),
        ({"base": "10\n"}, "which is no amount"),
        ({"base": D("NaN")}, r"^the base is NaN; it must be finite\.$"),
        ({"base": D("sNaN")}, "it must be finite"),
        ({"base": D("-Infinity")}, "it must be finite"),
        ({"base": 10**18}, "^the base has too many digits"),
        ({"base": 10**6000}, "^the base is an int of 19932 bits"),
        ({"base": "9" * 9000}, "^the base has too many digits"),
        ({"base": D("1E+999999")}, "^the base has too many digits"),
        ({"base": D("1E-999999")}, "^the base has too many digits"),
        ({"base": "0.005"}, r"^the base is 0.005; it must be a whole number of the smallest coin, 0.01\.$"),
        ({"base": "10", "coin": "3"}, "^the base is 10; it must be a whole number of the smallest coin, 3"),
        ({"base": "10", "carries": "1000"}, "^the carries are '1000'; they must be a list with one amount per seat"),
        ({"base": "10", "carries": 1000}, "^the carries are 1000; "),
        ({"base": "10", "carries": {"0": "10"}}, "^the carries are {'0': '10'}; "),
        ({"base": "10", "carries": ["1", "-5"]}, r"^the carry of seat 1 is -5; it must be 0 or more\.$"),
        ({"base": "10", "carries": ["1", 0.5]}, f"^the carry of seat 1 {FLOAT}"),
        ({"base": "10", "carries": ["1", None]}, f"^the carry of seat 1 is None; it {TEXT}"),
        ({"base": "10", "carries": ["1", "0.125"]}, "^the carry of seat 1 is 0.125; it must be a whole number of"),
        ({"base": "10", "rake": "-0.05"}, "^the rake is -0.05; it must be 0 or more"),
        ({"base": "10", "rake": 0.05}, f"^the rake {FLOAT}"),
        ({"base": "10", "rake": "1"}, r"^the rake is 1; it must be below 1, such as 0.05 for 5 %\.$"),
        ({"base": "10", "rake": 5}, "^the rake is 5; it must be below 1"),
        ({"base": "10", "coin": "0"}, r"^the coin is 0; it must be more\.$"),
        ({"base": "10", "coin": "-0.01"}, "^the coin is -0.01; it must be 0 or more"),
        ({"base": "10", "coin": None}, f"^the coin is None; it {TEXT}"),
        ({"base": "10", "carry": "5"}, r"^stakes have no 'carry'; they have base, carries, rake and coin\.$"),
    ],
)
def test_M_9_stakes_that_mean_nothing_are_refused_in_one_sentence(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(MoneyError, match=said) as refusal:
        Stakes(**fields)
    assert not isinstance(refusal.value, ValidationError)
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 200


@given(st.dictionaries(st.sampled_from(["base", "carries", "rake", "coin", "x"]), st.deferred(lambda: anything)))
def test_M_9_whatever_is_given_only_money_error_comes_out(fields: dict[str, Any]) -> None:
    try:
        stakes = Stakes(**fields)
    except MoneyError:
        return
    assert Stakes.model_validate_json(stakes.model_dump_json()) == stakes


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.decimals() | st.text() | st.binary()
anything: st.SearchStrategy[Any] = (
    scalars | st.sampled_from(["10", "0.05", 1, "0.01"]) | st.lists(scalars | st.integers(0, 9), max_size=3)
)


def test_M_10_a_rulesets_rake_fills_in_where_the_stakes_name_none() -> None:
    open_stakes = Stakes(base="10", carries=["5", "6"], coin="1")
    assert open_stakes.rake is None
    assert open_stakes.with_rake("0.05") == Stakes(base="10", carries=["5", "6"], coin="1", rake="0.05")
    assert open_stakes.rake is None
    assert Stakes(base="10", rake="0").with_rake("0.05").rake == 0
    with pytest.raises(MoneyError, match="the rake is 1; it must be below 1"):
        open_stakes.with_rake("1")


def test_M_10_stakes_without_a_rake_pay_none() -> None:
    assert payout([5, -5], Stakes(base="10")) == payout([5, -5], Stakes(base="10", rake="0"))


def test_M_10_a_ruleset_without_a_cap_pays_whatever_the_carries() -> None:
    carried = Stakes(base="10", carries=["1", "1"], rake="0.05")
    assert payout([5, -5], carried, cap=False) == payout([5, -5], Stakes(base="10", rake="0.05"))
    assert payout([5, -5], carried).amounts == amounts("0.95", "-1")


def test_M_10_units_paid_to_the_house_are_handed_in() -> None:
    # 边锋: who escapes pays 18, 1 to each other seat and 15 to the house.
    paid = payout([-18, 1, 1, 1], Stakes(base="10", rake="0"), house=15)
    assert paid.amounts == amounts("-180", "10", "10", "10")
    assert paid.house == 150
    assert (paid.rake, paid.residue) == amounts("0", "0")


def test_M_10_the_house_pays_no_rake() -> None:
    paid = payout([-18, 1, 1, 1], Stakes(base="10", rake="0.05"), house=15)
    assert paid.amounts == amounts("-180", "9.50", "9.50", "9.50")
    assert (paid.house, paid.rake) == amounts("150", "1.50")


def test_M_10_the_house_goes_short_with_the_winners() -> None:
    # The escaper owes 180 and brought 90: everyone, the house too, gets one half.
    paid = payout([-18, 1, 1, 1], Stakes(base="10", carries=["90", "500", "500", "500"], rake="0"), house=15)
    assert paid.amounts == amounts("-90", "5", "5", "5")
    assert (paid.house, paid.residue) == amounts("75", "0")


def test_M_10_the_house_stands_where_a_winner_is_capped() -> None:
    paid = payout([-18, 1, 1, 1], Stakes(base="10", carries=["500", "0", "10", "500"], rake="0"), house=15)
    assert paid.amounts == amounts("-170", "0", "10", "10")
    assert paid.house == 150


def test_M_10_nothing_comes_from_who_brought_nothing() -> None:
    paid = payout([-18, 1, 1, 1], Stakes(base="10", carries=["0", "500", "500", "500"], rake="0.05"), house=15)
    assert set(paid.amounts) == {D(0)}
    assert (paid.house, paid.rake, paid.residue) == amounts("0", "0", "0")


def test_M_11_a_host_can_show_each_step() -> None:
    paid = payout([-200, -800, 900, 100], Stakes(base="1", carries=["1000", "500", "200", "500"], rake="0.05"))
    assert paid.steps[1] == Step(raw=D("-800"), capped=D("-500"), scaled=D("-214.28"), raked=D("-214.28"))
    assert paid.steps[2] == Step(raw=D("900"), capped=D("200"), scaled=D("200"), raked=D("190"))
    for record, field in ((paid, "amounts"), (paid.steps[0], "raw")):
        with pytest.raises(AttributeError):
            setattr(record, field, D(0))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (([1, -2],), "the house's 0 sum to -1; they must sum to 0"),
        (([1, -1], 15), "the house's 15 sum to 15; they must sum to 0"),
        (([1.0, -1],), "the total of seat 0 is 1.0; it must be an int, whole units"),
        (([1, D(-1)],), r"the total of seat 1 is Decimal\('-1'\); it must be an int"),
        (([1, True, -2],), "the total of seat 1 is True; it must be an int"),
        (([1, "-1"],), "the total of seat 1 is '-1'; it must be an int"),
        (([0, 0], 0.0), "the house's total is 0.0; it must be an int"),
        (([10**6000, -(10**6000)],), "the total of seat 0 is an int of 19932 bits"),
    ],
)
def test_M_1_totals_that_are_none_are_refused(arguments: Any, said: str) -> None:
    totals, *house = arguments
    with pytest.raises(MoneyError, match=said):
        payout(totals, Stakes(base="10"), *house)


@pytest.mark.parametrize("cap", [True, False])
def test_M_3_each_seat_needs_a_carry(cap: bool) -> None:
    with pytest.raises(MoneyError, match="there are 3 totals and 2 carries"):
        payout([1, -1, 0], Stakes(base="10", carries=["5", "5"]), cap=cap)


def test_M_1_pythons_decimal_context_does_not_matter() -> None:
    stakes = Stakes(base="123456789012345.67", carries=["999999999999999999.99"] * 3, rake="0.05123456789")
    totals = [12345, -2345, -10000]
    with decimal.localcontext() as context:
        expected = payout(totals, stakes)
        context.prec = 3
        context.rounding = decimal.ROUND_UP
        again = Stakes(base="123456789012345.67", carries=["999999999999999999.99"] * 3, rake="0.05123456789")
        assert again == stakes
        assert payout(totals, again) == expected
    assert expected.steps[1].capped == D("-289506170233950596.15")


# Stakes as a part of records


class Line(BaseModel):
    stakes: Stakes


def test_stakes_round_trip_through_json_with_amounts_as_text() -> None:
    stakes = Stakes(base=D("1E+3"), carries=[D("50.00"), "7", 8], rake="0.05", coin=D("0.00000001"))
    line = Line(stakes=stakes)
    assert json.loads(line.model_dump_json()) == {
        "stakes": {"base": "1000", "carries": ["50.00", "7", "8"], "rake": "0.05", "coin": "0.00000001"}
    }
    assert Line.model_validate_json(line.model_dump_json()) == line
    assert Line.model_validate_json(line.model_dump_json(), strict=True) == line
    assert Line.model_validate_json(line.model_dump_json()).model_dump_json() == line.model_dump_json()
    assert Line.model_validate(line.model_dump()) == line
    assert Stakes.model_validate_json('{"base": 10}') == Stakes(base="10")


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ('{"base": 1.5}', "the base is the float 1.5"),
        ('{"rake": "0.05"}', "stakes need a base"),
        ('{"base": "1", "x": 1}', "stakes have no 'x'"),
        ('{"base": "1", "rake": "1.0"}', "the rake is 1.0"),
        ("[]", "should be an object"),
    ],
)
def test_broken_stakes_in_a_record_are_the_records_validation_error(broken: str, said: str) -> None:
    with pytest.raises(ValidationError, match=said) as refusal:
        Line.model_validate_json(f'{{"stakes": {broken}}}')
    assert refusal.value.errors()[0]["loc"] == ("stakes",)


def test_stakes_are_frozen_hashable_and_copied() -> None:
    stakes = Stakes(base="10", carries=["5", "5"])
    assert hash(stakes) == hash(Stakes(base=10, carries=[5, 5], coin="0.010"))
    assert pickle.loads(pickle.dumps(stakes)) == copy.deepcopy(stakes) == stakes
    with pytest.raises(ValidationError, match="frozen"):
        setattr(stakes, "base", D(1))  # noqa: B010 - the type checker refuses the plain form


# Properties, against exact fractions


class Case(NamedTuple):
    """A hand's totals and house, and stakes in numbers."""

    totals: list[int]
    house: int
    base: int
    carries: list[int] | None
    rake: Fraction
    coin: Decimal

    def paid(self) -> Payout:
        rake = D(self.rake.numerator) / D(self.rake.denominator)
        carries = None if self.carries is None else [carry * self.coin for carry in self.carries]
        stakes = Stakes(base=self.base * self.coin, carries=carries, rake=rake, coin=self.coin)
        return payout(self.totals, stakes, house=self.house)

    def coins(self, amount: Decimal) -> int:
        number = Fraction(amount) / Fraction(self.coin)
        assert number.denominator == 1, "half a coin"
        return int(number)


@st.composite
def cases(draw: Callable[..., Any]) -> Case:
    seats = draw(st.integers(2, 6))
    house = draw(st.just(0) | st.integers(0, 40))
    totals = draw(st.lists(st.integers(-300, 300), min_size=seats - 1, max_size=seats - 1))
    totals.insert(draw(st.integers(0, seats - 1)), -sum(totals) - house)
    carry = st.integers(0, 30) | st.integers(0, 30000)
    carries = draw(st.none() | st.lists(carry, min_size=seats, max_size=seats))
    rake = Fraction(draw(st.sampled_from([0, 50, 999]) | st.integers(0, 999)), 1000)
    coin = draw(st.sampled_from([D("0.01"), D("1"), D("0.05"), D("0.001"), D("100"), D("0.25")]))
    return Case(totals, house, draw(st.integers(0, 200)), carries, rake, coin)


def truncated(number: Fraction) -> int:
    return int(abs(number)) * (1 if number >= 0 else -1)


@given(cases())
def test_M_6_players_house_rake_and_residue_sum_to_zero(case: Case) -> None:
    assert balance(case.paid()) == 0


@given(cases())
def test_M_2_to_M_6_every_step_is_the_exact_fraction_truncated(case: Case) -> None:
    paid = case.paid()
    raw = [Fraction(total * case.base) for total in case.totals]
    limits = case.carries if case.carries is not None else [10**12] * len(raw)
    capped = [max(min(won, Fraction(limit)), -Fraction(limit)) for won, limit in zip(raw, limits, strict=True)]
    due = Fraction(case.house * case.base)  # the house's, never capped
    won = sum((c for c in capped if c > 0), due)
    lost = -sum((c for c in capped if c < 0), Fraction(0))
    won_share = min(won, lost) / won if won else Fraction(1)
    lost_share = min(won, lost) / lost if lost else Fraction(1)
    gross = [truncated(c * (won_share if c > 0 else lost_share)) for c in capped]
    net = [truncated(g * (1 - case.rake)) if g > 0 else g for g in gross]

    assert [case.coins(step.raw) for step in paid.steps] == raw
    assert [case.coins(step.capped) for step in paid.steps] == capped
    assert [case.coins(step.scaled) for step in paid.steps] == gross
    assert [case.coins(step.raked) for step in paid.steps] == net
    assert paid.amounts == tuple(step.raked for step in paid.steps)
    assert case.coins(paid.house) == truncated(due * won_share)
    assert case.coins(paid.rake) == sum(gross) - sum(net)
    assert case.coins(paid.residue) == -sum(gross) - truncated(due * won_share)


@given(cases())
def test_M_3_nobody_goes_beyond_the_carry(case: Case) -> None:
    assume(case.carries is not None)
    for amount, carry in zip(case.paid().amounts, case.carries or [], strict=True):
        assert abs(case.coins(amount)) <= carry


@given(cases())
def test_M_4_scaling_never_makes_more_nor_turns_a_sign(case: Case) -> None:
    for step in case.paid().steps:
        chain = [step.raw, step.capped, step.scaled, step.raked]
        assert [abs(amount) for amount in chain] == sorted((abs(amount) for amount in chain), reverse=True)
        assert all(amount >= 0 for amount in chain) or all(amount <= 0 for amount in chain)


@given(cases())
def test_M_4_only_one_side_is_scaled_and_only_where_some_seat_was_capped(case: Case) -> None:
    paid = case.paid()
    scaled = [step for step in paid.steps if step.scaled != step.capped]
    assert len({step.raw > 0 for step in scaled}) <= 1
    if all(step.raw == step.capped for step in paid.steps):
        assert not scaled
        assert paid.residue == 0
        assert case.coins(paid.house) == case.house * case.base


@given(cases())
def test_M_5_only_winners_pay_rake(case: Case) -> None:
    paid = case.paid()
    assert paid.rake >= 0
    for step in paid.steps:
        if step.scaled <= 0:
            assert step.raked == step.scaled


@given(cases())
def test_M_6_residue_is_less_than_a_coin_for_each_party(case: Case) -> None:
    assert abs(case.coins(case.paid().residue)) < len(case.totals) + 1


@given(cases(), st.randoms(use_true_random=False))
def test_M_11_seats_are_only_names(case: Case, chance: Any) -> None:
    order = list(range(len(case.totals)))
    chance.shuffle(order)
    turned = case._replace(
        totals=[case.totals[seat] for seat in order],
        carries=None if case.carries is None else [case.carries[seat] for seat in order],
    )
    paid, again = case.paid(), turned.paid()
    assert again.steps == tuple(paid.steps[seat] for seat in order)
    assert (again.house, again.rake, again.residue) == (paid.house, paid.rake, paid.residue)
