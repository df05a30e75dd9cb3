"""Overwatch, aiming, loading and setting up as actions: who can take them, and what ends them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from battlesim.rulesets.troice_station.actions import activation, special_actions
from battlesim.rulesets.troice_station.attack import shooting
from battlesim.rulesets.troice_station.core.marks import (
    ACTIONS,
    AIMED,
    CARRIED,
    EARLIER,
    EMPTY,
    MOVED,
    OVERWATCH,
    ROUNDS,
    SHOTS,
    STILL,
)
from battlesim.rulings.movement import Leg
from battlesim.table.events import MessageLogged

from .fire_steps import facing
from .squad_steps import SQUAD, act, card_in_play, figure_a, legs, north, on_card, pips_left, squad, squad_act
from .things import battle, keys, line, marine, perform


@pytest.mark.rule("TS-GAP-24")
def test_overwatch_is_one_action_and_needs_a_weapon_that_can_fire():
    done = act(on_card(*squad(*SQUAD[:2], a=[EMPTY])), ("act", "overwatch"))
    assert [done.state.table.piece(id).has_mark(OVERWATCH) for id in "ab"] == [False, True]


@pytest.mark.rule("TS-GAP-24")
def test_any_later_action_ends_overwatch():
    done = act(
        on_card(*squad(SQUAD[0], a=[OVERWATCH])),
        ("act", "alone:a"),
        ("alone", "move"),
        ("move", legs(north[0])),
    )
    assert not done.state.table.piece("a").has_mark(OVERWATCH)


@pytest.mark.rule("TS-GAP-29")
@pytest.mark.parametrize(("option", "cost"), [("action", 1), ("free_if_still", 0)])
def test_to_aim_is_an_action_or_free_for_who_stands_still(option, cost):
    done = act(on_card(*squad(SQUAD[0]), options={"aim": option}), ("act", "alone:a"), ("alone", "aim"))
    piece = done.state.table.piece("a")
    assert (3 - pips_left(done), piece.has_mark(AIMED), piece.has_mark(STILL)) == (cost, True, not cost)


@pytest.mark.rule("TS-GAP-29")
def test_by_option_nobody_aims():
    done = act(on_card(*squad(SQUAD[0]), options={"aim": "not_used"}), ("act", "alone:a"))
    assert "aim" not in keys(done, "alone")


@pytest.mark.rule("TS-ACT-09")
def test_an_empty_weapon_is_loaded_by_an_action():
    done = act(on_card(*squad(SQUAD[0], a=[EMPTY])), ("act", "alone:a"), ("alone", "reload"))
    assert not done.state.table.piece("a").has_mark(EMPTY) and pips_left(done) == 2


@pytest.mark.rule("TS-GAP-32")
@pytest.mark.parametrize(("option", "offered"), [("free", False), ("set_up", True)])
def test_by_option_an_hmg_that_moved_is_set_up(option, offered):
    state = on_card(marine("hmg", "a", 10, 10, marks=["carried"]), options={"hmg_handling": option})
    assert ("set_up" in keys(act(state, ("act", "alone:a")), "alone")) is offered


@pytest.mark.rule("TS-GAP-32")
@pytest.mark.parametrize(("option", "able"), [("free", True), ("set_up", False)])
def test_by_option_an_hmg_that_was_carried_does_not_fire(option, able):
    state = facing(8, "hmg", marks=[CARRIED], options={"hmg_handling": option})
    assert (shooting.why_cannot_shoot(state, state.table.piece("a")) == "") is able


@pytest.mark.rule("TS-GAP-24", "TS-GAP-29", "TS-ACT-09", "TS-GAP-32")
@pytest.mark.parametrize(
    "deed",
    [
        special_actions.go_on_overwatch,
        special_actions.perform_aim,
        special_actions.reload,
        special_actions.set_up_weapon,
    ],
)
def test_nobody_is_asked_who_of_one_does_it(deed: Callable[..., Any]) -> None:
    state = battle(*line(10, 12))
    assert not perform(state, lambda play: deed(play, ["a"])).asked
    assert perform(state, lambda play: deed(play, ["a", "b"])).decisions_with_key("who")


@pytest.mark.rule("TS-GAP-22", "TS-ACT-15", "TS-ACT-03")
def test_who_does_something_else_waits_and_aims_no_more() -> None:
    state = card_in_play(*line(10, marks=[OVERWATCH, EMPTY, "aimed", "binoculars"]))
    piece = squad_act(state, act="alone:a", alone="reload").piece("a")
    assert [m.name for m in piece.marks] == [ACTIONS]


@pytest.mark.rule("TS-GAP-24", "TS-GAP-29", "TS-ACT-09", "TS-GAP-32")
@pytest.mark.parametrize(
    ("who", "said"), [(("a", "b"), ["1A: Overwatch"]), (("a",), ["a: Overwatch"]), ((), [])]
)
def test_who_goes_on_overwatch_is_said(who: tuple[str, ...], said: list[str]) -> None:
    done = perform(
        battle(*line(10, 12)), lambda play: special_actions.go_on_overwatch(play, ["a", "b"]), {"who": [who]}
    )
    assert [str(one.text) for one in done.events_of(MessageLogged)] == said


@pytest.mark.rule("TS-GAP-24", "TS-GAP-29", "TS-ACT-09", "TS-GAP-32")
def test_where_nobody_says_who_all_do_it() -> None:
    done = perform(
        battle(*line(10, 12, marks=[CARRIED])), lambda play: special_actions.set_up_weapon(play, ["a", "b"])
    )
    assert done.first_decision("who").whole  # type: ignore[attr-defined]
    assert [done.piece(one).has_mark(CARRIED) for one in "ab"] == [False, False]


@pytest.mark.rule("TS-GAP-32", "TS-ACT-18", "TS-GAP-23", "TS-ACT-06")
@pytest.mark.parametrize(
    ("kind", "marks", "option", "able"),
    [
        ("hmg", [CARRIED], "set_up", False),
        ("hmg", [CARRIED], "free", True),
        ("hmg", [], "set_up", True),
        ("trooper", [CARRIED], "set_up", True),
    ],
)
def test_only_an_hmg_that_was_carried_has_to_be_set_up(
    kind: str, marks: list[str], option: str, able: bool
) -> None:
    state = battle(marine(kind, "a", 10, 10, marks=marks), options={"hmg_handling": option})
    assert (not shooting.why_cannot_shoot(state, state.table.piece("a"))) is able


@pytest.mark.rule("TS-GAP-32")
@pytest.mark.parametrize(
    ("kind", "option", "marks", "able"),
    [
        ("hmg", "set_up", ["carried"], True),
        ("hmg", "set_up", [], False),
        ("hmg", "free", ["carried"], False),
        ("trooper", "set_up", ["carried"], False),
    ],
)
def test_only_an_hmg_that_was_carried_is_set_up(kind: str, option: str, marks: Any, able: bool) -> None:
    state = battle(marine(kind, "a", 10, 10, marks=marks), options={"hmg_handling": option})
    assert (special_actions.why_cannot_set_up(state, state.table.piece("a")) == "") is able


FIRST_SHOT = "only the first shot of a figure that has not moved is aimed"


@pytest.mark.rule("TS-GAP-24", "TS-ACT-14", "TS-GAP-29", "TS-ACT-09")
def test_a_new_spell_of_overwatch_begins_without_shots_and_a_loaded_weapon_without_rounds() -> None:
    state = battle(figure_a(marks={SHOTS: 2, EMPTY: 1, ROUNDS: 9}))
    piece = perform(state, lambda play: special_actions.go_on_overwatch(play, ["a"])).piece("a")
    assert (piece.mark_count(OVERWATCH), piece.mark_count(SHOTS), piece.mark_count(EARLIER)) == (1, 0, 2)
    piece = perform(state, lambda play: special_actions.reload(play, ["a"])).piece("a")
    assert {m.name: m.count for m in piece.marks} == {SHOTS: 2}


@pytest.mark.rule("TS-GAP-24", "TS-GAP-29", "TS-ACT-09")
@pytest.mark.parametrize(
    ("why", "option", "marks", "shut"),
    [
        (special_actions.why_cannot_overwatch, "action", [], ""),
        (special_actions.why_cannot_overwatch, "action", [OVERWATCH], "it is on Overwatch"),
        (special_actions.why_cannot_overwatch, "action", [EMPTY], "its weapon is empty"),
        (special_actions.why_cannot_aim, "not_used", [], "aiming is not used in this battle"),
        (special_actions.why_cannot_aim, "action", [MOVED, SHOTS], ""),
        (special_actions.why_cannot_aim, "action", [AIMED], "it would gain nothing"),
        (special_actions.why_cannot_aim, "free_if_still", [], ""),
        (special_actions.why_cannot_aim, "free_if_still", [MOVED], FIRST_SHOT),
        (special_actions.why_cannot_aim, "free_if_still", [SHOTS], FIRST_SHOT),
        (special_actions.why_cannot_reload, "action", [], "its weapon is loaded"),
        (special_actions.why_cannot_reload, "action", [EMPTY], ""),
    ],
)
def test_why_one_cannot_wait_aim_or_load(why: Any, option: str, marks: list[str], shut: str) -> None:
    state = battle(figure_a(marks=marks), options={"aim": option})
    assert str(why(state, state.table.piece("a"))) == shut


@pytest.mark.rule("TS-GAP-29")
@pytest.mark.parametrize(("option", "did", "still"), [("action", ("a",), 0), ("free_if_still", (), 1)])
def test_to_aim_is_an_act_or_by_option_free(option: str, did: tuple[str, ...], still: int) -> None:
    found: list[Any] = []

    def script(play: Any) -> Any:
        found.append((yield from special_actions.perform_aim(play, ["a"])))

    piece = perform(battle(figure_a(), options={"aim": option}), script).piece("a")
    assert (found, piece.mark_count(AIMED), piece.mark_count(STILL)) == ([did], 1, still)


@pytest.mark.rule("TS-GAP-29", "TS-GAP-24")
@pytest.mark.parametrize(
    ("kind", "marks", "able"), [("trooper", [], True), ("trooper", [AIMED], False), ("flamer", [], False)]
)
def test_nobody_aims_twice_and_a_flamer_never(kind: str, marks: list[str], able: bool) -> None:
    state = battle(marine(kind, "a", 10, 10, marks=marks))
    assert (not special_actions.why_cannot_aim(state, state.table.piece("a"))) is able


@pytest.mark.rule("TS-GAP-32", "TS-MOVE-02", "TS-ACT-06")
@pytest.mark.parametrize(
    ("kind", "option", "carried"),
    [("hmg", "set_up", True), ("hmg", "free", False), ("trooper", "set_up", False)],
)
def test_only_an_hmg_by_option_has_to_be_set_up_after_a_move(kind: str, option: str, carried: bool) -> None:
    state = card_in_play(marine(kind, "a", 10, 10), options={"hmg_handling": option})
    leg = (Leg("a", ((10.0, 10.0), (10.0, 12.0))),)
    done = perform(state, activation.run_card_action, {"act": ["alone:a"], "alone": ["move"], "move": [leg]})
    assert done.piece("a").has_mark(CARRIED) is carried
