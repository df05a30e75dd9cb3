"""Measurement of the rim of a miniature's base in a photograph, along rays from a point near its centre.

A base is a disc on the table whose top is slightly narrower than its foot. The near half of the circle on
which it stands is visible. The top is visible where the figure does not hide it; it appears shifted away from
the camera in proportion to its height. Circles through the edges in the picture are tried as the foot and as
the top, and the circles that fit best together are used.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from battlesim.photo.camera import Floats, PhotoCamera
from battlesim.photo.photo_files import Pixels, sampled_colours

RAY_COUNT: Final = 96
NEAR_HALF_RAD: Final = math.radians(95.0)
"""Half the angle of the near half, as seen from the centre."""
FULL_WEIGHT_RAD: Final = math.radians(65.0)
"""Angle up to which the rim counts in full; beyond it, blur pushes the two edges of its thin side apart."""
FIGURE_SECTOR_RAD: Final = math.radians(50.0)
"""Half the angle, around the direction away from the camera, in which a figure may hide the top."""
RAY_START_FRACTION, RAY_END_FRACTION = 0.5, 1.75
"""Start and end of rays, as fractions of the expected radius."""
MAX_EDGES_PER_RAY: Final = 4
"""Largest number of edges on a ray."""
SMOOTHING_SAMPLES: Final = 8
"""Number of samples of a ray lost to smoothing and differences."""
MIN_EDGE_CHANGE, MIN_EDGE_CHANGE_RATIO = 7.0, 2.2
"""Least change of colour at an edge, absolute and relative to the changes around it."""
CIRCLE_SAMPLES: Final = 500
MIN_BASE_RADIUS_IN, MAX_BASE_RADIUS_IN = 0.44, 1.28
"""Smallest and largest radius of a base in inches."""
CIRCLES_KEPT: Final = 12
"""Number of circles tried as rim and as top."""
BASE_HEIGHTS_IN: Final = (0.11, 0.14, 0.17)
"""Possible heights of bases in inches."""
TOP_BEVELS_IN: Final = (0.0, 0.015, 0.033, 0.055)
"""Possible differences in inches between the radius of the rim and of the top."""
FIT_ROUNDS: Final = 6
CORRELATED_EDGES: Final = 3.0
"""Number of neighbouring edges with the same error."""
PICTURE_BLUR_PX, SHADE_WIDENING_PX = 1.3, 0.08
"""Blur of pictures as measured, and widening of a base by the shadow at its foot, in pixels."""


class Rim(NamedTuple):
    """The circle on which a base stands: its centre and radius, with their standard errors, in inches.

    `shown_fraction` is the visible part of the near half of the circle, and `colour_consistency` says how
    uniform the change of colour along it is, from 0 to 1. The higher `top_score` is, the more certain it is
    that the circle is not the top of the base. `strength` is the contrast in grey levels.
    """

    middle: Floats
    radius: float
    error: float
    radius_error: float
    shown_fraction: float
    colour_consistency: float
    top_score: float
    strength: float


class RimRays(NamedTuple):
    """Rays from a point of the table, with the edges that they cross and the change of colour at each."""

    start: Floats
    angles: Floats
    directions: Floats
    edges: Floats
    rises: Floats
    pixel: float

    @property
    def edge_tolerance(self) -> float:
        """The distance in inches up to which an edge in the picture counts as part of a circle."""
        return 1.2 * self.pixel + 0.006


def fit_rim(picture: Pixels, camera: PhotoCamera, start: Floats, radius: float) -> Rim | None:
    """Return the rim, of about the given radius, of a base near a point, or None if no rim is visible."""
    found = _best(cast_rays(picture, camera, start, radius, 1), camera, radius)
    if found is None:
        return None
    start, radius = start + found[:2], float(found[2])
    rays = cast_rays(picture, camera, start, radius, 3)
    again = _best(rays, camera, radius)
    return None if again is None else _measured(rays, camera, again)


def cast_rays(picture: Pixels, camera: PhotoCamera, start: Floats, radius: float, smooth: int) -> RimRays:
    """Return rays in all directions from a point of the table, with the edges that they cross in the picture.

    The rays are long enough for a base of about the given radius in inches. Each ray's colours are averaged
    with `smooth` neighbouring rays on each side.
    """
    toward = camera.directions_to_camera(start[None])[0]
    angles = np.linspace(-math.pi, math.pi, RAY_COUNT, endpoint=False)
    turn = angles + math.atan2(toward[1], toward[0])
    ways = np.column_stack([np.cos(turn), np.sin(turn)])
    pixel = 0.5 / float(camera.pixels_per_inch(start[None])[0])
    many = max(
        int((RAY_END_FRACTION - RAY_START_FRACTION) * radius / pixel), MAX_EDGES_PER_RAY + SMOOTHING_SAMPLES
    )
    outs = np.asarray(RAY_START_FRACTION * radius + pixel * np.arange(many), np.float64)
    places = start + outs[None, :, None] * ways[:, None]
    seen = camera.project(places.reshape(-1, 2)).reshape(*places.shape)
    colours = sampled_colours(picture, seen)
    colours = np.mean([np.roll(colours, k, 0) for k in range(-smooth, smooth + 1)], axis=0)
    soft = (colours[:, :-2] + 2 * colours[:, 1:-1] + colours[:, 2:]) / 4
    rise = soft[:, 4:] - soft[:, :-4]
    edges, rises = _crests(rise, outs[3:-3])
    return RimRays(start, angles, ways, edges, rises, pixel)


def _crests(rise: Floats, outs: Floats) -> tuple[Floats, Floats]:
    """Return the steepest points of rows, between samples, and the change of colour there.

    Missing ones are infinite, with a change of 0.
    """
    steep = np.linalg.norm(rise, axis=2)
    on, before, after = steep[:, 1:-1], steep[:, :-2], steep[:, 2:]
    least = max(MIN_EDGE_CHANGE, MIN_EDGE_CHANGE_RATIO * float(np.median(steep)))
    crest = (on > before) & (on >= after) & (on > least)
    at = np.argsort(-np.where(crest, on, 0.0), axis=1)[:, :MAX_EDGES_PER_RAY]
    real = np.take_along_axis(crest, at, 1)
    one, two, three = (np.take_along_axis(side, at, 1) for side in (before, on, after))
    bend = np.minimum(one - 2 * two + three, -1e-9)
    shift = np.clip((one - three) / (2 * bend), -0.5, 0.5) * (outs[1] - outs[0])
    rises = np.take_along_axis(rise[:, 1:-1], at[..., None], 1)
    return np.where(real, outs[at + 1] + shift, np.inf), np.where(real[..., None], rises, 0.0)


def _best(rays: RimRays, camera: PhotoCamera, radius: float) -> Floats | None:
    """Return the rim (centre from the start, radius) with the most evidence."""
    circles = _circles(rays, radius)
    if not len(circles):
        return None
    rims = _distinct(rays, circles)
    away = _away(camera, rays)
    tops, bottoms = [], []
    for thick in BASE_HEIGHTS_IN:
        for bevel in TOP_BEVELS_IN:
            shift = np.append(thick * away, -bevel)
            bottoms += [rims, rims - shift]
            tops += [rims + shift, rims]
    bottom, top = np.vstack(bottoms), np.vstack(tops)
    score = _speaks(rays, bottom, np.abs(rays.angles) < NEAR_HALF_RAD)
    score += 0.7 * _speaks(rays, top, np.abs(rays.angles) < math.pi - FIGURE_SECTOR_RAD)
    return np.asarray(bottom[int(score.argmax())])


def _away(camera: PhotoCamera, rays: RimRays) -> Floats:
    """Return the shift (2,) as seen from above of a point over the start, per inch of height."""
    gap = rays.start - camera.camera_position[:2]
    return np.asarray(gap / max(float(camera.camera_position[2]), 1e-6))


def _circles(rays: RimRays, radius: float) -> Floats:
    """Return circles (n, 3: centre from the start, radius) through three edges of the near half each."""
    rng = np.random.default_rng(7)
    near = np.nonzero(np.abs(rays.angles) < NEAR_HALF_RAD)[0]
    third = len(near) // 3
    picks = near[rng.integers(0, third, (CIRCLE_SAMPLES, 3)) + np.array([0, third, 2 * third])]
    which = np.minimum(
        rng.integers(0, MAX_EDGES_PER_RAY, (CIRCLE_SAMPLES, 3)),
        rng.integers(0, MAX_EDGES_PER_RAY, (CIRCLE_SAMPLES, 3)),
    )
    out = rays.edges[picks, which]
    whole = np.isfinite(out).all(axis=1)
    a, b, c = ((out[whole][..., None] * rays.directions[picks][whole])[:, k] for k in range(3))
    p, q = b - a, c - a
    area = 2 * (p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0])
    area = np.where(np.abs(area) < 1e-9, 1e-9, area)
    pp, qq = (p**2).sum(axis=1), (q**2).sum(axis=1)
    middle = np.column_stack([q[:, 1] * pp - p[:, 1] * qq, p[:, 0] * qq - q[:, 0] * pp]) / area[:, None]
    wide = np.linalg.norm(middle, axis=1)
    middle = middle + a
    fits = (
        (wide > MIN_BASE_RADIUS_IN)
        & (wide < MAX_BASE_RADIUS_IN)
        & (np.linalg.norm(middle, axis=1) < 0.7 * radius)
    )
    return np.asarray(np.column_stack([middle, wide])[fits])


def _distinct(rays: RimRays, circles: Floats) -> Floats:
    """Return the best circles that differ from each other."""
    score = _speaks(rays, circles, np.abs(rays.angles) < NEAR_HALF_RAD)
    ranked = circles[np.argsort(-score)]
    cells = np.rint(ranked / (1.5 * rays.edge_tolerance)).astype(int)
    first = np.sort(np.unique(cells, axis=0, return_index=True)[1])[:CIRCLES_KEPT]
    return np.asarray(ranked[first])


def _out(rays: RimRays, circles: Floats) -> Floats:
    """Return the distances (m, n) at which rays meet circles (m, 3)."""
    along = circles[:, :2] @ rays.directions.T
    rest = circles[:, 2] ** 2 - (circles[:, :2] ** 2).sum(axis=1)
    return np.asarray(along + np.sqrt(np.maximum(along**2 + rest[:, None], 0.0)))


def _hits(rays: RimRays, circles: Floats) -> tuple[NDArray[np.bool_], Floats, Floats]:
    """Return which rays have an edge on circles (m, n), its distance and the change of colour there."""
    gaps = rays.edges[None] - _out(rays, circles)[..., None]
    best = np.abs(gaps).argmin(axis=2)
    gap = np.take_along_axis(gaps, best[..., None], 2)[..., 0]
    return np.abs(gap) < rays.edge_tolerance, gap, rays.rises[np.arange(len(rays.directions))[None], best]


def _speaks(rays: RimRays, circles: Floats, where: NDArray[np.bool_]) -> Floats:
    """Return the evidence (m,) for circles (m, 3) in the given directions.

    It is the fraction of directions with an edge, weighted by how far the edge is between the same two
    colours.
    """
    part, alike, _ = _shown(rays, circles, where)
    return np.asarray(part * alike)


def _shown(rays: RimRays, circles: Floats, where: NDArray[np.bool_]) -> tuple[Floats, Floats, Floats]:
    on, _, rises = _hits(rays, circles)
    on &= where
    counts = np.maximum(on.sum(axis=1), 1)
    mean = (rises * on[..., None]).sum(axis=1) / counts[:, None]
    usual = (np.linalg.norm(rises, axis=2) * on).sum(axis=1) / counts
    strength = np.linalg.norm(mean, axis=1)
    return on.sum(axis=1) / where.sum(), strength / np.maximum(usual, 1e-9), strength


def _measured(rays: RimRays, camera: PhotoCamera, circle: Floats) -> Rim | None:
    """Return a rim fitted to its edges by least squares, with its errors."""
    near = np.abs(rays.angles) < NEAR_HALF_RAD
    facing = np.clip((NEAR_HALF_RAD - np.abs(rays.angles)) / (NEAR_HALF_RAD - FULL_WEIGHT_RAD), 0.0, 1.0)
    square, spread = np.eye(3), rays.edge_tolerance
    for _ in range(FIT_ROUNDS):
        on, gap, _ = (one[0] for one in _hits(rays, circle[None]))
        on = on & near
        if on.sum() < 12:
            return None
        spots = (gap + _out(rays, circle[None])[0])[on, None] * rays.directions[on]
        away = spots - circle[:2]
        far = np.linalg.norm(away, axis=1)
        miss = far - circle[2]
        weights = facing[on] / (1.0 + (miss / rays.pixel) ** 2)
        slopes = np.column_stack([away / far[:, None], np.ones(len(away))])
        square = slopes.T @ (slopes * weights[:, None]) + 1e-6 * np.eye(3)
        circle = circle + np.linalg.solve(square, slopes.T @ (weights * miss))
        spread = max(float(np.sqrt((weights * miss**2).sum() / weights.sum())), 0.3 * rays.pixel)
    errors = np.linalg.inv(square) * spread**2 * CORRELATED_EDGES
    part, alike, strength = (float(one[0]) for one in _shown(rays, circle[None], near))
    return Rim(
        rays.start + circle[:2],
        float(circle[2]) - _widened(rays, camera),
        math.sqrt(errors[0, 0] + errors[1, 1]),
        math.sqrt(errors[2, 2]),
        part,
        alike,
        _top(rays, camera, circle),
        strength,
    )


def _widened(rays: RimRays, camera: PhotoCamera) -> float:
    """Return how much wider a rim appears than it is, in inches.

    The visible side is a line between two edges, and blur drives these apart the more, the narrower it is
    (Steger 1998).
    """
    flat = float(np.linalg.norm(_away(camera, rays)))
    steep = 1.0 / math.hypot(1.0, flat)
    pixel = 2.0 * rays.pixel
    return pixel * (
        SHADE_WIDENING_PX
        + blur_edge_shift(BASE_HEIGHTS_IN[1] * flat * steep / math.sqrt(steep) / (pixel * PICTURE_BLUR_PX))
        * PICTURE_BLUR_PX
    )


def blur_edge_shift(line_width: float) -> float:
    """Return the distance by which blur moves each edge of a line away from the line's middle.

    The result and `line_width` are in units of the blur's standard deviation.
    """
    off = 0.0
    for _ in range(FIT_ROUNDS * 5):
        off = (off + line_width) * math.exp(-line_width * (2.0 * off + line_width) / 2.0)
    return off


def _top(rays: RimRays, camera: PhotoCamera, rim: Floats) -> float:
    """Return the evidence, from -1 to 2, that a rim is the rim rather than the top.

    The top's edge is shifted by its height on the far side, and visible inside the rim on the near side.
    """
    away = _away(camera, rays)
    shifts = np.array([[*(thick * away), -bevel] for thick in BASE_HEIGHTS_IN for bevel in TOP_BEVELS_IN])
    angles = np.abs(rays.angles)
    far = (angles > math.pi / 2) & (angles < math.pi - FIGURE_SECTOR_RAD)
    tops = _speaks(rays, rim + shifts, far)
    apart = np.linalg.norm(shifts[:, :2], axis=1) - shifts[:, 2] > 3.0 * rays.edge_tolerance
    within = _speaks(rays, rim + shifts, angles < FULL_WEIGHT_RAD) * apart
    return float((tops + within).max() - _speaks(rays, rim[None], far)[0])
