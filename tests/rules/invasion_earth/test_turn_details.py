"""The order of turns, the end of battles and the list of steps in detail."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.engine.chance_decisions import RollDice
from battlesim.engine.ruleset import Step
from battlesim.rulesets.invasion_earth import RULESET
from battlesim.rulesets.invasion_earth.battle import set_up, turn_sequence, victory
from battlesim.rulesets.invasion_earth.battle.turn_steps import turn_steps
from battlesim.rulesets.invasion_earth.core.lookups import has_acted_by_choice, is_standing
from battlesim.rulesets.invasion_earth.core.parameters import resolve_parameters
from battlesim.scenarios.library import load_scenario
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.pieces import Off, OnTable, Piece
from battlesim.table.state import Side
from battlesim.table.units import Unit
from tests.rules.invasion_earth.field import (
    ENEMY,
    OWN,
    SLR,
    battle,
    enemy,
    model,
    perform,
    rolls,
    wall,
)

HOVER = "dalek_hoverbout"


def in_the_air(piece: Piece, height: float) -> Piece:
    assert isinstance(piece.place, OnTable)
    return msgspec.structs.replace(piece, place=msgspec.structs.replace(piece.place, z=height))


def three_sides(**more):  # type: ignore[no-untyped-def]
    third = msgspec.structs.replace(enemy(SLR, "f", 0, -9), side=SideKey("third"))
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 9), third, **more)
    sides = (*state.table.sides, Side(SideKey("third"), "Third", 3))
    return state.with_table(msgspec.structs.replace(state.table, sides=sides))


@pytest.mark.rule("IE-GAP-02")
@pytest.mark.parametrize(
    ("option", "dice", "order"),
    [
        ("side_1", [], (OWN, ENEMY, "third")),
        ("side_2", [], (ENEMY, OWN, "third")),
        ("roll_off", [2, 6, 4], (ENEMY, "third", OWN)),
        ("roll_off", [5, 5, 1, 3, 4], (ENEMY, OWN, "third")),
        ("roll_off", [2, 5, 5, 4, 3], (ENEMY, "third", OWN)),
    ],
)
def test_the_order_of_three_sides(option: str, dice: list[int], order: tuple[str, ...]) -> None:
    done = perform(three_sides(options={"first_player": option}), turn_sequence.decide_order, dice=dice)
    assert (done.state.game.phases, done.state.game.phase, done.state.game.turn) == (order, order[0], 1)


@pytest.mark.rule("IE-GAP-02", "IE-GAP-03", "IE-OBS-18")
def test_a_battle_begins_with_the_order_once_everybody_stands() -> None:
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 9), phase="begin")
    assert turn_sequence.next_step(state) == Step("decide_order")
    waiting = msgspec.structs.replace(model(SLR, "a", 0, 0), place=Off())
    assert turn_sequence.next_step(
        battle(waiting, enemy(SLR, "e", 0, 9), phase="begin", edges={"unit": "south"})
    ) == Step("deploy")


@pytest.mark.rule("IE-GAP-03", "IE-OBS-18", "IE-GAP-02")
@pytest.mark.parametrize(
    ("game", "step"),
    [
        ({}, "act"),
        ({"acted": ("a",)}, "end_turn"),
        ({"passed": ()}, "start"),
        ({"turn": 9}, None),
    ],
)
def test_the_next_step_of_a_turn(game: dict[str, object], step: str | None) -> None:
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 20)).with_game(**game)
    found = turn_sequence.next_step(state)
    assert (found.name if isinstance(found, Step) else None) == step


@pytest.mark.rule("IE-GAP-03", "IE-SIG-09", "IE-GAP-02", "IE-OBS-18")
@pytest.mark.parametrize(
    ("radios", "without", "due"), [(2, (), True), (1, (), False), (2, ("sighting",), False)]
)
def test_reports_need_two_observers_and_sighting(radios: int, without: tuple[str, ...], due: bool) -> None:
    own = [model("unit_radio_operator", f"o{k}", 3.0 * k, 0) for k in range(radios)]
    state = battle(*own, enemy(SLR, "e", 0, 20), without=without, starts=True)
    over = [name for name in turn_sequence.START_STEPS if name not in ("reports", "impetuous")]
    assert turn_sequence.pending_start_step(state.with_game(passed=tuple(over))) == ("reports" if due else "")


@pytest.mark.rule("IE-GAP-03", "IE-LIW-04")
@pytest.mark.parametrize(
    ("kind", "sighted", "asked"),
    [(SLR, {}, False), ("exxilon_warrior", {}, True), ("unit_radio_operator", {"o": ("e",)}, True)],
)
def test_who_waits_is_asked_before_reports_or_hasty_models(kind, sighted, asked) -> None:  # type: ignore[no-untyped-def]
    own = model(kind, "o", 0, 0), model("unit_radio_operator", "p", -12, 0)
    high = wall("high", -20, 4, -6, 4.25, 3.0, "high_wall")
    state = battle(*own, enemy(SLR, "e", 0, 9), terrain=[high], without=(), starts=True)
    state = state.with_game(sightings=sighted, seen=sighted)
    done = perform(state, turn_sequence._ask_who_waits, {"waiting": "done"} if asked else {})
    assert bool(done.decisions_with_key("waiting")) == asked


@pytest.mark.rule("IE-GAP-37")
def test_two_dice_of_six_faces_are_rolled_for_the_edges() -> None:
    loaded = load_scenario("patrol_clash")
    done = perform(loaded.initial_state(), set_up.choose_edges, {"edge": "south"}, dice=[6, 1])
    assert done.state.game.edges == {"daleks": "north", "unit": "south"} and len(rolls(done)) == 1
    asked = done.asked[0]
    assert isinstance(asked, RollDice) and tuple(asked.dice) == (6, 6)
    assert set_up.EDGE_DEPTH_IN == 8.0


@pytest.mark.rule("IE-GAP-37")
@pytest.mark.parametrize(
    ("placed", "side"),
    [
        ((), "unit"),
        (("u1",), "daleks"),
        (("u1", "d1"), "unit"),
        (("u1", "u2"), "daleks"),
        (("d1",), "unit"),
        (("d1", "d2"), "unit"),
    ],
)
def test_the_sides_set_up_by_turns_while_both_have_a_detachment(placed: tuple[str, ...], side: str) -> None:
    state = battle(model(SLR, "a", 0, 0))
    units = {
        UnitId(key): Unit(UnitId(key), key, SideKey("unit" if key[0] == "u" else "daleks"), "detachment")
        for key in ("u1", "u2", "d1", "d2")
    }
    pieces = {
        key: msgspec.structs.replace(
            model(SLR, key, 3.0 * k, 0),
            unit=UnitId(key),
            side=units[UnitId(key)].side,
            place=OnTable(10.0 + 3 * k, 10.0) if key in placed else Off(),
        )
        for k, key in enumerate(units)
    }
    table = msgspec.structs.replace(state.table, pieces=pieces, units=units)
    edges = {"unit": "south", "daleks": "north"}
    assert set_up._next_side(state.with_table(table).with_game(edges=edges)) == side


@pytest.mark.rule("IE-GAP-38")
@pytest.mark.parametrize(
    ("rounds", "turn", "idle", "why"),
    [
        ("8", 8, 9, ""),
        ("8", 9, 0, "8 rounds were played"),
        ("6", 7, 0, "6 rounds were played"),
        ("unlimited", 40, 5, ""),
        ("unlimited", 40, 6, "nothing was lost in 6 rounds"),
    ],
)
def test_when_a_battle_ends(rounds: str, turn: int, idle: int, why: str) -> None:
    state = battle(
        model(SLR, "a", 0, 0),
        enemy(SLR, "e", 0, 9),
        options={"rounds": rounds},
        turn=turn,
        tally={"idle_rounds": idle},
    )
    assert victory._why_over(state) == why


@pytest.mark.rule("IE-GAP-38")
@pytest.mark.parametrize(
    ("gone", "points", "winners"),
    [(("e",), 1.0, (OWN,)), (("e",), 0.5, ()), (("e", "a"), 1.0, ())],
)
def test_a_point_more_wins(gone: tuple[str, ...], points: float, winners: tuple[str, ...]) -> None:
    pieces = [model(SLR, "a", 0, 0), model(SLR, "b", 3, 0), enemy(SLR, "e", 0, 9), enemy(SLR, "f", 3, 9)]
    pieces = [msgspec.structs.replace(p, place=Off("killed")) if p.id in gone else p for p in pieces]
    state = battle(*pieces, turn=9).with_game(points=dict.fromkeys("abef", points))
    outcome = victory.battle_outcome(state)
    assert outcome and tuple(outcome.winners) == winners


@pytest.mark.rule("IE-GAP-20", "IE-GAP-21")
@pytest.mark.parametrize(
    ("a", "b", "may"), [(0.0, 0.0, False), (4.0, 0.0, True), (0.0, 4.0, True), (4.0, 4.0, True)]
)
def test_bases_overlap_where_one_is_in_the_air(a: float, b: float, may: bool) -> None:
    pieces = in_the_air(model(HOVER, "a", 0, 0), a), in_the_air(enemy(HOVER, "b", 0, 0), b)
    assert RULESET.may_overlap(battle(*pieces).table, *pieces) == may


@pytest.mark.rule("IE-GAP-20", "IE-GAP-21", "IE-FLY-05", "IE-FLY-06")
@pytest.mark.parametrize(("kind", "heights"), [(HOVER, (2.0, 30.0)), (SLR, None)])
def test_the_heights_at_which_models_fly(kind: str, heights: tuple[float, float] | None) -> None:
    assert RULESET.flying_heights(kind) == heights


@pytest.mark.rule("IE-GAP-20", "IE-GAP-21", "IE-GAP-28")
@pytest.mark.parametrize(("option", "radius"), [("2_4_6", "blast:2"), ("3_5_7", "blast:2.5")])
def test_the_templates_are_those_of_the_battle(option: str, radius: str) -> None:
    state = battle(model(SLR, "a", 0, 0), options={"template_set": option})
    kinds = {kind.name: kind.shape for kind in RULESET.template_kinds(state)}
    assert kinds["Area suppressed by 2"] == radius
    default = {kind.name: kind.shape for kind in RULESET.template_kinds(None)}
    assert default["Area suppressed by 2"] == "blast:2"


@pytest.mark.rule("IE-GAP-20", "IE-GAP-32")
def test_measuring_is_an_option() -> None:
    assert [
        RULESET.may_measure(battle(model(SLR, "a", 0, 0), options={"pre_measuring": value}))
        for value in ("allowed", "not_allowed")
    ] == [True, False]
    assert resolve_parameters({}).turns == 0


@pytest.mark.rule("IE-GAP-04", "IE-GAP-14", "IE-GAP-97", "IE-FIX-04")
def test_who_stands_on_the_table() -> None:
    gone = msgspec.structs.replace(model(SLR, "b", 0, 0), place=Off("killed"))
    state = battle(model(SLR, "a", 0, 0), gone)
    assert [is_standing(state, key) for key in ("a", "b", "nobody")] == [True, False, False]


@pytest.mark.rule("IE-LIW-04", "IE-LIW-16", "IE-SIG-03", "IE-FEA-03")
@pytest.mark.parametrize(
    ("marks", "game", "by_choice"),
    [
        ({}, {}, False),
        ({}, {"acted": ("a",)}, True),
        ({"acted_once": 1}, {}, True),
        ({"stupid": 3}, {"acted": ("a",)}, False),
        ({"afraid": 1}, {"acted": ("a",), "passed": ("fear of a",)}, False),
        ({"afraid": 1}, {"acted": ("a",)}, True),
        ({}, {"acted": ("a",), "held": {"a": "e"}}, False),
        ({}, {"acted": ("a",), "passed": ("fear of a",)}, True),
    ],
)
def test_who_has_acted_by_choice(marks, game, by_choice) -> None:  # type: ignore[no-untyped-def]
    state = battle(model(SLR, "a", 0, 0, **marks), enemy(SLR, "e", 0, 9)).with_game(**game)
    assert has_acted_by_choice(state, state.table.piece("a")) == by_choice


@pytest.mark.rule("IE-GAP-03", "IE-SIG-03", "IE-LIW-04", "IE-FIX-04", "IE-GRP-06", "IE-FEA-03")
@pytest.mark.parametrize(
    ("kind", "marks", "acted", "note", "state"),
    [
        (SLR, {}, (), "still open", "open"),
        (SLR, {"waits_to_fire": 1}, (), "1 in wait", "open"),
        ("primord", {}, ("a",), "", "done"),
    ],
)
def test_what_the_list_of_steps_says_of_waiting(kind, marks, acted, note, state) -> None:  # type: ignore[no-untyped-def]
    table = battle(model(kind, "a", 0, 0, **marks), enemy(SLR, "e", 0, 20), acted=acted)
    (step,) = (step for step in turn_steps(table) if step.key == "waiting")
    assert (step.note, step.state) == (note, state)
    others = {other.key: other.state for other in turn_steps(table) if other.key != "waiting"}
    assert others.pop("actions") == "now" and set(others.values()) == {"done"}


@pytest.mark.rule("IE-GAP-03", "IE-SIG-03", "IE-SIG-09")
def test_the_list_of_steps_counts_what_is_in_view_and_sighted() -> None:
    pieces = model(SLR, "a", 0, 0), model(SLR, "b", 3, 0), enemy(SLR, "e", 0, 20), enemy(SLR, "f", 3, 20)
    seen = {"a": ("e",), "b": ("e", "f")}
    state = battle(*pieces, without=(), seen=seen, sightings=seen)
    notes = {step.key: step.note for step in turn_steps(state)}
    assert (notes["picture"], notes["reports"], notes["repairs"]) == ("3 in view", "2 sighted", "")
