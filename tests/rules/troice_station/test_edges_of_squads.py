"""Squads at their edges: what holds a group together, and who may do what."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.engine.decisions import ChooseOne
from battlesim.rulesets.troice_station.acts import activation, carrying, deeds, group
from battlesim.rulesets.troice_station.battle import set_up
from battlesim.rulesets.troice_station.command import leaders
from battlesim.rulesets.troice_station.core import facts
from battlesim.rulesets.troice_station.core.marks import (
    ACTIONS,
    AIMED,
    AWAY,
    CARRIED,
    DOWN,
    HUGGED,
    STRAGGLER,
)
from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.rulesets.troice_station.ground import surface
from battlesim.rulings.movement import Leg
from battlesim.scenarios.library import load_scenario
from battlesim.table.pieces import Marker

from .things import battle, block, line, marine, perform, room

# -- the group --


@pytest.mark.rule("TS-ACT-10", "TS-ACT-11", "TS-GAP-20", "TS-GAP-21")
@pytest.mark.parametrize(
    ("option", "x", "why"), [("chain", 22.0, ""), ("chain", 22.1, "3.1"), ("all_pairs", 22.0, "11")]
)
def test_a_gap_of_three_inches_holds_a_group_together(option: str, x: float, why: str) -> None:
    state = battle(*line(10, 14, 18, x), options={"group_coherency": option})
    words = str(group.apart(state, "1A"))
    assert bool(words) is bool(why) and why in words


@pytest.mark.rule("TS-GAP-21", "TS-GAP-22")
@pytest.mark.parametrize(("chosen", "mark"), [(True, AWAY), (False, STRAGGLER)])
def test_who_was_sent_away_is_no_straggler(chosen: bool, mark: str) -> None:
    done = perform(battle(*line(10, 12, 20)), lambda play: group.settle(play, "1A", chosen))
    assert [m.name for m in done.piece("c").marks] == [mark]


@pytest.mark.rule("TS-GAP-21")
@pytest.mark.parametrize("leader", ["lt", "nco"])
def test_of_equal_parts_the_one_with_the_leader_goes_on(leader: str) -> None:
    state = battle(*line(10, 12), marine(leader, "x", 20, 10), marine("trooper", "y", 22, 10))
    done = perform(state, lambda play: group.settle(play, "1A", chosen=False))
    assert [p.id for p in done.state.table.pieces.values() if p.has(STRAGGLER)] == ["a", "b"]


@pytest.mark.rule("TS-GAP-21", "TS-GAP-16")
def test_who_has_a_card_of_his_own_is_in_no_part_of_the_group() -> None:
    state = battle(*line(10, 12), marine("sniper", "s", 30, 10), options={"cards_units": "sniper_apart"})
    done = perform(state, lambda play: group.settle(play, "1A", chosen=False))
    assert not done.piece("s").marks


def on_card(*things: Any, pips: int = 2, **game: Any) -> Battle:
    return battle(*things, card="1A", pools={"1A": pips} if pips else {}, **game)


def offered(state: Battle) -> dict[str, str]:
    """What a squad may do, each with why not."""
    question = perform(state, activation.act).question("act")
    assert isinstance(question, ChooseOne)
    return {option.key: str(option.shut) for option in question.options}


@pytest.mark.rule("TS-ACT-01", "TS-ACT-05", "TS-ACT-12", "TS-ACT-13")
def test_the_usual_acts_are_shown_to_a_group_even_when_they_are_shut() -> None:
    found = offered(on_card(*line(10, 12), pips=1))
    assert {"move", "run", "fire", "overwatch"} <= found.keys() and "cross" in found
    assert offered(on_card(*line(10, 12), pips=0, own={"a": 1}))["together"] == "no pip is left"


@pytest.mark.rule("TS-ACT-12", "TS-ACT-13")
def test_one_figure_is_no_group() -> None:
    assert offered(on_card(*line(10))).keys() == {"alone:a", "done"}


@pytest.mark.rule("TS-ACT-01", "TS-GAP-13")
def test_a_pip_of_its_own_is_enough_for_a_card() -> None:
    state = on_card(*line(10, 12), pips=0, own={"b": 1})
    assert offered(state)["alone:b"] == "" and offered(state)["alone:a"] == "no pip is left"


@pytest.mark.rule("TS-ACT-01", "TS-ACT-12")
def test_after_an_act_a_squad_may_want_to_go_on() -> None:
    found: list[bool] = []

    def once(play: Any) -> Any:
        found.append((yield from activation.act(play)))

    perform(on_card(*line(10, 12)), once, {"act": ["overwatch"]})
    perform(on_card(*line(10, 12)), once, {"act": ["done"]})
    assert found == [True, False]


# -- deeds --


@pytest.mark.rule("TS-GAP-57")
def test_only_who_is_down_or_hugged_is_taken_along() -> None:
    state = battle(
        *line(10, 11),
        marine("trooper", "c", 10, 11, marks=[DOWN]),
        marine("trooper", "d", 9, 10, marks=[HUGGED]),
    )
    assert sorted(p.id for p in carrying.casualties(state, state.table.piece("a"))) == ["c", "d"]


@pytest.mark.rule("TS-GAP-29", "TS-GAP-24")
@pytest.mark.parametrize(
    ("kind", "marks", "able"), [("trooper", [], True), ("trooper", [AIMED], False), ("flamer", [], False)]
)
def test_nobody_aims_twice_and_a_flamer_never(kind: str, marks: list[str], able: bool) -> None:
    state = battle(marine(kind, "a", 10, 10, marks=marks))
    assert (not deeds.cannot_aim(state, state.table.piece("a"))) is able


@pytest.mark.rule("TS-GAP-97", "TS-GAP-24")
def test_a_recorder_is_no_copy_to_be_taken() -> None:
    state = battle(marine("trooper", "a", 10, 10))
    for marker_kind in ("recorder", "copy"):
        disc = Marker("c", marker_kind, 10.8, 10.0, radius=0.5)
        now = state.with_table(state.table.with_marker(disc))
        assert (not deeds.cannot_take(now, now.table.piece("a"))) is (marker_kind == "copy")


@pytest.mark.rule("TS-GAP-34", "TS-ACT-08")
@pytest.mark.parametrize(
    ("is_open", "inside", "words", "shut"),
    [(False, False, "Open", False), (True, False, "Shut", False), (True, True, "Shut", True)],
)
def test_a_door_is_opened_or_shut_unless_somebody_stands_in_it(
    is_open: bool, inside: bool, words: str, shut: bool
) -> None:
    hut = room("h", 10, 5, 18, 13, ("door", (10.0, 8.0), (10.0, 9.5), is_open))
    other = [marine("trooper", "b", 10.4, 8.6)] if inside else []
    state = battle(marine("trooper", "a", 9.5, 9.4 if inside else 9.0), *other, terrain=[hut])
    (option,) = deeds.door_options(state, state.table.piece("a"))
    assert (str(option.label)[:4], bool(option.shut)) == (words, shut)


# -- who may do what --


@pytest.mark.rule("TS-ACT-05", "TS-ACT-12", "TS-ACT-02")
def test_the_usual_acts_are_shown_when_nobody_can_do_them() -> None:
    tired = [marine("trooper", id, x, 10, marks={ACTIONS: 3}) for id, x in (("a", 10), ("b", 12))]
    found = offered(on_card(*tired, marine("trooper", "c", 14, 10, marks={ACTIONS: 3}), own={"a": 1}))
    assert found.keys() & {"move", "run", "fire", "overwatch", "cross", "aim"} == {
        "move",
        "run",
        "fire",
        "overwatch",
    }
    assert found["move"] == "all have taken 3 actions"


@pytest.mark.rule("TS-ACT-13", "TS-ACT-05", "TS-ACT-01", "TS-ACT-17")
def test_alone_too_the_usual_acts_are_shown_and_others_only_when_they_can_be_done() -> None:
    state = on_card(marine("trooper", "a", 10, 10, marks=["empty"]), marine("trooper", "b", 12, 10))
    question = perform(state, activation.act, {"act": ["alone:a"]}).question("alone")
    found = {option.key: str(option.shut) for option in question.options}  # type: ignore[attr-defined]
    assert found["fire"] == "its weapon is empty" and found["reload"] == "" and "treat" not in found
    assert "aim" not in found and "door" not in found


@pytest.mark.rule("TS-GAP-32", "TS-MOVE-02", "TS-ACT-06")
@pytest.mark.parametrize(
    ("kind", "option", "carried"),
    [("hmg", "set_up", True), ("hmg", "free", False), ("trooper", "set_up", False)],
)
def test_only_an_hmg_by_option_has_to_be_set_up_after_a_move(kind: str, option: str, carried: bool) -> None:
    state = on_card(marine(kind, "a", 10, 10), options={"hmg_handling": option})
    leg = (Leg("a", ((10.0, 10.0), (10.0, 12.0))),)
    done = perform(state, activation.act, {"act": ["alone:a"], "alone": ["move"], "move": [leg]})
    assert done.piece("a").has(CARRIED) is carried


@pytest.mark.rule("TS-GAP-13", "TS-ACT-13", "TS-CMD-02", "TS-ACT-01", "TS-ACT-03")
@pytest.mark.parametrize(("own", "left"), [({}, ({"1A": 1}, {})), ({"a": 1}, ({"1A": 2}, {}))])
def test_who_has_no_pip_of_his_own_spends_one_of_his_squad(own: Any, left: Any) -> None:
    state = on_card(*line(10, 12), own=own)
    done = perform(state, activation.act, {"act": ["alone:a"], "alone": ["aim"]})
    assert (done.state.game.pools, done.state.game.own) == left


@pytest.mark.rule("TS-PROF-10", "TS-PROF-01")
def test_each_figure_has_the_ability_of_its_profile_alone() -> None:
    state = battle(marine("lt", "a", 10, 10), marine("sniper", "s", 12, 10), marine("trooper", "t", 14, 10))
    able = {
        p.id: [what for what in ("commander", "sniper", "medic") if facts.can(p, what)]
        for p in state.table.pieces.values()
    }
    assert able == {"a": ["commander"], "s": ["sniper"], "t": []}


@pytest.mark.rule("TS-CMD-02", "TS-GAP-16")
def test_a_squad_of_whom_nobody_acts_on_its_card_is_given_no_pips() -> None:
    men = [marine("lt", "L", 10, 10, unit="HQ"), marine("sniper", "s", 12, 10, unit="1A")]
    state = battle(*men, options={"cards_units": "sniper_apart"}).with_game(purses={"L": 2})
    asked = perform(state, lambda play: leaders.hand_out(play, "L")).question("pips")
    assert [share.key for share in asked.shares] == ["HQ", "L", "s"]  # type: ignore[attr-defined]


@pytest.mark.rule("TS-GAP-41", "TS-GAP-72", "TS-GAP-34")
def test_walls_and_shut_doors_stop_a_blast_and_no_window_does() -> None:
    hut = room(
        "h", 10, 10, 18, 18, ("door", (10, 12), (10, 13.5), False), ("window", (12, 10), (13.5, 10), False)
    )
    ridge, low = block("ice_ridge", "i", 2, 2, 3, 3, 2.0), block("low_wall", "l", 5, 2, 6, 3)
    found = surface.surface(battle(terrain=[hut, ridge, low]).table.ground)
    assert found.shut == ("h.door1",)
    assert "i" in found.blasts and "l" not in found.blasts and {"h.walls", "h.door1"} <= set(found.blasts)


@pytest.mark.rule("TS-GAP-95", "TS-GAP-98")
def test_the_turns_of_a_scenario_count_before_the_option() -> None:
    first, by_option = load_scenario("troice_first"), load_scenario("troice_return", {"game_length": "8"})
    assert first.plan.turns == 8 and first.start().game.parameters.turns == 8
    assert by_option.plan.turns or by_option.start().game.parameters.turns == 8


@pytest.mark.rule("TS-GAP-93", "TS-GAP-82")
def test_the_outline_of_a_quarter_is_a_square_of_twenty_four_inches() -> None:
    state = battle()
    assert set(set_up.quarter_ring(state, 1)) == {(0.0, 24.0), (24.0, 24.0), (24.0, 48.0), (0.0, 48.0)}
    assert set(set_up.quarter_ring(state, 3)) == {(24.0, 0.0), (48.0, 0.0), (48.0, 24.0), (24.0, 24.0)}


@pytest.mark.rule("TS-ACT-02", "TS-ACT-13", "TS-GAP-43")
@pytest.mark.parametrize(("taken", "able"), [(2, True), (3, False)])
def test_a_figure_takes_three_actions_and_no_fourth(taken: int, able: bool) -> None:
    state = on_card(marine("trooper", "a", 10, 10, marks={ACTIONS: taken}), marine("trooper", "b", 12, 10))
    assert (offered(state)["alone:a"] == "") is able
