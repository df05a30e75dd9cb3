"""Where a click or a key too many must do no harm: what ends something, and what a reaction begins at."""

from __future__ import annotations

import math
from collections import Counter
from contextlib import nullcontext
from functools import cache

import pytest

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.moment_choice import LET_PASS, ChooseMoment, PathMoment
from battlesim.engine.option import Option
from battlesim.engine.standing_orders import StandingOrder
from battlesim.engine.unit_orders import REACTION_KEY
from battlesim.players.base import PlayerContext
from battlesim.players.recruit import Recruit
from battlesim.rulesets import registry
from battlesim.testing.played_battles import PlayedDecision, play_battle
from battlesim.ui.decision.pickers.options import OnePicker
from battlesim.ui.session.human_player import AskLevel, HumanPlayer, WindowClosed
from tests.contract.cases import CASES
from tests.ui.asked import ASK, ENTER, OPTIONS, accepted, field, hands, of_blue
from tests.ui.driver import Hands
from tests.ui.met import parts

LARGE = ("brawl", "card_duel", "mobile_infantry", "troice_station")
FEW = 3
"""Questions of a kind that are looked at in a battle."""
END = Option("end", "No more actions", ("a", "b"))
ACTION = ChooseOne(**ASK, about="red", options=(Option("go", "Move", ("a",)), END), least="end")
ONLY_THE_END = ChooseOne(**ASK, about="red", options=(END,), least="end")
LEAVE = ChooseOne(**ASK, options=(Option("leave", "Leave the table", ("a",)), END), least="end")
REACT = ChooseOne(**ASK, options=(Option("run", "Run", ("a",)), Option("end", "No more")), least="end")
AGAIN = ChooseOne(**ASK, options=OPTIONS, least="c", begins="d")


@pytest.mark.parametrize("asked", [ACTION, ONLY_THE_END, LEAVE])
def test_two_clicks_on_a_piece_of_ones_own_end_nothing(asked: ChooseOne) -> None:
    assert hands(asked).click(4, 4).click(4, 4).click(4, 4).picker.answer is None


@pytest.mark.parametrize("asked", [ACTION, ONLY_THE_END])
def test_a_click_on_a_piece_does_not_mark_what_ends_something(asked: ChooseOne) -> None:
    picker = hands(asked).click(4, 6).picker
    assert isinstance(picker, OnePicker) and picker.chosen == ""


def test_two_clicks_give_the_thing_that_is_clicked_on() -> None:
    assert accepted(hands(AGAIN).click(20, 8).click(20, 8)) == "d"
    assert accepted(hands(AGAIN).click(20, 4).click(20, 4)) == "c", "also where that takes nothing more on"


def test_what_ends_something_is_given_by_its_row_and_its_digit() -> None:
    assert accepted(hands(ACTION).click_row("end").click_row("end")) == "end"
    assert accepted(hands(ACTION).digit("end").digit("end")) == "end"


def test_a_reaction_begins_at_what_takes_nothing_on() -> None:
    assert accepted(hands(REACT, of_blue()).key(ENTER)) == "end"
    assert accepted(hands(REACT, field()).key(ENTER)) == "run"


each_case = pytest.mark.parametrize(
    "case", [pytest.param(key, marks=pytest.mark.slow) if key in LARGE else key for key in CASES]
)


@cache
def questions(case: str) -> tuple[PlayedDecision, ...]:
    """The questions to a side in a battle of recruits, the first few of each kind."""
    seen: Counter[tuple[str, str]] = Counter()
    kept = []
    sides = {side.key for side in CASES[case]().state.table.sides}
    for moment in play_battle(CASES[case](), Recruit()).decisions:
        for part in parts(moment.decision):
            seen[type(part).__name__, part.what] += 1
            if seen[type(part).__name__, part.what] <= FEW and part.side in sides:
                kept.append(moment._replace(decision=part))
    return tuple(kept)


@each_case
def test_no_click_on_the_table_gives_an_answer_but_the_thing_clicked_on(case: str) -> None:
    ruleset = registry.load_ruleset(case)
    for _, state, decision in questions(case):
        view = ruleset.view(state, decision.side)
        for piece in view.table.standing_pieces():
            hands = Hands(decision, view, ruleset)
            for _ in range(3):
                hands.click(*piece.xy)
            answer = hands.picker.answer
            there = {p.id for p in view.table.standing_pieces()} | {
                p.unit for p in view.table.standing_pieces()
            }
            if isinstance(decision, ChooseMoment) and answer is not None:
                stops = enumerate(decision.stops)
                there = {k for k, s in stops if s.by == piece.id or math.dist(s.point, piece.xy) < 1.0}
            assert answer is None or answer in there, f"{decision.what}: {answer} by clicks on {piece.name}"


@each_case
def test_a_reaction_never_begins_at_an_option_that_runs(case: str) -> None:
    ruleset = registry.load_ruleset(case)
    for _, state, decision in questions(case):
        if isinstance(decision, ChooseOne) and decision.what == "react":
            picker = Hands(decision, ruleset.view(state, decision.side), ruleset).picker
            assert picker.draft() in (decision.fires, decision.least)


def test_an_order_for_reactions_is_silent_in_ones_own_turn() -> None:
    person, moment = HumanPlayer(["red"]), PlayerContext(registry.load_ruleset("toy"), "red")
    person.order(StandingOrder("red", "test", "least"))
    person.close()  # whoever is asked now is sent home
    assert person.answer(of_blue(), REACT, moment).answer == "end"
    with pytest.raises(WindowClosed):
        person.answer(field(), REACT, moment)


def test_a_unit_reacts_by_its_order_at_the_best_moment_of_a_move() -> None:
    person, moment = HumanPlayer(["red"]), PlayerContext(registry.load_ruleset("toy"), "red")
    view = of_blue()
    own = next(p for p in view.table.standing_pieces() if p.side == "red")
    stops = tuple(PathMoment((4.0, s), s, "", own.id, s / 10) for s in (2.0, 6.0))
    asked = ChooseMoment(side="red", what="reaction", prompt="?", stops=stops, mover="", course=())
    person.order(StandingOrder("red", REACTION_KEY, "likely", unit=own.unit, chance=60))
    reply = person.answer(view, asked, moment)
    assert (reply.answer, reply.by) == (1, "order")


@pytest.mark.parametrize(
    ("level", "chance", "asked"), [("acts", 0.0, False), ("acts", 0.1, True), ("everything", 0.0, True)]
)
def test_a_reaction_that_cannot_succeed_is_asked_only_if_everything_is(
    level: AskLevel, chance: float, asked: bool
) -> None:
    person, moment = HumanPlayer(["red"]), PlayerContext(registry.load_ruleset("toy"), "red")
    person.ask_level = level
    person.close()  # a question raises an error
    stops = tuple(PathMoment((4.0, s), s, "", "a", chance * s) for s in (2.0, 6.0))
    decision = ChooseMoment(side="red", what="reaction", prompt="?", stops=stops, mover="", course=())
    with pytest.raises(WindowClosed) if asked else nullcontext():
        assert person.answer(of_blue(), decision, moment).answer == LET_PASS


def test_what_leaves_somebody_idle_names_them_and_is_given_when_asked_once_more() -> None:
    hole = Option("fall", "Collapse the hole", to=("hole",))
    rows = (Option("a", "First squad"), Option("b", "Second squad"), hole, Option("end", "No more units"))
    asked = ChooseOne(**ASK | {"what": "piece"}, options=rows, least="end")
    h = hands(asked).digit("end").key(ENTER)
    assert h.picker.answer is None and "First squad, Second squad can still act. Confirm again" in str(
        h.picker.refusal_text()
    )
    assert accepted(h.key(ENTER)) == "end"


def test_what_has_its_task_already_is_not_left_idle() -> None:
    rows = (Option("a", "First", settled=True), Option("wait", "Wait", settled=True), Option("end", "End"))
    asked = ChooseOne(**ASK | {"what": "piece"}, options=rows, least="end")
    assert accepted(hands(asked).digit("end").key(ENTER)) == "end"


def test_what_could_still_be_done_to_something_is_nobody_who_is_left_idle() -> None:
    rows = (Option("fall", "Collapse the hole", to=("hole",)), Option("end", "No more units"))
    asked = ChooseOne(**ASK | {"what": "piece"}, options=rows, least="end")
    assert accepted(hands(asked).digit("end").key(ENTER)) == "end"
