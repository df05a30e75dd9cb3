"""Rendering of the bare table, without its pieces. Areas rendered separately match at their edges."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from battlesim.geometry.outlines import shape_bounds
from battlesim.geometry.shapes import rect, thick_line
from battlesim.render.coverage import PixelBox
from battlesim.render.ground_photo import paint_ground_picture
from battlesim.render.height_field import HeightField
from battlesim.render.light import light_margins, shaded_pixels
from battlesim.render.terrain import RAISING_PAINTERS, paint_terrain, terrain_look
from battlesim.render.terrain.earth import paint_cracks, paint_pebbles
from battlesim.render.terrain.paint_tools import terrain_shape
from battlesim.render.terrain.snow import paint_snow_waves
from battlesim.table.levels import is_relief, middle_level, terrain_above_ground
from battlesim.table.terrain import Ground, Ring, Terrain

FALLEN_PAINTERS = frozenset({"rubble", "ruin"})
"""Painters of destroyed terrain."""

DRESSING_HEIGHT_IN = 0.4
"""Height of dressing on the ground, in inches: decoration too low to be mistaken for cover."""

TERRAIN_ONLY_PPI = 8.0
"""Maximum pixels per inch at which dressing is left out, as the picture is urgent or very small."""

STONY_PAINTERS = (paint_cracks, paint_pebbles)
SURFACE_PAINTERS: Final[Mapping[str, tuple[Callable[[HeightField], None], ...]]] = {
    "deck": (),
    "street": (),
    "snow": (paint_snow_waves,),
}
"""Painters of details of a surface, by kind of surface; other surfaces get cracks and pebbles."""


def table_box(ground: Ground, ppi: float) -> PixelBox:
    """Return the bounding box of the whole table, in pixels at the given zoom."""
    return 0, 0, math.ceil(ground.width * ppi), math.ceil(ground.height * ppi)


def lit_pixels(
    ground: Ground, ppi: float, area: PixelBox, open_roof_ids: frozenset[str] = frozenset()
) -> NDArray[np.uint8]:
    """Render an area of the table with lighting, and return its pixels with shape (height, width, 3).

    The area is given in pixels of the whole table at this zoom. A pixel looks the same in every area.
    Buildings in `open_roof_ids` are drawn without their roofs.
    """
    before, after = light_margins(ppi)
    window = (area[0] - before, area[1] - before, area[2] + after, area[3] + after)
    picture = shaded_pixels(painted_field(ground, ppi, window, open_roof_ids), ground.mood)
    return picture[before : before + area[3] - area[1], before : before + area[2] - area[0]]


def painted_field(
    ground: Ground, ppi: float, window: PixelBox, open_roof_ids: frozenset[str] = frozenset()
) -> HeightField:
    """Return the heights and colours of a part of the table, to which lighting is not yet applied."""
    field = HeightField(ground.width, ground.height, ground.surface, ppi, window)
    if not (ground.picture and paint_ground_picture(field, ground.picture)):
        for strew in SURFACE_PAINTERS.get(ground.surface, STONY_PAINTERS):
            strew(field)
    for piece in paint_order(
        terrain_in_window(field, drawn_terrain(ground) if ppi > TERRAIN_ONLY_PPI else ground.terrain)
    ):
        look = terrain_look(piece, piece.id in open_roof_ids)
        paint_terrain(field, terrain_above_ground(ground, piece), look)
    return field


def drawn_terrain(ground: Ground) -> tuple[Terrain, ...]:
    """Return all terrain to draw on a table, including scenery that the rules ignore."""
    return ground.cached_value(("render", "shown"), lambda: (*ground.terrain, *_dressed(ground)))


def _dressed(ground: Ground) -> Iterator[Terrain]:
    """Yield the dressing as terrain, except dressing on terrain that has been destroyed."""
    for number, each in enumerate(ground.dressing or ()):
        below = ground.terrain_by_id().get(each.on)
        if each.on and (below is None or terrain_look(below).painter in FALLEN_PAINTERS):
            continue
        outlines: list[tuple[Ring, ...]] = [(rect(x, y, *each.size, turn),) for x, y, turn in each.places]
        outlines += [thick_line(each.line, each.size[1])] if each.line else []
        for count, rings in enumerate(outlines):
            yield Terrain(
                f"{each.look}.{number}.{count}",
                each.look,
                rings,
                below.height if below else middle_level(ground, rings) + DRESSING_HEIGHT_IN,
            )


def paint_order(pieces: Iterable[Terrain]) -> list[Terrain]:
    """Return terrain sorted by the painting order of its look. Hills of equal order are sorted by height.

    Lower hills come first.
    """
    return sorted(pieces, key=lambda piece: (terrain_look(piece).order, piece.height * is_relief(piece)))


def terrain_in_window(field: HeightField, pieces: Iterable[Terrain]) -> list[Terrain]:
    """Return the terrain that may be visible in a part of the table.

    All hills are included, because they raise the ground.
    """
    x0, x1, y0, y1 = field.xs[0], field.xs[-1], field.ys[-1], field.ys[0]

    def touches(piece: Terrain) -> bool:
        (left, low, right, high), far = shape_bounds(terrain_shape(piece)), terrain_look(piece).reach
        shows = left < x1 + far and right > x0 - far and low < y1 + far and high > y0 - far
        return bool(shows) or terrain_look(piece).painter in RAISING_PAINTERS

    return [piece for piece in pieces if touches(piece)]
