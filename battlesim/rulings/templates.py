"""Templates and pieces: which pieces one covers, and how, also behind walls. Inches."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple

from battlesim.geometry.constants import TOL
from battlesim.geometry.hulls import covered_ring
from battlesim.geometry.measure import Disc, shape_gap
from battlesim.geometry.shadows import lit
from battlesim.geometry.shapes import Point, circle
from battlesim.geometry.templates import Blast, Covered, Shape, Template, covered, covered_by
from battlesim.rulings.measure import Base, Hulled, Outline, seat
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
    """A template as it lies, with its origin, and what of it is open to that."""

    whole: Template
    origin: Point
    parts: tuple[Template, ...]
    shadow: Shadow = OPEN


def lay(ground: Ground, whole: Template, origin: Point, shadow: Shadow = OPEN) -> Laid:
    """A template laid on a ground."""
    parts: tuple[Template, ...] = (whole,)
    if shadow.hides:
        shape = Shape((whole.ring(),)) if isinstance(whole, Blast) else whole
        found = open_parts(ground, shape, origin, shadow.stops)
        parts = (whole,) if found == (shape,) else found
    return Laid(whole, origin, parts, shadow)


def open_parts(ground: Ground, shape: Shape, origin: Point, stops: Collection[str]) -> tuple[Shape, ...]:
    """The parts of a template that do not lie behind terrain, walls and openings."""
    return lit(shape, origin, obstacles(ground), stops)


def open_to(ground: Ground, origin: Point, point: Point, stops: Collection[str]) -> bool:
    """Whether none of them stands between two points."""
    return not obstacles(ground).between(origin, point, stops)


def bases_under(ground: Ground, laid: Laid, discs: Sequence[Disc]) -> list[Covered]:
    """How a template covers bases (x, y, radius), with its shadows; these stay where they are in margins."""
    if laid.shadow.hides != "bases" or not discs:
        return covered_by(laid.parts, discs)
    stops, whole = laid.shadow.stops, covered(laid.whole, discs)
    far = max(radius for _, _, radius in discs)
    about = _about(laid, far)
    seen = open_parts(ground, about, laid.origin, stops)
    if seen == (about,):
        return whole
    depths = [max(float(part.depths([d[:2]])[0]) for part in seen) if seen else -far for d in discs]
    open_ones = [open_to(ground, laid.origin, d[:2], stops) for d in discs]
    return [
        _lit(one, abs(deep), is_open) for one, deep, is_open in zip(whole, depths, open_ones, strict=True)
    ]


def _about(laid: Laid, far: float) -> Shape:
    """All about the origin of a template in which a base that far across may be under it."""
    x, y = laid.origin
    reach = max(abs(px - x) + abs(py - y) for px, py in laid.whole.ring()) + far
    return Shape((circle(x, y, 1.01 * reach, 96),))


def _lit(found: Covered, to_shadow: float, is_open: bool) -> Covered:
    """What is found of a base that is open or not, and so far from being the other."""
    if found.state == "out":
        return found
    if not is_open:
        return Covered(0.0, "out", -to_shadow, found.whole, to_shadow)
    return found._replace(margin=min(found.margin, to_shadow))


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
