"""Snow falls over the table and under the pieces, not into rooms, and stands still for who asks for that."""

from __future__ import annotations

import msgspec
import numpy as np
import pygame
import pytest

from battlesim.geometry.outlines import disc
from battlesim.geometry.shapes import rect
from battlesim.render.board import lit_pixels, table_box
from battlesim.render.camera import Camera
from battlesim.render.drawlist import Layer, Patch, plain_shape
from battlesim.render.pale_ground import is_pale, items_for_ground
from battlesim.render.pygame_backend import Canvas
from battlesim.render.ruleset_looks import RulesetLooks
from battlesim.render.scene import table_draw_list
from battlesim.render.weather import snow_offset, snow_pattern, snow_surface
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Side, Table
from battlesim.table.terrain import Ground, Opening, Terrain

VIEW = pygame.Rect(0, 0, 300, 200)
CAMERA = Camera(12, 32, 0, 0, 512, 384)
DOOR = Opening((3, 2), (4, 2), 0.0, 2.0, False, "door", 0.25, "d")
ROOM = Terrain("room", "station", (rect(4, 4, 4, 4),), 3.0, openings=(DOOR,))
GROUND = Ground(16, 12, "snow", (ROOM,), "blizzard")
PIECES = {
    name: Piece(name, name, "trooper", "1", "", 0.5, 1.2, OnTable(*at, 0.0))
    for name, at in (("in", (4.0, 4.0)), ("out", (11.0, 8.0)))
}
TABLE = Table(GROUND, PIECES, (Side("1", "one", 1),))


def drawn(snow: bool, seconds: float = 0.0) -> np.ndarray:
    canvas, target = Canvas(), pygame.Surface((512, 384))
    canvas.seconds = seconds
    canvas.draw(target, table_draw_list(TABLE, RulesetLooks(), CAMERA, snow=snow, bar=False), CAMERA)
    return pygame.surfarray.array3d(target).astype(int)


def part(pixels: np.ndarray, x: float, y: float, reach: float) -> np.ndarray:
    (left, top), (right, bottom) = (
        CAMERA.to_screen(x - reach, y + reach),
        CAMERA.to_screen(x + reach, y - reach),
    )
    return pixels[round(left) : round(right), round(top) : round(bottom)]


def test_snow_falls_over_the_table_and_hides_no_base() -> None:
    clear, snowing = drawn(False), drawn(True)
    assert (part(snowing, 12, 4, 2) != part(clear, 12, 4, 2)).mean() > 0.5
    assert (part(snowing, 11, 8, 0.3) == part(clear, 11, 8, 0.3)).all()


def test_no_snow_falls_into_a_room_without_its_roof() -> None:
    assert (part(drawn(True), 3, 3, 0.8) == part(drawn(False), 3, 3, 0.8)).all()


def test_snow_falls_in_no_other_mood() -> None:
    day = msgspec.structs.replace(GROUND, mood="day")
    items = table_draw_list(msgspec.structs.replace(TABLE, ground=day), RulesetLooks(), CAMERA).table
    assert len(items) + 1 == len(table_draw_list(TABLE, RulesetLooks(), CAMERA).table)


def test_the_wind_moves_the_snow() -> None:
    tile, moved = (
        pygame.surfarray.array_alpha(one)
        for one in (snow_pattern(512), snow_surface(VIEW, (412, 462), 1.0, ()))
    )
    assert snow_offset(1.0, 1.0) != snow_offset(2.0, 1.0)
    assert (drawn(True) != drawn(True, 1.0)).any()
    assert (moved[0:100, 0:50] == tile[100:200, 50:100]).all()


def test_the_pattern_of_snow_has_no_seam() -> None:
    tile = pygame.surfarray.array_alpha(snow_pattern(512)).astype(int)
    steps = np.abs(tile - np.roll(tile, 1, 0)).mean(1)
    assert steps[0] < 2 * steps.mean()


@pytest.mark.parametrize("look", ["drift", "ice_ridge", "snowy_low_wall", "snowy_wall"])
def test_snow_lies_higher_where_it_is_banked(look: str) -> None:
    piece = Terrain("a", look, (rect(8, 6, 4, 2),), 1.5)
    ground = Ground(16, 12, "snow", (piece,))
    bare = msgspec.structs.replace(ground, terrain=())
    area = (6 * 24, 5 * 24, 10 * 24, 7 * 24)
    assert (lit_pixels(ground, 24, area) != lit_pixels(bare, 24, area)).mean() > 0.5
    assert lit_pixels(bare, 24, table_box(bare, 24)).mean() > 130, "snow is bright"


def test_light_regions_get_a_dark_fill_on_pale_ground_alone() -> None:
    seen = Patch(Layer.SIGHT, plain_shape(disc(8, 6, 3)), "yellow")
    assert is_pale("snow") and not is_pale("dust")
    assert list(items_for_ground((seen,), "dust")) == [seen]
    fill, edge = items_for_ground((seen,), "snow")
    assert isinstance(fill, Patch) and isinstance(edge, Patch)
    assert fill.alpha == seen.alpha and fill.colour != "yellow" and not fill.width
    assert edge.alpha == 0 and edge.colour == "yellow" and edge.bed
