"""Pictures of a line of sight from the side, and of the target as the viewer sees it.

Heights are enlarged in the side view. Lengths are in pixels at interface scale 1.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from battlesim.geometry.hulls import half_extent_along
from battlesim.geometry.shapes import Point
from battlesim.render.drawlist import Dot, DrawList, Item, Layer, Patch, PlainShape, Plate, Stroke
from battlesim.render.overlays import BLOCKER_TINTS
from battlesim.rulings.sight_evidence import Evidence, SightSection
from battlesim.table.phrases import NameLookup, length_text, phrase
from battlesim.table.pieces import Piece

if TYPE_CHECKING:
    from pygame import Surface

SIDE_PADDING_IN: Final = 0.6
"""The length in inches that is shown beyond each of the two bases."""
FLOOR_HEIGHT_PX: Final = 46.0
"""The height in pixels below the table's surface, which holds the ticks and their numbers."""
HEADROOM_PX: Final = 40.0
"""The height in pixels above the highest object, which holds its name."""
MAX_HEIGHT_SCALE: Final = 6.0
"""The largest factor by which heights are enlarged."""
TARGET_VIEW_MARGIN_PX: Final = 12.0
"""The width in pixels of the margin around the picture of the target."""


class PictureArea(NamedTuple):
    """A rectangular area of a picture in pixels."""

    x: float
    y: float
    width: float
    height: float


class SideFrame(NamedTuple):
    """The scale of a side view: the pixel of its origin, the pixels per inch, and the factor for heights."""

    x: float
    y: float
    ppi: float
    times: float = 1.0

    def to_pixels(self, along: float, up: float) -> Point:
        """Convert a point (distance along the line of sight, height) from inches to pixels."""
        return self.x + along * self.ppi, self.y - up * self.ppi * self.times

    def shape_to_pixels(self, polygons: PlainShape) -> PlainShape:
        """Convert polygons from inches (distance along the line of sight, height) to pixels."""
        return tuple(
            tuple(tuple(self.to_pixels(*spot) for spot in ring) for ring in rings) for rings in polygons
        )

    def box_to_pixels(self, start: float, bottom: float, end: float, top: float) -> PlainShape:
        """Convert an upright box from inches (distances along the line of sight, heights) to pixels."""
        return self.shape_to_pixels(((((start, bottom), (end, bottom), (end, top), (start, top)),),))


def blocker_tints(evidence: Evidence) -> dict[str, str]:
    """Return the colour of each object that blocks the view, by id; all pictures of a ruling use it."""
    return {blocker.id: BLOCKER_TINTS[k % len(BLOCKER_TINTS)] for k, blocker in enumerate(evidence.blockers)}


def side_frame(evidence: Evidence, viewer: Piece, target: Piece, bounds: PictureArea) -> SideFrame:
    """Return the scale and origin with which the side view of a line of sight fits into `bounds`."""
    width, height, long = bounds.width, bounds.height, _length(evidence)
    near, far = _half(evidence, viewer), _half(evidence, target)
    ends = near + far + 2 * SIDE_PADDING_IN
    high = max(
        evidence.eye[2], evidence.high, *(part.top for part in (*evidence.section, *_beside(evidence))), 0.5
    )
    room = height - FLOOR_HEIGHT_PX - HEADROOM_PX
    ppi = width / (long + ends)
    times = max(1.0, min(MAX_HEIGHT_SCALE, room / (high * ppi)))
    ppi = min(ppi, room / (high * times))
    left = bounds.x + (width - long * ppi) / 2 - (far - near) * ppi / 2
    return SideFrame(left, bounds.y + height - FLOOR_HEIGHT_PX, ppi, times)


def height_scale_text(evidence: Evidence, viewer: Piece, target: Piece, bounds: PictureArea) -> str:
    """Return a text that says how much heights are enlarged in a side view, or "" if they are not."""
    times = side_frame(evidence, viewer, target, bounds).times
    return f"heights drawn x {times:.1f}" if times > 1.05 else ""


def side_view(
    evidence: Evidence, viewer: Piece, target: Piece, bounds: PictureArea, called: NameLookup = str
) -> list[Item]:
    """Return graphics items for a side view of a line of sight.

    `called` is a function that returns the name of an object.
    """
    frame = side_frame(evidence, viewer, target, bounds)
    items = [*_ground(frame, _length(evidence), bounds), *_bodies(evidence, viewer, target, frame)]
    return [*items, *_parts(evidence, frame, called), *_lines(evidence, frame)]


def _length(found: Evidence) -> float:
    return math.dist(found.eye[:2], _middle(found))


def _half(found: Evidence, piece: Piece) -> float:
    """Return half the extent of a base along the line, in inches."""
    (x, y), (mx, my) = found.eye[:2], _middle(found)
    return half_extent_along(piece.outline, (mx - x, my - y)) if piece.outline else piece.radius


def _middle(found: Evidence) -> Point:
    return (found.left[0] + found.right[0]) / 2, (found.left[1] + found.right[1]) / 2


def _ground(frame: SideFrame, long: float, at: PictureArea) -> Iterator[Item]:
    """Yield draw items for the table's surface, with a tick every inch and a number every few inches."""
    y, right, low = frame.y, at.x + at.width, at.y + at.height
    yield Patch(Layer.GROUND, ((((at.x, y), (right, y), (right, low), (at.x, low)),),), "raised", 1.0, 0)
    yield Stroke(Layer.GROUND, ((at.x, y), (right, y)), "dim", 1.6)
    step = next(step for step in (1, 2, 3, 6, 12, 24, 48, 600) if step * frame.ppi >= 48)
    for tick in range(int(long) + 1):
        x, deep = frame.to_pixels(tick, 0.0)[0], 9.0 if tick % step == 0 else 5.0
        yield Stroke(Layer.GROUND, ((x, y), (x, y + deep)), "dim", 1.4)
        if tick % step == 0:
            yield Plate(Layer.PLATE, x, y + deep, length_text(tick), "dim", size="caption", dy=14)


def _bodies(found: Evidence, viewer: Piece, target: Piece, frame: SideFrame) -> Iterator[Item]:
    """Yield the draw items of viewer and target, each as wide as its base."""
    low = found.eye[2] - viewer.height
    for along, piece, bottom, top, colour in (
        (0.0, viewer, max(low, 0.0), max(found.eye[2], low + viewer.height), "sky"),
        (_length(found), target, found.low, found.high, "vermillion"),
    ):
        r = _half(found, piece)
        yield Patch(
            Layer.TOKEN, frame.box_to_pixels(along - r, bottom, along + r, top), colour, 0.3, 1.8, 0.95
        )
        yield Plate(Layer.PLATE, *frame.to_pixels(along, top), piece.name, "bright", dy=-16)


def _parts(found: Evidence, frame: SideFrame, called: NameLookup) -> Iterator[Item]:
    """Yield draw items for objects on the line and for blockers beside it; harmless objects are pale."""
    tint, labelled = blocker_tints(found), set[str]()
    for part in (*found.section, *_beside(found)):
        colour = tint.get(part.id, "faint")
        area = frame.box_to_pixels(part.start, part.bottom, part.end, part.top)
        hatch = 0.75 if part.id in tint and part.counts else 0.0
        yield Patch(Layer.BLOCKER, area, colour, 0.3 if part.counts else 0.12, 1.8, 0.95, hatch=hatch)
        if part.id not in labelled:
            labelled.add(part.id)
            pale = "" if part.counts else _why_pale(part.id in tint)
            words = phrase("{}, {} high{}", called(part.id), length_text(part.top), pale)
            ink = colour if part.id in tint else "dim"
            middle = (part.start + part.end) / 2
            yield Plate(Layer.PLATE, *frame.to_pixels(middle, part.top), words, ink, dy=-16)


def _why_pale(hides: bool) -> str:
    return ", beside the line" if hides else ": hides nothing, a piece stands in it"


def _beside(found: Evidence) -> Iterator[SightSection]:
    """Yield the extent along the centre line of each blocker that lies beside the line."""
    along = {part.id for part in found.section}
    (x, y), (mx, my), long = found.eye[:2], _middle(found), _length(found)
    for blocker in found.blockers:
        corners = [corner for polygon in blocker.rings for ring in polygon for corner in ring]
        if blocker.id not in along and corners:
            at = [((cx - x) * (mx - x) + (cy - y) * (my - y)) / long for cx, cy in corners]
            yield SightSection(blocker.id, min(at), max(at), 0.0, blocker.at[2], (0.0, 0.0), False)


def _lines(found: Evidence, frame: SideFrame) -> Iterator[Item]:
    """Yield draw items for the lines from the eye to the head and foot of the target."""
    long = _length(found)
    eye, head, foot = (
        frame.to_pixels(0.0, found.eye[2]),
        frame.to_pixels(long, found.high),
        frame.to_pixels(long, found.low),
    )
    yield Patch(Layer.SIGHT, (((eye, head, foot),),), "yellow", 0.12, 0, 0)
    for end in (head, foot):
        yield Stroke(Layer.RULER, (eye, end), "cream", 1.4)
    yield Dot(Layer.RULER, *eye, 4.0, "bright", 1.6)


def target_view(evidence: Evidence, bounds: PictureArea) -> list[Item]:
    """Return graphics items for the target as the viewer sees it, with the parts that are hidden hatched."""
    high = evidence.high - evidence.low
    ppi = min(
        (bounds.width - 2 * TARGET_VIEW_MARGIN_PX) / evidence.width,
        (bounds.height - 2 * TARGET_VIEW_MARGIN_PX) / high,
    )
    left, foot = (
        bounds.x + (bounds.width - evidence.width * ppi) / 2,
        bounds.y + (bounds.height + high * ppi) / 2,
    )
    frame = SideFrame(left, foot + evidence.low * ppi, ppi)
    tint, whole = (
        blocker_tints(evidence),
        frame.box_to_pixels(0.0, evidence.low, evidence.width, evidence.high),
    )
    items: list[Item] = [Patch(Layer.GROUND, whole, "raised", 1.0, 0, 0)]
    items += (
        [Patch(Layer.SIGHT, frame.shape_to_pixels(evidence.face), "yellow", 0.85, 0, 0)]
        if evidence.face
        else []
    )
    for blocker in evidence.blockers:
        if blocker.shadow:
            area = frame.shape_to_pixels(blocker.shadow)
            items.append(Patch(Layer.BLOCKER, area, tint[blocker.id], 0.45, 1.4, 0.95, hatch=0.8))
    items.append(Patch(Layer.RULER, whole, "bright", 0.0, 2.2, 1.0))
    return items


def render_items(items: Iterable[Item], bounds: PictureArea) -> Surface:
    """Draw graphics items on a new picture as large as `bounds`, and return the picture."""
    from pygame import Surface

    from battlesim.render.camera import SCREEN_CAMERA
    from battlesim.render.palette import rgba
    from battlesim.render.pygame_backend import Canvas

    out = Surface((bounds.width, bounds.height))
    out.fill(rgba("panel")[:3])
    Canvas().draw(out, DrawList((), tuple(items)), SCREEN_CAMERA)
    return out
