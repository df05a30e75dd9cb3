"""What a scenario begins with: forces, officers, pools, the site, and the light."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from battlesim.engine.scenario_plan import ScenarioPlan
from battlesim.rulesets.mobile_infantry import RULESET
from battlesim.rulesets.mobile_infantry.battle import forces
from battlesim.rulesets.mobile_infantry.battle.scenario_rules import ScenarioRules, parse_scenario_rules
from battlesim.rulesets.mobile_infantry.core.state import MI, Battle, CircularZone, GameUnit, Rectangle
from battlesim.scenarios.library import load_scenario
from battlesim.table.pieces import Inside, Off
from battlesim.table.terrain import Ground
from tests.rules.mobile_infantry.field import block, captain, field, lieutenant, piece, rifles


def begin(scenario: str = "outpost_evac", **options: str) -> Battle:
    """The first state of a scenario with some options changed."""
    found = load_scenario(scenario, options)
    return forces.first_state(found.plan, found.ground)


def planned(
    rules: dict[str, Any], scenario: str = "outpost_evac", **more: Any
) -> tuple[ScenarioPlan, Ground]:
    """A scenario with other rules of its own."""
    found = load_scenario(scenario, {})
    return msgspec.structs.replace(found.plan, rules=rules, **more), found.ground


OFFICERS = {"hq": 9, "platoon_1": 6, "platoon_2": 6, "platoon_3": 6, "platoon_4": 6, "lance": 6}


@pytest.mark.rule("MI-GAP-33", "MI-GAP-13", "MI-TRT-04", "MI-TRT-05")
@pytest.mark.parametrize(
    ("force", "ranges"), [("company", OFFICERS), ("platoon", {"hq": 9, "platoon_1": 6, "lone_mech": 6})]
)
def test_each_unit_has_one_officer_with_the_range_of_its_kind(force: str, ranges: dict[str, int]) -> None:
    own = begin(mi_force=force).table.pieces_of_side(MI)
    assert {p.unit: p.mark_count("officer") for p in own if p.has_mark("officer")} == ranges
    assert sum(p.has_mark("officer") for p in own) == len(ranges)


PLATOON = {"A": GameUnit("A", "A", MI, "platoon")}


@pytest.mark.rule("MI-GAP-13", "MI-MTRT-06")
@pytest.mark.parametrize(
    ("pieces", "officers"),
    [
        ([rifles("R"), piece("command_team", "C")], {"C": 6}),
        ([piece("light_mech", "L"), piece("heavy_mech", "H")], {"H": 6}),
        ([piece("command_team", "C"), lieutenant("D")], {"D": 6}),
        ([piece("command_team", "C"), captain("D")], {"D": 9}),
        ([rifles("R"), piece("machine_gun", "G")], {}),
    ],
)
def test_who_leads_a_unit_that_a_scenario_lists(pieces: Any, officers: dict[str, int]) -> None:
    made = forces._commission({p.id: p for p in pieces}, PLATOON)
    assert {id: p.mark_count("officer") for id, p in made.items() if p.has_mark("officer")} == officers


@pytest.mark.rule("MI-GAP-33", "MI-GAP-34")
@pytest.mark.parametrize(
    ("id", "radius", "height", "hits"),
    [
        ("captain", 0.5, 0.75, 2),
        ("rifles-1a", 0.5, 0.75, 4),
        ("heavy-mech", 1.0, 2.0, 3),
        ("light-mech-2", 0.75, 1.5, 3),
        ("warrior-30", 0.5, 0.75, 1),
        ("tanker-2", 1.25, 1.5, 6),
    ],
)
def test_whoever_waits_has_the_body_of_his_profile(id: str, radius: float, height: float, hits: int) -> None:
    p = begin().table.piece(id)
    assert (p.radius, p.height, p.hits, p.hits_full, p.place) == (radius, height, hits, hits, Off("reserve"))


@pytest.mark.rule("MI-GAP-34")
def test_a_scenario_that_lists_bugs_has_those_and_no_pool() -> None:
    kinds = [p.kind for p in begin("first_contact").table.pieces_of_side("bugs")]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {
        "tunnel_entrance": 1,
        "tunneling_marker": 1,
        "warrior": 24,
        "hopper": 6,
    }


@pytest.mark.rule("MI-GAP-32")
def test_a_scenario_lasts_as_long_as_it_says_and_else_as_the_option_does() -> None:
    assert begin("first_contact").game.parameters.turns == 6
    assert begin().game.parameters.turns == 10
    assert begin(turns="12").game.parameters.turns == 12


@pytest.mark.rule("MI-GAP-67")
@pytest.mark.parametrize(("light", "mood"), [("day", "dusk"), ("night", "night")])
def test_night_is_seen_and_by_day_a_map_keeps_its_own_light(light: str, mood: str) -> None:
    found = load_scenario("outpost_evac", {"light": light})
    state = forces.first_state(found.plan, msgspec.structs.replace(found.ground, mood="dusk"))
    assert state.table.ground.mood == mood


@pytest.mark.rule("MI-INVS-04", "MI-INVS-05", "MI-GAP-56")
def test_what_can_be_destroyed_has_the_hit_points_of_its_kind_unless_the_map_says_others() -> None:
    plain = block("building", "V1", 0, 0, 3, 3, hits=0, hits_full=0)
    worn = block("wall", "W1", 5, 0, 9, 1, hits=1, hits_full=2)
    dressed = forces._dressed(Ground(72, 48, terrain=(plain, worn))).terrain_by_id()
    assert {id: (t.hits, t.hits_full) for id, t in dressed.items()} == {"V1": (4, 4), "W1": (1, 2)}


@pytest.mark.rule("MI-GAP-07", "MI-INTL-05")
def test_entrances_that_stand_on_the_table_are_terrain_too() -> None:
    off = piece("tunnel_entrance", "off", place=Off("reserve"))
    state = field(piece("tunnel_entrance", "E", 30, 30), off, rifles("R", 10, 10))
    assert {id: t.kind for id, t in forces._opened(state).table.ground.terrain_by_id().items()} == {
        "E": "tunnel_entrance"
    }


@pytest.mark.rule("MI-GAP-36", "MI-GAP-27", "MI-GAP-47", "MI-GAP-26")
def test_the_site_of_the_outpost_and_that_of_a_scenario_without_one() -> None:
    there, none = begin().game.site, begin("first_contact", bedrock="outpost").game.site
    assert there.outpost == there.bedrock == Rectangle(46, 16, 62, 32)
    assert (there.landing, there.deploy) == (CircularZone(53, 23.5, 3), Rectangle(0, 0, 24, 48))
    assert (there.transmitter, there.hidden_entrances) == ("O1", 2)
    assert (none.outpost, none.bedrock, none.landing, none.deploy) == (None, None, None, None)


@pytest.mark.rule("MI-GAP-47", "MI-GAP-26")
def test_options_take_the_bedrock_and_the_transmitter_away() -> None:
    site = begin(bedrock="none", radio="none").game.site
    assert (site.bedrock, site.transmitter) == (None, "")


@pytest.mark.rule("MI-GAP-33", "MI-GAP-39", "MI-HIDE-01")
@pytest.mark.parametrize(("value", "hidden"), [("v6_and_o3", ["H1", "H2"]), ("random", []), ("none", [])])
def test_entrances_are_hidden_at_once_where_their_places_are_fixed(value: str, hidden: list[str]) -> None:
    assert [h.id for h in begin(hidden_entrances=value).game.hidden] == hidden


@pytest.mark.rule("MI-GAP-26")
@pytest.mark.parametrize(("value", "needs"), [("roll_4", 4), ("automatic", 0), ("none", 4)])
def test_what_a_call_needs(value: str, needs: int) -> None:
    parameters = begin(radio=value).game.parameters
    assert (parameters.radio_needs, parameters.air_support) == (needs, value != "none")


@pytest.mark.rule("MI-GAP-26", "MI-GAP-29", "MI-GAP-70", "MI-HIDE-03", "MI-REIN-01")
def test_a_scenario_that_says_nothing_has_no_rules_of_its_own() -> None:
    rules = parse_scenario_rules(*planned({}))
    assert rules == ScenarioRules()
    assert (rules.tunnelling_from, rules.most_groups, rules.transmitter, rules.schedule) == (0, 0, "", None)
    assert (rules.marker_arrivals, rules.dead_return, rules.burrower) == (True, True, True)
    assert not rules.ends_without_bugs


def fault(rules: dict[str, Any]) -> str:
    """What is wrong with the rules of a scenario at the outpost, "" for nothing."""
    try:
        parse_scenario_rules(*planned(rules))
    except forces.ScenarioError as error:
        return str(error)
    return ""


@pytest.mark.rule("MI-GAP-35", "MI-GAP-36", "MI-GAP-47")
@pytest.mark.parametrize("key", ["outpost", "bedrock", "deploy"])
@pytest.mark.parametrize(
    ("corners", "wrong"),
    [
        ((0, 0, 72, 48), ""),
        ((1, 1, 2, 2), ""),
        ((5, 1, 5, 2), "is empty"),
        ((6, 1, 5, 2), "is empty"),
        ((1, 5, 2, 5), "is empty"),
        ((-0.5, 1, 2, 2), "reaches off the 72 x 48 in table"),
        ((1, -0.5, 2, 2), "reaches off the 72 x 48 in table"),
        ((1, 1, 72.5, 2), "reaches off the 72 x 48 in table"),
        ((1, 1, 2, 48.5), "reaches off the 72 x 48 in table"),
    ],
)
def test_an_area_of_the_site_has_its_corners_in_order_and_on_the_table(
    key: str, corners: tuple[float, ...], wrong: str
) -> None:
    said = fault({key: corners})
    assert (wrong in said, bool(said)) == (True, bool(wrong))


@pytest.mark.rule("MI-GAP-35", "MI-GAP-27")
@pytest.mark.parametrize(
    ("disc", "wrong"),
    [
        ((1, 1, 1), ""),
        ((71, 47, 1), ""),
        ((9, 9, 0.5), ""),
        ((0.5, 9, 1), "reaches off"),
        ((71.5, 9, 1), "reaches off"),
        ((9, 0.5, 1), "reaches off"),
        ((9, 47.5, 1), "reaches off"),
        ((9, 9, 0), "does not make a zone"),
    ],
)
def test_the_landing_zone_lies_wholly_on_the_table(disc: tuple[float, ...], wrong: str) -> None:
    said = fault({"landing": disc})
    assert (wrong in said, bool(said)) == (True, bool(wrong))


HIDDEN = {"id": "H1", "structure": "V6"}


@pytest.mark.rule("MI-HIDE-03", "MI-HIDE-01", "MI-GAP-35")
@pytest.mark.parametrize(
    ("x", "y", "wrong"),
    [
        (0, 0, ""),
        (72, 48, ""),
        (40, 19, ""),
        (-0.1, 5, "off"),
        (5, -0.1, "off"),
        (72.1, 5, "off"),
        (5, 48.1, "off"),
    ],
)
def test_a_hidden_entrance_lies_on_the_table_its_edges_included(x: float, y: float, wrong: str) -> None:
    assert wrong in fault({"hidden": [HIDDEN | {"x": x, "y": y}]})
    assert bool(fault({"hidden": [HIDDEN | {"x": x, "y": y}]})) is bool(wrong)


@pytest.mark.rule("MI-HIDE-03", "MI-GAP-35")
@pytest.mark.parametrize(
    ("structure", "wrong"), [("V6", ""), ("W5", "a wall, which nobody"), ("V66", "is no")]
)
def test_a_hidden_entrance_belongs_to_a_building(structure: str, wrong: str) -> None:
    said = fault({"hidden": [{"id": "H1", "structure": structure, "x": 40, "y": 19}]})
    assert (wrong in said, bool(said)) == (True, bool(wrong))


@pytest.mark.rule("MI-GAP-29", "MI-GAP-26", "MI-GAP-35")
@pytest.mark.parametrize(
    ("what", "amount", "sound"),
    [
        ("survivors", 1, True),
        ("survivors", 0, False),
        ("survivors", -1, False),
        ("nothing", 0, True),
        ("nothing", 1, False),
        ("nothing", -1, False),
        ("table", 0, True),
    ],
)
def test_survivors_have_a_number_and_nothing_else_has(what: str, amount: int, sound: bool) -> None:
    assert (fault({"finds": {"V1": {"what": what, "amount": amount}}}) == "") is sound


@pytest.mark.rule("MI-REIN-01", "MI-GAP-35")
@pytest.mark.parametrize(("kind", "sound"), [("hopper", True), ("rifle_squad", False)])
def test_only_bugs_reinforce(kind: str, sound: bool) -> None:
    assert (fault({"schedule": {kind: {"by_turn": [1]}}}) == "") is sound


@pytest.mark.rule("MI-GAP-26", "MI-GAP-35")
@pytest.mark.parametrize(("house", "sound"), [("", True), ("O1", True), ("W1", False), ("nowhere", False)])
def test_the_transmitter_is_in_a_building(house: str, sound: bool) -> None:
    assert (fault({"transmitter": house}) == "") is sound


@pytest.mark.rule("MI-REIN-01", "MI-REIN-02", "MI-REIN-03", "MI-REIN-04", "MI-GAP-35")
@pytest.mark.parametrize(("row", "sound"), [([0, -1], True), ([3], True), ([], False), ([0, -2], False)])
def test_a_schedule_counts_arrivals_or_says_all(row: list[int], sound: bool) -> None:
    assert (fault({"schedule": {"warrior": {"by_turn": row}}}) == "") is sound


@pytest.mark.rule("MI-REIN-01", "MI-REIN-02", "MI-REIN-03", "MI-REIN-04")
def test_the_printed_schedule() -> None:
    assert {kind: row.by_turn for kind, row in forces.forces().schedule.items()} == {
        "warrior": (0, -1),
        "hopper": (0, 10, 0, 10, 0, 10, 0, 10, 10),
        "tanker": (0, 1, 0, 0, 1, 0, 0, 1, 1),
        "plasma_bug": (1, 0, 1, 0, 1, 0, 1, 0, 1),
    }


@pytest.mark.rule("MI-GAP-33")
def test_ground_that_the_rules_do_not_know_holds_nobody() -> None:
    carpet = msgspec.structs.replace(block("building", "T", 0, 0, 3, 3), kind="carpet")
    faults = forces._rooms({"R": rifles("R", hits=1, place=Inside("T"))}, Ground(72, 48, terrain=(carpet,)))
    assert [fault.key for fault in faults] == ["unit.piece.inside"]


@pytest.mark.rule("MI-GAP-56", "MI-GAP-33")
def test_a_building_holds_those_that_begin_in_it_and_not_all_of_the_force() -> None:
    found = load_scenario("first_contact", {})
    inside = msgspec.structs.replace(found.plan.units[0].pieces[1], place=Inside("B1"))
    units = (
        msgspec.structs.replace(
            found.plan.units[0],
            pieces=(found.plan.units[0].pieces[0], inside, *found.plan.units[0].pieces[2:]),
        ),
        *found.plan.units[1:],
    )
    state = forces.first_state(msgspec.structs.replace(found.plan, units=units), found.ground)
    assert state.table.piece("RS1").place == Inside("B1")


@pytest.mark.rule("MI-GAP-08", "MI-GAP-66", "MI-TRT-10", "MI-TRT-11", "MI-BTRT-08")
@pytest.mark.parametrize(
    ("kind", "lines"),
    [
        (
            "rifle_squad",
            [("Assault Rifle", "React", "20 in", "4D6"), ("Grenades", "Slow", "6 in", "4D6+2")],
        ),
        ("machine_gun", [("Heavy Machine Gun", "React, ready, piercing 1", "30 in", "6D6+1")]),
        (
            "warrior",
            [
                ("Claws", "Melee, react", "contact", "2D6+1"),
                ("Bite", "Melee, react, piercing 1", "contact", "1D10"),
            ],
        ),
        (
            "thunderbolt",
            [
                ("Napalm", "Flame, area 3 in, 2 shots", "any", "1D6+2"),
                ("HEAT Missile", "Piercing 3, 2 shots", "any", "2D10+3"),
            ],
        ),
    ],
)
def test_the_lines_of_a_card_say_what_a_model_fires(kind: str, lines: list[tuple[str, ...]]) -> None:
    assert [tuple(map(str, arm)) for arm in RULESET.profile(kind)["arms"]] == lines
