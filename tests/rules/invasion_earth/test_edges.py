"""Edges of rules, from leaders to areas: nobody to choose from, a limit met exactly."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from battlesim.engine.decisions import ChooseOne
from battlesim.rulesets.invasion_earth.actions.activation import action_decision
from battlesim.rulesets.invasion_earth.actions.flight import change_height
from battlesim.rulesets.invasion_earth.attack import cover_suppression, shooting
from battlesim.rulesets.invasion_earth.attack.area_suppression import possible_targets
from battlesim.rulesets.invasion_earth.attack.suppression import why_barred_by_suppression
from battlesim.rulesets.invasion_earth.attack.targeting import why_no_shot
from battlesim.rulesets.invasion_earth.battle.turn_sequence import run_start_step
from battlesim.rulesets.invasion_earth.core.events import PositionsReported
from battlesim.rulesets.invasion_earth.core.lookups import has_ability
from battlesim.rulesets.invasion_earth.core.parameters import resolve_parameters
from battlesim.rulesets.invasion_earth.core.profiles import weapons
from battlesim.rulesets.invasion_earth.core.state import Battle
from battlesim.rulesets.invasion_earth.forced import impetuous, straight_runs, stupidity
from battlesim.rulesets.invasion_earth.ground.surface import surface
from battlesim.rulesets.invasion_earth.sighting import observers
from battlesim.rulesets.invasion_earth.sighting.hiding import find_hidden_models
from battlesim.rulesets.invasion_earth.sighting.sightings import has_unsighted_enemy
from battlesim.rulesets.invasion_earth.waiting.waiting import end_waiting, waiting_options
from battlesim.rulings.movement import Leg
from battlesim.table.events import MessageLogged
from battlesim.table.ids import SideKey
from battlesim.table.state import Side
from tests.rules.invasion_earth.field import (
    CENTRE,
    DALEK,
    ENEMY,
    OWN,
    SLR,
    SOUTH,
    battle,
    enemy,
    model,
    open_actions,
    perform,
    play,
    reaction_moments,
    wall,
)

CAPTAIN, YETI, MORTAR, RADIO = "unit_captain", "yeti", "unit_mortar_team", "unit_radio_operator"
HIGH = wall("high", -14, 4, 6, 4.25, 1.5, "high_wall")


def listed(state: Battle, piece: str) -> set[str]:
    """The keys of all actions that stand in a model's list, open or closed."""
    return {option.key for option in action_decision(state, state.table.piece(piece)).options}


@pytest.mark.rule("IE-GAP-40", "IE-SIG-08")
def test_a_leader_is_a_profile_with_that_ability() -> None:
    assert has_ability(model(CAPTAIN, "a", 0, 0), "leader") and not has_ability(
        model(SLR, "b", 0, 0), "leader"
    )


@pytest.mark.rule("IE-GAP-50")
def test_the_next_side_in_the_order_of_turns_decides_a_tie() -> None:
    third = SideKey("third")
    pieces = enemy(SLR, "e", 0, 9), msgspec.structs.replace(enemy(SLR, "f", 0, -9), side=third)
    state = battle(model("ogron", "o", 0, 0), *pieces, phase=ENEMY)
    table = msgspec.structs.replace(state.table, sides=(*state.table.sides, Side(third, "Third", 3)))
    own = msgspec.structs.replace(state.table.piece("o"), side=ENEMY)
    friend = msgspec.structs.replace(pieces[0], side=SideKey(OWN))
    state = state.with_table(table.with_pieces(own, friend)).with_game(phases=(OWN, ENEMY, "third"))
    assert straight_runs._deciding_enemy(state, state.table.piece("o")) == "third"


@pytest.mark.rule("IE-GAP-51")
@pytest.mark.parametrize(
    ("point", "edge"),
    [
        ((40.0, 24.0), (0.0, 8.0)),
        ((24.0, 40.0), (90.0, 8.0)),
        ((8.0, 24.0), (180.0, 8.0)),
        ((24.0, 7.0), (270.0, 7.0)),
    ],
)
def test_the_nearest_edge_in_each_direction(point: tuple[float, float], edge: tuple[float, float]) -> None:
    assert straight_runs.nearest_edge(battle(), point) == edge


@pytest.mark.rule("IE-GAP-54", "IE-SUP-05", "IE-SUP-06")
@pytest.mark.parametrize(("firers", "radius"), [(2, 2.0), (3, 3.0), (6, 3.0)])
def test_the_radius_of_an_area(firers: int, radius: float) -> None:
    from battlesim.rulesets.invasion_earth.attack.area_suppression import area_radius

    assert area_radius(battle(), firers) == radius


@pytest.mark.rule("IE-GAP-55", "IE-GAP-64", "IE-OBS-16")
@pytest.mark.parametrize(("answer", "count"), [("mortar:e", 0), ("directed_mortar:e", 1)])
def test_only_a_directed_shot_binds_observers(answer: str, count: int) -> None:
    pieces = model(RADIO, "o1", 14, 0), model(RADIO, "o2", 0, 0), model(MORTAR, "m", 2, 0)
    state = battle(*pieces, enemy(SLR, "e", 0, 12), terrain=[HIGH], without=()).with_game(
        sightings={"o1": ("e",), "m": ("e",)}
    )
    done = play(state, ["m", "fire", answer], [1])
    assert [done.piece(key).mark_count("directs") for key in ("o1", "o2")] == [count, count]


@pytest.mark.rule("IE-GAP-62", "IE-OBS-07")
def test_the_option_for_radios() -> None:
    assert resolve_parameters({"radio_cost": "half_cost"}).radio_costs_half
    assert not resolve_parameters({}).radio_costs_half


@pytest.mark.rule("IE-GAP-73")
@pytest.mark.parametrize("mode", ["waits_to_fire", "waits_to_assault"])
def test_a_model_that_is_assaulted_waits_no_longer(mode: str) -> None:
    state = battle(model(SLR, "a", 0, 0, **{mode: 1}), enemy(SLR, "e", 0, 9))
    assert not perform(state, lambda p: end_waiting(p, "a")).piece("a").has_mark(mode)


@pytest.mark.rule("IE-GAP-76")
@pytest.mark.parametrize(("moved", "found"), [(False, ["e"]), (True, [])])
def test_a_heavy_weapon_suppresses_only_from_its_place(moved: bool, found: list[str]) -> None:
    mortar = model(MORTAR, "m", 0, 0)
    state = battle(mortar, enemy(SLR, "e", 0, 12))
    assert [p.id for p in possible_targets(state, mortar, moved)] == found
    assert [p.id for p in possible_targets(state, mortar)] == ["e"]


@pytest.mark.rule("IE-GAP-79")
def test_camouflage_behind_a_high_wall_is_not_found_by_who_is_near() -> None:
    high = wall("h", -6, 1.2, 6, 1.4, 3, "high_wall")
    state = battle(model(SLR, "a", 0, 0, camouflage=1, hidden=1), enemy(SLR, "e", 0, 3), terrain=[high])
    assert perform(state, find_hidden_models).piece("a").has_mark("hidden")


@pytest.mark.rule("IE-GAP-90", "IE-STU-10", "IE-STU-11")
def test_the_table_of_reactions_has_a_row_for_every_face() -> None:
    assert {face: row.rule for face, row in stupidity.REACTIONS.items()} == {
        2: "IE-STU-07",
        3: "IE-STU-08",
        4: "IE-STU-09",
        5: "IE-STU-10",
        6: "IE-STU-11",
    }


@pytest.mark.rule("IE-STU-12", "IE-STU-13")
@pytest.mark.parametrize(("count", "after"), [(3, 1), (1, 1)])
def test_a_model_that_reacted_rolls_to_recover_in_the_next_turn(count: int, after: int) -> None:
    state = battle(model("ogron", "o", 0, 0, stupid=count), model("ogron", "p", 3, 0), enemy(SLR, "e", 0, 9))
    done = perform(state, lambda p: stupidity.end_stupid_turn(p, OWN))
    assert done.piece("o").mark_count("stupid") == after and not done.piece("p").has_mark("stupid")


@pytest.mark.rule("IE-STU-03", "IE-STU-05")
def test_the_owner_is_asked_for_one_model() -> None:
    ogrons = [model("ogron", f"o{k}", 3.0 * k, 0) for k in range(3)]

    def whole(play_):  # type: ignore[no-untyped-def]
        while stupidity.is_due(play_.state):
            yield from run_start_step(play_, "stupidity")

    state = battle(*ogrons, enemy(SLR, "e", 0, 20), starts=True)
    done = perform(state, whole, {"stupid": [("o1",)]}, [1, 6])
    assert str(done.first_decision("stupid").prompt) == "Which model becomes stupid?"


@pytest.mark.rule("IE-GAP-95", "IE-UNS-01")
def test_terrain_of_an_unknown_kind_is_not_broken() -> None:
    found = surface(battle(terrain=[wall("it", 0, 0, 2, 0.3, 1.0, "statue")]).table.ground)
    assert found.breakable == () and found.solid == ("it",)


@pytest.mark.rule("IE-GAP-98", "IE-FLY-08")
def test_a_height_that_stays_is_not_told() -> None:
    state = battle(model("dalek_hoverbout", "f", 0, 0), enemy(SLR, "e", 0, 20))
    done = perform(state, lambda p: change_height(p, "f", 0.0, "fly", "IE-FLY-04"))
    assert done.events == [] and done.events_of(MessageLogged) == []


@pytest.mark.rule("IE-LFT-01")
@pytest.mark.parametrize(
    ("kind", "without", "able"),
    [("dalek_hoverbout", (), True), ("dalek_hoverbout", ("fly",), False), (DALEK, (), False)],
)
def test_only_flyers_lift_off_while_flying_is_in_use(kind: str, without: tuple[str, ...], able: bool) -> None:
    state = battle(model(kind, "f", 0, 0), enemy(SLR, "e", 0, 20), without=("sighting", *without))
    assert ("lift_off" in listed(state, "f")) == able


@pytest.mark.rule("IE-HID-02", "IE-GAP-10")
def test_without_sighting_a_hidden_model_is_still_protected() -> None:
    low = wall("low", -3, 8, 3, 8.25)
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 8.9, hidden=1), terrain=[low])
    assert (
        why_no_shot(state, state.table.piece("a"), weapons()["slr"], state.table.piece("e")) == "out of sight"
    )


@pytest.mark.rule("IE-IMP-01", "IE-IMP-02")
@pytest.mark.parametrize(("held", "forced"), [({}, ["p"]), ({"p": "e"}, [])])
def test_a_held_model_is_not_forced(held: dict[str, str], forced: list[str]) -> None:
    state = battle(model("primord", "p", 0, 0), model(SLR, "b", 3, 0), enemy(YETI, "e", 0, 1.3), held=held)
    assert [piece.id for piece in impetuous.forced_models(state)] == forced


@pytest.mark.rule("IE-LIW-01", "IE-LIW-21", "IE-GAP-72")
def test_a_waiting_model_turns_freely_to_charge() -> None:
    from battlesim.rulesets.invasion_earth.actions.move_actions import perform_move

    waiting = model(YETI, "w", 0, 0, SOUTH, waits_to_assault=1)
    state = battle(waiting, enemy(CAPTAIN, "e", 0, 9, SOUTH), phase=ENEMY)
    leg = (Leg("e", ((CENTRE, CENTRE + 9), (CENTRE, CENTRE + 5))),)
    done = perform(state, lambda p: perform_move("move", p, "e"), {"move": leg, "reaction": 0}, [6, 1, 1])
    assert done.piece("e").hits == 1


@pytest.mark.rule("IE-LIW-04", "IE-EXP-12")
def test_after_a_first_action_of_two_nobody_is_laid_in_wait() -> None:
    state = battle(model(SLR, "a", 0, 0, acted_once=1), model(SLR, "b", 3, 0), enemy(SLR, "e", 0, 20))
    assert waiting_options(state) == []


@pytest.mark.rule("IE-LIW-11", "IE-GAP-70")
def test_the_second_stop_is_half_an_inch_after_the_first() -> None:
    state = battle(model(SLR, "w", 0, 0, waits_to_fire=1), enemy(SLR, "e", -7, 10))
    first, second, *_ = reaction_moments(state, ((-7, 10), (1, 10)))
    assert second.along - first.along == pytest.approx(0.5, abs=0.002)


@pytest.mark.rule("IE-OBS-03", "IE-OBS-08", "IE-OBS-21")
@pytest.mark.parametrize(
    ("marks", "held", "option", "count"),
    [
        ({}, {}, "report_needed", 1),
        ({"stupid": 1}, {}, "report_needed", 0),
        ({"frozen": 1}, {}, "report_needed", 0),
        ({}, {"o2": "e"}, "report_needed", 0),
        ({"stupid": 1}, {}, "own_view_counts", 1),
    ],
)
def test_who_belongs_to_a_network(marks, held, option, count) -> None:  # type: ignore[no-untyped-def]
    pieces = model(RADIO, "o1", 0, 0), model(RADIO, "o2", 4, 0, **marks), enemy(SLR, "e", 0, 20)
    state = battle(*pieces, held=held, options={"observer_own_view": option})
    assert len(observers.networks(state, OWN)) == count


@pytest.mark.rule("IE-OBS-16")
@pytest.mark.parametrize(
    ("kind", "action", "busy"),
    [(RADIO, "fire", True), (RADIO, "move", False), (SLR, "fire", False), (DALEK, "move_fast", True)],
)
def test_an_observer_is_busy_after_firing_or_moving_fast(kind: str, action: str, busy: bool) -> None:
    state = battle(model(kind, "a", 0, 0), enemy(SLR, "e", 0, 20))
    assert perform(state, lambda p: observers.mark_busy(p, "a", action)).piece("a").mark_count("busy") == int(
        busy
    )


@pytest.mark.rule("IE-OBS-20", "IE-OBS-16")
@pytest.mark.parametrize("busy", ["o1", "o2"])
def test_neither_a_busy_reporter_nor_a_busy_relay_directs(busy: str) -> None:
    pieces = [model(RADIO, "o1", 14, 0), model(RADIO, "o2", 0, 0), model(MORTAR, "m", 2, 0)]
    pieces = [piece.with_mark("busy") if piece.id == busy else piece for piece in pieces]
    state = battle(*pieces, enemy(SLR, "e", 0, 12), terrain=[HIGH])
    assert observers.observation_for(state, state.table.piece("m"), state.table.piece("e")) is None


@pytest.mark.rule("IE-SIG-09")
def test_nothing_is_reported_that_everybody_knows() -> None:
    pieces = model(DALEK, "a", 0, 0), model(DALEK, "b", 3, 0), enemy(SLR, "e", 0, 9)
    state = battle(*pieces, without=()).with_game(
        seen={"a": ("e",), "b": ("e",)}, sightings={"a": ("e",), "b": ("e",)}
    )
    done = perform(state, lambda p: run_start_step(p, "reports"))
    assert done.events_of(PositionsReported) == []


@pytest.mark.rule("IE-SIG-03")
def test_a_model_may_perceive_while_one_enemy_is_unsighted() -> None:
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 6), enemy(SLR, "f", 3, 6), without=())
    state = state.with_game(sightings={"a": ("e",)})
    assert has_unsighted_enemy(state, state.table.piece("a"))


@pytest.mark.rule("IE-SCV-01")
@pytest.mark.parametrize(("y", "there"), [(12.0, True), (14.0, False)])
def test_suppression_of_cover_is_listed_only_with_an_enemy_behind_it(y: float, there: bool) -> None:
    low = wall("w", -6, 11, 6, 11.25)
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, y), terrain=[low])
    assert cover_suppression.is_listed(state, state.table.piece("a")) == there


@pytest.mark.rule("IE-SCV-02")
def test_with_one_enemy_behind_the_cover_nobody_is_asked_whom_to_name() -> None:
    from battlesim.rulesets.invasion_earth.actions.suppression_actions import perform_cover_together

    own = [model(SLR, f"a{k}", 1.5 * k, 0) for k in range(2)]
    low = wall("w", -6, 11, 6, 11.25, 1.0, "high_wall")
    state = battle(*own, enemy(SLR, "e", 0, 12), terrain=[low])
    answers = {"item": ["w"], "partners": [("a1",)], "centre": [(CENTRE, CENTRE + 11.1)]}
    done = perform(state, lambda p: perform_cover_together(p, "a0"), answers, [1, 1])
    assert not done.decisions_with_key("aim")


@pytest.mark.rule("IE-SUP-02", "IE-GAP-12")
def test_the_reason_against_all_shots_is_their_common_one() -> None:
    near = battle(
        model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 9), terrain=[wall("h", -9, 4, 9, 4.3, 9, "high_wall")]
    )
    assert shooting.why_cannot_shoot(near, near.table.piece("a")) == "out of sight"
    mixed = battle(
        model(SLR, "a", 0, -20),
        enemy(SLR, "e", 0, 20),
        enemy(SLR, "f", 15, 0),
        terrain=[wall("h", 10, -4, 20, -3.7, 9, "high_wall")],
    )
    assert shooting.why_cannot_shoot(mixed, mixed.table.piece("a")) == "no enemy is in range and sight"


@pytest.mark.rule("IE-SUP-07", "IE-SUP-13")
def test_a_suppressed_model_aims_and_does_not_suppress() -> None:
    state = battle(model(SLR, "a", 0, 0, suppressed=2), enemy(SLR, "e", 0, 9))
    decision = shooting.shot_decision(state, state.table.piece("a"), moved=False)
    assert isinstance(decision, ChooseOne)
    assert {option.key for option in decision.open_options} == {"slr:e", "hold"}


@pytest.mark.rule("IE-SUP-09", "IE-GAP-54")
def test_with_enemies_only_an_area_still_suppresses_the_enemy() -> None:
    from tests.rules.invasion_earth.test_area_suppression import area, suppressed

    done = area([4, 1], 2, enemy(SLR, "e0", 0, 12), area_suppression_hits="enemies_only")
    assert suppressed(done) == ["e0"]


@pytest.mark.rule("IE-SUP-10", "IE-SUP-11", "IE-SUP-17")
@pytest.mark.parametrize(("count", "barred"), [(0, False), (1, False), (2, True), (3, True)])
def test_suppression_bars_actions_only_in_the_models_own_next_turn(count: int, barred: bool) -> None:
    marks = {"suppressed": count} if count else {}
    state = battle(model(SLR, "a", 0, 0, **marks), enemy(SLR, "e", 0, 9))
    assert bool(why_barred_by_suppression(state, state.table.piece("a"), "move")) == barred
    assert why_barred_by_suppression(state, state.table.piece("a"), "fire") == ""


@pytest.mark.rule("IE-GAP-26")
@pytest.mark.parametrize(("degrees", "inside"), [(45.2, True), (45.9, False)])
def test_a_wide_arc_ends_at_forty_five_degrees_to_each_side(degrees: float, inside: bool) -> None:
    import math

    far = 20.0
    edge = math.radians(degrees) + math.asin(0.5 / far) - math.radians(0.5)
    target = enemy(SLR, "t", far * math.sin(edge), far * math.cos(edge))
    options = {"fire_arc_own_turn": "all", "fire_arc_degrees": "90"}
    state = battle(model(SLR, "a", 0, 0), target, options=options)
    assert (why_no_shot(state, state.table.piece("a"), weapons()["slr"], target) == "") == inside


@pytest.mark.rule("IE-GAP-02", "IE-GAP-37", "IE-GAP-39", "IE-FLY-06", "IE-LFT-02")
def test_limits_that_stand_together() -> None:
    from battlesim.rulesets.invasion_earth.battle.turn_sequence import next_step
    from battlesim.rulesets.invasion_earth.ground import heights
    from battlesim.scenarios.library import load_scenario

    assert (heights.MIN_HEIGHT_IN, heights.MAX_LIFT_IN, heights.MAX_HEIGHT_IN) == (2.0, 10.0, 30.0)
    step = next_step(load_scenario("patrol_clash").initial_state())
    assert getattr(step, "name", "") == "choose_edges"
    assert Path(load_scenario("patrol_clash").path).exists()


@pytest.mark.rule("IE-GAP-38")
def test_a_load_taken_up_where_it_lies_is_not_moved() -> None:
    from battlesim.rulesets.invasion_earth.ground.loads import take_up
    from battlesim.table.events import MarkerPlaced
    from tests.rules.invasion_earth.test_objectives import raid

    done = perform(raid(), lambda p: take_up(p, "a"))
    assert done.events_of(MarkerPlaced) == [] and "take_up" not in open_actions(done.state, "a")
