"""What creatures do by themselves: whom they go for, by which act, how far, and what they do then.

Aliens stand on bases of 1.25 in, Face Huggers of 0.75, marines of 1: an Alien touches a marine at 1.125 in
between centres, so a gap of 6 in is 7.125.
"""

from __future__ import annotations

import math
import random
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from battlesim.engine.decisions import Decision
from battlesim.geometry.measure import point_to_segment
from battlesim.rulesets.troice_station.advice.doctrine import DOCTRINE
from battlesim.rulesets.troice_station.core.facts import quarter
from battlesim.rulesets.troice_station.core.marks import (
    DOWN,
    FOUGHT,
    HOME,
    HUGGED,
    LEFT,
    MOVED,
    OVERWATCH,
    RAN,
    SHOTS,
    SUPPRESSED,
)
from battlesim.rulesets.troice_station.core.profiles import profile
from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.rulesets.troice_station.creatures.acts import ACTS
from battlesim.rulesets.troice_station.creatures.prey import prey
from battlesim.rulesets.troice_station.creatures.program import activate, next_up, waiting, wanted
from battlesim.rulesets.troice_station.ground.doors import at_hand
from battlesim.rulesets.troice_station.passage.course import travel
from battlesim.rulings.movement import Leg
from battlesim.table.events import Announced, Moved, Rolled, Said
from battlesim.table.pieces import Aboard, Off, Piece
from battlesim.testing.script import Done, RefusedError
from battlesim.testing.script import perform as rules_alone

from .things import Marks, alien, battle, block, creature, hugger, keys, marine, marker, perform, room

TOUCH = 1.125


def trooper(id: str, x: float, y: float, marks: Marks = ()) -> Piece:
    return marine("trooper", id, x, y, marks=marks)


def act(state: Battle, *dice: int, id: str = "a", **answers: list[object]) -> Done:
    """The whole activation of a creature: its D3 first, then the dice of what it does."""
    return perform(state, lambda play: activate(play, id), answers, dice)


def told(done: Done) -> list[str]:
    """What was announced, in the ids of the table."""
    return [str(event.text) for event in done.of(Announced)]


def said(done: Done) -> list[str]:
    """What was told, in the ids of the table."""
    return [str(event.text) for event in done.of(Said) if not isinstance(event, Announced)]


def rolls(done: Done) -> list[str]:
    return [str(event.why) for event in done.of(Rolled)]


def at(done: Done, piece: str = "a") -> object:
    return pytest.approx(done.piece(piece).xy, abs=0.02)


# -- what they are, and where --


@pytest.mark.rule("TS-ALN-15", "TS-ALN-16", "TS-ALN-18")
def test_the_rows_of_the_two_creatures() -> None:
    rows = [profile(kind) for kind in ("alien", "face_hugger")]
    found = [(p.climb, p.fire, p.defence, p.melee, p.ability, p.weapon, p.attacks) for p in rows]
    assert found == [(2, 0, 4, 3, "acid_blood", "", 3), (1, 0, 1, 2, "hug", "", 1)]


@pytest.mark.rule("TS-ALN-02", "TS-GAP-18")
@pytest.mark.parametrize(
    ("at", "number"),
    [
        *[((10, 40), 1), ((40, 40), 2), ((40, 10), 3), ((10, 10), 4)],
        *[((24, 40), 1), ((24, 10), 3), ((10, 24), 1), ((40, 24), 2), ((24, 24), 1)],
    ],
)
def test_which_quarter_holds_a_point_and_on_a_line_the_lower_number(
    at: tuple[float, float], number: int
) -> None:
    assert quarter(battle().table.ground, at) == number


# -- who acts on a card, and in which order --


@pytest.mark.rule("TS-ALN-03", "TS-GAP-17", "TS-GAP-84")
def test_creatures_come_before_markers_and_the_nearest_first() -> None:
    # all stand in quarter 1 (north-west); the marine at (10, 30) is 4 in from m, 8 from b, 14 from a and n
    state = battle(
        trooper("1A-2", 10, 30), marker("m", 10, 35), alien("a", 10, 45), alien("b", 18, 30),
        marker("n", 2, 44), alien("c", 30, 40),
    )  # fmt: skip
    assert waiting(state, 1) == ["b", "a", "m", "n"] and waiting(state, 2) == ["c"]
    assert waiting(state, 3) == [], "the card of an empty quarter stays in the deck and nothing acts on it"


@pytest.mark.rule("TS-GAP-84")
def test_of_two_as_near_the_lowest_id_acts_first_and_who_has_acted_waits() -> None:
    state = battle(
        trooper("1A-2", 10, 30), alien("b", 16, 30), alien("a", 4, 30), alien("c", 10, 36), acted=("a",)
    )
    assert waiting(state, 1) == ["b", "c"]


@pytest.mark.rule("TS-GAP-19")
@pytest.mark.parametrize(("reading", "quarter"), [("where_it_stands", 3), ("home", 1)])
def test_a_creature_acts_where_it_stands_or_with_its_home(reading: str, quarter: int) -> None:
    state = battle(alien("a", 40, 10, marks={HOME: 1}), options={"quarter_crossing": reading})
    assert [number for number in (1, 2, 3, 4) if waiting(state, number)] == [quarter]


@pytest.mark.rule("TS-GAP-19", "TS-ALN-03")
def test_who_has_no_home_acts_where_it_stands() -> None:
    state = battle(alien("a", 40, 10), options={"quarter_crossing": "home"})
    assert [number for number in (1, 2, 3, 4) if waiting(state, number)] == [3]


@pytest.mark.rule("TS-GAP-19", "TS-ALN-03")
def test_who_crosses_into_another_quarter_acts_no_more_this_turn() -> None:
    state = battle(trooper("1A-2", 46, 30), alien("a", 20, 30))
    done = act(state, 2, 6, 6)
    assert done.piece("a").xy[0] > 24 and waiting(done.state, 2) == []


@pytest.mark.rule("TS-GAP-91")
def test_a_player_says_who_acts_next() -> None:
    state = battle(
        trooper("1A-2", 10, 30), alien("a", 16, 30), alien("b", 10, 40), options={"alien_control": "player"}
    )
    done = perform(state, lambda play: next_up(play, 1), {"next": ["b"]})
    assert keys(done, "next") == ["a", "b"]


# -- an Alien --


@pytest.mark.rule("TS-ALN-04", "TS-ALN-05", "TS-ALN-06", "TS-GAP-86")
def test_far_off_it_runs_with_every_action_and_rolls_a_die_for_each() -> None:
    # D3 2; the marine is 40 in away: no contact, and nobody to spit at with the last action
    done = act(battle(alien("a", 4, 10), trooper("1A-2", 45.125, 10)), 2, 3, 5)
    assert rolls(done) == ["actions of a", "a runs", "a runs"]
    assert at(done) == (4 + 6 + 3 + 6 + 5, 10) and done.piece("a").has(RAN)
    assert told(done) == [
        "a runs 6 + 3 = 9 in towards 1A-2: there are more actions to come",
        "a runs 6 + 5 = 11 in towards 1A-2: there is nobody to spit at",
    ]


@pytest.mark.rule("TS-GAP-86", "TS-GAP-63", "TS-ALN-05")
def test_within_6_in_a_plain_move_is_enough_and_it_fights_at_once() -> None:
    # gap 6.00: move; three attacks, one back; then it is in contact and its other two actions are unspent
    done = act(battle(alien("a", 10, 10), trooper("1A-2", 17.125, 10)), 3, 1, 6, 1, 6, 1, 6, 1, 6)
    assert told(done) == ["a moves 6 in towards 1A-2: a plain move is enough for contact"]
    assert at(done) == (16, 10) and done.piece("a").has(FOUGHT) and not done.piece("a").has(RAN)
    assert done.of(Announced)[0].rule == "TS-GAP-86" and done.of(Announced)[0].courses[0][-1] == (16.0, 10.0)


@pytest.mark.rule("TS-GAP-86")
def test_beyond_that_it_runs_where_a_6_could_bring_it_into_contact() -> None:
    # gap 12.00 with one action: 6 + 6 is enough; a 2 brings it to 8 in, where it stops short
    done = act(battle(alien("a", 10, 10), trooper("1A-2", 23.125, 10)), 1, 2)
    assert at(done) == (18, 10) and told(done) == [
        "a runs 6 + 2 = 8 in towards 1A-2: a run may be enough for contact"
    ]


@pytest.mark.rule("TS-GAP-86")
def test_a_run_that_makes_contact_ends_in_a_fight() -> None:
    done = act(battle(alien("a", 10, 10), trooper("1A-2", 21.125, 10)), 1, 4, 1, 6, 1, 6, 1, 6, 1, 6)
    assert at(done) == (20, 10) and rolls(done)[2] == "claw of a on 1A-2"
    assert not done.piece("a").has(RAN), "in contact it counts as running no more"


SLIT = room(
    "bunker", 20, 6, 26, 14, ("slit", (20, 9.25), (20, 10.75), True), ("door", (26, 9), (26, 11), True)
)


@pytest.mark.rule("TS-GAP-86", "TS-ALN-08")
def test_with_its_last_action_it_spits_at_whom_it_cannot_reach() -> None:
    # the man behind the slit is 3.375 in away, but round to the door it is far more than 12
    state = battle(alien("a", 16, 10), trooper("1A-2", 21, 10), terrain=[SLIT])
    done = act(state, 1, 2)
    assert told(done) == ["a spits at 1A-2: contact is out of reach"] and rolls(done)[1] == "a at 1A-2"
    done = act(state, 2, 1, 1)
    assert [line.split()[1] for line in told(done)] == ["runs", "runs"], "with more actions to come it runs"


@pytest.mark.rule("TS-GAP-86")
@pytest.mark.parametrize(
    ("others", "target"),
    [
        ([("1A-3", 15.6)], "1A-3"),
        ([("1A-3", 15.6), ("1A-4", 14.8)], "1A-4"),
        ([("1A-4", 15.6), ("1A-3", 4.4)], "1A-3"),
    ],
    ids=["the lowest number", "then the nearest", "then the lowest id"],
)
def test_whom_it_spits_at(others: list[tuple[str, float]], target: str) -> None:
    # 1A-2 is the nearest, but ran: 3 + 1; the others stand still and are not the nearest: 3 - 1 + 1
    near = trooper("1A-2", 10, 13.2, marks=[MOVED, RAN])
    men = [trooper(id, x, 10) for id, x in others]
    state = battle(alien("a", 10, 10, marks=[FOUGHT, LEFT]), near, *men)
    row = wanted(state, state.table.piece("a"))
    assert row and (row.act, row.to) == ("spit", (target,))


@pytest.mark.rule("TS-GAP-86")
def test_once_it_has_attacked_and_stands_free_it_spits_and_else_runs_on() -> None:
    # the claw kills 1A-2 (6+3 against 1+1), the tail has nobody; 1A-3 is 5 in away: spit, with both actions
    one, other = trooper("1A-2", 17.125, 10), trooper("1A-3", 22.125, 10)
    done = act(battle(alien("a", 10, 10), one, other), 3, 6, 1, 2, 2)
    assert [line.split()[1] for line in told(done)] == ["moves", "spits", "spits"]
    # 8 in away there is nobody to spit at: it runs on, and in contact it does not fight again
    far = trooper("1A-3", 25.125, 10)
    done = act(battle(alien("a", 10, 10), one, far), 3, 6, 1, 6)
    assert [line.split()[1] for line in told(done)] == ["moves", "runs"]
    assert at(done) == (24, 10) and rolls(done)[-1] == "a runs"


@pytest.mark.rule("TS-GAP-63")
def test_by_option_it_attacks_again_after_each_new_contact() -> None:
    # two actions: contact with the first, who dies; it runs into contact with 1A-3 with its last action,
    # and with none left it does not attack again; with three actions it has one left and does
    one, far = trooper("1A-2", 17.125, 10), trooper("1A-3", 25.125, 10)
    state = battle(alien("a", 10, 10), one, far, options={"melee_rounds": "every_contact"})
    assert len([why for why in rolls(act(state, 2, 6, 1, 6)) if why.startswith("claw")]) == 1
    done = act(state, 3, 6, 1, 6, 6, 1)
    assert done.piece("1A-3").place == Off("lost")


@pytest.mark.rule("TS-GAP-86", "TS-GAP-63")
def test_in_contact_it_fights_its_free_round_with_the_lowest_id_and_spends_nothing() -> None:
    # all marines have Defence 1, so the lowest id is attacked
    state = battle(alien("a", 10, 10), trooper("1A-3", 10 + TOUCH, 10), trooper("1A-2", 10 - TOUCH, 10))
    done = act(state, 3, 1, 6, 1, 6, 1, 6, 1, 6)
    assert rolls(done)[1] == "claw of a on 1A-2" and not told(done)
    assert {event.how for event in done.of(Moved)} == {"turn"}, "who fights turns to each other (TS-GAP-04)"
    assert done.piece("a").facing == 180.0 and done.piece("1A-2").facing == 0.0
    assert said(done) == ["a stays in contact with 1A-2 and 1A-3"]


@pytest.mark.rule("TS-GAP-86", "TS-GAP-42")
def test_it_fights_whom_it_meets_on_its_way() -> None:
    # on a way that leads past 1A-3 so closely that their bases touch it stops and fights
    met, prey = trooper("1A-3", 16, 10 + TOUCH), trooper("1A-2", 24, 10)
    state = battle(alien("a", 10, 10), met, prey)
    way = ((10.0, 10.0), (22.875, 10.0))
    done = perform(state, lambda play: travel(play, "a", way), dice=[1, 6] * 4)
    assert rolls(done)[0] == "claw of a on 1A-3" and at(done) == (16, 10)


@pytest.mark.rule("TS-GAP-42", "TS-GAP-89")
@pytest.mark.parametrize("y", [10 + TOUCH, 10 + TOUCH + 0.004, 10 + TOUCH - 0.3])
def test_a_way_past_a_man_who_is_held_does_not_touch_him(y: float) -> None:
    # 1A-3 is held by b; to touch him would end the move where c stands
    men = trooper("1A-3", 16, y), trooper("1A-2", 24, 10)
    state = battle(alien("a", 10, 10), *men, alien("b", 16, y + TOUCH), alien("c", 16, 9.5))
    done = act(state, 1, 6)
    assert done.piece("a").xy[0] > 20 and len(rolls(done)) == 2


@pytest.mark.rule("TS-GAP-85")
def test_prey_is_the_nearest_with_whom_no_creature_is_in_contact_if_there_is_one() -> None:
    near, far = trooper("1A-2", 16, 10), trooper("1A-3", 10, 28)
    state = battle(alien("a", 10, 10), near, far, alien("b", 16 + TOUCH, 10))
    assert "towards 1A-3" in told(act(state, 1, 1))[0]
    all_held = battle(alien("a", 10, 10), near, alien("b", 16 + TOUCH, 10))
    assert "towards 1A-2" in told(act(all_held, 1, 1, 6, 1, 6, 1, 6, 1, 6))[0]


@pytest.mark.rule("TS-GAP-85")
def test_of_two_as_near_it_takes_the_lower_id_and_looks_anew_before_each_action() -> None:
    state = battle(
        alien("a", 24, 24), trooper("1A-3", 44, 24), trooper("1A-2", 4, 24), trooper("1A-4", 9, 38)
    )
    # 20 in to both, 20.5 to 1A-4; 6+1 to the west, 1A-2 is 13 in away then and 1A-4 14
    assert [line.split(":")[0][-4:] for line in told(act(state, 2, 1, 1))] == ["1A-2", "1A-2"]


@pytest.mark.rule("TS-GAP-85")
@pytest.mark.parametrize(("other", "to"), [(30.0, "1A-2"), (8.875, "1A-3")])
def test_whom_it_touches_itself_is_its_prey_unless_another_does_too(other: float, to: str) -> None:
    state = battle(
        trooper("1A-2", 10, 10), trooper("1A-3", 14, 10), alien("a", 11.125, 10), alien("b", other, 10)
    )
    goal = prey(state, state.table.piece("a"))
    assert goal and goal.target == to


@pytest.mark.rule("TS-GAP-85", "TS-GAP-56")
def test_casualties_are_left_alone_and_without_active_marines_it_stays() -> None:
    state = battle(
        alien("a", 10, 10), trooper("1A-2", 13, 10, marks=[DOWN]), trooper("1A-3", 10, 13, marks=[HUGGED])
    )
    done = act(state, 3)
    assert rolls(done) == ["actions of a"] and not told(done)
    assert said(done) == ["a stays: there is no active marine"]


@pytest.mark.rule("TS-GAP-85", "TS-GAP-89")
def test_nearest_is_by_the_way_and_not_by_the_eye() -> None:
    # 1A-2 stands 4 in off behind a wall that no one crosses, far round; 1A-3 is 9 in away in the open
    state = battle(alien("a", 17.5, 10), trooper("1A-2", 22, 10), trooper("1A-3", 7, 10), terrain=[SLIT])
    assert "towards 1A-3" in told(act(state, 2, 1, 1, 6, 1, 6, 1, 6, 1, 6))[0]


@pytest.mark.rule("TS-GAP-78")
@pytest.mark.parametrize(("reading", "runs"), [("immune", 2), ("suppressible", 1)])
def test_suppressed_it_has_one_action_less_by_option(reading: str, runs: int) -> None:
    beast = alien("a", 4, 10, marks=[SUPPRESSED])
    done = act(battle(beast, trooper("1A-2", 45, 10), options={"alien_morale": reading}), 2, *[1] * runs)
    assert len(told(done)) == runs and not done.piece("a").has(SUPPRESSED)


@pytest.mark.rule("TS-GAP-59")
@pytest.mark.parametrize(("wounds", "acts"), [("down", False), ("recovers", True)])
def test_one_that_is_down_gets_up_on_5_or_6_by_option(wounds: str, acts: bool) -> None:
    state = battle(
        alien("a", 4, 30, marks=[DOWN]), trooper("1A-2", 20, 30), options={"creature_serious_wound": wounds}
    )
    assert bool(waiting(state, 1)) == acts
    if acts:
        assert act(state, 4).piece("a").has(DOWN)
        done = act(state, 5, 1, 1)
        assert not done.piece("a").has(DOWN) and len(told(done)) == 1


# -- doors, obstacles, others in the way --

HUT = room("hut", 20, 6, 30, 14, ("door", (20, 9.25), (20, 10.75), False))


@pytest.mark.rule("TS-GAP-34", "TS-GAP-89")
def test_an_alien_opens_the_door_on_its_way_with_an_action() -> None:
    # 3.375 in to the door, where it stops; one action to open it; then contact by a plain move
    state = battle(alien("a", 16, 10), trooper("1A-2", 26, 10), terrain=[HUT])
    done = act(state, 3, 1, 1, 6, 1, 6, 1, 6, 1, 6)
    assert [line.split()[1] for line in told(done)] == ["runs", "opens", "moves"]
    assert done.state.table.ground.openings()["hut.door1"][1].open
    assert done.of(Moved)[0].parts[0].new.x == pytest.approx(20 - 0.625, abs=0.01)  # type: ignore[union-attr]
    assert at(done) == (26 - TOUCH, 10)


@pytest.mark.rule("TS-GAP-86", "TS-GAP-89")
def test_with_its_last_action_it_opens_a_door_if_there_is_nobody_to_spit_at() -> None:
    done = act(battle(alien("a", 19.375, 10), trooper("1A-2", 26, 10), terrain=[HUT]), 1)
    assert told(done) == ["a opens hut.door1: it is shut and on the way"]


@pytest.mark.rule("TS-GAP-80", "TS-GAP-34")
def test_what_an_open_door_shows_to_marines_is_turned_over() -> None:
    # the marine outside sees the marker in the hut as soon as the door is open; a 1 finds nothing
    state = battle(alien("a", 20.875, 10), trooper("1A-2", 13, 10), marker("m", 23, 10), terrain=[HUT])
    done = act(state, 1, 1)
    assert "m" not in done.state.table.pieces and told(done)[0].startswith("a opens")


@pytest.mark.rule("TS-GAP-88", "TS-GAP-34", "TS-GAP-89")
def test_a_face_hugger_waits_at_the_shut_door_nearest_to_its_prey() -> None:
    house = room(
        "hut", 20, 6, 30, 14, ("door", (20, 9.25), (20, 10.75), False), ("door", (24, 14), (26, 14), False)
    )
    state = battle(hugger("a", 16, 10), trooper("1A-2", 22, 10), terrain=[house])
    done = act(state, 3, 1)
    assert at(done) == (20 - 0.375, 10) and rolls(done) == ["actions of a", "a runs"], "there it stays"
    assert said(done) == ["a waits at hut.door1: no way is open to 1A-2"]


@pytest.mark.rule("TS-GAP-88", "TS-GAP-41")
def test_a_face_hugger_goes_in_by_a_window_that_is_open_to_all() -> None:
    # the sill is a medium wall: 4+1 against 3 passes; 6+4 is enough for contact at 8 in
    house = room("hut", 20, 6, 30, 14, ("window", (20, 9.25), (20, 10.75), True))
    state = battle(hugger("a", 16, 10), trooper("1A-2", 24, 10), terrain=[house])
    done = act(state, 1, 4, 4, 6, 1)
    assert done.piece("a").place == Aboard("1A-2")


@pytest.mark.rule("TS-GAP-38", "TS-GAP-89", "TS-MOVE-03", "TS-MOVE-08")
@pytest.mark.parametrize(
    ("die", "x"),
    [(3, 18.0), (2, 14.0), (1, 10.0)],
    ids=["3+2 passes: 6+2", "2+2 fails: half of 8, just to where it is clear", "a 1 that fails: it stays"],
)
def test_the_tests_of_a_way_are_rolled_after_the_run_and_before_the_move(die: int, x: float) -> None:
    # a high wall (4) from y = 2 to y = 18 and x = 12 to 12.5; 4 in bring the base to 14, clear of it
    wall = block("high_wall", "w", 12, 0, 12.5, 48, 2.0)
    done = act(battle(alien("a", 10, 10), trooper("1A-2", 40, 10), terrain=[wall]), 1, 2, die)
    assert rolls(done)[2] == "a crosses w" and at(done) == (x, 10)


@pytest.mark.rule("TS-GAP-39", "TS-MOVE-08")
@pytest.mark.parametrize(("die", "x"), [(6, 10.0), (1, 14.0)])
def test_to_the_letter_of_the_source_a_6_stops_it_and_a_1_halves(die: int, x: float) -> None:
    wall = block("high_wall", "w", 12, 0, 12.5, 48, 2.0)
    letter = {"obstacle_stop_die": "6"}
    state = battle(alien("a", 10, 10), trooper("1A-2", 40, 10), terrain=[wall], options=letter)
    assert at(act(state, 1, 2, die)) == (x, 10)


@pytest.mark.rule("TS-GAP-89")
@pytest.mark.parametrize(("top", "round_it"), [(14.0, True), (16.0, False)])
def test_a_test_counts_as_so_many_inches_on_the_way(top: float, round_it: bool) -> None:
    # medium wall (3) x 15-15.5 up to `top`; straight on it is 18.875, and 3 more for the test. Round
    # its upper end at 14 (4.6 up with the base) it is about 21.0; round 16 (6.6 up) about 22.9
    wall = block("medium_wall", "w", 15, 0, 15.5, top)
    done = act(
        battle(alien("a", 5, 10), trooper("1A-2", 25, 10), terrain=[wall]), 1, 6, *([] if round_it else [6])
    )
    assert ("a crosses w" in rolls(done)) != round_it


@pytest.mark.rule("TS-GAP-89")
def test_a_shut_door_counts_as_6_in_and_a_window_as_3() -> None:
    # door and window are as far; the window is taken, with its test
    house = room(
        "hut", 20, 6, 30, 14, ("door", (20, 7), (20, 8.5), False), ("window", (20, 11.5), (20, 13), True)
    )
    state = battle(alien("a", 16, 10), trooper("1A-2", 26, 10), terrain=[house])
    assert "hut.window2" in rolls(act(state, 1, 6, 6, 1, 6, 1, 6, 1, 6, 1, 6))[2]


@pytest.mark.rule("TS-GAP-89", "TS-GAP-86")
def test_without_a_way_it_goes_as_near_as_it_can_and_spits_from_there() -> None:
    # no door at all: to the wall, 2.375 in off; then it spits through the slit with every action left
    cell = room("cell", 20, 6, 26, 14, ("slit", (20, 9.25), (20, 10.75), True))
    state = battle(alien("a", 17, 10), trooper("1A-2", 21.5, 10), terrain=[cell])
    done = act(state, 3, 1, 2, 2)
    assert [line.split()[1] for line in told(done)] == ["runs", "spits", "spits"]
    assert at(done) == (20 - 0.625, 10)


@pytest.mark.rule("TS-GAP-42")
def test_it_passes_through_friends_but_ends_on_none() -> None:
    # 6+2 would end at x = 18, upon the friend at 17.5: it ends beside it; 6+4 ends beyond it on the straight
    state = battle(alien("a", 10, 10), alien("b", 17.5, 10), trooper("1A-2", 40, 10))
    done = act(state, 1, 2)
    assert math.dist(done.piece("a").xy, (17.5, 10)) >= 1.245 and done.piece("a").xy[0] > 17
    assert act(state, 1, 4).piece("a").xy[0] == pytest.approx(20, abs=0.02)


@pytest.mark.rule("TS-GAP-42", "TS-GAP-89")
def test_whom_it_would_touch_while_upon_a_friend_it_does_not_reach() -> None:
    # on the straight way to 1A-2 it would touch 1A-3 at (16, 10), where c stands
    friend, met = alien("c", 16, 9.5), trooper("1A-3", 16, 10 + TOUCH)
    held = alien("b", 16, 10 + 2 * TOUCH)
    done = act(battle(alien("a", 10, 10), friend, met, held, trooper("1A-2", 30, 10)), 1, 6)
    assert math.dist(done.piece("a").xy, friend.xy) >= 1.245 and len(rolls(done)) == 2


# -- no queue: around marines, to every free place in contact, past who lies in the way --

FILE = [trooper("1A-2", 20, 20), alien("x", 20, 18.875)]


@pytest.mark.rule("TS-GAP-42", "TS-GAP-89")
@pytest.mark.parametrize("behind", [1.05, 1.5, 2.0, 4.0])
def test_it_goes_around_a_man_who_is_held_to_the_one_behind_him(behind: float) -> None:
    state = battle(*FILE, trooper("1A-3", 20, 20 + behind), alien("a", 20, 13))
    done = act(state, 2, 6, *[1, 6] * 4)
    assert any(why.startswith("claw of a") for why in rolls(done)), rolls(done)


@pytest.mark.rule("TS-GAP-42", "TS-GAP-89")
def test_no_way_leads_through_an_active_marine() -> None:
    state = battle(*FILE, trooper("1A-3", 20, 22), alien("a", 20, 13))
    goal = prey(state, state.table.piece("a"))
    assert goal and goal.target == "1A-3"
    gaps = [point_to_segment((20, 20), p, q) for p, q in pairwise(goal.path)]
    assert min(gaps) > TOUCH + 0.005, "to touch him on the way would end the move"


@pytest.mark.rule("TS-GAP-85", "TS-GAP-89")
def test_where_no_way_leads_to_a_free_man_it_goes_for_one_who_is_held() -> None:
    # in a corridor as wide as an Alien 1A-2 is held and 1A-3 stands behind him; a comes by the open end
    walls = [block("building", f"w{n}", 10, y, 22, y + 0.5) for n, y in enumerate((8.86, 10.64))]
    end = block("building", "end", 21.5, 8.86, 22, 11.14)
    men = [trooper("1A-2", 18, 10), trooper("1A-3", 20, 10)]
    state = battle(*men, alien("x", 18 - TOUCH, 10), alien("a", 8, 10), terrain=[*walls, end])
    goal = prey(state, state.table.piece("a"))
    assert goal and not goal.way.arrives, "x stands in the only place in contact"
    free = battle(*men, hugger("x", 18, 10.875), alien("a", 8, 10), terrain=[*walls, end])
    goal = prey(free, free.table.piece("a"))
    assert goal and goal.target == "1A-2" and goal.way.arrives


@pytest.mark.rule("TS-GAP-64", "TS-GAP-89")
def test_the_only_free_place_in_contact_is_found_however_narrow() -> None:
    # five Aliens about a man leave room for exactly one more, which is at no round angle
    angles = [0.4 + k * math.pi / 3 for k in range(5)]
    ring = 1.25
    others = [alien(f"f{k}", 20 + ring * math.cos(t), 20 + ring * math.sin(t)) for k, t in enumerate(angles)]
    man = msgspec.structs.replace(trooper("1A-2", 20, 20), radius=0.625)
    state = battle(man, *others, alien("a", 30, 20))
    goal = prey(state, state.table.piece("a"))
    last = 0.4 + 5 * math.pi / 3
    assert goal and goal.way.arrives
    assert goal.path[-1] == pytest.approx((20 + ring * math.cos(last), 20 + ring * math.sin(last)), abs=0.02)


@pytest.mark.rule("TS-GAP-86", "TS-GAP-89", "TS-GAP-34")
def test_who_lies_before_a_shut_door_does_not_lock_an_alien_in() -> None:
    # c lies where the straight way to the door ends; beside him there is room in contact with the door
    house = room("h", 20, 28, 30, 36, ("door", (24.25, 28), (25.75, 28), False))
    casualty = trooper("c", 24.954, 29.895, marks=[DOWN])
    state = battle(trooper("b", 26, 24), casualty, alien("a", 25.14, 31.06), terrain=[house])
    done = act(state, 2, 4)
    assert [line.split()[1] for line in told(done)] == ["runs", "opens"]
    assert done.state.table.ground.openings()["h.door1"][1].open


@pytest.mark.rule("TS-GAP-86", "TS-GAP-89", "TS-GAP-34")
def test_a_door_before_which_all_places_are_taken_is_a_wall_till_one_is_free() -> None:
    # two doors; two casualties fill the front of the near one, so the far one is opened
    house = room(
        "h",
        20,
        28,
        30,
        36,
        ("door", (22.25, 28), (23.75, 28), False),
        ("door", (28.25, 28), (29.75, 28), False),
    )
    lying = [trooper(f"c{n}", x, 28.76, marks=[DOWN]) for n, x in enumerate((22.4, 23.5))]
    state = battle(trooper("b", 23, 24), *lying, alien("a", 23, 32), terrain=[house])
    goal = prey(state, state.table.piece("a"))
    assert goal and goal.door == "h.door2"


@pytest.mark.rule("TS-GAP-42", "TS-GAP-89")
def test_where_friends_fill_the_end_of_its_way_it_goes_around_them() -> None:
    # three in file before it: 6+1 would end upon the last, and short of them it would stand where it is
    row = [alien(f"f{k}", 21.25 + 1.3 * k, 20) for k in range(5)]
    state = battle(trooper("1A-2", 40, 20), *row, alien("a", 20, 20))
    done = act(state, 1, 1)
    assert done.piece("a").xy[0] > 24


@pytest.mark.rule("TS-GAP-88")
def test_a_second_face_hugger_finds_a_place_at_the_same_door() -> None:
    house = room("hut", 20, 6, 30, 14, ("door", (20, 9.25), (20, 10.75), False))
    state = battle(hugger("b", 20 - 0.375, 10), hugger("a", 16, 10), trooper("1A-2", 22, 10), terrain=[house])
    done = act(state, 3, 1)
    assert [*at_hand(done.state, done.piece("a"))] and len(rolls(done)) == 2


@pytest.mark.rule("TS-GAP-86")
def test_it_spends_nothing_on_a_run_that_leads_nowhere() -> None:
    pen = room("pen", 20, 20, 21.7505, 21.7505)
    state = battle(alien("a", 20.875, 20.875), trooper("1A-2", 30, 30), terrain=[pen])
    goal = prey(state, state.table.piece("a"))
    assert goal
    done = act(state.with_table(state.table.with_pieces(alien("a", *goal.path[-1]))), 3)
    assert rolls(done) == ["actions of a"]
    assert said(done) == ["a stays: no way leads nearer to 1A-2, and there is nobody to spit at"]


@pytest.mark.rule("TS-GAP-64", "TS-GAP-85", "TS-GAP-42")
def test_it_comes_at_a_man_from_the_side_that_nobody_holds() -> None:
    # the only man is held from the west; the second Alien goes through the first one's place to another side
    state = battle(alien("a", 10, 10), trooper("1A-2", 16, 10), alien("b", 16 - TOUCH, 10))
    done = act(state, 3, 1, 6, 1, 6, 1, 6, 1, 6)
    assert math.dist(done.piece("a").xy, (16, 10)) == pytest.approx(TOUCH, abs=0.01)
    assert rolls(done)[1] == "claw of a on 1A-2"


@pytest.mark.rule("TS-GAP-64", "TS-GAP-41", "TS-GAP-89")
def test_it_stands_astride_a_wall_to_touch_whoever_presses_against_it() -> None:
    # the man touches the far side of the low wall; contact is at 11.875, upon the wall. 1+2 passes it
    wall = block("low_wall", "w", 12, 0, 12.5, 48, 0.65)
    done = act(battle(alien("a", 9, 10), trooper("1A-2", 13, 10), terrain=[wall]), 1, 1, 6, 1)
    assert at(done) == (11.875, 10) and rolls(done)[1:3] == ["a crosses w", "claw of a on 1A-2"]


@pytest.mark.rule("TS-GAP-42", "TS-GAP-38")
def test_half_a_way_ends_on_no_friend_either() -> None:
    # as above it fails with a 2, and 4 in would bring it to 14, upon b at 14.5
    wall = block("high_wall", "w", 12, 0, 12.5, 48, 2.0)
    state = battle(alien("a", 10, 10), alien("b", 14.5, 10), trooper("1A-2", 40, 10), terrain=[wall])
    assert act(state, 1, 2, 2).piece("a").xy[0] <= 13.255


@pytest.mark.rule("TS-GAP-26")
def test_overwatch_is_offered_before_a_spit_and_before_a_door_opens() -> None:
    watcher = trooper("1A-3", 17, 3, marks=[OVERWATCH])
    spits = battle(alien("a", 17, 10, marks=[HOME]), trooper("1A-2", 21, 10), watcher, terrain=[SLIT])
    state = spits.with_table(spits.table.with_pieces(spits.table.piece("a").with_mark(LEFT, 1)))
    option = next(iter(ACTS["spit"].offers(state, state.table.piece("a"))))
    done = perform(state, lambda play: ACTS["spit"].perform(play, option), dice=[1])
    assert "as it spits" in str(done.asked[0].prompt)
    opens = battle(alien("a", 19.375, 10), trooper("1A-2", 26, 10), watcher, terrain=[HUT])
    option = next(iter(ACTS["open"].offers(opens, opens.table.piece("a"))))
    done = perform(opens, lambda play: ACTS["open"].perform(play, option))
    assert "as it opens a door" in str(done.asked[0].prompt)


@pytest.mark.rule("TS-GAP-51", "TS-GAP-52")
def test_what_it_did_before_is_forgotten_as_its_activation_begins() -> None:
    done = act(battle(alien("a", 10, 10, marks=[MOVED, RAN, SHOTS, FOUGHT])), 1)
    assert not done.piece("a").marks


# -- a Face Hugger --


@pytest.mark.rule("TS-GAP-88", "TS-GAP-36", "TS-GAP-100")
def test_a_face_hugger_always_runs_and_is_out_of_play_after_a_hug() -> None:
    # gap 3: a plain move were enough, but it runs; 6+2 against 1+1 hugs, and two actions are left over
    done = act(battle(hugger("a", 10, 10), trooper("1A-2", 13.875, 10)), 3, 1, 6, 1)
    assert told(done) == ["a runs 6 + 1 = 7 in towards 1A-2: it always runs"]
    assert done.piece("a").place == Aboard("1A-2") and done.of(Announced)[0].rule == "TS-GAP-88"


@pytest.mark.rule("TS-GAP-88")
def test_after_a_hug_that_is_a_plain_wound_it_runs_on_without_a_second_attack() -> None:
    state = battle(
        hugger("a", 10, 10), trooper("1A-2", 13.875, 10), trooper("1A-3", 20, 10),
        options={"hug": "plain_incapacitated"},
    )  # fmt: skip
    done = act(state, 2, 1, 6, 1, 6)
    assert at(done) == (20 - 0.875, 10) and not done.piece("1A-3").has(HUGGED)


@pytest.mark.rule("TS-GAP-36")
@pytest.mark.parametrize(("inches", "x"), [("6", 17.0), ("5", 16.0), ("4", 15.0)])
def test_how_far_a_face_hugger_runs(inches: str, x: float) -> None:
    state = battle(hugger("a", 10, 10), trooper("1A-2", 40, 10), options={"face_hugger_move": inches})
    assert at(act(state, 1, 1)) == (x, 10)


@pytest.mark.rule("TS-GAP-100", "TS-ALN-18", "TS-GAP-88")
@pytest.mark.parametrize(("reading", "acts"), [("hug_only", ["runs"]), ("spits", ["spits"])])
def test_a_face_hugger_spits_by_option_with_a_last_action_that_brings_no_contact(
    reading: str, acts: list[str]
) -> None:
    # by the slit the man is 3 in away, the way round is far; with the last action it would spit
    state = battle(
        hugger("a", 17, 10), trooper("1A-2", 21, 10), terrain=[SLIT], options={"face_hugger_attacks": reading}
    )
    done = act(state, 1, 2)
    assert [line.split()[1] for line in told(done)] == acts


# -- a marker --


@pytest.mark.rule("TS-GAP-81", "TS-ALN-04")
@pytest.mark.parametrize(
    ("behaviour", "dice", "x"),
    [("stalk", [3], 4), ("stalk", [4, 2], 16), ("lie_still", [], 4), ("hunt", [2], 16)],
)
def test_whether_a_marker_stalks(behaviour: str, dice: list[int], x: float) -> None:
    # two moves of 6 in, no run, and the marine 40 in off sees nothing
    state = battle(marker("m", 4, 10), trooper("1A-2", 44, 10), options={"marker_behaviour": behaviour})
    done = act(state, *dice, id="m")
    assert at(done, "m") == (x, 10) and done.piece("m").has(MOVED) == (x > 4)
    assert "m" in done.state.game.acted


@pytest.mark.rule("TS-GAP-81", "TS-GAP-80", "TS-GAP-86")
def test_a_marker_that_comes_into_sight_is_an_alien_that_uses_the_actions_left() -> None:
    # gap 15 to the marine: after 3 in it is 12 in off and seen; the action ends there. 5: an Alien, 1.5 in
    # radius apart; two actions are left: it runs 6+1, and with the last one 12-7 = 5 in it moves into contact
    state = battle(marker("m", 10, 10), trooper("1A-2", 26, 10), options={"marker_behaviour": "hunt"})
    done = act(state, 3, 5, 1, 1, 6, 1, 6, 1, 6, 1, 6, id="m")
    (beast,) = [piece for piece in done.state.table.standing() if piece.kind == "alien"]
    assert rolls(done)[:3] == ["actions of m", "what m holds", f"{beast.id} runs"]
    assert beast.xy == pytest.approx((26 - TOUCH, 10), abs=0.02) and beast.id in done.state.game.acted
    assert not beast.has(LEFT) and beast.has(FOUGHT)


@pytest.mark.rule("TS-GAP-80", "TS-GAP-81")
def test_what_is_shot_as_it_comes_to_light_does_nothing_more() -> None:
    # the HMG hits with a 6 and kills: 6+4 against 1+4; nobody is near enough for the blood
    gunner = marine("hmg", "1A-4", 26, 10, marks=[OVERWATCH])
    state = battle(marker("m", 10, 10), gunner, options={"marker_behaviour": "hunt"})
    done = act(state, 3, 5, 6, 6, 1, id="m", react=["fire:1A-4"])
    assert not [piece for piece in done.state.table.standing() if piece.kind == "alien"]


@pytest.mark.rule("TS-GAP-81")
def test_a_marker_found_with_its_last_action_leaves_a_creature_that_waits() -> None:
    state = battle(marker("m", 10, 10), trooper("1A-2", 26, 10), options={"marker_behaviour": "hunt"})
    done = act(state, 1, 5, id="m")
    (beast,) = [piece for piece in done.state.table.standing() if piece.kind == "alien"]
    assert at(done, beast.id) == (13, 10)


@pytest.mark.rule("TS-GAP-81", "TS-GAP-85")
def test_a_marker_goes_at_the_nearest_marine_of_all_and_opens_doors() -> None:
    # 1A-2 is in contact with an Alien, and the marker goes for him all the same
    held = trooper("1A-2", 30, 10), alien("b", 30 + TOUCH, 10)
    hunt = {"marker_behaviour": "hunt"}
    state = battle(marker("m", 4, 10), *held, trooper("1A-3", 4, 47.5), options=hunt)
    assert "towards 1A-2" in told(act(state, 1, id="m"))[0]
    inside = battle(
        marker("m", 20.875, 10), trooper("1A-2", 4, 10), terrain=[HUT], options={"marker_behaviour": "hunt"}
    )
    assert told(act(inside, 1, id="m")) == ["m opens hut.door1: it is shut and on the way"]


# -- creatures under a player --


@pytest.mark.rule("TS-GAP-91", "TS-ALN-07")
def test_a_player_has_the_same_acts_and_lays_the_ways_out() -> None:
    state = battle(
        alien("a", 16, 10), trooper("1A-2", 21, 10), terrain=[SLIT], options={"alien_control": "player"}
    )
    leg = Leg("a", ((16.0, 10.0), (16.0, 18.0)))
    done = act(state, 3, 2, 3, creature=["spit:a:1A-2", "run:a", "end"], move=[(leg,)])
    assert keys(done, "creature") == [
        "move:a", "run:a", "spit:a:1A-2", "end",
    ]  # fmt: skip
    assert not told(done), "its player knows"


@pytest.mark.rule("TS-GAP-91")
@pytest.mark.parametrize("dice", [(2, 3, 5), (3, 1, 1, 1), (1, 6)])
@pytest.mark.parametrize("kind", ["alien", "face_hugger"])
def test_a_recruit_plays_creatures_as_the_rows_do(kind: str, dice: tuple[int, ...]) -> None:
    beast, man = creature(kind, "a", 4, 10), trooper("1A-2", 40, 10)
    things = [beast, man, trooper("1A-3", 30, 30)]
    by_rows = act(battle(*things, terrain=[HUT]), *dice)
    state = battle(*things, terrain=[HUT], options={"alien_control": "player"})

    def advised(decision: Decision[Any], view: Battle) -> Any:
        found = DOCTRINE.advise(view, decision, random.Random(1))
        return found[0].answer if found else decision.default(view)

    asked = dict.fromkeys(("creature", "move", "opponent", "tail"), advised)
    done = rules_alone(state, lambda play: activate(play, "a"), asked, dice)
    assert done.piece("a").xy == by_rows.piece("a").xy and done.question("creature")


@pytest.mark.rule("TS-GAP-87", "TS-GAP-91")
def test_it_is_advised_to_strike_as_the_rows_would() -> None:
    state = battle(
        alien("a", 10, 10), trooper("1A-3", 10 + TOUCH, 10), trooper("1A-2", 10 - TOUCH, 10),
        trooper("1A-4", 10 - TOUCH, 12.5), options={"alien_control": "player"},
    )  # fmt: skip
    first = perform(state, lambda play: activate(play, "a"), {}, [1], until="opponent").question("opponent")
    assert DOCTRINE.advise(state, first, random.Random(1))[0].answer == "1A-2"
    answers = {"opponent": ["1A-2"]}
    tail = perform(state, lambda play: activate(play, "a"), answers, [1, 6, 1, 6, 1], until="tail")
    assert DOCTRINE.advise(tail.state, tail.question("tail"), random.Random(1))[0].answer == "1A-4"


@pytest.mark.rule("TS-GAP-81", "TS-GAP-91")
def test_a_player_moves_a_marker_where_an_alien_could_go() -> None:
    # between the two blocks there are 1.1 in: enough for the marker's own base, not for an Alien's
    walls = [block("building", "n", 12, 10.55, 14, 20, 3.0), block("building", "s", 12, 0, 14, 9.45, 3.0)]
    hunt = {"alien_control": "player", "marker_behaviour": "hunt"}
    state = battle(marker("m", 9, 10), trooper("1A-2", 40, 40), terrain=walls, options=hunt)
    through = (Leg("m", ((9.0, 10.0), (15.0, 10.0))),)
    with pytest.raises(RefusedError, match="overlaps"):
        act(state, 1, id="m", creature=["move:m"], move=[through])
    round_it = (Leg("m", ((9.0, 10.0), (9.0, 16.0))),)
    assert at(act(state, 1, id="m", creature=["move:m"], move=[round_it]), "m") == (9, 16)
