from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import numpy as np
import pygame
import pytest

from battlesim.geometry.shapes import circle, rect, thick_line
from battlesim.render import board_view
from battlesim.render.board import lit_pixels, painted_field, table_box
from battlesim.render.board_view import Board
from battlesim.render.camera import Camera
from battlesim.render.height_field import HeightField
from battlesim.render.light import MAX_SHADOW_IN
from battlesim.render.terrain import TERRAIN_PAINTERS, terrain_look, terrain_looks
from battlesim.render.tiles import flat_picture, render_tile, tile_box, tile_key
from battlesim.table.terrain import Ground, Opening, Terrain
from tests.render.tables import klendathu_ground

BARE = Ground(16, 12, "deck")
BANDS = frozenset({"wall", "gate", "fence", "wire", "hedge", "tracks", "trail", "stream_bed", "footprints"})

LAMPS = frozenset({"lamp_post", "wall_lamp"})


def piece_of(name: str) -> Terrain:
    painter = terrain_looks()[name].painter
    if painter in BANDS:
        rings = thick_line([(6, 6), (10, 6)], 0.5)
    elif painter in ("dome", "crater", "tunnel", "pad"):
        rings = (circle(8, 6, 1.5),)
    else:
        rings = (rect(8, 6, 4, 3, 10),)
    openings = tuple(
        Opening((x, y), (x + 0.8, y), 0.8, 1.2, open_, kind)
        for kind, y in (("door", 4.7), ("window", 7.4))
        for open_, x in ((True, 6.8), (False, 8.4))
    )
    return Terrain("one", name, rings, 1.5, openings=openings)


@pytest.mark.parametrize("name", sorted(terrain_looks()))
def test_every_look_changes_its_own_ground_and_nothing_far_away(name: str) -> None:
    window = table_box(BARE, 24)
    ground = msgspec.structs.replace(BARE, terrain=(piece_of(name),))
    before, after = painted_field(BARE, 24, window), painted_field(ground, 24, window)
    changed = (before.colours != after.colours).any(-1) | (before.heights != after.heights)
    rows, columns = np.nonzero(changed)
    least = 0.005 if terrain_looks()[name].painter in LAMPS else 0.05
    assert changed[6 * 24 - 30 : 6 * 24 + 30, 8 * 24 - 40 : 8 * 24 + 40].mean() > least
    assert columns.min() > 2 * 24 and columns.max() < 14 * 24
    assert rows.min() > 1 * 24 and rows.max() < 11 * 24


def test_a_wall_about_a_room_has_its_posts_on_itself_alone() -> None:
    loop = [(3, 3), (13, 3), (13, 9), (8, 9), (8, 7), (3, 7), (3, 3)]
    ground = msgspec.structs.replace(BARE, terrain=(Terrain("one", "wall", thick_line(loop, 0.25), 2.0),))
    window = table_box(BARE, 24)
    before, after = painted_field(BARE, 24, window), painted_field(ground, 24, window)
    room = (slice(12 * 24 - 6 * 24, 12 * 24 - 4 * 24), slice(4 * 24, 12 * 24))
    assert (before.heights[room] == after.heights[room]).all()


def test_every_painter_is_in_use() -> None:
    assert {look.painter for look in terrain_looks().values()} == set(TERRAIN_PAINTERS)


def test_an_unknown_kind_still_stands_on_the_table() -> None:
    piece = Terrain("x", "never heard of", (rect(8, 6, 4, 3),), 2.0)
    field = painted_field(msgspec.structs.replace(BARE, terrain=(piece,)), 12, table_box(BARE, 12))
    assert field.heights[72, 96] - field.ground_height(8, 6) == pytest.approx(2.0, abs=0.2)


@pytest.mark.parametrize(("look", "channel"), [("solar", 2), ("gable", 0), ("woods", 1)])
def test_looks_have_their_own_colours(look: str, channel: int) -> None:
    ground = msgspec.structs.replace(BARE, terrain=(Terrain("a", look, (rect(8, 6, 4, 3),), 2.0),))
    colour = lit_pixels(ground, 24, (7 * 24, 5 * 24, 9 * 24, 7 * 24)).reshape(-1, 3).mean(0)
    assert int(colour.argmax()) == channel


def test_light_comes_from_the_upper_left() -> None:
    ground = msgspec.structs.replace(BARE, terrain=(Terrain("a", "tower", (rect(8, 6, 2, 2),), 3.0),))
    picture, bare = lit_pixels(ground, 24, table_box(ground, 24)), lit_pixels(BARE, 24, table_box(BARE, 24))
    darker = bare.astype(int).sum(-1) - picture.astype(int).sum(-1)
    lower_right, upper_left = darker[7 * 24 + 12, 9 * 24 + 12], darker[4 * 24, 6 * 24]
    assert lower_right > 60 > abs(upper_left)


def test_a_tower_throws_its_shadow_as_far_as_its_height_says() -> None:
    ground = msgspec.structs.replace(BARE, terrain=(Terrain("a", "tower", (rect(8, 6, 2, 2),), 3.0),))
    picture, bare = lit_pixels(ground, 24, table_box(ground, 24)), lit_pixels(BARE, 24, table_box(BARE, 24))
    darker = (bare.astype(int).sum(-1) - picture.astype(int).sum(-1)) > 60
    _, columns = np.nonzero(darker)
    assert 24 * (9 + 0.8) < columns.max() < 24 * (9 + MAX_SHADOW_IN)


def test_night_is_darker_and_lamps_are_warm() -> None:
    ground = msgspec.structs.replace(
        BARE, mood="night", terrain=(Terrain("a", "building", (rect(8, 6, 4, 3),), 2.0),)
    )
    day = lit_pixels(msgspec.structs.replace(ground, mood="day"), 20, table_box(ground, 20)).astype(int)
    night = lit_pixels(ground, 20, table_box(ground, 20)).astype(int)
    luma = np.array([0.2126, 0.7152, 0.0722])
    assert (night[:40] @ luma).mean() < 0.8 * (day[:40] @ luma).mean()
    lamp, far = night[8 * 20, 5 * 20 + 12], night[10, 10]
    assert lamp[0] - lamp[2] > far[0] - far[2] + 30


def test_a_tile_equals_the_same_part_of_the_whole() -> None:
    ground = klendathu_ground("night")
    whole = lit_pixels(ground, 12, table_box(ground, 12))
    for column, row in ((0, 0), (1, 0)):
        left, top, right, bottom = tile_box(ground, (12, column, row))
        tile = render_tile(ground, (12, column, row), frozenset(), None)
        differing = np.abs(tile.astype(int) - whole[top:bottom, left:right].astype(int))
        assert differing.max() <= 1


def test_an_odd_window_equals_the_same_part_of_the_whole() -> None:
    ground = klendathu_ground()
    big = lit_pixels(ground, 17, (300, 200, 700, 500))
    small = lit_pixels(ground, 17, (417, 303, 533, 391))
    assert np.abs(big[103:191, 117:233].astype(int) - small.astype(int)).max() <= 1


def test_a_changed_piece_changes_the_tiles_it_shows_in_and_no_others() -> None:
    ground = klendathu_ground()
    moved = msgspec.structs.replace(ground, terrain=tuple(t for t in ground.terrain if t.id != "tunnel2"))
    places = [(28.0, i, j) for i in range(4) for j in range(3)]
    changed = [p for p in places if tile_key(ground, p, frozenset()) != tile_key(moved, p, frozenset())]
    assert (28.0, 3, 1) in changed and (28.0, 0, 0) not in changed
    assert 0 < len(changed) < len(places) / 2


def test_opened_buildings_show_their_floor() -> None:
    ground = klendathu_ground("day")
    area = (17 * 20, (48 - 31) * 20, 22 * 20, (48 - 28) * 20)
    assert terrain_look(ground.get("building1"), True).painter == "cutaway"
    assert (
        lit_pixels(ground, 20, area) != lit_pixels(ground, 20, area, frozenset({"building1"}))
    ).mean() > 0.5


def test_tiles_are_kept_on_disk_and_read_again(tmp_path) -> None:
    ground = msgspec.structs.replace(BARE, terrain=(piece_of("rocks"),))
    first = render_tile(ground, (12, 0, 0), frozenset(), tmp_path / "deep")
    files = list((tmp_path / "deep").glob("*.png"))
    assert len(files) == 1
    assert (render_tile(ground, (12, 0, 0), frozenset(), tmp_path / "deep") == first).all()
    files[0].write_bytes(b"not a picture")
    assert (render_tile(ground, (12, 0, 0), frozenset(), tmp_path / "deep") == first).all()


def test_a_folder_that_cannot_be_written_to_is_no_reason_to_stop(tmp_path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    assert render_tile(BARE, (12, 0, 0), frozenset(), blocked).shape == (144, 192, 3)


def test_the_board_is_flat_at_once_and_lit_when_ready() -> None:
    ground = msgspec.structs.replace(BARE, terrain=(piece_of("building"),))
    board, camera = Board(ground), Camera(12, 12, -20, -20, 240, 200)
    target = pygame.Surface((240, 200))
    board.draw(target, camera)
    flat = pygame.surfarray.array3d(target)
    board.light_view(camera)
    assert board.draw(target, camera)
    lit_now = pygame.surfarray.array3d(target)
    assert (flat[20:-30, 20:-30] != lit_now[20:-30, 20:-30]).mean() > 0.5
    assert (lit_now[:18, :18] == np.array([11, 14, 18])).all()


def test_tiles_are_lit_by_an_executor_while_the_window_draws(tmp_path) -> None:
    ground = msgspec.structs.replace(BARE, terrain=(piece_of("building"),))
    target, camera = pygame.Surface((192, 144)), Camera(12, 12, 0, 0, 192, 144)
    with ThreadPoolExecutor(1) as executor:
        board = Board(ground, executor, tmp_path)
        assert not board.draw(target, camera)
    assert board.draw(target, camera)
    drawn = pygame.surfarray.array3d(target).swapaxes(0, 1)
    assert (drawn == lit_pixels(ground, 12, table_box(ground, 12))).all()


def test_tiles_can_be_lit_by_another_process() -> None:
    ground = msgspec.structs.replace(BARE, terrain=(piece_of("rocks"),))
    lit_pixels(ground, 12, table_box(ground, 12))
    assert pickle.loads(pickle.dumps(ground)) == ground
    assert pickle.loads(pickle.dumps(render_tile)) is render_tile


def test_tiles_kept_on_disk_show_at_once(tmp_path) -> None:
    ground = msgspec.structs.replace(BARE, terrain=(piece_of("building"),))
    target, camera = pygame.Surface((192, 144)), Camera(12, 12, 0, 0, 192, 144)
    render_tile(ground, (12, 0, 0), frozenset(), tmp_path)
    assert Board(ground, None, tmp_path).draw(target, camera)
    drawn = pygame.surfarray.array3d(target).swapaxes(0, 1)
    assert (drawn == lit_pixels(ground, 12, table_box(ground, 12))).all()


def test_a_new_zoom_begins_with_the_lit_picture_of_the_old_one() -> None:
    ground = klendathu_ground("day")
    board, target = Board(ground), pygame.Surface((200, 150))
    old, new = Camera(48, 12, 260, 200, 300, 220), Camera(48, 17, 400, 310, 200, 150)
    board.light_view(old)
    board.draw(target, new)
    first = pygame.surfarray.array3d(target).astype(int)
    board.light_view(new)
    assert board.draw(target, new)
    lit_now = pygame.surfarray.array3d(target).astype(int)
    plain = pygame.surfarray.array3d(flat_picture(ground, 17, (400, 310, 600, 460))).astype(int)
    assert np.abs(first - lit_now).mean() < 0.6 * np.abs(plain - lit_now).mean()


def test_flat_pictures_show_every_terrain_piece() -> None:
    ground = klendathu_ground("day")
    whole = table_box(ground, 12)
    with_all = pygame.surfarray.array3d(flat_picture(ground, 12, whole))
    for piece in ground.terrain[::6]:
        less = msgspec.structs.replace(ground, terrain=tuple(t for t in ground.terrain if t.id != piece.id))
        without = pygame.surfarray.array3d(flat_picture(less, 12, whole))
        assert (with_all != without).any(), piece.id


@pytest.mark.parametrize("name", sorted(terrain_looks()))
def test_every_look_has_a_flat_tone(name: str) -> None:
    ground = msgspec.structs.replace(BARE, terrain=(msgspec.structs.replace(piece_of(name), look=name),))
    bare, shown = (flat_picture(one, 12, table_box(one, 12)) for one in (BARE, ground))
    assert (pygame.surfarray.array3d(bare) != pygame.surfarray.array3d(shown)).any()


def test_a_door_in_a_wall_is_a_way_through_and_a_window_stands_out() -> None:
    wall = Terrain("w", "wall", (rect(8, 6, 4, 0.5),), 2.0)
    door = Opening((7, 5.75), (8, 5.75), 0.0, 2.0, True, "door")
    ledge = Opening((8.6, 5.75), (9.4, 5.75), 0.8, 1.2, False)
    window = table_box(BARE, 24)

    def seen(*openings: Opening) -> HeightField:
        piece = msgspec.structs.replace(wall, openings=openings)
        return painted_field(msgspec.structs.replace(BARE, terrain=(piece,)), 24, window)

    shut, pierced = seen(), seen(door, ledge)
    rows = BARE.height * 24 - np.array([6.0, 5.65]) * 24
    through, before = (int(rows[0]), int(7.5 * 24)), (int(rows[1]), 9 * 24)
    assert pierced.heights[through] < shut.heights[through] - 1.5
    assert pierced.heights[before] > shut.heights[before] + 0.05


DOORS = {
    "wall": (Terrain("w", "wall", (rect(8, 6, 4, 0.5),), 2.0), 0.0, (7.0, 6.75), (7.5, 6.0)),
    "building": (Terrain("b", "building", (rect(8, 4, 6, 4),), 2.5), 0.25, (7.0, 5.25), (7.5, 5.9)),
}
"""A wall and a building whose roof is off, each with a place on the leaf of its open door, and in its gap."""


@pytest.mark.parametrize("name", DOORS)
def test_a_door_stands_across_its_gap_and_swings_aside(name: str) -> None:
    bare, depth, aside, gap = DOORS[name]
    y = max(y for _, y in bare.rings[0])
    ground = msgspec.structs.replace(BARE, terrain=(bare,))

    def height(open_: bool, at: tuple[float, float]) -> float:
        door = Opening((7, y), (8, y), 0.0, 2.5, open_, "door", depth, "d")
        piece = msgspec.structs.replace(bare, openings=(door,))
        opened = frozenset({bare.id}) if depth else frozenset()
        field = painted_field(
            msgspec.structs.replace(ground, terrain=(piece,)), 48, table_box(BARE, 48), open_roof_ids=opened
        )
        row, column = int((BARE.height - at[1]) * 48), int(at[0] * 48)
        return float(field.heights[row - 6 : row + 6, column - 6 : column + 6].max())

    assert height(True, aside) > height(False, aside) + 1.0
    assert height(False, gap) > height(True, gap) + 1.0


def test_lit_tiles_at_hand_are_bounded_and_come_back_from_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board_view, "MAX_TILE_BYTES", 3 * 240 * 200 * 4)
    ground, target = Ground(60, 60), pygame.Surface((240, 200))
    board = Board(ground, None, tmp_path)
    views = [Camera(60, ppi, 100, 100, 240, 200) for ppi in (12, 14, 16, 18, 20, 24)]
    for view in views:
        board.light_view(view)
        assert board.draw(target, view)
    kept = sum(tile.get_pitch() * tile.get_height() for tile in board._tiles.values())
    last = sum(board._tiles[board._key(place)].get_size()[0] > 0 for place in board.visible_tiles(views[-1]))
    assert last and kept <= board_view.MAX_TILE_BYTES + 512 * 512 * 4 * last
    assert not board._lit_tile(next(board.visible_tiles(views[0])))
    board.light_view(views[0])
    assert board.draw(target, views[0])
