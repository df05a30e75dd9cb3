"""Squads that start below a hole: which may, and which hole."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from battlesim.rulesets.alien_invasion.core.whereabouts import point_below
from battlesim.rulesets.alien_invasion.underground.starting_below import (
    groups_to_deploy,
    may_start_below,
    start_below,
    waiting_squad,
)
from battlesim.table.pieces import Off
from tests.rules.alien_invasion.field import battle, group, perform, spugs, vehicle
from tests.rules.alien_invasion.test_burrow_edges import squad
from tests.rules.alien_invasion.test_burrowers import hole
from tests.rules.alien_invasion.test_deployment import waiting
from tests.rules.alien_invasion.test_sewers import manhole

STARTS = pytest.mark.rule("MT-SET-11", "MT-GAP-70", "MT-GAP-83", "MT-SPUG-01")
HOLE = hole(30, 30)


def squad_waiting(own, name):
    return squad(waiting(own), name)


def mustering(*more, markers=(HOLE,)):
    """Groups that are still to be set up: two squads, another side, and a vehicle."""
    return battle(
        *more,
        waiting(group("a", (0, 0))),
        squad_waiting(spugs("s", (0, 0)), "one"),
        squad_waiting(spugs("m", (0, 0)), "one"),
        squad_waiting(spugs("t", (0, 0)), "two"),
        squad(spugs("set", (50, 40)), "one"),
        waiting(vehicle("car", 0, 0, side="spug")),
        markers=markers,
        row=(),
        turn=0,
    )


@STARTS
def test_who_is_still_to_be_set_up():
    state = mustering()
    assert groups_to_deploy(state, "spug") == ["s", "m", "t"]
    assert groups_to_deploy(state, "unit") == ["a"]
    assert waiting_squad(state, "s") == ["m"] and waiting_squad(state, "t") == []


@STARTS
@pytest.mark.parametrize(
    ("kinds", "own", "markers", "may"),
    [
        (("burrower",), "one", (hole(30, 30),), True),
        (("spug_warrior",), "one", (hole(30, 30),), False),
        (("burrower",), "two", (hole(30, 30),), False),
        (("burrower",), "one", (), False),
        (("burrower",), "one", (manhole("m", 30, 30),), False),
    ],
)
def test_a_squad_starts_below_only_with_its_burrower_and_a_hole(kinds, own, markers, may):
    worm = squad_waiting(spugs("w", (0, 0), kinds=kinds), own)
    state = mustering(worm, markers=markers)
    assert may_start_below(state, "s") is may


@STARTS
@pytest.mark.parametrize(
    ("must", "answer", "keys", "below"),
    [
        (False, "h", ["h", "g", "surface"], {"s", "m", "w"}),
        (False, "surface", ["h", "g", "surface"], set()),
        (True, "g", ["h", "g"], {"s", "m", "w"}),
    ],
)
def test_a_squad_starts_below_a_hole_of_its_choice(must, answer, keys, below):
    worm = squad_waiting(spugs("w", (0, 0), kinds=("burrower",)), "one")
    holes = (hole(30, 30), replace(hole(60, 20, "g"), name="the pit"))
    state, ends = mustering(worm, markers=holes), []

    def starts(play):
        ends.append((yield from start_below(play, "s", "", must=must)))

    done = perform(state, starts, {"start_hole": answer})
    asked = done.first_decision("start_hole")
    assert [option.key for option in asked.options] == keys
    assert [str(option.label) for option in asked.options][:2] == ["h", "the pit"]
    assert (set(done.state.game.below), ends) == (below, [bool(below)])
    points = {"h": (30, 30), "g": (60, 20)}
    assert all(point_below(done.state, key) == points[answer] for key in below)
    assert done.piece("t1").place == Off("reserve")
