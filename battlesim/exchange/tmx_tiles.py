"""Decoding of the tile data of Tiled layers, which may be plain text or base64, and may be compressed."""

from __future__ import annotations

import base64
import importlib
import struct
import zlib
from collections.abc import Mapping
from typing import Any, Final
from xml.etree.ElementTree import Element

from battlesim.exchange.plan import ImportContext

MAX_SQUARES: Final = 1_000_000
MAX_TILES: Final = 4_000_000
"""Maximum number of squares in all layers together."""
MAX_TILE_DIGITS: Final = 10
"""Maximum number of digits of a tile number."""
TILE_ID_MASK: Final = 0x0FFFFFFF
"""Bits of a tile number that identify the tile; the upper four bits store its rotation and flips."""


def tile_numbers(layer: Element, key: str, size: tuple[int, int], source: ImportContext) -> list[int]:
    """Return a layer's tile numbers as a list, row by row. Raises InputError if the data is invalid."""
    data = layer.find("data")
    count = size[0] * size[1]
    if data is None:
        return []
    encoding, text = data.get("encoding"), data.text or ""
    if data.find("chunk") is not None:
        raise source.input_error(key, "is an infinite layer", "turn Infinite off in the map's properties")
    if encoding is None:
        found = _numbers([tile.get("gid", "0") for tile in data.iter("tile")], key, source)
    elif encoding == "csv":
        if text.count(",") >= count:
            raise source.input_error(key, f"has more tiles than {size[0]} x {size[1]} squares")
        found = _numbers(text.split(","), key, source)
    elif encoding == "base64":
        found = _packed(text, data.get("compression") or "", count, key, source)
    else:
        raise source.input_error(key, f"has the unknown encoding {encoding!r}", "csv or base64")
    if len(found) != count:
        raise source.input_error(key, f"has {len(found)} tiles for {size[0]} x {size[1]} squares")
    return [number & TILE_ID_MASK for number in found]


def _numbers(words: list[str], key: str, source: ImportContext) -> list[int]:
    try:
        return [int(word := text) & 0xFFFFFFFF for text in words]
    except ValueError:
        raise source.input_error(key, f"has a tile {word.strip()[:20]!r} that is not a number") from None


def _packed(text: str, compression: str, count: int, key: str, source: ImportContext) -> list[int]:
    try:
        raw = base64.b64decode("".join(text.split()), validate=True)
    except ValueError:
        raise source.input_error(key, "is not valid base64") from None
    raw = _unpacked(raw, compression, 4 * count, key, source)
    if len(raw) > 4 * count:
        raise source.input_error(key, f"holds more than the {count} squares it has")
    return list(struct.unpack(f"<{len(raw) // 4}I", raw[: len(raw) // 4 * 4]))


def _unpacked(raw: bytes, compression: str, size: int, key: str, source: ImportContext) -> bytes:
    """Decompress at most one byte more than the expected size, so that a small file cannot exhaust memory."""
    try:
        if compression == "":
            return raw
        if compression in ("zlib", "gzip"):
            return zlib.decompressobj(wbits=47).decompress(raw, size + 1)
        if compression == "zstd":
            return bytes(_zstd(key, source)(raw, size + 1))
    except (zlib.error, EOFError, ValueError):
        raise source.input_error(key, f"is not valid {compression}") from None
    raise source.input_error(key, f"has the unknown compression {compression!r}", "zlib, gzip or none")


def _zstd(key: str, source: ImportContext) -> Any:
    """Return a function that decompresses zstd up to a given size. Raises InputError before Python 3.14."""
    try:
        module: Any = importlib.import_module("compression.zstd")
    except ImportError:
        remedy = "save the map with zlib, gzip or csv"
        raise source.input_error(
            key, "is packed with zstd, which this Python cannot unpack", remedy
        ) from None

    def unpack(raw: bytes, most: int) -> Any:
        try:
            return module.ZstdDecompressor().decompress(raw, most)
        except module.ZstdError as error:
            raise ValueError(str(error)) from None

    return unpack


def tile_number(text: str | None) -> int:
    """Parse a tile number and clear its rotation and flip bits. Return 0 if the text is not a number."""
    known = text is not None and text.isdecimal() and len(text) <= MAX_TILE_DIGITS
    return int(text or "0") & TILE_ID_MASK if known else 0


def tile_words(root: Element, words: Mapping[str, str]) -> dict[int, list[str]]:
    """Return the words that describe the tiles in the tilesets of a Tiled map, by tile number.

    The words for a tile are its class, its type, and the names of its properties that are true.
    """
    found: dict[int, list[str]] = {}
    for tileset in root.findall("tileset"):
        try:
            first = int(tileset.get("firstgid", "1"))
        except ValueError:
            continue
        for tile in tileset.findall("tile"):
            said = [tile.get("class") or "", tile.get("type") or ""]
            truths = tile.findall("properties/property[@value='true']")
            said += [words.get(name, name) for truth in truths if (name := truth.get("name") or "")]
            number = tile.get("id") or ""
            if number.isdecimal() and len(number) <= MAX_TILE_DIGITS:
                found[first + int(number)] = said
    return found
