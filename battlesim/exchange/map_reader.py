"""Loading of map files that are to be converted to the formats of other programs."""

from __future__ import annotations

from pathlib import Path

from battlesim.exchange.plan import MapPlan, PlanPicture
from battlesim.plain_files import UnreadableError, read_plain
from battlesim.scenarios.maps import TerrainSpec, parse_map, parse_map_spec
from battlesim.scenarios.picture_cache import MAX_PICTURE_BYTES, PictureError, picture_info
from battlesim.scenarios.terrain_kinds import plain_terrain_kinds
from battlesim.scenarios.toml_reading import InputError, read_text


def load_map_plan(path: Path) -> MapPlan:
    """Load a map file and its picture as a `MapPlan`. Raises InputError if a file is missing or invalid."""
    text = read_text(path)
    parse_map(text, path)
    spec = parse_map_spec(text, path)
    table = spec.table
    return MapPlan(
        width=table.width,
        height=table.height,
        terrain=list(spec.terrain),
        title=table.title or path.stem,
        table=table,
        dressing=spec.dressing,
        picture=_picture(path, table.picture) if table.picture else None,
    )


def terrain_height(piece: TerrainSpec) -> float:
    """Return the height of a piece of terrain in inches. By default this is the height of its kind."""
    kind = plain_terrain_kinds().get(piece.kind)
    return piece.height if piece.height is not None else kind.height if kind else 0.0


def _picture(path: Path, name: str) -> PlanPicture:
    try:
        raw = read_plain(path.parent / name, MAX_PICTURE_BYTES)
        return PlanPicture(raw, picture_info(raw))
    except (UnreadableError, PictureError) as error:
        raise InputError(path, "table.picture", f"{name!r}: {error}") from None
