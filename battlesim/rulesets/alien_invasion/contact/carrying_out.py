"""Carrying out the straight move of a group: the measured figure goes, the others are set down beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from battlesim.engine.play import Play, Script
from battlesim.engine.position_decisions import PlacePieces
from battlesim.geometry.constants import TOL
from battlesim.geometry.edge_distances import disc_gap_to_shape
from battlesim.geometry.shapes import Point
from battlesim.mechanics.carrying import put_aboard
from battlesim.mechanics.pieces import put_on_table
from battlesim.rulings.measured_move import StraightRun
from battlesim.rulings.piece_gaps import bases_overlap
from battlesim.rulings.piece_placement import PlacementArea, placements_near
from battlesim.table.events import PiecesMoved, PieceTravel
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.levels import standing_place
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import OnTable, Piece

from ..core.lookups import figures_of, is_unseated
from ..core.state import Battle, Game
from ..core.terrain import barrier_ids, platform_at, platform_of
from ..core.vehicles import is_vehicle
from ..ground.motion import SET_DOWN, area_for_others
from ..ground.vehicle_ground import BOARDS, free_point_near, vehicle_entered

BEHIND_IN = 1.0
"""How far behind the measured figure the others are suggested."""
MIN_SHORTENING_IN = 1.0


def place_group(
    play: Play[Game],
    group: UnitId,
    run: StraightRun,
    reached: Sequence[UnitId],
    *,
    rule: str,
    how: str,
    climbing: bool = False,
) -> Script[StraightRun]:
    """Move the measured figure of a group, let its side place the others, and return how the move ended.

    Groups that climb, or are on a roof, end on the roof at the end of the line, if there is one. Where there
    is no room for all of them the measured figure stops earlier.
    """
    run = fitting_run(play.state, group, run, reached, climbing)
    table, lead = play.state.table, play.state.table.piece(run.piece)
    if vehicle := vehicle_entered(table, run):
        figures = [figure.id for figure in figures_of(play.state, group)]
        put_aboard(play, figures, vehicle, how="embark", rule=BOARDS)
        return run
    here = table.position_of(lead.id)
    place = end_place(play.state, run, climbing)
    path = tuple(dict.fromkeys((here, run.start, run.end)))
    if run.length or run.start != here:
        part = PieceTravel(run.piece, lead.place, place, path)
        play.emit(PiecesMoved(rule=rule, parts=(part,), how=how))
    pieces = _to_set_down(play.state, group, run)
    if pieces and (run.length or run.start != here):
        area = area_for_others(play.state, group, run, reached, replaced=run.ended == "feature")
        side = play.state.table.units[group].side
        decision = PlacePieces(
            side=side,
            what="set_down",
            prompt=phrase("{group}: set down the others", Ref(group)),
            rule=SET_DOWN,
            about=group,
            pieces=tuple(piece.id for piece in pieces),
            room=area,
            near=_behind(run),
        )
        unseated = is_unseated(play.state, group)
        spots = decision.default(play.state) if unseated else (yield from play.ask(decision))
        put_on_table(play, spots, rule=rule, how=how, on=place.on)
    return run


def end_place(state: Battle, run: StraightRun, climbing: bool) -> OnTable:
    """Return a measured figure's place at the end of its line, on a roof or on the ground."""
    lead, ground = state.table.piece(run.piece), state.table.ground
    roof = platform_at(ground, run.end) if climbing or platform_of(lead) else ""
    facing = lead.facing if lead.table_position else 0.0
    return standing_place(ground, *run.end, facing, roof)


def _to_set_down(state: Battle, group: UnitId, run: StraightRun) -> list[Piece]:
    """Return the figures that are set down: the others, and in a feature the measured one as well."""
    figures = figures_of(state, group)
    return [figure for figure in figures if figure.id != run.piece or run.ended == "feature"]


def _behind(run: StraightRun) -> Point:
    """Return the point around which the others are suggested."""
    if run.ended == "feature" or not run.length:
        return run.end
    back = min(BEHIND_IN, run.length) / run.length
    return tuple(e - back * (e - s) for s, e in zip(run.start, run.end, strict=True))  # type: ignore[return-value]


def fitting_run(
    state: Battle, group: UnitId, run: StraightRun, reached: Sequence[UnitId], climbing: bool
) -> StraightRun:
    """Return the longest part of a line after which there is room for the whole group.

    A part that is not the whole line ends on nobody and on no barrier.
    """
    for tried in _shortened(run):
        if tried is not run and not _stands_clear(state, tried, climbing):
            continue
        if vehicle_entered(state.table, tried) or _has_room(state, group, tried, reached, climbing):
            return tried
    xy = state.table.position_of(run.piece)
    return StraightRun(run.piece, xy, xy)


def _shortened(run: StraightRun) -> Iterator[StraightRun]:
    yield run
    length = run.length - MIN_SHORTENING_IN
    while length > 0.0:
        share = length / run.length
        end = tuple(round(s + share * (e - s), 4) for s, e in zip(run.start, run.end, strict=True))
        yield StraightRun(run.piece, run.start, end)  # type: ignore[arg-type]
        length -= MIN_SHORTENING_IN


def _stands_clear(state: Battle, run: StraightRun, climbing: bool) -> bool:
    lead = state.table.piece(run.piece)
    there = msgspec.structs.replace(lead, place=end_place(state, run, climbing))
    others = (piece for piece in state.table.standing_pieces() if piece.unit != lead.unit)
    if any(platform_of(each) == platform_of(there) and bases_overlap(there, each) for each in others):
        return False
    barriers = (state.table.terrain(key).rings for key in barrier_ids(state.table.ground))
    return all(disc_gap_to_shape(*there.xy, there.radius, rings) >= -TOL for rings in barriers)


def _has_room(
    state: Battle, group: UnitId, run: StraightRun, reached: Sequence[UnitId], climbing: bool
) -> bool:
    lead = state.table.piece(run.piece)
    there = state.with_table(state.table.with_place(lead.id, end_place(state, run, climbing)))
    pieces = _to_set_down(state, group, run)
    area: PlacementArea = area_for_others(there, group, run, reached, replaced=run.ended == "feature")
    return len(placements_near(there.table, area, pieces, _behind(run))) == len(pieces)


def push_aside(play: Play[Game], vehicle: str, sides: Sequence[SideKey], rule: str) -> None:
    """Move figures out from under a vehicle, each to the nearest place with room for it."""
    for figure in play.state.table.standing_pieces():
        table = play.state.table
        hull = table.piece(vehicle)
        if figure.side not in sides or is_vehicle(figure) or not bases_overlap(figure, hull):
            continue
        point = free_point_near(play.state, figure, figure.xy)
        if point is not None:
            place = standing_place(table.ground, *point, figure.facing)
            play.move_piece(figure.id, place, "aside", rule=rule)
