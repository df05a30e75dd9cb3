"""The picture of the bare table: painted, lit, cut into tiles that fit each other."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from battlesim.geometry.outlines import bounds
from battlesim.render.coverage import Box
from battlesim.render.field import Field
from battlesim.render.light import margins, shade
from battlesim.render.photo import lay_picture
from battlesim.render.terrain import look_of, paint
from battlesim.render.terrain.base import shape_of
from battlesim.render.terrain.earth import cracks, pebbles
from battlesim.render.terrain.snow import waves
from battlesim.table.terrain import Ground, Terrain

REACH = 5.2
"""How far a terrain piece can change the picture beyond its outline: the longest lamp or shadow, inches."""

STONY = (cracks, pebbles)
SURFACES: Final[Mapping[str, tuple[Callable[[Field], None], ...]]] = {
    "deck": (),
    "street": (),
    "snow": (waves,),
}
"""What lies on a surface; on others stones and cracks."""


def table_box(ground: Ground, ppi: float) -> Box:
    """The pixels of the whole table at a zoom."""
    return 0, 0, math.ceil(ground.width * ppi), math.ceil(ground.height * ppi)


def lit(ground: Ground, ppi: float, area: Box, opened: frozenset[str] = frozenset()) -> NDArray[np.uint8]:
    """The lit picture of an area of the table's pixel lattice: (height, width, 3) bytes.

    The same pixel is the same whatever the area. `opened` names the buildings whose roof is off.
    """
    before, after = margins(ppi)
    window = (area[0] - before, area[1] - before, area[2] + after, area[3] + after)
    picture = shade(painted(ground, ppi, window, opened), ground.mood)
    return picture[before : before + area[3] - area[1], before : before + area[2] - area[0]]


def painted(ground: Ground, ppi: float, window: Box, opened: frozenset[str] = frozenset()) -> Field:
    """Heights and colours of a window, everything near it painted in order."""
    field = Field(ground.width, ground.height, ground.surface, ppi, window)
    if not (ground.picture and lay_picture(field, ground.picture)):
        for strew in SURFACES.get(ground.surface, STONY):
            strew(field)
    for piece in in_order(near(field, ground.terrain)):
        paint(field, piece, look_of(piece, piece.id in opened))
    return field


def in_order(pieces: Iterable[Terrain]) -> list[Terrain]:
    """Terrain in the order in which it is painted: by its look's order, then as it came."""
    return sorted(pieces, key=lambda piece: look_of(piece).order)


def near(field: Field, pieces: Iterable[Terrain]) -> list[Terrain]:
    """The terrain that can show in a field's window, and all hills: what stands on them must know."""
    x0, x1 = field.xs[0] - REACH, field.xs[-1] + REACH
    y0, y1 = field.ys[-1] - REACH, field.ys[0] + REACH

    def touches(piece: Terrain) -> bool:
        left, low, right, high = bounds(shape_of(piece))
        shows = left < x1 and right > x0 and low < y1 and high > y0
        return bool(shows) or look_of(piece).painter == "hill"

    return [piece for piece in pieces if touches(piece)]
