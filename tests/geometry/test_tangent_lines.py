"""Lines that touch two corners, examined a few or all at a time."""

from __future__ import annotations

import numpy as np
import pytest

from battlesim.geometry import tangent_lines
from battlesim.geometry.tangent_lines import Corners, _between_corners


@pytest.mark.parametrize(("count", "pairs"), [(0, 2), (1, 1), (9, 3), (60, 4), (80, 1)])
def test_corners_examined_in_blocks_give_the_same_lines(count, pairs, monkeypatch):
    rng = np.random.default_rng(count)
    at = rng.uniform(0.0, 20.0, (count, 2))
    beside = at + rng.normal(0.0, 0.5, (count, 2)), at + rng.normal(0.0, 0.5, (count, 2))
    corners = Corners(np.sort(rng.integers(0, pairs, count)), at, *beside)
    whole = _between_corners(corners, pairs)
    monkeypatch.setattr(tangent_lines, "RAYS_AT_ONCE", 7)
    assert all(map(np.array_equal, whole, _between_corners(corners, pairs)))
    assert count < 60 or len(whole.pair) > 0
