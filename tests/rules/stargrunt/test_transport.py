"""Squads that ride in vehicles: boarding, room, riding along, getting out, leaving the table."""

from __future__ import annotations

import pytest

from battlesim.rulesets.stargrunt.battle.victory import lost_figures, scores
from battlesim.rulesets.stargrunt.core.marks import CONFIDENCE, IN_POSITION, ROUTED, SHAKEN, SUPPRESSED
from battlesim.rulesets.stargrunt.core.state import ExitObjective
from battlesim.rulesets.stargrunt.transport.boarding import get_out, why_cannot_board, why_not_aboard
from battlesim.rulings.movement import Leg
from battlesim.rulings.piece_placement import PiecePlacement
from battlesim.table.phrases import rendered_text
from battlesim.table.pieces import Aboard, Off
from battlesim.testing.script import perform_rules
from tests.rules.stargrunt.field import (
    CENTRE,
    ENEMY,
    OWN,
    A,
    battle,
    foes,
    open_actions,
    play,
    rolls,
    row,
    squad,
    unit,
)
from tests.rules.stargrunt.vehicle_field import aboard, vehicle

FAR = foes("b", (0, 22))
HALF_WIDTH, RADIUS = 1.25, 0.5
"""Half the width of an APC, and the radius of a figure, inches."""


def beside(gap, count=8, **more):
    """A squad in a row, whose figures are a gap from the flank of the APC at the centre."""
    return squad("a", *row(-1.7, HALF_WIDTH + RADIUS + gap, count, step=0.0), **more)


def why(*squads, carrier="v1"):
    """Why the squad cannot board, "" if it can."""
    state = battle(*squads, FAR)
    return str(why_not_aboard(state, unit(state, "a"), state.table.pieces[carrier]))


def exits_asked(state):
    """The decision where the squad gets out."""
    return perform_rules(state, lambda play: get_out(play, A), until="get_out").asked[-1]


@pytest.mark.rule("SG-TPT-01")
def test_those_who_board_are_within_six_inches_of_the_hull():
    assert why(vehicle("v", 0, 0), beside(6.0)) == ""
    assert "6.1" in why(vehicle("v", 0, 0), beside(6.1))


@pytest.mark.rule("SG-GAP-73")
def test_a_squad_of_eight_fits_and_five_in_power_armour_do_not():
    assert why(vehicle("v", 0, 0), beside(1.0, 8)) == ""
    assert "9 seats" in why(vehicle("v", 0, 0), beside(1.0, 9))
    assert "10 seats" in why(vehicle("v", 0, 0), beside(1.0, 5, kinds=("brute",)))


@pytest.mark.rule("SG-GAP-73")
def test_a_carrier_of_size_two_holds_one_squad():
    riders = aboard(squad("c", (0, 0), (0, 0)), "v1")
    assert why(vehicle("v", 0, 0), riders, beside(1.0)) == "it is full"


@pytest.mark.rule("SG-TPT-02", "SG-GAP-51")
def test_boarding_costs_the_squad_one_action_and_its_position():
    state = battle(vehicle("v", 0, 0), beside(1.0, marks={IN_POSITION: 1}), FAR, activated="a")
    done = play(state, ["board", "v1"])
    assert done.piece("a8").place == Aboard("v1") and not unit(done, "a").has_mark(IN_POSITION)
    assert done.state.game.activation.actions_left == 1


@pytest.mark.rule("SG-TPT-02")
@pytest.mark.parametrize(("who", "whom"), [("a", "v1"), ("c", "w1")])
def test_each_squad_spends_an_action_and_the_carrier_none(who, whom):
    vehicles = vehicle("v", 0, 0), vehicle("w", 0, 5)
    state = battle(*vehicles, beside(0.2, 3), squad("c", (-4, 5)), FAR, activated=who)
    done = play(state, ["board", whom])
    assert done.state.game.activation.actions_left == 1
    assert play(state, ["board", whom, "stop"], until="unit").state.game.acted[-1][0] == who


@pytest.mark.rule("SG-GAP-73")
def test_a_squad_aboard_rides_along_and_may_only_get_out():
    riders = aboard(squad("a", *row(0, 0, 3)), "v1")
    state = battle(vehicle("v", 0, 0), riders, FAR, activated="a")
    assert open_actions(state) == {"get_out"}
    done = play(state, ["stop"], until="unit")
    assert done.piece("a1").place == Aboard("v1")


@pytest.mark.rule("SG-GAP-73")
@pytest.mark.parametrize(("gap", "legal"), [(6.0, True), (6.1, False)])
def test_those_who_get_out_are_within_six_inches_of_the_hull(gap, legal):
    riders = aboard(squad("a", (0, 0), (0, 0)), "v1")
    state = battle(vehicle("v", 0, 0), riders, FAR)
    asked = exits_asked(state)
    y = CENTRE + HALF_WIDTH + RADIUS + gap
    spots = tuple(PiecePlacement(f"a{n + 1}", CENTRE + 1.5 * n, y) for n in range(2))
    assert (asked.check(state, spots) is None) is legal


@pytest.mark.rule("SG-GAP-73")
def test_those_who_get_out_are_in_integrity():
    riders = aboard(squad("a", (0, 0), (0, 0)), "v1")
    state = battle(vehicle("v", 0, 0), riders, FAR)
    asked = exits_asked(state)
    ends = tuple(PiecePlacement(f"a{n + 1}", CENTRE + x, CENTRE) for n, x in enumerate((-4.0, 4.0)))
    assert asked.check(state, ends) is not None


def test_eight_get_out_by_default():
    riders = aboard(squad("a", *row(0, 0, 8)), "v1")
    state = battle(vehicle("v", 0, 0), riders, FAR, activated="a")
    done = play(state, ["get_out", exits_asked(state).default(state)])
    assert all(done.piece(f"a{n}").table_position for n in range(1, 9))


@pytest.mark.rule("SG-SUP-02")
def test_a_suppressed_vehicle_drives_and_lets_nobody_out_or_in():
    riders = aboard(squad("a", *row(0, 0, 3)), "v1")
    state = battle(vehicle("v", 0, 0, marks={SUPPRESSED: 1}), riders, FAR, activated="v")
    assert "move" in open_actions(state, "v")
    assert "get_out" not in open_actions(state, "a")
    assert why(vehicle("v", 0, 0, marks={SUPPRESSED: 1}), beside(1.0)) != ""


EXIT = (ExitObjective(side=OWN, edge="east", vehicle=3.0, squad=2.0),)


@pytest.mark.rule("SG-GAP-74")
def test_a_vehicle_leaves_the_table_with_its_squad_and_scores():
    riders = aboard(squad("a", *row(0, 0, 3)), "v1")
    state = battle(vehicle("v", 20, 0), riders, FAR, activated="v", exits=EXIT)
    leg = Leg("v1", ((44.0, 24.0), (48.0, 24.0)), None, "edge")
    done = play(state, ["move", (leg,)], until="unit")
    assert done.piece("v_crew1").place == done.piece("a3").place == Off("left")
    assert scores(done.state)[OWN] == 5.0 and lost_figures(done.state, ENEMY) == 0


@pytest.mark.rule("SG-GAP-74")
def test_a_unit_is_out_of_the_game_when_its_last_figure_has_left():
    state = battle(squad("a", (22, 0), (22, 2)), FAR, activated="a", exits=EXIT)
    first = Leg("a1", ((46.0, 24.0), (48.0, 24.0)), None, "edge")
    second = Leg("a2", ((46.0, 26.0), (48.0, 26.0)), None, "edge")
    one = play(state, ["move", (first,)])
    assert one.state.game.exited == ()
    both = play(state, ["move", (first,), "move", (second,)], until="unit")
    assert both.state.game.exited == ("a",) and scores(both.state)[OWN] == 2.0


@pytest.mark.rule("SG-GAP-74")
def test_a_shaken_unit_leaves_the_table_without_a_test():
    state = battle(squad("a", (22, 0), marks={CONFIDENCE: SHAKEN}), FAR, activated="a", exits=EXIT)
    done = play(state, ["move", (Leg("a1", ((46.0, 24.0), (48.0, 24.0)), None, "edge"),)], until="unit")
    assert done.piece("a1").place == Off("left") and rolls(done) == []


@pytest.mark.rule("SG-GAP-74")
def test_those_who_run_from_the_table_score_nothing():
    routed = vehicle("v", 0, -20, facing=270.0, marks={CONFIDENCE: ROUTED})
    done = play(battle(routed, FAR, activated="v", exits=EXIT), [], [12], until="unit")
    assert done.state.game.exited == ("v",) and scores(done.state)[OWN] == 0.0


@pytest.mark.rule("SG-GAP-73")
def test_the_only_vehicle_is_named_where_a_squad_cannot_board_it():
    riders = aboard(squad("c", (0, 0), (0, 0)), "v1")
    own = (vehicle("v", 0, 0), riders, beside(1.0), FAR)
    assert rendered_text(why_cannot_board(battle(*own), unit(battle(*own), "a"))) == "v1: it is full"
    two = battle(*own, vehicle("w", 0, 5), aboard(squad("d", (0, 0), (0, 0)), "w1"))
    assert rendered_text(why_cannot_board(two, unit(two, "a"))) == "it is full"
