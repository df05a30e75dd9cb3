"""Close assaults: who may begin one, how far the attackers get, and where both sides go afterwards."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.rulesets.stargrunt.assault.approach import combat_move
from battlesim.rulesets.stargrunt.assault.assault import perform_assault
from battlesim.rulesets.stargrunt.assault.declare import (
    assault_decision,
    longest_assault,
    why_cannot_assault,
    why_no_assault,
)
from battlesim.rulesets.stargrunt.assault.withdrawal import WITHDRAWS, abandon_assault, withdraw
from battlesim.rulesets.stargrunt.core.marks import (
    CONFIDENCE,
    IN_POSITION,
    PANIC,
    SHAKEN,
    STEADY,
    SUPPRESSED,
    WOUNDED,
)
from battlesim.rulings.piece_gaps import piece_gap

from .field import CENTRE, A, B, battle, foes, open_actions, perform, rolls, row, squad, terrain, unit

CALM = {"motivation": "high", "leader": False}


def result_of(state, rules, dice=(), answers=None):
    """What rules return, and the end of them."""
    results = []

    def run(play):
        results.append((yield from rules(play)))

    done = perform(state, run, answers, dice)
    return results[0], done


def closes_in(state, face):
    """Squad `a` makes a combat move with this face: whether it arrives, and the end of the move."""
    return result_of(state, lambda play: combat_move(play, A, B), [face])


def apart(done, one, *others):
    """How far a figure is from the nearest of some others, edge to edge."""
    table = done.state.table
    return min(piece_gap(table, table.piece(one), table.piece(other)) for other in others)


# Who may assault whom.


@pytest.mark.rule("SG-GAP-110")
@pytest.mark.parametrize(
    ("marks", "reason"),
    [
        ({}, ""),
        ({CONFIDENCE: SHAKEN}, ""),
        ({CONFIDENCE: 2}, "it is broken"),
        ({SUPPRESSED: 1}, "it is suppressed"),
        ({PANIC: 1}, "it is in panic"),
        ({"travelling": 1}, "it travels in column"),
    ],
)
def test_what_keeps_a_unit_from_an_assault(marks, reason):
    state = battle(squad("a", (0, 0), marks=marks), foes("b", (0, 6)))
    assert str(why_no_assault(state, A, B)) == reason


@pytest.mark.rule("SG-GAP-110")
def test_a_unit_out_of_integrity_does_not_assault():
    state = battle(squad("a", (0, 0), (20, 0)), foes("b", (0, 6)))
    assert why_no_assault(state, A, B)


@pytest.mark.rule("SG-GAP-110")
def test_the_target_of_an_assault_is_in_sight():
    state = battle(
        squad("a", (0, 0)), foes("b", (0, 9)), ground=[terrain("building", -3, 3, 3, 5)], activated="a"
    )
    assert str(why_no_assault(state, A, B)) == "no figure sees it"
    assert [option.key for option in assault_decision(state, A).open_options] == ["nobody"]


@pytest.mark.rule("SG-GAP-110")
@pytest.mark.parametrize(("kind", "inches"), [("rifleman", 24.0), ("swarmer", 32.0), ("power_trooper", 48.0)])
def test_the_longest_assault_is_four_times_the_mobility_die(kind, inches):
    assert longest_assault(battle(squad("a", (0, 0), kinds=(kind,)), foes("b", (0, 6))), A) == inches


@pytest.mark.rule("SG-GAP-110", "SG-GAP-111")
@pytest.mark.parametrize(
    ("count", "x", "free"), [(1, 0, True), (1, 0.2, False), (2, 0, True), (2, 1.2, True), (2, 1.8, False)]
)
def test_the_nearest_figures_of_both_units_count_for_the_length_of_an_assault(count, x, free):
    state = battle(squad("a", *row(-21, 0, count)), foes("b", *row(4 + x, 0, count)), activated="a")
    assert (why_no_assault(state, A, B) == "") is free


@pytest.mark.rule("SG-GAP-111")
@pytest.mark.parametrize(("width", "reason"), [(8.0, ""), (14.0, "more than 24 in by the shortest way")])
def test_the_way_round_an_obstacle_counts_and_not_the_gap(width, reason):
    pond = terrain("water", -width, 4, width, 6)
    state = battle(squad("a", (0, 0)), foes("b", (0, 10)), ground=[pond], activated="a")
    assert str(why_no_assault(state, A, B)) == reason


@pytest.mark.rule("SG-GAP-111")
def test_there_is_no_assault_without_a_way():
    river = terrain("water", -24, 4, 24, 6)
    state = battle(squad("a", (0, 0)), foes("b", (0, 10)), ground=[river], activated="a")
    assert str(why_no_assault(state, A, B)) == "there is no way to it"
    assert "assault" not in open_actions(state)


@pytest.mark.rule("SG-GAP-110")
@pytest.mark.parametrize(
    ("game", "reason"),
    [
        ({}, ""),
        ({"attempted": ("assault",)}, "it has failed to begin an assault in this activation"),
        ({"attempted": ("position",)}, ""),
    ],
)
def test_an_assault_that_failed_to_begin_is_not_tried_again(game, reason):
    state = battle(squad("a", (0, 0)), foes("b", (0, 6)), activated="a", **game)
    assert str(why_cannot_assault(state, unit(state, "a"))) == reason


@pytest.mark.rule("SG-GAP-110")
@pytest.mark.parametrize(("left", "free"), [(2, True), (1, False)])
def test_an_assault_takes_both_actions(left, free):
    state = battle(squad("a", (0, 0)), foes("b", (0, 6)), activated="a")
    now = msgspec.structs.replace(state.game.activation, actions_left=left)
    assert (why_cannot_assault(state.with_game(activation=now), unit(state, "a")) == "") is free
    assert why_cannot_assault(state.with_game(activation=None), unit(state, "a"))


# The attackers' moves.


@pytest.mark.rule("SG-CLA-02", "SG-GAP-111")
@pytest.mark.parametrize(
    ("face", "arrives", "gap"), [(3, False, 2.0), (4, True, 0.0), (5, True, 0.0), (1, False, 6.0)]
)
def test_a_combat_move_of_twice_the_die_brings_contact_if_it_is_as_long_as_the_way(face, arrives, gap):
    reached, done = closes_in(battle(squad("a", (0, 0)), foes("b", (0, 9))), face)
    assert reached is arrives
    assert apart(done, "a1", "b1") == pytest.approx(gap, abs=0.011)


@pytest.mark.rule("SG-GAP-111")
@pytest.mark.parametrize(("y", "contact"), [(-5.0, True), (-5.9, True), (-6.1, False), (-8.0, False)])
def test_those_within_six_inches_more_come_into_contact_too(y, contact):
    state = battle(squad("a", (0, 0), (3, y)), foes("b", (0, 9), (3, 9)))
    reached, done = closes_in(state, 4)
    assert reached
    assert (apart(done, "a2", "b1", "b2") < 0.011) is contact


@pytest.mark.rule("SG-GAP-111")
def test_those_who_fall_short_go_no_farther_than_the_distance_rolled():
    state = battle(squad("a", (0, 0), (0, -2)), foes("b", (0, 20)))
    reached, done = closes_in(state, 3)
    assert not reached
    assert [round(done.piece(key).xy[1] - CENTRE, 1) for key in ("a1", "a2")] == [6.0, 4.0]


@pytest.mark.rule("SG-GAP-111", "SG-CLA-02")
@pytest.mark.parametrize("mirror", [1, -1])
@pytest.mark.parametrize("turned", [False, True])
def test_the_nearest_enemy_is_the_first_to_be_reached(mirror, turned):
    def at(x, y):
        return (mirror * y, x) if turned else (mirror * x, y)

    state = battle(squad("a", at(0, 0), at(-2, -1)), foes("b", at(-7, 5), at(4, 5.5), at(9, 1)))
    reached, done = closes_in(state, 6)
    assert reached
    assert apart(done, "a1", "b2") < 0.011


@pytest.mark.rule("SG-CLA-02")
def test_a_unit_whose_way_is_barred_does_not_arrive():
    river = terrain("water", -24, 4, 24, 6)
    reached, done = closes_in(battle(squad("a", (0, 0)), foes("b", (0, 9)), ground=[river]), 6)
    assert not reached
    assert done.piece("a1").xy[1] < CENTRE + 4.0


@pytest.mark.rule("SG-CLA-20", "SG-CLA-23", "SG-CLA-18")
@pytest.mark.parametrize(
    ("faces", "shot", "moves"), [((6,), [], 1), ((5, 1), [4, 1, 1], 2), ((4, 2), [4, 1, 1], 2)]
)
def test_there_is_a_second_move_and_fire_before_it_only_if_the_first_falls_short(faces, shot, moves):
    state = battle(squad("a", (0, 0), **CALM), foes("b", (0, 13), **CALM), activated="a")
    first, *second = faces
    dice = [3, 8, first, *shot, *second, 8, 1, 1]
    done = perform(state, lambda play: perform_assault(play, A), {"enemy": "b"}, dice)
    assert rolls(done).count("a closes in on b") == moves
    assert rolls(done).count("b at a") == moves - 1
    assert "close combat" in rolls(done)


@pytest.mark.rule("SG-CLA-20", "SG-CLA-21", "SG-CLA-23", "SG-CLA-18", "SG-GAP-124")
def test_those_who_fall_to_defensive_fire_move_no_farther():
    state = battle(squad("a", (0, 0), **CALM), foes("b", (0, 13), (1.5, 13), **CALM), activated="a")
    dice = [3, 8, 1, 1, 2, 2, 1, 9, 4]
    done = perform(state, lambda play: perform_assault(play, A), {"enemy": "b"}, dice)
    assert rolls(done)[2:] == ["a closes in on b", "b at a", "an extra hit", "impact against armour"]
    assert not done.piece("a1").in_play


@pytest.mark.rule("SG-CLA-22", "SG-GAP-125")
@pytest.mark.parametrize("answer", ["back", "cover"])
def test_those_who_abandon_the_assault_go_back_or_to_cover_as_they_like(answer):
    woods = terrain("woods", 2, -3, 8, 3)
    state = battle(squad("a", (0, 6), **CALM), foes("b", (0, 20)), ground=[woods])
    starts = {"a1": (CENTRE, CENTRE)}
    done = perform(state, lambda play: abandon_assault(play, A, starts), {"abandon": answer})
    assert (done.piece("a1").xy[0] > CENTRE + 1.0) is (answer == "cover")
    assert (done.piece("a1").xy == pytest.approx((CENTRE, CENTRE), abs=0.01)) is (answer == "back")


@pytest.mark.rule("SG-GAP-125", "SG-GAP-126")
@pytest.mark.parametrize(
    ("may_stay", "keys"), [(True, ["stay", "back", "cover"]), (False, ["back", "cover"])]
)
def test_only_those_who_fell_short_may_stay(may_stay, keys):
    state = battle(squad("a", (0, 6)), foes("b", (0, 20)))
    starts = {"a1": (CENTRE, CENTRE)}
    done = perform(state, lambda play: abandon_assault(play, A, starts, may_stay), {"abandon": keys[0]})
    assert [option.key for option in done.first_decision("abandon").options] == keys


# The defenders' way out.


@pytest.mark.rule("SG-GAP-113")
@pytest.mark.option("withdraw_distance", "greater")
@pytest.mark.option("withdraw_distance", "either")
@pytest.mark.parametrize(
    ("option", "kind", "asked", "inches"),
    [
        ("greater", "rifleman", [], 6.0),
        ("greater", "swarmer", [], 8.0),
        ("either", "rifleman", [], 6.0),
        ("either", "swarmer", ["base", "six"], 8.0),
    ],
)
def test_how_far_those_who_withdraw_go(option, kind, asked, inches):
    state = battle(
        squad("a", (0, 0)), foes("b", (0, 3), kinds=(kind,)), options={"withdraw_distance": option}
    )
    done = perform(state, lambda play: withdraw(play, B, [A]), {"withdrawal": "base"} if asked else {})
    assert done.piece("b1").xy == pytest.approx((CENTRE, CENTRE + 3.0 + inches), abs=0.01)
    keys = [option.key for each in done.decisions_with_key("withdrawal") for option in each.options]
    assert keys == asked


@pytest.mark.rule("SG-GAP-113")
def test_those_who_withdraw_lose_their_position_and_go_away_from_the_middle_of_the_enemy():
    state = battle(squad("a", (-4, 0), (0, 0)), foes("b", (-2, 3), (1, 3), marks={IN_POSITION: 1}))
    done = perform(state, lambda play: withdraw(play, B, [A]))
    assert not unit(done, "b").has_mark(IN_POSITION)
    assert done.piece("b1").xy == pytest.approx((CENTRE - 2, CENTRE + 9), abs=0.01)
    far = 6.0 / 18.0**0.5
    assert done.piece("b2").xy == pytest.approx((CENTRE + 1 + 3 * far, CENTRE + 3 + 3 * far), abs=0.01)


@pytest.mark.rule("SG-GAP-113", "SG-GAP-164")
@pytest.mark.parametrize(("kind", "y"), [("water", 5.5), ("", 9.0)])
def test_a_withdrawal_ends_at_what_bars_it(kind, y):
    ground = [terrain(kind, -6, 6, 6, 8)] if kind else []
    state = battle(squad("a", (0, 0)), foes("b", (0, 3)), ground=ground)
    done = perform(state, lambda play: withdraw(play, B, [A]))
    assert done.piece("b1").xy[1] - CENTRE == pytest.approx(y, abs=0.02)


@pytest.mark.rule("SG-GAP-113", "SG-GAP-164")
@pytest.mark.parametrize(
    ("mark", "at", "end"),
    [
        (None, 6.0, 5.0),
        (WOUNDED, 6.0, 9.0),
        (WOUNDED, 9.9, 8.9),
        (WOUNDED, 10.0, 9.0),
        (WOUNDED, 8.1, 7.1),
        (WOUNDED, 8.0, 9.0),
    ],
)
def test_a_withdrawal_passes_the_fallen_but_nobody_who_stands(mark, at, end):
    marks = {1: mark} if mark else {}
    other = foes("c", (0, at), (20, at), figure_marks=marks)
    state = battle(squad("a", (0, 0)), foes("b", (0, 3)), other)
    done = perform(state, lambda play: withdraw(play, B, [A]))
    assert done.piece("b1").xy[1] - CENTRE == pytest.approx(end, abs=0.02)


@pytest.mark.rule("SG-GAP-113")
def test_a_unit_without_a_figure_that_can_act_does_not_withdraw():
    state = battle(squad("a", (0, 0)), foes("b", (0, 3), figure_marks={1: WOUNDED}))
    done = perform(state, lambda play: withdraw(play, B, [A], WITHDRAWS))
    assert done.events == []


@pytest.mark.rule("SG-CLA-06")
def test_the_attackers_stand_where_the_middle_of_the_defenders_was():
    state = battle(
        squad("a", (0, 0), **CALM),
        foes("b", (-2, 6), (4, 8), marks={CONFIDENCE: STEADY}, **CALM),
        activated="a",
    )
    done = perform(state, lambda play: perform_assault(play, A), {"enemy": "b"}, [3, 1])
    assert done.piece("a1").xy == pytest.approx((CENTRE + 1, CENTRE + 7), abs=0.05)
