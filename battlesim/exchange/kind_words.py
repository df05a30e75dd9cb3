"""Recognition of the kind of terrain from words that name an object in a drawing, such as "house"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from battlesim.exchange.plan import ImportContext
from battlesim.scenarios.terrain_kinds import plain_terrain_kinds

OPENING_KINDS: Final = ("door", "window", "slit")
NOT_TERRAIN: Final = "nothing"
"""The kind of drawn objects that are not terrain."""
MAX_WORD_LENGTH: Final = 200
"""Maximum number of characters of a name that are examined."""
NON_TERRAIN_WORDS: Final = (
    "background backdrop border canvas caption center centre decal deployment floor footpath footway frame "
    "grass grid ground guide highway label legend light marker measure middle midline objective page paper "
    "railway road ruler shadow sheet spawn street text title token track trail"
)
"""Words for drawn objects that are not terrain."""
KIND_SYNONYMS: Final = {
    "barn": "building",
    "barrel": "crate",
    "barricade": "low_wall",
    "basin": "river",
    "blocking": "wall",
    "boulder": "rocks",
    "box": "crate",
    "bush": "scrub",
    "car": "vehicle",
    "cliff": "rocks",
    "collision": "wall",
    "container": "crate",
    "cottage": "building",
    "debris": "rubble",
    "forest": "woods",
    "gate": "door",
    "house": "building",
    "heath": "scrub",
    "hut": "building",
    "lake": "river",
    "landuse_forest": "woods",
    "obstacle": "rocks",
    "pillar": "rocks",
    "pond": "river",
    "reservoir": "river",
    "rock": "rocks",
    "scree": "rubble",
    "shed": "building",
    "solid": "wall",
    "statue": "rocks",
    "stone": "rocks",
    "stream": "river",
    "swamp": "growth",
    "tank": "vehicle",
    "tree": "woods",
    "truck": "vehicle",
    "water": "river",
    "wetland": "growth",
    "wood": "woods",
    **dict.fromkeys(NON_TERRAIN_WORDS.split(), NOT_TERRAIN),
}
"""Synonyms for the kinds of terrain, in the singular."""


def kind_from_words(words: Iterable[str]) -> str:
    """Return the kind of terrain named by the first word that is recognized, or "" if there is none.

    The result can also be "door", "window", "slit" or `NOT_TERRAIN`.
    """
    return next(filter(None, (_kind_of(word[:MAX_WORD_LENGTH]) for word in words)), "")


@lru_cache(maxsize=1000)
def _kind_of(word: str) -> str:
    plain = re.sub(r"[^a-z]+", "_", word.lower()).strip("_")
    parts = plain.split("_")
    names = (plain, plain.removesuffix("s"), *parts, *(part.removesuffix("s") for part in parts))
    kinds = [
        name if name in plain_terrain_kinds() or name in OPENING_KINDS else KIND_SYNONYMS.get(name, "")
        for name in names
    ]
    return next(
        (kind for kind in kinds if kind and kind != NOT_TERRAIN), NOT_TERRAIN if NOT_TERRAIN in kinds else ""
    )


def kind_or_default(words: Iterable[str], default: str, name: str, source: ImportContext) -> str:
    """Return the kind of terrain that the words for an object mean, or `default` if none is recognized.

    If the words say that the object is not terrain, report it as skipped under `name` and return "".
    """
    kind = kind_from_words(words)
    if kind == NOT_TERRAIN:
        source.skip(name, "its name says that it is not terrain")
        return ""
    if not kind:
        source.report.guessed.append(f"something of no known kind is {default.replace('_', ' ')}")
    return kind or default
