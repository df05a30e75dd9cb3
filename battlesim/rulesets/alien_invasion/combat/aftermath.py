"""What follows a combat: survivors re-form and occupy ground, or fall back a whole move."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from battlesim.engine.measured_moves import MeasuredMove
from battlesim.engine.play import Play, Script
from battlesim.geometry.edge_distances import nearest_outline_point
from battlesim.geometry.shapes import Point
from battlesim.rulings.measured_move import StraightRun, straight_run
from battlesim.rulings.movement_data import HeadingLimit
from battlesim.table.events import PieceChanged
from battlesim.table.ids import UnitId
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Piece
from battlesim.table.units import Unit

from ..contact.carrying_out import place_group
from ..contact.individuals import is_individual
from ..core.lookups import all_figures, figures_of, foes_among, is_unseated
from ..core.state import Battle, Game, LockedCombat
from ..core.terrain import kind_of
from ..core.vehicles import vehicle_with
from ..ground.motion import APART_IN, group_motions, turned
from ..ground.vehicle_ground import vehicles_in_the_way

RE_FORMS = "MT-HTH-18"
OCCUPIES, HOW_FAR = "MT-HTH-19", "MT-GAP-39"
ATTACKERS_GO, ALL_GO = "MT-HTH-20", "MT-HTH-21"
FALLS_BACK, WAY_BACK = "MT-HTH-22", "MT-GAP-38"
MAX_TURN_DEG = 45.0


def re_form(play: Play[Game], groups: Sequence[UnitId]) -> None:
    """Form the survivors of a faction into groups of normal size; different kinds never mix."""
    state = play.state
    kinds = dict.fromkeys(state.table.units[group].kind for group in groups)
    for kind in kinds:
        own = [group for group in groups if state.table.units[group].kind == kind]
        waiting = [figure for figure in all_figures(state, own) if not is_individual(state, figure)]
        for group in own:
            size = state.game.sizes.get(group, len(state.table.pieces_of_unit(group)))
            members, waiting = waiting[:size], waiting[size:]
            for figure in members:
                if figure.unit != group:
                    changed = msgspec.structs.replace(figure, unit=group)
                    play.emit(PieceChanged(rule=RE_FORMS, old=figure, new=changed))


def occupy(
    play: Play[Game], combat: LockedCombat, groups: Sequence[UnitId], fallen: Sequence[Piece]
) -> Script[None]:
    """Let the only faction left occupy the terrain that its opponent held."""
    for group in groups:
        run = occupying_run(play.state, combat, group, fallen)
        if run is None:
            continue
        side = play.state.table.units[group].side
        prompt = phrase("{group}: occupy the ground?", Ref(group))
        if (yield from play.confirm("occupy", side, prompt, rule=OCCUPIES, about=group)):
            yield from place_group(play, group, run, (), rule=HOW_FAR, how="occupy")


def occupying_run(
    state: Battle, combat: LockedCombat, group: UnitId, fallen: Sequence[Piece]
) -> StraightRun | None:
    """Return how a group would occupy its opponent's terrain, or None if there is none to occupy."""
    own = state.table.units[group].side
    held = next((terrain for side, terrain in combat.defends if side != own), "")
    lead = figures_of(state, group)[0]
    if vehicle_with(state, group):
        return None
    if held in state.table.pieces:
        if held not in vehicles_in_the_way(state, group).open:
            return None
        return StraightRun(lead.id, lead.xy, state.table.piece(held).xy, "feature", (held,))
    motion = group_motions(state, group, apart=APART_IN)[0]
    if not held:
        spots = [piece.xy for piece in fallen if piece.side != own]
        spot = min(spots, key=lambda point: math.dist(point, lead.xy), default=None)
        hulls = (key for key in motion.features if key in state.table.pieces)
        shut = (*motion.blocked, *hulls)
        free = msgspec.structs.replace(
            motion, allowance=math.inf, features=(), barriers=(), blocked=shut, starts=()
        )
        return straight_run(state.table, free, spot) if spot is not None else None
    terrain = state.table.terrain(held)
    edge = nearest_outline_point(terrain.rings[0], lead.xy)
    if held in motion.blocked:
        return None
    if not kind_of(terrain).barrier:
        return StraightRun(lead.id, lead.xy, edge, "feature", (held,))
    return straight_run(state.table, motion, _point_beyond(lead.xy, edge, motion.allowance))


def _point_beyond(start: Point, edge: Point, times: float) -> Point:
    """Return a point beyond an edge point, several times as far from it as the start is before it."""
    return edge[0] + times * (edge[0] - start[0]), edge[1] + times * (edge[1] - start[1])


def retreat_all(play: Play[Game], combat: LockedCombat) -> Script[None]:
    """Make the groups of a combat fall back, attackers first, in reverse order of joining it.

    Groups that defend terrain stay.
    """
    held = any(play.state.table.units[group].side in combat.defended for group in combat.groups)
    rule = ATTACKERS_GO if held else ALL_GO
    order = sorted(
        combat.groups, key=lambda group: (group not in combat.attackers, -combat.groups.index(group))
    )
    for group in order:
        unit = play.state.table.units[group]
        if unit.side not in combat.defended and figures_of(play.state, group):
            yield from fall_back(play, combat, unit, rule)


def fall_back(play: Play[Game], combat: LockedCombat, unit: Unit, rule: str) -> Script[None]:
    """Make a group fall back a whole move, away from the nearest enemy of the combat."""
    decision = retreat_decision(play.state, combat, unit)
    if decision is None:
        return
    unseated = is_unseated(play.state, unit.id)
    aim = decision.default(play.state) if unseated else (yield from play.ask(decision))
    run = decision.straight_run(play.state.table, aim)
    play.log_message(phrase("{unit} falls back", Ref(unit.id)), by=unit.id, rule=rule)
    yield from place_group(play, unit.id, run, (), rule=FALLS_BACK, how="retreat")


def retreat_decision(state: Battle, combat: LockedCombat, unit: Unit) -> MeasuredMove | None:
    """Return the decision on the direction in which a group falls back, or None if it has no enemy to flee.

    Only a direction is asked for, because the move must be whole.
    """
    sides = {group: state.table.units[group].side for group in combat.groups}
    foes = foes_among(state, sides.values(), unit.side)
    enemies = all_figures(state, (group for group, side in sides.items() if side in foes))
    if not enemies:
        return None
    motions = []
    for motion in group_motions(state, unit.id, apart=APART_IN, full=True):
        x, y = state.table.position_of(motion.piece)
        near = min(enemies, key=lambda enemy: (math.dist(enemy.xy, (x, y)), enemy.id))
        away = math.degrees(math.atan2(y - near.xy[1], x - near.xy[0]))
        motions.append(turned(motion, HeadingLimit(away, MAX_TURN_DEG)))
    return MeasuredMove(
        side=unit.side,
        what="retreat",
        prompt=phrase("{unit}: fall back in which direction?", Ref(unit.id)),
        rule=WAY_BACK,
        about=unit.id,
        motions=tuple(motions),
    )
