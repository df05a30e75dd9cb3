"""The two small pictures of a sheet: the side view along the centre line, and the target as the viewer sees
it. Inches across, heights drawn larger."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from battlesim.geometry import outlines
from battlesim.render.camera import Camera
from battlesim.render.drawlist import Dot, DrawList, Item, Layer, Patch, Plate, Stroke, shape
from battlesim.render.overlays import BLOCKER_TINTS
from battlesim.rulings.explain import Evidence, Section
from battlesim.table.pieces import Piece
from battlesim.table.words import inches

if TYPE_CHECKING:
    from pygame import Surface

PAD: Final = 0.6
"""Inches shown beside the two bases."""
FLOOR: Final = 46
"""Pixels under the table's surface, for the ticks and their figures."""
HEAD: Final = 40
"""Pixels over whatever is highest, for its name."""


def tints(found: Evidence) -> dict[str, str]:
    """The tint of every blocker, by id: the same in all pictures."""
    return {one.id: BLOCKER_TINTS[k % len(BLOCKER_TINTS)] for k, one in enumerate(found.blockers)}


def side_view(
    found: Evidence, viewer: Piece, target: Piece, width: int, height: int
) -> tuple[Surface, float]:
    """What stands along the centre line between eye and target, and how many times heights are enlarged."""
    long = math.dist(found.eye[:2], _middle(found))
    ends = viewer.radius + target.radius + 2 * PAD
    high = max(found.eye[2], found.high, *(part.top for part in (*found.section, *_beside(found))), 0.5)
    ppi = width / (long + ends)
    times = max(1.0, min(6.0, (height - FLOOR - HEAD) / (high * ppi)))
    ppi = min(ppi, (height - FLOOR - HEAD) / (high * times))
    left = -round((width - long * ppi) / 2 + (target.radius - viewer.radius) * ppi / 2)
    camera = Camera(0.0, ppi, left, -height + FLOOR, width, height)
    items = [*_ground(camera, long), *_bodies(found, viewer, target, long, times)]
    items += [*_parts(found, times), *_lines(found, long, times)]
    return _drawn(items, camera), times


def _middle(found: Evidence) -> tuple[float, float]:
    return (found.left[0] + found.right[0]) / 2, (found.left[1] + found.right[1]) / 2


def _box(x0: float, y0: float, x1: float, y1: float) -> Any:
    return shape(outlines.box(x0, y0, x1, y1))


def _ground(camera: Camera, long: float) -> Iterator[Item]:
    """The table's surface, with a tick an inch and a figure every few."""
    first, last = camera.left / camera.ppi, (camera.left + camera.width) / camera.ppi
    yield Patch(Layer.GROUND, _box(first, -FLOOR / camera.ppi, last, 0.0), "raised", 1.0, 0, 0)
    yield Stroke(Layer.GROUND, ((first, 0.0), (last, 0.0)), "dim", 1.6)
    step = next(step for step in (1, 2, 3, 6, 12, 24, 48, 600) if step * camera.ppi >= 48)
    for tick in range(int(long) + 1):
        deep = (9 if tick % step == 0 else 5) / camera.ppi
        yield Stroke(Layer.GROUND, ((tick, 0.0), (tick, -deep)), "dim", 1.4)
        if tick % step == 0:
            yield Plate(Layer.PLATE, tick, -deep, inches(tick), "dim", size="caption", dy=14)


def _bodies(found: Evidence, viewer: Piece, target: Piece, long: float, times: float) -> Iterator[Item]:
    """The two, as wide as their bases."""
    low = found.eye[2] - viewer.height
    for x, piece, bottom, top, colour in (
        (0.0, viewer, max(low, 0.0), max(found.eye[2], low + viewer.height), "sky"),
        (long, target, found.low, found.high, "vermillion"),
    ):
        r = piece.radius
        yield Patch(Layer.TOKEN, _box(x - r, bottom * times, x + r, top * times), colour, 0.3, 1.8, 0.95)
        yield Plate(Layer.PLATE, x, top * times, piece.name, "bright", dy=-16)


def _parts(found: Evidence, times: float) -> Iterator[Item]:
    """What stands on the line: blockers in their tints, what hides nothing pale; and what hides beside it."""
    tint, told = tints(found), set[str]()
    for part in (*found.section, *_beside(found)):
        colour = tint.get(part.id, "faint")
        area = _box(part.start, part.bottom * times, part.end, part.top * times)
        hatch = 0.75 if part.id in tint and part.counts else 0.0
        yield Patch(Layer.BLOCKER, area, colour, 0.3 if part.counts else 0.12, 1.8, 0.95, hatch=hatch)
        if part.id not in told:
            told.add(part.id)
            words = f"{part.id}, {part.top:g} in high{'' if part.counts else _why_pale(part.id in tint)}"
            middle = (part.start + part.end) / 2
            ink = colour if part.id in tint else "dim"
            yield Plate(Layer.PLATE, middle, part.top * times, words, ink, dy=-16)


def _why_pale(hides: bool) -> str:
    return ", beside the line" if hides else ": stood in, hides nothing"


def _beside(found: Evidence) -> Iterator[Section]:
    """Blockers that the centre line passes by, as far along it as they reach; they do not count on it."""
    along = {part.id for part in found.section}
    (x, y), (mx, my) = found.eye[:2], _middle(found)
    long = math.dist((x, y), (mx, my))
    for one in found.blockers:
        corners = [corner for polygon in one.rings for ring in polygon for corner in ring]
        if one.id not in along and corners:
            at = [((cx - x) * (mx - x) + (cy - y) * (my - y)) / long for cx, cy in corners]
            yield Section(one.id, min(at), max(at), 0.0, one.at[2], (0.0, 0.0), False)


def _lines(found: Evidence, long: float, times: float) -> Iterator[Item]:
    """From the eye to head and foot of the target."""
    eye = (0.0, found.eye[2] * times)
    head, foot = (long, found.high * times), (long, found.low * times)
    yield Patch(Layer.SIGHT, (((eye, head, foot),),), "yellow", 0.12, 0, 0)
    for end in (head, foot):
        yield Stroke(Layer.RULER, (eye, end), "cream", 1.4)
    yield Dot(Layer.RULER, *eye, 4.0, "bright", 1.6)


def face(found: Evidence, width: int, height: int) -> Surface:
    """The target as the viewer sees it: what is seen, and what each blocker hides in its tint."""
    ppi = min((width - 24) / found.width, (height - 24) / (found.high - found.low))
    left = -round((width - found.width * ppi) / 2)
    low = round((height - (found.high - found.low) * ppi) / 2)
    camera = Camera(0.0, ppi, left, -height + low, width, height)
    tint = tints(found)
    whole = _box(0.0, 0.0, found.width, found.high - found.low)
    items: list[Item] = [Patch(Layer.GROUND, whole, "raised", 1.0, 0, 0)]
    items += [Patch(Layer.SIGHT, found.face, "yellow", 0.85, 0, 0)] if found.face else []
    for one in found.blockers:
        if one.shadow:
            items.append(Patch(Layer.BLOCKER, one.shadow, tint[one.id], 0.45, 1.4, 0.95, hatch=0.8))
    items.append(Patch(Layer.RULER, whole, "bright", 0.0, 2.2, 1.0))
    return _drawn(items, camera)


def _drawn(items: Iterable[Item], camera: Camera) -> Surface:
    from pygame import Surface

    from battlesim.render.palette import rgba
    from battlesim.render.pygame_backend import Canvas

    out = Surface((camera.width, camera.height))
    out.fill(rgba("panel")[:3])
    Canvas().draw(out, DrawList(tuple(items)), camera)
    return out
