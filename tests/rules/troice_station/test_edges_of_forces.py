"""Forces at their edges: marines that a scenario lists, squads that it names, places that it gives."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from battlesim.engine.plan import PlannedPiece, PlannedUnit, ScenarioError, ScenarioPlan
from battlesim.rulesets.troice_station import RULESET
from battlesim.rulesets.troice_station.battle import set_up
from battlesim.rulesets.troice_station.core.state import CREATURES, MARINES, Battle, Site
from battlesim.table.ids import UnitId
from battlesim.table.pieces import Off, OnTable
from battlesim.table.terrain import Ground
from battlesim.testing.script import Done

from .things import LANDING, SIDES, battle, marine, marker, perform, room

pytestmark = pytest.mark.rule("TS-GAP-95", "TS-PROF-01")


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


@pytest.mark.parametrize(
    ("units", "strength"),
    [([squad("1A", "trooper a")], 1), ([squad("1A", "trooper a"), NEST], 1), ([NEST], 20), ([], 20)],
)
def test_a_scenario_that_lists_no_marines_has_the_force_of_the_option(units: Any, strength: int) -> None:
    state = begun(*units)
    assert {piece.hits for piece in state.table.pieces.values()} == {1}
    assert state.game.site.strength == len(state.table.of_side(MARINES)) == strength


@pytest.mark.parametrize(("blizzard", "sight"), [("12", 12.0), ("clear", 1e6)])
def test_a_battle_begins_in_the_blizzard_on_the_ground_of_its_map(blizzard: str, sight: float) -> None:
    state = begun(options={"blizzard": blizzard})
    assert (state.game.sight, state.table.ground) == (sight, GROUND)


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


@pytest.mark.parametrize("named", ["7X", "2B"])
def test_places_are_given_to_own_squads_and_to_those_of_no_figure(named: str) -> None:
    own = squad("7X", "lt L", "trooper a")
    state = begun(own, start={named: [[9, 9], [11, 9]]})
    assert state.game.site.start == {named: ((9, 9), (11, 9))}


# -- where markers and squads lie --

PLACES = pytest.mark.rule("TS-GAP-82", "TS-ALN-01", "TS-GAP-96")


def thrown(*spot: int) -> tuple[int, ...]:
    """A throw for ten spots of a marker, all the same, in thousandths of its quarter."""
    return tuple(spot) * 10


def laid(*dice: int, markers: int = 1, buildings: Any = ("", "", "", "")) -> Done:
    hall = room("hall", 30, 30, 40, 40)
    state = battle(terrain=[hall], site=Site(LANDING, buildings, markers=markers))
    return perform(state, set_up.place_markers, dice=dice)


@PLACES
def test_where_no_markers_begin_none_lies_in_a_building() -> None:
    assert not laid(markers=0, buildings=("", "hall", "", "")).state.table.pieces


@PLACES
def test_after_twenty_throws_markers_may_lie_close_and_after_forty_lie_where_there_is_room() -> None:
    done = laid(
        *thrown(500, 500), *thrown(500, 600) * 21, *thrown(1, 1) * 40, *thrown(900, 200),
        *thrown(500, 900), *thrown(250, 900), *thrown(500, 900), *thrown(250, 900), markers=2,
    )  # fmt: skip
    spots = [piece.xy for piece in done.state.table.pieces.values()]
    assert spots[:2] == [(11.988, 35.988), (11.988, 38.388)]
    throws = [one for one in done.asked if one.about == "" and len(one.dice) == 20]  # type: ignore[attr-defined]
    assert len(throws) == 1 + 21 + 40 + 1 + 4 and all(one.secret for one in throws)  # type: ignore[attr-defined]


@PLACES
@pytest.mark.parametrize(
    ("things", "spot", "fits"),
    [
        ([marker("n", 5, 30)], (9.0, 30.0), True),
        ([marker("n", 5, 30)], (8.9, 30.0), False),
        ([marine("trooper", "a", 5, 30)], (8.0, 30.0), True),
        ([], (24.0, 16.5), False),
        ([], (24.0, 16.6), True),
    ],
)
def test_a_marker_lies_four_inches_from_markers_alone_and_more_than_twelve_from_the_landing_zone(
    things: Any, spot: Any, fits: bool
) -> None:
    assert set_up._fits(battle(marker("m", 40, 40), *things), "m", spot, 4.0) is fits


@PLACES
def test_a_squad_in_whose_way_a_marker_lies_begins_as_near_to_its_first_place() -> None:
    men = [replace(marine("trooper", id, 0, 0), place=Off("reserve")) for id in ("a", "b")]
    site = Site(LANDING, start={UnitId("1A"): ((30.0, 30.0), (32.0, 33.0))})
    done = perform(battle(*men, marker("m", 32, 33), site=site), set_up.land, {"land": [False]})
    place = done.piece("a").place
    assert isinstance(place, OnTable) and (place.x, place.y, place.facing) == (30.0, 30.0, 90.0)
