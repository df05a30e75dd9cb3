"""Campaign rules of a ruleset: in linked battles, surviving pieces gain points and buy skills."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol, runtime_checkable

from battlesim.table.pieces import Piece


class CampaignSkill(NamedTuple):
    """A skill that a piece can buy for `cost` points, at most `most` times.

    `is_usable` returns whether a profile can use the skill. The skill is stored as a mark of the piece, whose
    count is the number of times the skill was bought.
    """

    name: str
    rule: str
    cost: int
    most: int
    is_usable: Callable[[str], bool]


class CampaignRules(NamedTuple):
    """The campaign rules of a ruleset: the skills by mark, the points for each battle, and the survival test.

    `battle_mark` is the mark that counts the battles a piece has survived. `rules` holds the values that are
    added to the [rules] table of every battle of the campaign.
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
