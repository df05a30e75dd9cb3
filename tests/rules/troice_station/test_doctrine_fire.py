"""Fire of automated marines: at whom, and when a shot is worth it."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.troice_station.actions import fire_actions, special_actions
from battlesim.rulesets.troice_station.advice import plans
from battlesim.rulesets.troice_station.core.marks import MOVED, OVERWATCH, RAN
from battlesim.rulesets.troice_station.overwatch import reactions

from .doctrine_steps import advised, squad_ready
from .things import alien, block, marine, marker, perform, trooper


@pytest.mark.rule("TS-GAP-90")
@pytest.mark.parametrize(
    ("things", "target"),
    [
        ([alien("x", 14, 10, [MOVED]), alien("y", 10, 15, [MOVED])], "x"),
        ([alien("x", 14, 10, [MOVED]), alien("y", 10, 13, [MOVED])], "y"),
        ([alien("x", 30, 10, [MOVED])], None),
        ([alien("x", 14, 10), trooper("b", 15.125, 10)], None),
    ],
)
def test_the_closest_is_fired_at_unless_a_friend_is_in_contact(things: Any, target: str | None) -> None:
    state = squad_ready(trooper(), *things)
    found = plans.best_target(state, state.table.piece("a"))
    assert (found and found.id) == target
    if target:
        asked = perform(
            state, lambda play: fire_actions.perform_fire(play, ["a"]), until="shot"
        ).first_decision("shot")
        assert advised(state, asked) == f"fire:a:{target}"


@pytest.mark.rule("TS-GAP-90")
def test_who_has_moved_may_still_hit_on_overwatch() -> None:
    firer = trooper(marks=[MOVED])
    state = squad_ready(firer, alien("x", 20, 10, [MOVED, RAN]), alien("y", 10, 15, [MOVED]))
    found = [plans.can_hit(state, firer, state.table.piece("x"), *reacts) for reacts in ((), (True,))]
    assert found == [False, True], "4, a run, another closer, and the firer's move but for a reaction"


@pytest.mark.rule("TS-GAP-90")
def test_with_nobody_to_hit_no_shot_is_fired() -> None:
    state = squad_ready(trooper(), alien("x", 14, 10), trooper("b", 15.125, 10))
    asked = perform(state, lambda play: fire_actions.perform_fire(play, ["a"]), until="shot").first_decision(
        "shot"
    )
    assert advised(state, asked) == "done"


@pytest.mark.rule("TS-GAP-90")
@pytest.mark.parametrize(("y", "shot"), [(None, "flame:a"), (10.0, "done")])
def test_a_flame_is_laid_straight_at_a_creature_where_it_catches_no_friend(
    y: float | None, shot: str
) -> None:
    friends = [] if y is None else [trooper("b", 16.5, y)]
    state = squad_ready(marine("flamer", "a", 10, 10), alien("x", 15, 10), *friends)
    asked = perform(state, lambda play: fire_actions.perform_fire(play, ["a"]), until="shot").first_decision(
        "shot"
    )
    assert advised(state, asked) == shot
    if not friends:
        done = perform(
            state, lambda play: fire_actions.perform_fire(play, ["a"]), {"shot": ["flame:a"]}, until="flame"
        )
        assert advised(state, done.first_decision("flame")) == (15.0, 10.0)


@pytest.mark.rule("TS-GAP-90")
@pytest.mark.parametrize(("kind", "x", "fires"), [("trooper", 20, True), ("flamer", 15, True)])
def test_on_overwatch_one_fires_at_what_can_be_hit(kind: str, x: float, fires: bool) -> None:
    state = squad_ready(marine(kind, "a", 10, 10, marks=[OVERWATCH]), alien("x", x, 10, [MOVED]))
    asked = perform(
        state, lambda play: reactions.offer_overwatch(play, "x", "moves"), until="react"
    ).first_decision("react")
    assert advised(state, asked) == "fire:a"


@pytest.mark.rule("TS-GAP-90")
def test_a_flamer_on_overwatch_spares_a_friend() -> None:
    men = [marine("flamer", "a", 10, 10, marks=[OVERWATCH]), trooper("b", 16.5, 10)]
    state = squad_ready(*men, alien("x", 15, 10, [MOVED]))
    asked = perform(
        state, lambda play: reactions.offer_overwatch(play, "x", "moves"), until="react"
    ).first_decision("react")
    assert advised(state, asked) == "done"


@pytest.mark.rule("TS-GAP-90")
def test_a_look_turns_the_nearest_marker_over() -> None:
    state = squad_ready(marine("lt", "a", 10, 10), marker("m", 40, 10), marker("n", 10, 35))
    asked = perform(
        state, lambda play: special_actions.look_for_markers(play, ["a"]), until="look"
    ).first_decision("look")
    assert advised(state, asked) == "n"


@pytest.mark.rule("TS-GAP-90")
@pytest.mark.parametrize(
    ("terrain", "found"), [([], "x"), ([block("ice_ridge", "i", 12, 5, 13, 15, 3.0)], None)]
)
def test_a_creature_behind_what_stops_a_flame_is_not_burnt(terrain: Any, found: str | None) -> None:
    state = squad_ready(marine("flamer", "a", 10, 10), alien("x", 15, 10), terrain=terrain)
    target = plans.safe_flame_target(state, state.table.piece("a"))
    assert (target and target.id) == found


@pytest.mark.rule("TS-GAP-90")
@pytest.mark.parametrize(("kind", "hits"), [("sniper", True), ("trooper", False)])
def test_a_firing_bonus_makes_a_shot_worth_while(kind: str, hits: bool) -> None:
    firer = marine(kind, "a", 10, 10, marks={MOVED: 1, "shots": 1})
    state = squad_ready(firer, alien("x", 18, 10, [MOVED, RAN]))
    assert plans.can_hit(state, firer, state.table.piece("x")) is hits, "4, it runs, a move, a shot before"
