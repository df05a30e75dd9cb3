"""Round bases on a table, found in a photograph. Inches; sizes in millimetres.

A base is a low disc that stands on the table. What the camera sees of its rim is, on its near side, the
circle on which it stands, whatever its height; its far side is shifted and often hidden by the figure on
it. So edges vote for middles as if they were of near halves (Hough 1962, by gradients), and each candidate
is measured by `circles`. A size is sure where the rim is clear, where the top shows that it is the rim, and
where one standard size is far likelier than the others.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np

from battlesim.photo.above import fineness, from_above
from battlesim.photo.camera import WIDE, Camera, Floats
from battlesim.photo.circles import THICK, Rim, rim_about
from battlesim.photo.opencv import opencv
from battlesim.photo.picture import Pixels

SIZES: Final = (25.0, 28.5, 30.0, 32.0, 40.0, 50.0, 60.0)
"""Standard bases, millimetres across."""
INCH: Final = 25.4
LOOKED_FOR: Final = (25.0, 28.5, 32.0, 36.0, 40.0, 45.0, 50.0, 60.0)
"""Sizes for which edges vote."""
COARSE, MOST_COARSE = 18.0, 2_500_000
"""Pixels an inch and in all, for votes."""
STEEP: Final = 7.0
"""Of an edge that votes, the least in grey levels by pixel."""
VOTES: Final = 0.3
"""Part of the near half that must have voted."""
WIDER: Final = (32.0, 40.0, 50.0, 60.0)
"""Sizes that are looked for about what may be a figure."""
PLAIN: Final = 14.0
"""How clear such a rim must be at least, grey levels."""
MOST: Final = 400
"""Candidates that are looked at."""
COVERED, CLEAR = 0.7, 0.85
"""Part of the near half that shows an edge: of a base at all, and of one that is sure."""
STRONG: Final = 30.0
"""How clear a rim must be that is sure, grey levels."""
PROVEN: Final = 0.2
"""How much must speak for an edge's being that of the rim and not of the top."""
TOPPED: Final = ((-0.2, 0.9), (0.001, 0.8), (math.inf, 0.02))
"""How much must speak for the rim at least, and how likely it is the edge of the top where less does."""
SLOPE, SLOPE_OFF = 0.047, 0.02
"""How much narrower a top shows than its rim by its radius, and how much that differs, inches."""
OFFERED, SURE = 0.65, 0.93
"""How likely a size must be: of a base that is offered, and of one that is sure."""
NO_SIZE: Final = 2.5
"""Deviations from which a circle is of no standard size."""
DULL: Final = 0.35
"""What is not known of the radius of a rim of which little shows: inches by grey levels."""
RIM: Final = 0.004
"""What is not known of a rim, inches (standard deviation of its radius)."""
BY_HAND: Final = 0.1
"""How far off a hand may be that places a base without a rim, inches."""
SHARE: Final = 0.018
"""What is not known of the middle, by the radius."""


class Base(msgspec.Struct, frozen=True):
    """A base: its middle, its size, how far the middle may be off, how likely the size is of all that are
    standard, and whether it is sure that it is one of that size."""

    x: float
    y: float
    size: float
    error: float
    likely: float = 1.0
    sure: bool = True


class Near(NamedTuple):
    """A base with how well its rim shows."""

    base: Base
    radius: float
    score: float


def find_bases(picture: Pixels, camera: Camera, table: tuple[float, float]) -> tuple[Base, ...]:
    """The bases in a picture, from the lower left on; those that are not sure too."""
    found: list[Near] = []
    for x, y, radius in _candidates(picture, camera, table):
        rim = rim_about(picture, camera, np.array([x, y]), radius)
        if rim is not None and rim.part * rim.alike >= COVERED and _on(rim, table):
            base = _base(rim, camera)
            found += [base] if base else []
            if base and base.base.sure:
                found += _about(picture, camera, base)
    found.sort(key=lambda near: -near.score)
    kept: list[Near] = []
    for near in found:
        if not any(_same(near, other) for other in kept):
            wider = [other for other in found if _wider(other, near)]
            kept.append(_unsure(max(wider, key=lambda other: other.score)) if wider else near)
    offered = (near.base for near in kept if near.base.likely >= OFFERED)
    return tuple(sorted(offered, key=lambda base: (round(base.y), base.x)))


def base_at(
    picture: Pixels, camera: Camera, table: tuple[float, float], about: tuple[float, float, float]
) -> Base:
    """The base about a place (x, y, radius): by the rim that shows there, else just that, by hand."""
    x, y, radius = about
    rim = rim_about(picture, camera, np.array([x, y]), radius)
    if rim is not None and rim.part * rim.alike >= COVERED and _on(rim, table):
        near = _base(rim, camera)
        if near and math.hypot(near.base.x - x, near.base.y - y) < radius:
            return near.base
    error = math.hypot(float(camera.errors(np.array([[x, y]]))[0]), BY_HAND)
    return Base(
        round(x, 3), round(y, 3), min(SIZES, key=lambda size: abs(size / INCH / 2 - radius)), round(error, 3)
    )


def _about(picture: Pixels, camera: Camera, near: Near) -> Iterator[Near]:
    """Wider bases of which one may be a part of the figure: it stands nearer to the camera."""
    middle = np.array([[near.base.x, near.base.y]])
    for size in WIDER:
        radius = size / INCH / 2
        if radius < 1.2 * near.radius:
            continue
        for part in (0.3, 0.8):
            start = middle[0] + part * (radius - 0.5 * near.radius) * camera.towards(middle)[0]
            rim = rim_about(picture, camera, start, radius)
            if rim is not None and rim.part * rim.alike >= COVERED and rim.strength >= PLAIN:
                wider = _base(rim, camera)
                if wider and _wider(wider, near):
                    yield wider


def _wider(other: Near, near: Near) -> bool:
    """Whether one is a wider base about another, which then is a part of the figure on it."""
    apart = math.hypot(near.base.x - other.base.x, near.base.y - other.base.y)
    return other.radius > 1.2 * near.radius and apart < other.radius


def _unsure(near: Near) -> Near:
    return near._replace(base=msgspec.structs.replace(near.base, sure=False))


def _same(near: Near, other: Near) -> bool:
    """Whether two are in each other's place."""
    apart = math.hypot(near.base.x - other.base.x, near.base.y - other.base.y)
    return apart < 0.8 * (near.radius + other.radius)


def _on(rim: Rim, table: tuple[float, float]) -> bool:
    x, y = rim.middle
    return bool(0 < x < table[0] and 0 < y < table[1])


def _base(rim: Rim, camera: Camera) -> Near | None:
    """A base by its rim, of the likeliest size; None where no standard size is near."""
    place, topped = np.array(rim.middle), _topped(rim)
    shift = (place - camera.eye[:2]) / max(float(camera.eye[2]), 1e-6) * THICK[1]
    part = 1.0 if topped > 0.5 else 0.0
    place = place - part * shift
    off_place = SHARE * rim.radius + topped * (1.0 - topped) * float(np.linalg.norm(shift))
    off, chances = sizes_of(rim)
    best = int(chances.argmax())
    if off[best] > NO_SIZE:
        return None
    likely = float(chances[best] / chances.sum())
    clear = rim.part * rim.alike >= CLEAR and rim.strength >= STRONG and rim.top >= PROVEN
    error = math.hypot(float(camera.errors(place[None])[0]), WIDE * math.hypot(rim.error, off_place))
    x, y = (round(float(value), 3) for value in place)
    sure = bool(clear and likely >= SURE and off[best] < WIDE)
    base = Base(x, y, SIZES[best], round(error, 3), round(likely, 3), sure)
    return Near(base, rim.radius + part * SLOPE, rim.part * rim.alike + 0.5 * rim.top)


def _topped(rim: Rim) -> float:
    """How likely it is that the edge is that of the top and not of the rim."""
    return next(chance for most, chance in TOPPED if rim.top < most)


def sizes_of(rim: Rim) -> tuple[Floats, Floats]:
    """How many deviations a rim is off each standard size, and the chance of each but for a factor: it is the
    rim itself, or the edge of a top that is narrower by an unknown slope."""
    topped = _topped(rim)
    plain = math.hypot(rim.radius_error, RIM + DULL / rim.strength)
    sloped = math.hypot(plain, SLOPE_OFF)
    radii = np.array(SIZES) / INCH / 2
    as_rim, as_top = (radii - rim.radius) / plain, (radii - rim.radius - SLOPE) / sloped
    bells = [np.exp(-(off**2) / 2) / spread for off, spread in ((as_rim, plain), (as_top, sloped))]
    off = np.minimum(np.abs(as_rim), np.abs(as_top)) if topped > 0.1 else np.abs(as_rim)
    return off, (1.0 - topped) * bells[0] + topped * bells[1]


def _candidates(
    picture: Pixels, camera: Camera, table: tuple[float, float]
) -> Iterator[tuple[float, float, float]]:
    """Places on the table where edges speak for a base, with its radius; the best first."""
    cv = opencv()
    fine = fineness(camera, table, COARSE, MOST_COARSE)
    above = from_above(picture, camera, table, fine)
    x, y, across, up = _voters(above, camera, table, fine)
    shape = above.shape[:2]
    layers = []
    for size in LOOKED_FOR:
        radius = size / INCH / 2 * fine
        u, v = np.rint(x - radius * across).astype(int), np.rint(y - radius * up).astype(int)
        on = (u >= 0) & (v >= 0) & (u < shape[1]) & (v < shape[0])
        votes = np.bincount(v[on] * shape[1] + u[on], minlength=shape[0] * shape[1]).reshape(shape)
        wide = max(1.0, 0.1 * radius)
        blurred = cv.GaussianBlur(votes.astype(np.float32), (0, 0), wide)
        layers.append(blurred * (2 * math.pi * wide**2) / (math.pi * radius * 1.4))
    score = np.stack(layers)
    best, at = score.max(axis=0), score.argmax(axis=0)
    near = np.ones((2 * int(0.35 * fine) + 1,) * 2, np.uint8)
    peaks = np.argwhere((best >= cv.dilate(best, near)) & (best > VOTES))
    ranked = sorted(map(tuple, peaks.tolist()), key=lambda p: -best[p])
    for row, column in ranked[:MOST]:
        yield (column + 0.5) / fine, table[1] - (row + 0.5) / fine, LOOKED_FOR[at[row, column]] / INCH / 2


def _voters(
    above: Pixels, camera: Camera, table: tuple[float, float], fine: float
) -> tuple[Any, Any, Floats, Floats]:
    """Pixels of edges from above, each with the way out of a base whose near rim it would be."""
    cv = opencv()
    soft = cv.GaussianBlur(above, (0, 0), 0.9).astype(np.float32)
    down, right = (cv.Sobel(soft, cv.CV_32F, *way, ksize=3, scale=0.25) for way in ((0, 1), (1, 0)))
    strength = np.hypot(right, down)
    channel = strength.argmax(axis=2)[..., None]
    right, down, steep = (np.take_along_axis(one, channel, 2)[..., 0] for one in (right, down, strength))
    y, x = np.nonzero(_crests(steep, right, down) & (steep > max(STEEP, 1.6 * float(np.median(steep)))))
    across, up = right[y, x] / steep[y, x], down[y, x] / steep[y, x]
    places = np.column_stack([(x + 0.5) / fine, table[1] - (y + 0.5) / fine])
    ways = camera.towards(places) * (1.0, -1.0)
    side = np.sign(across * ways[:, 0] + up * ways[:, 1])
    return x, y, np.asarray(across * side), np.asarray(up * side)


def _crests(steep: Any, right: Any, down: Any) -> Any:
    """Where an edge is as steep as nowhere beside it (Canny 1986), or nearly so."""
    flat = np.abs(right) > np.abs(down)
    sides = np.maximum(np.roll(steep, 1, 1), np.roll(steep, -1, 1))
    ends = np.maximum(np.roll(steep, 1, 0), np.roll(steep, -1, 0))
    return steep >= 0.97 * np.where(flat, sides, ends)
