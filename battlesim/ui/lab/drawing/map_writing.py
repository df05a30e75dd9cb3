"""Writing of a map and its picture to files; each is loaded as a check, and none is overwritten unasked."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from battlesim.exchange.map_toml import map_toml_text
from battlesim.file_writing import file_name_from_text
from battlesim.plain_files import UnreadableError, read_plain
from battlesim.report.output_files import FileKind, OutputFile
from battlesim.scenarios.library import map_files
from battlesim.scenarios.map_sketch import MapSketch
from battlesim.scenarios.maps import MapSpec, parse_map
from battlesim.scenarios.picture_cache import MAX_PICTURE_BYTES as PICTURE_BYTES
from battlesim.scenarios.picture_cache import cached_picture, picture_info
from battlesim.scenarios.toml_reading import MAX_TOML_BYTES, InputError, decode_typed, parse_toml, read_text
from battlesim.table.terrain import Ground

MAP_FILE_KIND: Final = FileKind("a map", ".toml", b"")
PICTURE_FILE_KIND: Final = FileKind("a picture", "", b"")
FILE_HEADER_TEMPLATE: Final = "# Map of {!r}, as drawn."


def text_of(spec: MapSpec) -> str:
    """Return a map as the text of its file."""
    title = FILE_HEADER_TEMPLATE.format(" ".join(spec.table.title.split()) or "a table")
    return map_toml_text(spec.table, spec.terrain, title, spec.dressing)


def own_path(path: Path | None) -> Path | None:
    """Return the file of a map if the user may overwrite it, None for a map of the program."""
    return None if path in map_files().values() else path


def path_for_title(title: str, folder: Path) -> Path:
    """Return the path of a file in a folder, named after the map's title."""
    return folder / f"{file_name_from_text(title, 'table')}.toml"


def check_overwritable(path: Path) -> None:
    """Raise InputError if the file exists and is not a map."""
    if os.path.exists(path):
        try:
            decode_typed(parse_toml(read_text(path), path), MapSpec, path)
        except InputError:
            message = "a file that is not a map already exists"
            raise InputError(path, "", message, "choose another file name") from None


def save(sketch: MapSketch, ground: Ground, path: Path, over: bool) -> None:
    """Write a map, with the picture it lies on beside it.

    Raises InputError if the map has errors, and without `over` if the file exists.
    """
    if sketch.faults:
        many = len(sketch.faults)
        things = "an object on it is" if many == 1 else f"{many} objects on it are"
        raise InputError(path, "", f"was not saved: {things} invalid ({sketch.faults[0].words})")
    target = OutputFile(path, MAP_FILE_KIND, "", over).check()
    picture = _picture(ground, path) if sketch.map.table.picture else None
    raw = text_of(_lying_on(sketch.map, picture)).encode()
    if len(raw) > MAX_TOML_BYTES:
        raise InputError(path, "", f"would have {len(raw)} bytes; a map has at most {MAX_TOML_BYTES}")
    fresh = picture is not None and not os.path.exists(picture.path)
    if picture and fresh:
        target._replace(path=picture.path, kind=PICTURE_FILE_KIND).write(picture.raw)
    try:
        parse_map(raw.decode(), path)
        target.write(raw)
    except InputError:
        if picture and fresh:
            picture.path.unlink(missing_ok=True)
        raise


class _Picture(NamedTuple):
    """The picture under a map, and its file beside that of the map."""

    path: Path
    raw: bytes


def _picture(ground: Ground, path: Path) -> _Picture:
    """Return the picture of a ground for a map that is saved.

    Raises InputError if it is no longer cached or another picture has its file name.
    """
    found = cached_picture(ground.picture) if isinstance(ground.picture, str) else None
    if found is None:
        raise InputError(path, "table.picture", "is no longer in memory", "open the table without it")
    beside = path.with_suffix(picture_info(found).suffix)
    try:
        other = os.path.exists(beside) and read_plain(beside, PICTURE_BYTES) != found
    except UnreadableError as error:
        raise InputError(beside, "", str(error)) from None
    if other:
        raise InputError(beside, "", "another picture already exists", "choose another file name for the map")
    return _Picture(beside, found)


def _lying_on(spec: MapSpec, picture: _Picture | None) -> MapSpec:
    """Return the map with a reference to the picture file beside it."""
    if picture is None:
        return spec
    return msgspec.structs.replace(spec, table=msgspec.structs.replace(spec.table, picture=picture.path.name))
