"""What automated players do with and against vehicles, and the previews of it."""

from __future__ import annotations

import pytest

from battlesim.rulesets.stargrunt.actions.activation import action_decision
from battlesim.rulesets.stargrunt.actions.fire_actions import target_decision
from battlesim.rulesets.stargrunt.advice.doctrine import DOCTRINE
from battlesim.rulesets.stargrunt.advice.vehicles import fighting_goal, holds_its_range
from battlesim.rulesets.stargrunt.assault.declare import assault_decision
from battlesim.rulesets.stargrunt.attack.fire_worth import best_fire
from battlesim.rulesets.stargrunt.battle.previews import answer_preview
from battlesim.rulesets.stargrunt.core.marks import SUPPRESSED, SYSTEMS_HIT
from battlesim.table.ids import UnitId

from .field import CENTRE, A, B, battle, foes, squad
from .vehicle_field import vehicle

V = UnitId("v")
TEAM = ("rifleman", "rifleman", "rocketeer", "gunner")


def team(*targets):
    return battle(squad("a", (0, 0), (1.5, 0), (3, 0), (4.5, 0), kinds=TEAM), *targets)


def advised(state, unit="a"):
    """The action that the recruit would take first."""
    (best, *_) = DOCTRINE.advise(state, action_decision(state, state.table.units[UnitId(unit)]), None)
    return best.answer


def test_rockets_are_fired_alone_at_armour():
    state = team(vehicle("v", 0, 6, kind="apc", side="enemy"))
    assert best_fire(state, A, V)[0].weapons == ("rocket:a3",)


def test_rockets_are_kept_from_infantry():
    state = team(foes("b", (0, 6), (1.5, 6), (3, 6), (4.5, 6), kinds=("conscript",)))
    assert "rocket:a3" not in best_fire(state, A, B)[0].weapons


def test_a_rocket_is_spent_on_a_brute():
    state = team(foes("b", (0, 6), kinds=("brute",), leader=False, automated=True))
    assert "rocket:a3" in best_fire(state, A, B)[0].weapons


@pytest.mark.rule("SG-GAP-05", "SG-FIR-01")
def test_the_weapons_that_are_asked_for_are_those_of_the_best_shot():
    state = team(vehicle("v", 0, 6, kind="apc", side="enemy"))
    decision = target_decision(state, A)
    card = answer_preview(state, decision, "v")
    assert [row.label for row in card.rows][2] == "Infantry rocket"


@pytest.mark.parametrize(("inches", "holds"), [(23.5, True), (24.5, False)])
def test_a_vehicle_fights_from_the_second_band_of_its_gun(inches, holds):
    state = battle(vehicle("v", 0, -22, kind="apc"), foes("b", (0, inches - 22)))
    assert holds_its_range(state, state.table.units[V]) is holds


def test_a_vehicle_flees_from_claws():
    state = battle(
        vehicle("v", 0, 0, kind="apc"), foes("b", (0, 8), kinds=("swarmer",), leader=False, automated=True)
    )
    x, y = fighting_goal(state, state.table.units[V])
    assert x == pytest.approx(CENTRE) and y < CENTRE - 10.0


def test_a_suppressed_vehicle_fires_before_it_shakes_that_off():
    state = battle(
        vehicle("v", 0, 0, kind="apc", marks={SUPPRESSED: 1}), foes("b", (0, 8), (1.5, 8)), activated="v"
    )
    assert advised(state, "v") == "fire"


def test_a_vehicle_without_systems_repairs_them():
    state = battle(vehicle("v", 0, 0, piece_marks=(SYSTEMS_HIT,)), foes("b", (0, 8)), activated="v")
    assert advised(state, "v") == "repair"
    card = answer_preview(state, action_decision(state, state.table.units[V]), "repair")
    assert card.chance == pytest.approx(1 / 3)


@pytest.mark.rule("SG-GAP-05", "SG-FIR-01")
def test_the_card_of_an_assault_on_a_vehicle_shows_the_claws_of_a_figure():
    state = battle(
        squad("a", (0, 0), kinds=("swarmer",), leader=False, automated=True, quality="green"),
        vehicle("v", 0, 6, kind="apc", side="enemy"),
        activated="a",
    )
    card = answer_preview(state, assault_decision(state, A), "v")
    assert sum(chance for _, chance in card.bars) == pytest.approx(1.0)
    assert dict(card.bars)["no effect"] == pytest.approx(0.15625)
