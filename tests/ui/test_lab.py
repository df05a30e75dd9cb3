"""The lab: a table in hand, and the same rulings as everywhere."""

from __future__ import annotations

import threading
from pathlib import Path

import msgspec
import pygame
import pytest

from battlesim.render.drawlist import Plate, TextLine
from battlesim.report.judging import PieceOrPoint, rule_on_ends, ruleset_judging_rules, ruling_values
from battlesim.report.rule_comparison import ComparisonColumn, SightEnds, SightQuery, compare_rulings
from battlesim.report.sheet_check import check_sheet
from battlesim.rulings.sight import verdict
from battlesim.rulings.sight_field import FINE_CELL_IN, PREVIEW_CELL_IN, sight_field
from battlesim.scenarios.sources import open_source
from battlesim.table.pieces import OnTable
from battlesim.table.state import Table
from battlesim.ui.battle.window import Window
from battlesim.ui.lab import LabTable, create_lab_window, load_lab_table
from battlesim.ui.lab.lab_screen import LabScreen
from battlesim.ui.lab.sheet_writer import SheetRenderer, SheetWriter
from battlesim.ui.lab.sight.mode import SightMode
from battlesim.ui.lab.table_editor import base_size_text
from battlesim.ui.settings.key_commands import KEY_COMMANDS
from battlesim.ui.toolkit.panel_content import PanelPicture
from battlesim.ui.toolkit.work_queue import WorkQueue


@pytest.fixture
def window(screen: pygame.Surface, tmp_path: Path) -> Window:
    """The quarrel: a rock and a low wall between Trooper 4 and Warrior 2."""
    return opened(screen, tmp_path)


def opened(screen: pygame.Surface, folder: Path, tables: LabTable | None = None) -> Window:
    window = create_lab_window(screen, tables or load_lab_table("quarrel"), folder, queue=WorkQueue(None))
    window.advance_frame(0.02)
    return window


def lab(window: Window) -> LabScreen:
    assert isinstance(window.content, LabScreen)
    return window.content


def sight(window: Window) -> SightMode:
    (found,) = (mode for mode in lab(window).modes.all if isinstance(mode, SightMode))
    return found


def values(window: Window) -> dict[str, object]:
    ruling = sight(window).dispute.ruling
    assert ruling is not None
    return dict(ruling.values)


def table(window: Window) -> Table:
    return window.model.state.table


def first_row(window: Window) -> ComparisonColumn:
    return sight(window).dispute.rows(table(window))[0]


def at(window: Window, piece: str) -> tuple[int, int]:
    """Where a model is on the screen."""
    return spot(window, *window.model.state.table.pieces[piece].xy)


def spot(window: Window, x: float, y: float) -> tuple[int, int]:
    across, down = window.model.camera.to_screen(x, y)
    table = window.stage.layout.table
    return round(table.x + across), round(table.y + down)


def press(window: Window, place: tuple[int, int], button: int = 1) -> None:
    window.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=button))


def let_go(window: Window, place: tuple[int, int], button: int = 1) -> None:
    window.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=place, button=button))
    window.advance_frame(0.02)


def click(window: Window, piece: str, button: int = 1) -> None:
    place = at(window, piece)
    press(window, place, button)
    let_go(window, place, button)


def drag(window: Window, piece: str, x: float, y: float) -> None:
    press(window, at(window, piece))
    for place in (spot(window, x - 1, y), spot(window, x, y)):
        window.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=place, rel=(1, 1), buttons=(1, 0, 0)))
    let_go(window, spot(window, x, y))


def key(window: Window, code: int, mod: int = 0) -> None:
    window.handle(pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=""))
    window.advance_frame(0.02)


def strings(surface: PanelPicture) -> list[str]:
    """What is written on a panel."""
    return [item.shown_text for item in surface.items if isinstance(item, TextLine)]


def test_each_mode_has_commands_and_keys_of_its_own(window: Window) -> None:
    modes = lab(window).modes.all
    names = [name for mode in modes for name in mode.commands]
    assert len(names) == len(set(names))
    assert len({mode.screen for mode in modes}) == len(modes)
    known = [action for action in KEY_COMMANDS if action.screen in {mode.screen for mode in modes}]
    assert all(action.command in lab(window).commands for action in known)


def test_it_opens_on_the_question_of_its_table(window: Window) -> None:
    found = rule_on_ends(
        open_source("quarrel"),
        PieceOrPoint("t4"),
        PieceOrPoint("w2"),
        sight(window).dispute.rows(table(window))[0].judging_rules,
    )
    assert values(window) == ruling_values(found)


def test_every_column_is_that_of_the_command(window: Window) -> None:
    asked = SightQuery("quarrel", None, SightEnds(PieceOrPoint("t4"), PieceOrPoint("w2")))
    assert sight(window).dispute.comparisons == compare_rulings(asked)


def test_a_model_that_is_dragged_is_judged_where_it_is_put(window: Window) -> None:
    drag(window, "w2", 23.0, 15.0)
    moved = table(window).pieces["w2"]
    assert moved.xy == pytest.approx((23.0, 15.0), abs=0.1)
    dispute = sight(window).dispute
    expected = verdict(
        table(window), dispute.rows(table(window))[0].judging_rules.rules, table(window).pieces["t4"], moved
    )
    assert values(window)["share"] == expected.share != pytest.approx(0.5506, abs=1e-3)


def test_a_drag_is_one_act_that_can_be_taken_back_and_done_again(window: Window) -> None:
    before = table(window)
    drag(window, "w2", 23.0, 15.0)
    after = table(window)
    key(window, pygame.K_z, pygame.KMOD_CTRL)
    assert table(window) == before
    key(window, pygame.K_y, pygame.KMOD_CTRL)
    assert table(window) == after


def test_a_click_looks_at_a_model_and_a_right_click_has_it_look(window: Window) -> None:
    click(window, "w3")
    click(window, "t1", button=3)
    assert (sight(window).dispute.viewer, sight(window).dispute.target) == ("t1", "w3")
    key(window, pygame.K_x)
    assert (sight(window).dispute.viewer, sight(window).dispute.target) == ("w3", "t1")


def test_a_door_is_shut_by_a_click(window: Window) -> None:
    place = spot(window, 12.1, 13.6)
    press(window, place)
    let_go(window, place)
    house = table(window).terrain("house")
    assert [one.open for one in house.openings] == [False, True]


def test_a_reading_that_is_chosen_is_the_one_that_is_shown(window: Window) -> None:
    window.do("by", "centres")
    window.advance_frame(0.02)
    assert values(window)["convention"] == "centres"


def test_bases_come_in_standard_sizes(window: Window) -> None:
    window.do("base", "target 1")
    assert base_size_text(table(window).pieces["w2"]) == "28.5"
    window.do("base", "target -1")
    assert base_size_text(table(window).pieces["w2"]) == "25"


def test_a_base_can_be_an_oval_or_a_rectangle(window: Window) -> None:
    click(window, "w2")
    found = []
    for _ in range(3):
        key(window, pygame.K_o)
        found.append(base_size_text(table(window).pieces["w2"]))
        assert values(window)["share"] == sight(window).dispute.ruling.values["share"]  # type: ignore[union-attr]
    assert found == ["60 x 35", "60 x 30", "60"]


def test_a_model_stands_on_the_house_or_in_it(window: Window) -> None:
    drag(window, "w2", 13.0, 15.4)
    heights = []
    for _ in range(2):
        key(window, pygame.K_u)
        place = table(window).pieces["w2"].place
        assert isinstance(place, OnTable)
        heights.append(place.z)
    assert heights == [3.0, 0.0]


def test_a_new_model_is_looked_at_until_it_is_taken_away(window: Window) -> None:
    window.do("new")
    window.advance_frame(0.02)
    assert sight(window).dispute.target == "m1" in table(window).pieces
    window.do("remove")
    window.advance_frame(0.02)
    assert "m1" not in table(window).pieces and not sight(window).dispute.has_pair


def test_how_sure_it_is_comes_with_a_tolerance(window: Window) -> None:
    key(window, pygame.K_k)
    room = sight(window).dispute.margins
    assert room is not None and room["tolerance"]["radius"] == 1 / 16
    assert room["margin"]["target"]["safe"] > 0


def test_its_sheet_is_judged_again_and_still_so(window: Window, tmp_path: Path) -> None:
    drag(window, "w2", 23.0, 15.0)
    key(window, pygame.K_w)
    (sheet,) = tmp_path.glob("*.png")
    assert lab(window).banner_text() == f"Saved: {sheet}"
    assert check_sheet(str(sheet)).good


def test_a_sheet_is_drawn_aside_and_told_once(tmp_path: Path) -> None:
    drawn = tmp_path / "drawn.png"
    sheets = SheetWriter(tmp_path, None, WorkQueue())
    go_on = threading.Event()

    def prepare() -> SheetRenderer:
        go_on.wait(10)
        return lambda output: output.write(b"drawn")

    sheets.draw("drawn", prepare)
    assert sheets.busy and sheets.status_text() == "Drawing the sheet …" and not sheets.take_result_text()
    go_on.set()
    sheets.close()
    told = [sheets.take_result_text(), sheets.take_result_text()]
    assert told == [f"Saved: {drawn}", ""] and not sheets.busy and drawn.read_bytes() == b"drawn"


def test_a_sheet_that_cannot_be_written_is_said(screen: pygame.Surface, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    window = opened(screen, tmp_path / "file")
    key(window, pygame.K_w)
    assert "cannot be written" in lab(window).banner_text()


def test_the_table_of_a_battle_is_judged_by_its_own_rules(screen: pygame.Surface, tmp_path: Path) -> None:
    window = opened(screen, tmp_path, load_lab_table("first_contact")._replace(pair=("CT", "wb1")))
    source = open_source("first_contact")
    expected = rule_on_ends(
        source, PieceOrPoint("CT"), PieceOrPoint("wb1"), ruleset_judging_rules(source, "mobile_infantry")
    )
    assert values(window) == ruling_values(expected)


def test_a_map_has_the_heights_of_each_ruleset(screen: pygame.Surface, tmp_path: Path) -> None:
    tables = load_lab_table("outpost")
    kinds = {key: open_source("outpost", None, key).table.ground for key in tables.grounds}
    assert {key: tables.source_for_ruleset(key, tables.opened.table).table.ground for key in kinds} == kinds


def test_terrain_changed_by_hand_is_so_for_every_ruleset() -> None:
    tables = load_lab_table("outpost")
    first = tables.opened.table.ground.terrain[0]
    changed = tables.opened.table.with_terrain(msgspec.structs.replace(first, height=7.5))
    for key in tables.grounds:
        assert tables.source_for_ruleset(key, changed).table.terrain(first.id).height == 7.5


def test_what_the_viewer_sees_darkens_the_rest(window: Window) -> None:
    key(window, pygame.K_v)
    assert sight(window).inquiry.fields.current_kind.key == "sees"
    assert len(lab(window).overlays()) > len(sight(window)._decides())


def test_a_field_shows_from_where_the_target_is_seen_with_what_its_colours_mean(window: Window) -> None:
    for _ in range(2):
        key(window, pygame.K_v)
    found = sight(window).inquiry.fields.shown
    assert found is not None and found.query.kind.key == "heat"
    row = first_row(window)
    assert found.field.fraction_at(*row.column.viewer.xy) == pytest.approx(
        sight_field(
            row.column.table, row.judging_rules.rules, row.column.viewer, row.column.target
        ).fraction_at(*row.column.viewer.xy)
    )
    (legend,) = (surface for name, _, surface in window.panels() if name == "legend")
    assert "Where Warrior 2 is seen from" in strings(legend)


def test_while_a_model_is_dragged_the_field_is_coarse(window: Window) -> None:
    fields = sight(window).inquiry.fields
    fields.select_next_kind(2)
    window.advance_frame(0.02)
    assert fields.shown is not None and fields.shown.field.step == FINE_CELL_IN
    press(window, at(window, "w2"))
    for x in (21.0, 22.0):
        window.handle(
            pygame.event.Event(pygame.MOUSEMOTION, pos=spot(window, x, 6), rel=(1, 1), buttons=(1, 0, 0))
        )
        window.advance_frame(0.02)
    assert fields.shown.field.step == PREVIEW_CELL_IN
    let_go(window, spot(window, 22, 6))
    window.advance_frame(0.02)
    assert fields.shown.field.step == FINE_CELL_IN


def test_where_nobody_sees_it_is_a_field_of_its_own(window: Window) -> None:
    for _ in range(3):
        key(window, pygame.K_v)
    found = sight(window).inquiry.fields.shown
    assert found is not None
    assert {one.side for one in found.query.watchers} == {table(window).pieces["w2"].side}
    key(window, pygame.K_v)
    assert sight(window).inquiry.fields.shown is None


def test_a_right_click_on_bare_ground_looks_from_there(window: Window) -> None:
    place = spot(window, 3.0, 3.0)
    for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN):
        window.handle(pygame.event.Event(kind, pos=place, button=3, rel=(0, 0), buttons=(0, 0, 0)))
    window.advance_frame(0.02)
    viewer = table(window).pieces[sight(window).dispute.viewer]
    assert viewer.xy == pytest.approx((3.0, 3.0), abs=0.1) and sight(window).dispute.target == "w2"
    key(window, pygame.K_z, pygame.KMOD_CTRL)
    assert viewer.id not in table(window).pieces


def test_it_says_whether_one_is_within_so_far_of_the_other(window: Window) -> None:
    for _ in range(19):
        key(window, pygame.K_d)
    (card,) = (surface for name, _, surface in window.panels() if name == "seen")
    said = " ".join(strings(card))
    assert "within 19 in: 0.009 in to spare" in said and "wholly: 0.991 in too far" in said


def test_how_sure_a_verdict_must_be_is_agreed_on(window: Window) -> None:
    window.do("tolerance", 2)
    window.advance_frame(0.02)
    first = sight(window).dispute.margins
    key(window, pygame.K_j)
    second = sight(window).dispute.margins
    assert first is not None and second is not None
    assert [one["tolerance"]["agree"] for one in (first, second)] == [0.9, 0.95]


@pytest.mark.parametrize(
    "screen",
    [(1024, 600), *(pytest.param(s, marks=pytest.mark.slow) for s in ((1366, 768), (1920, 1080)))],
    indirect=True,
)
def test_its_panels_stand_beside_the_table_at_every_size(window: Window) -> None:
    size = pygame.Rect(0, 0, *window.stage.size)
    shown = [rect for _, rect, _ in window.panels() if rect.width and rect.height]
    assert all(size.contains(pygame.Rect(rect)) for rect in shown)
    beside = [rect for name, rect, _ in window.panels() if name in ("seen", "columns", "hand", "side", "top")]
    assert not any(a.overlaps(b) for a in beside for b in beside if a is not b)


def test_where_sight_is_not_mutual_both_pictures_are_shown(window: Window) -> None:
    assert sight(window).dispute.ruling is not None and sight(window).dispute.ruling.reverse_ruled is None
    window.do("height", "viewer 40")
    window.advance_frame(0.02)
    back = sight(window).dispute.ruling.reverse_ruled
    assert back is not None and (back.viewer.id, back.target.id) == ("w2", "t4")
    (card,) = (surface for name, _, surface in window.panels() if name == "seen")
    assert {"Trooper 4 sees", "Warrior 2 sees"} <= set(strings(card))


def test_margins_are_drawn_for_readings_by_lines_too(window: Window) -> None:
    window.do("by", "centres")
    window.advance_frame(0.02)
    room = sight(window).dispute.margins
    assert room is not None and set(room["margin"]) == {"viewer", "target"}
    plates = [item.shown_text for item in lab(window).overlays() if isinstance(item, Plate)]
    assert sum("changes the ruling" in str(words) for words in plates) == 2
