"""Buildings: flat roofs with panels, solar cells or a dish, gables, domes, and the view with the roof off."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from battlesim.geometry.outlines import Shape, clip, cut, disc, grow, stroke
from battlesim.render.field import Field
from battlesim.render.numbers import F64
from battlesim.render.palette import Colour, colour, mix
from battlesim.render.terrain.base import Frame, Look, Plan, foot
from battlesim.render.terrain.openings import leaf
from battlesim.render.terrain.snow import settled
from battlesim.table.terrain import Opening, Terrain

PARAPET = 0.2
WALL = 0.24
COURSE, JOINT = 0.3, 0.34
"""Inches between the courses of a tiled roof, and between the joints of a course."""
FORMS = ("gable", "hip", "cross")


def building(field: Field, piece: Terrain, look: Look) -> None:
    """A flat roof behind a parapet; `look.roof` is plain, panels, solar or dish."""
    plan, tone = Plan(field, piece), colour(look.tone)
    foot(field, plan.shape, 0.22, 0.55)
    field.lay(plan.shape, tone, plan.top, "set", 0.12)
    inner = grow(plan.shape, -PARAPET, "mitre")
    field.lay(inner, tone * 0.82, plan.top - 0.16, "set", 0.16)
    if not inner or plan.v < 0.7:
        return
    _plates(field, plan, inner, tone)
    if look.snow:
        settled(field, inner, look.snow, 0.6)
    if look.roof == "solar":
        _solar(field, plan, inner)
    else:
        _machines(field, plan, tone)
    if look.roof == "dish":
        _dish(field, plan)
    if look.lamps:
        _wall_lamps(field, plan)


def gable(field: Field, piece: Terrain, look: Look) -> None:
    """A tiled roof of one material: courses and joints lie alike on every slope, the light does the rest.

    The house has chosen among its forms: with its ridge along the length or, where it is about as broad as
    long, across it; hipped; with a second ridge across the first.
    """
    plan, tile = Plan(field, piece), colour(look.tone)
    across = plan.v > 0.85 * plan.u and plan.rng.random() < 0.5
    frame = Frame(plan.frame.x, plan.frame.y, plan.frame.degrees + 90 * across)
    u, v = (plan.v, plan.u) if across else (plan.u, plan.v)
    form = FORMS[int(plan.rng.integers(len(FORMS)))]
    pitch = min(0.80, 0.5 * plan.height / v)
    foot(field, plan.shape, 0.22, 0.55)

    def inward(xs: F64, ys: F64) -> F64:
        return _inward(*frame.uv(xs, ys), u, v, form)

    def slope(xs: F64, ys: F64) -> F64:
        d = inward(xs, ys)
        return np.asarray(plan.top - pitch * (v - d) + 0.035 * ((d / COURSE) % 1.0))

    field.lay(plan.shape, tile, slope, "set", 0.30)
    _tiles(field, plan, inward, frame, v)
    long = u - v if form == "hip" else u
    field.lay(frame.rect(-long, -0.075, long, 0.075), tile * 1.12, 0.07, "add", 0.15, within=plan.shape)
    for a in (1, -1) if form == "hip" else ():
        for b in (1, -1):
            hip = frame.put(stroke([(a * long, 0), (a * u, b * v)], 0.12, "flat"))
            field.lay(hip, tile * 1.05, 0.05, "add", 0.15, within=plan.shape)
    if form == "cross":
        field.lay(frame.rect(0.3 * u - 0.07, -v, 0.3 * u + 0.07, -0.38 * v), tile * 1.12, 0.07, "add", 0.15)
    for side in (-v, v):
        field.lay(frame.rect(-u, side - 0.045, u, side + 0.045), tile * 0.55, alpha=0.8, within=plan.shape)
    _chimney(field, frame, u * float(plan.rng.uniform(-0.6, 0.0)), v * float(plan.rng.choice([-0.42, 0.42])))
    if look.lamps:
        _wall_lamps(field, plan)


def _inward(along_: F64, out: F64, u: float, v: float, form: str) -> F64:
    """How far from the eaves, inward, a place of a roof is: what its height and its courses follow."""
    d = v - np.abs(out)
    if form == "hip":
        d = np.minimum(d, u - np.abs(along_))
    if form == "cross":
        gable_ = np.abs(along_ - 0.30 * u)
        d = np.where((out < 0) & (gable_ < 0.62 * v), np.maximum(d, 0.62 * v - gable_), d)
    return np.asarray(d)


def _tiles(field: Field, plan: Plan, inward: Callable[[F64, F64], F64], frame: Frame, v: float) -> None:
    """Courses, joints down the slope, tiles of slightly different tones, and some stains."""
    got = field.covered(plan.shape)
    if got is None:
        return
    at, m = got
    xs, ys = field.grid(at)
    (a, b), d = frame.uv(xs, ys), inward(xs, ys)
    course = np.floor(d / COURSE)
    run = (np.where(np.abs(np.abs(b) - (v - d)) < 1e-3, a, b) + course * 0.17) / JOINT
    tone = np.sin(np.floor(run) * 12.9898 + course * 78.233) * 43758.5453
    fine = min(1.0, field.ppi / 14)
    dark = 0.28 * ((d / COURSE) % 1.0 < 0.16) + 0.18 * (run % 1.0 < 0.10)
    shade = 1 + fine * (0.16 * (tone - np.floor(tone) - 0.5) - dark)
    field.A[at] *= (1 + (shade - 1).astype(np.float32) * m)[..., None]
    stain = np.clip((field.noise(1.1, 40, 3, at) - 0.56) * 5, 0, 1) * m
    field.A[at] = mix(field.A[at], colour("#4C4A3A"), (np.float32(0.35) * stain)[..., None])


def _chimney(field: Field, frame: Frame, u: float, v: float) -> None:
    field.lay(frame.rect(u - 0.2, v - 0.2, u + 0.2, v + 0.2), "#77695E", 0.6, "add", 0.3)
    field.lay(frame.rect(u - 0.1, v - 0.1, u + 0.1, v + 0.1), "#15120F", -0.2, "add")


def dome(field: Field, piece: Terrain, look: Look) -> None:
    """A round tank or dome with ribs."""
    plan, tone = Plan(field, piece), colour(look.tone)
    x, y, r = plan.frame.x, plan.frame.y, plan.v
    foot(field, plan.shape, 0.22, 0.55)

    def round_top(xs: F64, ys: F64) -> F64:
        out = ((xs - x) ** 2 + (ys - y) ** 2) / r**2
        return plan.base + plan.height * np.sqrt(np.clip(1 - out * 0.93, 0, 1))

    field.lay(plan.shape, tone, round_top, "set", 0.15)
    for k in range(8):
        a = k * math.pi / 4 + 0.2
        c, s = math.cos(a), math.sin(a)
        rib = stroke([(x + 0.25 * c, y + 0.25 * s), (x + r * c, y + r * s)], 0.05)
        field.lay(rib, tone * 0.6, alpha=0.7, within=plan.shape)
    field.lay(disc(x, y, 0.25), tone * 0.7, 0.08, "add")


def cutaway(field: Field, piece: Terrain, look: Look) -> None:
    """Roof off: floor, walls of true thickness, doors and windows where they are."""
    plan = Plan(field, piece)
    floor, f = plan.base + 0.05, plan.frame
    foot(field, plan.shape, 0.22, 0.55)
    ground, seam, cap, *furniture = look.tones
    field.lay(plan.shape, ground, floor, "set", 0.1)
    for k in np.arange(-plan.u + 0.7, plan.u, 0.7):
        field.lay(f.rect(k - 0.015, -plan.v, k + 0.015, plan.v), seam, alpha=0.7, within=plan.shape)
    for k in np.arange(-plan.v + 0.7, plan.v, 0.7):
        field.lay(f.rect(-plan.u, k - 0.015, plan.u, k + 0.015), seam, alpha=0.7, within=plan.shape)
    _furniture(field, plan, floor, furniture)
    walls = cut(plan.shape, grow(plan.shape, -WALL, "mitre"))
    gaps = [_gap(o) for o in piece.openings]
    standing = cut(walls, *gaps) if gaps else walls
    field.lay(standing, look.tone, plan.top, "set", 0.1)
    field.lay(grow(standing, -0.07, "mitre"), cap, plan.top - 0.05, "set", 0.1)
    for opening, gap in zip(piece.openings, gaps, strict=True):
        _opening(field, opening, clip(walls, gap), floor, plan, look)
    if look.lamps:
        field.lay(disc(f.x, f.y, 0.1), "#FFE6B8", 0.3, "add", glow=colour("#FFD9A0") * 0.8)
        field.lamp(f.x, f.y, "#FFB866", min(4.6, max(plan.u, plan.v)), 0.8)


def _gap(opening: Opening) -> Shape:
    return stroke([opening.start, opening.end], 2 * WALL + 0.2, "flat")


def _opening(field: Field, opening: Opening, gap: Shape, floor: float, plan: Plan, look: Look) -> None:
    if opening.kind == "slit":
        field.lay(gap, look.tone, plan.top - 0.1, "set", 0.1)
        field.lay(stroke([opening.start, opening.end], 0.1, "flat"), "#11151A", -0.3, "add")
        return
    if opening.kind != "door":
        field.lay(gap, look.tone, floor + opening.sill, "set", 0.1)
        if not opening.open:
            glass, glow = "#8DB9CF", colour("#30506A") * 0.25
            field.lay(gap, glass, floor + opening.sill + 0.04, "set", 0.05, alpha=0.8, glow=glow)
        return
    field.lay(gap, "#54493C", floor, "set", 0.1)
    leaf(field, opening, (plan.frame.x, plan.frame.y), plan.top - 0.4)


def _furniture(field: Field, plan: Plan, floor: float, tones: Sequence[str]) -> None:
    room = grow(plan.shape, -WALL - 0.12, "mitre")
    if not room:
        return
    for k in range(int(min(8, 2 + plan.u * plan.v / 2))):
        w, h = plan.rng.uniform(0.45, 1.1), plan.rng.uniform(0.4, 0.6)
        u = plan.rng.uniform(-plan.u + 0.4, max(plan.u - 0.4 - w, -plan.u + 0.41))
        v = -plan.v + WALL + 0.15 if k % 2 else plan.v - WALL - 0.15 - h
        item = plan.frame.rect(u, v, u + w, v + h)
        if plan.fits(item):
            field.lay(item, tones[k % len(tones)], floor + 0.5, "set")


def _plates(field: Field, plan: Plan, inner: Shape, tone: Colour) -> None:
    f, u, v = plan.frame, plan.u, plan.v
    for k in np.arange(-u + 1, u - 0.3, 1.0):
        line = f.rect(k - 0.025, -v, k + 0.025, v)
        field.lay(line, tone * 0.5, -0.05, "add", alpha=0.8, within=inner)
    for k in np.arange(-v + 1, v - 0.3, 1.0):
        line = f.rect(-u, k - 0.025, u, k + 0.025)
        field.lay(line, tone * 0.5, -0.05, "add", alpha=0.8, within=inner)
    for _ in range(int(4 * u * v / 5)):  # replaced plates
        a = -u + plan.rng.integers(0, max(1, int(2 * u - 0.6)))
        b = -v + plan.rng.integers(0, max(1, int(2 * v - 0.6)))
        plate = f.rect(a + 0.04, b + 0.04, a + 0.97, b + 0.97)
        shade = tone * np.float32(plan.rng.uniform(0.68, 1.05))
        field.lay(plate, shade, grain=0.3, alpha=0.8, within=inner)


def _solar(field: Field, plan: Plan, inner: Shape) -> None:
    f, u, v = plan.frame, plan.u, plan.v
    for k in np.arange(-u + 0.45, u - 0.9, 0.95):
        panel = clip(f.rect(k, -v + 0.45, k + 0.8, v - 0.45), grow(inner, -0.15))

        def tilted(xs: F64, ys: F64, k: float = float(k)) -> F64:
            return plan.top - 0.05 + 0.28 * (f.uv(xs, ys)[0] - k)

        field.lay(panel, "#2B4A6E", tilted, "set", 0.15)
        for row in np.arange(-v + 0.45, v - 0.4, 0.4):
            field.lay(f.rect(k, row - 0.012, k + 0.8, row + 0.012), "#8FA9C4", alpha=0.6, within=panel)


def _machines(field: Field, plan: Plan, tone: Colour) -> None:
    """One fan, some pipes and one hatch, each where the roof has room for it."""
    f, u, v = plan.frame, plan.u, plan.v
    unit = f.rect(u - 1.25, v - 1.15, u - 0.4, v - 0.4)
    if plan.fits(unit) and u > 1.4:
        field.lay(unit, tone * 1.06, 0.45, "add")
        x, y = f.at(u - 0.82, v - 0.78)
        field.lay(disc(x, y, 0.27), "#23272B", -0.2, "add")
        for a in (0.3, 2.4, 4.5):
            blade = stroke([(x, y), (x + 0.22 * math.cos(a), y + 0.22 * math.sin(a))], 0.09)
            field.lay(blade, "#8E959B")
    pipes = f.rect(-u + 0.45, v - 0.85, -u + 1.45, v - 0.46)
    if plan.fits(pipes) and u > 1.4:
        field.lay(f.rect(-u + 0.45, v - 0.85, -u + 1.45, v - 0.65), tone * 0.72, 0.18, "add")
        field.lay(f.rect(-u + 0.45, v - 0.58, -u + 1.45, v - 0.46), tone * 0.9, 0.14, "add")
    hatch = f.rect(-0.34, -v + 0.38, 0.34, -v + 0.95)
    if plan.fits(hatch):
        field.lay(hatch, "#B7862E", 0.14, "add", 0.2)
        field.lay(f.rect(-0.24, -v + 0.47, 0.24, -v + 0.86), "#5B4A2C", 0.03, "add", 0.2)


def _dish(field: Field, plan: Plan) -> None:
    x, y = plan.frame.at(-plan.u * 0.25, 0.1)
    r = min(plan.u, plan.v) * 0.52
    if not plan.fits(disc(x, y, r)):
        return

    def bowl(xs: F64, ys: F64) -> F64:
        return plan.top + 0.35 + 0.5 * ((xs - x) ** 2 + (ys - y) ** 2) / r**2

    field.lay(disc(x, y, r), "#C9CDD0", bowl, "set", 0.08)
    field.lay(stroke([(x, y), (x + r * 0.5, y + r * 0.5)], 0.1), "#6A7076", 0.5, "add")
    glow = colour("vermillion") * 0.5
    field.lay(disc(x + r * 0.5, y + r * 0.5, 0.12), "vermillion", 0.2, "add", glow=glow)


def _wall_lamps(field: Field, plan: Plan) -> None:
    for side in (-1, 1):
        x, y = plan.frame.at(side * (plan.u + 0.15), -plan.v + 0.5)
        field.lay(disc(x, y, 0.11), "#FFE2A8", 0.6, "add", glow=colour("#FFD9A0") * 0.9)
        field.lamp(x, y, "#FFB866", 4.6, 0.85)
