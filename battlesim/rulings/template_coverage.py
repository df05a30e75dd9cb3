"""Which pieces a placed template (an area of effect) covers, and how much of each. Lengths are in inches."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from functools import reduce
from typing import Final, Literal, NamedTuple

from battlesim.geometry import outlines
from battlesim.geometry.constants import NO_LIMIT_IN, TOL
from battlesim.geometry.edge_distances import shape_gap
from battlesim.geometry.hulls import full_change_distance, ring_coverage
from battlesim.geometry.regions import common_region, region_of_shape
from battlesim.geometry.shadows import unshadowed_parts
from battlesim.geometry.shapes import Point, Region, circle
from battlesim.geometry.templates import (
    Blast,
    CatchThreshold,
    Coverage,
    PolygonTemplate,
    Template,
    combined_coverage,
    disc_coverages,
)
from battlesim.rulings.piece_gaps import (
    MeasuredBase,
    MeasuredHull,
    MeasuredShape,
    MeasuredTerrain,
    measured_shape,
    reference_point,
)
from battlesim.rulings.piece_placement import ground_obstacles
from battlesim.table.levels import foot_height, ground_level, support
from battlesim.table.pieces import Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Ground

HOLDING_CLEARANCE_IN: Final = 0.02
"""Depth in inches by which a template reaches into each base that it must cover."""
HOLDING_SEGMENTS: Final = 96
"""Segments of the circle of the centres from which a template covers part of a base."""


class TemplateShadow(NamedTuple):
    """The objects that shield pieces from a template, by the ids of terrain, walls and openings.

    In the mode "parts", a template has an effect only where no object lies on the straight line from its
    origin. In the mode "bases", a base is shielded if an object lies between its centre and the origin.
    """

    blockers: tuple[str, ...] = ()
    mode: Literal["", "parts", "bases"] = ""


NO_SHADOW = TemplateShadow()


class TemplateLevel(NamedTuple):
    """The height of a template above the table, and how far from that height a caught piece may be.

    `within` limits the vertical distance of the piece's foot. A template that lies on the ground catches all
    pieces on the ground, no matter how high the ground is.
    """

    height: float
    within: float


class PlacedTemplate(NamedTuple):
    """A template on the table, with its origin, the parts not shielded by objects, and the shielding rule."""

    template: Template
    origin: Point
    parts: tuple[Template, ...]
    shadow: TemplateShadow = NO_SHADOW


def place_template(
    ground: Ground, template: Template, origin: Point, shadow: TemplateShadow = NO_SHADOW
) -> PlacedTemplate:
    """Return a template placed on the ground, with the parts of it that no object shields."""
    if shadow.mode != "parts":
        return PlacedTemplate(template, origin, (template,), shadow)
    shape = PolygonTemplate((template.ring(),)) if isinstance(template, Blast) else template
    parts = parts_in_open(ground, shape, origin, shadow.blockers)
    return PlacedTemplate(template, origin, (template,) if parts == (shape,) else parts, shadow)


def parts_in_open(
    ground: Ground, shape: PolygonTemplate, origin: Point, blockers: Collection[str]
) -> tuple[PolygonTemplate, ...]:
    """Return the parts of a template that can be reached from its origin in a straight line.

    No object in `blockers` lies on that line.
    """
    return unshadowed_parts(shape, origin, ground_obstacles(ground), blockers)


def is_unobstructed(ground: Ground, origin: Point, point: Point, blockers: Collection[str]) -> bool:
    """Return whether the straight line between two points is free of the given blocking objects."""
    return not ground_obstacles(ground).intersects_segment(origin, point, blockers)


def holding_region(pieces: Sequence[Piece], radius: float, within: Region = ()) -> Region:
    """Return the region where the centre of a round template can be so that it covers a part of every base.

    Every base is covered to a depth of at least `HOLDING_CLEARANCE_IN`. If `within` is given, it limits the
    region.
    """
    far = radius - HOLDING_CLEARANCE_IN
    discs = [
        region_of_shape(outlines.disc(*piece.xy, far + piece.radius, HOLDING_SEGMENTS)) for piece in pieces
    ]
    return reduce(common_region, [*([within] if within else []), *discs])


def caught_ids(
    table: Table,
    placed: PlacedTemplate,
    pieces: Sequence[Piece],
    threshold: CatchThreshold,
    level: TemplateLevel | None = None,
) -> list[str]:
    """Return the ids of the pieces that a placed template catches.

    If `level` is given, only pieces near that height are caught.
    """
    pieces = [piece for piece in pieces if level is None or _is_near(table, piece, placed.origin, level)]
    whole = piece_coverages(table, placed.template, pieces)
    under = [piece for piece in pieces if piece.id in whole and whole[piece.id].is_caught(threshold)]
    if placed.shadow.mode == "bases":
        middles = {piece.id: reference_point(table, piece, placed.origin) for piece in under}
        stops = placed.shadow.blockers
        return [
            key
            for key, middle in middles.items()
            if is_unobstructed(table.ground, placed.origin, middle, stops)
        ]
    if placed.parts == (placed.template,):
        return [piece.id for piece in under]
    return [
        key for key, part in shadowed_coverages(table, placed, under).items() if part.is_caught(threshold)
    ]


def _is_near(table: Table, piece: Piece, origin: Point, level: TemplateLevel) -> bool:
    lies = level.height <= ground_level(table.ground, *origin) + TOL
    if lies and support(table.ground, piece) == "ground":
        return True
    return abs(foot_height(table, piece) - level.height) <= level.within + TOL


def shadowed_coverages(table: Table, placed: PlacedTemplate, pieces: Sequence[Piece]) -> dict[str, Coverage]:
    """Return a dict that maps the id of each piece in play to how much of it a placed template covers.

    Objects that shield pieces are taken into account. The margins assume that the shielded parts of the
    template do not move. The order of the pieces is kept.
    """
    if placed.shadow.mode == "bases":
        return _coverages_in_open(table, placed, pieces)
    if placed.parts == (placed.template,):
        return piece_coverages(table, placed.template, pieces)
    each = [piece_coverages(table, part, pieces) for part in placed.parts]
    standing = [piece for piece in pieces if piece.in_play]
    return {
        piece.id: _joined_coverage(measured_shape(table, piece), [found[piece.id] for found in each])
        for piece in standing
    }


def _joined_coverage(at: MeasuredShape, found: Sequence[Coverage]) -> Coverage:
    """Return the combined coverage of a measured shape by the parts of a template."""
    if isinstance(at, MeasuredTerrain):
        return max(found, key=lambda part: part.touch_depth, default=_of_outline(NO_LIMIT_IN))
    return combined_coverage(
        found,
        math.pi * at.radius / 2.0 if isinstance(at, MeasuredBase) else full_change_distance(at.rings[0]),
    )


def _coverages_in_open(table: Table, laid: PlacedTemplate, pieces: Sequence[Piece]) -> dict[str, Coverage]:
    """Return the coverages, with shielded bases counted as out and margins that allow for shadow edges."""
    whole = piece_coverages(table, laid.template, pieces)
    under = [one for one in pieces if one.id in whole and whole[one.id].state != "out"]
    if not under:
        return whole
    reach = max(math.dist(laid.origin, corner) for corner in laid.template.ring())
    about = PolygonTemplate(
        (circle(*laid.origin, 1.01 * reach + 2.0 * max(one.radius for one in under), 96),)
    )
    seen = parts_in_open(table.ground, about, laid.origin, laid.shadow.blockers)
    for one in under if seen != (about,) else ():
        middle = reference_point(table, one, laid.origin)
        far = abs(max((float(part.depths([middle])[0]) for part in seen), default=-reach))
        found = whole[one.id]
        if is_unobstructed(table.ground, laid.origin, middle, laid.shadow.blockers):
            whole[one.id] = found._replace(margin=min(found.margin, far))
        else:
            whole[one.id] = Coverage(0.0, "out", -far, found.inside_clearance, far, -far)
    return whole


def piece_coverages(table: Table, template: Template, pieces: Sequence[Piece]) -> dict[str, Coverage]:
    """Return a dict that maps the id of each piece in play to how much of it a template covers.

    A piece inside terrain is covered completely if the template touches the outline of the terrain, and
    otherwise not at all. A piece aboard another has the coverage of its carrier. The order of the pieces is
    kept.
    """
    seats = {piece.id: measured_shape(table, piece) for piece in pieces if piece.in_play}
    discs = {key: (at.x, at.y, at.radius) for key, at in seats.items() if isinstance(at, MeasuredBase)}
    found = dict(zip(discs, disc_coverages(template, list(discs.values())), strict=True))
    for key, at in seats.items():
        if isinstance(at, MeasuredHull):
            found[key] = ring_coverage(template, at.rings[0])
        elif isinstance(at, MeasuredTerrain):
            found[key] = _of_outline(shape_gap([template.ring()], at.rings))
    return {key: found[key] for key in seats}


def _of_outline(gap: float) -> Coverage:
    if gap <= TOL:
        return Coverage(1.0, "wholly", TOL - gap, TOL - gap, TOL - gap, TOL - gap)
    return Coverage(0.0, "out", -gap, -gap, gap - TOL, -gap)
