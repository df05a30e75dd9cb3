"""A map as a plan, for other programs: what it says, with its picture."""

from __future__ import annotations

from pathlib import Path

from battlesim.bounded import UnreadableError, read_plain
from battlesim.exchange.plan import Picture, Plan
from battlesim.scenarios.kinds import plain_kinds
from battlesim.scenarios.maps import MapSpec, TerrainSpec, read_map
from battlesim.scenarios.pictures import MAX_BYTES, PictureError, facts
from battlesim.scenarios.reading import InputError, decode, parse, read_text


def plan_of(path: Path) -> Plan:
    """The plan of a map. Raises InputError."""
    text = read_text(path)
    read_map(text, path)
    spec = decode(parse(text, path), MapSpec, path)
    table = spec.table
    return Plan(
        width=table.width,
        height=table.height,
        terrain=list(spec.terrain),
        title=table.title or path.stem,
        table=table,
        dressing=spec.dressing,
        picture=_picture(path, table.picture) if table.picture else None,
    )


def top_of(piece: TerrainSpec) -> float:
    """How high a piece is: by the map, else by its kind. Inches."""
    kind = plain_kinds().get(piece.kind)
    return piece.height if piece.height is not None else kind.height if kind else 0.0


def _picture(path: Path, name: str) -> Picture:
    try:
        raw = read_plain(path.parent / name, MAX_BYTES)
        return Picture(raw, facts(raw))
    except (UnreadableError, PictureError) as error:
        raise InputError(path, "table.picture", f"{name!r} {error}") from None
