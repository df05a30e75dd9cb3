"""Grenades, where marines have them: thrown at a point, and where they land. Inches."""

from __future__ import annotations

import math

from battlesim.engine.play import Play, Script
from battlesim.geometry.arcs import point_in_direction
from battlesim.geometry.shapes import Point
from battlesim.mechanics.chance import DiceScriptRun, ThresholdRoll, roll_together, single_roll
from battlesim.mechanics.pieces import set_mark
from battlesim.rulings import threat_regions
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Piece
from battlesim.table.terrain import Ring

from ..core.facts import foes
from ..core.marks import GRENADES
from ..core.state import Battle, Game
from ..ground.contact import engaged
from ..ground.facing import turn_to
from ..ground.sight import aimed, sees
from . import numbers
from .bursts import work_through
from .dump import DUMP
from .harm import Burst
from .numbers import Manner, against, base, of_firer

THROW = DUMP
REACH = 8.0
"""Inches from the edge of the base."""


def why_not(state: Battle, piece: Piece) -> AnyText:
    """Why a figure throws no grenade."""
    if state.game.parameters.grenades <= piece.mark_count(GRENADES) or piece.kind == "flamer":
        return "it has no grenade"
    return "an enemy is in contact" if engaged(state, piece) else ""


def zone(state: Battle, thrower: Piece) -> tuple[Ring, ...]:
    """Where a grenade can be thrown: at the ground and at creatures in sight and within reach."""
    found = aimed(state)
    seen = [
        threat_regions.disc_region(foe.xy, foe.radius)
        for foe in foes(state, thrower)
        if sees(state, thrower, foe, found)
    ]
    ground = threat_regions.region_seen_by_piece(state.table, found, thrower, 0.0)
    reach = threat_regions.disc_region(thrower.xy, min(REACH, state.game.sight) + thrower.radius)
    places = threat_regions.common_region(reach, threat_regions.united_region([ground, *seen]))
    return tuple(ring for rings in places for ring in rings)


def number(state: Battle, thrower: Piece, at: Point) -> ThresholdRoll:
    """What a throw at a point needs; one at a creature's base is a throw at the creature."""
    for foe in foes(state, thrower):
        if math.dist(foe.xy, at) <= foe.radius and sees(state, thrower, foe, aimed(state)):
            return numbers.number(state, thrower, foe)
    away = math.dist(thrower.xy, at) - thrower.radius
    return against(state, thrower, base(state, away), tuple(of_firer(state, thrower, Manner())))


def lands(at: Point, inches: int, degrees: int, width: float, height: float) -> Point:
    """Where a grenade that misses lands, on the table."""
    x, y = point_in_direction(at, degrees, inches)
    return round(min(max(x, 0.0), width), 3), round(min(max(y, 0.0), height), 3)


def throw(play: Play[Game], thrower: str, at: Point) -> Script[None]:
    """Throw a grenade: on a miss its centre is shifted; then it goes up."""
    turn_to(play, thrower, at)
    play, by = play.under_rule(THROW), play.state.table.piece(thrower)
    set_mark(play, [thrower], GRENADES, by.mark_count(GRENADES) + 1)
    one = DiceScriptRun(single_roll(number(play.state, by, at)))
    yield from roll_together(play, [one], phrase("{} throws a grenade", Ref(thrower)), by=thrower)
    centre = at
    if not one.end:
        inches, degrees = yield from play.roll_dice([6, 360], "where it lands", by=thrower)
        ground = play.state.table.ground
        centre = lands(at, inches, degrees, ground.width, ground.height)
    yield from work_through(play, [Burst("grenade", centre, thrower)])
