"""Conversion between the program's map files and the formats of other programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from battlesim.exchange import (
    foundry,
    geojson,
    geojson_writer,
    svg,
    svg_writer,
    tmx,
    uvtt,
    uvtt2,
    uvtt_writer,
)
from battlesim.exchange.map_building import ImportedMap, build_imported_map
from battlesim.exchange.map_reader import load_map_plan
from battlesim.exchange.plan import (
    ConversionReport,
    ImportContext,
    ImportOptions,
    MapPlan,
    PlanPicture,
    ReadingTally,
    one_line_name,
)
from battlesim.exchange.xml_parsing import local_name, parse_xml
from battlesim.plain_files import UnreadableError, read_plain
from battlesim.scenarios.picture_cache import picture_info
from battlesim.scenarios.toml_reading import InputError

MAX_IMPORT_BYTES: Final = 80_000_000
"""Maximum size of an imported file; most of it may be an embedded picture."""
MAX_XML_BYTES: Final = 20_000_000
MAX_JSON_VALUES: Final = 600_000
"""Maximum number of commas and opening brackets in a JSON file, enough for a wall of 200,000 points."""
KNOWN_FORMATS_TEXT: Final = (
    "Universal VTT (.dd2vtt, .uvtt, .df2vtt), Tiled (.tmx), GeoJSON, SVG, scenes of Foundry VTT"
)

Reader = Callable[[Any, ImportContext], MapPlan]
JSON_READERS: Final[tuple[tuple[Callable[[Any], bool], Reader], ...]] = (
    (lambda values: "resolution" in values and "geometry" in values, uvtt2.read),
    (lambda values: "resolution" in values, uvtt.read),
    (lambda values: values.get("type") in geojson.GEOJSON_TYPES, geojson.read),
    (lambda values: "walls" in values, foundry.read),
)
"""Pairs of a test for the decoded JSON and the reader to use if the test passes."""
XML_READERS: Final[Mapping[str, Reader]] = {"map": tmx.read, "svg": svg.read}
"""The reader of an XML file, by the name of the root element."""

ARCHIVE_SIGNATURES: Final[Mapping[bytes, tuple[str, str]]] = {
    b"PK": ("is a packed archive", "unpack it and name the file in it, such as geometry.json"),
    b"\x1f\x8b": ("is packed with gzip", "unpack it and name the file in it"),
}
"""First bytes of packed files, which are refused, with the message and the remedy."""

Writer = Callable[[MapPlan, float, ConversionReport], bytes]
WRITERS_BY_SUFFIX: Final[Mapping[str, tuple[Writer, bool]]] = {
    ".uvtt": (uvtt_writer.write, True),
    ".dd2vtt": (uvtt_writer.write, True),
    ".df2vtt": (uvtt_writer.write, True),
    ".geojson": (geojson_writer.write, False),
    ".svg": (svg_writer.write, False),
}
"""The writer for each file suffix, and whether the format can hold a picture."""


def import_drawing(path: Path, options: ImportOptions) -> tuple[ImportedMap, ConversionReport]:
    """Convert a file of another program into a map, and return the map with a report on the import.

    Whatever a map can hold is kept, and the rest is reported. For example, the walls of a Foundry scene
    become terrain, while its lights are listed as left out. Only this file is read, even if it refers to
    other files. Raises InputError if the file cannot be read, has an unknown format or cannot be used.
    """
    source = ImportContext(path, options, ConversionReport(), {}, ReadingTally())
    reader, values = _parsed(path, source)
    plan = reader(values, source)
    del values
    plan.title = one_line_name(plan.title or path.stem)
    return build_imported_map(plan, source), source.report


def _parsed(path: Path, source: ImportContext) -> tuple[Reader, Any]:
    """Return the reader for a file and its decoded JSON or XML root. Raises InputError if no reader fits."""
    try:
        raw = read_plain(path, MAX_IMPORT_BYTES).removeprefix(b"\xef\xbb\xbf").lstrip()
    except UnreadableError as error:
        raise InputError(path, "", str(error)) from error
    if not raw:
        raise source.input_error("", "is empty")
    for start, (message, remedy) in ARCHIVE_SIGNATURES.items():
        if raw.startswith(start):
            raise source.input_error("", message, remedy)
    if raw.startswith(b"<"):
        return _xml(raw, source)
    if raw[:1] not in b"{[":
        raise source.input_error("", "has an unknown format", f"known: {KNOWN_FORMATS_TEXT}")
    values = _json(raw, source)
    for tells, reader in JSON_READERS:
        if isinstance(values, dict) and tells(values):
            return reader, values
    if isinstance(values, dict) and "tiledversion" in values:
        raise source.input_error("", "is a map of Tiled as JSON", "save it as .tmx")
    raise source.input_error("", "is JSON in an unknown format", f"known: {KNOWN_FORMATS_TEXT}")


def _xml(raw: bytes, source: ImportContext) -> tuple[Reader, Any]:
    if len(raw) > MAX_XML_BYTES:
        raise source.input_error("", f"is larger than {MAX_XML_BYTES / 1e6:g} MB, the maximum for a drawing")
    root = parse_xml(raw, source)
    if local_name(root) in XML_READERS:
        return XML_READERS[local_name(root)], root
    raise source.input_error(
        "", f"is XML in an unknown format ({one_line_name(local_name(root))})", f"known: {KNOWN_FORMATS_TEXT}"
    )


def _json(raw: bytes, source: ImportContext) -> Any:
    if sum(map(raw.count, (b",", b"[", b"{"))) > MAX_JSON_VALUES:
        raise source.input_error("", f"holds more than {MAX_JSON_VALUES} values")
    try:
        return msgspec.json.decode(raw)
    except RecursionError:
        raise source.input_error("", "is nested too deeply") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise source.input_error("", f"is not valid JSON: {error}") from None


def export_map(
    path: Path, suffix: str, square: float, draw: Callable[[], bytes] | None
) -> tuple[bytes, ConversionReport]:
    """Convert a map file to the format with the given file suffix. Return the new bytes and a report.

    `square` is the width of a grid square in inches. If the map has no picture, `draw` is called to draw it;
    if `draw` is None, no picture is embedded. Raises InputError if the map file is invalid.
    """
    plan, report = load_map_plan(path), ConversionReport()
    write, wants_picture = WRITERS_BY_SUFFIX[suffix]
    if wants_picture and draw is None:
        plan.picture = None
    elif wants_picture and draw and plan.picture is None:
        raw = draw()
        plan.picture = PlanPicture(raw, picture_info(raw))
        report.changed.append("the table was drawn as the picture")
    return write(plan, square, report), report
