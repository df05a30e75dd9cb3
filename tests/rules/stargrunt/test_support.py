"""Support: requests, chits, accuracy, and what falls where."""

from __future__ import annotations

import pytest

from battlesim.geometry.templates import Blast
from battlesim.rulesets.stargrunt import RULESET
from battlesim.rulesets.stargrunt.battle.previews import answer_preview
from battlesim.rulesets.stargrunt.battle.turn_sequence import deal_chits, next_step
from battlesim.rulesets.stargrunt.core.events import MissionArrived, SupportCalled
from battlesim.rulesets.stargrunt.core.marks import IN_POSITION, SUPPRESSED, WOUNDED
from battlesim.rulesets.stargrunt.core.profiles import tables
from battlesim.rulesets.stargrunt.core.state import Battery, Mission
from battlesim.rulesets.stargrunt.support.arrival import (
    burst_shifts,
    caught_figures,
    clock_point,
    needed_accuracy,
    resolve_mission,
)
from battlesim.rulesets.stargrunt.support.missions import due_missions
from battlesim.rulesets.stargrunt.support.points import point_decision
from battlesim.rulesets.stargrunt.support.request import (
    battery_decision,
    chits_left,
    request_roll,
    request_support,
)
from battlesim.rulings.template_coverage import caught_ids, place_template
from battlesim.table.events import TemplatePlaced

from .field import CENTRE, OWN, A, battle, foes, open_actions, perform, play, row, squad, terrain, unit

POINT = (CENTRE, CENTRE + 10.0)
"""Where the support of these tests is to fall: 10 in ahead of the caller."""


def battery(**more):
    return Battery("mortars", "own", **more)


MORTARS = battery()


def gunners(*more, battery=MORTARS, chits=3, ground=(), missions=(), options=None, turn=1, **rules):
    """A squad `a` that can call for the support of a battery, and whatever else stands on the table."""
    return battle(
        squad("a", (0, 0), (1.5, 0), **rules),
        *(more or (foes("b", (0, 20)),)),
        ground=ground,
        options=options,
        activated="a",
        batteries=(battery,),
        missions=missions,
        chits={"own": chits},
        turn=turn,
    )


def mission(rounds=1, warhead="explosive", at=POINT, turn=1, caller="a"):
    return Mission("mortars-3-0", "mortars", caller, at, warhead, rounds, turn)


def call(state, dice, chits="0", rounds="3", at=POINT, warhead="explosive"):
    answers = {
        "battery": [f"mortars {warhead}"],
        "impact": [at],
        "rounds": [rounds],
        "chits": [chits],
    }
    return perform(state, lambda play: request_support(play, A), answers, dice)


def fall(state, dice=(), own=None):
    """Have a mission arrive."""
    return perform(state, lambda play: resolve_mission(play, own or mission()), dice=dice)


def bursts(done):
    return [event.at for event in done.events_of(TemplatePlaced)]


@pytest.mark.rule("SG-ART-01")
@pytest.mark.parametrize(("level", "die"), [("platoon", 8), ("squad", 6), ("company", 8), ("battalion", 8)])
def test_each_level_bypassed_shifts_the_die_of_a_request_down(level, die):
    state = gunners(level=level)
    assert request_roll(unit(state, "a"), state.game.batteries[0], 0).sides == (die,)


@pytest.mark.rule("SG-ART-02", "SG-GAP-130")
def test_chits_shift_the_die_up_and_are_gone_when_the_request_fails():
    state = gunners()
    assert request_roll(unit(state, "a"), state.game.batteries[0], 2).sides == (10,)
    done = call(state, [4], chits="2")
    assert (done.state.game.chits["own"], done.state.game.missions) == (1, ())


@pytest.mark.rule("SG-GAP-131")
def test_a_request_begins_with_all_rounds_and_no_chit():
    rounds, chits = call(gunners(), [4]).asked[2:4]
    assert (rounds.what, rounds.begins, chits.what, chits.begins) == ("rounds", "3", "chits", "0")


@pytest.mark.rule("SG-ART-03", "SG-ART-04", "SG-ART-05")
@pytest.mark.parametrize(
    ("kind", "leadership", "specialist", "needed"),
    [
        ("artillery", 2, True, 3),
        ("artillery", 2, False, 5),
        ("orbital", 1, True, 5),
        ("orbital", 1, False, 8),
        ("air", 2, True, 5),
        ("air", 2, False, 7),
    ],
)
def test_what_a_request_needs(kind, leadership, specialist, needed):
    own = {"leadership": leadership, "specialist": (kind,) if specialist else ()}
    state = gunners(battery=battery(kind=kind), **own)
    assert request_roll(unit(state, "a"), state.game.batteries[0], 0).thresholds[0].least == needed


@pytest.mark.rule("SG-GAP-131")
def test_a_point_out_of_sight_may_be_called_for():
    state = gunners(ground=[terrain("building", -20, 4, 20, 6)])
    done = call(state, [5])
    assert point_decision(state, unit(state, "a"), MORTARS, "explosive").check(state, POINT) is None
    assert done.state.game.missions[0].at == POINT


@pytest.mark.parametrize(("specialist", "told"), [((), "50 %"), (("artillery",), "75 %")])
def test_the_card_of_a_point_says_how_likely_the_request_is(specialist, told):
    state = gunners(leadership=2, level="platoon", specialist=specialist)
    card = answer_preview(state, point_decision(state, unit(state, "a"), MORTARS, "explosive"), POINT)
    assert card and ("Granted without chits", told) == (card.rows[0].label, card.rows[0].value)


@pytest.mark.rule("SG-GAP-131")
def test_an_attached_observer_bypasses_no_level():
    state = gunners(battery=battery(observer="a"))
    assert request_roll(unit(state, "a"), state.game.batteries[0], 0).sides == (8,)


@pytest.mark.rule("SG-GAP-131")
def test_a_request_is_an_action_while_missions_are_left():
    assert "request" in open_actions(gunners())
    assert "request" not in open_actions(gunners(battery=battery(missions=0)))
    done = play(gunners(), ["request", "mortars explosive", POINT, "3", "0"], [5])
    assert done.state.game.activation.actions_left == 1


@pytest.mark.rule("SG-GAP-132")
@pytest.mark.parametrize(
    ("kind", "level", "turn"),
    [
        ("artillery", "company", 3),
        ("artillery", "battalion", 4),
        ("artillery", "regiment", 5),
        ("air", "company", 4),
        ("orbital", "company", 5),
    ],
)
def test_when_support_arrives(kind, level, turn):
    state = gunners(battery=battery(kind=kind, level=level, observer="a"), turn=3)
    done = call(state, [12], chits="2")
    assert done.events_of(SupportCalled)[0].mission.turn == turn


@pytest.mark.rule("SG-GAP-132")
@pytest.mark.parametrize(("turn", "due"), [(1, 1), (2, 0)])
def test_a_mission_that_is_due_counts_as_a_unit_left_to_activate(turn, due):
    state = gunners(missions=[mission(turn=turn)]).with_game(activation=None, acted=("a1", "a2", "b1"))
    assert len(due_missions(state, OWN)) == due
    assert next_step(state).name == ("activate" if due else "begin_turn")


@pytest.mark.rule("SG-GAP-132")
def test_a_mission_is_resolved_as_an_activation():
    state = gunners(missions=[mission()]).with_game(activation=None, acted=("a1", "a2"))
    done = play(state, ["mortars-3-0"], [8])
    assert done.state.game.missions == () and len(done.events_of(MissionArrived)) == 1


@pytest.mark.rule("SG-ART-06", "SG-ART-07", "SG-GAP-138")
@pytest.mark.parametrize(
    ("specialist", "wall", "leadership", "needed"),
    [(True, False, 2, 3), (True, True, 2, 5), (False, False, 2, 5), (False, False, 3, 7)],
)
def test_how_high_the_accuracy_die_must_be(specialist, wall, leadership, needed):
    ground = [terrain("building", -20, 4, 20, 6)] if wall else []
    own = {"leadership": leadership, "specialist": ("artillery",) if specialist else ()}
    assert needed_accuracy(gunners(ground=ground, **own), mission()) == needed


@pytest.mark.rule("SG-ART-08", "SG-GAP-135")
def test_a_miss_falls_by_the_clock_so_many_times_the_failed_score_away():
    done = fall(gunners(), [3, 3, 5])
    assert bursts(done) == [(POINT[0] + 15.0, POINT[1])]


@pytest.mark.rule("SG-GAP-138")
def test_with_nobody_left_of_the_caller_the_score_is_one():
    state = gunners(squad("c", (-20, -20), figure_marks={1: WOUNDED}), foes("b", (0, 20)))
    done = fall(state, [3, 5], mission(caller="c"))
    assert bursts(done) == [(POINT[0] + 5.0, POINT[1])]


@pytest.mark.rule("SG-ART-09")
@pytest.mark.parametrize(("dice", "at"), [((5,), POINT), ((3, 3, 5), (POINT[0] + 15.0, POINT[1]))])
def test_the_first_round_bursts_on_the_main_point(dice, at):
    assert bursts(fall(gunners(), dice)) == [at]


@pytest.mark.rule("SG-ART-10", "SG-GAP-134")
def test_further_rounds_fall_around_the_main_point():
    done = fall(gunners(), [5, 9, 4, 6, 2], mission(rounds=3))
    x, y = POINT
    assert bursts(done) == [(x, y), (x - 4.0, y), (x, y - 2.0)]


@pytest.mark.rule("SG-GAP-134")
@pytest.mark.parametrize("rounds", [1, 3])
def test_a_salvo_has_as_many_rounds_as_are_ordered_at_most_one_a_tube(rounds):
    done = call(gunners(), [6], rounds=str(rounds))
    assert done.state.game.missions[0].rounds == rounds
    asked = next(each for each in done.asked if each.what == "rounds")
    assert [option.key for option in asked.options] == ["1", "2", "3"]


@pytest.mark.rule("SG-ART-11", "SG-ART-12", "SG-ART-13", "SG-ART-14", "SG-GAP-137")
@pytest.mark.parametrize(("size", "radius"), [("small", 3), ("medium", 4), ("large", 6), ("very_large", 10)])
@pytest.mark.parametrize(("beyond", "caught"), [(-0.1, True), (0.0, True), (0.1, False)])
def test_who_stands_in_a_burst(size, radius, beyond, caught):
    state = battle(foes("b", (radius + beyond, 0)))
    found = caught_figures(state, (CENTRE, CENTRE), tables().burst[size].radius)
    assert bool(found) is caught


@pytest.mark.rule("SG-ART-15", "SG-ART-16", "SG-ART-17", "SG-GAP-136")
@pytest.mark.parametrize(
    ("warhead", "dispersed", "point", "factor"),
    [("explosive", 8, 8, 1), ("anti_personnel", 12, 8, 1), ("anti_armour", 6, 12, 2)],
)
def test_the_impact_of_each_warhead(warhead, dispersed, point, factor):
    row = tables().warhead[warhead]
    assert (row.dispersed, row.point, row.factor) == (dispersed, point, factor)


@pytest.mark.rule("SG-GAP-136")
def test_a_warhead_that_the_battery_lacks_is_not_offered():
    state = gunners(battery=battery(warheads=("explosive", "anti_armour")))
    keys = [option.key for option in battery_decision(state, unit(state, "a")).options]
    assert keys == ["mortars explosive", "mortars anti_armour", "none"]


@pytest.mark.rule("SG-ART-18", "SG-ART-21")
def test_figures_of_both_sides_are_rolled_for_once_a_burst_and_marked_once_a_salvo():
    state = gunners(foes("b", *row(-1, 10, 2), quality="elite"), squad("c", (0, 12), quality="elite"))
    accuracy, second_round, impacts, tests = [5], [12, 1], [1, 6] * 3, [12, 12]
    done = fall(state, [*accuracy, *second_round, *impacts, *impacts, *tests], mission(rounds=2))
    assert [len(event.caught) for event in done.events_of(TemplatePlaced)] == [3, 3]
    assert [unit(done, id).mark_count(SUPPRESSED) for id in ("b", "c")] == [1, 1]


@pytest.mark.rule("SG-ART-19")
@pytest.mark.parametrize(("impact", "armour", "result"), [(7, 3, "dead"), (6, 3, "wounded"), (3, 3, "well")])
def test_a_burst_wounds_and_kills_as_small_arms_do(impact, armour, result):
    state = gunners(foes("b", (0, 10), (0, 30), leader=False))
    done = fall(state, [5, impact, armour, 8])
    hurt = done.state.table.pieces["b1"]
    now = "dead" if hurt.table_position is None else "wounded" if hurt.has_mark(WOUNDED) else "well"
    assert now == result


@pytest.mark.rule("SG-ART-20")
@pytest.mark.parametrize(("marks", "shifts"), [({}, 1), ({IN_POSITION: 1}, 2)])
def test_cover_and_position_shift_the_armour_in_a_burst(marks, shifts):
    state = battle(foes("b", (0, 10), marks=marks), ground=[terrain("scrub", -3, 8, 3, 12)])
    own = state.table.pieces["b1"]
    assert sum(shift.value for shift in burst_shifts(state, own, (CENTRE, CENTRE + 8))) == shifts


@pytest.mark.rule("SG-GAP-137")
@pytest.mark.parametrize(("y", "covered"), [(9.0, True), (10.8, False)])
def test_a_wall_gives_cover_in_a_burst_only_from_between(y, covered):
    state = battle(foes("b", (0, 10)), ground=[terrain("wall", -3, y, 3, y + 0.2)])
    own = state.table.pieces["b1"]
    assert bool(burst_shifts(state, own, (CENTRE, CENTRE + 6))) is covered


@pytest.mark.rule("SG-GAP-135")
@pytest.mark.parametrize(("hour", "at"), [(12, (20, 25)), (3, (25, 20)), (6, (20, 15)), (9, (15, 20))])
def test_the_clock_of_a_side_begins_away_from_its_edge(hour, at):
    assert clock_point(battle(squad("a", (0, 0))), OWN, (20.0, 20.0), hour, 5.0) == pytest.approx(at)


@pytest.mark.rule("SG-GAP-133")
def test_an_air_attack_drops_two_bursts_in_the_direction_of_flight():
    state = gunners(battery=battery(kind="air", size="large"))
    x, y = POINT
    assert bursts(fall(state, [1, 6, 8])) == [(x, y), (x, y + 6.0)]


@pytest.mark.rule("SG-GAP-133")
def test_an_orbital_attack_is_one_burst():
    state = gunners(battery=battery(kind="orbital", size="very_large"))
    (placed,) = fall(state, [5, 1, 6, 1, 6, 8, 8], mission(rounds=3)).events_of(TemplatePlaced)
    assert (placed.at, placed.radius) == (POINT, 10.0)


@pytest.mark.rule("SG-GAP-130")
@pytest.mark.option("support_chits", "3")
@pytest.mark.option("support_chits", "d6")
@pytest.mark.option("support_chits", "0")
@pytest.mark.parametrize(("option", "dice", "chits"), [("3", [], 3), ("d6", [5], 5), ("0", [], 0)])
def test_how_many_chits_a_side_has(option, dice, chits):
    state = gunners(options={"support_chits": option})
    done = perform(state, deal_chits, dice=dice)
    assert chits_left(done.state, OWN) == chits


# -- templates for measuring --


@pytest.mark.rule("SG-ART-18", "SG-ART-06", "SG-GAP-132")
def test_bursts_are_templates_that_catch_by_the_centre_and_miss_by_clock_and_score():
    kinds = {kind.name: kind for kind in RULESET.template_kinds(None)}
    plain, missed = kinds["Large burst"], kinds["Large burst, accuracy 3"]
    assert (plain.shape, plain.threshold, plain.scatter) == ("blast:6", "centre", None)
    assert (missed.scatter.ways, missed.scatter.inches[-1]) == (12, 24.0)
    assert kinds["Small burst, further round"].scatter.inches == (1.0, 2.0, 3.0, 4.0, 5.0, 6.0)


@pytest.mark.rule("SG-ART-18", "SG-GAP-132")
def test_a_template_catches_the_figures_that_a_burst_catches():
    state = gunners(foes("b", (0, 10), (0, 12.7), (0, 13.9), (0, 14.1)))
    (kind,) = [kind for kind in RULESET.template_kinds(state) if kind.name == "Medium burst"]
    blast, standing = Blast(*POINT, 4.0), state.table.standing_pieces()
    placed = place_template(state.table.ground, blast, POINT)
    caught = caught_ids(state.table, placed, standing, kind.threshold)
    assert caught == [piece.id for piece in caught_figures(state, POINT, 4.0)] == ["b1", "b2", "b3"]
