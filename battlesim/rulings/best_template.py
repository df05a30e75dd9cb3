"""Where a template catches most pieces, within what a rule or a person allows. Inches, degrees."""

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
"""Inches: more than half of a base is covered only where its middle is."""


ROUND_CORNER_SEGMENTS: Final = 64
"""Segments of a quarter of a circle round a corner: 12 in are at most 0.001 in short."""


class TemplateQuery(NamedTuple):
    """What a template, drawn about the origin and pointing east, is to catch, and where it may be laid.

    Over none of the `spared` may it lie. With a `firer` its origin is at most `reach` from the edge of that
    one's base, at the very edge for 0, and in an arc of it; a template that points somewhere points into the
    arc. `centred` puts it on the middle of a piece that is wanted. With `of_base` a blast is laid on a base
    and measured from its edge, `reach` too; laid on none it is one about a point.
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
        """How far from the middle of the firer its origin always is, 0 where that is not fixed."""
        held = self.firer is not None and self.reach == 0.0 and not isinstance(self.template, Blast)
        return self.firer.radius if self.firer and held else 0.0


def best_template(table: Table, query: TemplateQuery) -> BestPlacement:
    """The best place of a template's origin, and its facing. Raises ValueError where there is none."""
    if not query.of_base:
        return _best(table, query, _where(table, query))
    found = [best for piece in query.wanted if (best := _on_base(table, query, piece))]
    if not found:
        raise ValueError("there is no place for it")
    best = max(found, key=lambda one: one.caught_count)
    return best._replace(is_proved=all(one.is_proved for one in found))


def _on_base(table: Table, wish: TemplateQuery, piece: Piece) -> BestPlacement | None:
    """What it catches laid on one base; None where it may not be laid there."""
    reach = None if wish.reach is None else wish.reach + piece.radius
    held = wish._replace(template=template_around_base(wish.template, piece), reach=reach, of_base=False)
    where = _where(table, held)._replace(points=(piece.xy,), facings=(0.0, 0.0))
    try:
        return _best(table, held, where)
    except ValueError:
        return None


def _best(table: Table, wish: TemplateQuery, where: AllowedPlacements) -> BestPlacement:
    off = wish.origin_offset
    bases = [_discs(piece, wish.threshold) for piece in wish.wanted]
    spared = [disc for piece in wish.spared for disc in _discs(piece, "touching", 0.0)]
    hulls = any(one.hull for one in (*wish.wanted, *wish.spared))
    parts = [len(base) for base in bases] if hulls else ()
    field = TemplateTargets([disc for base in bases for disc in base], wish.threshold, spared, parts)

    def judge(x: float, y: float, facing: float) -> int:
        return caught_count(table, wish, *_ahead(x, y, facing, off))

    held = placed_template(wish.template, off, 0.0, 0.0)
    found = best_placement(held, field, where, judge if hulls or wish.shadow.mode else None)
    x, y, _ = _ahead(found.x, found.y, found.facing, off)
    return found._replace(x=x, y=y)


def caught_count(table: Table, query: TemplateQuery, x: float, y: float, facing: float) -> int:
    """How many of those that are wanted a template catches as it lies; -1 where it lies over one that is
    spared."""
    lies = placed_query_template(table, query, x, y, facing)
    over = piece_coverages(table, lies.template, query.spared).values()
    if any(one.state != "out" for one in over):
        return -1
    return len(caught_ids(table, lies, query.wanted, query.threshold))


def placed_query_template(
    table: Table, query: TemplateQuery, x: float, y: float, facing: float
) -> PlacedTemplate:
    """The template as it lies there, with its shadows."""
    under = piece_aimed_at(table, query, (x, y))
    if under is not None:
        (x, y), facing = under.xy, 0.0
        query = query._replace(template=template_around_base(query.template, under))
    return place_template(table.ground, placed_template(query.template, x, y, facing), (x, y), query.shadow)


def piece_aimed_at(table: Table, query: TemplateQuery, point: Point) -> Piece | None:
    """On whose base a template lies that is measured from one, the nearest middle of several; None on bare
    ground, and for other templates."""
    if not query.of_base:
        return None
    under = (piece for piece in table.standing_pieces() if base_contains(piece, point))
    return min(under, key=lambda piece: math.dist(piece.xy, point), default=None)


def template_around_base(template: Template, piece: Piece) -> Template:
    """A blast, drawn about the middle of a base, that is measured from its edge."""
    if not isinstance(template, Blast):
        return template
    if piece.outline is None:
        return Blast(0.0, 0.0, piece.radius + template.radius)
    x, y = piece.xy
    base = outlines.polygon([(a - x, b - y) for a, b in piece.outline])
    ((ring,),) = outlines.grow(base, template.radius, segments=ROUND_CORNER_SEGMENTS)
    return PolygonTemplate((tuple((float(a), float(b)) for a, b in ring),))


def _ahead(x: float, y: float, facing: float, far: float) -> tuple[float, float, float]:
    way = math.radians(facing)
    return x + far * math.cos(way), y + far * math.sin(way), facing


def _discs(piece: Piece, least: CatchThreshold, over: float = 1.0) -> list[Disc]:
    """A base as discs: for one that is not round its corners where all of it counts, its middle where half of
    it does, else a row of discs along it that cover it all (`over` 0: that lie in it)."""
    hull, ring = piece.hull, piece.outline
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


def _where(table: Table, wish: TemplateQuery) -> AllowedPlacements:
    size, firer = (table.ground.width, table.ground.height), wish.firer
    spots = tuple(piece.xy for piece in wish.wanted) if wish.centred else ()
    if firer is None:
        return AllowedPlacements(size, spots)
    faces = firer.place.facing if isinstance(firer.place, OnTable) else 0.0
    bound = wish.arc.width < 360.0
    turns = (faces + wish.arc.toward - wish.arc.width / 2.0, wish.arc.width) if bound else (0.0, 360.0)
    if wish.origin_offset:
        return AllowedPlacements(size, (firer.xy,), facings=turns)
    within = None if wish.reach is None else (*firer.xy, firer.radius + wish.reach)
    arc = (firer.xy, faces, wish.arc) if bound else None
    return AllowedPlacements(size, spots, within, arc)
