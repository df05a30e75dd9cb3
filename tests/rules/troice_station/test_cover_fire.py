"""Cover Fire: who gives it, at how many targets, and what it costs."""

from __future__ import annotations

import pytest

from battlesim.rulesets.troice_station.actions import fire_actions
from battlesim.rulesets.troice_station.attack import shooting
from battlesim.rulesets.troice_station.core.marks import EMPTY, MOVED

from .rule_marks import SHOTS_OF
from .squad_steps import SQUAD, act, on_card, squad
from .things import alien, battle, hugger, line, marine, off, perform


@pytest.mark.rule("TS-ACT-18", "TS-GAP-28")
@pytest.mark.parametrize(("option", "asked"), [("no_limit", 2), ("three", 2), ("two", 1)])
def test_cover_fire_is_at_several_targets_close_to_each_other(option, asked):
    three = [hugger(id, 9.2 + k, 14, marks=[MOVED]) for k, id in enumerate("xyz")]
    state = on_card(*squad(SQUAD[0]), *three, options={"cover_fire_targets": option})
    more = [("cover", f"fire:a:{id}") for id in "yx"][:asked] if option != "two" else [("cover", "fire:a:y")]
    first = ("shot", "fire:a:z") if option != "two" else ("shot", "fire:a:x")
    done = act(state, ("act", "alone:a"), ("alone", "cover_fire"), first, *more, dice=(1,) * (1 + len(more)))
    assert len(done.decisions_with_key("cover")) == asked


@pytest.mark.rule("TS-GAP-28", "TS-ACT-19", "TS-GAP-27", "TS-GAP-23")
def test_each_gives_cover_fire_once_and_nothing_unarmed_does() -> None:
    state = battle(*line(10, 12), alien("x", 19, 10), alien("y", 19, 12))
    answers = {"shot": ["fire:a:x", "done"], "cover": ["done"]}
    done = perform(state, lambda play: fire_actions.perform_cover_fire(play, ["a", "b"]), answers, (1,))
    second = done.decisions_with_key("shot")[1]
    assert {option.by for option in second.options} == {("b",), ()}  # type: ignore[attr-defined]
    assert fire_actions.why_no_cover_fire(state, state.table.piece("x")) == "it has no automatic weapon"


@pytest.mark.rule("TS-GAP-28", "TS-ACT-18")
def test_further_targets_of_cover_fire_are_within_two_inches_of_all_that_are_named() -> None:
    beasts = [alien("x", 15, 10), alien("y", 15, 13), alien("z", 15, 16), alien("w", 15, 7)]
    beasts.append(alien("v", 18.5, 10))
    state = battle(*line(10), marine("trooper", "f", 15, 5.875), *beasts)
    answers = {"shot": ["fire:a:x"], "cover": ["fire:a:y"]}
    done = perform(state, lambda play: fire_actions.perform_cover_fire(play, ["a"]), answers, (1, 1))
    (asked,) = done.decisions_with_key("cover")
    assert [option.to for option in asked.options] == [("y",), ()]  # type: ignore[attr-defined]


@pytest.mark.rule("TS-GAP-28", "TS-ACT-18")
@pytest.mark.parametrize(("option", "further"), [("two", 1), ("three", 2), ("no_limit", 3)])
def test_at_how_many_cover_fire_goes(option: str, further: int) -> None:
    spots = {"w": (15, 10), "x": (15, 11.5), "y": (16.5, 10), "z": (16.5, 11.5)}
    beasts = [alien(id, *spot) for id, spot in spots.items()]
    state = battle(*line(10), *beasts, options={"cover_fire_targets": option})
    answers = {"shot": ["fire:a:w"], "cover": [f"fire:a:{id}" for id in "xyz"[:further]]}
    done = perform(
        state, lambda play: fire_actions.perform_cover_fire(play, ["a"]), answers, (1,) * (1 + further)
    )
    assert len(done.decisions_with_key("cover")) == further


@SHOTS_OF
@pytest.mark.rule("TS-ACT-18", "TS-FIRE-12")
def test_cover_fire_is_one_harder_and_at_who_is_gone_no_shot() -> None:
    state = battle(*line(10), alien("x", 14, 10, [MOVED]), options={"reload": "natural_1"})
    done = perform(state, lambda play: shooting.shoot_cover_fire(play, "a", ["x"]), dice=(3,))
    assert done.piece("x").table_position is not None
    done = perform(off(state, "x"), lambda play: shooting.shoot_cover_fire(play, "a", ["x"]))
    assert not done.piece("a").has_mark(EMPTY)
