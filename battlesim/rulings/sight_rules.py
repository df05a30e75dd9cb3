"""The rules of sight of a ruleset, as data (`sight.toml`)."""

from __future__ import annotations

import math
from typing import Literal

import msgspec

from battlesim.geometry.constants import FRACTION_TOL
from battlesim.table.terrain import Terrain

ANY_TERRAIN = ("*",)


class SightRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Rules of sight, with lengths in inches, fractions from 0 to 1, and kinds or traits ("*": all of them).

    mode          "share": the visible part of the target's rectangle; "line": one straight line
    lines         for "line": "centres" (base centre to base centre), "bases" (any line between the
                  bases at eye height), "bodies" (any line between the bases at any height of the
                  two) or "corners" (from the best corner of a square about the viewer's base to the
                  four about the target's; the visible fraction is that of the free lines)
    edge_to_edge  for "bases": lines run only from the near edge of one base to that of the other
    eye           the eye's height as a fraction of the viewer's; eye_height, if not 0, is a fixed one
    target_height if not 0, the fixed height of every target
    hides         terrain that hides; `shows` takes some of it out again
    stands_in     terrain that hides nothing if the base of viewer or target overlaps or is posted on it
    solid_pieces  pieces that count as terrain, by kind
    bases         other pieces hide as well; groups: every unit hides as the hull of its bases,
                  group_height high
    depth         terrain by kind or trait that can be seen through, up to so many inches of the
                  centre line
    limit         how far a piece sees, edge to edge; `limits` override it for single pieces by id
    roofs         terrain in which sight from centre to centre has no limit, as long as it stays inside
    partial, full hidden fraction from which cover is partial, and above which it is full
    least         minimum hidden fraction of a target whose base overlaps terrain of a kind or trait
    hard          terrain that is hard cover if it hides `hard_share` of a target by itself
    overlap       terrain that obscures a target whose base overlaps it, unless the viewer's does too
    obscuring     markers that hide nothing, but obscure what is in or behind them; `blocking` ones hide
    """

    mode: Literal["share", "line"] = "share"
    lines: Literal["centres", "bases", "bodies", "corners"] = "centres"
    edge_to_edge: bool = False
    eye: float = 1.0
    eye_height: float = 0.0
    target_height: float = 0.0
    hides: tuple[str, ...] = ANY_TERRAIN
    shows: tuple[str, ...] = ()
    stands_in: tuple[str, ...] = ANY_TERRAIN
    solid_pieces: tuple[str, ...] = ()
    bases: bool = False
    groups: bool = False
    group_height: float = 0.0
    depth: dict[str, float] = {}
    limit: float = math.inf
    limits: dict[str, float] = {}
    roofs: tuple[str, ...] = ()
    partial: float = FRACTION_TOL
    full: float = 1.0
    least: dict[str, float] = {}
    hard: tuple[str, ...] = ()
    hard_share: float = 1.0
    overlap: tuple[str, ...] = ()
    obscuring: tuple[str, ...] = ()
    blocking: tuple[str, ...] = ()

    def hides_anything(self, terrain: Terrain) -> bool:
        """Return whether a terrain piece hides anything at all."""
        return is_named(terrain, self.hides) and not is_named(terrain, self.shows)

    def limit_of(self, piece: str) -> float:
        """Return how far a piece sees, edge to edge, in inches."""
        return self.limits.get(piece, self.limit)

    def concealed_fraction(self, terrain: Terrain) -> float:
        """Return the minimum hidden fraction of a target whose base overlaps a terrain piece."""
        words = (terrain.kind, *terrain.traits)
        return max((self.least[word] for word in words if word in self.least), default=0.0)

    def see_through_depth(self, terrain: Terrain) -> float | None:
        """Return the depth in inches to which a terrain piece can be seen into; None if it cannot."""
        for word in (terrain.kind, *terrain.traits):
            if word in self.depth:
                return self.depth[word]
        return None


PLAIN_SIGHT = SightRules()
"""The sight rules of plain geometry: eyes at full height, and only terrain that neither stands in hides."""


def is_named(terrain: Terrain, names: tuple[str, ...]) -> bool:
    """Return whether `names` contains a terrain piece's kind or one of its traits."""
    return names == ANY_TERRAIN or terrain.kind in names or any(trait in names for trait in terrain.traits)


def parse_sight_rules(text: str) -> SightRules:
    """Parse sight rules from the text of a sight.toml. Raise msgspec.ValidationError if they are invalid."""
    return msgspec.toml.decode(text, type=SightRules)
