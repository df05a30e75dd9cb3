"""Standing orders in the window: given, listed, lifted one by one, and kept in the record."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from battlesim.engine.codec import builtin_values
from battlesim.engine.decisions import Confirm
from battlesim.engine.record import ORDER_NOTE_KIND, RemarkLine
from battlesim.engine.record_read import read_record
from battlesim.engine.standing_orders import StandingOrder, parse_orders
from battlesim.engine.unit_orders import order_text, orders_of_units
from battlesim.players.base import PlayerContext, Reply
from battlesim.rulesets.registry import load_ruleset
from battlesim.table.ids import SideKey, UnitId
from battlesim.ui.pages.orders_page import OrdersPage
from battlesim.ui.session.human_player import HumanPlayer
from tests.ui.gallery_pages import Book
from tests.ui.hands import desk_of, key_on, press, words
from tests.ui.seated import Seated, seated, seated_again
from tests.ui.test_pickers import field
from tests.ui.test_pickers_person import question

SOUTH = SideKey("south")
NEVER = StandingOrder("south", "react", "least", prompt="Shoot?")
AGAIN = StandingOrder("south", "target", "nearest", prompt="At whom?")


@pytest.fixture(autouse=True)
def _no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.display, "flip", lambda: None)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.battle"


def conduct(orders: Iterable[StandingOrder]) -> list[str]:
    return [f"{order.unit} {order_text(order)}" for order in orders]


UNITS = {UnitId("one"): "Squad 1", UnitId("two"): "Squad 2"}


def test_a_unit_is_told_to_fire_at_good_odds_and_the_odds_are_changed_by_keys() -> None:
    book = Book()
    desk = desk_of(OrdersPage(lambda: list(book.orders), book, SOUTH, UNITS))
    key_on(desk, ("conduct", ("two", "likely")))
    assert conduct(book.orders) == ["two fires at 60 % or more"]
    press(desk, "plus")
    press(desk, "plus")
    press(desk, "minus")
    assert conduct(book.orders) == ["two fires at 70 % or more"]
    key_on(desk, ("conduct", ("two", "less")))
    assert conduct(book.orders) == ["two fires at 60 % or more"]
    key_on(desk, ("conduct", ("two", "ask")))
    assert book.orders == ()


def test_all_units_are_told_at_once() -> None:
    book = Book()
    desk = desk_of(OrdersPage(lambda: list(book.orders), book, SOUTH, UNITS))
    key_on(desk, ("conduct", ("", "least")))
    assert conduct(book.orders) == ["one holds", "two holds", "* holds"]
    key_on(desk, ("conduct", ("one", "stands")))
    assert sorted(conduct(book.orders)) == ["one never runs", "two holds"]


def test_who_comes_later_does_what_all_were_told_until_one_is_told_otherwise() -> None:
    book = Book()
    key_on(desk_of(OrdersPage(lambda: list(book.orders), book, SOUTH, UNITS)), ("conduct", ("", "least")))
    later = UNITS | {UnitId("three"): "Squad 3"}
    assert order_text(orders_of_units(book.orders, SOUTH, later).get(UnitId("three"))) == "holds"
    page = OrdersPage(lambda: list(book.orders), book, SOUTH, later)
    key_on(desk_of(page), ("conduct", ("one", "ask")))
    assert sorted(conduct(book.orders)) == ["three holds", "two holds"]


def to_a_reaction(table: Seated) -> None:
    """Answer until south reacts to something."""
    while table.asked().decision.what != "react":
        table.answer()


def test_an_order_is_listed_and_lifted_with_the_keyboard() -> None:
    book = Book(NEVER, AGAIN)
    page = OrdersPage(lambda: list(book.orders), book, SOUTH, {})
    desk = desk_of(page)
    assert "React: never" in words(desk) and "Target: always at the nearest" in words(desk)
    key_on(desk, ("lift", 0))
    assert book.orders == (AGAIN,) and "React: never" not in words(desk)
    key_on(desk, ("leave", ""))
    assert page.done


def test_never_answers_from_now_on_and_stands_in_the_record(path: Path) -> None:
    with seated("toy", path, "south") as table:
        to_a_reaction(table)
        asked = table.asked()
        table.key("backslash")
        table.after(asked)
        given = list(table.feed.human.orders)
        assert [(order.what, order.policy) for order in given] == [("react", "least")]
        assert table.asking.own_orders() == given
    with seated_again(path) as table:
        assert list(table.feed.human.orders) == given
        table.asked()
        assert table.asking.picker
        assert "1 standing order" in [act.label for act in table.asking.picker.all_buttons()]
        for _ in range(40):
            if table.feed.is_over:
                break
            assert table.answer().decision.what != "react"
    notes = [
        entry.what for entry in read_record(path, load_ruleset).live if isinstance(entry.what, RemarkLine)
    ]
    assert [note.by for note in notes if note.kind == ORDER_NOTE_KIND]


def reply(person: HumanPlayer, memory: Any, answer: bool | None) -> Reply:
    """What a person replies to a question; with `answer` the window gives it, else a standing order does."""
    decision = Confirm(side="south", what="react", prompt="Shoot?")
    replies: list[Reply] = []

    def ask() -> None:
        replies.append(
            person.answer(field(), decision, PlayerContext(load_ruleset("toy"), "south", memory=memory))
        )

    rules = threading.Thread(target=ask)
    rules.start()
    if answer is not None:
        person.submit_answer(question(person), answer)
    rules.join()
    return replies[0]


def test_an_order_goes_with_the_answer_that_is_taken_back() -> None:
    person = HumanPlayer(["south"])
    person.order(NEVER)
    assert reply(person, None, None) == Reply(
        False, "by standing order", (), [builtin_values(NEVER)], "order"
    )
    taken_back = reply(person, None, True)
    assert taken_back.answer is True and person.orders == ()


def test_an_order_answers_the_question_that_is_open(path: Path) -> None:
    with seated("toy", path, "south") as table:
        to_a_reaction(table)
        asked = table.asked()
        table.feed.human.order(NEVER)
        assert table.feed.human.ask_again()
        table.until(lambda: table.feed.human.open_decision not in (None, asked) or table.feed.is_over)
    notes = [
        entry.what for entry in read_record(path, load_ruleset).live if isinstance(entry.what, RemarkLine)
    ]
    assert "by standing order" in [note.text for note in notes if note.kind == ORDER_NOTE_KIND]


def test_an_order_does_not_answer_in_ones_own_turn(path: Path) -> None:
    with seated("toy", path, "south") as table:
        asked = table.asked()
        table.feed.human.order(NEVER)
        assert not table.feed.human.ask_again() and table.asked() is asked


def test_an_order_for_one_turn_is_over_with_it() -> None:
    person, turn = HumanPlayer(["south"]), load_ruleset("toy").facts(field()).turn
    person.order(replace(NEVER, turn=turn))
    assert reply(person, None, None).answer is False and person.orders
    person.order(replace(NEVER, turn=turn + 1))
    assert reply(person, None, True).answer is True and person.orders == ()


def test_this_turn_can_be_let_pass_with_a_key(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with seated("toy", path, "south") as table:
        to_a_reaction(table)
        person, given = table.feed.human, list[StandingOrder]()
        order = person.order
        monkeypatch.setattr(person, "order", lambda one: (given.append(one), order(one)))
        table.key("quote")
        table.until(lambda: given)
        assert [(one.policy, one.turn > 0) for one in given] == [("least", True)]


def test_a_lifted_order_stays_lifted(path: Path) -> None:
    with seated("toy", path, "south") as table:
        table.asked()
        table.feed.human.order(NEVER)
        table.answer()
        table.asked()
        table.feed.human.lift(NEVER)
        table.answer()
    with seated_again(path) as table:
        assert table.feed.human.orders == ()


def test_the_other_side_does_not_see_the_orders(path: Path) -> None:
    with seated("toy", path, "south", "north") as table:
        table.feed.human.order(NEVER)
        assert table.curtain.secret
        table.curtain.switch_to("north")
        assert table.asking.own_orders() == []
        table.curtain.switch_to("south")
        assert table.asking.own_orders() == [NEVER]


def test_the_memory_of_another_player_is_no_order() -> None:
    assert parse_orders({"plan": 3}) == parse_orders(None) == ()
