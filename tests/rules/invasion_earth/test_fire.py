"""Aimed fire: range, cover, modifiers, saves, arcs, templates."""

from __future__ import annotations

import pytest

from battlesim.rulesets.invasion_earth.attack import shooting
from battlesim.rulesets.invasion_earth.attack.strike import needed_score, strike_modifiers
from battlesim.rulesets.invasion_earth.attack.targeting import why_no_shot
from battlesim.rulesets.invasion_earth.core.profiles import weapons
from battlesim.rulesets.invasion_earth.ground.sight import sight_verdict
from battlesim.table.events import DiceRolled
from battlesim.table.terrain import Terrain
from battlesim.testing.script import ScriptResult
from tests.rules.invasion_earth.field import (
    DALEK,
    EAST,
    LMG,
    SLR,
    SMG,
    battle,
    enemy,
    is_gone,
    model,
    perform,
    wall,
)


def shot(  # type: ignore[no-untyped-def]
    dice, kind=SLR, target=SLR, away=10.0, terrain: tuple[Terrain, ...] = (), moved=False, **more
) -> ScriptResult:
    """A shot of `a` at `t`, straight ahead at a distance between the edges of their bases."""
    firer = model(kind, "a", 0, 0, **more.pop("marks", {}))
    state = battle(firer, enemy(target, "t", 0, 0), terrain=terrain, **more)
    there = state.table.piece("t")
    far = away + firer.radius + there.radius
    placed = enemy(target, "t", 0, far)
    state = state.with_table(state.table.with_pieces(placed))
    weapon = next(iter(shooting.shot_acts(firer)))
    return perform(
        state,
        lambda p: shooting.resolve_shot(
            p, shooting.shot_at(p.state, "a", shooting.ShotAct(weapon), "t", moved)
        ),
        dice=dice,
    )


def modifiers(state, moved=False) -> dict[str, int]:  # type: ignore[no-untyped-def]
    found = strike_modifiers(state, shooting.shot_at(state, "a", shooting.ShotAct("slr"), "t", moved))
    return {change.words: change.value for change in found}


@pytest.mark.rule("IE-GAP-18")
@pytest.mark.parametrize(("away", "needed"), [(8.0, 3), (8.1, 4), (16.0, 4), (16.1, 5), (32.0, 5)])
def test_the_range_band_gives_the_needed_score(away: float, needed: int) -> None:
    state = battle(model(SLR, "a", -20, 0), enemy(SLR, "t", -19 + away, 0))
    assert needed_score(state, shooting.shot_at(state, "a", shooting.ShotAct("slr"), "t")) == needed


@pytest.mark.rule("IE-GAP-18")
def test_nothing_is_shot_at_beyond_long_range() -> None:
    state = battle(model(SMG, "a", 0, 0), enemy(SLR, "t", 0, 19.1))
    a, t = state.table.piece("a"), state.table.piece("t")
    assert "0.1" in str(why_no_shot(state, a, weapons()["smg"], t))


@pytest.mark.rule("IE-GAP-12", "IE-GAP-24")
@pytest.mark.parametrize(("die", "gone"), [(3, False), (4, True)])
def test_a_strike_removes_a_model_with_one_hit(die: int, gone: bool) -> None:
    assert is_gone(shot([die]), "t") == gone


@pytest.mark.rule("IE-GAP-25")
@pytest.mark.parametrize(("dice", "hits"), [([4, 3], 3), ([4, 2], 2)])
def test_a_save_cancels_a_strike(dice: list[int], hits: int) -> None:
    assert shot(dice, target=DALEK).piece("t").hits == hits


@pytest.mark.rule("IE-GAP-25")
@pytest.mark.parametrize(
    ("kind", "target", "dice", "hits"),
    [
        ("unit_bazooka_team", DALEK, [4, 5], 3),
        ("unit_bazooka_team", DALEK, [4, 4], 0),
        (DALEK, "unit_sergeant", [4], 0),
    ],
)
def test_piercing_makes_a_save_harder_or_impossible(
    kind: str, target: str, dice: list[int], hits: int
) -> None:
    assert shot(dice, kind=kind, target=target).state.table.pieces["t"].hits == hits


@pytest.mark.rule("IE-GAP-21", "IE-GAP-20", "IE-GAP-22")
@pytest.mark.option("full_cover_above", "2/3", "1/2")
@pytest.mark.option("cover_modifiers", "minus1_minus2", "minus1_minus3")
@pytest.mark.parametrize(
    ("height", "options", "hidden", "expected"),
    [
        (0.75, {}, 0.5956, {"partial cover": -1}),
        (1.0, {}, 0.8203, {"full cover": -2}),
        (1.0, {"cover_modifiers": "minus1_minus3"}, 0.8203, {"full cover": -3}),
        (0.75, {"full_cover_above": "1/2"}, 0.5956, {"full cover": -2}),
        (1.5, {}, 1.0, {"no line of sight": -1}),
    ],
)
def test_cover_is_graded_by_the_hidden_share(height, options, hidden, expected) -> None:  # type: ignore[no-untyped-def]
    obstacle = wall("w", -5, 9.0, 5, 9.25, height)
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "t", 0, 10), terrain=[obstacle], options=options)
    seen = sight_verdict(state, state.table.piece("a"), state.table.piece("t"))
    assert 1.0 - seen.share == pytest.approx(hidden, abs=5e-5)
    assert modifiers(state) == expected


@pytest.mark.rule("IE-GAP-45")
@pytest.mark.option("models_block_los", "no", "yes")
@pytest.mark.parametrize(("option", "visible"), [("no", True), ("yes", False)])
def test_other_models_hide_by_option(option: str, visible: bool) -> None:
    friend = model(SLR, "f", 0, 5)
    state = battle(
        model(SLR, "a", 0, 0), friend, enemy(SLR, "t", 0, 10), options={"models_block_los": option}
    )
    assert sight_verdict(state, state.table.piece("a"), state.table.piece("t")).visible == visible


@pytest.mark.rule("IE-GAP-13", "IE-GAP-19")
@pytest.mark.parametrize(("die", "gone"), [(4, False), (5, True)])
def test_to_move_and_fire_costs_one(die: int, gone: bool) -> None:
    assert is_gone(shot([die], moved=True), "t") == gone


@pytest.mark.rule("IE-GAP-13")
def test_a_heavy_weapon_is_not_fired_after_a_move() -> None:
    state = battle(model(LMG, "a", 0, 0), enemy(SLR, "t", 0, 10))
    assert list(shooting.shot_options(state, state.table.piece("a"), moved=True)) == []


@pytest.mark.rule("IE-SUP-12", "IE-GAP-19")
@pytest.mark.parametrize(("die", "gone"), [(5, False), (6, True)])
def test_a_suppressed_firer_has_minus_two(die: int, gone: bool) -> None:
    assert is_gone(shot([die], marks={"suppressed": 2}), "t") == gone


@pytest.mark.rule("IE-GAP-19")
@pytest.mark.option("auto_results", "none", "one_misses", "one_misses_six_strikes")
@pytest.mark.parametrize(
    ("option", "away", "die", "moved", "gone"),
    [
        ("none", 20.0, 6, True, True),
        ("one_misses", 20.0, 6, True, True),
        ("one_misses_six_strikes", 20.0, 6, True, True),
        ("none", 1.0, 1, False, False),
        ("one_misses", 1.0, 1, False, False),
    ],
)
def test_natural_faces_decide_by_option(option, away, die, moved, gone) -> None:  # type: ignore[no-untyped-def]
    assert is_gone(shot([die], away=away, moved=moved, options={"auto_results": option}), "t") == gone


@pytest.mark.rule("IE-GAP-19")
@pytest.mark.parametrize(("option", "gone"), [("none", False), ("one_misses_six_strikes", True)])
def test_a_natural_six_strikes_only_by_option(option: str, gone: bool) -> None:
    dense = wall("w", -5, 19.0, 5, 19.25, 1.0)
    done = shot([6], away=20.0, terrain=(dense,), options={"auto_results": option})
    assert is_gone(done, "t") == gone


@pytest.mark.rule("IE-GAP-26", "IE-GAP-27")
@pytest.mark.option("fire_arc_degrees", "45", "90")
@pytest.mark.option("fire_arc_own_turn", "fixed_only", "all")
@pytest.mark.parametrize(
    ("options", "x", "allowed"),
    [
        ({"fire_arc_own_turn": "all"}, 4.6, True),
        ({"fire_arc_own_turn": "all"}, 4.8, False),
        ({"fire_arc_own_turn": "all", "fire_arc_degrees": "90"}, 4.8, True),
        ({}, 4.8, True),
    ],
)
def test_the_fire_arc_counts_any_part_of_the_base(options, x, allowed) -> None:  # type: ignore[no-untyped-def]
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "t", x, 10), options=options)
    why = why_no_shot(state, state.table.piece("a"), weapons()["slr"], state.table.piece("t"))
    assert (why == "") == allowed


@pytest.mark.rule("IE-GAP-27")
def test_a_fixed_arc_holds_in_ones_own_turn() -> None:
    state = battle(model("unit_mortar_team", "a", 0, 0, EAST), enemy(SLR, "t", 0, 12))
    why = why_no_shot(state, state.table.piece("a"), weapons()["mortar"], state.table.piece("t"))
    assert why == "outside the fire arc: turn first"


@pytest.mark.rule("IE-GAP-46")
@pytest.mark.parametrize(("target", "allowed"), [("near", True), ("far", False)])
def test_a_model_in_contact_shoots_at_that_enemy_alone(target: str, allowed: bool) -> None:
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "near", 0, 1), enemy(SLR, "far", 5, 5))
    why = why_no_shot(state, state.table.piece("a"), weapons()["slr"], state.table.piece(target))
    assert (why == "") == allowed


@pytest.mark.rule("IE-GAP-46")
def test_nobody_shoots_at_an_enemy_in_contact_with_a_friend() -> None:
    state = battle(model(SLR, "a", 0, -6), model(SLR, "b", 0, 0), enemy(SLR, "t", 0, 1))
    why = why_no_shot(state, state.table.piece("a"), weapons()["slr"], state.table.piece("t"))
    assert str(why).startswith("in contact with")


@pytest.mark.rule("IE-GAP-23")
def test_an_indirect_weapon_needs_no_line_of_sight() -> None:
    high = wall("w", -20, 5, 20, 5.25, 1.5, "high_wall")
    mortar, rifle = model("unit_mortar_team", "a", 0, 0), model(SLR, "b", 3, 0)
    state = battle(mortar, rifle, enemy(SLR, "t", 0, 12), terrain=[high])
    checks = [("a", "mortar", ""), ("b", "slr", "out of sight")]
    for firer, weapon, why in checks:
        assert why_no_shot(state, state.table.piece(firer), weapons()[weapon], state.table.piece("t")) == why


@pytest.mark.rule("IE-GAP-29", "IE-GAP-28")
@pytest.mark.option("template_set", "2_4_6", "3_5_7")
@pytest.mark.parametrize(
    ("options", "x", "gone"), [({}, 1.49, True), ({}, 1.51, False), ({"template_set": "3_5_7"}, 1.51, True)]
)
def test_a_blast_strikes_every_model_under_it(options, x, gone) -> None:  # type: ignore[no-untyped-def]
    firer = model("unit_bazooka_team", "a", 0, 0)
    state = battle(firer, enemy(SLR, "t", 0, 12), enemy(SLR, "n", x, 12), options=options)
    shot_of = shooting.shot_at(state, "a", shooting.ShotAct("bazooka"), "t")
    done = perform(state, lambda p: shooting.resolve_shot(p, shot_of), dice=[4])
    assert is_gone(done, "t") and is_gone(done, "n") == gone


@pytest.mark.rule("IE-GAP-30")
@pytest.mark.option("blast_miss", "no_effect", "scatter")
@pytest.mark.parametrize(("option", "dice", "gone"), [("no_effect", [2], False), ("scatter", [2, 6], True)])
def test_a_missed_blast_scatters_by_option(option: str, dice: list[int], gone: bool) -> None:
    state = battle(
        model("unit_bazooka_team", "a", 0, 0),
        enemy(SLR, "t", 0, 12),
        enemy(SLR, "n", 0, 14),
        options={"blast_miss": option},
    )
    shot_of = shooting.shot_at(state, "a", shooting.ShotAct("bazooka"), "t")
    done = perform(state, lambda p: shooting.resolve_shot(p, shot_of), dice=dice)
    assert is_gone(done, "n") == gone and not is_gone(done, "t")


@pytest.mark.rule("IE-PRM-01", "IE-GAP-96", "IE-PRM-02")
@pytest.mark.option("primitive_proof", "armoured", "machines", "none")
@pytest.mark.parametrize(
    ("option", "target", "allowed"),
    [
        ("armoured", DALEK, False),
        ("armoured", "auton", True),
        ("machines", "auton", False),
        ("none", DALEK, True),
        ("armoured", SLR, True),
    ],
)
def test_primitive_weapons_harm_no_armour(option: str, target: str, allowed: bool) -> None:
    state = battle(
        model("exxilon_leader", "a", 0, 0), enemy(target, "t", 0, 6), options={"primitive_proof": option}
    )
    why = why_no_shot(state, state.table.piece("a"), weapons()["exxilon_bow"], state.table.piece("t"))
    assert (why == "") == allowed


@pytest.mark.rule("IE-GAP-01")
def test_every_roll_is_logged_with_its_purpose_and_never_repeated() -> None:
    done = shot([4, 2], target=DALEK)
    first, save = done.events_of(DiceRolled)
    assert [roll.faces for roll in (first, save)] == [(4,), (2,)]
    assert (first.needs, save.needs) == ("4+", "3+") and str(first.why) and str(save.why)
    assert done.piece("t").hits == 2


@pytest.mark.rule("IE-GAP-21")
@pytest.mark.parametrize(("y", "cover"), [(9.0, "partial"), (5.0, "partial"), (1.0, "none")])
def test_only_what_is_nearer_to_the_target_is_cover(y: float, cover: str) -> None:
    obstacle = wall("w", -5, y, 5, y + 0.25)
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "t", 0, 10.25), terrain=[obstacle])
    seen = sight_verdict(state, state.table.piece("a"), state.table.piece("t"))
    assert seen.cover == cover and seen.visible


@pytest.mark.rule("IE-GAP-21")
@pytest.mark.parametrize(("edge", "cover"), [(9.9, "partial"), (10.1, "none")])
def test_a_base_more_than_half_in_a_wood_is_in_partial_cover(edge: float, cover: str) -> None:
    wood = wall("w", -3, edge, 3, 13, 3.0, "woods")
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "t", 0, 10), terrain=[wood])
    assert sight_verdict(state, state.table.piece("a"), state.table.piece("t")).cover == cover


@pytest.mark.rule("IE-GAP-45")
@pytest.mark.parametrize(("kind", "visible"), [("cyberman", False), ("quark", True)])
def test_a_model_lower_than_the_target_never_hides_it(kind: str, visible: bool) -> None:
    state = battle(
        model(SLR, "a", -10, 0),
        enemy(SLR, "t", 10, 0),
        model(kind, "m", 0, 0),
        options={"models_block_los": "yes"},
    )
    assert sight_verdict(state, state.table.piece("a"), state.table.piece("t")).visible == visible
