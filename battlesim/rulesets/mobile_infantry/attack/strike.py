"""One attack die on its target, from the throw to the points that it takes off: rolled and foretold alike."""

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

from ..core.facts import Ratings, hits_of, ratings
from ..core.profiles import weapons
from ..core.state import Battle
from . import cover
from .cover import Cover
from .pool import AttackDie
from .ways import WAYS, Way

FLAME = "MI-BTRT-02"
PIERCING = "MI-TRT-09"
KAMIKAZE_RULE = "MI-BTRT-04"
KILL_POINTS = 2
KAMIKAZE = 10
"""What a natural 1 of a Kamikaze counts as."""


def strike(
    state: Battle, die: AttackDie, way: Way, covers: Callable[[], dict[str, Cover]]
) -> DiceScript[int]:
    """1 point for a die that reaches Target, 2 for one that reaches Kill, none for one that a Save stops.

    Who has no Save makes none, and against a kill there is one by option alone (MI-GAP-03).
    """
    rated = ratings(state, die.target)
    points: int = yield attack(state, die, rated, way)
    if not points or not rated.save or (points == KILL_POINTS and not state.game.parameters.kill_save):
        return points
    found = covers()[die.target]
    return 0 if (yield save(state, rated, way.save, save_modifiers(die, found))) else points


def attack(state: Battle, die: AttackDie, rated: Ratings, way: Way) -> ThresholdRoll:
    """The throw of an attack die, at the printed number or only beyond it (MI-SHOT-08, MI-SHOT-11)."""
    beyond, name = state.game.parameters.beyond, weapons()[die.weapon].name
    firers = " or ".join(state.table.piece(firer).name for firer in die.sources or (die.firer,))
    changes = [Modifier(die.gun.bonus, name, "MI-GAP-02")] if die.gun.bonus else []
    changes += [Modifier(0, "a natural 1 counts as 10", KAMIKAZE_RULE)] if die.gun.kamikaze else []
    reaches = (
        Threshold(rated.target + beyond, "Target", "to hit", "hit", way.kill),
        Threshold(rated.kill + beyond, "Kill", "to kill", "kill", way.kill),
    )
    return ThresholdRoll(
        sides=(die.gun.die,),
        changes=tuple(changes),
        rule=way.roll,
        on="on the die",
        what=f"{firers}, {name}" + (f" {die.gun.bonus:+d}" if die.gun.bonus else ""),
        thresholds=reaches,
        naturals={1: thresholds_reached(reaches, KAMIKAZE + die.gun.bonus)} if die.gun.kamikaze else {},
    )


def save(state: Battle, rated: Ratings, rule: str, changes: Sequence[Modifier] = ()) -> ThresholdRoll:
    """The throw of a Save: D6 with its modifiers reaches Save, and no natural 1 does (MI-GAP-04)."""
    least = rated.save + state.game.parameters.beyond
    return ThresholdRoll(
        changes=tuple(changes),
        rule=rule,
        on="on the Save",
        thresholds=(Threshold(least, "Save", rule=rule),),
        naturals={1: 0},
    )


def blows(state: Battle, dice: Sequence[AttackDie], way: Way, fresh: Sequence[str] = ()) -> list[TargetedDie]:
    """Dice that lie on their targets, each with its fate; `fresh` as for `cover.bonuses`."""

    @cache
    def covers() -> dict[str, Cover]:
        return cover.bonuses(state, list(dict.fromkeys(die.target for die in dice)), dice, way, fresh)

    return [
        TargetedDie(die.target, die.name, (die.weapon, die.name), partial(strike, state, die, way, covers))
        for die in dice
    ]


def save_modifiers(die: AttackDie, found: Cover) -> list[Modifier]:
    """What changes a Save against a die."""
    changes: list[Modifier] = []
    if found.value and die.gun.flame:
        changes.append(Modifier(found.against(die), f"{found.words}, lost against Flame", FLAME))
    elif found.rule:
        changes.append(Modifier(found.against(die), found.words, found.rule))
    if die.gun.piercing:
        changes.append(Modifier(-die.gun.piercing, f"Piercing({die.gun.piercing})", PIERCING))
    return changes


def odds_of(state: Battle, dice: Sequence[AttackDie], how: str) -> Odds:
    """The odds of dice that lie on their targets; `how` as for `damage.deal`."""
    return blow_by_blow.targeted_dice_odds(
        blows(state, dice, WAYS[how]), lambda target: hits_of(state, target)
    )


def save_fails(state: Battle, target: str) -> float:
    """The chance that one unmodified Save fails, as those who stand at a tunnel make it; 1 without a Save."""
    rated = ratings(state, target)
    return exact_chances(lambda: single_roll(save(state, rated, "")))[0] if rated.save else 1.0
