"""Tiến lên (越式13张): the shedding engine.

``Game`` plays a hand; ``combination``, ``beats``, ``plays`` and their like are the rules as functions.
"""

from common.actions import Away, Back, Leave, Timeout
from common.errors import CardError, DealError, IllegalAction, InvalidAction, RecordError, RulesetError
from tienlen.actions import Declare, Pass, Play, read_action
from tienlen.ask import Combination, DealtWin, beats, combination, dealt_win, leftover_units, plays, sort
from tienlen.game import Game
from tienlen.hints import hints
from tienlen.phases import FLOW, Phase
from tienlen.ruleset import Ruleset, load_ruleset, rulesets
from tienlen.view import View

__all__ = [
    "FLOW",
    "Away",
    "Back",
    "CardError",
    "Combination",
    "DealError",
    "DealtWin",
    "Declare",
    "Game",
    "IllegalAction",
    "InvalidAction",
    "Leave",
    "Pass",
    "Phase",
    "Play",
    "RecordError",
    "Ruleset",
    "RulesetError",
    "Timeout",
    "View",
    "beats",
    "combination",
    "dealt_win",
    "hints",
    "leftover_units",
    "load_ruleset",
    "plays",
    "read_action",
    "rulesets",
    "sort",
]
