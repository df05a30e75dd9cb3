"""Hints, log texts and drawings of vehicles, as against those of people on foot."""

from __future__ import annotations

import pytest

from battlesim.engine.position_decisions import MoveGroup
from battlesim.report.picture import looks_named
from battlesim.rulesets.stargrunt import Stargrunt
from battlesim.rulesets.stargrunt.actions.activation import action_decision
from battlesim.rulesets.stargrunt.core.profiles import profiles
from battlesim.rulesets.stargrunt.core.state import Battle
from battlesim.rulesets.stargrunt.ground.motion import unit_motions
from battlesim.table.ids import UnitId
from battlesim.table.phrases import phrase
from battlesim.ui.battle.hints import decision_topics

from .field import OWN, battle, foes, row, squad
from .vehicle_field import vehicle

STARGRUNT = Stargrunt()
ON_FOOT_WORDS = ("feet", "rifle", "dirt", "heads")


def hints_for(state: Battle, id: str) -> set[str]:
    """The hints that fit when a unit is asked for its action and for a normal move."""
    unit = state.table.units[UnitId(id)]
    move = MoveGroup(side=OWN, what="move", prompt="", motions=tuple(unit_motions(state, unit.id, 6.0)))
    topics = {*decision_topics(action_decision(state, unit)), *decision_topics(move)}
    return {hint.id for hint in STARGRUNT.hints if hint.when in topics}


@pytest.mark.rule("SG-GAP-52")
def test_hints_on_positions_and_on_integrity_are_for_squads_only() -> None:
    state = battle(squad("a", *row(0, 0, 3)), vehicle("v", 9, 9), foes("b", (0, 30)))
    assert hints_for(state, "a") == {"stargrunt.action", "stargrunt.move"}
    assert hints_for(state, "v") == set()


@pytest.mark.parametrize("text", ["Active: {}", "{} travels", "{}: combat move", "{} makes a combat move"])
def test_what_the_log_says_of_one_piece_also_fits_a_vehicle(text: str) -> None:
    said = [str(STARGRUNT.voice.text_for(phrase(text, "Tank"), number)) for number in range(3)]
    assert [each for each in said if any(word in each for word in ON_FOOT_WORDS)] == []
    marked = [str(STARGRUNT.voice.mark_text("suppressed", ["Tank"], number)) for number in range(3)]
    assert [each for each in marked if any(word in each for word in ON_FOOT_WORDS)] == []


def test_vehicles_that_carry_troops_are_not_drawn_as_tanks() -> None:
    figures = looks_named("stargrunt").figures
    carriers = {kind for kind, profile in profiles().items() if profile.vehicle and "carrier" in profile.tags}
    assert carriers >= {"apc", "scout_car", "hover_transport"}
    assert {figures[kind] for kind in carriers} == {"carrier"} != {figures["tank"]}
