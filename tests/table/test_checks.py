"""The consistency of a table: how deep pieces may be carried."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from battlesim.scenarios.library import load_scenario
from battlesim.table.checks import TableError, check_table
from battlesim.table.pieces import Aboard
from battlesim.table.state import Table


def chain(carriers: int) -> Table:
    """A table with a piece that is aboard another one, which is aboard another one, and so on."""
    table = load_scenario("toy").initial_state().table
    first = next(iter(table.standing_pieces()))
    names = [first.id, *(f"passenger{k}" for k in range(carriers))]
    aboard = [replace(first, id=own, place=Aboard(on)) for on, own in pairwise(names)]
    return table.with_pieces(*aboard)


@pytest.mark.parametrize(("carriers", "accepted"), [(1, True), (4, True), (5, False)])
def test_a_piece_is_aboard_at_most_four_others(carriers: int, accepted: bool) -> None:
    if accepted:
        return check_table(chain(carriers))
    with pytest.raises(TableError, match="aboard more than 4 others"):
        check_table(chain(carriers))
    return None
