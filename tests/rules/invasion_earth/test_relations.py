"""How a model is related to others, as the window draws and lists it."""

from __future__ import annotations

import pytest

from battlesim.rulesets.invasion_earth.battle.relations import relations
from battlesim.rulesets.invasion_earth.battle.turn_sequence import run_start_step
from battlesim.rulesets.invasion_earth.core.state import Battle, Combat
from tests.rules.invasion_earth.field import DALEK, ENEMY, NORTH, SLR, battle, enemy, model, perform, wall

HIGH = wall("high", -6, 4, 6, 4.25, 1.5, "high_wall")


def found(state: Battle, piece: str) -> list[tuple[str, str, str]]:
    return [
        (one.other, str(one.words), f"{one.line}{' in' * one.incoming}") for one in relations(state, piece)
    ]


def turn_began(*pieces, **more) -> Battle:  # type: ignore[no-untyped-def]
    """A turn in which sight was taken and positions were reported."""
    state = battle(*pieces, without=(), starts=True, **more)
    for step in ("picture", "reports"):
        state = perform(state, lambda p, step=step: run_start_step(p, step)).state  # type: ignore[misc]
    return state


def test_an_enemy_in_view_is_sighted_by_own_sight_and_knows_it() -> None:
    state = turn_began(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 8))
    assert found(state, "a") == [("e", "own sight", "solid")]
    assert found(state, "e") == [("a", "has sighted it: own sight", "solid in")]


def test_what_only_a_report_knows_is_dashed() -> None:
    dalek, other = enemy(DALEK, "d", 0, 0), enemy(DALEK, "far", 14, 0)
    state = turn_began(dalek, other, model(SLR, "a", 0, 8), terrain=(HIGH,), phase=ENEMY)
    assert ("a", "by report", "dashed") in found(state, "d")
    assert ("far", "on the same net", "dashed") in found(state, "d")


def test_a_leader_shows_an_enemy_to_those_near() -> None:
    leader = model("unit_sergeant", "boss", 9.5, 0)
    state = turn_began(model(SLR, "a", 0, 0), leader, enemy(SLR, "e", 6.5, 8), terrain=(HIGH,))
    assert ("e", "shown by a leader", "dashed") in found(state, "a")


def test_a_perceived_enemy_is_sighted_by_perception() -> None:
    state = turn_began(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 8), terrain=(HIGH,))
    perceived = state.with_game(sightings={"a": ("e",)})
    assert found(perceived, "a") == [("e", "perceived", "solid")]


@pytest.mark.parametrize(
    ("game", "own", "other"),
    [
        ({"held": {"a": "e"}}, ("e", "holds it", "bar in"), ("a", "held by it", "bar")),
        (
            {"combats": {"a": Combat("e", "lost", 1, ENEMY)}},
            ("e", "beat it: fight on, or run", "bar in"),
            ("a", "beaten by it", "bar"),
        ),
        ({}, ("e", "in contact", "bar"), ("a", "in contact", "bar")),
    ],
)
def test_what_binds_two_models_is_a_bar(game, own, other) -> None:  # type: ignore[no-untyped-def]
    state = battle(model(SLR, "a", 0, 0), enemy("cyberman", "e", 0, 1.0), **game)
    assert (found(state, "a")[0], found(state, "e")[0]) == (own, other)


@pytest.mark.parametrize(("y", "waits"), [(10, True), (-10, False)])
def test_a_waiting_model_waits_for_those_in_its_zone(y: float, waits: bool) -> None:
    state = battle(model(SLR, "w", 0, 0, NORTH, waits_to_fire=1), enemy(SLR, "e", 0, y))
    assert (("e", "waits to fire", "solid") in found(state, "w")) == waits
    assert (("w", "waits to fire", "solid in") in found(state, "e")) == waits


def test_who_is_off_the_table_has_no_relations() -> None:
    assert relations(battle(model(SLR, "a", 0, 0)), "nobody") == ()
