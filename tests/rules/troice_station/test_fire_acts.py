"""Fire as an act: who may fire, at what, in which order."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.troice_station.actions import fire_actions
from battlesim.rulesets.troice_station.core.marks import ACTIONS, DOWN, EMPTY, MOVED
from battlesim.table.pieces import Piece

from .squad_steps import SQUAD, act, on_card, squad
from .things import alien, battle, block, hugger, line, marine, perform


@pytest.mark.rule("TS-GAP-23")
@pytest.mark.parametrize(("option", "dice"), [("in_sequence", (6, 6, 1)), ("declared", (6, 6, 1))])
def test_by_option_shots_are_named_before_any_is_fired(option, dice):
    state = on_card(*squad(*SQUAD[:2]), hugger("h", 11, 14, marks=[MOVED]), options={"group_fire": option})
    second = [("shot", "fire:b:h")] if option == "declared" else []
    done = act(state, ("act", "fire"), ("shot", "fire:a:h"), *second, dice=dice)
    assert not done.state.table.piece("h").table_position
    assert [done.state.table.piece(id).mark_count(ACTIONS) for id in "ab"] == [1, int(option == "declared")]


@pytest.mark.rule("TS-GAP-23", "TS-ACT-05")
def test_nobody_fires_twice_for_one_pip() -> None:
    men = [marine("trooper", "a", 10, 10), marine("trooper", "b", 10, 12)]
    state = battle(*men, alien("x", 14, 10, [MOVED]))
    done = perform(
        state, lambda play: fire_actions.perform_fire(play, ["a", "b"]), {"shot": ["fire:a:x"]}, (1,)
    )
    _, second = done.decisions_with_key("shot")
    assert [option.key for option in second.open_options] == ["fire:b:x", "done"]  # type: ignore[attr-defined]


FUEL = block("fuel_dump", "d", 9, 14, 11, 16)
HERE = marine("trooper", "a", 10, 10)


@pytest.mark.rule("TS-GAP-23", "TS-ACT-05")
@pytest.mark.parametrize(
    ("firer", "things", "why"),
    [
        (HERE, [alien("x", 14, 10), alien("y", 40, 10)], ""),
        (HERE, [alien("y", 40, 10)], "it sees no target"),
        (HERE.with_mark(EMPTY, 1), [alien("x", 14, 10)], "its weapon is empty"),
        (marine("flamer", "a", 10, 10), [], ""),
    ],
)
def test_who_has_something_to_fire_at(firer: Piece, things: list[Piece], why: str) -> None:
    state = battle(firer, *things)
    assert str(fire_actions.why_cannot_fire(state, firer)) == why


@pytest.mark.rule("TS-GAP-23", "TS-GAP-28")
@pytest.mark.parametrize("act", [fire_actions.perform_fire, fire_actions.perform_cover_fire])
def test_who_fights_or_is_down_fires_no_more(act: Any) -> None:
    men = [HERE, marine("trooper", "b", 10, 20), marine("trooper", "d", 12, 10, marks=[DOWN])]
    state = battle(*men, alien("x", 14, 10), alien("y", 10, 21.125))
    asked = perform(state, lambda play: act(play, ["a", "b", "d"]), until="shot").first_decision("shot")
    assert {option.by[0] for option in asked.options if option.by} == {"a"}  # type: ignore[attr-defined]


@pytest.mark.rule("TS-GAP-23", "TS-GAP-27", "TS-GAP-28")
@pytest.mark.parametrize(("able", "about"), [(["a"], "a"), (["a", "b"], "1A")])
def test_about_whom_one_is_asked_to_fire(able: list[str], about: str) -> None:
    state = battle(*line(10, 12), alien("x", 14, 10))
    for deed in (fire_actions.perform_fire, fire_actions.perform_cover_fire):
        asked = perform(state, lambda play, deed=deed: deed(play, able), until="shot").first_decision("shot")
        assert asked.about == about


@pytest.mark.rule("TS-GAP-23", "TS-GAP-73")
def test_a_flame_is_pointed_within_its_length_of_the_base() -> None:
    state = battle(marine("flamer", "a", 10, 10), alien("x", 14, 10))
    done = perform(
        state, lambda play: fire_actions.perform_fire(play, ["a"]), {"shot": ["flame:a"]}, until="flame"
    )
    (ring,) = done.first_decision("flame").zone  # type: ignore[attr-defined]
    assert max(x for x, _ in ring) == pytest.approx(18.5)


@pytest.mark.rule("TS-GAP-23", "TS-GAP-71")
def test_declared_shots_are_named_once_each_and_lost_when_the_fuel_is_gone() -> None:
    state = battle(*line(10, 12), terrain=[FUEL], options={"group_fire": "declared"})
    shots = {"shot": ["fire:a:d", "fire:b:d"]}
    done = perform(state, lambda play: fire_actions.perform_fire(play, ["a", "b"]), shots, (3, 6, 1))
    _, second = done.decisions_with_key("shot")
    assert [option.by for option in second.options] == [("b",), ()]  # type: ignore[attr-defined]
    assert "d" not in done.state.table.ground.terrain_by_id()


@pytest.mark.rule("TS-GAP-23", "TS-ACT-05")
@pytest.mark.parametrize(("option", "asked"), [("in_sequence", 1), ("declared", 2)])
def test_shots_are_named_one_by_one_or_by_option_all_first(option: str, asked: int) -> None:
    state = battle(*line(10, 12), alien("x", 18, 10, [MOVED]), options={"group_fire": option})
    done = perform(
        state, lambda play: fire_actions.perform_fire(play, ["a", "b"]), {"shot": ["fire:a:x"]}, (4, 6, 1)
    )
    assert len(done.decisions_with_key("shot")) == asked and done.piece("x").table_position is None
