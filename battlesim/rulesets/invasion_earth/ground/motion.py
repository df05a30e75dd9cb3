"""The moves that terrain and other models allow to a model. Lengths are in inches."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from battlesim.rulings.movement import ClimbCost, EndApart, GroundCost, HeadingLimit, Motion
from battlesim.table.levels import foot_height
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table

from ..core.lookups import has_tag, piece_profile, standing_enemies
from ..core.state import Battle
from .heights import is_airborne
from .loose import has_unstoppable_force, pushable_ids
from .surface import surface

CROSSING_COST_IN = 2.0
"""The extra cost of crossing an obstacle or a window (IE-GAP-35)."""
DIFFICULT_FACTOR = 2.0
FRONT_HALF_DEG = 90.0
"""The largest angle between the facing at the start of an action and any part of its path (IE-GAP-07)."""
CONTACT_GAP_IN = 0.01
"""The smallest gap that counts as no base contact."""


class Gait(NamedTuple):
    """A way of moving: its label, its rule, and whether it can cross obstacles and difficult ground."""

    label: str
    rule: str
    crosses: bool = True


MOVE, MOVE_FAST, SNEAK = "move", "move_fast", "sneak"
GAITS = {
    MOVE: Gait("Move", "IE-GAP-06"),
    MOVE_FAST: Gait("Move fast", "IE-GAP-08", crosses=False),
    SNEAK: Gait("Sneak", "IE-GAP-09"),
}


def move_rate(table: Table, piece: Piece, gait: str) -> float:
    """Return how far a model moves in one action at a gait (way of moving), or 0 if it cannot.

    Rules: IE-FLY-02, IE-FLY-03.
    """
    profile = piece_profile(piece)
    if is_airborne(table, piece):
        return {MOVE: profile.fly, MOVE_FAST: profile.fly_fast, SNEAK: 0.0}[gait]
    return {MOVE: profile.move, MOVE_FAST: profile.fast, SNEAK: profile.sneak}[gait]


def gait_motion(
    state: Battle, piece: Piece, gait: str, allowance: float | None = None, pushes: bool = True
) -> Motion:
    """Return how a model may move at a gait (way of moving); `allowance` replaces its usual rate.

    It may pass friends but not end on them, and may not pass enemies (IE-GAP-36). If `pushes` is true, loose
    objects that it can push aside do not stop it.
    """
    rate = move_rate(state.table, piece, gait) if allowance is None else allowance
    if is_airborne(state.table, piece):
        return _flight_motion(state, piece, rate)
    ground, crosses = surface(state.table.ground), GAITS[gait].crosses
    wheeled = has_tag(piece, "wheeled")
    lines = () if wheeled or not crosses else ground.crossed
    areas = () if wheeled or not crosses else ground.difficult
    shut = (*(ground.crossed if not lines else ()), *(ground.difficult if not areas else ()))
    broken = broken_obstacles(state, piece)
    passed = (*broken, *(pushable_ids(state) if pushes and has_unstoppable_force(state, piece) else ()))
    table = state.table
    enemies = tuple(enemy.id for enemy in standing_enemies(state, piece) if not is_airborne(table, enemy))
    others = (p for p in table.standing_pieces() if p.id != piece.id and not is_airborne(table, p))
    return Motion(
        piece=piece.id,
        radius=piece.radius,
        allowance=rate,
        starts=((piece.xy,),),
        blocked=tuple(key for key in (*ground.solid, *ground.shut_doors, *shut) if key not in passed),
        climbs=(
            *(ClimbCost(key, CROSSING_COST_IN) for key in lines if key not in broken),
            *(ClimbCost(key, 0.0) for key in broken),
        ),
        going=tuple(GroundCost(key, DIFFICULT_FACTOR) for key in areas),
        hindering=enemies,
        occupied=tuple(other.id for other in others if other.id not in enemies),
        ends=(EndApart(enemies, CONTACT_GAP_IN),) if gait == MOVE_FAST and enemies else (),
        heading=heading_limit(state, piece),
    )


def _flight_motion(state: Battle, piece: Piece, allowance: float) -> Motion:
    """Return the motion of a model in the air: terrain as high as it flies stops it, and no model does."""
    return Motion(
        piece=piece.id,
        radius=piece.radius,
        allowance=allowance,
        starts=((piece.xy,),),
        blocked=tuple(terrain.id for terrain in state.table.ground.terrain),
        heading=heading_limit(state, piece),
        level=foot_height(state.table, piece),
    )


def broken_obstacles(state: Battle, piece: Piece) -> tuple[str, ...]:
    """Return the ids of the obstacles that a model walks through as if they were not there (IE-UNS-02).

    It may not end its move on them, and they are not changed.
    """
    if not has_unstoppable_force(state, piece):
        return ()
    return surface(state.table.ground).breakable


def heading_limit(state: Battle, piece: Piece) -> HeadingLimit | msgspec.UnsetType:
    """Return the limit on the directions in which a model may move, or UNSET if there is none."""
    place = piece.place
    if not state.game.parameters.front_half or not isinstance(place, OnTable):
        return msgspec.UNSET
    return HeadingLimit(place.facing, FRONT_HALF_DEG)
