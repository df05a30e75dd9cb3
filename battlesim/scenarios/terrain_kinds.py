"""The kinds of terrain: the plain table, and a ruleset's own figures laid over it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec

OVERRIDABLE_FIELDS = ("height", "hits", "walls")
"""What of a kind a ruleset may say otherwise."""


class DefaultShape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The shape that a hand draws things in, and its size in inches: width and depth of a rect, radius of a
    circle, thickness of a line."""

    shape: Literal["rect", "circle", "line", "polygon"] = "rect"
    size: tuple[float, ...] = (4.0, 3.0)


class TerrainDefaults(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a map leaves unsaid about terrain of a kind. Height and thickness of walls about a room in
    inches. A hand draws it in its `usual` shape: a rect of that size, a circle of that radius, a line of
    that thickness, or a polygon."""

    height: float
    traits: tuple[str, ...] = ()
    look: str = ""
    hits: int = 0
    walls: float = 0.0
    usual: DefaultShape = DefaultShape()


@cache
def plain_terrain_kinds() -> dict[str, TerrainDefaults]:
    """The plain table, by kind."""
    text = files(__package__).joinpath("kinds.toml").read_text(encoding="utf-8")
    return msgspec.toml.decode(text, type=dict[str, TerrainDefaults])


def terrain_kinds_with(overrides: Mapping[str, Mapping[str, Any]]) -> dict[str, TerrainDefaults]:
    """The plain table with a ruleset's own figures laid over it; it may add kinds."""
    known = dict(plain_terrain_kinds())
    for name, figures in overrides.items():
        base = known.get(name, TerrainDefaults(height=0.0))
        ours = {key: figures[key] for key in OVERRIDABLE_FIELDS if key in figures}
        known[name] = msgspec.structs.replace(base, **ours)
    return known
