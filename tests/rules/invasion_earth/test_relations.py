"""How a model is related to others, as the window draws and lists it."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.rulesets.invasion_earth.battle.relations import relations
from battlesim.rulesets.invasion_earth.battle.turn_sequence import run_start_step
from battlesim.rulesets.invasion_earth.core.state import Battle, Combat
from battlesim.table.pieces import Off
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


@pytest.mark.rule("IE-SIG-03", "IE-SIG-09", "IE-SIG-12")
def test_an_enemy_in_view_is_sighted_by_own_sight_and_knows_it() -> None:
    state = turn_began(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 8))
    assert found(state, "a") == [("e", "own sight", "solid")]
    assert found(state, "e") == [("a", "has sighted it: own sight", "solid in")]


@pytest.mark.rule("IE-OBS-08", "IE-OBS-12", "IE-SIG-09", "IE-SIG-03")
def test_what_only_a_report_knows_is_dashed() -> None:
    dalek, other = enemy(DALEK, "d", 0, 0), enemy(DALEK, "far", 14, 0)
    state = turn_began(dalek, other, model(SLR, "a", 0, 8), terrain=(HIGH,), phase=ENEMY)
    assert ("a", "by report", "dashed") in found(state, "d")
    assert ("far", "on the same net", "dashed") in found(state, "d")


@pytest.mark.rule("IE-SIG-08", "IE-SIG-03")
def test_a_leader_shows_an_enemy_to_those_near() -> None:
    leader = model("unit_sergeant", "boss", 9.5, 0)
    state = turn_began(model(SLR, "a", 0, 0), leader, enemy(SLR, "e", 6.5, 8), terrain=(HIGH,))
    assert ("e", "shown by a leader", "dashed") in found(state, "a")


@pytest.mark.rule("IE-SIG-12", "IE-SIG-09")
def test_a_perceived_enemy_is_sighted_by_perception() -> None:
    state = turn_began(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 8), terrain=(HIGH,))
    perceived = state.with_game(sightings={"a": ("e",)})
    assert found(perceived, "a") == [("e", "perceived", "solid")]


@pytest.mark.rule("IE-GRP-03", "IE-ASL-03", "IE-GAP-14")
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
    assert (found(state, "a"), found(state, "e")) == ([own], [other])


@pytest.mark.rule("IE-ASL-03", "IE-GRP-03")
def test_a_winner_that_stands_beside_the_loser_of_another_is_in_contact() -> None:
    combats = {"a": Combat("e", "lost", 1, ENEMY)}
    pieces = model(SLR, "a", 0, 0), model(SLR, "b", 0, 2.1), enemy("cyberman", "e", 0, 1.0)
    assert found(battle(*pieces, combats=combats), "e") == [
        ("a", "beaten by it", "bar"),
        ("b", "in contact", "bar"),
    ]


@pytest.mark.rule("IE-FIX-01", "IE-FEA-03", "IE-GRP-03")
def test_a_repair_and_a_fear_last_while_the_other_stands() -> None:
    own = model("unit_engineer", "a", 0, 0).with_mark("fixing", 1, note="t").with_mark("afraid", 1, note="y")
    team, yeti = model("unit_bazooka_team", "t", 0, 6), enemy("yeti", "y", 0, 20)
    state = battle(own, team, yeti)
    assert found(state, "a") == [("t", "repaired by it", "bar"), ("y", "frightens it", "dashed in")]
    assert found(state, "t") == found(state, "y") == []


@pytest.mark.rule("IE-LIW-10", "IE-LIW-03", "IE-LIW-18")
@pytest.mark.parametrize(
    ("mode", "game", "words"),
    [
        ("waits_to_fire", {}, "waits to fire"),
        ("waits_to_fire", {"triggered": {"w": ("e",)}}, "may still shoot"),
        ("waits_to_fire", {"triggered": {"w": ("f",)}}, "waits to fire"),
        ("waits_to_assault", {"seen": {"w": ("e",)}}, "waits to assault"),
        ("waits_to_assault", {"seen": {"w": ("f",)}}, ""),
        ("hidden", {"seen": {"w": ("e",)}}, ""),
    ],
)
def test_the_words_for_each_way_to_lie_in_wait(mode: str, game: dict[str, object], words: str) -> None:
    state = battle(model(SLR, "w", 0, 0, NORTH, **{mode: 1}), enemy(SLR, "e", 0, 10), **game)
    assert found(state, "w") == ([("e", words, "solid")] if words else [])
    assert found(state, "e") == ([("w", words, "solid in")] if words else [])


@pytest.mark.rule("IE-OBS-08", "IE-OBS-12", "IE-OBS-13")
@pytest.mark.parametrize(
    ("piece", "links"),
    [
        ("a", [("b", "on the same net", "dashed"), ("m", "hears its reports", "dashed")]),
        ("b", [("a", "on the same net", "dashed")]),
        ("m", [("a", "reports to it", "dashed in")]),
        ("n", []),
    ],
)
def test_operators_talk_to_each_other_and_to_those_within_five_inches(
    piece: str, links: list[tuple[str, str, str]]
) -> None:
    operators = model("unit_radio_operator", "a", 0, 0), model("unit_radio_operator", "b", 4, 0)
    near, far = model(SLR, "m", -6, 0), model(SLR, "n", -6.5, 0)
    state = battle(*operators, near, far, enemy(SLR, "e", 0, 20), without=())
    assert found(state, piece) == links


@pytest.mark.rule("IE-LIW-03", "IE-LIW-10")
@pytest.mark.parametrize(("y", "waits"), [(10, True), (-10, False)])
def test_a_waiting_model_waits_for_those_in_its_zone(y: float, waits: bool) -> None:
    state = battle(model(SLR, "w", 0, 0, NORTH, waits_to_fire=1), enemy(SLR, "e", 0, y))
    assert (("e", "waits to fire", "solid") in found(state, "w")) == waits
    assert (("w", "waits to fire", "solid in") in found(state, "e")) == waits


@pytest.mark.rule("IE-SIG-03")
def test_who_is_off_the_table_has_no_relations() -> None:
    gone = msgspec.structs.replace(model(SLR, "a", 0, 0), place=Off("reserve"))
    state = battle(gone, enemy(SLR, "e", 0, 8), seen={"a": ("e",)}, sightings={"a": ("e",)}, without=())
    assert relations(state, "a") == relations(state, "nobody") == ()
