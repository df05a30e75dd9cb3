"""Templates and pieces: which pieces one covers, and how, also behind walls. Inches."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple

from battlesim.geometry.constants import NO_LIMIT_IN, TOL
from battlesim.geometry.edge_distances import shape_gap
from battlesim.geometry.hulls import full_change_distance, ring_coverage
from battlesim.geometry.shadows import unshadowed_parts
from battlesim.geometry.shapes import Point, circle
from battlesim.geometry.templates import (
    Blast,
    CatchThreshold,
    Coverage,
    PolygonTemplate,
    Template,
    combined_coverage,
    disc_coverages,
)
from battlesim.rulings.measure import Base, Hulled, Outline, Seat, point_of, seat
from battlesim.rulings.placing import obstacles
from battlesim.table.pieces import Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Ground


class Shadow(NamedTuple):
    """What a template does not reach behind: ids of terrain, walls and openings. It hides the parts of the
    template that are not in a straight line with its origin, or the bases whose middle is not."""

    stops: tuple[str, ...] = ()
    hides: Literal["", "parts", "bases"] = ""


OPEN = Shadow()


class Laid(NamedTuple):
    """A template as it lies, with its origin, and what of it is not in shadow."""

    whole: Template
    origin: Point
    parts: tuple[Template, ...]
    shadow: Shadow = OPEN


def lay(ground: Ground, whole: Template, origin: Point, shadow: Shadow = OPEN) -> Laid:
    """A template laid on a ground."""
    if shadow.hides != "parts":
        return Laid(whole, origin, (whole,), shadow)
    shape = PolygonTemplate((whole.ring(),)) if isinstance(whole, Blast) else whole
    parts = open_parts(ground, shape, origin, shadow.stops)
    return Laid(whole, origin, (whole,) if parts == (shape,) else parts, shadow)


def open_parts(
    ground: Ground, shape: PolygonTemplate, origin: Point, stops: Collection[str]
) -> tuple[PolygonTemplate, ...]:
    """The parts of a template that do not lie behind terrain, walls and openings."""
    return unshadowed_parts(shape, origin, obstacles(ground), stops)


def open_to(ground: Ground, origin: Point, point: Point, stops: Collection[str]) -> bool:
    """Whether none of them stands between two points."""
    return not obstacles(ground).intersects_segment(origin, point, stops)


def caught_under(table: Table, laid: Laid, pieces: Sequence[Piece], least: CatchThreshold) -> list[str]:
    """The ids of the pieces that a template catches."""
    whole = pieces_under(table, laid.whole, pieces)
    under = [piece for piece in pieces if piece.id in whole and whole[piece.id].is_caught(least)]
    if laid.shadow.hides == "bases":
        middles = {piece.id: point_of(table, piece, laid.origin) for piece in under}
        stops = laid.shadow.stops
        return [key for key, middle in middles.items() if open_to(table.ground, laid.origin, middle, stops)]
    if laid.parts == (laid.whole,):
        return [piece.id for piece in under]
    return [key for key, one in found_under(table, laid, under).items() if one.is_caught(least)]


def found_under(table: Table, laid: Laid, pieces: Sequence[Piece]) -> dict[str, Coverage]:
    """How a template with its shadows covers each piece that is in play, by id in the given order; in margins
    the shadows stay where they are."""
    if laid.shadow.hides == "bases":
        return _open_under(table, laid, pieces)
    if laid.parts == (laid.whole,):
        return pieces_under(table, laid.whole, pieces)
    each = [pieces_under(table, part, pieces) for part in laid.parts]
    standing = [piece for piece in pieces if piece.in_play]
    return {one.id: _joined(seat(table, one), [found[one.id] for found in each]) for one in standing}


def _joined(at: Seat, found: Sequence[Coverage]) -> Coverage:
    """What the parts of a template cover of what is measured there."""
    if isinstance(at, Outline):
        return max(found, key=lambda one: one.touch_depth, default=_of_outline(NO_LIMIT_IN))
    return combined_coverage(
        found, math.pi * at.radius / 2.0 if isinstance(at, Base) else full_change_distance(at.rings[0])
    )


def _open_under(table: Table, laid: Laid, pieces: Sequence[Piece]) -> dict[str, Coverage]:
    """The same where bases are hidden whose middle is not in a straight line with the origin: how far that is
    from the rim of a shadow counts, too."""
    whole = pieces_under(table, laid.whole, pieces)
    under = [one for one in pieces if one.id in whole and whole[one.id].state != "out"]
    if not under:
        return whole
    reach = max(math.dist(laid.origin, corner) for corner in laid.whole.ring())
    about = PolygonTemplate(
        (circle(*laid.origin, 1.01 * reach + 2.0 * max(one.radius for one in under), 96),)
    )
    seen = open_parts(table.ground, about, laid.origin, laid.shadow.stops)
    for one in under if seen != (about,) else ():
        middle = point_of(table, one, laid.origin)
        far = abs(max((float(part.depths([middle])[0]) for part in seen), default=-reach))
        found = whole[one.id]
        if open_to(table.ground, laid.origin, middle, laid.shadow.stops):
            whole[one.id] = found._replace(margin=min(found.margin, far))
        else:
            whole[one.id] = Coverage(0.0, "out", -far, found.inside_clearance, far)
    return whole


def pieces_under(table: Table, template: Template, pieces: Sequence[Piece]) -> dict[str, Coverage]:
    """How a template covers each piece that is in play, by id in the given order.

    A piece inside terrain is a point of its outline: covered wholly as soon as the template touches that,
    else out. One aboard another is covered as its carrier is.
    """
    seats = {piece.id: seat(table, piece) for piece in pieces if piece.in_play}
    discs = {key: (at.x, at.y, at.radius) for key, at in seats.items() if isinstance(at, Base)}
    found = dict(zip(discs, disc_coverages(template, list(discs.values())), strict=True))
    for key, at in seats.items():
        if isinstance(at, Hulled):
            found[key] = ring_coverage(template, at.rings[0])
        elif isinstance(at, Outline):
            found[key] = _of_outline(shape_gap([template.ring()], at.rings))
    return {key: found[key] for key in seats}


def _of_outline(gap: float) -> Coverage:
    if gap <= TOL:
        return Coverage(1.0, "wholly", TOL - gap, TOL - gap, TOL - gap)
    return Coverage(0.0, "out", -gap, -gap, gap - TOL)
