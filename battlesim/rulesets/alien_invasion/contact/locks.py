"""First contact: who is locked with whom, and who defends what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from battlesim.engine.play import Play
from battlesim.geometry.shapes import Point
from battlesim.mechanics.turns import change_counter
from battlesim.rulings.piece_placement import ground_obstacles
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.phrases import Ref, phrase

from ..core.events import AttackCounted, CombatChanged
from ..core.lookups import combat_of, figures_of, is_contested
from ..core.state import Battle, Game, LockedCombat
from ..core.terrain import area_at, area_of
from ..ground.sight import manned_barriers

LOCKS, ONE_COMBAT, JOINS = "MT-HTH-01", "MT-GAP-35", "MT-HTH-06"
SERIAL = "combats begun"


def lock_groups(
    play: Play[Game], mover: UnitId, reached: Sequence[UnitId], came_from: Point, at: Point
) -> None:
    """Lock a group in one combat with the groups it has reached and all that those are locked with.

    One figure in contact is enough to lock both whole groups (MT-HTH-02).
    """
    state = play.state
    found = {c.number: c for group in (mover, *reached) if (c := combat_of(state, group))}
    change_counter(play, SERIAL, 1, LOCKS)
    number = min(found, default=play.state.game.count(SERIAL))
    old = [found[key] for key in sorted(found)]
    known = [group for combat in old for group in combat.groups]
    groups = tuple(dict.fromkeys((*known, *reached, mover)))
    defends = {side: terrain for combat in old for side, terrain in combat.defends}
    settled = dict.fromkeys(side for combat in old for side in combat.reached)
    for group in reached:
        side = state.table.units[group].side
        terrain = defended_terrain(state, group, came_from, at)
        if side not in settled and terrain:
            defends[side] = terrain
        settled[side] = None
    settled[state.table.units[mover].side] = None
    attackers = (*(group for combat in old for group in combat.attackers), mover)
    combat = LockedCombat(
        number, groups, tuple(dict.fromkeys(attackers)), tuple(defends.items()), tuple(settled)
    )
    play.emit(CombatChanged(rule=LOCKS, combat=combat, merged=tuple(key for key in found if key != number)))
    for group in reached:
        play.log_message(phrase("{group} is locked with {}", Ref(mover), Ref(group)), by=mover, rule=LOCKS)
        note_attack(play, state.table.units[mover].side, state.table.units[group].side)


def note_attack(
    play: Play[Game], side: SideKey, victim: SideKey, half_dice: int = 0, rule: str = LOCKS
) -> None:
    """Record that a side has attacked another, and how many half shooting dice it has destroyed."""
    play.emit(AttackCounted(rule=rule, side=side, victim=victim, half_dice=half_dice))


def defended_terrain(state: Battle, group: UnitId, came_from: Point, at: Point) -> str:
    """Return the terrain that a group defends against a figure that reached it at a point, or "" for none.

    More than half of it is in an area that the figure came into from outside, or it mans a barrier across
    which the figure came.
    """
    figures, ground = figures_of(state, group), state.table.ground
    areas = [area_of(state.table, figure) for figure in figures]
    for area in dict.fromkeys(area for area in areas if area):
        if 2 * areas.count(area) > len(areas) and area_at(ground, came_from) != area:
            return area
    held = ground_obstacles(ground)
    for barrier in manned_barriers(state, group):
        if any(held.intersects_segment(at, figure.xy, (barrier,)) for figure in figures):
            return barrier
    return ""


def join_combat(play: Play[Game], group: UnitId, combat: LockedCombat) -> None:
    """Let a group join a combat of its faction without touching an enemy."""
    attackers = (*combat.attackers, group)
    changed = msgspec.structs.replace(combat, groups=(*combat.groups, group), attackers=attackers)
    play.emit(CombatChanged(rule=JOINS, combat=changed))
    play.log_message(phrase("{group} joins the fight", Ref(group)), by=group, rule=JOINS)


def end_combat(play: Play[Game], combat: LockedCombat, rule: str) -> None:
    """End a combat, so that no group in it is locked any longer."""
    play.emit(CombatChanged(rule=rule, combat=msgspec.structs.replace(combat, groups=())))


def without_dead(state: Battle, combat: LockedCombat) -> LockedCombat:
    """Return a combat without the groups that have no figures left."""
    groups = tuple(group for group in combat.groups if figures_of(state, group))
    return msgspec.structs.replace(combat, groups=groups)


def decided_combats(state: Battle) -> Iterable[LockedCombat]:
    """Return the combats in which at most one side has figures left."""
    return [combat for combat in state.game.combats if not is_contested(state, combat)]
