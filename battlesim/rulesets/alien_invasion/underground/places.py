"""Where groups are underground, what leads down there, and where they may be set down above."""

from __future__ import annotations

import math
from collections.abc import Sequence

from battlesim.engine.play import Play
from battlesim.geometry.constants import TOL
from battlesim.geometry.edge_distances import disc_gap
from battlesim.geometry.shapes import Point, circle
from battlesim.mechanics.turns import change_counter
from battlesim.rulings.piece_placement import PlacementArea
from battlesim.table.events import MarkerPlaced, MarkerRemoved, PiecesMoved, PieceTravel
from battlesim.table.ids import MarkerId, UnitId
from battlesim.table.pieces import Marker, Piece

from ..core.events import BelowChanged
from ..core.lookups import (
    UNDERGROUND,
    combat_of,
    enemy_figures,
    faction_of,
    figure_kind,
    figures_of,
    living,
    squad_of,
)
from ..core.state import Battle, BelowGround, Game, Network
from ..core.terrain import terrain_ids
from ..core.whereabouts import below_marker_id, point_below
from ..ground.motion import APART_IN

BELOW, SECRET = "below", "below_secret"
"""Kinds of marker for the point of a group underground: known to all, and to its own side only."""
HOLE_RULE, SUPPLY = "MT-BURR-09", "MT-GAP-58"
NEAR_HOLE_IN = 2.0
HOLE_RADIUS_IN = 1.0
RESERVE = "holes in reserve"
"""A counter: hole markers that can still be placed."""


def tunneller(state: Battle, group: UnitId) -> Piece | None:
    """Return the living figure of a group that can tunnel, or None if it has none."""
    return next((f for f in living(state, group) if figure_kind(state, f).tunnels), None)


def digs(state: Battle, group: UnitId) -> bool:
    """Return whether a group belongs to a faction that lives in tunnels."""
    return faction_of(state, state.table.units[group].side).digs


def squad_groups(state: Battle, group: UnitId) -> list[UnitId]:
    """Return the other living groups of a group's squad."""
    side, squad = state.table.units[group].side, squad_of(state, group)
    others = (unit.id for unit in state.table.units.values() if unit.side == side and unit.id != group)
    return [other for other in others if squad_of(state, other) == squad and living(state, other)]


def own_burrowers(state: Battle, group: UnitId) -> list[UnitId]:
    """Return the living Burrowers of a group's squad."""
    return [other for other in squad_groups(state, group) if tunneller(state, other)]


def entrances(state: Battle, network: Network) -> list[Marker]:
    """Return the open entrances of a tunnel network."""
    return [marker for marker in state.table.markers.values() if marker.kind == network]


def entrance_at(state: Battle, point: Point, network: Network, within: float = TOL) -> Marker | None:
    """Return the entrance of a network nearest to a point, or None if none is within a distance."""
    near = [(math.dist((m.x, m.y), point), m) for m in entrances(state, network)]
    far, found = min(near, key=lambda entry: entry[0], default=(math.inf, None))
    return found if far <= within + TOL else None


def entrances_beside(state: Battle, group: UnitId, network: Network, within: float) -> list[Marker]:
    """Return the entrances of a network that are within a distance of a figure of a group."""
    figures = figures_of(state, group)
    return [
        marker
        for marker in entrances(state, network)
        if any(
            disc_gap((*f.xy, f.radius), (marker.x, marker.y, marker.radius)) <= within + TOL for f in figures
        )
    ]


def same_place(state: Battle, group: UnitId, other: UnitId) -> bool:
    """Return whether two groups are underground at the same point."""
    below = state.game.below
    return (
        group in below
        and other in below
        and math.dist(point_below(state, group), point_below(state, other)) <= TOL
    )


def go_below(play: Play[Game], group: UnitId, network: Network, point: Point, rule: str) -> None:
    """Take a group from the surface to beneath a point."""
    parts = tuple(PieceTravel(f.id, f.place, UNDERGROUND) for f in figures_of(play.state, group))
    play.emit(PiecesMoved(rule=rule, parts=parts, how="below"))
    play.emit(BelowChanged(rule=rule, group=group, below=BelowGround(network)))
    mark_point(play, group, point, rule)


def mark_point(play: Play[Game], group: UnitId, point: Point, rule: str) -> None:
    """Set the point beneath which a group is."""
    unit, old = play.state.table.units[group], play.state.table.markers.get(below_marker_id(group))
    if old is not None:
        play.emit(MarkerRemoved(rule=rule, marker=old))
    kind = SECRET if play.state.game.parameters.hides_below else BELOW
    marker = Marker(
        below_marker_id(group), kind, *point, side=unit.side, name=f"{unit.name}, below", radius=0.5
    )
    play.emit(MarkerPlaced(rule=rule, marker=marker))


def leave_below(play: Play[Game], group: UnitId, rule: str) -> None:
    """Record that a group is no longer underground, because its figures have come up or died."""
    play.emit(MarkerRemoved(rule=rule, marker=play.state.table.markers[below_marker_id(group)]))
    play.emit(BelowChanged(rule=rule, group=group, below=None))


def make_hole(play: Play[Game], point: Point, name: str = "New hole") -> Marker | None:
    """Place a hole at a point unless one is near or no marker is left; return the hole there."""
    known = entrance_at(play.state, point, "hole", NEAR_HOLE_IN)
    if known is not None or not play.state.game.count(RESERVE):
        return known
    change_counter(play, RESERVE, -1, SUPPLY)
    number = 1
    while MarkerId(f"hole{number}") in play.state.table.markers:
        number += 1
    hole = Marker(MarkerId(f"hole{number}"), "hole", *point, radius=HOLE_RADIUS_IN, name=name)
    play.emit(MarkerPlaced(rule=HOLE_RULE, marker=hole))
    return hole


def area_above(state: Battle, figures: Sequence[Piece], point: Point, within: float) -> PlacementArea:
    """Return the area around a point where the first figure may be placed, on ground that is not sealed."""
    ground = state.table.ground
    closed = terrain_ids(ground, "sealed", lambda kind: kind.sealed or kind.barrier)
    own = {figure.id for figure in figures}
    return PlacementArea(
        zone=(circle(*point, within),) if within else (),
        blocked=closed,
        bases=tuple(piece.id for piece in state.table.standing_pieces() if piece.id not in own),
    )


def apart_from_enemies(state: Battle, figures: Sequence[Piece]) -> tuple[tuple[str, float], ...]:
    """Return the gaps that figures must leave to enemies, except to those fighting their own faction."""
    side = figures[0].side
    units = state.table.units
    free = []
    for enemy in enemy_figures(state, side):
        combat = combat_of(state, enemy.unit)
        if combat is None or all(units[group].side != side for group in combat.groups):
            free.append((enemy.id, APART_IN))
    return tuple(free)
