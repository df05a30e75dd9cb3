"""Alternating activations: whose unit acts next, and when a turn is over."""

from __future__ import annotations

import pytest

from battlesim.engine.ruleset import Step
from battlesim.mechanics import alternating_activations as activations
from battlesim.mechanics.alternating_turns import AlternatingTurns, piece_counts
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.state import State
from battlesim.table.units import Unit
from battlesim.testing.script import perform_rules
from battlesim.testing.table import make_sides, make_table, standing_piece

RED, BLUE = SideKey("red"), SideKey("blue")


def battle(phase: str = "red", acted: tuple[str, ...] = (), turn: int = 1) -> State[AlternatingTurns]:
    """Red has the unit `r` of two pieces and the piece `s`, blue the unit `b` of two."""
    table = make_table(
        standing_piece("r1", 4, 4, side="red", unit="r"),
        standing_piece("r2", 6, 4, side="red", unit="r"),
        standing_piece("s", 10, 4, side="red"),
        standing_piece("b1", 4, 20, side="blue", unit="b"),
        standing_piece("b2", 6, 20, side="blue", unit="b"),
        table_sides=make_sides("red", "blue"),
    ).with_units(Unit(UnitId("r"), "Rifles", RED))
    return State(
        table, AlternatingTurns(turn=turn, phase=phase, phases=("red", "blue"), acted=acted, turns=2)
    )


def next_step(state: State[AlternatingTurns]) -> object:
    return activations.next_step(state, piece_counts(state), "activate")


def test_a_unit_waits_while_one_of_its_pieces_has_not_acted():
    assert activations.units_to_activate(battle(acted=("r1", "s")), RED) == ["r"]
    assert activations.units_to_activate(battle(acted=("r1", "r2")), RED) == ["s"]


@pytest.mark.parametrize(
    ("phase", "acted", "step"),
    [
        ("red", (), Step("activate", ("red",))),
        ("blue", (), Step("activate", ("blue",))),
        ("blue", ("b1", "b2"), Step("activate", ("red",))),
        ("blue", ("b1", "b2", "r1", "r2", "s"), Step("end_turn")),
    ],
)
def test_the_side_of_the_phase_activates_and_one_without_units_is_skipped(phase, acted, step):
    assert next_step(battle(phase, acted)) == step


def test_the_battle_ends_after_the_last_turn():
    assert getattr(next_step(battle(turn=3)), "winners", ()) == ("red",)


def test_a_chosen_unit_acts_as_a_whole_and_the_next_side_follows():
    acting = []

    def rules(play):
        yield from activations.activate_one_unit(play, RED, acting.append, "Which unit acts?", rule="R-1")

    result = perform_rules(battle(), rules, {"unit": ["r"]})
    (decision,) = result.asked
    assert [(option.key, option.label) for option in decision.options] == [("r", "Rifles"), ("s", "s")]
    assert acting == ["r"]
    assert (result.state.game.acted, result.state.game.phase) == (("r1", "r2"), "blue")


@pytest.mark.parametrize(("rotates", "first"), [(False, "red"), (True, "blue")])
def test_a_new_turn_begins_with_the_first_side_or_the_next_one(rotates, first):
    result = perform_rules(
        battle(acted=("r1",)), lambda play: activations.begin_next_turn(play, "R-2", rotates=rotates)
    )
    game = result.state.game
    assert (game.turn, game.phase, game.acted) == (2, first, ())


def test_the_facts_name_units_and_count_those_that_are_left():
    facts = activations.activation_facts(battle(acted=("s",)), {RED: 3.0, BLUE: 2.0}, "1 each", "R-3")
    assert (facts.units["r"], facts.units["s"], facts.actions_left) == ("Rifles", "s", 1)
