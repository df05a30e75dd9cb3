"""What flyers see and who sees them, held against samples of the target: no code is shared."""

from __future__ import annotations

import math
import random
from typing import NamedTuple

import numpy as np
import pytest

from battlesim.rulings.sight import PLAIN_SIGHT, verdict
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Side, Table
from battlesim.table.terrain import Ground, Terrain

SAMPLES = 80
"""Samples across the target and up it."""
TOLERANCE = 0.03
SIZE = 24.0


class Box(NamedTuple):
    """An upright box: its corners in plan and its top."""

    x0: float
    y0: float
    x1: float
    y1: float
    top: float


def stands_in(box: Box, x: float, y: float, z: float, radius: float) -> bool:
    """Whether a base at a height overlaps a box in plan and does not float above it."""
    near = math.hypot(x - min(max(x, box.x0), box.x1), y - min(max(y, box.y0), box.y1))
    return near < radius and z <= box.top


def blocked(eye: np.ndarray, points: np.ndarray, box: Box) -> np.ndarray:  # type: ignore[type-arg]
    """Which lines from the eye to the points (n, 3) pass through a box."""
    way = points - eye
    with np.errstate(divide="ignore", invalid="ignore"):
        bounds = [(box.x0, box.x1), (box.y0, box.y1), (-1.0, box.top)]
        low, high = np.zeros(len(points)), np.ones(len(points))
        for axis, (least, most) in enumerate(bounds):
            a, b = (least - eye[axis]) / way[:, axis], (most - eye[axis]) / way[:, axis]
            low, high = np.maximum(low, np.minimum(a, b)), np.minimum(high, np.maximum(a, b))
    return np.asarray(low < high - 1e-9)


def foot_z(piece: Piece) -> float:
    assert isinstance(piece.place, OnTable)
    return piece.place.z


def sampled_share(boxes: list[Box], viewer: Piece, target: Piece) -> float:
    """The part of the target's rectangle that the eye sees: upright, on the chord of its base."""
    (ax, ay), (bx, by) = viewer.xy, target.xy
    away, r = math.dist(viewer.xy, target.xy), target.radius
    ux, uy = (ax - bx) / away, (ay - by) / away
    half = r * math.sqrt(1.0 - (r / away) ** 2)
    foot = np.array([bx + ux * r * r / away, by + uy * r * r / away])
    across = (np.arange(SAMPLES) + 0.5) / SAMPLES * 2.0 * half - half
    up = (np.arange(SAMPLES) + 0.5) / SAMPLES * target.height + foot_z(target)
    u, h = (grid.ravel() for grid in np.meshgrid(across, up))
    points = np.column_stack([foot[0] - uy * u, foot[1] + ux * u, h])
    eye = np.array([ax, ay, foot_z(viewer) + viewer.height])
    kept = [
        box for box in boxes if not any(stands_in(box, *p.xy, foot_z(p), p.radius) for p in (viewer, target))
    ]
    hidden = np.zeros(len(points), dtype=bool)
    for box in kept:
        hidden |= blocked(eye, points, box)
    return 1.0 - float(hidden.mean())


def model(id: str, rng: random.Random) -> Piece:
    z = rng.choice([0.0, 0.0, round(rng.uniform(2.0, 12.0), 2)])
    place = OnTable(round(rng.uniform(2, SIZE - 2), 2), round(rng.uniform(2, SIZE - 2), 2), 0.0, z)
    return Piece(id, id, "m", SideKey("s"), UnitId("u"), rng.choice([0.5, 0.8]), 1.4, place)


def situation(seed: int) -> tuple[list[Box], Piece, Piece]:
    rng = random.Random(seed)
    viewer, target = model("v", rng), model("t", rng)
    while math.dist(viewer.xy, target.xy) < 2.0:
        target = model("t", rng)
    boxes = []
    for _ in range(8):
        x, y = rng.uniform(0, SIZE - 5), rng.uniform(0, SIZE - 5)
        boxes.append(Box(x, y, x + rng.uniform(0.5, 5), y + rng.uniform(0.5, 5), rng.uniform(0.4, 5)))
    return boxes, viewer, target


def check(seed: int) -> None:
    boxes, viewer, target = situation(seed)
    terrain = tuple(
        Terrain(
            f"b{k}",
            "rocks",
            (((b.x0, b.y0), (b.x1, b.y0), (b.x1, b.y1), (b.x0, b.y1)),),
            height=b.top,
        )
        for k, b in enumerate(boxes)
    )
    table = Table(
        Ground(SIZE, SIZE, terrain=terrain), {"v": viewer, "t": target}, (Side(SideKey("s"), "S", 1),)
    )
    found = verdict(table, PLAIN_SIGHT, viewer, target).share
    assert found == pytest.approx(sampled_share(boxes, viewer, target), abs=TOLERANCE), seed


@pytest.mark.parametrize("seed", range(30))
def test_flyers_see_what_samples_of_the_target_say(seed: int) -> None:
    check(seed)


@pytest.mark.slow
def test_flyers_see_what_samples_say_in_two_thousand_situations() -> None:
    for seed in range(1000, 3000):
        check(seed)
