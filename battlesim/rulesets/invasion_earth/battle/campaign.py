"""Experience: what models gain by surviving battles, and what they can buy with it."""

from __future__ import annotations

from battlesim.engine.campaign import CampaignRules, CampaignSkill
from battlesim.table.pieces import Piece

from ..core.profiles import profiles
from ..core.skills import BATTLES, SKILLS, Skill

POINTS_PER_BATTLE = 1
"""The experience points of every model that survives a battle (IE-EXP-02)."""


def survives(piece: Piece) -> bool:
    """Return whether a model survives a battle, by being in play at its end (IE-GAP-81).

    It starts the next battle with all its HITS.
    """
    return piece.in_play and piece.hits > 0


def _offer(skill: Skill) -> CampaignSkill:
    return CampaignSkill(
        skill.name, skill.rule, skill.cost, skill.most, lambda kind: skill.is_usable(profiles()[kind])
    )


CAMPAIGN = CampaignRules(
    skills={mark: _offer(skill) for mark, skill in SKILLS.items()},
    points_per_battle=POINTS_PER_BATTLE,
    battle_mark=BATTLES,
    survives=survives,
    rules={"campaign": True},
)
"""Points are of each model, and are spent before a battle begins.

Rules: IE-EXP-03, IE-EXP-04.
"""
