"""The rules of sight of a ruleset, as loaded from its `sight.toml`."""

from __future__ import annotations

import math
from typing import Literal

import msgspec

from battlesim.geometry.constants import FRACTION_TOL, TOL
from battlesim.table.terrain import Terrain

Cover = Literal["none", "partial", "full"]
ANY_TERRAIN = ("*",)


class OpeningRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules for sight into and out of rooms, through the doors and windows at which pieces stand.

    A piece is at an opening if its centre is directly in front of it and at most `within` inches away. An
    opening has room for a piece for each full inch of its width. A piece there sees and is seen through a
    `sector` of the given angle in degrees, and has at least the cover `cover`. If the angle is 360, every
    piece in the room sees and is seen through the walls. In rooms with the trait `announced`, a piece also
    needs the mark `mark` to be at an opening.
    """

    within: float = 1.0
    sector: float = 90.0
    cover: Literal["none", "partial", "full"] = "full"
    announced: str = "announced"
    mark: str = "at_opening"


class SightRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The rules of sight of a ruleset. Lengths are in inches; fractions are from 0 to 1.

    Terrain is named by kinds or traits; "*" stands for all terrain.

    mode          "share": the visible part of the target's rectangle; "line": one straight line
    lines         for mode "line": "centres" (from base centre to base centre), "bases" (any line between the
                  bases at eye height), "bodies" (any line between the bases at any height of the
                  pieces) or "corners" (from the best corner of a square around the viewer's base to the
                  four corners around the target's; the fraction of free lines is visible)
    edge_to_edge  for "bases": lines run only between the near edges of the bases
    eye           the eye's height as a fraction of the viewer's; `eye_height`, if not 0, is a fixed height
    target_height if not 0, the fixed height of every target
    hides         terrain that blocks sight; `shows` lists exceptions
    stands_in     terrain that hides nothing while the viewer or target overlaps it or stands on it
    stands_on     terrain that hides nothing while either piece stands on its top; unset: as `stands_in`
    solid_pieces  kinds of pieces that count as terrain
    bases         true if other pieces block sight; `groups`: every unit blocks sight as the hull of its
                  bases, at least `group_height` high
    open_units    units that do not block sight although `groups` do
    excused       solids (terrain, or hulls by the prefix "unit:") that hide nothing from or of a piece, by
                  its id, besides what `stands_in` and `stands_on` say
    depth         terrain that can be seen through, with the maximum inches of the centre line inside it
    limit         maximum range of sight, edge to edge; `limits` override it by piece id
    roofs         terrain in which sight has no limit while the centre line stays inside
    flat          true if heights do not count: all terrain and hulls that block sight do so at any height
    partial, full hidden fraction from which cover is partial, and above which it is full
    least         minimum hidden fraction of a target whose base overlaps the named terrain
    hard          terrain that is hard cover if it hides `hard_share` of a target by itself
    overlap       terrain that obscures a target whose base overlaps it, unless the viewer's base does, too
    openings      rules for sight into and out of rooms; if unset, the shape of the walls decides
    overlap_share fraction of the base that must be exceeded to be obscured, wherever the viewer stands;
                  0: any overlap counts, as described above
    cover_nearer  true if obstacles nearer to the viewer than to the target give no cover
    near_cover    minimum grade of cover by terrain, for targets with their centre in it, and for targets
                  where the centre line crosses it within `near_cover_within` inches of the base
    bases_as_high true if pieces lower than the target do not hide it
    obscuring     markers that obscure targets in or behind them; `blocking` markers hide them
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
    stands_on: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    solid_pieces: tuple[str, ...] = ()
    bases: bool = False
    groups: bool = False
    group_height: float = 0.0
    flat: bool = False
    open_units: tuple[str, ...] = ()
    excused: dict[str, tuple[str, ...]] = {}
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
    openings: OpeningRules | msgspec.UnsetType = msgspec.UNSET
    overlap_share: float = 0.0
    cover_nearer: bool = False
    bases_as_high: bool = False
    near_cover: dict[str, Cover] = {}
    near_cover_within: float = 1.0

    def hides_anything(self, terrain: Terrain) -> bool:
        """Return whether a piece of terrain can block sight."""
        return is_named(terrain, self.hides) and not is_named(terrain, self.shows)

    def excuses(self, terrain: Terrain, z: float) -> bool:
        """Return whether terrain hides nothing from a piece in or on it, and no part of that piece.

        `z` is the height of the piece's foot.
        """
        is_on_top = z >= terrain.height - TOL and terrain.height > terrain.bottom
        if is_on_top and not isinstance(self.stands_on, msgspec.UnsetType):
            return is_named(terrain, self.stands_on)
        return is_named(terrain, self.stands_in)

    def limit_of(self, piece: str) -> float:
        """Return the maximum distance in inches at which a piece can see, from base edge to base edge."""
        return self.limits.get(piece, self.limit)

    def concealed_fraction(self, terrain: Terrain) -> float:
        """Return the minimum fraction of a target that terrain hides if the target's base overlaps it."""
        words = (terrain.kind, *terrain.traits)
        return max((self.least[word] for word in words if word in self.least), default=0.0)

    def see_through_depth(self, terrain: Terrain) -> float | None:
        """Return how far pieces can see into terrain, in inches, or None if the rules give no depth."""
        for word in (terrain.kind, *terrain.traits):
            if word in self.depth:
                return self.depth[word]
        return None


PLAIN_SIGHT = SightRules()
"""Plain sight rules: eyes at full height, and terrain hides unless viewer or target stands in it."""


def is_named(terrain: Terrain, names: tuple[str, ...]) -> bool:
    """Return whether `names` contains the kind or a trait of the terrain, or stands for all terrain."""
    return names == ANY_TERRAIN or terrain.kind in names or any(trait in names for trait in terrain.traits)


def parse_sight_rules(text: str) -> SightRules:
    """Parse the text of a sight.toml file. Raises msgspec.ValidationError if the rules are invalid."""
    return msgspec.toml.decode(text, type=SightRules)
