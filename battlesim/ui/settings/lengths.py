"""Lengths as a person wants to read them. The program counts in inches; this is for the eye alone."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from battlesim.render.text import Unit

CENTIMETRES: Final = 2.54
NO_BREAK: Final = "\u00a0"
_FOLLOWS: Final = (
    "about above along apart and at away before by centre each edge for from high higher instead "
    "left long nothing of off or over short straight this thick to toward towards up wide"
)
"""Words that can follow a length in inches; "play", "reserve", "cover" are none of them."""
_LENGTH: Final = re.compile(
    r"(?P<many>(?<![\w.])\d+(?:\.\d+)?(?: x | of |, | to | and |-))?(?P<last>\d+(?:\.\d+)?) "
    rf"(?:inches\b|in(?=$|[,.;:)]| ·| (?:{_FOLLOWS.replace(' ', '|')})\b))"
)
_NUMBER: Final = re.compile(r"\d+(?:\.\d+)?")


@lru_cache(maxsize=4096)
def in_centimetres(words: str) -> str:
    """The words with every length in inches ("6 in", "2 of 6 in", "72 x 48 in", "6 inches") in centimetres.

    A number before the word "in" is a length only where a unit can stand: at an end, before a sign, or
    before a word that goes with lengths ("3 in play" are three in play).
    """
    return _LENGTH.sub(_converted, words)


def verbatim(words: str) -> str:
    """Words that are shown as they are, as the name of a file is: "6 in" is no length in them."""
    return re.sub(r"(?<=\d) (?=in)", NO_BREAK, words)


def _converted(found: re.Match[str]) -> str:
    changed = _NUMBER.sub(lambda number: f"{float(number[0]) * CENTIMETRES:.1f}", found["many"] or "")
    return f"{changed}{float(found['last']) * CENTIMETRES:.1f} cm"


UNITS: Final = {"in": Unit(), "cm": Unit(in_centimetres, 2 / CENTIMETRES, 5)}
"""The units of the settings: a tape has a tick for each inch, or for each second centimetre."""
