"""An Alien's program: which act it takes, and how far it goes."""

from __future__ import annotations

import pytest

from battlesim.rulesets.troice_station.core.marks import FOUGHT, LEFT, RAN
from battlesim.rulesets.troice_station.creatures import program, target_choice
from battlesim.rulesets.troice_station.travel.path_travel import travel_path
from battlesim.rulings.movement import MotionRoute
from battlesim.table.events import MovesAnnounced, PiecesMoved
from battlesim.table.pieces import Off

from .creature_steps import TOUCH, act, at, said, told
from .things import alien, battle, line, perform, rolls, trooper


@pytest.mark.rule("TS-ALN-04", "TS-ALN-05", "TS-ALN-06", "TS-GAP-86")
def test_far_off_it_runs_with_every_action_and_rolls_a_die_for_each() -> None:
    # D3 2; the marine is 40 in away: no contact, and nobody to spit at with the last action
    done = act(battle(alien("a", 4, 10), trooper("1A-2", 45.125, 10)), 2, 3, 5)
    assert rolls(done) == ["actions of a", "a runs", "a runs"]
    assert at(done) == (4 + 6 + 3 + 6 + 5, 10) and done.piece("a").has_mark(RAN)
    assert told(done) == [
        "a runs 6 + 3 = 9 in towards 1A-2: there are more actions to come",
        "a runs 6 + 5 = 11 in towards 1A-2: there is nobody to spit at",
    ]


@pytest.mark.rule("TS-GAP-86", "TS-GAP-63", "TS-ALN-05")
def test_within_6_in_a_plain_move_is_enough_and_it_fights_at_once() -> None:
    # gap 6.00: move; three attacks, one back; then it is in contact and its other two actions are unspent
    done = act(battle(alien("a", 10, 10), trooper("1A-2", 17.125, 10)), 3, 1, 6, 1, 6, 1, 6, 1, 6)
    assert told(done) == ["a moves 6 in towards 1A-2: a plain move is enough for contact"]
    assert at(done) == (16, 10) and done.piece("a").has_mark(FOUGHT) and not done.piece("a").has_mark(RAN)
    assert done.events_of(MovesAnnounced)[0].rule == "TS-GAP-86" and done.events_of(MovesAnnounced)[
        0
    ].courses[0][-1] == (16.0, 10.0)


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
    assert not done.piece("a").has_mark(RAN), "in contact it counts as running no more"


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
    assert {event.how for event in done.events_of(PiecesMoved)} == {"turn"}, (
        "who fights turns to each other (TS-GAP-04)"
    )
    assert done.piece("a").facing == 180.0 and done.piece("1A-2").facing == 0.0
    assert said(done) == ["a stays in contact with 1A-2 and 1A-3"]


@pytest.mark.rule("TS-GAP-86", "TS-GAP-42")
def test_it_fights_whom_it_meets_on_its_way() -> None:
    # on a way that leads past 1A-3 so closely that their bases touch it stops and fights
    met, prey = trooper("1A-3", 16, 10 + TOUCH), trooper("1A-2", 24, 10)
    state = battle(alien("a", 10, 10), met, prey)
    way = ((10.0, 10.0), (22.875, 10.0))
    done = perform(state, lambda play: travel_path(play, "a", way), dice=[1, 6] * 4)
    assert rolls(done)[0] == "claw of a on 1A-3" and at(done) == (16, 10)


@pytest.mark.rule("TS-GAP-86", "TS-ALN-06")
@pytest.mark.parametrize(("inches", "act"), [(6.0, "move"), (6.1, "run"), (12.0, "run"), (12.1, "spit")])
def test_with_its_last_action_an_alien_goes_where_it_may_get_into_contact(inches: float, act: str) -> None:
    beast = alien("x", 15, 10, {LEFT: 1})
    goal = target_choice.PreyRoute("a", MotionRoute(((15.0, 10.0), (11.125, 10.0)), inches, inches))
    row = program._alien(battle(trooper(), beast), beast, goal)
    assert row and row.act == act


@pytest.mark.rule("TS-ALN-06", "TS-GAP-34", "TS-GAP-86")
def test_the_way_of_a_creature_is_announced_with_it() -> None:
    state = battle(*line(10), alien("x", 30, 10))
    done = perform(state, lambda play: program.activate_creature(play, "x"), dice=(1, 4))
    (told_of,) = done.events_of(MovesAnnounced)
    assert told_of.courses == (((30.0, 10.0), (20.0, 10.0)),) and told_of.at == ("a",)
