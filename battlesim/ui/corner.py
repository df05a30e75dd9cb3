"""Where a card stands on the table: in the corner where it hides least."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from battlesim.render import overlays as say
from battlesim.render.camera import Camera
from battlesim.ui.layout import Layout, Rect
from battlesim.ui.panels import tools

Point = tuple[float, float]
EDGE: Final = 16.0
"""Pixels from a card to the table's edge."""
CLEAR: Final = 32.0
"""Pixels that a card keeps from what it is about."""
NOWHERE: Final = Rect(0, 0, 0, 0)


def free(layout: Layout, panel: Rect = NOWHERE) -> Rect:
    """The part of the table that is left to cards: beside the buttons, and beside a panel on its right."""
    table, left = layout.table, tools.place(layout).right + EDGE - 4
    right = (panel.x if table.meets(panel) else table.right) - EDGE
    return Rect(left, table.y + EDGE, right - left, table.height - 2 * EDGE)


def scale_of(camera: Camera, scale: float, table: Rect) -> Rect:
    """Where the scale bar lies on the screen."""
    bed = say.scale_bed(camera, scale)
    return Rect(table.x + bed.x, table.y + bed.y, bed.width, bed.height)


def on_screen(spots: Iterable[Point | None], camera: Camera, scale: float, table: Rect) -> list[Point]:
    """Places of the table (inches) on the screen, those that are known."""
    pixels = [camera.to_screen(*at) for at in spots if at]
    return [(table.x + x / scale, table.y + y / scale) for x, y in pixels]


def corner(
    room: Rect, wide: float, tall: float, keep: Sequence[Point], bar: Rect, marks: Sequence[Point] = ()
) -> Rect:
    """The corner of a room for a card of a size, not on the scale `bar` where that can be, that covers least
    of what to keep visible, is near to least of it, then covers the fewest marks. The later a place stands
    among those to keep the more it counts: the target more than who aims at it."""
    ups = [Rect(x, room.y, wide, tall) for x in (room.right - wide, room.x)]
    lows = [up._replace(y=room.bottom - tall) for up in ups]
    lows = [low._replace(y=bar.y - EDGE / 2 - tall) if low.meets(bar) else low for low in lows]
    corners = [*ups, *(low for low in lows if low.y >= room.y)]

    def covered(at: Rect) -> tuple[int, int, int]:
        about = Rect(at.x - CLEAR, at.y - CLEAR, wide + 2 * CLEAR, tall + 2 * CLEAR)
        kept, near = (sum(k * r.holds(*spot) for k, spot in enumerate(keep, 1)) for r in (at, about))
        return kept, near, sum(at.holds(*mark) for mark in marks)

    return min(corners, key=covered)
