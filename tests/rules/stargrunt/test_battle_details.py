"""The course and the end of battles in detail: steps, first side, scores, growth, counters, forces."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from battlesim.rulesets.stargrunt.battle import ground_taken, stronghold, victory
from battlesim.rulesets.stargrunt.core.marks import (
    CONFIDENCE,
    PANIC,
    WOUNDED,
)
from battlesim.rulesets.stargrunt.core.state import (
    Battle,
    ExitObjective,
    MarkerObjective,
    PointValues,
    Stronghold,
)
from battlesim.table.ids import MarkerId, SideKey
from battlesim.table.pieces import Marker, Off

from .field import CENTRE, ENEMY, OWN, battle, foes, perform, row, squad
from .hidden_field import counter, hide
from .vehicle_field import vehicle


def one_each(**game) -> Battle:  # type: ignore[no-untyped-def]
    return battle(squad("a", (0, 0)), foes("b", (0, 20)), **game)


def gone(state: Battle, *pieces: str, how: str = "lost") -> Battle:
    """The same battle with some pieces out of play."""
    lost = [msgspec.structs.replace(state.table.piece(key), place=Off(how)) for key in pieces]
    return state.with_table(state.table.with_pieces(*lost))


def marked(state: Battle, *places: tuple[str, float, float]) -> Battle:
    """The same battle with markers."""
    for name, x, y in places:
        state = state.with_table(
            state.table.with_marker(Marker(MarkerId(name), "objective", CENTRE + x, CENTRE + y))
        )
    return state


@pytest.mark.rule("SG-GAP-145", "SG-GAP-74")
@pytest.mark.parametrize(
    ("own", "enemy", "marks", "holder"),
    [
        (2.5, 9.0, {}, OWN),
        (2.6, 9.0, {}, None),
        (2.5, 2.5, {}, None),
        (9.0, 2.5, {}, ENEMY),
        (2.5, 9.0, {1: WOUNDED}, None),
    ],
)
def test_who_holds_an_objective(own, enemy, marks, holder) -> None:  # type: ignore[no-untyped-def]
    aim = MarkerObjective("m", 3.0)
    state = battle(squad("a", (-own, 0), figure_marks=marks), foes("b", (enemy, 0)), objectives=(aim,))
    state = marked(state, ("m", 0, 0))
    assert victory.holder(state, aim) == holder
    rows = {row.label: (row.text, row.points) for row in victory.point_rows(state, SideKey(OWN))}
    held = holder == OWN
    assert rows["Objective"] == (f"{'held' if held else 'not held'}, 3 points", 3.0 * held)
    assert victory.scores(state)[SideKey(OWN)] == 3.0 * held + 0.0
    assert victory.objectives(state) == (aim,)


@pytest.mark.rule("SG-GAP-145", "SG-GAP-147", "SG-GAP-146")
def test_a_counter_holds_nothing() -> None:
    aim = MarkerObjective("m", 3.0)
    state = marked(battle(squad("a", (9, 9)), counter(1, 0, 0), objectives=(aim,)), ("m", 0, 0))
    assert victory.holder(state, aim) is None
    taken = marked(battle(squad("a", (9, 9)), counter(1, 0, 0)), ("m", 0, 0)).with_game(ground={"m": ""})
    assert ground_taken.nearest_side(taken, "m") is None


@pytest.mark.rule("SG-GAP-147", "SG-GAP-146", "SG-GAP-145", "SG-GAP-74")
def test_the_markers_of_a_battle_for_ground_are_its_objectives() -> None:
    state = marked(one_each(), ("m", 0, 0), ("n", 9, 0)).with_game(ground={"m": "own", "n": ""})
    assert victory.objectives(state) == (MarkerObjective("m", 1.0), MarkerObjective("n", 1.0))
    assert victory.holder(state, MarkerObjective("m", 1.0)) == OWN
    assert victory.holder(state, MarkerObjective("n", 1.0)) is None


@pytest.mark.rule("SG-GAP-146")
@pytest.mark.parametrize(
    ("own", "enemy", "owner", "side", "taken"),
    [
        ([2.5], [9.0], "", OWN, True),
        ([2.6], [9.0], "", None, False),
        ([9.0, 1.0], [2.0], "", OWN, True),
        ([2.4, 1.0], [2.0], "", OWN, True),
        ([1.0, 2.4], [2.0], "", OWN, True),
        ([2.0], [1.0], "", ENEMY, True),
        ([2.0], [2.0], "", None, False),
        ([2.5], [9.0], "own", OWN, False),
        ([2.5], [9.0], "enemy", OWN, True),
    ],
)
def test_which_side_takes_a_marker(own, enemy, owner, side, taken) -> None:  # type: ignore[no-untyped-def]
    state = battle(squad("a", *((-x, 0) for x in own)), foes("b", *((x, 0) for x in enemy)))
    state = marked(state, ("m", 0, 0)).with_game(ground={"m": owner})
    assert ground_taken.nearest_side(state, "m") == side
    assert bool(perform(state, ground_taken.take_ground).events) == taken


@pytest.mark.rule("SG-GAP-146")
def test_the_wounded_take_no_marker() -> None:
    state = marked(battle(squad("a", (0, 0), figure_marks={1: WOUNDED})), ("m", 0, 0)).with_game(
        ground={"m": ""}
    )
    assert ground_taken.nearest_side(state, "m") is None


@pytest.mark.rule("SG-GAP-147")
@pytest.mark.parametrize(
    ("points", "rows"),
    [
        (PointValues(), [("Markers", 1, 1.0)]),
        (PointValues(2.0, {"own": 3.0}, {}), [("Markers", 1, 2.0), ("Counters identified", 2, 3.0)]),
        (PointValues(2.0, {"enemy": 3.0}, {"enemy": 1.0}), [("Markers", 1, 2.0)]),
        (PointValues(1.0, {}, {"own": 0.5}), [("Markers", 1, 1.0), ("Enemy figures out of action", 1, 0.5)]),
    ],
)
def test_what_counts_in_a_battle_for_ground(points: PointValues, rows: list[tuple[str, int, float]]) -> None:
    """Of three counters one is left; of two enemies one."""
    state = battle(
        squad("a", (0, 0)),
        foes("b", *row(0, 20, 2)),
        counter(1, 9, 9),
        points=points,
        strength={"a": 1, "b": 2},
        laid={"enemy": 3, "own": 5},
    )
    state = gone(marked(state, ("m", 0, 0), ("n", 9, 0)), "b2").with_game(ground={"m": "own", "n": "enemy"})
    found = list(ground_taken.ground_rows(state, SideKey(OWN)))
    assert found == rows
    total = sum(number * worth for _, number, worth in rows)
    assert victory.scores(state)[SideKey(OWN)] == total
    assert [(r.label, r.points) for r in victory.point_rows(state, SideKey(OWN))] == [
        (name, number * worth) for name, number, worth in rows
    ]


@pytest.mark.rule("SG-GAP-147", "SG-GAP-74")
@pytest.mark.parametrize(("how", "exited", "lost"), [("lost", (), 2), ("left", ("b",), 0), ("left", (), 2)])
def test_figures_that_left_as_they_were_to_are_not_lost(how: str, exited: tuple[str, ...], lost: int) -> None:
    state = battle(
        squad("a", (0, 0)), foes("b", *row(0, 20, 3)), exits=(ExitObjective("enemy", "north"),), exited=exited
    )
    state = gone(state, "b2", "b3", how=how)
    assert ground_taken.lost_figures(state, SideKey(OWN)) == lost
    assert ground_taken.lost_figures(state, SideKey(ENEMY)) == 0


@pytest.mark.rule("SG-GAP-147", "SG-GAP-145")
@pytest.mark.parametrize(
    ("game", "rows"),
    [
        ({}, [("Enemy figures out of action", "1", 1.0)]),
        ({"figure_worth": 2.0}, [("Enemy figures out of action", "1, 2 points each", 2.0)]),
        ({"figure_worth": 0.0}, []),
        (
            {"figure_worth": 2.0, "points": PointValues(figures={"own": 0.5})},
            [("Enemy figures out of action", "1, 0.5 points each", 0.5)],
        ),
        (
            {"figure_worth": 0.0, "vehicle_worth": 4.0},
            [("Enemy vehicles lost", "1, 4 points each", 4.0)],
        ),
    ],
)
def test_what_enemy_losses_are_worth(game: dict[str, Any], rows: list[tuple[str, str, float]]) -> None:
    state = battle(
        squad("a", (0, 0)),
        foes("b", *row(0, 20, 2)),
        vehicle("v", 9, 9, side=ENEMY, piece_marks=("destroyed",)),
        vehicle("w", -9, 9, side=ENEMY),
        vehicle("x", -9, -9, piece_marks=("destroyed",)),
        **game,
    )
    state = gone(state.with_game(strength={"b": 2, "a": 1}), "b2")
    assert [(r.label, r.text, r.points) for r in victory.point_rows(state, SideKey(OWN))] == rows


@pytest.mark.rule("SG-GAP-147")
def test_vehicles_score_only_for_a_side_whose_enemies_have_any() -> None:
    state = battle(squad("a", (0, 0)), vehicle("w", 0, 9, side=ENEMY), vehicle_worth=2.0, figure_worth=0.0)
    labels = {side: [str(row.label) for row in found] for side, found in victory.score_rows(state).items()}
    assert labels == {OWN: ["Enemy vehicles lost"], ENEMY: []}


@pytest.mark.rule("SG-GAP-74", "SG-GAP-147")
@pytest.mark.parametrize(
    ("way", "rows"),
    [
        ({"squad": 5.0}, [("Squads off the south edge", "1, 5 points each", 5.0)]),
        ({"vehicle": 7.0}, [("Vehicles off the south edge", "0, 7 points each", 0.0)]),
        ({"wounded": 1.0}, [("Wounded off the south edge", "0, 1 point each", 0.0)]),
        ({"abandoned": 3.0}, [("Wounded abandoned", "0, 3 points each", 0.0)]),
        ({}, []),
    ],
)
def test_what_leaving_the_table_is_worth(way: dict[str, float], rows: list[tuple[str, str, float]]) -> None:
    state = battle(
        squad("a", (0, 0)),
        squad("c", (3, 0)),
        foes("b", (0, 20)),
        exits=(ExitObjective("own", "south", **way),),
        exited=("c",),
        figure_worth=0.0,
    )
    state = gone(state, "c1", how="left")
    assert [(r.label, r.text, r.points) for r in victory.point_rows(state, SideKey(OWN))] == rows
    assert victory.point_rows(state, SideKey(ENEMY)) == []


@pytest.mark.rule("SG-GAP-145", "SG-GAP-147", "SG-GAP-74")
@pytest.mark.parametrize(
    ("lost", "exits", "turn", "turn_over", "winners", "reason"),
    [
        ((), (), 7, True, None, ""),
        ((), (), 8, False, None, ""),
        ((), (), 8, True, (), "8 turns were played"),
        (("b1",), (), 1, False, (OWN,), "only one side has figures left"),
        (("b1",), ("own",), 1, False, None, ""),
        (("b1",), ("enemy",), 1, False, (OWN,), "only one side has figures left"),
        (("b1",), ("own",), 8, True, (OWN,), "only one side has figures left"),
        (("a1", "b1"), (), 1, False, (), "8 turns were played"),
    ],
)
def test_when_a_battle_is_over(lost, exits, turn, turn_over, winners, reason) -> None:  # type: ignore[no-untyped-def]
    ways = tuple(ExitObjective(side, "south") for side in exits)
    outcome = victory.battle_outcome(gone(one_each(turn=turn, exits=ways), *lost), turn_over)
    assert (outcome and tuple(outcome.winners)) == winners
    assert outcome is None or outcome.reason == reason


@pytest.mark.rule("SG-GAP-145", "SG-GAP-74")
def test_how_a_battle_may_end_is_told() -> None:
    exits = (ExitObjective("own", "south"),)
    plain, leaving = victory.end_conditions(one_each()), victory.end_conditions(one_each(exits=exits))
    assert [str(row.label) for row in plain] == ["After turn 8", "One side alone has figures left"]
    assert plain[1].value == "the battle ends at once"
    assert leaving[:2] == plain
    assert (leaving[2].label, leaving[2].value) == ("Own alone has figures left", "the battle goes on")
    held = marked(one_each(stronghold=Stronghold("m", "own")), ("m", 0, 0))
    assert [str(row.label) for row in victory.end_conditions(held)] == [
        "After turn 8",
        "Within 6 in of the stronghold now",
        "An attacker within 2 in, no defender near",
    ]
    assert victory.end_conditions(held)[1].value == "Own 1, Enemy 0"
    assert victory.end_conditions(held)[0].value == "more figures within 6 in of the stronghold win"
    assert victory.score_rows(held) == {} and set(victory.score_rows(one_each())) == {OWN, ENEMY}
    assert victory.objectives(held) == (MarkerObjective("m", 5.0, 6.0),)


def siege(*squads, turn: int = 8, commander: str = "") -> Battle:  # type: ignore[no-untyped-def]
    state = battle(*squads, turn=turn, stronghold=Stronghold("m", "own", commander))
    return marked(state, ("m", 0, 0))


@pytest.mark.rule("SG-GAP-145", "SG-GAP-147")
@pytest.mark.parametrize(
    ("x", "kinds", "marks", "count"),
    [
        (6.5, ("rifleman",), {}, 1),
        (6.6, ("rifleman",), {}, 0),
        (3.0, ("power_trooper",), {}, 2),
        (3.0, ("rifleman",), {CONFIDENCE: 3}, 1),
        (3.0, ("rifleman",), {CONFIDENCE: 2}, 0),
        (3.0, ("rifleman",), {PANIC: 1}, 0),
    ],
)
def test_who_counts_at_a_stronghold(x, kinds, marks, count) -> None:  # type: ignore[no-untyped-def]
    state = siege(squad("a", (x, 0), kinds=kinds, marks=marks), foes("b", (0, 20)))
    aim = state.game.stronghold
    assert aim and stronghold.counted_figures(state, aim, SideKey(OWN)) == count
    assert stronghold.attacker_of(state, aim) == ENEMY


@pytest.mark.rule("SG-GAP-145")
@pytest.mark.parametrize(
    ("own", "enemy", "turn", "turn_over", "winners"),
    [
        (9.0, 2.5, 2, True, (ENEMY,)),
        (9.0, 2.6, 2, True, None),
        (6.5, 2.5, 2, True, None),
        (9.0, 2.5, 2, False, None),
        (3.0, 20.0, 8, True, (OWN,)),
        (3.0, 20.0, 7, True, None),
        (3.0, 3.0, 8, True, ()),
        (9.0, 9.0, 8, True, (ENEMY,)),
    ],
)
def test_how_a_siege_ends(own, enemy, turn, turn_over, winners) -> None:  # type: ignore[no-untyped-def]
    state = siege(squad("a", (-own, 0)), foes("b", (enemy, 0)), turn=turn)
    outcome = victory.battle_outcome(state, turn_over)
    assert (outcome and tuple(outcome.winners)) == winners


@pytest.mark.rule("SG-GAP-145")
@pytest.mark.parametrize(
    ("turn", "hidden", "over"), [(5, False, False), (6, False, True), (6, True, False), (8, True, True)]
)
def test_defenders_without_enemies_win_two_turns_before_the_last(turn: int, hidden: bool, over: bool) -> None:
    """Those under a counter are still left, but a dummy is nobody."""
    state = siege(squad("a", (3, 0)), foes("b", (20, 0)), counter(1, 20, 20), turn=turn)
    state = hide(state, "b", 1) if hidden else gone(state, "b1")
    outcome = victory.battle_outcome(state, turn_over=True)
    assert (outcome is not None) == over and (not over or tuple(outcome.winners) == (OWN,))


@pytest.mark.rule("SG-GAP-147", "SG-GAP-145")
@pytest.mark.parametrize(
    ("dead", "commander", "own", "enemy"),
    [
        (0, "", 5, 0),
        (1, "", 5, 0),
        (2, "", 5, 1),
        (3, "", 4, 1),
        (3, "a9", 4, 3),
        (3, "a1", 4, 1),
        (6, "", 3, 3),
    ],
)
def test_the_points_of_a_siege(dead: int, commander: str, own: int, enemy: int) -> None:
    """Of nine defenders the last ones die."""
    state = siege(squad("a", *row(-3, 0, 9, 1.0)), foes("b", (0, 20)), commander=commander)
    state = gone(state, *(f"a{9 - k}" for k in range(dead)))
    assert victory.scores(state) == {OWN: own, ENEMY: enemy}
    assert victory.scores(gone(state, "b1"))[SideKey(OWN)] == own + 1
