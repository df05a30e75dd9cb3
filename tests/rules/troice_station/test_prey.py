"""Prey: whom a creature goes for."""

from __future__ import annotations

import pytest

from battlesim.rulesets.troice_station.core.marks import DOWN, HUGGED
from battlesim.rulesets.troice_station.creatures import target_choice
from battlesim.table.events import MovesAnnounced

from .creature_steps import SLIT, TOUCH, act, done_by, said, told
from .rule_marks import ACT
from .things import alien, battle, block, hugger, rolls, trooper


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
    goal = target_choice.chosen_prey(state, state.table.piece("a"))
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


@pytest.mark.rule("TS-GAP-85", "TS-GAP-89")
def test_where_no_way_leads_to_a_free_man_it_goes_for_one_who_is_held() -> None:
    # in a corridor as wide as an Alien 1A-2 is held and 1A-3 stands behind him; a comes by the open end
    walls = [block("building", f"w{n}", 10, y, 22, y + 0.5) for n, y in enumerate((8.86, 10.64))]
    end = block("building", "end", 21.5, 8.86, 22, 11.14)
    men = [trooper("1A-2", 18, 10), trooper("1A-3", 20, 10)]
    state = battle(*men, alien("x", 18 - TOUCH, 10), alien("a", 8, 10), terrain=[*walls, end])
    goal = target_choice.chosen_prey(state, state.table.piece("a"))
    assert goal and not goal.route.arrives, "x stands in the only place in contact"
    free = battle(*men, hugger("x", 18, 10.875), alien("a", 8, 10), terrain=[*walls, end])
    goal = target_choice.chosen_prey(free, free.table.piece("a"))
    assert goal and goal.target == "1A-2" and goal.route.arrives


@ACT
def test_where_nobody_is_left_to_go_for_a_creature_stays() -> None:
    assert done_by(battle(alien("x", 20, 10)), "move").events_of(MovesAnnounced) == []
