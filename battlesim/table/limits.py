"""Limits on the sizes of maps, scenarios, states and events. Lengths are in inches and angles in degrees.

They are checked while JSON or TOML is decoded, so that no valid input takes too much time or memory.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

MAX_TABLE_SIDE_IN: Final = 600.0
MAX_HEIGHT_IN: Final = 48.0
MAX_BASE_WIDTH_IN: Final = 24.0
MAX_TERRAIN_PIECES: Final = 2000
MAX_TERRAIN_CORNERS: Final = 200_000
"""The maximum number of corners of all terrain together."""
MAX_SHAPE_POINTS: Final = 2000
"""The maximum number of points in a shape as written; its ring may have more, such as mitred corners."""
MAX_CORNERS_PER_TERRAIN: Final = 5 * MAX_SHAPE_POINTS
"""The maximum number of corners in all rings of a terrain piece, sufficient for the longest line."""
MAX_START_PIECES: Final = 2000
"""The maximum at the start; a battle may reach twice as many."""
MAX_SIDES: Final = 8
MAX_TURNS: Final = 1000
MAX_HITS: Final = 1000
MAX_SEED: Final = 10**18
MAX_ANGLE_DEG: Final = 36_000.0
"""The maximum angle in either direction."""
MAX_RECORD_STEPS: Final = 10**9
"""The maximum number of steps in a record, far above any possible number."""

Length = Annotated[float, Meta(ge=0, le=MAX_TABLE_SIDE_IN)]
SideLength = Annotated[float, Meta(ge=1, le=MAX_TABLE_SIDE_IN)]
Coordinate = Annotated[float, Meta(ge=-MAX_TABLE_SIDE_IN, le=2 * MAX_TABLE_SIDE_IN)]
"""A coordinate; objects may overhang the table or start beyond its edge."""
Height = Annotated[float, Meta(ge=0, le=MAX_HEIGHT_IN)]
Elevation = Annotated[float, Meta(ge=-MAX_HEIGHT_IN, le=2 * MAX_HEIGHT_IN)]
"""The height at which an object stands, hangs or begins."""
BaseWidth = Annotated[float, Meta(gt=0, le=MAX_BASE_WIDTH_IN)]
"""The width of a base from edge to edge."""
PositionTolerance = Annotated[float, Meta(ge=0, le=2)]
"""The maximum error of a position."""
Radius = Annotated[float, Meta(gt=0, le=MAX_BASE_WIDTH_IN / 2)]
Degrees = Annotated[float, Meta(ge=-MAX_ANGLE_DEG, le=MAX_ANGLE_DEG)]
BoundedNumber = Annotated[float, Meta(ge=-1e9, le=1e9)]
"""Any other number, such as points, fractions and ranges (up to NO_LIMIT_IN)."""

Hits = Annotated[int, Meta(ge=-MAX_HITS, le=MAX_HITS)]
"""Hit points, which damage may reduce below zero."""
FullHits = Annotated[int, Meta(ge=0, le=MAX_HITS)]
"""The hit points of an undamaged object."""
PieceCount = Annotated[int, Meta(ge=0, le=MAX_START_PIECES)]
Count = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Divisor = Annotated[int, Meta(ge=1, le=1_000_000)]
"""The number of units of one kind that make up a unit of another kind."""
TurnNumber = Annotated[int, Meta(ge=-1, le=10 * MAX_TURNS)]
TurnCount = Annotated[int, Meta(ge=0, le=MAX_TURNS)]
Seed = Annotated[int, Meta(ge=0, le=MAX_SEED)]
SideNumber = Annotated[int, Meta(ge=1, le=MAX_SIDES)]
DieNumber = Annotated[int, Meta(ge=1, le=1000)]

Identifier = Annotated[str, Meta(max_length=100)]
"""An id, kind or key."""
Name = Annotated[str, Meta(max_length=200)]
Text = Annotated[str, Meta(max_length=20_000)]
