"""Painters of buildings with flat roofs, gables or domes, and of buildings without their roofs."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from battlesim.geometry.outlines import Shape, clip, cut, disc, grow, stroke
from battlesim.render.height_field import HeightField
from battlesim.render.noise import F64
from battlesim.render.palette import Colour, colour, mix
from battlesim.render.terrain.openings import paint_door_leaf
from battlesim.render.terrain.paint_tools import LocalFrame, PaintPlan, TerrainLook, paint_foot
from battlesim.render.terrain.snow import paint_settled_snow
from battlesim.table.terrain import Opening, Terrain

PARAPET_IN = 0.2
CUTAWAY_WALL_IN = 0.24
ROOF_COURSE_IN, ROOF_JOINT_IN = 0.3, 0.34
"""Distances in inches between the courses of a tiled roof and between the joints of a course."""
ROOF_FORMS = ("gable", "hip", "cross")


def building(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a building with a flat roof and a parapet. `look.roof` is plain, panels, solar or dish."""
    plan, tone = PaintPlan(field, piece), colour(look.tone)
    paint_foot(field, plan.shape, 0.22, 0.55)
    field.paint_shape(plan.shape, tone, plan.top, "set", 0.12)
    inner = grow(plan.shape, -PARAPET_IN, "mitre")
    field.paint_shape(inner, tone * 0.82, plan.top - 0.16, "set", 0.16)
    if not inner or plan.v < 0.7:
        return
    _plates(field, plan, inner, tone)
    if look.snow:
        paint_settled_snow(field, inner, look.snow, 0.6)
    if look.roof == "solar":
        _solar(field, plan, inner)
    else:
        _machines(field, plan, tone)
    if look.roof == "dish":
        _dish(field, plan)
    if look.lamps:
        _wall_lamps(field, plan)


def gable(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a building with a tiled gable roof. The rows of tiles line up on all slopes.

    The form of the roof (plain, hipped or with a second ridge) is random. On a nearly square building, the
    direction of the ridge is also random.
    """
    plan, tile = PaintPlan(field, piece), colour(look.tone)
    across = plan.v > 0.85 * plan.u and plan.rng.random() < 0.5
    frame = LocalFrame(plan.frame.x, plan.frame.y, plan.frame.degrees + 90 * across)
    u, v = (plan.v, plan.u) if across else (plan.u, plan.v)
    form = ROOF_FORMS[int(plan.rng.integers(len(ROOF_FORMS)))]
    pitch = min(0.80, 0.5 * plan.height / v)
    paint_foot(field, plan.shape, 0.22, 0.55)

    def inward(xs: F64, ys: F64) -> F64:
        return _inward(*frame.to_local(xs, ys), u, v, form)

    def slope(xs: F64, ys: F64) -> F64:
        d = inward(xs, ys)
        return np.asarray(plan.top - pitch * (v - d) + 0.035 * ((d / ROOF_COURSE_IN) % 1.0))

    field.paint_shape(plan.shape, tile, slope, "set", 0.30)
    _tiles(field, plan, inward, frame, v)
    long = u - v if form == "hip" else u
    field.paint_shape(
        frame.rect(-long, -0.075, long, 0.075), tile * 1.12, 0.07, "add", 0.15, clip_shape=plan.shape
    )
    for a in (1, -1) if form == "hip" else ():
        for b in (1, -1):
            hip = frame.shape_on_table(stroke([(a * long, 0), (a * u, b * v)], 0.12, "flat"))
            field.paint_shape(hip, tile * 1.05, 0.05, "add", 0.15, clip_shape=plan.shape)
    if form == "cross":
        field.paint_shape(
            frame.rect(0.3 * u - 0.07, -v, 0.3 * u + 0.07, -0.38 * v), tile * 1.12, 0.07, "add", 0.15
        )
    for side in (-v, v):
        field.paint_shape(
            frame.rect(-u, side - 0.045, u, side + 0.045), tile * 0.55, alpha=0.8, clip_shape=plan.shape
        )
    _chimney(field, frame, u * float(plan.rng.uniform(-0.6, 0.0)), v * float(plan.rng.choice([-0.42, 0.42])))
    if look.lamps:
        _wall_lamps(field, plan)


def _inward(along_: F64, out: F64, u: float, v: float, form: str) -> F64:
    """Return the distance from the eaves to points of the roof, which determines height and courses."""
    d = v - np.abs(out)
    if form == "hip":
        d = np.minimum(d, u - np.abs(along_))
    if form == "cross":
        gable_ = np.abs(along_ - 0.30 * u)
        d = np.where((out < 0) & (gable_ < 0.62 * v), np.maximum(d, 0.62 * v - gable_), d)
    return np.asarray(d)


def _tiles(
    field: HeightField, plan: PaintPlan, inward: Callable[[F64, F64], F64], frame: LocalFrame, v: float
) -> None:
    """Paint the courses and joints of a roof, with slightly different tones of tiles and some stains."""
    got = field.window_mask(plan.shape)
    if got is None:
        return
    at, m = got
    xs, ys = field.grid_coordinates(at)
    (a, b), d = frame.to_local(xs, ys), inward(xs, ys)
    course = np.floor(d / ROOF_COURSE_IN)
    run = (np.where(np.abs(np.abs(b) - (v - d)) < 1e-3, a, b) + course * 0.17) / ROOF_JOINT_IN
    tone = np.sin(np.floor(run) * 12.9898 + course * 78.233) * 43758.5453
    fine = min(1.0, field.ppi / 14)
    dark = 0.28 * ((d / ROOF_COURSE_IN) % 1.0 < 0.16) + 0.18 * (run % 1.0 < 0.10)
    shade = 1 + fine * (0.16 * (tone - np.floor(tone) - 0.5) - dark)
    field.colours[at] *= (1 + (shade - 1).astype(np.float32) * m)[..., None]
    stain = np.clip((field.noise(1.1, 40, 3, at) - 0.56) * 5, 0, 1) * m
    field.colours[at] = mix(field.colours[at], colour("#4C4A3A"), (np.float32(0.35) * stain)[..., None])


def _chimney(field: HeightField, frame: LocalFrame, u: float, v: float) -> None:
    field.paint_shape(frame.rect(u - 0.2, v - 0.2, u + 0.2, v + 0.2), "#77695E", 0.6, "add", 0.3)
    field.paint_shape(frame.rect(u - 0.1, v - 0.1, u + 0.1, v + 0.1), "#15120F", -0.2, "add")


def dome(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a round tank or a dome with ribs."""
    plan, tone = PaintPlan(field, piece), colour(look.tone)
    x, y, r = plan.frame.x, plan.frame.y, plan.v
    paint_foot(field, plan.shape, 0.22, 0.55)

    def round_top(xs: F64, ys: F64) -> F64:
        out = ((xs - x) ** 2 + (ys - y) ** 2) / r**2
        return plan.base + plan.height * np.sqrt(np.clip(1 - out * 0.93, 0, 1))

    field.paint_shape(plan.shape, tone, round_top, "set", 0.15)
    for k in range(8):
        a = k * math.pi / 4 + 0.2
        c, s = math.cos(a), math.sin(a)
        rib = stroke([(x + 0.25 * c, y + 0.25 * s), (x + r * c, y + r * s)], 0.05)
        field.paint_shape(rib, tone * 0.6, alpha=0.7, clip_shape=plan.shape)
    field.paint_shape(disc(x, y, 0.25), tone * 0.7, 0.08, "add")


def cutaway(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a building without its roof, so that floor, walls, doors, windows and furniture are visible."""
    plan = PaintPlan(field, piece)
    floor, f = plan.base + 0.05, plan.frame
    paint_foot(field, plan.shape, 0.22, 0.55)
    ground, seam, cap, *furniture = look.tones
    field.paint_shape(plan.shape, ground, floor, "set", 0.1)
    for k in np.arange(-plan.u + 0.7, plan.u, 0.7):
        field.paint_shape(
            f.rect(k - 0.015, -plan.v, k + 0.015, plan.v), seam, alpha=0.7, clip_shape=plan.shape
        )
    for k in np.arange(-plan.v + 0.7, plan.v, 0.7):
        field.paint_shape(
            f.rect(-plan.u, k - 0.015, plan.u, k + 0.015), seam, alpha=0.7, clip_shape=plan.shape
        )
    _furniture(field, plan, floor, furniture)
    walls = cut(plan.shape, grow(plan.shape, -CUTAWAY_WALL_IN, "mitre"))
    gaps = [_gap(o) for o in piece.openings]
    standing = cut(walls, *gaps) if gaps else walls
    field.paint_shape(standing, look.tone, plan.top, "set", 0.1)
    field.paint_shape(grow(standing, -0.07, "mitre"), cap, plan.top - 0.05, "set", 0.1)
    for opening, gap in zip(piece.openings, gaps, strict=True):
        _opening(field, opening, clip(walls, gap), floor, plan, look)
    if look.lamps:
        field.paint_shape(disc(f.x, f.y, 0.1), "#FFE6B8", 0.3, "add", glow=colour("#FFD9A0") * 0.8)
        field.add_lamp(f.x, f.y, "#FFB866", min(4.6, max(plan.u, plan.v)), 0.8)


def _gap(opening: Opening) -> Shape:
    return stroke([opening.start, opening.end], 2 * CUTAWAY_WALL_IN + 0.2, "flat")


def _opening(
    field: HeightField, opening: Opening, gap: Shape, floor: float, plan: PaintPlan, look: TerrainLook
) -> None:
    if opening.kind == "slit":
        field.paint_shape(gap, look.tone, plan.top - 0.1, "set", 0.1)
        field.paint_shape(stroke([opening.start, opening.end], 0.1, "flat"), "#11151A", -0.3, "add")
        return
    if opening.kind != "door":
        field.paint_shape(gap, look.tone, floor + opening.sill, "set", 0.1)
        if not opening.open:
            glass, glow = "#8DB9CF", colour("#30506A") * 0.25
            field.paint_shape(gap, glass, floor + opening.sill + 0.04, "set", 0.05, alpha=0.8, glow=glow)
        return
    field.paint_shape(gap, "#54493C", floor, "set", 0.1)
    paint_door_leaf(field, opening, (plan.frame.x, plan.frame.y), plan.top - 0.4)


def _furniture(field: HeightField, plan: PaintPlan, floor: float, tones: Sequence[str]) -> None:
    room = grow(plan.shape, -CUTAWAY_WALL_IN - 0.12, "mitre")
    if not room:
        return
    for k in range(int(min(8, 2 + plan.u * plan.v / 2))):
        w, h = plan.rng.uniform(0.45, 1.1), plan.rng.uniform(0.4, 0.6)
        u = plan.rng.uniform(-plan.u + 0.4, max(plan.u - 0.4 - w, -plan.u + 0.41))
        v = -plan.v + CUTAWAY_WALL_IN + 0.15 if k % 2 else plan.v - CUTAWAY_WALL_IN - 0.15 - h
        item = plan.frame.rect(u, v, u + w, v + h)
        if plan.fits_inside(item):
            field.paint_shape(item, tones[k % len(tones)], floor + 0.5, "set")


def _plates(field: HeightField, plan: PaintPlan, inner: Shape, tone: Colour) -> None:
    f, u, v = plan.frame, plan.u, plan.v
    for k in np.arange(-u + 1, u - 0.3, 1.0):
        line = f.rect(k - 0.025, -v, k + 0.025, v)
        field.paint_shape(line, tone * 0.5, -0.05, "add", alpha=0.8, clip_shape=inner)
    for k in np.arange(-v + 1, v - 0.3, 1.0):
        line = f.rect(-u, k - 0.025, u, k + 0.025)
        field.paint_shape(line, tone * 0.5, -0.05, "add", alpha=0.8, clip_shape=inner)
    for _ in range(int(4 * u * v / 5)):  # replaced plates
        a = -u + plan.rng.integers(0, max(1, int(2 * u - 0.6)))
        b = -v + plan.rng.integers(0, max(1, int(2 * v - 0.6)))
        plate = f.rect(a + 0.04, b + 0.04, a + 0.97, b + 0.97)
        shade = tone * np.float32(plan.rng.uniform(0.68, 1.05))
        field.paint_shape(plate, shade, grain=0.3, alpha=0.8, clip_shape=inner)


def _solar(field: HeightField, plan: PaintPlan, inner: Shape) -> None:
    f, u, v = plan.frame, plan.u, plan.v
    for k in np.arange(-u + 0.45, u - 0.9, 0.95):
        panel = clip(f.rect(k, -v + 0.45, k + 0.8, v - 0.45), grow(inner, -0.15))

        def tilted(xs: F64, ys: F64, k: float = float(k)) -> F64:
            return plan.top - 0.05 + 0.28 * (f.to_local(xs, ys)[0] - k)

        field.paint_shape(panel, "#2B4A6E", tilted, "set", 0.15)
        for row in np.arange(-v + 0.45, v - 0.4, 0.4):
            field.paint_shape(
                f.rect(k, row - 0.012, k + 0.8, row + 0.012), "#8FA9C4", alpha=0.6, clip_shape=panel
            )


def _machines(field: HeightField, plan: PaintPlan, tone: Colour) -> None:
    """Paint a fan, some pipes and a hatch on the roof, each only if it fits."""
    f, u, v = plan.frame, plan.u, plan.v
    unit = f.rect(u - 1.25, v - 1.15, u - 0.4, v - 0.4)
    if plan.fits_inside(unit) and u > 1.4:
        field.paint_shape(unit, tone * 1.06, 0.45, "add")
        x, y = f.point_on_table(u - 0.82, v - 0.78)
        field.paint_shape(disc(x, y, 0.27), "#23272B", -0.2, "add")
        for a in (0.3, 2.4, 4.5):
            blade = stroke([(x, y), (x + 0.22 * math.cos(a), y + 0.22 * math.sin(a))], 0.09)
            field.paint_shape(blade, "#8E959B")
    pipes = f.rect(-u + 0.45, v - 0.85, -u + 1.45, v - 0.46)
    if plan.fits_inside(pipes) and u > 1.4:
        field.paint_shape(f.rect(-u + 0.45, v - 0.85, -u + 1.45, v - 0.65), tone * 0.72, 0.18, "add")
        field.paint_shape(f.rect(-u + 0.45, v - 0.58, -u + 1.45, v - 0.46), tone * 0.9, 0.14, "add")
    hatch = f.rect(-0.34, -v + 0.38, 0.34, -v + 0.95)
    if plan.fits_inside(hatch):
        field.paint_shape(hatch, "#B7862E", 0.14, "add", 0.2)
        field.paint_shape(f.rect(-0.24, -v + 0.47, 0.24, -v + 0.86), "#5B4A2C", 0.03, "add", 0.2)


def _dish(field: HeightField, plan: PaintPlan) -> None:
    x, y = plan.frame.point_on_table(-plan.u * 0.25, 0.1)
    r = min(plan.u, plan.v) * 0.52
    if not plan.fits_inside(disc(x, y, r)):
        return

    def bowl(xs: F64, ys: F64) -> F64:
        return plan.top + 0.35 + 0.5 * ((xs - x) ** 2 + (ys - y) ** 2) / r**2

    field.paint_shape(disc(x, y, r), "#C9CDD0", bowl, "set", 0.08)
    field.paint_shape(stroke([(x, y), (x + r * 0.5, y + r * 0.5)], 0.1), "#6A7076", 0.5, "add")
    glow = colour("vermillion") * 0.5
    field.paint_shape(disc(x + r * 0.5, y + r * 0.5, 0.12), "vermillion", 0.2, "add", glow=glow)


def _wall_lamps(field: HeightField, plan: PaintPlan) -> None:
    for side in (-1, 1):
        x, y = plan.frame.point_on_table(side * (plan.u + 0.15), -plan.v + 0.5)
        field.paint_shape(disc(x, y, 0.11), "#FFE2A8", 0.6, "add", glow=colour("#FFD9A0") * 0.9)
        field.add_lamp(x, y, "#FFB866", 4.6, 0.85)
