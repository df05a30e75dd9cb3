"""Moves of Mobile Infantry models on the ground, into structures and dropships, and toward their Officer.

Lengths are in inches. Stands climb walls, man them and enter buildings; mechs do not. Being in combat does
not prevent a move (MI-GAP-43).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from battlesim.engine.play import Play, Script
from battlesim.mechanics import group_moves
from battlesim.mechanics.carrying import room_left
from battlesim.mechanics.pieces import gap, is_within_distance
from battlesim.rulings.movement import (
    EndRule,
    EntryOption,
    GroupLink,
    Leg,
    Motion,
    group_problem,
    table_after_leg,
)
from battlesim.rulings.piece_placement import PlacementArea
from battlesim.table.pieces import Inside, OnTable, Piece
from battlesim.table.terrain import Terrain

from ..core.lookups import blocking_pieces, has_trait, is_model, move_rating
from ..core.marks import FLYING, mark_moved
from ..core.profiles import terrain_kinds
from ..core.state import BUGS, MI, Battle, Game
from . import captives
from .surface import surface
from .unit_activation import can_act, is_leaderless

SHIPS = "MI-GAP-27"
BOARDING_COST_IN = 2.0
DROPSHIP_ROOM_HITS = 40
MECH_ROOM_HITS: Mapping[str, int] = {"light_mech": 8, "heavy_mech": 12}

ModelFollowUp = Callable[[str], Script[None]]
"""What follows when a model has finished its part of an Action, by the option each_model."""


def is_on_foot(piece: Piece) -> bool:
    """Return whether a piece is infantry or survivors, who climb, man walls and enter buildings."""
    return has_trait(piece, "infantry") or has_trait(piece, "survivors")


def ground_room(state: Battle, touching: Sequence[str], ignored_ids: Sequence[str] = ()) -> PlacementArea:
    """Return where a base may be placed on the ground, touching one of the ids in `touching`, if any.

    Solids, walls and other bases block it, except for the bases of `ignored_ids`.
    """
    return PlacementArea(
        blocked=surface(state.table.ground).blocked_ids,
        bases=tuple(p.id for p in blocking_pieces(state) if p.id not in ignored_ids),
        touching=tuple(touching),
    )


def building_room_left(state: Battle, building: str) -> int:
    """Return the number of hit points of troops for which a building has room left."""
    room = terrain_kinds()[state.table.terrain(building).kind].room
    return room - sum(p.hits for p in state.table.pieces_inside(building))


def _structure_entry(state: Battle, piece: Piece, terrain: Terrain) -> EntryOption | None:
    kind = terrain_kinds().get(terrain.kind)
    if kind is None or not (kind.enter or kind.post):
        return None
    if kind.post:
        return EntryOption(terrain.id, kind.post, "post")  # MI-MOVE-04
    free = max(0, building_room_left(state, terrain.id))
    full = f"there is room for {free} HP more inside, not for {piece.hits}" if free < piece.hits else ""
    return EntryOption(terrain.id, kind.enter, "inside", full)


def dropship_room_needed(piece: Piece) -> int:
    """Return the room that a model takes up in a dropship, in hit points."""
    return MECH_ROOM_HITS.get(piece.kind, piece.hits)


def _too_full(state: Battle, carrier: str, need: int) -> str:
    """Return why a dropship cannot carry `need` more hit points, or "" if it can."""
    left = room_left(state.table, carrier, DROPSHIP_ROOM_HITS, dropship_room_needed)
    return "" if left >= need else f"there is no room for {need} HP more aboard"


def landed_dropships(state: Battle) -> list[Piece]:
    """Return the dropships that stand on the ground."""
    table = state.table
    return table.cached_value(
        "mobile infantry: landed",
        lambda: [p for p in table.standing_pieces() if has_trait(p, "transport") and not p.has_mark(FLYING)],
    )


def dropship_entries(state: Battle, piece: Piece) -> tuple[EntryOption, ...]:
    """Return the dropships that a model may board, giving a reason for those that are full."""
    if has_trait(piece, "aircraft") or not is_model(piece):
        return ()
    need = dropship_room_needed(piece)
    ships = landed_dropships(state)
    return tuple(
        EntryOption(ship.id, BOARDING_COST_IN, "aboard", _too_full(state, ship.id, need)) for ship in ships
    )


def model_entries(state: Battle, piece: Piece) -> tuple[EntryOption, ...]:
    """Return the structures and dropships that a model may enter when in contact with them."""
    structures = state.table.ground.terrain if is_on_foot(piece) else ()
    found = [entry for t in structures if (entry := _structure_entry(state, piece, t)) is not None]
    return (*found, *dropship_entries(state, piece))


def occupied_id(piece: Piece) -> str:
    """Return the id of the object that a model is inside or on, or "" if it is in the open."""
    if isinstance(piece.place, Inside):
        return piece.place.terrain
    return piece.place.on if isinstance(piece.place, OnTable) else ""


def model_motion(state: Battle, piece: str, *, ends: tuple[EndRule, ...] = ()) -> Motion:
    """Return how far and where a Mobile Infantry model may go in one Move."""
    mover, out_of = state.table.piece(piece), occupied_id(state.table.piece(piece))
    bases = [p for p in blocking_pieces(state) if p.id != piece]
    return ground_motion(
        state,
        mover,
        is_on_foot(mover),
        starts=() if out_of else ((mover.xy,),),
        leaving=out_of,
        hindering=tuple(p.id for p in bases if p.side == BUGS),
        occupied=tuple(p.id for p in bases if p.side == MI),
        entries=model_entries(state, mover),
        ends=ends,
    )


def ground_motion(state: Battle, mover: Piece, climbs: bool, **fields: Any) -> Motion:
    """Return how a model may move on the ground; `fields` override the defaults of `Motion`."""
    ground = surface(state.table.ground)
    return Motion(
        piece=mover.id,
        radius=mover.radius,
        blocked=ground.solid if climbs else ground.blocked_ids,
        climbs=ground.climbs if climbs else (),
        going=ground.going,
        **({"allowance": move_rating(state, mover)} | fields),
    )


def ask_move(
    play: Play[Game],
    movers: Sequence[str],
    link: GroupLink | None,
    *,
    rule: str,
    prompt: str,
    about: str,
    follow_up: ModelFollowUp | None = None,
) -> Script[tuple[str, ...]]:
    """Ask the MI player for a Move of the given models, make it, and return the ids of those that moved.

    If a model's path has become impossible, for example because a building has filled up or a Reaction in
    `follow_up` blocks it, the player is asked again.
    """
    left = list(movers)
    moved: list[str] = []
    while left:
        able = [model_motion(play.state, piece) for piece in left]
        given = yield from group_moves.ask_move_order(
            play, MI, able, link, rule=rule, prompt=prompt, about=about
        )
        if follow_up is None:
            moved += yield from carry_out_move(play, given.legs, rule)
        else:
            moved += yield from _one_by_one(play, given.legs, link, rule, follow_up)
        left = [p for p in given.unmoved(moved) if can_act(play.state.table.piece(p))]
    return tuple(moved)


def _one_by_one(
    play: Play[Game], legs: Sequence[Leg], link: GroupLink | None, rule: str, each: ModelFollowUp
) -> Script[tuple[str, ...]]:
    """Move the models one by one, with Reactions after each (option each_model), and return the moved ids."""
    moved: list[str] = []

    def is_open(leg: Leg) -> bool:
        state = play.state
        if not can_act(state.table.piece(leg.piece)):
            return False
        return group_problem(state.table, (model_motion(state, leg.piece),), (leg,), link) is None

    def go(leg: Leg) -> Script[None]:
        done = yield from carry_out_move(play, (leg,), rule)
        moved.extend(done)
        for mover in done:
            yield from each(mover)

    yield from group_moves.carry_out_one_by_one(legs, is_open, go)
    return tuple(moved)


def carry_out_move(
    play: Play[Game], legs: Sequence[Leg], rule: str, how: str = "move"
) -> Script[tuple[str, ...]]:
    """Move pieces along paths, update marks and captives, and return the ids of those that moved."""
    moved = group_moves.carry_out_legs(play, legs, model_motion, rule, how)
    mark_moved(play, moved)
    yield from captives.update_captives(play, moved)
    return moved


def close_up(
    play: Play[Game],
    stragglers: Sequence[str],
    leader: str,
    measured: float,
    follow_up: ModelFollowUp | None = None,
) -> Script[tuple[str, ...]]:
    """Move models that are out of coherency toward the leader (MI-UNIT-06), and return their ids.

    The player moves those that can get within `measured` inches of the leader; the others go as far as they
    can by the shortest path. If the leader is lost meanwhile, no further model moves.
    """
    stragglers = [p for p in stragglers if not is_within_distance(gap(play.state, p, leader), measured)]
    able = [p for p in stragglers if _reaches(play.state, p, leader, measured)]
    link, ask = (
        GroupLink(leader, measured),
        partial(ask_move, play, rule="MI-UNIT-05", about=leader, follow_up=follow_up),
    )
    moved = yield from ask(able, link, prompt="Close up to the Officer")
    left = [] if is_leaderless(play.state) else [p for p in stragglers if p not in moved]
    forced = yield from _forced(play, left, leader, measured, follow_up)
    return (*moved, *forced)


def _reaches(state: Battle, piece: str, leader: str, measured: float) -> bool:
    able = model_motion(state, piece)
    leg = group_moves.leg_toward_leader(state.table, able, leader)
    if leg is None:
        return False
    there = state.with_table(table_after_leg(state.table, able, leg))
    return is_within_distance(gap(there, piece, leader), measured)


def _forced(
    play: Play[Game], stragglers: Sequence[str], leader: str, measured: float, each: ModelFollowUp | None
) -> Script[tuple[str, ...]]:
    moved: list[str] = []
    for piece in sorted(stragglers, key=lambda p: (gap(play.state, p, leader), p)):
        if is_leaderless(play.state):
            break
        if not can_act(play.state.table.piece(piece)):
            continue
        leg = group_moves.leg_toward_leader(play.state.table, model_motion(play.state, piece), leader)
        if leg is not None and not is_within_distance(gap(play.state, piece, leader), measured):
            moved += yield from carry_out_move(play, (leg,), "MI-GAP-15")
            if each:
                yield from each(piece)
    return tuple(moved)
