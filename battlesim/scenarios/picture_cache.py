"""Pictures of the ground: reading the size of a picture without decoding it, and a cache of pictures.

A table refers to its picture by the digest of the content, so a saved battle contains no file names. Loading
a map puts its picture into the cache. If the cache lacks a picture, the ground is drawn without it.
"""

from __future__ import annotations

import hashlib
import re
import struct
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

import platformdirs

from battlesim.file_writing import write_atomically
from battlesim.plain_files import UnreadableError, is_plain, read_plain

MAX_PICTURE_BYTES: Final = 80_000_000
"""Largest size of a picture file in bytes."""
MAX_PIXELS: Final = 64_000_000
MAX_PICTURE_PARTS: Final = 100_000
"""Largest number of chunks of a PNG or markers of a JPEG; large pictures have a few thousand."""
MAX_SCANS: Final = 100
"""Largest number of scans of a JPEG; each scan is decoded over the whole picture, so more are an attack."""
DIGEST_PATTERN: Final = re.compile(r"[0-9a-f]{64}\Z")
PNG_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"


PICTURE_SUFFIXES: Final = (".jpg", ".jpeg", ".png", ".webp")
"""File name suffixes of pictures."""


def is_picture_name(name: str) -> bool:
    """Return whether a file name has the suffix of a supported image format."""
    return name.lower().endswith(PICTURE_SUFFIXES)


class PictureError(ValueError):
    """The error raised if a picture cannot be used. Its message gives the reason."""


class PictureInfo(NamedTuple):
    """The file format of a picture (as a file suffix) and its width and height in pixels."""

    suffix: str
    width: int
    height: int


def picture_info(raw: bytes) -> PictureInfo:
    """Return the format and size of a PNG, JPEG or WebP picture.

    Raises PictureError if the picture is damaged or too large.
    """
    readers = {PNG_SIGNATURE: _png, b"\xff\xd8\xff": _jpeg, b"RIFF": _webp}
    reader = next((reader for start, reader in readers.items() if raw.startswith(start)), None)
    if reader is None:
        raise PictureError("the file is not a PNG, JPEG or WebP picture")
    try:
        info = reader(raw)
    except (struct.error, IndexError):
        raise PictureError("the picture file is truncated or damaged") from None
    if not 0 < info.width * info.height <= MAX_PIXELS:
        size = f"{info.width} x {info.height} pixels"
        raise PictureError(f"the picture has {size}; the maximum is {MAX_PIXELS / 1e6:g} million pixels")
    return info


def cache_picture(path: Path) -> str:
    """Copy a picture into the cache and return its digest, which is its key in the cache.

    Raises PictureError if the picture cannot be used.
    """
    try:
        raw = read_plain(path, MAX_PICTURE_BYTES)
    except UnreadableError as error:
        raise PictureError(str(error)) from None
    picture_info(raw)
    digest = hashlib.sha256(raw).hexdigest()
    with suppress(OSError):  # without it the ground is plain
        cached = _folder() / digest
        if not is_plain(cached):
            cached.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(cached, raw, to_disk=False)
    return digest


def cached_picture(digest: str) -> bytes | None:
    """Return the content of the cached picture with this digest, or None if it is missing or damaged."""
    if not DIGEST_PATTERN.match(digest):
        return None
    try:
        raw = read_plain(_folder() / digest, MAX_PICTURE_BYTES)
    except UnreadableError:
        return None
    return raw if hashlib.sha256(raw).hexdigest() == digest else None


def is_cached(digest: str) -> bool:
    """Return whether the picture with this digest is in the cache."""
    return bool(DIGEST_PATTERN.match(digest)) and is_plain(_folder() / digest)


def _folder() -> Path:
    return Path(platformdirs.user_cache_dir("battlesim")) / "pictures"


def _png(raw: bytes) -> PictureInfo:
    """Read the size of a PNG, checking the checksum of every chunk and that the last chunk is the end."""
    width, height = struct.unpack_from(">II", raw, 16)
    if raw[12:16] != b"IHDR" or b"IEND" not in _parts_of_png(raw):
        raise PictureError("the picture file is truncated or damaged")
    return PictureInfo(".png", width, height)


def _parts_of_png(raw: bytes) -> Iterator[bytes]:
    at, whole = len(PNG_SIGNATURE), memoryview(raw)
    for _ in range(MAX_PICTURE_PARTS):
        if at + 12 > len(raw):
            return
        (size,) = struct.unpack_from(">I", raw, at)
        (known,) = struct.unpack_from(">I", raw, at + 8 + size)
        if zlib.crc32(whole[at + 4 : at + 8 + size]) != known:
            return
        yield raw[at + 4 : at + 8]
        at += size + 12


JPEG_FRAME_MARKERS: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""The JPEG markers of a frame, which holds the size of the picture."""
JPEG_BARE_MARKERS: Final = frozenset((0x01, *range(0xD0, 0xD8)))
"""The JPEG markers without a length field."""
JPEG_FILL_PATTERN: Final = re.compile(rb"\xff++")
JPEG_SCAN_END_PATTERN: Final = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
"""Pattern of the marker that ends a scan's data: inside the data, FF precedes only 00 or a restart marker."""


def _jpeg(raw: bytes) -> PictureInfo:
    """Read the size of a JPEG from its only frame, walking its markers to the end as libjpeg does."""
    at, scans, found = 2, 0, None
    for _ in range(MAX_PICTURE_PARTS):
        fill = JPEG_FILL_PATTERN.match(raw, at)
        if fill is None:
            break
        at, kind = fill.end() + 1, raw[fill.end()]
        if kind in JPEG_BARE_MARKERS:
            continue
        if kind == 0xD9 and found and scans:
            return found
        (size,) = struct.unpack_from(">H", raw, at)
        if kind in (0x00, 0xD8, 0xD9) or size < 2 or (found and kind in JPEG_FRAME_MARKERS):
            break
        if kind in JPEG_FRAME_MARKERS:
            height, width = struct.unpack_from(">HH", raw, at + 3)
            found = PictureInfo(".jpg", width, height)
        at += size
        if kind == 0xDA:
            scans += 1
            if scans > MAX_SCANS:
                raise PictureError(f"the picture needs more than {MAX_SCANS} scans to be decoded")
            end = JPEG_SCAN_END_PATTERN.search(raw, at)
            at = end.start() if end else len(raw)
    raise PictureError("the picture file is truncated or damaged")


def _webp(raw: bytes) -> PictureInfo:
    (size,) = struct.unpack_from("<I", raw, 4)
    kind = raw[12:16]
    if raw[8:12] != b"WEBP" or size + 8 > len(raw):
        raise PictureError("the picture file is truncated or damaged")
    if kind == b"VP8X":
        width, height = (1 + int.from_bytes(raw[at : at + 3], "little") for at in (24, 27))
    elif kind == b"VP8L":
        (bits,) = struct.unpack_from("<I", raw, 21)
        width, height = 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    elif kind != b"VP8 ":
        raise PictureError("the picture file is truncated or damaged")
    else:
        width, height = (side & 0x3FFF for side in struct.unpack_from("<HH", raw, 26))
    return PictureInfo(".webp", width, height)
