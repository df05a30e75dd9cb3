"""The proofs that margins rest on, and the search."""

import math

import numpy as np
import pytest

from battlesim.geometry.margin import foot_sway, grown, near_line, search
from battlesim.geometry.scene import Scene
from battlesim.geometry.shapes import Solid, regular
from battlesim.geometry.sight import shares


def crowd(seed: int) -> Scene:
    rng = np.random.default_rng(seed)
    rings = [
        regular(*rng.uniform(3, 17, 2), rng.uniform(0.5, 2), int(rng.integers(3, 8)), rng.uniform(0, 90))
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
        sway = foot_sway(math.dist(eye, target), radius, reach)
        angles, parts = rng.uniform(0, 2 * math.pi, 40), np.sqrt(rng.uniform(0, 1, 40)) * reach
        moves = np.column_stack([np.cos(angles) * parts, np.sin(angles) * parts])
        for who, wander in (("eye", max(reach, sway)), ("target", reach + sway)):
            eyes = eye + moves if who == "eye" else np.tile(eye, (40, 1))
            aims = target + moves if who == "target" else np.tile(target, (40, 1))
            rows = np.column_stack([aims, np.tile([radius, 0, 1.2], (40, 1))])
            seen = shares(scene, np.column_stack([eyes, np.full(40, 1.2)]), rows)
            here = [[*eye, 1.2]], [[*target, radius, 0, 1.2]]
            assert shares(grown(scene, wander), *here)[0] <= seen.min() + 1e-9
            assert shares(grown(scene, -wander), *here)[0] >= seen.max() - 1e-9


def test_the_search_brackets_a_known_border():
    for centre, radius in ((0.3, 1.0), (0.0, 0.4), (0.99, 1.0)):

        def judge(move, reach, centre=centre, radius=radius):
            away = math.hypot(move[0] - centre, move[1])
            return True if away + reach < radius else (False if away > radius else None)

        found = search(judge)
        assert found.safe <= radius - centre <= found.flips <= found.safe + 0.01 and found.tight
    assert search(lambda move, reach: True) == (2.0, None, None, True)


def test_a_graze_that_never_flips_is_told_apart():
    found = search(lambda move, reach: True if abs(move[0] - 0.5) > reach else None, cells=4000)
    assert found.safe <= 0.5 and found.flips is None and not found.tight


def test_solids_near_a_line():
    scene = crowd(1)
    assert len(near_line(scene, (0, 0), (20, 20), 30).solids) == 8
    assert near_line(scene, (0, 0), (0, 1), 0.1).solids == ()
