"""The figures of the rulebook as tables, made of the data that is played by."""

from __future__ import annotations

from typing import Final

import msgspec

from battlesim.engine.ruleset import RulebookTable
from battlesim.table.phrases import AnyText, capitalized, joined_text, length_text

from ..core.profiles import Profile, TerrainKind, Weapon, profile, profiles, terrain_kinds, weapons
from ..data import FILES
from .forces import Squad, forces

NONE: Final = "-"
FIGURES = ("figure", "move", "climb", "fire", "defence", "explosions", "melee", "dice", "base", "weapon")
WEAPONS = ("weapon", "damage", "Cover Fire", "firing actions")
TERRAIN = ("terrain", "height", "difficulty", "cover", "hides at least")
SQUADS = ("squad", "figures", "led by")


class BookTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the rulebook as it is written down: its title, its columns and its rows."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class BookTables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What tables_of_rulebook.toml holds."""

    table: tuple[BookTable, ...]


written = FILES.toml_loader("tables_of_rulebook.toml", BookTables)
"""The tables of the map, of what stops whom, and of the scenarios."""


def tables() -> tuple[RulebookTable, ...]:
    """Return the tables of the rulebook: scenarios, map and obstacles, figures, weapons, terrain, squads."""
    return (
        *(RulebookTable(table.title, table.columns, table.rows) for table in written().table),
        RulebookTable("Figures", FIGURES, tuple(map(_figure, profiles().values()))),
        RulebookTable("Weapons", WEAPONS, tuple(map(_weapon, weapons().values()))),
        RulebookTable("Terrain", TERRAIN, tuple(_terrain(*known) for known in terrain_kinds().items())),
        RulebookTable("Squads", SQUADS, tuple(map(_squad, forces().squads.values()))),
    )


def _bonus(value: int) -> str:
    return f"{value:+d}" if value else NONE


def _figure(known: Profile) -> tuple[AnyText, ...]:
    arm = weapons().get(known.weapon)
    bonuses = (known.climb, known.fire, known.defence, known.explosion, known.melee)
    dice, base = str(known.attacks), length_text(known.base)
    return (known.name, length_text(known.move), *map(_bonus, bonuses), dice, base, arm.name if arm else NONE)


def _weapon(known: Weapon) -> tuple[AnyText, ...]:
    damage = f"{known.damage:+d}{', template' if known.template else ''}"
    return (known.name, damage, "yes" if known.automatic else "no", str(known.rounds))


def _terrain(kind: str, known: TerrainKind) -> tuple[AnyText, ...]:
    name = capitalized(kind.replace("_", " "))
    cover = "hard" if known.hard else "concealment" if known.hides else NONE
    least = f"{known.conceals:.0%}" if known.conceals else NONE
    return (
        name,
        length_text(known.height),
        f"{known.difficulty}" if known.difficulty else NONE,
        cover,
        least,
    )


def _squad(squad: Squad) -> tuple[AnyText, ...]:
    every = (
        (f"{key}-{k}", name)
        for key, one in forces().squads.items()
        for k, (_, name) in enumerate(one.figures, 1)
    )
    leader = dict(every).get(squad.under, NONE)
    return (squad.name, joined_text(profile(kind).name for kind, _ in squad.figures), leader)
