"""A house of Tiến lên as data: one model for each thing houses differ in.

Nothing here behaves; only :func:`tienlen.rulebook.compile_rules` reads it.  The ids in the docstrings are those of the
rules page.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import ConfigDict, Field, model_validator

from common import ruleset as base
from common.ruleset import Concept

__all__ = ["Ruleset", "load_ruleset", "rulesets"]

SpecialName = Literal["quad", "pair_run_3", "pair_run_4", "pair_run_5", "pair_run_6"]
TargetName = Literal[
    "two", "pair_of_twos", "three_twos", "quad", "pair_run_3", "pair_run_4", "pair_run_5", "pair_run_6"
]
DealtWinName = Literal["four_twos", "six_pairs", "four_triples", "pair_run_5", "pair_run_6", "dragon"]
SuitLetter = Literal["c", "d", "h", "s"]
Units = Annotated[int, Field(ge=0, le=1_000_000)]


RUNS = ("pair_run_3", "pair_run_4", "pair_run_5", "pair_run_6")
"""The pair runs there can be, the shortest first."""


def beating_table(beating: Mapping[SpecialName, tuple[TargetName, ...]], shortest: int) -> dict[str, tuple[str, ...]]:
    """What each special may be laid over, runs longer than any listed included.

    Those are laid over whatever the longest run listed is laid over, and over every shorter run (TL-3.4).
    """
    found: dict[str, tuple[str, ...]] = {str(special): tuple(map(str, targets)) for special, targets in beating.items()}
    listed = [run for run in RUNS if run in found]
    if listed:
        longest = RUNS.index(listed[-1])
        for longer in range(longest + 1, len(RUNS)):
            found[RUNS[longer]] = (*found[listed[-1]], *RUNS[shortest - 3 : longer])
    return found


class Seats(Concept):
    """How many play (TL-1.1)."""

    least: Annotated[int, Field(ge=2, le=4)] = 2
    """The fewest seats."""
    most: Annotated[int, Field(ge=2, le=4)] = 4
    """The most seats; one pack deals thirteen cards to four."""

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.least > self.most:
            raise ValueError(f"the fewest seats ({self.least}) are more than the most ({self.most})")
        return self


class Combinations(Concept):
    """The shortest runs that are combinations (TL-2.2, TL-2.4)."""

    straight_from: Annotated[int, Field(ge=3, le=12)] = 3
    """The fewest ranks of a straight."""
    pair_run_from: Annotated[int, Field(ge=3, le=6)] = 3
    """The fewest pairs of a pair run (连对, đôi thông)."""


class FirstLead(Concept):
    """Who leads a hand first (TL-4.1, TL-4.2)."""

    by: Literal["lowest_card", "previous_winner"] = "lowest_card"
    """The holder of the lowest card dealt, or the winner of the hand before (the first hand: the lowest card)."""
    must_contain_lowest: bool = False
    """Whether a first play led by the lowest card must contain that card."""


class Reentry(Concept):
    """Whether a seat that has passed may come back into the trick with a special (TL-4.4)."""

    with_: Literal["none", "specials", "pair_run_4"] = Field("specials", alias="with")
    """Which specials it may come back with: none, any, or runs of four pairs and more."""
    asks: Literal["everyone", "holders"] = "everyone"
    """Whom to ask again: everyone, which tells the table nothing, or only who holds such a special."""

    model_config = ConfigDict(populate_by_name=True, serialize_by_alias=True)


class End(Concept):
    """When a hand ends and what may end it (TL-5.1, TL-5.2)."""

    play_until: Literal["first_out", "one_left"] = "first_out"
    """The moment a seat has no cards, or when one seat alone holds cards."""
    finish_on_two: bool = True
    """Whether a last play may consist of 2s; where not, a single 2 may still be led when it is all there is."""
    finish_on_special: bool = True
    """Whether a last play may be a special."""


class DealtWins(Concept):
    """Hands that win at once (直接获胜, tới trắng; TL-6)."""

    mode: Literal["automatic", "declared"] = "automatic"
    """Whether they win by themselves or only when their holder declares them."""
    low_to_high: tuple[DealtWinName, ...] = ()
    """Which hands win, the lowest first."""
    quads_as_two_pairs: bool = True
    """Whether a quad counts as two pairs in six pairs and as a triple in four triples (TL-6.3)."""
    pays: Units = 26
    """Units each loser pays for a dealt win."""
    leftovers: bool = True
    """Whether losers without a dealt win of their own pay for 2s and specials besides (TL-7.5)."""

    @model_validator(mode="after")
    def _once_each(self) -> Self:
        for name in self.low_to_high:
            if self.low_to_high.count(name) > 1:
                raise ValueError(f"the dealt win {name} stands twice in low_to_high: a hand has one place")
        return self


class Prices(Concept):
    """Units for 2s and specials."""

    red_two: Units = 0
    """Each 2 of hearts or diamonds (红2)."""
    black_two: Units = 0
    """Each 2 of spades or clubs (黑2)."""
    quad: Units = 0
    """A quad (炸弹, tứ quý)."""
    pair_run_3: Units = 0
    """A run of three pairs."""
    pair_run_4: Units = 0
    """A run of four pairs."""
    pair_run_5: Units = 0
    """A run of five pairs (only where five pairs in a row are no dealt win)."""
    pair_run_6: Units = 0
    """A run of six pairs (likewise)."""


class Leftovers(Concept):
    """What the cards left in a loser's hand cost (TL-7.1 … TL-7.4)."""

    per_card: Units = 1
    """Units for each card left."""
    unplayed_multiplier: Annotated[int, Field(ge=1, le=100)] = 2
    """By how much the card count of a seat that has laid nothing is multiplied; never the prices."""
    prices: Prices = Prices()
    """What 2s and specials left cost."""
    priced_cards_count: bool = True
    """Whether cards that have a price are counted at per_card as well (a hand never laid counts all its cards)."""
    four_twos_are_a_quad: bool = True
    """Whether four 2s left are priced as a quad besides the 2s themselves (TL-7.4)."""
    to: Literal["winner", "place_ahead"] = "winner"
    """Who is paid: the winner of the hand, or the seat placed just ahead."""


class Chops(Concept):
    """What laying a special over something earns (压牌, chặt; TL-7.6)."""

    counts: Literal["laid", "cut"] = "laid"
    """What is priced: every special laid in the trick, or every play a special was laid over (cut)."""
    prices: Prices = Prices()
    """The prices; 2s cost nothing where they are 0."""


class Settlement(Concept):
    """What a hand costs, in units (TL-7)."""

    leftovers: Leftovers = Leftovers()
    """Cards left."""
    chops: Chops = Chops()
    """Chops."""
    places: Mapping[Literal["2", "3", "4"], tuple[Units, ...]] = Field(default_factory=dict)
    """For each number of seats, units from the last place to the first, the last but one to the second, and so on."""


class Ruleset(base.Ruleset):
    """A house of Tiến lên, whole."""

    seats: Seats = Seats()
    """How many play."""
    direction: Literal["clockwise", "counter_clockwise"] = "counter_clockwise"
    """Which way round the table play is shown to go (TL-1.2); the ring of seats is the same."""
    suits: tuple[SuitLetter, SuitLetter, SuitLetter, SuitLetter]
    """The suits from high to low (TL-1.3)."""
    combinations: Combinations = Combinations()
    """What is a run."""
    beating: Mapping[SpecialName, tuple[TargetName, ...]] = Field(default_factory=dict)
    """What each special may be laid over, besides a lower one of its own kind and length (TL-3.2)."""
    first_lead: FirstLead = FirstLead()
    """Who leads first."""
    reentry: Reentry = Reentry()
    """Coming back after a pass."""
    end: End = End()
    """When the hand ends."""
    dealt_wins: DealtWins = DealtWins()
    """Hands that win at once."""
    settlement: Settlement = Settlement()
    """What a hand costs."""

    @model_validator(mode="after")
    def _coherent(self) -> Self:
        if sorted(self.suits) != ["c", "d", "h", "s"]:
            raise ValueError(
                f"suits must name c, d, h and s once each, from high to low; they are {' '.join(self.suits)}"
            )
        over = beating_table(self.beating, self.combinations.pair_run_from)
        for special, targets in over.items():
            # An empty list takes back what the house extended had to say of a run that is none here.
            if targets and special.startswith("pair_run") and int(special[-1]) < self.combinations.pair_run_from:
                raise ValueError(f"beating has {special}, which is no combination of this house")
            for target in targets:
                if target == special:
                    raise ValueError(f"beating.{special} names itself: a lower one of its own kind is beaten anyway")
                if special in over.get(target, ()):
                    implied = next(
                        (f" (for {name} see TL-3.4)" for name in (special, target) if name not in self.beating), ""
                    )
                    raise ValueError(f"{special} and {target} cannot each be laid over the other (TL-3.6){implied}")
        if self.reentry.with_ == "pair_run_4" and not any(over.get(run) for run in RUNS[1:]):
            raise ValueError("reentry is with runs of four pairs, but no run of four pairs beats anything here")
        self._check_end()
        return self

    def _check_end(self) -> None:
        until, settlement = self.end.play_until, self.settlement
        if until == "first_out" and (settlement.places or settlement.leftovers.to == "place_ahead"):
            raise ValueError("places are paid only where play goes on until one seat is left (end.play_until)")
        for count, units in settlement.places.items():
            if len(units) > int(count) // 2:
                raise ValueError(f"settlement.places.{count} pairs more places than {count} seats have")
        if until == "one_left":
            for seats in range(self.seats.least, self.seats.most + 1):
                if str(seats) not in settlement.places:
                    raise ValueError(f"play goes on for places, but settlement.places says nothing of {seats} seats")


def rulesets() -> tuple[str, ...]:
    """The names of the houses that come with the package."""
    return base.names(files("tienlen") / "rulesets")


def load_ruleset(source: str | Path | Mapping[str, object] | Ruleset = "meitian") -> Ruleset:
    """A house by name, by path to a TOML file, or from a mapping of the same shape.

    Raises:
        RulesetError: saying where and why it cannot be read or played.
    """
    return base.load(Ruleset, source, files("tienlen") / "rulesets")
