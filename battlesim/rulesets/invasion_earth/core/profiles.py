"""Profiles, weapons and kinds of terrain, read from the TOML files of the ruleset."""

from __future__ import annotations

from typing import Literal

import msgspec

from ..data import DATA_FILES

PROFILES_RULE = "IE-GAP-42"
WEAPONS_RULE = "IE-GAP-41"

TemplateSize = Literal["", "small", "medium", "giant"]


class SuppressionBonus(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon's bonus for suppression fire: in how many range bands it applies, and by which rule."""

    bands: int
    rule: str


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon; `bands` are the far ends of its range bands in inches, and `needs` the strike score for each.

    `least` is its minimum range in inches. `piercing` is added to the number that a SAVE needs. If the weapon
    cannot be used for suppression fire, `no_suppression` is the rule that says so.
    """

    name: str
    bands: tuple[float, float, float]
    needs: tuple[int, int, int]
    damage: int = 1
    piercing: int = 0
    blast: TemplateSize = ""
    least: float = 0.0
    heavy: bool = False
    indirect: bool = False
    fixed_arc: bool = False
    primitive: bool = False
    suppression: SuppressionBonus | None = None
    no_suppression: str = ""

    @property
    def max_range(self) -> float:
        """The maximum range of the weapon in inches."""
        return self.bands[-1]


class Fear(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The models that a model frightens: those with a tag that see it `within` inches (0: any distance)."""

    of: str
    within: float


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The values of a kind of model; `base` is a diameter in inches (IE-GAP-33), rates are inches per action.

    A rate of 0 means that the model lacks the action. `save`, `stupidity` and `grapple` are the numbers that
    a die must reach, or 0 for none. `fixes` lists the tags and abilities of the models that it can repair.
    """

    name: str
    points: float
    base: float
    height: float
    move: float
    fast: float = 0.0
    sneak: float = 0.0
    hides: bool = False
    hits: int = 1
    save: int = 0
    assault: int = 0
    weapons: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    stupidity: int = 0
    grapple: int = 0
    fear: Fear | None = None
    fixes: tuple[str, ...] = ()
    fly: float = 0.0
    fly_fast: float = 0.0


class TerrainKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The values of a kind of terrain; terrain.toml explains the fields."""

    height: float
    obstacle: bool = False
    solid: bool = False
    area: bool = False
    difficult: bool = False
    depth: float = 0.0
    loose: bool = False
    breakable: bool = False


profiles = DATA_FILES.toml_loader("profiles.toml", dict[str, Profile])
"""All profiles by kind."""
weapons = DATA_FILES.toml_loader("weapons.toml", dict[str, Weapon])
"""All weapons by key."""
terrain_kinds = DATA_FILES.toml_loader("terrain.toml", dict[str, TerrainKind])
"""All kinds of terrain that mean something in this game."""
