"""The turn: its parts in their order, the blizzard, what is fresh when a turn starts."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from battlesim.mechanics import turns
from battlesim.mechanics.deck import Deck
from battlesim.rulesets.troice_station.battle import turn_sequence
from battlesim.rulesets.troice_station.command import turn_boundaries
from battlesim.rulesets.troice_station.core.marks import ACTIONS
from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.scenarios.library import load_scenario
from battlesim.table.events import DiceRolled
from battlesim.table.ids import UnitId

from .command_steps import CHIEF_NORTH, SQUAD_CARD, given, in_play, platoon
from .things import battle, line, marine, marker, perform


@pytest.mark.rule("TS-SEQ-05", "TS-ACT-02")
def test_a_new_turn_has_fresh_actions_and_a_fresh_deck():
    done = given(platoon(**{"1A_2": {ACTIONS: 3}}))
    assert not done.state.table.piece("1A-2").has_mark(ACTIONS) and len(done.state.game.deck.left) == 9


@pytest.mark.rule("TS-GAP-08")
@pytest.mark.parametrize(
    ("option", "now", "dice", "sight"),
    [
        ("12", 9, (), 12.0),
        ("worsens", 4, (), 12.0),
        ("worsens", 5, (), 11.0),
        ("lifts", 6, (6,), 1e6),
        ("lifts", 6, (5,), 12.0),
    ],
)
def test_the_blizzard_over_the_turns(option, now, dice, sight):
    state = platoon(options={"blizzard": option}).with_game(turn=now)
    assert given(state, dice=(*dice, 1, 1, 1)).state.game.sight == sight


@pytest.mark.rule("TS-GAP-08")
def test_without_a_blizzard_nothing_limits_sight():
    assert load_scenario("troice_first", {"blizzard": "clear"}).initial_state().game.sight == 1e6


@pytest.mark.rule("TS-GAP-08", "TS-SEQ-05")
@pytest.mark.parametrize(
    ("option", "turn_now", "sight", "after"), [("worsens", 20, 6.0, 6.0), ("lifts", 5, 12.0, 12.0)]
)
def test_the_blizzard_is_never_worse_than_six_inches_nor_over_before_turn_six(
    option: str, turn_now: int, sight: float, after: float
) -> None:
    state = battle(*line(10, 12), options={"blizzard": option}).with_game(
        turn=turn_now, sight=sight, phase="start"
    )
    assert perform(state, turn_boundaries.start_turn).state.game.sight == after


@pytest.mark.rule("TS-SEQ-05", "TS-GAP-12")
@pytest.mark.parametrize(("option", "asked"), [("at_start", ["n", "L"]), ("on_card", [])])
def test_pips_are_handed_out_at_the_start_by_the_commander_last_or_by_option_later(
    option: str, asked: list[str]
) -> None:
    state = battle(CHIEF_NORTH, marine("nco", "n", 12, 10), options={"pip_timing": option})
    own = msgspec.structs.replace(state.table.units[UnitId("1A")], rules={"under": "n"})
    state = state.with_table(state.table.with_units(own))
    done = perform(state, turn_boundaries.start_turn, dice=(1, 1))
    assert [one.about for one in done.decisions_with_key("pips")] == asked
    assert len(done.state.game.deck.left) == 6


def at_phase(phase: str, **game: Any) -> Battle:
    return battle(*line(10), phase=phase, phases=turn_sequence.TURN_PHASES, deck=Deck(()), **game)


@pytest.mark.rule("TS-SEQ-05")
@pytest.mark.parametrize(
    ("phase", "step"),
    [("markers", "place_markers"), ("landing", "land"), ("start", "start_turn"), ("end", "end_turn")],
)
def test_what_a_phase_has_once_comes_once(phase: str, step: str) -> None:
    for passed, name in (((), step), ((phase,), "next_phase")):
        found = turn_sequence.next_step(at_phase(phase, passed=passed))
        assert getattr(found, "name", "") == name


@pytest.mark.rule("TS-SEQ-05", "TS-GAP-96")
def test_after_setting_up_nobody_has_acted() -> None:
    done = perform(at_phase("landing", acted=("a",), passed=("landing",)), turn_sequence.begin_next_phase)
    assert (done.state.game.acted, done.state.game.passed) == ((), ())


@pytest.mark.rule("TS-SEQ-05", "TS-SEQ-03")
def test_the_end_and_the_start_of_a_turn_are_carried_out() -> None:
    done = perform(at_phase("end"), lambda play: turn_sequence.STEP_SCRIPTS["end_turn"](play, "end"))
    assert (done.state.game.idle, done.state.game.passed) == (1, ("end",))
    done = perform(at_phase("start"), lambda play: turn_sequence.STEP_SCRIPTS["start_turn"](play, "start"))
    assert len(done.state.game.deck.left) == 5 and turns.pending_phase_step(done.state, "start_turn") is None


@pytest.mark.rule("TS-SEQ-05", "TS-SEQ-03", "TS-GAP-19")
@pytest.mark.parametrize(
    ("card", "game", "step"),
    [
        ("1A", {}, "act"),
        ("q4", {}, "creature"),
        ("q4", {"acted": ("x", "m")}, "end_card"),
        ("", {"deck": Deck((SQUAD_CARD,))}, "draw"),
        ("", {}, "next_phase"),
    ],
)
def test_what_comes_next(card: str, game: dict[str, Any], step: str) -> None:
    found = turn_sequence.next_step(in_play(card, **game))
    assert getattr(found, "name", "") == step


@pytest.mark.rule("TS-SEQ-05", "TS-GAP-96")
@pytest.mark.parametrize(
    ("phase", "after"),
    [("markers", ("landing", 1)), ("landing", ("start", 1)), ("start", ("cards", 3)), ("end", ("start", 4))],
)
def test_which_part_of_a_turn_follows(phase: str, after: tuple[str, int]) -> None:
    state = in_play("", phase=phase, phases=turn_sequence.TURN_PHASES, turn=3)
    game = perform(state, turn_sequence.begin_next_phase).state.game
    assert (game.phase, game.turn) == after


@pytest.mark.rule("TS-GAP-08", "TS-SEQ-05")
@pytest.mark.parametrize(("now", "rolled"), [(12.0, 1), (1e6, 0)])
def test_a_blizzard_that_is_over_needs_no_die(now: float, rolled: int) -> None:
    state = battle(options={"blizzard": "lifts"}).with_game(turn=7, sight=now)
    done = perform(state, turn_boundaries.start_turn, dice=(5,) * rolled)
    assert [roll.sides for roll in done.events_of(DiceRolled)] == [(6,)] * rolled


@pytest.mark.rule("TS-GAP-80", "TS-GAP-08")
@pytest.mark.parametrize(("die", "lies"), [(5, True), (6, False)])
def test_as_the_blizzard_ends_all_markers_in_sight_come_to_light(die: int, lies: bool) -> None:
    state = battle(*line(10), marker("m", 10, 40), options={"blizzard": "lifts"}).with_game(turn=7)
    done = perform(state, turn_boundaries.start_turn, dice=(die, 1)[: 2 - lies])
    assert ("m" in done.state.table.pieces) is lies
