"""The picture of the bare table: painted, lit, cut into tiles that fit each other."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from battlesim.geometry.outlines import shape_bounds
from battlesim.geometry.shapes import rect, thick_line
from battlesim.render.coverage import Box
from battlesim.render.field import Field
from battlesim.render.light import margins, shade
from battlesim.render.photo import lay_picture
from battlesim.render.terrain import look_of, paint
from battlesim.render.terrain.base import shape_of
from battlesim.render.terrain.earth import cracks, pebbles
from battlesim.render.terrain.snow import waves
from battlesim.table.terrain import Ground, Ring, Terrain

FALLEN = frozenset({"rubble", "ruin"})
"""Painters of what something has come down to."""

LOW = 0.4
"""Inches: what is for the eye alone is no higher, so that nobody takes it for cover."""

COARSE = 8.0
"""Pixels an inch up to which a picture shows terrain alone: it is there at once, or very small."""

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
    for piece in in_order(near(field, shown(ground) if ppi > COARSE else ground.terrain)):
        paint(field, piece, look_of(piece, piece.id in opened))
    return field


def shown(ground: Ground) -> tuple[Terrain, ...]:
    """All that is drawn on a table: its terrain, and what is there for the eye alone in the form of such."""
    return ground.cached_value(("render", "shown"), lambda: (*ground.terrain, *_dressed(ground)))


def _dressed(ground: Ground) -> Iterator[Terrain]:
    """The dressing that stands: what stood on something goes with that."""
    for number, each in enumerate(ground.dressing or ()):
        below = ground.terrain_by_id().get(each.on)
        if each.on and (below is None or look_of(below).painter in FALLEN):
            continue
        outlines: list[tuple[Ring, ...]] = [(rect(x, y, *each.size, turn),) for x, y, turn in each.places]
        outlines += [thick_line(each.line, each.size[1])] if each.line else []
        for count, rings in enumerate(outlines):
            yield Terrain(f"{each.look}.{number}.{count}", each.look, rings, below.height if below else LOW)


def in_order(pieces: Iterable[Terrain]) -> list[Terrain]:
    """Terrain in the order in which it is painted: by its look's order, then as it came."""
    return sorted(pieces, key=lambda piece: look_of(piece).order)


def near(field: Field, pieces: Iterable[Terrain]) -> list[Terrain]:
    """The terrain that can show in a field's window, and all hills: what stands on them must know."""
    x0, x1, y0, y1 = field.xs[0], field.xs[-1], field.ys[-1], field.ys[0]

    def touches(piece: Terrain) -> bool:
        (left, low, right, high), far = shape_bounds(shape_of(piece)), look_of(piece).reach
        shows = left < x1 + far and right > x0 - far and low < y1 + far and high > y0 - far
        return bool(shows) or look_of(piece).painter == "hill"

    return [piece for piece in pieces if touches(piece)]
