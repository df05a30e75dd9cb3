"""Where templates lie: told as events with what they catch, asked where several models suppress together."""

from __future__ import annotations

from random import Random

import pytest

from battlesim.engine.play import Play, Script
from battlesim.rulesets.invasion_earth.actions.suppression_actions import perform_area, perform_cover_together
from battlesim.rulesets.invasion_earth.attack.area_points import SuppressArea
from battlesim.rulesets.invasion_earth.attack.shooting import ShotAct, resolve_shot, shot_at
from battlesim.rulesets.invasion_earth.battle.decision_previews import answer_preview
from battlesim.rulesets.invasion_earth.core.state import Game
from battlesim.table.events import TemplatePlaced
from battlesim.table.pieces import Piece
from battlesim.testing.script import ScriptResult, perform_rules
from tests.rules.invasion_earth.field import CENTRE, SLR, battle, enemy, model, perform, wall
from tests.rules.invasion_earth.test_losses import every_end

BAZOOKA = "unit_bazooka_team"


def fired(dice: list[int], *others: Piece, **options: str) -> TemplatePlaced:
    """The template of a bazooka at a model 12 in ahead."""
    state = battle(model(BAZOOKA, "a", 0, 0), enemy(SLR, "t", 0, 12), *others, options=options)
    shot = shot_at(state, "a", ShotAct("bazooka"), "t")
    (placed,) = perform(state, lambda p: resolve_shot(p, shot), dice=dice).events_of(TemplatePlaced)
    return placed


@pytest.mark.rule("IE-GAP-28")
def test_a_strike_tells_its_template_and_what_it_catches() -> None:
    placed = fired([4], model(SLR, "f", 1.4, 12))
    assert (placed.name, placed.radius, placed.by, placed.rule) == ("Small blast", 1.0, "a", "IE-GAP-28")
    assert placed.at == placed.aimed_at == (CENTRE, CENTRE + 12) and placed.caught == ("f", "t")


@pytest.mark.rule("IE-GAP-30")
def test_a_miss_tells_where_its_template_fell() -> None:
    placed = fired([2, 1], blast_miss="scatter")
    assert placed.aimed_at == (CENTRE, CENTRE + 12) and placed.caught == ()
    assert placed.at == pytest.approx((CENTRE + 1.732, CENTRE + 13.0))


def asked(*enemies: Piece, aims: list[str], friends: tuple[Piece, ...] = (), **options: str) -> ScriptResult:
    """Two riflemen asked where the template lies with which they suppress together."""
    own = [model(SLR, f"a{k}", 1.5 * k, 0) for k in range(2)]
    answers = {"partners": [("a1",)], "aim": aims}
    state = battle(*own, *friends, *enemies, options=options)
    return perform_rules(state, lambda p: perform_area(p, "a0"), answers, until="centre")


def centre_decision(done: ScriptResult) -> SuppressArea:
    decision = done.asked[-1]
    assert isinstance(decision, SuppressArea)
    return decision


@pytest.mark.rule("IE-GAP-54")
def test_the_template_must_cover_the_aim_point_of_each_firer() -> None:
    done = asked(enemy(SLR, "e", -1.5, 12), enemy(SLR, "f", 1.5, 12), aims=["e", "f"])
    decision = centre_decision(done)
    assert (decision.radius, decision.held, decision.aims) == (2.0, ("e", "f"), {"a0": "e", "a1": "f"})
    refused = decision.check(done.state, (CENTRE + 1.5, CENTRE + 12))
    assert refused and str(refused.reason) == "the template must touch e"
    for point in (decision.default(done.state), *decision.suggest(done.state, 8, Random(1))):
        assert decision.check(done.state, point) is None
        assert decision.covered_ids(done.state, point) == ["e", "f"]


@pytest.mark.rule("IE-SUP-09", "IE-GAP-54")
def test_the_card_of_an_area_tells_its_chance_whom_it_catches_and_the_losses() -> None:
    """Each needs a 4, so that a 3 suppresses and a 5 strikes; one of the two dice is enough."""
    done = asked(
        enemy(SLR, "e", 0, 12),
        enemy(SLR, "n", 2.2, 12),
        aims=["e", "e"],
        friends=(model(SLR, "f", -1.5, 12.5),),
    )
    decision, centre = centre_decision(done), (CENTRE, CENTRE + 12)
    card = answer_preview(done.state, decision, centre)
    assert card is not None and card.chance == pytest.approx(1 - (2 / 6) ** 2)
    assert [(area.sure, set(area.caught)) for area in card.areas] == [(True, {"e", "f", "n"})]
    assert [(odds.target, odds.lost) for odds in card.losses] == [
        ("e", (pytest.approx((4 / 6) ** 2), pytest.approx(1 - (4 / 6) ** 2)))
    ]


@pytest.mark.rule("IE-GAP-54", "IE-SUP-09", "IE-GAP-24", "IE-SUP-07")
def test_the_card_of_an_area_is_as_frequent_as_it_is_rolled() -> None:
    own = [model(SLR, "a0", 0, 0), model("special_weapons_dalek", "a1", 3, 0)]
    state = battle(*own, enemy("cyberman", "e", 0, 12), enemy(SLR, "n", 2.2, 12))
    answers = {"partners": [("a1",)], "aim": ["e", "e"], "centre": [(CENTRE, CENTRE + 12)]}

    def rules(play: Play[Game]) -> Script[None]:
        return perform_area(play, "a0")

    asks = {key: answer for key, answer in answers.items() if key != "centre"}
    decision = centre_decision(perform_rules(state, rules, asks, until="centre"))
    card = answer_preview(state, decision, (CENTRE, CENTRE + 12))
    assert card is not None
    lost = {odds.target: [0.0] * len(odds.lost) for odds in card.losses}
    suppressed = 0.0
    for chance, done in every_end(state, rules, answers):
        for key, counts in lost.items():
            piece = done.piece(key)
            counts[state.table.piece(key).hits - (piece.hits if piece.in_play else 0)] += chance
        suppressed += chance * any(done.piece(key).has_mark("suppressed") for key in ("e", "n"))
    assert {odds.target: pytest.approx(odds.lost) for odds in card.losses} == lost
    assert suppressed <= card.chance + 1e-9  # type: ignore[operator]


@pytest.mark.rule("IE-SCV-02")
def test_the_template_on_cover_lies_over_all_who_are_named_behind_it() -> None:
    own = [model(SLR, f"a{k}", 1.5 * k, 0) for k in range(2)]
    behind = [enemy(SLR, "e", -5, 12), enemy(SLR, "f", 0, 12), enemy(SLR, "far", 5, 12)]
    state = battle(*own, *behind, terrain=[wall("w", -8, 11, 8, 11.25, 1.0, "high_wall")])
    answers = {"item": ["w"], "partners": [("a1",)], "aim": ["e"]}
    done = perform_rules(state, lambda p: perform_cover_together(p, "a0"), answers, until="centre")
    decision = centre_decision(done)
    assert decision.aims == {"a0": "e", "a1": "e"} and decision.item == "w"
    x, y = decision.default(done.state)
    assert abs(x - (CENTRE - 5)) < 2.5 and CENTRE + 11 <= y <= CENTRE + 11.25
    card = answer_preview(done.state, decision, (x, y))
    assert card is not None and card.areas[0].caught == ("e",)


@pytest.mark.rule("IE-SUP-05")
def test_an_area_is_told_before_its_dice() -> None:
    own = [model(SLR, f"a{k}", 1.5 * k, 0) for k in range(2)]
    state = battle(*own, enemy(SLR, "e", 0, 12))
    answers = {"partners": [("a1",)], "aim": ["e", "e"], "centre": [(CENTRE, CENTRE + 12)]}
    done = perform(state, lambda p: perform_area(p, "a0"), answers, [1, 1])
    kinds = [
        type(event).__name__
        for event in done.events
        if type(event).__name__ in ("TemplatePlaced", "DiceRolled")
    ]
    assert kinds == ["TemplatePlaced", "DiceRolled"]
    (placed,) = done.events_of(TemplatePlaced)
    assert (placed.name, placed.radius, placed.rule, placed.caught) == (
        "Medium template",
        2.0,
        "IE-SUP-05",
        ("e",),
    )
