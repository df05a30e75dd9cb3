"""How much alike figures are where they are small: what they share of their outlines."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import combinations

import numpy as np

from battlesim.geometry.outlines import transformed
from battlesim.render.figures import SMALL, parts_of, share_of
from battlesim.render.numbers import F32
from battlesim.render.sheet import Sheet

TURNED = 60
"""Degrees by which figures are turned for that: along no line of pixels."""


def silhouette(name: str, radius: float) -> F32:
    """The cover of a figure alone on a base of so many pixels, 0..1: (height, width)."""
    side = round(2.6 * radius)
    sheet, r = Sheet(side, side), radius * share_of(name, radius)
    c, s = r * math.cos(math.radians(TURNED)), r * math.sin(math.radians(TURNED))
    for part in parts_of(name, radius < SMALL):
        if not part.glow and part.tone != "void":
            sheet.fill(transformed(part.shape, (c, -s, -s, -c, side / 2, side / 2)), "ink")
    return sheet.a


def alike(names: Iterable[str], radius: float) -> list[tuple[float, str, str]]:
    """What each two figures share of their outlines laid over each other, 0..1, the most alike first."""
    masks = {name: silhouette(name, radius) for name in names}
    pairs = combinations(sorted(masks), 2)
    return sorted(((_shared(masks[a], masks[b]), a, b) for a, b in pairs), reverse=True)


def _shared(one: F32, other: F32) -> float:
    return float(np.minimum(one, other).sum() / np.maximum(one, other).sum())
