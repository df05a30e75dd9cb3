"""Safe parsing of XML: external files are refused, and entities, size and nesting depth are limited."""

from __future__ import annotations

from typing import Final
from xml.etree.ElementTree import Element, ParseError, TreeBuilder

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from battlesim.exchange.plan import ImportContext

MAX_ELEMENTS: Final = 100_000
MAX_ATTRIBUTES: Final = 600_000
MAX_DEPTH: Final = 100
MAX_ENTITIES: Final = 50
MAX_ENTITY_LENGTH: Final = 200
MAX_REFERENCES: Final = 10_000
"""Maximum number of references in a file that declares entities; Illustrator declares one per namespace."""
MAX_NAMESPACE_LENGTH: Final = 1000
"""Maximum length of a namespace's name, which the name of every element in it includes."""


class DeclarationError(ValueError):
    """Raised if an XML file contains an unsupported declaration. The error suggests a remedy."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message)
        self.message, self.remedy = message, remedy


class Parser(DefusedXMLParser):  # type: ignore[misc]
    """An XML parser that accepts only entities of short plain text, such as those of Adobe Illustrator."""

    def __init__(self) -> None:
        super().__init__(target=TreeBuilder(), forbid_entities=False)
        self.entities = 0
        self.parser.EntityDeclHandler = self.check_entity
        self.parser.AttlistDeclHandler = self.refuse_attribute_declarations
        self.parser.StartNamespaceDeclHandler = self.check_namespace

    def check_entity(self, name: str, parameter: bool, value: str | None, *elsewhere: str | None) -> None:
        """Raise DeclarationError if a declared entity is not short plain text, or if there are too many."""
        self.entities += 1
        plain = value is not None and not parameter and not set("<&%") & set(value)
        if not plain or len(value or "") > MAX_ENTITY_LENGTH or self.entities > MAX_ENTITIES:
            what = f"only {MAX_ENTITIES} of plain text, {MAX_ENTITY_LENGTH} letters each, are"
            raise DeclarationError(
                "the file declares XML entities, which are not supported", f"{what}; save it without them"
            )

    def refuse_attribute_declarations(self, *declared: object) -> None:
        """Raise DeclarationError, because a declaration of attributes would add them to every element."""
        raise DeclarationError(
            "the file contains attribute declarations, which are not supported", "save it without them"
        )

    def check_namespace(self, prefix: str | None, name: str | None) -> None:
        """Raise DeclarationError if the name of a namespace exceeds the maximum length."""
        if len(name or "") > MAX_NAMESPACE_LENGTH:
            message = f"names a namespace in more than {MAX_NAMESPACE_LENGTH} letters"
            raise DeclarationError(message, "save it without it")


def parse_xml(raw: bytes, source: ImportContext) -> Element:
    """Parse an XML file. Return its root, or raise InputError if it is invalid, unsafe or too large."""
    if raw.count(b"<") > 2 * MAX_ELEMENTS or raw.count(b"=") > MAX_ATTRIBUTES:
        raise source.input_error(
            "", f"holds more than {MAX_ELEMENTS} elements or {MAX_ATTRIBUTES} attributes"
        )
    if b"<!ENTITY" in raw and raw.count(b"&") > MAX_REFERENCES:
        raise source.input_error(
            "", f"refers to entities more than {MAX_REFERENCES} times", "save it without them"
        )
    try:
        parser = Parser()
        parser.feed(raw)
        root: Element = parser.close()
    except DeclarationError as error:
        raise source.input_error("", error.message, error.remedy) from None
    except DefusedXmlException:
        raise source.input_error(
            "", "names other files, which are not opened", "save it without them"
        ) from None
    except (ParseError, ValueError, LookupError) as error:
        raise source.input_error("", f"is not valid XML: {error}") from None
    _check_depth(root, source)
    return root


def _check_depth(root: Element, source: ImportContext) -> None:
    level, depth = [root], 0
    while level:
        level, depth = [child for element in level for child in element], depth + 1
        if depth > MAX_DEPTH:
            raise source.input_error(
                "", "is nested too deeply", f"at most {MAX_DEPTH} elements in one another"
            )


def local_name(element: Element) -> str:
    """Return the tag of an XML element without its namespace."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""
