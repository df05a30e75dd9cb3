"""Phrases: texts that store the objects and lengths they mention as values instead of characters.

The code that displays a phrase decides how objects and lengths are written. The code that hides information
checks which objects a phrase mentions. A plain string can be used wherever a phrase can.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import zip_longest
from string import Formatter
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from battlesim.table.limits import BoundedNumber, Identifier, Text


class Ref(msgspec.Struct, frozen=True, tag="ref"):
    """A reference to a piece, unit, marker or piece of terrain by its id, for use in a text."""

    id: Identifier


class Inches(msgspec.Struct, frozen=True, tag="inches"):
    """A length in inches within a text. `digits` is the number of decimal places shown.

    If `digits` is -1, up to six significant digits are shown. If `unit` is False, no unit is shown.
    """

    value: BoundedNumber
    digits: Annotated[int, Meta(ge=-1, le=6)] = -1
    unit: bool = True


PhrasePart = Text | Ref | Inches


class Phrase(msgspec.Struct, frozen=True, array_like=True):
    """A text with references to objects and lengths. `str` writes each object as its id."""

    parts: Annotated[tuple[PhrasePart, ...], Meta(max_length=1000)]

    def __str__(self) -> str:
        return rendered_text(self)


AnyText = Text | Phrase
NameLookup = Callable[[str], str]
"""Returns the name of the object with the given id."""

NO_SHARE: Final = 1e-9
"""A fraction closer to 0 or 1 than this counts as exactly 0 or 1."""
MAX_NAMED_ITEMS: Final = 4
"""The maximum number of items that are named; further items are only counted."""
_NUMBER: Final = (int, float)
_PATTERNS: Final = Formatter()
_LENGTH: Final = re.compile(r"\{(\d+(?:\.\d+)?)( in)?\}")


def phrase(pattern: str, *values: AnyText | Ref | Inches | float) -> AnyText:
    """Return a text made from a `str.format` pattern and the values of its fields, in order.

    For example, "{piece} moves {length}" is filled with a reference and a length, which the text stores as
    values. The names of the fields have no effect and only document their meaning.
    """
    left, parts = iter(values), list[PhrasePart]()
    for text, spec in _parsed(pattern):
        parts.append(text)
        if spec is not None:
            value = next(left)
            parts += _parts(format(value, spec) if isinstance(value, _NUMBER) else value)
    return _joined(parts)


@lru_cache(maxsize=2048)
def _parsed(pattern: str) -> tuple[tuple[str, str | None], ...]:
    """Return the texts of a pattern, each with the format of the following field or None."""
    return tuple(
        (text, None if field is None else spec or "") for text, field, spec, _ in _PATTERNS.parse(pattern)
    )


def length_text(value: float, digits: int = -1, unit: bool = True) -> AnyText:
    """Return a length in inches as text, or "any distance" if it is infinite."""
    return Phrase((Inches(value, digits, unit),)) if math.isfinite(value) else "any distance"


def parse_phrase(text: str) -> AnyText:
    """Parse a text with lengths in braces, such as "within {6 in}" or "{48} x {48 in}".

    Return a text that stores these lengths as values.
    """
    found = _LENGTH.split(text)
    lengths = [Inches(float(a), unit=bool(b)) for a, b in zip(found[1::3], found[2::3], strict=True)]
    texts: list[PhrasePart] = list(found[0::3])
    return _joined([part for pair in zip_longest(texts, lengths, fillvalue="") for part in pair])


def joined_text(texts: Iterable[AnyText | Ref | Inches], separator: str = ", ") -> AnyText:
    """Return texts joined into a single text with a separator between them."""
    parts = [part for one in texts for part in (separator, *_parts(one))]
    return _joined(parts[1:])


def abbreviated_list(texts: Sequence[AnyText | Ref], max_named: int = MAX_NAMED_ITEMS) -> AnyText:
    """Return texts joined by commas, such as "a, b and 3 more". At most `max_named` are written out."""
    more = len(texts) - max_named
    return (
        phrase("{items} and {number} more", joined_text(texts[:max_named]), str(more))
        if more > 0
        else joined_text(texts)
    )


def referenced_ids(text: AnyText) -> frozenset[str]:
    """Return the ids of all objects to which a text refers."""
    return frozenset(part.id for part in _parts(text) if isinstance(part, Ref))


def with_names(text: AnyText, name_of: NameLookup) -> AnyText:
    """Return a text with each reference to an object replaced by the name of the object."""
    return _joined([name_of(part.id) if isinstance(part, Ref) else part for part in _parts(text)])


def capitalized(text: AnyText) -> AnyText:
    """Return a text with its first letter capitalized, unless it begins with a reference or a length."""
    first, *rest = _parts(text)
    return _joined([first[:1].upper() + first[1:] if isinstance(first, str) else first, *rest])


def without_prefix(text: AnyText, prefix: str) -> AnyText:
    """Return a text without the given prefix, or unchanged if it does not begin with the prefix."""
    first, *rest = _parts(text)
    return _joined([first.removeprefix(prefix) if isinstance(first, str) else first, *rest])


def formatted_length(length: Inches) -> str:
    """Return a length as text in the format for terminals, such as "2.5 in"."""
    value, digits = length.value, length.digits
    shown = f"{value:.6g}" if digits < 0 else f"{value:.{digits}f}"
    return f"{shown} in" if length.unit else shown


def rendered_text(
    text: AnyText, name_of: NameLookup = str, format_length: Callable[[Inches], str] = formatted_length
) -> str:
    """Return a text as a plain string, formatting names and lengths with the given functions."""
    if isinstance(text, str):
        return text
    known = [
        format_length(part) if isinstance(part, Inches) else part
        for part in _parts(with_names(text, name_of))
    ]
    return "".join(map(str, known))


def rounded_percentages(fractions: Sequence[float]) -> list[int]:
    """Return fractions as whole percentages, so that the last of them always add up to their rounded sum."""
    exact = [round(100 * share, 9) for share in fractions]
    sums = [round(round(sum(exact[k:]), 9)) for k in range(len(exact) + 1)]
    return [sums[k] - sums[k + 1] for k in range(len(exact))]


def percent(share: float, whole: int | None = None) -> str:
    """Return a fraction as a percentage such as "40 %". If `whole` is given, it replaces the rounded value.

    A fraction that is only rounded to 0 or 100 % is written as "under 1 %" or "over 99 %".
    """
    whole = round(100 * share) if whole is None else whole
    if whole >= 100 and share < 1.0 - NO_SHARE:
        return "over 99 %"
    return "under 1 %" if whole <= 0 and share > NO_SHARE else f"{whole} %"


def _parts(words: AnyText | Ref | Inches) -> tuple[PhrasePart, ...]:
    return words.parts if isinstance(words, Phrase) else (words,)


def _joined(parts: Iterable[PhrasePart]) -> AnyText:
    """Return parts with adjacent strings merged, as a plain string if nothing else is left."""
    found, text = list[PhrasePart](), ""
    for part in parts:
        if isinstance(part, str):
            text += part
            continue
        if text:
            found.append(text)
            text = ""
        found.append(part)
    if not found:
        return text
    return Phrase((*found, text) if text else tuple(found))
