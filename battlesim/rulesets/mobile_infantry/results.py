"""What a die comes to: results, points and Saves, and in words what is needed and what changes it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from battlesim.engine.dice import changed
from battlesim.engine.play import Against
from battlesim.table.events import DieResult, Modifier

from .cover import Cover
from .parameters import Parameters
from .pool import AttackDie
from .profiles import weapons
from .state import Battle
from .targets import Ratings, ratings

KILL_POINTS = 2
RESULTS: tuple[DieResult, ...] = ("miss", "hit", "kill")
"""What the log calls an attack die, by the points that it causes."""


def result_of(die: AttackDie, face: int) -> int:
    """Face plus modifier; a natural 1 of a Kamikaze counts as a 10 (MI-BTRT-04)."""
    return (10 if die.kamikaze and face == 1 else face) + die.bonus


def points_of(result: int, rated: Ratings, parameters: Parameters) -> int:
    """2 for a kill result, 1 for one that reaches Target, 0 below (MI-SHOT-07, MI-SHOT-08, MI-SHOT-11).

    A result counts at the printed number, or only beyond it (MI-GAP-01).
    """
    if result >= rated.kill + parameters.beyond:
        return KILL_POINTS
    return 1 if result >= rated.target + parameters.beyond else 0


def needs_save(points: int, rated: Ratings, parameters: Parameters) -> bool:
    """Whether a Save can stop a die: never without a Save, and a kill only by option (MI-GAP-03)."""
    return rated.save > 0 and (points < KILL_POINTS or parameters.kill_save)


def saved(face: int, modifier: int, rated: Ratings, parameters: Parameters) -> bool:
    """Whether a Save succeeds: D6 with its modifiers reaches Save, and no natural 1 does (MI-GAP-04)."""
    return face > 1 and face + modifier >= rated.save + parameters.beyond


def die_modifiers(die: AttackDie) -> list[Modifier]:
    """What changes the result of an attack die."""
    found = [Modifier(die.bonus, weapons()[die.weapon].name, "MI-GAP-02")] if die.bonus else []
    return [*found, Modifier(0, "a natural 1 counts as 10", "MI-BTRT-04")] if die.kamikaze else found


def save_modifiers(die: AttackDie, cover: Cover) -> list[Modifier]:
    """What changes a Save against a die."""
    found: list[Modifier] = []
    if cover.value and die.flame:
        found.append(Modifier(cover.against(die), f"{cover.words}, lost against Flame", "MI-BTRT-02"))
    elif cover.rule:
        found.append(Modifier(cover.against(die), cover.words, cover.rule))
    if die.piercing:
        found.append(Modifier(-die.piercing, f"Piercing({die.piercing})", "MI-TRT-09"))
    return found


def total(modifiers: Iterable[Modifier]) -> int:
    """What they come to together."""
    return sum(modifier.value for modifier in modifiers)


def attack(state: Battle, dice: Sequence[AttackDie]) -> Against:
    """What attack dice that lie on their targets are rolled against."""
    parameters = state.game.parameters
    rated = {target: ratings(state, target) for target in dict.fromkeys(die.target for die in dice)}

    def judge(faces: Sequence[int]) -> list[DieResult]:
        pairs = zip(dice, faces, strict=True)
        return [RESULTS[points_of(result_of(d, f), rated[d.target], parameters)] for d, f in pairs]

    hit = _least((one.target for one in rated.values()), parameters)
    kill = _least((one.kill for one in rated.values()), parameters)
    changes = _gathered([die_modifiers(die) for die in dice])
    return Against(f"{hit} to hit, {kill} to kill", judge, changes, tuple(_named(state, die) for die in dice))


def _named(state: Battle, die: AttackDie) -> str:
    """Whose die it is, with what, and what it adds."""
    firers = " or ".join(state.table.piece(name).name for name in die.sources or (die.firer,))
    bonus = f" {die.bonus:+d}" if die.bonus else ""
    return f"{firers}, {weapons()[die.weapon].name}{bonus}"


def saves(
    rated: Sequence[Ratings], modifiers: Sequence[Sequence[Modifier]], parameters: Parameters
) -> Against:
    """What Saves are rolled against: the ratings and the modifiers of each die."""

    def judge(faces: Sequence[int]) -> list[DieResult]:
        tries = zip(faces, modifiers, rated, strict=True)
        return ["hit" if saved(face, total(more), one, parameters) else "miss" for face, more, one in tries]

    each = tuple(", ".join(changed(one, 0) for one in more) or "unchanged" for more in modifiers)
    differ = each if len(set(each)) > 1 else ()
    return Against(_least((one.save for one in rated), parameters), judge, _gathered(modifiers), differ)


def _least(printed: Iterable[int], parameters: Parameters) -> str:
    """What has to be reached, as "4+" or "4+ or 6+"."""
    return " or ".join(f"{number + parameters.beyond}+" for number in sorted(set(printed)))


def _gathered(each: Sequence[Sequence[Modifier]]) -> tuple[Modifier, ...]:
    """The modifiers of some dice, each once, with how many of the dice it changes."""
    listed = [modifier for one in each for modifier in one]
    counts = {modifier: listed.count(modifier) for modifier in listed}
    some = {modifier: count if count < len(each) else 0 for modifier, count in counts.items()}
    return tuple(msgspec.structs.replace(modifier, dice=count) for modifier, count in some.items())
