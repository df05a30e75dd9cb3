"""The tables of the rulebook, made from the data that the rules use."""

from __future__ import annotations

from typing import Final

import msgspec

from battlesim.engine.rule_texts import RulebookTable
from battlesim.table.phrases import AnyText, capitalized, joined_text, length_text

from ..core.profiles import Profile, TerrainKind, Weapon, profile, profiles, terrain_kinds, weapons
from ..data import DATA_FILES
from .forces import PresetSquad, forces

EMPTY_CELL: Final = "-"
FIGURE_COLUMNS = (
    "figure",
    "move",
    "climb",
    "fire",
    "defence",
    "explosions",
    "melee",
    "dice",
    "base",
    "weapon",
)
WEAPON_COLUMNS = ("weapon", "damage", "Cover Fire", "firing actions")
TERRAIN_COLUMNS = ("terrain", "height", "difficulty", "cover", "hides at least")
SQUAD_COLUMNS = ("squad", "figures", "led by")


class BookTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the rulebook as stored in its data file: its title, columns and rows."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class BookTables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of tables_of_rulebook.toml."""

    table: tuple[BookTable, ...]


file_tables = DATA_FILES.toml_loader("tables_of_rulebook.toml", BookTables)
"""The tables of the map, of obstacles and of the scenarios."""


def rulebook_tables() -> tuple[RulebookTable, ...]:
    """Return the rulebook's tables: scenarios, map, obstacles, figures, weapons, terrain and squads."""
    return (
        *(RulebookTable(table.title, table.columns, table.rows) for table in file_tables().table),
        RulebookTable("Figures", FIGURE_COLUMNS, tuple(map(_figure, profiles().values()))),
        RulebookTable("Weapons", WEAPON_COLUMNS, tuple(map(_weapon, weapons().values()))),
        RulebookTable(
            "Terrain", TERRAIN_COLUMNS, tuple(_terrain(*known) for known in terrain_kinds().items())
        ),
        RulebookTable("Squads", SQUAD_COLUMNS, tuple(map(_squad, forces().squads.values()))),
    )


def _bonus(value: int) -> str:
    return f"{value:+d}" if value else EMPTY_CELL


def _figure(known: Profile) -> tuple[AnyText, ...]:
    arm = weapons().get(known.weapon)
    bonuses = (known.climb, known.fire, known.defence, known.explosion, known.melee)
    dice, base = str(known.attacks), length_text(known.base)
    return (
        known.name,
        length_text(known.move),
        *map(_bonus, bonuses),
        dice,
        base,
        arm.name if arm else EMPTY_CELL,
    )


def _weapon(known: Weapon) -> tuple[AnyText, ...]:
    damage = f"{known.damage:+d}{', template' if known.template else ''}"
    return (known.name, damage, "yes" if known.automatic else "no", str(known.rounds))


def _terrain(kind: str, known: TerrainKind) -> tuple[AnyText, ...]:
    name = capitalized(kind.replace("_", " "))
    cover = "hard" if known.hard else "concealment" if known.hides else EMPTY_CELL
    least = f"{known.conceals:.0%}" if known.conceals else EMPTY_CELL
    return (
        name,
        length_text(known.height),
        f"{known.difficulty}" if known.difficulty else EMPTY_CELL,
        cover,
        least,
    )


def _squad(squad: PresetSquad) -> tuple[AnyText, ...]:
    every = (
        (f"{key}-{k}", name)
        for key, one in forces().squads.items()
        for k, (_, name) in enumerate(one.figures, 1)
    )
    leader = dict(every).get(squad.under, EMPTY_CELL)
    return (squad.name, joined_text(profile(kind).name for kind, _ in squad.figures), leader)
