"""Layout of text plates. Plates do not overlap, keep important objects clear and stay inside the view."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from battlesim.render.camera import Camera
from battlesim.render.drawlist import Item, Plate
from battlesim.render.text_extent import plate_extent

PLATE_GAP_PX = 2
"""Gap between plates in pixels at scale 1; the gap to the edge of the view is twice as large."""

PLATE_MOVES = (
    *((0, 0), (0, 1), (0, -1), (0, 2), (0, -2)),
    *((0.5, 1), (-0.5, 1), (0.5, -1), (-0.5, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)),
    *((1, 0), (-1, 0), (0, 3), (0, -3), (2, 0), (-2, 0), (0, 4), (0, -4)),
)
"""Offsets tried for a plate, in multiples of its width and height."""
MAX_PLATE_OFFSETS = (4.0, 2.0, 1.0)
"""Maximum offset of a plate from its preferred position, by rank, in multiples of its height."""
MAX_TEXT_OFFSET = 10.0
"""Maximum offset of a text plate to avoid pieces, in multiples of its height."""

POSITIONS_PER_BATCH = 64
"""Number of positions tested at a time."""

ViewRect = tuple[float, float, float, float]
"""Left, top, right and bottom in pixels of the view."""
Numbers = NDArray[np.float64]


def arranged_items(
    items: Sequence[Item],
    camera: Camera,
    scale: float = 1.0,
    keep_clear: Sequence[ViewRect] = (),
    cards: Sequence[ViewRect] = (),
    bases: Sequence[ViewRect] = (),
) -> list[Item]:
    """Return draw items in which text plates are moved so that they overlap neither each other nor the cards.

    Plates with texts are placed first, and are left out only if the whole view is full. Labels (caption size)
    come next, then names (dim); both are left out if there is no space near their object, or if the object is
    out of view or covered by a card. All plates avoid `keep_clear` and `bases` where possible. For example, a
    label moves to another side of its piece if its usual place is taken.
    """
    plates = tuple(item for item in items if isinstance(item, Plate))
    placed = iter(_placed(plates, camera, scale, tuple(keep_clear), tuple(cards), tuple(bases)))
    moved = (next(placed) if isinstance(item, Plate) else item for item in items)
    return [item for item in moved if item is not None]


@lru_cache(maxsize=8)
def _placed(
    plates: tuple[Plate, ...],
    camera: Camera,
    scale: float,
    keep: tuple[ViewRect, ...],
    cards: tuple[ViewRect, ...],
    bases: tuple[ViewRect, ...],
) -> tuple[Plate | None, ...]:
    """Return the plates at their final positions, with None for each plate left out."""
    first = [plate_rect(plate, camera, scale) for plate in plates]
    taken = [_grown(card, PLATE_GAP_PX * scale) for card in cards]
    placed: list[Plate | None] = [None] * len(plates)
    for k in sorted(range(len(plates)), key=lambda k: (_rank(plates[k]), first[k][0] - first[k][2], k)):
        rank = _rank(plates[k])
        if rank == 0 or _is_shown(plates[k], camera, cards):
            ways = _obstacle_levels(
                rank, taken, keep, _nearby_bases(_inside_view(first[k], camera, scale), bases)
            )
            about = camera.to_screen(plates[k].x, plates[k].y) if rank == 1 else None
            spot = _plate_position(first[k], rank, ways, camera, scale, about)
            if spot:
                taken.append(spot)
                placed[k] = _moved_plate(plates[k], first[k], spot, scale)
    return tuple(placed)


def _is_shown(plate: Plate, camera: Camera, cards: Sequence[ViewRect]) -> bool:
    """Return whether the object of a plate is in view and no card covers it."""
    x, y = camera.to_screen(plate.x, plate.y)
    return camera.is_in_view(plate.x, plate.y) and not _overlaps_any((x, y, x, y), cards)


def _rank(plate: Plate) -> int:
    """Return 0 for texts, which may take any free position, 1 for labels and 2 for names."""
    return 2 if plate.colour == "dim" else int(plate.size == "caption")


def _nearby_bases(wished: ViewRect, bases: Sequence[ViewRect]) -> list[ViewRect]:
    """Return the bases within the area that a plate may be moved to."""
    reach = _grown(wished, (MAX_TEXT_OFFSET + 1) * (wished[3] - wished[1]))
    return [base for base in bases if rects_overlap(base, reach)]


def _obstacle_levels(
    rank: int, others: list[ViewRect], keep: Sequence[ViewRect], bases: list[ViewRect]
) -> list[list[ViewRect]]:
    """Return lists of rects for a plate to avoid, each with fewer rects in case there is no space."""
    clear = [*others, *keep, *bases]
    return [clear] if rank == 2 else [clear, [*others, *keep], others]


def _plate_position(
    first: ViewRect,
    rank: int,
    ways: Sequence[list[ViewRect]],
    camera: Camera,
    scale: float,
    about: tuple[float, float] | None,
) -> ViewRect | None:
    """Return the rect of a plate, or None if it must be left out.

    Labels stay near the point `about`, names move in steps of their size, and texts may move any distance.
    """
    wide, high = first[2] - first[0] + PLATE_GAP_PX * scale, first[3] - first[1] + PLATE_GAP_PX * scale
    moves = [(across * wide, down * high) for across, down in PLATE_MOVES]
    near = [move for move in moves if math.hypot(*move) <= MAX_PLATE_OFFSETS[rank] * high]
    wishes = [
        _inside_view(side, camera, scale) for side in (first, *(_other_sides(first, about) if about else ()))
    ]
    for apart in ways:
        anywhere = rank == 0 and apart is not ways[0]
        reach = (math.inf if anywhere else MAX_TEXT_OFFSET if rank == 0 else MAX_PLATE_OFFSETS[rank]) * high
        steps = moves if anywhere else near if rank != 1 else near[:1]
        places = (_inside_view(_moved(first, *move), camera, scale) for move in steps)
        free = next((spot for spot in places if not _overlaps_any(spot, apart)), None)
        found = (_nearest(wished, apart, camera, scale, reach) for wished in wishes if rank < 2)
        free = free or next((spot for spot in found if spot), None)
        if free is not None:
            return free
    return None


def _other_sides(first: ViewRect, about: tuple[float, float]) -> list[ViewRect]:
    """Return rects for a label on the other sides of its point: opposite, left and right."""
    (left, top, right, low), (x, y) = first, about
    off = max(top - y, y - low, left - x, x - right, 0.0)
    middle = y - (top + low) / 2
    across = _moved(first, 2 * x - left - right, 2 * y - top - low)
    return [across, _moved(first, x + off - left, middle), _moved(first, x - off - right, middle)]


def _nearest(
    wished: ViewRect, others: Sequence[ViewRect], camera: Camera, scale: float, reach: float
) -> ViewRect | None:
    """Return the free rect nearest to the preferred rect, or None if there is none within reach.

    Along each axis, such a rect has the preferred coordinate or touches another rect.
    """
    about = [other for other in others if rects_overlap(other, _grown(wished, reach))]
    taken = np.array(about, dtype=float).reshape(-1, 4)
    gap, wide, high = PLATE_GAP_PX * scale, wished[2] - wished[0], wished[3] - wished[1]
    x, y = np.meshgrid(
        _possible_starts(
            wished[0], taken[:, 0] - wide - gap, taken[:, 2] + gap, camera.width - wide, reach, gap
        ),
        _possible_starts(
            wished[1], taken[:, 1] - high - gap, taken[:, 3] + gap, camera.height - high, reach, gap
        ),
    )
    places = np.stack((x, y, x + wide, y + high), axis=-1).reshape(-1, 4)
    far = np.hypot(places[:, 0] - wished[0], places[:, 1] - wished[1])
    ordered = places[np.lexsort((places[:, 1], places[:, 0], far))][: np.count_nonzero(far <= reach)]
    for first in range(0, len(ordered), POSITIONS_PER_BATCH):
        some = ordered[first : first + POSITIONS_PER_BATCH]
        for left, top, right, low in some[~_overlapping(some, taken)].tolist():
            return left, top, right, low
    return None


def _possible_starts(
    wished: float, before: Numbers, behind: Numbers, last: float, reach: float, gap: float
) -> Numbers:
    """Return the coordinates at which a rect may start: as preferred, or touching another rect."""
    known = np.unique(np.concatenate(([wished], before, behind)))
    inside = (known >= 2 * gap - 1e-6) & (known <= last - 2 * gap + 1e-6)
    return known[inside & (np.abs(known - wished) <= reach)]


def _overlapping(places: Numbers, taken: Numbers) -> NDArray[np.bool_]:
    """Return which of the rects (n, 4) overlap a taken rect (m, 4)."""
    left, top, right, low = places[:, :, None].transpose(1, 0, 2)
    across = (left < taken[:, 2]) & (taken[:, 0] < right)
    return np.asarray((across & (top < taken[:, 3]) & (taken[:, 1] < low)).any(axis=1))


def _moved_plate(plate: Plate, first: ViewRect, spot: ViewRect, scale: float) -> Plate:
    dx, dy = (spot[0] - first[0]) / scale, (spot[1] - first[1]) / scale
    return plate._replace(dx=plate.dx + dx, dy=plate.dy + dy)


def plate_rect(plate: Plate, camera: Camera, scale: float) -> ViewRect:
    """Return the rectangle that a text plate occupies in the view."""
    x, y = camera.to_screen(plate.x, plate.y)
    room = plate_extent(plate, scale)
    return x + room.x, y + room.y, x + room.x + room.width, y + room.y + room.height


def rects_overlap(a: ViewRect, b: ViewRect) -> bool:
    """Return whether two rectangles overlap."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _overlaps_any(spot: ViewRect, others: Sequence[ViewRect]) -> bool:
    return any(rects_overlap(spot, other) for other in others)


def _grown(rect: ViewRect, by: float) -> ViewRect:
    return rect[0] - by, rect[1] - by, rect[2] + by, rect[3] + by


def _moved(rect: ViewRect, dx: float, dy: float) -> ViewRect:
    return rect[0] + dx, rect[1] + dy, rect[2] + dx, rect[3] + dy


def _inside_view(rect: ViewRect, camera: Camera, scale: float) -> ViewRect:
    """Return the rect moved into the view."""
    edge = 2 * PLATE_GAP_PX * scale
    dx = max(edge - rect[0], min(0.0, camera.width - edge - rect[2]))
    dy = max(edge - rect[1], min(0.0, camera.height - edge - rect[3]))
    return _moved(rect, dx, dy)
