"""What happens in the middle of a move: several stops, several waiting models, hiding that ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from battlesim.engine.moment_choice import LET_PASS, ChooseMoment
from battlesim.rulesets.invasion_earth.actions.move_actions import perform_move
from battlesim.rulesets.invasion_earth.battle.decision_previews import answer_preview
from battlesim.rulesets.invasion_earth.core.state import Battle
from battlesim.rulings.movement import Leg
from battlesim.table.terrain import Terrain
from battlesim.testing.script import ScriptResult
from tests.rules.invasion_earth.field import (
    CENTRE,
    DALEK,
    EAST,
    ENEMY,
    NORTH,
    SLR,
    at,
    battle,
    enemy,
    is_gone,
    model,
    on_table,
    perform,
    reaction_moments,
    wall,
)

Points = tuple[tuple[float, float], ...]
ACROSS: Points = ((-7, 10), (-1, 10))


def go(state: Battle, *points: tuple[float, float], gait: str = "move_fast", **more: Any) -> ScriptResult:
    leg = (Leg("e", on_table(points)),)
    answers = {"move": leg, **more.pop("answers", {})}
    return perform(state, lambda p: perform_move(gait, p, "e"), answers, **more)


def questions(done: ScriptResult) -> list[ChooseMoment]:
    return [asked for asked in done.decisions_with_key("reaction") if isinstance(asked, ChooseMoment)]


def two_wait(kind: str = DALEK, **more: Any) -> Battle:
    waiters = (model(SLR, id, x, 0, NORTH, waits_to_fire=1) for id, x in (("v", -1), ("w", 0)))
    options = {"movement_facing": "free"} | more.pop("options", {})
    return battle(*waiters, enemy(kind, "e", -7, 10, EAST), phase=ENEMY, options=options, **more)


@pytest.mark.rule("IE-GAP-70")
def test_one_question_is_about_all_waiting_models() -> None:
    (asked,) = questions(go(two_wait(), *ACROSS, answers={"reaction": LET_PASS}))
    assert {moment.by for moment in asked.stops} == {"v", "w"} and asked.about == ""
    assert asked.stops[0].along == 0.0 and asked.course[0] == asked.stops[0].point


@pytest.mark.rule("IE-GAP-70", "IE-GAP-71")
def test_after_a_shot_the_others_are_asked_about_the_rest() -> None:
    done = go(two_wait(), *ACROSS, answers={"reaction": [0, LET_PASS]}, dice=[1])
    _, second = questions(done)
    assert {moment.by for moment in second.stops} == {"w"} and at(done, "e") == (-1, 10)


@pytest.mark.rule("IE-GAP-70")
def test_every_moment_has_its_chance_and_the_best_is_the_first_of_the_highest() -> None:
    (asked,) = questions(go(two_wait(), *ACROSS, answers={"reaction": LET_PASS}))
    chances = [moment.known_chance for moment in asked.stops]
    assert None not in chances and asked.best == chances.index(max(chances))


@pytest.mark.rule("IE-GAP-70", "IE-UNS-04")
@pytest.mark.parametrize(("crates", "asked"), [(False, 1), (True, 2)])
def test_a_moment_waited_for_holds_until_something_else_happens(crates: bool, asked: int) -> None:
    crate = msgspec.structs.replace(wall("crate", -2.35, 9.65, -1.65, 10.35, 0.5, "crate"), loose=True)
    waiter = model(SLR, "w", 0, 0, NORTH, waits_to_fire=1)
    mover = enemy("cyberman", "e", -5.5, 10, EAST)
    state = battle(waiter, mover, phase=ENEMY, terrain=[crate] * crates, options={"movement_facing": "free"})
    (first, *_) = questions(
        go(state, (-5.5, 10), (-1.5, 10), gait="move", answers={"reaction": LET_PASS, "push_side": "left"})
    )
    last = len(first.stops) - 1
    answers = {"reaction": [last, LET_PASS][:asked], "push_side": "left"}
    done = go(state, (-5.5, 10), (-1.5, 10), gait="move", answers=answers, dice=[1] * (not crates))
    assert len(questions(done)) == asked


@pytest.mark.rule("IE-GAP-09", "IE-GAP-11")
@pytest.mark.parametrize(("gap", "hidden"), [(0.0, True), (1.6, False)])
def test_a_model_that_sneaks_past_a_gap_in_its_wall_is_hidden_no_more(gap: float, hidden: bool) -> None:
    walls = [
        wall("a", -3, 0.6, -gap / 2, 1, 1.5, "high_wall"),
        wall("b", gap / 2, 0.6, 3, 1, 1.5, "high_wall"),
    ]
    state = battle(model(SLR, "w", 0, 12), enemy(SLR, "e", -1, 0, EAST, hidden=1), terrain=walls, phase=ENEMY)
    done = go(state, (-1, 0), (1, 0), gait="sneak")
    assert done.piece("e").has_mark("hidden") == hidden and at(done, "e") == (1, 0)


@pytest.mark.rule("IE-GAP-68")
def test_a_model_that_comes_out_of_hiding_enters_the_zone() -> None:
    waiter = model(SLR, "w", 0, 0, NORTH, waits_to_fire=1)
    low = wall("a", -3, 9.0, 3, 9.3)
    mover = enemy(SLR, "e", 0, 10, EAST, hidden=1)
    state = battle(waiter, mover, terrain=[low], phase=ENEMY, options={"movement_facing": "free"})
    done = go(state, (0, 10), (1, 10), gait="move", answers={"reaction": LET_PASS})
    assert questions(done)[0].stops[0].point == (CENTRE, CENTRE + 10)
    assert done.state.game.triggered == {"w": ("e",)}


def charged(terrain: Sequence[Terrain]) -> list[float]:
    waiter = model("yeti", "w", 0, 0, NORTH, waits_to_assault=1)
    state = battle(waiter, enemy(SLR, "e", -4, 4), terrain=terrain)
    return [moment.along for moment in reaction_moments(state, ((-4, 4), (4, 4)))]


@pytest.mark.rule("IE-GAP-72", "IE-LIW-20")
def test_assault_range_is_measured_along_a_path() -> None:
    low = wall("low", -3, 2.0, 0.5, 2.4, 0.5, "low_wall")
    solid = wall("tower", -3, 2.0, 0.5, 2.4, 0.5, "high_wall")
    (open_way,), (around,) = charged([]), charged([solid])
    assert around > open_way + 0.3 and charged([low])


@pytest.mark.rule("IE-LIW-10")
def test_a_mover_that_is_shot_dead_is_asked_about_no_more() -> None:
    done = go(two_wait(SLR), *ACROSS, answers={"reaction": 0}, dice=[6])
    assert is_gone(done, "e") and len(questions(done)) == 1


@pytest.mark.rule("IE-LIW-13", "IE-LIW-14")
def test_the_card_of_a_moment_gives_the_chance_that_its_row_does() -> None:
    state = two_wait(SLR)
    moments = reaction_moments(state, ACROSS)
    asked = {"side": "unit", "what": "reaction", "prompt": "?"}
    question = ChooseMoment(**asked, mover="e", stops=tuple(moments), course=ACROSS)
    for number, moment in enumerate(moments):
        card = answer_preview(state, question, number)
        assert card is not None and card.chance == pytest.approx(moment.known_chance, abs=1e-4)
    assert moments[0].known_chance == pytest.approx(1 / 3, abs=1e-4)
