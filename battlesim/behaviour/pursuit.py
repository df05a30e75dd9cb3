"""Going at the nearest enemies: whom, and the move of as many as can into contact with them. Inches.

What a person would otherwise choose model by model: places, ways round obstacles and who goes where are found
by `rulings.movement`, coherency included. The same table gives the same legs.
Users: the bugs of Mobile Infantry; the creatures of Troice.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from battlesim.behaviour.advice import nearest
from battlesim.geometry.shapes import Point
from battlesim.rulings.movement import Leg, Link, Motion, check_group, suggest_group, toward
from battlesim.table.pieces import Piece
from battlesim.table.state import Table


def prey(
    start: Point, others: Sequence[tuple[Piece, Point]], about: float
) -> tuple[Point | None, tuple[str, ...]]:
    """Where the nearest of some pieces is, and those of them that stand within some inches of there."""
    goal = nearest(start, others).at
    if goal is None:
        return None, ()
    return goal, tuple(p.id for p, at in others if p.spot and math.dist(at, goal) <= about)


def close_in(
    table: Table,
    motions: Sequence[Motion],
    link: Link | None,
    goal: Point,
    prey: Sequence[str] = (),
    contact: float = 1.0,
) -> tuple[Leg, ...]:
    """Legal legs of a group toward a goal, in the order moved; () when nobody can get nearer.

    With prey as many as possible end within `contact` of it; where that plan fails the whole group goes
    toward the goal, and where the group cannot move its first member goes ahead.
    """
    for legs in _plans(table, motions, link, goal, prey, contact):
        if legs and check_group(table, motions, legs, link) is None:
            return legs
    return ()


def _plans(
    table: Table,
    motions: Sequence[Motion],
    link: Link | None,
    goal: Point,
    prey: Sequence[str],
    contact: float,
) -> Iterator[tuple[Leg, ...]]:
    """Ways for the group, the most wanted first; the later ones are only worked out when asked for."""
    if prey:
        yield suggest_group(table, motions, link, goal, prey, contact)
    yield suggest_group(table, motions, link, goal)
    first = toward(table, motions[0], goal) if motions else None
    yield (first,) if first is not None else ()
