"""Conversion of printable sheets to PNG, HTML and PDF files with the same contents and embedded data.

A seal in the file, which is the SHA-256 hash of the rest of the file, shows whether any byte was changed.
"""

from __future__ import annotations

import base64
import hashlib
import html
import io
import re
import struct
import zlib
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Final

from battlesim.report.sheet_page import SheetPage
from battlesim.report.sheet_payload import BLANK_SEAL, PAYLOAD_PATTERN
from battlesim.scenarios.toml_reading import InputError

PNG_KEYWORD: Final = b"battlesim-sheet\0"
"""The keyword of the PNG text chunk that holds the payload."""
_CHUNK: Final = re.compile(rb"(?s)tEXt" + PNG_KEYWORD)


def as_png(page: SheetPage, payload: bytes) -> bytes:
    """Return the printable sheet of a ruling as a PNG file, with the ruling's data in a text chunk."""
    from battlesim.render.png import png_bytes
    from battlesim.report.sheet_layout import page_picture

    raw = png_bytes(page_picture(page))
    end = raw.rindex(b"IEND") - 4
    return _with_crc(with_seal(raw[:end] + _chunk(payload) + raw[end:]))


def _chunk(payload: bytes) -> bytes:
    """Return a PNG text chunk with a blank checksum."""
    return struct.pack(">I", len(PNG_KEYWORD + payload)) + b"tEXt" + PNG_KEYWORD + payload + b"\0\0\0\0"


def _crc_at(raw: bytes) -> tuple[int, int] | None:
    """Return the offsets of the text chunk and of its checksum, or None if there is no such chunk."""
    found = _CHUNK.search(raw)
    if not found or found.start() < 4:
        return None
    (long,) = struct.unpack(">I", raw[found.start() - 4 : found.start()])
    return found.start(), found.start() + 4 + long


def _with_crc(raw: bytes) -> bytes:
    place = _crc_at(raw)
    assert place
    start, at = place
    return raw[:at] + struct.pack(">I", zlib.crc32(raw[start:at])) + raw[at + 4 :]


def as_html(page: SheetPage, payload: bytes) -> bytes:
    """Return the printable sheet of a ruling as a self-contained HTML file; all text is escaped."""
    from battlesim.render.png import png_bytes

    head, verdict = _escaped(page.question), _escaped(page.verdict)
    figures = [
        f'<figure><figcaption>{_escaped(shown.heading)}</figcaption><img alt="{_escaped(shown.description)}" '
        f'src="data:image/png;base64,{base64.b64encode(png_bytes(shown.drawn)).decode()}"></figure>'
        for shown in page.pictures
    ]
    sections = "".join(
        f"<section><h2>{_escaped(heading)}</h2><dl>{_rows(rows)}</dl></section>"
        for heading, rows in page.sections
    )
    text = (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{head}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_style()}</style></head>'
        f'<body><main><header><h1>{head}</h1><p class="verdict">{verdict}</p></header>'
        f"<div>{''.join(figures[:2])}</div><aside>{''.join(figures[2:])}{sections}</aside></main>"
        f'<script type="text/plain">{payload.decode()}</script></body></html>\n'
    )
    return with_seal(text.encode())


def _escaped(words: str) -> str:
    """Return the text escaped for HTML, including the word that marks the payload."""
    return html.escape(words).replace("battlesim-sheet", "battlesim&#45;sheet")


def _style() -> str:
    return files(__package__).joinpath("sheet.css").read_text(encoding="utf-8")


def _rows(rows: tuple[tuple[str, str], ...]) -> str:
    return "".join(f"<dt>{_escaped(label)}</dt><dd>{_escaped(words)}</dd>" for label, words in rows)


def as_pdf(page: SheetPage, payload: bytes) -> bytes:
    """Return the printable sheet of a ruling as a PDF file. Raises InputError if Pillow is not installed.

    The ruling's data are embedded as keywords.
    """
    try:
        from PIL import Image
    except ImportError:
        remedy = "install battlesim-tabletop[sheet], or draw a .png or .html"
        raise InputError("--sheet", "", "a PDF needs Pillow", remedy) from None
    from pygame import image

    from battlesim.report.sheet_layout import page_picture

    drawn = page_picture(page)
    raw, size = image.tobytes(drawn, "RGB"), drawn.get_size()
    out = io.BytesIO()
    title = page.question.replace("battlesim-sheet", "battlesim sheet")
    facts = {"title": title.encode("ascii", "replace"), "keywords": payload}
    Image.frombytes("RGB", size, raw).save(out, "PDF", resolution=144.0, quality=92, **facts)
    return with_seal(out.getvalue())


SHEET_WRITERS: Final[Mapping[str, Callable[[SheetPage, bytes], bytes]]] = {
    ".png": as_png,
    ".html": as_html,
    ".pdf": as_pdf,
}


def with_seal(raw: bytes) -> bytes:
    """Return the bytes of a sheet's file with the seal, which is a hash of the other bytes, filled in."""
    found = PAYLOAD_PATTERN.search(raw)
    assert found
    return raw[: found.start(1)] + file_seal(raw).encode() + raw[found.end(1) :]


def file_seal(raw: bytes) -> str:
    """Return the seal of a sheet's file: a hash of all bytes except the seal and, in a PNG, a checksum."""
    found = PAYLOAD_PATTERN.search(raw)
    assert found
    blank = raw[: found.start(1)] + BLANK_SEAL + raw[found.end(1) :]
    if place := _crc_at(blank):
        blank = blank[: place[1]] + b"\0\0\0\0" + blank[place[1] + 4 :]
    return hashlib.sha256(blank).hexdigest()


def is_unchanged(raw: bytes) -> bool:
    """Return whether the bytes of a sheet's file are unchanged since it was written."""
    found = PAYLOAD_PATTERN.search(raw)
    if not found or found[1].decode() != file_seal(raw):
        return False
    place = _crc_at(raw)
    return place is None or raw[place[1] : place[1] + 4] == struct.pack(
        ">I", zlib.crc32(raw[place[0] : place[1]])
    )
