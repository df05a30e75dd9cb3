"""What dice come to, in order: who dies of its own blow, what falls, who is pushed from where and how far."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.mobile_infantry.arachnids import melee
from battlesim.rulesets.mobile_infantry.attack import attack_resolution, cover, die_outcome, firepower
from battlesim.rulesets.mobile_infantry.attack.attack_dice import AttackDie
from battlesim.rulesets.mobile_infantry.attack.attack_modes import ATTACK_MODES
from battlesim.rulesets.mobile_infantry.battle import forces
from battlesim.rulesets.mobile_infantry.core.lookups import (
    Ratings,
    hits_left,
    is_structure,
    target_candidates,
)
from battlesim.rulesets.mobile_infantry.core.marks import mark_moved, slow_mark
from battlesim.rulesets.mobile_infantry.core.state import BUGS, MI
from battlesim.rulesets.mobile_infantry.losses import hit_points
from battlesim.table.events import DiceRolled, HitsChanged, MarkChange, MarksChanged, Modifier
from battlesim.table.pieces import Inside, Off
from battlesim.table.terrain import Ground, Terrain
from tests.rules.mobile_infantry.arachnids import hole, marker
from tests.rules.mobile_infantry.field import block, field, perform, piece, rifles, warrior
from tests.rules.mobile_infantry.shots import hit
from tests.rules.mobile_infantry.test_held_table_below import act_of

HOUSE = block("building", "B", 20, 20, 24, 24)


@pytest.mark.rule("MI-BMEL-08", "MI-BTRT-04")
@pytest.mark.parametrize(
    ("weapon", "face", "lives"),
    [
        ("hopper_strike", 1, False),
        ("hopper_strike", 2, True),
        ("warrior_claws", 1, True),
        ("warrior_claws", 2, True),
    ],
)
def test_only_a_kamikaze_dies_of_its_blow_and_of_a_one_alone(weapon: str, face: int, lives: bool) -> None:
    state = field(piece("hopper", "H", 20, 20), piece("heavy_mech", "M", 21.5, 20))
    assert hit(state, [AttackDie(weapon, "H", "M")], [face], "melee").piece("H").in_play is lives


@pytest.mark.rule("MI-BMEL-08", "MI-BMEL-03", "MI-BMEL-04")
@pytest.mark.parametrize(("faces", "rule"), [([6], "MI-BMEL-03"), ([3, 3], "MI-BMEL-04")])
def test_what_a_die_takes_off_is_noted_under_the_rule_that_took_it(faces: list[int], rule: str) -> None:
    state = field(warrior("W", 10, 10), rifles("P", 11, 10))
    done = hit(state, [AttackDie("warrior_claws", "W", "P")], faces, "melee")
    assert [event.rule for event in done.events_of(HitsChanged)] == [rule]


@pytest.mark.rule("MI-SHOT-12", "MI-GAP-53", "MI-GAP-56", "MI-TUNL-09", "MI-SHOT-15")
def test_a_structure_and_an_entrance_at_no_points_fall_and_are_not_taken_off_like_models() -> None:
    low = block("building", "B", 20, 20, 24, 24, hits=1)
    state = field(rifles("P", 10, 10), low, *hole("E", 30, 10, hits=1))
    done = hit(state, [AttackDie("heat_missile", "P", "E")], [10])
    assert (done.state.game.count("entrances_destroyed"), "E" in done.state.table.pieces) == (1, False)
    done = hit(state, [AttackDie("heat_missile", "P", "B")], [10])
    assert done.state.table.terrain("B").kind == "ruin"


@pytest.mark.rule("MI-GAP-03", "MI-SHOT-09")
@pytest.mark.parametrize(("face", "rolls"), [(2, 1), (5, 2)])
def test_a_die_that_misses_asks_for_no_save(face: int, rolls: int) -> None:
    state = field(rifles("P", 10, 10), warrior("W", 15, 10))
    done = hit(state, [AttackDie("assault_rifle", "P", "W")], [face, 6][:rolls])
    assert len(done.events_of(DiceRolled)) == rolls


@pytest.mark.rule("MI-BTRT-04")
@pytest.mark.parametrize(("target", "kill", "reached"), [(4, 10, 2), (4, 11, 1), (10, 12, 1), (11, 12, 0)])
def test_the_natural_one_of_a_kamikaze_counts_as_ten(target: int, kill: int, reached: int) -> None:
    state, die = (
        field(rifles("R", 10, 10), piece("hopper", "H", 11.2, 10)),
        AttackDie("hopper_strike", "H", "R"),
    )
    assert (
        die_outcome.attack_roll(state, die, Ratings(target, 4, kill), ATTACK_MODES["melee"]).value_of([1])
        == reached
    )


@pytest.mark.rule("MI-BTRT-02", "MI-TRT-09")
def test_flame_takes_off_only_cover_that_there_is() -> None:
    flame, piercing = AttackDie("acid_stream", "T", "R"), Modifier(-2, "Piercing(2)", "MI-TRT-09")
    lost = Modifier(0, "touching Building B, lost against Flame", "MI-BTRT-02")
    assert die_outcome.save_modifiers(flame, cover.NO_COVER) == [piercing]
    assert die_outcome.save_modifiers(flame, cover.CoverBonus(2, "touching Building B", "x")) == [
        lost,
        piercing,
    ]


@pytest.mark.rule("MI-GAP-41", "MI-COVR-03")
def test_of_two_houses_that_help_alike_the_first_is_named() -> None:
    state = field(HOUSE, block("building", "C", 20, 25, 24, 29), rifles("R", 22, 24.5))
    assert cover.touched_cover(state, state.table.piece("R"), "x").text == "touching Building B"


@pytest.mark.rule("MI-GAP-42", "MI-GAP-06")
def test_what_is_touched_counts_before_what_hides_a_part() -> None:
    state = field(HOUSE, rifles("R", 24.5, 23), warrior("W", 14, 25), options={"cover_in_melee": "all"})
    stand = state.table.piece("R")
    assert "R" in cover.partial_cover(state, [stand], ["W"], "x", ())
    assert (
        cover.cover_bonuses(state, ["R"], [AttackDie("warrior_claws", "W", "R")], ATTACK_MODES["melee"])[
            "R"
        ].value
        == 2
    )


@pytest.mark.rule("MI-INTL-05", "MI-GAP-56")
def test_an_id_of_nothing_is_no_structure() -> None:
    state = field(HOUSE, rifles("R", 10, 10))
    assert [is_structure(state, id) for id in ("B", "R", "gone")] == [True, False, False]


@pytest.mark.rule("MI-GAP-72", "MI-GAP-58")
def test_hit_points_of_models_and_of_structures() -> None:
    state = field(HOUSE, rifles("R", 10, 10, hits=3))
    assert (hits_left(state, "B"), hits_left(state, "R")) == (HOUSE.hits, 3)


@pytest.mark.rule("MI-GAP-72", "MI-GAP-56", "MI-BSHT-01")
def test_entrances_are_targets_of_the_mi_alone() -> None:
    state = field(HOUSE, rifles("R", 10, 10), warrior("W", 12, 10), *hole("E", 40, 20))
    assert [{p.id for p in target_candidates(state, side)} for side in (MI, BUGS)] == [
        {"W", "E", "B"},
        {"R", "B"},
    ]


@pytest.mark.rule("MI-GAP-72", "MI-GAP-22")
@pytest.mark.parametrize(
    ("source", "target", "point"),
    [
        (warrior("W", 10, 22), rifles("R", 15, 22), (10, 22)),
        (warrior("W", 10, 22), rifles("R", place=Inside("B")), None),
        (rifles("W", place=Inside("B")), rifles("R", 15, 22), (20, 22)),
        (rifles("W", place=Inside("B")), rifles("R", place=Inside("B")), None),
        (warrior("W", place=Off("reserve")), rifles("R", 15, 22), None),
    ],
)
def test_the_point_that_a_source_pushes_from(source: Any, target: Any, point: Any) -> None:
    assert attack_resolution.origin_point(field(HOUSE, source, target), source, target) == point


@pytest.mark.rule("MI-GAP-65", "MI-GAP-22")
@pytest.mark.parametrize(
    ("pushed", "other", "end"),
    [
        (rifles("X", 20, 10), hole("O", 23, 10)[0], 21.0),
        (rifles("X", 20, 10), rifles("O", 21.4, 10), 20.4),
        (warrior("X", 20, 10), hole("O", 23, 10)[0], 22.0),
        (rifles("X", 20, 10), marker("O", 22.5, 10), 22.0),
        (warrior("X", 20, 10), marker("O", 22.5, 10), 22.0),
    ],
)
def test_whose_base_stops_a_push(pushed: Any, other: Any, end: float) -> None:
    (part,) = attack_resolution.flinch_moves(field(pushed, other).table, {"X": (15.0, 10.0)})
    assert part.path[-1] == (end, 10.0)


@pytest.mark.rule("MI-GAP-53", "MI-BTRT-10", "MI-BMEL-06")
@pytest.mark.parametrize(("save", "hits", "x"), [(6, 4, 22.5), (1, 3, 24.5)])
def test_an_explosion_pushes_whom_it_wounds_and_no_other(save: int, hits: int, x: float) -> None:
    dead = piece("tanker", "T", 20, 20, place=Off("lost"))
    state = field(dead, rifles("R", 22.5, 20))
    die = AttackDie("tanker_jaws", "T", "R", origin=(20.0, 20.0))
    done = hit(state, [die], [3, save], "volatile")
    assert (done.piece("R").hits, done.piece("R").xy[0]) == (hits, x)


@pytest.mark.rule("MI-GAP-03", "MI-SHOT-09")
def test_the_fate_of_a_die_that_misses_ends_with_its_throw() -> None:
    state = field(rifles("P", 10, 10), warrior("W", 15, 10))
    fate = die_outcome.attack_dice_script(
        state, AttackDie("assault_rifle", "P", "W"), ATTACK_MODES["fire"], dict
    )
    next(fate)
    with pytest.raises(StopIteration):
        fate.send(0)


@pytest.mark.rule("MI-GAP-04")
def test_what_has_no_save_fails_it_for_certain() -> None:
    state = field(*hole("E", 30, 10), warrior("W", 10, 10), piece("tanker", "T", 20, 10))
    assert [die_outcome.save_failure_chance(state, id) for id in "EWT"] == pytest.approx([1.0, 1 / 2, 1 / 3])


@pytest.mark.rule("MI-GAP-22", "MI-GAP-48")
def test_a_captive_that_lies_on_the_table_is_not_pushed() -> None:
    captive = piece("command_team", "C", 20, 20, hits=0, marks=["captive"])
    assert [attack_resolution.can_flinch(one) for one in (captive, rifles("R", 20, 20))] == [False, True]


@pytest.mark.rule("MI-GAP-42", "MI-GAP-56")
@pytest.mark.parametrize(
    ("kind", "hits", "struck"),
    [("building", 1, True), ("building", 0, False), ("rocks", 0, False), ("wall", 2, True)],
)
def test_a_bug_beside_terrain_strikes_what_has_points_left(kind: str, hits: int, struck: bool) -> None:
    state = field(block(kind, "B", 20, 20, 24, 24, hits=hits), warrior("W", 19, 22))
    assert (melee.structures_in_reach(state, "W") == ("B",)) is struck


@pytest.mark.rule("MI-TRT-11", "MI-BTRT-09")
def test_a_slow_weapon_that_is_fired_is_marked_once() -> None:
    state = field(piece("tanker", "T", 20, 20), rifles("P", 24, 20))
    done = perform(state, act_of(lambda game: firepower.mark_fired(game, {"T": ("acid_stream",)})))
    assert [event.parts for event in done.events_of(MarksChanged)] == [
        (MarkChange("T", slow_mark("acid_stream"), 0, 1),)
    ]


@pytest.mark.rule("MI-GAP-54", "MI-BSHT-04")
@pytest.mark.parametrize(("option", "each"), [("one_per_attack", False), ("one_per_stand", True)])
def test_how_many_tries_to_pass_a_die_there_are(option: str, each: bool) -> None:
    assert field(options={"reassign_tries": option}).game.parameters.passes_per_stand is each


@pytest.mark.rule("MI-TRT-07", "MI-GAP-21")
def test_only_guns_that_are_still_there_are_marked_as_moved() -> None:
    state = field(piece("machine_gun", "G", 20, 20), rifles("R", 22, 20))
    done = perform(state, act_of(lambda game: mark_moved(game, ["G", "R", "gone"])))
    assert [event.parts for event in done.events_of(MarksChanged)] == [(MarkChange("G", "moved", 0, 1),)]


@pytest.mark.rule("MI-TRT-03", "MI-GAP-59")
def test_a_medic_helps_nobody_who_is_gone_or_held() -> None:
    gone = rifles("G", hits=1, place=Off("lost"))
    held = piece("command_team", "C", 20, 21, hits=0, marks=["captive"])
    state = field(piece("field_medics", "M", 20, 20), gone, held, rifles("R", 21, 20, hits=1))
    assert [p.id for p in hit_points.wounded_stands(state, "M")] == ["R"]


@pytest.mark.rule("MI-INVS-04", "MI-INVS-05")
def test_terrain_that_the_rules_do_not_know_has_no_hit_points() -> None:
    ring = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0))
    known = Ground(
        72, 48, terrain=(Terrain("T", "carpet", (ring,), 0.0), Terrain("B", "building", (ring,), 2.0))
    )
    assert [t.hits for t in forces._dressed(known).terrain] == [0, HOUSE.hits]
