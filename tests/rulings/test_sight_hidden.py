"""Targets that stay hidden as they move."""

import numpy as np
import pytest

from battlesim.geometry.scene import Scene
from battlesim.geometry.shapes import Solid
from battlesim.geometry.visible_fraction import visible_fractions
from battlesim.rulings.sight_hidden import TargetFace, are_wholly_hidden, slightly_shrunk


def wall(x0: float, y0: float, x1: float, y1: float, top: float = 3.0) -> Solid:
    return Solid(f"{x0} {y0}", (((x0, y0), (x1, y0), (x1, y1), (x0, y1)),), top)


EYE, TARGET = np.array([[2.0, 10.0]]), np.array([[16.0, 10.0]])
FACE = TargetFace(eye=1.2, radius=0.5, low=0.0, high=1.2)
SEAM = Scene([wall(6, 5, 6.5, 10.01), wall(7, 9.99, 7.5, 15)], 20, 20)
"""Two walls behind which nothing is seen though they do not touch: seen from the eye they overlap by a
hair."""


def hidden(scene: Scene, wider: float, face: TargetFace = FACE) -> bool:
    return bool(are_wholly_hidden(slightly_shrunk(scene), (EYE, TARGET), face, wider, [frozenset()])[0])


def test_a_seam_of_two_walls_stays_shut_however_far_the_target_moves():
    assert hidden(SEAM, 1.5)


def test_a_gap_between_two_walls_is_found():
    assert not hidden(Scene([wall(6, 5, 6.5, 9.99), wall(7, 10.01, 7.5, 15)], 20, 20), 0.0)


def test_a_line_stays_stopped_by_a_seam():
    assert hidden(SEAM, 1.5, TargetFace.line_end(1.2, 1.2))


@pytest.mark.parametrize(("top", "wider"), [(3.0, 1.0), (3.0, 2.0), (1.3, 0.3), (1.3, 0.8), (0.9, 0.1)])
def test_what_is_said_to_stay_hidden_is_hidden_at_every_place(top, wider):
    scene = Scene([wall(9, 8.5, 9.5, 11.5, top)], 20, 20)
    angles = np.linspace(0, 2 * np.pi, 180)
    rows = np.column_stack(
        [TARGET + wider * np.column_stack([np.cos(angles), np.sin(angles)]), np.tile([0.5, 0, 1.2], (180, 1))]
    )
    seen = visible_fractions(scene, np.tile([*EYE[0], 1.2], (180, 1)), rows).max()
    assert not hidden(scene, wider) or seen < 1e-6


@pytest.mark.parametrize("wider", [0.5, 1.5])
def test_a_wall_wide_enough_hides_a_target_that_moves(wider):
    assert hidden(Scene([wall(9, 8, 9.5, 12)], 20, 20), wider)


def test_a_wall_too_low_does_not():
    assert not hidden(Scene([wall(9, 8, 9.5, 12, 1.1)], 20, 20), 0.5)
