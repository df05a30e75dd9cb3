"""Names of the eight compass directions. North is toward +y. Angles are in degrees from +x toward +y."""

from __future__ import annotations

from typing import Final

COMPASS_NAMES: Final = (
    "east",
    "north-east",
    "north",
    "north-west",
    "west",
    "south-west",
    "south",
    "south-east",
)


def compass_name(degrees: float) -> str:
    """Return the name of the compass direction nearest to an angle in degrees."""
    return COMPASS_NAMES[round(degrees / 45.0) % len(COMPASS_NAMES)]
