"""Estimation of a photograph's camera from the corners of the table, or from the horizon and a known length.

Corners placed by hand, points on visible table edges, and the typical parameters of phone cameras are
combined by least squares (Levenberg and Marquardt), weighted by their errors. The result includes the
covariance of the parameters.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

import numpy as np

from battlesim.photo.camera import (
    PARAMETER_COUNT,
    Floats,
    PhotoCamera,
    numeric_jacobian,
    project_points,
    rotation_vector,
    unproject_pixels,
)

CLICK_ERROR_PX: Final = 1.5
"""Standard deviation of a corner placed by hand, in pixels."""
FOCAL_PRIOR: Final = 0.8, 0.4
"""Typical focal length relative to the longer side of the picture, and the deviation of its logarithm.

It covers the wide-angle to the long camera of a phone.
"""
RADIAL_DEVIATION: Final = 0.05
"""Standard deviation of the radial term of lenses."""
MAX_ROUNDS: Final = 60
MIN_GAIN, MAX_DAMPING = 1e-6, 1e9
"""Gain below which the search ends, and damping at which no parameter moves any more."""
HUBER_DEVIATIONS: Final = 2.0
"""Number of deviations beyond which a point on an edge counts less."""


class CameraError(ValueError):
    """Raised if no camera fits the points that were marked in a photograph; the message is the reason."""


class TableEdge(NamedTuple):
    """A table edge in a photograph: points on it in pixels, and its start and end on the table in inches.

    `error` is the standard deviation of the points in pixels.
    """

    pixels: Floats
    start: Floats
    end: Floats
    error: float


def table_corners(width: float, height: float) -> Floats:
    """Return the corners of a table in inches: lower left, lower right, upper right, upper left."""
    return np.array([[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]])


def camera_from_corners(
    corners: Floats, table: tuple[float, float], size: tuple[int, int], edges: Sequence[TableEdge] = ()
) -> PhotoCamera:
    """Return the camera that shows the corners of a table at the given pixels.

    `table` is the size of the table in inches, and `size` is the size of the picture in pixels. Visible table
    edges, given as `edges`, make the result more exact. Raises CameraError if no camera fits.
    """
    places = table_corners(*table)
    middle = (np.array(size) - 1.0) / 2.0
    _check_corners(corners)
    flat = _homography(places, corners - middle)
    found = []
    for focal in _focals(flat, max(size)):
        with suppress(CameraError):
            found.append(_bettered(_begun(flat, focal), corners, places, size, edges))
    if not found:
        raise CameraError("no camera position fits these four corners: mark them again")
    return min(found, key=lambda camera: camera.strain)


def _check_corners(corners: Floats) -> None:
    """Raise CameraError unless the corners form a convex polygon, counter-clockwise as seen."""
    ways = np.roll(corners, -1, axis=0) - corners
    after = np.roll(ways, -1, axis=0)
    turns = ways[:, 0] * after[:, 1] - ways[:, 1] * after[:, 0]
    if (turns >= 0).all() and turns.any():
        raise CameraError(
            "the corners are in clockwise order: give them counter-clockwise, beginning at the lower left"
        )
    if (turns > -4.0).any():
        raise CameraError("the corners are not convex: give them counter-clockwise around the table")


def _homography(places: Floats, pixels: Floats) -> Floats:
    """Return the homography (3, 3) that maps four points to four pixels (direct linear transform)."""
    rows = []
    scale = float(np.abs(places).max()), float(np.abs(pixels).max())
    for (x, y), (u, v) in zip(places / scale[0], pixels / scale[1], strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y, -u], [0, 0, 0, x, y, 1, -v * x, -v * y, -v]]
    flat = np.linalg.svd(np.array(rows))[2][-1].reshape(3, 3)
    return np.asarray(np.diag([scale[1], scale[1], 1.0]) @ flat @ np.diag([1 / scale[0], 1 / scale[0], 1.0]))


def _focals(flat: Floats, longer: int) -> list[float]:
    """Return initial focal lengths.

    These are the typical one and, if it is defined, the one for which the table axes are at right angles
    (Zhang 2000).
    """
    (a, b), (c, d), (e, f) = flat[:, :2]
    above, below, usual = a * b + c * d, e * f, FOCAL_PRIOR[0] * longer
    own = math.sqrt(-above / below) if above * below < -1e-18 else usual
    return [usual, own] if usual / 4 < own < usual * 4 and own != usual else [usual]


def _begun(flat: Floats, focal: float) -> Floats:
    """Return the parameters of a camera without a radial term, from its homography and focal length."""
    axes = np.diag([1 / focal, 1 / focal, 1.0]) @ flat
    axes /= math.sqrt(float(np.linalg.norm(axes[:, 0]) * np.linalg.norm(axes[:, 1])))
    axes *= math.copysign(1.0, axes[2, 2])
    left, _, right = np.linalg.svd(np.column_stack([axes[:, :2], np.cross(axes[:, 0], axes[:, 1])]))
    turn = left @ np.diag([1.0, 1.0, np.linalg.det(left @ right)]) @ right
    return np.concatenate([[math.log(focal), 0.0], rotation_vector(turn), axes[:, 2]])


def _bettered(
    begun: Floats, corners: Floats, places: Floats, size: tuple[int, int], edges: Sequence[TableEdge]
) -> PhotoCamera:
    """Return the most likely camera, given all data."""
    middle = (np.array(size) - 1.0) / 2.0
    usual = math.log(FOCAL_PRIOR[0] * max(size))

    def misses(figures: Floats) -> Floats:
        parts = [((project_points(figures, middle, places) - corners) / CLICK_ERROR_PX).ravel()]
        parts += [_off(figures, middle, edge) / edge.error for edge in edges]
        parts.append(np.array([(figures[0] - usual) / FOCAL_PRIOR[1], figures[1] / RADIAL_DEVIATION]))
        return np.concatenate(parts)

    try:
        figures, curvature = least_squares(misses, begun, soft=8)
        covariance = np.asarray(np.linalg.pinv(curvature), np.float64)
    except np.linalg.LinAlgError:
        raise CameraError("no camera position fits these points: mark them again") from None
    given = misses(figures)[[*range(8), -2, -1]]
    strain = math.sqrt(float(given @ given) / (len(given) - PARAMETER_COUNT))
    if not (np.isfinite(figures).all() and math.isfinite(strain)):
        raise CameraError("no camera position fits these points: mark them again")
    return PhotoCamera(figures, covariance * max(1.0, strain) ** 2, *size, strain)


def _off(figures: Floats, middle: Floats, edge: TableEdge) -> Floats:
    """Return the distances (n,) in pixels of points from an edge as the camera sees it."""
    way = edge.end - edge.start
    part = np.clip(
        (unproject_pixels(figures, middle, edge.pixels) - edge.start) @ way / (way @ way), 0.0, 1.0
    )
    on = project_points(figures, middle, edge.start + part[:, None] * way)
    ahead = project_points(figures, middle, edge.start + (part + 1e-3)[:, None] * way) - on
    ahead /= np.linalg.norm(ahead, axis=1, keepdims=True)
    gap = edge.pixels - on
    return np.asarray(gap[:, 0] * ahead[:, 1] - gap[:, 1] * ahead[:, 0])


def least_squares(
    misses: Callable[[Floats], Floats], parameters: Floats, soft: int = 0
) -> tuple[Floats, Floats]:
    """Return the parameters that minimize the squared residuals, and the curvature (inverse covariance).

    `misses` computes the residuals from the parameters. From the index `soft` on, large residuals count less
    (Huber 1964).
    """
    damping, curvature = 1e-3, np.eye(len(parameters))
    now = misses(parameters)
    for _ in range(MAX_ROUNDS):
        weights = _weights(now, soft)
        slopes = numeric_jacobian(misses, parameters)
        curvature = slopes.T @ (slopes * weights[:, None])
        downhill = slopes.T @ (weights * now)
        step = np.linalg.solve(curvature + damping * np.diag(np.diag(curvature) + 1e-12), -downhill)
        tried = misses(parameters + step)
        if np.isfinite(tried).all() and _cost(tried, soft) <= _cost(now, soft):
            gain = _cost(now, soft) - _cost(tried, soft)
            parameters, now, damping = parameters + step, tried, max(damping / 10.0, 1e-9)
            if gain < MIN_GAIN:
                break
        elif damping > MAX_DAMPING:
            break
        else:
            damping *= 10.0
    return parameters, curvature


def _weights(misses: Floats, soft: int) -> Floats:
    weights = HUBER_DEVIATIONS / np.maximum(np.abs(misses), HUBER_DEVIATIONS)
    weights[:soft] = 1.0
    return np.asarray(weights)


def _cost(misses: Floats, soft: int) -> float:
    far = np.abs(misses)
    bent = np.where(far > HUBER_DEVIATIONS, HUBER_DEVIATIONS * (2.0 * far - HUBER_DEVIATIONS), far**2)
    bent[:soft] = far[:soft] ** 2
    return float(bent.sum())


def camera_from_horizon(
    horizon: Floats, ends: Floats, length: float, table: tuple[float, float], size: tuple[int, int]
) -> PhotoCamera:
    """Return the camera that fits two points on the horizon and a known length on the table.

    `ends` are the pixels at both ends of the length. The camera is assumed to look along the y axis, with the
    centre of the table in the middle of the picture and a typical focal length. Raises CameraError if no
    camera fits.
    """
    given = np.concatenate(
        [horizon.ravel(), ends.ravel(), [math.log(FOCAL_PRIOR[0] * max(size)), 0.0]],
    )
    figures = _over(given, length, table, size)
    errors = np.array([CLICK_ERROR_PX] * 8 + [FOCAL_PRIOR[1], RADIAL_DEVIATION])
    slopes = numeric_jacobian(lambda varied: _over(varied, length, table, size), given) * errors
    return PhotoCamera(figures, slopes @ slopes.T, *size)


def _over(given: Floats, length: float, table: tuple[float, float], size: tuple[int, int]) -> Floats:
    """Return the parameters of a camera over a table.

    `given` holds two points of the horizon, two ends of a length, ln f and k.
    """
    middle = (np.array(size) - 1.0) / 2.0
    focal, bend = math.exp(given[8]), given[9]
    rays = _straight((given[:8].reshape(4, 2) - middle) / focal, bend)
    up = np.cross(rays[0], rays[1])
    if np.linalg.norm(up) < 1e-9:
        raise CameraError("the two points of the horizon coincide: choose two different points")
    up /= np.linalg.norm(up)
    up *= -math.copysign(1.0, up[1])
    falls = -rays @ up
    if (falls[2:] < 1e-6).any() or -up[2] < 1e-6:
        raise CameraError("the measured distance and the picture's centre must lie below the horizon")
    ends = rays[2:] / falls[2:, None]
    if np.linalg.norm(ends[0] - ends[1]) < 1e-9:
        raise CameraError("the two ends of the known length coincide: choose two different points")
    high = length / float(np.linalg.norm(ends[0] - ends[1]))
    ahead = np.array([0.0, 0.0, 1.0]) - up[2] * up
    ahead /= np.linalg.norm(ahead)
    turn = np.column_stack([np.cross(ahead, up), ahead, up])
    aim = np.array([0.0, 0.0, 1.0]) / -up[2] * high
    shift = aim - turn @ np.array([table[0] / 2, table[1] / 2, 0.0])
    return np.concatenate([given[8:10], rotation_vector(turn), shift])


def _straight(bent: Floats, bend: float) -> Floats:
    """Return the rays (n, 3) of points in the picture, with the lens distortion removed."""
    flat = bent
    for _ in range(12):
        flat = bent / (1.0 + bend * (flat**2).sum(axis=1, keepdims=True))
    return np.column_stack([flat, np.ones(len(flat))])
