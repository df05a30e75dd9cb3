"""Creatures and buildings for tests of rules, beside what `field` has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from battlesim.rulesets.troice_station.core.profiles import profile
from battlesim.rulesets.troice_station.core.state import CREATURES
from battlesim.table.ids import UnitId
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.terrain import Opening, Terrain

Point = tuple[float, float]
Marks = Mapping[str, int] | Sequence[str]
LEVELS = {"door": (0.0, 2.0), "window": (1.0, 2.0), "slit": (1.0, 1.5)}


def creature(kind: str, id: str, x: float, y: float, marks: Marks = ()) -> Piece:
    """A creature or a marker. Marks: names, or names with counts."""
    own, unit = profile(kind), UnitId("creatures")
    made = Piece(id, id, kind, CREATURES, unit, own.base / 2, own.height, OnTable(x, y))
    for name, count in (marks if isinstance(marks, Mapping) else dict.fromkeys(marks, 1)).items():
        made = made.with_mark(name, count)
    return made


def alien(id: str, x: float, y: float, marks: Marks = ()) -> Piece:
    """An Alien."""
    return creature("alien", id, x, y, marks)


def hugger(id: str, x: float, y: float, marks: Marks = ()) -> Piece:
    """A Face Hugger."""
    return creature("face_hugger", id, x, y, marks)


def marker(id: str, x: float, y: float, marks: Marks = ()) -> Piece:
    """A marker that nobody has turned over."""
    return creature("marker", id, x, y, marks)


def room(
    id: str, x0: float, y0: float, x1: float, y1: float, *gaps: tuple[str, Point, Point, bool]
) -> Terrain:
    """A building with walls 0.25 in thick; its doors and windows are kind, start, end, open or shut.

    One without any has a slit in a corner, as only what has openings has a room.
    """
    known = gaps or (("slit", (x0, y1 - 0.5), (x0, y1 - 1.0), True),)
    openings = tuple(
        Opening(start, end, *LEVELS[kind], is_open, kind, 0.25, f"{id}.{kind}{n}")
        for n, (kind, start, end, is_open) in enumerate(known, 1)
    )
    ring = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return Terrain(id, "building", (ring,), 3.0, openings=openings)


def block(kind: str, id: str, x0: float, y0: float, x1: float, y1: float, height: float = 1.0) -> Terrain:
    """Terrain that is a rectangle."""
    return Terrain(id, kind, (((x0, y0), (x1, y0), (x1, y1), (x0, y1)),), height)
