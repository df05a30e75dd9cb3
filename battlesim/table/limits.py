"""How large things can be: declared once, for maps, scenarios, states and events alike. Inches, degrees.

The types are checked wherever JSON or TOML is decoded into them. They are far beyond what is played, and so
small that nothing within them takes long or much memory.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

MOST_SIDE: Final = 600.0
MOST_HEIGHT: Final = 48.0
MOST_BASE: Final = 24.0
MOST_TERRAIN: Final = 2000
MOST_CORNERS: Final = 200_000
"""Of all terrain together."""
MOST_POINTS: Final = 2000
"""Of one shape as a person writes it; a ring may have more, as a line gets two sides and mitred corners."""
MAX_CORNERS_OF_ONE: Final = 5 * MOST_POINTS
"""Of one piece of terrain in all its rings: what a line of the most points may come to."""
MOST_PIECES: Final = 2000
"""At the start; a battle may come to twice as many."""
MOST_SIDES: Final = 8
MOST_TURNS: Final = 1000
MOST_HITS: Final = 1000
MOST_SEED: Final = 10**18
MOST_TURN: Final = 36_000.0
"""Degrees, to and fro."""
MOST_STEPS: Final = 10**9
"""Of a record; what cannot be is far below."""

Length = Annotated[float, Meta(ge=0, le=MOST_SIDE)]
SideLength = Annotated[float, Meta(ge=1, le=MOST_SIDE)]
Coordinate = Annotated[float, Meta(ge=-MOST_SIDE, le=2 * MOST_SIDE)]
"""Things may be laid over an edge of the table, or come in from beyond it."""
Height = Annotated[float, Meta(ge=0, le=MOST_HEIGHT)]
Level = Annotated[float, Meta(ge=-MOST_HEIGHT, le=2 * MOST_HEIGHT)]
"""A height that something stands, hangs or begins at."""
Base = Annotated[float, Meta(gt=0, le=MOST_BASE)]
"""The width of a base, from edge to edge."""
Slack = Annotated[float, Meta(ge=0, le=2)]
"""How far something may be off."""
Radius = Annotated[float, Meta(gt=0, le=MOST_BASE / 2)]
Degrees = Annotated[float, Meta(ge=-MOST_TURN, le=MOST_TURN)]
Figure = Annotated[float, Meta(ge=-1e9, le=1e9)]
"""Any other number: points, shares, ranges (FAR, a million inches, is one)."""

Hits = Annotated[int, Meta(ge=-MOST_HITS, le=MOST_HITS)]
"""Damage may go below nothing."""
Strength = Annotated[int, Meta(ge=0, le=MOST_HITS)]
"""The hits of something that is whole."""
Number = Annotated[int, Meta(ge=0, le=MOST_PIECES)]
"""How many pieces."""
Count = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Every = Annotated[int, Meta(ge=1, le=1_000_000)]
"""How many of a thing make one of another."""
Turn = Annotated[int, Meta(ge=-1, le=10 * MOST_TURNS)]
Turns = Annotated[int, Meta(ge=0, le=MOST_TURNS)]
Seed = Annotated[int, Meta(ge=0, le=MOST_SEED)]
SideNumber = Annotated[int, Meta(ge=1, le=MOST_SIDES)]
Die = Annotated[int, Meta(ge=1, le=1000)]

Word = Annotated[str, Meta(max_length=100)]
"""An id, a kind, a key."""
Name = Annotated[str, Meta(max_length=200)]
"""A name or a title."""
Text = Annotated[str, Meta(max_length=20_000)]
