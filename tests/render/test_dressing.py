"""What is on the table for the eye alone."""

from __future__ import annotations

import msgspec
import numpy as np

from battlesim.geometry.shapes import rect
from battlesim.render.board import TERRAIN_ONLY_PPI, drawn_terrain, lit_pixels, painted_field, table_box
from battlesim.render.tiles import tile_key
from battlesim.rulings.sight import SightRules, verdict
from battlesim.table.terrain import Dressing, Ground, Terrain
from battlesim.testing.table import make_table, standing_piece

WALL = Terrain("W1", "wall", (rect(8, 6, 4, 0.5),), 1.0)
TOWER = Dressing("platform", (1.9, 1.9), ((8.0, 6.0, 45.0),), on="W1")
BARE = Ground(16, 12, "dust", (WALL,), "night")


def dressed(*dressing: Dressing) -> Ground:
    return msgspec.structs.replace(BARE, dressing=dressing)


def test_dressing_is_drawn_where_it_stands_and_nowhere_else() -> None:
    box = table_box(BARE, 16)
    crates = dressed(Dressing("stack", (2.0, 1.5), ((4.0, 3.0, 20.0),)))
    changed = (painted_field(crates, 16, box).colours != painted_field(BARE, 16, box).colours).any(-1)
    rows, columns = np.nonzero(changed)
    assert changed[(12 - 3) * 16, 4 * 16]
    assert columns.max() < 6 * 16 and rows.min() > (12 - 5) * 16


def test_a_line_of_dressing_is_drawn_along_its_whole_length() -> None:
    tracks = Dressing("tracks", (1.0, 0.6), line=((1.0, 1.0), (8.0, 2.0), (15.0, 1.0)))
    window = table_box(BARE, 24)
    changed = (
        painted_field(dressed(tracks), 24, window).heights != painted_field(BARE, 24, window).heights
    ).any(0)
    assert changed[2 * 24 : 14 * 24].mean() > 0.8


def test_what_stands_on_a_wall_falls_with_it() -> None:
    ground = dressed(TOWER)
    rubble = msgspec.structs.replace(WALL, kind="rubble", height=0.3)
    breached = msgspec.structs.replace(ground, terrain=(rubble,))
    assert [piece.kind for piece in drawn_terrain(ground)] == ["wall", "platform"]
    assert [piece.kind for piece in drawn_terrain(breached)] == ["rubble"]


def test_a_searchlight_lights_tiles_far_from_its_tower() -> None:
    far, ground = (32.0, 0, 0), Ground(60, 40, "dust", (), "night")
    tower = msgspec.structs.replace(TOWER, places=((26.0, 34.0, 180.0),), on="")
    lighted = msgspec.structs.replace(ground, dressing=(tower,))
    assert tile_key(lighted, far, frozenset()) != tile_key(ground, far, frozenset())
    spot = (140, 54, 144, 58)
    assert lit_pixels(lighted, 9, spot).mean() > lit_pixels(ground, 9, spot).mean() + 15


def test_a_coarse_picture_shows_terrain_alone() -> None:
    crates = dressed(Dressing("stack", (2.0, 1.5), ((4.0, 3.0, 20.0),)))
    assert (
        lit_pixels(crates, TERRAIN_ONLY_PPI, table_box(BARE, TERRAIN_ONLY_PPI))
        == lit_pixels(BARE, TERRAIN_ONLY_PPI, table_box(BARE, TERRAIN_ONLY_PPI))
    ).all()


def test_dressing_hides_nobody() -> None:
    seen = make_table(standing_piece("a", 2, 2), standing_piece("b", 14, 2))
    crates = Dressing("hulk", (4.0, 2.0), ((8.0, 2.0, 0.0),))
    behind = msgspec.structs.replace(seen, ground=msgspec.structs.replace(seen.ground, dressing=(crates,)))
    a, b = seen.pieces.values()
    assert verdict(behind, SightRules(), a, b) == verdict(seen, SightRules(), a, b)
