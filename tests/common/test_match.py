"""Matches: who sits where, who leads, what each has won, and that it all survives being put aside."""

from __future__ import annotations

import io
import json
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from common.actions import Leave, Timeout
from common.audit import verify_file
from common.deal import commitment, match_key
from common.errors import DealError, MatchError, MoneyError, RecordError, RulesetError
from common.events import Dealt
from common.match import Match
from common.money import Stakes
from common.record import Record, RecordWriter, read_records
from common.verify import verify
from tests.common.toy import Fold, Show, Toy

FOUR = ["An", "Bo", "Chi", "Du"]
SECRET = b"s" * 32


def show_all(game: Toy, folds: frozenset[int] = frozenset()) -> None:
    dealt = game.log[0]
    assert isinstance(dealt, Dealt)
    while not game.is_over:
        (turn,) = game.awaiting
        hand = dealt.hands[turn]
        assert hand is not None
        game.act(Fold(seat=turn) if turn in folds else Show(seat=turn, card=hand[0]))


def test_totals_carries_and_wins_follow_the_hands() -> None:
    match = Match(Toy, "plain", FOUR[:3], base="10", carries=["100", "15", "5"])
    show_all(match.next_hand(hands=["Ah 2c", "3c 4c", "5c 6c"]), frozenset({1}))
    settled = match.finish()
    assert settled.totals == (3, -2, -1)
    assert [match.players[n].units for n in FOUR[:3]] == [3, -2, -1]
    # M-3, M-4: Bo and Chi are capped at 15 and 5, An's win is scaled down to 20.
    assert [match.players[n].carry for n in FOUR[:3]] == [120, 0, 0]
    assert [(p.hands, p.wins) for p in match.players.values()] == [(1, 1), (1, 0), (1, 0)]
    assert [p.won for p in match.players.values()] == [20, -15, -5]
    game = match.next_hand(seed=3)
    assert game.stakes is not None
    assert game.stakes.carries == (Decimal(120), Decimal(0), Decimal(0))
    assert match.seats == ("An", "Bo", "Chi")


def test_a_carry_is_never_below_zero_and_what_is_owed_stays_in_won() -> None:
    match = Match(Toy, {"extends": "plain", "money": {"cap": False}}, FOUR[:2], base="10", carries=["100", "5"])
    show_all(match.next_hand(hands=["Ah 2c", "3c 4c"]))
    assert [match.players["Bo"].carry, match.players["Bo"].won, match.players["An"].carry] == [0, -10, 110]


def test_the_winner_leads_the_next_hand_also_from_another_seat() -> None:
    match = Match(Toy, "harsh", FOUR)
    assert [match.leader] == [None]
    show_all(match.next_hand(hands=["2c 2h", "3c 4c", "Ac 6c", "7c 8c"]))
    assert [match.leader] == ["Chi"]
    match.sit_out("Bo")
    game = match.next_hand(hands=["2c 2h", "3c 4c", "Ac 6c"])
    assert match.seats == ("An", "Chi", "Du")
    assert (game.leader, sorted(game.awaiting)) == (1, [1])
    show_all(game)
    assert match.leader == "Du"
    match.sit_out("Du")
    match.back("Bo")
    game = match.next_hand(seed=1)
    assert (match.seats, game.leader) == (("An", "Bo", "Chi"), None)


def test_players_come_and_go_between_hands() -> None:
    match = Match(Toy, "plain", FOUR[:3], chairs=4, base=1, carries=[10, 10, 10])
    game = match.next_hand(seed=1)
    match.join("Du", 3, "50")
    match.leave("An")
    assert list(match.seats) == ["An", "Bo", "Chi"]
    for act, words in (
        (lambda: match.join("Eve", 0, 5), "chair 0 is taken"),
        (lambda: match.join("Du", 2, 5), "sits at this table already"),
        (lambda: match.leave("An"), "no player called 'An'"),
        (lambda: match.top_up("Bo", 5), "a hand still runs: carries are topped up when it is over"),
        (lambda: match.next_hand(seed=1), "hand 1 still runs"),
        (match.finish, "hand 1 still runs"),
    ):
        with pytest.raises(MatchError, match=words):
            act()
    match.top_up("Du", "0.5")
    game.act(Leave(seat=1))
    show_all(game)
    assert list(match.seats) == ["Chi", "Du"]
    assert (match.players["An"].chair, match.players["Bo"].chair) == (None, None)
    match.join("An", 1, 7)
    assert match.players["An"].hands == 1
    assert list(match.seats) == ["An", "Chi", "Du"]
    assert match.players["Du"].carry == Decimal("50.5")


@pytest.mark.parametrize(
    ("act", "error", "words"),
    [
        (lambda m: m.join("Eve", 4, 5), MatchError, "chairs of this table are 0 to 3, not 4"),
        (lambda m: m.join("Eve", True, 5), MatchError, "not True"),
        (lambda m: m.join("", 3, 5), MatchError, "1 to 200 printable characters"),
        (lambda m: m.join("a\nb", 3, 5), MatchError, "1 to 200 printable characters"),
        (lambda m: m.join("Eve", 3), MatchError, "brings a carry"),
        (lambda m: m.join([], 3, 5), MatchError, "1 to 200 printable characters"),
        (lambda m: m.leave([]), MatchError, r"no player called \[\]"),
        (lambda m: m.sit_out(None), MatchError, "no player called None"),
        (lambda m: m.top_up({}, 1), MatchError, "no player called {}"),
        (lambda m: m.top_up("An", "999999999999999999"), MoneyError, "carry of 'An' would be 1000000000000000009; it"),
        (lambda m: m.join("Eve", 3, "0.001"), MoneyError, "whole number"),
        (lambda m: m.join("Eve", 3, -1), MoneyError, "0 or more"),
        (lambda m: m.top_up("An", -1), MoneyError, "0 or more"),
        (lambda m: m.top_up("An", 0.5), MoneyError, "float"),
        (lambda m: m.sit_out("Eve"), MatchError, "no player called 'Eve'"),
        (lambda m: m.next_hand(), MatchError, "dealt from a seed or hands"),
        (lambda m: m.next_hand(1, hands=["2c"]), MatchError, "dealt from a seed or hands"),
        (lambda m: m.next_hand(hands=["2c"]), DealError, "1 hands are given for 3 seats"),
        (lambda m: m.next_hand(hands=5), DealError, "a list with the cards of each seat, not int"),
        (lambda m: m.next_hand(hands="2c3c4c"), DealError, "not str"),
        (lambda m: m.finish(), MatchError, "there is no hand"),
        (lambda m: m.reveal(), MatchError, "no secret"),
        (lambda m: m.mix_in(["a"]), MatchError, "before its first hand"),
    ],
)
def test_what_cannot_be_done_changes_nothing(act: Any, error: type[Exception], words: str) -> None:
    match = Match(Toy, "plain", FOUR[:3], chairs=4, base=1, carries=[10, 10, 10])
    before = match.snapshot()
    with pytest.raises(error, match=words):
        act(match)
    assert match.snapshot() == before


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"players": ["An"]}, MatchError, "1 players are ready to play: plain is for 2 to 8 seats"),
        ({"players": ["An", "An"]}, MatchError, "two players have one name"),
        ({"players": FOUR, "chairs": 3}, MatchError, "4 players and 3 chairs make no table"),
        ({"players": FOUR, "chairs": 9}, MatchError, "4 players and 9 chairs make no table"),
        ({"players": FOUR, "carries": [1, 1, 1, 1]}, MatchError, "carries, a rake and a coin go with a base"),
        ({"players": FOUR, "rake": "0.05"}, MatchError, "carries, a rake and a coin go with a base"),
        ({"players": FOUR, "coin": "0.01"}, MatchError, "carries, a rake and a coin go with a base"),
        ({"players": FOUR, "base": 1, "carries": []}, MatchError, "one for each player"),
        ({"players": FOUR, "base": 1, "carries": 5}, MoneyError, "a list with one amount per seat"),
        ({"players": FOUR, "chairs": "4"}, MatchError, "chairs are a whole number from 1 to 8, not '4'"),
        ({"players": FOUR, "chairs": 4.5}, MatchError, "not 4.5"),
        ({"players": FOUR, "chairs": True}, MatchError, "not True"),
        ({"players": "AnBo"}, MatchError, "players are a list of names"),
        ({"players": 4}, MatchError, "players are a list of names"),
        ({"players": [["An"], "Bo"]}, MatchError, "1 to 200 printable characters"),
        ({"players": ["An", 5]}, MatchError, "1 to 200 printable characters"),
        ({"players": FOUR, "base": 1, "carries": [1]}, MatchError, "one for each player"),
        ({"players": FOUR, "base": -1}, MoneyError, "0 or more"),
        ({"players": FOUR, "rules": "plian"}, RulesetError, "did you mean plain"),
        ({"players": FOUR, "secret": b"short"}, DealError, "16 or more"),
    ],
)
def test_what_makes_no_match_is_refused(arguments: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        Match(Toy, **{"rules": "plain", **arguments})


def test_too_few_players_are_told_when_the_hand_is_to_begin() -> None:
    match = Match(Toy, "plain", FOUR[:2])
    match.sit_out("An")
    with pytest.raises(MatchError, match="1 players are ready to play"):
        match.next_hand(seed=1)
    assert match.number == 0


def test_a_secret_deals_every_hand_by_its_number_and_is_revealed_last(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    with RecordWriter(path) as writer:
        match = Match(Toy, "plain", FOUR[:3], secret=SECRET, writer=writer)
        assert match.commitment == commitment(SECRET)
        with pytest.raises(DealError):
            match.mix_in("abc")
        match.mix_in(["a", "b", "c"])
        for number in (1, 2):
            with pytest.raises(MatchError, match="own secret"):
                match.next_hand(seed=1)
            game = match.next_hand()
            dealt = game.log[0]
            assert isinstance(dealt, Dealt)
            assert dealt.hands == game.dealt_by(match_key(SECRET, ["a", "b", "c"]), number)
            with pytest.raises(MatchError, match="still runs"):
                match.reveal()
            with pytest.raises(MatchError, match="before its first hand"):
                match.mix_in(["x"])
            show_all(game)
        assert match.reveal() == match.reveal() == SECRET
        with pytest.raises(MatchError, match="is revealed"):
            match.next_hand()
    verdict = verify_file(path, {"toy": Toy}.get, head=writer.head)
    assert verdict, verdict.message
    assert (verdict.proved, verdict.commitments) == (2, (commitment(SECRET),))
    assert "73" * 32 not in repr(match)


def test_a_hand_that_cannot_be_written_is_not_lost() -> None:
    class Full(io.StringIO):
        is_full = True

        def write(self, text: str) -> int:
            if self.is_full:
                raise OSError(28, "no space left")
            return super().write(text)

    stream = Full()
    match = Match(Toy, "plain", FOUR[:2], writer=RecordWriter(stream))
    show_all(match.next_hand(seed=1))
    with pytest.raises(OSError, match="no space"):
        match.finish()
    stream.is_full = False
    match.finish()
    stream.seek(0)
    assert [record.number for record in read_records(stream)] == [1]
    assert match.players["An"].hands == 1


def test_a_match_is_taken_up_in_the_middle_of_a_hand() -> None:
    match = Match(Toy, "harsh", FOUR, base="1", carries=[9, 9, 9, 9], secret=SECRET)
    match.mix_in(["a", b"\xff"])
    show_all(match.next_hand())
    game = match.next_hand()
    game.act(Timeout(seat=min(game.awaiting)))
    match.leave("Du")
    again = Match.resume(match.snapshot(), Toy)
    assert again.snapshot() == match.snapshot()
    assert (again.seats, again.leader, dict(again.players)) == (match.seats, match.leader, dict(match.players))
    for each in (match, again):
        assert each.hand is not None
        show_all(each.hand)
        each.join("Eve", 3, 20)
        show_all(each.next_hand())
    assert again.snapshot() == match.snapshot()
    assert again.reveal() == SECRET


def test_a_carry_that_outgrows_all_stakes_ends_no_match() -> None:
    most = "999999999999999999.99"
    match = Match(Toy, "plain", FOUR[:2], base="1000000000000000", carries=[most, most])
    assert match.next_hand(hands=["Ah 2c", "3c 4c"]).stakes == Stakes(base=10**15, carries=[most, most])
    assert match.hand is not None
    show_all(match.hand)
    carry = match.players["An"].carry
    assert carry == Decimal(most) + 10**15
    with pytest.raises(MoneyError, match=f"it may be {most} at most"):
        match.top_up("An", 1)
    again = Match.resume(match.snapshot(), Toy)
    for each in (match, again):
        stakes = each.next_hand(hands=["Ah 2c", "3c 4c"]).stakes
        assert stakes is not None
        assert stakes.carries == (Decimal(most), Decimal(most) - 10**15)
        assert Match.resume(each.snapshot(), Toy).snapshot() == each.snapshot()
        assert each.hand is not None
        show_all(each.hand)
        assert each.players["An"].carry == Decimal(most) + 2 * 10**15


@given(st.decimals("0.000000000000000001", "999999999999999999", allow_nan=False, allow_infinity=False, places=18))
def test_M_1_the_largest_carry_is_a_whole_number_of_coins_and_one_coin_below_too_much(coin: Decimal) -> None:
    stakes = Stakes(base=0, coin=coin)
    assert Stakes(base=0, coin=coin, carries=[stakes.most]).carries == (stakes.most,)
    assert Fraction(stakes.most) + Fraction(coin) >= 10**18


def test_what_is_no_seed_by_its_length_is_refused_before_it_is_dealt_from() -> None:
    match = Match(Toy, "plain", FOUR, secret=SECRET)
    with pytest.raises(MatchError, match="more than 100000 characters"):
        match.mix_in(["x" * 60_000, b"x" * 60_000])
    assert json.loads(match.snapshot())["client_seeds"] == []


@pytest.mark.parametrize("is_running", [False, True])
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda s: s["players"][0].update(won="1E+100000"), "so many digits"),
        (lambda s: s["players"][0].update(won="1E-19"), "so many digits"),
        (lambda s: s["players"][0].update(won="NaN"), "won"),
        (lambda s: s["players"][0].update(won="1"), "money does not add up to zero"),
        (lambda s: s["players"][0].update(units=7), "units do not add up to zero"),
        (lambda s: s["players"][0].update(units=10**50), "units"),
        (lambda s: s["house"].update(rake="0.01"), "money does not add up to zero"),
        (lambda s: s["house"].update(split_coins(s["house"])), "no whole numbers of the smallest coin"),
        (lambda s: s["house"].update(units=1), "units do not add up to zero"),
        (lambda s: s["players"][1].update(carry=None), "each player has a carry where carries were agreed"),
        (lambda s: s["players"][4].update(carry="0.001"), "carry is no whole number"),
        (lambda s: s["players"][0].update(carry="-1"), "carry"),
        (lambda s: s["players"][0].update(hands=3), "won more hands than it played, or played more than there were"),
        (lambda s: s["players"][0].update(hands=-1), "hands"),
        (lambda s: s["players"][0].update(hands=0, wins=1), "won more hands than it played"),
        (lambda s: s["players"][0].update(chair=7), "a chair that is none of its 5"),
        (lambda s: s["players"][0].update(chair=1), "one name or one chair"),
        (lambda s: s["players"][0].update(name="Bo"), "one name or one chair"),
        (lambda s: s["players"][4].update(name="a\nb"), "printable"),
        (lambda s: s.update(leader="Eve"), "who won the last hand has won none"),
        (lambda s: s.update(number=0), "played more than there were"),
        (lambda s: s.update(number=2**63), "number"),
        (lambda s: s.update(client_seeds=[{}]), "client_seeds"),
        (lambda s: s.update(client_seeds=[{"hex": "0 0"}]), "client_seeds"),
        (lambda s: s.update(client_seeds=[{"hex": "AA"}]), "client_seeds"),
        (lambda s: s.update(secret=None), "seeds without a secret"),
        (lambda s: s.update(secret=None, client_seeds=[], is_revealed=True), "is revealed, but there is none"),
        (lambda s: s.update(stakes={"self": 1, "base": "1"}), "no 'self'"),
        (lambda s: s.update(stakes=None), "no stakes were agreed"),
        (lambda s: s["rules"].pop("money"), "leave something to defaults"),
        (lambda s: s["rules"].update(extends="plain"), "leave something to defaults"),
        (lambda s: s["rules"].update(title="\ud800"), "no valid Unicode text"),
        (lambda s: s["rules"].update({"\ud800": 1}), "no valid Unicode text"),
    ],
)
def test_a_snapshot_that_cannot_be_true_is_refused(change: Any, words: str, is_running: bool) -> None:
    spoil(change, words, is_running)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda s: s["players"][0].update(chair=None), "do not sit on chairs in this order"),
        (lambda s: s.update(seats=["An", "An", "An", "An"]), "do not sit on chairs in this order"),
        (lambda s: s.update(seats=["Bo", "An", "Chi", "Du"]), "do not sit on chairs in this order"),
        (lambda s: s.update(seats=["An", "Bo", "Chi", "Zoe"]), "do not sit on chairs in this order"),
        (lambda s: s.update(seats=["An", "Bo", "Chi"]), "do not sit on chairs in this order"),
        (lambda s: s["players"][0].update(carry="7"), "played for other stakes"),
        (lambda s: s["stakes"].update(base="2"), "played for other stakes"),
        (lambda s: s.update(leaving=["Eve"]), "leaves a hand that it is not in"),
        (lambda s: s.update(leader=None), "has another leader"),
        (lambda s: s["rules"].update(title="Another"), "played by other rules"),
        (lambda s: s.update(secret="00" * 32), "not dealt from its secret"),
        (lambda s: s.update(client_seeds=[]), "not dealt from its secret"),
        (lambda s: s.update(number=3), "not dealt from its secret"),
        (lambda s: s.update(is_revealed=True), "is revealed, but there is none, or a hand still runs"),
        (lambda s: s.update(hand=None), "players are in a hand, but none runs"),
        (lambda s: s.update(hand=None, seats=[]), "players are in a hand, but none runs"),
        (lambda s: s.update(number=1), "played more than there were"),
    ],
)
def test_a_snapshot_whose_hand_is_of_another_match_is_refused(change: Any, words: str) -> None:
    spoil(change, words, is_running=True)


def split_coins(house: dict[str, str]) -> dict[str, str]:
    """Books that balance, in amounts that no coin pays."""
    amount, rake = Decimal(house["amount"]), Decimal(house["rake"])
    return {"amount": str(amount - Decimal("0.001")), "rake": str(rake + Decimal("0.001"))}


def spoil(change: Any, words: str, is_running: bool) -> None:
    match = Match(Toy, "harsh", FOUR, chairs=5, base="1", carries=[9, 9, 9, 9], secret=SECRET)
    match.mix_in(["a", b"\xff"])
    show_all(match.next_hand())
    match.join("Eve", 4, 5)
    match.sit_out("Eve")
    if is_running:
        match.next_hand()
        match.leave("Du")
    state = json.loads(match.snapshot())
    assert Match.resume(json.dumps(state), Toy).snapshot() == match.snapshot()
    change(state)
    with pytest.raises(RecordError, match=words):
        Match.resume(json.dumps(state), Toy)


def test_small_money_is_written_in_digits() -> None:
    match = Match(Toy, "plain", FOUR[:2], base="0.0000001", coin="0.0000001", carries=[1, 1])
    game = match.next_hand(hands=["Ah 2c", "3c 4c"])
    show_all(game)
    texts = [match.snapshot(), game.snapshot(), *(event.to_json() for event in game.log)]
    assert "0E-7" not in "".join(texts)
    assert '"residue":"0.0000000"' in texts[-1]
    assert verify(game.record(), Toy)


@pytest.mark.parametrize(
    "change",
    [
        {"type": "hand"},
        {"format": 2},
        {"game": "poker"},
        {"rules": {}},
        {"chairs": 9},
        {"players": []},
        {"leader": "Eve"},
        {"leaving": ["Eve"]},
        {"seats": ["An"]},
        {"secret": "xyz"},
        {"secret": "00"},
        {"client_seeds": [{"hex": "x"}]},
        {"client_seeds": [1]},
        {"hand": "{}"},
        {"stakes": {"base": 0.5}},
        {"number": "1"},
        {"more": 1},
    ],
)
def test_what_is_no_snapshot_is_refused(change: dict[str, Any]) -> None:
    match = Match(Toy, "plain", FOUR, secret=SECRET)
    show_all(match.next_hand())
    match.next_hand()
    spoilt = json.dumps({**json.loads(match.snapshot()), **change})
    with pytest.raises(RecordError) as caught:
        Match.resume(spoilt, Toy)
    assert "\n" not in str(caught.value)


@given(st.binary() | st.text())
def test_any_bytes_are_no_snapshot(junk: bytes | str) -> None:
    with pytest.raises(RecordError):
        Match.resume(junk, Toy)


class Evening(RuleBasedStateMachine):
    """A long evening at one table: people come, go, win and lose, and the books always balance."""

    @initialize(house=st.sampled_from(["plain", "harsh"]), money=st.booleans(), secret=st.booleans())
    def sit_down(self, house: str, money: bool, secret: bool) -> None:
        self.stream = io.BytesIO()
        self.agreed = money
        self.match = Match(
            Toy,
            house,
            FOUR,
            chairs=5,
            base="0.07" if money else None,
            carries=["1", "2", "0", "5"] if money else None,
            secret=SECRET if secret else None,
            writer=RecordWriter(self.stream),
        )
        self.secret = secret
        self.brought = Decimal(8 if money else 0)

    @precondition(lambda self: self.match.hand is None)
    @rule(seed=st.integers(), folds=st.frozensets(st.integers(0, 4)), gone=st.none() | st.integers(0, 1))
    def play(self, seed: int, folds: frozenset[int], gone: int | None) -> None:
        if len(self.match.seats) < 2:
            with pytest.raises(MatchError, match="ready to play"):
                self.match.next_hand(None if self.secret else seed)
            return
        game = self.match.next_hand(None if self.secret else seed)
        if gone is not None:
            game.act(Leave(seat=gone))
        if seed % 3:
            show_all(game, folds)

    @precondition(lambda self: self.match.hand is not None)
    @rule(folds=st.frozensets(st.integers(0, 4)))
    def play_on(self, folds: frozenset[int]) -> None:
        assert self.match.hand is not None
        show_all(self.match.hand, folds)

    @rule(name=st.sampled_from([*FOUR, "Eve"]), what=st.sampled_from(["sit_out", "back", "leave"]))
    def move(self, name: str, what: str) -> None:
        before = self.match.players.get(name)
        before_snapshot = self.match.snapshot()
        leaving = name in json.loads(before_snapshot)["leaving"]
        if before is None or before.chair is None or leaving:
            with pytest.raises(MatchError, match="no player called"):
                getattr(self.match, what)(name)
            assert self.match.snapshot() == before_snapshot
        else:
            getattr(self.match, what)(name)

    @rule(name=st.sampled_from([*FOUR, "Eve"]), chair=st.integers(0, 4))
    def join(self, name: str, chair: int) -> None:
        players = self.match.players
        is_free = all(player.chair != chair for player in players.values())
        if is_free and (name not in players or players[name].chair is None):
            self.match.join(name, chair, "3" if self.agreed else None)
        else:
            with pytest.raises(MatchError, match=r"taken|already"):
                self.match.join(name, chair, "3" if self.agreed else None)

    @rule()
    def put_aside_and_take_up(self) -> None:
        snapshot = self.match.snapshot()
        self.match = Match.resume(snapshot, Toy, writer=self.match.writer)
        assert self.match.snapshot() == snapshot

    @invariant()
    def the_books_balance(self) -> None:
        players, house = self.match.players.values(), self.match.house
        assert sum(player.units for player in players) + house.units == 0
        assert sum(player.won for player in players) + house.amount + house.rake + house.residue == 0
        assert all(player.carry is None or player.carry >= 0 for player in players)
        chairs = [player.chair for player in players if player.chair is not None]
        assert len(chairs) == len(set(chairs))

    def teardown(self) -> None:
        if not hasattr(self, "match"):
            return
        if self.match.hand is not None:
            show_all(self.match.hand)
        played = self.match.number
        if self.secret:
            self.match.reveal()
        assert self.match.hand is None
        self.stream.seek(0)
        records = list(read_records(self.stream)) if played else []
        assert [record.number for record in records] == list(range(1, played + 1))


TestEvening = Evening.TestCase
TestEvening.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)


def test_the_last_hand_is_recorded_though_nobody_asks_for_it(tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    with RecordWriter(path) as writer:
        match = Match(Toy, "plain", ["An", "Bo"], writer=writer)
        for _ in range(2):
            show_all(match.next_hand(seed=1))
        last = match.next_hand(seed=2)
        taken_up = Match.resume(match.snapshot(), Toy, writer=writer)
        show_all(last)
    assert [record.number for record in read_records(path)] == [1, 2, 3]
    assert match.finish() == last.result
    assert taken_up.hand is not None
    with pytest.raises(RecordError, match="this file was finished"):
        writer.write(Record.of(last, 4))
