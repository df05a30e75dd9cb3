"""Holes that the Spug player places before the battle: how many, where, and where the program places them."""

from __future__ import annotations

import pytest

from battlesim.players.base import PlayerContext, rng_seed_for
from battlesim.players.recruit import Recruit
from battlesim.rulesets.alien_invasion import RULESET
from battlesim.rulesets.alien_invasion.core.state import Deployment
from battlesim.rulesets.alien_invasion.underground.places import RESERVE
from battlesim.rulesets.alien_invasion.underground.start_holes import TO_PLACE, hole_decision
from battlesim.testing.script import begin_run, play_script
from tests.rules.alien_invasion.field import battle, group, people, spugs, terrain
from tests.rules.alien_invasion.test_burrow_edges import squad
from tests.rules.alien_invasion.test_burrowers import hole
from tests.rules.alien_invasion.test_deployment import texts, waiting

WHERE = pytest.mark.rule("MT-GAP-58")
HOW_MANY = pytest.mark.rule("MT-SPUG-13")
PROGRAM = pytest.mark.rule("MT-AUTO-20")
SOUTH_WEST = (((0.0, 0.0), (12.0, 0.0), (12.0, 12.0), (0.0, 12.0)),)
SCRUB = terrain("scrub", 30, 10, 40, 20)


def preparing(*groups, to_place=2, reserve=3, **more):
    """A battle before the first batch in which the Spugs have holes to place."""
    own = groups or (group("a", (2, 2)), spugs("s", (60, 40)))
    counts = {"prepared": 1, RESERVE: reserve, TO_PLACE: to_place}
    known = {"turn": 0, "row": (), "tally": counts, "options": {"alliances": "off"}} | more
    return battle(*own, **known).with_game(row=())


def begun(state, *points, until="card"):
    return play_script(begin_run(RULESET, state), {"place_hole": list(points)}, until=until)


def lying(state):
    return [(m.id, m.name, m.x, m.y, m.radius) for m in state.table.markers.values() if m.kind == "hole"]


@HOW_MANY
def test_two_of_three_markers_are_placed_one_after_the_other_and_the_third_is_kept():
    done = begun(preparing(), (30.0, 30.0), (40.0, 8.0))
    assert [decision.side for decision in done.decisions_with_key("place_hole")] == ["spug", "spug"]
    assert lying(done.state) == [("hole1", "Hole 1", 30, 30, 1), ("hole2", "Hole 2", 40, 8, 1)]
    assert (done.state.game.count(RESERVE), done.state.game.count(TO_PLACE)) == (1, 0)
    assert texts(done.events)[0] == "Holes: spug"


@HOW_MANY
def test_nobody_is_asked_where_the_scenario_has_placed_the_holes():
    state = preparing(to_place=0, markers=[hole(30, 30)])
    assert begin_run(RULESET, state).pending.what == "card"


@HOW_MANY
def test_a_squad_that_must_start_below_does_so_below_a_hole_that_was_just_placed():
    worm = squad(waiting(spugs("w", (0, 0), kinds=("burrower",))), "s")
    own = squad(waiting(spugs("s", (0, 0), (0, 0))), "s")
    state = preparing(group("a", (2, 2)), own, worm)
    state = state.with_game(deployment=Deployment("Below", {"s": SOUTH_WEST, "w": SOUTH_WEST}))
    answers = {"place_hole": [(30.0, 30.0), (40.0, 8.0)], "start_hole": "hole2"}
    done = play_script(begin_run(RULESET, state), answers, until="card")
    assert set(done.state.game.below) == {"s", "w"}


def asked(state):
    return hole_decision(state, "spug", 1)


def why(state, point):
    refusal = asked(state).check(state, point)
    return str(refusal.reason) if refusal else ""


@WHERE
@pytest.mark.parametrize(
    ("point", "reason"),
    [
        ((29.0, 15.0), ""),
        ((29.1, 15.0), "it is 0.90 in from scrub, at least 1 in is required"),
        ((35.0, 15.0), "it lies in scrub"),
        ((41.0, 15.0), ""),
        ((1.0, 47.0), ""),
        ((0.5, 47.0), "(0.50, 47.00) is outside the permitted area"),
    ],
)
def test_a_hole_lies_on_the_table_an_inch_from_features(point, reason):
    assert why(preparing(ground=[SCRUB]), point) == reason


@WHERE
@pytest.mark.parametrize(
    ("at", "reason"),
    [
        ((20.0, 6.0), ""),
        ((19.0, 6.0), "it is 7.00 in from the start area of unit, at least 8 in is required"),
    ],
)
def test_a_hole_lies_eight_inches_from_the_zone_of_an_enemy(at, reason):
    state = preparing(waiting(group("a", (0, 0))), spugs("s", (60, 40)))
    own = state.with_game(deployment=Deployment("Zones", {"a": SOUTH_WEST}))
    side = state.with_game(deployment=Deployment("Zones", taken={"unit": SOUTH_WEST}))
    assert [why(own, at), why(side, at)] == [reason, reason]


@WHERE
@pytest.mark.parametrize(("x", "free"), [(28.5, True), (28.4, False)])
def test_enemies_without_a_zone_start_where_they_stand(x, free):
    state = preparing(group("a", (20, 20)), spugs("s", (60, 40)))
    assert (why(state, (x, 20.0)) == "") is free


@WHERE
def test_own_groups_allies_and_those_who_do_not_fight_keep_no_hole_away():
    own = (group("a", (2, 2)), spugs("s", (30, 30)), people("c", (40, 40)))
    assert why(preparing(*own), (31.0, 30.0)) == why(preparing(*own), (41.0, 40.0)) == ""


@WHERE
@pytest.mark.parametrize(("x", "free"), [(32.1, True), (32.0, False)])
def test_holes_do_not_overlap(x, free):
    state = preparing(markers=[hole(30, 30)])
    assert (why(state, (x, 30.0)) == "") is free


@WHERE
def test_a_hole_for_which_there_is_no_room_stays_in_the_reserve():
    state = preparing(ground=[terrain("woods", 0, 0, 72, 48)])
    done = begun(state)
    assert not done.decisions_with_key("place_hole") and not lying(done.state)
    assert (done.state.game.count(RESERVE), done.state.game.count(TO_PLACE)) == (3, 0)


def recruit(state):
    """What the program answers to each question about a hole."""
    run, found = begin_run(RULESET, state), []
    while run.pending is not None and run.pending.what == "place_hole":
        moment = PlayerContext(RULESET, "spug", rng_seed_for(3, "spug", 1), 1)
        view = RULESET.view(run.state, "spug")
        found.append(Recruit().answer(view, run.pending, moment).answer)
        assert run.answer(found[-1]) is None
    return found


QUARTERS = [(18, 12), (54, 12), (18, 36), (54, 36)]


@PROGRAM
def test_the_program_places_holes_at_the_quarter_points_in_order():
    assert recruit(preparing(to_place=4, reserve=6)) == QUARTERS


@PROGRAM
def test_the_program_takes_the_nearest_legal_point():
    ground = [terrain("scrub", 14, 8, 21, 16)]
    assert recruit(preparing(ground=ground, to_place=1)) == [pytest.approx((22.0, 12.0), abs=0.01)]


@PROGRAM
def test_a_fifth_hole_lies_beside_the_first():
    first, *_, last = recruit(preparing(to_place=5, reserve=6))
    assert abs(((first[0] - last[0]) ** 2 + (first[1] - last[1]) ** 2) ** 0.5 - 2.1) < 0.01


@PROGRAM
def test_squads_of_the_program_start_below_the_first_holes():
    units = []
    for name in ("s", "t"):
        units += [squad(waiting(spugs(name, (0, 0))), name)]
        units += [squad(waiting(spugs(f"{name}w", (0, 0), kinds=("burrower",))), name)]
    state = preparing(
        group("a", (2, 2)), *units, to_place=0, markers=[hole(50, 40, "far"), hole(30, 30, "h")]
    )
    run = begin_run(RULESET, state)
    found = []
    while run.pending is not None and run.pending.what == "start_hole":
        moment = PlayerContext(RULESET, "spug", rng_seed_for(3, "spug", 1), 1)
        found.append(Recruit().answer(RULESET.view(run.state, "spug"), run.pending, moment).answer)
        run.answer(found[-1])
    assert found == ["far", "h"]
