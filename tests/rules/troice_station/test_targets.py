"""Whom a shot may be at, what that needs, and who is a target of Overwatch after a look."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.troice_station.actions import fire_actions, special_actions
from battlesim.rulesets.troice_station.attack import fuel_dumps, shooting, to_hit
from battlesim.rulesets.troice_station.core.marks import AIMED, DOWN, MOVED, OVERWATCH, SHOTS, VEHICLE
from battlesim.table.pieces import Piece

from .fire_steps import WALKED, shot
from .rule_marks import SHOTS_OF
from .scenery import LONG_HOUSE
from .things import alien, battle, block, creature, hugger, keys, line, marine, marker, off, perform, room

HOUSE = block("building", "h", 6, 13, 14, 14, 3.0)

# -- the closest enemy --


@pytest.mark.rule("TS-FIRE-16", "TS-GAP-54")
@pytest.mark.parametrize(
    ("other", "least"),
    [
        (alien("y", 10, 16, WALKED), 5),  # nearer and in sight
        (alien("y", 10, 18, WALKED), 4),  # nearer, behind a house
        (alien("y", 10, 0.875, WALKED), 4),  # as near
        (alien("y", 10, 5, ["down"]), 4),  # nearer, and lies
        (marker("y", 10, 5), 4),  # nobody knows what it is
    ],
    ids=["in sight", "unseen", "as near", "down", "marker"],
)
def test_only_an_active_creature_in_sight_that_is_nearer_makes_a_shot_harder(
    other: Piece, least: int
) -> None:
    houses = [HOUSE] if other.xy[1] == 18 else []
    state = battle(*line(10), alien("x", 19.125, 10, WALKED), other, terrain=houses)
    throw = to_hit.figure_to_hit_roll(state, state.table.piece("a"), state.table.piece("x"))
    assert throw.thresholds[0].least == least


@pytest.mark.rule("TS-FIRE-16", "TS-GAP-54", "TS-GAP-31")
def test_through_a_scope_a_creature_beyond_the_blizzard_counts_as_closer() -> None:
    options = {"sniper_ability": "scope_only"}
    state = battle(marine("sniper", "a", 10, 10), alien("x", 40, 10), alien("y", 10, 30), options=options)
    assert not to_hit.is_closest(state, *map(state.table.piece, "ax"))


@pytest.mark.rule("TS-GAP-54")
def test_the_closest_marine_is_meant_where_an_alien_spits() -> None:
    state = battle(alien("x", 10, 10), *line(16, 5, marks=WALKED))
    seen = [
        to_hit.is_closest(state, *map(state.table.piece, ("x", target))) for target in ("a", "b")
    ]  # 4.875 in and 3.875 in away
    assert seen == [False, True]


# -- fuel --

FUEL = block("fuel_dump", "d", 19, 9, 21, 11)


@pytest.mark.rule("TS-GAP-71", "TS-FIRE-09", "TS-FIRE-13", "TS-FIRE-17")
@pytest.mark.parametrize(
    ("marks", "least"),
    [
        ((), 4),
        ({MOVED: 1}, 5),
        ({SHOTS: 1}, 5),
        ({AIMED: 1}, 3),
        ({VEHICLE: 2}, 6),
        ({MOVED: 1, SHOTS: 2}, 6),
    ],
)
def test_a_shot_at_fuel_has_the_modifiers_of_the_firer(marks: Any, least: int) -> None:
    state = battle(marine("trooper", "a", 10, 10, marks=marks), terrain=[FUEL])
    assert fuel_dumps.dump_to_hit_roll(state, state.table.piece("a"), FUEL).thresholds[0].least == least


@pytest.mark.rule("TS-GAP-71")
def test_a_shot_at_fuel_has_no_modifiers_of_a_target() -> None:
    wall = block("low_wall", "w", 17, 5, 17.5, 15, 0.65)
    state = battle(*line(10), alien("x", 12, 10), terrain=[FUEL, wall])
    assert fuel_dumps.dump_to_hit_roll(state, state.table.piece("a"), FUEL).thresholds[0].least == 4


# -- Cover Fire --


@pytest.mark.rule("TS-ACT-18", "TS-GAP-28")
def test_every_target_of_cover_fire_is_within_two_inches_of_every_other() -> None:
    # bases of 1.25 in: y and z are 2 in from x on either side of it, and so 5.25 in apart
    row = [alien("x", 18, 10), alien("y", 18, 13.25), alien("z", 18, 6.75)]
    state = battle(*line(10), *row)
    done = perform(
        state,
        lambda play: fire_actions.perform_cover_fire(play, ["a"]),
        {"shot": ["fire:a:x"]},
        until="cover",
    )
    assert keys(done, "cover") == ["fire:a:y", "fire:a:z", "done"]
    done = perform(
        state,
        lambda play: fire_actions.perform_cover_fire(play, ["a"]),
        {"shot": ["fire:a:x"], "cover": ["fire:a:y"]},
        (1, 1),
    )
    assert len(done.decisions_with_key("cover")) == 1, "z is no third target"


@pytest.mark.rule("TS-ACT-18", "TS-GAP-28")
def test_a_third_target_close_to_both_others_is_one() -> None:
    trio = [hugger("x", 18, 10), hugger("y", 18, 12), hugger("z", 19.5, 11)]
    state = battle(*line(10), *trio)
    answers = {"shot": ["fire:a:x"], "cover": ["fire:a:y", "fire:a:z"]}
    done = perform(state, lambda play: fire_actions.perform_cover_fire(play, ["a"]), answers, (1, 1, 1))
    assert [one.what for one in done.asked].count("dice") == 3


# -- Overwatch after a look --


@pytest.mark.rule("TS-GAP-80", "TS-GAP-26", "TS-GAP-99")
@pytest.mark.parametrize("looker", ["lt", "sniper"])
def test_a_creature_that_a_look_brings_to_light_is_a_target_of_overwatch(looker: str) -> None:
    waiting = marine("sniper", "s", 12, 10, marks=[OVERWATCH])
    state = battle(marine(looker, "a", 10, 10), waiting, creature("marker", "m", 40, 10))
    done = perform(
        state, lambda play: special_actions.look_for_markers(play, ["a"]), {"react": ["fire:s"]}, (5, 1)
    )
    assert done.piece("s").mark_count(SHOTS) == 1
    assert "comes to light" in str(done.first_decision("react").prompt)


@pytest.mark.rule("TS-GAP-80", "TS-GAP-26", "TS-WTHR-03")
def test_so_is_one_that_a_sniper_finds_as_he_aims() -> None:
    waiting = marine("sniper", "s", 12, 10, marks=[OVERWATCH])
    state = battle(marine("sniper", "a", 10, 10), waiting, creature("marker", "m", 40, 10))
    done = perform(
        state, lambda play: special_actions.perform_aim(play, ["a"]), {"react": ["fire:s"]}, (5, 1)
    )
    assert done.piece("s").mark_count(SHOTS) == 1


@pytest.mark.rule("TS-GAP-55")
@pytest.mark.parametrize(("option", "open_"), [("forbidden", False), ("risk", True)])
def test_nobody_fires_into_a_fight_but_by_option(option, open_):
    state = battle(
        marine("trooper", "a", 10, 10),
        marine("trooper", "b", 15, 10),
        alien("x", 16.125, 10),
        options={"fire_into_melee": option},
    )
    found = {o.to[0]: not o.shut for o in shooting.target_options(state, state.table.piece("a"))}
    assert found == {"x": open_}


@pytest.mark.rule("TS-GAP-55")
def test_a_wild_shot_into_a_fight_hits_the_friend():
    state = battle(
        marine("trooper", "a", 10, 10, marks={SHOTS: 1}),
        marine("trooper", "b", 18, 10),
        alien("x", 19.125, 10, WALKED),
        options={"fire_into_melee": "risk"},
    )
    assert shot(state, 2, 6, 1).state.table.piece("b").table_position is None


@pytest.mark.rule("TS-GAP-55", "TS-WTHR-01")
@pytest.mark.parametrize(("x", "why"), [(18.0, "out of sight"), (36.0, "24.88 in away")])
def test_why_a_creature_cannot_be_shot_at(x: float, why: str) -> None:
    state = battle(*line(10), alien("x", x, 10), terrain=[LONG_HOUSE] if x == 18.0 else [])
    (option,) = shooting.creature_options(state, state.table.piece("a"))
    assert str(option.shut).startswith(why)


@pytest.mark.rule("TS-GAP-55", "TS-ALN-07", "TS-ALN-08")
def test_an_alien_spits_at_nobody_who_fights_or_is_out_of_sight() -> None:
    house = room("h", 13, 8, 20, 16)
    men = [marine("trooper", "a", 10, 14), marine("trooper", "b", 14, 10), marine("trooper", "c", 6, 10)]
    state = battle(alien("x", 10, 10), *men, hugger("f", 6, 10.875), terrain=[house])
    creature = state.table.piece("x")
    assert [p.id for p in men if not shooting.why_cannot_spit(state, creature, state.table.piece(p.id))] == [
        "a"
    ]


@pytest.mark.rule("TS-GAP-55")
def test_marines_may_shoot_at_creatures_that_lie_and_creatures_at_nobody_who_does() -> None:
    state = battle(
        marine("trooper", "a", 10, 10),
        marine("trooper", "b", 12, 10, marks=[DOWN]),
        alien("x", 20, 10, [DOWN]),
        alien("y", 24, 10),
    )
    at = {id: [p.id for p in shooting.possible_targets(state, state.table.piece(id))] for id in ("a", "y")}
    assert at == {"a": ["y", "x"], "y": ["a"]}


@pytest.mark.rule("TS-GAP-55")
def test_who_was_killed_is_no_mark_and_who_lies_there_is() -> None:
    state = battle(*line(10), alien("x", 14, 10, [DOWN]), alien("y", 10, 15))
    firer = state.table.piece("a")
    assert [p.id for p in shooting.possible_targets(state, firer)] == ["y", "x"]
    assert [p.id for p in shooting.possible_targets(off(state, "x"), firer)] == ["y"]


@SHOTS_OF
@pytest.mark.parametrize(("dice", "hit"), [((3,), False), ((2, 4, 2), True), ((1, 4, 2), True)])
def test_a_miss_by_a_two_into_a_fight_hits_a_friend(dice: Any, hit: bool) -> None:
    men = [*line(10), marine("trooper", "b", 19.125, 10)]
    state = battle(*men, alien("x", 18, 10, [MOVED]), options={"fire_into_melee": "risk"})
    done = perform(state, lambda play: shooting.shoot(play, "a", "x"), dice=dice)
    assert done.piece("b").has_mark(DOWN) is hit
