"""Where a template catches most pieces, within what a rule or a person allows. Inches, degrees."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from battlesim.geometry.arcs import ALL_ROUND, Arc
from battlesim.geometry.best_place import Best, Field, Where, best_place, moved
from battlesim.geometry.measure import Disc
from battlesim.geometry.templates import Blast, Catch, Template
from battlesim.rulings.templates import OPEN, Laid, Shadow, found_under, lay, pieces_under
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table

TINY: Final = 0.001
"""Inches: more than half of a base is covered only where its middle is."""


class Wish(NamedTuple):
    """What a template, drawn about the origin and pointing east, is to catch, and where it may be laid.

    Over none of the `spared` may it lie. With a `firer` its origin is at most `reach` from the edge of that
    one's base, at the very edge for 0, and in an arc of it; a template that points somewhere points into the
    arc. `centred` puts it on the middle of a piece that is wanted.
    """

    template: Template
    wanted: tuple[Piece, ...]
    spared: tuple[Piece, ...] = ()
    least: Catch = "partly"
    shadow: Shadow = OPEN
    firer: Piece | None = None
    reach: float | None = None
    arc: Arc = ALL_ROUND
    centred: bool = False

    @property
    def muzzle(self) -> float:
        """How far from the middle of the firer its origin always is, 0 where that is not fixed."""
        held = self.firer is not None and self.reach == 0.0 and not isinstance(self.template, Blast)
        return self.firer.radius if self.firer and held else 0.0


def best_template(table: Table, wish: Wish) -> Best:
    """The best place of a template's origin, and its facing. Raises ValueError where there is none."""
    off = wish.muzzle
    field = Field(_wanted(wish), wish.least, [_within(piece) for piece in wish.spared])
    simple = not wish.shadow.hides and not any(one.hull for one in (*wish.wanted, *wish.spared))

    def judge(x: float, y: float, facing: float) -> int:
        return caught(table, wish, *_ahead(x, y, facing, off))

    held = moved(wish.template, off, 0.0, 0.0)
    found = best_place(held, field, _where(table, wish), None if simple else judge)
    x, y, _ = _ahead(found.x, found.y, found.facing, off)
    return found._replace(x=x, y=y)


def caught(table: Table, wish: Wish, x: float, y: float, facing: float) -> int:
    """How many of those that are wanted a template catches as it lies; -1 where it lies over one that is
    spared."""
    lies = laid(table, wish, x, y, facing)
    over = pieces_under(table, lies.whole, wish.spared).values()
    if any(one.state != "out" for one in over):
        return -1
    return sum(one.caught(wish.least) for one in found_under(table, lies, wish.wanted).values())


def laid(table: Table, wish: Wish, x: float, y: float, facing: float) -> Laid:
    """The template as it lies there, with its shadows."""
    return lay(table.ground, moved(wish.template, x, y, facing), (x, y), wish.shadow)


def _ahead(x: float, y: float, facing: float, far: float) -> tuple[float, float, float]:
    way = math.radians(facing)
    return x + far * math.cos(way), y + far * math.sin(way), facing


def _wanted(wish: Wish) -> list[Disc]:
    """The bases; in place of one that is not round a disc that is caught at least wherever that is."""
    if wish.least == "wholly":
        return [_within(piece) for piece in wish.wanted]
    tiny = wish.least == "half"
    return [(*one.xy, TINY if tiny and one.hull else one.radius) for one in wish.wanted]


def _within(piece: Piece) -> Disc:
    """A base, or the disc in one that is not round."""
    hull = piece.hull
    return (*piece.xy, min(hull.length, hull.width) / 2.0 if hull else piece.radius)


def _where(table: Table, wish: Wish) -> Where:
    size, firer = (table.ground.width, table.ground.height), wish.firer
    spots = tuple(piece.xy for piece in wish.wanted) if wish.centred else ()
    if firer is None:
        return Where(size, spots)
    faces = firer.place.facing if isinstance(firer.place, OnTable) else 0.0
    bound = wish.arc.width < 360.0
    turns = (faces + wish.arc.toward - wish.arc.width / 2.0, wish.arc.width) if bound else (0.0, 360.0)
    if wish.muzzle:
        return Where(size, (firer.xy,), facings=turns)
    within = None if wish.reach is None else (*firer.xy, firer.radius + wish.reach)
    arc = (firer.xy, faces, wish.arc) if bound else None
    return Where(size, spots, within, arc)
