"""Kinds and heights of terrain, taken from GeoJSON properties and OpenStreetMap tags.

Source: https://wiki.openstreetmap.org/wiki/Map_features. Lengths are in metres unless another unit is given.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any, Final

from battlesim.exchange.kind_words import kind_from_words, kind_or_default
from battlesim.exchange.plan import ImportContext, number_or_nan

KIND_PROPERTIES: Final = (
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
"""Properties that may name the kind of an object; if the value is "yes", the name of the property is used."""
NON_TERRAIN_TAGS: Final = (
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
"""Tags of objects that are never terrain, such as roads, railways, cables and borders."""
OPTIONAL_TERRAIN_TAGS: Final = (
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
"""Tags of objects that are terrain only if the value names a kind; a park or a coastline does not."""
FLAT_BARRIERS: Final = ("kerb", "bollard", "cable_barrier", "chain", "height_restrictor", "toll_booth")
METRES_PER_LEVEL: Final = 3.0
LENGTH_PATTERN: Final = re.compile(
    r"\s*+(\d++(?:\.\d*+)?+|\.\d++)\s*+(m|metres?|meters?|ft|feet|')?\s*+(?:(\d++)\"?)?\s*+\Z"
)
METRES_PER_UNIT: Final = {"": 1.0, "m": 1.0, "f": 0.3048, "'": 0.3048}
"""Metres per unit, by the first letter of the unit."""
MAX_LENGTH_CHARS: Final = 40
"""Maximum number of characters of a length that are parsed."""


def property_text(value: object) -> str:
    """Return a property as text if it is a string or a number, and "" otherwise."""
    return str(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else ""


def terrain_kind(properties: Mapping[str, Any], default: str, name: str, source: ImportContext) -> str:
    """Return the kind of terrain that an object's properties indicate, or `default` if they indicate none.

    If the object is not terrain but, for example, a road, report it as skipped and return "".
    """
    barrier = property_text(properties.get("barrier"))
    way = next((tag for tag in NON_TERRAIN_TAGS if _says(properties, tag)), "")
    if kind := kind_from_words(map(property_text, (properties.get("kind"), properties.get("terrain")))):
        return kind_or_default([kind], default, name, source)
    if way and not barrier:
        return _no_terrain(properties, way, name, source)
    if barrier in FLAT_BARRIERS:
        return _no_terrain(properties, "barrier", name, source)
    plain = next((tag for tag in OPTIONAL_TERRAIN_TAGS if _says(properties, tag)), "")
    tagged = bool(plain or barrier or _says(properties, "building") or _says(properties, "waterway"))
    words = [
        _word(properties, tag)
        for tag in KIND_PROPERTIES
        if _says(properties, tag) and not (tagged and tag == "name")
    ]
    if _says(properties, "waterway"):
        words.append("river")
    elif _says(properties, "building"):
        words.append("building")
    elif plain and not (_says(properties, "building") or barrier) and not kind_from_words(words):
        return _no_terrain(properties, plain, name, source)
    return kind_or_default(words, default, name, source)


def _says(said: Mapping[str, Any], tag: str) -> bool:
    return said.get(tag) not in (None, "", False, "no", "none")


def _word(said: Mapping[str, Any], tag: str) -> str:
    return tag if said[tag] in ("yes", True) else property_text(said[tag])


def _no_terrain(said: Mapping[str, Any], tag: str, name: str, source: ImportContext) -> str:
    source.skip(name, f"{tag}={property_text(said[tag])} is not terrain")
    return ""


def stated_height_metres(properties: Mapping[str, Any]) -> float:
    """Return an object's height in metres as its properties state it, or an estimate from its storeys.

    Return NaN if the properties state neither the height nor the number of storeys.
    """
    height = stated_length_metres(properties, "height")
    levels = number_or_nan(properties.get("building:levels"))
    if height > 0:
        return height
    return levels * METRES_PER_LEVEL if 0 < levels < math.inf else math.nan


def stated_length_metres(properties: Mapping[str, Any], tag: str) -> float:
    r"""Return a property such as "12", "12 m", "40 ft" or "7'6\"" in metres, or NaN if it is not a length."""
    found = LENGTH_PATTERN.match(property_text(properties.get(tag))[:MAX_LENGTH_CHARS])
    if found is None:
        return math.nan
    inches = float(found[3] or 0) if found[2] in ("'", "ft", "feet") else 0.0
    return float(found[1]) * METRES_PER_UNIT[(found[2] or "")[:1]] + inches * 0.0254
