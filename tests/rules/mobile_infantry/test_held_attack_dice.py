"""Pools, who may fire, where dice lie, cover, and what blows lead to: one small table each."""

from __future__ import annotations

import pytest

from battlesim.mechanics.chance import exact_chances
from battlesim.rulesets.mobile_infantry.aftermath import chain_reactions
from battlesim.rulesets.mobile_infantry.attack import area_effects, attack_resolution, cover
from battlesim.rulesets.mobile_infantry.attack.allocation import allocate_pool, pool_layout
from battlesim.rulesets.mobile_infantry.attack.attack_dice import AttackDie
from battlesim.rulesets.mobile_infantry.attack.attack_modes import ATTACK_MODES
from battlesim.rulesets.mobile_infantry.attack.die_outcome import attack_dice_script
from battlesim.rulesets.mobile_infantry.attack.firepower import weapon_dice
from battlesim.rulesets.mobile_infantry.core.marks import slow_mark
from battlesim.rulesets.mobile_infantry.core.state import BUGS, MI
from battlesim.rulesets.mobile_infantry.troopers import shooting
from battlesim.table.events import DiceRolled
from battlesim.table.pieces import Aboard, Off
from tests.rules.mobile_infantry.field import block, field, perform, piece, rifles, warrior
from tests.rules.mobile_infantry.shots import guns, hit, loads, pool_of, shoot
from tests.rules.mobile_infantry.test_held_saves import shaken

WALL = block("wall", "B", 20, 20, 24, 20.5)


@pytest.mark.rule("MI-SHOT-12", "MI-BOBJ-02")
def test_a_command_team_is_the_captive_of_whose_die_took_its_last_point() -> None:
    state = field(warrior("V", 20, 20), warrior("W", 22.5, 20), piece("command_team", "C", 21.25, 20))
    dice = [AttackDie("warrior_claws", bug, "C") for bug in ("V", "W")]
    assert hit(state, dice, [3, 3, 1, 1], "melee").piece("C").place == Aboard("W")


@pytest.mark.rule("MI-SHOT-12", "MI-GAP-53", "MI-BOBJ-02", "MI-GAP-48")
def test_the_captive_of_a_hopper_that_dies_of_its_strike_lies_where_it_fell() -> None:
    state = field(piece("hopper", "H", 20, 20), piece("command_team", "C", 21.4, 20, hits=1))
    done = hit(state, [AttackDie("hopper_strike", "H", "C")], [1], "melee")
    assert (done.piece("C").xy, done.piece("C").has_mark("captive"), done.piece("H").in_play) == (
        (21.4, 20),
        True,
        False,
    )


@pytest.mark.rule("MI-SHOT-12", "MI-GAP-27")
def test_those_aboard_a_dropship_get_out_before_its_wreck_is_taken_off() -> None:
    state = field(
        piece("hopper", "H", 20, 20), piece("viking", "V", 24, 20, hits=1), rifles("R", place=Aboard("V"))
    )
    done = hit(state, [AttackDie("hopper_strike", "H", "V")], [10, 4, 4, 1, 1])
    assert (done.piece("V").in_play, done.piece("R").in_play, done.piece("R").hits) == (False, True, 2)


@pytest.mark.rule("MI-BMEL-08", "MI-SHOT-15", "MI-BMEL-07")
def test_the_side_that_strikes_names_whom_a_survivor_flinches_from() -> None:
    state = field(warrior("V", 20, 20), warrior("W", 22.5, 20), rifles("R", 21.25, 20))
    dice = [AttackDie("warrior_claws", bug, "R") for bug in ("V", "W")]
    assert hit(state, dice, [3, 3, 1, 1], "melee").first_decision("source").side == BUGS


@pytest.mark.rule("MI-SHOT-15", "MI-TUNL-09")
def test_who_is_gone_makes_no_save() -> None:
    done = shaken(field(rifles("A", 10, 10)), "gone", "A", dice=(3,))
    assert done.piece("A").hits == 3


@pytest.mark.rule("MI-SHOT-05", "MI-GAP-60")
@pytest.mark.parametrize("chosen", [("V", "W"), ("W", "V")])
def test_a_group_put_in_order_keeps_its_place_among_the_others(chosen: tuple[str, ...]) -> None:
    open_to = pool_layout(
        [AttackDie("assault_rifle", "P")], ("A", "V", "W", "Z"), lambda firer, key, model: True
    )
    assert open_to.with_first(chosen).order == ("A", *chosen, "Z")


@pytest.mark.rule("MI-SHOT-05", "MI-GAP-11")
def test_nobody_is_asked_which_kind_goes_first_when_all_dice_go_to_one_model() -> None:
    state = field(rifles("P", 10, 10), piece("machine_gun", "G", 10, 8.9), warrior("W", 16, 10))
    done = shoot(state, "P", "G", answers={"target": ["W"], "weapons": [guns]}, dice=[1] * 10)
    assert "allocate" not in [asked.what for asked in done.asked]


@pytest.mark.rule("MI-SHOT-05", "MI-GAP-60", "MI-SHOT-15")
def test_dice_of_an_area_do_not_make_two_at_equal_distance_unequal() -> None:
    pool = [AttackDie("he_warhead", "M", "V", bound=True), *(AttackDie("assault_rifle", by) for by in "PQ")]
    state = field(warrior("V", 16, 10), warrior("W", 16, 16))

    def script(game):  # type: ignore[no-untyped-def]
        bears = {("P", "V"), ("Q", "W")}
        equal = {"V": 6.0, "W": 6.0}
        return allocate_pool(game, pool, equal, lambda firer, key, model: (firer, model) in bears)

    assert perform(state, script).asked == []


@pytest.mark.rule("MI-BSHT-02", "MI-GAP-23", "MI-GAP-71", "MI-TRT-01")
@pytest.mark.parametrize(("option", "caught"), [("all", ["P", "W"]), ("enemies_only", ["P"])])
def test_whom_an_area_catches_by_option(option: str, caught: list[str]) -> None:
    state = field(rifles("P", 30, 20), warrior("W", 31.5, 20), options={"aoe_victims": option})
    assert [name for _, name in area_effects.caught_about_point(state, (30, 20), "P", 2.0, BUGS)] == caught


@pytest.mark.rule("MI-GAP-41", "MI-COVR-01")
def test_who_is_aboard_or_off_the_table_is_not_in_cover() -> None:
    people = [rifles("R", place=Aboard("V")), rifles("S", place=Off("reserve"))]
    assert [cover.occupied_cover(who, "MI-COVR-01").value for who in people] == [0, 0]


@pytest.mark.rule("MI-COVR-02", "MI-BCOV-02")
def test_only_firers_who_are_there_say_who_is_partly_hidden() -> None:
    state = field(rifles("R", 20, 10), warrior("W", 10, 10), warrior("D", place=Off("reserve")))
    squad = state.table.piece("R")
    found = [
        cover.partial_cover(state, [squad], firers, "MI-COVR-02", ())
        for firers in (("gone", "D", "W"), ("gone", "D"))
    ]
    assert found == [{}, {}]


@pytest.mark.rule("MI-GAP-06", "MI-BTRT-05", "MI-MTRT-05", "MI-GAP-28")
@pytest.mark.parametrize(
    ("kind", "found"),
    [
        ("rifle_squad", (2, "touching Wall B", "MI-COVR-03")),
        ("tanker", (0, cover.TOO_LARGE_TEXT, "MI-BTRT-05")),
        ("heavy_mech", (0, cover.TOO_LARGE_TEXT, "MI-MTRT-05")),
        ("viking", cover.NO_COVER),
    ],
)
def test_the_cover_of_what_touches_a_wall(kind: str, found: tuple[int, str, str]) -> None:
    thing = piece(kind, "T")
    state = field(WALL, piece(kind, "T", 22, 20 - thing.radius))
    assert tuple(cover.cover_bonuses(state, ["T"], [], ATTACK_MODES["fire"])["T"])[::2] == tuple(found)[::2]


@pytest.mark.rule("MI-GAP-06")
def test_a_structure_has_no_cover() -> None:
    assert cover.cover_bonuses(field(WALL), ["B"], [], ATTACK_MODES["fire"]) == {"B": cover.NO_COVER}


@pytest.mark.rule("MI-SHOT-04", "MI-TRT-01")
def test_dice_of_an_area_stay_with_the_models_they_were_added_for() -> None:
    state = field(piece("missile_team", "M", 10, 10), warrior("V", 30, 10), warrior("W", 32, 10))
    dice = weapon_dice(state, "M", "he_warhead", ["V"])
    assert [(die.target, die.bound) for die in dice] == [("V", True), ("W", True)]


@pytest.mark.rule("MI-GAP-10", "MI-GAP-17", "MI-FIRE-03")
def test_dice_of_a_reaction_fall_on_neighbours_of_the_target_too() -> None:
    state = field(rifles("P", 10, 10, hits=2), warrior("W", 16, 10), warrior("V", 18, 10))
    done = perform(
        state,
        lambda game: shooting.run_shooting(game, ("P",), targets=("W",), reaction=True),
        dice=[6, 6, 4, 1],
    )
    assert [roll.by for roll in done.events_of(DiceRolled)[1:]] == ["W", "V"]


@pytest.mark.rule("MI-TRT-11", "MI-WPN-03")
def test_a_slow_weapon_is_marked_once_when_it_fires() -> None:
    state = field(piece("missile_team", "M", 10, 10), warrior("W", 30, 10))
    done = shoot(state, "M", answers={"weapons": [("he_warhead",)]}, dice=[1])
    assert done.piece("M").mark_count(slow_mark("he_warhead")) == 1


@pytest.mark.rule("MI-GAP-65", "MI-GAP-21", "MI-GAP-22")
@pytest.mark.parametrize(
    ("kind", "firer", "pushed"),
    [("warrior", "P", ["W"]), ("tanker", "P", []), ("warrior", "D", [])],
    ids=["pushed", "Large", "from nowhere"],
)
def test_who_is_pushed_by_a_flinch(kind: str, firer: str, pushed: list[str]) -> None:
    state = field(rifles("P", 10, 10), rifles("D", place=Off("reserve")), piece(kind, "W", 20, 10))
    sources = attack_resolution.flinch_origins(
        state, state.table.piece("W"), [AttackDie("assault_rifle", firer, "W")]
    )

    def script(game):  # type: ignore[no-untyped-def]
        return attack_resolution.push_flinching_models(game, MI, {"W": sources}, "MI-SHOT-13")

    moved = perform(state, script)
    now = [id for id in ("P", "W") if moved.piece(id).place != state.table.piece(id).place]
    assert now == pushed and moved.piece("W").xy == ((22.0, 10.0) if pushed else (20, 10))


@pytest.mark.rule("MI-SHOT-02", "MI-MTRT-04", "MI-GAP-31")
def test_a_fire_director_fires_two_weapons_of_different_mounts() -> None:
    state = field(piece("heavy_mech", "M", 10, 10), warrior("W", 20, 10))
    assert loads(state, "M", "W") == {
        "laser_focused",
        "laser_sweeping",
        "heavy_rockets",
        "laser_focused+heavy_rockets",
        "laser_sweeping+heavy_rockets",
    }


@pytest.mark.rule("MI-GAP-03", "MI-GAP-04")
def test_a_kill_asks_for_no_save_and_a_wound_does() -> None:
    state = field(rifles("P", 10, 10), warrior("W", 15, 10))
    found = exact_chances(
        lambda: attack_dice_script(
            state, AttackDie("grenades", "P", "W"), ATTACK_MODES["fire"], lambda: {"W": cover.NO_COVER}
        )
    )
    assert found == pytest.approx({0: 7 / 12, 1: 3 / 12, 2: 2 / 12})


@pytest.mark.rule("MI-TRT-10", "MI-FIRE-05")
@pytest.mark.parametrize(("ammo", "fires"), [(1, True), (2, False), (3, False)])
def test_who_has_as_many_counters_as_dice_is_out_of_ammo(ammo: int, fires: bool) -> None:
    state = field(rifles("P", 10, 10, hits=2, marks={"ammo": ammo}), warrior("W", 15, 10))
    assert shooting.models_with_targets(state, ("P",), True) == (("P",) if fires else ())


@pytest.mark.rule("MI-SHOT-01", "MI-FIRE-05")
def test_where_nobody_has_a_weapon_to_fire_every_target_says_so() -> None:
    state = field(rifles("P", 10, 10, hits=2, marks={"ammo": 2}), warrior("W", 15, 10))
    options, blocked = shooting.target_options(state, ("P",), True)
    assert (options, [(b.key, b.rule) for b in blocked]) == ([], [("W", "MI-FIRE-05")])


@pytest.mark.rule("MI-SHOT-01")
def test_one_weapon_that_bears_is_enough_to_fire() -> None:
    state = field(rifles("P", 10, 10), warrior("W", 25, 10))
    assert shooting.models_with_targets(state, ("P",)) == ("P",)


@pytest.mark.rule("MI-SHOT-01")
def test_one_target_in_range_is_enough_however_many_are_not() -> None:
    far = [warrior(f"W{k}", 60, 5 + 3 * k) for k in range(9)]
    state = field(rifles("P", 10, 10), warrior("near", 25, 10), *far, rifles("Q", place=Off("reserve")))
    assert (shooting.models_with_targets(state, ("P",)), shooting.models_with_targets(state, ("Q",))) == (
        ("P",),
        (),
    )


@pytest.mark.rule("MI-SHOT-15", "MI-FIRE-03")
def test_a_weapon_without_react_fires_in_an_action_of_its_own() -> None:
    state = field(piece("missile_team", "M", 10, 10), warrior("W", 50, 10))
    done = perform(
        state, lambda game: shooting.run_shooting(game, ("M",)), {"weapons": [("he_warhead",)]}, [1]
    )
    assert len(pool_of(done).faces) == 1


@pytest.mark.rule("MI-GAP-23", "MI-SHOT-03")
@pytest.mark.parametrize(
    ("kind", "load", "others", "asked"),
    [
        ("heavy_mech", "heavy_rockets", [warrior("V", 23, 10)], True),
        ("heavy_mech", "heavy_rockets", [], False),
        ("missile_team", "he_warhead", [warrior("V", 23, 10)], False),
    ],
    ids=["two blasts", "nobody else", "one blast"],
)
def test_only_a_second_blast_with_a_choice_is_asked_for(
    kind: str, load: str, others: list[object], asked: bool
) -> None:
    state = field(piece(kind, "M", 10, 10), warrior("W", 20, 10), *others)  # type: ignore[arg-type]
    answers = {"target": ["W"], "weapons": [(load,)]}
    count = {"heavy_mech": 2, "missile_team": 1}[kind] * (1 + len(others))
    done = shoot(state, "M", answers=answers, dice=[1] * count)
    assert ("second_target" in [question.what for question in done.asked]) is asked


@pytest.mark.rule("MI-BTRT-06", "MI-GAP-52")
def test_smokes_are_numbered_one_after_the_other() -> None:
    def script(game):  # type: ignore[no-untyped-def]
        area_effects.lay_smoke(game, 10, 10, "MI-BTRT-06")
        area_effects.lay_smoke(game, 20, 10, "MI-BTRT-06")
        return
        yield

    assert list(perform(field(), script).state.table.markers) == ["smoke-1", "smoke-2"]


@pytest.mark.rule("MI-BTRT-10", "MI-GAP-28")
def test_an_explosion_catches_what_is_on_the_ground_and_its_dice_stay_there() -> None:
    flying = piece("viking", "V", 20, 25, marks=["flying"])
    dead = piece("tanker", "T", 20, 20, hits=0)
    state = field(dead, warrior("W", 22.5, 20), flying)
    assert {(die.target, die.bound) for die in chain_reactions.explosion_dice(state, dead)} == {("W", True)}


@pytest.mark.rule("MI-SHOT-01")
def test_a_weapon_without_react_finds_its_targets_outside_a_reaction() -> None:
    state = field(piece("missile_team", "M", 10, 10), warrior("W", 50, 10))
    assert [option.key for option in shooting.target_options(state, ("M",))[0]] == ["W"]


@pytest.mark.rule("MI-SHOT-01", "MI-FIRE-01", "MI-GAP-17")
def test_one_of_those_who_react_must_reach_the_target_and_else_its_fault_is_told() -> None:
    state = field(rifles("P", 10, 10), rifles("Q", 30, 10), warrior("W", 20, 10), warrior("V", 35, 10))

    def script(game):  # type: ignore[no-untyped-def]
        return shooting.run_shooting(game, ("P", "Q"), reaction=True, first=("P",))

    asked = perform(state, script, until="target").first_decision("target")
    told = [(blocked.key, str(blocked.shut)) for blocked in asked.closed_options]  # type: ignore[attr-defined]
    assert told == [("V", "24.0 in away, 4.0 in too far (Assault Rifle reaches 20 in)")]


@pytest.mark.rule("MI-SHOT-02")
def test_who_has_nothing_that_reaches_the_target_is_not_asked_what_it_fires() -> None:
    state = field(rifles("P", 10, 10), rifles("Q", 60, 10), warrior("W", 20, 10))
    asked = shoot(state, "P", "Q", answers={"target": ["W"]}, until="weapons").first_decision("weapons")
    assert [item.key for item in asked.items] == ["P"]  # type: ignore[attr-defined]


@pytest.mark.rule("MI-SHOT-14", "MI-SHOT-05", "MI-SHOT-15")
def test_a_single_die_may_have_come_from_any_firer_whose_die_is_alike() -> None:
    open_to = pool_layout(
        [AttackDie("assault_rifle", by) for by in "PQ"], ("W",), lambda firer, key, model: True
    )
    assert [set(die.sources) for die in open_to.allocated_dice(("D6", "D6"))] == [{"P", "Q"}] * 2


@pytest.mark.rule("MI-SHOT-02", "MI-FIRE-01")
def test_the_only_one_of_those_who_react_that_reaches_the_target_may_not_hold() -> None:
    state = field(rifles("P", 10, 10), rifles("Q", 60, 10), warrior("W", 20, 10))

    def script(game):  # type: ignore[no-untyped-def]
        return shooting.run_shooting(game, ("P", "Q"), reaction=True, first=("P", "Q"))

    asked = perform(state, script, {"target": ["W"]}, until="weapons")
    assert [item.to for item in asked.first_decision("weapons").items] == [("assault_rifle",)]  # type: ignore[attr-defined]
