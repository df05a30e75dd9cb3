"""Search for the position of a template (an area of effect) that catches the most pieces.

Lengths are in inches and angles in degrees.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from battlesim.geometry import outlines
from battlesim.geometry.arcs import ALL_ROUND_ARC, Arc
from battlesim.geometry.best_placement import BestPlacement, best_placement
from battlesim.geometry.edge_distances import Disc
from battlesim.geometry.shapes import Point
from battlesim.geometry.template_targets import AllowedPlacements, TemplateTargets
from battlesim.geometry.templates import Blast, CatchThreshold, PolygonTemplate, Template, placed_template
from battlesim.rulings.piece_gaps import base_contains
from battlesim.rulings.template_coverage import (
    NO_SHADOW,
    PlacedTemplate,
    TemplateShadow,
    caught_ids,
    piece_coverages,
    place_template,
)
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table

POINT_DISC_RADIUS_IN: Final = 0.001
"""Radius in inches of a disc that represents a single point of a base.

A template that covers more than half of a base also covers its centre.
"""


ROUND_CORNER_SEGMENTS: Final = 64
"""Segments per quarter circle at the corners of a grown base; at 12 in, the error is below 0.001 in."""


class TemplateQuery(NamedTuple):
    """The input of a search for the best position of a template: the pieces to catch and the limits.

    The template is given at the origin and points east. It must not touch any of the `spared` pieces. If a
    `firer` is given, the origin of the placed template must lie in the arc, at most `reach` inches from the
    edge of the firer's base (exactly on the edge if `reach` is 0), and a template with a direction must point
    into the arc. If `centred` is True, the template is placed on the centre of a wanted piece. If `of_base`
    is True, a blast is placed on a base, and its size and `reach` are measured from the edge of that base.
    Elsewhere, a blast is measured from its centre.
    """

    template: Template
    wanted: tuple[Piece, ...]
    spared: tuple[Piece, ...] = ()
    threshold: CatchThreshold = "partly"
    shadow: TemplateShadow = NO_SHADOW
    firer: Piece | None = None
    reach: float | None = None
    arc: Arc = ALL_ROUND_ARC
    centred: bool = False
    of_base: bool = False

    @property
    def origin_offset(self) -> float:
        """The distance in inches from the firer's centre to a template held at its base, or 0 otherwise."""
        held = self.firer is not None and self.reach == 0.0 and not isinstance(self.template, Blast)
        return self.firer.radius if self.firer and held else 0.0


def best_template(table: Table, query: TemplateQuery) -> BestPlacement:
    """Return the template placed where it catches the most wanted pieces.

    Raises ValueError if no placement is legal.
    """
    if not query.of_base:
        return _best_within(table, query, _allowed_placements(table, query))
    found = [best for piece in query.wanted if (best := _best_on_base(table, query, piece))]
    if not found:
        raise ValueError("the template cannot be placed legally anywhere")
    best = max(found, key=lambda placement: placement.caught_count)
    return best._replace(is_proved=all(placement.is_proved for placement in found))


def _best_on_base(table: Table, query: TemplateQuery, piece: Piece) -> BestPlacement | None:
    """Return the best placement on the base of `piece`, or None if no placement there is legal."""
    reach = None if query.reach is None else query.reach + piece.radius
    held = query._replace(template=template_around_base(query.template, piece), reach=reach, of_base=False)
    where = _allowed_placements(table, held)._replace(points=(piece.xy,), facings=(0.0, 0.0))
    try:
        return _best_within(table, held, where)
    except ValueError:
        return None


def _best_within(table: Table, query: TemplateQuery, where: AllowedPlacements) -> BestPlacement:
    off = query.origin_offset
    bases = [_discs(piece, query.threshold) for piece in query.wanted]
    spared = [disc for piece in query.spared for disc in _discs(piece, "touching", 0.0)]
    by_points = query.threshold == "centre"
    hulls = by_points or any(piece.hull for piece in (*query.wanted, *query.spared))
    parts = [len(base) for base in bases] if hulls else ()
    threshold: CatchThreshold = "touching" if by_points else query.threshold
    field = TemplateTargets([disc for base in bases for disc in base], threshold, spared, parts)

    def judge(x: float, y: float, facing: float) -> int:
        return caught_count(table, query, *_moved_ahead(x, y, facing, off))

    held = placed_template(query.template, off, 0.0, 0.0)
    found = best_placement(held, field, where, judge if hulls or query.shadow.mode else None)
    x, y, _ = _moved_ahead(found.x, found.y, found.facing, off)
    return found._replace(x=x, y=y)


def caught_count(table: Table, query: TemplateQuery, x: float, y: float, facing: float) -> int:
    """Return the number of wanted pieces that the template catches, or -1 if it touches a spared piece."""
    lies = placed_query_template(table, query, x, y, facing)
    over = piece_coverages(table, lies.template, query.spared).values()
    if any(coverage.state != "out" for coverage in over):
        return -1
    return len(caught_ids(table, lies, query.wanted, query.threshold))


def placed_query_template(
    table: Table, query: TemplateQuery, x: float, y: float, facing: float
) -> PlacedTemplate:
    """Return the template of a search, placed at (x, y) and rotated to a facing in degrees.

    The result also holds the parts of the template that no obstacle shields.
    """
    under = piece_aimed_at(table, query, (x, y))
    if under is not None:
        (x, y), facing = under.xy, 0.0
        query = query._replace(template=template_around_base(query.template, under))
    return place_template(table.ground, placed_template(query.template, x, y, facing), (x, y), query.shadow)


def piece_aimed_at(table: Table, query: TemplateQuery, point: Point) -> Piece | None:
    """Return the piece whose base contains the point at which a template is aimed, or None.

    If several bases contain it, return the piece whose centre is nearest. If `of_base` is False, the template
    is not aimed at a base, and None is returned.
    """
    if not query.of_base:
        return None
    under = (piece for piece in table.standing_pieces() if base_contains(piece, point))
    return min(under, key=lambda piece: math.dist(piece.xy, point), default=None)


def template_around_base(template: Template, piece: Piece) -> Template:
    """Return a blast template measured from the edge of a base. Other templates are returned unchanged."""
    if not isinstance(template, Blast):
        return template
    if piece.outline is None:
        return Blast(0.0, 0.0, piece.radius + template.radius)
    x, y = piece.xy
    base = outlines.polygon([(a - x, b - y) for a, b in piece.outline])
    ((ring,),) = outlines.grow(base, template.radius, segments=ROUND_CORNER_SEGMENTS)
    return PolygonTemplate((tuple((float(a), float(b)) for a, b in ring),))


def _moved_ahead(x: float, y: float, facing: float, far: float) -> tuple[float, float, float]:
    way = math.radians(facing)
    return x + far * math.cos(way), y + far * math.sin(way), facing


def _discs(piece: Piece, least: CatchThreshold, over: float = 1.0) -> list[Disc]:
    """Return discs that represent a base for the given catch threshold, or a point if its centre decides.

    A base that is not round is represented by its corners if all of it must be covered, by its centre if half
    of it must be, and otherwise by a row of discs that cover it (`over` 1) or lie inside it (`over` 0).
    """
    hull, ring = piece.hull, piece.outline
    if least == "centre":
        return [(*piece.xy, POINT_DISC_RADIUS_IN)]
    if hull is None or ring is None:
        return [(*piece.xy, piece.radius)]
    if least == "wholly":
        return [(x, y, POINT_DISC_RADIUS_IN) for x, y in ring]
    if least == "half":
        return [(*piece.xy, POINT_DISC_RADIUS_IN)]
    long, wide = max(hull.length, hull.width), min(hull.length, hull.width)
    facing = piece.place.facing if isinstance(piece.place, OnTable) else 0.0
    way = math.radians(facing + (90.0 if hull.width > hull.length else 0.0))
    count = max(1, math.ceil(2.0 * (long - wide) / wide)) + 1
    steps = [(k / (count - 1) - 0.5) * (long - wide) for k in range(count)]
    far = over * (math.sqrt(0.5) - 0.5) * wide + wide / 2.0
    return [(piece.xy[0] + s * math.cos(way), piece.xy[1] + s * math.sin(way), far) for s in steps]


def _allowed_placements(table: Table, query: TemplateQuery) -> AllowedPlacements:
    size, firer = (table.ground.width, table.ground.height), query.firer
    spots = tuple(piece.xy for piece in query.wanted) if query.centred else ()
    if firer is None:
        return AllowedPlacements(size, spots)
    faces = firer.place.facing if isinstance(firer.place, OnTable) else 0.0
    bound = query.arc.width < 360.0
    turns = (faces + query.arc.toward - query.arc.width / 2.0, query.arc.width) if bound else (0.0, 360.0)
    if query.origin_offset:
        return AllowedPlacements(size, (firer.xy,), facings=turns)
    within = None if query.reach is None else (*firer.xy, firer.radius + query.reach)
    arc = (firer.xy, faces, query.arc) if bound else None
    return AllowedPlacements(size, spots, within, arc)
