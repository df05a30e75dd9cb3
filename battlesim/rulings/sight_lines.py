"""Visible fractions along straight lines, for many pairs of pieces at once. Lengths are in inches."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from battlesim.geometry.base_shapes import BaseShape
from battlesim.geometry.corner_lines import corner_lines
from battlesim.geometry.corridors import unblocked_centre_lines
from battlesim.geometry.free_lines import free_lines
from battlesim.geometry.scene import Floats, Scene
from battlesim.rulings.sight_rules import SightRules


def line_visible_fractions(
    scene: Scene,
    rules: SightRules,
    middles: Floats,
    bodies: Sequence[tuple[BaseShape, BaseShape]],
    heights: tuple[Floats, Floats],
    ignore: Sequence[Collection[str]],
) -> Floats:
    """Return the visible fractions (n,) of targets, judged by the kind of lines of sight that the rules use.

    `middles` holds the positions of eyes and targets (n, 2, 2). `heights` is a tuple of two arrays: the
    heights of both ends of a line from the eye (n, 2), and the ranges of heights of both ends of lines
    between bases (n, 2, 2).
    """
    if rules.lines == "centres":
        return unblocked_centre_lines(scene, middles, heights[0], ignore).astype(np.float64)
    if rules.lines == "corners":
        return np.asarray(corner_lines(scene, bodies, heights[0], ignore)[1].mean(axis=1))
    bands = heights[1] if rules.lines == "bodies" else heights[0][:, :, None].repeat(2, axis=2)
    found = free_lines(scene, bodies, bands, ignore, rules.edge_to_edge)
    return np.array([line is not None for line in found], dtype=np.float64)
