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
    is_gone,
    model,
    open_actions,
    perform,
    play,
    rolls,
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


@pytest.mark.rule("IE-OBS-01", "IE-OBS-04", "IE-OBS-05")
def test_every_model_with_a_comm_link_is_an_observer() -> None:
    kinds = [DALEK, DALEK, "dalek_leader", "special_weapons_dalek", "dalek_hoverbout", "roboman", "davros"]
    kinds += ["cyberman", "cyberleader", "ogron"]
    force = [model(kind, f"m{k}", 3.0 * k - 18, 0) for k, kind in enumerate(kinds)]
    (links,) = networks(battle(*force, enemy(SLR, "e", 0, 9)), OWN)
    assert {piece.kind for piece in links} == set(kinds) - {"ogron"}


@pytest.mark.rule("IE-OBS-02")
def test_a_report_gives_nothing_to_whoever_sees_the_target_itself() -> None:
    state = reported(model(RADIO, "o1", 14, 0), model(RADIO, "o2", 0, 0), enemy(SLR, "e", 14, 9))
    acts = shooting.shot_acts(model(SLR, "t", 14, 2))
    assert [kind for kind in acts.values() if kind.directed] == [] and sights(state, "o1")


@pytest.mark.rule("IE-OBS-09", "IE-OBS-07")
def test_a_force_may_have_any_number_of_radios() -> None:
    operators = [model(RADIO, f"o{k}", 2.0 * k - 9, 0) for k in range(10)]
    (network,) = networks(battle(*operators, enemy(SLR, "e", 0, 9)), OWN)
    assert len(network) == 10 and sum(model_cost(piece, False) for piece in operators) == 15


@pytest.mark.rule("IE-OBS-10")
@pytest.mark.parametrize("perceived", [True, False])
def test_an_operator_reports_what_it_sees_or_has_perceived(perceived: bool) -> None:
    state = mortar_battle(perceived=True)
    state = state if perceived else state.with_game(sightings={})
    found = observation_for(state, state.table.piece("m"), state.table.piece("e"))
    assert (found is not None) == perceived


@pytest.mark.rule("IE-OBS-11", "IE-OBS-19")
@pytest.mark.parametrize(("gap", "directed"), [(3.0, True), (5.0, True), (5.5, False), (9.0, False)])
def test_a_relay_serves_every_mortar_within_five_inches(gap: float, directed: bool) -> None:
    state = mortar_battle()
    mortar = model(MORTAR, "m", 1.3 + gap, 0)
    state = state.with_table(state.table.with_pieces(mortar))
    assert (observation_for(state, mortar, state.table.piece("e")) is not None) == directed


@pytest.mark.rule("IE-OBS-14")
@pytest.mark.parametrize(("kind", "directed"), [(MORTAR, True), ("unit_bazooka_team", False)])
def test_only_an_indirect_weapon_is_directed(kind: str, directed: bool) -> None:
    assert any(act.directed for act in shooting.shot_acts(model(kind, "m", 0, 0)).values()) == directed


@pytest.mark.rule("IE-OBS-15", "IE-GAP-65")
def test_report_relay_and_shot_fall_in_one_turn_and_give_one_point_at_most() -> None:
    state = mortar_battle()
    third = model(RADIO, "o3", 0, -2)
    state = state.with_table(state.table.with_pieces(third))
    assert modifiers(state) == 0
    done = play(state, ["m", "fire", "directed_mortar:e"], [4])
    assert is_gone(done, "e")


@pytest.mark.rule("IE-OBS-18")
def test_a_direction_holds_for_one_turn() -> None:
    done = play(mortar_battle(), ["m", "fire", "directed_mortar:e"], [1])
    assert done.piece("o1").has_mark("directs")
    later = play(done.state, ["end", "end"])
    assert not later.piece("o1").has_mark("directs")


@pytest.mark.rule("IE-OBS-21", "IE-OBS-23")
def test_a_hidden_operator_reports_for_two_mortars_and_stays_hidden() -> None:
    state = battle(
        model(RADIO, "o1", 16, 8, hidden=1),
        model(RADIO, "o2", 0, -9),
        model(MORTAR, "m1", -3, -9),
        model(MORTAR, "m2", 3, -9),
        enemy("auton", "e", 0, 15.8),
        enemy("auton", "f", 0, 21),
        terrain=[HIGH, wall("low", 13, 9, 19, 9.25)],
        without=(),
    ).with_game(seen={"o1": ("e",)}, sightings={"o1": ("e",)})
    first = play(state, ["m1", "fire", "directed_mortar:e"], [4, 5])
    second = play(first.state, ["m2", "fire", "directed_mortar:e"], [3])
    assert len(rolls(first)) == 2 and len(rolls(second)) == 1
    assert second.piece("o1").has_mark("hidden") and "fire" not in open_actions(second.state, "o1")


@pytest.mark.rule("IE-OBS-22")
@pytest.mark.parametrize("sees", [True, False])
def test_a_position_is_passed_on_only_by_whoever_sees_the_enemy(sees: bool) -> None:
    state = reported(
        model(RADIO, "o1", 14 if sees else 0, 0 if sees else 2),
        model(RADIO, "o2", 0, 0),
        model(SLR, "t", -5, 0),
        enemy(SLR, "e", 0, 9),
    )
    perceived = state.with_game(sightings={**state.game.sightings, "o1": ("e",)})
    informed = perform(perceived, lambda p: run_start_step(p, "reports")).state
    assert sights(informed, "t") == sees


@pytest.mark.rule("IE-GAP-63")
def test_radios_and_comm_links_do_not_talk_to_each_other() -> None:
    state = reported(model(DALEK, "a", 18, 0), model(RADIO, "o2", 0, 0), enemy(SLR, "e", 0, 9))
    assert sights(state, "a") and not sights(state, "o2")


@pytest.mark.rule("IE-GAP-63")
def test_a_mortar_with_a_radio_of_its_own_relays_to_itself() -> None:
    own = model(MORTAR, "m", 0, 0, radio=1)
    pieces = model(RADIO, "o1", 14, 0), own, enemy(SLR, "e", 0, 12)
    state = battle(*pieces, terrain=[HIGH], without=()).with_game(sightings={"o1": ("e",)})
    assert observation_for(state, own, state.table.piece("e")) == ("o1", "m")


@pytest.mark.rule("IE-GAP-64")
@pytest.mark.parametrize("mark", ["stupid", "frozen"])
def test_an_operator_that_cannot_act_reports_nothing(mark: str) -> None:
    state = mortar_battle()
    lost = state.with_table(state.table.with_pieces(state.table.piece("o1").with_mark(mark)))
    assert observation_for(lost, lost.table.piece("m"), lost.table.piece("e")) is None


@pytest.mark.rule("IE-GAP-64")
@pytest.mark.option("observer_ban", "all_observers", "radio_only")
@pytest.mark.parametrize(("option", "bound"), [("all_observers", True), ("radio_only", False)])
def test_comm_link_reporters_are_bound_as_well_by_default(option: str, bound: bool) -> None:
    pieces = model(DALEK, "d", 14, 0), model(DALEK, "f", 0, 0), model(MORTAR, "m", 2.2, 0)
    state = battle(
        *pieces, enemy(SLR, "e", 0, 12), terrain=[HIGH], without=(), options={"observer_ban": option}
    ).with_game(sightings={"d": ("e",)})
    done = play(state, ["m", "fire", "directed_mortar:e"], [1])
    assert done.piece("d").has_mark("directs") == bound


@pytest.mark.rule("IE-GAP-66")
@pytest.mark.parametrize(("option", "able"), [("report_needed", False), ("own_view_counts", True)])
def test_an_operators_own_view_directs_a_mortar_beside_it_by_option(option: str, able: bool) -> None:
    mortar = model(MORTAR, "m", 9, 0)
    state = battle(
        model(RADIO, "o1", 14, 0),
        mortar,
        enemy(SLR, "e", 0, 12),
        terrain=[HIGH],
        options={"observer_own_view": option},
    )
    assert (observation_for(state, mortar, state.table.piece("e")) is not None) == able


@pytest.mark.rule("IE-GAP-67")
def test_models_without_a_link_must_be_near_the_one_that_is_told() -> None:
    state = reported(
        model(DALEK, "a", 18, 0),
        model(DALEK, "b", -12, 0),
        model("ogron", "near", -6.6, 0),
        model("ogron", "far", -4.3, 0),
        enemy(SLR, "e", 0, 9),
    )
    assert [sights(state, key) for key in ("b", "near", "far")] == [True, True, False]
