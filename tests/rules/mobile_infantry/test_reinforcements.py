"""Reinforcements: the schedule, the pool, groups over an edge and below ground, the Burrower."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.mobile_infantry.battle import reinforcements
from battlesim.rulesets.mobile_infantry.battle.forces import forces
from battlesim.rulesets.mobile_infantry.battle.reinforcements import entry_lines
from battlesim.rulesets.mobile_infantry.core.state import Battle, ScheduledArrivals, Site
from battlesim.rulesets.mobile_infantry.losses import hit_points
from battlesim.scenarios.library import load_scenario
from battlesim.table.pieces import Below, Off, OnTable, Piece
from battlesim.table.terrain import Terrain
from tests.rules.mobile_infantry.acts import do, leg, refusal
from tests.rules.mobile_infantry.arachnids import hole, play_on, reserve
from tests.rules.mobile_infantry.field import ScriptResult, field, perform, piece, rifles, warrior

PHASE = "bugs_arrivals"
SCHEDULE = tuple(ScheduledArrivals(kind, row.by_turn) for kind, row in forces().schedule.items())


def arriving(*things: Piece | Terrain, turn: int = 1, **more: Any) -> Battle:
    """The beginning of an Arachnid turn, everybody counted."""
    site = more.pop("site", Site(schedule=SCHEDULE))
    state = field(rifles("R", 36, 3), *things, phase=PHASE, turn=turn, site=site, **more)
    return do(state, "count_arrivals").state


def arrive(state: Battle, *what: str, until: str = "", **answers: Any) -> ScriptResult:
    """One group arrives."""
    return do(state, "arrive", {"arrive": list(what), **answers}, until=until)


def by_turn(kind: str, count: int, turns: range) -> dict[int, int]:
    """How many of a kind may arrive in each of these turns from a pool of this size."""
    pool = reserve(kind, count)
    return {t: reinforcements.arrivals_due(arriving(*pool, turn=t), kind) for t in turns}


@pytest.mark.rule("MI-REIN-01")
def test_all_warriors_in_reserve_come_from_turn_1_on() -> None:
    assert by_turn("warrior", 5, range(11)) == {0: 0, **dict.fromkeys(range(1, 11), 5)}
    used = [warrior(f"used{n}", 2 * n % 70 + 1, 30 + n // 35 * 2) for n in range(20)]
    below = [piece("warrior", f"below{n}", place=Below("M")) for n in range(15)]
    marker = piece("tunneling_marker", "M", 20, 20, unit="M")
    state = arriving(*used, *below, marker, *reserve("warrior", 25), turn=4)
    assert reinforcements.arrivals_due(state, "warrior") == 25


@pytest.mark.rule("MI-REIN-01", "MI-GAP-34")
def test_the_dead_go_back_to_the_pool_and_come_again_in_the_next_turn() -> None:
    state = arriving(warrior("W", 20, 20), *reserve("warrior", 2), turn=3)
    dead = perform(state, lambda game: hit_points.remove_model(game, "W", "MI-SHOT-12")).state
    assert reinforcements.arrivals_due(dead, "warrior") == 2
    again = do(dead.with_game(turn=4), "count_arrivals").state
    assert reinforcements.arrivals_due(again, "warrior") == 3


@pytest.mark.rule("MI-REIN-02")
def test_hoppers_come_in_tens_in_the_odd_turns_and_always_from_turn_8() -> None:
    found = by_turn("hopper", 20, range(11))
    assert found == {0: 0, 1: 10, 2: 0, 3: 10, 4: 0, 5: 10, 6: 0, 7: 10, 8: 10, 9: 10, 10: 10}


@pytest.mark.rule("MI-REIN-03")
def test_one_tanker_in_turns_1_4_7_and_from_8_on() -> None:
    assert by_turn("tanker", 3, range(10)) == {0: 0, 1: 1, 2: 0, 3: 0, 4: 1, 5: 0, 6: 0, 7: 1, 8: 1, 9: 1}
    assert by_turn("tanker", 0, range(8, 9)) == {8: 0}


@pytest.mark.rule("MI-REIN-04")
def test_one_plasma_bug_in_the_even_turns_and_from_8_on() -> None:
    found = by_turn("plasma_bug", 3, range(11))
    assert found == {0: 1, 1: 0, 2: 1, 3: 0, 4: 1, 5: 0, 6: 1, 7: 0, 8: 1, 9: 1, 10: 1}
    assert by_turn("plasma_bug", 0, range(6, 7)) == {6: 0}


@pytest.mark.rule("MI-REIN-07")
def test_reinforcements_are_limited_by_the_models_at_hand_and_not_owed() -> None:
    used = [piece("hopper", f"used{n}", 2 + 3 * n, 30) for n in range(14)]
    state = arriving(*used, *reserve("hopper", 6), turn=3)
    assert reinforcements.arrivals_due(state, "hopper") == 6
    later = arriving(*reserve("hopper", 20), turn=5)
    assert reinforcements.arrivals_due(later, "hopper") == 10


@pytest.mark.rule("MI-REIN-05", "MI-GAP-38")
def test_hoppers_enter_over_an_edge_with_a_move_and_have_one_action_left() -> None:
    pool = reserve("hopper", 10)
    ids = tuple(p.id for p in pool)
    state = arriving(*pool)
    others = tuple(leg(id, (30 + n, 47.5), (30 + n, 39.5)) for n, id in enumerate(ids[1:]))
    done = arrive(
        state,
        "hopper",
        group=[ids],
        edge=[(33, 48)],
        action=["move"],
        move=[(leg(ids[0], (33, 47.5), (33, 40.5)),), others],
    )
    now = done.state.game.activation
    assert now is not None
    assert (now.members, now.actions_left, now.done) == (ids, 1, ("move",))
    assert done.piece("hopper-5").xy == (33, 39.5)
    assert reinforcements.arrivals_due(done.state, "hopper") == 0
    assert reinforcements.next_step(done.state) is not None
    ended = play_on(done.state, "bugs_activations", {"action": ["done"]})
    assert set(ids) <= set(ended.state.game.acted)


@pytest.mark.rule("MI-GAP-38", "MI-BMOV-02")
def test_starting_places_lie_in_12_inches_of_the_edge_and_apart_from_enemies() -> None:
    state = arriving(*reserve("warrior", 3))
    asked = arrive(state, "warrior", group=[("warrior-1", "warrior-2")], edge=[(30, 48)], until="move")
    assert refusal(asked, "move", (leg("warrior-1", (24, 47.5), (24, 42)),)) == ""
    assert "where it may begin" in refusal(asked, "move", (leg("warrior-1", (23.8, 47.5), (23.8, 42)),))
    assert "where it may begin" in refusal(asked, "move", (leg("warrior-1", (30, 47), (30, 42)),))
    assert "may move 6 in" in refusal(asked, "move", (leg("warrior-1", (30, 47.5), (30, 41.2)),))
    lead = (leg("warrior-1", (24, 47.5), (24, 42)),)
    follow = arrive(
        state, "warrior", group=[("warrior-1", "warrior-2")], edge=[(30, 48)], move=[lead, ()]
    ).asked[-1]
    assert follow.check(state, ()) is None
    near = field(rifles("R", 30, 46.5), phase=PHASE)
    lines = entry_lines(near, (30.0, 48.0), 0.5)
    assert all(abs(x - 30) > 1.73 for line in lines for x, _ in line)
    assert len(lines) == 2


@pytest.mark.rule("MI-REIN-05", "MI-GAP-38")
def test_who_may_come_in_is_named_by_the_questions() -> None:
    state = arriving(*reserve("hopper", 3))
    kinds = arrive(state, until="arrive").asked[-1]
    assert next(option.at for option in kinds.open_options if option.key == "hopper") == ("hopper-1",)  # type: ignore[attr-defined]
    edge = arrive(state, "hopper", group=[("hopper-1", "hopper-2", "hopper-3")], until="edge").asked[-1]
    assert edge.prompt == "Place on the edge for hopper-1 and 2 more" and edge.about == "hopper-1"


@pytest.mark.rule("MI-GAP-65")
def test_nobody_who_comes_in_ends_on_another_of_the_group() -> None:
    state = arriving(*reserve("warrior", 3))
    names = ("warrior-1", "warrior-2", "warrior-3")
    lead = (leg("warrior-1", (30, 47.5), (30, 42)),)
    done = arrive(state, "warrior", group=[names], edge=[(30, 48)], move=[lead])
    second = leg("warrior-2", (30, 47.5), (30, 43.1))
    assert "warrior-2" in refusal(done, "move", (second, leg("warrior-3", (30, 47.5), (30, 43.1))))
    assert refusal(done, "move", (second, leg("warrior-3", (30, 47.5), (30, 44.1)))) == ""


@pytest.mark.rule("MI-GAP-38")
def test_the_same_starting_place_serves_one_after_the_other_and_ends_keep_to_the_leader() -> None:
    state = arriving(*reserve("warrior", 2))
    pair = ("warrior-1", "warrior-2")
    lead = (leg("warrior-1", (30, 47.5), (30, 42)),)
    done = arrive(
        state,
        "warrior",
        group=[pair],
        edge=[(30, 48)],
        move=[lead, (leg("warrior-2", (30, 47.5), (30, 43.1)),)],
    )
    assert done.piece("warrior-2").xy == (30, 43.1)
    stuck = do(state, "arrive", {"arrive": ["warrior"], "group": [pair], "edge": [(30, 48)], "move": [lead]})
    assert stuck.state.game.activation is not None
    assert stuck.state.game.activation.members == ("warrior-1",)
    assert reinforcements.arrivals_due(stuck.state, "warrior") == 1


@pytest.mark.rule("MI-GAP-38")
def test_groups_may_be_held_back_and_a_large_bug_is_a_group_by_itself() -> None:
    state = arriving(*reserve("warrior", 2), *reserve("tanker", 2), turn=8)
    held = arrive(state, "hold")
    assert reinforcements.next_step(held.state) is None
    tanker = arrive(state, "tanker", edge=[(72, 24)], move=[(leg("tanker-1", (70.75, 24), (66, 24)),)])
    assert "group" not in [d.what for d in tanker.asked]
    assert tanker.state.game.activation is not None
    assert tanker.state.game.activation.members == ("tanker-1",)


def options(state: Battle) -> list[str]:
    """The kinds of groups on offer."""
    return [o.key for o in do(state, "arrive", until="arrive").asked[-1].open_options]  # type: ignore[attr-defined]


@pytest.mark.rule("MI-REIN-06")
def test_one_group_a_turn_comes_by_marker() -> None:
    pool = [*reserve("warrior", 40), *reserve("tanker", 1), *reserve("hopper", 10)]
    state = arriving(*pool)
    ids = [p.id for p in pool]
    asked = arrive(state, "marker", until="group")
    assert refusal(asked, "group", tuple(ids[:30])) == ""
    assert "choose 1 to 30 of the options, not 31" in refusal(asked, "group", tuple(ids[:31]))
    assert refusal(asked, "group", ("hopper-1",)) != ""
    with_tanker = arrive(state, "marker_tanker", until="group")
    assert refusal(with_tanker, "group", tuple(ids[:15])) == ""
    assert "choose 0 to 15 of the options, not 16" in refusal(with_tanker, "group", tuple(ids[:16]))

    done = arrive(state, "marker_tanker", group=[tuple(ids[:15])], edge=[(0, 20)])
    (marker,) = [p for p in done.state.table.standing_pieces() if p.kind == "tunneling_marker"]
    assert marker.xy == (0, 20)
    assert sorted(p.id for p in done.state.table.pieces_below(marker.id)) == sorted([*ids[:15], "tanker-1"])
    assert done.state.game.units[marker.id].kind == "marker"
    assert not {"marker", "marker_tanker"} & set(options(done.state))
    acts = done.state.with_game(phase="bugs_activations")
    offered = do(acts, "bug_activate", until="activate")
    assert refusal(offered, "activate", marker.id) == ""


@pytest.mark.rule("MI-BURR-01", "MI-GAP-55")
def test_the_burrower_joins_one_group_without_a_tanker_on_top_of_30_warriors() -> None:
    pool = [*reserve("warrior", 40), *reserve("tanker", 1), *reserve("burrower", 1)]
    state = arriving(*pool)
    assert "marker_burrower" in options(state)
    ids = tuple(p.id for p in pool)
    asked = arrive(state, "marker_burrower", until="group")
    assert refusal(asked, "group", ids[:30]) == ""
    assert refusal(asked, "group", ("tanker-1",)) != ""
    done = arrive(state, "marker_burrower", group=[ids[:20]], edge=[(0, 20)])
    (marker,) = [p for p in done.state.table.standing_pieces() if p.kind == "tunneling_marker"]
    assert len(done.state.table.pieces_below(marker.id)) == 21
    next_turn = do(done.state.with_game(turn=2, passed=()), "count_arrivals").state
    assert "marker" in options(next_turn)
    assert "marker_burrower" not in options(next_turn)


@pytest.mark.rule("MI-GAP-34", "MI-GAP-55")
def test_the_burrower_comes_once() -> None:
    state = field(piece("burrower", "B", 20, 20), piece("tanker", "T", 30, 20), rifles("R", 3, 3))
    gone = perform(state, lambda game: hit_points.remove_model(game, "B", "MI-SHOT-12"))
    assert gone.piece("B").place == Off("lost")
    assert perform(state, lambda game: hit_points.remove_model(game, "T", "MI-SHOT-12")).piece(
        "T"
    ).place == Off("reserve")


@pytest.mark.rule("MI-GAP-38")
@pytest.mark.parametrize(("value", "legal"), [("edge", False), ("edge_or_entrance", True)])
def test_where_a_marker_comes_in(value: str, legal: bool) -> None:
    state = arriving(*reserve("warrior", 3), *hole("E", 30, 40), options={"marker_entry": value})
    asked = arrive(state, "marker", group=[("warrior-1",)], until="edge")
    assert refusal(asked, "edge", (0, 20)) == ""
    assert (refusal(asked, "edge", (30, 40)) == "") is legal
    assert refusal(asked, "edge", (30, 30)) != ""


@pytest.mark.rule("MI-GAP-70")
def test_in_the_first_scenario_hoppers_come_in_turn_2_and_nobody_by_marker() -> None:
    site = Site(
        schedule=(ScheduledArrivals("hopper", (0, 0, 6)),),
        marker_arrivals=False,
        dead_return=False,
        burrower=False,
    )
    pool = [*reserve("hopper", 6), warrior("W", 20, 20)]
    first = arriving(*pool, site=site)
    assert reinforcements.next_step(first) is None
    second = arriving(*pool, site=site, turn=2)
    assert reinforcements.arrivals_due(second, "hopper") == 6
    blocked = do(second, "arrive", until="arrive")
    assert refusal(blocked, "arrive", "marker").startswith("MI-GAP-70")
    dead = perform(first, lambda game: hit_points.remove_model(game, "W", "MI-SHOT-12"))
    assert dead.piece("W").place == Off("lost")


@pytest.mark.rule("MI-GAP-70")
def test_in_the_first_scenario_hoppers_come_in_one_or_two_groups() -> None:
    state = load_scenario("first_contact").initial_state().with_game(phase=PHASE, turn=2)
    state = do(state, "count_arrivals").state
    for n in (1, 2):
        x = 14.0 + 4.0 * n
        move = (leg(f"h{n}", (x, 47.5), (x, 44)),)
        come = {"arrive": ["hopper"], "group": [(f"h{n}",)], "edge": [(x, 48)], "action": ["move"]}
        done = do(state, "arrive", {**come, "move": [move]})
        state = play_on(done.state, "bugs_activations", {"action": ["done"]}, until="arrive").state
    assert reinforcements.arrivals_due(state, "hopper") == 4
    assert reinforcements.next_step(state) is None
    assert reinforcements.kinds_due(do(state.with_game(turn=3), "count_arrivals").state) == ["hopper"]


POOLS = {
    ("standard", "company"): (30, 10, 2, 2, 1),
    ("standard", "platoon"): (10, 4, 0, 1, 0),
    ("horde", "company"): (60, 20, 3, 3, 1),
    ("horde", "platoon"): (20, 8, 0, 2, 0),
}


@pytest.mark.rule("MI-GAP-34")
@pytest.mark.parametrize(("key", "counts"), POOLS.items())
def test_the_pool(key: tuple[str, str], counts: tuple[int, ...]) -> None:
    pool, force = key
    kinds = ("warrior", "hopper", "tanker", "plasma_bug", "burrower")
    assert tuple(forces().pools[pool][force].get(kind, 0) for kind in kinds) == counts


@pytest.mark.rule("MI-BTRN-02", "MI-REIN-01", "MI-REIN-05")
def test_a_model_killed_on_its_way_in_does_not_come_again_in_that_turn() -> None:
    state = arriving(*reserve("warrior", 2))
    lead = (leg("warrior-1", (30, 47.5), (30, 44)),)
    done = arrive(state, "warrior", group=[("warrior-1",)], edge=[(30, 48)], move=[lead])
    dead = perform(done.state, lambda game: hit_points.remove_model(game, "warrior-1", "MI-SHOT-12")).state
    assert reinforcements.arrivals_due(dead, "warrior") == 1
    assert reinforcements.free_models(dead.with_game(acted=("warrior-1",)), "warrior") == [
        "warrior-2",
        "warrior-1",
    ]
    assert done.piece("warrior-1").place == OnTable(30, 44)


@pytest.mark.rule("MI-GAP-46", "MI-TUNL-12")
def test_a_tunnel_may_be_collapsed_before_the_first_group_arrives() -> None:
    state = arriving(*reserve("warrior", 2), *hole("E", 30, 40), *hole("F", 50, 40))
    done = arrive(state, "collapse:E")
    assert "E" not in done.state.table.pieces
    assert reinforcements.arrivals_due(done.state, "warrior") == 2
    again = do(done.state, "arrive", until="arrive")
    assert refusal(again, "arrive", "collapse:F").startswith("MI-TUNL-12")
    assert refusal(again, "arrive", "warrior") == ""
