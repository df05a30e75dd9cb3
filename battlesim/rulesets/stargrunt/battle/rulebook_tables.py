"""The tables of the rulebook (figures, weapons, tests, support), made from the data the rules use."""

from __future__ import annotations

from battlesim.engine.rule_texts import RulebookTable
from battlesim.table.phrases import AnyText, capitalized, joined_text, length_text

from ..core.profiles import NO_TEST, Profile, TerrainKind, ThreatRow, Weapon, profiles, tables, terrain_kinds
from ..core.profiles import weapons as known_weapons

EMPTY_CELL = "-"


def rulebook_tables() -> tuple[RulebookTable, ...]:
    """Return the tables of figures, weapons, terrain, quality, threat levels and support."""
    known = tables()
    levels = [*known.threat.values(), *known.added.values()]
    quality = tuple(
        (capitalized(name), f"D{die}", length_text(float(die))) for name, die in known.quality.items()
    )
    return (
        RulebookTable(
            "Figures",
            ("Figure", "Base", "Armour", "Move", "Combat move", "Weapons", "Special"),
            tuple(map(_figure_row, profiles().values())),
        ),
        RulebookTable(
            "Weapons",
            ("Weapon", "Firepower", "Impact", "Special"),
            tuple(map(_weapon_row, known_weapons().values())),
        ),
        RulebookTable("Quality", ("Troops", "Die", "Range band"), quality),
        RulebookTable(
            "Threat levels of confidence tests",
            ("Cause", "Low motivation", "Medium", "High"),
            tuple(map(_threat_row, levels)),
        ),
        RulebookTable(
            "Terrain",
            ("Terrain", "Height", "Cover", "To those on foot"),
            tuple(_terrain_row(key, kind) for key, kind in terrain_kinds().items()),
        ),
        RulebookTable("Bursts", ("Battery", "Radius"), tuple(_burst_rows())),
        RulebookTable(
            "Warheads",
            ("Warhead", "Against dispersed targets", "Against point targets"),
            tuple(
                (
                    warhead.name,
                    f"D{warhead.dispersed}",
                    f"D{warhead.point}" + f" x {warhead.factor}" * (warhead.factor > 1),
                )
                for warhead in known.warhead.values()
            ),
        ),
        RulebookTable(
            "Requests for support",
            ("Support", "Specialist must exceed", "Others"),
            tuple(
                (capitalized(kind), _above(row.specialist), _above(row.other))
                for kind, row in known.request.items()
            ),
        ),
    )


def _above(more: int) -> str:
    return f"leadership + {more}" if more else "leadership"


def _burst_rows() -> list[tuple[AnyText, ...]]:
    return [
        (capitalized(size.replace("_", " ")), length_text(burst.radius))
        for size, burst in tables().burst.items()
    ]


def _figure_row(figure: Profile) -> tuple[AnyText, ...]:
    moves = tables().mobility[figure.mobility]
    arms = joined_text(known_weapons()[key].name for key in figure.weapons) if figure.weapons else EMPTY_CELL
    special = [tag.replace("_", " ") for tag in figure.tags]
    special += [f"close combat +{figure.close_combat}"] * bool(figure.close_combat)
    return (
        figure.name,
        length_text(figure.base),
        f"D{tables().armour[figure.armour]}",
        length_text(moves.base),
        f"D{moves.die} x 2",
        arms,
        joined_text(special) if special else EMPTY_CELL,
    )


def _weapon_row(weapon: Weapon) -> tuple[AnyText, ...]:
    power = f"D{weapon.support}" if weapon.support else f"{weapon.firepower:g}"
    special = ["first band only"] * weapon.close + ["point targets"] * weapon.point
    special += [f"{weapon.shots} shot" + "s" * (weapon.shots > 1)] * bool(weapon.shots)
    return (
        capitalized(weapon.name),
        power,
        f"D{weapon.impact}",
        joined_text(special) if special else EMPTY_CELL,
    )


def _threat_row(row: ThreatRow) -> tuple[AnyText, ...]:
    levels = (row.low, row.medium, row.high)
    return (row.text, *("no test" if level == NO_TEST else f"+{level}" for level in levels))


def _terrain_row(key: str, kind: TerrainKind) -> tuple[AnyText, ...]:
    effect = (
        "stops" if kind.impassable else f"costs {kind.cost:g} in an inch" if kind.cost > 1.0 else
        f"{kind.crossing:g} in to cross" if kind.crossing else EMPTY_CELL
    )  # fmt: skip
    name = capitalized(key.replace("_", " "))
    return (name, length_text(kind.height) if kind.height else EMPTY_CELL, kind.cover or EMPTY_CELL, effect)
