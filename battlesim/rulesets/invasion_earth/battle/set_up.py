"""Deployment of models that the scenario does not place: edges by a roll, detachments in turn."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import Step
from battlesim.geometry.shapes import Ring
from battlesim.mechanics.deployment import (
    choose_unit_to_deploy,
    deploy_pieces,
    edge_strip,
    undeployed_units,
    unit_point,
)
from battlesim.rulings.piece_placement import PlacementArea
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.phrases import phrase

from ..core.events import EdgesChosen
from ..core.state import Battle, Game
from ..ground.surface import blocked_for_set_up

SET_UP = "IE-GAP-37"
EDGE_DEPTH_IN = 8.0
"""How far from its edge of the table a side sets up, inches."""
SOUTH, NORTH = "south", "north"
EDGE_NAMES = {SOUTH: "South edge", NORTH: "North edge"}


def set_up_step(state: Battle) -> Step | None:
    """Return the next step of deployment, or None if all models have been placed."""
    if not undeployed_units(state.table):
        return None
    needs_edges = not state.game.edges and any(
        not state.game.zones.get(u) for u in undeployed_units(state.table)
    )
    return Step("choose_edges") if needs_edges else Step("deploy")


def choose_edges(play: Play[Game]) -> Script[None]:
    """Roll for the side that chooses its table edge, rerolling ties; the other side deploys first."""
    sides = [side.key for side in play.state.table.sides][:2]
    names = " and ".join(play.state.table.side(side).name for side in sides)
    faces: Sequence[int] = (0, 0)
    while faces[0] == faces[1]:
        faces = yield from play.roll_dice([6, 6], f"the choice of edges ({names})", rule=SET_UP)
    winner, loser = sides if faces[0] > faces[1] else sides[::-1]
    options = [Option(key, name) for key, name in EDGE_NAMES.items()]
    chosen = yield from play.choose_one(
        "edge", winner, "From which edge does your side set up?", options, rule=SET_UP, least=SOUTH
    )
    other = NORTH if chosen.key == SOUTH else SOUTH
    play.emit(EdgesChosen(rule=SET_UP, edges={loser: other, winner: chosen.key}))


def deploy(play: Play[Game]) -> Script[None]:
    """Ask the side whose turn it is to deploy to place one of its detachments."""
    state = play.state
    side = _next_side(state)
    own = [unit for unit in undeployed_units(state.table) if state.table.units[unit].side == side]
    ruled = play.under_rule(SET_UP)
    unit = yield from choose_unit_to_deploy(ruled, "detachment", side, "Set up which detachment?", own)
    pieces = [piece.id for piece in state.table.pieces.values() if piece.unit == unit]
    zone = zone_of(state, unit)
    area = PlacementArea(
        zone=zone,
        blocked=blocked_for_set_up(state.table.ground),
        bases=tuple(piece.id for piece in state.table.standing_pieces()),
    )
    prompt = phrase("Set up {}", state.table.units[unit].name)
    near = unit_point(state.table, zone, unit)
    yield from deploy_pieces(ruled, "deploy", side, prompt, pieces, area, near=near, about=unit)


def _next_side(state: Battle) -> SideKey:
    """Return the side that sets up next: the sides take turns as long as both have a detachment left."""
    units, waiting = state.table.units, undeployed_units(state.table)
    order = list(state.game.edges) or [side.key for side in state.table.sides]
    placed = {side: sum(u.side == side and u.id not in waiting for u in units.values()) for side in order}
    able = [side for side in order if any(units[unit].side == side for unit in waiting)]
    return SideKey(min(able, key=lambda side: (placed[side], order.index(side))))


def zone_of(state: Battle, unit: UnitId) -> tuple[Ring, ...]:
    """Return the deployment zone of a detachment: its own, or the strip along its side's edge."""
    if zone := state.game.zones.get(unit):
        return zone
    edge = state.game.edges[state.table.units[unit].side]
    return (edge_strip(state.table.ground, edge, EDGE_DEPTH_IN),)
