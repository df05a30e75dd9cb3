"""Two people at one screen: a curtain where something is hidden; what the other side hides never shows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.lookahead import decision_role
from battlesim.engine.secret_decisions import is_secret_decision
from battlesim.render.drawlist import DrawList, TextLine
from battlesim.render.pygame_backend import Canvas
from battlesim.rulesets.registry import load_ruleset
from battlesim.scenarios.library import load_scenario
from battlesim.table.ids import SideKey
from battlesim.table.state import AnyState
from battlesim.ui.pages.battle_pages import CurtainPage, show_curtain
from battlesim.ui.session.table_frame import TableFrame
from battlesim.ui.settings.settings import Settings
from battlesim.ui.table.table_view import TableView
from tests.support.waiting import until
from tests.ui.hands import click, desk_of, words
from tests.ui.seated import Seated, seated


@pytest.fixture(autouse=True)
def _no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.display, "flip", lambda: None)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.battle"


@pytest.fixture
def toy(path: Path) -> Iterator[Seated]:
    """South and north at one screen, each with a mine that the other does not know of."""
    with seated("toy", path, "south", "north") as table:
        yield table


def lift(table: Seated) -> None:
    """Wait for the curtain and lift it, as the side that is asked."""
    table.until(lambda: table.window.requested_page == "curtain")
    table.window.requested_page = ""
    page = CurtainPage(table.window.content)
    until(lambda: page.tick(0.0) or page.side)
    page.do("look", "")
    assert page.done


def mineless(state: AnyState) -> AnyState:
    return state.with_table(replace(state.table, markers={}))


def test_where_nothing_is_hidden_there_is_no_curtain(path: Path) -> None:
    with seated("toy", path, "south", "north", change=mineless) as table:
        asked = {table.answer().decision.side for _ in range(12)}
        assert asked == {"south", "north"}
        assert not table.curtain.secret and table.window.requested_page == ""


def test_whoever_is_asked_next_at_the_same_screen_sees_a_piece_of_his_own(path: Path) -> None:
    with seated("glowing_eggs", path, "unit", "dalek") as table:
        model = table.window.model
        assert table.asked().decision.side == "unit"
        model.pointer.selected_piece = next(p.id for p in model.state.table.pieces_of_side(SideKey("unit")))
        while (table.asked().decision.side, table.asked().decision.what) != ("dalek", "deal"):
            table.answer()
        piece = model.card_piece()
        assert model.own_side == "dalek" and piece is not None and piece.side == "dalek"


def test_the_question_waits_for_the_curtain(toy: Seated) -> None:
    toy.until(lambda: toy.window.requested_page == "curtain")
    assert toy.asking.picker is None and toy.curtain.shown == ""
    lift(toy)
    assert toy.asked().decision.side == toy.curtain.shown == "south"


def test_each_side_sees_its_own_mine_alone(toy: Seated) -> None:
    seen = {}
    lift(toy)
    for _ in range(30):
        question = toy.asked()
        seen[question.decision.side] = set(toy.window.model.state.table.markers)
        assert toy.window.model.history.side == question.decision.side
        toy.answer()
        if toy.window.requested_page:
            lift(toy)
    assert seen == {"south": {"south-mine"}, "north": {"north-mine"}}


def to_the_other_side(table: Seated) -> None:
    """Answer until the other side is asked."""
    while table.window.requested_page != "curtain":
        table.answer()


def test_no_answer_is_taken_back_under_the_curtain_which_has_said_who_is_asked(toy: Seated) -> None:
    lift(toy)
    to_the_other_side(toy)
    assert "Take the last answer back" not in words(desk_of(CurtainPage(toy.window.content)))
    question = toy.feed.open_decision
    assert question and question.fixed == "South answered last, and North have been asked since"


def test_the_curtain_says_who_looks_away_and_is_lifted_by_a_click(toy: Seated) -> None:
    lift(toy)
    to_the_other_side(toy)
    page = CurtainPage(toy.window.content)
    desk = desk_of(page)
    assert "South, look away" in words(desk)
    click(desk, ("look", ""))
    assert page.done and toy.curtain.shown == "north"


def test_the_window_can_be_closed_under_the_curtain(toy: Seated) -> None:
    toy.until(lambda: toy.window.requested_page == "curtain")
    desk_of(CurtainPage(toy.window.content))
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    show_curtain(toy.window, Settings())
    assert not toy.window.running


def picture(path: Path, change: Any) -> bytes:
    """What south sees when north has done something, to the pixel."""
    with seated("toy", path, "south", "north", change=change) as table:
        lift(table)
        to_the_other_side(table)
        lift(table)
        to_the_other_side(table)
        lift(table)
        table.asked()
        table.window.advance_frame(0.0)
        table.window.view.board.light_view(table.window.model.camera)
        table.window.draw()
        assert table.curtain.shown == "south"
        return pygame.image.tobytes(table.window.screen, "RGB")


def test_a_hidden_fact_changes_no_pixel_of_the_other_side(path: Path) -> None:
    def elsewhere(state: AnyState) -> AnyState:
        mine = replace(state.table.markers["north-mine"], x=2.0, y=22.0)
        return state.with_table(state.table.with_marker(mine))

    plain = picture(path, lambda state: state)
    assert picture(path.with_name("b.battle"), elsewhere) == plain


class Watcher:
    """Notes every frame in which something is drawn that the side at the screen does not know."""

    def __init__(self, table: Seated) -> None:
        self.table, self.faults, self.frames, self.hid = table, list[str](), 0, 0

    def _hidden(self) -> set[str]:
        """Names and ids that another side knows and the one at the screen does not."""
        known: dict[str, set[str]] = {}
        for side, view in self.table.curtain.views.items():
            pieces = view.story.state(len(view.story)).table.pieces.values()
            known[side] = {word for piece in pieces for word in (piece.id, piece.name)}
        shown = self.table.curtain.shown
        return set().union(*known.values()) - known[shown] if shown else set().union(*known.values())

    def table_drawn(self, moment: TableFrame) -> None:
        self.frames += 1
        hidden = self._hidden()
        self.hid += bool(hidden)
        self.faults += [f"piece {name}" for name in moment.table.pieces if name in hidden]

    def items_drawn(self, drawn: DrawList) -> None:
        hidden = self._hidden()
        texts = [item.shown_text for item in (*drawn.table, *drawn.screen) if isinstance(item, TextLine)]
        self.faults += [words for words in texts if any(name in words.split() for name in hidden)]


def test_nothing_hidden_shows_in_any_frame(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with seated("first_contact", path, "mi", "bugs") as table:
        watcher = Watcher(table)
        draw, paint = TableView.draw, Canvas.draw

        def drawn(view: TableView, target: pygame.Surface, moment: TableFrame, *rest: Any) -> bool:
            watcher.table_drawn(moment)
            return draw(view, target, moment, *rest)

        def painted(canvas: Canvas, surface: pygame.Surface, items: DrawList, *rest: Any) -> Any:
            watcher.items_drawn(items)
            return paint(canvas, surface, items, *rest)

        table.until(lambda: table.window.requested_page == "curtain")
        monkeypatch.setattr(TableView, "draw", drawn)
        monkeypatch.setattr(Canvas, "draw", painted)
        sides = set()
        for _ in range(45):
            if table.window.requested_page:
                lift(table)
            sides.add(table.answer().decision.side)
        assert watcher.faults == []
        assert sides == {"mi", "bugs"} and watcher.frames > 45 and watcher.hid > 5


SECRET_BASE = ("unit", "spug")
OPEN_TO_ALL = ("deploy", "place_hole", "start_hole")


def at_the_first_secret(table: Seated) -> set[str]:
    """Answer until the curtain is wanted; the sides that were asked before."""
    asked = set()
    while table.window.requested_page != "curtain":
        question = table.answer()
        asked.add(question.decision.side)
        assert question.decision.what in OPEN_TO_ALL
    return asked


def test_before_the_first_secret_answer_the_others_look_away(path: Path) -> None:
    """All know the same until the Spugs hide their ship, and nobody else may see where they do."""
    with seated("secret_base", path, *SECRET_BASE) as table:
        assert at_the_first_secret(table) <= set(SECRET_BASE) and not table.curtain.secret
        question = table.feed.open_decision
        assert question and (question.decision.what, question.decision.side) == ("hiding_place", "spug")
        assert table.asking.picker is None, "the question is not shown under the curtain"
        lift(table)
        assert table.curtain.shown == "spug" and not table.curtain.secret
        table.answer()
        assert table.curtain.secret and "ship_hidden" in table.window.model.state.table.markers
        while table.window.requested_page != "curtain":
            table.answer()
        lift(table)
        assert table.curtain.shown == "unit"
        assert "ship_hidden" not in table.window.model.state.table.markers


def test_a_secret_is_asked_by_itself_and_not_planned_with_an_open_act() -> None:
    ruleset = load_ruleset("alien_invasion")
    view = ruleset.view(load_scenario("secret_base").initial_state(), "spug")
    asked = ChooseOne(side=SideKey("spug"), what="hiding_place", prompt="", options=())
    assert is_secret_decision(ruleset, view, asked) and decision_role(ruleset, asked) == "act"


@pytest.mark.parametrize(("option", "secret"), [("open", False), ("hidden", True)])
def test_where_a_squad_starts_is_a_secret_only_by_option(option: str, secret: bool) -> None:
    ruleset = load_ruleset("alien_invasion")
    plan = load_scenario("secret_base", options={"underground_positions": option})
    view = ruleset.view(plan.initial_state(), "spug")
    asked = ChooseOne(side=SideKey("spug"), what="start_hole", prompt="", options=())
    assert is_secret_decision(ruleset, view, asked) is secret
    assert not is_secret_decision(load_ruleset("toy"), view, asked)
