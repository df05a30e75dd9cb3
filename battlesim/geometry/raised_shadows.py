"""The parts of targets that are hidden by raised solids such as bridges, lintels and roofs.

A target is a unit square. A line of sight in plan enters and leaves a solid at depths s and s'. Between these
depths, the solid hides the band from the lowest point of its underside to the highest point of its top. Since
heights have the form base + rise / s, both extremes are at one of these depths. No two edges cross between
neighbouring break points, so the exact area is the width times the length of the united bands at the middle.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from battlesim.geometry.envelope import EnvelopeSegments, expanded_ranges, slab_bounds
from battlesim.geometry.scene import Bools, Floats, Ints


class RaisedSolids(NamedTuple):
    """Solids above the ground. Each is stored with an eye and a target between which it may lie.

    At the depth d, a solid hides the heights from base + bottom / d to base + top / d. ``above_or_below_eye``
    is True for the solids directly above or below the viewer's eye.
    """

    pair: Ints
    above_or_below_eye: Bools
    base: Floats
    bottom: Floats
    top: Floats


class RaisedWalls(NamedTuple):
    """The walls of raised solids, each from x0 to x1 in the unit square of a target, sorted by pair.

    The inverse depths of both ends are also stored. If ``is_front`` is True, lines of sight enter the solid
    through the wall; otherwise they leave it there.
    """

    solid: Ints
    is_front: Bools
    x0: Floats
    inverse_depth0: Floats
    x1: Floats
    inverse_depth1: Floats

    def select(self, keep: Bools) -> RaisedWalls:
        """Return the walls of raised solids for which the mask `keep` is true."""
        return RaisedWalls(self.solid[keep], self.is_front[keep], *(values[keep] for values in self[2:]))


class HiddenBands(NamedTuple):
    """The bands of height, from ``low`` to ``high``, that raised solids hide in vertical slabs of targets.

    They are sorted by slab and then by height.
    """

    slab: Ints
    low: Floats
    high: Floats


def covered_areas_with_raised(
    ground: EnvelopeSegments, decks: RaisedSolids, sides: RaisedWalls, nearest: float, pairs: int
) -> Floats:
    """Return the areas (pairs,) of unit squares, 0 to 1, that ground segments or raised solids cover."""
    sides = _with_eyes(decks, sides, nearest)
    edges = ground.joined_with(_edges(decks, sides))
    edges = edges.select(edges.pair.argsort(kind="stable"))
    owner, left, right = slab_bounds(edges)
    middle = 0.5 * (left + right)
    slab, row = _crossed(ground.pair, ground.x0, ground.x1, owner, middle, pairs)
    slope = (ground.y1 - ground.y0) / (ground.x1 - ground.x0)
    height = np.zeros(len(owner))
    np.maximum.at(height, slab, ground.y0[row] + (middle[slab] - ground.x0[row]) * slope[row])
    height = _united(np.minimum(height, 1.0), _bands(decks, sides, owner, middle, pairs))
    return np.asarray(np.bincount(owner, height * (right - left), pairs), dtype=np.float64)


def _with_eyes(decks: RaisedSolids, sides: RaisedWalls, nearest: float) -> RaisedWalls:
    """Return the walls with an added front at the eye for solids above or below the eye."""
    deck = decks.above_or_below_eye.nonzero()[0]
    zero, one, near = np.zeros(len(deck)), np.ones(len(deck)), np.full(len(deck), 1.0 / nearest)
    eyes = RaisedWalls(deck, np.ones(len(deck), bool), zero, near, one, near)
    order = np.concatenate([sides.solid, deck]).argsort(kind="stable")
    return RaisedWalls(*(np.concatenate(both)[order] for both in zip(sides, eyes, strict=True)))


def _edges(decks: RaisedSolids, sides: RaisedWalls) -> EnvelopeSegments:
    """Return the upper and lower edges of all walls and of the sections at the target's plane."""
    deck, count = sides.solid, len(decks.pair)
    zero, one = np.zeros(count), np.ones(count)
    found = EnvelopeSegments(*(np.empty(0, np.intp), *np.empty((4, 0))))
    for rise in (decks.bottom, decks.top):
        y0, y1 = (
            decks.base[deck] + rise[deck] * near for near in (sides.inverse_depth0, sides.inverse_depth1)
        )
        found = found.joined_with(EnvelopeSegments(decks.pair[deck], sides.x0, y0, sides.x1, y1))
        level = decks.base + rise
        found = found.joined_with(EnvelopeSegments(decks.pair, zero, level, one, level))
    return found


def _crossed(
    pair: Ints, x0: Floats, x1: Floats, owner: Ints, middle: Floats, pairs: int
) -> tuple[Ints, Ints]:
    """Return the slabs and the indices of the walls (in order of pairs) that their middle lines cross."""
    counts = np.bincount(pair, minlength=pairs)
    slab, row = expanded_ranges(counts[owner], (counts.cumsum() - counts)[owner])
    at = ((x0[row] < middle[slab]) & (middle[slab] < x1[row])).nonzero()[0]
    return slab[at], row[at]


def _bands(decks: RaisedSolids, sides: RaisedWalls, owner: Ints, middle: Floats, pairs: int) -> HiddenBands:
    """Return the bands that raised solids hide on the middle line of each slab.

    A band reaches from a front to the next wall, or to the target.
    """
    slab, row = _crossed(decks.pair[sides.solid], sides.x0, sides.x1, owner, middle, pairs)
    along = (middle[slab] - sides.x0[row]) / (sides.x1[row] - sides.x0[row])
    near = sides.inverse_depth0[row] + along * (sides.inverse_depth1[row] - sides.inverse_depth0[row])
    order = np.lexsort((-near, sides.solid[row], slab))
    slab, near, deck, front = slab[order], near[order], sides.solid[row][order], sides.is_front[row][order]
    leaves = (slab[1:] == slab[:-1]) & (deck[1:] == deck[:-1]) & ~front[1:]
    left = np.ones(len(near))
    left[:-1][leaves] = near[1:][leaves]
    slab, deck, depths = slab[front], deck[front], np.array([near, left])[:, front]
    low = (decks.base[deck] + decks.bottom[deck] * depths).min(axis=0)
    high = (decks.base[deck] + decks.top[deck] * depths).max(axis=0)
    order = np.lexsort((low, slab))
    return HiddenBands(slab[order], np.maximum(low[order], 0.0), np.minimum(high[order], 1.0))


def _united(height: Floats, bands: HiddenBands) -> Floats:
    """Return the length of each slab's middle line that is below a height or inside a band."""
    length, reach = height.copy(), height.copy()
    first = np.insert(bands.slab[1:] != bands.slab[:-1], 0, True).nonzero()[0][: len(bands.slab)]
    sizes = np.diff(np.append(first, len(bands.slab)))
    for rank in range(int(sizes.max(initial=0))):
        row = first[sizes > rank] + rank
        slab = bands.slab[row]
        length[slab] += np.maximum(bands.high[row] - np.maximum(bands.low[row], reach[slab]), 0.0)
        reach[slab] = np.maximum(reach[slab], bands.high[row])
    return length
