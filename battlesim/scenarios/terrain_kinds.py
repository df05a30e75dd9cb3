"""The kinds of terrain and their default values. A ruleset may override some of the values."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec

from battlesim.table.levels import FLAT_ROOF_TRAIT, PARAPET_TRAIT, RELIEF_TRAIT

OVERRIDABLE_FIELDS = ("height", "hits", "walls")
"""Fields of a kind of terrain that a ruleset may override."""
MAP_TRAITS = ("impenetrable", RELIEF_TRAIT, FLAT_ROOF_TRAIT, PARAPET_TRAIT)
"""Traits that no kind of terrain has by itself, but that a map may give to a piece."""


class DefaultShape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The shape and size of a new object in the map editor.

    The size in inches is the width and depth of a rectangle, the radius of a circle or the thickness of a
    line.
    """

    shape: Literal["rect", "circle", "line", "polygon"] = "rect"
    size: tuple[float, ...] = (4.0, 3.0)


class TerrainDefaults(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The default values of a kind of terrain, used where a map gives no value.

    `height` and the wall thickness `walls` are in inches. `usual` is the shape that the map editor draws.
    """

    height: float
    traits: tuple[str, ...] = ()
    look: str = ""
    hits: int = 0
    walls: float = 0.0
    usual: DefaultShape = DefaultShape()


@cache
def plain_terrain_kinds() -> dict[str, TerrainDefaults]:
    """Return the default values of each kind of terrain, before any ruleset overrides them."""
    text = files(__package__).joinpath("kinds.toml").read_text(encoding="utf-8")
    return msgspec.toml.decode(text, type=dict[str, TerrainDefaults])


def terrain_kinds_with(overrides: Mapping[str, Mapping[str, Any]]) -> dict[str, TerrainDefaults]:
    """Return the default values of each kind of terrain after a ruleset's changes and additions."""
    known = dict(plain_terrain_kinds())
    for name, values in overrides.items():
        base = known.get(name, TerrainDefaults(height=0.0))
        changes = {key: values[key] for key in OVERRIDABLE_FIELDS if key in values}
        known[name] = msgspec.structs.replace(base, **changes)
    return known
