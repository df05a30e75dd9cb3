"""First aid: who treats whom, and on which die."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.troice_station.actions import first_aid
from battlesim.rulesets.troice_station.core.marks import DOWN, HUGGED
from battlesim.table.events import DiceRolled

from .squad_steps import act, figure_a, on_card, pips_left
from .things import alien, battle, block, keys, marine, marker, perform


@pytest.mark.rule("TS-ACT-16", "TS-WND-06", "TS-GAP-58")
@pytest.mark.parametrize(("die", "active"), [(4, True), (3, False)])
def test_a_medic_brings_back_on_a_four(die, active):
    hurt = marine("trooper", "b", 11, 10, marks=[DOWN])
    done = act(
        on_card(marine("specialist_medic", "a", 10, 10), hurt),
        ("act", "alone:a"),
        ("alone", "treat"),
        dice=(die,),
    )
    assert done.state.table.piece("b").has_mark(DOWN) is not active and pips_left(done) == 2


@pytest.mark.rule("TS-GAP-80", "TS-WND-06")
def test_what_a_man_who_is_back_on_his_feet_sees_comes_to_light_at_once():
    # the wall hides the marker from the Medic, and not from b
    wall = block("high_wall", "w", 10.6, 10.9, 20, 11.4, height=2.0)
    medic, hurt = marine("specialist_medic", "a", 11.2, 10), marine("trooper", "b", 10.2, 10, marks=[DOWN])
    state = on_card(medic, hurt, marker("m", 10.0, 20), terrain=[wall])
    done = act(state, ("act", "alone:a"), ("alone", "treat"), dice=(4, 6))
    assert done.state.table.piece("alien-1").table_position and "m" not in done.state.table.pieces


@pytest.mark.rule("TS-ACT-17")
def test_nobody_else_treats_casualties():
    hurt = marine("trooper", "b", 11, 10, marks=[DOWN])
    done = act(on_card(marine("trooper", "a", 10, 10), hurt), ("act", "alone:a"))
    assert "treat" not in keys(done, "alone")


@pytest.mark.rule("TS-GAP-58")
def test_a_medic_does_not_treat_in_a_fight_nor_who_is_hugged():
    medic, hurt = marine("specialist_medic", "a", 10, 10), marine("trooper", "b", 11, 10, marks=[DOWN])
    fight = act(on_card(medic, hurt, alien("x", 10, 11.125)), ("act", "alone:a"))
    held = act(on_card(medic, marine("trooper", "b", 11, 10, marks=[HUGGED])), ("act", "alone:a"))
    assert "treat" not in keys(fight, "alone") + keys(held, "alone")


@pytest.mark.rule("TS-ACT-17", "TS-WND-06", "TS-GAP-58")
def test_one_casualty_out_of_the_fight_is_enough_for_a_medic() -> None:
    hurt = [marine("trooper", "b", 11, 10, marks=[DOWN]), marine("trooper", "c", 9, 10, marks=[DOWN])]
    state = battle(marine("specialist_medic", "a", 10, 10), *hurt, alien("x", 12.125, 10))
    assert first_aid.why_cannot_treat(state, state.table.piece("a")) == ""


@pytest.mark.rule("TS-WND-06", "TS-ACT-16", "TS-ACT-17", "TS-GAP-58")
@pytest.mark.parametrize(("die", "down"), [(3, 1), (4, 0)])
def test_a_medic_needs_a_four(die: int, down: int) -> None:
    state = battle(figure_a("specialist_medic"), marine("trooper", "b", 11, 10, unit="2B", marks=[DOWN]))
    done = perform(state, lambda play: first_aid.treat_casualties(play, ["a"]), dice=(die,))
    assert done.piece("b").mark_count(DOWN) == down and done.events_of(DiceRolled)[0].by == "a"


@pytest.mark.rule("TS-WND-06", "TS-ACT-17", "TS-GAP-58", "TS-ACT-16")
@pytest.mark.parametrize(
    ("kind", "marks", "foe", "why"),
    [
        ("specialist_medic", [DOWN], (30, 30), ""),
        ("specialist_medic", [DOWN, HUGGED], (30, 30), "nobody is a casualty"),
        ("specialist_medic", [], (30, 30), "nobody is a casualty"),
        ("specialist_medic", [DOWN], (12.125, 10), "an enemy is in contact"),
        ("specialist_medic", [DOWN], (8.875, 10), "an enemy is in contact"),
        ("trooper", [DOWN], (30, 30), "only a Medic treats casualties, and a is not one"),
    ],
)
def test_whom_a_medic_treats(kind: str, marks: list[str], foe: Any, why: str) -> None:
    state = battle(figure_a(kind), marine("trooper", "b", 11, 10, marks=marks), alien("x", *foe))
    assert str(first_aid.why_cannot_treat(state, state.table.piece("a"))) == why
