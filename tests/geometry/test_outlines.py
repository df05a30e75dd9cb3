"""Outlines of shapes as they come from rulings: flat parts and lines among them."""

from __future__ import annotations

import numpy as np
import pytest

from battlesim.geometry.outlines import grow, hatch_bands, outline_band

SQUARE = [(0, 0), (4, 0), (4, 4), (0, 4)]
SPIKED = [*SQUARE, (0, 0), (-2, 0), (0, 0)]
LINE = [(0, 0), (4, 0), (2, 0)]


def shape(*rings):
    return tuple((np.array(ring, float),) for ring in rings)


@pytest.mark.parametrize("rings", [(SPIKED,), (SQUARE, LINE), (SPIKED, LINE)])
def test_a_spike_or_a_line_is_no_part_of_an_area(rings):
    for made in (lambda s: outline_band(s, 1.0), lambda s: grow(s, 0.5), lambda s: hatch_bands(s, 1.0, 0.2)):
        found, square = made(shape(*rings)), made(shape(SQUARE))
        assert len(found) == len(square)
        for ours, theirs in zip(found, square, strict=True):
            assert np.allclose(np.vstack(ours).min(0), np.vstack(theirs).min(0))
            assert np.allclose(np.vstack(ours).max(0), np.vstack(theirs).max(0))


def test_nothing_but_a_line_has_no_outline():
    assert outline_band(shape(LINE), 1.0) == ()
