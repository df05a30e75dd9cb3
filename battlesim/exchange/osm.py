"""Properties of GeoJSON objects: what an object is and how high, by the tags of OpenStreetMap too.

Tags: https://wiki.openstreetmap.org/wiki/Map_features (height and width in metres unless a unit is said).
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any, Final

from battlesim.exchange.kinds import kind_among, kind_or
from battlesim.exchange.plan import Source, number_in

WORDS: Final = (
    "kind",
    "class",
    "type",
    "terrain",
    "building",
    "building:part",
    "barrier",
    "natural",
    "landuse",
    "waterway",
    "name",
)
"""Properties that may say what something is; one that is only "yes" is a word itself."""
WAYS: Final = (
    "highway",
    "railway",
    "aeroway",
    "aerialway",
    "power",
    "route",
    "boundary",
    "area:highway",
    "footway",
    "ferry",
)
"""Tags of what is never terrain, whatever its name: roads, paths, railways, cables, borders."""
PLAIN: Final = (
    "landuse",
    "leisure",
    "amenity",
    "natural",
    "man_made",
    "place",
    "tourism",
    "public_transport",
    "sport",
    "surface",
)
"""Tags of what is terrain only where their value names a kind: a park, a parking place, a coastline."""
FLAT_BARRIERS: Final = ("kerb", "bollard", "cable_barrier", "chain", "height_restrictor", "toll_booth")
METRES_IN_LEVEL: Final = 3.0
LENGTH: Final = re.compile(
    r"\s*+(\d++(?:\.\d*+)?+|\.\d++)\s*+(m|metres?|meters?|ft|feet|')?\s*+(?:(\d++)\"?)?\s*+\Z"
)
METRES: Final = {"": 1.0, "m": 1.0, "f": 0.3048, "'": 0.3048}
"""By the first letter of a unit."""
MAX_LENGTH: Final = 40
"""Letters of a length."""


def text_of(value: object) -> str:
    """Return a property as a word; "" for one that is none."""
    return str(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else ""


def terrain_kind(said: Mapping[str, Any], otherwise: str, name: str, source: Source) -> str:
    """Return the kind of terrain that properties name, else another; "" for what is no terrain."""
    barrier = text_of(said.get("barrier"))
    way = next((tag for tag in WAYS if _says(said, tag)), "")
    if kind := kind_among(map(text_of, (said.get("kind"), said.get("terrain")))):
        return kind_or([kind], otherwise, name, source)
    if way and not barrier:
        return _no_terrain(said, way, name, source)
    if barrier in FLAT_BARRIERS:
        return _no_terrain(said, "barrier", name, source)
    plain = next((tag for tag in PLAIN if _says(said, tag)), "")
    tagged = bool(plain or barrier or _says(said, "building") or _says(said, "waterway"))
    words = [_word(said, tag) for tag in WORDS if _says(said, tag) and not (tagged and tag == "name")]
    if _says(said, "waterway"):
        words.append("river")
    elif _says(said, "building"):
        words.append("building")
    elif plain and not (_says(said, "building") or barrier) and not kind_among(words):
        return _no_terrain(said, plain, name, source)
    return kind_or(words, otherwise, name, source)


def _says(said: Mapping[str, Any], tag: str) -> bool:
    return said.get(tag) not in (None, "", False, "no", "none")


def _word(said: Mapping[str, Any], tag: str) -> str:
    return tag if said[tag] in ("yes", True) else text_of(said[tag])


def _no_terrain(said: Mapping[str, Any], tag: str, name: str, source: Source) -> str:
    source.skip(name, f"{tag}={text_of(said[tag])} is no terrain")
    return ""


def height_said(said: Mapping[str, Any]) -> float:
    """Return the height in metres that properties say, else by the storeys of a building; nan for none."""
    height = length_said(said, "height")
    levels = number_in(said.get("building:levels"))
    if height > 0:
        return height
    return levels * METRES_IN_LEVEL if 0 < levels < math.inf else math.nan


def length_said(said: Mapping[str, Any], tag: str) -> float:
    """Return a length in metres ("12", "12 m", "40 ft", "7'6\""); nan for none."""
    found = LENGTH.match(text_of(said.get(tag))[:MAX_LENGTH])
    if found is None:
        return math.nan
    inches = float(found[3] or 0) if found[2] in ("'", "ft", "feet") else 0.0
    return float(found[1]) * METRES[(found[2] or "")[:1]] + inches * 0.0254
