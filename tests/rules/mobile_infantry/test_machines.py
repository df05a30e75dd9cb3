"""Weapons of mechs and the Viking."""

from __future__ import annotations

import pytest

from battlesim.rulesets.mobile_infantry.attack import attack_dice, firepower
from battlesim.rulesets.mobile_infantry.attack.attack_dice import AttackDie, weapon_impediment
from battlesim.rulesets.mobile_infantry.attack.firepower import weapon_dice
from battlesim.rulesets.mobile_infantry.core.profiles import Weapon, weapons
from battlesim.rulesets.mobile_infantry.troopers import shooting
from battlesim.rulesets.mobile_infantry.troopers.shooting import second_blast_targets
from battlesim.table.events import DiceRolled, MarksChanged
from tests.rules.mobile_infantry.field import block, field, perform, piece, warrior
from tests.rules.mobile_infantry.shots import fired, hit, loads, shoot


@pytest.mark.rule("MI-MTRT-02")
@pytest.mark.parametrize(("y", "borne"), [(20, True), (19.9, False)])
def test_the_front_arc_of_a_mech(y, borne):
    state = field(piece("light_mech", "L", 20, 20, facing=90), warrior("W", 30, y))
    options, blocked = shooting.target_options(state, ("L",))
    assert ("W" in {o.key for o in options}) is borne
    assert borne or blocked[0].rule == "MI-TRT-02"


@pytest.mark.rule("MI-MTRT-01")
def test_ammo_is_counted_over_the_game(monkeypatch):
    known = {**weapons(), "assault_rifle": Weapon(name="Two Shots", die=6, range=20, ammo=2)}
    monkeypatch.setattr(attack_dice, "weapons", lambda: known)
    monkeypatch.setattr(firepower, "weapons", lambda: known)
    state = field(piece("field_medics", "F", 10, 10), warrior("W", 16, 10))
    for _ in range(2):
        state = shoot(state, "F", dice=[1]).state
    assert state.table.piece("F").mark_count("used:assault_rifle") == 2
    assert shooting.target_options(state, ("F",))[0] == []
    assert weapon_impediment(state, state.table.piece("F"), "assault_rifle")[1] == "MI-MTRT-01"


@pytest.mark.rule("MI-MTRT-01", "MI-TRT-11")
def test_a_slow_weapon_with_ammo_that_fires_is_marked_for_both(monkeypatch):
    known = {**weapons(), "assault_rifle": Weapon(name="Two Shots", die=6, range=20, ammo=2, slow=True)}
    monkeypatch.setattr(firepower, "weapons", lambda: known)
    state = field(piece("field_medics", "F", 10, 10, marks=["used:assault_rifle"]))

    def script(game):
        firepower.mark_fired(game, {"F": ("assault_rifle",)})
        return
        yield

    (event,) = perform(state, script).events_of(MarksChanged)
    assert [(p.name, p.old, p.new) for p in event.parts] == [
        ("slow:assault_rifle", 0, 1),
        ("used:assault_rifle", 1, 2),
    ]


@pytest.mark.rule("MI-MTRT-04")
def test_a_fire_director_fires_only_what_reaches_the_target():
    state = field(piece("heavy_mech", "M", 10, 10), warrior("W", 50, 10))
    assert loads(state, "M", "W") == {"laser_focused", "laser_sweeping"}


@pytest.mark.rule("MI-MTRT-04", "MI-MWPN-01", "MI-MWPN-02")
def test_a_fire_director_fires_two_different_weapons_at_one_target():
    state = field(piece("light_mech", "L", 10, 10), warrior("W", 30, 10))
    assert loads(state, "L", "W") == {"autocannons+rocket_pods", "autocannons", "rocket_pods"}
    answers = {"weapons": [("autocannons+rocket_pods",)]}
    done = shoot(state, "L", answers=answers, dice=[1] * 6)
    assert done.events_of(DiceRolled)[0].sides == (6, 6, 6, 6, 10, 10)
    assert loads(done.state, "L", "W") == {"autocannons"}
    assert loads(state, "L", "W", reaction=True) == {"autocannons"}


@pytest.mark.rule("MI-MWPN-01")
@pytest.mark.parametrize(("faces", "lives"), [([6], False), ([3, 5], False), ([3, 6], True)])
def test_autocannons(faces, lives):
    state = field(piece("light_mech", "L", 10, 10), warrior("W", 41.25, 10))
    assert "autocannons" in loads(state, "L", "W")
    assert hit(state, [AttackDie("autocannons", "L", "W")], faces).piece("W").in_play is lives


@pytest.mark.rule("MI-MWPN-02")
@pytest.mark.parametrize(("faces", "lives"), [([8], False), ([5, 4], False), ([5, 5], True)])
def test_rocket_pods(faces, lives):
    state = field(piece("light_mech", "L", 10, 10), warrior("W", 30, 10))
    assert hit(state, [AttackDie("rocket_pods", "L", "W")], faces).piece("W").in_play is lives


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
    assert hit(state, [AttackDie("laser_focused", "H", "T")], faces).piece("T").hits == left


@pytest.mark.rule("MI-MWPN-05")
def test_the_sweeping_laser():
    bugs = [warrior(f"W{i}", 30 + 0.1 * i, 10 + 1.1 * i) for i in range(6)]
    state = field(piece("heavy_mech", "H", 10, 10), *bugs)
    answers = {"target": ["W0"], "weapons": [("laser_sweeping",)]}
    done = shoot(state, "H", answers=answers, dice=[8, 9, 10, 5, 7, 4, 4, 3])
    assert [done.piece(f"W{i}").in_play for i in range(6)] == [False, False, False, True, False, True]


@pytest.mark.rule("MI-MWPN-06", "MI-GAP-23", "MI-SHOT-15")
def test_heavy_rockets_have_two_blasts_and_fire_all_round():
    first = [warrior("A", 20, 20), warrior("B", 20, 21.1), warrior("C", 18.9, 20), warrior("D", 20, 18.9)]
    second = [warrior("E", 20, 26), warrior("F", 20, 27.1), warrior("G", 18.9, 26)]
    state = field(piece("heavy_mech", "H", 41.5, 20, facing=0), *first, *second, warrior("X", 10, 20))
    assert set(loads(state, "H", "A")) == {"heavy_rockets"}
    assert second_blast_targets(state, "H", "heavy_rockets", "A")[0] == "A"
    assert "X" not in second_blast_targets(state, "H", "heavy_rockets", "A")
    apart = field(piece("heavy_mech", "H", 41.5, 20), *first, warrior("Y", 20, 13), warrior("Z", 20, 27.05))
    assert second_blast_targets(apart, "H", "heavy_rockets", "A") == ["A", "B", "C", "D", "Y"]
    edge = field(piece("heavy_mech", "H", 41.5, 20), warrior("A", 11, 20), warrior("B", 9.5, 20))
    assert second_blast_targets(edge, "H", "heavy_rockets", "A") == ["A"]  # B is 30.5 in off
    answers = {"target": ["A"], "second_target": ["E"]}
    done = shoot(state, "H", answers=answers, dice=[5, 2, 1, 1, 1, 1, 1, 4])
    assert done.events_of(DiceRolled)[0].sides == (6,) * 7
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
    ask = shoot(ahead, "V", until="weapons").first_decision("weapons")
    assert ask.check(ahead, ("viking_gun_left+viking_gun_right+autocannons",)) is not None
    answers = {"weapons": [("viking_gun_left+autocannons",)]}
    assert len(shoot(aside, "V", answers=answers, dice=[1] * 10).events_of(DiceRolled)[0].faces) == 10


@pytest.mark.rule("MI-GAP-28", "MI-GAP-06")
def test_a_viking_in_the_air_sees_over_everything():
    walls = [block("rocks", "R", 35, 0, 36, 48, height=9)]
    flying = field(piece("viking", "V", 30, 24, marks=["flying"]), warrior("W", 45, 24), *walls)
    landed = field(piece("viking", "V", 30, 24), warrior("W", 45, 24), *walls)
    assert loads(flying, "V", "W") != set()
    assert loads(landed, "V", "W") == set()


@pytest.mark.rule("MI-FIRE-05", "MI-GAP-19")
def test_counters_take_dice_off_both_weapons_of_a_fire_director_together():
    ship = piece("viking", "V", 30, 24, marks={"flying": 1, "ammo": 3})
    state = field(ship, warrior("W", 36, 30), options={"reloading_weapons": "all_react"})
    both = "viking_gun_left+autocannons"
    faces = fired(state, "V", "W", both, reaction=True, dice=[1] * 7)
    assert len(faces) == 7  # 6 + 4 - 3


@pytest.mark.rule("MI-MTRT-06", "MI-TRT-09", "MI-TRT-11")
def test_piercing_react_and_slow_are_the_same_for_mechs():
    state = field(piece("light_mech", "L", 10, 10, marks=["slow:rocket_pods"]), warrior("W", 30, 10))
    assert loads(state, "L", "W") == {"autocannons"}
    assert loads(state, "L", "W", reaction=True) == {"autocannons"}
    assert not hit(state, [AttackDie("rocket_pods", "L", "W")], [5, 4]).piece("W").in_play
    heavy = field(piece("heavy_mech", "H", 10, 10, marks={"officer": 6}), warrior("W", 30, 10))
    assert heavy.table.piece("H").mark_count("officer") == 6
