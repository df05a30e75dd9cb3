"""The outcome of an attack die on its target, from the roll to the hit points lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial

from battlesim.mechanics import attack as blow_by_blow
from battlesim.mechanics.attack import TargetedDie
from battlesim.mechanics.chance import (
    DiceScript,
    Threshold,
    ThresholdRoll,
    exact_chances,
    single_roll,
    thresholds_reached,
)
from battlesim.mechanics.odds import Odds
from battlesim.table.events import Modifier

from ..core.lookups import Ratings, hits_left, ratings
from ..core.profiles import weapons
from ..core.state import Battle
from . import cover
from .attack_dice import AttackDie
from .attack_modes import ATTACK_MODES, AttackMode
from .cover import CoverBonus

FLAME = "MI-BTRT-02"
PIERCING = "MI-TRT-09"
KAMIKAZE_RULE = "MI-BTRT-04"
KILL_DAMAGE = 2
KAMIKAZE_ONE_VALUE = 10
"""Value that a natural 1 of a Kamikaze counts as."""


def attack_dice_script(
    state: Battle, die: AttackDie, mode: AttackMode, covers: Callable[[], dict[str, CoverBonus]]
) -> DiceScript[int]:
    """Return a script that rolls an attack die and gives the hit points lost: 1 for Target, 2 for Kill.

    A successful Save reduces the loss to 0; an option can deny the Save against a kill (MI-GAP-03).
    """
    rated = ratings(state, die.target)
    points: int = yield attack_roll(state, die, rated, mode)
    if not points or not rated.save or (points == KILL_DAMAGE and not state.game.parameters.kill_save):
        return points
    found = covers()[die.target]
    return 0 if (yield save_roll(state, rated, mode.save, save_modifiers(die, found))) else points


def attack_roll(state: Battle, die: AttackDie, rated: Ratings, mode: AttackMode) -> ThresholdRoll:
    """Return the attack roll of a die (MI-SHOT-08, MI-SHOT-11)."""
    beyond, name = state.game.parameters.beyond, weapons()[die.weapon].name
    firers = " or ".join(state.table.piece(firer).name for firer in die.sources or (die.firer,))
    changes = [Modifier(die.weapon_profile.bonus, name, "MI-GAP-02")] if die.weapon_profile.bonus else []
    changes += [Modifier(0, "a natural 1 counts as 10", KAMIKAZE_RULE)] if die.weapon_profile.kamikaze else []
    reaches = (
        Threshold(rated.target + beyond, "Target", "to hit", "hit", mode.kill),
        Threshold(rated.kill + beyond, "Kill", "to kill", "kill", mode.kill),
    )
    return ThresholdRoll(
        sides=(die.weapon_profile.die,),
        changes=tuple(changes),
        rule=mode.roll,
        on="on the die",
        what=f"{firers}, {name}" + (f" {die.weapon_profile.bonus:+d}" if die.weapon_profile.bonus else ""),
        thresholds=reaches,
        naturals={1: thresholds_reached(reaches, KAMIKAZE_ONE_VALUE + die.weapon_profile.bonus)}
        if die.weapon_profile.kamikaze
        else {},
    )


def save_roll(state: Battle, rated: Ratings, rule: str, changes: Sequence[Modifier] = ()) -> ThresholdRoll:
    """Return the roll for a Save (MI-GAP-04)."""
    least = rated.save + state.game.parameters.beyond
    return ThresholdRoll(
        changes=tuple(changes),
        rule=rule,
        on="on the Save",
        thresholds=(Threshold(least, "Save", rule=rule),),
        naturals={1: 0},
    )


def targeted_dice(
    state: Battle, dice: Sequence[AttackDie], mode: AttackMode, new_smoke_ids: Sequence[str] = ()
) -> list[TargetedDie]:
    """Return attack dice with their targets and the scripts that roll for their outcomes.

    `new_smoke_ids` lists smoke that does not affect this attack yet.
    """

    @cache
    def covers() -> dict[str, CoverBonus]:
        return cover.cover_bonuses(
            state, list(dict.fromkeys(die.target for die in dice)), dice, mode, new_smoke_ids
        )

    return [
        TargetedDie(
            die.target,
            die.name,
            (die.weapon, die.name),
            partial(attack_dice_script, state, die, mode, covers),
        )
        for die in dice
    ]


def save_modifiers(die: AttackDie, found: CoverBonus) -> list[Modifier]:
    """Return the modifiers of a target's Save against a die."""
    changes: list[Modifier] = []
    if found.value and die.weapon_profile.flame:
        changes.append(Modifier(found.bonus_against(die), f"{found.text}, lost against Flame", FLAME))
    elif found.rule:
        changes.append(Modifier(found.bonus_against(die), found.text, found.rule))
    if die.weapon_profile.piercing:
        changes.append(
            Modifier(-die.weapon_profile.piercing, f"Piercing({die.weapon_profile.piercing})", PIERCING)
        )
    return changes


def dice_odds(state: Battle, dice: Sequence[AttackDie], mode: str) -> Odds:
    """Return the exact odds of the losses that dice cause to their targets."""
    return blow_by_blow.targeted_dice_odds(
        targeted_dice(state, dice, ATTACK_MODES[mode]), lambda target: hits_left(state, target)
    )


def save_failure_chance(state: Battle, target: str) -> float:
    """Return the chance (0 to 1) that an unmodified Save fails, or 1 if the model has no Save."""
    rated = ratings(state, target)
    return exact_chances(lambda: single_roll(save_roll(state, rated, "")))[0] if rated.save else 1.0
