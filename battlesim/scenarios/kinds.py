"""The kinds of terrain: the plain table, and a ruleset's own figures laid over it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

OWN_FIGURES = ("height", "hits", "walls")
"""What of a kind a ruleset may say otherwise."""


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a map leaves unsaid about terrain of a kind. Height and thickness of walls about a room in
    inches."""

    height: float
    traits: tuple[str, ...] = ()
    look: str = ""
    hits: int = 0
    walls: float = 0.0


@cache
def plain_kinds() -> dict[str, Kind]:
    """The plain table, by kind."""
    text = files(__package__).joinpath("kinds.toml").read_text(encoding="utf-8")
    return msgspec.toml.decode(text, type=dict[str, Kind])


def kinds_with(own: Mapping[str, Mapping[str, Any]]) -> dict[str, Kind]:
    """The plain table with a ruleset's own figures laid over it; it may add kinds."""
    known = dict(plain_kinds())
    for name, figures in own.items():
        base = known.get(name, Kind(height=0.0))
        ours = {key: figures[key] for key in OWN_FIGURES if key in figures}
        known[name] = msgspec.structs.replace(base, **ours)
    return known
