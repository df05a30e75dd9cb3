"""Painters of terrain: one per kind, each laying colour and height of its shape on a field.

Which painter a terrain piece gets, and with which roof, tone and order, is data: `looks.toml`, keyed by the
piece's `look`, else its kind, else "default". Small random things are seeded by the piece's id, so that they
stay put at every zoom and in every tile.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files

import msgspec

from battlesim.render.field import Field
from battlesim.render.terrain import (
    buildings,
    earth,
    fittings,
    objects,
    plants,
    snow,
    stones,
    stores,
    structures,
    walls,
    ways,
)
from battlesim.render.terrain.base import Look, Painter
from battlesim.render.terrain.openings import openings
from battlesim.table.terrain import Terrain

PAINTERS: dict[str, Painter] = {
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
    "river": earth.river,
    "road": earth.road,
    "tunnel": earth.tunnel,
    "drift": snow.drift,
    "ice": snow.ice,
    "dump": objects.dump,
    "crate": objects.crate,
    "barrels": objects.barrels,
    "wreck": objects.wreck,
    "vehicle": objects.vehicle,
    "stack": stores.stack,
    "drums": stores.drums,
    "logs": stores.logs,
    "bales": stores.bales,
    "sandbags": stores.sandbags,
    "hulk": stores.hulk,
    "husk": stores.husk,
    "garden": stores.garden,
    "foundation": stores.foundation,
    "well": stores.well,
    "racks": stores.racks,
    "tracks": ways.tracks,
    "trail": ways.trail,
    "stream_bed": ways.stream_bed,
    "slabs": ways.slabs,
    "pock": ways.pock,
    "doorstep": ways.doorstep,
    "footprints": ways.footprints,
    "lamp_post": fittings.lamp_post,
    "wall_lamp": fittings.wall_lamp,
    "platform": fittings.platform,
    "open_gate": fittings.open_gate,
    "mast": fittings.mast,
    "bare_tree": fittings.bare_tree,
    "default": structures.block,
}


@lru_cache(maxsize=1)
def looks() -> dict[str, Look]:
    """Every look by its name. Raises msgspec.ValidationError when the file is wrong."""
    text = files("battlesim.render").joinpath("looks.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Look])


def look_of(piece: Terrain, opened: bool = False) -> Look:
    """How a terrain piece is drawn; opened buildings show their floor and walls."""
    known = looks()
    look = known.get(piece.look) or known.get(piece.kind) or known["default"]
    return known[look.opened] if opened and look.roofed else look


def paint(field: Field, piece: Terrain, look: Look) -> None:
    """Lay one terrain piece on the field."""
    PAINTERS[look.painter](field, piece, look)
    if look.painter != "cutaway":
        openings(field, piece)
