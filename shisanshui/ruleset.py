"""A house of 十三水 as data: one model for each thing houses differ in.

Nothing here behaves; only :func:`shisanshui.rulebook.compile_rules` reads it.  The ids in the docstrings are those of
the rules page.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from common import ruleset as base
from common.ruleset import Concept

__all__ = ["Ruleset", "SpecialName", "TypeName", "load_ruleset", "rulesets"]

TypeName = Literal[
    "high_card",
    "pair",
    "two_pair",
    "trips",
    "straight",
    "flush",
    "full_house",
    "quads",
    "straight_flush",
    "five_of_a_kind",
]
SpecialName = Literal[
    "same_suit_dragon",
    "dragon",
    "twelve_royals",
    "three_straight_flushes",
    "three_quads",
    "all_high",
    "all_low",
    "one_color",
    "four_trips",
    "five_pairs_trips",
    "six_pairs",
    "three_straights",
    "three_flushes",
]
SuitLetter = Literal["c", "d", "h", "s"]
Units = Annotated[int, Field(ge=1, le=1_000_000)]
Factor = Annotated[int, Field(ge=1, le=100)]


class Seats(Concept):
    """How many play (SS-1.1)."""

    least: Annotated[int, Field(ge=2, le=5)] = 2
    """The fewest seats."""
    most: Annotated[int, Field(ge=2, le=5)] = 4
    """The most seats."""

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.least > self.most:
            raise ValueError(f"the fewest seats ({self.least}) are more than the most ({self.most})")
        return self


class Deal(Concept):
    """What is dealt (SS-1.2, SS-1.3)."""

    pack: Literal[52, 54, 65, 67] = 52
    """The pack: 52 cards; 65, the diamonds twice (多一色); 54 or 67, those with two jokers (癞子)."""
    spares: Annotated[int, Field(ge=0, le=3)] = 0
    """Spare cards (多三张) dealt to each seat beside its thirteen; it lays out any thirteen of all."""


class Straights(Concept):
    """What is a straight (SS-2.3)."""

    wheel: Literal["second", "lowest", "none"] = "second"
    """A 2 3 4 5: the second highest straight, the lowest, or none."""


class Suits(Concept):
    """Whether suits tell equal rows apart (SS-2.5)."""

    high_to_low: tuple[SuitLetter, ...] = ()
    """The suits from high to low; empty where suits never count."""
    types: tuple[TypeName, ...] = ()
    """The types of rows that are told apart by the suit of the highest card of their pattern; others draw."""

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if self.high_to_low and sorted(self.high_to_low) != ["c", "d", "h", "s"]:
            named = " ".join(self.high_to_low)
            raise ValueError(f"high_to_low must name c, d, h and s once each, from high to low; it is {named}")
        if self.types and not self.high_to_low:
            raise ValueError("rows are told apart by suit, but high_to_low does not say which suit is higher")
        return self


class Jokers(Concept):
    """What jokers (癞子) stand for (SS-2.6)."""

    wild_may_duplicate: bool = True
    """Whether a joker may stand for a card that its row already holds."""


class FoulRefused(Concept):
    """A foul (倒水) is not accepted (SS-3.3)."""

    kind: Literal["refused"] = "refused"


class FoulPaysFixed(Concept):
    """A foul is accepted, is beaten by all in all rows, and pays each other seat the same; to a special, its waters.

    Two fouls pay each other nothing.
    """

    kind: Literal["pays_fixed"]
    units: Units
    """What a foul pays to each ordinary seat."""


class FoulPaysDearest(Concept):
    """A foul is accepted, is beaten by all in all rows, and pays for the dearest thing on the table (SS-7.6).

    To an ordinary seat it pays the highest printed value among all hands, where they lie, and at least ``at_least``;
    to a special, what that collects.  Two fouls pay each other nothing.
    """

    kind: Literal["pays_dearest"]
    at_least: Units
    """The least that it pays to an ordinary seat."""


class Rows(Concept):
    """How a layout's rows must stand to each other (SS-3)."""

    strict: bool = False
    """Whether two rows that are equal in all but suits are a foul too (SS-3.1)."""
    foul: Annotated[FoulRefused | FoulPaysFixed | FoulPaysDearest, Field(discriminator="kind")] = FoulRefused()
    """What becomes of a foul."""


class Special(Concept):
    """One place in the order of specials."""

    kinds: tuple[SpecialName, ...] = Field(min_length=1)
    """What hands stand here; several are equal among themselves (报到)."""
    waters: Units
    """What it collects from each."""
    swept: Factor = 1
    """By how much that is multiplied where it beats every other seat (SS-7.5)."""
    ties: Literal["draw", "suit", "compare"] = "draw"
    """Two at this place: a draw; the higher suit (of a dragon of one suit); or compared card by card (SS-7.5)."""


class Specials(Concept):
    """Whole hands that collect without comparing rows (SS-5)."""

    mode: Literal["automatic", "declared"] = "automatic"
    """Whether they count by themselves or only when declared (报牌; SS-4.2)."""
    opt_out: bool = True
    """Whether a seat may lay ordinary rows although its hand is a special that counts by itself (SS-4.2)."""
    rows_from: Literal["search", "layout"] = "search"
    """Three straights, flushes, straight flushes: whether any partition will do or the layout must be one (SS-5.2)."""
    quads_as_two_pairs: bool = True
    """Whether a quad counts as two pairs (SS-5.3)."""
    quads_as_trips: bool = True
    """Whether a quad counts as trips and the odd card in four trips (SS-5.3)."""
    high_to_low: tuple[Special, ...] = ()
    """The specials, the highest first; empty where there are none."""

    @model_validator(mode="after")
    def _once_each(self) -> Self:
        kinds = [kind for special in self.high_to_low for kind in special.kinds]
        for kind in kinds:
            if kinds.count(kind) > 1:
                raise ValueError(f"the special {kind} stands twice in high_to_low: a hand has one place")
        for special in self.high_to_low:
            if special.ties == "suit" and special.kinds != ("same_suit_dragon",):
                raise ValueError(
                    f"{special.kinds[0]} is not of one suit: only same_suit_dragon can be told apart by it"
                )
            if special.ties == "compare" and len(special.kinds) > 1:
                raise ValueError("different kinds of hands cannot be compared card by card: give each its own place")
        return self


class Waters(Concept):
    """What the loser of a row pays for the winner's type (水; SS-6); a type that is not named is worth 1."""

    front: Mapping[TypeName, Units] = Field(default_factory=dict)
    """Rows won in the front."""
    middle: Mapping[TypeName, Units] = Field(default_factory=dict)
    """Rows won in the middle."""
    back: Mapping[TypeName, Units] = Field(default_factory=dict)
    """Rows won in the back."""

    @model_validator(mode="after")
    def _front_has_three(self) -> Self:
        for name in self.front:
            if name not in {"high_card", "pair", "trips"}:
                raise ValueError(f"front names {name}, but three cards are trips, a pair or a high card (SS-2.2)")
        return self


class Feats(Concept):
    """What winning more than single rows is worth (SS-7.2 … SS-7.4); 1 (majority: 0) where it is worth nothing."""

    gun: Factor = 1
    """打枪: by how much a pair's waters are multiplied where one wins all three rows."""
    home_run: Factor = 1
    """全垒打: by how much instead, where one seat guns all others."""
    home_run_seats: Annotated[int, Field(ge=3, le=5)] = 4
    """At a table of how many seats there are home runs."""
    sweep: Factor = 1
    """通杀: by how much where there are no guns and one seat beats all others in all rows."""
    majority: Annotated[int, Field(ge=0, le=1_000)] = 0
    """Units more to whoever won more rows than the other."""

    @model_validator(mode="after")
    def _coherent(self) -> Self:
        if self.home_run > 1 and self.home_run < self.gun:
            raise ValueError(f"a home run (times {self.home_run}) is three guns: it cannot be worth less than they are")
        if self.sweep > 1 and (self.gun > 1 or self.home_run > 1):
            raise ValueError("a sweep is what houses without guns and home runs have: give one or the other")
        return self


class Escape(Concept):
    """逃跑: what a seat pays that leaves before all are in (SS-7.8); the hand is over then.  All 0: it cannot."""

    each: Annotated[int, Field(ge=0, le=1_000_000)] = 0
    """Units to each other seat."""
    house: Annotated[int, Field(ge=0, le=1_000_000)] = 0
    """Units to the house."""


class Ruleset(base.Ruleset):
    """A house of 十三水, whole."""

    seats: Seats = Seats()
    """How many play."""
    deal: Deal = Deal()
    """What is dealt."""
    straights: Straights = Straights()
    """What is a straight."""
    suits: Suits = Suits()
    """Whether suits count."""
    jokers: Jokers = Jokers()
    """What jokers stand for."""
    rows: Rows = Rows()
    """How rows must stand to each other."""
    specials: Specials = Specials()
    """Whole hands that collect by themselves."""
    waters: Waters = Waters()
    """What rows are worth."""
    feats: Feats = Feats()
    """What winning more than single rows is worth."""
    escape: Escape = Escape()
    """What leaving costs."""

    @model_validator(mode="after")
    def _coherent(self) -> Self:
        size = 13 + self.deal.spares
        if self.seats.most * size > self.deal.pack:
            raise ValueError(
                f"{self.seats.most} seats of {size} cards are {self.seats.most * size}: "
                f"a pack of {self.deal.pack} does not deal them"
            )
        if not self.jokers.wild_may_duplicate and self.deal.pack == 67:
            raise ValueError(
                "jokers.wild_may_duplicate = false needs a pack that holds each card once: 67 holds the diamonds twice"
            )
        for special in self.specials.high_to_low:
            if special.ties != "draw" and not self.suits.high_to_low:
                raise ValueError(
                    f"two {special.kinds[0]} are told apart by suit, but suits.high_to_low does not say which is higher"
                )
            if special.ties == "compare" and self.deal.pack in {54, 67}:
                raise ValueError(
                    f"two {special.kinds[0]} cannot be compared card by card where jokers stand for any card (SS-7.5)"
                )
        return self


@cache
def rulesets() -> tuple[str, ...]:
    """The names of the houses that come with the package."""
    return base.names(files("shisanshui") / "rulesets")


@cache
def _bundled(name: str) -> Ruleset:
    return base.load(Ruleset, name, files("shisanshui") / "rulesets")


def load_ruleset(source: str | Path | Mapping[str, object] | Ruleset = "meitian") -> Ruleset:
    """A house by name, by path to a TOML file, or from a mapping of the same shape.

    Raises:
        RulesetError: saying where and why it cannot be read or played.
    """
    if isinstance(source, str) and source in rulesets():
        return _bundled(source)
    return base.load(Ruleset, source, files("shisanshui") / "rulesets")
