"""Shots of one group at another: who may be shot at, the dice, and what they do."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.engine.play import Play, Script
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Piece

from ..contact.locks import note_attack
from ..core.lookups import (
    DicePool,
    all_figures,
    combat_of,
    enemy_groups,
    figures_of,
    groups_in,
    lives,
    merged_groups,
    neutral_groups,
    shooting_dice,
    sides_in,
)
from ..core.state import Battle, Game
from ..core.vehicles import (
    VEHICLE,
    enemies_aboard,
    groups_aboard,
    is_vehicle,
    vehicle_kind,
    vehicle_with,
    vehicles_on_table,
    weapons_of,
)
from ..ground.protection import protection
from ..ground.sight import Pairs, seen_pairs
from .losses import choose_casualties, remove_figures
from .pools import TOTALS, shared_totals, total_needs
from .wrecks import wreck_vehicle

SHOOTS, INTO_OWN, OUTSIDERS = "MT-SHT-01", "MT-HTH-08", "MT-HTH-10"
NOT_INTO_OWN = "MT-HTH-09"
ALLIES = "MT-VIC-03"
UNSEEN, INITIAL = "MT-GAP-26", "MT-GAP-44"


def why_not_target(state: Battle, group: UnitId, target: UnitId) -> AnyText:
    """Return why a group may not shoot at another, or "" if it may.

    Rules: MT-GAP-27, MT-GAP-40.
    """
    if state.game.are_allied(state.table.units[group].side, state.table.units[target].side):
        return phrase("they are allies ({rule})", ALLIES)
    vehicle = named_vehicle(state, target)
    if vehicle and not state.game.parameters.vehicles_destructible:
        return "vehicles cannot be shot at themselves"
    if vehicle and not vehicle_kind(state, state.table.piece(vehicle)).score:
        return "nothing can destroy it"
    inside = groups_aboard(state, vehicle) if vehicle else ()
    own, other = combat_of(state, group), combat_of(state, inside[0] if inside else target)
    if own is not None:
        return "" if target in own.groups else "the group is locked with others"
    if other is not None and state.table.units[group].side in sides_in(state, other):
        return "the group's own faction fights there"
    return "" if seen_pairs(state, group, target) else "no figure sees one of them"


def why_cannot_shoot(state: Battle, group: UnitId) -> AnyText:
    """Return why a group cannot shoot at any target, or "" if it can."""
    if not pool_of(state, group).mean:
        return "it has no shooting dice"
    return "" if targets(state, group) else "no enemy group may be shot at"


def named_vehicle(state: Battle, target: UnitId) -> str:
    """Return the vehicle that a unit id names as a target, or "" if the unit is a group."""
    pieces = state.table.pieces_of_unit(target) if state.table.units[target].kind == VEHICLE else ()
    return pieces[0].id if pieces else ""


def vehicle_targets(state: Battle, side: SideKey) -> list[UnitId]:
    """Return the units of the vehicles that a side may shoot at: held by an enemy or abandoned by one."""
    found = []
    for vehicle in vehicles_on_table(state):
        inside = state.table.pieces_aboard(vehicle.id)
        if enemies_aboard(state, vehicle.id, side) or _is_left_by_enemy(state, vehicle, side, inside):
            found.append(vehicle.unit)
    return found


def _is_left_by_enemy(state: Battle, vehicle: Piece, side: SideKey, inside: Sequence[Piece]) -> bool:
    return not inside and vehicle.side != side and not state.game.are_allied(vehicle.side, side)


def targets(state: Battle, group: UnitId) -> list[UnitId]:
    """Return the groups at which a group may shoot."""
    side = state.table.units[group].side
    others = [other.id for other in (*enemy_groups(state, side), *neutral_groups(state))]
    held = [unit for unit in vehicle_targets(state, side) if groups_aboard(state, named_vehicle(state, unit))]
    return [other for other in (*others, *held) if not why_not_target(state, group, other)]


def pool_of(state: Battle, group: UnitId) -> DicePool:
    """Return the dice with which a group shoots, together with all groups merged with it.

    The weapons of the vehicle that they are in are added.
    """
    groups = merged_groups(state, group)
    vehicles = {vehicle.id: vehicle for each in groups if (vehicle := vehicle_with(state, each))}
    locked = combat_of(state, group) is not None
    weapons = [weapon for vehicle in vehicles.values() for weapon in weapons_of(state, vehicle)]
    dice = sum(weapon.dice for weapon in weapons if not (locked and weapon.distant))
    pool = shooting_dice(state, all_figures(state, groups))
    return pool._replace(fixed=pool.fixed + dice)


def roll_pool(
    play: Play[Game], pool: DicePool, why: AnyText, by: str = "", rule: str = TOTALS
) -> Script[tuple[int, ...]]:
    """Roll dice that are added up, after any initial rolls for their number, and return the faces.

    Rules: MT-MIB-04.
    """
    dice = pool.fixed
    each = play.state.game.parameters.rolls_each
    for _ in range(pool.rolling if each else min(1, pool.rolling)):
        faces = yield from roll_total(play, pool.initial, phrase("{shot}: initial roll", why), by, INITIAL)
        dice += sum(faces) * (1 if each else pool.rolling)
    return (yield from roll_total(play, dice, why, by, rule))


def roll_total(
    play: Play[Game], dice: int, why: AnyText, by: str = "", rule: str = TOTALS
) -> Script[tuple[int, ...]]:
    """Roll a number of dice that are added up, and return the faces."""
    return (yield from play.roll_dice((6,) * dice, why, rule=rule, by=by, needs=total_needs()))


def hit_target(
    play: Play[Game], group: UnitId, target: UnitId, faces: Sequence[int], pairs: Pairs
) -> Script[None]:
    """Apply dice to a target and, in a combat of several factions, their odd dice to the others."""
    state, own = play.state, play.state.table.units[group].side
    combat = combat_of(state, target)
    others = [side for side in sides_in(state, combat) if side != own] if combat else []
    vehicle = named_vehicle(state, target)
    aboard = state.table.pieces_aboard(vehicle) if vehicle else ()
    named = aboard[0].side if aboard else state.table.units[target].side
    note_attack(play, own, named, rule=SHOOTS)
    if combat is None:
        yield from spend_total(play, figures_of(state, target), sum(faces), own, pairs)
        return
    rest = [side for side in others if side != named]
    even, odd = shared_totals(faces, len(rest), state.game.parameters.odd_dice_by_value)
    for side, total in ((named, even), *zip(rest, odd, strict=True)):
        yield from spend_total(play, all_figures(state, groups_in(state, combat, side)), total, own)


def spend_total(
    play: Play[Game], figures: Sequence[Piece], total: int, by: SideKey, pairs: Pairs = frozenset()
) -> Script[None]:
    """Apply a dice total to figures of one side, at their grade of protection, and remove the casualties."""
    if not figures:
        return
    state, count = play.state, lives(figures)
    grade = protection(state, figures[0].unit, pairs)
    if pairs and not state.game.parameters.unseen_fall:
        seen = {target for _, target in pairs}
        figures = [figure for figure in figures if figure.id in seen]
    fallen = yield from choose_casualties(play, figures, total, grade)
    said = phrase(
        "{}: {} of {} killed by {} points", Ref(figures[0].unit), str(len(fallen)), str(count), str(total)
    )
    play.log_message(said, rule=SHOOTS)
    wrecks = [figure for figure in fallen if is_vehicle(figure)]
    remove_figures(play, [figure for figure in fallen if figure not in wrecks], by)
    for vehicle in wrecks:
        yield from wreck_vehicle(play, vehicle, by)
