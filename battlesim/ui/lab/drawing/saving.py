"""The map written to a file: whole, read back first, never over another one unasked."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import msgspec

from battlesim.exchange.toml import as_toml
from battlesim.report.outputs import Kind, Output
from battlesim.scenarios.library import map_files
from battlesim.scenarios.maps import MapSpec, read_map
from battlesim.scenarios.pictures import facts, kept
from battlesim.scenarios.reading import InputError, decode, parse, read_text
from battlesim.scenarios.sketch import Sketch
from battlesim.table.terrain import Ground

MAP: Final = Kind("a map", ".toml", b"")
TITLE: Final = "# Map of {!r}, as drawn."


def text_of(spec: MapSpec) -> str:
    """A map as the text of a file."""
    title = TITLE.format(" ".join(spec.table.title.split()) or "a table")
    return as_toml(spec.table, spec.terrain, title, spec.dressing)


def own_path(path: Path | None) -> Path | None:
    """The file that a map comes from, where a person may write it: none of those of the program."""
    return None if path in map_files().values() else path


def titled(title: str, folder: Path) -> Path:
    """A file in a folder that has a map's title for its name, of letters that every system takes."""
    plain = re.sub(r"[^\w-]+", "-", title, flags=re.ASCII).strip("-").lower()[:80] or "table"
    return folder / f"{plain}.toml"


def refuse_other(path: Path) -> None:
    """Raises InputError for a file that is there and is no map: no map gives way to it."""
    if path.exists():
        try:
            decode(parse(read_text(path), path), MapSpec, path)
        except InputError:
            message = "there is a file already that is no map"
            raise InputError(path, "", message, "name another file") from None


def save(sketch: Sketch, ground: Ground, path: Path, over: bool) -> None:
    """Write a map, and the picture it lies on beside it. Raises InputError for faults in it, and without
    `over` for a file that is there."""
    if sketch.faults:
        many = len(sketch.faults)
        things = "a thing on it cannot" if many == 1 else f"{many} things on it cannot"
        raise InputError(path, "", f"is not written: {things} lie there ({sketch.faults[0].words})")
    target = Output(path, MAP, "", over).check()
    spec = _with_picture(sketch.map, ground, target)
    raw = text_of(spec).encode()
    read_map(raw.decode(), path)
    target.write(raw)


def _with_picture(spec: MapSpec, ground: Ground, target: Output) -> MapSpec:
    """The map with its picture beside the file that is written."""
    if not spec.table.picture:
        return spec
    found = kept(ground.picture) if isinstance(ground.picture, str) else None
    if found is None:
        raise InputError(target.path, "table.picture", "is not kept any more", "lay the table without it")
    path = target.path.with_suffix(facts(found).suffix)
    if not path.exists():
        target._replace(path=path, kind=Kind("a picture", path.suffix, found[:4])).write(found)
    elif path.read_bytes() != found:
        raise InputError(path, "", "there is another picture already", "name another file for the map")
    return msgspec.structs.replace(spec, table=msgspec.structs.replace(spec.table, picture=path.name))
