"""Grenades: throwing range, rolls to hit, and scatter. Lengths are in inches."""

from __future__ import annotations

import math

from battlesim.engine.play import Play, Script
from battlesim.geometry.arcs import point_in_direction
from battlesim.geometry.regions import common_region, united_region
from battlesim.geometry.shapes import Point
from battlesim.mechanics.chance import DiceScriptRun, ThresholdRoll, roll_together, single_roll
from battlesim.mechanics.pieces import set_mark
from battlesim.rulings import threat_regions
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Piece
from battlesim.table.terrain import Ring

from ..core.lookups import active_foes
from ..core.marks import GRENADES
from ..core.state import Battle, Game
from ..ground.contact import engaged_enemies
from ..ground.facing import turn_to
from ..ground.sight import sees, shooting_rules
from . import to_hit
from .chain_reactions import resolve_chain
from .fuel_dumps import DUMP
from .to_hit import FireMode, firer_modifiers, range_threshold, shot_roll
from .wound_effects import ChainEffect

THROW = DUMP
GRENADE_RANGE_IN = 8.0
"""The range of a grenade in inches, from the edge of the base."""


def why_cannot_throw(state: Battle, piece: Piece) -> AnyText:
    """Return why a figure cannot throw a grenade, or "" if it can."""
    if state.game.parameters.grenades <= piece.mark_count(GRENADES) or piece.kind == "flamer":
        return "it has no grenade"
    return "an enemy is in contact" if engaged_enemies(state, piece) else ""


def throw_zone(state: Battle, thrower: Piece) -> tuple[Ring, ...]:
    """Return the region into which a figure can throw a grenade: ground and enemies in sight and range."""
    found = shooting_rules(state)
    seen = [
        threat_regions.disc_region(foe.xy, foe.radius)
        for foe in active_foes(state, thrower)
        if sees(state, thrower, foe, found)
    ]
    ground = threat_regions.region_seen_by_piece(state.table, found, thrower, 0.0)
    reach = threat_regions.disc_region(thrower.xy, min(GRENADE_RANGE_IN, state.game.sight) + thrower.radius)
    places = common_region(reach, united_region([ground, *seen]))
    return tuple(ring for rings in places for ring in rings)


def grenade_to_hit_roll(state: Battle, thrower: Piece, aim_point: Point) -> ThresholdRoll:
    """Return the roll to hit for a grenade thrown at a point."""
    for foe in active_foes(state, thrower):
        if math.dist(foe.xy, aim_point) <= foe.radius and sees(state, thrower, foe, shooting_rules(state)):
            return to_hit.figure_to_hit_roll(state, thrower, foe)
    away = math.dist(thrower.xy, aim_point) - thrower.radius
    return shot_roll(
        state, thrower, range_threshold(state, away), tuple(firer_modifiers(state, thrower, FireMode()))
    )


def scattered_point(aim_point: Point, inches: int, degrees: int, width: float, height: float) -> Point:
    """Return the point where a grenade that misses lands, moved onto the table if necessary."""
    x, y = point_in_direction(aim_point, degrees, inches)
    return round(min(max(x, 0.0), width), 3), round(min(max(y, 0.0), height), 3)


def throw_grenade(play: Play[Game], thrower: str, aim_point: Point) -> Script[None]:
    """Throw a grenade at a point, scatter it if it misses, and resolve its explosion."""
    turn_to(play, thrower, aim_point)
    play, by = play.under_rule(THROW), play.state.table.piece(thrower)
    set_mark(play, [thrower], GRENADES, by.mark_count(GRENADES) + 1)
    one = DiceScriptRun(single_roll(grenade_to_hit_roll(play.state, by, aim_point)))
    yield from roll_together(play, [one], phrase("{thrower} throws a grenade", Ref(thrower)), by=thrower)
    centre = aim_point
    if not one.end:
        inches, degrees = yield from play.roll_dice([6, 360], "where it lands", by=thrower)
        ground = play.state.table.ground
        centre = scattered_point(aim_point, inches, degrees, ground.width, ground.height)
    yield from resolve_chain(play, [ChainEffect("grenade", centre, thrower)])
