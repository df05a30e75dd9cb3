"""Photographs of tables that are known: drawn from figures by a camera of its own, so that they can be
compared.

Nothing here is shared with what finds the table again. A lens with two radial terms, bases with bevelled
rims, figures on them, blocks of terrain, shadows, glare, blur, noise and JPEG 70.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
SIZES = (25.0, 28.5, 30.0, 32.0, 40.0, 50.0, 60.0)
INCH = 25.4
TABLES = ((22.0, 30.0), (36.0, 36.0), (48.0, 48.0), (44.0, 60.0), (72.0, 48.0))
GROUNDS = ((70, 105, 80), (95, 120, 140), (120, 120, 118), (75, 95, 120), (60, 60, 66), (150, 165, 175))
RIMS = ((25, 25, 28), (30, 45, 75), (200, 205, 205), (60, 60, 60), (40, 70, 40))


class Base(NamedTuple):
    """Where a base stands, inches, and how wide it is, millimetres."""

    x: float
    y: float
    size: float


class Photo(NamedTuple):
    """A picture with what is true of it: the table, its corners (4, 2) in the picture, the bases."""

    picture: NDArray[np.uint8]
    table: tuple[float, float]
    corners: Floats
    bases: tuple[Base, ...]
    elevation: float


class View:
    """A camera: its own projection with two radial terms."""

    def __init__(
        self, size: tuple[int, int], focal: float, bend: tuple[float, float], turn: Floats, eye: Floats
    ):
        self.size, self.focal, self.bend, self.turn, self.eye = size, focal, bend, turn, eye

    def see(self, points: Floats) -> Floats:
        """Points (n, 3) in the picture (n, 2)."""
        away = (points - self.eye) @ self.turn.T
        a = away[:, :2] / away[:, 2:]
        r = (a**2).sum(axis=1, keepdims=True)
        bent = a * (1 + self.bend[0] * r + self.bend[1] * r * r)
        return np.asarray(bent * self.focal + (np.array(self.size) - 1) / 2)

    def ground(self, step: int) -> Floats:
        """Where every step-th pixel falls on the table, (rows, columns, 2)."""
        w, h = self.size
        u, v = np.meshgrid(np.arange(0, w + step, step), np.arange(0, h + step, step))
        bent = np.stack([u - (w - 1) / 2, v - (h - 1) / 2], axis=-1) / self.focal
        a = bent.copy()
        for _ in range(15):
            r = (a**2).sum(axis=-1, keepdims=True)
            a = bent / (1 + self.bend[0] * r + self.bend[1] * r * r)
        rays = np.concatenate([a, np.ones((*a.shape[:2], 1))], axis=-1) @ self.turn
        fall = np.where(rays[..., 2] < -1e-3, rays[..., 2], -1e-3)
        return np.asarray(self.eye[:2] - rays[..., :2] * (self.eye[2] / fall)[..., None])


def view_of(
    rng: np.random.Generator, table: tuple[float, float], size: tuple[int, int], elevation: float
) -> View:
    """A camera that has the whole table in its picture."""
    up, round_ = math.radians(elevation), rng.uniform(0, 2 * math.pi)
    if rng.random() < 0.6:
        round_ = rng.normal(-math.pi / 2, 0.3)
    focal = rng.uniform(0.66, 0.95) * max(size)
    bend = (rng.uniform(-0.06, 0.06), rng.uniform(-0.01, 0.01))
    corners = np.array([[0, 0, 0], [table[0], 0, 0], [table[0], table[1], 0], [0, table[1], 0.0]])
    aim = np.array([table[0] / 2, table[1] / 2, 0.0])
    toward = np.array([math.cos(round_) * math.cos(up), math.sin(round_) * math.cos(up), math.sin(up)])
    side = np.cross(np.array([0, 0, 1.0]), toward)
    side /= np.linalg.norm(side)
    roll = math.radians(rng.normal(0, 2))
    far = 20.0
    while True:
        eye = aim + toward * far
        below = -np.cross(toward, side)
        x = math.cos(roll) * side + math.sin(roll) * below
        y = -math.sin(roll) * side + math.cos(roll) * below
        view = View(size, focal, bend, np.array([x, y, -toward]), eye)
        depth = (corners - eye) @ -toward
        if (depth > 4).all():
            seen = view.see(corners)
            if (seen > 0.03 * size[0]).all() and (seen < np.array(size) - 0.03 * size[0]).all():
                return view
        far *= 1.03


def paint(picture: Floats, outline: Floats, colour: Any, alpha: float = 1.0, soft: float = 1.0) -> None:
    """Paint a convex outline (n, 2) with edges `soft` pixels wide."""
    hull = cv2.convexHull(outline.astype(np.float32)).reshape(-1, 2).astype(float)
    if len(hull) < 3:
        return
    low = np.maximum(np.floor(hull.min(axis=0) - soft - 1), 0).astype(int)
    high = np.minimum(np.ceil(hull.max(axis=0) + soft + 2), (picture.shape[1], picture.shape[0])).astype(int)
    if (high <= low).any():
        return
    u, v = np.meshgrid(np.arange(low[0], high[0]), np.arange(low[1], high[1]))
    inside = np.full(u.shape, 1e9)
    middle = hull.mean(axis=0)
    for start, end in zip(hull, np.roll(hull, -1, axis=0), strict=True):
        way = end - start
        far = math.hypot(*way)
        if far < 1e-6:
            continue
        n = np.array([-way[1], way[0]]) / far
        n = n if (middle - start) @ n > 0 else -n
        inside = np.minimum(inside, (u - start[0]) * n[0] + (v - start[1]) * n[1])
    part = alpha * np.clip(inside / soft + 0.5, 0, 1)[..., None]
    box = picture[low[1] : high[1], low[0] : high[0]]
    box += part * (np.asarray(colour, float) - box)


def ring(x: float, y: float, z: float, radius: float, many: int = 64) -> Floats:
    """A circle (n, 3) at a height."""
    turn = np.linspace(0, 2 * math.pi, many, endpoint=False)
    return np.column_stack([x + radius * np.cos(turn), y + radius * np.sin(turn), np.full(many, z)])


def ground_texture(rng: np.random.Generator, table: tuple[float, float], fine: float) -> NDArray[np.uint8]:
    """The ground of a table from above, the first row at y = 0."""
    wide, tall = round(table[0] * fine), round(table[1] * fine)
    picture = np.empty((tall, wide, 3))
    picture[:] = GROUNDS[rng.integers(len(GROUNDS))]
    for size, strength in ((0.15, 5.0), (0.6, 7.0), (3.0, 9.0), (12.0, 9.0)):
        rows, columns = max(2, int(table[1] / size)), max(2, int(table[0] / size))
        noise = cv2.resize(
            rng.normal(0, strength, (rows, columns)), (wide, tall), interpolation=cv2.INTER_CUBIC
        )
        picture += noise[..., None] * rng.uniform(0.7, 1.3, 3)
    usual = picture.mean(axis=(0, 1))
    for _ in range(int(table[0] * table[1] / 60)):
        spot = (int(rng.uniform(0, wide)), int(rng.uniform(0, tall)))
        axes = (int(rng.uniform(0.1, 2.2) * fine), int(rng.uniform(0.1, 1.4) * fine))
        shade = usual + rng.normal(0, 22, 3)
        cv2.ellipse(
            picture, spot, axes, rng.uniform(0, 180), 0, 360, [float(c) for c in shade], -1, cv2.LINE_AA
        )
    return np.clip(picture, 0, 255).astype(np.uint8)


def shade_of(rng: np.random.Generator) -> Floats:
    return rng.uniform(20, 220, 3)


def draw_base(picture: Floats, view: View, base: Base, rng: np.random.Generator, light: Floats) -> None:
    """A base with a bevelled rim and a figure on it, with their shadow."""
    radius, thick = base.size / INCH / 2, rng.uniform(3.0, 4.2) / INCH
    top = radius - rng.uniform(0.0, 1.6) / INCH
    tall, stout = rng.uniform(0.9, 1.6) * (1 + 0.4 * (base.size > 35)), radius * rng.uniform(0.35, 0.62)
    reach = ring(base.x, base.y, 0, radius)
    cast = light * (tall + thick)
    paint(
        picture,
        view.see(np.vstack([reach, ring(base.x + cast[0], base.y + cast[1], 0, stout)])),
        (15, 15, 20),
        0.3,
        9,
    )
    rim, upper = np.array(RIMS[rng.integers(len(RIMS))], float), ring(base.x, base.y, thick, top)
    paint(picture, view.see(np.vstack([reach, upper])), rim)
    paint(picture, view.see(upper), np.array(GROUNDS[rng.integers(len(GROUNDS))]) * rng.uniform(0.7, 1.1))
    lean = rng.normal(0, 0.12, 2) * radius
    for low, high, wide in ((0.0, 0.55, 0.8), (0.4, 0.85, 1.0), (0.82, 1.0, 0.45)):
        at = base.x + lean[0] * low, base.y + lean[1] * low
        body = [ring(*at, thick + tall * z, stout * wide, 24) for z in (low, high)]
        paint(picture, view.see(np.vstack(body)), shade_of(rng))
    way, hand = rng.uniform(0, 2 * math.pi), thick + tall * 0.7
    tip = (base.x + radius * 1.1 * math.cos(way), base.y + radius * 1.1 * math.sin(way))
    arm = [ring(base.x, base.y, hand, 0.07, 12), ring(*tip, hand + rng.uniform(-0.1, 0.3), 0.05, 12)]
    paint(picture, view.see(np.vstack(arm)), shade_of(rng))


def draw_block(picture: Floats, view: View, box: Floats, high: float, rng: np.random.Generator) -> None:
    """A block of terrain with corners (4, 2)."""
    low = np.column_stack([box, np.zeros(4)])
    top = low + np.array([0.0, 0.0, high])
    shade = shade_of(rng) * 0.8
    paint(picture, view.see(np.vstack([low, top])), shade * 0.7)
    paint(picture, view.see(top), shade)


def draw_photo(
    seed: int, size: tuple[int, int] = (4032, 3024), table: tuple[float, float] | None = None
) -> Photo:
    """A photograph, and what is true of it."""
    rng = np.random.default_rng(seed)
    table = table or TABLES[rng.integers(len(TABLES))]
    elevation = rng.uniform(25, 70)
    view = view_of(rng, table, size, elevation)
    picture = lit_ground(rng, view, table)
    corners = np.array([[0, 0, 0], [table[0], 0, 0], [table[0], table[1], 0], [0, table[1], 0.0]])
    blocks, bases = layout(rng, table)
    light = rng.normal(0, 0.35, 2)
    things: list[tuple[float, Any]] = [(math.dist(b[:2], view.eye[:2]), b) for b in bases]
    things += [(math.dist(box.mean(axis=0), view.eye[:2]), (box, high)) for box, high in blocks]
    for _, thing in sorted(things, key=lambda one: -one[0]):
        if isinstance(thing, Base):
            draw_base(picture, view, thing, rng, light)
        else:
            draw_block(picture, view, *thing, rng)
    return Photo(developed(rng, picture), table, view.see(corners), tuple(bases), elevation)


def lit_ground(rng: np.random.Generator, view: View, table: tuple[float, float]) -> Floats:
    """The table on a floor."""
    w, h = view.size
    places = view.ground(8)
    size = (places.shape[1] * 8, places.shape[0] * 8)
    fine = 30.0
    x, y = (
        cv2.resize(places[..., k].astype(np.float32), size, interpolation=cv2.INTER_LINEAR) for k in (0, 1)
    )
    # resize puts samples at the middles of blocks: shift them back to their corners
    shift = np.array([[1, 0, 3.5], [0, 1, 3.5]], np.float32)
    x, y = (
        cv2.warpAffine(one, shift, (w, h), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP) for one in (x, y)
    )
    texture = ground_texture(rng, table, fine)
    picture = cv2.remap(
        texture, x * fine - 0.5, y * fine - 0.5, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    floor = np.array(shade_of(rng) * 0.6)
    off = (x < 0) | (y < 0) | (x > table[0]) | (y > table[1])
    picture = picture.astype(np.float32)
    picture[off] = floor
    return picture  # type: ignore[return-value]


def layout(
    rng: np.random.Generator, table: tuple[float, float]
) -> tuple[list[tuple[Floats, float]], list[Base]]:
    """Blocks of terrain and bases that stand clear of them and of each other."""
    blocks, bases = [], []
    taken: list[tuple[float, float, float]] = []

    def free(x: float, y: float, r: float) -> bool:
        return all(math.hypot(x - a, y - b) > r + c for a, b, c in taken)

    for _ in range(int(rng.integers(2, 7))):
        x, y = rng.uniform(4, table[0] - 4), rng.uniform(4, table[1] - 4)
        a, b, turn = rng.uniform(0.5, 3), rng.uniform(0.3, 2), rng.uniform(0, math.pi)
        if free(x, y, math.hypot(a, b)):
            spin = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
            box = np.array([[-a, -b], [a, -b], [a, b], [-a, b]]) @ spin + (x, y)
            blocks.append((box, rng.uniform(0.5, 4)))
            taken.append((x, y, math.hypot(a, b)))
    for _ in range(400):
        size = float(rng.choice(SIZES))
        x, y, r = rng.uniform(1.5, table[0] - 1.5), rng.uniform(1.5, table[1] - 1.5), size / INCH / 2
        if free(x, y, r + 0.15) and len(bases) < 14:
            bases.append(Base(x, y, size))
            taken.append((x, y, r + 0.15))
    return blocks, bases


def developed(rng: np.random.Generator, picture: Floats) -> NDArray[np.uint8]:
    """Glare, vignette, blur, noise, JPEG 70."""
    h, w = picture.shape[:2]
    v, u = np.mgrid[0:h:8, 0:w:8] / [[[float(h)]], [[float(w)]]]
    dark = 1 - rng.uniform(0, 0.25) * ((u - 0.5) ** 2 + (v - 0.5) ** 2) * 2
    glare = rng.uniform(20, 130) * np.exp(
        -(((u - rng.uniform(0.1, 0.9)) / 0.12) ** 2 + ((v - rng.uniform(0.1, 0.9)) / 0.08) ** 2)
    )
    full = [cv2.resize(one.astype(np.float32), (w, h)) for one in (dark, glare)]
    picture = picture * full[0][..., None] + full[1][..., None]
    blur = rng.uniform(0.6, 1.1)
    picture = cv2.GaussianBlur(picture, (0, 0), blur)
    tile = rng.normal(0, rng.uniform(2, 5), (512, 512, 3)).astype(np.float32)
    picture += np.tile(tile, (h // 512 + 1, w // 512 + 1, 1))[:h, :w]
    raw = cv2.imencode(".jpg", np.clip(picture, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 70])[1]
    return np.asarray(cv2.imdecode(raw, cv2.IMREAD_COLOR), np.uint8)


def clicked(photo: Photo, seed: int, error: float = 1.5) -> Floats:
    """The corners as a hand places them, (4, 2)."""
    return photo.corners + np.random.default_rng(seed + 10_000).normal(0, error, (4, 2))
