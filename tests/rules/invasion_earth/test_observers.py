"""Observers: reports of positions, and directed fire."""

from __future__ import annotations

import pytest

from battlesim.rulesets.invasion_earth.attack import shooting
from battlesim.rulesets.invasion_earth.attack.strike import strike_modifiers
from battlesim.rulesets.invasion_earth.battle.forces import model_cost
from battlesim.rulesets.invasion_earth.battle.turn_sequence import run_start_step
from battlesim.rulesets.invasion_earth.core.state import Battle
from battlesim.rulesets.invasion_earth.sighting.observers import networks, observation_for
from battlesim.rulesets.invasion_earth.sighting.sightings import is_sighted
from battlesim.table.pieces import Piece
from tests.rules.invasion_earth.field import (
    DALEK,
    OWN,
    SLR,
    battle,
    enemy,
    model,
    open_actions,
    perform,
    play,
    wall,
)

RADIO, MORTAR = "unit_radio_operator", "unit_mortar_team"
HIGH = wall("high", -14, 4, 6, 4.25, 1.5, "high_wall")


def reported(*pieces: Piece, **options: str) -> Battle:
    """A turn in which sight was recorded and positions were passed on; a high wall divides the table."""
    state = battle(*pieces, terrain=[HIGH], without=(), starts=True, options=options)
    for step in ("picture", "reports"):
        state = perform(state, lambda p, step=step: run_start_step(p, step)).state
    return state


def sights(state: Battle, viewer: str) -> bool:
    return is_sighted(state, state.table.piece(viewer), state.table.piece("e"))


def radio_battle(**options: str) -> Battle:
    """`o1` sees `e` round the wall; `o2`, a rifleman near it and a farther one do not."""
    return reported(
        model(RADIO, "o1", 14, 0),
        model(RADIO, "o2", 0, 0),
        model(SLR, "t", -5.9, 0),
        model(SLR, "u", -6.1, 0),
        enemy(SLR, "e", 0, 9),
        **options,
    )


@pytest.mark.rule("IE-SIG-09", "IE-OBS-12")
def test_a_report_informs_who_is_within_five_inches_of_the_other_operator() -> None:
    state = radio_battle()
    assert [sights(state, key) for key in ("o1", "o2", "t", "u")] == [True, True, True, False]


@pytest.mark.rule("IE-OBS-08", "IE-OBS-06")
@pytest.mark.parametrize(("radios", "able"), [(1, False), (2, True)])
def test_one_radio_alone_talks_to_nobody(radios: int, able: bool) -> None:
    operators = [model(RADIO, f"o{k}", 3.0 * k, 0) for k in range(radios)]
    assert bool(networks(battle(*operators, enemy(SLR, "e", 0, 9)), OWN)) == able


@pytest.mark.rule("IE-OBS-13", "IE-OBS-03")
def test_comm_links_need_no_relay_and_reach_everywhere() -> None:
    state = reported(
        model(DALEK, "a", 18, 0), model(DALEK, "b", -20, 0), model(SLR, "t", 14, 0), enemy(SLR, "e", 0, 9)
    )
    assert sights(state, "b")


@pytest.mark.rule("IE-SIG-09")
@pytest.mark.option("observer_own_view", "report_needed", "own_view_counts")
@pytest.mark.parametrize(("option", "told"), [("report_needed", False), ("own_view_counts", True)])
def test_an_operators_own_view_informs_its_neighbours_by_option(option: str, told: bool) -> None:
    pieces = (
        model(RADIO, "o1", 14, 0),
        model(RADIO, "o2", -20, -20),
        model(SLR, "t", 9, 0),
        enemy(SLR, "e", 0, 9),
    )
    assert sights(reported(*pieces, observer_own_view=option), "t") == told


def mortar_battle(perceived: bool = False, **options: str) -> Battle:
    """A mortar beside `o2`; `o1` sees the target, or has only perceived it."""
    first = model(RADIO, "o1", 0, 2) if perceived else model(RADIO, "o1", 14, 0)
    pieces = first, model(RADIO, "o2", 0, 0), model(MORTAR, "m", 2, 0), enemy(SLR, "e", 0, 12)
    state = battle(*pieces, terrain=[HIGH], without=(), options=options)
    return state.with_game(sightings={"o1": ("e",)})


def modifiers(state: Battle) -> int:
    kind = shooting.ShotAct("mortar", directed=True)
    return sum(change.value for change in strike_modifiers(state, shooting.shot_at(state, "m", kind, "e")))


@pytest.mark.rule("IE-OBS-17", "IE-OBS-20")
def test_direction_makes_up_for_the_missing_line_of_sight() -> None:
    state = mortar_battle()
    assert observation_for(state, state.table.piece("m"), state.table.piece("e")) == ("o1", "o2")
    assert modifiers(state) == 0


@pytest.mark.rule("IE-GAP-61")
@pytest.mark.option("observer_needs", "by_purpose", "los_or_sighted", "los_only")
@pytest.mark.parametrize(
    ("option", "able"), [("by_purpose", True), ("los_or_sighted", True), ("los_only", False)]
)
def test_a_perceived_target_is_enough_by_option(option: str, able: bool) -> None:
    state = mortar_battle(perceived=True, observer_needs=option)
    assert (observation_for(state, state.table.piece("m"), state.table.piece("e")) is not None) == able


@pytest.mark.rule("IE-OBS-16")
@pytest.mark.option("observer_ban", "all_observers", "radio_only")
def test_operators_that_direct_fire_neither_fire_nor_move_fast() -> None:
    done = play(mortar_battle(), ["m", "fire", "directed_mortar:e"], [1])
    for key in ("o1", "o2"):
        assert done.piece(key).has_mark("directs")
        assert not open_actions(done.state, key) & {"fire", "move_fire", "move_fast"}


@pytest.mark.rule("IE-OBS-16")
def test_an_operator_that_has_fired_directs_nothing() -> None:
    state = mortar_battle()
    busy = state.with_table(state.table.with_pieces(state.table.piece("o2").with_mark("busy")))
    assert observation_for(busy, busy.table.piece("m"), busy.table.piece("e")) is None


@pytest.mark.rule("IE-OBS-07", "IE-GAP-62")
@pytest.mark.option("radio_cost", "half_point", "half_cost")
@pytest.mark.parametrize(("half", "cost"), [(False, 3.5), (True, 4.5)])
def test_a_radio_costs_half_a_point_or_by_option_half_the_model(half: bool, cost: float) -> None:
    assert model_cost(model("unit_captain", "c", 0, 0, radio=1), half) == cost
