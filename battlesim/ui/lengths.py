"""Lengths as a person wants to read them. The program counts in inches; this is for the eye alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final

CENTIMETRES: Final = 2.54
_LENGTH: Final = re.compile(
    r"(?P<many>\d+(?:\.\d+)?(?: x | of |, | to | and |-))?(?P<last>\d+(?:\.\d+)?) in"
    r"(?=$|[,.;:)]| (?:up|edge|centre|away|wide|long|high|each|from|apart|of the way)\b)"
)
_NUMBER: Final = re.compile(r"\d+(?:\.\d+)?")


@lru_cache(maxsize=4096)
def in_centimetres(words: str) -> str:
    """The words with every length in inches ("6 in", "2 of 6 in", "72 x 48 in") in centimetres.

    A number before the word "in" is a length only where a unit can stand: at an end, before a sign, or
    before a word that goes with lengths ("3 in play" are three in play).
    """
    return _LENGTH.sub(_converted, words)


def _converted(found: re.Match[str]) -> str:
    changed = _NUMBER.sub(lambda number: f"{float(number[0]) * CENTIMETRES:.1f}", found["many"] or "")
    return f"{changed}{float(found['last']) * CENTIMETRES:.1f} cm"


READERS: Final[dict[str, Callable[[str], str]]] = {"in": str, "cm": in_centimetres}
"""What is done to words by the unit of the settings."""
