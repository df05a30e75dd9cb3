"""What a battle of Stargrunt begins with: the hive, counters, units, and what scenarios may not say."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from battlesim.engine.ruleset import Step
from battlesim.engine.scenario_plan import ScenarioError
from battlesim.mechanics.counters import HIDDEN
from battlesim.rulesets.stargrunt import RULESET
from battlesim.rulesets.stargrunt.battle import counters as counter_rules
from battlesim.rulesets.stargrunt.battle import hive
from battlesim.rulesets.stargrunt.battle.forces import _with_evacuee_mark
from battlesim.rulesets.stargrunt.battle.game_facts import game_facts
from battlesim.rulesets.stargrunt.battle.possible_decisions import possible_decisions
from battlesim.rulesets.stargrunt.battle.set_up import dig_in, set_up_step, waiting_for_set_up
from battlesim.rulesets.stargrunt.core.lookups import confidence, unit_rules
from battlesim.rulesets.stargrunt.core.marks import (
    EVACUEE,
    IN_POSITION,
    TRAVELLING,
    WOUNDED,
)
from battlesim.rulesets.stargrunt.core.state import (
    Battery,
    Battle,
    ExitObjective,
    HiveRules,
    PointValues,
)
from battlesim.scenarios.library import load_scenario
from battlesim.table.ids import SideKey
from battlesim.table.pieces import Off

from .field import CENTRE, OWN, battle, foes, perform, squad, terrain, unit
from .hidden_field import counter

MORTARS = Battery("mortars", "own")


def one_each(**game) -> Battle:  # type: ignore[no-untyped-def]
    return battle(squad("a", (0, 0)), foes("b", (0, 20)), **game)


def gone(state: Battle, *pieces: str, how: str = "lost") -> Battle:
    """The same battle with some pieces out of play."""
    lost = [msgspec.structs.replace(state.table.piece(key), place=Off(how)) for key in pieces]
    return state.with_table(state.table.with_pieces(*lost))


HIVE = HiveRules("enemy", "zone", spawn=((8.0, 46.0), (24.0, 46.0), (40.0, 46.0)))


@pytest.mark.rule("SG-GAP-143")
@pytest.mark.parametrize(
    ("change", "turn", "passed", "grown"),
    [
        ({}, 1, (), True),
        ({}, 6, (), True),
        ({}, 7, (), False),
        ({}, 6, ("grown",), False),
        ({"grows_from": 3}, 2, (), False),
        ({"grows_from": 3}, 3, (), True),
        ({"spawn": ()}, 3, (), False),
    ],
)
def test_in_which_turns_a_hive_grows(change, turn, passed, grown) -> None:  # type: ignore[no-untyped-def]
    rules = msgspec.structs.replace(HIVE, **change)
    assert hive.grows(one_each(hive=rules, turn=turn, passed=passed)) == grown
    assert not hive.grows(one_each(turn=turn))


@pytest.mark.rule("SG-GAP-143", "SG-GAP-101", "SG-GAP-32")
def test_the_counters_of_a_hive_lie_evenly_along_its_zone() -> None:
    plan = load_scenario("uplink_siege").plan
    aliens = HiveRules("aliens", plan.zones[-1].id, hidden=True, broods={"swarmer": 2, "brute": 1})
    found = hive.hive_counters(plan, aliens, "light")
    x0, y0 = min(p[0] for p in plan.zones[-1].rings[0]), min(p[1] for p in plan.zones[-1].rings[0])
    x1, y1 = max(p[0] for p in plan.zones[-1].rings[0]), max(p[1] for p in plan.zones[-1].rings[0])
    step_in = (x1 - x0) / 5
    assert found == {"aliens": tuple((x0 + step_in * (k + 0.5), (y0 + y1) / 2) for k in range(5))}
    shown = msgspec.structs.replace(aliens, hidden=False)
    assert hive.hive_counters(plan, shown, "light") == hive.hive_counters(plan, None, "light") == {}
    assert hive.starting_broods(HIVE, "heavy") == {"swarmer": 6, "stalker": 2, "spitter": 1, "brute": 1}


@pytest.mark.rule("SG-GAP-143", "SG-GAP-142")
def test_a_brood_is_planned_as_its_kind_is() -> None:
    planned = hive.planned_brood("stalker", "s1", "1", HIVE)
    assert ([p.id for p in planned.pieces], planned.name, planned.zone) == (
        ["s1_1", "s1_2", "s1_3", "s1_4"],
        "Stalkers 1",
        "zone",
    )
    rules = {"quality": "veteran", "leadership": 1, "motivation": "high", "automated": True, "hidden": False}
    assert planned.rules == rules
    assert hive.planned_brood("brute", "b", "2", msgspec.structs.replace(HIVE, hidden=True)).zone == ""
    plan = load_scenario("uplink_siege").plan
    assert hive.with_hive(plan, None, "light") == plan
    more = hive.with_hive(plan, HIVE, "light").units[len(plan.units) :]
    assert [(each.id, each.name) for each in more] == [
        ("swarmer1", "Swarmers 1"),
        ("swarmer2", "Swarmers 2"),
        ("spitter3", "Spitters 3"),
    ]


@pytest.mark.rule("SG-GAP-143")
@pytest.mark.option("hidden_deployment", "off")
def test_a_grown_brood_stands_beside_its_spawn_point_and_is_confident() -> None:
    done = perform(one_each(hive=HIVE, turn=3), hive.grow, dice=[6, 5])
    brood = unit(done, "stalker_t3")
    assert (brood.name, confidence(brood), done.state.game.strength["stalker_t3"]) == (
        "Stalkers of turn 3",
        5,
        4,
    )
    assert unit_rules(brood).automated and done.state.game.passed == ("grown",)


@pytest.mark.rule("SG-GAP-144")
def test_units_wait_for_their_zones_by_sides() -> None:
    state = gone(one_each(turn=0), "a1", "b1", how="reserve")
    zones: dict[str, Any] = {"b": (), "a": ()}
    assert waiting_for_set_up(state.with_game(zones=zones)) == ["a", "b"]
    assert waiting_for_set_up(state) == [] and set_up_step(state) is None
    assert set_up_step(state.with_game(zones=zones)) == Step("deploy")
    dug = one_each(turn=0, dug_in={"own": 0, "enemy": 2})
    assert set_up_step(dug) == Step("dig_in", ("enemy",))


@pytest.mark.rule("SG-GAP-144")
def test_only_squads_in_cover_dig_in() -> None:
    squads = squad("a", (0, 0)), squad("c", (9, 0))
    ground = [terrain("scrub", -2, -2, 2, 2)]
    state = battle(*squads, counter(1, 0, -9, side=OWN), foes("b", (0, 20)), ground=ground, dug_in={"own": 1})
    done = perform(state, lambda play: dig_in(play, SideKey(OWN)), {"dug_in": [("a",)]})
    (asked,) = done.decisions_with_key("dug_in")
    assert [option.key for option in asked.options] == ["a"]  # type: ignore[attr-defined]
    assert (unit(done, "a").has_mark(IN_POSITION), done.state.game.dug_in) == (True, {"own": 0})
    nobody = battle(squad("a", (0, 0)), foes("b", (0, 20)), dug_in={"own": 1})
    assert perform(nobody, lambda play: dig_in(play, SideKey(OWN))).asked == []


@pytest.mark.rule("SG-GAP-144")
def test_both_sections_behind_the_walls_of_the_farm_can_begin_in_position() -> None:
    read = load_scenario("platoon_attack")
    state = RULESET.setup(read.plan, read.ground)
    assert set_up_step(state) == Step("dig_in", ("defenders",))
    done = perform(state, lambda play: dig_in(play, SideKey("defenders")), {"dug_in": [("west", "east")]})
    assert all(unit(done, section).has_mark(IN_POSITION) for section in ("west", "east"))


@pytest.mark.rule("SG-GAP-143", "SG-GAP-109", "SG-GAP-53")
def test_counters_of_hidden_units_and_dummies() -> None:
    """Of three hidden units two more counters are dummies, in cover if there is any."""
    squads = [squad(key, (x, 0), hidden=True) for key, x in (("a", -12), ("c", 0), ("d", 12))]
    state = battle(*squads, foes("b", (0, 20)), ground=[terrain("woods", -4, -9, 4, -5)])
    table = counter_rules.with_counters(state.table, {})
    lie = sorted(piece.xy for piece in table.standing_pieces() if piece.kind == "counter")
    woods = [(CENTRE + x, CENTRE - 7) for x in (-3, 0)]
    assert len(lie) == 5 and set(lie) >= {(CENTRE + x, CENTRE) for x in (-12, 0, 12)}
    assert len({*lie} & {*woods, (CENTRE + 3, CENTRE - 7)}) == 2
    assert {
        piece.place for unit_ in ("a", "c", "d") for piece in table.pieces_of_unit(unit(state, unit_).id)
    } == {HIDDEN}
    assert counter_rules.counts_of_counters(table) == {"own": 5}
    given = counter_rules.with_counters(
        state.table, {"own": ((1.0, 1.0), (5.0, 1.0), (9.0, 1.0), (13.0, 1.0))}
    )
    found = [piece for piece in given.standing_pieces() if piece.kind == "counter"]
    assert [(p.id, p.xy) for p in found] == [(f"counter-{k + 1}", (1.0 + 4 * k, 1.0)) for k in range(4)]
    with pytest.raises(ScenarioError):
        counter_rules.with_counters(state.table, {"own": ((1.0, 1.0),)})


@pytest.mark.rule("SG-GAP-143", "SG-GAP-109", "SG-GAP-53")
def test_without_hidden_squads_there_is_no_dummy() -> None:
    state = battle(
        squad("a", (0, 0)), foes("b", (0, 20), hidden=True), ground=[terrain("woods", -4, -9, 4, -5)]
    )
    table = counter_rules.with_counters(state.table, {})
    assert {p.side for p in table.standing_pieces() if p.kind == "counter"} == {"enemy"}


@pytest.mark.rule("SG-GAP-143", "SG-GAP-109", "SG-GAP-53")
@pytest.mark.parametrize(
    ("kind", "shelters"),
    [("woods", True), ("wall", False), ("swamp", False), ("road", False), ("meadow", False)],
)
def test_dummies_lie_in_areas_of_cover(kind: str, shelters: bool) -> None:
    found = list(counter_rules._shelters(battle(ground=[terrain(kind, -2, -2, 2, 2)]).table))
    assert found == ([(CENTRE, CENTRE), (CENTRE - 3, CENTRE), (CENTRE + 3, CENTRE)] if shelters else [])


@pytest.mark.rule("SG-GAP-143", "SG-GAP-109", "SG-GAP-53")
def test_without_cover_dummies_lie_beside_the_first_unit() -> None:
    state = battle(squad("a", (0, 0), hidden=True), foes("b", (0, 20)))
    table = counter_rules.with_counters(state.table, {})
    assert sorted(p.xy for p in table.standing_pieces() if p.kind == "counter") == [
        (CENTRE, CENTRE),
        (CENTRE + 3, CENTRE),
    ]
    two = battle(squad("a", (0, 0), hidden=True), squad("c", (9, 5), hidden=True), foes("b", (0, 20))).table
    lie = {p.xy for p in counter_rules.with_counters(two, {}).standing_pieces() if p.kind == "counter"}
    assert lie == {(CENTRE, CENTRE), (CENTRE + 9, CENTRE + 5), (CENTRE + 6, CENTRE)}


@pytest.mark.rule("SG-GAP-143", "SG-GAP-107", "SG-GAP-109", "SG-GAP-53")
@pytest.mark.parametrize(
    ("decoys", "places"),
    [
        ((), [(-3, 0), (0, 0), (3, 0)]),
        (((26.0, 24.0), (24.0, 29.9)), [(0, 0), (0, 5.9), (2, 0)]),
        (((26.0, 24.0), (24.0, 30.1)), None),
        (((26.0, 24.0),), None),
    ],
)
def test_a_sniper_has_two_decoys_within_six_inches(decoys, places) -> None:  # type: ignore[no-untyped-def]
    sniper = squad("a", (0, 0), kinds=("sniper",), hidden=True, independent=True, decoys=decoys)
    state = battle(sniper, foes("b", (0, 20)))
    if places is None:
        with pytest.raises(ScenarioError):
            counter_rules.with_counters(state.table, {})
    else:
        table = counter_rules.with_counters(state.table, {})
        lie = [piece for piece in table.standing_pieces() if piece.kind == "counter"]
        assert [(round(p.xy[0] - CENTRE, 3), round(p.xy[1] - CENTRE, 3)) for p in lie] == places
        assert {unit_rules(table.units[p.unit]).covers for p in lie} == {"a"}


@pytest.mark.rule("SG-GAP-143", "SG-GAP-144")
def test_the_counters_of_a_sniper_have_its_zone() -> None:
    sniper = squad("a", (0, 0), kinds=("sniper",), hidden=True, independent=True)
    table = counter_rules.with_counters(battle(sniper, foes("b", (0, 20))).table, {})
    zone, other = ((((0.0, 0.0),),), (((9.0, 9.0),),))
    found = counter_rules.zones_with_counters(table, {"a": zone, "b": other})
    assert found == {"b": other, "under-1": zone, "under-2": zone, "under-3": zone}
    assert counter_rules.zones_with_counters(table, {"b": other}) == {"b": other}


def plan_state(rules: dict[str, Any], name: str = "first_brood", **options: str) -> Battle:
    """The first state of a scenario with more [rules]."""
    read = load_scenario(name, options)
    plan = msgspec.structs.replace(read.plan, rules=read.plan.rules | rules)
    return RULESET.setup(plan, read.ground)


def unit_state(more: dict[str, Any], **options: str) -> Battle:
    """The first state of a scenario, its first unit with other rules."""
    read = load_scenario("first_brood", options)
    first, *others = read.plan.units
    first = msgspec.structs.replace(first, rules=first.rules | more)
    return RULESET.setup(msgspec.structs.replace(read.plan, units=(first, *others)), read.ground)


@pytest.mark.rule("SG-GAP-32", "SG-GAP-101")
@pytest.mark.parametrize(
    ("rules", "options", "level", "travels", "led"),
    [
        ({}, {}, 5, False, True),
        ({"confidence": 3}, {}, 3, False, True),
        ({}, {"fatigue": "exhausted"}, 3, False, True),
        ({"confidence": 2}, {"fatigue": "exhausted"}, 2, False, True),
        ({"travelling": True}, {}, 5, True, True),
        ({"automated": True}, {}, 5, False, False),
        ({"independent": True, "confidence": 2}, {}, 5, False, True),
    ],
)
def test_what_a_unit_begins_with(rules, options, level, travels, led) -> None:  # type: ignore[no-untyped-def]
    state = unit_state(rules, **options)
    first = next(iter(state.table.units.values()))
    assert (confidence(first), first.has_mark(TRAVELLING), bool(first.leader)) == (level, travels, led)
    assert not led or first.leader == state.table.pieces_of_unit(first.id)[0].id
    assert state.game.strength[first.id] == len(state.table.pieces_of_unit(first.id))


@pytest.mark.rule("SG-GAP-32", "SG-GAP-101")
def test_a_unit_is_under_another_one_of_the_battle() -> None:
    read = load_scenario("first_brood")
    first, second = read.plan.units[0].id, read.plan.units[1].id
    assert unit_rules(next(iter(unit_state({"under": second}).table.units.values()))).under == second
    for wrong in (first, "nobody"):
        with pytest.raises(ScenarioError, match="under"):
            unit_state({"under": wrong})


@pytest.mark.rule("SG-GAP-140", "SG-GAP-141", "SG-GAP-101", "SG-GAP-32")
def test_what_a_scenario_does_not_say_is_of_no_worth() -> None:
    state = plan_state({})
    assert (state.game.vehicle_worth, state.game.figure_worth, state.game.exits) == (0.0, 1.0, ())
    assert (state.game.first, state.game.dug_in, state.game.points) == ("", {}, PointValues())
    way = ExitObjective("own", "south")
    assert (way.vehicle, way.squad, way.wounded, way.abandoned) == (0.0, 0.0, 0.0, 0.0)
    assert set(state.game.edges.values()) == {"south", "north"}


@pytest.mark.rule("SG-GAP-140", "SG-GAP-141")
@pytest.mark.parametrize(
    ("rules", "key"),
    [
        ({"objective": [{"at": "nowhere", "points": 1}]}, "rules.objective[0].at"),
        ({"points": {"figures": {"nobody": 1}}}, "rules.points.figures.nobody"),
        ({"edges": {"nobody": "south"}}, "rules.edges.nobody"),
        ({"dug_in": {"nobody": 1}}, "rules.dug_in.nobody"),
        ({"exit": [{"side": "nobody", "edge": "south"}]}, "rules.exit[0].side"),
        ({"ground": ["nowhere"]}, "rules.ground"),
        ({"first": "nobody"}, "rules.first"),
        ({"stronghold": {"at": "nowhere", "side": "nobody"}}, "rules.stronghold.at"),
        ({"hive": {"side": "nobody", "zone": "nowhere"}}, "rules.hive.side"),
        ({"battery": [{"id": "m", "side": "nobody"}]}, "rules.battery[0].side"),
    ],
)
def test_rules_that_name_what_there_is_not_are_refused(rules: dict[str, Any], key: str) -> None:
    with pytest.raises(ScenarioError) as error:
        plan_state(rules)
    assert error.value.key == key


@pytest.mark.rule("SG-GAP-101", "SG-GAP-32")
@pytest.mark.option("hidden_deployment", "scenario", "off")
@pytest.mark.parametrize(("option", "hidden"), [("scenario", True), ("off", False)])
def test_a_hive_is_hidden_only_if_units_are(option: str, hidden: bool) -> None:
    plan = load_scenario("uplink_siege").plan
    hive_rules = {"side": "aliens", "zone": plan.zones[-1].id, "hidden": True}
    state = plan_state({"hive": hive_rules}, "uplink_siege", hidden_deployment=option)
    assert state.game.hive is not None and state.game.hive.hidden == hidden


@pytest.mark.rule("SG-GAP-32")
def test_a_unit_keeps_the_rules_that_the_scenario_gives_it() -> None:
    first = next(iter(unit_state({"quality": "veteran"}).table.units.values()))
    assert first.rules["quality"] == "veteran" and "" not in first.rules.values()


@pytest.mark.rule("SG-GAP-101", "SG-GAP-32", "SG-GAP-74")
@pytest.mark.parametrize(
    ("way", "marked_"), [({}, 0), ({"wounded": 2.0}, 1), ({"abandoned": 2.0}, 1), ({"squad": 2.0}, 0)]
)
def test_who_begins_wounded_is_to_be_brought_off_where_that_counts(
    way: dict[str, float], marked_: int
) -> None:
    rules = ExitObjective("own", "south", **way)
    bringing = {rules.side} if rules.wounded or rules.abandoned else set()
    _, (well, hurt) = squad("a", (0, 0), (2, 0), figure_marks={2: WOUNDED})
    assert [_with_evacuee_mark(piece, bringing).mark_count(EVACUEE) for piece in (well, hurt)] == [0, marked_]
    _, (foe,) = foes("b", (0, 9), figure_marks={1: WOUNDED})
    assert not _with_evacuee_mark(foe, bringing).has_mark(EVACUEE)


@pytest.mark.rule("SG-MOV-01", "SG-ACT-01", "SG-FIR-01")
@pytest.mark.parametrize(
    ("kind", "rules", "game", "asked"),
    [
        ("rifleman", {}, {}, ["action", "move", "target", "enemy"]),
        ("swarmer", {}, {}, ["action", "move", "enemy"]),
        (
            "rifleman",
            {},
            {"batteries": (MORTARS,), "chits": {"own": 1}},
            ["action", "move", "target", "enemy", "battery"],
        ),
        ("rifleman", {"level": "platoon"}, {}, ["action", "move", "target", "enemy", "transfer", "rally"]),
    ],
)
def test_what_a_unit_might_be_asked(kind, rules, game, asked) -> None:  # type: ignore[no-untyped-def]
    under = [squad("s", (0, -9), under="a")] if rules else []
    state = battle(squad("a", (0, 0), kinds=(kind,), **rules), *under, foes("b", (0, 20)), **game)
    assert [decision.what for decision in possible_decisions(state, "a1")] == asked
    assert list(possible_decisions(state, "nobody")) == []
    assert list(possible_decisions(gone(state, "a1"), "a1")) == []


@pytest.mark.rule("SG-ACT-01", "SG-GAP-28", "SG-GAP-27")
def test_the_facts_of_a_moment() -> None:
    facts = game_facts(one_each(activated="a", turn=3))
    assert (facts.turn, facts.turns, facts.active, facts.actions_left, str(facts.phase)) == (
        3,
        8,
        OWN,
        2,
        "Active: a",
    )
    between = game_facts(one_each(turn=0))
    assert (between.turn, between.actions_left, str(between.phase)) == (1, 1, "Activation of Own")
    assert game_facts(one_each(turn=9)).turn == 8


@pytest.mark.rule("SG-GAP-101", "SG-GAP-32")
def test_the_first_side_of_a_scenario_is_the_first_to_act() -> None:
    state = plan_state({})
    assert state.game.phase == state.game.phases[0] == state.table.sides[0].key
    assert state.game.turn == 0 and state.game.hive is None
