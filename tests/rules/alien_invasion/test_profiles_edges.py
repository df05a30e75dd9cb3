"""The profiles of figures, terrain and vehicles as the rules print them: dice, scores, bases, hulls."""

from __future__ import annotations

import pytest

from battlesim.rulesets.alien_invasion.core.factions import factions
from battlesim.rulesets.alien_invasion.core.terrain import terrain_kinds
from battlesim.rulesets.alien_invasion.core.vehicle_kinds import vehicle_kinds

HUMAN, STRONG, DALEK = (6, 9, 12), (9, 12, 15), (24, 27, 30)


def profile(side, kind):
    """The base, the dice for shooting and in close combat, and the three scores of a kind of figure."""
    own = factions()[side].figure[kind]
    return (own.base, own.dice, own.close_dice, own.scores)


@pytest.mark.rule("MT-UNIT-02", "MT-UNIT-07")
@pytest.mark.parametrize("kind", ["unit_rifleman", "unit_sergeant", "unit_guard"])
def test_a_rifleman_has_one_die(kind):
    assert profile("unit", kind) == (1.0, 1, 1, HUMAN)


@pytest.mark.rule("MT-UNIT-03", "MT-UNIT-07")
def test_a_support_gunner_has_two_dice():
    assert profile("unit", "unit_support") == (1.0, 2, 2, HUMAN)


@pytest.mark.rule("MT-UNIT-04", "MT-UNIT-02", "MT-UNIT-07", "MT-GAP-63")
@pytest.mark.parametrize("kind", ["unit_laws", "unit_hq_laws"])
def test_a_laws_man_has_four_dice_in_close_combat_too(kind):
    assert profile("unit", kind) == (1.0, 4, 4, HUMAN)


@pytest.mark.rule("MT-UNIT-08", "MT-UNIT-07")
def test_an_officer_has_one_die_and_leads():
    assert profile("unit", "unit_officer") == (1.0, 1, 1, HUMAN)
    assert factions()["unit"].figure["unit_officer"].leader


@pytest.mark.rule("MT-SET-06", "MT-UNIT-09", "MT-GAP-77")
def test_a_heavy_machine_gun_is_one_base_with_a_crew_of_two():
    assert profile("unit", "unit_hmg") == (2.0, 8, 8, HUMAN)
    assert factions()["unit"].figure["unit_hmg"].crew == 2


@pytest.mark.rule("MT-UNIT-02", "MT-DOC-01", "MT-DOC-02")
def test_the_doctor_does_not_shoot():
    assert profile("unit", "unit_doctor") == (1.0, 0, 1, HUMAN)
    doctor = factions()["unit"].figure["unit_doctor"]
    assert all((doctor.leader, doctor.runs, doctor.returns, doctor.helps))


@pytest.mark.rule("MT-UNIT-02", "MT-UNIT-03", "MT-UNIT-04", "MT-UNIT-08", "MT-SET-06")
def test_the_soldiers_are_human_and_have_no_species():
    soldiers = factions()["unit"].figure.values()
    assert all(kind.humanoid and not kind.species for kind in soldiers)


@pytest.mark.rule("MT-DALK-02", "MT-DALK-03", "MT-DALK-04", "MT-DALK-05")
@pytest.mark.parametrize(("kind", "scores"), [("dalek", DALEK), ("dalek_mastermind", (12, 15, 18))])
def test_a_dalek_has_six_dice(kind, scores):
    assert profile("dalek", kind) == (1.5, 6, 6, scores)
    assert factions()["dalek"].figure[kind].leader is (kind == "dalek_mastermind")


@pytest.mark.rule("MT-CYBR-07", "MT-CYBR-08", "MT-CYBR-03")
def test_a_cyberman_has_three_dice():
    assert profile("cyber", "cyberman") == (1.0, 3, 3, (12, 15, 18))


@pytest.mark.rule("MT-MIB-09", "MT-MIB-12", "MT-MIB-13")
@pytest.mark.parametrize(
    ("kind", "dice"),
    [("mib_operative", 1), ("clean_up_leader", 1), ("clean_up_trooper", 1), ("clean_up_support", 2)],
)
def test_men_in_black_are_three_points_harder_to_kill_than_humans(kind, dice):
    assert profile("mib", kind) == (1.0, dice, dice, STRONG)


@pytest.mark.rule("MT-SPUG-06", "MT-SPUG-07", "MT-SPUG-09")
@pytest.mark.parametrize(
    ("kind", "dice"), [("spug_leader", 1), ("spug_warrior", 1), ("spug_controller", 1), ("spug_heavy", 4)]
)
def test_a_spug_has_a_die_and_the_heavy_weapon_four(kind, dice):
    assert profile("spug", kind) == (1.0, dice, dice, STRONG)


@pytest.mark.rule("MT-MITE-03", "MT-MITE-11", "MT-BURR-02", "MT-BURR-12", "MT-SPUG-09")
@pytest.mark.parametrize(
    ("kind", "expected"), [("mite", (1.0, 0, 2, HUMAN)), ("burrower", (2.5, 0, 6, (30, 30, 30)))]
)
def test_beasts_fight_but_do_not_shoot(kind, expected):
    assert profile("spug", kind) == expected


@pytest.mark.rule("MT-GANG-01")
@pytest.mark.parametrize(("kind", "dice"), [("gang_member", 1), ("gang_heavy", 2)])
def test_a_gang_shoots_like_humans(kind, dice):
    assert profile("gang", kind) == (1.0, dice, dice, HUMAN)


@pytest.mark.rule(
    "MT-UNIT-05", "MT-UNIT-09", "MT-DALK-01", "MT-DALK-05", "MT-MIB-01", "MT-MIB-11", "MT-GAP-55", "MT-DOC-01"
)
@pytest.mark.parametrize(
    ("side", "sizes"),
    [
        ("unit", {"section": 4, "headquarters": 5, "heavy_gun": 1, "doctor": 1}),
        ("dalek", {"trio": 3, "mastermind": 1}),
        ("mib", {"pair": 2, "clean_up": 5}),
        ("spug", {"squad": 0, "mites": 0, "burrower": 1}),
        ("gang", {"gang": 4}),
    ],
)
def test_how_many_figures_a_group_has(side, sizes):
    assert {key: kind.size for key, kind in factions()[side].group.items()} == sizes


@pytest.mark.rule("MT-DALK-05", "MT-DOC-01", "MT-MITE-02", "MT-MIB-11")
def test_what_is_special_about_some_groups():
    known = {key: kind for own in factions().values() for key, kind in own.group.items()}
    assert [key for key, kind in known.items() if kind.individual] == ["mastermind", "doctor"]
    assert [key for key, kind in known.items() if kind.controlled] == ["mites"]
    assert [key for key, kind in known.items() if kind.acts_together] == ["clean_up"]


@pytest.mark.rule(
    "MT-UNIT-01", "MT-UNIT-10", "MT-GAP-63", "MT-MIB-02", "MT-SPUG-02", "MT-SPUG-10", "MT-GANG-01"
)
@pytest.mark.parametrize(
    ("side", "move", "cards", "support"),
    [
        ("unit", 8.0, (5, 3, 1), 8),
        ("dalek", 8.0, (5, 3, 1), 0),
        ("mib", 8.0, (5, 3, 1), 0),
        ("spug", 16.0, (5, 3, 1), 0),
        ("cyber", 8.0, (5, 3, 1), 0),
        ("gang", 8.0, (4, 2, 0), 0),
    ],
)
def test_the_move_cards_and_fire_support_of_a_faction(side, move, cards, support):
    own = factions()[side]
    counts = (own.cards.single, own.cards.double, own.cards.triple)
    assert (own.move, counts, own.support_dice) == (move, cards, support)
    assert own.falls_back is (side != "spug")


@pytest.mark.rule("MT-UNIT-06", "MT-MIB-03", "MT-MIB-14", "MT-SPUG-08", "MT-CYBR-03", "MT-LNK-01")
@pytest.mark.parametrize(
    ("side", "kind", "links"),
    [
        ("unit", "section", True),
        ("unit", "heavy_gun", True),
        ("mib", "pair", False),
        ("mib", "clean_up", True),
        ("spug", "squad", True),
        ("cyber", "phalanx", True),
        ("dalek", "trio", False),
        ("gang", "gang", False),
    ],
)
def test_which_groups_link_their_fire(side, kind, links):
    assert factions()[side].links(kind) is links


TERRAIN = {
    "scrub": ("MT-TER-05", 1, 0.5, "not blocking"),
    "rubble": ("MT-TER-06", 1, 1.0, "not blocking"),
    "woods": ("MT-TER-07", 2, 4.0, "blocking"),
    "rocks": ("MT-TER-08", 2, 3.0, "blocking"),
    "building": ("MT-TER-09", 2, 3.0, "blocking"),
    "wall": ("MT-TER-10", 1, 1.5, "blocking"),
    "fence": ("MT-TER-11", 1, 1.5, "blocking"),
    "wire_fence": ("MT-TER-12", 0, 1.5, "not blocking"),
    "river": ("MT-TER-13", 0, 0.0, "not blocking"),
    "barricade": ("MT-GAP-37", 1, 1.5, "blocking"),
    "swamp": ("MT-GAP-37", 0, 0.0, "not blocking"),
    "lake": ("MT-GAP-37", 0, 0.0, "not blocking"),
}


@pytest.mark.parametrize(
    ("kind", "protection", "height", "sight"),
    [
        pytest.param(kind, *row[1:], marks=pytest.mark.rule(row[0], "MT-GAP-23"))
        for kind, row in TERRAIN.items()
    ],
)
def test_the_protection_height_and_blocking_of_terrain(kind, protection, height, sight):
    own = terrain_kinds()[kind]
    assert (own.protection, own.height, own.hides) == (protection, height, sight == "blocking")


@pytest.mark.rule("MT-TER-10", "MT-TER-11", "MT-TER-12", "MT-GAP-37", "MT-MOV-07")
def test_which_terrain_is_a_barrier():
    found = {key for key, kind in terrain_kinds().items() if kind.barrier}
    assert found == {"wall", "fence", "wire_fence", "barricade"}


@pytest.mark.rule("MT-TER-09", "MT-TER-13", "MT-TER-08", "MT-GAP-37", "MT-GAP-43", "MT-SPUG-05", "MT-GAP-60")
def test_what_is_a_house_soft_waded_shut_or_closed_to_those_below():
    def found(field):
        return {key for key, kind in terrain_kinds().items() if getattr(kind, field)}

    assert found("house") == {"building"}
    assert found("soft") == {"river", "swamp", "lake"}
    assert found("waded") == {"river"}
    assert found("shut") == {"lake"}
    assert found("sealed") == {"rocks", "building", "river", "swamp", "lake"}


@pytest.mark.rule("MT-VEH-04", "MT-VEH-05", "MT-GAP-11", "MT-GAP-16", "MT-SCN-01", "MT-TER-14", "MT-GAP-18")
@pytest.mark.parametrize(
    ("kind", "hull", "room", "score", "protection", "height", "flies", "hides"),
    [
        ("jeep", (5.0, 2.5), 5, 24, 1, 2.0, 0.0, False),
        ("car", (5.0, 2.5), 4, 24, 1, 2.0, 0.0, False),
        ("truck", (7.0, 3.0), 10, 30, 1, 2.0, 0.0, False),
        ("armoured", (7.0, 3.0), 8, 48, 1, 2.0, 0.0, False),
        ("helicopter", (8.0, 3.0), 8, 30, 1, 2.0, 12.0, False),
        ("saucer", (8.0, 8.0), 10, 0, 2, 3.0, 12.0, True),
        ("spug_ship", (8.0, 6.0), 24, 0, 1, 3.0, 12.0, False),
    ],
)
def test_the_profile_of_a_vehicle(kind, hull, room, score, protection, height, flies, hides):
    own = vehicle_kinds()[kind]
    assert (own.hull, own.room, own.score) == (hull, room, score)
    assert (own.protection, own.height, own.flies, own.hides) == (protection, height, flies, hides)
