"""How large things can be: declared once, for maps, scenarios, states and events alike. Inches, degrees.

The types are checked wherever JSON or TOML is decoded into them. They are far beyond what is played, and so
small that nothing within them takes long or much memory.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

MAX_TABLE_SIDE_IN: Final = 600.0
MAX_HEIGHT_IN: Final = 48.0
MAX_BASE_WIDTH_IN: Final = 24.0
MAX_TERRAIN_PIECES: Final = 2000
MAX_TERRAIN_CORNERS: Final = 200_000
"""Of all terrain together."""
MAX_SHAPE_POINTS: Final = 2000
"""Of one shape as a person writes it; a ring may have more, as a line gets two sides and mitred corners."""
MAX_CORNERS_PER_TERRAIN: Final = 5 * MAX_SHAPE_POINTS
"""Of one piece of terrain in all its rings: what a line of the most points may come to."""
MAX_START_PIECES: Final = 2000
"""At the start; a battle may come to twice as many."""
MAX_SIDES: Final = 8
MAX_TURNS: Final = 1000
MAX_HITS: Final = 1000
MAX_SEED: Final = 10**18
MAX_ANGLE_DEG: Final = 36_000.0
"""Degrees, to and fro."""
MAX_RECORD_STEPS: Final = 10**9
"""Of a record; what cannot be is far below."""

Length = Annotated[float, Meta(ge=0, le=MAX_TABLE_SIDE_IN)]
SideLength = Annotated[float, Meta(ge=1, le=MAX_TABLE_SIDE_IN)]
Coordinate = Annotated[float, Meta(ge=-MAX_TABLE_SIDE_IN, le=2 * MAX_TABLE_SIDE_IN)]
"""Things may be laid over an edge of the table, or come in from beyond it."""
Height = Annotated[float, Meta(ge=0, le=MAX_HEIGHT_IN)]
Elevation = Annotated[float, Meta(ge=-MAX_HEIGHT_IN, le=2 * MAX_HEIGHT_IN)]
"""A height that something stands, hangs or begins at."""
BaseWidth = Annotated[float, Meta(gt=0, le=MAX_BASE_WIDTH_IN)]
"""The width of a base, from edge to edge."""
PositionTolerance = Annotated[float, Meta(ge=0, le=2)]
"""How far something may be off."""
Radius = Annotated[float, Meta(gt=0, le=MAX_BASE_WIDTH_IN / 2)]
Degrees = Annotated[float, Meta(ge=-MAX_ANGLE_DEG, le=MAX_ANGLE_DEG)]
BoundedNumber = Annotated[float, Meta(ge=-1e9, le=1e9)]
"""Any other number: points, shares, ranges (FAR, a million inches, is one)."""

Hits = Annotated[int, Meta(ge=-MAX_HITS, le=MAX_HITS)]
"""Damage may go below nothing."""
FullHits = Annotated[int, Meta(ge=0, le=MAX_HITS)]
"""The hits of something that is whole."""
PieceCount = Annotated[int, Meta(ge=0, le=MAX_START_PIECES)]
"""How many pieces."""
Count = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Divisor = Annotated[int, Meta(ge=1, le=1_000_000)]
"""How many of a thing make one of another."""
TurnNumber = Annotated[int, Meta(ge=-1, le=10 * MAX_TURNS)]
TurnCount = Annotated[int, Meta(ge=0, le=MAX_TURNS)]
Seed = Annotated[int, Meta(ge=0, le=MAX_SEED)]
SideNumber = Annotated[int, Meta(ge=1, le=MAX_SIDES)]
DieNumber = Annotated[int, Meta(ge=1, le=1000)]

Identifier = Annotated[str, Meta(max_length=100)]
"""An id, a kind, a key."""
Name = Annotated[str, Meta(max_length=200)]
"""A name or a title."""
Text = Annotated[str, Meta(max_length=20_000)]
