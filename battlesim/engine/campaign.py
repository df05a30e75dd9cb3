"""Campaign rules of a ruleset: pieces that survive a battle gain points, which buy skills."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol, runtime_checkable

from battlesim.table.pieces import Piece


class CampaignSkill(NamedTuple):
    """A skill that a piece can buy for `cost` points, up to `most` times.

    `is_usable` returns whether pieces with a given profile can use it. The skill is stored as a mark on the
    piece, and the count of the mark is the number of purchases.
    """

    name: str
    rule: str
    cost: int
    most: int
    is_usable: Callable[[str], bool]


class CampaignRules(NamedTuple):
    """The campaign rules of a ruleset: its skills by key, and the points that a survivor gains per battle.

    `survives` returns whether a piece has survived, and `battle_mark` is the mark that counts the battles it
    has survived. `rules` holds values that are added to the [rules] table of each scenario of a campaign.
    """

    skills: Mapping[str, CampaignSkill]
    points_per_battle: int
    battle_mark: str
    survives: Callable[[Piece], bool]
    rules: Mapping[str, Any]


@runtime_checkable
class SupportsCampaign(Protocol):
    """The protocol of a ruleset that has rules for campaigns."""

    campaign: CampaignRules
