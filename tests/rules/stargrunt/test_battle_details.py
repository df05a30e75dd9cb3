"""The course and the end of battles in detail: steps, first side, scores, growth, counters, forces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from battlesim.engine.ruleset import Step
from battlesim.engine.scenario_plan import ScenarioError
from battlesim.mechanics.counters import HIDDEN
from battlesim.rulesets.stargrunt import RULESET
from battlesim.rulesets.stargrunt.battle import counters as counter_rules
from battlesim.rulesets.stargrunt.battle import ground_taken, hive, stronghold, turn_sequence, victory
from battlesim.rulesets.stargrunt.battle.forces import _with_evacuee_mark
from battlesim.rulesets.stargrunt.battle.game_facts import game_facts
from battlesim.rulesets.stargrunt.battle.possible_decisions import possible_decisions
from battlesim.rulesets.stargrunt.battle.set_up import dig_in, set_up_step, waiting_for_set_up
from battlesim.rulesets.stargrunt.core.lookups import confidence, unit_rules
from battlesim.rulesets.stargrunt.core.marks import (
    CONFIDENCE,
    EVACUEE,
    IN_POSITION,
    PANIC,
    TRAVELLING,
    WOUNDED,
)
from battlesim.rulesets.stargrunt.core.state import (
    Battery,
    Battle,
    ExitObjective,
    HiveRules,
    MarkerObjective,
    PointValues,
    Stronghold,
)
from battlesim.scenarios.library import load_scenario
from battlesim.table.events import DiceRolled
from battlesim.table.ids import MarkerId, SideKey
from battlesim.table.pieces import Marker, Off

from .field import CENTRE, ENEMY, OWN, battle, foes, perform, row, squad, terrain, unit
from .hidden_field import counter, hide
from .vehicle_field import vehicle

MORTARS = Battery("mortars", "own")
ALIENS: Mapping[str, Any] = {"kinds": ("swarmer",), "automated": True, "leader": False}


def step(state: Battle) -> str:
    """The name of the next step of the rules, "" if the battle is over."""
    found = turn_sequence.next_step(state)
    return found.name if isinstance(found, Step) else ""


def one_each(**game) -> Battle:  # type: ignore[no-untyped-def]
    return battle(squad("a", (0, 0)), foes("b", (0, 20)), **game)


def gone(state: Battle, *pieces: str, how: str = "lost") -> Battle:
    """The same battle with some pieces out of play."""
    lost = [msgspec.structs.replace(state.table.piece(key), place=Off(how)) for key in pieces]
    return state.with_table(state.table.with_pieces(*lost))


@pytest.mark.rule("SG-GAP-28", "SG-GAP-26", "SG-GAP-130", "SG-ACT-01", "SG-GAP-144")
@pytest.mark.parametrize(
    ("game", "found"),
    [
        ({"turn": 0}, "begin_turn"),
        ({"turn": 0, "batteries": (MORTARS,)}, "deal_chits"),
        ({"turn": 0, "batteries": (MORTARS,), "chits": {"own": 3}}, "begin_turn"),
        ({"turn": 0, "dug_in": {"own": 1}}, "dig_in"),
        ({"turn": 1}, "activate"),
        ({"turn": 1, "acted": ("a1", "b1")}, "begin_turn"),
        ({"turn": 8, "acted": ("a1", "b1")}, ""),
        ({"turn": 8, "acted": ("a1",)}, "activate"),
        ({"activated": "a"}, "action"),
    ],
)
def test_the_next_step(game: dict[str, Any], found: str) -> None:
    assert step(one_each(**game)) == found


@pytest.mark.rule("SG-GAP-28", "SG-ACT-01", "SG-GAP-26", "SG-GAP-130", "SG-GAP-29")
@pytest.mark.parametrize(
    ("left", "well", "found"),
    [(1, True, "action"), (0, True, "end_activation"), (2, False, "end_activation")],
)
def test_an_activation_goes_on_while_actions_and_figures_are_left(left: int, well: bool, found: str) -> None:
    state = one_each(activated="a")
    now = state.game.activation
    state = state.with_game(activation=msgspec.structs.replace(now, actions_left=left))
    assert step(state if well else gone(state, "a1")) == found


@pytest.mark.rule("SG-GAP-130", "SG-GAP-28", "SG-ART-02")
@pytest.mark.option("support_chits", "3", "d6", "0")
@pytest.mark.parametrize(("option", "dice", "chits"), [("3", [], 3), ("d6", [5], 5), ("0", [], 0)])
def test_how_many_chits_a_side_has(option: str, dice: list[int], chits: int) -> None:
    batteries = (MORTARS, msgspec.structs.replace(MORTARS, id="more"))
    done = perform(
        one_each(batteries=batteries, options={"support_chits": option}), turn_sequence.deal_chits, dice=dice
    )
    assert done.state.game.chits == {"own": chits}
    assert [event.sides for event in done.events_of(DiceRolled)] == [(6,)] * len(dice)


@pytest.mark.rule("SG-GAP-26", "SG-GAP-28")
@pytest.mark.parametrize(
    ("own", "enemy", "turn", "first", "option", "dice", "chooser"),
    [
        (1, 2, 1, "", "fewer_units_choose", [], OWN),
        (2, 1, 1, "", "fewer_units_choose", [], ENEMY),
        (1, 1, 1, "", "fewer_units_choose", [3, 3, 2, 5], ENEMY),
        (1, 1, 1, "", "fewer_units_choose", [4, 2], OWN),
        (1, 2, 0, "enemy", "fewer_units_choose", [], None),
        (1, 2, 1, "enemy", "fewer_units_choose", [], OWN),
        (2, 1, 1, "", "roll_each_turn", [4, 2], None),
    ],
)
def test_who_chooses_the_first_activation(own, enemy, turn, first, option, dice, chooser) -> None:  # type: ignore[no-untyped-def]
    squads = [squad(f"a{k}", (3 * k, 0)) for k in range(own)] + [
        foes(f"b{k}", (3 * k, 20)) for k in range(enemy)
    ]
    state = battle(*squads, turn=turn, first=first, options={"first_activation": option})
    done = perform(state, turn_sequence.begin_turn, {"first": "enemy"} if chooser else {}, dice)
    assert [asked.side for asked in done.decisions_with_key("first")] == ([chooser] if chooser else [])
    expected = "enemy" if chooser or (first and turn == 0) else OWN
    assert (done.state.game.phase, done.state.game.turn) == (expected, turn + 1)


@pytest.mark.rule("SG-GAP-26")
@pytest.mark.parametrize(("automated", "first"), [(True, ENEMY), (False, OWN)])
def test_by_option_automated_aliens_go_first_if_there_are_any(automated: bool, first: str) -> None:
    them = foes("b", (0, 20), **ALIENS) if automated else foes("b", (0, 20))
    state = battle(squad("a", (0, 0)), them, options={"first_activation": "alien_first"})
    assert perform(state, turn_sequence.begin_turn).state.game.phase == first


def marked(state: Battle, *places: tuple[str, float, float]) -> Battle:
    """The same battle with markers."""
    for name, x, y in places:
        state = state.with_table(
            state.table.with_marker(Marker(MarkerId(name), "objective", CENTRE + x, CENTRE + y))
        )
    return state


@pytest.mark.rule("SG-GAP-145", "SG-GAP-74")
@pytest.mark.parametrize(
    ("own", "enemy", "marks", "holder"),
    [
        (2.5, 9.0, {}, OWN),
        (2.6, 9.0, {}, None),
        (2.5, 2.5, {}, None),
        (9.0, 2.5, {}, ENEMY),
        (2.5, 9.0, {1: WOUNDED}, None),
    ],
)
def test_who_holds_an_objective(own, enemy, marks, holder) -> None:  # type: ignore[no-untyped-def]
    aim = MarkerObjective("m", 3.0)
    state = battle(squad("a", (-own, 0), figure_marks=marks), foes("b", (enemy, 0)), objectives=(aim,))
    state = marked(state, ("m", 0, 0))
    assert victory.holder(state, aim) == holder
    rows = {row.label: (row.text, row.points) for row in victory.point_rows(state, SideKey(OWN))}
    held = holder == OWN
    assert rows["Objective"] == (f"{'held' if held else 'not held'}, 3 points", 3.0 * held)
    assert victory.scores(state)[SideKey(OWN)] == 3.0 * held + 0.0
    assert victory.objectives(state) == (aim,)


@pytest.mark.rule("SG-GAP-145", "SG-GAP-147")
def test_a_counter_holds_nothing() -> None:
    aim = MarkerObjective("m", 3.0)
    state = marked(battle(squad("a", (9, 9)), counter(1, 0, 0), objectives=(aim,)), ("m", 0, 0))
    assert victory.holder(state, aim) is None
    taken = marked(battle(squad("a", (9, 9)), counter(1, 0, 0)), ("m", 0, 0)).with_game(ground={"m": ""})
    assert ground_taken.nearest_side(taken, "m") is None


@pytest.mark.rule("SG-GAP-147", "SG-GAP-146", "SG-GAP-145", "SG-GAP-74")
def test_the_markers_of_a_battle_for_ground_are_its_objectives() -> None:
    state = marked(one_each(), ("m", 0, 0), ("n", 9, 0)).with_game(ground={"m": "own", "n": ""})
    assert victory.objectives(state) == (MarkerObjective("m", 1.0), MarkerObjective("n", 1.0))
    assert victory.holder(state, MarkerObjective("m", 1.0)) == OWN
    assert victory.holder(state, MarkerObjective("n", 1.0)) is None


@pytest.mark.rule("SG-GAP-146")
@pytest.mark.parametrize(
    ("own", "enemy", "owner", "side", "taken"),
    [
        ([2.5], [9.0], "", OWN, True),
        ([2.6], [9.0], "", None, False),
        ([9.0, 1.0], [2.0], "", OWN, True),
        ([2.0], [1.0], "", ENEMY, True),
        ([2.0], [2.0], "", None, False),
        ([2.5], [9.0], "own", OWN, False),
        ([2.5], [9.0], "enemy", OWN, True),
    ],
)
def test_which_side_takes_a_marker(own, enemy, owner, side, taken) -> None:  # type: ignore[no-untyped-def]
    state = battle(squad("a", *((-x, 0) for x in own)), foes("b", *((x, 0) for x in enemy)))
    state = marked(state, ("m", 0, 0)).with_game(ground={"m": owner})
    assert ground_taken.nearest_side(state, "m") == side
    assert bool(perform(state, ground_taken.take_ground).events) == taken


@pytest.mark.rule("SG-GAP-146")
def test_the_wounded_take_no_marker() -> None:
    state = marked(battle(squad("a", (0, 0), figure_marks={1: WOUNDED})), ("m", 0, 0)).with_game(
        ground={"m": ""}
    )
    assert ground_taken.nearest_side(state, "m") is None


@pytest.mark.rule("SG-GAP-147")
@pytest.mark.parametrize(
    ("points", "rows"),
    [
        (PointValues(), [("Markers", 1, 1.0)]),
        (PointValues(2.0, {"own": 3.0}, {}), [("Markers", 1, 2.0), ("Counters identified", 2, 3.0)]),
        (PointValues(2.0, {"enemy": 3.0}, {"enemy": 1.0}), [("Markers", 1, 2.0)]),
        (PointValues(1.0, {}, {"own": 0.5}), [("Markers", 1, 1.0), ("Enemy figures out of action", 1, 0.5)]),
    ],
)
def test_what_counts_in_a_battle_for_ground(points: PointValues, rows: list[tuple[str, int, float]]) -> None:
    """Of three counters one is left; of two enemies one."""
    state = battle(
        squad("a", (0, 0)),
        foes("b", *row(0, 20, 2)),
        counter(1, 9, 9),
        points=points,
        strength={"a": 1, "b": 2},
        laid={"enemy": 3, "own": 5},
    )
    state = gone(marked(state, ("m", 0, 0), ("n", 9, 0)), "b2").with_game(ground={"m": "own", "n": "enemy"})
    found = list(ground_taken.ground_rows(state, SideKey(OWN)))
    assert found == rows
    total = sum(number * worth for _, number, worth in rows)
    assert victory.scores(state)[SideKey(OWN)] == total
    assert [(r.label, r.points) for r in victory.point_rows(state, SideKey(OWN))] == [
        (name, number * worth) for name, number, worth in rows
    ]


@pytest.mark.rule("SG-GAP-147", "SG-GAP-74")
@pytest.mark.parametrize(("how", "exited", "lost"), [("lost", (), 2), ("left", ("b",), 0), ("left", (), 2)])
def test_figures_that_left_as_they_were_to_are_not_lost(how: str, exited: tuple[str, ...], lost: int) -> None:
    state = battle(
        squad("a", (0, 0)), foes("b", *row(0, 20, 3)), exits=(ExitObjective("enemy", "north"),), exited=exited
    )
    state = gone(state, "b2", "b3", how=how)
    assert ground_taken.lost_figures(state, SideKey(OWN)) == lost
    assert ground_taken.lost_figures(state, SideKey(ENEMY)) == 0


@pytest.mark.rule("SG-GAP-147", "SG-GAP-145")
@pytest.mark.parametrize(
    ("game", "rows"),
    [
        ({}, [("Enemy figures out of action", "1", 1.0)]),
        ({"figure_worth": 2.0}, [("Enemy figures out of action", "1, 2 points each", 2.0)]),
        ({"figure_worth": 0.0}, []),
        (
            {"figure_worth": 2.0, "points": PointValues(figures={"own": 0.5})},
            [("Enemy figures out of action", "1, 0.5 points each", 0.5)],
        ),
        (
            {"figure_worth": 0.0, "vehicle_worth": 4.0},
            [("Enemy vehicles lost", "1, 4 points each", 4.0)],
        ),
    ],
)
def test_what_enemy_losses_are_worth(game: dict[str, Any], rows: list[tuple[str, str, float]]) -> None:
    state = battle(
        squad("a", (0, 0)),
        foes("b", *row(0, 20, 2)),
        vehicle("v", 9, 9, side=ENEMY, piece_marks=("destroyed",)),
        vehicle("w", -9, 9, side=ENEMY),
        vehicle("x", -9, -9, piece_marks=("destroyed",)),
        **game,
    )
    state = gone(state.with_game(strength={"b": 2, "a": 1}), "b2")
    assert [(r.label, r.text, r.points) for r in victory.point_rows(state, SideKey(OWN))] == rows


@pytest.mark.rule("SG-GAP-74", "SG-GAP-147")
@pytest.mark.parametrize(
    ("way", "rows"),
    [
        ({"squad": 5.0}, [("Got off the table", "5 points", 5.0)]),
        ({"vehicle": 7.0}, [("Got off the table", "0 points", 0.0)]),
        ({"wounded": 2.0}, [("Wounded brought off", "0, 2 points each", 0.0)]),
        ({"abandoned": 3.0}, [("Wounded abandoned", "0, 3 points each", 0.0)]),
        ({}, []),
    ],
)
def test_what_leaving_the_table_is_worth(way: dict[str, float], rows: list[tuple[str, str, float]]) -> None:
    state = battle(
        squad("a", (0, 0)),
        squad("c", (3, 0)),
        foes("b", (0, 20)),
        exits=(ExitObjective("own", "south", **way),),
        exited=("c",),
        figure_worth=0.0,
    )
    state = gone(state, "c1", how="left")
    assert [(r.label, r.text, r.points) for r in victory.point_rows(state, SideKey(OWN))] == rows
    assert victory.point_rows(state, SideKey(ENEMY)) == []


@pytest.mark.rule("SG-GAP-145", "SG-GAP-147", "SG-GAP-74")
@pytest.mark.parametrize(
    ("lost", "exits", "turn", "turn_over", "winners", "reason"),
    [
        ((), (), 7, True, None, ""),
        ((), (), 8, False, None, ""),
        ((), (), 8, True, (), "8 turns were played"),
        (("b1",), (), 1, False, (OWN,), "only one side has figures left"),
        (("b1",), ("own",), 1, False, None, ""),
        (("b1",), ("enemy",), 1, False, (OWN,), "only one side has figures left"),
        (("b1",), ("own",), 8, True, (OWN,), "only one side has figures left"),
        (("a1", "b1"), (), 1, False, (), "8 turns were played"),
    ],
)
def test_when_a_battle_is_over(lost, exits, turn, turn_over, winners, reason) -> None:  # type: ignore[no-untyped-def]
    ways = tuple(ExitObjective(side, "south") for side in exits)
    outcome = victory.battle_outcome(gone(one_each(turn=turn, exits=ways), *lost), turn_over)
    assert (outcome and tuple(outcome.winners)) == winners
    assert outcome is None or outcome.reason == reason


@pytest.mark.rule("SG-GAP-145", "SG-GAP-74")
def test_how_a_battle_may_end_is_told() -> None:
    exits = (ExitObjective("own", "south"),)
    plain, leaving = victory.end_conditions(one_each()), victory.end_conditions(one_each(exits=exits))
    assert [str(row.label) for row in plain] == ["After turn 8", "One side alone has figures left"]
    assert plain[1].value == "the battle ends at once"
    assert leaving[1].value == "the battle ends at once, unless it is to leave the table"
    held = marked(one_each(stronghold=Stronghold("m", "own")), ("m", 0, 0))
    assert [str(row.label) for row in victory.end_conditions(held)] == [
        "After turn 8",
        "An attacker within 2 in, no defender near",
    ]
    assert victory.end_conditions(held)[0].value == "more figures within 6 in of the stronghold win"
    assert victory.score_rows(held) == {} and set(victory.score_rows(one_each())) == {OWN, ENEMY}
    assert victory.objectives(held) == (MarkerObjective("m", 5.0, 6.0),)


def siege(*squads, turn: int = 8, commander: str = "") -> Battle:  # type: ignore[no-untyped-def]
    state = battle(*squads, turn=turn, stronghold=Stronghold("m", "own", commander))
    return marked(state, ("m", 0, 0))


@pytest.mark.rule("SG-GAP-145", "SG-GAP-147")
@pytest.mark.parametrize(
    ("x", "kinds", "marks", "count"),
    [
        (6.5, ("rifleman",), {}, 1),
        (6.6, ("rifleman",), {}, 0),
        (3.0, ("power_trooper",), {}, 2),
        (3.0, ("rifleman",), {CONFIDENCE: 3}, 1),
        (3.0, ("rifleman",), {CONFIDENCE: 2}, 0),
        (3.0, ("rifleman",), {PANIC: 1}, 0),
    ],
)
def test_who_counts_at_a_stronghold(x, kinds, marks, count) -> None:  # type: ignore[no-untyped-def]
    state = siege(squad("a", (x, 0), kinds=kinds, marks=marks), foes("b", (0, 20)))
    aim = state.game.stronghold
    assert aim and stronghold.counted_figures(state, aim, SideKey(OWN)) == count
    assert stronghold.attacker_of(state, aim) == ENEMY


@pytest.mark.rule("SG-GAP-145")
@pytest.mark.parametrize(
    ("own", "enemy", "turn", "turn_over", "winners"),
    [
        (9.0, 2.5, 2, True, (ENEMY,)),
        (9.0, 2.6, 2, True, None),
        (6.5, 2.5, 2, True, None),
        (9.0, 2.5, 2, False, None),
        (3.0, 20.0, 8, True, (OWN,)),
        (3.0, 20.0, 7, True, None),
        (3.0, 3.0, 8, True, ()),
        (9.0, 9.0, 8, True, (ENEMY,)),
    ],
)
def test_how_a_siege_ends(own, enemy, turn, turn_over, winners) -> None:  # type: ignore[no-untyped-def]
    state = siege(squad("a", (-own, 0)), foes("b", (enemy, 0)), turn=turn)
    outcome = victory.battle_outcome(state, turn_over)
    assert (outcome and tuple(outcome.winners)) == winners


@pytest.mark.rule("SG-GAP-145")
@pytest.mark.parametrize(
    ("turn", "hidden", "over"), [(5, False, False), (6, False, True), (6, True, False), (8, True, True)]
)
def test_defenders_without_enemies_win_two_turns_before_the_last(turn: int, hidden: bool, over: bool) -> None:
    """Those under a counter are still left, but a dummy is nobody."""
    state = siege(squad("a", (3, 0)), foes("b", (20, 0)), counter(1, 20, 20), turn=turn)
    state = hide(state, "b", 1) if hidden else gone(state, "b1")
    outcome = victory.battle_outcome(state, turn_over=True)
    assert (outcome is not None) == over and (not over or tuple(outcome.winners) == (OWN,))


@pytest.mark.rule("SG-GAP-147", "SG-GAP-145")
@pytest.mark.parametrize(
    ("dead", "commander", "own", "enemy"),
    [
        (0, "", 5, 0),
        (1, "", 5, 0),
        (2, "", 5, 1),
        (3, "", 4, 1),
        (3, "a9", 4, 3),
        (3, "a1", 4, 1),
        (6, "", 3, 3),
    ],
)
def test_the_points_of_a_siege(dead: int, commander: str, own: int, enemy: int) -> None:
    """Of nine defenders the last ones die."""
    state = siege(squad("a", *row(-3, 0, 9, 1.0)), foes("b", (0, 20)), commander=commander)
    state = gone(state, *(f"a{9 - k}" for k in range(dead)))
    assert victory.scores(state) == {OWN: own, ENEMY: enemy}
    assert victory.scores(gone(state, "b1"))[SideKey(OWN)] == own + 1


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


@pytest.mark.rule("SG-GAP-143")
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


@pytest.mark.rule("SG-GAP-143")
def test_without_cover_dummies_lie_beside_the_first_unit() -> None:
    state = battle(squad("a", (0, 0), hidden=True), foes("b", (0, 20)))
    table = counter_rules.with_counters(state.table, {})
    assert sorted(p.xy for p in table.standing_pieces() if p.kind == "counter") == [
        (CENTRE, CENTRE),
        (CENTRE + 3, CENTRE),
    ]


@pytest.mark.rule("SG-GAP-143", "SG-GAP-107")
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
        "a acts",
    )
    between = game_facts(one_each(turn=0))
    assert (between.turn, between.actions_left, str(between.phase)) == (1, 1, "Activation of Own")
    assert game_facts(one_each(turn=9)).turn == 8
