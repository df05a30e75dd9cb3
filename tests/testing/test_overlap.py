"""Bases that lie over each other are found, unless the rules let them."""

import pytest

from battlesim.rulesets import registry
from battlesim.table.pieces import Hull
from battlesim.table.state import State
from battlesim.testing.overlap import Overlap, forbidden_overlaps
from battlesim.testing.table import make_table, standing_piece

TOY = registry.load_ruleset("toy")


@pytest.mark.parametrize(
    ("x", "found"), [(5.9, [Overlap("a", "b", pytest.approx(0.1))]), (5.997, []), (6.0, [])]
)
def test_two_troopers_overlap_by_more_than_the_tolerance_or_not_at_all(x, found):
    assert (
        forbidden_overlaps(TOY, State(make_table(standing_piece("a", 5, 5), standing_piece("b", x, 5)), None))
        == found
    )


@pytest.mark.parametrize(("gap", "overlaps"), [(0.0, False), (0.1, True)])
def test_a_base_beside_a_hull_overlaps_it_only_by_its_outline(gap, overlaps):
    lorry = standing_piece("a", 5, 5, shape=Hull("rectangle", 4.0, 2.5), radius=2.36)
    state = State(make_table(lorry, standing_piece("b", 5, 6.75 - gap)), None)
    assert bool(forbidden_overlaps(TOY, state)) is overlaps


def test_the_words_name_both_and_the_depth():
    assert str(Overlap("a", "b", 0.1)) == "a and b overlap by 0.100 in"
