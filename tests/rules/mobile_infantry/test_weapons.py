"""Profiles, weapons and their traits (MI-INF-*, MI-WPN-*, MI-MECH-*, MI-MWPN-*, MI-BPRO-*, MI-BWPN-* …)."""

from __future__ import annotations

import pytest

from battlesim.engine.ruleset import Step
from battlesim.rulesets.mobile_infantry import alert, damage, pool, shooting
from battlesim.rulesets.mobile_infantry.facts import gap, move_rating, within
from battlesim.rulesets.mobile_infantry.pool import dice_of, die_of, unfit, weapons_of
from battlesim.rulesets.mobile_infantry.profiles import Weapon, profile, terrain_kinds, weapons
from battlesim.rulesets.mobile_infantry.shooting import second_targets, weapon_dice
from battlesim.scenarios.library import load_scenario
from battlesim.table.events import Rolled
from battlesim.table.pieces import Off
from tests.rules.mobile_infantry.field import Done, block, field, lieutenant, perform, piece, rifles, warrior


def shoot(state, *firers, answers=None, dice=(), reaction=False, targets=None, until="") -> Done:
    def script(game):
        return shooting.shoot(game, firers, reaction=reaction, targets=targets)

    return perform(state, script, answers, dice, until)


def hit(state, dice, faces, how="fire") -> Done:
    return perform(state, lambda game: damage.settle(game, dice, how), dice=faces)


def loads(state, firer, target, reaction=False) -> set[str]:
    """What one model is offered against a target."""
    if target not in {o.key for o in shooting.targets_for(state, (firer,), reaction)[0]}:
        return set()
    ask = shoot(state, firer, answers={"target": [target]}, reaction=reaction, until="weapons")
    return set(ask.question("weapons").items[0].to) - {"hold"}


RATINGS = {  # target, save, kill, hits, move
    "rifle_squad": (4, 4, 7, 4, 4),
    "command_team": (4, 4, 7, 2, 4),
    "missile_team": (4, 4, 7, 2, 4),
    "machine_gun": (4, 4, 7, 1, 4),
    "field_medics": (4, 4, 7, 2, 4),
    "human": (4, 4, 7, 1, 4),
    "light_mech": (6, 3, 9, 3, 6),
    "heavy_mech": (7, 3, 10, 3, 5),
    "thunderbolt": (9, 5, 10, 2, 0),
    "viking": (7, 4, 10, 8, 12),
    "warrior": (5, 4, 8, 1, 6),
    "hopper": (6, 5, 8, 1, 8),
    "tanker": (7, 3, 12, 6, 5),
    "plasma_bug": (5, 5, 9, 6, 4),
    "burrower": (5, 3, 12, 6, 4),
    "tunnel_entrance": (8, 0, 12, 5, 0),
}


@pytest.mark.rule("MI-INF-01", "MI-INF-02", "MI-INF-03", "MI-INF-04", "MI-INF-05", "MI-MECH-01", "MI-MECH-02")
@pytest.mark.rule(
    "MI-BPRO-01", "MI-BPRO-02", "MI-BPRO-03", "MI-BPRO-04", "MI-BURR-05", "MI-VIK-01", "MI-AIR-07"
)
@pytest.mark.rule(
    "MI-INTL-01", "MI-INTL-03", "MI-INTL-04", "MI-INTL-05", "MI-INVS-01", "MI-INVS-02", "MI-INVS-03"
)
@pytest.mark.parametrize("kind", RATINGS)
def test_ratings(kind):
    p = profile(kind)
    assert (p.target, p.save, p.kill, p.hits, p.move) == RATINGS[kind]


@pytest.mark.rule("MI-INTL-02", "MI-BPRO-02", "MI-GAP-40")
@pytest.mark.parametrize(("option", "walk"), [("8_12", 8), ("6_12", 6)])
def test_the_hopper_by_option(option, walk):
    state = field(piece("hopper", "H", 10, 10), options={"hopper_move": option})
    assert move_rating(state, state.table.piece("H")) == walk
    assert profile("hopper").fly == 12


@pytest.mark.rule("MI-INVS-04", "MI-INVS-05", "MI-GAP-56")
def test_structures_in_the_data():
    wall, house = terrain_kinds()["wall"], terrain_kinds()["building"]
    assert (wall.target, wall.kill, wall.hits) == (8, 12, 3)
    assert (house.target, house.kill, house.hits, house.room) == (7, 10, 4, 12)


@pytest.mark.rule("MI-INVS-01", "MI-INVS-02", "MI-INVS-03", "MI-GAP-66")
def test_threat_ranges_are_the_reach_of_weapons():
    assert profile("human").threat == weapons()["assault_rifle"].range == 20
    assert profile("light_mech").threat == weapons()["autocannons"].range == 30
    assert profile("heavy_mech").threat == weapons()["laser_focused"].range == float("inf")


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
    assert dice_of(state, team, "command_grenade") == dice
    assert dice_of(state, team, "assault_rifle") == 2


@pytest.mark.rule("MI-INF-03", "MI-FIRE-03", "MI-TRT-10")
def test_a_missile_team_reacts_with_rifles_alone():
    state = field(piece("missile_team", "M", 10, 10), warrior("W", 16, 10))
    assert loads(state, "M", "W") == {"assault_rifle", "he_warhead", "ap_warhead"}
    assert loads(state, "M", "W", reaction=True) == {"assault_rifle"}


@pytest.mark.rule("MI-INF-05")
def test_field_medics_fire_two_dice_at_twenty_inches():
    state = field(piece("field_medics", "F", 10, 10), warrior("W", 31, 10))
    assert weapon_dice(state, "F", "assault_rifle", ["W"]) == [die_of("assault_rifle", "F")] * 2
    assert loads(state, "F", "W") == {"assault_rifle"}


@pytest.mark.rule("MI-WPN-01")
def test_rifles_cannot_kill_outright():
    state = field(rifles("P", 10, 10, hits=3), warrior("W", 31, 10))
    done = shoot(state, "P", dice=[6, 6, 5, 4, 4, 4])
    assert [len(e.faces) for e in done.of(Rolled)] == [3, 3]
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
    assert done.piece("M").has("slow:missile_launcher")
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
    assert hit(state, [die_of("ap_warhead", "M", "X")], faces).piece("X").hits == left


@pytest.mark.rule("MI-WPN-06", "MI-TRT-09")
@pytest.mark.parametrize(("save", "lives"), [(4, False), (5, True)])
def test_the_machine_gun(save, lives):
    state = field(piece("machine_gun", "G", 10, 10), warrior("W", 41, 10))
    assert len(weapon_dice(state, "G", "heavy_machine_gun", ["W"])) == 6
    assert loads(state, "G", "W", reaction=True) == {"heavy_machine_gun"}
    assert hit(state, [die_of("heavy_machine_gun", "G", "W")], [4, save]).piece("W").in_play is lives


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
    assert ("W" in {o.key for o in shooting.targets_for(state, ("G",))[0]}) is borne


@pytest.mark.rule("MI-MTRT-02")
@pytest.mark.parametrize(("y", "borne"), [(20, True), (19.9, False)])
def test_the_front_arc_of_a_mech(y, borne):
    state = field(piece("light_mech", "L", 20, 20, facing=90), warrior("W", 30, y))
    options, blocked = shooting.targets_for(state, ("L",))
    assert ("W" in {o.key for o in options}) is borne
    assert borne or blocked[0].rule == "MI-TRT-02"


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
    assert dice_of(state, state.table.piece("G"), "heavy_machine_gun") == dice


@pytest.mark.rule("MI-TRT-07", "MI-REDY-01", "MI-REDY-02")
def test_shooting_does_not_weaken_a_gun_but_ends_ready():
    state = field(piece("machine_gun", "G", 10, 10, marks=["ready"]), warrior("W", 20, 10))
    once = shoot(state, "G", dice=[1] * 6)
    assert not once.piece("G").has("ready")
    assert len(shoot(once.state, "G", dice=[1] * 6).of(Rolled)[0].faces) == 6


@pytest.mark.rule("MI-TRT-10", "MI-BTRT-07")
def test_without_react_no_reaction():
    state = field(piece("heavy_mech", "H", 10, 10), warrior("W", 16.5, 10))
    assert shooting.targets_for(state, ("H",), reaction=True)[0] == []
    assert "W" in {o.key for o in shooting.targets_for(state, ("H",))[0]}
    assert unfit(state, piece("tanker", "T"), "acid_stream", reaction=True)[1] == "MI-TRT-10"
    assert weapons()["tanker_jaws"].react


@pytest.mark.rule("MI-MTRT-01")
def test_ammo_is_counted_over_the_game(monkeypatch):
    known = {**weapons(), "assault_rifle": Weapon(name="Two Shots", die=6, range=20, ammo=2)}
    monkeypatch.setattr(pool, "weapons", lambda: known)
    monkeypatch.setattr(shooting, "weapons", lambda: known)
    state = field(piece("field_medics", "F", 10, 10), warrior("W", 16, 10))
    for _ in range(2):
        state = shoot(state, "F", dice=[1]).state
    assert state.table.piece("F").count("used:assault_rifle") == 2
    assert shooting.targets_for(state, ("F",))[0] == []
    assert unfit(state, state.table.piece("F"), "assault_rifle")[1] == "MI-MTRT-01"


@pytest.mark.rule("MI-MTRT-04", "MI-MWPN-01", "MI-MWPN-02")
def test_a_fire_director_fires_two_different_weapons_at_one_target():
    state = field(piece("light_mech", "L", 10, 10), warrior("W", 30, 10))
    assert loads(state, "L", "W") == {"autocannons+rocket_pods", "autocannons", "rocket_pods"}
    answers = {"weapons": [("autocannons+rocket_pods",)]}
    done = shoot(state, "L", answers=answers, dice=[1] * 6)
    assert done.of(Rolled)[0].sides == (6, 6, 6, 6, 10, 10)
    assert loads(done.state, "L", "W") == {"autocannons"}
    assert loads(state, "L", "W", reaction=True) == {"autocannons"}


@pytest.mark.rule("MI-MWPN-01")
@pytest.mark.parametrize(("faces", "lives"), [([6], False), ([3, 5], False), ([3, 6], True)])
def test_autocannons(faces, lives):
    state = field(piece("light_mech", "L", 10, 10), warrior("W", 41.25, 10))
    assert "autocannons" in loads(state, "L", "W")
    assert hit(state, [die_of("autocannons", "L", "W")], faces).piece("W").in_play is lives


@pytest.mark.rule("MI-MWPN-02")
@pytest.mark.parametrize(("faces", "lives"), [([8], False), ([5, 4], False), ([5, 5], True)])
def test_rocket_pods(faces, lives):
    state = field(piece("light_mech", "L", 10, 10), warrior("W", 30, 10))
    assert hit(state, [die_of("rocket_pods", "L", "W")], faces).piece("W").in_play is lives


@pytest.mark.rule("MI-MWPN-03")
def test_the_laser_has_no_range_limit_and_one_mode_a_shot():
    state = field(piece("heavy_mech", "H", 2, 2, facing=30), warrior("W", 70, 45))
    assert loads(state, "H", "W") == {"laser_focused", "laser_sweeping"}
    done = shoot(state, "H", answers={"weapons": [("laser_focused",)]}, dice=[1])
    assert loads(done.state, "H", "W") == {"laser_focused", "laser_sweeping"}


@pytest.mark.rule("MI-MWPN-04")
@pytest.mark.parametrize(("faces", "left"), [([9], 4), ([4, 6], 6), ([4, 5], 5)])
def test_the_focused_laser(faces, left):
    state = field(piece("heavy_mech", "H", 10, 10), piece("tanker", "T", 30, 10))
    assert hit(state, [die_of("laser_focused", "H", "T")], faces).piece("T").hits == left


@pytest.mark.rule("MI-MWPN-05")
def test_the_sweeping_laser():
    bugs = [warrior(f"W{i}", 30 + 0.1 * i, 10 + 1.1 * i) for i in range(6)]
    state = field(piece("heavy_mech", "H", 10, 10), *bugs)
    answers = {"target": ["W0"], "weapons": [("laser_sweeping",)]}
    done = shoot(state, "H", answers=answers, dice=[8, 9, 10, 5, 7, 4, 4, 3])
    assert [done.piece(f"W{i}").in_play for i in range(6)] == [False, False, False, True, False, True]


@pytest.mark.rule("MI-MWPN-06", "MI-GAP-23")
def test_heavy_rockets_have_two_blasts_and_fire_all_round():
    first = [warrior("A", 20, 20), warrior("B", 20, 21.1), warrior("C", 18.9, 20), warrior("D", 20, 18.9)]
    second = [warrior("E", 20, 26), warrior("F", 20, 27.1), warrior("G", 18.9, 26)]
    state = field(piece("heavy_mech", "H", 41.5, 20, facing=0), *first, *second, warrior("X", 10, 20))
    assert set(loads(state, "H", "A")) == {"heavy_rockets"}
    assert second_targets(state, "H", "heavy_rockets", "A")[0] == "A"
    assert "X" not in second_targets(state, "H", "heavy_rockets", "A")
    apart = field(piece("heavy_mech", "H", 41.5, 20), *first, warrior("Y", 20, 13), warrior("Z", 20, 27.05))
    assert second_targets(apart, "H", "heavy_rockets", "A") == ["A", "B", "C", "D", "Y"]
    edge = field(piece("heavy_mech", "H", 41.5, 20), warrior("A", 11, 20), warrior("B", 9.5, 20))
    assert second_targets(edge, "H", "heavy_rockets", "A") == ["A"]  # B is 30.5 in off
    answers = {"target": ["A"], "second_target": ["E"]}
    done = shoot(state, "H", answers=answers, dice=[5, 2, 1, 1, 1, 1, 1, 4])
    assert done.of(Rolled)[0].sides == (6,) * 7
    assert not done.piece("A").in_play
    assert not done.piece("B").in_play  # 4 - 1 = 3
    twice = weapon_dice(state, "H", "heavy_rockets", ["E", "E"])
    assert sorted(d.target for d in twice) == ["E", "E", "F", "F", "G", "G"]


@pytest.mark.rule("MI-GAP-28", "MI-GAP-23")
def test_an_area_on_the_ground_does_not_reach_a_dropship_in_flight():
    ship = piece("viking", "V", 20, 22, marks=["flying"])
    landed = piece("viking", "V", 20, 22)
    caught = [
        [
            d.target
            for d in weapon_dice(
                field(piece("missile_team", "M", 10, 10), warrior("W", 20, 20), s), "M", "he_warhead", ["W"]
            )
        ]
        for s in (ship, landed)
    ]
    assert caught == [["W"], ["W", "V"]]


@pytest.mark.rule("MI-VIK-02", "MI-GAP-08")
def test_each_gun_of_a_viking_bears_on_its_side():
    viking = piece("viking", "V", 30, 24, facing=0, marks=["flying"])
    state = field(viking, warrior("L", 30, 34), warrior("R", 30, 14))
    assert loads(state, "V", "L") >= {"viking_gun_left"}
    assert "viking_gun_right" not in loads(state, "V", "L")
    assert "viking_gun_left" not in loads(state, "V", "R")
    assert len(weapon_dice(state, "V", "viking_gun_right", ["R"])) == 6


@pytest.mark.rule("MI-VIK-03")
@pytest.mark.parametrize(("x", "y", "borne"), [(45, 30, True), (20, 24, False)])
def test_the_autocannons_of_a_viking(x, y, borne):
    state = field(piece("viking", "V", 30, 24, facing=0), piece("tanker", "T", x, y))
    assert ("autocannons" in loads(state, "V", "T")) is borne


@pytest.mark.rule("MI-VIK-04")
def test_a_viking_fires_two_of_its_three_weapons():
    viking = piece("viking", "V", 30, 24, facing=0, marks=["flying"])
    aside = field(viking, warrior("W", 40, 34))
    assert {w for w in loads(aside, "V", "W") if "+" in w} == {"viking_gun_left+autocannons"}
    ahead = field(viking, warrior("W", 45, 24))
    pairs = {w for w in loads(ahead, "V", "W", reaction=True) if "+" in w}
    assert len(pairs) == 3
    ask = shoot(ahead, "V", until="weapons").question("weapons")
    assert ask.check(ahead, ("viking_gun_left+viking_gun_right+autocannons",)) is not None
    answers = {"weapons": [("viking_gun_left+autocannons",)]}
    assert len(shoot(aside, "V", answers=answers, dice=[1] * 10).of(Rolled)[0].faces) == 10


@pytest.mark.rule("MI-GAP-28")
def test_a_viking_in_the_air_sees_over_everything():
    walls = [block("rocks", "R", 35, 0, 36, 48, height=9)]
    flying = field(piece("viking", "V", 30, 24, marks=["flying"]), warrior("W", 45, 24), *walls)
    landed = field(piece("viking", "V", 30, 24), warrior("W", 45, 24), *walls)
    assert loads(flying, "V", "W") != set()
    assert loads(landed, "V", "W") == set()


@pytest.mark.rule("MI-MECH-01")
@pytest.mark.parametrize(("faces", "left"), [([9], 1), ([6, 4], 3), ([6, 3], 2)])
def test_a_light_mech_bitten(faces, left):
    state = field(warrior("W", 10, 10), piece("light_mech", "L", 12, 10))
    assert hit(state, [die_of("warrior_bite", "W", "L")], faces, "melee").piece("L").hits == left


@pytest.mark.rule("MI-MECH-02")
def test_a_heavy_mech_clawed():
    state = field(warrior("W", 10, 10), piece("heavy_mech", "H", 12, 10))
    done = hit(state, [die_of("warrior_claws", "W", "H")] * 2, [6, 5, 2], "melee")
    assert [len(e.faces) for e in done.of(Rolled)] == [2, 1]
    assert done.piece("H").hits == 2


@pytest.mark.rule("MI-BPRO-02")
@pytest.mark.parametrize(("faces", "lives"), [([6, 5], True), ([6, 4], False), ([5], True)])
def test_a_hopper_under_rifle_fire(faces, lives):
    state = field(rifles("P", 10, 10), piece("hopper", "H", 20, 10))
    assert hit(state, [die_of("assault_rifle", "P", "H")], faces).piece("H").in_play is lives


@pytest.mark.rule("MI-BPRO-03")
def test_a_tanker_under_small_arms():
    state = field(rifles("P", 10, 10), piece("machine_gun", "G", 10, 12), piece("tanker", "T", 20, 10))
    assert len(hit(state, [die_of("assault_rifle", "P", "T")], [6]).of(Rolled)) == 1
    done = hit(state, [die_of("heavy_machine_gun", "G", "T")], [6, 3])
    assert (done.piece("T").hits, done.piece("T").xy) == (5, (20, 10))


@pytest.mark.rule("MI-BPRO-04")
@pytest.mark.parametrize(
    ("weapon", "faces", "left"),
    [("grenades", [6, 5], 6), ("heavy_machine_gun", [4, 5], 5), ("heavy_machine_gun", [4, 6], 6)],
)
def test_a_plasma_bug_under_small_arms(weapon, faces, left):
    state = field(rifles("P", 10, 10), piece("plasma_bug", "X", 15, 10))
    assert hit(state, [die_of(weapon, "P", "X")], faces).piece("X").hits == left
    assert not profile("plasma_bug").has("tunnel")


MELEE = {
    "warrior_claws": ("warrior", 2, [6, 3, 3], 1),
    "warrior_bite": ("warrior", 1, [7], 2),
    "tanker_jaws": ("tanker", 2, [6, 3, 4], 2),
    "plasma_claws": ("plasma_bug", 2, [7, 4, 3], 1),
    "burrower_mandibles": ("burrower", 3, [7, 5, 5, 6, 5], 1),
}


@pytest.mark.rule("MI-BWPN-01", "MI-BWPN-02", "MI-BWPN-04", "MI-BWPN-06", "MI-BURR-06", "MI-INF-01")
@pytest.mark.parametrize("form", MELEE)
def test_attack_forms_on_a_rifle_squad(form):
    kind, count, faces, left = MELEE[form]
    state = field(piece(kind, "X", 10, 10), rifles("P", 12.5, 10))
    bug = state.table.piece("X")
    assert form in weapons_of(bug, melee=True)
    assert dice_of(state, bug, form) == count
    assert hit(state, [die_of(form, "X", "P")] * count, faces, "melee").piece("P").hits == left


@pytest.mark.rule("MI-BWPN-03")
@pytest.mark.parametrize(("faces", "left", "lives"), [([1], 1, False), ([7, 3], 2, True), ([7, 4], 3, True)])
def test_a_hopper_strikes_a_light_mech(faces, left, lives):
    state = field(piece("hopper", "H", 10, 10), piece("light_mech", "L", 12, 10))
    done = hit(state, [die_of("hopper_strike", "H", "L")], faces, "melee")
    assert (done.piece("L").hits, done.piece("H").in_play) == (left, lives)


@pytest.mark.rule("MI-BURR-06", "MI-BTRT-07", "MI-GAP-68")
def test_react_of_the_attack_forms():
    assert {key for key, w in weapons().items() if w.melee and not w.react} == {"burrower_mandibles"}
    state = field(piece("tanker", "T", 10, 10, hits=1))
    assert dice_of(state, state.table.piece("T"), "tanker_jaws") == 2


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
    assert len(_fired(state, "P", "W", "assault_rifle", reaction=True, dice=[1])) == 1
    assert len(_fired(state, "P", "W", "assault_rifle", dice=[1] * 4)) == 4
    empty = field(rifles("P", 10, 10, marks={"ammo": 5}), warrior("W", 16, 10))
    assert shooting.targets_for(empty, ("P",), reaction=True)[0] == []


@pytest.mark.rule("MI-FIRE-05", "MI-GAP-19")
def test_counters_take_dice_off_both_weapons_of_a_fire_director_together():
    ship = piece("viking", "V", 30, 24, marks={"flying": 1, "ammo": 3})
    state = field(ship, warrior("W", 36, 30), options={"reloading_weapons": "all_react"})
    both = "viking_gun_left+autocannons"
    fired = _fired(state, "V", "W", both, reaction=True, dice=[1] * 7)
    assert len(fired) == 7  # 6 + 4 - 3


def _fired(state, firer, target, load, *, reaction=False, dice=()):  # type: ignore[no-untyped-def]
    """The faces of the attack dice of one firer."""
    answers = {"target": [target], "weapons": [(load,)]}
    done = perform(state, lambda game: shooting.shoot(game, (firer,), reaction=reaction), answers, dice)
    return done.of(Rolled)[0].faces


@pytest.mark.rule("MI-MTRT-06", "MI-TRT-09", "MI-TRT-11")
def test_piercing_react_and_slow_are_the_same_for_mechs():
    state = field(piece("light_mech", "L", 10, 10, marks=["slow:rocket_pods"]), warrior("W", 30, 10))
    assert loads(state, "L", "W") == {"autocannons"}
    assert loads(state, "L", "W", reaction=True) == {"autocannons"}
    assert not hit(state, [die_of("rocket_pods", "L", "W")], [5, 4]).piece("W").in_play
    heavy = field(piece("heavy_mech", "H", 10, 10, marks={"officer": 6}), warrior("W", 30, 10))
    assert heavy.table.piece("H").count("officer") == 6


@pytest.mark.rule("MI-GAP-64", "MI-TRT-11")
def test_a_slow_weapon_rests_until_the_game_turn_is_over():
    state = field(piece("missile_team", "M", 10, 10), warrior("W", 40, 10), phase="bugs_start")
    fired = shoot(state, "M", answers={"weapons": [("ap_warhead",)]}, dice=[1]).state
    theirs = perform(fired, lambda game: alert.begin(game, Step("start_of_turn", ("bugs_start",)))).state
    assert loads(theirs, "M", "W") == set()
    over = perform(theirs, lambda game: alert.end_round(game, Step("end_of_game_turn", ("turn_end",)))).state
    assert loads(over, "M", "W") == {"he_warhead", "ap_warhead"}


BASES = {
    1.0: ("rifle_squad", "survivors", "warrior", "hopper", "tunneling_marker"),
    1.5: ("light_mech",),
    2.0: ("heavy_mech", "burrower"),
    2.5: ("tanker", "plasma_bug"),
    3.0: ("tunnel_entrance",),
    4.0: ("viking",),
}


@pytest.mark.rule("MI-GAP-05")
def test_bases_and_limits_between_their_edges():
    for base, kinds in BASES.items():
        assert [profile(kind).base for kind in kinds] == [base] * len(kinds)
    state = field(piece("tanker", "T", 10, 10), piece("viking", "V", 20, 10), warrior("W", 10, 11))
    assert gap(state, "T", "V") == pytest.approx(10 - 1.25 - 2)
    assert gap(state, "T", "W") == 0
    assert within(20.0, 20)
    assert within(20.005, 20)
    assert not within(20.01, 20)
    edge = field(rifles("P", 10, 10), warrior("W", 31, 10), warrior("V", 10, 31.02))
    assert [o.key for o in shooting.targets_for(edge, ("P",))[0]] == ["W"]


@pytest.mark.rule("MI-MTRT-06", "MI-GAP-13")
def test_the_heavy_mech_is_the_officer_of_the_lance():
    table = load_scenario("outpost_evac").start().table
    lance = table.of_unit(table.piece("heavy-mech").unit)
    assert [(p.kind, p.count("officer")) for p in lance] == [
        ("heavy_mech", 6),
        ("light_mech", 0),
        ("light_mech", 0),
    ]
