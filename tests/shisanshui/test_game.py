"""SS-4 arranging: what a seat may do, what others learn of it, and how a hand is shown and paid."""

from __future__ import annotations

import json
import random
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from itertools import islice, pairwise, permutations

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import shisanshui
from common.actions import Action
from common.cards import Card
from common.errors import DealError, IllegalAction, InvalidAction, RecordError, RulesetError
from common.events import Paid, Settled
from common.jit import ENABLED
from common.money import Stakes
from common.testing.battery import Tally, check_hand
from common.testing.interference import Compared, check_secrecy
from shisanshui import Arrange, Away, Back, Game, Layout, Leave, Phase, Timeout, is_foul, settle, special
from shisanshui.events import Arranged, FeatScored, LayoutsShown, RowCompared, SpecialCounted
from shisanshui.legal import LegalActions
from tests.naive import shisanshui as naive
from tests.shisanshui.shapes import FIXTURE, HOUSES, ORACLES, deal, texts, thirteen
from tests.shisanshui.test_settle import CASE_T, DRAGONS

ONE_PACK = [house for house in HOUSES if ORACLES[house].pack == 52]


def dealt(house: str = "meitian", layouts: tuple[str, ...] = FIXTURE, **more: object) -> Game:
    """A hand in which each seat holds the cards of its layout."""
    game = Game(house, seats=len(layouts), **more)  # type: ignore[arg-type]
    game.deal(hands=[Layout(layout).cards for layout in layouts])
    return game


def played(house: str = "meitian", layouts: tuple[str, ...] = FIXTURE, **more: object) -> Game:
    game = dealt(house, layouts, **more)
    for seat, layout in enumerate(layouts):
        game.act(Arrange(seat=seat, layout=layout))
    return game


def refused(game: Game, action: Action) -> str:
    """The code of a refusal, after which nothing has changed."""
    before = game.log, [game.view(seat).to_json() for seat in range(game.seats)]
    asked = game.why_not(action)
    with pytest.raises(IllegalAction) as answer:
        game.act(action)
    assert asked is not None
    assert (answer.value.code, str(answer.value), answer.value.seat) == (asked.code, str(asked), action.seat)
    assert (game.log, [game.view(seat).to_json() for seat in range(game.seats)]) == before
    return answer.value.code


# The batteries that every game must pass


@pytest.mark.parametrize("house", [house for house in HOUSES if house != "luosong-spare"])
def test_the_battery(house: str) -> None:
    tally = Tally()
    for seed in range(4):
        tally.add(check_hand(Game(house), seed, thorough=4))
    assert tally.steps >= 10
    assert {"row_sizes", "not_held", "stale", "hand_over", "not_dealt_in"} <= set(tally.refusals)


@pytest.mark.skipif(not ENABLED, reason="forty million layouts are counted")
def test_SS_1_3_the_battery_with_spare_cards() -> None:
    tally = check_hand(Game("luosong-spare", seats=2), 3, thorough=2)
    assert tally.listed >= 80


@pytest.mark.parametrize("house", ["meitian", "bb", "bianfeng", "luosong-wild", "luosong-five"])
def test_SS_4_1_nobody_can_tell_what_others_hold_or_whether_they_have_laid_out(house: str) -> None:
    found = Compared()
    for seed in range(3):
        found.add(check_secrecy(lambda: Game(house), seed, moments=30))
    assert found.deals >= 15
    assert found.refusals > 100


# The walk of a hand


def test_case_y_fixture_f_through_the_engine() -> None:
    game = played()
    assert game.is_over
    assert game.phase is Phase.SETTLED
    assert game.ledger.totals == (36, -9, -13, -14)
    assert game.ledger == settle(FIXTURE)


@pytest.mark.parametrize("house", ONE_PACK)
def test_the_engine_pays_what_settle_pays_whoever_lays_out_first(house: str) -> None:
    chance = random.Random(house)
    for _ in range(6):
        game = Game(house)
        game.deal(hands=deal(house, game.seats, chance))
        chosen: dict[int, Arrange] = {}
        for seat in range(game.seats):
            legal = game.legal_actions(seat)
            chosen[seat] = legal[chance.randrange(len(legal))]
        logs = []
        for order in ([*range(game.seats)], chance.sample(range(game.seats), game.seats)):
            again = Game(house)
            again.deal(hands=game.log[0].hands)  # type: ignore[attr-defined]
            for seat in order:
                again.act(chosen[seat])
            logs.append([event for event in again.log if not isinstance(event, Arranged)])
            expected = settle(
                [chosen[seat].layout for seat in range(game.seats)],
                house,
                [chosen[seat].special for seat in range(game.seats)],
            )
            assert again.ledger == expected
        assert logs[0] == logs[1]


def test_SS_4_4_events_come_in_the_order_a_table_shows_them() -> None:
    events = played("meitian", CASE_T).log
    shown = next(event for event in events if isinstance(event, LayoutsShown))
    assert shown.layouts[3] == Layout(CASE_T[3])
    assert shown.specials == shown.eligible == (None, None, None, "six_pairs")
    assert shown.rows[0] == ("high_card", "trips", "straight") or shown.rows[0][2] == "straight"
    told = [event for event in events[events.index(shown) + 1 :] if not isinstance(event, Paid)]
    assert [event.trigger for event in told] == [
        "row_compared",
        "row_compared",
        "row_compared",
        "feat_scored",
        "feat_scored",
        "special_counted",
        "settled",
    ]
    assert [event.place for event in told if isinstance(event, RowCompared)] == ["front", "middle", "back"]
    assert all(3 not in event.lowest_first for event in told if isinstance(event, RowCompared))
    guns = [(event.feat, event.seat, event.over) for event in told if isinstance(event, FeatScored)]
    assert guns == [("gun", 0, 1), ("gun", 0, 2)]
    assert [event for event in told if isinstance(event, SpecialCounted)] == [
        SpecialCounted(seat=3, special="six_pairs")
    ]


def test_SS_4_4_within_a_row_the_lowest_comes_first_and_pays_follow_it() -> None:
    events = played().log
    for at, event in enumerate(events):
        if isinstance(event, RowCompared):
            place = ("front", "middle", "back").index(event.place)
            rows = [Layout(FIXTURE[seat])[place] for seat in event.lowest_first]
            assert all(shisanshui.compare(a, b) <= 0 for a, b in pairwise(rows))
            following = events[at + 1]
            assert isinstance(following, Paid)
            assert following.reason.startswith(event.place)


def test_SS_4_1_a_layout_may_be_replaced_until_all_are_in() -> None:
    game = dealt()
    first = "Ks Ah As | 9s 9h 9c 5s 4d | Ts Jh Qd Kc Ad"
    game.act(Arrange(seat=0, layout=first))
    assert game.awaiting == {1, 2, 3}
    assert game.legal_actions(0)
    game.act(Arrange(seat=0, layout=FIXTURE[0], at=game.view(0).position))
    assert game.view(0).layout == Layout(FIXTURE[0])
    for seat in (1, 2, 3):
        game.act(Arrange(seat=seat, layout=FIXTURE[seat]))
    assert game.ledger.totals == (36, -9, -13, -14)
    assert refused(game, Arrange(seat=0, layout=first)) == "hand_over"


def test_SS_4_1_arrival_leaks_nothing() -> None:
    """In whatever order and however often others lay out, each seat sees the same until all are in."""
    views = set()
    for order in permutations((0, 1, 2)):
        for often in (1, 2):
            game = dealt()
            seen = []
            for seat in order:
                for _ in range(often):
                    game.act(Arrange(seat=seat, layout=FIXTURE[seat]))
                    seen.append((game.view(3).to_json(), game.view(None).to_json(), repr(game.view(3))))
            assert len(set(seen)) == 1
            assert game.why_not(Timeout(seat=3, at=game.view(3).position)) is None
            views.add(seen[0])
    assert len(views) == 1


def test_SS_1_3_spare_cards_are_shown_to_their_owner_alone() -> None:
    game = Game("luosong-spare", seats=2)
    game.deal(seed=5)
    hands = [game.view(seat).hand for seat in range(2)]
    assert [len(hand) for hand in hands] == [16, 16]
    for seat in range(2):
        game.act(game.legal_actions(seat)[0])
    assert game.is_over
    laid = [Layout(layout) for layout in game.view(None).shown.layouts]  # type: ignore[union-attr]
    for seat in range(2):
        spare = Counter(hands[seat]) - Counter(laid[seat].cards)
        assert spare.total() == 3
        seen_by_other = json.dumps([event.to_json() for event in game.view(1 - seat).events])
        elsewhere = Counter(card for layout in laid for card in layout.cards) + Counter(hands[1 - seat])
        assert all(f'\\"{card}\\"' not in seen_by_other for card in spare if not elsewhere[card])


def test_SS_1_1_seats_and_deals() -> None:
    for house, seats in (("bb", 3), ("bianfeng", 2), ("luosong-five", 4), ("meitian", 5), ("meitian", 1)):
        with pytest.raises(RulesetError, match="is for"):
            Game(house, seats=seats)
    game = Game("meitian", seats=2)
    with pytest.raises(DealError, match="5c"):
        game.deal(hands=["5c 5c 2s 3h 4d 6s 7h 8c 9d Ts Jh Qc Kd", "2c 3c 4c 6c 7c 9c Tc Jc Kc Ac 2d 3d 5d"])
    with pytest.raises(DealError):
        game.deal(hands=["5c 2s 3h", "2c 3c 4c 6c 7c 9c Tc Jc Kc Ac 2d 3d 5d"])


# Refusals


def test_case_m_each_refusal_has_its_own_code() -> None:
    game = dealt()
    for text, code in {
        "As Ah Ks 9s 9h | 9c 5s 4d Ts Jh | Qd Kc Ad": "row_sizes",
        "As Ah Ks 9s | 9h 9c 5s 4d | Ts Jh Qd Kc Ad": "row_sizes",
        "As Ah Ks | 9s 9h 9c 5s | Ts Jh Qd Kc Ad": "row_sizes",
        "As Ah Ks 9s 9h 9c 5s 4d Ts Jh Qd Kc Ad": "row_sizes",
        "As As Ks | 9s 9h 9c 5s 4d | Ts Jh Qd Kc Ad": "duplicate_card",
        "Kh Kh Ks | 9s 9h 9c 5s 4d | Ts Jh Qd Kc Ad": "duplicate_card",
        "As Ah Kh | 9s 9h 9c 5s 4d | Ts Jh Qd Kc Ad": "not_held",
        "As Ah Xb | 9s 9h 9c 5s 4d | Ts Jh Qd Kc Ad": "not_held",
        "As Ah Ks | Ts Jh Qd Kc Ad | 9s 9h 9c 5s 4d": "foul",
    }.items():
        assert refused(game, Arrange(seat=0, layout=text)) == code, text
    assert refused(game, Arrange(seat=0, layout=FIXTURE[0], special=True)) == "no_special"
    assert refused(game, Arrange(seat=4, layout=FIXTURE[0])) == "not_dealt_in"
    assert game.why_not(Arrange(seat=0, layout=FIXTURE[0], special=False)) is None


def test_refusals_come_in_their_order() -> None:
    """What is wrong in several ways is refused for the first of them."""
    wrong = "As As Kh Ks | Ts Jh Qd Kc | 9s 9h 9c 5s 4d"
    game = Game("meitian")
    assert refused(game, Arrange(seat=0, layout=wrong)) == "not_dealt_in"
    assert refused(game, Arrange(seat=0, layout=wrong, at=3)) == "stale"
    game = dealt()
    assert refused(game, Arrange(seat=5, layout=wrong, at=3)) == "stale"
    assert refused(game, Arrange(seat=5, layout=wrong)) == "not_dealt_in"
    assert refused(game, Arrange(seat=0, layout=wrong, special=True)) == "row_sizes"
    twice = "As As Kh | Ts Jh Qd Kc Ad | 9s 9h 9c 5s 4d"
    assert refused(game, Arrange(seat=0, layout=twice, special=True)) == "duplicate_card"
    other = "As Ah Kh | Ts Jh Qd Kc Ad | 9s 9h 9c 5s 4d"
    assert refused(game, Arrange(seat=0, layout=other, special=True)) == "not_held"
    foul = "As Ah Ks | Ts Jh Qd Kc Ad | 9s 9h 9c 5s 4d"
    assert refused(game, Arrange(seat=0, layout=foul, special=True)) == "no_special"
    assert refused(game, Arrange(seat=0, layout=foul)) == "foul"
    over = played()
    assert refused(over, Arrange(seat=0, layout=wrong, at=0)) == "hand_over"


def test_SS_3_3_where_fouls_pay_they_are_accepted() -> None:
    foul = "As Ah Ks | Ts Jh Qd Kc Ad | 9s 9h 9c 5s 4d"
    for house in ("bianfeng", "maubinh", "chinese-poker-2-4"):
        game = dealt(house)
        game.act(Arrange(seat=0, layout=foul))
        for seat in (1, 2, 3):
            game.act(Arrange(seat=seat, layout=FIXTURE[seat]))
        assert game.view(None).shown.fouls == (True, False, False, False)  # type: ignore[union-attr]
        assert {p.reason for p in game.ledger.postings if p.payer == 0} == {"foul"}
    assert refused(dealt("bb"), Arrange(seat=0, layout=foul)) == "foul"


def test_SS_4_2_specials_by_themselves_declared_and_opted_out() -> None:
    foul = "Ac Kd Tc | 3c 3d 2c 2d 4c | 6c 6d Td 9d Ah".replace("Kd", "9s")
    game = dealt("meitian", CASE_T)
    assert game.why_not(Arrange(seat=3, layout=foul)) is None  # under a special no foul is looked for
    assert refused(game, Arrange(seat=3, layout=foul, special=False)) == "foul"
    assert game.why_not(Arrange(seat=3, layout=CASE_T[3], special=False)) is None
    assert game.why_not(Arrange(seat=3, layout=foul, special=True)) is None
    declared = dealt("bb", CASE_T)
    assert refused(declared, Arrange(seat=3, layout=foul)) == "foul"
    assert refused(declared, Arrange(seat=3, layout=foul, special=False)) == "foul"
    assert declared.why_not(Arrange(seat=3, layout=foul, special=True)) is None
    rules = {"extends": "meitian", "specials": {"opt_out": False}}
    strict = Game(rules)
    strict.deal(hands=[Layout(layout).cards for layout in CASE_T])
    assert refused(strict, Arrange(seat=3, layout=CASE_T[3], special=False)) == "cannot_opt_out"
    assert strict.why_not(Arrange(seat=0, layout=CASE_T[0], special=False)) is None


def test_case_v_bb_says_that_a_hand_was_eligible() -> None:
    shown = played("bb", CASE_T).view(None).shown
    assert shown is not None
    assert shown.specials == (None,) * 4
    assert shown.eligible == (None, None, None, "six_pairs")


def test_case_t_through_the_engine() -> None:
    assert played("meitian", CASE_T).ledger.totals == (8, -8, -12, 12)


def test_what_is_no_action_is_refused_with_a_sentence() -> None:
    text = json.dumps({"type": "arrange", "seat": 0, "layout": FIXTURE[0]})
    rows = json.dumps({"type": "arrange", "seat": 0, "layout": [[str(c) for c in row] for row in Layout(FIXTURE[0])]})
    assert shisanshui.read_action(text, seat=0) == shisanshui.read_action(rows) == Arrange(seat=0, layout=FIXTURE[0])
    for raw in (
        "",
        "[]",
        '{"type": "arrange", "seat": 0}',
        '{"type": "arrange", "seat": 0, "layout": "As Zz"}',
        '{"type": "arrange", "seat": 0, "layout": [["As", 5]]}',
        '{"type": "arrange", "seat": 0, "layout": 7}',
        '{"type": "arrange", "seat": 0, "layout": "' + "As |" * 20 + '"}',
        '{"type": "arrange", "seat": 0, "layout": "As", "special": "yes"}',
        '{"type": "arrange", "seat": 0, "layout": "As", "extra": 1}',
        '{"type": "arrange", "seat": "0", "layout": "As"}',
        '{"type": "play", "seat": 0, "cards": ["3h"]}',
    ):
        with pytest.raises(InvalidAction) as wrong:
            shisanshui.read_action(raw)
        assert "\n" not in str(wrong.value)
        assert "http" not in str(wrong.value)
    with pytest.raises(InvalidAction, match="seat 1 cannot act for seat 0"):
        shisanshui.read_action(text, seat=1)


# Clock, presence, escape


@pytest.mark.parametrize("house", [house for house in HOUSES if house != "luosong-spare"])
def test_case_w_at_time_out_no_foul_is_laid_and_the_special_is(house: str) -> None:
    chance = random.Random(house)
    specials = 0
    for _ in range(8):
        game = Game(house)
        hands = deal(house, game.seats, chance)
        game.deal(hands=hands)
        for seat in range(game.seats):
            (laid, *_) = game.act(Timeout(seat=seat, at=game.view(seat).position))
            assert isinstance(laid, Arranged)
            assert laid.by == "timeout"
        assert game.is_over
        shown = game.view(None).shown
        assert shown is not None
        for seat, hand in enumerate(hands):
            found = special(hand, house)
            assert shown.specials[seat] == (None if found is None else found.kind)
            assert found is not None or not is_foul(shown.layouts[seat], house)
            specials += found is not None
    assert specials > 0 or not ORACLES[house].specials or ORACLES[house].pack > 54


def test_SS_4_3_a_time_out_after_the_layout_changes_nothing() -> None:
    game = dealt()
    game.act(Arrange(seat=1, layout=FIXTURE[1]))
    assert refused(game, Timeout(seat=1)) == "stale"
    assert refused(game, Timeout(seat=1, at=1)) == "stale"
    assert game.why_not(Timeout(seat=0, at=1)) is None
    assert refused(game, Arrange(seat=1, layout=FIXTURE[1], at=1)) == "stale"


def test_a_seat_that_is_away_is_laid_for_and_may_lay_out_anew_once_it_is_back() -> None:
    game = dealt()
    events = game.act(Away(seat=0))
    assert [event.trigger for event in events] == ["marked_away", "arranged"]
    assert game.awaiting == {1, 2, 3}
    assert [event.trigger for event in game.view(1).events] == ["dealt", "marked_away"]
    assert refused(game, Away(seat=0)) == "stale"
    game.act(Back(seat=0))
    assert refused(game, Back(seat=0)) == "stale"
    game.act(Arrange(seat=0, layout=FIXTURE[0]))
    for seat in (1, 2, 3):
        game.act(Arrange(seat=seat, layout=FIXTURE[seat]))
    assert game.ledger.totals == (36, -9, -13, -14)


def test_where_there_is_no_escape_who_leaves_is_played_for() -> None:
    game = dealt()
    game.act(Leave(seat=2))
    assert game.awaiting == {0, 1, 3}
    assert not game.legal_actions(2)
    assert refused(game, Arrange(seat=2, layout=FIXTURE[2])) == "not_dealt_in"
    assert refused(game, Back(seat=2)) == "stale"
    assert refused(game, Leave(seat=2)) == "stale"
    for seat in (0, 1, 3):
        game.act(Arrange(seat=seat, layout=FIXTURE[seat]))
    assert game.is_over


def test_SS_7_8_escape() -> None:
    game = dealt("bianfeng", stakes=Stakes(base="10"))
    game.act(Arrange(seat=2, layout=FIXTURE[2]))
    events = game.act(Leave(seat=2))
    assert [event.trigger for event in events] == ["escaped", "paid", "paid", "paid", "paid", "settled"]
    assert game.ledger.totals == (1, 1, -18, 1)
    assert game.ledger.house == 15
    result = game.result
    assert isinstance(result, Settled)
    assert [str(amount) for amount in result.amounts or ()] == ["10.00", "10.00", "-180.00", "10.00"]
    assert str(result.house_amount) == "150.00"
    assert refused(game, Arrange(seat=0, layout=FIXTURE[0])) == "hand_over"
    assert game.view(0).shown is None
    assert Game.from_record(game.record()).log == game.log


def test_SS_10_money_is_the_house_s() -> None:
    result = played(stakes=Stakes(base="10", carries=["1000"] * 4)).result
    assert result is not None
    assert [str(amount) for amount in result.amounts or ()] == ["342.00", "-90.00", "-130.00", "-140.00"]
    assert str(result.rake) == "18.00"
    plain = played("luosong", stakes=Stakes(base="10")).result
    assert plain is not None
    assert [str(amount) for amount in plain.amounts or ()] == ["360.00", "-90.00", "-130.00", "-140.00"]


# What a seat may lay out


@pytest.mark.parametrize("house", ["meitian", "bb", "bianfeng", "luosong-wild"])
def test_legal_actions_are_all_layouts_that_the_prose_allows(house: str) -> None:
    chance, oracle = random.Random(house), ORACLES[house]
    hand = next(iter(_ordinary(house, chance)))
    game = Game(house)
    rest = list((Counter(game.pack) - Counter(hand)).elements())
    game.deal(hands=[hand, *(rest[13 * nth : 13 * nth + 13] for nth in range(game.seats - 1))])
    legal = game.legal_actions(0)
    if oracle.foul is None:
        right = {tuple(frozenset(row) for row in laid) for laid, _ in naive.legal_layouts(texts(hand), oracle)}
        assert len(legal) == 2 * len(right)  # with nothing said of a special, and as ordinary rows
    else:
        assert len(legal) == 2 * 72_072
        right = {tuple(map(frozenset, laid)) for laid in islice(naive.splits(texts(hand)), 72_072)}
    found = [tuple(frozenset(map(str, row)) for row in action.layout) for action in islice(legal, len(legal) // 2)]
    assert len(found) == len(set(found))
    assert set(found) == right
    for nth in chance.sample(range(len(legal)), 30):
        action = legal[nth]
        assert action in legal
        shuffled = Arrange(seat=0, layout=[chance.sample(row, len(row)) for row in action.layout])
        assert shuffled in legal
    assert legal[-1] == legal[len(legal) - 1]
    assert Arrange(seat=1, layout=action.layout) not in legal
    assert Timeout(seat=0) not in legal  # type: ignore[comparison-overlap]


@pytest.mark.parametrize("house", ["meitian", "bb", "bianfeng", "luosong-five"])
def test_representatives_are_legal_and_few(house: str) -> None:
    game = Game(house)
    assert game.legal_actions(0).representatives() == ()
    game.deal(seed=11)
    legal = game.legal_actions(0)
    few = legal.representatives()
    assert 1 <= len(few) < 300
    assert all(action in legal for action in few)
    kinds = [tuple(shisanshui.row(row, house).type for row in action.layout) for action in few]
    assert len(set(kinds)) == len(kinds)


def _ordinary(house: str, chance: random.Random) -> Iterator[tuple[Card, ...]]:
    while True:
        hand = thirteen(house, chance)
        if special(hand, house) is None:
            yield hand


def by_wish(legal: LegalActions) -> dict[bool | None, int]:
    """How many layouts there are with each word on a special, told from a few of them."""
    size = len(legal)

    def start(wish: bool | None) -> int:
        return bisect_left(range(size), order[wish], key=lambda nth: order[legal[nth].special])

    order = {None: 0, False: 1, True: 2}
    return {None: start(False), False: start(True) - start(False), True: size - start(True)}


def test_SS_5_2_legal_actions_with_a_special() -> None:
    wishes = by_wish(dealt("meitian", CASE_T).legal_actions(3))
    assert wishes[None] == wishes[True] == 72_072
    assert 0 < wishes[False] < 72_072
    bb = by_wish(dealt("bb", CASE_T).legal_actions(3))
    assert bb == {None: wishes[False], False: wishes[False], True: 72_072}
    game = Game("bianfeng")
    straights = "2h 3h 4c 5c 6s 7h 8c 9h 9s Ts Jc Qh Kc"
    rest = list((Counter(game.pack) - Counter(Layout(_three(straights)).cards)).elements())
    game.deal(hands=[straights, *(rest[13 * nth : 13 * nth + 13] for nth in range(3))])
    legal = game.legal_actions(0)
    read = by_wish(legal)
    assert read[None] == read[False] == 72_072
    assert 0 < read[True] < 100  # read from the layout
    for action in legal[-read[True] :]:
        assert action.special
        assert special(Layout(action.layout), "bianfeng") is not None


@pytest.mark.parametrize("kind", ["refused", "pays_fixed"])
def test_SS_3_3_and_SS_5_2_a_layout_is_judged_alike_in_whatever_order_its_cards_are_given(kind: str) -> None:
    foul = {"kind": kind} if kind == "refused" else {"kind": kind, "units": 5}
    specials = {"rows_from": "layout", "high_to_low": [{"kinds": ["three_flushes"], "waters": 3}]}
    game = Game({"name": "rows", "title": "Rows as laid", "rows": {"foul": foul}, "specials": specials}, seats=2)
    game.deal(hands=["5h 6h Kh 2h 3h 9h Th Ah 4h 7h 8h Jh Qh", "2c 3c 5c 7c 8c 9c Tc Qc 6d 8d Jd Qd Kd"])
    chance = random.Random(3)
    for rows, is_one in (
        ("5h 6h Kh | 4h 7h 8h Jh Qh | 2h 3h 9h Th Ah", True),
        ("5h 6h Kh | 2h 3h 9h Th Ah | 4h 7h 8h Jh Qh", False),
    ):
        for _ in range(30):
            laid = " | ".join(" ".join(chance.sample(row.split(), len(row.split()))) for row in rows.split("|"))
            declared = game.why_not(Arrange(seat=0, layout=laid, special=True))
            by_itself = game.why_not(Arrange(seat=0, layout=laid))
            assert (declared is None) == is_one
            assert (by_itself is None) == (is_one or kind == "pays_fixed")
            assert by_itself is None or by_itself.code == "foul"


def _three(held: str) -> list[list[str]]:
    split = held.split()
    return [split[:3], split[3:8], split[8:]]


def test_SS_1_2_like_cards_are_not_told_apart_among_legal_actions() -> None:
    game = Game("luosong-five")
    hand = "2d 2d 3d 3d 5c 6c 8s 9h Ts Jh Qc Kd Ah"
    rest = list((Counter(game.pack) - Counter(shisanshui.Layout(_three(hand)).cards)).elements())
    game.deal(hands=[hand, *(rest[13 * nth : 13 * nth + 13] for nth in range(4))])
    legal = list(game.legal_actions(0))
    assert len(set(legal)) == len(legal)
    assert len(legal) < 36_036


# Records


def test_a_changed_record_does_not_verify() -> None:
    record = json.loads(played().record().to_json())
    for nth, event in enumerate(record["events"]):
        if event["type"] == "paid":
            changed = json.loads(json.dumps(record))
            changed["events"][nth]["units"] += 1
            with pytest.raises(RecordError, match="units"):
                Game.resume(json.dumps(changed))
            break
    moved = json.loads(json.dumps(record))
    moved["events"][1]["layout"][1].reverse()
    with pytest.raises(RecordError):
        Game.resume(json.dumps(moved))


def test_a_hand_is_taken_up_again_in_the_middle() -> None:
    game = dealt()
    game.act(Arrange(seat=2, layout=FIXTURE[2]))
    again = Game.resume(game.snapshot())
    assert [again.view(seat).to_json() for seat in range(4)] == [game.view(seat).to_json() for seat in range(4)]
    for each in (game, again):
        for seat in (0, 1, 3):
            each.act(Arrange(seat=seat, layout=FIXTURE[seat]))
    assert again.log == game.log


class Hands(RuleBasedStateMachine):
    """Seats lay out, change their minds, run out of time, go, come back and leave, in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.game = Game("meitian")

    @initialize(house=st.sampled_from(ONE_PACK), seed=st.integers(0, 10_000))
    def begin(self, house: str, seed: int) -> None:
        self.sit_down(house, seed)

    def sit_down(self, house: str, seed: int) -> None:
        self.game = Game(house)
        self.game.deal(seed=seed)

    @precondition(lambda self: self.game.is_over)
    @rule(house=st.sampled_from(ONE_PACK), seed=st.integers(0, 10_000))
    def deal_anew(self, house: str, seed: int) -> None:
        self.sit_down(house, seed)

    @precondition(lambda self: not self.game.is_over)
    @rule(seat=st.integers(0, 3), nth=st.integers(0, 200), wish=st.sampled_from([None, True, False]))
    def lay_out(self, seat: int, nth: int, wish: bool | None) -> None:
        hand = self.game.view(seat).hand
        chance = random.Random(nth)
        held = chance.sample(hand, 13)
        action = Arrange(seat=seat, layout=(tuple(held[:3]), tuple(held[3:8]), tuple(held[8:])), special=wish)
        refusal = self.game.why_not(action)
        assert (action in self.game.legal_actions(seat)) == (refusal is None)
        if refusal is None:
            self.game.act(action)
        else:
            assert refusal.code in {"foul", "no_special", "not_dealt_in"}

    @precondition(lambda self: not self.game.is_over)
    @rule(seat=st.integers(0, 3), kind=st.sampled_from([Timeout, Timeout, Away, Back, Leave]))
    def go(self, seat: int, kind: type[Timeout | Away | Back | Leave]) -> None:
        action = kind(seat=seat, at=self.game.view(seat).position)
        refusal = self.game.why_not(action)
        if refusal is None:
            self.game.act(action)
        else:
            assert refusal.code == "stale"

    @invariant()
    def adds_up(self) -> None:
        game = self.game
        assert sum(game.ledger.totals) + game.ledger.house == 0
        if game.position and not game.is_over:
            assert game.awaiting
            assert not any(event.trigger == "shown" for event in game.log)
        if game.is_over:
            assert Game.from_record(game.record()).log == game.log


Hands.TestCase.settings = settings(
    max_examples=20, stateful_step_count=12, deadline=None, suppress_health_check=list(HealthCheck)
)
TestHands = Hands.TestCase


def test_dragons_through_the_engine() -> None:
    game = played("bianfeng", DRAGONS)
    assert game.view(None).shown.specials == ("dragon",) * 4  # type: ignore[union-attr]
    assert game.ledger.totals == (0, 0, 0, 0)
