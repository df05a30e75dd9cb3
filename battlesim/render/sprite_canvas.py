"""A small canvas for drawing sprites, with premultiplied colours stored as floats."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
import pygame
from numpy.typing import ArrayLike, NDArray

from battlesim.geometry.outlines import Shape, hatch_bands, outline_band
from battlesim.render import text_layout
from battlesim.render.coverage import clip_box, coverage_mask
from battlesim.render.noise import F32, box_blur
from battlesim.render.palette import colour

SAMPLES_PER_PIXEL = 4


class SpriteCanvas:
    """A transparent canvas of `width` by `height` pixels, with its upper left corner at (left, top)."""

    def __init__(self, width: float, height: float, left: int = 0, top: int = 0) -> None:
        self.left, self.top = left, top
        self.width, self.height = max(1, math.ceil(width)), max(1, math.ceil(height))
        self.rgb: F32 = np.zeros((self.height, self.width, 3), np.float32)
        self.alpha: F32 = np.zeros((self.height, self.width), np.float32)

    def blend_mask(
        self, x: int, y: int, m: NDArray[np.floating], paint: str | ArrayLike, alpha: float = 1.0
    ) -> None:
        """Blend a colour over the canvas through a mask whose upper left corner is at (x, y)."""
        x, y = x - self.left, y - self.top
        sx, sy = max(0, -x), max(0, -y)
        ex, ey = min(m.shape[1], self.width - x), min(m.shape[0], self.height - y)
        if ex <= sx or ey <= sy:
            return
        part = m[sy:ey, sx:ex] * np.float32(alpha)
        at = np.s_[y + sy : y + ey, x + sx : x + ex]
        for channel, tone in enumerate(colour(paint)):
            layer = self.rgb[at][..., channel]
            layer += (tone - layer) * part
        self.alpha[at] += (1 - self.alpha[at]) * part

    def fill_shape(self, shape: Shape, paint: str | ArrayLike, alpha: float = 1.0, soft: float = 0.0) -> None:
        """Fill a shape on the canvas with a colour. `soft` is the blur of its edge in pixels."""
        frame = (self.left, self.top, self.left + self.width, self.top + self.height)
        area = clip_box(shape, frame, int(soft * 2.5))
        if area:
            m = coverage_mask(shape, area, SAMPLES_PER_PIXEL)
            self.blend_mask(area[0], area[1], box_blur(m, soft) if soft else m, paint, alpha)

    def draw_outline(self, shape: Shape, width: float, paint: str | ArrayLike, alpha: float = 1.0) -> None:
        """Draw the outline of a shape on the canvas."""
        self.fill_shape(outline_band(shape, width), paint, alpha)

    def hatch_shape(self, shape: Shape, step: float, width: float, paint: str, alpha: float = 1.0) -> None:
        """Fill a shape on the canvas with parallel slanting lines."""
        self.fill_shape(hatch_bands(shape, step, width), paint, alpha)

    def blend_canvas(self, other: SpriteCanvas, alpha: float = 1.0) -> None:
        """Blend another canvas over this canvas. The other canvas must lie within this canvas."""
        x, y = other.left - self.left, other.top - self.top
        at = np.s_[y : y + other.height, x : x + other.width]
        cover = other.alpha * np.float32(alpha)
        self.rgb[at] = self.rgb[at] * (1 - cover)[..., None] + other.rgb * np.float32(alpha)
        self.alpha[at] = self.alpha[at] * (1 - cover) + cover

    def paint_parts(self, parts: Iterable[tuple[Shape, ArrayLike]]) -> None:
        """Replace the content of the canvas with opaque shapes, painted in the given order."""
        canvas = pygame.Surface(
            (self.width * SAMPLES_PER_PIXEL, self.height * SAMPLES_PER_PIXEL), pygame.SRCALPHA
        )
        origin = np.array([self.left, self.top]) * SAMPLES_PER_PIXEL
        for shape, paint in parts:
            r, g, b = np.clip(np.asarray(paint) * 255, 0, 255).astype(int).tolist()
            for rings in shape:
                points = [np.vstack((ring, ring[:1])) for ring in rings]
                path = (
                    np.vstack([*points, *[p[:1] for p in points[:-1][::-1]]]) * SAMPLES_PER_PIXEL - origin
                ).tolist()
                pygame.draw.polygon(canvas, (r, g, b, 255), path)
        shrunk = _shrink(canvas)
        red, green, blue, alpha = (shift // 8 for shift in canvas.get_shifts())
        self.rgb, self.alpha = shrunk[..., (red, green, blue)], shrunk[..., alpha].copy()

    def draw_text(
        self,
        x: float,
        y: float,
        string: str,
        size: int,
        paint: str | ArrayLike = "text",
        bold: bool = False,
        anchor: str = "l",
        alpha: float = 1.0,
    ) -> int:
        """Draw a line of text whose vertical centre is at `y`, and return its width in pixels."""
        drawn = text_layout.font(size, bold).render(string, True, (255, 255, 255))
        m = pygame.surfarray.array_alpha(drawn).T.astype(np.float32) / 255
        x -= {"l": 0.0, "c": m.shape[1] / 2, "r": float(m.shape[1])}[anchor]
        self.blend_mask(round(x), round(y - m.shape[0] / 2), m, paint, alpha)
        return int(m.shape[1])

    def to_surface(self) -> pygame.Surface:
        """Return the content of the canvas as a pygame surface with an alpha channel."""
        pixels = np.empty((self.height, self.width, 4), np.uint8)
        gain = 1 / np.maximum(self.alpha, np.float32(1e-4))
        for channel, byte in enumerate((2, 1, 0)):
            pixels[..., byte] = _bytes(self.rgb[..., channel] * gain)
        pixels[..., 3] = _bytes(self.alpha)
        return pygame.image.frombuffer(pixels.data, (self.width, self.height), "BGRA")


def _bytes(a: NDArray[np.floating]) -> F32:
    """Return fractions as byte values with 0.5 added, so that truncation rounds them."""
    return np.asarray(np.clip(a, 0, 1) * np.float32(255) + np.float32(0.5), np.float32)


def _shrink(canvas: pygame.Surface) -> F32:
    """Return the mean of each cell of samples, from 0 to 1, with shape (height, width, 4) in byte order.

    The four channels of a pixel are added as a single integer, since no channel's sum reaches 65,536.
    """
    width, height = canvas.get_size()
    raw = pygame.surfarray.pixels2d(canvas).T.view(np.uint8)
    rows = raw[0::SAMPLES_PER_PIXEL].astype(np.uint16)
    for k in range(1, SAMPLES_PER_PIXEL):
        rows += raw[k::SAMPLES_PER_PIXEL]
    pixels = rows.view(np.uint64).reshape(
        height // SAMPLES_PER_PIXEL, width // SAMPLES_PER_PIXEL, SAMPLES_PER_PIXEL
    )
    cells = pixels[..., 0].copy()
    for k in range(1, SAMPLES_PER_PIXEL):
        cells += pixels[..., k]
    shares = cells.view(np.uint16).reshape(*cells.shape, 4)
    return np.asarray(shares, np.float32) / np.float32(255 * SAMPLES_PER_PIXEL * SAMPLES_PER_PIXEL)
