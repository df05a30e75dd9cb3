"""Turning counters over, which places figures or removes dummies, and flipping them face up."""

from __future__ import annotations

import math

import msgspec

from battlesim.engine.play import Play, Script
from battlesim.geometry.constants import TOL
from battlesim.geometry.edge_distances import is_point_in_shape
from battlesim.geometry.shapes import Point, Ring
from battlesim.mechanics.activation import ActivationChanged
from battlesim.mechanics.counters import flip_counter, remove_counters
from battlesim.mechanics.deployment import deploy_pieces, first_fitting_area
from battlesim.mechanics.pieces import set_mark
from battlesim.mechanics.turns import PiecesActed
from battlesim.rulings.piece_placement import PlacementArea
from battlesim.table.events import MarkerPlaced, MarkerRemoved
from battlesim.table.ids import UnitId
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Below, Marker, Piece

from ..core.hidden_units import companions, counters_of
from ..core.lookups import is_counter, is_inverted, leader_of
from ..core.marks import FOUND_MINE, IN_POSITION, MINE
from ..core.profiles import terrain_kinds
from ..core.state import Battle, Game
from ..ground.integrity import CHAIN_IN, CIRCLE_IN
from ..ground.motion import ENEMY_GAP_IN, blocked_ids

HIDES, SNIPER_HIDES = "SG-GAP-53", "SG-GAP-109"
PLACED, GIVES_AWAY = "SG-GAP-159", "SG-SNP-04"
CORNERS = 24
"""The number of corners of the polygon in which figures are placed round a counter."""


def unit_under(state: Battle, counter: Piece) -> UnitId | None:
    """Return the unit under a counter, or None for a dummy or a mine."""
    below = state.table.pieces_below(counter.id)
    return below[0].unit if below else None


def mine_under(state: Battle, counter: Piece) -> Marker | None:
    """Return the mine under a counter, or None if there is none."""
    mines = [m for m in state.table.markers.values() if m.kind == MINE and m.side == counter.side]
    return next((mine for mine in mines if math.dist((mine.x, mine.y), counter.xy) <= TOL), None)


def show_mine(play: Play[Game], counter: Piece, mine: Marker, rule: str) -> None:
    """Turn over the counter of a mine, so that all sides know the mine."""
    play.log_message(phrase("{counter} is a mine", Ref(counter.id)), by=counter.id, rule=rule)
    play.emit(MarkerRemoved(rule=rule, marker=mine))
    play.emit(MarkerPlaced(rule=rule, marker=msgspec.structs.replace(mine, kind=FOUND_MINE)))
    remove_counters(play, [counter], rule)


def turn_over(play: Play[Game], counter: str, rule: str) -> Script[None]:
    """Turn a counter over: place the figures under it, or remove it if it is a dummy."""
    piece = play.state.table.piece(counter)
    if mine := mine_under(play.state, piece):
        show_mine(play, piece, mine, rule)
        return
    under = play.state.table.pieces_below(counter)
    if not under:
        play.log_message(phrase("{counter} is a dummy", Ref(counter)), by=counter, rule=rule)
        remove_counters(play, [piece], rule)
        return
    unit, gone = under[0].unit, companions(play.state, piece)
    name = play.state.table.units[unit].name
    play.log_message(phrase("{} is {}", Ref(counter), name), by=counter, rule=rule)
    yield from _place_figures(play, piece, [each.id for each in under])
    _hand_over(play, piece, unit, rule)
    remove_counters(play, gone, rule)


def _hand_over(play: Play[Game], counter: Piece, unit: UnitId, rule: str) -> None:
    """Give the unit what its counter had: its position, that it has acted, and the activation in progress."""
    state, figures = play.state, tuple(p.id for p in play.state.table.pieces_of_unit(unit))
    if state.table.units[counter.unit].has_mark(IN_POSITION):
        set_mark(play, [unit], IN_POSITION, 1, rule)
    if counter.id in state.game.acted:
        play.emit(PiecesActed(rule=rule, acted=figures))
    now = state.game.activation
    if now is not None and now.unit == counter.unit:
        own = state.table.units[unit]
        members = tuple(key for key in figures if not is_counter(state.table.piece(key)))
        leader = leader_of(play.state, unit).id if members else ""
        new = msgspec.structs.replace(now, unit=unit, name=own.name, members=members, leader=leader)
        play.emit(ActivationChanged(rule=rule, old=now, new=new))


def _place_figures(play: Play[Game], counter: Piece, figures: list[str]) -> Script[None]:
    """Place figures round a counter, in its cover if there is room."""
    table, unit = play.state.table, play.state.table.units[play.state.table.piece(figures[0]).unit]
    own = sorted((table.piece(key) for key in figures), key=lambda piece: piece.id != unit.leader)
    area = first_fitting_area(table, placement_areas(play.state, counter), own, counter.xy)
    yield from deploy_pieces(
        play.under_rule(PLACED),
        "figures",
        counter.side,
        phrase("{unit}: place its figures", unit.name),
        [piece.id for piece in own],
        area,
        how="reveal",
        near=counter.xy,
        about=counter.id,
    )


def placement_areas(state: Battle, counter: Piece) -> list[PlacementArea]:
    """Return areas for the figures under a counter, in order: in the same cover, around it, or near it."""
    table = state.table
    gone = {piece.id for piece in companions(state, counter)}
    others = [piece for piece in table.standing_pieces() if piece.id not in gone]
    enemies = tuple((p.id, ENEMY_GAP_IN) for p in others if p.side != counter.side)
    free = PlacementArea(blocked=blocked_ids(state), bases=tuple(p.id for p in others), apart=enemies)
    tight = msgspec.structs.replace(free, kind="connected", within=CHAIN_IN)
    circle = (_circle(counter.xy, CIRCLE_IN / 2),)
    zones = [
        terrain.rings
        for terrain in table.ground.terrain
        if terrain.kind in terrain_kinds() and terrain_kinds()[terrain.kind].cover
        if terrain_kinds()[terrain.kind].area and is_point_in_shape(*counter.xy, terrain.rings)
    ]
    narrow = [msgspec.structs.replace(tight, zone=zone) for zone in (*zones, circle)]
    return [*narrow, tight, msgspec.structs.replace(free, apart=())]


def _circle(centre: Point, radius: float) -> Ring:
    angles = [2 * math.pi * number / CORNERS for number in range(CORNERS)]
    return tuple((centre[0] + radius * math.cos(a), centre[1] + radius * math.sin(a)) for a in angles)


def flip(play: Play[Game], counter: str, rule: str) -> None:
    """Flip a counter face up, so that the enemy knows its unit, and remove its dummies."""
    piece = play.state.table.piece(counter)
    unit, group = unit_under(play.state, piece), play.state.table.units[piece.unit]
    if unit is None:
        return
    own = play.state.table.units[unit]
    play.log_message(phrase("{} is {}", Ref(counter), own.name), by=counter, rule=rule)
    decoys = [each for each in companions(play.state, piece) if each.id != counter]
    if group.has_mark(IN_POSITION):
        set_mark(play, [unit], IN_POSITION, 1, rule)
    now = play.state.game.activation
    if now is not None and now.unit == group.id:
        new = msgspec.structs.replace(now, unit=unit, name=own.name, members=(counter,), leader=counter)
        play.emit(ActivationChanged(rule=rule, old=now, new=new))
    if decoys:
        remove_counters(play, decoys, rule)
    flip_counter(play, piece, unit, rule)


def show_sniper(play: Play[Game], unit: UnitId) -> Script[None]:
    """Place the figure of a hidden sniper that has been revealed by its shot."""
    for piece in play.state.table.pieces_of_unit(unit):
        if isinstance(piece.place, Below):
            yield from turn_over(play, piece.place.piece, GIVES_AWAY)


def place_if_flipped(play: Play[Game], unit: UnitId, rule: str = PLACED) -> Script[None]:
    """Place the figures of a unit with a face-up counter before it acts or is attacked."""
    counters = [] if is_inverted(play.state.table.units[unit]) else counters_of(play.state, unit)
    for counter in counters:
        yield from turn_over(play, counter.id, rule)
