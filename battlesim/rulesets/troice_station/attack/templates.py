"""Templates of flame and explosions: the figures they catch, and what blocks them, in inches."""

from __future__ import annotations

import math
from collections.abc import Sequence

from battlesim.engine.template_kinds import TemplateKind
from battlesim.geometry.constants import TOL
from battlesim.geometry.shapes import Point
from battlesim.geometry.templates import (
    Blast,
    CatchThreshold,
    PolygonTemplate,
    Template,
    coverages_by_parts,
    disc_coverages,
)
from battlesim.rulings import template_coverage as rulings
from battlesim.table.pieces import Piece

from ..core.state import Battle
from ..ground.surface import surface

CAUGHT = "TS-GAP-70"
SMALL_RADIUS_IN, STANDARD_RADIUS_IN = 1.5, 2.5
"""The radii of the explosion templates in inches (TS-GAP-69)."""
FLAME_SIZE_IN = 8.0, 2.5
"""The length and width of the flame in inches."""
MIN_COVERED_FRACTION = 0.5


def template_kinds(any_touch: bool) -> tuple[TemplateKind, ...]:
    """Return the templates of this ruleset, for measuring on any table."""
    least: CatchThreshold = "partly" if any_touch else "half"
    rounds = (("Small explosion", SMALL_RADIUS_IN), ("Explosion", STANDARD_RADIUS_IN))
    blasts = (TemplateKind(name, f"blast:{radius:g}", CAUGHT, least, "bases") for name, radius in rounds)
    return (
        *blasts,
        TemplateKind("Flame", "flame:{:g}:{:g}".format(*FLAME_SIZE_IN), CAUGHT, least, "parts", reach=0.0),
    )


def covered_fraction(parts: Sequence[Template], piece: Piece) -> float:
    """Return the fraction of a base that the parts of a template cover."""
    return coverages_by_parts(parts, [(*piece.xy, piece.radius)])[0].fraction


def is_caught(state: Battle, parts: Sequence[Template], piece: Piece) -> bool:
    """Return whether a template covers more than half of a base or, if an option says so, any part of it."""
    under = covered_fraction(parts, piece)
    return under > 0.0 if state.game.parameters.any_touch else under > MIN_COVERED_FRACTION


def template_touches(parts: Sequence[Template], piece: Piece) -> bool:
    """Return whether a template covers any part of a base."""
    return covered_fraction(parts, piece) > 0.0


def is_exposed_to_blast(state: Battle, centre: Point, piece: Piece) -> bool:
    """Return whether no wall or other obstacle shields a figure from a blast's centre (TS-GAP-72)."""
    ground = state.table.ground
    return rulings.is_unobstructed(ground, centre, piece.xy, surface(ground).blast_blockers)


def caught_in_blast(state: Battle, blast: Blast, pieces: Sequence[Piece]) -> list[Piece]:
    """Return the given pieces that an explosion catches (TS-EXPL-02)."""
    centre = blast.x, blast.y
    return [p for p in pieces if is_caught(state, [blast], p) and is_exposed_to_blast(state, centre, p)]


def exposed_parts(state: Battle, shape: PolygonTemplate, origin: Point) -> tuple[PolygonTemplate, ...]:
    """Return the parts of a template that are not shielded from its origin by walls or shut doors."""
    ground = state.table.ground
    return rulings.parts_in_open(ground, shape, origin, surface(ground).blast_blockers)


def is_wholly_inside(piece: Piece, ring: Sequence[Point]) -> bool:
    """Return whether a base lies entirely inside a ring of points."""
    (found,) = disc_coverages(PolygonTemplate((tuple(ring),)), [(*piece.xy, piece.radius)])
    return found.state == "wholly"


def covers_point(parts: Sequence[Template], point: Point) -> bool:
    """Return whether a template covers a point."""
    return any(float(part.depths([point])[0]) >= -TOL for part in parts)


def direction_to(piece: Piece, point: Point) -> float:
    """Return the direction from a figure to a point in degrees."""
    x, y = piece.xy
    return math.degrees(math.atan2(point[1] - y, point[0] - x)) % 360.0
