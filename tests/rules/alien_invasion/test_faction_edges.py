"""The values of every figure, group and faction of the game, as the rules list them."""

from __future__ import annotations

import pytest

from battlesim.rulesets.alien_invasion.core.factions import factions, figure_profile, vehicle_body

HUMAN, AGENT, SPUG, CYBER = (6, 9, 12), (9, 12, 15), (9, 12, 15), (12, 15, 18)
DALEK, MIND, WORM = (24, 27, 30), (12, 15, 18), (30, 30, 30)
FIGURES = {
    "unit_rifleman": ((1.0, 1, 1, 1, HUMAN), {"humanoid"}, "MT-UNIT-02 MT-UNIT-07 MT-SHT-14 MT-GAP-06"),
    "unit_support": ((1.0, 2, 2, 1, HUMAN), {"humanoid"}, "MT-UNIT-03 MT-UNIT-07"),
    "unit_laws": ((1.0, 4, 4, 1, HUMAN), {"humanoid"}, "MT-UNIT-04 MT-UNIT-07 MT-GAP-63"),
    "unit_officer": ((1.0, 1, 1, 1, HUMAN), {"humanoid", "leader"}, "MT-UNIT-08"),
    "unit_sergeant": ((1.0, 1, 1, 1, HUMAN), {"humanoid"}, "MT-UNIT-08 MT-UNIT-02"),
    "unit_guard": ((1.0, 1, 1, 1, HUMAN), {"humanoid"}, "MT-UNIT-08 MT-UNIT-02"),
    "unit_hq_laws": ((1.0, 4, 4, 1, HUMAN), {"humanoid"}, "MT-UNIT-08 MT-UNIT-02"),
    "unit_hmg": ((2.0, 8, 8, 2, HUMAN), {"humanoid"}, "MT-UNIT-09 MT-SET-06 MT-GAP-06 MT-GAP-77"),
    "unit_doctor": (
        (1.0, 0, 1, 1, HUMAN),
        {"humanoid", "leader", "runs", "returns", "helps"},
        "MT-DOC-01 MT-DOC-02 MT-DOC-03 MT-UNIT-02",
    ),
    "dalek": ((1.5, 6, 6, 1, DALEK), set(), "MT-DALK-02 MT-DALK-03 MT-DALK-04 MT-GAP-62 MT-GAP-06"),
    "dalek_mastermind": ((1.5, 6, 6, 1, MIND), {"leader"}, "MT-DALK-05 MT-DALK-02"),
    "mib_operative": ((1.0, 1, 1, 1, AGENT), {"humanoid", "initial_roll"}, "MT-MIB-04 MT-MIB-09"),
    "clean_up_leader": ((1.0, 1, 1, 1, AGENT), {"humanoid", "issued", "leader"}, "MT-MIB-12 MT-GAP-48"),
    "clean_up_trooper": ((1.0, 1, 1, 1, AGENT), {"humanoid", "issued"}, "MT-MIB-12 MT-GAP-48"),
    "clean_up_support": ((1.0, 2, 2, 1, AGENT), {"humanoid", "issued"}, "MT-MIB-13 MT-GAP-48"),
    "spug_leader": ((1.0, 1, 1, 1, SPUG), {"leader"}, "MT-SPUG-06 MT-SPUG-09 MT-GAP-55"),
    "spug_warrior": ((1.0, 1, 1, 1, SPUG), set(), "MT-SPUG-06 MT-SPUG-09 MT-GAP-55"),
    "spug_heavy": ((1.0, 4, 4, 1, SPUG), set(), "MT-SPUG-07 MT-SPUG-09 MT-GAP-55"),
    "spug_controller": ((1.0, 1, 1, 1, SPUG), {"leader", "controller"}, "MT-SPUG-09 MT-GAP-53 MT-GAP-55"),
    "mite": ((1.0, 0, 2, 1, HUMAN), {"explosive"}, "MT-MITE-03 MT-MITE-11 MT-HTH-12"),
    "burrower": ((2.5, 0, 6, 1, WORM), {"tunnels"}, "MT-BURR-02 MT-BURR-12 MT-HTH-12 MT-GAP-06"),
    "cyberman": ((1.0, 3, 3, 1, CYBER), {"humanoid"}, "MT-CYBR-07 MT-CYBR-08"),
    "gang_member": ((1.0, 1, 1, 1, HUMAN), {"humanoid"}, "MT-GANG-01"),
    "gang_heavy": ((1.0, 2, 2, 1, HUMAN), {"humanoid"}, "MT-GANG-01"),
    "civilian": ((1.0, 0, 0, 1, HUMAN), {"humanoid"}, "MT-GANG-02"),
    "hatchling": ((1.5, 0, 6, 1, MIND), set(), "MT-SCN-11"),
}
"""Base in inches, dice, dice hand to hand, crew and scores; the traits; the rules that say so."""
SPECIES = {
    "dalek": "dalek",
    "dalek_mastermind": "dalek",
    "spug_leader": "spug",
    "spug_warrior": "spug",
    "spug_heavy": "spug",
    "spug_controller": "spug",
    "mite": "mite",
    "burrower": "burrower",
    "cyberman": "cyberman",
    "hatchling": "hatchling",
}
GROUPS = {
    "section": ((4, False, True), set(), "MT-UNIT-05 MT-UNIT-01 MT-UNIT-06 MT-LNK-01"),
    "headquarters": ((5, False, True), set(), "MT-UNIT-08 MT-UNIT-05"),
    "heavy_gun": ((1, False, True), set(), "MT-UNIT-09"),
    "doctor": ((1, True, True), set(), "MT-DOC-01 MT-GAP-64"),
    "trio": ((3, False, False), set(), "MT-DALK-01 MT-GAP-62 MT-LNK-01"),
    "mastermind": ((1, True, False), set(), "MT-DALK-05"),
    "pair": ((2, False, False), set(), "MT-MIB-01 MT-MIB-03 MT-LNK-01"),
    "clean_up": ((5, False, True), {"acts_together"}, "MT-MIB-11 MT-MIB-14 MT-MIB-15 MT-LNK-01"),
    "squad": ((0, False, True), set(), "MT-SPUG-01 MT-SPUG-08 MT-LNK-01"),
    "mites": ((0, False, True), {"controlled"}, "MT-MITE-02 MT-GAP-55"),
    "burrower": ((1, False, True), set(), "MT-GAP-55"),
    "phalanx": ((0, False, True), set(), "MT-CYBR-01 MT-CYBR-03 MT-LNK-01"),
    "gang": ((4, False, False), set(), "MT-GANG-01 MT-LNK-01"),
    "bystanders": ((3, False, False), set(), "MT-GANG-02"),
    "creature": ((1, False, False), set(), "MT-SCN-11"),
}
"""Size (0 for any), whether it is an individual, whether it links fire; the traits; the rules."""
FACTIONS = {
    "unit": ((8.0, (5, 3, 1), 2.0, 8), {"careful"}, "MT-GAP-63 MT-UNIT-01 MT-UNIT-10 MT-DECK-02"),
    "dalek": ((8.0, (5, 3, 1), 1.0, 0), set(), "MT-DALK-04 MT-GAP-62 MT-DECK-02"),
    "mib": ((8.0, (5, 3, 1), 2.0, 0), {"careful", "studies"}, "MT-MIB-02 MT-MIB-06 MT-DECK-02"),
    "spug": (
        (16.0, (5, 3, 1), 0.5, 0),
        {"unhindered", "digs", "never falls back"},
        "MT-SPUG-02 MT-SPUG-04 MT-SPUG-10 MT-MOV-03 MT-DECK-02",
    ),
    "cyber": ((8.0, (5, 3, 1), 1.0, 0), {"led"}, "MT-CYBR-08 MT-CYBR-04 MT-DECK-02"),
    "gang": ((8.0, (4, 2, 0), 1.5, 0), {"careful", "turf"}, "MT-GANG-01 MT-DECK-05"),
    "civilian": ((8.0, (0, 0, 0), 0.0, 0), set(), "MT-GANG-02"),
    "hatchling": ((8.0, (0, 0, 0), 0.0, 0), {"wild"}, "MT-SCN-11"),
}
"""Move in inches, cards, charge and dice of fire support; the traits; the rules."""


def cases(table):
    """One case for each line of a table, marked with its rules."""
    return [
        pytest.param(key, values, traits, id=key, marks=pytest.mark.rule(*rules.split()))
        for key, (values, traits, rules) in table.items()
    ]


def traits_of(own, names):
    return {name for name in names if getattr(own, name)}


FIGURE_TRAITS = (
    *("humanoid", "leader", "initial_roll", "issued", "controller", "explosive", "tunnels"),
    *("runs", "returns", "helps"),
)


@pytest.mark.parametrize(("kind", "values", "traits"), cases(FIGURES))
def test_the_values_of_a_figure(kind, values, traits):
    own = next(faction.figure[kind] for faction in factions().values() if kind in faction.figure)
    assert (own.base, own.dice, own.close_dice, own.crew, own.scores) == values
    assert traits_of(own, FIGURE_TRAITS) == traits
    assert own.species == SPECIES.get(kind, "")
    assert own.height == (3.0 if kind == "burrower" else 1.0)


@pytest.mark.rule("MT-GAP-64")
def test_the_table_has_every_figure_and_group():
    assert {kind for faction in factions().values() for kind in faction.figure} == set(FIGURES)
    assert {kind for faction in factions().values() for kind in faction.group} == set(GROUPS)


@pytest.mark.parametrize(("kind", "values", "traits"), cases(GROUPS))
def test_the_values_of_a_group(kind, values, traits):
    faction, own = next((f, f.group[kind]) for f in factions().values() if kind in f.group)
    assert (own.size, bool(own.individual), faction.links(kind)) == values
    assert traits_of(own, ("acts_together", "controlled")) == traits
    assert faction.is_careful(kind) is (faction.careful and kind != "clean_up")


@pytest.mark.rule("MT-CYBR-01")
def test_cybermen_stand_four_to_eight_together():
    assert [(own.least, own.most) for own in factions()["cyber"].group.values()] == [(4, 8)]


@pytest.mark.parametrize(("key", "values", "traits"), cases(FACTIONS))
def test_the_values_of_a_faction(key, values, traits):
    own = factions()[key]
    cards = (own.cards.single, own.cards.double, own.cards.triple)
    assert (own.move, cards, own.charge, own.support_dice) == values
    named = traits_of(own, ("unhindered", "digs", "studies", "careful", "led", "wild", "turf"))
    assert named | ({"never falls back"} if not own.falls_back else set()) == traits


@pytest.mark.rule("MT-SET-09", "MT-MOV-03", "MT-MITE-01", "MT-SPUG-02", "MT-GAP-81")
@pytest.mark.parametrize(
    ("kind", "move"),
    [("unit_laws", 8.0), ("spug_heavy", 16.0), ("mite", 24.0), ("burrower", 0.0), ("unit_hmg", 8.0)],
)
def test_a_figure_moves_as_its_faction_does_unless_it_has_a_move_of_its_own(kind, move):
    profile = figure_profile(kind)
    assert (profile["move"], profile["faces"]) == (move, False)


@pytest.mark.rule("MT-GAP-81", "MT-GAP-77", "MT-HTH-12", "MT-SHT-14")
def test_the_card_of_a_figure_has_its_values():
    gun = figure_profile("unit_hmg")
    assert (gun["dice"], gun["close"], gun["hits"], gun["base"], gun["height"]) == (8, 8, 2, 2.0, 1.0)
    assert (gun["open"], gun["cover"], gun["building"], gun["faction"]) == (6, 9, 12, "unit")
    mite = figure_profile("mite")
    assert (mite["dice"], mite["close"], mite["hits"]) == (0, 2, 1)


@pytest.mark.rule("MT-GAP-16", "MT-GAP-81")
@pytest.mark.parametrize(
    ("kind", "score", "length"),
    [("car", 24, 5.0), ("truck", 30, 7.0), ("armoured", 48, 7.0), ("saucer", 10_000, 8.0)],
)
def test_a_vehicle_has_one_score_and_no_dice(kind, score, length):
    body = vehicle_body(kind)
    assert (body.scores, body.dice, body.close_dice, body.base) == ((score,) * 3, 0, 0, length)
    profile = figure_profile(kind)
    assert (profile["hits"], profile["faces"], profile["open"]) == (1, True, score % 10_000)
