"""Travel moves: columns, what they forbid, how they end, and what fire does to them."""

from __future__ import annotations

import pytest

from battlesim.rulesets.stargrunt.actions.travel import COLUMN_LINK, perform_travel_move
from battlesim.rulesets.stargrunt.advice.doctrine import travels_on
from battlesim.rulesets.stargrunt.assault.assault import perform_assault
from battlesim.rulesets.stargrunt.attack.shooting import resolve_fire
from battlesim.rulesets.stargrunt.core.marks import IN_POSITION, PANIC, SUPPRESSED, TRAVELLING
from battlesim.rulesets.stargrunt.ground.motion import unit_motions
from battlesim.rulings.movement import Leg, group_problem, suggest_group_legs, with_group_occupied

from .field import CENTRE, A, battle, fire, foes, open_actions, perform, play, row, squad, terrain, unit

RANKS = [(x, y) for y in (0, -1.5, -3) for x in (0, 1.5)]
"""Six figures in three ranks of two."""


def moves(*ways):
    """The legs of figures of squad `a` from point to point."""
    at = [tuple((CENTRE + x, CENTRE + y) for x, y in way) for way in ways]
    return tuple(Leg(f"a{n + 1}", path) for n, path in enumerate(at))


def marching(*points, **more):
    return battle(squad("a", *(points or RANKS), **more), foes("b", (0, 23)), activated="a")


@pytest.mark.rule("SG-TRV-01", "SG-GAP-71")
@pytest.mark.parametrize(("inches", "goes"), [(12.0, True), (12.1, False)])
def test_a_travel_move_goes_twice_as_far_as_a_normal_one(inches, goes):
    done = play(marching((0, 0)), ["travel"])
    legs = moves(((0, 0), (0, inches)))
    assert (done.run.pending.check(done.state, legs) is None) is goes


@pytest.mark.rule("SG-TRV-02", "SG-GAP-71")
@pytest.mark.parametrize(("step", "stands"), [((0.0, -1.5), True), ((0.0, -3.1), False), ((1.5, 0.0), True)])
def test_a_travel_move_ends_in_single_file_with_gaps_of_two_inches(step, stands):
    done = play(marching(), ["travel"])
    ends = [(n * step[0], 4 + n * step[1]) for n in range(6)]
    legs = moves(*zip(RANKS, ends, strict=True))
    assert (done.run.pending.check(done.state, legs) is None) is stands


@pytest.mark.rule("SG-TRV-02")
def test_a_travel_move_that_ends_in_ranks_is_refused():
    done = play(marching(), ["travel"])
    legs = moves(*(((x, y), (x, y + 6)) for x, y in RANKS))
    assert "single file" in str(done.run.pending.check(done.state, legs).reason)


@pytest.mark.rule("SG-GAP-71")
def test_ranks_fall_into_column_on_the_march_and_both_actions_may_be_travel_moves():
    state = marching()
    for _ in range(2):
        motions = with_group_occupied(unit_motions(state, A, 12.0))
        legs = suggest_group_legs(state.table, motions, COLUMN_LINK, (CENTRE, CENTRE + 15.0))
        assert len(legs) == 6 and group_problem(state.table, motions, legs, COLUMN_LINK) is None
        state = perform(state, lambda play: perform_travel_move(play, A), {"move": legs}).state
    assert unit(state, "a").has_mark(TRAVELLING)
    assert max(piece.xy[1] for piece in state.table.pieces.values() if piece.unit == A) > CENTRE + 13.0


@pytest.mark.rule("SG-TRV-03")
@pytest.mark.parametrize(
    ("marks", "open_keys"),
    [({}, {"travel", "reorganise"}), ({SUPPRESSED: 1}, {"shake_off"}), ({PANIC: 1}, set())],
)
def test_a_unit_in_travel_mode_travels_or_reorganises_only(marks, open_keys):
    state = battle(
        squad("a", *row(0, 0, 3), marks={TRAVELLING: 1, **marks}), foes("b", (0, 8)), activated="a"
    )
    assert open_actions(state) == open_keys


@pytest.mark.rule("SG-TRV-04")
def test_reorganising_ends_travel_mode_and_costs_an_action():
    done = play(marching(*row(0, 0, 2), marks={TRAVELLING: 1}), ["reorganise", ()])
    assert not unit(done, "a").has_mark(TRAVELLING)
    assert {"move", "go_in_position"} <= open_actions(done.state)


@pytest.mark.rule("SG-GAP-158")
def test_a_column_that_shakes_off_its_marker_may_march_on():
    done = play(marching(*row(0, 0, 2), marks={TRAVELLING: 1, SUPPRESSED: 1}), ["shake_off"], [3])
    assert open_actions(done.state) == {"travel", "reorganise"}


@pytest.mark.rule("SG-TRV-06", "SG-GAP-45")
@pytest.mark.parametrize(("dice", "markers"), [([4, 2, 2], 1), ([3, 5, 1], 1)])
def test_fire_at_a_column_suppresses_it_whatever_the_dice_say(dice, markers):
    target = foes("b", (0, 6), (1.5, 6), marks={TRAVELLING: 1, "was_suppressed": 1})
    done = perform(battle(squad("a", (0, 0)), target), lambda play: resolve_fire(play, fire()), dice=dice)
    assert unit(done, "b").mark_count(SUPPRESSED) == markers


@pytest.mark.rule("SG-TRV-06")
def test_an_assault_engages_a_column_too():
    target = foes("b", (0, 6), marks={TRAVELLING: 1}, motivation="high")
    state = battle(squad("a", (0, 0), leader=False), target, activated="a")
    done = perform(state, lambda play: perform_assault(play, A), {"enemy": "b"}, [3, 3])
    assert unit(done, "b").mark_count(SUPPRESSED) == 1


@pytest.mark.rule("SG-TRV-02")
def test_a_unit_in_position_that_fails_its_test_does_not_march():
    done = play(marching((0, 0), marks={IN_POSITION: 1}), ["travel"], [4])
    assert "travel" not in open_actions(done.state)


@pytest.mark.parametrize(("wall", "travels"), [(True, True), (False, False)])
def test_the_recruit_travels_far_from_what_it_does_not_see(wall, travels):
    ground = [terrain("wall", -20, 3, 20, 3.5, height=4.0)] if wall else []
    state = battle(squad("a", (0, -20)), foes("b", (0, 20)), ground=ground, activated="a")
    assert travels_on(state, unit(state, "a")) is travels
