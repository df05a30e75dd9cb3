"""Plates step aside for each other and for what must stay visible, and they stay in the view."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.render.camera import Camera
from battlesim.render.drawlist import Item, Plate
from battlesim.render.extent import of_plate

GAP = 2
"""Between two plates, pixels at interface scale 1; from a plate to the edge of the view it is twice that."""

MOVES = (
    *((0, 0), (0, 1), (0, -1), (0, 2), (0, -2), (1, 1), (-1, 1), (1, -1), (-1, -1)),
    *((1, 0), (-1, 0), (0, 3), (0, -3), (2, 0), (-2, 0), (0, 4), (0, -4)),
)
"""Where a plate tries to stand: steps of its own size across and down."""
NEAR = 5
"""Moves after which a name would be too far from what it names."""

Rect = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels of the view."""


def arranged(
    items: Sequence[Item], camera: Camera, scale: float = 1.0, keep: Sequence[Rect] = ()
) -> list[Item]:
    """The items with their plates moved apart and away from places to `keep` free; earlier plates stay.

    Names (dim plates) are left out where there is no room for them, or where their point is out of view; of
    the others none covers another as long as there is room beside them, on a place to keep if need be.
    """
    taken: list[Rect] = []
    out: list[Item] = []
    for item in items:
        moved = _placed(item, taken, keep, camera, scale) if isinstance(item, Plate) else item
        if moved is not None:
            out.append(moved)
    return out


def _placed(
    plate: Plate, taken: list[Rect], keep: Sequence[Rect], camera: Camera, scale: float
) -> Plate | None:
    name = plate.colour == "dim"
    if name and not camera.sees(plate.x, plate.y):
        return None
    first = place_of(plate, camera, scale)
    wide, high = first[2] - first[0] + GAP * scale, first[3] - first[1] + GAP * scale
    spots = [
        _inside(_moved(first, across * wide, down * high), camera, scale)
        for across, down in MOVES[: NEAR if name else None]
    ]
    apart = [spot for spot in spots if not any(meet(spot, other) for other in taken)]
    free = next((spot for spot in apart if not any(meet(spot, other) for other in keep)), None)
    if name and free is None:
        return None
    found = free or next(iter(apart), spots[0])
    taken.append(found)
    dx, dy = (found[0] - first[0]) / scale, (found[1] - first[1]) / scale
    return plate._replace(dx=plate.dx + dx, dy=plate.dy + dy)


def place_of(plate: Plate, camera: Camera, scale: float) -> Rect:
    """Where a plate stands in the view."""
    x, y = camera.to_screen(plate.x, plate.y)
    room = of_plate(plate, scale)
    return x + room.x, y + room.y, x + room.x + room.width, y + room.y + room.height


def meet(a: Rect, b: Rect) -> bool:
    """Whether two places overlap."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _moved(rect: Rect, dx: float, dy: float) -> Rect:
    return rect[0] + dx, rect[1] + dy, rect[2] + dx, rect[3] + dy


def _inside(rect: Rect, camera: Camera, scale: float) -> Rect:
    """The place moved into the view."""
    edge = 2 * GAP * scale
    dx = max(edge - rect[0], min(0.0, camera.width - edge - rect[2]))
    dy = max(edge - rect[1], min(0.0, camera.height - edge - rect[3]))
    return _moved(rect, dx, dy)
