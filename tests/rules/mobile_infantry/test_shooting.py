"""Shooting: one target, one pool, results, Saves and what follows."""

from __future__ import annotations

from collections import Counter

import pytest

from battlesim.rulesets.mobile_infantry.attack.attack_dice import AttackDie
from battlesim.rulesets.mobile_infantry.troopers import shooting
from battlesim.table.events import DiceRolled, HitsChanged, PiecesMoved
from battlesim.table.pieces import Off
from tests.rules.mobile_infantry.field import (
    block,
    field,
    lieutenant,
    piece,
    rifles,
    warrior,
)
from tests.rules.mobile_infantry.shots import hit, laid, pool_of, shoot


@pytest.mark.rule("MI-SHOT-01", "MI-WPN-01")
def test_only_models_in_range_add_dice():
    state = field(rifles("P", 10, 10), rifles("Q", 4, 10), warrior("W", 31, 10))
    done = shoot(state, "P", "Q", dice=[4, 4, 4, 4])
    assert pool_of(done).sides == (6, 6, 6, 6)
    assert [item.key for item in done.first_decision("weapons").items] == ["P"]


@pytest.mark.rule("MI-SHOT-01", "MI-GAP-58")
def test_refused_when_nobody_reaches():
    state = field(rifles("P", 10, 10), warrior("W", 31.1, 10))
    options, blocked = shooting.target_options(state, ("P",))
    assert options == []
    assert blocked[0].key == "W"
    assert "20.1 in away" in str(blocked[0].shut)
    assert shoot(state, "P").events == []


def test_what_reaches_says_why_a_target_is_refused_and_else_what_reaches_farthest():
    wall = block("building", "B", 20, 8, 22, 12)
    state = field(rifles("P", 10, 10), piece("missile_team", "M", 10, 12), wall, warrior("W", 33, 10))
    _, blocked = shooting.target_options(state, ("P", "M"), targets=("W",))
    assert [(b.key, b.shut) for b in blocked] == [("W", "out of sight")]
    far = field(rifles("P", 10, 10), piece("machine_gun", "G", 9, 10), warrior("W", 45, 10))
    _, blocked = shooting.target_options(far, ("P", "G"), targets=("W",))
    assert str(blocked[0].shut) == "35.0 in away, 5.0 in too far (Heavy Machine Gun reaches 30 in)"


def test_the_distance_is_that_of_who_can_fire():
    hidden, open_ = rifles("P", 10, 10), rifles("Q", 6, 14)
    state = field(hidden, open_, block("building", "B", 12, 7, 14, 11), warrior("W", 19, 10))
    options, _ = shooting.target_options(state, ("P", "Q"))
    assert [str(option.note) for option in options if option.key == "W"] == [
        "12.6 in; Q can fire; 1 out of sight"
    ]


@pytest.mark.parametrize(("x", "told"), [(19, "8.0 in from P"), (11, "touching P")])
def test_the_distance_says_from_whom_where_several_can_fire(x: float, told: str):
    near, far = rifles("P", 10, 10), rifles("Q", 6, 10)
    state = field(far, near, warrior("W", x, 10))
    options, _ = shooting.target_options(state, ("P", "Q"))
    assert str(options[0].note).startswith(f"{told}; ")


def test_many_who_can_all_fire_are_counted_instead_of_named():
    crowd = [rifles(f"P{k}", 10, 4 + 2 * k) for k in range(4)]
    (target,), _ = shooting.target_options(field(*crowd, warrior("W", 15, 8)), tuple(p.id for p in crowd))
    assert str(target.note).endswith("; all 4 can fire")
    crowd.append(rifles("far", 30, 40))
    (target,), _ = shooting.target_options(field(*crowd, warrior("W", 15, 8)), tuple(p.id for p in crowd))
    assert str(target.note).endswith("; 4 of 5 can fire; 1 too far")


@pytest.mark.rule("MI-SHOT-01", "MI-INF-02")
def test_what_keeps_the_others_from_firing_is_counted_by_what_it_is():
    wall = block("building", "B", 12, 9, 14, 16)
    crowd = [rifles(f"P{k}", 19, 18 + 2 * k) for k in range(4)]
    hidden, far = [rifles(f"H{k}", 10, 11 + 2 * k) for k in range(2)], rifles("far", 19, 47)
    mech = piece("heavy_mech", "M", 15, 19)
    state = field(*crowd, *hidden, far, mech, wall, warrior("W", 19, 12))
    able = [p.id for p in (*crowd, *hidden, far, mech)]
    (target,), _ = shooting.target_options(state, able, reaction=True, targets=("W",))
    assert str(target.note).endswith("; 4 of 8 can fire; 2 out of sight, 1 too far, 1 without React")


@pytest.mark.rule("MI-SHOT-02", "MI-INF-03")
def test_one_type_of_weapon_a_model():
    state = field(rifles("P", 10, 10), piece("missile_team", "M", 10, 12), warrior("W", 16, 10))
    ask = shoot(state, "P", "M", until="weapons").first_decision("weapons")
    assert ask.check(state, ("grenades", "he_warhead")) is None
    assert ask.check(state, ("assault_rifle", "ap_warhead")) is None
    assert ask.check(state, ("assault_rifle+grenades", "he_warhead")) is not None
    done = shoot(state, "P", "M", answers={"weapons": [("grenades", "ap_warhead")]}, dice=[1] * 5)
    assert pool_of(done).sides == (6, 6, 6, 6, 10)


@pytest.mark.rule("MI-SHOT-03", "MI-INF-01", "MI-INF-02", "MI-INF-04")
def test_all_dice_go_into_one_pool_and_keep_their_kind():
    state = field(
        rifles("P", 10, 10),
        lieutenant("L", 10, 12),
        piece("machine_gun", "G", 10, 8),
        warrior("W", 16, 10),
        warrior("V", 18, 10),
    )
    rifles_and_gun = ("assault_rifle", "assault_rifle", "heavy_machine_gun")
    answers = {"weapons": [rifles_and_gun]}
    kinds = shoot(state, "P", "L", "G", answers=answers, until="allocate").first_decision("allocate")
    assert kinds.limits == {"D6": 6, "D6+1 Piercing(1)": 6}


@pytest.mark.rule("MI-SHOT-04", "MI-TRT-01", "MI-MTRT-02")
def test_an_area_adds_a_die_for_every_model_in_it():
    near = [warrior("W1", 33.5, 10), warrior("W2", 30, 13), warrior("W3", 30, 7)]
    state = field(piece("missile_team", "M", 10, 10), warrior("W", 30, 10), *near, warrior("X", 35, 10))
    answers = {"target": ["W"], "weapons": [("he_warhead",)]}
    assert Counter(laid(state, "M", answers=answers, faces=[1] * 4)) == Counter(["W", "W1", "W2", "W3"])
    alone = field(piece("missile_team", "M", 10, 10), warrior("W", 30, 10), warrior("X", 35, 10))
    assert laid(alone, "M", answers=answers, faces=[1]) == ["W"]


@pytest.mark.rule("MI-SHOT-07", "MI-WPN-05")
@pytest.mark.parametrize(("face", "left", "saves"), [(10, 4, 0), (9, 6, 1)])
def test_a_kill_result_is_two_points_without_a_save(face, left, saves):
    state = field(piece("missile_team", "M", 10, 10), piece("tanker", "T", 20, 10))
    done = hit(state, [AttackDie("ap_warhead", "M", "T")], [face, 6][: 1 + saves])
    assert done.piece("T").hits == left
    assert len(done.events_of(DiceRolled)) == 1 + saves


@pytest.mark.rule("MI-GAP-01")
@pytest.mark.parametrize(("option", "saves"), [("at_least", 1), ("above", 0)])
def test_whether_the_printed_number_itself_counts(option, saves):
    state = field(rifles("P", 10, 10), warrior("W", 16, 10), options={"result_threshold": option})
    done = hit(state, [AttackDie("assault_rifle", "P", "W")], [5, 6][: 1 + saves])
    assert len(done.events_of(DiceRolled)) == 1 + saves


@pytest.mark.rule("MI-GAP-01", "MI-GAP-04")
def test_above_holds_for_kill_and_save_too():
    state = field(rifles("P", 10, 10), warrior("W", 16, 10), options={"result_threshold": "above"})
    done = hit(state, [AttackDie("grenades", "P", "W")], [6, 4])
    assert done.piece("W").place == Off("reserve")
    assert done.events_of(HitsChanged)[0].rule == "MI-SHOT-10"


@pytest.mark.rule("MI-GAP-03")
@pytest.mark.parametrize(("option", "faces", "left"), [("none", [10], 4), ("allowed", [10, 5], 6)])
def test_whether_a_kill_can_be_saved(option, faces, left):
    state = field(
        piece("missile_team", "M", 10, 10), piece("tanker", "T", 20, 10), options={"kill_save": option}
    )
    assert hit(state, [AttackDie("ap_warhead", "M", "T")], faces).piece("T").hits == left


@pytest.mark.rule("MI-GAP-03")
def test_a_failed_save_against_a_kill_costs_both_points():
    state = field(
        piece("missile_team", "M", 10, 10), piece("tanker", "T", 20, 10), options={"kill_save": "allowed"}
    )
    assert hit(state, [AttackDie("ap_warhead", "M", "T")], [10, 4]).piece("T").hits == 4


@pytest.mark.rule("MI-SHOT-08")
@pytest.mark.parametrize(("faces", "saves"), [([5, 6, 6, 6], 2), ([4, 6, 6], 1)])
def test_each_die_that_reaches_target_asks_for_a_save(faces, saves):
    state = field(rifles("P", 10, 10), warrior("W", 16, 10))
    done = hit(state, [AttackDie("assault_rifle", "P", "W")] * 2, faces)
    assert len(done.events_of(DiceRolled)[1].faces) == saves


@pytest.mark.rule("MI-SHOT-09", "MI-BPRO-01")
@pytest.mark.parametrize(("save", "lives"), [(4, True), (3, False)])
def test_a_save_that_reaches_the_rating_stops_the_die(save, lives):
    state = field(rifles("P", 10, 10), warrior("W", 16, 10))
    assert hit(state, [AttackDie("assault_rifle", "P", "W")], [5, save]).piece("W").in_play is lives


@pytest.mark.rule("MI-SHOT-10")
def test_a_failed_save_costs_one_point():
    state = field(piece("missile_team", "M", 10, 10), piece("tanker", "T", 20, 10))
    assert hit(state, [AttackDie("ap_warhead", "M", "T")], [6, 4]).piece("T").hits == 5


@pytest.mark.rule("MI-SHOT-10", "MI-INTL-05", "MI-GAP-68")
def test_what_cannot_save_loses_the_point_outright():
    state = field(piece("light_mech", "L", 10, 10), piece("tunnel_entrance", "E", 20, 10))
    dice = [AttackDie("autocannons", "L", "E")] * 2
    assert hit(state, dice, [6, 5]).piece("E").hits == 4
    assert hit(state, [AttackDie("ap_warhead", "L", "E")], [10]).piece("E").hits == 3


@pytest.mark.rule("MI-SHOT-11")
def test_a_result_below_target_does_nothing():
    state = field(rifles("P", 10, 10), warrior("W", 16, 10))
    done = hit(state, [AttackDie("assault_rifle", "P", "W")], [4])
    assert done.state.table == state.table


@pytest.mark.rule("MI-SHOT-12")
def test_damage_beyond_zero_is_lost():
    state = field(rifles("P", 10, 10), warrior("W", 16, 10), warrior("V", 17, 10))
    done = hit(state, [AttackDie("grenades", "P", "W")], [6])
    assert done.piece("W").place == Off("reserve")
    assert done.piece("V") == state.table.piece("V")


@pytest.mark.rule("MI-SHOT-13", "MI-GAP-22")
def test_a_passed_save_pushes_two_inches_straight_away():
    state = field(rifles("P", 10, 10), warrior("W", 16, 10), warrior("V", 16, 13))
    done = hit(state, [AttackDie("assault_rifle", "P", "W"), AttackDie("assault_rifle", "P", "V")], [5, 4, 6])
    assert done.piece("W").xy == (18, 10)
    assert done.piece("V").xy == (16, 13)


@pytest.mark.rule("MI-SHOT-14")
@pytest.mark.parametrize(("source", "end"), [("P", (18, 10)), ("Q", (16, 12))])
def test_the_attacker_names_the_source(source, end):
    state = field(rifles("P", 10, 10), rifles("Q", 16, 4), warrior("W", 16, 10))
    done = shoot(state, "P", "Q", answers={"source": [(source,)]}, dice=[5, 1, 1, 1, 1, 1, 1, 1, 6])
    assert done.piece("W").xy == end


@pytest.mark.rule("MI-SHOT-14", "MI-SHOT-15")
def test_the_source_is_not_asked_for_when_it_is_plain():
    state = field(rifles("P", 10, 10), piece("machine_gun", "G", 16, 4, facing=90), warrior("W", 16, 10))
    done = shoot(state, "P", "G", dice=[5] + [1] * 9 + [6])
    assert done.piece("W").xy == (18, 10)
    assert {"source", "allocate"}.isdisjoint(d.what for d in done.asked)


@pytest.mark.rule("MI-SHOT-15", "MI-GAP-11")
def test_everything_is_settled_before_anything_is_moved():
    state = field(rifles("P", 10, 10), warrior("V", 15, 10), warrior("W", 16, 11))
    dice = [AttackDie("grenades", "P", "V")] * 2 + [AttackDie("grenades", "P", "W")] * 2
    done = hit(state, dice, [6, 4, 4, 4, 5, 6])
    assert done.piece("V").place == Off("reserve")
    assert len(done.events_of(DiceRolled)) == 2  # the second die on V is wasted: no save for it
    pushes = [e for e in done.events_of(PiecesMoved) if e.how == "flinch"]
    assert [part.piece for push in pushes for part in push.parts] == ["W"]
    order = [type(event) for event in done.events]
    assert order.index(PiecesMoved) > max(i for i, kind in enumerate(order) if kind is DiceRolled)


@pytest.mark.rule("MI-GAP-03", "MI-GAP-11")
def test_with_saves_against_kills_the_kill_is_saved_first():
    state = field(rifles("P", 10, 10), warrior("B", 16, 10), options={"kill_save": "allowed"})
    dice = [AttackDie("warrior_claws", "B", "P")] * 2
    assert hit(state, dice, [3, 6, 1, 6]).piece("P").hits == 2


@pytest.mark.rule("MI-GAP-11")
def test_kill_results_come_before_saves():
    state = field(rifles("P", 10, 10), warrior("W", 16, 10))
    done = hit(state, [AttackDie("grenades", "P", "W")] * 2, [3, 6])
    assert len(done.events_of(DiceRolled)) == 1
    assert done.events_of(HitsChanged)[0].rule == "MI-SHOT-07"


@pytest.mark.rule("MI-GAP-02", "MI-GAP-68")
def test_x_is_the_present_hit_points_and_fixed_numbers_stay():
    state = field(rifles("P", 10, 10, hits=3), piece("light_mech", "L", 10, 13, hits=1), warrior("W", 16, 10))
    done = shoot(state, "P", "L", answers={"weapons": [("assault_rifle", "autocannons")]}, dice=[1] * 7)
    assert pool_of(done).sides == (6,) * (3 + 4)


@pytest.mark.rule("MI-GAP-02")
def test_the_modifier_is_added_to_each_die():
    state = field(piece("machine_gun", "G", 10, 10), piece("tanker", "T", 20, 10))
    done = hit(state, [AttackDie("heavy_machine_gun", "G", "T")] * 6, [6, 6, 5, 5, 5, 5, 4, 3])
    assert done.events_of(DiceRolled)[1].faces == (4, 3)
    assert done.piece("T").hits == 5


@pytest.mark.rule("MI-GAP-04")
def test_a_natural_one_always_fails():
    wall = block("building", "B", 16.5, 8, 19, 12)
    state = field(rifles("P", 10, 10), warrior("W", 16, 10), wall, options={"tunnel_cover": "plus_3"})
    hole = piece("tunnel_entrance", "E", 16, 12)
    ground = block("tunnel_entrance", "E", 15, 10.5, 17, 13)
    sure = field(rifles("P", 10, 10), warrior("W", 16, 10), hole, ground, options={"tunnel_cover": "plus_3"})
    assert not hit(sure, [AttackDie("assault_rifle", "P", "W")], [5, 1]).piece("W").in_play
    assert hit(state, [AttackDie("assault_rifle", "P", "W")], [5, 2]).piece("W").in_play


@pytest.mark.rule("MI-GAP-04")
def test_a_natural_six_has_no_privilege():
    state = field(piece("heavy_mech", "H", 10, 10), piece("plasma_bug", "X", 20, 10))
    assert hit(state, [AttackDie("laser_focused", "H", "X")], [3, 6]).piece("X").hits == 5


@pytest.mark.rule("MI-SHOT-01", "MI-GAP-56")
def test_structures_and_entrances_are_targets_alone_when_named():
    state = field(
        rifles("P", 10, 10),
        piece("tunnel_entrance", "E", 20, 10),
        block("building", "B", 18, 14, 21, 17),
        warrior("W", 24, 10),
    )
    assert {o.key for o in shooting.target_options(state, ("P",))[0]} == {"E", "B", "W"}
    assert laid(state, "P", answers={"target": ["W"]}, faces=[1] * 4) == ["W"] * 4
    assert Counter(laid(state, "P", answers={"target": ["E"]}, faces=[1] * 4)) == {"E": 2, "W": 2}


@pytest.mark.rule("MI-GAP-23")
def test_tunnel_entrances_count_in_an_area():
    state = field(
        piece("missile_team", "M", 10, 10),
        warrior("W", 30, 10),
        piece("tunnel_entrance", "E", 34.9, 10),
        block("building", "B", 29, 12, 32, 14),
    )
    answers = {"target": ["W"], "weapons": [("he_warhead",)]}
    assert laid(state, "M", answers=answers, faces=[1, 1]) == ["W", "E"]
