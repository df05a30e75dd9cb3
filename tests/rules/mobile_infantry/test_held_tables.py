"""Every figure of the printed tables, row by row: weapons, models, terrain, forces, the schedule."""

from __future__ import annotations

import ast
import math
from pathlib import Path
from typing import Any

import msgspec
import pytest

from battlesim.rulesets import mobile_infantry
from battlesim.rulesets.mobile_infantry.battle.forces import Forces, UnitTemplate
from battlesim.rulesets.mobile_infantry.core.profiles import (
    Profile,
    TerrainKind,
    Weapon,
    profiles,
    terrain_kinds,
    weapons,
)

WEAPONS: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "assault_rifle": (("MI-WPN-01", "MI-GAP-02"), {"dice": "hits", "die": 6, "range": 20, "react": True}),
    "grenades": (("MI-WPN-02",), {"dice": "hits", "die": 6, "bonus": 2, "range": 6, "slow": True}),
    "command_grenade": (
        ("MI-INF-02", "MI-GAP-57"),
        {"mount": "grenades", "die": 6, "bonus": 2, "range": 6, "slow": True},
    ),
    "he_warhead": (
        ("MI-WPN-03", "MI-WPN-04"),
        {"mount": "missile_launcher", "die": 6, "bonus": 2, "range": 60, "area": 3, "slow": True},
    ),
    "ap_warhead": (
        ("MI-WPN-03", "MI-WPN-05"),
        {"mount": "missile_launcher", "die": 10, "bonus": 2, "range": 60, "piercing": 2, "slow": True},
    ),
    "heavy_machine_gun": (
        ("MI-WPN-06", "MI-TRT-07"),
        {
            "dice": 6,
            "dice_unready": 2,
            "die": 6,
            "bonus": 1,
            "range": 30,
            "arc": "front",
            "piercing": 1,
            "react": True,
            "ready": True,
        },
    ),
    "autocannons": (
        ("MI-MWPN-01", "MI-VIK-03"),
        {"dice": 4, "die": 6, "bonus": 2, "range": 30, "arc": "front", "piercing": 2, "react": True},
    ),
    "rocket_pods": (
        ("MI-MWPN-02",),
        {"dice": 2, "die": 10, "range": 30, "arc": "front", "piercing": 1, "slow": True},
    ),
    "laser_focused": (
        ("MI-MWPN-03", "MI-MWPN-04"),
        {"mount": "laser_cannon", "die": 10, "bonus": 3, "arc": "front", "piercing": 3},
    ),
    "laser_sweeping": (
        ("MI-MWPN-03", "MI-MWPN-05"),
        {"mount": "laser_cannon", "dice": 6, "die": 10, "arc": "front"},
    ),
    "heavy_rockets": (
        ("MI-MWPN-06", "MI-GAP-23"),
        {"die": 6, "bonus": 3, "range": 30, "area": 3, "blasts": 2, "piercing": 1, "slow": True},
    ),
    "viking_gun_left": (
        ("MI-VIK-02", "MI-GAP-08"),
        {"dice": 6, "die": 6, "bonus": 1, "range": 30, "arc": "left", "piercing": 1, "react": True},
    ),
    "viking_gun_right": (
        ("MI-VIK-02", "MI-GAP-08"),
        {"dice": 6, "die": 6, "bonus": 1, "range": 30, "arc": "right", "piercing": 1, "react": True},
    ),
    "napalm": (
        ("MI-AIR-08", "MI-GAP-24"),
        {"die": 6, "bonus": 2, "area": 3, "blasts": 2, "flame": True, "persistent": True, "ammo": 2},
    ),
    "heat_missile": (
        ("MI-AIR-09", "MI-GAP-24"),
        {"dice": 2, "die": 10, "bonus": 3, "piercing": 3, "ammo": 2},
    ),
    "warrior_claws": (("MI-BWPN-01",), {"dice": 2, "die": 6, "bonus": 1, "melee": True, "react": True}),
    "warrior_bite": (("MI-BWPN-02",), {"die": 10, "piercing": 1, "melee": True, "react": True}),
    "hopper_strike": (
        ("MI-BWPN-03", "MI-BTRT-04"),
        {"die": 10, "piercing": 1, "melee": True, "react": True, "kamikaze": True},
    ),
    "tanker_jaws": (("MI-BWPN-04",), {"dice": 2, "die": 10, "bonus": 1, "melee": True, "react": True}),
    "acid_stream": (
        ("MI-BWPN-05",),
        {"die": 10, "range": 6, "area": 3, "flame": True, "piercing": 2, "slow": True},
    ),
    "plasma_claws": (("MI-BWPN-06",), {"dice": 2, "die": 10, "melee": True, "react": True}),
    "plasma_focused": (
        ("MI-BWPN-07", "MI-BWPN-08"),
        {
            "mount": "plasma_artillery",
            "die": 10,
            "bonus": 2,
            "range": 60,
            "area": 2,
            "piercing": 3,
            "scatter": 5,
            "ready": True,
            "slow": True,
            "persistent": True,
        },
    ),
    "plasma_airburst": (
        ("MI-BWPN-07", "MI-BWPN-09"),
        {
            "mount": "plasma_artillery",
            "die": 10,
            "range": 60,
            "area": 3,
            "piercing": 1,
            "scatter": 10,
            "ready": True,
            "slow": True,
            "persistent": True,
        },
    ),
    "burrower_mandibles": (("MI-BURR-06",), {"dice": 3, "die": 10, "piercing": 2, "melee": True}),
}


def marked(table: dict[str, tuple[tuple[str, ...], Any]]) -> list[Any]:
    """The rows as cases, each with the rules that print it."""
    return [pytest.param(key, row, marks=pytest.mark.rule(*ids), id=key) for key, (ids, row) in table.items()]


@pytest.mark.parametrize(("key", "row"), marked(WEAPONS))
def test_a_weapon_has_what_its_row_prints_and_nothing_else(key: str, row: dict[str, Any]) -> None:
    known = weapons()[key]
    assert known == msgspec.convert({"name": known.name, **row}, type=type(known))


FOOT = (4, 4, 4, 7)
MODELS: dict[str, tuple[tuple[str, ...], tuple[float, ...]]] = {
    # move, target, save, kill, hits, base, height, threat
    "rifle_squad": (("MI-INF-01",), (*FOOT, 4, 1, 0.75, 20)),
    "command_team": (("MI-INF-02",), (*FOOT, 2, 1, 0.75, 20)),
    "missile_team": (("MI-INF-03",), (*FOOT, 2, 1, 0.75, 60)),
    "machine_gun": (("MI-INF-04",), (*FOOT, 1, 1, 0.75, 30)),
    "field_medics": (("MI-INF-05",), (*FOOT, 2, 1, 0.75, 20)),
    "survivors": (("MI-INVS-01", "MI-GAP-30"), (*FOOT, 4, 1, 0.75, 0)),
    "human": (("MI-INVS-01",), (*FOOT, 1, 1, 0.75, 20)),
    "light_mech": (("MI-MECH-01", "MI-INVS-02"), (6, 6, 3, 9, 3, 1.5, 1.5, 30)),
    "heavy_mech": (("MI-MECH-02", "MI-INVS-03"), (5, 7, 3, 10, 3, 2, 2, math.inf)),
    "thunderbolt": (("MI-AIR-07", "MI-AIR-10"), (0, 9, 5, 10, 2, 4, 2, 0)),
    "viking": (("MI-VIK-01", "MI-VIK-04"), (12, 7, 4, 10, 8, 4, 2, 30)),
    "warrior": (("MI-BPRO-01", "MI-INTL-01"), (6, 5, 4, 8, 1, 1, 0.75, 0)),
    "hopper": (("MI-BPRO-02", "MI-INTL-02", "MI-GAP-40"), (8, 6, 5, 8, 1, 1, 0.75, 0)),
    "tanker": (("MI-BPRO-03", "MI-INTL-03"), (5, 7, 3, 12, 6, 2.5, 1.5, 0)),
    "plasma_bug": (("MI-BPRO-04", "MI-INTL-04"), (4, 5, 5, 9, 6, 2.5, 2, 0)),
    "burrower": (("MI-BURR-05",), (4, 5, 3, 12, 6, 2, 1, 0)),
    "tunnel_entrance": (("MI-INTL-05", "MI-HIDE-04"), (0, 8, 0, 12, 5, 3, 0.5, 0)),
    "tunneling_marker": (("MI-TUNL-01", "MI-GAP-44"), (0, 0, 0, 0, 1, 1, 0, 0)),
}


@pytest.mark.rule("MI-GAP-05", "MI-GAP-07", "MI-GAP-66")
@pytest.mark.parametrize(("kind", "row"), marked(MODELS))
def test_a_model_has_the_figures_of_its_row(kind: str, row: tuple[float, ...]) -> None:
    p = profiles()[kind]
    assert (p.move, p.target, p.save, p.kill, p.hits, p.base, p.height, p.threat) == row
    assert p.fly == (12 if kind == "hopper" else 0)


@pytest.mark.rule("MI-GAP-31", "MI-INF-01", "MI-INF-02", "MI-INF-03", "MI-INF-04", "MI-INF-05", "MI-INVS-01")
@pytest.mark.rule("MI-MECH-01", "MI-MECH-02", "MI-BPRO-01")
def test_whose_hit_points_are_people() -> None:
    people = {
        "rifle_squad",
        "command_team",
        "missile_team",
        "machine_gun",
        "field_medics",
        "survivors",
        "human",
    }
    assert {kind for kind, p in profiles().items() if p.humans} == people


TERRAIN: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "building": (
        ("MI-INVS-05", "MI-GAP-56", "MI-GAP-07"),
        {
            "height": 2,
            "hits": 4,
            "target": 7,
            "kill": 10,
            "blocks": True,
            "hard_cover": True,
            "enter": 2,
            "room": 12,
            "destroyed": "ruin",
        },
    ),
    "wall": (
        ("MI-INVS-04", "MI-GAP-56", "MI-GAP-07"),
        {
            "height": 1,
            "hits": 3,
            "target": 8,
            "kill": 12,
            "hard_cover": True,
            "climb": 2,
            "post": 2,
            "destroyed": "breach",
        },
    ),
    "rocks": (("MI-GAP-07",), {"height": 2, "blocks": True}),
    "crater": (("MI-GAP-07",), {"height": 0.5, "cost": 2, "overlap": True}),
    "ruin": (("MI-GAP-07", "MI-GAP-56"), {"height": 0.5, "cost": 2, "overlap": True}),
    "breach": (("MI-GAP-07", "MI-GAP-56"), {"height": 0.5, "cost": 2, "overlap": True}),
    "tunnel_entrance": (("MI-GAP-07",), {"height": 0.5, "hard_cover": True}),
}


@pytest.mark.parametrize(("kind", "row"), marked(TERRAIN))
def test_terrain_does_what_the_ruling_says_and_nothing_else(kind: str, row: dict[str, Any]) -> None:
    known = terrain_kinds()[kind]
    assert known == msgspec.convert(row, type=type(known))


def names_read() -> set[str]:
    """The names of all fields that some rule reads."""
    folder = Path(mobile_infantry.__file__).parent
    sources = [file.read_text(encoding="utf-8") for file in folder.rglob("*.py")]
    nodes = [node for source in sources for node in ast.walk(ast.parse(source))]
    return {node.attr for node in nodes if isinstance(node, ast.Attribute)}


@pytest.mark.parametrize("kind", [Weapon, Profile, TerrainKind, UnitTemplate, Forces])
def test_every_key_of_the_tables_is_read_by_some_rule(kind: type[msgspec.Struct]) -> None:
    printed_only = {"threat"}  # the source prints it; the rules work it out from moves and weapons
    assert set(kind.__struct_fields__) - names_read() - printed_only == set()
