"""Detection of the round bases of miniatures in a photograph of a table.

Positions are in inches and the sizes of bases in millimetres. A base is a low disc. The near side of its
visible rim is part of the circle on which it stands, whatever its height; the far side appears shifted and is
often hidden by the figure. Each edge in the picture therefore votes for the centre of a base of which it
would be the near half (Hough transform with gradients, Hough 1962), and `rim_fitting` measures each
candidate. A size is certain if the rim is clear, the visible top shows that it is the rim, and one standard
size is far more likely than the others.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np

from battlesim.photo.camera import REPORTED_DEVIATIONS, Floats, PhotoCamera
from battlesim.photo.opencv import load_opencv
from battlesim.photo.photo_files import Pixels
from battlesim.photo.rim_fitting import BASE_HEIGHTS_IN, Rim, fit_rim
from battlesim.photo.top_view import top_view, top_view_resolution

STANDARD_SIZES_MM: Final = (25.0, 28.5, 30.0, 32.0, 40.0, 50.0, 60.0)
"""Diameters of standard bases in millimetres."""
MM_PER_INCH: Final = 25.4
VOTED_SIZES_MM: Final = (25.0, 28.5, 32.0, 36.0, 40.0, 45.0, 50.0, 60.0)
"""Diameters in millimetres for which edges vote."""
VOTING_PPI, MAX_VOTING_PIXELS = 18.0, 2_500_000
"""Resolution in pixels per inch, and largest number of pixels, of the picture used for voting."""
MIN_VOTING_GRADIENT: Final = 7.0
"""Least gradient of an edge that votes, in grey levels per pixel."""
MIN_VOTED_FRACTION: Final = 0.3
"""Least fraction of the near half that must have voted."""
WIDER_SIZES_MM: Final = (32.0, 40.0, 50.0, 60.0)
"""Diameters in millimetres searched around a candidate that may be part of a figure."""
MIN_WIDER_STRENGTH: Final = 14.0
"""Least contrast of such a wider rim, in grey levels."""
MAX_CANDIDATES: Final = 400
"""Largest number of candidates examined."""
MIN_RIM_FRACTION, SURE_RIM_FRACTION = 0.7, 0.85
"""Fraction of the near half that must show an edge, for any base and for a certain base."""
SURE_RIM_STRENGTH: Final = 30.0
"""Contrast of a certain rim, in grey levels."""
SURE_RIM_SCORE: Final = 0.2
"""Score from which an edge is certain to be the rim and not the top."""
TOP_EDGE_CHANCES: Final = ((-0.2, 0.9), (0.001, 0.8), (math.inf, 0.02))
"""Limits of the score for the rim, each with the chance below it that the edge belongs to the top."""
TOP_SLOPE_IN, TOP_SLOPE_DEVIATION_IN = 0.047, 0.02
"""Mean and standard deviation, in inches, of how much smaller the radius of a top appears than its rim."""
MIN_OFFERED_LIKELIHOOD, MIN_SURE_LIKELIHOOD = 0.65, 0.93
"""Least likelihood of a size that is offered, and of a size that is certain."""
MAX_SIZE_DEVIATIONS: Final = 2.5
"""Number of deviations beyond which a circle has no standard size."""
DULL_RIM_ERROR: Final = 0.35
"""Additional error of the radius of a faint rim: inches times grey levels."""
RIM_ERROR_IN: Final = 0.004
"""Standard deviation of the radius of a rim, in inches."""
MANUAL_ERROR_IN: Final = 0.1
"""Error in inches of a base placed by hand without a rim."""
MIDDLE_ERROR_FRACTION: Final = 0.018
"""Error of the centre, as a fraction of the radius."""


class DetectedBase(msgspec.Struct, frozen=True):
    """A miniature's base found in a photograph: its centre (x, y) in inches and its most likely size in mm.

    The size is a standard size. `error` is the estimated error of the centre in inches, and `likely` is the
    likelihood of the size, from 0 to 1. `sure` is True if it is certain that this is a base of this size.
    """

    x: float
    y: float
    size: float
    error: float
    likely: float = 1.0
    sure: bool = True


class BaseCandidate(NamedTuple):
    """A possible base found in a photograph, with the radius of its rim in inches and a score for the rim."""

    base: DetectedBase
    radius: float
    score: float


def find_bases(picture: Pixels, camera: PhotoCamera, table: tuple[float, float]) -> tuple[DetectedBase, ...]:
    """Return the bases found on a photographed table, sorted by y in whole inches and then by x.

    Bases that are not certain are included.
    """
    found: list[BaseCandidate] = []
    for x, y, radius in _candidates(picture, camera, table):
        rim = fit_rim(picture, camera, np.array([x, y]), radius)
        if (
            rim is not None
            and rim.shown_fraction * rim.colour_consistency >= MIN_RIM_FRACTION
            and _on(rim, table)
        ):
            base = _base(rim, camera)
            found += [base] if base else []
            if base and base.base.sure:
                found += _about(picture, camera, base)
    found.sort(key=lambda near: -near.score)
    kept: list[BaseCandidate] = []
    for near in found:
        if not any(_same(near, other) for other in kept):
            wider = [other for other in found if _wider(other, near)]
            kept.append(_unsure(max(wider, key=lambda other: other.score)) if wider else near)
    offered = (near.base for near in kept if near.base.likely >= MIN_OFFERED_LIKELIHOOD)
    return tuple(sorted(offered, key=lambda base: (round(base.y), base.x)))


def base_at(
    picture: Pixels, camera: PhotoCamera, table: tuple[float, float], disc: tuple[float, float, float]
) -> DetectedBase:
    """Return the base at a point of the table, measured by its rim if a rim is visible there.

    `disc` is the base as the user placed it: (x, y, radius) in inches. If no rim is visible, return this disc
    with the nearest standard size.
    """
    x, y, radius = disc
    rim = fit_rim(picture, camera, np.array([x, y]), radius)
    if (
        rim is not None
        and rim.shown_fraction * rim.colour_consistency >= MIN_RIM_FRACTION
        and _on(rim, table)
    ):
        near = _base(rim, camera)
        if near and math.hypot(near.base.x - x, near.base.y - y) < radius:
            return near.base
    error = math.hypot(float(camera.point_errors(np.array([[x, y]]))[0]), MANUAL_ERROR_IN)
    return DetectedBase(
        round(x, 3),
        round(y, 3),
        min(STANDARD_SIZES_MM, key=lambda size: abs(size / MM_PER_INCH / 2 - radius)),
        round(error, 3),
    )


def _about(picture: Pixels, camera: PhotoCamera, near: BaseCandidate) -> Iterator[BaseCandidate]:
    """Yield wider bases around a candidate that may be part of a figure nearer to the camera."""
    middle = np.array([[near.base.x, near.base.y]])
    for size in WIDER_SIZES_MM:
        radius = size / MM_PER_INCH / 2
        if radius < 1.2 * near.radius:
            continue
        for part in (0.3, 0.8):
            start = middle[0] + part * (radius - 0.5 * near.radius) * camera.directions_to_camera(middle)[0]
            rim = fit_rim(picture, camera, start, radius)
            if (
                rim is not None
                and rim.shown_fraction * rim.colour_consistency >= MIN_RIM_FRACTION
                and rim.strength >= MIN_WIDER_STRENGTH
            ):
                wider = _base(rim, camera)
                if wider and _wider(wider, near):
                    yield wider


def _wider(other: BaseCandidate, near: BaseCandidate) -> bool:
    """Return whether `other` is a wider base around `near`, which is then part of the figure on it."""
    apart = math.hypot(near.base.x - other.base.x, near.base.y - other.base.y)
    return other.radius > 1.2 * near.radius and apart < other.radius


def _unsure(near: BaseCandidate) -> BaseCandidate:
    return near._replace(base=msgspec.structs.replace(near.base, sure=False))


def _same(near: BaseCandidate, other: BaseCandidate) -> bool:
    """Return whether two candidates occupy the same place."""
    apart = math.hypot(near.base.x - other.base.x, near.base.y - other.base.y)
    return apart < 0.8 * (near.radius + other.radius)


def _on(rim: Rim, table: tuple[float, float]) -> bool:
    x, y = rim.middle
    return bool(0 < x < table[0] and 0 < y < table[1])


def _base(rim: Rim, camera: PhotoCamera) -> BaseCandidate | None:
    """Return a base of the most likely size for a rim, or None if no standard size is near."""
    place, topped = np.array(rim.middle), _topped(rim)
    shift = (
        (place - camera.camera_position[:2])
        / max(float(camera.camera_position[2]), 1e-6)
        * BASE_HEIGHTS_IN[1]
    )
    part = 1.0 if topped > 0.5 else 0.0
    place = place - part * shift
    off_place = MIDDLE_ERROR_FRACTION * rim.radius + topped * (1.0 - topped) * float(np.linalg.norm(shift))
    off, chances = size_likelihoods(rim)
    best = int(chances.argmax())
    if off[best] > MAX_SIZE_DEVIATIONS:
        return None
    likely = float(chances[best] / chances.sum())
    clear = (
        rim.shown_fraction * rim.colour_consistency >= SURE_RIM_FRACTION
        and rim.strength >= SURE_RIM_STRENGTH
        and rim.top_score >= SURE_RIM_SCORE
    )
    error = math.hypot(
        float(camera.point_errors(place[None])[0]), REPORTED_DEVIATIONS * math.hypot(rim.error, off_place)
    )
    x, y = (round(float(value), 3) for value in place)
    sure = bool(clear and likely >= MIN_SURE_LIKELIHOOD and off[best] < REPORTED_DEVIATIONS)
    base = DetectedBase(x, y, STANDARD_SIZES_MM[best], round(error, 3), round(likely, 3), sure)
    return BaseCandidate(
        base,
        rim.radius + part * TOP_SLOPE_IN,
        rim.shown_fraction * rim.colour_consistency + 0.5 * rim.top_score,
    )


def _topped(rim: Rim) -> float:
    """Return the chance that the edge belongs to the top and not to the rim."""
    return next(chance for most, chance in TOP_EDGE_CHANCES if rim.top_score < most)


def size_likelihoods(rim: Rim) -> tuple[Floats, Floats]:
    """Return two arrays: how far a rim is from each standard base size, and the likelihood of each size.

    The differences are in standard deviations.
    """
    topped = _topped(rim)
    plain = math.hypot(rim.radius_error, RIM_ERROR_IN + DULL_RIM_ERROR / rim.strength)
    sloped = math.hypot(plain, TOP_SLOPE_DEVIATION_IN)
    radii = np.array(STANDARD_SIZES_MM) / MM_PER_INCH / 2
    as_rim, as_top = (radii - rim.radius) / plain, (radii - rim.radius - TOP_SLOPE_IN) / sloped
    bells = [np.exp(-(off**2) / 2) / spread for off, spread in ((as_rim, plain), (as_top, sloped))]
    off = np.minimum(np.abs(as_rim), np.abs(as_top)) if topped > 0.1 else np.abs(as_rim)
    return off, (1.0 - topped) * bells[0] + topped * bells[1]


def _candidates(
    picture: Pixels, camera: PhotoCamera, table: tuple[float, float]
) -> Iterator[tuple[float, float, float]]:
    """Yield places on the table where edges suggest a base, with its radius, best first."""
    cv = load_opencv()
    fine = top_view_resolution(camera, table, VOTING_PPI, MAX_VOTING_PIXELS)
    above = top_view(picture, camera, table, fine)
    x, y, across, up = _voters(above, camera, table, fine)
    shape = above.shape[:2]
    layers = []
    for size in VOTED_SIZES_MM:
        radius = size / MM_PER_INCH / 2 * fine
        u, v = np.rint(x - radius * across).astype(int), np.rint(y - radius * up).astype(int)
        on = (u >= 0) & (v >= 0) & (u < shape[1]) & (v < shape[0])
        votes = np.bincount(v[on] * shape[1] + u[on], minlength=shape[0] * shape[1]).reshape(shape)
        wide = max(1.0, 0.1 * radius)
        blurred = cv.GaussianBlur(votes.astype(np.float32), (0, 0), wide)
        layers.append(blurred * (2 * math.pi * wide**2) / (math.pi * radius * 1.4))
    score = np.stack(layers)
    best, at = score.max(axis=0), score.argmax(axis=0)
    near = np.ones((2 * int(0.35 * fine) + 1,) * 2, np.uint8)
    peaks = np.argwhere((best >= cv.dilate(best, near)) & (best > MIN_VOTED_FRACTION))
    ranked = sorted(map(tuple, peaks.tolist()), key=lambda p: -best[p])
    for row, column in ranked[:MAX_CANDIDATES]:
        yield (
            (column + 0.5) / fine,
            table[1] - (row + 0.5) / fine,
            VOTED_SIZES_MM[at[row, column]] / MM_PER_INCH / 2,
        )


def _voters(
    above: Pixels, camera: PhotoCamera, table: tuple[float, float], fine: float
) -> tuple[Any, Any, Floats, Floats]:
    """Return edge pixels from above, each with the outward direction of a base it could belong to."""
    cv = load_opencv()
    soft = cv.GaussianBlur(above, (0, 0), 0.9).astype(np.float32)
    down, right = (cv.Sobel(soft, cv.CV_32F, *way, ksize=3, scale=0.25) for way in ((0, 1), (1, 0)))
    strength = np.hypot(right, down)
    channel = strength.argmax(axis=2)[..., None]
    right, down, steep = (np.take_along_axis(one, channel, 2)[..., 0] for one in (right, down, strength))
    y, x = np.nonzero(
        _crests(steep, right, down) & (steep > max(MIN_VOTING_GRADIENT, 1.6 * float(np.median(steep))))
    )
    across, up = right[y, x] / steep[y, x], down[y, x] / steep[y, x]
    places = np.column_stack([(x + 0.5) / fine, table[1] - (y + 0.5) / fine])
    ways = camera.directions_to_camera(places) * (1.0, -1.0)
    side = np.sign(across * ways[:, 0] + up * ways[:, 1])
    return x, y, np.asarray(across * side), np.asarray(up * side)


def _crests(steep: Any, right: Any, down: Any) -> Any:
    """Return where an edge is at least nearly as steep as its neighbours (Canny 1986)."""
    flat = np.abs(right) > np.abs(down)
    sides = np.maximum(np.roll(steep, 1, 1), np.roll(steep, -1, 1))
    ends = np.maximum(np.roll(steep, 1, 0), np.roll(steep, -1, 0))
    return steep >= 0.97 * np.where(flat, sides, ends)
