"""The ways in which a model may shoot, why it may not, and everything that changes its strike die."""

from __future__ import annotations

import pytest

from battlesim.rulesets.invasion_earth.actions import fire_actions, suppression_actions
from battlesim.rulesets.invasion_earth.attack import cover_suppression, shooting
from battlesim.rulesets.invasion_earth.attack.cover_suppression import CoverShot, cover_modifiers, cover_roll
from battlesim.rulesets.invasion_earth.attack.strike import Shot, strike_modifiers
from battlesim.rulesets.invasion_earth.attack.suppression import suppression_roll
from battlesim.rulesets.invasion_earth.attack.targeting import (
    why_barred_by_contact,
    why_no_shot,
    why_out_of_range,
)
from battlesim.rulesets.invasion_earth.core.lookups import piece_weapons
from battlesim.rulesets.invasion_earth.core.profiles import weapons
from battlesim.rulesets.invasion_earth.core.state import Battle
from battlesim.table.pieces import Piece
from tests.rules.invasion_earth.field import DALEK, LMG, SLR, SMG, battle, enemy, model, wall

MORTAR, ARCHER, BAZOOKA = "unit_mortar_team", "exxilon_warrior", "unit_bazooka_team"


def shot(state: Battle, weapon: str, **more: bool) -> Shot:
    a, t = state.table.piece("a"), state.table.piece("t")
    return Shot(a, t, weapons()[weapon], **more)


def changes(state: Battle, weapon: str, **more: bool) -> list[tuple[str, int, str]]:
    return [(one.words, one.value, one.rule) for one in strike_modifiers(state, shot(state, weapon, **more))]


@pytest.mark.rule("IE-GAP-19", "IE-GAP-18", "IE-GAP-80", "IE-LIW-13", "IE-SUP-12", "IE-EXP-06", "IE-EXP-10")
@pytest.mark.rule("IE-OBS-17", "IE-GAP-25", "IE-GAP-24", "IE-GAP-22")
@pytest.mark.parametrize(
    ("marks", "how", "found"),
    [
        ({}, {}, []),
        ({}, {"moved": True}, [("moved and fired", -1, "IE-GAP-19")]),
        ({"super_agility": 1}, {"moved": True}, []),
        ({}, {"waited": True}, [("laying in wait", -1, "IE-LIW-13")]),
        ({"suppressed": 1}, {}, [("suppressed", -2, "IE-SUP-12")]),
        ({"crack_shot": 2}, {}, [("crack shot", 2, "IE-EXP-06")]),
        ({}, {"directed": True}, [("directed by observers", 1, "IE-OBS-17")]),
    ],
)
def test_what_changes_the_die_of_a_shot(marks, how, found) -> None:  # type: ignore[no-untyped-def]
    state = battle(model(SLR, "a", 0, 0, **marks), enemy(SLR, "t", 0, 12))
    assert changes(state, "slr", **how) == found


@pytest.mark.rule("IE-SWP-01", "IE-SWP-02", "IE-GAP-18", "IE-GAP-25", "IE-GAP-19", "IE-GAP-22")
@pytest.mark.parametrize(
    ("kind", "weapon", "y", "bonus"),
    [
        (SMG, "smg", 6.9, [1]),
        (SMG, "smg", 13.0, [1]),
        (SMG, "smg", 13.2, []),
        (LMG, "lmg", 36.9, [1]),
        (SLR, "slr", 6.0, []),
    ],
)
def test_weapons_made_for_it_suppress_better_as_far_as_their_bands(
    kind: str, weapon: str, y: float, bonus: list[int]
) -> None:
    state = battle(model(kind, "a", 0, -20), enemy(SLR, "t", 0, -20 + y))
    assert [value for _, value, _ in changes(state, weapon, suppresses=True)] == bonus
    assert changes(state, weapon) == []


@pytest.mark.rule("IE-GAP-19", "IE-GAP-18", "IE-GAP-22", "IE-GAP-24")
@pytest.mark.parametrize(
    ("height", "kind", "found"),
    [
        (0.75, "low_wall", [("partial cover", -1, "IE-GAP-21")]),
        (1.1, "high_wall", [("full cover", -2, "IE-GAP-21")]),
        (4.0, "high_wall", [("no line of sight", -1, "IE-GAP-19")]),
    ],
)
def test_cover_and_what_is_out_of_sight(height: float, kind: str, found: list[tuple[str, int, str]]) -> None:
    low = wall("w", -6, 11, 6, 11.2, height, kind)
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "t", 0, 12), terrain=[low])
    assert changes(state, "slr") == found


@pytest.mark.rule("IE-GAP-59", "IE-GAP-18", "IE-SCV-03", "IE-GAP-25", "IE-GAP-24", "IE-GAP-22")
@pytest.mark.parametrize(("marks", "found"), [({}, []), ({"suppressed": 1}, [-2]), ({"crack_shot": 1}, [1])])
def test_cover_changes_no_die_of_a_shot_at_it(marks: dict[str, int], found: list[int]) -> None:
    low = wall("w", -6, 11, 6, 11.25, 1.0, "high_wall")
    state = battle(model(SLR, "a", 0, 0, **marks), enemy(SLR, "t", 0, 12), terrain=[low])
    at_cover = CoverShot(state.table.piece("a"), weapons()["slr"], "w", state.table.piece("t"))
    assert [one.value for one in cover_modifiers(state, at_cover)] == found


@pytest.mark.rule("IE-GAP-52", "IE-SCV-03", "IE-SUP-07", "IE-GAP-18")
@pytest.mark.parametrize(
    ("option", "naturals"), [("none", {}), ("one_misses", {1: 0}), ("one_misses_six_strikes", {1: 0})]
)
def test_of_natural_faces_only_a_one_counts_for_suppression(option: str, naturals: dict[int, int]) -> None:
    low = wall("w", -6, 11, 6, 11.25, 1.0, "high_wall")
    state = battle(
        model(SLR, "a", 0, 0), enemy(SLR, "t", 0, 12), terrain=[low], options={"auto_results": option}
    )
    assert suppression_roll(state, shot(state, "slr", suppresses=True)).naturals == naturals
    at_cover = CoverShot(state.table.piece("a"), weapons()["slr"], "w", state.table.piece("t"))
    assert cover_roll(state, at_cover).naturals == naturals


@pytest.mark.rule("IE-GAP-12", "IE-GAP-32", "IE-LIW-12")
@pytest.mark.parametrize(
    ("gap", "why"),
    [
        (7.99, "closer than the minimum range of 8 in"),
        (8.0, ""),
        (48.0, ""),
        (48.1, "48.1 in away, 0.1 in too far"),
    ],
)
def test_a_mortar_has_a_least_and_a_greatest_range(gap: float, why: str) -> None:
    state = battle(model(MORTAR, "a", -24, -20), enemy("quark", "t", -24 + gap + 1.3, -20))
    a, t = state.table.piece("a"), state.table.piece("t")
    assert str(why_out_of_range(state, a, weapons()["mortar"], t)) == why


@pytest.mark.rule("IE-GAP-46", "IE-LIW-06", "IE-LIW-12", "IE-GAP-12")
@pytest.mark.parametrize(
    ("others", "why"),
    [
        ([], ""),
        ([("e", 1.0, 0)], "it is in contact with e"),
        ([("f", 9.0, 1)], "in contact with f"),
    ],
)
def test_contact_bars_shots_at_others(others: list[tuple[str, float, int]], why: str) -> None:
    more = [(model if own else enemy)(SLR, id, 0, y) for id, y, own in others]
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "t", 0, 10), *more)
    a, t = state.table.piece("a"), state.table.piece("t")
    assert str(why_barred_by_contact(state, a, weapons()["slr"], t)) == why


@pytest.mark.rule("IE-GAP-46", "IE-LIW-06", "IE-LIW-12")
def test_a_model_shoots_at_the_one_that_it_is_in_contact_with() -> None:
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "t", 0, 1.0))
    a, t = state.table.piece("a"), state.table.piece("t")
    assert why_barred_by_contact(state, a, weapons()["slr"], t) == ""


@pytest.mark.rule("IE-OBS-14", "IE-SUP-02", "IE-GAP-12")
@pytest.mark.parametrize(
    ("kind", "acts"),
    [
        (SLR, {"slr": (False, False), "suppress_slr": (True, False)}),
        (
            MORTAR,
            {"mortar": (False, False), "directed_mortar": (False, True), "suppress_mortar": (True, False)},
        ),
        ("yeti", {}),
    ],
)
def test_the_ways_to_shoot(kind: str, acts: dict[str, tuple[bool, bool]]) -> None:
    found = shooting.shot_acts(model(kind, "a", 0, 0))
    assert {key: (act.suppresses, act.directed) for key, act in found.items()} == acts


def labels(kind: str, moved: bool = False, **options: str) -> list[str]:
    state = battle(model(kind, "a", 0, 0), enemy(SLR, "t", 0, 12), options=options)
    return [str(option.label) for option in shooting.shot_options(state, state.table.piece("a"), moved)]


@pytest.mark.rule("IE-SUP-07", "IE-GAP-12", "IE-SUP-02", "IE-OBS-14", "IE-GAP-55")
@pytest.mark.parametrize(
    ("kind", "found"),
    [
        (SLR, ["t", "Suppress t"]),
        (MORTAR, ["t", "t, directed by observers", "Suppress t"]),
        (
            ARCHER,
            [
                "t (Exxilon bow)",
                "t (Thrown spear)",
                "Suppress t (Exxilon bow)",
                "Suppress t (Thrown spear)",
            ],
        ),
    ],
)
def test_a_shot_is_named_with_its_weapon_where_there_are_two(kind: str, found: list[str]) -> None:
    assert labels(kind) == found


@pytest.mark.rule("IE-SUP-07", "IE-GAP-12", "IE-GAP-55", "IE-GAP-13")
@pytest.mark.parametrize(
    ("kind", "option", "found"),
    [
        (SLR, "fire", ["t"]),
        (SLR, "fire_or_move_and_fire", ["t", "Suppress t"]),
        (LMG, "fire_or_move_and_fire", []),
        (MORTAR, "fire", []),
    ],
)
def test_after_a_move_nobody_fires_a_heavy_weapon(kind: str, option: str, found: list[str]) -> None:
    assert labels(kind, True, suppression_with=option) == found


@pytest.mark.rule("IE-SUP-02", "IE-GAP-12", "IE-OBS-14", "IE-GAP-18")
@pytest.mark.parametrize(
    ("kind", "moved", "enemies", "why"),
    [
        (SLR, False, [("t", 12.0)], ""),
        (SLR, False, [("t", 12.0), ("u", 40.0)], ""),
        (SLR, False, [("u", 40.0), ("t", 12.0)], ""),
        (LMG, True, [("t", 12.0)], "it has no weapon for that"),
        ("yeti", False, [("t", 12.0)], "it has no missile weapon"),
        (SLR, False, [("t", 40.0)], "39.0 in away, 7.0 in too far"),
        (SLR, False, [("t", 40.0), ("u", 41.0)], "no enemy is in range and sight"),
    ],
)
def test_why_a_model_has_no_shot(kind: str, moved: bool, enemies: list[tuple[str, float]], why: str) -> None:
    state = battle(model(kind, "a", 0, -20), *(enemy(SLR, key, 0, y - 20) for key, y in enemies))
    assert str(shooting.why_cannot_shoot(state, state.table.piece("a"), moved)) == why


@pytest.mark.rule("IE-GAP-12", "IE-SUP-02", "IE-GAP-13", "IE-GAP-44")
def test_a_heavy_weapon_fires_from_its_place() -> None:
    state = battle(model(LMG, "a", 0, 0), enemy(SLR, "t", 0, 12))
    own = state.table.piece("a")
    assert shooting.why_cannot_shoot(state, own) == fire_actions.why_cannot_fire(state, own) == ""
    assert not fire_actions.has_light_weapon(state, own) and fire_actions.is_armed(state, own)
    assert fire_actions.has_light_weapon(state, model(SLR, "b", 0, 0))
    assert not fire_actions.is_armed(state, model("yeti", "b", 0, 0))


@pytest.mark.rule("IE-GAP-57", "IE-SUP-03", "IE-SWP-03", "IE-SWP-04", "IE-GAP-55", "IE-SCV-02", "IE-SCV-01")
@pytest.mark.parametrize(
    ("kind", "without", "able"),
    [
        (SLR, (), True),
        (MORTAR, (), True),
        (BAZOOKA, (), False),
        (ARCHER, (), False),
        ("yeti", (), False),
        (SLR, ("suppression",), False),
    ],
)
def test_who_suppresses_with_others(kind: str, without: tuple[str, ...], able: bool) -> None:
    state = battle(model(kind, "a", 0, 0), enemy(SLR, "t", 0, 12), without=without)
    assert suppression_actions.can_suppress(state, state.table.piece("a")) == able


def behind(kind: str = SLR, *others: Piece, without: tuple[str, ...] = (), **marks: int) -> Battle:
    """An enemy behind a wall 12 in ahead."""
    low = wall("w", -6, 11, 6, 11.25, 1.0, "high_wall")
    return battle(
        model(kind, "a", 0, 0, **marks), enemy(SLR, "t", 0, 12), *others, terrain=[low], without=without
    )


@pytest.mark.rule("IE-SCV-01", "IE-SCV-03", "IE-GAP-59", "IE-GAP-60")
@pytest.mark.parametrize(
    ("kind", "without", "listed"),
    [(SLR, (), True), (BAZOOKA, (), True), ("yeti", (), False), (SLR, ("suppression",), False)],
)
def test_suppression_behind_cover_needs_a_weapon(kind: str, without: tuple[str, ...], listed: bool) -> None:
    state = behind(kind, without=without)
    assert cover_suppression.is_listed(state, state.table.piece("a")) == listed


@pytest.mark.rule("IE-SCV-01", "IE-SCV-03", "IE-GAP-59", "IE-GAP-60")
@pytest.mark.parametrize(
    ("kind", "marks", "others", "why"),
    [
        (SLR, {}, [], ""),
        (SLR, {"suppressed": 1}, [], "a suppressed model cannot suppress"),
        (SLR, {}, [("e", 0, 1.0)], "it is in contact with an enemy"),
        (BAZOOKA, {}, [], "the Bazooka cannot suppress"),
        ("unit_sergeant", {}, [], ""),
    ],
)
def test_why_a_model_does_not_suppress_behind_cover(kind, marks, others, why) -> None:  # type: ignore[no-untyped-def]
    state = behind(kind, *(enemy(SLR, *place) for place in others), **marks)
    assert str(cover_suppression.why_cannot_suppress_cover(state, state.table.piece("a"))) == why


@pytest.mark.rule("IE-SCV-01", "IE-SCV-03", "IE-GAP-59", "IE-GAP-60", "IE-GAP-26")
def test_one_enemy_within_range_of_its_cover_is_enough() -> None:
    low, far = wall("w", -6, 11, 6, 11.25, 1.0, "high_wall"), wall("v", 10, 21, 16, 21.25, 1.0, "high_wall")
    pieces = model(SMG, "a", -4, 0), enemy(SLR, "t", 0, 12), enemy(SLR, "u", 13, 22)
    state = battle(*pieces, terrain=[low, far])
    shut = {str(o.key): str(o.shut) for o in cover_suppression.cover_options(state, state.table.piece("a"))}
    assert shut["smg:w:t"] == "" and "too far" in shut["smg:v:u"]
    assert cover_suppression.why_cannot_suppress_cover(state, state.table.piece("a")) == ""
    alone = battle(pieces[0], pieces[2], terrain=[low, far])
    assert "too far" in str(cover_suppression.why_cannot_suppress_cover(alone, pieces[0]))


@pytest.mark.rule("IE-SCV-01", "IE-GAP-27")
@pytest.mark.parametrize(("facing", "shut"), [(90.0, ""), (270.0, "outside the fire arc: turn first")])
def test_a_mortar_suppresses_behind_cover_in_its_arc_alone(facing: float, shut: str) -> None:
    low = wall("w", -6, 11, 6, 11.25, 1.0, "high_wall")
    state = battle(model(MORTAR, "a", 0, 0, facing), enemy(SLR, "t", 0, 12), terrain=[low])
    (option,) = cover_suppression.cover_options(state, state.table.piece("a"))
    assert option.shut == shut


@pytest.mark.rule("IE-SIG-01", "IE-SIG-05", "IE-GAP-12", "IE-HID-02")
@pytest.mark.parametrize(
    ("sighted", "hidden", "why"),
    [
        ((), 0, "not sighted when the turn began"),
        (("t",), 0, ""),
        ((), 1, "not sighted when the turn began"),
        (("t",), 1, ""),
    ],
)
def test_a_hidden_enemy_that_was_sighted_is_shot_at(sighted: tuple[str, ...], hidden: int, why: str) -> None:
    low = wall("low", -3, 10, 3, 10.25)
    state = battle(
        model(SLR, "a", 0, 0), enemy(SLR, "t", 0, 11, hidden=hidden), terrain=[low], without=()
    ).with_game(sightings={"a": sighted} if sighted else {})
    a, t = state.table.piece("a"), state.table.piece("t")
    assert str(why_no_shot(state, a, weapons()["slr"], t)) == why


@pytest.mark.rule("IE-GAP-12")
def test_the_arms_of_a_model_are_those_of_its_profile() -> None:
    assert list(piece_weapons(model(ARCHER, "a", 0, 0))) == ["exxilon_bow", "exxilon_spear"]
    assert list(piece_weapons(model(DALEK, "a", 0, 0))) == ["dalek_gun"]
