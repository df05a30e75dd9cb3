"""Weapons of the infantry, and what the traits of weapons do."""

from __future__ import annotations

import pytest

from battlesim.rulesets.mobile_infantry.attack.attack_dice import (
    AttackDie,
    weapon_dice_count,
    weapon_impediment,
)
from battlesim.rulesets.mobile_infantry.attack.firepower import weapon_dice
from battlesim.rulesets.mobile_infantry.battle import turn_sequence
from battlesim.rulesets.mobile_infantry.core.profiles import weapons
from battlesim.rulesets.mobile_infantry.troopers import shooting
from battlesim.table.events import DiceRolled
from battlesim.table.pieces import Off
from tests.rules.mobile_infantry.field import field, lieutenant, perform, piece, rifles, warrior
from tests.rules.mobile_infantry.shots import fired, hit, loads, shoot

ROWS = {  # die, bonus, range, piercing
    "assault_rifle": (6, 0, 20, 0),
    "grenades": (6, 2, 6, 0),
    "he_warhead": (6, 2, 60, 0),
    "ap_warhead": (10, 2, 60, 2),
    "heavy_machine_gun": (6, 1, 30, 1),
    "autocannons": (6, 2, 30, 2),
    "rocket_pods": (10, 0, 30, 1),
    "laser_focused": (10, 3, float("inf"), 3),
    "laser_sweeping": (10, 0, float("inf"), 0),
    "heavy_rockets": (6, 3, 30, 1),
    "viking_gun_left": (6, 1, 30, 1),
    "acid_stream": (10, 0, 6, 2),
    "plasma_focused": (10, 2, 60, 3),
    "plasma_airburst": (10, 0, 60, 1),
    "burrower_mandibles": (10, 0, float("inf"), 2),
}


@pytest.mark.rule("MI-WPN-01", "MI-WPN-02", "MI-WPN-03", "MI-WPN-04", "MI-WPN-05", "MI-WPN-06", "MI-MWPN-01")
@pytest.mark.rule("MI-MWPN-02", "MI-MWPN-03", "MI-MWPN-04", "MI-MWPN-05", "MI-MWPN-06", "MI-BURR-06")
@pytest.mark.parametrize("key", ROWS)
def test_weapon_rows(key):
    w = weapons()[key]
    assert (w.die, w.bonus, w.range, w.piercing) == ROWS[key]


@pytest.mark.rule("MI-INF-02", "MI-GAP-57")
@pytest.mark.parametrize(("option", "dice"), [("one_die", 1), ("per_hp", 2)])
def test_the_grenade_of_a_command_team_by_option(option, dice):
    state = field(lieutenant("L", 10, 10), options={"command_grenade": option})
    team = state.table.piece("L")
    assert weapon_dice_count(state, team, "command_grenade") == dice
    assert weapon_dice_count(state, team, "assault_rifle") == 2


@pytest.mark.rule("MI-INF-03", "MI-FIRE-03", "MI-TRT-10")
def test_a_missile_team_reacts_with_rifles_alone():
    state = field(piece("missile_team", "M", 10, 10), warrior("W", 16, 10))
    assert loads(state, "M", "W") == {"assault_rifle", "he_warhead", "ap_warhead"}
    assert loads(state, "M", "W", reaction=True) == {"assault_rifle"}


@pytest.mark.rule("MI-INF-05")
def test_field_medics_fire_two_dice_at_twenty_inches():
    state = field(piece("field_medics", "F", 10, 10), warrior("W", 31, 10))
    assert weapon_dice(state, "F", "assault_rifle", ["W"]) == [AttackDie("assault_rifle", "F")] * 2
    assert loads(state, "F", "W") == {"assault_rifle"}


@pytest.mark.rule("MI-WPN-01")
def test_rifles_cannot_kill_outright():
    state = field(rifles("P", 10, 10, hits=3), warrior("W", 31, 10))
    done = shoot(state, "P", dice=[6, 6, 5, 4, 4, 4])
    assert [len(e.faces) for e in done.events_of(DiceRolled)] == [3, 3]
    assert done.piece("W").in_play


@pytest.mark.rule("MI-WPN-02", "MI-TRT-11", "MI-GAP-64")
def test_grenades():
    state = field(rifles("P", 10, 10), warrior("W", 17, 10), warrior("V", 16.8, 11.2))
    done = shoot(state, "P", answers={"target": ["W"], "weapons": [("grenades",)]}, dice=[6, 3, 1, 1, 3])
    assert (done.piece("W").in_play, done.piece("V").in_play) == (False, False)
    assert loads(done.state, "P", "W") == set()
    far = field(rifles("P", 10, 10), warrior("W", 17.5, 10))
    assert loads(far, "P", "W") == {"assault_rifle"}
    used = field(rifles("P", 10, 10, marks=["slow:grenades"]), warrior("W", 17, 10))
    assert loads(used, "P", "W") == {"assault_rifle"}


@pytest.mark.rule("MI-WPN-03")
def test_slow_holds_for_the_launcher_whichever_warhead():
    state = field(piece("missile_team", "M", 10, 10), warrior("W", 40, 10))
    done = shoot(state, "M", answers={"weapons": [("he_warhead",)]}, dice=[1])
    assert done.piece("M").has_mark("slow:missile_launcher")
    assert loads(done.state, "M", "W") == set()


@pytest.mark.rule("MI-WPN-04", "MI-SHOT-04")
def test_he():
    state = field(piece("missile_team", "M", 5, 20), piece("tanker", "T", 30, 20), warrior("W", 34, 20))
    answers = {"target": ["T"], "weapons": [("he_warhead",)]}
    done = shoot(state, "M", answers=answers, dice=[5, 6, 2])
    assert done.piece("T").hits == 5
    assert done.piece("W").place == Off("reserve")


@pytest.mark.rule("MI-WPN-05")
@pytest.mark.parametrize(("faces", "left"), [([7], 4), ([3, 6], 5)])
def test_ap_on_a_plasma_bug(faces, left):
    state = field(piece("missile_team", "M", 10, 10), piece("plasma_bug", "X", 30, 10))
    assert hit(state, [AttackDie("ap_warhead", "M", "X")], faces).piece("X").hits == left


@pytest.mark.rule("MI-WPN-06", "MI-TRT-09")
@pytest.mark.parametrize(("save", "lives"), [(4, False), (5, True)])
def test_the_machine_gun(save, lives):
    state = field(piece("machine_gun", "G", 10, 10), warrior("W", 41, 10))
    assert len(weapon_dice(state, "G", "heavy_machine_gun", ["W"])) == 6
    assert loads(state, "G", "W", reaction=True) == {"heavy_machine_gun"}
    assert hit(state, [AttackDie("heavy_machine_gun", "G", "W")], [4, save]).piece("W").in_play is lives


@pytest.mark.rule("MI-TRT-01")
def test_area_from_the_base_of_the_target():
    state = field(
        piece("missile_team", "M", 5, 5),
        warrior("W", 20, 20),
        warrior("V", 24, 20),
        rifles("P", 20, 23),
        warrior("U", 24.2, 20),
    )
    assert [d.target for d in weapon_dice(state, "M", "he_warhead", ["W"])] == ["W", "V", "P"]


@pytest.mark.rule("MI-GAP-23", "MI-TRT-01")
@pytest.mark.parametrize(("option", "caught"), [("all", ["W", "P"]), ("enemies_only", ["W"])])
def test_whether_own_stands_are_hit_by_option(option, caught):
    state = field(
        piece("missile_team", "M", 5, 5),
        warrior("W", 20, 20),
        rifles("P", 20, 23),
        options={"aoe_victims": option},
    )
    assert [d.target for d in weapon_dice(state, "M", "he_warhead", ["W"])] == caught


@pytest.mark.rule("MI-TRT-02", "MI-GAP-08", "MI-GAP-58")
@pytest.mark.parametrize(("x", "borne"), [(10, True), (9, False)])
def test_the_front_arc_of_a_machine_gun(x, borne):
    state = field(piece("machine_gun", "G", 10, 10, facing=0), warrior("W", x, 20))
    assert ("W" in {o.key for o in shooting.target_options(state, ("G",))[0]}) is borne


@pytest.mark.rule("MI-GAP-08")
def test_weapons_without_arc_fire_all_round_and_infantry_has_no_facing():
    state = field(rifles("P", 10, 10, facing=0), warrior("W", 5, 10))
    assert "assault_rifle" in loads(state, "P", "W")


@pytest.mark.rule("MI-TRT-07", "MI-GAP-21")
@pytest.mark.parametrize(
    ("option", "marks", "dice"),
    [
        ("trait_first", [], 6),
        ("trait_first", ["moved"], 2),
        ("trait_first", ["ready"], 6),
        ("action_text", [], 2),
        ("action_text", ["ready"], 6),
        ("action_text", ["moved"], 2),
    ],
)
def test_the_dice_of_a_gun_by_option(option, marks, dice):
    state = field(piece("machine_gun", "G", 10, 10, marks=marks), options={"ready_reading": option})
    assert weapon_dice_count(state, state.table.piece("G"), "heavy_machine_gun") == dice


@pytest.mark.rule("MI-TRT-07", "MI-REDY-01", "MI-REDY-02")
def test_shooting_does_not_weaken_a_gun_but_ends_ready():
    state = field(piece("machine_gun", "G", 10, 10, marks=["ready"]), warrior("W", 20, 10))
    once = shoot(state, "G", dice=[1] * 6)
    assert not once.piece("G").has_mark("ready")
    assert len(shoot(once.state, "G", dice=[1] * 6).events_of(DiceRolled)[0].faces) == 6


@pytest.mark.rule("MI-TRT-10", "MI-BTRT-07")
def test_without_react_no_reaction():
    state = field(piece("heavy_mech", "H", 10, 10), warrior("W", 16.5, 10))
    assert shooting.target_options(state, ("H",), reaction=True)[0] == []
    assert "W" in {o.key for o in shooting.target_options(state, ("H",))[0]}
    assert weapon_impediment(state, piece("tanker", "T"), "acid_stream", reaction=True)[1] == "MI-TRT-10"
    assert weapons()["tanker_jaws"].react


@pytest.mark.rule("MI-GAP-19")
@pytest.mark.parametrize(
    ("option", "names"),
    [
        ("infantry_react", {"assault_rifle", "heavy_machine_gun"}),
        ("none", set()),
        (
            "all_react",
            {"assault_rifle", "heavy_machine_gun", "autocannons", "viking_gun_left", "viking_gun_right"},
        ),
    ],
)
def test_weapons_with_reloading_by_option(option, names):
    state = field(options={"reloading_weapons": option})
    assert set(state.game.parameters.reloading) == names
    reacting = {k for k, w in weapons().items() if w.react and not w.melee}
    assert names <= reacting


@pytest.mark.rule("MI-GAP-19", "MI-FIRE-05")
def test_counters_take_dice_off_reactions_alone():
    state = field(rifles("P", 10, 10, marks={"ammo": 3}), warrior("W", 16, 10))
    assert len(fired(state, "P", "W", "assault_rifle", reaction=True, dice=[1])) == 1
    assert len(fired(state, "P", "W", "assault_rifle", dice=[1] * 4)) == 4
    empty = field(rifles("P", 10, 10, marks={"ammo": 5}), warrior("W", 16, 10))
    assert shooting.target_options(empty, ("P",), reaction=True)[0] == []


@pytest.mark.rule("MI-GAP-64", "MI-TRT-11")
def test_a_slow_weapon_rests_until_the_game_turn_is_over():
    state = field(piece("missile_team", "M", 10, 10), warrior("W", 40, 10), phase="bugs_start")
    fired = shoot(state, "M", answers={"weapons": [("ap_warhead",)]}, dice=[1]).state
    theirs = perform(fired, lambda game: turn_sequence.begin_player_turn(game, "bugs_start")).state
    assert loads(theirs, "M", "W") == set()
    over = perform(theirs, lambda game: turn_sequence.end_game_turn(game, "turn_end")).state
    assert loads(over, "M", "W") == {"he_warhead", "ap_warhead"}


def first_load(state, firer, target) -> str:
    """What a model fires at a target when nobody chooses."""
    ask = shoot(state, firer, answers={"target": [target]}, until="weapons")
    return ask.first_decision("weapons").items[0].to[0]


@pytest.mark.rule("MI-SHOT-02")
def test_what_can_hurt_the_target_is_offered_before_what_cannot():
    hole = piece("tunnel_entrance", "E", 14, 10)
    assert first_load(field(rifles("P", 10, 10), hole), "P", "E") == "grenades"
    guarded = field(rifles("P", 10, 10), hole, warrior("W", 12, 10), warrior("V", 12, 12))
    assert first_load(guarded, "P", "E") == "grenades"


@pytest.mark.rule("MI-SHOT-02")
def test_the_load_that_takes_most_is_offered_first():
    team = piece("missile_team", "M", 10, 10)
    assert first_load(field(team, piece("tanker", "T", 20, 10)), "M", "T") == "ap_warhead"
    crowd = [warrior(f"W{n}", 20, 10 + 1.3 * n) for n in range(3)]
    assert first_load(field(team, *crowd), "M", "W1") == "he_warhead"


@pytest.mark.rule("MI-SHOT-02")
def test_a_blast_that_would_catch_more_friends_than_foes_comes_last():
    friends = [rifles(f"F{n}", 20, 8.6 + 2.8 * n) for n in range(2)]
    state = field(piece("missile_team", "M", 10, 10), *friends, warrior("W", 20, 10))
    assert first_load(state, "M", "W") != "he_warhead"
