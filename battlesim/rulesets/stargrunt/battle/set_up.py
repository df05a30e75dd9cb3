"""Deployment: units are placed in their zones, humans first, and some squads start in position."""

from __future__ import annotations

import msgspec

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import Step
from battlesim.mechanics.deployment import (
    choose_unit_to_deploy,
    deploy_pieces,
    undeployed_units,
    unit_point,
)
from battlesim.mechanics.pieces import set_mark
from battlesim.rulings.piece_placement import PlacementArea
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.phrases import phrase

from ..core.events import DugIn
from ..core.hidden_units import companions
from ..core.lookups import active_units, is_inverted
from ..core.marks import IN_POSITION
from ..core.state import Battle, Game
from ..ground.cover import is_in_cover
from ..ground.integrity import INTEGRITY_LINK
from ..ground.motion import blocked_ids
from .counters import DECOYS_WITHIN_IN

SET_UP = "SG-GAP-144"


def waiting_for_set_up(state: Battle) -> list[UnitId]:
    """Return the units that have yet to be placed in their zone, side by side."""
    units = [unit for unit in undeployed_units(state.table) if unit in state.game.zones]
    order = [side.key for side in state.table.sides]
    return sorted(units, key=lambda unit: order.index(state.table.units[unit].side))


def set_up_step(state: Battle) -> Step | None:
    """Return the next step of deployment, or None if all units have been placed."""
    if waiting_for_set_up(state):
        return Step("deploy")
    left = [SideKey(side) for side, number in state.game.dug_in.items() if number]
    return Step("dig_in", (left[0],)) if left else None


def deploy(play: Play[Game]) -> Script[None]:
    """Ask the first side that has units left to deploy to place one of them in its zone."""
    state, ruled = play.state, play.under_rule(SET_UP)
    waiting = waiting_for_set_up(state)
    side = state.table.units[waiting[0]].side
    own = [unit for unit in waiting if state.table.units[unit].side == side]
    unit = yield from choose_unit_to_deploy(ruled, "deployed_unit", side, "Deploy which unit?", own)
    pieces = [piece.id for piece in state.table.pieces.values() if piece.unit == unit]
    zone = state.game.zones[unit]
    area = PlacementArea(
        zone=zone,
        blocked=blocked_ids(state),
        bases=tuple(piece.id for piece in state.table.standing_pieces()),
        kind=INTEGRITY_LINK.kind,
        within=INTEGRITY_LINK.within,
    )
    first = companions(state, state.table.piece(pieces[0]))[:1]
    if first and first[0].table_position is not None:
        area = msgspec.structs.replace(area, kind="leader", leader=first[0].id, within=DECOYS_WITHIN_IN)
    prompt = phrase("Deploy {}", state.table.units[unit].name)
    near = first[0].xy if area.leader else unit_point(state.table, zone, unit)
    yield from deploy_pieces(ruled, "deploy", side, prompt, pieces, area, near=near, about=unit)


def dig_in(play: Play[Game], side: SideKey) -> Script[None]:
    """Ask which squads in cover start in position, up to the number that the scenario allows."""
    state, most = play.state, play.state.game.dug_in[side]
    units = [unit for unit in active_units(state, side) if not is_inverted(unit)]
    able = [unit for unit in units if is_in_cover(state, unit.id)]
    options = [Option(unit.id, unit.name, (unit.leader,)) for unit in able]
    chosen: tuple[str, ...] = ()
    if options:
        prompt = phrase("Which squads begin in position (at most {number})?", str(most))
        chosen = yield from play.choose_some("dug_in", side, prompt, options, rule=SET_UP, most=most)
    set_mark(play, [UnitId(key) for key in chosen], IN_POSITION, 1, SET_UP)
    play.emit(DugIn(rule=SET_UP, side=side))
