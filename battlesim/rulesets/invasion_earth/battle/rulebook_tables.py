"""The tables of the rulebook (models, weapons and terrain), made from the data the rules use."""

from __future__ import annotations

from battlesim.engine.rule_texts import RulebookTable
from battlesim.table.phrases import AnyText, capitalized, joined_text, length_text

from ..core.profiles import Profile, TerrainKind, Weapon, profiles, terrain_kinds, weapons

EMPTY_CELL = "-"
MODEL_COLUMNS = (
    "Model", "Points", "Base", "Move", "Fast", "Sneak", "Hits", "Save", "Assault", "Weapon", "Special"
)  # fmt: skip
WEAPON_COLUMNS = ("Weapon", "Short", "Medium", "Long", "Damage", "Piercing", "Special")
TERRAIN_COLUMNS = ("Terrain", "Height", "To a model on foot", "Fixed")


def rulebook_tables() -> tuple[RulebookTable, ...]:
    """Return the tables of models, weapons and terrain."""
    terrain = tuple(_terrain_row(key, kind) for key, kind in terrain_kinds().items())
    return (
        RulebookTable("Models", MODEL_COLUMNS, tuple(map(_model_row, profiles().values()))),
        RulebookTable("Weapons", WEAPON_COLUMNS, tuple(map(_weapon_row, weapons().values()))),
        RulebookTable("Terrain", TERRAIN_COLUMNS, terrain),
    )


def _length(value: float) -> AnyText:
    return length_text(value) if value else EMPTY_CELL


def _model_row(model: Profile) -> tuple[AnyText, ...]:
    arms = joined_text(weapons()[key].name for key in model.weapons) if model.weapons else EMPTY_CELL
    return (
        model.name,
        f"{model.points:g}",
        length_text(model.base),
        _length(model.move),
        _length(model.fast),
        _length(model.sneak),
        f"{model.hits}",
        f"{model.save}+" if model.save else EMPTY_CELL,
        f"{model.assault:+d}",
        arms,
        joined_text(_special(model)) or EMPTY_CELL,
    )


def _special(model: Profile) -> list[AnyText]:
    words: list[AnyText] = [ability.replace("_", " ") for ability in model.abilities]
    words += [f"stupidity {model.stupidity}"] * bool(model.stupidity)
    words += [f"grapple {model.grapple}"] * bool(model.grapple)
    words += ["causes fear"] * (model.fear is not None)
    words += ["fix"] * bool(model.fixes) + ["flies"] * bool(model.fly)
    return words


def _weapon_row(weapon: Weapon) -> tuple[AnyText, ...]:
    bands = zip(weapon.bands, weapon.needs, strict=True)
    cells = [joined_text((length_text(far_end), f": {needs}+"), "") for far_end, needs in bands]
    special: list[AnyText] = [weapon.blast + " blast"] * bool(weapon.blast)
    special += ["heavy"] * weapon.heavy + ["indirect"] * weapon.indirect
    special += ["fixed arc"] * weapon.fixed_arc + ["primitive"] * weapon.primitive
    return (
        weapon.name,
        *cells,
        f"{weapon.damage}",
        f"{weapon.piercing}" if weapon.piercing else EMPTY_CELL,
        joined_text(special) or EMPTY_CELL,
    )


def _terrain_row(key: str, kind: TerrainKind) -> tuple[AnyText, ...]:
    effect = (
        "counts double"
        if kind.difficult
        else "stops"
        if kind.solid
        else "crossed"
        if kind.obstacle
        else EMPTY_CELL
    )
    name = capitalized(key.replace("_", " "))
    return (name, length_text(kind.height), effect, "loose" if kind.loose else "fixed")
