"""Detection of a table's edges in a photograph with known table corners, allowing for lens distortion."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from battlesim.photo.camera import Floats, PhotoCamera
from battlesim.photo.camera_pose import TableEdge, camera_from_corners, table_corners
from battlesim.photo.photo_files import Pixels, sampled_colours

NDArrayInt = NDArray[np.int64]

SAMPLES_PER_EDGE: Final = 80
"""Number of points at which an edge is searched."""
MAX_END_SHIFT_PX, MAX_SAG_FRACTION = 5, 0.012
"""Largest shift of the ends in pixels, and largest sag of the middle relative to the length."""
CURVE_TOLERANCE_PX: Final = 2
"""Largest distance in pixels of edge points from the best curve."""
MIN_EDGE_RATIO: Final = 2.5
"""Factor by which a certain edge is steeper than its surroundings."""
MIN_CLEAR_FRACTION: Final = 0.65
"""Fraction of its points at which an edge must be clear."""
EDGE_POINT_ERROR_PX: Final = 2.0
"""Standard deviation of a single point in pixels: its own error, and the error shared with its neighbours."""


def refined_camera(picture: Pixels, corners: Floats, table: tuple[float, float]) -> tuple[PhotoCamera, int]:
    """Return the camera that fits the corners and clear edges of a table, and the number of clear edges.

    `picture` is the photograph, `corners` are in its pixels, and `table` is the size of the table in inches.
    Raises CameraError if no camera fits.
    """
    size = (picture.shape[1], picture.shape[0])
    camera = camera_from_corners(corners, table, size)
    edges = clear_edges(picture, camera, corners, table)
    return (camera_from_corners(corners, table, size, edges) if edges else camera), len(edges)


def clear_edges(
    picture: Pixels, camera: PhotoCamera, corners: Floats, table: tuple[float, float]
) -> list[TableEdge]:
    """Return the table edges that are clearly visible between the given corners in a photograph."""
    places = table_corners(*table)
    found = []
    for k in range(4):
        pixels = _edge(picture, corners[k], corners[(k + 1) % 4])
        if pixels is not None:
            found.append(TableEdge(pixels, places[k], places[(k + 1) % 4], EDGE_POINT_ERROR_PX))
    return found


def _edge(picture: Pixels, start: Floats, end: Floats) -> Floats | None:
    """Return points (n, 2) on an edge between two corners, or None if it is not clear."""
    way = end - start
    far = float(np.linalg.norm(way))
    sag = int(MAX_SAG_FRACTION * far) + 2
    reach = sag + MAX_END_SHIFT_PX + CURVE_TOLERANCE_PX + 1
    part = np.linspace(0.04, 0.96, SAMPLES_PER_EDGE)
    across = np.array([-way[1], way[0]]) / far
    offsets = np.arange(-reach - 1, reach + 2)
    grid = start + part[:, None, None] * way + offsets[None, :, None] * across
    colours = sampled_colours(picture, grid)
    steep = np.linalg.norm(colours[:, 2:] - colours[:, :-2], axis=2)
    course = _course(steep, part, sag)
    window = course[:, None] + np.arange(-CURVE_TOLERANCE_PX, CURVE_TOLERANCE_PX + 1) + reach
    near = np.take_along_axis(steep, window, axis=1)
    usual = np.median(steep, axis=1)
    peak = near.argmax(axis=1)
    clear = (near.max(axis=1) > MIN_EDGE_RATIO * usual + 4.0) & (peak > 0) & (peak < 2 * CURVE_TOLERANCE_PX)
    if clear.mean() < MIN_CLEAR_FRACTION:
        return None
    at = course - CURVE_TOLERANCE_PX + peak + _between(steep, course - CURVE_TOLERANCE_PX + peak + reach)
    points = start + part[:, None] * way + at[:, None] * across
    return np.asarray(points[clear])


def _course(steep: Floats, part: Floats, sag: int) -> NDArrayInt:
    """Return the offsets, in whole pixels, of the steepest parabola along an edge."""
    middle = (steep.shape[1] - 1) // 2
    ends = np.arange(-MAX_END_SHIFT_PX, MAX_END_SHIFT_PX + 1, 2)
    bows = np.arange(-sag, sag + 1)
    a, b, c = (one.ravel() for one in np.meshgrid(ends, ends, bows, indexing="ij"))
    capped = np.minimum(steep, 4.0 * np.median(steep) + 20.0)
    curves = np.rint(a[:, None] * (1 - part) + b[:, None] * part + 4 * c[:, None] * part * (1 - part)).astype(
        np.int64
    )
    score = capped[np.arange(len(part)), curves + middle].mean(axis=1)
    return np.asarray(curves[int(score.argmax())])


def _between(steep: Floats, at: NDArrayInt) -> Floats:
    """Return the peak of a parabola through three neighbours, -0.5 to 0.5 pixels from the middle one."""
    rows = np.arange(len(at))
    before, on, after = (steep[rows, np.clip(at + k, 0, steep.shape[1] - 1)] for k in (-1, 0, 1))
    bend = before - 2 * on + after
    shift = np.where(np.abs(bend) > 1e-9, (before - after) / (2 * np.where(bend == 0, 1, bend)), 0.0)
    return np.asarray(np.clip(shift, -0.5, 0.5))
