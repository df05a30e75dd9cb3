"""Who sees whom: a line from base centre to base centre that no terrain and no third group blocks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import msgspec

from battlesim.rulings.piece_gaps import terrain_within
from battlesim.rulings.sight import pair_verdicts
from battlesim.rulings.sight_rules import SightRules
from battlesim.table.ids import UNIT_HULL_PREFIX, UnitId
from battlesim.table.pieces import Piece

from ..core.lookups import combat_of, figures_of
from ..core.state import FOG, Battle
from ..core.terrain import area_of, barrier_ids, house_ids, platform_of, terrain_kinds
from ..core.vehicles import VEHICLE, carrier_of, groups_aboard, is_airborne, vehicle_kind, vehicle_with

SEES, BLOCKS = "MT-SHT-02", "MT-GAP-19"
POINT_RADIUS_IN = 0.001
EYE_IN, HULL_IN = 1.0, 1.25
"""Heights above the floor of eyes and targets, and up to which a group blocks sight.

Rules: MT-GAP-23.
"""
FOG_IN = 24.0
Pairs = frozenset[tuple[str, str]]
"""The ids of figures with figures that they see."""


def plain_rules(any_base_edge: bool = False) -> SightRules:
    """Return the rules of sight that follow from the ground and the groups alone, whatever the moment.

    Rules: MT-SHT-04, MT-SHT-05, MT-SHT-06.
    """
    return SightRules(
        mode="line",
        lines="bases" if any_base_edge else "centres",
        eye_height=EYE_IN,
        target_height=EYE_IN,
        hides=tuple(kind for kind, known in terrain_kinds().items() if known.hides),
        stands_in=(),
        groups=True,
        group_height=HULL_IN,
    )


def sight_rules(state: Battle) -> SightRules:
    """Return the rules of sight at this moment, including what currently hides nothing; cached."""
    return state.table.cached_value(
        ("alien_invasion: sight rules", state.game.combats, state.game.count(FOG)),
        lambda: _sight_rules(state),
    )


def _sight_rules(state: Battle) -> SightRules:
    """Return the rules of sight; a figure is hidden by nothing in which it stands.

    Rules: MT-GAP-21.
    """
    plain = plain_rules(state.game.parameters.any_base_edge)
    flat = bool(state.game.parameters.flat_sight)
    houses = set(house_ids(state.table.ground))
    within, excused = set[str](), dict[str, tuple[str, ...]]()
    for unit in state.table.units.values():
        figures = figures_of(state, unit.id)
        if unit.kind == VEHICLE and figures:
            within.update([] if vehicle_kind(state, figures[0]).hides else [unit.id])
            excused[figures[0].id] = _around_vehicle(state, figures[0])
            continue
        areas = [area_of(state.table, figure) for figure in figures]
        if figures and all(area in houses for area in areas):
            within.add(unit.id)
        beside = (*manned_barriers(state, unit.id),)
        fellows = fellow_hulls(state, unit.id)
        for figure, area in zip(figures, areas, strict=True):
            close = _terrain_beside(state, figure)
            near = (key for key in beside if key in close)
            around = (area, platform_of(figure)) if flat else (area,)
            excused[figure.id] = (*filter(None, around), *near, *fellows)
    return SightRules(
        **{name: getattr(plain, name) for name in plain.__struct_fields__}
        | {
            "open_units": tuple(sorted(within)),
            "excused": excused,
        }
        | ({"limit": FOG_IN} if state.game.count(FOG) else {})
        | ({"flat": True} if flat else {})
    )


def _around_vehicle(state: Battle, vehicle: Piece) -> tuple[str, ...]:
    """Return what hides nothing from or of a vehicle: its area, and for a craft in the air all below it."""
    area = area_of(state.table, vehicle)
    inside = groups_aboard(state, vehicle.id)
    near = (*([area] if area else []), *(fellow_hulls(state, inside[0]) if inside else ()))
    if not is_airborne(state, vehicle):
        return near
    place = vehicle.table_position
    high = place.z if place else 0.0
    low = (terrain.id for terrain in state.table.ground.terrain if terrain.height < high)
    return (*near, *low, *(UNIT_HULL_PREFIX + unit for unit in state.table.units))


def fellow_hulls(state: Battle, group: UnitId) -> tuple[str, ...]:
    """Return the hulls of the groups in a group's combat, which do not hide it.

    Rules: MT-GAP-20.
    """
    combat = combat_of(state, group)
    return tuple(UNIT_HULL_PREFIX + other for other in combat.groups) if combat else ()


def manned_barriers(state: Battle, group: UnitId) -> tuple[str, ...]:
    """Return the barriers that a group mans, with more than half of its figures close behind them.

    Rules: MT-GAP-22.
    """
    key = ("alien_invasion: manned", group, state.game.parameters.manning)
    return state.table.cached_value(key, lambda: _manned_barriers(state, group))


def _manned_barriers(state: Battle, group: UnitId) -> tuple[str, ...]:
    figures = figures_of(state, group)
    if vehicle_with(state, group):
        return ()
    beside = [_terrain_beside(state, figure) for figure in figures]
    ids = barrier_ids(state.table.ground)
    return tuple(key for key in ids if 2 * sum(key in near for near in beside) > len(figures))


def _terrain_beside(state: Battle, figure: Piece) -> set[str]:
    """Return the terrain so close to a figure that it mans it, if it is a barrier."""
    near = terrain_within(state.table.ground, figure, state.game.parameters.manning)
    return {terrain.id for terrain in near}


def seen_pairs(state: Battle, group: UnitId, other: UnitId) -> Pairs:
    """Return the figures of a group, each with the figures of another group that it sees; cached."""
    return state.table.cached_value(
        ("alien_invasion: seen", group, state.game.combats, state.game.count(FOG)),
        lambda: _seen_of_all(state, group),
    ).get(other, frozenset())


def _seen_of_all(state: Battle, group: UnitId) -> dict[UnitId, Pairs]:
    side = state.table.units[group].side
    units = state.table.units.values()
    others = [unit for unit in units if unit.side != side or unit.kind == VEHICLE]
    found = [(unit, figure) for unit in others for figure in figures_of(state, unit.id)]
    targets = [f for unit, f in found if unit.kind != VEHICLE or vehicle_kind(state, f).score]
    return pairs_seen(state, figures_of(state, group), targets)


def pairs_seen(state: Battle, viewers: Sequence[Piece], targets: Sequence[Piece]) -> dict[UnitId, Pairs]:
    """Return which of the given figures see which other figures, by the group of the figures seen."""
    rules = sight_rules(state)
    pairs = [(a, b, _seen_as(state, a), _seen_as(state, b)) for a in viewers for b in targets]
    found = defaultdict[UnitId, list[tuple[str, str]]](list)
    for in_vehicle in (False, True):
        some = [pair for pair in pairs if any(end.hull for end in pair[2:]) == in_vehicle]
        ends = [(c, d) for _, _, c, d in some]
        used = rules if not in_vehicle else msgspec.structs.replace(rules, lines="bases")
        ends = ends if not in_vehicle else [(_at_centre(state, c), _at_centre(state, d)) for c, d in ends]
        verdicts = pair_verdicts(state.table, used, ends, with_blockers=False) if ends else []
        for (a, b, _, _), verdict in zip(some, verdicts, strict=True):
            if verdict.visible:
                found[b.unit].append((a.id, b.id))
    return {unit: frozenset(each) for unit, each in found.items()}


def _seen_as(state: Battle, piece: Piece) -> Piece:
    """Return the piece from which lines run for a figure: itself, or the vehicle that it is in."""
    return carrier_of(state, piece.id) or piece


def _at_centre(state: Battle, end: Piece) -> Piece:
    """Return a piece as only its centre, unless lines may run from anywhere on it."""
    if end.hull or state.game.parameters.any_base_edge:
        return end
    return msgspec.structs.replace(end, radius=POINT_RADIUS_IN)


def sees(state: Battle, group: UnitId, other: UnitId) -> bool:
    """Return whether a figure of a group sees a figure of another group."""
    return bool(seen_pairs(state, group, other))
