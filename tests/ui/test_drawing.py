"""Maps drawn in the lab with the mouse, by figures, and by keys; what is written is read again."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pygame
import pytest

from battlesim.render.drawlist import GridLines, Patch, Plate
from battlesim.render.text_layout import set_text_style
from battlesim.rulesets import registry
from battlesim.rulings.sight import verdict
from battlesim.scenarios.file_checks import check_file_or_ruleset
from battlesim.scenarios.map_objects import MapObjectRef
from battlesim.scenarios.maps import MapSpec, TerrainSpec, load_map
from battlesim.scenarios.shape_edits import handle_points
from battlesim.scenarios.terrain_kinds import terrain_kinds_with
from battlesim.table.events import PiecesAdded
from battlesim.table.pieces import OnTable
from battlesim.table.terrain import Dressing, Ground
from battlesim.ui.battle.window import Window
from battlesim.ui.lab import LabTable, create_lab_window, lab_screen, load_lab_table, new_lab_table
from battlesim.ui.lab.drawing.handles import handles
from battlesim.ui.lab.drawing.mode import DrawingMode
from battlesim.ui.lab.drawing.unsaved_map_page import UnsavedMapPage
from battlesim.ui.lab.lab_screen import LabScreen
from battlesim.ui.settings.length_units import LENGTH_UNITS
from battlesim.ui.settings.settings import Settings
from battlesim.ui.toolkit.work_queue import WorkQueue

Place = tuple[float, float]


@pytest.fixture
def window(screen: pygame.Surface, tmp_path: Path) -> Window:
    """A bare table, 48 x 48 in, with nothing in hand."""
    return opened(screen, tmp_path, new_lab_table(48, 48))


def opened(screen: pygame.Surface, folder: Path, tables: LabTable) -> Window:
    window = create_lab_window(screen, tables, folder / "sheets", queue=WorkQueue(None))
    window.do("mode", "draw")
    drawing(window).swatches.all.clear()
    window.advance_frame(0.02)
    return window


def drawing(window: Window) -> DrawingMode:
    assert isinstance(window.content, LabScreen)
    (found,) = (mode for mode in window.content.modes.all if isinstance(mode, DrawingMode))
    return found


def spec(window: Window) -> MapSpec:
    return drawing(window).draft.map


def ground(window: Window) -> Ground:
    return window.model.state.table.ground


def only(window: Window) -> TerrainSpec:
    (found,) = spec(window).terrain
    return found


def spot(window: Window, place: Place) -> tuple[int, int]:
    across, down = window.model.camera.to_screen(*place)
    table = window.stage.layout.table
    return round(table.x + across), round(table.y + down)


def point(window: Window, place: Place) -> None:
    at = spot(window, place)
    window.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(0, 0, 0)))
    window.advance_frame(0.02)


def drag(window: Window, *places: Place, button: int = 1) -> None:
    """A button pressed at the first place and let go at the last one."""
    first, *rest = (spot(window, place) for place in places)
    window.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=first, button=button))
    for at in rest:
        window.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(1, 0, 0)))
    window.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(rest or [first])[-1], button=button))
    window.advance_frame(0.02)


def click(window: Window, *places: Place, button: int = 1) -> None:
    for place in places:
        drag(window, place, button=button)


def key(window: Window, code: int, mod: int = 0) -> None:
    window.handle(pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=""))
    window.advance_frame(0.02)


def typed(window: Window, field: str, text: str) -> None:
    window.do("draw_field", field)
    window.handle(pygame.event.Event(pygame.TEXTINPUT, text=text))
    key(window, pygame.K_RETURN)


def take(window: Window, what: str) -> None:
    window.do("draw_take", what)


def house(window: Window) -> None:
    """A building of 6 x 4 in about (20, 20), chosen."""
    take(window, "terrain building")
    click(window, (20, 20))
    key(window, pygame.K_ESCAPE)
    click(window, (20, 20))


def test_a_click_lays_a_thing_of_its_usual_size_on_the_grid(window: Window) -> None:
    take(window, "terrain building")
    click(window, (20.06, 20.06))
    assert only(window).rect == (17, 18, 23, 22)
    assert ground(window).get("building1").height == 2.0


def test_a_drag_lays_it_as_large_as_it_is_drawn(window: Window) -> None:
    take(window, "terrain ruin")
    drag(window, (10, 10), (14, 13), (18, 15))
    take(window, "terrain woods")
    drag(window, (30, 30), (31, 30), (34, 30))
    assert [one.rect or one.circle for one in spec(window).terrain] == [(10, 10, 18, 15), (30, 30, 4)]


def test_what_is_in_hand_is_shown_to_scale_before_it_lies_there(window: Window) -> None:
    take(window, "terrain crate")
    point(window, (20, 20))
    shown = [item for item in window.content.overlays() if isinstance(item, Patch)]
    ring = shown[0].shape[0][0]
    assert set(ring) == {(19.5, 19.5), (19.5, 20.5), (20.5, 19.5), (20.5, 20.5)}
    assert not spec(window).terrain


def test_what_was_laid_is_shown_until_the_table_is_lit_with_it(window: Window) -> None:
    take(window, "terrain building")
    click(window, (20, 20))
    assert drawing(window).draft.unlit_objects == spec(window).terrain
    shown = len(window.content.overlays())
    window.advance_frame(0.02)
    assert drawing(window).draft.unlit_objects == () and len(window.content.overlays()) == shown - 1


def test_a_line_goes_from_click_to_click_at_right_angles(window: Window) -> None:
    take(window, "terrain hedge")
    click(window, (10, 10), (20, 10.2), (20.2, 16), (20.2, 16))
    assert only(window).line == ((10, 10), (20, 10), (20, 16)) and only(window).thickness == 0.7


def test_an_outline_ends_at_its_first_corner(window: Window) -> None:
    take(window, "terrain rocks")
    click(window, (10, 10), (20, 10), (20, 16), (10, 10))
    assert only(window).polygon == ((10, 10), (20, 10), (20, 16))


def test_a_door_goes_onto_the_nearest_edge_and_may_be_shut_by_its_figures(window: Window) -> None:
    house(window)
    take(window, "opening door")
    click(window, (20.1, 17.9))
    (door,) = only(window).openings
    assert {door.start, door.end} == {(19.375, 18), (20.625, 18)} and door.kind == "door"
    key(window, pygame.K_ESCAPE)
    click(window, (20, 18))
    assert drawing(window).draft.chosen == (MapObjectRef("opening", "building1", 0),)
    window.do("draw_flag", "open")
    typed(window, "open_width", "2")
    shut = ground(window).get("building1").openings[0]
    assert not shut.open and abs(shut.start[0] - shut.end[0]) == 2.0


def test_a_door_is_dragged_round_the_corner(window: Window) -> None:
    house(window)
    take(window, "opening window")
    click(window, (20, 18))
    key(window, pygame.K_ESCAPE)
    drag(window, (20, 18), (22, 18.5), (23.2, 20))
    (one,) = only(window).openings
    assert {one.start, one.end} == {(23, 19.375), (23, 20.625)}


def test_a_thing_is_dragged_and_each_drag_can_be_taken_back(window: Window) -> None:
    house(window)
    drag(window, (20, 20), (24, 20), (28, 24))
    assert only(window).rect == (25, 22, 31, 26)
    key(window, pygame.K_z, pygame.KMOD_CTRL)
    assert only(window).rect == (17, 18, 23, 22)
    key(window, pygame.K_z, pygame.KMOD_CTRL)
    assert not spec(window).terrain and not ground(window).terrain
    key(window, pygame.K_y, pygame.KMOD_CTRL)
    assert ground(window).get("building1").rings[0][0] == (17, 18)


def test_corners_are_pulled_edges_moved_and_the_whole_turned(window: Window) -> None:
    house(window)
    drag(window, (23, 22), (24, 23), (25, 24))
    assert only(window).rect == (17, 18, 25, 24)
    drag(window, (25, 21), (26, 21), (27, 21))
    assert only(window).rect == (17, 18, 27, 24)
    (turn,) = (
        one
        for one in handles(drawing(window).draft, drawing(window).pointer.inches_per_pixel)
        if one.kind == "turn"
    )
    drag(window, turn.point, (24, 24), (30, 21))
    assert only(window).turn == 270.0


def test_a_corner_is_put_into_an_outline_and_taken_out(window: Window) -> None:
    house(window)
    window.do("draw_bend")
    assert only(window).polygon is not None
    drag(window, (20, 18), (20, 17), (20, 16))
    assert (20, 16) in handle_points(only(window)) and len(handle_points(only(window))) == 5
    click(window, (20, 16), button=3)
    assert len(handle_points(only(window))) == 4


def test_a_corner_that_is_clicked_has_figures(window: Window) -> None:
    house(window)
    window.do("draw_bend")
    click(window, (23, 22))
    typed(window, "corner_x", "24.5")
    assert only(window).polygon == ((17, 18), (23, 18), (24.5, 22), (17, 22))


@pytest.mark.parametrize(
    ("field", "text", "name", "value"),
    [
        ("x", "30.5", "rect", (27.5, 18, 33.5, 22)),
        ("wide", "8", "rect", (16, 18, 24, 22)),
        ("angle", "30", "turn", 30),
        ("height", "3.5", "height", 3.5),
        ("name", "The inn", "name", "The inn"),
        ("id", "inn", "id", "inn"),
        ("kind", "bunk", "kind", "bunker"),
        ("look", "gab", "look", "gable"),
    ],
)
def test_figures_are_typed(window: Window, field: str, text: str, name: str, value: object) -> None:
    house(window)
    typed(window, field, text)
    assert getattr(only(window), name) == value and len(drawing(window).draft.chosen) == 1


@pytest.mark.parametrize(
    ("field", "text"), [("x", "far"), ("height", "99"), ("kind", "zeppelin"), ("id", "1")]
)
def test_a_figure_that_cannot_be_is_said_and_changes_nothing(window: Window, field: str, text: str) -> None:
    house(window)
    before = spec(window)
    typed(window, field, text)
    assert drawing(window).typing.error_text.startswith(field) and spec(window) is before


@pytest.mark.parametrize("field", ["sill", "open_width", "corner_x", "x", "height", "name", "on"])
def test_a_figure_of_what_was_taken_back_meanwhile_changes_nothing(window: Window, field: str) -> None:
    house(window)
    take(window, "opening window")
    click(window, (20, 18))
    key(window, pygame.K_ESCAPE)
    drawing(window).draft.chosen = (MapObjectRef("opening", "building1", 0),)
    if field not in ("sill", "open_width"):
        drawing(window).draft.chosen, drawing(window).draft.corner = (
            (MapObjectRef("terrain", "building1"),),
            3,
        )
    window.do("draw_field", field)
    window.handle(pygame.event.Event(pygame.TEXTINPUT, text="1"))
    for _ in range(2):
        window.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_z, mod=pygame.KMOD_CTRL, unicode=""))
    key(window, pygame.K_RETURN)
    assert not spec(window).terrain


def test_keys_move_turn_copy_and_delete(window: Window) -> None:
    house(window)
    key(window, pygame.K_RIGHT)
    key(window, pygame.K_q)
    assert (only(window).rect, only(window).turn) == ((17.25, 18, 23.25, 22), 15)
    key(window, pygame.K_d, pygame.KMOD_CTRL)
    assert len(spec(window).terrain) == 2
    key(window, pygame.K_a, pygame.KMOD_CTRL)
    key(window, pygame.K_DELETE)
    assert not spec(window).terrain


def test_traits_are_switched_and_those_of_the_kind_are_not_written(window: Window) -> None:
    house(window)
    window.do("draw_trait", "low")
    assert only(window).traits == ("low", "solid")
    window.do("draw_trait", "low")
    assert only(window).traits is None


def test_dressing_is_laid_and_moved_by_itself(window: Window) -> None:
    take(window, "dressing stack")
    click(window, (10, 10), (20, 20))
    key(window, pygame.K_ESCAPE)
    drag(window, (20, 20), (22, 20), (24, 20))
    assert spec(window).dressing[0].places == ((10, 10, 0), (24, 20, 0))
    assert ground(window).dressing == spec(window).dressing


def test_what_is_wrong_is_said_at_the_thing_and_keeps_the_map_from_being_written(
    window: Window, tmp_path: Path
) -> None:
    house(window)
    drag(window, (20, 20), (10, 20), (1, 20))
    assert not ground(window).terrain
    plates = [str(item.words) for item in window.content.overlays() if isinstance(item, Plate)]
    assert any("lies off the 48 x 48 in table" in words for words in plates)
    key(window, pygame.K_s, pygame.KMOD_CTRL)
    assert "was not saved" in window.content.banner_text() and not list(tmp_path.rglob("*.toml"))


def test_a_map_that_is_written_is_read_again(window: Window, tmp_path: Path) -> None:
    house(window)
    take(window, "opening door")
    click(window, (20, 18))
    take(window, "dressing stack")
    click(window, (10, 10))
    typed(window, "title", 'The "Inn"')
    key(window, pygame.K_s, pygame.KMOD_CTRL)
    path = tmp_path / "maps" / "the-inn.toml"
    assert window.content.banner_text() == f"Saved: {path}" and check_file_or_ruleset(str(path)).good
    assert load_map(path) == ground(window) and drawing(window).keeping.is_saved
    assert load_lab_table(str(path)).sketch().map == spec(window)


@pytest.mark.parametrize("name", ["~nobody-of-this-name", "~nobody-of-this-name/x", "a" * 5_000])
def test_a_name_that_can_be_no_file_is_refused_in_words(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    house(window)
    typed(window, "file", name)
    window.do("draw_save")
    assert window.content.banner_text()


def test_a_file_that_is_there_is_asked_about_first(window: Window, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[table]\nwidth = 9\nheight = 9\n")
    typed(window, "file", str(path))
    window.do("draw_save")
    assert "Save again" in window.content.banner_text() and load_map(path).width == 9
    window.do("draw_save")
    assert load_map(path).width == 48


@pytest.mark.parametrize(
    "text", ["hello = 1\n", "not toml", 'title = "x"\n[table]\nwidth = 9\nheight = 9\n[[questions]]']
)
def test_a_file_that_is_no_map_is_never_written_over(window: Window, tmp_path: Path, text: str) -> None:
    path = tmp_path / "other.toml"
    path.write_text(text)
    typed(window, "file", str(path))
    for _ in range(3):
        window.do("draw_save")
    assert path.read_text() == text and "is not a map" in window.content.banner_text()


def test_a_map_that_is_opened_keeps_what_is_not_touched(screen: pygame.Surface, tmp_path: Path) -> None:
    path = tmp_path / "map.toml"
    path.write_text(
        '[table]\nwidth = 48\nheight = 48\n[[terrain]]\nkind = "woods"\nid = "w"\ncircle = [30, 30, 3]\n'
        '[[terrain]]\nkind = "building"\nid = "b"\nrect = [10, 10, 16, 14]\n'
    )
    window = opened(screen, tmp_path, load_lab_table(str(path)))
    drag(window, (13, 12), (14, 12), (15, 12))
    window.do("draw_save")
    window.do("draw_save")
    again = load_lab_table(str(path)).sketch().map.terrain
    assert again == (TerrainSpec(kind="woods", id="w", circle=(30, 30, 3)), spec(window).terrain[1])
    assert again[1].rect == (12, 10, 18, 14)


def test_a_map_too_large_to_be_read_is_not_written(window: Window, tmp_path: Path) -> None:
    line = tuple((1 + k / 99.7, 2 + k / 99.9) for k in range(1990))
    tracks = tuple(Dressing("tracks", (1.0, 0.5), line=line) for _ in range(8))
    drawing(window).work.editor.replace_map(MapSpec(spec(window).table, (), tracks * 2))
    window.do("draw_save")
    assert "a map has at most 600000" in window.content.banner_text() and not list(tmp_path.rglob("*.toml"))


def test_the_picture_under_a_map_goes_along(screen: pygame.Surface, tmp_path: Path) -> None:
    (tmp_path / "first").mkdir()
    pygame.image.save(pygame.Surface((8, 8)), tmp_path / "first" / "cave.png")
    path = tmp_path / "first" / "map.toml"
    path.write_text('[table]\nwidth = 48\nheight = 48\npicture = "cave.png"\n')
    window = opened(screen, tmp_path, load_lab_table(str(path)))
    house(window)
    typed(window, "file", str(tmp_path / "second.toml"))
    window.do("draw_save")
    assert load_map(tmp_path / "second.toml") == ground(window) and ground(window).picture
    assert (tmp_path / "second.png").read_bytes() == (tmp_path / "first" / "cave.png").read_bytes()


def test_lengths_are_typed_in_centimetres_where_those_are_shown(window: Window) -> None:
    house(window)
    set_text_style(unit=LENGTH_UNITS["cm"])
    typed(window, "wide", "20.32")
    assert only(window).rect == (16, 18, 24, 22)


def test_sight_is_judged_on_the_table_as_it_is_drawn(screen: pygame.Surface, tmp_path: Path) -> None:
    window = opened(screen, tmp_path, load_lab_table("quarrel"))
    assert isinstance(window.content, LabScreen)
    sight = window.content.modes.all[0]
    take(window, "terrain high_wall")
    pieces = window.model.state.table.pieces
    (ax, ay), (bx, _) = pieces["t4"].xy, pieces["w2"].xy
    x = ax + 0.25 * (bx - ax)
    click(window, (x, ay - 4), (x, ay + 6), (x, ay + 6))
    window.do("mode", "sight")
    window.advance_frame(0.02)
    ruling = sight.dispute.ruling  # type: ignore[attr-defined]
    table = window.model.state.table
    found = verdict(table, ruling.ruled.judging_rules.rules, table.pieces["t4"], table.pieces["w2"])
    assert ruling.values["share"] == found.share == 0.0


def test_what_the_map_leaves_to_the_kind_is_each_rulesets_own(window: Window) -> None:
    house(window)
    tables = drawing(window).work.lab_table
    heights = {
        key: tables.source_for_ruleset(key, window.model.state.table).table.terrain("building1").height
        for key in tables.grounds
    }
    own = {
        key: terrain_kinds_with(registry.load_ruleset(key).terrain_values())["building"].height
        for key in tables.grounds
    }
    assert heights == own and len(set(own.values())) > 1
    typed(window, "height", "2.25")
    assert {
        tables.source_for_ruleset(key, window.model.state.table).table.terrain("building1").height
        for key in own
    } == {2.25}


def test_who_stands_on_what_is_deleted_stands_on_the_table(screen: pygame.Surface, tmp_path: Path) -> None:
    window = opened(screen, tmp_path, load_lab_table("quarrel"))
    table = window.model.state.table
    piece = table.pieces["w2"]
    up = msgspec.structs.replace(piece, id="m9", place=OnTable(13.0, 15.4, z=3.0, on="house"))
    drawing(window).work.editor.apply_event(PiecesAdded(pieces=(up,)))
    drawing(window).draft.chosen = (MapObjectRef("terrain", "house"),)
    key(window, pygame.K_DELETE)
    place = window.model.state.table.pieces["m9"].place
    assert place == OnTable(13.0, 15.4, 0.0)


def test_the_table_has_another_size_and_ground(window: Window) -> None:
    typed(window, "table_width", "72")
    window.do("draw_next", "mood")
    assert (ground(window).width, ground(window).mood) == (72, "night")
    assert window.model.camera.to_screen(72, 0)[0] <= window.stage.layout.table.width


@pytest.mark.parametrize("closes", [False, True])
@pytest.mark.parametrize(
    ("presses", "stays", "written"),
    [
        ((), True, False),
        (("leave",), True, False),
        (("throw",), False, False),
        (("save",), False, True),
        (("close",), False, False),
    ],
)
def test_whoever_leaves_a_map_that_is_not_saved_is_asked(
    window: Window,
    monkeypatch: pytest.MonkeyPatch,
    closes: bool,
    presses: tuple[str, ...],
    stays: bool,
    written: bool,
) -> None:
    def answer(window: Window, page: UnsavedMapPage, settings: Settings) -> None:
        for press in presses:
            page.do(press, "")
        if "close" in presses:
            window.running, window.closed = False, True

    monkeypatch.setattr(lab_screen, "show_page", answer)
    house(window)
    window.running, window.closed = False, closes
    assert lab_screen.confirm_leaving_lab(window, Settings()) is not stays
    assert (window.running, drawing(window).keeping.path.exists()) == (stays, written)
    assert window.closed == (not stays and (closes or "close" in presses))


def test_a_map_that_is_wrong_is_not_left_for_having_been_saved(window: Window) -> None:
    house(window)
    typed(window, "x", "0")
    page = UnsavedMapPage(drawing(window).keeping, window.model.bindings)
    page.do("save", "")
    assert not page.done and page.save_message


def test_a_map_that_was_not_touched_is_left_unasked(window: Window) -> None:
    assert lab_screen.confirm_leaving_lab(window, Settings())


def test_the_grid_is_shown_while_points_are_drawn_to_it(window: Window) -> None:
    window.do("draw_grid", 3)
    (grid,) = (item for item in window.content.overlays() if isinstance(item, GridLines))
    assert grid.step == 1.0
    window.do("draw_grid", 0)
    assert not any(isinstance(item, GridLines) for item in window.content.overlays())


def test_several_are_chosen_in_a_box_and_raised_together(window: Window) -> None:
    take(window, "terrain crate")
    click(window, (10, 10), (14, 10), (30, 30))
    key(window, pygame.K_ESCAPE)
    drawing(window).draft.chosen = drawing(window).draft.object_refs_in_box((8, 8), (16, 12))
    typed(window, "height", "1.25")
    assert [one.height for one in spec(window).terrain] == [1.25, 1.25, None]


def test_dressing_may_stand_on_terrain(window: Window) -> None:
    house(window)
    take(window, "dressing mast")
    click(window, (20, 20))
    key(window, pygame.K_ESCAPE)
    drawing(window).draft.chosen = (MapObjectRef("dressing"),)
    typed(window, "on", "building1")
    assert spec(window).dressing == (Dressing("mast", (0.5, 0.5), ((20, 20, 0),), on="building1"),)


@pytest.mark.parametrize("screen", [(1024, 600), (1366, 768), (1920, 1080)], indirect=True)
def test_its_panels_stand_beside_the_table_at_every_size(window: Window) -> None:
    house(window)
    size = pygame.Rect(0, 0, *window.stage.size)
    names = ("palette", "figures", "keeping", "top")
    shown = [(rect, surface) for name, rect, surface in window.panels() if name in names]
    assert len(shown) >= 3 and all(size.contains(pygame.Rect(rect)) for rect, _ in shown)
    assert not any(a.overlaps(b) for a, _ in shown for b, _ in shown if a is not b)
    for rect, surface in shown:
        assert all(
            spot.rect.right <= rect.width and spot.rect.bottom <= rect.height for spot in surface.spots
        )
