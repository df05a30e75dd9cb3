"""Placement of cards on the table where they hide least, in a corner or along an edge."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from battlesim.geometry.shapes import Point
from battlesim.render.camera import Camera
from battlesim.render.scale_bar import scale_bar_box
from battlesim.ui.toolkit.layout import EMPTY_RECT, Rect, WindowLayout

Disc = tuple[float, float, float]
"""The centre and radius of a disc, in inches on the table or in screen pixels at scale 1."""
CARD_MARGIN_PX: Final = 16.0
"""Distance in pixels between a card and the edge of the table."""
SUBJECT_CLEARANCE_PX: Final = 32.0
"""Preferred distance in pixels between a card and its subject."""
SIDE_FRACTIONS: Final = tuple(eighth / 8 for eighth in range(1, 8))
"""Fractions of the way from corner to corner at which a card may also stand."""


class TableProjection(NamedTuple):
    """The conversion from inches on the table to screen pixels at an interface scale of 1."""

    camera: Camera
    scale: float
    table: Rect

    @property
    def scale_bar_rect(self) -> Rect:
        """The rect of the scale bar on the screen."""
        bed = scale_bar_box(self.camera, self.scale)
        return Rect(self.table.x + bed.x, self.table.y + bed.y, bed.width, bed.height)

    def screen_points(self, spots: Iterable[Point]) -> list[Point]:
        """Convert points on the table to screen pixels at scale 1."""
        pixels = [self.camera.to_screen(*at) for at in spots]
        return [(self.table.x + x / self.scale, self.table.y + y / self.scale) for x, y in pixels]

    def screen_discs(self, discs: Iterable[Disc]) -> list[Disc]:
        """Convert the discs that are in view to screen pixels at scale 1."""
        seen = [disc for disc in discs if self.camera.is_in_view(*disc)]
        shares = [radius * self.camera.ppi / self.scale for _, _, radius in seen]
        return [
            (*at, r) for at, r in zip(self.screen_points((x, y) for x, y, _ in seen), shares, strict=True)
        ]


def free_table_rect(layout: WindowLayout, panel: Rect = EMPTY_RECT) -> Rect:
    """Return the part of the table free for cards, beside the tool buttons and a panel on the right."""
    table, left = layout.table, layout.button_area.right + CARD_MARGIN_PX - 4
    right = (panel.x if table.overlaps(panel) else table.right) - CARD_MARGIN_PX
    return Rect(left, table.y + CARD_MARGIN_PX, right - left, table.height - 2 * CARD_MARGIN_PX)


def candidate_rects(room: Rect, wide: float, tall: float, bar: Rect) -> list[Rect]:
    """Return candidate rects for a card, clear of the scale bar if possible: corners first, then sides."""
    right, low = room.right - wide, room.bottom - tall
    corners = [(right, room.y), (room.x, room.y), (right, low), (room.x, low)]
    between = [
        *((side, room.y + (low - room.y) * share) for side in (right, room.x) for share in SIDE_FRACTIONS),
        *((room.x + (right - room.x) * share, side) for side in (room.y, low) for share in SIDE_FRACTIONS),
    ]
    found = [Rect(x, y, wide, tall) for x, y in (*corners, *between)]
    found = [at._replace(y=bar.y - CARD_MARGIN_PX / 2 - tall) if at.overlaps(bar) else at for at in found]
    return [at for at in found if at.y >= room.y] or [Rect(right, room.y, wide, tall)]


def least_covering_rect(
    places: Sequence[Rect], keep: Sequence[Disc], others: Sequence[Disc] = (), marks: Sequence[Point] = ()
) -> Rect:
    """Return the rect that covers the subject `keep` least, then the other bases, then the marked points.

    Between equal rects, one at a distance from the subject is preferred. Later discs in `keep` have more
    weight, so that the target counts more than the shooter.
    """

    def covered(at: Rect) -> tuple[float, ...]:
        kept = sum(k for k, disc in enumerate(keep, 1) if overlaps_disc(at, disc))
        near = sum(k for k, disc in enumerate(keep, 1) if overlaps_disc(at, disc, SUBJECT_CLEARANCE_PX))
        return kept, _overlap_count(at, others), near, sum(at.holds(*mark) for mark in marks)

    return min(places, key=covered)


def resized_in_corner(card: Rect, tall: float, room: Rect) -> Rect:
    """Return a card with another height that keeps the edge, upper or lower, that is nearer to its room's."""
    low = room.bottom - card.bottom < card.y - room.y
    y = card.bottom - tall if low else card.y
    return Rect(card.x, max(room.y, min(y, room.bottom - tall)), card.width, tall)


def rects_beside_disc(disc: Disc, wide: float, tall: float, room: Rect) -> list[Rect]:
    """Return the rects for a card next to a disc that lie within `room`, starting at the upper right."""
    x, y, r = disc
    away = r + CARD_MARGIN_PX / 2
    right, left, above, below = x + away, x - away - wide, y - tall, y
    over, under = y - away - tall, y + away
    corners = [(right, above), (left, above), (right, below), (left, below)]
    middles = [(x - wide / 2, over), (x - wide / 2, under), (right, y - tall / 2), (left, y - tall / 2)]
    found = [Rect(a, b, wide, tall) for a, b in (*corners, *middles)]
    return [at for at in found if room.x <= at.x and at.right <= room.right and _is_within(at, room)]


def _is_within(at: Rect, room: Rect) -> bool:
    return room.y <= at.y and at.bottom <= room.bottom


def least_hiding_rect(
    places: Sequence[Rect],
    cards: Sequence[Rect],
    keep: Sequence[Disc],
    words: Sequence[Rect],
    others: Sequence[Disc],
) -> Rect:
    """Return the rect that hides least: first other cards, then the subject, then text and bases."""

    def hidden(at: Rect) -> tuple[int, int, int]:
        lain = sum(at.overlaps(card) for card in cards)
        return (
            lain,
            _overlap_count(at, keep),
            sum(at.overlaps(one) for one in words) + _overlap_count(at, others),
        )

    return min(places, key=hidden)


def _overlap_count(at: Rect, discs: Sequence[Disc]) -> int:
    """Return how many discs a rect overlaps, comparing bounding boxes first for speed."""
    left, top, right, low = at.x, at.y, at.right, at.bottom
    return sum(
        left - r < x < right + r and top - r < y < low + r and overlaps_disc(at, (x, y, r))
        for x, y, r in discs
    )


def overlaps_disc(at: Rect, disc: Disc, about: float = 0.0) -> bool:
    """Return True if a rect overlaps a disc or is closer to it than `about`."""
    x, y, r = disc
    dx, dy = max(at.x - x, 0.0, x - at.right), max(at.y - y, 0.0, y - at.bottom)
    return dx * dx + dy * dy < (r + about) ** 2
