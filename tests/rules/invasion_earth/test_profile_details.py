"""What models, weapons and terrain are besides their figures."""

from __future__ import annotations

import pytest

from battlesim.rulesets.invasion_earth.core.profiles import profiles, terrain_kinds, weapons

SPECIAL = [
    ("IE-PRO-01", "unit_trooper_smg", True, ("smg",), ("human",), ()),
    ("IE-PRO-02", "unit_trooper_slr", True, ("slr",), ("human",), ()),
    ("IE-PRO-03", "unit_radio_operator", True, ("smg",), ("human",), ("radio",)),
    ("IE-PRO-04", "unit_sergeant", True, ("smg",), ("human",), ("leader",)),
    ("IE-PRO-05", "unit_captain", True, ("pistol",), ("human",), ("leader",)),
    ("IE-PRO-06", "unit_lmg_gunner", True, ("lmg",), ("human",), ()),
    ("IE-PRO-07", "unit_bazooka_team", True, ("bazooka",), ("human",), ("crewed",)),
    ("IE-PRO-08", "unit_mortar_team", True, ("mortar",), ("human",), ("crewed",)),
    ("IE-PRO-09", "unit_engineer", True, ("pistol",), ("human",), ()),
    ("IE-PRO-10", "doctor", True, (), (), ("leader",)),
    (
        "IE-PRO-11",
        "dalek",
        False,
        ("dalek_gun",),
        ("dalek", "machine", "armoured", "wheeled"),
        ("comm_link",),
    ),
    (
        "IE-PRO-12",
        "dalek_leader",
        False,
        ("dalek_gun",),
        ("dalek", "machine", "armoured", "wheeled"),
        ("leader", "comm_link"),
    ),
    (
        "IE-PRO-13",
        "special_weapons_dalek",
        False,
        ("cannon",),
        ("dalek", "machine", "armoured", "wheeled"),
        ("comm_link", "unstoppable"),
    ),
    (
        "IE-PRO-14",
        "dalek_hoverbout",
        False,
        ("dalek_gun",),
        ("dalek", "machine", "armoured", "wheeled", "flyer"),
        ("comm_link",),
    ),
    ("IE-PRO-15", "roboman", False, ("roboman_gun",), (), ("comm_link",)),
    (
        "IE-PRO-16",
        "davros",
        False,
        ("energy_bolt",),
        ("machine", "armoured", "wheeled"),
        ("leader", "comm_link"),
    ),
    ("IE-PRO-17", "ogron", True, ("disintegrator",), (), ()),
    ("IE-PRO-18", "cyberman", False, ("cyber_gun",), ("machine", "armoured"), ("comm_link", "unstoppable")),
    (
        "IE-PRO-19",
        "cyberleader",
        False,
        ("cyber_gun",),
        ("machine", "armoured"),
        ("leader", "comm_link", "unstoppable"),
    ),
    ("IE-PRO-20", "auton", False, ("hand_gun",), ("machine",), ("unstoppable",)),
    ("IE-PRO-21", "quark", False, ("quark_gun",), ("quark", "machine", "armoured"), ()),
    ("IE-PRO-22", "dominator", True, ("pistol",), (), ("leader",)),
    (
        "IE-PRO-23",
        "exxilon_warrior",
        True,
        ("exxilon_bow", "exxilon_spear"),
        (),
        ("impetuous", "primitive_fighter"),
    ),
    (
        "IE-PRO-24",
        "exxilon_leader",
        True,
        ("exxilon_bow", "exxilon_spear"),
        (),
        ("leader", "primitive_fighter"),
    ),
    ("IE-PRO-25", "yeti", False, (), ("machine",), ("unstoppable",)),
    ("IE-PRO-26", "primord", True, (), (), ("impetuous",)),
]


@pytest.mark.rule(
    "IE-PRO-01",
    "IE-PRO-02",
    "IE-PRO-03",
    "IE-PRO-04",
    "IE-PRO-05",
    "IE-PRO-06",
    "IE-PRO-07",
    "IE-PRO-08",
    "IE-PRO-09",
    "IE-PRO-10",
    "IE-PRO-11",
    "IE-PRO-12",
    "IE-PRO-13",
    "IE-PRO-14",
    "IE-PRO-15",
    "IE-PRO-16",
    "IE-PRO-17",
    "IE-PRO-18",
    "IE-PRO-19",
    "IE-PRO-20",
    "IE-PRO-21",
    "IE-PRO-22",
    "IE-PRO-23",
    "IE-PRO-24",
    "IE-PRO-25",
    "IE-PRO-26",
)
@pytest.mark.parametrize(("kind", "hides", "arms", "tags", "abilities"), [row[1:] for row in SPECIAL])
def test_a_model_can_do_what_its_profile_says(  # type: ignore[no-untyped-def]
    kind, hides, arms, tags, abilities
) -> None:
    own = profiles()[kind]
    assert (own.hides, own.weapons, own.tags, own.abilities) == (hides, arms, tags, abilities)


NUMBERS = [
    ("unit_engineer", 0, 0, None, (0, 0), ("crewed", "vehicle", "machine")),
    ("doctor", 0, 0, None, (0, 0), ("crewed", "vehicle", "machine")),
    ("dalek_hoverbout", 0, 0, None, (8, 12), ()),
    ("davros", 0, 0, None, (0, 0), ("dalek",)),
    ("ogron", 3, 4, None, (0, 0), ()),
    ("cyberman", 0, 5, None, (0, 0), ()),
    ("cyberleader", 0, 5, None, (0, 0), ()),
    ("auton", 0, 0, ("human", 8.0), (0, 0), ()),
    ("quark", 0, 0, None, (0, 0), ("self",)),
    ("dominator", 0, 0, None, (0, 0), ("quark",)),
    ("yeti", 0, 5, ("human", 0.0), (0, 0), ()),
    ("primord", 0, 0, ("human", 8.0), (0, 0), ()),
]


@pytest.mark.rule(
    "IE-PRO-01",
    "IE-PRO-02",
    "IE-PRO-03",
    "IE-PRO-04",
    "IE-PRO-05",
    "IE-PRO-06",
    "IE-PRO-07",
    "IE-PRO-08",
    "IE-PRO-09",
    "IE-PRO-10",
    "IE-PRO-11",
    "IE-PRO-12",
    "IE-PRO-13",
    "IE-PRO-14",
    "IE-PRO-15",
    "IE-PRO-16",
    "IE-PRO-17",
    "IE-PRO-18",
    "IE-PRO-19",
    "IE-PRO-20",
    "IE-PRO-21",
    "IE-PRO-22",
    "IE-PRO-23",
    "IE-PRO-24",
    "IE-PRO-25",
    "IE-PRO-26",
    "IE-GAP-33",
)
def test_only_some_models_are_stupid_grapple_frighten_fly_or_repair() -> None:
    known = {row[0]: row[1:] for row in NUMBERS}
    for kind, own in profiles().items():
        fear = (own.fear.of, own.fear.within) if own.fear else None
        found = own.stupidity, own.grapple, fear, (own.fly, own.fly_fast), own.fixes
        assert found == known.get(kind, (0, 0, None, (0, 0), ())), kind


SPECIAL_WEAPONS = [
    ("pistol", "", 0, False, False, False, False, 0, False),
    ("smg", "", 0, False, False, False, False, 2, False),
    ("slr", "", 0, False, False, False, False, 0, False),
    ("lmg", "", 0, True, False, False, False, 3, False),
    ("bazooka", "small", 0, True, False, False, False, 0, True),
    ("mortar", "medium", 8, True, True, True, False, 0, False),
    ("dalek_gun", "", 0, False, False, False, False, 0, False),
    ("cannon", "giant", 0, True, False, True, False, 0, False),
    ("energy_bolt", "", 0, False, False, False, False, 0, False),
    ("roboman_gun", "", 0, False, False, False, False, 0, False),
    ("disintegrator", "", 0, False, False, False, False, 0, False),
    ("cyber_gun", "", 0, False, False, False, False, 0, False),
    ("hand_gun", "", 0, False, False, False, False, 0, False),
    ("quark_gun", "", 0, False, False, False, False, 0, False),
    ("exxilon_bow", "", 0, False, False, False, True, 0, True),
    ("exxilon_spear", "", 0, False, False, False, True, 0, True),
]


@pytest.mark.rule(
    "IE-WPN-01",
    "IE-WPN-02",
    "IE-WPN-03",
    "IE-WPN-04",
    "IE-WPN-05",
    "IE-WPN-06",
    "IE-WPN-07",
    "IE-WPN-08",
    "IE-WPN-09",
    "IE-WPN-10",
    "IE-WPN-11",
    "IE-WPN-12",
    "IE-WPN-13",
    "IE-WPN-14",
    "IE-WPN-15",
    "IE-WPN-16",
    "IE-SWP-01",
    "IE-SWP-02",
    "IE-SWP-03",
)
@pytest.mark.parametrize("row", SPECIAL_WEAPONS, ids=[row[0] for row in SPECIAL_WEAPONS])
def test_what_is_special_about_a_weapon(row) -> None:  # type: ignore[no-untyped-def]
    own = weapons()[row[0]]
    bonus = own.suppression.bands if own.suppression else 0
    found = own.blast, own.least, own.heavy, own.indirect, own.fixed_arc, own.primitive
    assert (*found, bonus, bool(own.no_suppression)) == row[1:]


TERRAIN = [
    ("hedge", 1, True, False, False, False, 0, False, True),
    ("low_wall", 0.75, True, False, False, False, 0, False, True),
    ("fence", 0.75, True, False, False, False, 0, False, True),
    ("wall", 0.75, True, False, False, False, 0, False, True),
    ("high_wall", 1.5, False, True, False, False, 0, False, True),
    ("woods", 3, False, False, True, True, 3, False, False),
    ("rubble", 0.5, False, False, True, True, 0, False, False),
    ("crater", 0.5, False, False, True, True, 0, False, False),
    ("building", 3, False, True, False, False, 0, False, False),
    ("rocks", 2, False, True, False, False, 0, False, False),
    ("vehicle", 1.5, False, True, False, False, 0, True, False),
    ("land_rover", 1.5, False, True, False, False, 0, True, False),
    ("crate", 1, False, True, False, False, 0, True, False),
    ("barrel", 1, False, True, False, False, 0, True, False),
]


@pytest.mark.rule("IE-GAP-34", "IE-PRO-27")
@pytest.mark.parametrize("row", TERRAIN, ids=[row[0] for row in TERRAIN])
def test_what_a_kind_of_terrain_is(row) -> None:  # type: ignore[no-untyped-def]
    own = terrain_kinds()[row[0]]
    found = own.height, own.obstacle, own.solid, own.area, own.difficult, own.depth
    assert (*found, own.loose, own.breakable) == row[1:]
