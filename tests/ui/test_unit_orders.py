"""Standing orders of units in a battle: what they do by themselves, what is still asked, where they show."""

from __future__ import annotations

from pathlib import Path

import pytest

from battlesim.engine.record import ORDER_NOTE_KIND, PLAN_NOTE_KIND, RemarkLine
from battlesim.engine.record_read import read_record
from battlesim.engine.standing_orders import OrderPolicy, StandingOrder
from battlesim.engine.verify import verify_record
from battlesim.render.drawlist import TextLine
from battlesim.rulesets.registry import load_ruleset
from battlesim.table.ids import SideKey
from battlesim.ui.pages.battle_pages import units_for_orders
from battlesim.ui.panels import roster, unit_card
from battlesim.ui.session.human_player import AskLevel
from battlesim.ui.toolkit.layout import Rect
from tests.ui.seated import Seated, seated

MI = SideKey("mi")


pytestmark = pytest.mark.usefixtures("screen")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "orders.battle"


def tell_all(table: Seated, policy: OrderPolicy, chance: int = 0) -> None:
    """The same order for every unit of the Mobile Infantry."""
    table.asked()
    for unit in units_for_orders(table.asking):
        table.feed.human.order(StandingOrder(MI, "react", policy, unit=unit, chance=chance))
    table.asking.offer_buttons()


def play_on(table: Seated, turns: int) -> list[str]:
    """Commit to as little as possible for some turns; what was asked."""
    asked = []
    while not table.feed.is_over and table.window.model.facts.turn <= turns:
        question = table.asked()
        asked.append(question.decision.what)
        table.feed.human.submit_answer(question.number, question.decision.default(table.history.run.state))
        table.after(question)
    return asked


def reactions(path: Path) -> list[str]:
    """How the Mobile Infantry reacted, in the record."""
    return [str(line.answer) for line in read_record(path, load_ruleset).answers if line.what == "react"]


@pytest.mark.parametrize("asks", ["acts", pytest.param("everything", marks=pytest.mark.slow)])
def test_units_that_fire_at_good_odds_do_so_whole_and_by_themselves(path: Path, asks: AskLevel) -> None:
    with seated("first_contact", path, "mi") as table:
        table.feed.human.ask_level = asks
        tell_all(table, "likely", 10)
        asked = play_on(table, 2)
    assert "fire" in reactions(path)
    assert not {"react", "target", "weapons"} & set(asked)
    assert verify_record(read_record(path, load_ruleset)).difference is None


@pytest.mark.parametrize("asks", ["acts", pytest.param("everything", marks=pytest.mark.slow)])
def test_what_is_always_fired_is_fired_whole_and_told_in_the_record(path: Path, asks: AskLevel) -> None:
    with seated("first_contact", path, "mi") as table:
        table.feed.human.ask_level = asks
        table.feed.human.order(StandingOrder(MI, "react", "yes"))
        asked = play_on(table, 2)
    record = read_record(path, load_ruleset)
    by_itself = {line.what for line in record.answers} - set(asked)
    assert "fire" in reactions(path) and {"target", "weapons"} <= by_itself
    notes = [entry.what for entry in record.live if isinstance(entry.what, RemarkLine)]
    assert {ORDER_NOTE_KIND, PLAN_NOTE_KIND} <= {note.kind for note in notes}


def test_units_that_hold_are_asked_nothing_and_do_nothing(path: Path) -> None:
    with seated("first_contact", path, "mi") as table:
        tell_all(table, "least")
        asked = play_on(table, 2)
    assert "react" not in asked
    assert set(reactions(path)) == {"done"}


def test_who_never_runs_is_asked_whether_to_fire_alone(path: Path) -> None:
    with seated("first_contact", path, "mi") as table:
        tell_all(table, "stands")
        while (question := table.asked()).decision.what != "react":
            table.feed.human.submit_answer(
                question.number, question.decision.default(table.history.run.state)
            )
            table.after(question)
        assert {option.act for option in question.decision.open_options} == {"fire", ""}
        assert all(option.shut for option in question.decision.options if option.act == "feet")


def test_what_a_unit_does_by_itself_stands_on_its_card_and_in_the_list(path: Path) -> None:
    with seated("first_contact", path, "mi") as table:
        tell_all(table, "likely", 60)
        model = table.window.model
        model.pointer.selected_piece = model.state.table.pieces_of_side(MI)[0].id
        panels = (
            unit_card.build(model, Rect(0, 0, 320, 700), True),
            roster.build(model, Rect(0, 0, 320, 700), 48),
        )
        for drawn in panels:
            words = " ".join(str(item.shown_text) for item in drawn.items if isinstance(item, TextLine))
            assert "fires at 60 % or more" in words
