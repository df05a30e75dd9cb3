"""The straight move of a group: what it may do, and where its figures may be set down."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from battlesim.geometry.constants import NO_LIMIT_IN
from battlesim.geometry.set_down_zones import Shape, set_down_zone
from battlesim.geometry.shapes import Point, Ring, midpoint
from battlesim.rulings.measured_move import StraightRun
from battlesim.rulings.movement_data import EntryPoints, GuardedObject, HeadingLimit, MeasuredMotion
from battlesim.rulings.piece_placement import PlacementArea
from battlesim.rulings.set_down import set_down_area
from battlesim.table.ids import UnitId
from battlesim.table.pieces import Piece
from battlesim.table.terrain import Terrain

from ..core.lookups import (
    controller_of,
    enemy_figures,
    enemy_groups,
    faction_of,
    figures_of,
    is_controlled_kind,
)
from ..core.state import Battle
from ..core.terrain import (
    area_at,
    area_ids,
    area_of,
    barrier_ids,
    floors,
    house_ids,
    platform_ids,
    platform_of,
    terrain_ids,
)
from ..core.vehicles import is_driver, is_vehicle
from .sight import manned_barriers, seen_pairs
from .vehicle_ground import VehiclesInTheWay, exit_points, figures_in, roof_under, vehicles_in_the_way

MOVES, ENTERS, SET_DOWN, AHEAD = "MT-MOV-01", "MT-GAP-10", "MT-GAP-08", "MT-GAP-09"
WITHIN_IN, AHEAD_IN, APART_IN = 4.0, 1.0, 0.1
"""How far from the measured figure and how far ahead of it the others may stand, and from enemies."""
CONTACT_ACROSS_IN = 1.0
"""The gap across a barrier at which figures that man it are in contact."""
JUMP_IN = 8.0


def group_motions(
    state: Battle, group: UnitId, *, apart: float = 0.0, full: bool = False
) -> tuple[MeasuredMotion, ...]:
    """Return the limits on the straight move of each figure of a group, any of which may be measured.

    Rules: MT-MOV-02, MT-MOV-03, MT-MOV-04, MT-MOV-05.
    """
    figures = figures_of(state, group)
    shared = _shared_limits(state, group, figures)
    faction = faction_of(state, figures[0].side)
    return tuple(
        msgspec.structs.replace(
            shared,
            piece=figure.id,
            radius=figure.radius,
            allowance=faction.figure_move(figure.kind),
            apart=apart,
            whole=full,
        )
        for figure in figures
    )


def turned(motion: MeasuredMotion, heading: HeadingLimit) -> MeasuredMotion:
    """Return a motion limited to some directions."""
    return msgspec.structs.replace(motion, heading=heading)


def _shared_limits(state: Battle, group: UnitId, figures: Sequence[Piece]) -> MeasuredMotion:
    """Return the limits that all figures of a group have alike.

    Rules: MT-MOV-06, MT-MOV-07, MT-MOV-08, MT-MOV-09, MT-GAP-12, MT-GAP-13.
    """
    ground, side = state.table.ground, figures[0].side
    inside = area_of(state.table, figures[0])
    faction = faction_of(state, side)
    own = {figure.id for figure in figures}
    occupied = [p.id for p in state.table.standing_pieces() if p.id not in own and not is_vehicle(p)]
    unseen, level = undirected_groups(state, group), platform_of(state.table.piece(figures[0].id))
    occupied = [key for key in occupied if platform_of(state.table.piece(key)) == level]
    standing = {piece.id for piece in state.table.standing_pieces()}
    met = [f for f in enemy_figures(state, side) if f.id in standing and platform_of(f) == level]
    enemies = [figure.id for figure in met if figure.unit not in unseen]
    shunned = [figure.id for key in unseen for figure in figures_of(state, key)]
    vehicles = vehicles_in_the_way(state, group)
    held = (*_guarded_barriers(state, group), *_guarded_houses(state, group), *vehicles.held)
    guarded = tuple(guard for guard in held if not set(guard.guards) & set(shunned))
    shut = tuple(guard.terrain for guard in held if guard not in guarded)
    common = MeasuredMotion(
        piece=figures[0].id,
        radius=figures[0].radius,
        allowance=faction.move,
        blocked=(*_closed_terrain(state, group, figures, inside), *shut, *vehicles.full),
        guarded=guarded,
        enemies=tuple(enemies),
        shunned=tuple(shunned),
        shun_gap=APART_IN,
        occupied=tuple(key for key in occupied if key not in {*enemies, *shunned}),
    )
    if level:
        return _on_roof(state, group, common, level)
    if inside in state.table.pieces:
        common = msgspec.structs.replace(
            common, starts=exit_points(state.table, inside, figures), blocked=(*common.blocked, inside)
        )
    if faction.unhindered:
        jumps = not is_controlled_kind(state, state.table.units[group])
        return _unhindered(state, common, inside, jumps, vehicles)
    areas = [key for key in area_ids(ground) if key != inside and key not in common.blocked]
    on_foot = inside if inside not in state.table.pieces else ""
    return msgspec.structs.replace(
        common,
        inside=on_foot,
        starts=common.starts or ways_out(state, on_foot),
        features=(*areas, *vehicles.open),
        entries=tuple(entry for entry in _entries(state) if entry.terrain != roof_under(state, inside)),
        barriers=barrier_ids(ground),
    )


def _on_roof(state: Battle, group: UnitId, common: MeasuredMotion, roof: str) -> MeasuredMotion:
    """Return the limits of those on a roof: they stay up there; who jumps crosses narrow gaps to the next."""
    stays = is_controlled_kind(state, state.table.units[group])
    platforms = (roof,) if stays else platform_ids(state.table.ground)
    return msgspec.structs.replace(common, blocked=(), guarded=(), platforms=platforms, jump_width=JUMP_IN)


def undirected_groups(state: Battle, group: UnitId) -> list[UnitId]:
    """Return the enemies at which Mites cannot be directed, because their Controller does not see them.

    By option what a Mite sees serves as well. Rules: MT-MITE-10, MT-GAP-86.
    """
    unit, controller = state.table.units[group], controller_of(state, group)
    if not is_controlled_kind(state, unit) or controller is None:
        return []
    own_eyes = state.game.parameters.mites_see
    return [
        enemy.id
        for enemy in enemy_groups(state, unit.side)
        if not any(viewer == controller.id for viewer, _ in seen_pairs(state, controller.unit, enemy.id))
        and not (own_eyes and seen_pairs(state, group, enemy.id))
    ]


def _unhindered(
    state: Battle, common: MeasuredMotion, inside: str, jumps: bool, vehicles: VehiclesInTheWay
) -> MeasuredMotion:
    """Return the limits of those whom terrain does not hinder, but for soft going that is too wide to jump.

    They get into nothing but a craft of their own. Rules: MT-SPUG-04, MT-SPUG-05, MT-GAP-57.
    """
    ground, side = state.table.ground, state.table.piece(common.piece).side
    own = [key for key in vehicles.open if jumps and is_driver(state, state.table.piece(key), side)]
    others = tuple(key for key in vehicles.open if key not in own)
    soft = terrain_ids(ground, "soft", lambda kind: kind.soft)
    stops = () if state.game.parameters.runs_through_houses else house_ids(ground)
    return msgspec.structs.replace(
        common,
        jumps=(*(soft if jumps else ()), *others, *vehicles.full),
        blocked=(*common.blocked, *others),
        jump_width=JUMP_IN,
        inside=inside if inside in stops else "",
        features=(*(key for key in stops if key != inside and key not in common.blocked), *own),
    )


def ways_out(state: Battle, inside: str) -> tuple[Ring, ...]:
    """Return the lines from which a group in an area begins its move: a house's doors, or the whole edge."""
    if not inside:
        return ()
    terrain = state.table.terrain(inside)
    return tuple((door,) for door in _doors(terrain)) or terrain.rings[:1]


def _entries(state: Battle) -> list[EntryPoints]:
    found = []
    for key in house_ids(state.table.ground):
        doors = _doors(state.table.terrain(key))
        found += [EntryPoints(key, doors)] if doors else []
    return found


def _doors(terrain: Terrain) -> tuple[Point, ...]:
    return tuple(midpoint(door.start, door.end) for door in terrain.openings if door.kind == "door")


def _closed_terrain(state: Battle, group: UnitId, figures: Sequence[Piece], inside: str) -> tuple[str, ...]:
    """Return the terrain that a group may not enter: deep water, soft going for some, houses without room.

    By option nobody wades a river; where the map shows a bridge, the river has a gap.

    Rules: MT-GAP-11.
    """
    ground = state.table.ground
    soft = faction_of(state, figures[0].side).unhindered
    shut = terrain_ids(ground, "shut", lambda kind: kind.shut)
    wet = terrain_ids(ground, "soft", lambda kind: kind.soft) if soft else ()
    if state.game.parameters.closed_rivers:
        wet = (*wet, *terrain_ids(ground, "waded", lambda kind: kind.waded))
    room = state.game.parameters.house_room or NO_LIMIT_IN
    own = {figure.id for figure in figures}
    full = [
        key
        for key in house_ids(ground)
        if key != inside and len(figures) + len(figures_in(state, key) - own) > room * floors(ground, key)
    ]
    return tuple(dict.fromkeys((*shut, *wet, *full)))


def _guarded_barriers(state: Battle, group: UnitId) -> list[GuardedObject]:
    """Return the barriers that enemies man: a mover that touches one meets those close behind it.

    Rules: MT-GAP-36.
    """
    found: dict[str, list[str]] = {}
    for enemy in enemy_groups(state, state.table.units[group].side):
        for key in manned_barriers(state, enemy.id):
            found.setdefault(key, []).extend(figure.id for figure in figures_of(state, enemy.id))
    return [GuardedObject(key, tuple(guards), CONTACT_ACROSS_IN) for key, guards in found.items()]


def _guarded_houses(state: Battle, group: UnitId) -> list[GuardedObject]:
    """Return the houses that enemies hold: a group that would enter stops outside and is locked with them."""
    ground, found = state.table.ground, dict[str, list[str]]()
    houses = set(house_ids(ground))
    for figure in enemy_figures(state, state.table.units[group].side):
        area = area_of(state.table, figure)
        if area in houses:
            found.setdefault(area, []).append(figure.id)
    return [GuardedObject(key, tuple(guards)) for key, guards in found.items()]


def area_for_others(
    state: Battle, group: UnitId, run: StraightRun, reached: Sequence[UnitId], *, replaced: bool = False
) -> PlacementArea:
    """Return the area where the figures of a group may be placed after its measured figure has moved."""
    ground, figures = state.table.ground, figures_of(state, group)
    roof = platform_of(state.table.piece(run.piece))
    if roof:
        up_there = on_level(state, [enemy.id for enemy in enemy_figures(state, figures[0].side)], roof)
        area = roof_area(state, figures, run.end, roof, leader=run.piece)
        return msgspec.structs.replace(
            area,
            apart=tuple((e, APART_IN) for e in up_there if state.table.piece(e).unit not in reached),
        )
    inside = entered_area(state, run)
    enemies = enemy_figures(state, figures[0].side)
    apart = tuple((enemy.id, APART_IN) for enemy in enemies if enemy.unit not in reached)
    closed = _closed_terrain(state, group, figures, inside)
    solid = (*closed, *house_ids(ground))
    area = set_down_area(
        state.table,
        run,
        figures,
        chain=state.game.parameters.chain,
        within=WITHIN_IN,
        ahead=AHEAD_IN,
        inside=inside,
        features=area_ids(ground),
        screens=barrier_ids(ground),
        blocked=tuple(dict.fromkeys(key for key in solid if key != inside)),
        apart=apart,
        replaced=replaced,
    )
    return msgspec.structs.replace(area, bases=on_level(state, area.bases, ""))


def on_level(state: Battle, pieces: Sequence[str], platform: str) -> tuple[str, ...]:
    """Return those of the given pieces that stand on a platform, or on the ground if it is ""."""
    return tuple(key for key in pieces if platform_of(state.table.piece(key)) == platform)


def roof_area(
    state: Battle, figures: Sequence[Piece], point: Point, roof: str, *, leader: str = "", zone: Shape = ()
) -> PlacementArea:
    """Return the area where figures may be placed on a roof: around one of them, or in a zone."""
    own = {figure.id for figure in figures if figure.id != leader}
    standing = [piece.id for piece in state.table.standing_pieces() if piece.id not in own]
    rings = state.table.terrain(roof).rings
    return PlacementArea(
        zone=tuple(zone) or set_down_zone(point, WITHIN_IN + 1.0, inside=rings),
        bases=on_level(state, standing, roof),
        leader=leader,
        within=WITHIN_IN,
        chain=state.game.parameters.chain,
    )


def entered_area(state: Battle, run: StraightRun) -> str:
    """Return the area in which a measured figure ended its move, or "" if it is in none."""
    return run.by[0] if run.ended == "feature" else area_at(state.table.ground, run.end)
