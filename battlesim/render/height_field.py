"""Heights and colours of a part of the table, painted by terrain and then lit.

The part is a window of the pixel grid of the table at a given zoom. The centre of pixel (i, j) is at x = (i +
0.5) / ppi, y = table height - (j + 0.5) / ppi. The content does not depend on the window's position.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from battlesim.geometry.outlines import Shape, contains_points, transformed
from battlesim.render.coverage import PixelBox, clip_box, coverage_mask
from battlesim.render.noise import F32, F64, box_blur, value_noise
from battlesim.render.palette import GROUND_COLOURS, colour

PaintHeight = float | Callable[[F64, F64], NDArray[np.floating]]
HeightMode = Literal["max", "set", "add"]
Slices = tuple[slice, slice]


@dataclass(frozen=True)
class Lamp:
    """A lamp at a point above the table: its position and radius in inches, its colour and its power.

    If `aim` is given, the lamp is a searchlight; `aim` is the direction and half angle of its beam in
    degrees.
    """

    x: float
    y: float
    z: float
    colour: F32
    radius: float
    power: float
    aim: tuple[float, float] | None = None


class HeightField:
    """The heights (in inches), colours and glow of a part of the table, on which all painters work.

    Painters raise, lower or colour shapes given in table inches, and `shaded_pixels` lights the result. A
    pixel is the same in every window: a wall painted in two adjacent tiles matches at their edge.
    """

    def __init__(self, width: float, height: float, surface: str, ppi: float, box: PixelBox) -> None:
        self.width, self.height, self.ppi, self.box = width, height, ppi, box
        left, top, right, bottom = box
        self.xs: F64 = np.asarray((np.arange(left, right) + 0.5) / ppi, np.float64)
        self.ys: F64 = np.asarray(height - (np.arange(top, bottom) + 0.5) / ppi, np.float64)
        self.lamps: list[Lamp] = []
        self.levels: list[tuple[Shape, float]] = []
        self.terraces: list[tuple[Shape, float]] = []
        self.broad = self.noise(9.0, 1, 4)
        self.mid = self.noise(1.6, 2, 4)
        self.fine = self.noise(0.16, 3, 3)
        self.heights = 0.5 * self.broad + 0.16 * self.mid + np.float32(0.035) * self.fine
        self.steps = np.zeros(self.heights.shape, np.float32)
        self.glow = np.zeros((*self.heights.shape, 3), np.float32)
        self.colours = self._soil(surface)

    def _soil(self, surface: str) -> F32:
        base, dark, pale = (colour(c) for c in GROUND_COLOURS.get(surface, GROUND_COLOURS["dust"]))
        t = 2 * np.clip((self.broad - 0.5) * 1.7 + (self.mid - 0.5) * 0.9 + 0.5, 0, 1)[..., None]
        soil = dark + (base - dark) * np.minimum(t, 1) + (pale - base) * np.maximum(t - 1, 0)
        return np.asarray(soil * (0.90 + 0.20 * self.fine)[..., None], np.float32)

    def noise(self, cell: float, seed: int, octaves: int, part: Slices | None = None) -> F32:
        """Return noise for the pixels of the window, or a part of it, with cells of at most `cell` inches."""
        rows, columns = part or (slice(None), slice(None))
        return value_noise(self.xs[columns], self.ys[rows], cell, seed, octaves, finest=1.3 / self.ppi)

    def to_pixels(self, shape: Shape) -> Shape:
        """Convert a shape from inches on the table to pixels of the whole table at this zoom."""
        return transformed(shape, (self.ppi, 0, 0, -self.ppi, 0, self.height * self.ppi))

    def ground_height(self, x: float, y: float) -> float:
        """Return the height of the ground, including hills, at any point of the table, in inches."""
        at = np.array([x]), np.array([y])
        bare = 0.5 * value_noise(*at, 9.0, 1, 4)[0, 0] + 0.16 * value_noise(*at, 1.6, 2, 4)[0, 0]
        rises = (rise for shape, rise in self.levels if contains_points(shape, [(x, y)])[0])
        steps = (top for shape, top in self.terraces if contains_points(shape, [(x, y)])[0])
        return float(bare) + sum(rises) + max(steps, default=0.0)

    def raise_terrace(self, shape: Shape, top: float) -> None:
        """Raise the ground inside a shape to a height above the bare ground, unless it is already higher."""
        self.terraces.append((shape, top))
        if got := self.window_mask(shape):
            at, mask = got
            steps = np.maximum(self.steps[at], mask * np.float32(top))
            self.heights[at] += steps - self.steps[at]
            self.steps[at] = steps

    def grid_coordinates(self, part: Slices) -> tuple[F64, F64]:
        """Return the x and y coordinates of the pixels in a part of the window, in inches.

        The two arrays broadcast to the shape of the part.
        """
        return self.xs[None, part[1]], self.ys[part[0], None]

    def window_mask(self, shape: Shape, soft: float = 0.0) -> tuple[Slices, F32] | None:
        """Return the part of the window that a shape touches, and a mask of that part.

        The mask holds the fraction of each pixel that the shape covers. Return None if the shape does not
        touch the window. `soft` is the blur of the edge in inches.
        """
        drawn, pad = self.to_pixels(shape), int(soft * self.ppi * 2.5) + 1
        grown = (self.box[0] - pad, self.box[1] - pad, self.box[2] + pad, self.box[3] + pad)
        area = clip_box(drawn, grown, pad)
        if area is None:
            return None
        big = (area[2] - area[0]) * (area[3] - area[1]) > 250_000
        m = coverage_mask(drawn, area, 2 if big else 4)
        if soft:
            m = box_blur(m, soft * self.ppi)
        left, top = max(area[0], self.box[0]), max(area[1], self.box[1])
        right, bottom = min(area[2], self.box[2]), min(area[3], self.box[3])
        if right <= left or bottom <= top:
            return None
        part = m[top - area[1] : bottom - area[1], left - area[0] : right - area[0]]
        x0, y0 = self.box[:2]
        return (slice(top - y0, bottom - y0), slice(left - x0, right - x0)), part

    def window_about(self, x: float, y: float, radius: float) -> Slices | None:
        """Return the part of the window in a square around a point, or None if there is no such part."""
        left, right = np.searchsorted(self.xs, (x - radius, x + radius))
        top, bottom = np.searchsorted(-self.ys, (-y - radius, -y + radius))
        return (slice(top, bottom), slice(left, right)) if right > left and bottom > top else None

    def paint_shape(
        self,
        shape: Shape,
        paint: str | ArrayLike | None = None,
        height: PaintHeight | None = None,
        mode: HeightMode = "max",
        grain: float = 0.25,
        alpha: float = 1.0,
        soft: float = 0.0,
        glow: str | ArrayLike | None = None,
        clip_shape: Shape | None = None,
    ) -> None:
        """Paint a shape with a grainy colour, a height and a glow. Each of them is optional.

        `height` is in inches, or a function of x and y. `mode` says how it is combined with the old height.
        If `clip_shape` is given, only the part inside that shape is painted.
        """
        got = self.window_mask(shape, soft)
        if got is None:
            return
        at, m = got
        if clip_shape is not None:
            m = m * self.mask_at(clip_shape, at)
        if paint is not None:
            tint = 1 + grain * (self.fine[at] - 0.5) + grain * 0.8 * (self.mid[at] - 0.5)
            soil = self.colours[at]
            soil += (colour(paint) * tint[..., None] - soil) * (m * np.float32(alpha))[..., None]
        if height is not None:
            self._raise(at, m, height, mode)
        if glow is not None:
            self.glow[at] += colour(glow) * (m * alpha)[..., None]

    def paint_dome(self, x: float, y: float, r: float, paint: ArrayLike, rise: float, grain: float) -> None:
        """Paint a small rough dome, such as a tuft of leaves. This is faster than painting a shape."""
        at = self.window_about(x, y, r * 1.2)
        if at is None:
            return
        xs, ys = self.xs[at[1]] - x, self.ys[at[0]] - y
        rough = 0.75 + 0.5 * self.fine[at]
        out = (xs * xs)[None, :].astype(np.float32) + (ys * ys)[:, None].astype(np.float32)
        out *= rough / np.float32(r * r)
        m = np.clip((1 - out) * np.float32(max(1.6, 0.5 * r * self.ppi)), 0, 1)
        tint = 1 + grain * (self.fine[at] - 0.5) + grain * 0.8 * (self.mid[at] - 0.5)
        soil = self.colours[at]
        soil += (np.asarray(paint, np.float32) * tint[..., None] - soil) * m[..., None]
        self.heights[at] += np.float32(rise) * np.maximum(1 - out, 0)

    def _raise(self, at: Slices, m: F32, height: PaintHeight, mode: HeightMode) -> None:
        z = (
            np.asarray(height(*self.grid_coordinates(at)), np.float32)
            if callable(height)
            else np.float32(height)
        )
        old = self.heights[at]
        blended = old + z * m if mode == "add" else z * m + old * (1 - m)
        self.heights[at] = np.maximum(old, blended) if mode == "max" else blended

    def mask_at(self, shape: Shape, part: Slices) -> F32:
        """Return the fraction of each pixel in a part of the window that a shape covers."""
        x0, y0 = self.box[:2]
        area = (x0 + part[1].start, y0 + part[0].start, x0 + part[1].stop, y0 + part[0].stop)
        return coverage_mask(self.to_pixels(shape), area)

    def add_lamp(
        self,
        x: float,
        y: float,
        paint: str | ArrayLike,
        radius: float = 5.0,
        power: float = 0.9,
        z: float = 1.6,
        aim: tuple[float, float] | None = None,
    ) -> None:
        """Add a lamp at a point of the table. Its brightness depends on the lighting of the table."""
        self.lamps.append(Lamp(x, y, z, colour(paint), radius, power, aim))
