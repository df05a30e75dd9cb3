"""Loose terrain that models with unstoppable force push, and the gaps they leave in walls."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import msgspec

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.geometry.arcs import bearing
from battlesim.geometry.compass import compass_name
from battlesim.geometry.constants import TOL
from battlesim.geometry.paths import split_path
from battlesim.geometry.shapes import Point
from battlesim.geometry.shoving import cut_by_path, rectangle_middle, rectangle_size
from battlesim.mechanics.interrupted_moves import END, MoveProgress, PathStop, StopKind
from battlesim.rulings.path_contact import path_crossings
from battlesim.rulings.shoving import LEFT, RIGHT, free_places, pushed_aside
from battlesim.table.events import TerrainChanged
from battlesim.table.phrases import AnyText, Ref, length_text, phrase
from battlesim.table.pieces import Piece
from battlesim.table.terrain import Terrain

from ..core.lookups import has_ability, is_in_use
from ..core.profiles import terrain_kinds
from ..core.state import Battle, Game
from .heights import is_airborne
from .surface import surface

PUSH = "IE-UNS-04"
DETAILS = "IE-GAP-95"
MAX_PUSHED_IN, MAX_SWIVELLED_IN = 2.0, 4.0
"""The longest side of a loose object that is pushed, and of one that is swivelled (IE-UNS-06)."""
PUSHED_ON_IN, KNOCKED_ASIDE_IN = 1.0, 1.0
STANDS_IN = ("area",)
SIDES = {"left": LEFT, "right": RIGHT}


def has_unstoppable_force(state: Battle, piece: Piece) -> bool:
    """Return whether a model has unstoppable force and the rules for it are in use."""
    return (
        has_ability(piece, "unstoppable")
        and is_in_use(state, "unstoppable")
        and not is_airborne(state.table, piece)
    )


def is_loose(terrain: Terrain) -> bool:
    """Return whether a piece of terrain is not fixed to the ground."""
    kind = terrain_kinds().get(terrain.kind)
    loose = terrain.loose or (kind is not None and kind.loose)
    return loose and not terrain.openings and not terrain.has_trait("fixed")


def longest_side(terrain: Terrain) -> float:
    """Return the longer side of the smallest rectangle that contains a piece of terrain, in inches."""
    return rectangle_size(terrain.rings)[0]


def pushable_ids(state: Battle) -> tuple[str, ...]:
    """Return the ids of the loose objects that models with unstoppable force push aside."""
    ground = state.table.ground
    return ground.cached_value(
        "invasion earth: pushable",
        lambda: tuple(t.id for t in ground.terrain if is_loose(t) and longest_side(t) <= MAX_PUSHED_IN + TOL),
    )


def pushes(play: Play[Game]) -> StopKind:
    """Return the points of a path at which a model with unstoppable force pushes loose objects aside.

    If there is no room for an object, the model stops in contact with it.
    """

    def act(stop: PathStop, progress: MoveProgress) -> Script[Sequence[Point]]:
        (terrain,) = stop.ids
        has_room = yield from push_aside(play, progress.piece, terrain, progress.path)
        return progress.path if has_room else END

    return StopKind(PUSH, _push_stops, act)


def _push_stops(state: Battle, progress: MoveProgress) -> list[PathStop]:
    piece, path = state.table.piece(progress.piece), progress.path
    if not has_unstoppable_force(state, piece) or len(path) < 2 or not pushable_ids(state):
        return []
    crossings = path_crossings(state.table, path, piece.radius, pushable_ids(state))
    return [PathStop(crossing.start, (crossing.id,)) for crossing in crossings]


def push_aside(play: Play[Game], piece: str, terrain: str, ahead: Sequence[Point]) -> Script[bool]:
    """Push an object off the rest of a model's path. Return False if there is no room for it.

    The player chooses the side if there is room on both.
    """
    state, own = play.state, play.state.table.piece(piece)
    found = state.table.terrain(terrain)
    direction = next((bearing(a, b) for a, b in pairwise(ahead) if math.dist(a, b) > TOL), own.facing)
    is_free = free_places(state.table, found, STANDS_IN, piece)
    places = {
        name: pushed_aside(
            found,
            direction,
            side,
            ahead,
            own.radius,
            (PUSHED_ON_IN, KNOCKED_ASIDE_IN),
            is_free,
            state.table.ground,
        )
        for name, side in SIDES.items()
    }
    able = {name: place for name, place in places.items() if place is not None}
    if not able:
        return False
    side = next(iter(able))
    if len(able) > 1:
        options = [
            Option(name, name.capitalize(), (terrain,), _displacement_text(found, place))
            for name, place in able.items()
        ]
        prompt = phrase("To which side is {object} pushed?", Ref(terrain))
        side = (
            yield from play.choose_one(
                "push_side", own.side, prompt, options, rule=DETAILS, about=piece, least=side
            )
        ).key
    play.emit(TerrainChanged(rule=PUSH, old=found, new=able[side]))
    play.log_message(phrase("{model} pushes {object} aside", Ref(piece), Ref(terrain)), by=piece, rule=PUSH)
    return True


def _displacement_text(old: Terrain, new: Terrain) -> AnyText:
    """Return how far an object goes and in which direction, as text."""
    start, end = rectangle_middle(old.rings), rectangle_middle(new.rings)
    return phrase("goes {} {}", length_text(math.dist(start, end), 1), compass_name(bearing(start, end)))


def break_through(play: Play[Game], piece: str, path: Sequence[Point]) -> None:
    """Leave gaps as wide as a model's base in the walls it has walked through, if an option says so."""
    state, own = play.state, play.state.table.pieces[piece]
    if not state.game.parameters.walls_breached or not has_unstoppable_force(state, own) or len(path) < 2:
        return
    walls = surface(state.table.ground).breakable
    for crossing in path_crossings(state.table, path, own.radius, walls):
        wall = play.state.table.terrain(crossing.id)
        part = split_path(split_path(path, crossing.start)[1], crossing.end - crossing.start)[0]
        first, *others = cut_by_path(wall.rings, part, own.radius) or [()]
        if not first:
            continue
        play.emit(TerrainChanged(rule=DETAILS, old=wall, new=msgspec.structs.replace(wall, rings=first)))
        for number, rings in enumerate(others, 1):
            new = msgspec.structs.replace(wall, id=f"{wall.id}_{number}", rings=rings)
            while new.id in play.state.table.ground.terrain_by_id():
                new = msgspec.structs.replace(new, id=f"{new.id}_{number}")
            play.emit(TerrainChanged(rule=DETAILS, old=None, new=new))
