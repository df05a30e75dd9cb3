"""The proofs that margins rest on, and the search."""

import math

import numpy as np
import pytest

from battlesim.geometry.margin_search import (
    DepthBounds,
    chord_end_sway,
    grown_scene,
    scene_near_line,
    search_margin,
)
from battlesim.geometry.scene import Scene
from battlesim.geometry.shapes import Solid, regular_polygon
from battlesim.geometry.visible_fraction import visible_fractions


def crowd(seed: int) -> Scene:
    rng = np.random.default_rng(seed)
    rings = [
        regular_polygon(
            *rng.uniform(3, 17, 2), rng.uniform(0.5, 2), int(rng.integers(3, 8)), rng.uniform(0, 90)
        )
        for _ in range(8)
    ]
    return Scene([Solid(f"s{k}", (ring,), rng.uniform(0.3, 3)) for k, ring in enumerate(rings)], 20, 20)


@pytest.mark.parametrize("seed", range(8))
def test_worn_and_grown_solids_bound_the_share_after_a_move(seed):
    scene, rng = crowd(seed), np.random.default_rng(seed + 100)
    eye, target, radius = rng.uniform(0, 20, 2), rng.uniform(0, 20, 2), 0.5
    if math.dist(eye, target) < 2:
        return
    for reach in (0.05, 0.2, 0.6):
        sway = chord_end_sway(math.dist(eye, target), radius, reach)
        angles, parts = rng.uniform(0, 2 * math.pi, 40), np.sqrt(rng.uniform(0, 1, 40)) * reach
        moves = np.column_stack([np.cos(angles) * parts, np.sin(angles) * parts])
        for who, wander in (("eye", max(reach, sway)), ("target", reach + sway)):
            eyes = eye + moves if who == "eye" else np.tile(eye, (40, 1))
            aims = target + moves if who == "target" else np.tile(target, (40, 1))
            rows = np.column_stack([aims, np.tile([radius, 0, 1.2], (40, 1))])
            seen = visible_fractions(scene, np.column_stack([eyes, np.full(40, 1.2)]), rows)
            here = [[*eye, 1.2]], [[*target, radius, 0, 1.2]]
            assert visible_fractions(grown_scene(scene, wander), *here)[0] <= seen.min() + 1e-9
            assert visible_fractions(grown_scene(scene, -wander), *here)[0] >= seen.max() - 1e-9


class Answer:
    """An answer that holds within a radius of a middle, or everywhere but on a line that nobody can prove."""

    def __init__(self, middle=0.0, radius=math.inf, graze=math.inf):
        self.middle, self.radius, self.graze = middle, radius, graze

    def stays(self, moves, reach):
        away = np.hypot(moves[:, 0] - self.middle, moves[:, 1]) + reach
        return (away < self.radius) & (np.abs(moves[:, 0] - self.graze) > reach)

    def may_change(self, moves):
        return np.array([self.changes_answer(move) for move in moves])

    def changes_answer(self, move):
        return math.hypot(move[0] - self.middle, move[1]) > self.radius


@pytest.mark.parametrize(("middle", "radius"), [(0.3, 1.0), (0.0, 0.4), (0.99, 1.0)])
def test_the_search_brackets_a_known_border(middle, radius):
    found = search_margin(Answer(middle, radius))
    assert found.safe <= radius - middle <= found.flips <= found.safe + 0.01 and found.tight
    assert math.hypot(*found.move) == pytest.approx(found.flips)


def test_an_answer_that_always_holds_is_safe_to_the_limit():
    assert search_margin(Answer()) == (2.0, None, None, True)


def test_no_witness_lies_beyond_the_limit():
    assert search_margin(Answer(radius=2.05)) == (2.0, None, None, True)


def test_a_graze_that_never_flips_is_told_apart():
    found = search_margin(Answer(graze=0.5), cells=4000)
    assert found.safe <= 0.5 and found.flips is None and not found.tight


@pytest.mark.parametrize("seed", range(8))
def test_solids_grown_by_their_depth_bound_the_share_after_a_move(seed):
    scene, rng = crowd(seed), np.random.default_rng(seed + 200)
    eye, target, radius = rng.uniform(0, 20, 2), rng.uniform(0, 20, 2), 0.5
    if math.dist(eye, target) < 4:
        return
    for reach in (0.05, 0.2, 0.6):
        sway = chord_end_sway(math.dist(eye, target), radius, reach)
        angles, parts = rng.uniform(0, 2 * math.pi, 60), np.sqrt(rng.uniform(0, 1, 60)) * reach
        moves = np.column_stack([np.cos(angles) * parts, np.sin(angles) * parts])
        for by, most in (((reach, sway), (reach, 0.0)), ((0.0, reach + sway), (0.0, reach))):
            eyes = eye + moves * (most[0] > 0)
            aims = target + moves * (most[1] > 0)
            rows = np.column_stack([aims, np.tile([radius, 0, 1.2], (60, 1))])
            seen = visible_fractions(scene, np.column_stack([eyes, np.full(60, 1.2)]), rows)
            wander = DepthBounds(scene, tuple(eye), (*target, radius), most).sway(*by)
            assert wander.max() <= max(by) + 1e-9
            here = [[*eye, 1.2]], [[*target, radius, 0, 1.2]]
            assert visible_fractions(grown_scene(scene, wander), *here)[0] <= seen.min() + 1e-9
            assert visible_fractions(grown_scene(scene, -wander), *here)[0] >= seen.max() - 1e-9


def test_solids_near_a_line():
    scene = crowd(1)
    assert len(scene_near_line(scene, (0, 0), (20, 20), 30).solids) == 8
    assert scene_near_line(scene, (0, 0), (0, 1), 0.1).solids == ()
