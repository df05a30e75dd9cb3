"""Suppression fire at single models, and the suppressed state."""

from __future__ import annotations

import pytest

from battlesim.rulesets.invasion_earth.attack import shooting, suppression
from battlesim.rulesets.invasion_earth.core.profiles import weapons
from battlesim.testing.script import ScriptResult
from tests.rules.invasion_earth.field import (
    DALEK,
    ENEMY,
    LMG,
    SLR,
    SMG,
    battle,
    enemy,
    is_gone,
    model,
    open_actions,
    perform,
    play,
    wall,
)


def suppress(dice, kind=SLR, target=SLR, away=10.0, **more) -> ScriptResult:  # type: ignore[no-untyped-def]
    """Suppression fire of `a` at `t`, straight ahead at a gap."""
    firer, radius = model(kind, "a", 0, 0), {DALEK: 0.8}.get(target, 0.5)
    state = battle(firer, enemy(target, "t", 0, away + firer.radius + radius), **more)
    weapon = next(iter(shooting.shot_acts(firer)))
    fired = shooting.shot_at(state, "a", shooting.ShotAct(weapon, suppresses=True), "t")
    return perform(state, lambda p: shooting.resolve_shot(p, fired), dice=dice)


@pytest.mark.rule("IE-SUP-07", "IE-GAP-52")
@pytest.mark.parametrize(
    ("die", "outcome"), [(2, "none"), (3, "suppressed"), (4, "suppressed"), (5, "struck"), (6, "struck")]
)
def test_one_below_suppresses_and_one_above_strikes(die: int, outcome: str) -> None:
    done = suppress([die])
    suppressed = done.state.table.pieces["t"].has_mark("suppressed")
    assert ("struck" if is_gone(done, "t") else "suppressed" if suppressed else "none") == outcome


@pytest.mark.rule("IE-SUP-08")
def test_a_strike_may_be_saved() -> None:
    assert suppress([5, 3], target=DALEK).piece("t").hits == 3
    assert suppress([5, 2], target=DALEK).piece("t").hits == 2


@pytest.mark.rule("IE-GAP-53")
@pytest.mark.option("suppression_strike", "strike_only", "strike_and_suppress")
@pytest.mark.parametrize(("option", "suppressed"), [("strike_only", False), ("strike_and_suppress", True)])
def test_a_strike_suppresses_by_option(option: str, suppressed: bool) -> None:
    done = suppress([5, 3], target=DALEK, options={"suppression_strike": option})
    assert done.piece("t").has_mark("suppressed") == suppressed


@pytest.mark.rule("IE-SWP-01", "IE-SWP-02")
@pytest.mark.parametrize(
    ("kind", "away", "die", "suppressed"),
    [(LMG, 25.0, 3, True), (SMG, 10.0, 2, True), (SMG, 15.0, 3, False), (SLR, 10.0, 2, False)],
)
def test_some_weapons_suppress_better(kind: str, away: float, die: int, suppressed: bool) -> None:
    firer = model(kind, "a", 0, -20)
    state = battle(firer, enemy(SLR, "t", 0, -19 + away))
    weapon = next(iter(shooting.shot_acts(firer)))
    fired = shooting.shot_at(state, "a", shooting.ShotAct(weapon, suppresses=True), "t")
    done = perform(state, lambda p: shooting.resolve_shot(p, fired), dice=[die])
    assert done.piece("t").has_mark("suppressed") == suppressed


@pytest.mark.rule("IE-SWP-03", "IE-SWP-04", "IE-SUP-13")
@pytest.mark.parametrize(
    ("kind", "weapon", "marks", "why"),
    [
        ("unit_bazooka_team", "bazooka", {}, "the Bazooka cannot suppress"),
        ("exxilon_leader", "exxilon_bow", {}, "the Exxilon bow cannot suppress"),
        (LMG, "lmg", {"suppressed": 2}, "a suppressed model cannot suppress"),
        (SLR, "slr", {}, ""),
    ],
)
def test_who_cannot_suppress(kind: str, weapon: str, marks: dict[str, int], why: str) -> None:
    state = battle(model(kind, "a", 0, 0, **marks), enemy(SLR, "t", 0, 8))
    a, t = state.table.piece("a"), state.table.piece("t")
    assert suppression.why_no_suppressing_shot(state, a, weapons()[weapon], t) == why


@pytest.mark.rule("IE-SUP-16", "IE-SUP-11", "IE-SUP-14", "IE-SUP-15", "IE-SUP-17")
@pytest.mark.parametrize(
    ("kind", "expected"), [(SLR, {"turn", "fire", "hide", "sneak"}), (DALEK, {"turn", "fire"})]
)
def test_a_suppressed_model_has_four_actions_at_most(kind: str, expected: set[str]) -> None:
    low = wall("w", -3, 0.9, 3, 1.15, 0.75)
    high = wall("h", -30, 4, 30, 4.25, 1.5, "high_wall")
    hidden = battle(model(kind, "a", 0, 0, suppressed=2), enemy(SLR, "t", 0, 10), terrain=[low, high])
    seen = battle(model(kind, "a", 0, 0, suppressed=2), enemy(SLR, "t", 0, 10))
    assert open_actions(hidden, "a") | open_actions(seen, "a") == expected


@pytest.mark.rule("IE-SUP-10")
def test_suppression_lasts_through_the_models_own_next_turn() -> None:
    state = battle(model(SLR, "a", 0, 0), enemy(DALEK, "d", 0, 20, suppressed=1), without=())
    counts = []
    for answers in (["end"], ["end", "end"]):
        done = play(state, answers)
        counts.append(done.piece("d").mark_count("suppressed"))
    assert counts == [2, 0]


@pytest.mark.rule("IE-SUP-10")
def test_a_model_suppressed_again_in_its_own_turn_stays_so() -> None:
    state = battle(model(SLR, "a", 0, 0), enemy(DALEK, "d", 0, 20, suppressed=2), phase=ENEMY)
    done = perform(state, lambda p: suppression.suppress_models(p, ["d"]))
    assert done.piece("d").mark_count("suppressed") == 3
    assert play(done.state, ["end"]).piece("d").mark_count("suppressed") == 1


@pytest.mark.rule("IE-SUP-01")
def test_suppression_fire_uses_up_the_action() -> None:
    state = battle(model(SLR, "a", 0, 0), model(SLR, "b", 9, 0), enemy(DALEK, "d", 0, 11.3))
    done = play(state, ["a", "fire", "suppress_slr:d"], [1])
    assert done.state.game.acted == ("a",) and not done.piece("d").has_mark("suppressed")


@pytest.mark.rule("IE-SUP-02")
@pytest.mark.parametrize(("answer", "suppressed"), [("slr:t", False), ("suppress_slr:t", True)])
def test_suppression_is_announced_before_the_die(answer: str, suppressed: bool) -> None:
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "t", 0, 11))
    assert play(state, ["a", "fire", answer], [3]).piece("t").has_mark("suppressed") == suppressed


@pytest.mark.rule("IE-SUP-03")
@pytest.mark.parametrize(("away", "able"), [(18.0, True), (18.5, False)])
def test_only_a_target_in_range_is_suppressed(away: float, able: bool) -> None:
    state = battle(model(SMG, "a", 0, -10), enemy(SLR, "t", 0, away - 9))
    firer, target = state.table.piece("a"), state.table.piece("t")
    assert (suppression.why_no_suppressing_shot(state, firer, weapons()["smg"], target) == "") == able


@pytest.mark.rule("IE-GAP-57")
@pytest.mark.parametrize(("die", "hit", "gone"), [(4, ["t"], []), (6, [], ["t", "u"])])
def test_a_mortar_lays_its_template_only_when_it_strikes(die: int, hit: list[str], gone: list[str]) -> None:
    state = battle(
        model("unit_mortar_team", "a", 0, -12),
        enemy(SLR, "t", 0, 12),
        enemy(SLR, "u", 1.6, 12),
        terrain=[wall("w", -6, 4, 6, 4.25, 1.5, "high_wall")],
    )
    shot = shooting.shot_at(state, "a", shooting.ShotAct("mortar", suppresses=True), "t")
    done = perform(state, lambda p: shooting.resolve_shot(p, shot), dice=[die])
    assert [p.id for p in done.state.table.standing_pieces() if p.has_mark("suppressed")] == hit
    assert [key for key in ("t", "u") if is_gone(done, key)] == gone


@pytest.mark.rule("IE-GAP-56")
def test_a_suppressed_model_waits_no_longer_to_assault() -> None:
    state = battle(
        model(SLR, "a", 0, 0, suppressed=1, waits_to_assault=1),
        model(SLR, "b", 3, 0, suppressed=1, waits_to_fire=1),
        enemy(SLR, "t", 0, 11),
        starts=True,
    )
    done = play(state, [])
    assert not done.piece("a").has_mark("waits_to_assault") and done.piece("b").has_mark("waits_to_fire")


@pytest.mark.rule("IE-GAP-56")
def test_a_suppressed_engineer_does_not_repair() -> None:
    team = model("unit_bazooka_team", "t", 0, 1.3, hits=1)
    state = battle(model("unit_engineer", "f", 0, 0, suppressed=2), team, enemy(SLR, "e", 0, 12))
    assert "fix" not in open_actions(state, "f")
