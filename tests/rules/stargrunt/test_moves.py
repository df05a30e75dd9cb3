"""Moves, tests to leave cover, treatment of the wounded."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from battlesim.rulesets.stargrunt import RULESET
from battlesim.rulesets.stargrunt.actions.move_actions import (
    carry_out_move,
    combat_legs,
    needs_shaken_test,
    perform_combat_move,
    perform_normal_move,
)
from battlesim.rulesets.stargrunt.actions.reorganise import treat_wounded, wounded_in_reach
from battlesim.rulesets.stargrunt.advice.doctrine import DOCTRINE
from battlesim.rulesets.stargrunt.core.marks import (
    CONFIDENCE,
    CONFIDENT,
    IN_POSITION,
    SHAKEN,
    STABILISED,
    STEADY,
    WOUNDED,
)
from battlesim.rulesets.stargrunt.ground.integrity import INTEGRITY_LINK, why_out_of_integrity
from battlesim.rulesets.stargrunt.ground.motion import unit_motions
from battlesim.rulings.movement import Leg, suggest_group_legs, with_group_occupied
from battlesim.table.events import DiceRolled, PiecesMoved
from battlesim.table.pieces import OnTable
from battlesim.testing.overlap import forbidden_overlaps

from .field import A, battle, foes, open_actions, perform, play, rolls, row, squad, terrain, unit


def legs(count, dx, dy, x=0.0, y=0.0, step=1.5):
    """The legs of a row of figures that all move alike."""
    starts = [(24.0 + x + step * n, 24.0 + y) for n in range(count)]
    return tuple(Leg(f"a{n + 1}", (at, (at[0] + dx, at[1] + dy))) for n, at in enumerate(starts))


@pytest.mark.rule("SG-MOV-01", "SG-MOV-04", "SG-ACT-02")
@pytest.mark.parametrize("inches", [6.0, 3.0])
def test_a_normal_move_goes_up_to_the_base_mobility_without_a_die(inches):
    state = battle(squad("a", *row(0, 0, 2)), foes("b", (0, 20)), activated="a")
    done = perform(state, lambda play: perform_normal_move(play, A), {"move": legs(2, 0.0, inches)})
    assert done.piece("a1").xy == (24.0, 24.0 + inches)
    assert rolls(done) == []


@pytest.mark.rule("SG-MOV-01")
def test_a_longer_move_is_refused():
    state = battle(squad("a", *row(0, 0, 2)), foes("b", (0, 20)), activated="a")
    done = play(state, ["move"])
    assert done.run.pending.check(done.state, legs(2, 0.0, 6.1)) is not None


@pytest.mark.rule("SG-MOV-02", "SG-MOV-03", "SG-GAP-68")
@pytest.mark.parametrize(("die", "inches"), [(1, 2.0), (4, 8.0), (6, 12.0)])
def test_a_combat_move_names_its_way_then_goes_twice_the_roll_along_it(die, inches):
    state = battle(squad("a", *row(0, -10, 2)), foes("b", (20, 20)), activated="a")
    way = (Leg("a1", ((24.0, 14.0), (24.0, 40.0))),)
    done = perform(state, lambda play: perform_combat_move(play, A), {"move": way}, [die])
    assert done.piece("a1").xy == (24.0, 14.0 + inches)
    assert done.piece("a2").xy == (25.5, 14.0 + inches)


@pytest.mark.rule("SG-GAP-66")
def test_a_combat_move_stops_at_its_destination():
    state = battle(squad("a", *row(0, -10, 2)), foes("b", (20, 20)), activated="a")
    way = (Leg("a1", ((24.0, 14.0), (24.0, 17.0))),)
    done = perform(state, lambda play: perform_combat_move(play, A), {"move": way}, [6])
    assert done.piece("a1").xy == (24.0, 17.0)


@pytest.mark.rule("SG-MOV-05", "SG-MOV-07")
@pytest.mark.parametrize(("kind", "die"), [("swarmer", 8), ("stalker", 12), ("brute", 6)])
def test_each_kind_of_troops_has_its_mobility_die(kind, die):
    state = battle(squad("a", (0, -10), kinds=(kind,)), foes("b", (20, 20)), activated="a")
    way = (Leg("a1", ((24.0, 14.0), (24.0, 40.0))),)
    done = perform(state, lambda play: perform_combat_move(play, A), {"move": way}, [1])
    assert [event.sides for event in done.events_of(DiceRolled)] == [(die,)]


@pytest.mark.rule("SG-GAP-69")
def test_a_move_ends_an_inch_from_enemies():
    state = battle(squad("a", (0, 0)), foes("b", (0, 5)), activated="a")
    done = play(state, ["move"])
    assert done.run.pending.check(done.state, legs(1, 0.0, 3.1)) is not None
    assert done.run.pending.check(done.state, legs(1, 0.0, 3.0)) is None


@pytest.mark.rule("SG-GAP-65")
@pytest.mark.parametrize(("kind", "reach"), [("woods", 3.0), ("swamp", 2.0), ("crops", 6.0)])
def test_terrain_costs_its_inches(kind, reach):
    ground = [terrain(kind, -10, -10, 10, 10)]
    state = battle(squad("a", (0, 0)), foes("b", (0, 22)), ground=ground, activated="a")
    done = play(state, ["move"])
    assert done.run.pending.check(done.state, legs(1, 0.0, reach)) is None
    assert done.run.pending.check(done.state, legs(1, 0.0, reach + 0.1)) is not None


WOOD = [terrain("woods", -4, -3, 4, 3)]


@pytest.mark.rule("SG-CLV-02", "SG-CLV-03", "SG-CLV-04", "SG-RCT-07", "SG-GAP-81")
@pytest.mark.option("shaken_test", "leave_cover")
@pytest.mark.option("shaken_test", "leave_or_advance")
@pytest.mark.option("shaken_test", "leave_and_advance")
@pytest.mark.parametrize(
    ("option", "level", "ground", "dy", "tests"),
    [
        ("leave_cover", SHAKEN, WOOD, 5.0, True),
        ("leave_cover", STEADY, WOOD, 5.0, False),
        ("leave_cover", CONFIDENT, WOOD, 5.0, False),
        ("leave_cover", SHAKEN, WOOD, -5.0, False),
        ("leave_cover", SHAKEN, [], 5.0, False),
        ("leave_or_advance", SHAKEN, [], 5.0, True),
        ("leave_or_advance", SHAKEN, WOOD, -5.0, True),
        ("leave_and_advance", SHAKEN, WOOD, 5.0, True),
        ("leave_and_advance", SHAKEN, WOOD, -5.0, False),
        ("leave_and_advance", SHAKEN, [], 5.0, False),
    ],
)
def test_a_shaken_unit_tests_before_it_leaves_cover(option, level, ground, dy, tests):
    marks = {CONFIDENCE: level}
    state = battle(
        squad("a", *row(0, 0, 2), marks=marks),
        foes("b", (0, 14)),
        ground=ground,
        options={"shaken_test": option},
        activated="a",
    )
    table = state.table
    for leg in legs(2, 0.0, dy):
        table = table.with_place(leg.piece, OnTable(*leg.end))
    moved = state.with_table(table)
    assert needs_shaken_test(state, moved, unit(state, "a")) is tests


@pytest.mark.rule("SG-CLV-04", "SG-RCT-02")
@pytest.mark.parametrize(("die", "goes"), [(4, False), (5, True)])
def test_a_shaken_unit_that_fails_stays_where_it_is(die, goes):
    state = battle(
        squad("a", *row(0, 0, 2), marks={CONFIDENCE: SHAKEN}), foes("b", (0, 14)), ground=WOOD, activated="a"
    )
    motions = with_group_occupied(unit_motions(state, A, 12.0))
    done = perform(
        state,
        lambda play: carry_out_move(play, A, legs(2, 0.0, 5.0), motions, "SG-MOV-01", "move"),
        dice=[die],
    )
    assert (done.piece("a1").xy[1] > 28.0) is goes


@pytest.mark.rule("SG-MOV-01", "SG-INT-01")
def test_the_others_follow_the_leader_as_far_as_terrain_lets_them():
    state = battle(
        squad("a", *row(0, 0, 2)), foes("b", (20, 20)), ground=[terrain("water", 1.0, 3, 6, 5)], activated="a"
    )
    motions = with_group_occupied(unit_motions(state, A, 8.0))
    found = combat_legs(state, motions, Leg("a1", ((24.0, 24.0), (24.0, 40.0))))
    assert found and found[0].piece == "a1"


@pytest.mark.rule("SG-MED-01", "SG-MED-02", "SG-MED-03", "SG-REO-02")
@pytest.mark.parametrize(
    ("kinds", "die", "left"),
    [
        (("rifleman",), 2, "dead"),
        (("rifleman",), 3, STABILISED),
        (("rifleman",), 5, STABILISED),
        (("rifleman",), 6, "ok"),
        (("medic", "rifleman"), 2, STABILISED),
        (("medic", "rifleman"), 5, "ok"),
    ],
)
def test_treatment_kills_stabilises_or_heals_and_a_medic_adds_one(kinds, die, left):
    state = battle(
        squad("a", *row(0, 0, 2), kinds=kinds, figure_marks={2: WOUNDED}), foes("b", (0, 20)), activated="a"
    )
    done = perform(state, lambda play: treat_wounded(play, A), dice=[die])
    figure = done.piece("a2")
    assert figure.in_play is (left != "dead")
    assert not figure.has_mark(WOUNDED) or left == "dead"
    assert figure.has_mark(STABILISED) is (left == STABILISED)


@pytest.mark.rule("SG-GAP-102")
@pytest.mark.parametrize(("gap", "reached"), [(6.0, 1), (6.1, 0)])
def test_the_wounded_are_treated_within_six_inches(gap, reached):
    state = battle(
        squad("a", (0, 0), (0, 1 + gap), figure_marks={2: WOUNDED}), foes("b", (0, 20)), activated="a"
    )
    assert len(wounded_in_reach(state, A)) == reached


@pytest.mark.rule("SG-POS-02", "SG-GAP-51")
@pytest.mark.option("ip_removal", "one_action")
@pytest.mark.option("ip_removal", "free")
@pytest.mark.parametrize(("option", "left"), [("one_action", 1), ("free", 2)])
def test_removing_the_marker_costs_an_action_or_by_option_none(option, left):
    state = battle(
        squad("a", (0, 0), marks={IN_POSITION: 1}),
        foes("b", (0, 20)),
        options={"ip_removal": option},
        activated="a",
    )
    done = play(state, ["leave_position"])
    assert not unit(done, "a").has_mark(IN_POSITION)
    assert done.state.game.activation.actions_left == left


@pytest.mark.rule("SG-ACT-03")
def test_each_weapon_fires_once_but_another_may_fire_in_the_second_action():
    kinds = ("rifleman", "rifleman", "gunner")
    state = battle(squad("a", *row(0, 0, 3), kinds=kinds), foes("b", *row(0, 6, 4)), activated="a")
    done = play(state, ["fire", "b", ("advanced_rifle",)], [4, 1, 1])
    assert "fire" in open_actions(done.state)
    again = play(done.state, ["fire", "b", ("saw:a3",)], [4, 1, 1])
    assert "fire" in open_actions(again.state) or again.state.game.activation is None
    assert set(again.state.game.fired) == {"a advanced_rifle", "a saw:a3"}


@pytest.mark.rule("SG-REO-01", "SG-GAP-50")
def test_reorganising_brings_a_straggler_back():
    state = battle(squad("a", (0, 0), (8.0, 0)), foes("b", (0, 20)), activated="a")
    back = (Leg("a2", ((32.0, 24.0), (26.5, 24.0))),)
    done = play(state, ["reorganise", back])
    assert done.piece("a2").xy == (26.5, 24.0)
    assert "move" in open_actions(done.state)


@pytest.mark.rule("SG-REO-01", "SG-GAP-50")
@pytest.mark.parametrize(("end", "comes"), [(33.0, True), (32.9, False), (40.0, False)])
def test_a_straggler_out_of_reach_comes_nearer(end, comes):
    """He stands 15 in away, walks 6 in at most, and only toward the leader."""
    state = battle(squad("a", (0, 0), (15.0, 0)), foes("b", (0, 20)), activated="a")
    nearer = (Leg("a2", ((39.0, 24.0), (end, 24.0))),)
    decision = play(state, ["reorganise"]).run.pending
    assert (decision.check(state, nearer) is None) is comes


@pytest.mark.rule("SG-REO-01", "SG-GAP-50")
def test_a_unit_still_out_of_integrity_goes_on_to_reorganise():
    state = battle(squad("a", (0, 0), (15.0, 0)), foes("b", (0, 20)), activated="a")
    first = (Leg("a2", ((39.0, 24.0), (33.0, 24.0))),)
    done = play(state, ["reorganise", first])
    assert why_out_of_integrity(done.state, A) and "reorganise" in open_actions(done.state)
    back = play(done.state, ["reorganise", (Leg("a2", ((33.0, 24.0), (27.0, 24.0))),)])
    assert not why_out_of_integrity(back.state, A)


@pytest.mark.rule("SG-REO-01", "SG-GAP-50")
def test_automated_units_bring_their_stragglers_nearer():
    state = battle(squad("a", (0, 0), (15.0, 0)), foes("b", (0, 20)), activated="a")
    decision = play(state, ["reorganise"]).run.pending
    (best,) = DOCTRINE.advise(state, decision, None)
    (leg,) = best.answer
    assert leg.end[0] == pytest.approx(33.0, abs=0.01)


def past_two_houses():
    """A brood of sixty before two houses with a lane between them, and its move straight on."""
    houses = [terrain("building", -9, 0, -2, 4), terrain("building", 2, 0, 9, 4)]
    ground = [replace(house, id=f"house{number}") for number, house in enumerate(houses)]
    figures = [point for rank in range(6) for point in row(-5.4, -9 + 1.2 * rank, 10, 1.2)]
    brood = squad("a", *figures, kinds=("swarmer",), leader=False)
    state = battle(brood, foes("b", (0, 20)), ground=ground, activated="a")
    motions = unit_motions(state, A, 8.0)
    legs = suggest_group_legs(state.table, motions, INTEGRITY_LINK, (24.0, 40.0))
    return perform(state, lambda play: perform_normal_move(play, A), {"move": legs})


@pytest.mark.rule("SG-MOV-01", "SG-INT-01")
def test_a_swarm_of_sixty_goes_past_two_houses_without_overlap_and_in_integrity():
    done = past_two_houses()
    assert forbidden_overlaps(RULESET, done.state) == []
    assert why_out_of_integrity(done.state, A) == ""
    assert max(piece.xy[1] for piece in done.state.table.pieces_of_unit(A)) > 24.0


def test_the_move_of_a_swarm_is_one_event():
    assert [len(event.parts) for event in past_two_houses().events_of(PiecesMoved)] == [60]
