"""Experience: what models gain by surviving battles, and what they buy with it."""

from __future__ import annotations

from battlesim.engine.campaign import CampaignRules, CampaignSkill
from battlesim.table.pieces import Piece

from ..core.profiles import profiles
from ..core.skills import BATTLES, SKILLS, Skill

POINTS_PER_BATTLE = 1
"""The experience points of every model that survives a battle (IE-EXP-02)."""


def survives(piece: Piece) -> bool:
    """Return whether a model survives a battle: it is in play at its end; a new one begins with all HITS.

    Rules: IE-GAP-81.
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
