"""The choice of a camera that shows given objects uncovered and zooms out no more than necessary."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from battlesim.geometry.shapes import Point
from battlesim.render.camera import ZOOM_STEPS_PPI, Camera

FramedDisc = tuple[float, float, float]
"""Centre and radius of an object on the table in inches."""
ViewRect = tuple[float, float, float, float]
"""Left, top, right and bottom in pixels of the view."""
Numbers = NDArray[np.float64]

WELL_INSIDE_IN, BARELY_INSIDE_IN = 3.0, 0.75
"""Distances in inches from the edge of the view at which a subject counts as well or barely inside."""
FARTHER_ZOOM_FRACTIONS: Final = (0.9, 0.8, 0.7, 0.6)
"""Fractions of the whole-table zoom that are tried if covers leave too little space."""
TRIES_PER_AXIS: Final = 9
"""Number of camera positions tried in each direction."""
COVERED_PIECE_COST_PX: Final = 60.0
"""Additional camera movement, in pixels, that is accepted to uncover one more piece."""


class FramingSubject(NamedTuple):
    """The objects that a view must show: discs that must not be covered, and additional points.

    The most important disc comes last.
    """

    discs: tuple[FramedDisc, ...] = ()
    points: tuple[Point, ...] = ()


class ViewCovers(NamedTuple):
    """The parts of a view that panels cover: fixed rects, and cards with the rects where each may lie."""

    fixed: tuple[ViewRect, ...] = ()
    cards: tuple[tuple[ViewRect, ...], ...] = ()


CoversAtZoom = Callable[[Camera], ViewCovers]
"""A function that returns what covers a view; the size of the scale bar, for one, depends on the zoom."""


def framing_zooms(nearest: float, whole_table_zoom: float) -> list[float]:
    """Return the zooms to try, in order: from `nearest` out to zooms that show more than the whole table."""
    between = [zoom for zoom in reversed(ZOOM_STEPS_PPI) if whole_table_zoom < zoom < nearest]
    farthest = min(whole_table_zoom, nearest)
    return [
        *dict.fromkeys((nearest, *between, farthest)),
        *(farthest * share for share in FARTHER_ZOOM_FRACTIONS),
    ]


def framed_camera(
    current: Camera,
    zooms: Sequence[float],
    subject: FramingSubject,
    covers_at: CoversAtZoom,
    table_width: float,
    others: Sequence[FramedDisc] = (),
    inside: float = BARELY_INSIDE_IN,
    pad: float = 0.0,
) -> Camera:
    """Return a camera that shows the subject uncovered, moved no farther than needed.

    The current camera is kept if it already shows the subject, so that the view stays stable. It is moved,
    for example, if a card covers the target. Otherwise, the first of `zooms` at which every disc can be
    uncovered is used, or else the view with the fewest covered discs. `table_width` and `inside` are in
    inches. The discs in `others` are also kept uncovered if possible. `pad` is the number of pixels by which
    signs extend beyond a disc.
    """
    if not (subject.discs or subject.points):
        return current
    least: tuple[float, Camera] | None = None
    for ppi in zooms:
        camera = current if ppi == current.ppi else replace(current, ppi=ppi)
        box = _subject_box(camera, subject, table_width, inside, pad)
        if (
            camera is current
            and _is_inside(box, current)
            and not _is_subject_hidden(camera, subject, covers_at(camera))
        ):
            return current
        for edge in (WELL_INSIDE_IN, BARELY_INSIDE_IN):
            box = _subject_box(camera, subject, table_width, edge, pad)
            if box[2] - box[0] > camera.width or box[3] - box[1] > camera.height:
                continue
            hidden, view = _best_view(
                _centred_view(camera, current, box, table_width), box, subject, covers_at(camera), others
            )
            if not hidden:
                return view
            if least is None or hidden < least[0]:
                least = hidden, view
    return least[1] if least else current


def _subject_box(camera: Camera, about: FramingSubject, wide: float, edge: float, pad: float) -> ViewRect:
    """Return the box of the subject in lattice pixels, enlarged by `edge` inches within the table."""
    discs = ((x, y, r + pad / camera.ppi) for x, y, r in about.discs)
    around = np.array([*discs, *((x, y, -edge) for x, y in about.points)])
    x, y, r = around[:, 0], camera.table_height - around[:, 1], around[:, 2]
    near = np.array([(x - r).min(), (y - r).min()])
    far = np.array([(x + r).max(), (y + r).max()])
    low = np.minimum(near, np.maximum(near - edge, 0.0)) * camera.ppi
    high = np.maximum(far, np.minimum(far + edge, (wide, camera.table_height))) * camera.ppi
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def _is_inside(box: ViewRect, view: Camera) -> bool:
    across = view.left <= box[0] + 0.5 and box[2] - 0.5 <= view.left + view.width
    return across and view.top <= box[1] + 0.5 and box[3] - 0.5 <= view.top + view.height


def _centred_view(camera: Camera, now: Camera, box: ViewRect, wide: float) -> Camera:
    """Return the camera centred on the subject along each axis on which it is not in view."""
    whole = wide * camera.ppi, camera.table_height * camera.ppi
    across = (now.left, box[0], box[2], now.width, whole[0])
    down = (now.top, box[1], box[3], now.height, whole[1])
    left, top = (_wished_start(*way, camera is now) for way in (across, down))
    return replace(camera, left=left, top=top)


def _wished_start(start: int, low: float, high: float, view: int, whole: float, same: bool) -> int:
    if same and start <= low and high <= start + view:
        return start
    middle = (low + high - view) / 2
    return round(min(max(middle, 0.0), whole - view) if whole > view else (whole - view) / 2)


def _best_view(
    wished: Camera, box: ViewRect, about: FramingSubject, covers: ViewCovers, others: Sequence[FramedDisc]
) -> tuple[float, Camera]:
    """Return the number of subject discs hidden in the best view near the preferred view, and that view."""
    lefts = _tried_starts(wished.left, box[2] - wished.width, box[0])
    tops = _tried_starts(wished.top, box[3] - wished.height, box[1])
    corners = np.array([(x, y) for x in lefts for y in tops])
    fixed, cards = covers
    asked, rest = (_lattice_discs(wished, discs) for discs in (about.discs, others))
    hidden = aside = np.zeros(len(corners))
    for ways in (*cards, *((place,) for place in fixed)):
        over = np.array([_covered_counts(asked, corners, place) for place in ways])
        beside = np.array([_covered_counts(rest, corners, place) for place in ways])
        at = (1000 * over + beside).argmin(axis=0), np.arange(len(corners))
        hidden, aside = hidden + over[at], aside + beside[at]
    far = np.hypot(corners[:, 0] - wished.left, corners[:, 1] - wished.top)
    best = int(np.lexsort((far + COVERED_PIECE_COST_PX * aside, hidden))[0])
    left, top = corners[best]
    return float(hidden[best]), replace(wished, left=round(left), top=round(top))


def _tried_starts(wished: float, low: float, high: float) -> Numbers:
    """Return starts of a view that contains `low` to `high`: the preferred one and evenly spaced ones."""
    inside = min(max(wished, low), high)
    return np.unique(np.round([inside, *np.linspace(low, high, TRIES_PER_AXIS)]))


def _lattice_discs(camera: Camera, discs: Sequence[FramedDisc]) -> Numbers:
    known = np.array(discs, dtype=float).reshape(-1, 3)
    known[:, 1] = camera.table_height - known[:, 1]
    return known * camera.ppi


def _covered_counts(discs: Numbers, corners: Numbers, place: ViewRect) -> Numbers:
    """Return the number of discs that a rect of the view covers, for each corner of the view."""
    x, y = (discs[None, :, k] - corners[:, None, k] for k in (0, 1))
    dx = np.maximum(np.maximum(place[0] - x, x - place[2]), 0.0)
    dy = np.maximum(np.maximum(place[1] - y, y - place[3]), 0.0)
    over: Numbers = (np.hypot(dx, dy) < discs[None, :, 2]).sum(axis=1).astype(float)
    return over


def _is_subject_hidden(camera: Camera, about: FramingSubject, covers: ViewCovers) -> bool:
    """Return whether any cover hides a disc of the subject in every position that it can take."""
    discs, corner = _lattice_discs(camera, about.discs), np.array([[camera.left, camera.top]])
    ways = (*covers.cards, *((place,) for place in covers.fixed))
    return any(all(_covered_counts(discs, corner, place)[0] > 0 for place in places) for places in ways)
