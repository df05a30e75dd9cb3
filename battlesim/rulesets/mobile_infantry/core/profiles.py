"""Profiles, weapons and kinds of terrain, read from the TOML files of the ruleset."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import msgspec

from battlesim.table.phrases import AnyText, capitalized, joined_text, length_text, phrase

from ..data import DATA_FILES


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon, a mode of a weapon, or a form of melee attack; its range and area are in inches."""

    name: str
    die: int
    dice: int | str = 1
    dice_unready: int = 0
    bonus: int = 0
    range: float = math.inf
    arc: str = ""
    mount: str = ""
    piercing: int = 0
    area: float = 0.0
    blasts: int = 1
    scatter: int = 0
    ammo: int = 0
    melee: bool = False
    react: bool = False
    slow: bool = False
    ready: bool = False
    flame: bool = False
    persistent: bool = False
    kamikaze: bool = False

    @property
    def die_label(self) -> str:
        """The label of a die of the weapon, such as D6+1."""
        return f"D{self.die}" + (f"+{self.bonus}" if self.bonus else "")


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The ratings of a kind of model; `base` is a diameter in inches, and a `save` of 0 means none."""

    name: str
    base: float
    height: float
    move: float = 0.0
    fly: float = 0.0
    target: int = 0
    save: int = 0
    kill: int = 0
    hits: int = 1
    weapons: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    humans: bool = False
    threat: float = 0.0

    def has_trait(self, trait: str) -> bool:
        """Return whether the profile has the given trait."""
        return trait in self.traits


class TerrainKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The values of a kind of terrain in this ruleset; terrain.toml explains the fields."""

    height: float
    hits: int = 0
    target: int = 0
    kill: int = 0
    blocks: bool = False
    hard_cover: bool = False
    cost: float = 1.0
    climb: float = 0.0
    enter: float = 0.0
    post: float = 0.0
    room: int = 0
    overlap: bool = False
    destroyed: str = ""


profiles = DATA_FILES.toml_loader("profiles.toml", dict[str, Profile])
"""All profiles by kind."""
weapons = DATA_FILES.toml_loader("weapons.toml", dict[str, Weapon])
"""All weapons by key."""
terrain_kinds = DATA_FILES.toml_loader("terrain.toml", dict[str, TerrainKind])
"""All terrain kinds that have rules in this ruleset."""
display_names = DATA_FILES.toml_loader("names.toml", dict[str, dict[str, str]])
"""The display names of phases and traits."""


def profile(kind: str) -> Profile:
    """Return the profile of a kind of model. Raises KeyError if the kind is unknown."""
    return profiles()[kind]


def weapon_mount(weapon: str) -> str:
    """Return the key of the weapon to which a mode belongs."""
    return weapons()[weapon].mount or weapon


def has_ready_weapon(kind: str) -> bool:
    """Return whether a kind of model has a weapon with the Ready trait."""
    return any(weapons()[key].ready for key in profile(kind).weapons)


def profile_values(kind: str) -> Mapping[str, Any]:
    """Return a profile as plain values. Raises KeyError if the kind is unknown.

    `arms` lists the name, traits, range and dice of each weapon; `faces` is False if facing does not matter.
    """
    known = profile(kind)
    arms = [_arm(weapons()[key], known.hits) for key in known.weapons]
    return msgspec.structs.asdict(known) | {"arms": arms, "faces": known.has_trait("faces")}


def _arm(weapon: Weapon, hits: int) -> tuple[str, AnyText, AnyText, str]:
    flags = ("melee", "react", "slow", "ready", "flame", "kamikaze")
    words: list[AnyText] = [flag for flag in flags if getattr(weapon, flag)]
    words += [f"piercing {weapon.piercing}"] if weapon.piercing else []
    words += [phrase("area {}", length_text(weapon.area))] if weapon.area else []
    words += [f"{weapon.ammo} shots"] if weapon.ammo else []
    reach = "contact" if weapon.melee else length_text(weapon.range) if math.isfinite(weapon.range) else "any"
    count = hits if weapon.dice == "hits" else weapon.dice
    return weapon.name, capitalized(joined_text(words)), reach, f"{count}{weapon.die_label}"
