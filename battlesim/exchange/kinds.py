"""What kind of terrain something is, by the words that a drawing has for it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from battlesim.exchange.plan import Source
from battlesim.scenarios.kinds import plain_kinds

OPENINGS: Final = ("door", "window", "slit")
ALIKE: Final = {
    "barn": "building",
    "barrel": "crate",
    "barricade": "low_wall",
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
    "hut": "building",
    "lake": "river",
    "landuse_forest": "woods",
    "obstacle": "rocks",
    "pillar": "rocks",
    "pond": "river",
    "rock": "rocks",
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
    "wood": "woods",
}
"""Other words for kinds of terrain, in the singular."""


def kind_among(words: Iterable[str]) -> str:
    """The kind of terrain, or door, window or slit, that the first word with a meaning names; "" for none."""
    for word in words:
        plain = re.sub(r"[^a-z]+", "_", word.lower()).strip("_")
        for name in (
            plain,
            plain.removesuffix("s"),
            *plain.split("_"),
            *(p.removesuffix("s") for p in plain.split("_")),
        ):
            if name in plain_kinds() or name in OPENINGS:
                return name
            if name in ALIKE:
                return ALIKE[name]
    return ""


def kind_or(words: Iterable[str], otherwise: str, source: Source) -> str:
    """The kind that words name, else another one, which the report says."""
    kind = kind_among(words)
    if not kind:
        source.report.guessed.append(f"something of no known kind is {otherwise.replace('_', ' ')}")
    return kind or otherwise
