from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pygame
import pytest

from battlesim.engine.dice import SeededDice
from battlesim.engine.digest import state_digest
from battlesim.engine.run import start_run
from battlesim.engine.undo import UndoHistory
from battlesim.render.drawlist import PanelBox, TextLine
from battlesim.report.picture import looks_of
from battlesim.ui.battle.battle_screen import create_battle_window
from battlesim.ui.battle.window import Window
from battlesim.ui.battle.window_report import window_report
from battlesim.ui.panels import tool_buttons, unit_card
from battlesim.ui.session.battle_runner import BattleRunner
from battlesim.ui.session.playback import Playback
from battlesim.ui.session.view_history import ViewHistory
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.settings.settings import Settings
from battlesim.ui.toolkit.layout import BATTLE_TOOL_BUTTON_COUNT
from battlesim.ui.toolkit.panel_content import PanelHotspot
from tests.support.waiting import until
from tests.ui import gallery
from tests.ui.battles import SEED, begun, model, play
from tests.ui.room import plates_of
from tests.ui.seated import seated

SIZES = ((1366, 768), (1920, 1080))
KEYS = [
    getattr(pygame, f"K_{name}") for name in (*"ftdckpol12345", "SPACE", "TAB", "HOME", "END", "LEFT", "UP")
]
KEYS += [pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_PLUS, pygame.K_MINUS, pygame.K_F1, pygame.K_RETURN]


def key(code: int) -> None:
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        pygame.event.post(pygame.event.Event(kind, key=code, mod=0, unicode="", scancode=0))


def click(at: tuple[int, int], to: tuple[int, int] | None = None, button: int = 1) -> None:
    """Press at a pixel, perhaps drag, let go."""
    end = to or at
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0)))
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=button))
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=end, rel=(0, 0), buttons=(1, 0, 0)))
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=end, button=button))


def frames(window: Window, count: int = 1, elapsed: float = 1 / 60) -> None:
    for _ in range(count):
        for event in pygame.event.get():
            window.handle(event)
        window.advance_frame(elapsed)


def colours(surface: pygame.Surface) -> int:
    return len(np.unique(pygame.surfarray.array2d(surface)))


def spots_of(window: Window, name: str) -> list[PanelHotspot]:
    return next(panel.spots for known, _, panel in window.panels() if known == name)


def rect(window: Window, name: str) -> pygame.Rect:
    return pygame.Rect(getattr(window.stage.layout, name).scaled(window.canvas.scale))


@pytest.mark.parametrize("screen", SIZES, indirect=True)
@pytest.mark.parametrize("scenario", ["toy", pytest.param("first_contact", marks=pytest.mark.slow)])
def test_every_panel_shows_something(screen: pygame.Surface, scenario: str) -> None:
    window = create_battle_window(screen, model(scenario))
    window.model.playback.seek(len(window.model.history) // 2)
    frames(window, 2)
    for name in ("top", "left", "log", "right", "table"):
        assert colours(screen.subsurface(rect(window, name))) > 20, name
    window.view.board.light_view(window.model.camera)
    frames(window, 2)
    assert colours(screen.subsurface(rect(window, "table"))) > 1500, "the lit table has grain"


@pytest.mark.parametrize("scale", [0.75, 1.5])
def test_the_interface_scales(screen: pygame.Surface, scale: float) -> None:
    window = create_battle_window(screen, model("toy"), scale=scale)
    frames(window, 2)
    assert rect(window, "top").width == pytest.approx(screen.get_width(), abs=1)
    assert rect(window, "log").bottom <= screen.get_height()
    assert all(colours(screen.subsurface(rect(window, name))) > 20 for name in ("top", "log", "table"))


def test_keys_and_buttons_do_the_same(screen: pygame.Surface) -> None:
    window = create_battle_window(screen, model("toy"))
    playback = window.model.playback
    assert playback.playing
    key(pygame.K_SPACE)
    frames(window)
    assert not playback.playing
    spot = next(spot for spot in spots_of(window, "right") if spot.command == "toggle")
    place = window.stage.layout.right
    click((round(place.x + spot.rect.x + 5), round(place.y + spot.rect.y + 5)))
    frames(window)
    assert playback.playing
    key(pygame.K_4)
    frames(window)
    assert playback.speed == 3
    key(pygame.K_TAB)
    frames(window)
    assert window.stage.layout.left.width == 0 and window.stage.layout.table.width > 1300
    key(pygame.K_l)
    frames(window)
    assert window.stage.layout.log.height == 0
    key(pygame.K_ESCAPE)
    frames(window)
    assert not window.running


def test_wheel_and_drag_move_the_view(screen: pygame.Surface) -> None:
    window = create_battle_window(screen, model("first_contact"))
    frames(window)
    before = window.model.camera
    middle = rect(window, "table").center
    click(middle, (middle[0] - 60, middle[1] - 40))
    frames(window)
    assert (window.model.camera.left, window.model.camera.top) == (before.left + 60, before.top + 40)
    under = window.model.camera.to_table(*window.stage.pointer_on_table)
    pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1, flipped=False))
    frames(window)
    assert window.model.camera.ppi > before.ppi
    assert window.model.camera.to_table(*window.stage.pointer_on_table) == pytest.approx(under, abs=0.1)
    key(pygame.K_HOME)
    frames(window)
    ground = window.model.state.table.ground
    assert window.model.camera.is_in_view(0, 0) and window.model.camera.is_in_view(
        ground.width, ground.height
    )


def test_a_click_on_the_log_brings_the_moment_back(screen: pygame.Surface) -> None:
    window = create_battle_window(screen, model("first_contact"))
    window.model.playback.seek(len(window.model.history))
    frames(window, 2)
    spot = next(spot for spot in spots_of(window, "log") if spot.command == "line")
    line = window.model.history.lines[int(spot.value)]
    place = window.stage.layout.log
    click((round(place.x + 200), round(place.y + spot.rect.y + 8)))
    frames(window, 2)
    assert window.model.playback.event_index == line.last
    assert state_digest(window.model.state) == state_digest(window.model.history.state(line.last))
    key(pygame.K_END)
    frames(window)
    assert window.model.playback.live


def some_piece(window: Window) -> tuple[str, tuple[int, int]]:
    """A piece that can be pointed at, and its pixel."""
    table, camera = window.stage.layout.table, window.model.camera
    pieces = (p for p in window.model.state.table.standing_pieces() if camera.is_in_view(*p.xy, -1.0))
    piece = next(p for p in pieces if window.view.piece_at_pixel(*camera.to_screen(*p.xy)) == p.id)
    x, y = camera.to_screen(*piece.xy)
    return piece.id, (round(table.x + x), round(table.y + y))


def test_nothing_is_pointed_at_while_the_ruler_is_laid(screen: pygame.Surface) -> None:
    window = create_battle_window(screen, model("first_contact"))
    window.do("toggle")
    frames(window)
    window.instruments.ruler.toggle()
    _, pos = some_piece(window)
    click(pos, (pos[0] + 90, pos[1] + 90))
    frames(window)
    assert window.model.pointer.hovered_piece == ""


def test_the_card_shows_the_piece_under_the_pointer(screen: pygame.Surface) -> None:
    window = create_battle_window(screen, model("first_contact"))
    window.do("toggle")
    frames(window)
    name, pos = some_piece(window)
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0)))
    frames(window)
    shown = window.model.card_piece()
    assert shown is not None and shown.id == name


def test_names_on_the_table_are_taken_away_and_put_back(screen: pygame.Surface) -> None:
    window = create_battle_window(screen, model("first_contact"))

    def named() -> bool:
        frames(window)
        return "Farmhouse" in [plate.shown_text for plate in plates_of(window.view.drawn)]

    shown = [named()]
    for _ in range(2):
        key(pygame.K_t)
        frames(window)
        shown.append(named())
    assert shown == [True, False, True]


def test_the_unit_card_shows_the_piece_whose_row_is_marked(screen: pygame.Surface, tmp_path: Path) -> None:
    with seated("toy", tmp_path / "a.battle", "south") as table:
        table.until(lambda: table.asked().decision.what == "piece")
        assert table.asking.picker
        row = table.asking.picker.current()
        shown = table.window.model.card_piece()
        assert row and shown and shown.id in row.object_ids


def pressed(window: Window, x: float, y: float) -> None:
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        window.handle(pygame.event.Event(kind, pos=(round(x), round(y)), button=1))
    window.advance_frame(0.1)


@pytest.mark.parametrize("tool", ["ruler", "dice"])
def test_a_tool_can_be_clicked_while_something_is_asked(
    screen: pygame.Surface, tmp_path: Path, tool: str
) -> None:
    with seated("outpost_evac", tmp_path / "a.battle", "mi") as table:
        table.asked()
        table.window.advance_frame(0.1)
        assert table.asking.picker
        draft, stamp = table.asking.picker.draft(), table.window.model.stamp()
        lit = table.window.instruments.enabled_tools()
        at = table.window.stage.layout.button_area
        spot = next(
            s for name, _, p in table.window.panels() if name == "tools" for s in p.spots if s.command == tool
        )
        pressed(table.window, at.x + spot.rect.x + 9, at.y + spot.rect.y + 9)
        assert table.asking.picker.draft() == draft
        assert (table.window.instruments.enabled_tools(), table.window.model.stamp()) != (lit, stamp)


def test_a_second_click_on_an_answer_is_not_for_what_stands_there_afterwards(
    screen: pygame.Surface, tmp_path: Path
) -> None:
    with seated("toy", tmp_path / "a.battle", "south") as table:
        question, window, play = table.asked(), table.window, table.window.model.playback
        window.advance_frame(0.1)
        right = window.stage.layout.right
        afterwards = unit_card.build(window.model, right, window.stage.layout.measures.list_row > 44)
        rect = next(s.rect for s in afterwards.spots if s.command == "toggle")
        at = (round(right.x + rect.x + 20), round(right.y + rect.y + 10))
        down = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1)
        window.handle(down)
        table.feed.human.submit_answer(
            question.number, question.decision.default(question.view or window.model.state)
        )
        table.until(lambda: not table.asking.shown)
        playing = play.playing
        window.handle(down)
        assert play.playing == playing
        window.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=(10, 10), rel=(0, 0), buttons=(0, 0, 0)))
        window.handle(down)
        assert play.playing != playing


def test_a_click_on_the_card_of_odds_is_no_click_on_the_table() -> None:
    with gallery.shown("choose one", SIZES[0], Settings(volume=0)) as window:
        assert (
            isinstance(window, Window) and window.prompt and window.prompt.picker and window.prompt.odds_card
        )
        picker, chosen = window.prompt.picker, window.model.pointer.selected_piece
        picker.press = lambda at, things, button: pytest.fail("the table was clicked")  # type: ignore[method-assign]
        at = window.prompt.odds_panel.shown_rect
        pressed(window, at.x + at.width / 2, at.bottom - 5)
        assert window.model.pointer.selected_piece == chosen


def random_input(rng: random.Random, size: tuple[int, int]) -> None:
    """One real event of the keyboard or the pointer; never one that closes the window."""
    at = (rng.randrange(size[0]), rng.randrange(size[1]))
    if rng.random() < 0.5:
        key(rng.choice(KEYS))
    elif rng.random() < 0.5:
        click(at, (at[0] + rng.randrange(-90, 90), at[1] + rng.randrange(-90, 90)), rng.choice((1, 2, 3)))
    else:
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0)))
        pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=rng.choice((-1, 1)), flipped=False))


@pytest.mark.parametrize("scenario", ["toy", pytest.param("first_contact", marks=pytest.mark.slow)])
def test_nothing_that_is_done_in_the_window_changes_the_battle(
    screen: pygame.Surface, scenario: str, tmp_path: Path
) -> None:
    """The record of a battle watched by somebody who presses everything is that of one played without."""
    play(scenario, tmp_path / "alone.battle")
    run, state, recorder, names = begun(scenario, tmp_path / "watched.battle")
    feed = BattleRunner(UndoHistory(run, recorder), names, SeededDice(SEED), SEED)
    story = ViewHistory(run.ruleset, state)
    story.add(start_run(run.ruleset, state).take_updates())
    window = create_battle_window(
        screen, WindowModel(run.ruleset, looks_of(run.ruleset), story, Playback(story), "watched"), feed
    )
    rng = random.Random(3)
    feed.start()
    try:
        while not feed.is_over:
            for _ in range(rng.randrange(3)):
                random_input(rng, screen.get_size())
            frames(window, 1, 0.05)
        assert window.running and not feed.failure and not feed.faults
    finally:
        feed.close()
        recorder.close()
    assert (tmp_path / "watched.battle").read_bytes() == (tmp_path / "alone.battle").read_bytes()
    window.do("now")
    frames(window, 2)
    assert state_digest(window.model.state) == state_digest(run.state)


def test_closing_early_keeps_a_record_that_can_go_on(screen: pygame.Surface, tmp_path: Path) -> None:
    from battlesim.engine.verify import verify_record
    from battlesim.scenarios.sources import load_record

    path = tmp_path / "early.battle"
    run, _, recorder, names = begun("first_contact", path)
    feed = BattleRunner(UndoHistory(run, recorder), names, SeededDice(SEED), SEED)
    feed.start()
    until(lambda: feed.take_updates(5))
    feed.close()
    recorder.close()
    known = load_record(path)
    assert known.outcome is None and known.answers
    assert not verify_record(known).difference


def test_keys_go_from_unit_to_unit(screen: pygame.Surface) -> None:
    window = create_battle_window(screen, model("first_contact"))
    picked = []
    for _ in range(4):
        window.do("unit", 1)
        picked.append(window.model.pointer.selected_piece)
    kinds = [window.model.state.table.piece(name).kind for name in picked]
    assert kinds == ["command_team", "tunnel_entrance", "warrior", "tunneling_marker"]
    window.do("unit", -1)
    assert window.model.pointer.selected_piece == picked[2]
    for _ in range(5):
        window.do("zoom", 1)
    for _ in range(4):
        window.do("unit", 1)
        frames(window, 20, 0.1)
        assert window.model.camera.is_in_view(
            *window.model.state.table.piece(window.model.pointer.selected_piece).xy
        )


def test_the_text_of_a_rule_goes_with_the_question_that_it_was_about() -> None:
    with gallery.shown("activation", SIZES[0], Settings()) as window:
        assert isinstance(window, Window)
        told = window_report(window).controls
        at = next(one.at[:2] for one in told if (one.panel, one.command) == ("question", "row"))
        window.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0)))
        assert window.model.pointer.hovered_rule
        window.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_DOWN, mod=0, unicode=""))
        assert not window.model.pointer.hovered_rule


def test_there_is_a_place_for_every_button_on_the_table() -> None:
    assert len(tool_buttons.TOOL_BUTTONS) == BATTLE_TOOL_BUTTON_COUNT


def test_esc_takes_the_tape_away_before_it_goes_back_anywhere() -> None:
    with gallery.shown("measured", SIZES[0], Settings(volume=0)) as window:
        assert isinstance(window, Window) and window.instruments.ruler.is_shown
        window.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode=""))
        assert not window.instruments.ruler.is_shown and window.running


@pytest.mark.parametrize(("size", "told"), [((1366, 768), 3), ((1920, 1080), 4)])
def test_who_watches_is_told_keys_on_plates_and_what_they_do(size: tuple[int, int], told: int) -> None:
    with gallery.shown("watch", size, Settings(volume=0)) as window:
        assert isinstance(window, Window)
        panel = next(surface for name, _, surface in window.panels() if name == "right")
        items = list(panel.items)
    texts = [item for item in items if isinstance(item, TextLine)]
    (first,) = (item for item in texts if item.shown_text == "plays")
    line = sorted((item for item in texts if item.y == first.y), key=lambda item: item.x)
    words = [item.shown_text for item in line]
    assert words == ["Space", "plays", ".", "steps", "1-5", "speed", "F1", "all keys"][: 2 * told]
    plates = [item for item in items if isinstance(item, PanelBox) and abs(item.y + 9 - first.y) < 1]
    assert all(any(plate.x < key.x < plate.x + plate.width for plate in plates) for key in line[::2])
