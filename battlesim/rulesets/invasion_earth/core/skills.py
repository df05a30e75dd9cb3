"""Skills that models buy with experience points, each stored as a mark with its count."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

import msgspec

from battlesim.table.pieces import Mark

from .profiles import Profile, profiles

SUPER_SNEAK, CRACK_SHOT, OWN_LUCK = "super_sneak", "crack_shot", "own_luck"
TOUGH_AS_NAILS, CAMOUFLAGE, SUPER_AGILITY = "tough_as_nails", "camouflage", "super_agility"
SUPER_FAST, LIGHTNING_ACTION, HAND_TO_HAND = "super_fast", "lightning_action", "hand_to_hand"
BATTLES = "battles_survived"
"""The number of battles that a model has survived."""
BEST_SAVE = 2
"""The lowest number that luck gives a SAVE (IE-GAP-82)."""
FIRST_SAVE = 7
"""The SAVE from which luck counts down for a model that has none."""


class Skill(NamedTuple):
    """A skill: its name, rule, cost in experience points, how often it can be bought, and by which models."""

    name: str
    rule: str
    cost: int
    most: int
    is_usable: Callable[[Profile], bool] = lambda profile: True


SKILLS: Mapping[str, Skill] = {
    SUPER_SNEAK: Skill("Super sneak", "IE-EXP-05", 2, 3, lambda profile: profile.sneak > 0.0),
    CRACK_SHOT: Skill("Crack shot", "IE-EXP-06", 2, 2, lambda profile: bool(profile.weapons)),
    OWN_LUCK: Skill("You make your own luck", "IE-EXP-07", 2, 3),
    TOUGH_AS_NAILS: Skill("Tough as nails", "IE-EXP-08", 5, 2),
    CAMOUFLAGE: Skill("Camouflage", "IE-EXP-09", 5, 1, lambda profile: profile.hides),
    SUPER_AGILITY: Skill("Super agility", "IE-EXP-10", 3, 1, lambda profile: bool(profile.weapons)),
    SUPER_FAST: Skill("Super fast", "IE-EXP-11", 2, 3, lambda profile: profile.fast > 0.0),
    LIGHTNING_ACTION: Skill("Lightning action", "IE-EXP-12", 6, 1),
    HAND_TO_HAND: Skill("Hand to hand expert", "IE-EXP-13", 2, 3),
}
"""All skills by the name of their mark, in the order in which they are listed."""


def skilled_profile(kind: str, marks: tuple[Mark, ...]) -> Profile:
    """Return the profile of a kind of model, changed by the skills among its marks."""
    skills = tuple((mark.name, mark.count) for mark in marks if mark.name in SKILLS)
    return _skilled_profile(kind, skills) if skills else profiles()[kind]


@cache
def _skilled_profile(kind: str, skills: tuple[tuple[str, int], ...]) -> Profile:
    bought, plain = dict(skills), profiles()[kind]
    faster = bought.get(SUPER_FAST, 0)
    return msgspec.structs.replace(
        plain,
        sneak=plain.sneak + bought.get(SUPER_SNEAK, 0),
        fast=plain.fast + faster,
        fly_fast=plain.fly_fast + faster if plain.fly_fast else 0.0,
        save=_lucky_save(plain.save, bought.get(OWN_LUCK, 0)),
        hits=plain.hits + bought.get(TOUGH_AS_NAILS, 0),
        assault=plain.assault + bought.get(HAND_TO_HAND, 0),
    )


def _lucky_save(save: int, luck: int) -> int:
    return max(BEST_SAVE, (save or FIRST_SAVE) - luck) if luck else save
