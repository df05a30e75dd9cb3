"""What a ruleset says about campaigns: linked battles whose surviving pieces gain points and buy skills."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol, runtime_checkable

from battlesim.table.pieces import Piece


class CampaignSkill(NamedTuple):
    """A skill that a piece buys: its name, rule id, cost in points, how often, and which profiles can use it.

    It is kept as a mark of the piece, with the number of times that it was bought.
    """

    name: str
    rule: str
    cost: int
    most: int
    is_usable: Callable[[str], bool]


class CampaignRules(NamedTuple):
    """The rules of campaigns: the skills by mark, what a battle earns, and who survives it.

    `battle_mark` is the mark that counts the battles that a piece has survived, `rules` what is added to the
    table [rules] of every battle.
    """

    skills: Mapping[str, CampaignSkill]
    points_per_battle: int
    battle_mark: str
    survives: Callable[[Piece], bool]
    rules: Mapping[str, Any]


@runtime_checkable
class SupportsCampaign(Protocol):
    """A ruleset that can be played as a campaign."""

    campaign: CampaignRules
