"""A swarm that closes in: as many as can into contact with prey, else the whole group toward it. Inches.

What a person would otherwise choose model by model: places, ways round obstacles and who goes where are found
by `rulings.movement`, coherency included. No ruleset is known here; the same table gives the same legs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from battlesim.geometry.shapes import Point
from battlesim.rulings.movement import Leg, Link, Motion, check_group, suggest_group, toward
from battlesim.table.state import Table


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
