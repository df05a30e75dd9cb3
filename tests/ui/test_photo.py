"""A photograph in the lab: corners dragged, bases taken, walls traced, and then the table in hand."""

from __future__ import annotations

import math
from pathlib import Path

import pygame
import pytest

from battlesim.photo import opencv as opencv_module
from battlesim.photo import photo_session
from battlesim.photo.sketch import Point, Sketch
from battlesim.ui.battle.window import Window
from battlesim.ui.lab import LabTable, create_lab_window, lab_table_for_photo, load_lab_table
from battlesim.ui.lab.lab_screen import LabScreen
from battlesim.ui.lab.photo.mode import PhotoMode
from battlesim.ui.start.start_choice import LabChoice
from battlesim.ui.start.start_model import StartModel
from battlesim.ui.start.start_page import StartPage
from battlesim.ui.toolkit.work_queue import WorkQueue
from tests.support.photos import TABLE, bases, corners, photo, put, shot


def opened(screen: pygame.Surface, folder: Path, tables: LabTable | None = None) -> Window:
    file = put(folder / "club.jpg")
    window = create_lab_window(
        screen, tables or lab_table_for_photo(file), folder / "kept", queue=WorkQueue(None)
    )
    window.do("mode", "photo")
    window.advance_frame(0.02)
    return window


@pytest.fixture
def window(screen: pygame.Surface, tmp_path: Path) -> Window:
    """The photograph, with its corners as they are at first."""
    return opened(screen, tmp_path)


@pytest.fixture
def above(window: Window, monkeypatch: pytest.MonkeyPatch) -> Window:
    """The table from above, its corners having been placed; it is looked for once for all tests."""
    monkeypatch.setattr(photo_session, "locate_table", lambda *given: shot())
    monkeypatch.setattr(photo_session, "find_bases", lambda *given: bases())
    studio = mode(window).studio
    studio.change(Sketch(corners(), TABLE))
    window.do("photo_develop")
    window.advance_frame(0.02)
    return window


def mode(window: Window) -> PhotoMode:
    assert isinstance(window.content, LabScreen)
    (found,) = (one for one in window.content.modes.all if isinstance(one, PhotoMode))
    return found


def on_picture(window: Window, at: Point) -> tuple[int, int]:
    """Where on the screen a pixel of the picture is."""
    view = mode(window).scene.view()
    assert view is not None
    x, y = view.pane_point(*at)
    table = window.stage.layout.table
    return round(table.x + x), round(table.y + y)


def on_table(window: Window, at: Point) -> tuple[int, int]:
    """Where on the screen a place of the table is, from above."""
    x, y = mode(window).scene.from_table(*at)
    table = window.stage.layout.table
    return round(table.x + x), round(table.y + y)


def mouse(window: Window, kind: int, at: tuple[int, int], button: int = 1) -> None:
    more = {"rel": (1, 1), "buttons": (1, 0, 0)} if kind == pygame.MOUSEMOTION else {"button": button}
    window.handle(pygame.event.Event(kind, pos=at, **more))
    window.advance_frame(0.02)


def drag(window: Window, start: Point, end: Point, where=on_picture) -> None:  # type: ignore[no-untyped-def]
    a, b = where(window, start), where(window, end)
    mouse(window, pygame.MOUSEBUTTONDOWN, a)
    for at in ((b[0] + 9, b[1] + 9), b):
        mouse(window, pygame.MOUSEMOTION, at)
    mouse(window, pygame.MOUSEBUTTONUP, b)


def click(window: Window, at: Point, button: int = 1) -> None:
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        mouse(window, kind, on_table(window, at), button)


def key(window: Window, code: int, mod: int = 0) -> None:
    window.handle(pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=""))
    window.advance_frame(0.02)


def test_a_picture_opens_on_its_corners(window: Window) -> None:
    assert isinstance(window.content, LabScreen) and window.content.modes.current_mode is mode(window)
    assert not mode(window).studio.fits


def test_words_have_room_over_the_picture_until_another_mode_is_turned_to(window: Window) -> None:
    assert isinstance(window.content, LabScreen)
    window.content.session.message = "Saved: sheet.png"
    assert [plate.words for plate in window.banner()] == ["Saved: sheet.png"]
    window.do("mode", "sight")
    assert not window.banner()


def test_corners_go_where_they_are_dragged_and_back(window: Window) -> None:
    studio = mode(window).studio
    before = studio.sketch.corners
    drag(window, before[2], corners()[2])
    assert math.dist(studio.sketch.corners[2], corners()[2]) < 2.0
    key(window, pygame.K_RIGHT)
    moved = studio.sketch.corners[2]
    key(window, pygame.K_z, pygame.KMOD_CTRL)
    assert studio.sketch.corners[2][0] == moved[0] - 1
    key(window, pygame.K_z, pygame.KMOD_CTRL)
    assert studio.sketch.corners == before


def test_how_long_its_sides_are_is_typed(window: Window) -> None:
    studio = mode(window).studio
    before = studio.sketch.table
    window.do("photo_type", "width")
    for text, wide in (("long", before[0]), ("44.5", 44.5)):
        studio.typing.marked = True
        window.handle(pygame.event.Event(pygame.TEXTINPUT, text=text))
        key(window, pygame.K_RETURN)
        assert studio.sketch.table == (wide, before[1])
        assert ("not a number" in studio.message) == (text == "long")


def test_corners_that_cross_are_told_and_not_looked_at_from_above(window: Window) -> None:
    studio = mode(window).studio
    drag(window, studio.sketch.corners[0], studio.sketch.corners[2])
    drag(window, studio.sketch.corners[1], studio.sketch.corners[3])
    assert "cross" in studio.fit_text or "clock" in studio.fit_text
    key(window, pygame.K_RETURN)
    assert not studio.is_top_view


def test_from_above_what_is_sure_is_taken_and_the_rest_is_not(above: Window) -> None:
    marks = mode(above).studio.sketch.marks
    assert len(marks) >= 13
    assert {mark.taken for mark in marks} == {True, False}
    assert all(mark.taken == mark.base.sure for mark in marks)


def test_a_click_takes_a_base_or_leaves_it_out(above: Window) -> None:
    studio = mode(above).studio
    number, mark = next((k, mark) for k, mark in enumerate(studio.sketch.marks) if not mark.taken)
    for taken in (True, False):
        click(above, (mark.base.x, mark.base.y))
        assert studio.sketch.marks[number].taken is taken and studio.picked == number
    click(above, (mark.base.x, mark.base.y), button=3)
    assert mark not in studio.sketch.marks and len(studio.sketch.marks) >= 12


def test_a_click_beside_one_finds_the_rim_there(above: Window) -> None:
    studio = mode(above).studio
    true = next(base for base in photo().bases if base.size == 40.0)
    number = studio.sketch.mark_at(true[:2])
    assert number is not None
    studio.change(studio.sketch.without_mark(number))
    above.do("photo_size", 4)
    click(above, (true.x + 0.1, true.y))
    base = studio.sketch.marks[-1].base
    assert math.dist((base.x, base.y), true[:2]) < 0.1 and base.size == 40.0


def test_a_base_is_dragged_and_given_a_size_and_a_side(above: Window) -> None:
    studio = mode(above).studio
    mark = next(mark for mark in studio.sketch.marks if mark.taken)
    start = (mark.base.x, mark.base.y)
    drag(above, start, (start[0] + 1.0, start[1] + 0.5), on_table)
    above.do("photo_size", 6)
    above.do("photo_give", 1)
    moved = studio.mark
    assert moved is not None and (moved.base.size, moved.side, moved.taken) == (60.0, 1, True)
    assert (moved.base.x, moved.base.y) == pytest.approx((start[0] + 1.0, start[1] + 0.5), abs=0.05)
    assert moved.base.error > mark.base.error


def test_an_oval_is_placed_sized_and_turned_by_hand(above: Window) -> None:
    studio = mode(above).studio
    above.do("photo_form", 1)
    above.do("photo_step", "size 1")
    click(above, (18.0, 3.0))
    mark = studio.mark
    assert mark is not None and (mark.form, mark.size_text, mark.taken) == ("oval", "75 x 42", True)
    assert (mark.base.x, mark.base.y) == pytest.approx((18.0, 3.0), abs=0.05) and mark.base.error >= 0.1
    knob = mode(above).scene.knob(mark)
    table = above.stage.layout.table
    at = round(table.x + knob[0]), round(table.y + knob[1])
    mouse(above, pygame.MOUSEBUTTONDOWN, at)
    for place in ((18.0, 5.0), (18.0, 6.0)):
        mouse(above, pygame.MOUSEMOTION, on_table(above, place))
    mouse(above, pygame.MOUSEBUTTONUP, on_table(above, (18.0, 6.0)))
    above.do("photo_turn", -15)
    turned = studio.mark
    assert turned is not None and turned.taken and turned.facing == pytest.approx(75.0, abs=1.0)
    above.do("photo_undo")
    above.do("photo_undo")
    assert studio.sketch.marks[-1].facing == 0.0


def test_a_wall_is_traced_and_closed_on_its_first_corner(above: Window) -> None:
    studio = mode(above).studio
    above.do("photo_tool", 1)
    above.do("photo_kind", 2)
    for at in ((5.0, 5.0), (9.0, 5.0), (9.0, 8.0), (5.05, 5.05)):
        click(above, at)
    (trace,) = studio.sketch.traces
    assert trace.closed and trace.kind == "building" and len(trace.points) == 3
    for at in ((12.0, 3.0), (16.0, 3.0)):
        click(above, at)
    key(above, pygame.K_RETURN)
    assert [trace.closed for trace in studio.sketch.traces] == [True, False]


def test_to_the_table_writes_it_and_has_it_in_hand_with_its_error(
    above: Window, screen: pygame.Surface
) -> None:
    studio = mode(above).studio
    above.do("photo_tool", 1)
    for at in ((12.0, 3.0), (16.0, 3.0)):
        click(above, at)
    taken = studio.sketch.taken_marks()
    above.do("photo_table")
    tables = above.next_request
    assert isinstance(tables, LabTable) and not above.running
    table = tables.opened.table
    assert [piece.xy for piece in table.pieces.values()] == [(mark.base.x, mark.base.y) for mark in taken]
    assert [terrain.kind for terrain in table.ground.terrain] == ["wall"]
    window = create_lab_window(screen, tables, Path("unused"), queue=WorkQueue(None))
    window.do("look", "m1")
    found = studio.top_view
    assert found is not None and isinstance(window.content, LabScreen)
    sight = window.content.modes.current_mode
    assert sight.key == "sight" and sight.dispute.radius == found.error(studio.sketch)  # type: ignore[attr-defined]


def test_without_opencv_the_page_says_so(
    screen: pygame.Surface, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def absent(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(opencv_module, "import_module", absent)
    window = opened(screen, tmp_path)
    assert "battlesim-tabletop[photo]" in mode(window).studio.message


def test_a_picture_that_is_dropped_is_opened(screen: pygame.Surface, tmp_path: Path) -> None:
    window = opened(screen, tmp_path, load_lab_table("quarrel"))
    assert mode(window).studio.darkroom is None
    window.handle(pygame.event.Event(pygame.DROPFILE, file=str(tmp_path / "club.jpg")))
    window.advance_frame(0.02)
    assert mode(window).status_text() == "club.jpg"


def test_the_start_screen_opens_pictures_in_the_lab(model: StartModel) -> None:
    page = StartPage(model, "F5")
    page.do("drop", "~/club table.JPG")
    assert isinstance(page.choice, LabChoice) and page.choice.source.endswith("club table.JPG")
    page = StartPage(model, "F5")
    page.do("photo", "quarrel")
    assert page.choice == LabChoice("quarrel", photo=True)
