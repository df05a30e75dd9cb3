"""Targets that remain completely hidden wherever they move within a given distance, in inches.

If each solid were shrunk separately, gaps would open between solids that no move of the target opens.
Instead, all positions of the target are combined into a larger target. If that is hidden, so is the real
target.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from battlesim.geometry.constants import FRACTION_TOL
from battlesim.geometry.margin_search import grown_scene
from battlesim.geometry.scene import Bools, Floats, Scene
from battlesim.geometry.target_windows import TargetWindows, segment_windows
from battlesim.geometry.visible_fraction import window_visible_fractions
from battlesim.rulings.sight_bounds import Ids

_THIN = 1e-6
"""Half the height of a face that represents a line end, and its minimum half-width, in inches."""


class TargetFace(NamedTuple):
    """A target as its viewer sees it: the eye's height, the base radius, and the heights of foot and head."""

    eye: float
    radius: float
    low: float
    high: float

    @classmethod
    def line_end(cls, eye: float, aim: float) -> TargetFace:
        """Return a very thin target that represents the end of a line of sight at the height `aim`."""
        return cls(eye, 0.0, aim - _THIN, aim + _THIN)


def slightly_shrunk(scene: Scene) -> Scene:
    """Return a copy of a scene with slightly smaller solids. Lines that only touch a solid then pass it."""
    return grown_scene(scene, -_THIN)


def are_wholly_hidden(
    scene: Scene, ends: tuple[Floats, Floats], face: TargetFace, wider: float, ignore: Sequence[Ids]
) -> Bools:
    """Return a bool for each target: True if it stays hidden wherever it moves within `wider` inches.

    `ends` holds the positions of the viewers' eyes (n, 2) and of the targets (n, 2).
    """
    away = np.hypot(*(ends[1] - ends[0]).T)
    found = np.zeros(len(away), dtype=bool)
    (rows,) = (away > 2.0 * (face.radius + wider)).nonzero()
    if len(rows):
        windows, larger = _rectangles_in_front(ends[0][rows], ends[1][rows], face, wider)
        found[rows] = (
            window_visible_fractions(scene, windows, [ignore[k] for k in rows]) * larger <= FRACTION_TOL
        )
    return found


def _rectangles_in_front(
    eyes: Floats, targets: Floats, face: TargetFace, wider: float
) -> tuple[TargetWindows, Floats]:
    """Return upright rectangles in front of all positions within `wider` inches of the targets' faces.

    Also return the factor by which a target's visible fraction can exceed that of its rectangle.
    """
    away = np.hypot(*(targets - eyes).T)
    ahead = (targets - eyes) / away[:, None]
    chord = away - face.radius**2 / away
    half = np.maximum(face.radius * np.sqrt(away**2 - face.radius**2) / away, _THIN)
    near, far = chord - wider, (chord + wider) / (chord - wider)
    middle = eyes + ahead * near[:, None]
    side = np.column_stack([-ahead[:, 1], ahead[:, 0]]) * (half + wider)[:, None]
    low, high = face.low - face.eye, face.high - face.eye
    low = face.eye + (low if low <= 0.0 else low / far)
    high = face.eye + (high if high >= 0.0 else high / far)
    heights = np.column_stack(np.broadcast_arrays(low, high, away)[:2])
    windows = segment_windows(
        np.column_stack([eyes, np.full(len(eyes), face.eye)]),
        np.hstack([middle + side, middle - side]),
        heights,
    )
    size = (half + wider) * (heights[:, 1] - heights[:, 0])
    return windows, size * far**2 / (half * (face.high - face.low))
