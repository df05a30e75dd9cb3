"""XML from outside: no entities, nothing from other files, no more than can be held."""

from __future__ import annotations

from typing import Final
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from battlesim.exchange.plan import Source

MOST_ELEMENTS: Final = 150_000
MOST_ATTRIBUTES: Final = 600_000
DEEPEST: Final = 100


def parse(raw: bytes, source: Source) -> Element:
    """The root of a file. Raises InputError."""
    if raw.count(b"<") > 2 * MOST_ELEMENTS or raw.count(b"=") > MOST_ATTRIBUTES:
        raise source.fault("", f"holds more than {MOST_ELEMENTS} elements or {MOST_ATTRIBUTES} attributes")
    try:
        root: Element = fromstring(raw)
    except DefusedXmlException:
        raise source.fault("", "declares entities, which are not read", "save it without them") from None
    except (ParseError, ValueError, LookupError) as error:
        raise source.fault("", f"is not valid XML: {error}") from None
    _check_depth(root, source)
    return root


def _check_depth(root: Element, source: Source) -> None:
    level, depth = [root], 0
    while level:
        level, depth = [child for element in level for child in element], depth + 1
        if depth > DEEPEST:
            raise source.fault("", "is nested too deeply", f"at most {DEEPEST} elements in one another")


def name_of(element: Element) -> str:
    """An element's name without its namespace."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""
