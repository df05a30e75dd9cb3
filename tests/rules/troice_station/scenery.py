"""Terrain and options that tests of several rules use."""

from __future__ import annotations

from .things import block

LONG_HOUSE = block("building", "h", 14, 5, 16, 15, 3.0)
FUEL_DUMP = block("fuel_dump", "d", 19, 7, 21, 13)
ARMED = {"grenades": "one_each"}
SUPPRESSIBLE = {"alien_morale": "suppressible"}
