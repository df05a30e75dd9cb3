"""The tables of the rulebook, made of the data that the rules read: factions, figures and terrain."""

from __future__ import annotations

from collections.abc import Mapping

from battlesim.engine.rule_texts import RulebookTable
from battlesim.table.phrases import AnyText, capitalized, length_text

from ..core.factions import FactionProfile, FigureKind
from ..core.terrain import TerrainKind, terrain_kinds

LEVELS = ("Open", "Cover", "Building")
EMPTY_CELL = "-"


def rulebook_tables(known: Mapping[str, FactionProfile]) -> tuple[RulebookTable, ...]:
    """Return the tables of factions, figures and terrain."""
    return (
        RulebookTable(
            "Factions",
            ("Faction", "Move", "Cards", "Linked fire"),
            tuple(_faction_row(faction) for faction in known.values()),
        ),
        RulebookTable(
            "Figures",
            ("Figure", "Faction", "Base", "Dice", *LEVELS),
            tuple(
                _figure_row(faction, kind) for faction in known.values() for kind in faction.figure.values()
            ),
        ),
        RulebookTable(
            "Terrain",
            ("Terrain", "Protection", "Blocks sight", "Height"),
            tuple(_terrain_row(key, kind) for key, kind in terrain_kinds().items()),
        ),
    )


def _faction_row(faction: FactionProfile) -> tuple[AnyText, ...]:
    cards = faction.cards
    numbers = f"{cards.single} / {cards.double} / {cards.triple}"
    return faction.title, length_text(faction.move), numbers, "yes" if faction.linked_fire else "no"


def _figure_row(faction: FactionProfile, kind: FigureKind) -> tuple[AnyText, ...]:
    return (kind.name, faction.title, length_text(kind.base), f"{kind.dice}D6", *map(str, kind.scores))


def _terrain_row(key: str, kind: TerrainKind) -> tuple[AnyText, ...]:
    name = capitalized(key.replace("_", " "))
    height = length_text(kind.height) if kind.height else EMPTY_CELL
    return name, LEVELS[kind.protection], "yes" if kind.hides else "no", height
