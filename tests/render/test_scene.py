from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import msgspec
import numpy as np
import pygame
import pytest

from battlesim.geometry import outlines
from battlesim.geometry.shapes import ring_bounds
from battlesim.render import overlays, sprites, text_layout, widgets
from battlesim.render.camera import Camera, fitted_camera
from battlesim.render.clouds import cloud_surface
from battlesim.render.drawlist import (
    CircleOutline,
    DrawList,
    Icon,
    Layer,
    PanelBox,
    Patch,
    Plate,
    Stroke,
    TextLine,
    Token,
    drawing_order,
    plain_shape,
)
from battlesim.render.palette import colour
from battlesim.render.piece_selection import Selection
from battlesim.render.plate_layout import arranged_items, plate_rect, rects_overlap
from battlesim.render.png import png_bytes
from battlesim.render.pygame_backend import Canvas
from battlesim.render.ruleset_looks import MarkerLook, RulesetLooks
from battlesim.render.scale_bar import scale_bar
from battlesim.render.scene import open_roofs, piece_token, rendered_table, table_draw_list
from battlesim.render.text_layout import text_width, wrapped_lines
from battlesim.table.pieces import Aboard, Hull, Inside, Mark, Marker, Off, OnTable, Piece
from battlesim.table.state import Side, Table
from battlesim.table.terrain import Ground, Opening, Terrain
from battlesim.ui.settings.length_units import LENGTH_UNITS

CAMERA = Camera(12, 28, 0, 0, 448, 336)
DISC = plain_shape(outlines.disc(8, 6, 2))
TOKEN = Token(Layer.TOKEN, 0, 0, 0.5, "trooper", 1)


def draw(items: DrawList, camera: Camera = CAMERA, canvas: Canvas | None = None) -> np.ndarray:
    target = pygame.Surface((camera.width, camera.height))
    target.fill((90, 90, 90))
    (canvas or Canvas()).draw(target, items, camera)
    return pygame.surfarray.array3d(target).astype(int)


def piece(name: str, x: float, y: float, side: str = "a", **more: object) -> Piece:
    base = Piece(name, name, "trooper", side, "A", 0.5, 1.2, OnTable(x, y, 0.0))
    return msgspec.structs.replace(base, **more)


def table(*pieces: Piece, markers: tuple[Marker, ...] = ()) -> Table:
    house = Terrain("house", "building", (((10, 8), (14, 8), (14, 11), (10, 11)),), 2.0, name="Store")
    ground = Ground(16, 12, "dust", (house,))
    sides = (Side("a", "A", 1), Side("b", "B", 2))
    return Table(ground, {p.id: p for p in pieces}, sides, {m.id: m for m in markers})


OVERLAYS: dict[str, Callable[[], overlays.Items]] = {
    "sight": lambda: overlays.seen_region_overlay(DISC),
    "unseen": lambda: overlays.unseen_shade(DISC, 16, 12),
    "dimmed": lambda: overlays.dimming_overlay(16, 12),
    "reach": lambda: overlays.reach_overlay(DISC),
    "zone": lambda: overlays.zone_overlay(DISC, "sky", "Set up here"),
    "template": lambda: overlays.template_area_overlay(DISC, "Blast 4 in"),
    "arc": lambda: overlays.arc_overlay(DISC),
    "blocker": lambda: overlays.blocker_terrain(DISC[0], "hides 43 %"),
    "beam": lambda: overlays.sight_beam((2, 2), ((9, 6), (8, 7))),
    "blocked_at": lambda: overlays.block_star((8, 6)),
    "path": lambda: overlays.move_path([(4, 4), (6, 6), (8, 6)], "4.6 of 6.0 in", TOKEN),
    "chosen": lambda: overlays.selection_ring(8, 6, 0.5),
    "hovered": lambda: overlays.hover_ring(8, 6, 0.5),
    "focused": lambda: overlays.focus_ring(8, 6, 0.5),
    "reacting": lambda: overlays.reaction_ring(8, 6, 0.5),
    "hidden_ring": lambda: overlays.hidden_ring(8, 6, 0.5),
    "target": lambda: overlays.target_brackets(8, 6, 0.5),
    "lost": lambda: overlays.removal_cross(8, 6, "sky"),
    "margin": lambda: overlays.margin_ring(8, 6, 0.5, 0.4, 30, "0.40 in"),
    "ruler": lambda: overlays.ruler_overlay((3, 6), (8, 6), "5.0 in edge to edge"),
    "contour": lambda: overlays.hill_contour(DISC[0], 1.7),
    "pin": lambda: overlays.icon_pin((8, 6), "flag", "yellow", "Objective"),
}

PANELS: dict[str, Callable[[], overlays.Items]] = {
    "heading": lambda: widgets.heading_items(20, 40, 200, "Members", "10 of 10"),
    "chip": lambda: widgets.chip_items(20, 40, "Alert", "sky")[0],
    "button": lambda: widgets.button_items(20, 20, 200, 46, "Shoot", "shoot", "on"),
    "icon_button": lambda: widgets.icon_button_items(20, 20, "ruler"),
    "segmented": lambda: widgets.segmented_items(20, 20, 200, 36, ("1x", "2x"), 1),
    "meter": lambda: widgets.meter_items(20, 20, 200, 8, 0.4),
    "dice": lambda: widgets.dice_items(
        20, 20, [(6, "kill", 6), (5, "hit", 10), (1, "miss", 4), (8, "hit", 12)]
    )[0],
    "row": lambda: widgets.row_items(20, 20, 240, TOKEN, "A Squad", "2 actions left", "now", 2),
    "stats": lambda: widgets.stat_items(20, 20, 300, [("Move", "6 in"), ("Save", "5+")]),
    "chances": lambda: widgets.chance_items(20, 80, 300, [("none", 0.4), ("1", 0.6)]),
    "tooltip": lambda: widgets.tooltip_items(20, 20, "X-1", ["One line", "and another"]),
}


@pytest.mark.parametrize("name", sorted(OVERLAYS))
def test_every_overlay_shows(name: str) -> None:
    plain, drawn = draw(DrawList()), draw(DrawList(OVERLAYS[name]()))
    assert (plain != drawn).any(-1).sum() > 30


@pytest.mark.parametrize("name", sorted(PANELS))
@pytest.mark.parametrize("scale", [0.75, 1.0, 2.5])
def test_every_widget_shows_at_every_scale(name: str, scale: float) -> None:
    items, plain = DrawList(screen=PANELS[name]()), draw(DrawList())
    assert (plain != draw(items, canvas=Canvas(scale))).any(-1).sum() > 15


def test_the_tick_of_a_row_stands_off_its_note() -> None:
    row = widgets.row_items(0, 0, 188, None, "A Squad", "1 in play, 6 below, 2 lost", "done")
    tick = next(item for item in row if isinstance(item, Icon))
    note = next(item for item in row if isinstance(item, TextLine) and item.size == "caption")
    assert tick.y + tick.size / 2 <= note.y - 5


def test_regions_are_filled_thinly_and_edged_crisply() -> None:
    drawn = draw(DrawList(overlays.reach_overlay(DISC)))
    inside, edge, outside = drawn[8 * 28, 168], drawn[10 * 28, 168], drawn[20, 20]
    mint = colour("mint") * 255
    assert np.abs(inside - (90 + (mint - 90) * 0.13)).max() < 3
    assert np.abs(edge - mint).max() < 40
    assert (outside == 90).all()


@pytest.mark.parametrize("radius", [1.0, 5.5])
def test_small_and_large_regions_are_drawn_alike(radius: float) -> None:
    drawn = draw(DrawList(overlays.seen_region_overlay(plain_shape(outlines.disc(8, 6, radius)))))
    yellow = colour("yellow") * 255
    assert np.abs(drawn[8 * 28, 168] - (90 + (yellow - 90) * 0.085)).max() < 4
    x = round((8 + radius) * 28)
    assert np.abs(drawn[x - 2 : x + 2, 168] - yellow).max(-1).min() < 110


def test_holes_of_regions_stay_empty() -> None:
    for radius in (2.0, 5.0):
        ring = plain_shape(outlines.annulus(8, 6, radius, radius / 2))
        assert (draw(DrawList(overlays.reach_overlay(ring)))[8 * 28, 168] == 90).all()


def test_a_ruler_has_a_tick_each_inch() -> None:
    drawn = draw(DrawList(overlays.ruler_overlay((2, 6), (12, 6), "")))
    beside = drawn[:, 168 - 4]
    cream = np.abs(beside - colour("cream") * 255).max(-1) < 40
    ticks = np.flatnonzero(np.diff(cream.astype(int)) == 1)
    assert len(ticks) >= 9
    assert np.abs(np.diff(ticks) - 28).max() <= 1


def test_panning_moves_the_picture_and_changes_nothing_else() -> None:
    items = DrawList(
        (
            *overlays.reach_overlay(DISC),
            *overlays.move_path([(4, 4), (8, 6)], "2 in", TOKEN),
            TOKEN._replace(x=7, y=6),
        )
    )
    here, there = draw(items), draw(items, CAMERA.panned(17, -9))
    assert (here[60:400, 60:280] == there[43:383, 69:289]).all()


def test_a_warm_frame_builds_no_sprite(monkeypatch: pytest.MonkeyPatch) -> None:
    canvas, items = Canvas(), DrawList(tuple(i for make in OVERLAYS.values() for i in make()))
    first = draw(items, canvas=canvas)

    def refuse(*_: object) -> None:
        raise AssertionError("a warm frame is blits alone")

    monkeypatch.setattr(sprites, "point_sprite", refuse)
    monkeypatch.setattr(sprites, "region_sprite", refuse)
    assert (draw(items, canvas=canvas) == first).all()


def test_layers_go_bottom_to_top_and_tokens_far_to_near() -> None:
    near, far = TOKEN._replace(y=1), TOKEN._replace(y=9)
    plate, area = Plate(Layer.PLATE, 0, 0, "x"), overlays.seen_region_overlay(DISC)[0]
    under, listed = widgets.icon_button_items(0, 0, "ruler")[0], TOKEN._replace(layer=Layer.PANEL, y=50)
    assert drawing_order((under, listed)) == [under, listed]
    assert drawing_order((plate, near, far, area)) == [area, far, near, plate]


def test_pieces_stand_where_they_are_in_the_colour_of_their_side() -> None:
    seen = table(piece("one", 4, 6), piece("two", 8, 6, side="b"))
    drawn = draw(table_draw_list(seen, RulesetLooks(), CAMERA, bar=False))
    for x, name in ((4, "sky"), (8, "vermillion")):
        around = drawn[x * 28 - 14 : x * 28 + 14, 168 - 14 : 168 + 14]
        assert (np.abs(around - colour(name) * 255).max(-1) < 60).sum() > 40, name


def test_a_car_fills_its_oblong_base_from_bow_to_stern() -> None:
    hull = Hull("rectangle", 6.0, 3.0)
    seen = table(msgspec.structs.replace(piece("car", 6, 6), shape=hull))
    looks = RulesetLooks(figures={"trooper": "car"})
    drawn = draw(table_draw_list(seen, looks, CAMERA, bar=False)).astype(int)
    plain = draw(table_draw_list(seen, RulesetLooks(), CAMERA, bar=False)).astype(int)
    far = np.abs(drawn - plain).max(-1)[round((6 - 2.6) * 28) : round((6 - 1.8) * 28), 160:176]
    assert (far > 20).mean() > 0.5


def test_a_token_of_a_round_base_is_not_stretched() -> None:
    seen = table(piece("car", 6, 6))
    assert piece_token(seen, seen.pieces["car"], RulesetLooks(figures={"trooper": "car"})).stretch == 0


def test_marks_become_badges_the_gravest_first() -> None:
    looks = RulesetLooks(badges={"stun": "stunned", "watch": "alert"}, figures={"trooper": "officer"})
    both = piece("one", 4, 6).with_mark("watch").with_mark("stun")
    token = piece_token(table(both), both, looks)
    assert (token.figure, token.badge, token.more) == ("officer", "stunned", True)
    assert piece_token(table(both), piece("two", 1, 1), looks).badge == ""


def test_wounds_spent_and_hidden_show_on_the_token() -> None:
    hurt = piece("one", 4, 6, hits=1, hits_full=3).with_mark("hidden").with_mark("spent")
    token = piece_token(table(hurt), hurt, RulesetLooks())
    assert (token.lost, token.full, token.spent, token.faded) == (2, 3, True, True)


def test_pieces_inside_a_building_open_its_roof_and_show() -> None:
    inside = piece("one", 0, 0, place=Inside("house"))
    seen = table(inside)
    assert open_roofs(seen) == {"house"}
    tokens = [i for i in table_draw_list(seen, RulesetLooks(), CAMERA).table if isinstance(i, Token)]
    assert len(tokens) == 1 and 10 < tokens[0].x < 14 and 8 < tokens[0].y < 11


def test_a_piece_that_another_holds_lies_beside_it() -> None:
    held = msgspec.structs.replace(piece("c", 0, 0, place=Aboard("one")), marks=(Mark("captive", 1, "90.0"),))
    seen = table(piece("one", 8, 6), held)
    tokens = [
        i for i in table_draw_list(seen, RulesetLooks(held="captive"), CAMERA).table if isinstance(i, Token)
    ]
    assert sorted((round(i.x, 3), round(i.y, 3)) for i in tokens) == [(8, 6), (8, 7)]
    assert len([i for i in table_draw_list(seen, RulesetLooks(), CAMERA).table if isinstance(i, Token)]) == 1


def test_markers_show_with_their_look() -> None:
    looks = RulesetLooks(markers={"goal": MarkerLook("bookmark", "mint")})
    marks = (Marker("m", "goal", 4, 6, 1.0, name="Goal"), Marker("s", "smoke", 9, 6, 1.5))
    drawn, plain = (
        draw(table_draw_list(table(markers=marks), looks, CAMERA)),
        draw(table_draw_list(table(), looks, CAMERA)),
    )
    changed = (drawn != plain).any(-1)
    assert changed[4 * 28 - 14 : 4 * 28 + 14, 154:182].mean() > 0.3
    assert changed[9 * 28 - 14 : 9 * 28 + 14, 154:182].mean() > 0.9


def test_a_marker_with_the_name_of_its_house_takes_its_place() -> None:
    def named(*markers: Marker) -> int:
        drawn = table_draw_list(table(markers=markers), RulesetLooks(), CAMERA).table
        return sum(isinstance(item, Plate) and item.words == "Store" for item in drawn)

    assert named() == named(Marker("m", "goal", 12, 9, 1.0, name="Store")) == 1


def test_parts_of_a_wall_share_a_plate_unless_they_are_far_apart() -> None:
    places = ((1.0, 2.0), (6.0, 2.0), (12.0, 11.0))
    outlines_of_walls = [((x, y), (x + 3.0, y), (x + 3.0, y + 0.3), (x, y + 0.3)) for x, y in places]
    walls = [Terrain(f"{ring}", "high_wall", (ring,), 1.5, name="Wall") for ring in outlines_of_walls]
    ground = Ground(16.0, 12.0, terrain=tuple(walls))
    drawn = table_draw_list(Table(ground, {}, ()), RulesetLooks(), CAMERA).table
    assert sorted(item.x for item in drawn if isinstance(item, Plate)) == [2.5, 13.5]


def test_dashed_rings_about_small_bases_leave_their_neighbours_free() -> None:
    small, large = (
        sprites.point_sprite(CircleOutline(Layer.MARKER, 0, 0, 0.5, "sky", 2.0, 4.0, 1.0, 16), ppi, 2.0)[
            0
        ].get_width()
        for ppi in (12.0, 60.0)
    )
    assert small < 2 * 12 + 6 and large > 60 + 2 * 8


def test_a_marker_hides_no_piece_that_stands_on_it() -> None:
    looks, stands = RulesetLooks(markers={"goal": MarkerLook("bookmark", "mint")}), piece("one", 4, 6)
    marked, plain = (
        draw(table_draw_list(table(stands, markers=marks), looks, CAMERA))
        for marks in ((Marker("m", "goal", 4.3, 6.0),), ())
    )
    x, y = 4 * 28, 6 * 28
    assert (marked[x - 6 : x + 7, y - 6 : y + 7] == plain[x - 6 : x + 7, y - 6 : y + 7]).all()
    assert (marked != plain).any()


def test_smoke_has_a_texture_a_rim_and_a_name_and_lies_under_the_pieces() -> None:
    smoke = Marker("s", "smoke", 9, 6, 1.5, name="Smoke")
    items = table_draw_list(table(piece("one", 9, 6), markers=(smoke,)), RulesetLooks(), CAMERA).table
    (fill,) = (item for item in items if isinstance(item, Patch) and item.texture)
    assert fill.texture == "smoke" and fill.layer < Layer.TOKEN
    assert any(isinstance(item, Stroke) and item.dash and len(item.points) > 12 for item in items)
    assert "Smoke" in [item.shown_text for item in items if isinstance(item, Plate)]


def test_what_fills_a_cloud_belongs_to_its_place() -> None:
    ring = np.array([[20.0, 20.0], [180.0, 20.0], [180.0, 180.0], [20.0, 180.0]])
    whole = pygame.surfarray.array_alpha(cloud_surface(((ring,),), (0, 0, 200, 200), 20.0, "smoke"))
    assert whole[0].max() == 0 and whole[60:140, 60:140].std() > 15
    part = pygame.surfarray.array_alpha(cloud_surface(((ring,),), (60, 60, 140, 140), 20.0, "smoke"))
    assert np.abs(part[20:60, 20:60].astype(int) - whole[80:120, 80:120]).max() <= 2


def test_selection_rings_brackets_and_letters() -> None:
    seen = table(piece("one", 4, 6))
    plain = draw(table_draw_list(seen, RulesetLooks(), CAMERA))
    for picked in (
        Selection(chosen=frozenset({"one"})),
        Selection(targets=frozenset({"one"})),
        Selection(reacting=frozenset({"one"})),
        Selection(spent=frozenset({"one"})),
        Selection(hovered="one"),
        Selection(focused="one"),
        Selection(letters={"A": "A"}),
    ):
        assert (plain != draw(table_draw_list(seen, RulesetLooks(), CAMERA, selection=picked))).any(
            -1
        ).sum() > 20, picked


@pytest.mark.parametrize("scale", [0.75, 1.0, 2.0])
@pytest.mark.parametrize("ppi", [28.0, 35.5, 36.0, 56.0, 71.5, 90.0])
def test_a_letter_stands_on_the_token_where_it_is_large_and_else_on_a_plate(ppi: float, scale: float) -> None:
    seen, picked = table(piece("one", 4, 6)), Selection(letters={"A": "A"})
    drawn = table_draw_list(
        seen, RulesetLooks(), Camera(12, ppi, 0, 0, 448, 336), selection=picked, scale=scale
    )
    on_plate = any(isinstance(item, Plate) and item.shown_text == "A" for item in drawn.table)
    token = piece_token(seen, seen.pieces["one"], RulesetLooks(), picked)._replace(x=8, y=6)
    bare = Camera(12, ppi, round(8 * ppi) - 224, round(6 * ppi) - 168, 448, 336)
    both = (DrawList((one,)) for one in (token, token._replace(letter="")))
    lettered, plain = (draw(one, bare, Canvas(scale)) for one in both)
    assert (lettered != plain).any() != on_plate
    assert on_plate == (round(0.5 * ppi) < 18 * max(1.0, scale))


@pytest.mark.parametrize("sign", [{"letter": "A"}, {"badge": "leader"}])
def test_a_ring_hides_no_letter_and_no_badge(sign: dict[str, str]) -> None:
    near = Camera(12, 56, 224, 168, 448, 336)
    bare = Token(Layer.TOKEN, 8, 6, 0.5, "trooper", 1)
    ring = overlays.focus_ring(8, 6, 0.5)
    before, after = (draw(DrawList((one,)), near) for one in (bare, bare._replace(**sign)))
    ringed = draw(DrawList((bare._replace(**sign), *ring)), near)
    side = -1 if "letter" in sign else 1
    x, y = 224 + side * 22, 168 - 22
    spot = slice(x - 5, x + 6), slice(y - 4, y + 5)
    assert (before[spot] != after[spot]).any()
    assert np.abs(ringed[spot] - after[spot]).max() < 24


def plates_of(*plates: Plate, keep: tuple[tuple[float, float, float, float], ...] = ()) -> list[Plate]:
    """The plates as they are put on the table."""
    return [item for item in arranged_items(plates, CAMERA, keep_clear=keep) if isinstance(item, Plate)]


def test_a_target_that_has_left_the_table_is_no_matter() -> None:
    gone = piece("gone", 4, 6, place=Off("lost"))
    drawn = table_draw_list(
        table(gone), RulesetLooks(), CAMERA, selection=Selection(targets=frozenset({"gone"}))
    )
    assert not any(isinstance(item, Token) for item in drawn.table)


def test_plates_never_cover_each_other() -> None:
    moved = plates_of(*(Plate(Layer.PLATE, 8 + 0.1 * k, 6, f"plate {k}") for k in range(6)))
    boxes = [plate_rect(p, CAMERA, 1.0) for p in moved]
    assert len(moved) == 6
    assert not any(rects_overlap(a, b) for i, a in enumerate(boxes) for b in boxes[:i])


@pytest.mark.parametrize("at", [(0.1, 6.0), (15.9, 6.0), (8.0, 0.1), (8.0, 11.9), (-3.0, 6.0)])
def test_a_plate_stays_in_the_view(at: tuple[float, float]) -> None:
    (moved,) = plates_of(Plate(Layer.PLATE, *at, "10.1 in edge to edge", "cream"))
    left, top, right, bottom = plate_rect(moved, CAMERA, 1.0)
    assert left >= 0 and right <= CAMERA.width and top >= 0 and bottom <= CAMERA.height


def test_a_name_of_what_is_out_of_view_is_left_out() -> None:
    assert plates_of(Plate(Layer.PLATE, -1.0, 6.0, "Barracks", "dim")) == []


def test_a_plate_leaves_its_target_free() -> None:
    x, y = CAMERA.to_screen(8, 6)
    target = (x - 14, y - 14, x + 14, y + 14)
    (moved,) = plates_of(Plate(Layer.PLATE, 8, 6, "43 % hidden", "orange"), keep=(target,))
    assert not rects_overlap(plate_rect(moved, CAMERA, 1.0), target)


def test_a_picture_needs_no_display_and_is_saved(tmp_path) -> None:
    drawn = rendered_table(table(piece("one", 4, 6)), RulesetLooks(), 320, 240)
    file = tmp_path / "table.png"
    file.write_bytes(png_bytes(drawn))
    again = pygame.image.load(file)
    assert again.get_size() == (320, 240)
    assert pygame.surfarray.array3d(again).std() > 10


def test_wrapped_lines_fit() -> None:
    lines = wrapped_lines("dice go one to a model, nearest first, outward as far as they last", 160)
    assert len(lines) > 1 and " ".join(lines).startswith("dice go one")
    assert all(text_width(line, "small") <= 160 for line in lines)


@pytest.mark.parametrize(
    ("unit", "tick"), [(text_layout.LengthUnit(), 1.0), (text_layout.LengthUnit(str, 2 / 2.54, 5), 2 / 2.54)]
)
def test_tape_and_scale_bar_have_ticks_of_the_unit(unit: text_layout.LengthUnit, tick: float) -> None:
    text_layout.set_text_style(unit=unit)
    try:
        lines = [item for item in overlays.ruler_overlay((0, 0), (10, 0), "") if isinstance(item, Stroke)]
        bar = [item for item in scale_bar(CAMERA) if isinstance(item, PanelBox)]
    finally:
        text_layout.set_text_style(unit=text_layout.LengthUnit())
    at = sorted(line.points[0][0] for line in lines[1:])
    assert [b - a for a, b in pairwise(at)] == pytest.approx([tick] * int(10 / tick))
    assert [box.width for box in bar[1:]] == pytest.approx([tick * CAMERA.ppi] * unit.long)


@pytest.mark.parametrize(("unit", "words"), [("in", "6 in"), ("cm", "10.0 cm")])
def test_the_scale_bar_says_how_long_it_is_in_the_unit(unit: str, words: str) -> None:
    text_layout.set_text_style(unit=LENGTH_UNITS[unit])
    try:
        said = [
            text_layout.shown_text(item.shown_text)
            for item in scale_bar(CAMERA)
            if isinstance(item, TextLine)
        ]
    finally:
        text_layout.set_text_style(unit=text_layout.LengthUnit())
    assert said == [words]


@pytest.mark.parametrize("change", ["item", "view", "none"])
def test_what_is_kept_of_a_layer_is_drawn_as_a_new_canvas_draws_it(change: str) -> None:
    rings = [CircleOutline(Layer.MARKER, x, 5.0, 1.0, "sky") for x in (4.0, 9.0)]
    items = DrawList((*rings, Token(Layer.TOKEN, 6.0, 6.0, 0.5, "plain", 1)))
    camera = fitted_camera(12, 12, 240, 240)
    kept, fresh = pygame.Surface((240, 240)), pygame.Surface((240, 240))
    canvas = Canvas()
    canvas.draw(kept, items, camera)
    kept.fill((0, 0, 0))
    if change == "item":
        items = DrawList((rings[0], *items.table[2:]))
    if change == "view":
        camera = camera.panned(30, 0)
    canvas.draw(kept, items, camera)
    Canvas().draw(fresh, items, camera)
    assert pygame.image.tobytes(kept, "RGB") == pygame.image.tobytes(fresh, "RGB")


def test_the_shadow_of_a_craft_in_the_air_has_the_shape_of_its_hull() -> None:
    craft = piece("a", 4.0, 4.0, place=OnTable(4.0, 4.0, 0.0, 5.0), shape=Hull("rectangle", 4.0, 2.0))
    items = table_draw_list(table(craft), RulesetLooks(), CAMERA).table
    patches = [ring_bounds(item.shape[0][0]) for item in items if isinstance(item, Patch)]
    assert patches[-1] == pytest.approx((3.1, 1.9, 7.1, 3.9))


def test_a_piece_in_the_air_is_drawn_with_its_height() -> None:
    flyer = piece("a", 4.0, 4.0, place=OnTable(4.0, 4.0, 0.0, 3.5))
    drawn = table_draw_list(table(flyer, piece("b", 8.0, 4.0)), RulesetLooks(), CAMERA)
    items = (*drawn.table, *drawn.screen)
    plates = [item for item in items if isinstance(item, Plate)]
    assert any(plate.shown_text == "3.5 in up" for plate in plates)
    assert [item.aloft for item in items if isinstance(item, Token)] == [True, False]
    draw(drawn)


@pytest.mark.parametrize(("z", "roofless"), [(0.0, True), (2.5, False)])
def test_a_piece_above_a_house_leaves_its_roof_on(z: float, roofless: bool) -> None:
    door = Opening((11.0, 8.0), (12.0, 8.0), 0.0, 1.5, depth=0.25, id="house.1")
    at = table(piece("a", 12.0, 9.5, place=OnTable(12.0, 9.5, 0.0, z)))
    house = msgspec.structs.replace(at.ground.terrain[0], openings=(door,))
    ground = msgspec.structs.replace(at.ground, terrain=(house,))
    assert bool(open_roofs(msgspec.structs.replace(at, ground=ground))) == roofless
