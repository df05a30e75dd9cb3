"""Components, chains and stars by the distance between edges."""

import numpy as np

from battlesim.geometry.coherency import chained, components, edge_gaps, in_order, star


def row(*xs):
    return edge_gaps(np.array([(x, 20.0, 0.5) for x in xs]))


def test_a_chain_from_the_leader():
    gaps = row(20, 27, 29, 31, 33.1)
    assert star(gaps, 0, 6.0) == [0, 1]
    assert chained(gaps, 0, 6.0, 1.0) == [0, 1, 2, 3]


def test_components():
    assert components(row(0, 2, 10, 4, 11), 1.0) == [[0, 1, 3], [2, 4]]


def test_the_order_counts():
    gaps = row(20, 27, 29)
    assert in_order(gaps, [0, 1, 2], 6.0, 1.0) == [0, 1, 2]
    assert in_order(gaps, [0, 2, 1], 6.0, 1.0) == [0, 1]
    assert in_order(gaps, [0, 1, 2], 6.0, 0.0) == [0, 1]


def test_limits_are_kept_up_to_the_tolerance():
    assert star(row(0, 7.005), 0, 6.0) == [0, 1]
    assert star(row(0, 7.006), 0, 6.0) == [0]
