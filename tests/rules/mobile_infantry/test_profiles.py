"""Profiles: ratings, bases, threat ranges, and how models stand up to fire and claws."""

from __future__ import annotations

import math

import pytest
from msgspec.structs import asdict

from battlesim.mechanics.pieces import gap, is_within_distance
from battlesim.rulesets.mobile_infantry.attack.attack_dice import (
    AttackDie,
    carried_weapons,
    weapon_dice_count,
)
from battlesim.rulesets.mobile_infantry.core.lookups import move_rating
from battlesim.rulesets.mobile_infantry.core.profiles import (
    Profile,
    TerrainKind,
    Weapon,
    profile,
    terrain_kinds,
    weapons,
)
from battlesim.rulesets.mobile_infantry.core.state import Scoring, Site
from battlesim.rulesets.mobile_infantry.troopers import shooting
from battlesim.scenarios.library import load_scenario
from battlesim.table.events import DiceRolled
from tests.rules.mobile_infantry.field import field, piece, rifles, warrior
from tests.rules.mobile_infantry.shots import hit

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


@pytest.mark.rule("MI-BTRT-08", "MI-TRT-10", "MI-TRT-11")
def test_a_weapon_has_no_trait_that_its_row_does_not_name() -> None:
    plain = {"dice": 1, "dice_unready": 0, "bonus": 0, "range": math.inf, "arc": "", "mount": ""}
    none = {"piercing": 0, "area": 0.0, "blasts": 1, "scatter": 0, "ammo": 0}
    traits = dict.fromkeys(("melee", "react", "slow", "ready", "flame", "persistent", "kamikaze"), False)
    assert asdict(Weapon("Stick", 6)) == {"name": "Stick", "die": 6} | plain | none | traits


@pytest.mark.rule("MI-BMOV-03", "MI-BTRT-03", "MI-REDY-01")
def test_a_model_has_nothing_that_its_row_does_not_name() -> None:
    none = dict.fromkeys(("move", "fly", "target", "save", "kill", "threat"), 0)
    said = {"name": "Stake", "base": 1.0, "height": 0.5}
    plain = {"hits": 1, "weapons": (), "traits": (), "humans": False}
    assert asdict(Profile("Stake", 1.0, 0.5)) == said | none | plain


@pytest.mark.rule("MI-BMOV-03", "MI-MOVE-04", "MI-GAP-56")
def test_terrain_does_nothing_that_its_row_does_not_name() -> None:
    none = dict.fromkeys(("hits", "target", "kill", "climb", "enter", "post", "room"), 0)
    plain = {
        "height": 0.5,
        "blocks": False,
        "hard_cover": False,
        "cost": 1.0,
        "overlap": False,
        "destroyed": "",
    }
    assert asdict(TerrainKind(0.5)) == none | plain


@pytest.mark.rule("MI-GAP-70", "MI-OBJ-01", "MI-BOBJ-01", "MI-BOBJ-04")
def test_what_scores_where_a_scenario_says_nothing_of_it() -> None:
    scores = {"humans_per_point": 5, "dead_per_point": 10, "first_captive": 4, "more_captives": 2}
    each = {"point_for_dead": 1, "robot": 1, "plasma": -1, "entrance_destroyed": 0}
    assert asdict(Scoring()) == scores | each | {"survivors_score": True, "survivors_are_humans": False}


@pytest.mark.rule("MI-GAP-70")
def test_what_a_scenario_that_says_nothing_has() -> None:
    none = dict.fromkeys(("outpost", "bedrock", "landing", "deploy"))
    empty = {"transmitter": "", "finds": {}, "schedule": (), "scoring": Scoring()}
    counts = {"hidden_entrances": 0, "tunnelling_from": 0, "most_groups": 0}
    flags = {"marker_arrivals": True, "dead_return": True, "burrower": True, "ends_without_bugs": False}
    assert asdict(Site()) == none | empty | counts | flags


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


@pytest.mark.rule("MI-MECH-01")
@pytest.mark.parametrize(("faces", "left"), [([9], 1), ([6, 4], 3), ([6, 3], 2)])
def test_a_light_mech_bitten(faces, left):
    state = field(warrior("W", 10, 10), piece("light_mech", "L", 12, 10))
    assert hit(state, [AttackDie("warrior_bite", "W", "L")], faces, "melee").piece("L").hits == left


@pytest.mark.rule("MI-MECH-02")
def test_a_heavy_mech_clawed():
    state = field(warrior("W", 10, 10), piece("heavy_mech", "H", 12, 10))
    done = hit(state, [AttackDie("warrior_claws", "W", "H")] * 2, [6, 5, 2], "melee")
    assert [len(e.faces) for e in done.events_of(DiceRolled)] == [2, 1]
    assert done.piece("H").hits == 2


@pytest.mark.rule("MI-BPRO-02")
@pytest.mark.parametrize(("faces", "lives"), [([6, 5], True), ([6, 4], False), ([5], True)])
def test_a_hopper_under_rifle_fire(faces, lives):
    state = field(rifles("P", 10, 10), piece("hopper", "H", 20, 10))
    assert hit(state, [AttackDie("assault_rifle", "P", "H")], faces).piece("H").in_play is lives


@pytest.mark.rule("MI-BPRO-03")
def test_a_tanker_under_small_arms():
    state = field(rifles("P", 10, 10), piece("machine_gun", "G", 10, 12), piece("tanker", "T", 20, 10))
    assert len(hit(state, [AttackDie("assault_rifle", "P", "T")], [6]).events_of(DiceRolled)) == 1
    done = hit(state, [AttackDie("heavy_machine_gun", "G", "T")], [6, 3])
    assert (done.piece("T").hits, done.piece("T").xy) == (5, (20, 10))


@pytest.mark.rule("MI-BPRO-04")
@pytest.mark.parametrize(
    ("weapon", "faces", "left"),
    [("grenades", [6, 5], 6), ("heavy_machine_gun", [4, 5], 5), ("heavy_machine_gun", [4, 6], 6)],
)
def test_a_plasma_bug_under_small_arms(weapon, faces, left):
    state = field(rifles("P", 10, 10), piece("plasma_bug", "X", 15, 10))
    assert hit(state, [AttackDie(weapon, "P", "X")], faces).piece("X").hits == left
    assert not profile("plasma_bug").has_trait("tunnel")


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
    assert form in carried_weapons(bug, melee=True)
    assert weapon_dice_count(state, bug, form) == count
    assert hit(state, [AttackDie(form, "X", "P")] * count, faces, "melee").piece("P").hits == left


@pytest.mark.rule("MI-BWPN-03")
@pytest.mark.parametrize(("faces", "left", "lives"), [([1], 1, False), ([7, 3], 2, True), ([7, 4], 3, True)])
def test_a_hopper_strikes_a_light_mech(faces, left, lives):
    state = field(piece("hopper", "H", 10, 10), piece("light_mech", "L", 12, 10))
    done = hit(state, [AttackDie("hopper_strike", "H", "L")], faces, "melee")
    assert (done.piece("L").hits, done.piece("H").in_play) == (left, lives)


@pytest.mark.rule("MI-BURR-06", "MI-BTRT-07", "MI-GAP-68")
def test_react_of_the_attack_forms():
    assert {key for key, w in weapons().items() if w.melee and not w.react} == {"burrower_mandibles"}
    state = field(piece("tanker", "T", 10, 10, hits=1))
    assert weapon_dice_count(state, state.table.piece("T"), "tanker_jaws") == 2


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
    assert is_within_distance(20.0, 20)
    assert is_within_distance(20.005, 20)
    assert not is_within_distance(20.01, 20)
    edge = field(rifles("P", 10, 10), warrior("W", 31, 10), warrior("V", 10, 31.02))
    assert [o.key for o in shooting.target_options(edge, ("P",))[0]] == ["W"]


@pytest.mark.rule("MI-MTRT-06", "MI-GAP-13")
def test_the_heavy_mech_is_the_officer_of_the_lance():
    table = load_scenario("outpost_evac").initial_state().table
    lance = table.pieces_of_unit(table.piece("heavy-mech").unit)
    assert [(p.kind, p.mark_count("officer")) for p in lance] == [
        ("heavy_mech", 6),
        ("light_mech", 0),
        ("light_mech", 0),
    ]
