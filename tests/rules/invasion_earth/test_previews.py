"""Odds cards: the exact chances of shots, suppression fire and shots at cover."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.engine.decisions import Decision
from battlesim.engine.lookahead import ActRequest, LookaheadPlanner, SuggestedAnswer
from battlesim.engine.ruleset import LossOdds
from battlesim.rulesets.invasion_earth import RULESET
from battlesim.rulesets.invasion_earth.attack.cover_suppression import CoverShot
from battlesim.rulesets.invasion_earth.attack.shooting import ShotAct, shot_at
from battlesim.rulesets.invasion_earth.battle.previews import _loss_headline, cover_preview, shot_preview
from battlesim.rulesets.invasion_earth.core.lookups import piece_weapons
from battlesim.table.state import AnyState
from battlesim.testing.script import begin_run
from tests.rules.invasion_earth.field import OWN, SLR, battle, enemy, model, wall


@pytest.mark.rule("IE-GAP-18", "IE-SUP-07", "IE-GAP-52")
@pytest.mark.parametrize(
    ("suppresses", "chance", "text"),
    [(False, 3 / 6, "e is removed"), (True, 2 / 6, "e is suppressed, 33 % struck")],
)
def test_the_headline_is_what_the_shot_is_for(suppresses: bool, chance: float, text: str) -> None:
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 12))
    card = shot_preview(state, shot_at(state, "a", ShotAct("slr", suppresses), "e"))
    assert (card.chance, card.chance_of) == (pytest.approx(chance), text)


@pytest.mark.rule("IE-SCV-03", "IE-GAP-18", "IE-GAP-24", "IE-GAP-29")
def test_a_shot_at_cover_tells_the_chance_of_suppression() -> None:
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 12), terrain=[wall("w", -6, 11, 6, 11.25, 0.75)])
    a, e = state.table.piece("a"), state.table.piece("e")
    card = cover_preview(state, CoverShot(a, piece_weapons(a)["slr"], "w", e))
    assert (card.chance, card.chance_of) == (pytest.approx(3 / 6), "e is suppressed")


@pytest.mark.rule("IE-GAP-21", "IE-GAP-18")
@pytest.mark.parametrize(("y", "rows"), [(4.0, ["none: it is nearer to a"]), (9.0, [])])
def test_the_card_says_why_what_hides_a_target_is_no_cover(y: float, rows: list[str]) -> None:
    low = wall("low", -5, y, 5, y + 0.25)
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 10.25), terrain=[low])
    card = shot_preview(state, shot_at(state, "a", ShotAct("slr"), "e"))
    assert [row.value for row in card.rows if row.label == "Cover"] == rows


@pytest.mark.rule("IE-GAP-12")
@pytest.mark.parametrize(("advised", "act"), [("", "slr"), ("suppress_slr:e2", "suppress_slr")])
def test_a_click_on_an_enemy_plans_a_shot_at_it_in_the_advised_manner(advised: str, act: str) -> None:
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e1", 0, 12), enemy(SLR, "e2", 2, 12))

    def adviser(view: AnyState, decision: Decision[Any]) -> SuggestedAnswer:
        return SuggestedAnswer(advised if advised and decision.what == "target" else decision.default(view))

    planner = LookaheadPlanner(RULESET, begin_run(RULESET, state).position, OWN, adviser)
    assert planner.plan_toward(ActRequest("a", "e1")).answers == ("a", "fire", f"{act}:e1")


@pytest.mark.rule("IE-GAP-18")
@pytest.mark.parametrize(("hits", "text"), [(1, "e is removed"), (2, "e loses HITS")])
def test_a_shot_that_cannot_remove_its_target_tells_the_chance_of_a_loss(hits: int, text: str) -> None:
    state = battle(model(SLR, "a", 0, 0), enemy("ogron", "e", 0, 12, hits=hits))
    card = shot_preview(state, shot_at(state, "a", ShotAct("slr"), "e"))
    assert card.chance_of == text and card.chance


@pytest.mark.rule("IE-GAP-18")
@pytest.mark.parametrize(
    ("lost", "chance", "words"),
    [
        ((0.5, 0.3, 0.2), 0.2, "e is removed"),
        ((0.5, 0.3, 0.2, 0.0), 0.5, "e loses HITS"),
        ((1.0, 0.0), 0.0, "e is removed"),
        ((0.75, 0.2, 0.05, 0.0), 0.25, "e loses HITS"),
    ],
)
def test_the_headline_tells_the_removal_if_it_may_happen(
    lost: tuple[float, ...], chance: float, words: str
) -> None:
    assert _loss_headline(LossOdds("e", lost), "e") == (pytest.approx(chance), words)


@pytest.mark.rule("IE-GAP-18")
@pytest.mark.parametrize(("suppresses", "rows"), [(False, []), (True, ["e"])])
def test_one_target_has_a_row_of_its_own_if_it_is_suppressed(suppresses: bool, rows: list[str]) -> None:
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 12))
    card = shot_preview(state, shot_at(state, "a", ShotAct("slr", suppresses), "e"))
    assert [row.label for row in card.rows if row.label in ("e", "Your own e")] == rows
