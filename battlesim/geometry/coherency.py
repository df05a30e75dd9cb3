"""Which bases hold together: edge distances, components, chains from a leader (inches, up to `TOL`)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from battlesim.geometry.constants import TOL
from battlesim.geometry.freespace import Flags, Floats


def edge_gaps(discs: Floats) -> Floats:
    """Distances between the edges of discs (n, 3: x, y, radius), 0 where they overlap, as (n, n)."""
    away = np.hypot(discs[:, None, 0] - discs[None, :, 0], discs[:, None, 1] - discs[None, :, 1])
    return np.asarray(np.maximum(away - discs[:, None, 2] - discs[None, :, 2], 0.0))


def components(gaps: Floats, link: float) -> list[list[int]]:
    """Groups joined by gaps of at most `link`, each sorted, in the order of their first members."""
    joined = gaps <= link + TOL
    left = list(range(len(gaps)))
    found = []
    while left:
        group = _spread(joined, [left[0]])
        found.append(sorted(group))
        left = [i for i in left if i not in group]
    return found


def star(gaps: Floats, leader: int, within: float) -> list[int]:
    """Those within a distance of the leader, himself included."""
    return [int(i) for i in np.flatnonzero(gaps[leader] <= within + TOL)]


def chained(gaps: Floats, leader: int, within: float, link: float) -> list[int]:
    """Those within a distance of the leader, and whoever is chained to them by gaps of at most `link`."""
    return sorted(_spread(gaps <= link + TOL, star(gaps, leader, within)))


def in_order(gaps: Floats, order: Sequence[int], within: float, link: float) -> list[int]:
    """Those who hold when placed one after the other, the leader first.

    Each holds within a distance of the leader or, with `link` > 0, of one who was placed before and holds.
    """
    leader = order[0]
    held = [leader]
    for i in order[1:]:
        near = gaps[i, leader] <= within + TOL
        if near or (link > 0.0 and bool((gaps[i, held] <= link + TOL).any())):
            held.append(i)
    return held


def _spread(joined: Flags, start: Sequence[int]) -> set[int]:
    seen = set(start)
    edge = list(start)
    while edge:
        new = [int(j) for j in np.flatnonzero(joined[edge].any(axis=0)) if int(j) not in seen]
        seen.update(new)
        edge = new
    return seen
