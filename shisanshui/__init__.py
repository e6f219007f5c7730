"""十三水 (Chinese poker, mậu binh): the arranging engine.

``Game`` plays a hand; ``row``, ``special``, ``compare``, ``settle`` and their like are the rules as functions.
"""

from common.actions import Away, Back, Leave, Timeout
from common.errors import CardError, DealError, IllegalAction, InvalidAction, RecordError, RulesetError
from shisanshui.actions import Arrange, read_action
from shisanshui.ask import Row, Special, compare, is_foul, row, special, waters
from shisanshui.best import best
from shisanshui.game import Game
from shisanshui.hints import hints
from shisanshui.layout import Layout
from shisanshui.levels import Level, level, levels
from shisanshui.phases import FLOW, Phase
from shisanshui.rows import Place, RowType
from shisanshui.ruleset import Ruleset, load_ruleset, rulesets
from shisanshui.settle import settle
from shisanshui.view import View

__all__ = [
    "FLOW",
    "Arrange",
    "Away",
    "Back",
    "CardError",
    "DealError",
    "Game",
    "IllegalAction",
    "InvalidAction",
    "Layout",
    "Leave",
    "Level",
    "Phase",
    "Place",
    "RecordError",
    "Row",
    "RowType",
    "Ruleset",
    "RulesetError",
    "Special",
    "Timeout",
    "View",
    "best",
    "compare",
    "hints",
    "is_foul",
    "level",
    "levels",
    "load_ruleset",
    "read_action",
    "row",
    "rulesets",
    "settle",
    "special",
    "waters",
]
