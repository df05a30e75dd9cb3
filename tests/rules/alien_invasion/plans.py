"""Plans of small scenarios of Alien Invasion for tests, and their first states."""

from __future__ import annotations

import pytest

from battlesim.engine.scenario_plan import PlannedPiece, PlannedUnit, ScenarioError, ScenarioPlan
from battlesim.rulesets.alien_invasion.battle.forces import first_state
from battlesim.table.pieces import OnTable
from battlesim.table.state import Side
from battlesim.table.terrain import Ground
from tests.rules.alien_invasion.field import terrain

USUAL = {
    "unit": ("unit_hmg",),
    "dalek": ("dalek",) * 3,
    "mib": ("mib_operative",) * 2,
    "spug": ("spug_warrior",) * 2,
    "cyber": ("cyberman",) * 4,
    "gang": ("gang_heavy", *("gang_member",) * 3),
    "civilian": ("civilian",) * 3,
    "hatchling": ("hatchling",),
}


def unit(id, side, kinds, places=(), **more):
    """A planned group of figures of these kinds, at these places or still to be set up."""
    at = [*places, *(None,) * (len(kinds) - len(places))]
    pieces = [
        PlannedPiece(f"{id}_{n}", kind, key=f"{id}.{n}", **({"place": OnTable(*xy)} if xy else {}))
        for n, (kind, xy) in enumerate(zip(kinds, at, strict=True), 1)
    ]
    return PlannedUnit(id, side, tuple(pieces), key=id, **more)


def usual(side):
    return unit(side, side, USUAL[side])


def plan(*units, rules=None, options=None, sides=(), **more):
    """A plan of these groups, or the name of a side for its usual one."""
    own = [usual(each) if isinstance(each, str) else each for each in units]
    keys = dict.fromkeys([*sides, *(each.side for each in own)])
    known = tuple(Side(key, key, n + 1) for n, key in enumerate(keys))
    values = {"options": options or {}, "rules": rules or {}, **more}
    return ScenarioPlan(
        id="x", ruleset="alien_invasion", title="A test", sides=known, units=tuple(own), **values
    )


def game(*units, ground=(), **more):
    return first_state(plan(*units, **more), Ground(72.0, 48.0, terrain=tuple(ground))).game


def refused(*units, ground=(), **more):
    """Why a scenario is refused."""
    with pytest.raises(ScenarioError) as caught:
        game(*units, ground=ground, **more)
    return str(caught.value)


TWO, SIX = ("unit", "dalek"), ("unit", "dalek", "mib", "spug", "cyber", "gang")
ACT = {"key": "search", "title": "Search", "at": ["h1", "h2"], "effect": "find"}
ITEM = {"id": "egg", "kind": "egg", "name": "an egg"}
HOUSES = (terrain("building", 5, 5, 9, 9, "h1"), terrain("building", 20, 5, 24, 9, "h2"))
