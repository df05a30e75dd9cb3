"""Templates and pieces: which pieces one covers, and how, also behind walls. Inches."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple

from battlesim.geometry.constants import FAR, TOL
from battlesim.geometry.hulls import covered_ring, turn_of
from battlesim.geometry.measure import outline_point, shape_gap
from battlesim.geometry.shadows import lit
from battlesim.geometry.shapes import Point, circle
from battlesim.geometry.templates import Blast, Covered, Shape, Template, covered, together
from battlesim.rulings.measure import Base, Hulled, Outline, Seat, seat
from battlesim.rulings.placing import obstacles
from battlesim.table.limits import MOST_BASE
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
    """A template as it lies, with its origin, and what is open to that: of the template, or, where bases are
    hidden, of all about it in which a base that it covers may have its middle."""

    whole: Template
    origin: Point
    parts: tuple[Template, ...]
    shadow: Shadow = OPEN


def lay(ground: Ground, whole: Template, origin: Point, shadow: Shadow = OPEN) -> Laid:
    """A template laid on a ground."""
    if not shadow.hides:
        return Laid(whole, origin, (whole,))
    shape = Shape((whole.ring(),)) if isinstance(whole, Blast) else whole
    if shadow.hides == "bases":
        x, y = origin
        reach = max(math.dist(origin, corner) for corner in whole.ring()) + MOST_BASE
        shape = Shape((circle(x, y, reach, 96),))
    parts = open_parts(ground, shape, origin, shadow.stops)
    return Laid(whole, origin, (whole,) if parts == (shape,) else parts, shadow)


def open_parts(ground: Ground, shape: Shape, origin: Point, stops: Collection[str]) -> tuple[Shape, ...]:
    """The parts of a template that do not lie behind terrain, walls and openings."""
    return lit(shape, origin, obstacles(ground), stops)


def open_to(ground: Ground, origin: Point, point: Point, stops: Collection[str]) -> bool:
    """Whether none of them stands between two points."""
    return not obstacles(ground).between(origin, point, stops)


def found_under(table: Table, laid: Laid, pieces: Sequence[Piece]) -> dict[str, Covered]:
    """How a template with its shadows covers each piece that is in play, by id in the given order; in margins
    the shadows stay where they are."""
    whole = pieces_under(table, laid.whole, pieces)
    if laid.parts == (laid.whole,):
        return whole
    known = {piece.id: piece for piece in pieces}
    if laid.shadow.hides == "bases":
        return {key: _lit(table.ground, laid, seat(table, known[key]), one) for key, one in whole.items()}
    each = [pieces_under(table, part, pieces) for part in laid.parts]
    return {key: _joined(seat(table, known[key]), [found[key] for found in each]) for key in whole}


def _joined(at: Seat, found: Sequence[Covered]) -> Covered:
    """What the parts of a template cover of what is measured there."""
    if isinstance(at, Outline):
        return max(found, key=lambda one: one.touch, default=_of_outline(FAR))
    return together(found, math.pi * at.radius / 2.0 if isinstance(at, Base) else turn_of(at.rings[0]))


def _lit(ground: Ground, laid: Laid, at: Seat, found: Covered) -> Covered:
    """What is found of a base if its middle is in a straight line with the origin of the template, else that
    it is out; how far it may be off before the other holds counts, too."""
    if found.state == "out":
        return found
    middle = outline_point(at.rings[0], laid.origin) if isinstance(at, Outline) else (at.x, at.y)
    far = max((float(part.depths([middle])[0]) for part in laid.parts), default=-FAR)
    if not open_to(ground, laid.origin, middle, laid.shadow.stops):
        return Covered(0.0, "out", -abs(far), found.whole, abs(far))
    return found._replace(margin=min(found.margin, abs(far)))


def pieces_under(table: Table, template: Template, pieces: Sequence[Piece]) -> dict[str, Covered]:
    """How a template covers each piece that is in play, by id in the given order.

    A piece inside terrain is a point of its outline: covered wholly as soon as the template touches that,
    else out. One aboard another is covered as its carrier is.
    """
    seats = {piece.id: seat(table, piece) for piece in pieces if piece.in_play}
    discs = {key: (at.x, at.y, at.radius) for key, at in seats.items() if isinstance(at, Base)}
    found = dict(zip(discs, covered(template, list(discs.values())), strict=True))
    for key, at in seats.items():
        if isinstance(at, Hulled):
            found[key] = covered_ring(template, at.rings[0])
        elif isinstance(at, Outline):
            found[key] = _of_outline(shape_gap([template.ring()], at.rings))
    return {key: found[key] for key in seats}


def _of_outline(gap: float) -> Covered:
    if gap <= TOL:
        return Covered(1.0, "wholly", TOL - gap, TOL - gap, TOL - gap)
    return Covered(0.0, "out", -gap, -gap, gap - TOL)
