"""The order of creatures: which of them act on a card, and who is first."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.troice_station.battle import turn_sequence
from battlesim.rulesets.troice_station.core.lookups import quarter_number
from battlesim.rulesets.troice_station.core.marks import DOWN, HOME
from battlesim.rulesets.troice_station.creatures import program
from battlesim.rulesets.troice_station.creatures.program import activation_order

from .creature_steps import SHUT, act
from .things import alien, battle, hugger, marine, marker, off, perform, trooper


@pytest.mark.rule("TS-GAP-19", "TS-ALN-03")
def test_the_card_of_a_quarter_is_for_those_who_stand_in_it():
    state = battle(alien("x", 10, 40), alien("y", 40, 40), marine("trooper", "a", 24, 5)).with_game(
        card="q1", phase="cards", phases=turn_sequence.TURN_PHASES
    )
    assert turn_sequence.next_step(state).name == "creature"
    assert turn_sequence.next_step(state.with_game(acted=("x",))).name == "end_card"


@pytest.mark.rule("TS-ALN-02", "TS-GAP-18")
@pytest.mark.parametrize(
    ("at", "number"),
    [
        *[((10, 40), 1), ((40, 40), 2), ((40, 10), 3), ((10, 10), 4)],
        *[((24, 40), 1), ((24, 10), 3), ((10, 24), 1), ((40, 24), 2), ((24, 24), 1)],
    ],
)
def test_which_quarter_holds_a_point_and_on_a_line_the_lower_number(
    at: tuple[float, float], number: int
) -> None:
    assert quarter_number(battle().table.ground, at) == number


@pytest.mark.rule("TS-ALN-03", "TS-GAP-17", "TS-GAP-84")
def test_creatures_come_before_markers_and_the_nearest_first() -> None:
    # all stand in quarter 1 (north-west); the marine at (10, 30) is 4 in from m, 8 from b, 14 from a and n
    state = battle(
        trooper("1A-2", 10, 30), marker("m", 10, 35), alien("a", 10, 45), alien("b", 18, 30),
        marker("n", 2, 44), alien("c", 30, 40),
    )  # fmt: skip
    assert activation_order(state, 1) == ["b", "a", "m", "n"] and activation_order(state, 2) == ["c"]
    assert activation_order(state, 3) == [], (
        "the card of an empty quarter stays in the deck and nothing acts on it"
    )


@pytest.mark.rule("TS-GAP-84")
def test_of_two_as_near_the_lowest_id_acts_first_and_who_has_acted_waits() -> None:
    state = battle(
        trooper("1A-2", 10, 30), alien("b", 16, 30), alien("a", 4, 30), alien("c", 10, 36), acted=("a",)
    )
    assert activation_order(state, 1) == ["b", "c"]


@pytest.mark.rule("TS-GAP-19")
@pytest.mark.parametrize(("reading", "quarter"), [("where_it_stands", 3), ("home", 1)])
def test_a_creature_acts_where_it_stands_or_with_its_home(reading: str, quarter: int) -> None:
    state = battle(alien("a", 40, 10, marks={HOME: 1}), options={"quarter_crossing": reading})
    assert [number for number in (1, 2, 3, 4) if activation_order(state, number)] == [quarter]


@pytest.mark.rule("TS-GAP-19", "TS-ALN-03")
def test_who_has_no_home_acts_where_it_stands() -> None:
    state = battle(alien("a", 40, 10), options={"quarter_crossing": "home"})
    assert [number for number in (1, 2, 3, 4) if activation_order(state, number)] == [3]


@pytest.mark.rule("TS-GAP-19", "TS-ALN-03")
def test_who_crosses_into_another_quarter_acts_no_more_this_turn() -> None:
    state = battle(trooper("1A-2", 46, 30), alien("a", 20, 30))
    done = act(state, 2, 6, 6)
    assert done.piece("a").xy[0] > 24 and activation_order(done.state, 2) == []


@pytest.mark.rule("TS-GAP-84", "TS-GAP-86", "TS-GAP-91")
@pytest.mark.parametrize("control", ["automated", "player"])
def test_the_nearest_creature_acts_first_where_nobody_plays_it(control: str) -> None:
    found: list[str] = []

    def script(play: Any) -> Any:
        found.append((yield from program.choose_next_creature(play, 4)))

    beasts = [alien("x", 20, 10), alien("y", 15, 10)]
    state = battle(marine("trooper", "a", 10, 10), *beasts, options={"alien_control": control})
    done = perform(state, script, {"next": ["x"]} if control == "player" else {})
    assert found == ["x" if control == "player" else "y"] and len(done.asked) == (control == "player")
    perform(off(off(state, "x"), "y"), script)
    assert found[1:] == [""]


@pytest.mark.rule("TS-ALN-03", "TS-GAP-19", "TS-GAP-59")
@pytest.mark.parametrize(("option", "found"), [("down", ["x"]), ("recovers", ["x", "d"])])
def test_who_is_gone_or_lies_does_not_act_unless_it_may_get_up(option: str, found: list[str]) -> None:
    beasts = alien("x", 14, 10), alien("d", 10, 14, [DOWN]), alien("g", 16, 10), alien("f", 40, 10)
    state = off(battle(trooper(), *beasts, options={"creature_serious_wound": option}), "g")
    assert [piece.id for piece in program.creatures_to_act(state, 4)] == found


@pytest.mark.rule("TS-GAP-84", "TS-ALN-04")
def test_who_can_reach_nobody_acts_last_and_with_nobody_to_reach_ids_count() -> None:
    things = hugger("h", 8, 8), alien("y", 20, 20), marker("m", 11, 20)
    state = battle(trooper(x=14, y=8), *things, terrain=[SHUT])
    assert program.activation_order(state, 4) == ["y", "h", "m"]
    assert program.activation_order(off(state, "a"), 4) == ["h", "y", "m"]
