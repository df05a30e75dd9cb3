"""Forces and scenarios: listed squads, forces of options, what is refused."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from battlesim.engine.scenario_plan import PlannedPiece, PlannedUnit, ScenarioError, ScenarioPlan
from battlesim.geometry.edge_distances import is_point_in_shape, shape_gap
from battlesim.geometry.shapes import centroid
from battlesim.rulesets.troice_station import RULESET
from battlesim.rulesets.troice_station.battle import forces
from battlesim.rulesets.troice_station.core.lookups import quarter_number
from battlesim.rulesets.troice_station.core.state import CREATURES, MARINES, Battle
from battlesim.rulesets.troice_station.ground.surface import surface
from battlesim.rulings.piece_placement import free_space_on_table
from battlesim.scenarios.library import load_scenario
from battlesim.table.ids import UnitId
from battlesim.table.pieces import OnTable
from battlesim.table.terrain import Ground, Terrain

from .things import SIDES, room


@pytest.mark.rule("TS-GAP-95", "TS-PROF-10")
@pytest.mark.parametrize(("option", "marines", "markers"), [("platoon", 20, 4), ("patrol", 12, 2)])
def test_the_force(option, marines, markers):
    state = load_scenario("troice_return", {"forces": option}).initial_state()
    assert (state.game.site.strength, state.game.site.markers) == (marines, markers)


@pytest.mark.rule("TS-GAP-92")
@pytest.mark.parametrize(
    ("said", "turns"),
    [({"difficulty": "hard"}, 8), ({"difficulty": "hard", "game_length": "12"}, 12), ({}, 12)],
)
def test_a_difficulty_sets_what_nobody_has_said(said, turns):
    assert load_scenario("troice_return", said).initial_state().game.parameters.turns == turns


@pytest.mark.rule("TS-GAP-91")
@pytest.mark.parametrize(("option", "played"), [("automated", False), ("player", True)])
def test_creatures_are_played_by_option(option, played):
    assert (
        load_scenario("troice_first", {"alien_control": option}).initial_state().table.sides[1].played
        is played
    )


def refused(**rules: Any) -> str:
    scenario = load_scenario("troice_return")
    plan = msgspec.structs.replace(scenario.plan, rules={**scenario.plan.rules, **rules})
    with pytest.raises(ScenarioError) as error:
        forces.first_state(plan, scenario.ground, RULESET.played_options)
    return str(error.value)


@pytest.mark.rule("TS-GAP-95")
@pytest.mark.parametrize(
    ("rules", "key"),
    [
        ({"goal": {"kind": "gold"}}, "rules.goal.kind"),
        ({"goal": {"kind": "hold", "areas": ["moon"], "win": 1}}, "rules.goal.areas"),
        ({"goal": {"kind": "hold"}}, "rules.goal"),
        ({"goal": {"by_squad": {"9Z": "log"}}}, "rules.goal.by_squad.9Z"),
        ({"landing": [0, 0, 99, 4]}, "rules.landing"),
        ({"markers": 3}, "rules.markers: 3 in each quarter are not the 4 that go with the force platoon"),
        ({"buildings": ["lab", "moon", "", ""]}, "rules.buildings"),
        ({"goal": {"kind": "hold", "areas": ["hut"], "win": 3, "draw": 5}}, "rules.goal.draw"),
        ({"start": {"1A": [[22, 31]]}}, "rules.start.1A: there are 1 places"),
        ({"start": {"HQ": [[20, 30], [23, 31], [25, 31], [27, 31]]}}, "rules.start.HQ: Lieutenant"),
        ({"start": {"HQ": [[60, 30], [23, 31], [25, 31], [27, 31]]}}, "rules.start.HQ: Lieutenant"),
    ],
)
def test_what_cannot_be_is_refused_with_its_key(rules, key):
    assert refused(**rules).startswith(key)


def test_a_door_too_narrow_for_any_base_is_refused():
    scenario = load_scenario("troice_return")
    narrow = block_with_door(0.7)
    ground = msgspec.structs.replace(scenario.ground, terrain=(*scenario.ground.terrain, narrow))
    with pytest.raises(ScenarioError, match=r"shed\.openings: shed\.door1 is 0\.70 in wide"):
        forces.first_state(scenario.plan, ground, RULESET.played_options)


def block_with_door(wide: float) -> Terrain:
    return room("shed", 44, 2, 47, 5, ("door", (44.0, 3.0), (44.0, 3.0 + wide), True))


@pytest.mark.rule("TS-GAP-94", "TS-GAP-95")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_on_a_station_laid_out_by_chance_squads_begin_with_their_buildings(seed):
    scenario = load_scenario("troice_storm", {"station_map": "random"})
    plan = msgspec.structs.replace(scenario.plan, seed=seed)
    state = forces.first_state(plan, scenario.ground, RULESET.played_options)
    solids = surface(state.table.ground).solid
    for squad, places in state.game.site.start.items():
        assert len(places) == len(state.table.pieces_of_unit(squad)) == 4
        for place in places:
            assert not free_space_on_table(state.table, 0.5, solids, ()).obstructions(place), (
                f"{squad} at {place}"
            )


@pytest.mark.rule("TS-GAP-94")
@pytest.mark.parametrize(("option", "moved"), [("station", False), ("random", True)])
def test_by_option_the_station_is_laid_out_by_chance(option, moved):
    known, found = (
        load_scenario("troice_return", {"station_map": one}).initial_state().table
        for one in ("station", option)
    )
    assert (found.terrain("lab") != known.terrain("lab")) is moved
    assert quarter_number(found.ground, centroid(found.terrain("lab").rings[0])) == 1
    houses = [t for t in found.ground.terrain if t.openings]
    gaps = [shape_gap(a.rings, b.rings) for a in houses for b in houses if a.id < b.id]
    assert min(gaps) >= (4.0 if moved else 0.0)
    tape = found.markers["tapes"]
    assert is_point_in_shape(tape.x, tape.y, found.terrain("lab").rings)


def squad(id: str, *figures: str, side: Any = MARINES) -> PlannedUnit:
    """A listed squad; figures as "kind id", a row of them for each squad."""
    pairs = [figure.split() for figure in figures]
    pieces = [
        PlannedPiece(name, kind, place=OnTable(4.0 + 2 * k, 4.0 * len(id)))
        for k, (kind, name) in enumerate(pairs)
    ]
    return PlannedUnit(UnitId(id), side, tuple(pieces), id, "squad" if side == MARINES else "creatures")


def begun(*units: PlannedUnit, options: dict[str, str] | None = None, **rules: Any) -> Battle:
    """The first state of a scenario that lists some squads, on an empty table."""
    plan = ScenarioPlan(
        id="own",
        ruleset="troice_station",
        title="Own",
        sides=SIDES,
        units=units,
        options=options or {},
        rules=rules,
    )
    return RULESET.setup(plan, GROUND)


GROUND = Ground(48.0, 48.0)
NEST = squad("nest", "alien x", side=CREATURES)


@pytest.mark.rule("TS-GAP-95", "TS-PROF-01")
@pytest.mark.parametrize(
    ("units", "under"),
    [
        ([squad("1A", "trooper a", "nco n"), squad("1B", "trooper b"), NEST], {"1A": "n", "1B": "n"}),
        (
            [squad("1A", "nco n"), squad("2A", "nco m"), squad("2B", "trooper b")],
            {"1A": "n", "2A": "m", "2B": "n"},
        ),
        ([squad("1A", "trooper a")], {}),
    ],
)
def test_a_listed_squad_is_led_by_its_own_nco_or_by_the_first(units: Any, under: dict[str, str]) -> None:
    found = begun(*units).table.units
    assert {id: unit.rules["under"] for id, unit in found.items() if unit.rules} == under
    assert {unit.kind for unit in found.values() if unit.side == MARINES} == {"squad"}
    assert {unit.kind for unit in found.values() if unit.side == CREATURES} == {"creatures"}


@pytest.mark.rule("TS-GAP-95", "TS-PROF-01")
@pytest.mark.parametrize(
    ("units", "strength"),
    [([squad("1A", "trooper a")], 1), ([squad("1A", "trooper a"), NEST], 1), ([NEST], 20), ([], 20)],
)
def test_a_scenario_that_lists_no_marines_has_the_force_of_the_option(units: Any, strength: int) -> None:
    state = begun(*units)
    assert {piece.hits for piece in state.table.pieces.values()} == {1}
    assert state.game.site.strength == len(state.table.pieces_of_side(MARINES)) == strength


@pytest.mark.rule("TS-GAP-95", "TS-PROF-01")
@pytest.mark.parametrize(("blizzard", "sight"), [("12", 12.0), ("clear", 1e6)])
def test_a_battle_begins_in_the_blizzard_on_the_ground_of_its_map(blizzard: str, sight: float) -> None:
    state = begun(options={"blizzard": blizzard})
    assert (state.game.sight, state.table.ground) == (sight, GROUND)


@pytest.mark.rule("TS-GAP-95", "TS-PROF-01")
@pytest.mark.parametrize(
    ("units", "rules", "fault"),
    [
        ([squad("HQ", "lt L", "lt M")], {}, "unit: there are 2 Lieutenants: L, M"),
        ([squad("1A", "nco n", "nco m")], {}, "unit: NCO m leads no squad"),
        (
            [squad("1A", "trooper a"), NEST],
            {"start": {"nest": [[9, 9]]}},
            "rules.start.nest: there is no squad",
        ),
        (
            [squad("1A", "trooper a")],
            {"start": {"1A": []}},
            "rules.start.1A: there are 0 places for 1 figures",
        ),
    ],
)
def test_squads_that_cannot_be_are_refused(units: Any, rules: Any, fault: str) -> None:
    with pytest.raises(ScenarioError) as error:
        begun(*units, **rules)
    assert str(error.value).startswith(fault)


@pytest.mark.rule("TS-GAP-95", "TS-PROF-01")
@pytest.mark.parametrize("named", ["7X", "2B"])
def test_places_are_given_to_own_squads_and_to_those_of_no_figure(named: str) -> None:
    own = squad("7X", "lt L", "trooper a")
    state = begun(own, start={named: [[9, 9], [11, 9]]})
    assert state.game.site.start == {named: ((9, 9), (11, 9))}
