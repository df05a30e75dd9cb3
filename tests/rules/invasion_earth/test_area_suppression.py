"""Suppression of areas by several models, and of models behind cover."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.engine.position_decisions import ChoosePoint
from battlesim.rulesets.invasion_earth.actions.fire_actions import perform_fire
from battlesim.rulesets.invasion_earth.actions.suppression_actions import (
    perform_area,
    perform_cover,
    perform_cover_together,
)
from battlesim.rulesets.invasion_earth.attack.cover_suppression import why_cannot_suppress_cover
from battlesim.rulesets.invasion_earth.attack.shooting import shot_options
from battlesim.rulings.movement import Leg
from battlesim.table.pieces import Piece
from battlesim.testing.script import ScriptResult
from tests.rules.invasion_earth.field import (
    CENTRE,
    SLR,
    battle,
    enemy,
    is_gone,
    model,
    open_actions,
    perform,
    wall,
)

MIDDLE = (CENTRE, CENTRE + 12)


def area(dice: list[int], firers: int, *targets: Piece, aims: Any = "e0", **options: str) -> ScriptResult:
    """Riflemen side by side suppress an area whose middle is 12 in ahead."""
    own = [model(SLR, f"a{k}", 1.5 * k, 0) for k in range(firers)]
    state = battle(*own, *targets, options=options)
    answers = {
        "partners": [tuple(f"a{k}" for k in range(1, firers))],
        "aim": [aims] * firers if isinstance(aims, str) else aims,
        "centre": [MIDDLE],
    }
    return perform(state, lambda p: perform_area(p, "a0"), answers, dice)


def suppressed(done: ScriptResult) -> list[str]:
    return [p.id for p in done.state.table.standing_pieces() if p.has_mark("suppressed")]


@pytest.mark.rule("IE-SUP-05", "IE-SUP-09", "IE-SUP-07", "IE-GAP-55")
def test_two_models_suppress_a_medium_template() -> None:
    targets = enemy(SLR, "e0", 0, 12), enemy(SLR, "e1", 2.4, 12), enemy(SLR, "e2", -2.6, 12)
    done = area([4, 1], 2, *targets)
    assert suppressed(done) == ["e0", "e1"] and set(done.state.game.acted) == {"a0", "a1"}


@pytest.mark.rule("IE-SUP-06", "IE-SUP-09")
@pytest.mark.parametrize(
    ("firers", "dice", "hit"), [(3, [4, 1, 1], True), (6, [4] + [1] * 5, True), (3, [1, 2, 2], False)]
)
def test_three_or_more_suppress_a_giant_template(firers: int, dice: list[int], hit: bool) -> None:
    done = area(dice, firers, enemy(SLR, "e0", 3.4, 12), enemy(SLR, "e1", -3.6, 12))
    assert suppressed(done) == (["e0"] if hit else [])


@pytest.mark.rule("IE-GAP-54", "IE-SUP-07", "IE-GAP-25")
@pytest.mark.option("area_suppression_hits", "all_models", "enemies_only")
@pytest.mark.parametrize(("option", "friend"), [("all_models", True), ("enemies_only", False)])
def test_friends_in_the_area_are_suppressed_by_option(option: str, friend: bool) -> None:
    pieces = enemy(SLR, "e0", 0, 12), model(SLR, "f", 1.5, 12.0)
    assert ("f" in suppressed(area([4, 1], 2, *pieces, area_suppression_hits=option))) == friend


@pytest.mark.rule("IE-GAP-54", "IE-GAP-53", "IE-SUP-07", "IE-GAP-25", "IE-SUP-09")
def test_a_strike_hits_the_aim_point_alone_and_counts_for_the_rest() -> None:
    done = area([5, 1], 2, enemy(SLR, "e0", 0, 12), enemy(SLR, "e1", 1.5, 12))
    assert is_gone(done, "e0") and suppressed(done) == ["e1"]


@pytest.mark.rule("IE-GAP-54", "IE-SUP-05", "IE-SUP-06")
def test_the_template_lies_over_every_aim_point() -> None:
    done = area([4, 4], 2, enemy(SLR, "e0", -1.5, 12), enemy(SLR, "e1", 1.5, 12), aims=["e0", "e1"])
    centre = done.first_decision("centre")
    assert isinstance(centre, ChoosePoint)
    assert centre.check(done.state, (CENTRE - 1.5, CENTRE + 14.6)) is not None


@pytest.mark.rule("IE-GAP-55")
@pytest.mark.parametrize(
    ("marks", "listed"), [({}, True), ({"suppressed": 2}, False), ({"waits_to_fire": 1}, False)]
)
def test_only_models_that_can_still_fire_join(marks: dict[str, int], listed: bool) -> None:
    state = battle(model(SLR, "a", 0, 0), model(SLR, "b", 2, 0, **marks), enemy(SLR, "e", 0, 12))
    assert ("suppress_area" in open_actions(state, "a")) == listed


def behind(die: list[int], height: float, hidden: bool = False) -> ScriptResult:
    """Suppression of an enemy behind a wall beside it, at medium range."""
    marks = {"hidden": 1} if hidden else {}
    state = battle(
        model(SLR, "a", 0, 0),
        enemy(SLR, "e", 0, 12, **marks),
        terrain=[wall("w", -6, 11, 6, 11.25, height, "high_wall")],
    )
    return perform(state, lambda p: perform_cover(p, "a"), {"cover": ["slr:w:e"]}, die)


@pytest.mark.rule("IE-SCV-03", "IE-SCV-01", "IE-GAP-59", "IE-SCV-04")
@pytest.mark.parametrize(
    ("height", "die", "outcome"),
    [
        (0.75, 2, "none"),
        (0.75, 3, "suppressed"),
        (0.75, 5, "suppressed"),
        (0.75, 6, "struck"),
        (1.0, 6, "suppressed"),
    ],
)
def test_the_ladder_of_cover(height: float, die: int, outcome: str) -> None:
    done = behind([die], height)
    found = "struck" if is_gone(done, "e") else "suppressed" if suppressed(done) else "none"
    assert found == outcome


@pytest.mark.rule("IE-GAP-60")
@pytest.mark.parametrize(("height", "hidden"), [(0.75, True), (1.5, False)])
def test_what_is_hidden_or_not_seen_at_all_counts_as_in_full_cover(height: float, hidden: bool) -> None:
    assert not is_gone(behind([6], height, hidden), "e")


@pytest.mark.rule("IE-GAP-60")
@pytest.mark.parametrize(("gap", "able"), [(0.9, True), (1.1, False)])
def test_a_shielded_model_is_within_an_inch_of_its_cover(gap: float, able: bool) -> None:
    cover = wall("w", -6, 11, 6, 11.25, 0.75)
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 11.75 + gap), terrain=[cover])
    assert (why_cannot_suppress_cover(state, state.table.piece("a")) == "") == able


FORWARD = (Leg("a1", ((CENTRE + 1.5, CENTRE), (CENTRE + 1.5, CENTRE + 2))),)


@pytest.mark.rule("IE-GAP-55")
@pytest.mark.option("suppression_with", "fire", "fire_or_move_and_fire")
@pytest.mark.parametrize(("option", "offered"), [("fire", False), ("fire_or_move_and_fire", True)])
def test_suppression_after_a_move_is_by_option(option: str, offered: bool) -> None:
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 12), options={"suppression_with": option})
    acts = [shot.act for shot in shot_options(state, state.table.piece("a"), moved=True)]
    assert ("suppress_slr" in acts) == offered


@pytest.mark.rule("IE-GAP-55", "IE-SUP-09", "IE-SUP-07", "IE-GAP-54")
@pytest.mark.parametrize(("die", "hit"), [(3, False), (4, True)])
def test_a_group_may_move_first_by_option_and_its_mover_has_minus_1(die: int, hit: bool) -> None:
    state = battle(
        model(SLR, "a0", 0, 0),
        model(SLR, "a1", 1.5, 0),
        enemy(SLR, "e0", 0, 13),
        options={"suppression_with": "fire_or_move_and_fire"},
    )
    answers = {
        "partners": [("a1",)],
        "movers": [("a1",)],
        "move": [FORWARD],
        "aim": ["e0", "e0"],
        "centre": [(CENTRE, CENTRE + 13)],
    }
    done = perform(state, lambda p: perform_area(p, "a0"), answers, [1, die])
    assert suppressed(done) == (["e0"] if hit else [])
    assert done.piece("a1").xy == (CENTRE + 1.5, CENTRE + 2)


@pytest.mark.rule("IE-SCV-05", "IE-GAP-59")
@pytest.mark.parametrize(("die", "struck"), [(5, False), (6, True)])
def test_three_above_strikes_behind_full_cover_too(die: int, struck: bool) -> None:
    state = battle(
        model(SLR, "a", 0, 0),
        enemy(SLR, "e", 0, 7.5),
        terrain=[wall("w", -6, 6.5, 6, 6.75, 1.0, "high_wall")],
    )
    done = perform(state, lambda p: perform_cover(p, "a"), {"cover": ["slr:w:e"]}, [die])
    assert is_gone(done, "e") == struck


@pytest.mark.rule("IE-SUP-04")
def test_a_single_model_suppresses_one_model_alone() -> None:
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 12), enemy(SLR, "f", 1.1, 12))
    done = perform(state, lambda p: perform_fire(p, "a"), {"target": ["suppress_slr:e"]}, [3])
    assert suppressed(done) == ["e"]


def cover_together(dice: list[int], aims: list[str], *behind: Piece) -> ScriptResult:
    """Two riflemen suppress the enemies behind a low wall, under a template in its middle."""
    own = [model(SLR, f"a{k}", 1.5 * k, 0) for k in range(2)]
    low = wall("w", -6, 11, 6, 11.25, 1.0, "high_wall")
    answers = {"item": ["w"], "partners": [("a1",)], "aim": aims, "centre": [(CENTRE, CENTRE + 11.1)]}
    state = battle(*own, *behind, terrain=[low])
    return perform(state, lambda p: perform_cover_together(p, "a0"), answers, dice)


@pytest.mark.rule("IE-SCV-02", "IE-SCV-03", "IE-GAP-25", "IE-GAP-54")
@pytest.mark.parametrize(("dice", "hit"), [([1, 3], ["e", "f", "g"]), ([1, 2], [])])
def test_one_success_suppresses_all_enemies_behind_the_cover(dice: list[int], hit: list[str]) -> None:
    behind = [enemy(SLR, key, x, 12) for key, x in (("e", -1.2), ("f", 0), ("g", 1.2), ("far", 5))]
    done = cover_together(dice, ["f", "f"], *behind)
    assert suppressed(done) == hit and set(done.state.game.acted) == {"a0", "a1"}


@pytest.mark.rule("IE-SCV-04", "IE-SCV-06", "IE-SCV-03", "IE-SCV-02", "IE-GAP-25")
@pytest.mark.parametrize(
    ("aims", "struck", "hit"), [(["p", "p"], ["p"], ["f"]), (["f", "f"], [], ["p", "f"])]
)
def test_two_above_strikes_only_who_is_in_partial_cover(
    aims: list[str], struck: list[str], hit: list[str]
) -> None:
    tall, full = enemy("yeti", "p", 1.3, 12.1), enemy(SLR, "f", -0.8, 12)
    done = cover_together([6, 1, 1], aims, tall, full) if struck else cover_together([6, 1], aims, tall, full)
    assert done.piece("p").hits == (2 if struck else 3)
    assert suppressed(done) == (hit if not struck else ["f"])
