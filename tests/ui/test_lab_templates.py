"""The lab's templates and arcs: laid, dragged, turned, typed, aimed, put in the best place, taken back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from battlesim.render.text_layout import set_text_style
from battlesim.report.measuring import arc_rows
from battlesim.report.sheet_check import check_sheet
from battlesim.report.template_values import TemplatePose, landing_values, template_query, template_rows
from battlesim.scenarios.template_specs import template_from_spec
from battlesim.scenarios.toml_reading import InputError
from battlesim.ui.battle.window import Window
from battlesim.ui.lab import create_lab_window, load_lab_table
from battlesim.ui.lab.lab_screen import LabScreen
from battlesim.ui.lab.templates.layout import template_layout
from battlesim.ui.lab.templates.mode import TemplateMode
from battlesim.ui.lab.templates.template_editor import TemplateEditor
from battlesim.ui.lab.templates.template_overlay import knob_of
from battlesim.ui.lab.templates.template_setting import TemplateSetting
from battlesim.ui.settings.length_units import LENGTH_UNITS
from battlesim.ui.toolkit.work_queue import WorkQueue
from tests.ui.test_lab import click, key, let_go, press, spot


@pytest.fixture
def window(screen: pygame.Surface, tmp_path: Path) -> Window:
    """The quarrel: three troopers on the left, two warriors on the right."""
    window = create_lab_window(screen, load_lab_table("quarrel"), tmp_path, queue=WorkQueue(None))
    window.do("mode", "templates")
    window.advance_frame(0.02)
    return window


def trial(window: Window) -> TemplateEditor:
    assert isinstance(window.content, LabScreen)
    mode = window.content.modes.current_mode
    assert isinstance(mode, TemplateMode)
    return mode.trial


def lay(window: Window, x: float, y: float) -> None:
    """A right click on bare ground."""
    place = spot(window, x, y)
    window.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0)))
    press(window, place, 3)
    let_go(window, place, 3)


def drag(window: Window, start: tuple[float, float], *ends: tuple[float, float]) -> None:
    here = spot(window, *start)
    window.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=here, rel=(0, 0), buttons=(0, 0, 0)))
    press(window, here)
    for end in ends:
        place = spot(window, *end)
        window.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=place, rel=(1, 1), buttons=(1, 0, 0)))
        window.advance_frame(0.02)
    let_go(window, spot(window, *ends[-1]))


def type_in(window: Window, word: str) -> None:
    for letter in word:
        window.handle(pygame.event.Event(pygame.KEYDOWN, key=ord(letter), mod=0, unicode=letter))
        window.handle(pygame.event.Event(pygame.TEXTINPUT, text=letter))
    key(window, pygame.K_RETURN)


def rows(window: Window) -> list[dict[str, Any]]:
    found = trial(window).result
    assert found is not None
    return found.rows


def test_who_is_under_it_is_what_the_command_says(window: Window) -> None:
    lay(window, 4.0, 11.0)
    laid = trial(window)
    source = laid.source
    expected = template_rows(source.table, template_query(source, "", None, "blast:3"), laid.setting.place)
    assert rows(window) == expected != []


def test_a_drag_moves_it_and_is_one_act(window: Window) -> None:
    lay(window, 15.0, 5.0)
    before = trial(window).setting
    drag(window, (16.0, 5.5), (17.0, 7.0), (20.0, 9.5))
    assert trial(window).setting.place.origin == pytest.approx((19.0, 9.0), abs=0.1)
    key(window, pygame.K_z, pygame.KMOD_CTRL)
    assert trial(window).setting == before
    key(window, pygame.K_y, pygame.KMOD_CTRL)
    assert trial(window).setting.place.origin == pytest.approx((19.0, 9.0), abs=0.1)


def test_models_and_templates_are_taken_back_in_their_order(window: Window) -> None:
    table = trial(window).bench.table
    lay(window, 15.0, 5.0)
    drag(window, table.pieces["w2"].xy, (21.0, 12.0), (22.0, 15.0))
    lay(window, 10.0, 5.0)
    key(window, pygame.K_z, pygame.KMOD_CTRL)
    assert trial(window).setting.place.origin == pytest.approx((15.0, 5.0), abs=0.1)
    assert trial(window).bench.table != table
    key(window, pygame.K_z, pygame.KMOD_CTRL)
    assert trial(window).bench.table.pieces == table.pieces
    assert trial(window).setting.place.origin == pytest.approx((15.0, 5.0), abs=0.1)


def test_the_knob_turns_it(window: Window) -> None:
    key(window, pygame.K_2)
    lay(window, 15.0, 5.0)
    knob = knob_of(trial(window))
    assert knob == pytest.approx((24.0, 5.0), abs=0.1) and knob is not None
    drag(window, knob, (20.0, 10.0), (15.0, 12.0))
    assert trial(window).setting.place.facing == pytest.approx(90, abs=1.5)
    key(window, pygame.K_e)
    assert trial(window).setting.place.facing == pytest.approx(85, abs=1.5)


def test_sizes_are_stepped_and_typed(window: Window) -> None:
    key(window, pygame.K_5)
    key(window, pygame.K_RIGHTBRACKET)
    assert trial(window).setting.shape == "oblong:5.5:4"
    window.do("lay_type", 1)
    type_in(window, "2.25")
    assert trial(window).setting.shape == "oblong:5.5:2.25"
    window.do("lay_type", 0)
    type_in(window, ".")
    assert trial(window).setting.shape == "oblong:5.5:2.25" and "not a number" in trial(window).work.message


@pytest.mark.parametrize("degrees", [0.01, 0.1, 1.0, 179.5, 179.9, 179.95, 180.0, 250.0])
def test_a_cone_of_the_lab_is_as_wide_as_one_of_the_command_may_be(degrees: float) -> None:
    """What is typed is taken as it is, where `--shape` takes it."""
    typed = TemplateSetting(TemplatePose(0, 0), "cone").sized(0, degrees)
    template_from_spec(typed.shape, 0.0, 0.0, 0.0)
    refused = False
    try:
        template_from_spec(f"cone:{degrees:g}:8", 0.0, 0.0, 0.0)
    except InputError:
        refused = True
    assert (typed.numbers[0] != degrees) == refused


def test_a_size_is_typed_in_the_unit_of_the_settings(window: Window) -> None:
    set_text_style(unit=LENGTH_UNITS["cm"])
    try:
        key(window, pygame.K_1)
        key(window, pygame.K_RETURN)
        assert trial(window).typing.text == "7.62"
        type_in(window, "5.08")
    finally:
        set_text_style(unit=LENGTH_UNITS["in"])
    assert trial(window).setting.shape == "blast:2"


def test_the_best_place_is_a_key_away(window: Window) -> None:
    lay(window, 15.0, 3.0)
    laid = trial(window)
    assert laid.result is not None and laid.result.caught == 0
    best = laid.best
    assert best is not None and best["caught"] >= 2
    key(window, pygame.K_b)
    assert laid.result.caught == best["caught"]


def test_who_fires_aims_from_his_edge_at_whom_is_clicked(window: Window) -> None:
    key(window, pygame.K_2)
    click(window, "t1", button=3)
    click(window, "t4")
    laid = trial(window)
    pieces = laid.bench.table.pieces
    assert laid.setting.firer == "t1" and laid.setting.target_side == pieces["w2"].side
    assert [row["id"] for row in rows(window) if row["caught"]].count("t1") == 0
    (x, y), radius = pieces["t1"].xy, pieces["t1"].radius
    away = ((laid.setting.place.x - x) ** 2 + (laid.setting.place.y - y) ** 2) ** 0.5
    assert away == pytest.approx(radius, abs=0.002)


def test_an_arc_is_of_a_model_and_turns_with_it(window: Window) -> None:
    key(window, pygame.K_6)
    click(window, "t4", button=3)
    laid = trial(window)
    laid.apply_setting(laid.setting.sized(1, 30.0))
    window.advance_frame(0.02)
    piece = laid.bench.table.pieces["t4"]
    assert [row["id"] for row in rows(window)] == [
        row["id"] for row in arc_rows(laid.bench.table, piece, laid.arc(), 30.0)
    ]
    before = laid.bench.table
    key(window, pygame.K_q)
    assert laid.bench.table != before
    key(window, pygame.K_z, pygame.KMOD_CTRL)
    assert laid.bench.table.pieces == before.pieces


def test_every_landing_of_a_rule_is_shown(window: Window) -> None:
    laid = trial(window)
    while laid.stencil is None or laid.stencil.scatter is None:
        key(window, pygame.K_r)
    laid.set_firer("t1")
    key(window, pygame.K_d)
    found, how = laid.landings, laid.stencil.scatter
    firer = laid.bench.table.pieces["t1"].xy
    assert found == landing_values(laid.source.table, laid.template_query(), how, firer, laid.setting.place)
    assert sum(one["chance"] for one in found or ()) == pytest.approx(1.0)


@pytest.mark.parametrize("size", [(1024, 600), (1280, 720), (1366, 768), (1920, 1080), (3840, 2160)])
@pytest.mark.parametrize("folded", [False, True])
def test_its_panels_stand_beside_the_table_at_every_size(size: tuple[int, int], folded: bool) -> None:
    at = template_layout(*size, folded)
    cards = [rect for rect in (at.form, at.caught, at.best) if rect.width and rect.height]
    shown = [at.window_layout.table, at.window_layout.top, *cards]
    assert len(cards) == (0 if folded else 3)
    assert all(pygame.Rect(0, 0, *size).contains(pygame.Rect(rect)) for rect in shown)
    assert not any(a.overlaps(b) for a in shown for b in shown if a is not b)


def test_its_sheet_is_judged_again_and_still_so(window: Window, tmp_path: Path) -> None:
    lay(window, 4.0, 11.0)
    key(window, pygame.K_w)
    (sheet,) = tmp_path.glob("*.png")
    assert trial(window).work.message == f"Saved: {sheet}"
    assert check_sheet(str(sheet)).good
