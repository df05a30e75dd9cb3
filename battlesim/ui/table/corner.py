"""Where a card stands on the table: in the corner, else along the rim, where it hides least."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from battlesim.geometry.shapes import Point
from battlesim.render import overlays
from battlesim.render.camera import Camera
from battlesim.ui.parts.layout import NOWHERE, Layout, Rect

Disc = tuple[float, float, float]
"""Middle and radius: inches on the table, else pixels of the screen at scale 1."""
EDGE: Final = 16.0
"""Pixels from a card to the table's edge."""
CLEAR: Final = 32.0
"""Pixels that a card keeps from what it is about."""
STEPS: Final = (0.25, 0.5, 0.75)
"""Shares of the way from one corner to the next at which a card may stand too."""


class Screen(NamedTuple):
    """Where the table is on the screen: from inches to pixels at scale 1."""

    camera: Camera
    scale: float
    table: Rect

    @property
    def bar(self) -> Rect:
        """Where the scale lies."""
        bed = overlays.scale_bar_box(self.camera, self.scale)
        return Rect(self.table.x + bed.x, self.table.y + bed.y, bed.width, bed.height)

    def spots(self, spots: Iterable[Point]) -> list[Point]:
        """Places of the table."""
        pixels = [self.camera.to_screen(*at) for at in spots]
        return [(self.table.x + x / self.scale, self.table.y + y / self.scale) for x, y in pixels]

    def discs(self, discs: Iterable[Disc]) -> list[Disc]:
        """Bases on the table, those that are in view."""
        seen = [disc for disc in discs if self.camera.is_in_view(*disc)]
        shares = [radius * self.camera.ppi / self.scale for _, _, radius in seen]
        return [(*at, r) for at, r in zip(self.spots((x, y) for x, y, _ in seen), shares, strict=True)]


def free(layout: Layout, panel: Rect = NOWHERE) -> Rect:
    """The part of the table that is left to cards: beside the buttons, and beside a panel on its right."""
    table, left = layout.table, layout.buttons.right + EDGE - 4
    right = (panel.x if table.meets(panel) else table.right) - EDGE
    return Rect(left, table.y + EDGE, right - left, table.height - 2 * EDGE)


def places(room: Rect, wide: float, tall: float, bar: Rect) -> list[Rect]:
    """Where a card of a size may stand in a room, not on the scale `bar` where that can be: in the corners
    first, then along the sides."""
    right, low = room.right - wide, room.bottom - tall
    corners = [(right, room.y), (room.x, room.y), (right, low), (room.x, low)]
    between = [
        *((side, room.y + (low - room.y) * share) for side in (right, room.x) for share in STEPS),
        *((room.x + (right - room.x) * share, side) for side in (room.y, low) for share in STEPS),
    ]
    found = [Rect(x, y, wide, tall) for x, y in (*corners, *between)]
    found = [at._replace(y=bar.y - EDGE / 2 - tall) if at.meets(bar) else at for at in found]
    return [at for at in found if at.y >= room.y] or [Rect(right, room.y, wide, tall)]


def best(
    places: Sequence[Rect], keep: Sequence[Disc], others: Sequence[Disc] = (), marks: Sequence[Point] = ()
) -> Rect:
    """The place that covers least of what to keep visible, then the fewest other bases, then is near to least
    of what to keep, then covers the fewest marks. The later a base stands among those to keep the more it
    counts: the target more than who aims at it."""

    def covered(at: Rect) -> tuple[float, ...]:
        kept = sum(k for k, disc in enumerate(keep, 1) if meets(at, disc))
        near = sum(k for k, disc in enumerate(keep, 1) if meets(at, disc, CLEAR))
        return kept, _count(at, others), near, sum(at.holds(*mark) for mark in marks)

    return min(places, key=covered)


def around(disc: Disc, wide: float, tall: float, room: Rect) -> list[Rect]:
    """Return where a card of a size may stand beside a disc, within a room: the upper right of it first."""
    x, y, r = disc
    away = r + EDGE / 2
    right, left, above, below = x + away, x - away - wide, y - tall, y
    over, under = y - away - tall, y + away
    corners = [(right, above), (left, above), (right, below), (left, below)]
    middles = [(x - wide / 2, over), (x - wide / 2, under), (right, y - tall / 2), (left, y - tall / 2)]
    found = [Rect(a, b, wide, tall) for a, b in (*corners, *middles)]
    return [at for at in found if room.x <= at.x and at.right <= room.right and _is_within(at, room)]


def _is_within(at: Rect, room: Rect) -> bool:
    return room.y <= at.y and at.bottom <= room.bottom


def clearest(
    places: Sequence[Rect],
    cards: Sequence[Rect],
    keep: Sequence[Disc],
    words: Sequence[Rect],
    others: Sequence[Disc],
) -> Rect:
    """Return the first of the places that hide least: no other card, then least of what to keep visible, then
    the fewest words and bases."""

    def hidden(at: Rect) -> tuple[int, int, int]:
        lain = sum(at.meets(card) for card in cards)
        return lain, _count(at, keep), sum(at.meets(one) for one in words) + _count(at, others)

    return min(places, key=hidden)


def _count(at: Rect, discs: Sequence[Disc]) -> int:
    """How many discs a place lies over; there may be hundreds, so most are left out by their boxes."""
    left, top, right, low = at.x, at.y, at.right, at.bottom
    return sum(
        left - r < x < right + r and top - r < y < low + r and meets(at, (x, y, r)) for x, y, r in discs
    )


def meets(at: Rect, disc: Disc, about: float = 0.0) -> bool:
    """Whether a place lies over a disc, or nearer to it than `about`."""
    x, y, r = disc
    dx, dy = max(at.x - x, 0.0, x - at.right), max(at.y - y, 0.0, y - at.bottom)
    return dx * dx + dy * dy < (r + about) ** 2
