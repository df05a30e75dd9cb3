"""Profiles, weapons and kinds of terrain, read from the TOML files of the ruleset."""

from __future__ import annotations

import msgspec

from ..data import DATA_FILES

FIGURES = "TS-PROF-01"
MARINE_MOVE_IN = 4.0
"""The length in inches of one move of a marine (TS-MOVE-01)."""


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon, with its damage modifier and the number of firing actions before it must be reloaded."""

    name: str
    damage: int
    rounds: int
    automatic: bool = False
    scope: bool = False
    template: bool = False


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The values of a kind of figure; `base` (a diameter) and `move` (per action) are in inches."""

    name: str
    base: float
    height: float
    climb: int = 0
    move: float = MARINE_MOVE_IN
    fire: int = 0
    defence: int = 0
    explosion: int = 0
    melee: int = 0
    attacks: int = 1
    ability: str = ""
    weapon: str = ""
    hits: int = 1


class TerrainKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The values of a kind of terrain; terrain.toml explains the fields."""

    height: float
    difficulty: int = 0
    area: bool = False
    hard: bool = False
    conceals: float = 0.0
    stops_blast: bool = False
    impassable: bool = False
    hides: bool = True


profiles = DATA_FILES.toml_loader("profiles.toml", dict[str, Profile])
"""All profiles by kind."""
weapons = DATA_FILES.toml_loader("weapons.toml", dict[str, Weapon])
"""All weapons by key."""
terrain_kinds = DATA_FILES.toml_loader("terrain.toml", dict[str, TerrainKind])
"""All kinds of terrain that have an effect in this ruleset."""


def profile(kind: str) -> Profile:
    """Return the profile of a kind of figure. Raises KeyError if the kind is unknown."""
    return profiles()[kind]


def kind_weapon(kind: str) -> Weapon | None:
    """Return the weapon that a kind of figure carries, or None if it has none."""
    return weapons().get(profile(kind).weapon)
