"""The size of the table, and what is on it when it is cut."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.engine.scenario_plan import ScenarioError
from battlesim.rulesets.alien_invasion.battle.table_size import sized_ground, table_size
from battlesim.rulesets.alien_invasion.core.parameters import resolve_parameters
from battlesim.table.pieces import Marker
from battlesim.table.terrain import Dressing, Ground
from tests.rules.alien_invasion.field import (
    terrain,
)
from tests.rules.alien_invasion.plans import TWO, plan, unit

pytestmark = pytest.mark.rule(
    "MT-SET-11", "MT-GAP-70", "MT-GAP-83", "MT-SET-07", "MT-GAP-74", "MT-SEWR-06", "MT-GAP-59"
)
CHOSEN = frozenset({"table_size"})


@pytest.mark.parametrize(
    ("chosen", "value", "need", "factions", "size"),
    [
        (False, "by_factions", "", 4, None),
        (False, "48x48", "", 4, None),
        (True, "by_factions", "", 4, (72.0, 48.0)),
        (True, "by_factions", "", 5, (96.0, 48.0)),
        (True, "by_factions", "small", 4, (48.0, 48.0)),
        (True, "72x48", "small", 4, (72.0, 48.0)),
        (True, "96x48", "", 2, (96.0, 48.0)),
        (True, "48x48", "standard", 6, (48.0, 48.0)),
        (False, "96x48", "standard", 4, (72.0, 48.0)),
        (False, "by_factions", "standard", 5, (96.0, 48.0)),
        (False, "by_factions", "small", 6, (48.0, 48.0)),
    ],
)
def test_the_size_of_the_table(chosen, value, need, factions, size):
    own = plan(*TWO, chosen=CHOSEN if chosen else frozenset())
    assert table_size(own, factions, resolve_parameters({"table_size": value}), need) == size


@pytest.mark.parametrize(
    ("sizes", "refused"), [((15,), False), ((16,), True), ((8, 7), False), ((8, 8), True)]
)
def test_a_small_table_is_for_fifteen_figures_a_side(sizes, refused):
    men = [unit(f"s{n}", "spug", ("spug_warrior",) * size) for n, size in enumerate(sizes)]
    own, parameters = plan("unit", *men), resolve_parameters({})
    if refused:
        with pytest.raises(ScenarioError, match="spug has 16 figures"):
            table_size(own, 2, parameters, "small")
    else:
        assert table_size(own, 2, parameters, "small") == (48.0, 48.0)


def sized(*units, need="small", ground=(), dressing=(), **more):
    whole = Ground(72.0, 48.0, terrain=tuple(ground), **({"dressing": dressing} if dressing else {}))
    return sized_ground(plan(*units, **more), whole, 2, resolve_parameters({}), need)


@pytest.mark.parametrize(
    ("at", "marker", "on"),
    [
        ((48, 48), (48, 48), True),
        ((48.1, 10), (1, 1), False),
        ((10, 48.1), (1, 1), False),
        ((1, 1), (48.1, 1), False),
        ((1, 1), (1, 48.1), False),
    ],
)
def test_what_has_a_place_must_be_on_a_table_that_is_cut(at, marker, on):
    man = unit("a", "unit", ("unit_hmg",), (at,))
    more = {"markers": (Marker("m", "hole", *marker),)}
    if on:
        assert (sized(man, "dalek", **more).width, sized(man, "dalek", **more).height) == (48.0, 48.0)
    else:
        with pytest.raises(ScenarioError, match="is not on a table of 48 x 48 in"):
            sized(man, "dalek", **more)


def test_terrain_and_dressing_beyond_the_edge_go():
    ground = [
        terrain("scrub", 40, 40, 48, 48, "in"),
        terrain("scrub", 44, 40, 48.1, 44, "wide"),
        terrain("scrub", 40, 44, 44, 48.1, "high"),
        terrain("scrub", 50, 1, 54, 4, "off"),
    ]
    dressing = (
        Dressing("tree", places=((48.0, 48.0, 0.0),)),
        Dressing("tree", places=((1.0, 1.0, 0.0), (48.1, 1.0, 0.0))),
        Dressing("tree", places=((1.0, 48.1, 0.0),)),
        Dressing("road", line=((1.0, 1.0), (60.0, 1.0))),
        Dressing("road", line=((1.0, 1.0), (1.0, 2.0))),
    )
    cut = sized(*TWO, ground=ground, dressing=dressing)
    assert [each.id for each in cut.terrain] == ["in"]
    assert cut.dressing == (dressing[0], dressing[4])
    assert sized(*TWO, dressing=dressing[1:2]).dressing is msgspec.UNSET


@pytest.mark.parametrize(
    ("box", "kept"),
    [((60, 40, 72, 48), True), ((40, 44, 44, 49), False), ((60, 20, 73, 24), False), ((1, 1, 4, 4), True)],
)
def test_a_table_is_wider_than_high(box, kept):
    whole = Ground(100.0, 100.0, terrain=(terrain("scrub", *box),))
    cut = sized_ground(plan(*TWO), whole, 2, resolve_parameters({}), "standard")
    assert [each.id for each in cut.terrain] == ["scrub"] * kept


def test_a_table_of_the_right_size_stays_as_it_is():
    whole = Ground(72.0, 48.0, terrain=(terrain("scrub", 70, 40, 80, 44),))
    own, usual = plan(unit("a", "unit", ("unit_hmg",), ((80, 1),)), "dalek"), resolve_parameters({})
    assert sized_ground(own, whole, 2, usual, "standard") is whole
    assert sized_ground(own, whole, 2, usual, "") is whole
