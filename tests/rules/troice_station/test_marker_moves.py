"""Moves of markers: whether one stalks, and what goes on when it comes to light."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.troice_station.core.marks import FOUGHT, LEFT, MOVED, OVERWATCH
from battlesim.rulesets.troice_station.creatures import program

from .creature_steps import HUT, TOUCH, act, at, told
from .things import alien, battle, marine, marker, perform, rolls, room, trooper


@pytest.mark.rule("TS-GAP-81", "TS-ALN-04")
@pytest.mark.parametrize(
    ("behaviour", "dice", "x"),
    [("stalk", [3], 4), ("stalk", [4, 2], 16), ("lie_still", [], 4), ("hunt", [2], 16)],
)
def test_whether_a_marker_stalks(behaviour: str, dice: list[int], x: float) -> None:
    # two moves of 6 in, no run, and the marine 40 in off sees nothing
    state = battle(marker("m", 4, 10), trooper("1A-2", 44, 10), options={"marker_behaviour": behaviour})
    done = act(state, *dice, id="m")
    assert at(done, "m") == (x, 10) and done.piece("m").has_mark(MOVED) == (x > 4)
    assert "m" in done.state.game.acted


@pytest.mark.rule("TS-GAP-81", "TS-GAP-80", "TS-GAP-86")
def test_a_marker_that_comes_into_sight_is_an_alien_that_uses_the_actions_left() -> None:
    # gap 15 to the marine: after 3 in it is 12 in off and seen; the action ends there. 5: an Alien, 1.5 in
    # radius apart; two actions are left: it runs 6+1, and with the last one 12-7 = 5 in it moves into contact
    state = battle(marker("m", 10, 10), trooper("1A-2", 26, 10), options={"marker_behaviour": "hunt"})
    done = act(state, 3, 5, 1, 1, 6, 1, 6, 1, 6, 1, 6, id="m")
    (beast,) = [piece for piece in done.state.table.standing_pieces() if piece.kind == "alien"]
    assert rolls(done)[:3] == ["actions of m", "what m holds", f"{beast.id} runs"]
    assert beast.xy == pytest.approx((26 - TOUCH, 10), abs=0.02) and beast.id in done.state.game.acted
    assert not beast.has_mark(LEFT) and beast.has_mark(FOUGHT)


@pytest.mark.rule("TS-GAP-80", "TS-GAP-81")
def test_what_is_shot_as_it_comes_to_light_does_nothing_more() -> None:
    # the HMG hits with a 6 and kills: 6+4 against 1+4; nobody is near enough for the blood
    gunner = marine("hmg", "1A-4", 26, 10, marks=[OVERWATCH])
    state = battle(marker("m", 10, 10), gunner, options={"marker_behaviour": "hunt"})
    done = act(state, 3, 5, 6, 6, 1, id="m", react=["fire:1A-4"])
    assert not [piece for piece in done.state.table.standing_pieces() if piece.kind == "alien"]


@pytest.mark.rule("TS-GAP-81")
def test_a_marker_found_with_its_last_action_leaves_a_creature_that_waits() -> None:
    state = battle(marker("m", 10, 10), trooper("1A-2", 26, 10), options={"marker_behaviour": "hunt"})
    done = act(state, 1, 5, id="m")
    (beast,) = [piece for piece in done.state.table.standing_pieces() if piece.kind == "alien"]
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


@pytest.mark.rule("TS-ALN-04", "TS-GAP-81")
@pytest.mark.parametrize(("die", "actions"), [(3, []), (4, [(3,)])])
def test_a_marker_stalks_on_a_four(die: int, actions: Any) -> None:
    dice = (die, 1)[: 1 + len(actions)]
    done = perform(battle(marker("m", 14, 10)), lambda play: program.activate_creature(play, "m"), dice=dice)
    assert [one.dice for one in done.asked] == [(6,), *actions]  # type: ignore[attr-defined]


@pytest.mark.rule("TS-ALN-04", "TS-GAP-81")
@pytest.mark.parametrize(
    ("marks", "dice", "alive"), [([], (2, 6, 3), True), ([OVERWATCH], (2, 6, 6, 6, 1), False)]
)
def test_what_a_marker_turns_out_to_be_goes_on_with_what_is_left(marks: Any, dice: Any, alive: bool) -> None:
    state = battle(
        trooper(marks=marks), marker("m", 26, 10), alien("y", 40, 40), options={"marker_behaviour": "hunt"}
    )
    done = perform(
        state, lambda play: program.activate_creature(play, "m"), {"react": ["fire:a"]} if marks else {}, dice
    )
    new = done.piece("alien-1")
    assert (new.table_position is not None) is alive and done.piece("y").xy == (40, 40)
    assert not alive or new.xy == pytest.approx((14.0, 10.0), abs=0.01)
    assert new.mark_count(LEFT) == 0


@pytest.mark.rule("TS-GAP-19", "TS-GAP-80", "TS-GAP-81")
def test_who_comes_to_light_by_a_marker_that_is_not_its_own_acts_once_on_its_card() -> None:
    # m opens the door with its first action; it and n behind it are Aliens, and m's acts with what m has left
    hall = room("h", 10, 20, 30, 36, ("door", (19.25, 20), (20.75, 20), False))
    state = battle(trooper(x=20, y=11.5), marker("m", 20, 20.876), marker("n", 20, 23), terrain=[hall])
    dice = (4, 3, 5, 5, 1, *[1, 6] * 4)
    done = perform(state.with_game(card="q4"), lambda play: program.activate_creature(play, "m"), dice=dice)
    assert done.piece("alien-1").xy[1] < 13 and done.piece("alien-2").xy == (20, 23.0)
    assert not done.piece("alien-2").has_mark(LEFT) and program.activation_order(done.state, 4) == ["alien-2"]
