"""Painters of terrain. They add the colours and heights of a piece of terrain to a picture of the table.

`looks.toml` defines painters, roofs, tones and painting orders, under the `look` of a piece of terrain, its
kind, or "default". Random details are seeded by the id of the piece, so that they are the same at every zoom
and in every tile.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files

import msgspec

from battlesim.render.height_field import HeightField
from battlesim.render.terrain import (
    buildings,
    clutter,
    earth,
    fittings,
    ground_marks,
    objects,
    plants,
    snow,
    stones,
    streets,
    structures,
    walls,
)
from battlesim.render.terrain.openings import paint_openings
from battlesim.render.terrain.paint_tools import Painter, TerrainLook
from battlesim.table.levels import is_relief
from battlesim.table.terrain import Terrain

TERRACE_LOOK = "terrace"
"""The look of relief, whose step is what the rules know; a slope would mislead."""
RAISING_PAINTERS = frozenset({"hill", "terrace"})
"""The painters of terrain that raises the ground under other terrain."""
TERRAIN_PAINTERS: dict[str, Painter] = {
    "building": buildings.building,
    "gable": buildings.gable,
    "dome": buildings.dome,
    "cutaway": buildings.cutaway,
    "ruin": structures.ruin,
    "pad": structures.pad,
    "bridge": structures.bridge,
    "wall": walls.wall,
    "blocks": walls.blocks,
    "sheets": walls.sheets,
    "gate": walls.gate,
    "fence": walls.fence,
    "wire": walls.wire,
    "hedge": plants.hedge,
    "woods": plants.woods,
    "scrub": plants.scrub,
    "rocks": stones.rocks,
    "rubble": stones.rubble,
    "crater": earth.crater,
    "hill": earth.hill,
    "terrace": earth.terrace,
    "river": earth.river,
    "marsh": earth.marsh,
    "road": earth.road,
    "tunnel": earth.tunnel,
    "drift": snow.drift,
    "ice": snow.ice,
    "dump": objects.dump,
    "crate": objects.crate,
    "barrels": objects.barrels,
    "wreck": objects.wreck,
    "vehicle": objects.vehicle,
    "lorry": objects.lorry,
    "stack": clutter.stack,
    "drums": clutter.drums,
    "logs": clutter.logs,
    "bales": clutter.bales,
    "sandbags": clutter.sandbags,
    "hulk": clutter.hulk,
    "husk": clutter.husk,
    "garden": clutter.garden,
    "foundation": clutter.foundation,
    "well": clutter.well,
    "racks": clutter.racks,
    "tracks": ground_marks.tracks,
    "trail": ground_marks.trail,
    "stream_bed": ground_marks.stream_bed,
    "slabs": ground_marks.slabs,
    "pock": ground_marks.pock,
    "doorstep": ground_marks.doorstep,
    "footprints": ground_marks.footprints,
    "lamp_post": fittings.lamp_post,
    "wall_lamp": fittings.wall_lamp,
    "platform": fittings.platform,
    "open_gate": fittings.open_gate,
    "mast": fittings.mast,
    "bare_tree": fittings.bare_tree,
    "pavement": streets.pavement,
    "lawn": streets.lawn,
    "gravel_path": streets.gravel_path,
    "lane": streets.lane,
    "crossing": streets.crossing,
    "manhole": streets.manhole,
    "car_wreck": streets.car_wreck,
    "barricade": streets.barricade,
    "default": structures.block,
}


@lru_cache(maxsize=1)
def terrain_looks() -> dict[str, TerrainLook]:
    """Return the looks of terrain by name. Raises msgspec.ValidationError if looks.toml is invalid."""
    text = files("battlesim.render").joinpath("looks.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, TerrainLook])


def terrain_look(piece: Terrain, roof_off: bool = False) -> TerrainLook:
    """Return the look of a piece of terrain. If `roof_off` is true, a roofed building shows its interior."""
    known = terrain_looks()
    usual = TERRACE_LOOK if is_relief(piece) else piece.kind
    look = known.get(piece.look) or known.get(usual) or known["default"]
    return known[look.opened] if roof_off and look.roofed else look


def paint_terrain(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a piece of terrain: add its heights and colours to a part of the table."""
    TERRAIN_PAINTERS[look.painter](field, piece, look)
    if look.painter != "cutaway":
        paint_openings(field, piece)
