"""The tables of the rulebook, generated from the data that the rules use."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import starmap
from typing import Final

from battlesim.engine.rule_texts import RulebookTable
from battlesim.table.phrases import AnyText, joined_text, length_text, phrase

from ..core.profiles import (
    Profile,
    TerrainKind,
    Weapon,
    display_names,
    profile,
    profiles,
    terrain_kinds,
    weapons,
)
from ..losses.hit_points import POOL
from ..troopers import search
from .forces import COMPANY, forces
from .reinforcements import SCHEDULE, scheduled_number
from .set_up import OF_TURN_0

EMPTY_CELL: Final = "-"
MODEL_COLUMNS = (
    "model",
    "move",
    "flies",
    "target",
    "save",
    "kill",
    "HP",
    "base",
    "height",
    "carries",
    "traits",
)
WEAPON_COLUMNS = ("weapon", "of", "dice", "range", "traits")
TERRAIN_COLUMNS = ("terrain", "height", "HP", "target", "kill", "what it does")
UNIT_COLUMNS = ("unit", "models", "with mi_force")
POOL_COLUMNS = ("arachnid_pool", "with mi_force", "models")


def rulebook_tables() -> tuple[RulebookTable, ...]:
    """Return the tables: models, weapons, terrain, search, reinforcements and forces."""
    found = tuple((str(face), entry.text) for face, entry in search.SEARCH_TABLE.items())
    return (
        RulebookTable("Models", MODEL_COLUMNS, tuple(map(_model, profiles().values()))),
        RulebookTable("Weapons and attack forms", WEAPON_COLUMNS, tuple(starmap(_weapon, weapons().items()))),
        RulebookTable("Terrain", TERRAIN_COLUMNS, tuple(starmap(_terrain, terrain_kinds().items()))),
        RulebookTable(f"What a search finds ({search.FOUND})", ("D6", "found"), found),
        _schedule(),
        RulebookTable(f"Units of the Mobile Infantry ({COMPANY})", UNIT_COLUMNS, tuple(_units())),
        RulebookTable(f"Models of the Arachnids ({POOL})", POOL_COLUMNS, tuple(_pools())),
    )


def _rating(value: int) -> str:
    return f"{value}+" if value else EMPTY_CELL


def _inches(value: float) -> AnyText:
    return length_text(value) if value else EMPTY_CELL


def _listed(found: Iterable[AnyText], between: str = ", ") -> AnyText:
    return joined_text((words for words in found if words), between) or EMPTY_CELL


def _model(known: Profile) -> tuple[AnyText, ...]:
    return (
        known.name,
        _inches(known.move),
        _inches(known.fly),
        _rating(known.target),
        _rating(known.save),
        _rating(known.kill),
        str(known.hits),
        _inches(known.base),
        _inches(known.height),
        _listed((weapons()[key].name for key in known.weapons), "; "),
        _listed(display_names()["traits"].get(trait, "") for trait in known.traits),
    )


def _weapon(key: str, known: Weapon) -> tuple[AnyText, ...]:
    carriers = (p.name for p in profiles().values() if key in p.weapons)
    count = "x" if known.dice == "hits" else str(known.dice)
    reach = "contact (CQ)" if known.melee else _inches(known.range) if known.range < math.inf else "unlimited"
    blasts = f"{known.blasts}x" if known.blasts > 1 else ""
    flags = ("react", "slow", "ready", "flame", "persistent", "kamikaze")
    traits = (
        f"Arc({known.arc[0].upper()})" if known.arc else "",
        phrase("AoE({}{})", blasts, length_text(known.area)) if known.area else "",
        f"Piercing({known.piercing})" if known.piercing else "",
        f"Scatter(D{known.scatter})" if known.scatter else "",
        *(flag.capitalize() for flag in flags if getattr(known, flag)),
        f"{known.dice_unready} dice after a move" if known.dice_unready else "",
        f"{known.ammo} carried" if known.ammo else "",
    )
    return known.name, _listed(carriers), f"{count}{known.die_label}", reach, _listed(traits)


def _terrain(key: str, known: TerrainKind) -> tuple[AnyText, ...]:
    does = (
        "stops ground movement" if known.blocks else "",
        "hard cover" if known.hard_cover else "",
        phrase("an inch of path costs {cost}", length_text(known.cost)) if known.cost > 1 else "",
        phrase("{cost} more to climb over", length_text(known.climb)) if known.climb else "",
        phrase("{} to enter", length_text(known.enter)) if known.enter else "",
        phrase("{cost} to man it", length_text(known.post)) if known.post else "",
        f"room for {known.room} HP" if known.room else "",
        "obscures whose base overlaps it" if known.overlap else "",
        f"destroyed: a {known.destroyed}" if known.destroyed else "",
    )
    hits = str(known.hits) if known.hits else EMPTY_CELL
    ratings = _rating(known.target), _rating(known.kill)
    return key.replace("_", " "), _inches(known.height), hits, *ratings, _listed(does)


def _schedule() -> RulebookTable:
    """Return the table of reinforcements by turn; its last column applies to all later turns."""
    last = max(len(row.by_turn) for row in forces().schedule.values()) - 1
    rows = []
    for kind, row in forces().schedule.items():
        brings = [scheduled_number(row.by_turn, turn) for turn in range(last + 1)]
        rows.append((f"{profile(kind).name}s", *("all" if n < 0 else str(n) for n in brings)))
    columns = ("turn", *(str(turn) for turn in range(last)), f"{last} and later")
    return RulebookTable(f"Arachnid reinforcements ({SCHEDULE} to {OF_TURN_0})", columns, tuple(rows))


def _counted(models: Mapping[str, int]) -> AnyText:
    """Return text that lists the number of models of each kind."""
    return _listed(f"{count} x {profile(kind).name}" for kind, count in models.items())


def _units() -> Iterator[tuple[AnyText, ...]]:
    for key, unit in forces().mi.items():
        named = (name for name, units in forces().forces.items() if key in units)
        yield unit.name, _counted(Counter(kind for kind, _ in unit.pieces)), _listed(named)


def _pools() -> Iterator[tuple[AnyText, ...]]:
    for pool, by_force in forces().pools.items():
        yield from ((pool, force, _counted(models)) for force, models in by_force.items())
