"""What a squad does on its card: who may act, which acts are shown, what they cost in pips."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.engine.decisions import ChooseOne
from battlesim.rulesets.troice_station import RULESET
from battlesim.rulesets.troice_station.actions import activation, first_aid
from battlesim.rulesets.troice_station.battle import turn_sequence
from battlesim.rulesets.troice_station.core import pips
from battlesim.rulesets.troice_station.core.marks import ACTIONS, DOWN, EMPTY, MOVED, OVERWATCH
from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.rulings.movement import Leg
from battlesim.table.ids import UnitId

from .squad_steps import act, acted, card_in_play, legs, north, on_card, pips_left, shut, squad, squad_act
from .things import alien, battle, block, line, marine, marker, off, perform


@pytest.mark.rule("TS-ACT-01", "TS-ACT-10", "TS-ACT-06", "TS-MOVE-01")
def test_a_group_moves_for_one_pip():
    done = act(on_card(*squad()), ("act", "move"), ("move", legs(*north)))
    assert (pips_left(done), [done.state.table.piece(id).xy[1] for id in "abcd"]) == (2, [14.0] * 4)


@pytest.mark.rule("TS-ACT-01", "TS-ACT-13")
def test_one_figure_alone_pays_a_pip_for_itself():
    done = act(on_card(*squad()), ("act", "alone:a"), ("alone", "move"), ("move", legs(north[0])))
    assert (pips_left(done), done.state.table.piece("a").mark_count(ACTIONS)) == (2, 1)


@pytest.mark.rule("TS-CMD-02")
def test_a_pip_of_ones_own_is_spent_before_the_squads():
    state = on_card(*squad(), own={"a": 1})
    done = act(state, ("act", "alone:a"), ("alone", "aim"))
    assert (pips_left(done), done.state.game.own) == (3, {})


@pytest.mark.rule("TS-ACT-02")
def test_who_has_taken_three_actions_stands_idle():
    done = act(on_card(*squad(a={ACTIONS: 3})), ("act", "overwatch"))
    assert [done.state.table.piece(id).has_mark(OVERWATCH) for id in "abcd"] == [False, True, True, True]


@pytest.mark.rule("TS-ACT-02")
def test_who_has_taken_three_actions_does_nothing_alone():
    done = act(on_card(*squad(a={ACTIONS: 3})))
    assert "3 actions" in shut(done, "alone:a")


@pytest.mark.rule("TS-GAP-22", "TS-ACT-10")
def test_who_does_not_take_part_pays_nothing():
    done = act(on_card(*squad()), ("act", "overwatch"), ("who", ("a", "b")))
    assert [done.state.table.piece(id).mark_count(ACTIONS) for id in "abcd"] == [1, 1, 0, 0]


@pytest.mark.rule("TS-GAP-04")
@pytest.mark.parametrize(
    ("kind", "do", "dice"),
    [
        ("trooper", [("alone", "fire"), ("shot", "fire:a:x")], (1,)),
        ("flamer", [("alone", "fire"), ("shot", "flame:a"), ("flame", (10.0, 13.0))], (1, 6)),
        ("specialist_medic", [("alone", "treat")], (1,)),
    ],
)
def test_a_figure_turns_to_what_it_acts_on(kind, do, dice):
    low = marine("trooper", "b", 10, 11, marks=[DOWN]) if kind == "specialist_medic" else None
    beast = alien("x", 10, 13, marks=["moved"])
    state = on_card(marine(kind, "a", 10, 10), *([low] if low else [beast]))
    done = act(state, ("act", "alone:a"), *do, dice=dice)
    assert done.piece("a").facing == 90.0 and not done.piece("a").has_mark(MOVED)


@pytest.mark.rule("TS-GAP-21", "TS-GAP-13")
def test_without_a_pip_the_squad_does_nothing():
    done = perform(on_card(*squad(), pips=0), activation.run_card_action)
    assert done.asked == []


@pytest.mark.rule("TS-ACT-01", "TS-GAP-16")
def test_who_has_a_card_of_his_own_acts_on_it_alone() -> None:
    men = [*line(10, 12), marine("sniper", "s", 14, 10)]
    state = battle(*men, options={"cards_units": "sniper_apart"})
    on = {
        card: [p.id for p in activation.active_marines_on_card(state.with_game(card=card))]
        for card in ("1A", "s")
    }
    assert on == {"1A": ["a", "b"], "s": ["s"]}


@pytest.mark.rule("TS-ACT-01", "TS-ACT-03", "TS-ACT-13", "TS-MOVE-02", "TS-ACT-06")
def test_a_single_figure_goes_on_its_card_and_has_taken_one_action() -> None:
    leg = (Leg("a", ((10.0, 10.0), (10.0, 12.0))),)
    done = squad_act(card_in_play(*line(10)), act="alone:a", alone="move", move=leg)
    piece = done.piece("a")
    assert (piece.xy, piece.mark_count(ACTIONS), piece.mark_count(MOVED)) == ((10.0, 12.0), 1, 1)


@pytest.mark.rule("TS-SEQ-05", "TS-SEQ-04", "TS-ACT-01")
@pytest.mark.parametrize(("chosen", "card"), [("done", ""), ("overwatch", "1A")])
def test_a_card_stays_in_play_until_its_squad_has_done_enough(chosen: str, card: str) -> None:
    done = perform(card_in_play(*line(10, 12)), turn_sequence.run_marine_action, {"act": [chosen]})
    assert done.state.game.card == card


@pytest.mark.rule("TS-ACT-01", "TS-ACT-12")
def test_without_a_pip_a_card_is_over() -> None:
    done, went_on = acted(card_in_play(*line(10, 12), pips=0))
    assert (done.asked, went_on) == ([], [False])


@pytest.mark.rule("TS-ACT-01")
@pytest.mark.parametrize(("pips", "words"), [(1, "1 pip left"), (2, "2 pips left"), (0, "0 pips left")])
def test_a_squad_is_told_what_it_has_left(pips: int, words: str) -> None:
    done, _ = acted(card_in_play(*line(10, 12), pips=pips, own={"a": 1}), act="done")
    assert words in str(done.first_decision("act").prompt)


@pytest.mark.rule("TS-ACT-01", "TS-ACT-03", "TS-ACT-10", "TS-ACT-12")
def test_together_a_squad_pays_from_its_pool() -> None:
    done, _ = acted(card_in_play(*line(10, 12), own={"a": 1}), act="overwatch")
    assert (done.state.game.pools, done.state.game.own) == ({"1A": 1}, {"a": 1})


@pytest.mark.rule("TS-ACT-01", "TS-ACT-12", "TS-ACT-13")
def test_what_a_group_does_is_for_those_who_can_and_one_alone_is_no_group() -> None:
    men = [marine("trooper", "a", 10, 10, marks=[EMPTY]), marine("trooper", "b", 12, 10)]
    done, _ = acted(card_in_play(*men), act="done")
    by = {option.key: option.by for option in done.first_decision("act").options}  # type: ignore[attr-defined]
    assert (by["reload"], by["fire"], by["move"]) == (("a",), (), ("a", "b"))
    done, _ = acted(card_in_play(*line(10), pips=0, own={"a": 1}), act="done")
    assert [option.key for option in done.first_decision("act").options] == ["alone:a", "done"]  # type: ignore[attr-defined]


@pytest.mark.rule("TS-ACT-01", "TS-ACT-13")
@pytest.mark.parametrize(
    ("xs", "who", "why"), [((10,), "a", ""), ((10, 12), "b", ""), ((10,), "z", "its card")]
)
def test_whose_card_is_in_play_may_act(xs: Any, who: str, why: str) -> None:
    state = card_in_play(*line(*xs), marine("trooper", "z", 30, 10, unit="2B"))
    (option,) = activation.card_decision(state, state.table.piece(who)).options
    assert str(option.shut).startswith(why) and bool(option.shut) is bool(why)


@pytest.mark.rule("TS-WND-06", "TS-ACT-08", "TS-GAP-97", "TS-GAP-66", "TS-ACT-16")
def test_who_has_two_things_at_hand_may_let_both_be() -> None:
    hurt = [marine("trooper", "b", 11, 10, marks=[DOWN]), marine("trooper", "c", 9, 10, marks=[DOWN])]
    state = battle(marine("specialist_medic", "a", 10, 10), *hurt)
    asked = perform(
        state, lambda play: first_aid.treat_casualties(play, ["a"]), until="treat"
    ).first_decision("treat")
    assert [option.key for option in asked.options] == ["b", "c", "none"]  # type: ignore[attr-defined]


@pytest.mark.rule("TS-GAP-13")
@pytest.mark.parametrize(
    ("who", "own", "left"), [("a", {"a": 2}, ({"1A": 3}, {"a": 1})), ("a", {}, ({"1A": 2}, {}))]
)
def test_one_pays_of_ones_own_first(who: str, own: Any, left: Any) -> None:
    state = battle(*line(10), pools={"1A": 3}, own=own)
    done = perform(state, lambda play: pips.pay_pip(play, UnitId("1A"), who))
    assert (done.state.game.pools, done.state.game.own) == left


@pytest.mark.rule("TS-ACT-06", "TS-GAP-23", "TS-GAP-91")
def test_what_figures_are_asked_is_what_they_can_do() -> None:
    men = [marine("trooper", "a", 10, 10), marine("flamer", "f", 12, 10)]
    wall = block("low_wall", "w", 2, 2, 3, 3)
    state = battle(*men, alien("x", 16, 10), terrain=[wall])
    asked = {one: {found.what: found for found in RULESET.possible_decisions(state, one)} for one in "afx"}
    assert [asked["a"]["move"].motions[0].allowance, asked["x"]["move"].motions[0].allowance] == [4, 6]  # type: ignore[attr-defined]
    assert [one["shot"].options[0].act for one in (asked["a"], asked["f"])] == ["fire", "flame"]  # type: ignore[attr-defined]
    assert asked["x"]["move"].motions[0].climbs and not asked["a"]["move"].motions[0].climbs  # type: ignore[attr-defined]


@pytest.mark.rule("TS-ACT-06", "TS-GAP-23", "TS-GAP-91")
@pytest.mark.parametrize(("one", "asked"), [("a", 5), ("d", 0), ("x", 2), ("m", 2), ("y", 0)])
def test_who_lies_or_is_gone_is_asked_nothing(one: str, asked: int) -> None:
    men = [marine("trooper", "a", 10, 10), marine("trooper", "d", 12, 10, marks=[DOWN])]
    state = off(battle(*men, alien("x", 30, 30), marker("m", 40, 30), alien("y", 40, 40)), "y")
    assert len(list(RULESET.possible_decisions(state, one))) == asked


def offered(state: Battle) -> dict[str, str]:
    """What a squad may do, each with why not."""
    question = perform(state, activation.run_card_action).first_decision("act")
    assert isinstance(question, ChooseOne)
    return {option.key: str(option.shut) for option in question.options}


@pytest.mark.rule("TS-ACT-01", "TS-ACT-05", "TS-ACT-12", "TS-ACT-13")
def test_the_usual_acts_are_shown_to_a_group_even_when_they_are_shut() -> None:
    found = offered(card_in_play(*line(10, 12), pips=1))
    assert {"move", "run", "fire", "overwatch"} <= found.keys() and "cross" in found
    assert offered(card_in_play(*line(10, 12), pips=0, own={"a": 1}))["together"] == "no pip is left"


@pytest.mark.rule("TS-ACT-12", "TS-ACT-13")
def test_one_figure_is_no_group() -> None:
    assert offered(card_in_play(*line(10))).keys() == {"alone:a", "done"}


@pytest.mark.rule("TS-ACT-01", "TS-GAP-13")
def test_a_pip_of_its_own_is_enough_for_a_card() -> None:
    state = card_in_play(*line(10, 12), pips=0, own={"b": 1})
    assert offered(state)["alone:b"] == "" and offered(state)["alone:a"] == "no pip is left"


@pytest.mark.rule("TS-ACT-01", "TS-ACT-12")
def test_after_an_act_a_squad_may_want_to_go_on() -> None:
    found: list[bool] = []

    def once(play: Any) -> Any:
        found.append((yield from activation.run_card_action(play)))

    perform(card_in_play(*line(10, 12)), once, {"act": ["overwatch"]})
    perform(card_in_play(*line(10, 12)), once, {"act": ["done"]})
    assert found == [True, False]


@pytest.mark.rule("TS-ACT-05", "TS-ACT-12", "TS-ACT-02")
def test_the_usual_acts_are_shown_when_nobody_can_do_them() -> None:
    tired = [marine("trooper", id, x, 10, marks={ACTIONS: 3}) for id, x in (("a", 10), ("b", 12))]
    found = offered(card_in_play(*tired, marine("trooper", "c", 14, 10, marks={ACTIONS: 3}), own={"a": 1}))
    assert found.keys() & {"move", "run", "fire", "overwatch", "cross", "aim"} == {
        "move",
        "run",
        "fire",
        "overwatch",
    }
    assert found["move"] == "all have taken 3 actions"


@pytest.mark.rule("TS-ACT-13", "TS-ACT-05", "TS-ACT-01", "TS-ACT-17")
def test_alone_too_the_usual_acts_are_shown_and_others_only_when_they_can_be_done() -> None:
    state = card_in_play(marine("trooper", "a", 10, 10, marks=["empty"]), marine("trooper", "b", 12, 10))
    question = perform(state, activation.run_card_action, {"act": ["alone:a"]}).first_decision("alone")
    found = {option.key: str(option.shut) for option in question.options}  # type: ignore[attr-defined]
    assert found["fire"] == "its weapon is empty" and found["reload"] == "" and "treat" not in found
    assert "aim" not in found and "door" not in found


@pytest.mark.rule("TS-GAP-13", "TS-ACT-13", "TS-CMD-02", "TS-ACT-01", "TS-ACT-03")
@pytest.mark.parametrize(("own", "left"), [({}, ({"1A": 1}, {})), ({"a": 1}, ({"1A": 2}, {}))])
def test_who_has_no_pip_of_his_own_spends_one_of_his_squad(own: Any, left: Any) -> None:
    state = card_in_play(*line(10, 12), own=own)
    done = perform(state, activation.run_card_action, {"act": ["alone:a"], "alone": ["aim"]})
    assert (done.state.game.pools, done.state.game.own) == left


@pytest.mark.rule("TS-ACT-02", "TS-ACT-13", "TS-GAP-43")
@pytest.mark.parametrize(("taken", "able"), [(2, True), (3, False)])
def test_a_figure_takes_three_actions_and_no_fourth(taken: int, able: bool) -> None:
    state = card_in_play(
        marine("trooper", "a", 10, 10, marks={ACTIONS: taken}), marine("trooper", "b", 12, 10)
    )
    assert (offered(state)["alone:a"] == "") is able
