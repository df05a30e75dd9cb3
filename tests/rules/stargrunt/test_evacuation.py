"""Bringing the wounded off: points for them, when the battle ends, and what automated players do."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.engine.scenario_plan import ScenarioError
from battlesim.rulesets.stargrunt import RULESET
from battlesim.rulesets.stargrunt.actions.activation import action_decision
from battlesim.rulesets.stargrunt.advice.doctrine import DOCTRINE
from battlesim.rulesets.stargrunt.battle.ground_taken import lost_figures
from battlesim.rulesets.stargrunt.battle.hive import grows
from battlesim.rulesets.stargrunt.battle.victory import battle_outcome, score_rows, scores
from battlesim.rulesets.stargrunt.core.marks import EVACUEE, WOUNDED
from battlesim.rulesets.stargrunt.core.state import ExitObjective, PointValues
from battlesim.rulings.movement import Leg
from battlesim.scenarios.library import load_scenario
from battlesim.table.ids import UnitId
from battlesim.table.pieces import Off

from .field import CENTRE, ENEMY, OWN, battle, foes, play, row, squad, terrain
from .vehicle_field import aboard, vehicle

OFF = (ExitObjective(side=OWN, edge="east", wounded=2.0, abandoned=-1.0),)
HILL = [terrain("wall", -24, 10, 24, 11, height=5.0)]
FAR = foes("b", (0, 22), kinds=("swarmer",), automated=True)


def field(*squads, enemy=FAR, **more):
    """A battle in which the own side is to bring its wounded off the east edge."""
    state = battle(*squads, enemy, exits=OFF, figure_worth=0.0, **more)
    hurt = [p.with_mark(EVACUEE) for p in state.table.pieces.values() if p.has_mark(WOUNDED)]
    return state.with_table(state.table.with_pieces(*hurt))


def hurt(*points, wounded=2, **more):
    """A squad whose figure of this number is wounded."""
    return squad("a", *points, figure_marks={wounded: WOUNDED}, **more)


def advised(state, unit="a"):
    """The action that the recruit would take first."""
    (best, *_) = DOCTRINE.advise(state, action_decision(state, state.table.units[UnitId(unit)]), None)
    return best.answer


def dust_off(**changes):
    """The first state of the scenario, with changes to its table [rules]."""
    read = load_scenario("dust_off")
    plan = msgspec.structs.replace(read.plan, rules=read.plan.rules | changes)
    return RULESET.setup(plan, read.ground)


@pytest.mark.rule("SG-GAP-74", "SG-GAP-101")
def test_those_who_begin_wounded_are_to_be_brought_off():
    marked = [p for p in dust_off().table.pieces.values() if p.has_mark(EVACUEE)]
    assert len(marked) == 8 and all(piece.has_mark(WOUNDED) for piece in marked)


@pytest.mark.rule("SG-GAP-74")
def test_the_wounded_aboard_a_vehicle_that_leaves_are_two_points_each():
    state = field(vehicle("v", 20, 0), aboard(hurt((0, 0), (0, 0)), "v1"), activated="v")
    done = play(state, ["move", (Leg("v1", ((44.0, 24.0), (48.0, 24.0)), None, "edge"),)], until="unit")
    assert scores(done.state)[OWN] == 2.0


@pytest.mark.rule("SG-GAP-70")
def test_the_wounded_leave_the_table_with_those_who_carry_them():
    state = field(hurt((22, 0), (22, 1)), activated="a")
    leg = Leg("a1", ((46.0, 24.0), (48.0, 24.0)), None, "edge")
    done = play(state, ["move", ("a2",), (leg,)], until="unit")
    assert done.piece("a2").place == Off("left") and scores(done.state)[OWN] == 2.0


@pytest.mark.rule("SG-GAP-74")
@pytest.mark.parametrize(("gap", "points"), [(6.0, 0.0), (6.1, -1.0)])
def test_the_wounded_with_nobody_of_their_unit_near_them_cost_a_point(gap, points):
    assert scores(field(hurt((0, 0), (0, 1 + gap))))[OWN] == points


@pytest.mark.rule("SG-GAP-74", "SG-GAP-147")
def test_those_who_begin_wounded_are_no_loss_until_they_die():
    state = field(hurt((0, 0), (0, 1)))
    dead = state.table.piece("a2")
    after = state.with_table(state.table.with_pieces(msgspec.structs.replace(dead, place=Off("lost"))))
    assert (lost_figures(state, ENEMY), lost_figures(after, ENEMY)) == (0, 1)


@pytest.mark.rule("SG-GAP-147")
def test_a_side_may_have_other_points_for_the_figures_of_its_enemy():
    state = battle(hurt((0, 0), (0, 1)), FAR, points=PointValues(figures={ENEMY: 3.0}))
    assert scores(state)[ENEMY] == 3.0
    assert [row.value for row in score_rows(state)[ENEMY]] == ["1, 3 points each"]


@pytest.mark.rule("SG-GAP-74", "SG-GAP-145")
@pytest.mark.parametrize(("exits", "over"), [(OFF, False), ((), True)])
def test_a_side_that_is_to_leave_goes_on_without_enemies(exits, over):
    state = battle(squad("a", (0, 0)), exits=exits)
    assert (battle_outcome(state) is not None) is over


@pytest.mark.rule("SG-GAP-143")
@pytest.mark.parametrize(("turn", "comes"), [(1, False), (2, True), (5, True), (6, False)])
def test_a_hive_may_begin_to_grow_later(turn, comes):
    assert grows(dust_off().with_game(turn=turn)) is comes


@pytest.mark.rule("SG-GAP-143")
def test_a_scenario_may_say_with_which_broods_its_hive_begins():
    units = [unit for unit in dust_off().table.units.values() if unit.side == "aliens"]
    assert sorted(unit.name.split()[0] for unit in units) == ["Stalkers", "Swarmers", "Swarmers"]


@pytest.mark.rule("SG-GAP-140", "SG-GAP-141")
def test_a_brood_that_does_not_exist_is_named_by_its_key():
    with pytest.raises(ScenarioError) as error:
        dust_off(hive={"side": "aliens", "zone": "north", "broods": {"swarmr": 1}})
    assert error.value.key == "rules.hive.broods.swarmr" and "swarmer" in error.value.remedy


LINE = row(0, 0, 3, step=1.0)


def test_a_carrier_fetches_a_squad_with_wounded():
    state = field(vehicle("v", 0, -20), hurt(*LINE), activated="v")
    assert advised(state, "v") == "move"


def test_a_squad_boards_with_its_wounded():
    assert advised(field(vehicle("v", 0, -3), hurt(*LINE), activated="a")) == "board"


def test_a_squad_does_not_board_without_its_wounded():
    far = hurt((0, 0), (1, 0), (0, 9), wounded=3)
    assert advised(field(vehicle("v", 0, -3), far, activated="a")) != "board"


def test_a_squad_treats_its_wounded_while_the_medical_unit_is_near():
    medics = squad("m", (0, -4), kinds=("medic",), medical=True)
    assert advised(field(hurt(*LINE), medics, activated="a")) == "reorganise"
    assert advised(field(hurt(*LINE), activated="a")) != "reorganise"


def test_a_squad_carries_its_wounded_only_if_it_can_carry_all():
    assert advised(field(hurt(*LINE), activated="a")) == "move"
    assert advised(field(hurt((0, 0), (2, 0)), activated="a", ground=HILL)) == "stop"


@pytest.mark.parametrize(("gap", "action"), [(12, "move"), (4, "stop")])
def test_the_medical_unit_goes_to_the_wounded_and_stays_by_them(gap, action):
    medics = squad("m", (0, -gap), kinds=("medic",), medical=True)
    assert advised(field(hurt((0, 0), (2, 0)), medics, activated="m", ground=HILL), "m") == action


def test_a_loaded_carrier_makes_for_the_edge():
    state = field(vehicle("v", 0, 0), aboard(hurt((0, 0), (0, 0)), "v1"), activated="v")
    done = play(state, ["move"])
    (best, *_) = DOCTRINE.advise(done.state, done.run.pending, None)
    assert best.answer[0].end[0] > CENTRE + 10.0
