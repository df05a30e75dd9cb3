"""Cover: the grade of cover of a figure against a firer, and of the majority of a unit."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.geometry.edge_distances import is_point_in_shape, segment_gap_to_shape
from battlesim.geometry.shapes import Point, Ring, ring_bounds
from battlesim.rulings.ground_cover import ground_cover, line_near_base
from battlesim.table.events import Modifier
from battlesim.table.ids import UnitId
from battlesim.table.pieces import Piece
from battlesim.table.terrain import Terrain

from ..core.lookups import ok_figures
from ..core.marks import DESTROYED
from ..core.profiles import CoverGrade, terrain_kinds
from ..core.state import Battle
from .sight import COVER_NAMES, NEAR_IN, sight_rules

SOFT_COVER, HARD_COVER = "SG-COV-01", "SG-COV-02"
GRADES: tuple[CoverGrade, ...] = ("", "soft", "hard")
COVER_SHIFTS = {
    "": (),
    "soft": (Modifier(1, "soft cover", SOFT_COVER),),
    "hard": (Modifier(2, "hard cover", HARD_COVER),),
}
"""How cover shifts the range die and the armour die of a target."""


def figure_cover(state: Battle, figure: Piece, seen_from: Point) -> CoverGrade:
    """Return a figure's grade of cover against fire from a point; behind a wreck it is hard cover."""
    key = ("stargrunt: cover", figure.xy, figure.radius, seen_from)
    return state.table.cached_value(key, lambda: _cover_at(state, figure.xy, figure.radius, seen_from))


def _cover_at(state: Battle, place: Point, radius: float, seen_from: Point) -> CoverGrade:
    line = line_near_base(sight_rules(), seen_from, place, radius)
    if any(segment_gap_to_shape(*line, rings) == 0.0 for rings in _wrecks(state)):
        return "hard"
    found, _ = ground_cover(state.table.ground, sight_rules(), seen_from, place, radius)
    return next(grade for grade, name in COVER_NAMES.items() if name == found)


def _wrecks(state: Battle) -> list[tuple[Ring, ...]]:
    """Return the outlines of the wrecks of destroyed vehicles."""
    table = state.table
    return table.cached_value(
        "stargrunt: wrecks",
        lambda: [
            (outline,)
            for piece in table.standing_pieces()
            if piece.has_mark(DESTROYED) and (outline := piece.outline)
        ],
    )


def features_near(state: Battle, x: float, y: float, inches: float) -> list[Terrain]:
    """Return the terrain whose bounding box comes within a number of inches of a point."""
    bounds = state.table.ground.cached_value("stargrunt: features", lambda: _bounds(state))
    return [
        terrain
        for terrain, (x0, y0, x1, y1) in bounds
        if x0 - inches <= x <= x1 + inches and y0 - inches <= y <= y1 + inches
    ]


def _bounds(state: Battle) -> list[tuple[Terrain, tuple[float, float, float, float]]]:
    kinds = terrain_kinds()
    known = (terrain for terrain in state.table.ground.terrain if terrain.kind in kinds)
    return [(terrain, ring_bounds(terrain.rings[0])) for terrain in known]


def cover_areas(state: Battle) -> list[Terrain]:
    """Return the terrain in which figures are in cover."""
    kinds = terrain_kinds()
    known = [t for t in state.table.ground.terrain if t.kind in kinds]
    return [t for t in known if kinds[t.kind].area and kinds[t.kind].cover]


def target_grade(state: Battle, figure: Piece, seen_from: Point, seen: Sequence[Piece]) -> CoverGrade:
    """Return a target figure's grade of cover; a figure that no firer sees counts as in hard cover."""
    return figure_cover(state, figure, seen_from) if figure in seen else "hard"


def majority_cover(
    state: Battle, figures: Sequence[Piece], seen_from: Point, seen: Sequence[Piece]
) -> CoverGrade:
    """Return the best grade of cover that more than half of the figures have."""
    ranks = [GRADES.index(target_grade(state, figure, seen_from, seen)) for figure in figures]
    found = [rank for rank in (2, 1) if 2 * sum(own >= rank for own in ranks) > len(ranks)]
    return GRADES[found[0]] if found else ""


def place_cover(state: Battle, figure: Piece) -> CoverGrade:
    """Return a figure's grade of cover where it stands: in terrain, or within 1 in of it."""
    reach = figure.radius + NEAR_IN
    if any(segment_gap_to_shape(figure.xy, figure.xy, rings) <= reach for rings in _wrecks(state)):
        return "hard"
    near = features_near(state, *figure.xy, reach)
    grades = (terrain_kinds()[t.kind].cover for t in near if _is_near(t, figure))
    return max(grades, key=GRADES.index, default="")


def _is_near(terrain: Terrain, figure: Piece) -> bool:
    inside = is_point_in_shape(*figure.xy, terrain.rings)
    low = not terrain_kinds()[terrain.kind].area
    return inside or (
        low and segment_gap_to_shape(figure.xy, figure.xy, terrain.rings) <= figure.radius + NEAR_IN
    )


def is_in_cover(state: Battle, unit: UnitId) -> bool:
    """Return whether more than half of a unit's figures that can act stand in cover."""
    own = ok_figures(state, unit)
    return 2 * sum(bool(place_cover(state, piece)) for piece in own) > len(own)
