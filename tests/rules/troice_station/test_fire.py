"""Fire: numbers to hit and what changes them.

Gaps are between bases: a Trooper (1 in) and an Alien (1.25 in) that are 8 in apart stand 9.125 in apart.
"""

from __future__ import annotations

import pytest

from battlesim.rulesets.troice_station.attack import shooting, to_hit
from battlesim.rulesets.troice_station.core.marks import AIMED, DOWN, MOVED, RAN, SHOTS, VEHICLE
from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.table.terrain import Terrain

from .fire_steps import WALKED, facing, needs, shot
from .rule_marks import SHOTS_OF
from .things import alien, battle, line, marine, marker, perform, room


@pytest.mark.rule("TS-FIRE-01", "TS-FIRE-03", "TS-FIRE-04", "TS-GAP-02", "TS-GAP-06")
@pytest.mark.parametrize(
    ("gap", "kind", "least"), [(6.0, "trooper", 3), (6.02, "trooper", 4), (8, "sniper", 3)]
)
def test_close_by_three_is_enough_and_farther_four(gap, kind, least):
    assert needs(facing(gap, kind)) == least


@pytest.mark.rule("TS-GAP-44")
@pytest.mark.parametrize(("option", "far"), [("close_within_6", 4), ("literal", 3)])
def test_by_the_letter_far_is_close(option, far):
    assert needs(facing(8, options={"range_bands": option})) == far


@pytest.mark.rule("TS-FIRE-05", "TS-GAP-45")
@pytest.mark.parametrize(("option", "least"), [("target_number", 5), ("die_roll", 3)])
def test_what_is_added_makes_it_harder_or_by_option_easier(option, least):
    assert needs(facing(8, marks=WALKED, options={"modifier_sense": option})) == least


LOW = Terrain("w", "low_wall", (((18.0, 0), (18.5, 0), (18.5, 20), (18.0, 20)),), 0.65)


@pytest.mark.rule("TS-FIRE-06", "TS-GAP-47", "TS-GAP-48", "TS-GAP-49")
@pytest.mark.parametrize(("option", "least"), [("lower_limits", 5), ("upper_limits", 6)])
def test_a_target_that_is_partly_hidden(option, least):
    assert needs(facing(8, terrain=[LOW], options={"concealment_bands": option})) == least


@pytest.mark.rule("TS-FIRE-07")
def test_a_target_that_is_half_hidden_counts_two():
    house = room("h", 18.25, 2, 30, 18, ("window", (18.25, 9.25), (18.25, 10.75), True))
    assert needs(facing(8, terrain=[house])) == 6


@pytest.mark.rule("TS-FIRE-08", "TS-GAP-52")
@pytest.mark.parametrize(
    ("option", "reaction", "least"),
    [("until_next_activation", False, 5), ("while_moving", False, 4), ("while_moving", True, 5)],
)
def test_who_runs_is_harder_to_hit(option, reaction, least):
    state = facing(8, foe=[MOVED, RAN], options={"sprint_lasts": option})
    assert needs(state, reaction=reaction) == least


@pytest.mark.rule("TS-FIRE-09", "TS-GAP-50", "TS-GAP-27")
@pytest.mark.parametrize(
    ("option", "reaction", "least"),
    [("on_foot_too", False, 5), ("vehicle_only", False, 4), ("on_foot_too", True, 4)],
)
def test_who_has_moved_shoots_worse_but_not_on_overwatch(option, reaction, least):
    assert needs(facing(8, marks=WALKED, options={"firer_moving": option}), reaction=reaction) == least


@pytest.mark.rule("TS-FIRE-10", "TS-FIRE-11", "TS-GAP-43")
@pytest.mark.parametrize(("motion", "least"), [(1, 5), (2, 6)])
def test_a_vehicle_that_moves(motion, least):
    assert needs(facing(8, marks={VEHICLE: motion, MOVED: 1})) == least


@pytest.mark.rule("TS-FIRE-12")
def test_cover_fire_costs_one():
    assert needs(facing(8), cover_fire=True) == 5


@pytest.mark.rule("TS-FIRE-13", "TS-GAP-53", "TS-ACT-12")
@pytest.mark.parametrize(("option", "third"), [("flat", 5), ("growing", 6)])
def test_later_shots_are_harder(option, third):
    assert needs(facing(8, marks={SHOTS: 2}, options={"second_shot": option})) == third


@pytest.mark.rule("TS-FIRE-14", "TS-FIRE-15", "TS-GAP-51")
@pytest.mark.parametrize(
    ("foe", "option", "least"),
    [([], "last_activation", 3), ([], "incapacitated_only", 4), ([MOVED, DOWN], "last_activation", 3)],
)
def test_what_lies_or_stands_still_is_easier(foe, option, least):
    state = facing(8, foe=foe, options={"target_not_moving": option, "creature_serious_wound": "down"})
    assert needs(state) == least


@pytest.mark.rule("TS-FIRE-16", "TS-GAP-54", "TS-GAP-31")
@pytest.mark.parametrize(
    ("kind", "option", "least"),
    [("trooper", "picks_targets", 5), ("sniper", "picks_targets", 3), ("sniper", "scope_only", 4)],
)
def test_a_closer_enemy_makes_it_harder_for_all_but_the_sniper(kind, option, least):
    state = battle(
        marine(kind, "a", 10, 10),
        alien("x", 19.125, 10, WALKED),
        alien("y", 10, 16.125, WALKED),
        options={"sniper_ability": option},
    )
    assert needs(state) == least


@pytest.mark.rule("TS-GAP-54")
def test_markers_are_no_closer_enemies():
    state = battle(marine("trooper", "a", 10, 10), alien("x", 19.125, 10, WALKED), marker("m", 10, 14))
    assert needs(state) == 4


@pytest.mark.rule("TS-FIRE-17", "TS-GAP-29")
def test_who_aims_hits_better_once():
    done = shot(facing(8, marks=[AIMED]), 2)
    assert (needs(facing(8, marks=[AIMED])), done.state.table.piece("a").has_mark(AIMED)) == (3, False)


@pytest.mark.rule("TS-GAP-46")
@pytest.mark.parametrize(
    ("option", "die", "hits"),
    [("none", 6, False), ("six_hits", 6, True), ("both", 1, False), ("six_hits", 1, True)],
)
def test_by_option_a_six_always_hits_and_a_one_misses(option, die, hits):
    far = {MOVED: 1, SHOTS: 1, VEHICLE: 2} if die == 6 else {AIMED: 1}
    state = facing(
        8 if die == 6 else 5,
        marks=far,
        foe=[MOVED, RAN] if die == 6 else (),
        options={"natural_rolls": option},
    )
    throw = to_hit.figure_to_hit_roll(state, state.table.piece("a"), state.table.piece("x"))
    assert bool(throw.value_of([die])) is hits


@pytest.mark.rule("TS-GAP-52", "TS-FIRE-08")
@pytest.mark.parametrize(
    ("marks", "runs"), [([MOVED], False), ([MOVED, RAN], True), ([MOVED, RAN, DOWN], False)]
)
def test_only_who_ran_and_is_up_counts_as_running(marks: list[str], runs: bool) -> None:
    state = battle(*line(10), alien("x", 14, 10, marks))
    found = to_hit.shot_modifiers(state, state.table.piece("a"), state.table.piece("x"), to_hit.PLAIN_FIRE)
    assert ("TS-FIRE-08" in [one.rule for one in found]) is runs


def changes(state: Battle) -> list[str]:
    """The rules that change a shot of a at x."""
    table = state.table
    return [
        one.rule
        for one in to_hit.shot_modifiers(state, table.piece("a"), table.piece("x"), to_hit.PLAIN_FIRE)
    ]


@pytest.mark.rule("TS-GAP-52", "TS-FIRE-08")
def test_who_has_run_into_a_fight_sprints_no_more() -> None:
    runs = alien("x", 18, 10, [MOVED, RAN])
    assert "TS-FIRE-08" in changes(battle(marine("trooper", "a", 10, 10), runs))
    fights = battle(marine("trooper", "a", 10, 10), runs, marine("trooper", "b", 18, 11.125))
    assert "TS-FIRE-08" not in changes(fights)


@pytest.mark.rule("TS-GAP-54", "TS-FIRE-16")
@pytest.mark.parametrize(("y", "closest"), [(18.0, True), (17.97, False)])
def test_of_enemies_equally_far_each_is_the_closest(y: float, closest: bool) -> None:
    state = battle(marine("trooper", "a", 10, 10), alien("x", 18, 10), alien("z", 10, y))
    assert to_hit.is_closest(state, state.table.piece("a"), state.table.piece("x")) is closest


@pytest.mark.rule("TS-GAP-44", "TS-FIRE-03", "TS-FIRE-04")
@pytest.mark.parametrize(("away", "least"), [(5.9, 4), (6.0, 3), (6.1, 3)])
def test_by_the_letter_six_inches_and_more_are_a_three(away: float, least: int) -> None:
    assert to_hit.range_threshold(battle(options={"range_bands": "literal"}), away).least == least


@pytest.mark.rule("TS-GAP-45", "TS-FIRE-05")
def test_what_a_shot_needs_is_said_with_what_changes_it() -> None:
    state = battle(*line(10), alien("x", 14, 10, [MOVED]), alien("y", 10, 15))
    firer, (x, y) = state.table.piece("a"), map(state.table.piece, "xy")
    assert to_hit.figure_to_hit_roll(state, firer, x).thresholds[0].words == "to hit"
    assert to_hit.figure_to_hit_roll(state, firer, y).thresholds[0].words == (
        "to hit (3 -1 it does not move, +1 another enemy is closer)"
    )


@SHOTS_OF
def test_a_move_makes_a_shot_harder() -> None:
    state = battle(*line(10, marks=[MOVED]), alien("x", 14, 10, [MOVED]))
    done = perform(state, lambda play: shooting.shoot(play, "a", "x"), dice=(3,))
    assert done.piece("x").table_position is not None
