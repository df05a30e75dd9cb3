"""Groups of bases that hold together, by the gaps between their edges."""

import numpy as np

from battlesim.geometry.coherency import connected_components, edge_gaps


def row(*xs):
    return edge_gaps(np.array([(x, 20.0, 0.5) for x in xs]))


def test_components():
    assert connected_components(row(0, 2, 10, 4, 11), 1.0) == [[0, 1, 3], [2, 4]]


def test_limits_are_kept_up_to_the_tolerance():
    assert connected_components(row(0, 7.005), 6.0) == [[0, 1]]
    assert connected_components(row(0, 7.006), 6.0) == [[0], [1]]
