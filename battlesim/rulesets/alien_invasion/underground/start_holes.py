"""Holes that the side that digs places before the first batch, away from where its enemies start."""

from __future__ import annotations

from collections.abc import Iterator

from battlesim.engine.marker_placement import KeepOut, PlaceMarker
from battlesim.engine.play import Play, Script
from battlesim.geometry.shapes import Ring, base_ring
from battlesim.mechanics.turns import change_counter, set_counters
from battlesim.table.ids import NO_SIDE, SideKey
from battlesim.table.phrases import Inches, Ref, phrase

from ..core.lookups import foes_among
from ..core.state import Battle, Deployment, Game
from ..core.terrain import area_ids, barrier_ids
from ..ground.motion import APART_IN
from .places import HOLE_RADIUS_IN, RESERVE, SUPPLY, entrances, make_hole

AT_START = "MT-SPUG-13"
MARKERS_A_SQUAD, PLACED_A_SQUAD = 3, 2
TO_PLACE = "holes to place"
"""A counter: hole markers of the reserve that are placed before the first batch."""
FOE_GAP_IN, FEATURE_GAP_IN = 8.0, 1.0
HOLE_GAP_IN = HOLE_RADIUS_IN + APART_IN
"""The gap from the middle of a hole to another one, so that both do not count as one."""


def hole_counts(squads: int, lying: int, reserve: int | None, placed: int | None) -> dict[str, int]:
    """Return the counters of holes: three markers for each squad in all, of which two are placed.

    `lying` are those that the scenario has placed, if any instead of the side. The numbers of a scenario for
    the `reserve` and for the holes to be `placed` by the side go before.
    """
    if placed is None:
        placed = 0 if lying else PLACED_A_SQUAD * squads
    if reserve is None:
        reserve = max(0, MARKERS_A_SQUAD * squads - lying - placed)
    return {RESERVE: reserve + placed} | ({TO_PLACE: placed} if placed else {})


def must_place_holes(state: Battle, side: SideKey) -> bool:
    """Return whether a side has to place holes, which the first side that digs does."""
    diggers = (own for own in state.game.seats if state.game.factions[own].digs)
    return state.game.count(TO_PLACE) > 0 and side == next(diggers, NO_SIDE)


def place_holes(play: Play[Game], side: SideKey) -> Script[None]:
    """Let a side place its holes one by one; those for which there is no room stay in the reserve."""
    play.log_message(phrase("Holes: {}", play.state.table.side(side).name), rule=AT_START)
    while left := min(play.state.game.count(TO_PLACE), play.state.game.count(RESERVE)):
        decision = hole_decision(play.state, side, left)
        if not decision.free_region():
            play.log_message("There is no room for another hole", rule=SUPPLY)
            break
        x, y = yield from play.ask(decision)
        make_hole(play, (round(x, 3), round(y, 3)), f"Hole {len(entrances(play.state, 'hole')) + 1}")
        change_counter(play, TO_PLACE, -1, AT_START)
    set_counters(play, {TO_PLACE: 0}, AT_START)


def hole_decision(state: Battle, side: SideKey, left: int) -> PlaceMarker:
    """Return the decision on where a side places its next hole."""
    ground, edge = state.table.ground, HOLE_RADIUS_IN
    east, north = ground.width - edge, ground.height - edge
    features = (*area_ids(ground), *barrier_ids(ground))
    others = (base_ring(hole.x, hole.y, hole.radius) for hole in entrances(state, "hole"))
    prompt = "Place a hole ({} left): {} from where enemies start, {} from features"
    return PlaceMarker(
        side=side,
        what="place_hole",
        prompt=phrase(prompt, str(left), Inches(FOE_GAP_IN), Inches(FEATURE_GAP_IN)),
        rule=SUPPLY,
        zone=(((edge, edge), (east, edge), (east, north), (edge, north)),),
        radius=HOLE_RADIUS_IN,
        keep_out=(
            *(KeepOut(phrase("{}", Ref(key)), ground.get(key).rings, FEATURE_GAP_IN) for key in features),
            *_start_areas(state, side),
            *(KeepOut("another hole", (ring,), HOLE_GAP_IN) for ring in others),
        ),
    )


def _start_areas(state: Battle, side: SideKey) -> Iterator[KeepOut]:
    """Yield where the enemies of a side start: their zones, or the bases of figures that have none."""
    table, known = state.table, state.game.deployment or Deployment()
    names = {own.key: phrase("the start area of {}", own.name) for own in table.sides}
    areas = dict[tuple[SideKey, tuple[Ring, ...]], None]()
    foes = foes_among(state, state.game.fighters, side)
    for unit in (unit for unit in table.units.values() if unit.side in foes):
        zone = known.zones.get(unit.id) or known.taken.get(unit.side)
        bases = [
            (piece.outline or base_ring(*piece.xy, piece.radius),)
            for piece in table.pieces_of_unit(unit.id)
            if piece.table_position is not None and unit.id not in known.zones
        ]
        areas |= dict.fromkeys((unit.side, rings) for rings in (*([zone] if zone else []), *bases))
    yield from (KeepOut(names[foe], rings, FOE_GAP_IN) for foe, rings in areas)
