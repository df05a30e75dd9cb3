"""Files of other programs: told apart by what is in them and handed to their reader, or written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from battlesim.bounded import UnreadableError, read_plain
from battlesim.exchange import foundry, geojson, geojson_out, svg, svg_out, tmx, uvtt, uvtt2, uvtt_out
from battlesim.exchange.laying import Laid, lay
from battlesim.exchange.maps import plan_of
from battlesim.exchange.plan import Picture, Plan, ReadingTally, Report, Source, Wishes, plain_text
from battlesim.exchange.xml import name_of, parse
from battlesim.scenarios.picture_cache import picture_info
from battlesim.scenarios.toml_reading import InputError

MAX_BYTES: Final = 80_000_000
"""Most of it a picture."""
MAX_XML: Final = 20_000_000
MAX_VALUES: Final = 600_000
"""Counted by commas and brackets, of which a picture has none: 200,000 places of a wall have 600,000."""
KNOWN: Final = "Universal VTT (.dd2vtt, .uvtt, .df2vtt), Tiled (.tmx), GeoJSON, SVG, scenes of Foundry VTT"

Reader = Callable[[Any, Source], Plan]
JSON: Final[tuple[tuple[Callable[[Any], bool], Reader], ...]] = (
    (lambda values: "resolution" in values and "geometry" in values, uvtt2.read),
    (lambda values: "resolution" in values, uvtt.read),
    (lambda values: values.get("type") in geojson.TYPES, geojson.read),
    (lambda values: "walls" in values, foundry.read),
)
"""The readers of JSON files, by what tells them."""
XML: Final[Mapping[str, Reader]] = {"map": tmx.read, "svg": svg.read}
"""The readers of XML files, by the name of their root."""

PACKED: Final[Mapping[bytes, tuple[str, str]]] = {
    b"PK": ("is a packed archive", "unpack it and name the file in it, such as geometry.json"),
    b"\x1f\x8b": ("is packed with gzip", "unpack it and name the file in it"),
}
"""Files that are not opened, by how they begin: what they are, and a remedy."""

Writer = Callable[[Plan, float, Report], bytes]
WRITERS: Final[Mapping[str, tuple[Writer, bool]]] = {
    ".uvtt": (uvtt_out.write, True),
    ".dd2vtt": (uvtt_out.write, True),
    ".df2vtt": (uvtt_out.write, True),
    ".geojson": (geojson_out.write, False),
    ".svg": (svg_out.write, False),
}
"""What writes a format, and whether that holds a picture, by the end of the name."""


def convert(path: Path, wishes: Wishes) -> tuple[Laid, Report]:
    """The map that a file makes, and what became of what it holds. Raises InputError.

    Nothing but this file is read, whatever it names.
    """
    source = Source(path, wishes, Report(), {}, ReadingTally())
    reader, values = _parsed(path, source)
    plan = reader(values, source)
    del values
    plan.title = plain_text(plan.title or path.stem)
    return lay(plan, source), source.report


def _parsed(path: Path, source: Source) -> tuple[Reader, Any]:
    """Return the reader of a file and its plain values or root element. Raises InputError."""
    try:
        raw = read_plain(path, MAX_BYTES).removeprefix(b"\xef\xbb\xbf").lstrip()
    except UnreadableError as error:
        raise InputError(path, "", str(error)) from error
    if not raw:
        raise source.fault("", "is empty")
    for start, (message, remedy) in PACKED.items():
        if raw.startswith(start):
            raise source.fault("", message, remedy)
    if raw.startswith(b"<"):
        return _xml(raw, source)
    if raw[:1] not in b"{[":
        raise source.fault("", "is of no known format", f"known: {KNOWN}")
    values = _json(raw, source)
    for tells, reader in JSON:
        if isinstance(values, dict) and tells(values):
            return reader, values
    if isinstance(values, dict) and "tiledversion" in values:
        raise source.fault("", "is a map of Tiled as JSON", "save it as .tmx")
    raise source.fault("", "is JSON of no known format", f"known: {KNOWN}")


def _xml(raw: bytes, source: Source) -> tuple[Reader, Any]:
    if len(raw) > MAX_XML:
        raise source.fault("", f"is larger than {MAX_XML / 1e6:g} MB, which no drawing needs to be")
    root = parse(raw, source)
    if name_of(root) in XML:
        return XML[name_of(root)], root
    raise source.fault("", f"is XML of no known format ({plain_text(name_of(root))})", f"known: {KNOWN}")


def _json(raw: bytes, source: Source) -> Any:
    if sum(map(raw.count, (b",", b"[", b"{"))) > MAX_VALUES:
        raise source.fault("", f"holds more than {MAX_VALUES} values")
    try:
        return msgspec.json.decode(raw)
    except RecursionError:
        raise source.fault("", "is nested too deeply") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise source.fault("", f"is not valid JSON: {error}") from None


def export(path: Path, suffix: str, square: float, draw: Callable[[], bytes] | None) -> tuple[bytes, Report]:
    """The file that a map makes, of the format that ends so, and what became of the map. Raises InputError.

    `square` is how many inches a square is wide. `draw` draws the table for a map without a picture; with
    neither there is none.
    """
    plan, report = plan_of(path), Report()
    write, wants_picture = WRITERS[suffix]
    if wants_picture and draw is None:
        plan.picture = None
    elif wants_picture and draw and plan.picture is None:
        raw = draw()
        plan.picture = Picture(raw, picture_info(raw))
        report.changed.append("the table was drawn as the picture")
    return write(plan, square, report), report
