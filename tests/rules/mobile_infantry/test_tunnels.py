"""Tunnels: markers and their moves, entrances, coming out, hidden entrances, collapse."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

from battlesim.engine.game import Game as Play
from battlesim.engine.game import Script
from battlesim.engine.ruleset import Step
from battlesim.rulesets.mobile_infantry import damage, hidden, markers, structures, tunnels, turn
from battlesim.rulesets.mobile_infantry.events import ActionSpent, ActivationBegan
from battlesim.rulesets.mobile_infantry.facts import entrances
from battlesim.rulesets.mobile_infantry.pool import die_of
from battlesim.rulesets.mobile_infantry.state import Area, Battle, HiddenEntrance, Site
from battlesim.rulesets.mobile_infantry.targets import enemies
from battlesim.rulesets.mobile_infantry.view import view
from battlesim.rulings.placing import Spot
from battlesim.scenarios.library import load_scenario
from battlesim.table.events import Rolled
from battlesim.table.pieces import Below, Inside, Off, OnTable, Piece
from battlesim.table.terrain import Terrain
from tests.rules.mobile_infantry.arachnids import below, do, hole, marker, play_on, refusal, swarm_of
from tests.rules.mobile_infantry.field import Done, block, field, perform, piece, rifles, warrior

PHASE = "bugs_activations"


def group(x: float, y: float, *, warriors: int = 20, **large: str) -> list[Piece]:
    """Marker M with its group."""
    return [marker("M", x, y), *below("M", warriors=warriors, **large)]


def underground(*things: Piece | Terrain, actions: int = 2, **more: Any) -> Battle:
    """A battle in which marker M is activated."""
    activation = swarm_of("M", kind="marker", unit="M", actions=actions)
    return field(*things, phase=PHASE, activation=activation, **more)


def tunnel(state: Battle, kind: str, dice: tuple[int, ...] = (), until: str = "", **answers: Any) -> Done:
    """One tunnel move of the activated group."""
    return do(state, "bug_action", {"tunnel": [kind], **answers}, dice, until)


def run(
    state: Battle, script: Callable[[Play[Any]], Script[Any]], dice: tuple[int, ...] = (), **answers: Any
) -> Done:
    """Any script of the rules."""
    return perform(state, script, answers, dice)


def six(start: float = 5.0) -> list[Piece | Terrain]:
    """Six Tunnel Entrances in a row."""
    return [thing for n in range(6) for thing in hole(f"E{n + 1}", start + 10 * n, 42)]


@pytest.mark.rule("MI-TUNL-01")
def test_a_group_acts_as_one_with_two_tunnel_moves() -> None:
    state = underground(*group(27, 30), rifles("R", 3, 3))
    once = tunnel(state, "any", move=[(27, 34)])
    assert once.state.game.activation is not None
    twice = tunnel(once.state, "any", move=[(27, 38)])
    assert twice.state.game.activation is None
    assert twice.state.game.acted == ("M",)
    assert twice.piece("M").xy == (27, 38)
    fresh = field(*group(27, 30), rifles("R", 3, 3), phase=PHASE)
    assert "not among the choices" in refusal(do(fresh, "bug_activate", until="activate"), "activate", "T1")


@pytest.mark.rule("MI-TUNL-02")
def test_straight_toward_or_away_from_an_entrance() -> None:
    state = underground(*group(20, 20), *hole("E", 36, 20))
    toward = tunnel(state, "toward", toward=["E"], move=[(26, 20)])
    assert toward.piece("M").xy == (26, 20)
    assert tunnel(state, "away", toward=["E"], move=[(14, 20)]).piece("M").xy == (14, 20)
    asked = tunnel(state, "toward", toward=["E"], until="move")
    assert refusal(asked, "move", (20, 26)) != ""
    assert refusal(asked, "move", (26.2, 20)) != ""
    near = tunnel(underground(*group(20, 20), *hole("E", 24, 20)), "toward", toward=["E"], until="move")
    assert refusal(near, "move", (24, 20)) == ""
    assert refusal(near, "move", (24.2, 20)) != ""


@pytest.mark.rule("MI-TUNL-03")
def test_4_inches_in_any_direction_whatever_is_above() -> None:
    state = underground(*group(27, 9), block("building", "V1", 28, 8, 31, 11), rifles("R", 31, 9))
    assert tunnel(state, "any", move=[(31, 9)]).piece("M").xy == (31, 9)
    assert refusal(tunnel(state, "any", until="move"), "move", (31.2, 9)) != ""


@pytest.mark.rule("MI-GAP-44")
def test_a_marker_cannot_leave_the_table_and_is_no_target() -> None:
    state = underground(*group(1, 20), *hole("E", 5, 20), rifles("R", 3, 20, marks=["alert"]))
    assert refusal(tunnel(state, "any", until="move"), "move", (-1, 20)) != ""
    assert tunnel(state, "away", toward=["E"], move=[(0, 20)]).piece("M").xy == (0, 20)
    moved = tunnel(state, "any", move=[(2, 20)])
    assert "react" not in [d.what for d in moved.asked]


@pytest.mark.rule("MI-GAP-44")
@pytest.mark.parametrize(("value", "seen"), [("open", True), ("hidden", False)])
def test_whether_the_enemy_sees_markers(value: str, seen: bool) -> None:
    state = field(*group(20, 20, warriors=2), rifles("R", 3, 3), options={"marker_visibility": value})
    known = view(state, "mi").table.pieces
    assert ("M" in known, "T1" in known) == (seen, False)
    assert {"M", "T1"} <= set(view(state, "bugs").table.pieces)


@pytest.mark.rule("MI-TUNL-04", "MI-TUNL-11")
def test_an_entrance_is_placed_on_the_marker() -> None:
    three = [thing for n in range(3) for thing in hole(f"E{n + 1}", 5 + 10 * n, 42)]
    done = tunnel(underground(*group(30, 30), *three), "place")
    (new,) = [e for e in entrances(done.state) if e.id not in ("E1", "E2", "E3")]
    assert (new.xy, new.hits) == ((30, 30), 5)
    assert done.state.table.terrain(new.id).kind == "tunnel_entrance"
    assert markers.entrances_here(done.state, "M") == (new.id,)
    full = do(underground(*group(30, 30), *six()), "bug_action", until="tunnel")
    assert refusal(full, "tunnel", "place").startswith("MI-TUNL-11")


@pytest.mark.rule("MI-TUNL-05")
@pytest.mark.parametrize(("die", "left"), [(4, 4), (3, 3)])
def test_infantry_on_the_spot_saves_and_is_put_beside_the_entrance(die: int, left: int) -> None:
    squads = [rifles("R", 30.5, 30), rifles("S", 30, 32.2)]
    done = tunnel(underground(*group(30, 30), *squads), "place", dice=(die,))
    assert done.piece("R").hits == left
    assert done.piece("R").xy == (32, 30)
    assert (done.piece("S").hits, done.piece("S").xy) == (4, (30, 32.2))


@pytest.mark.rule("MI-GAP-45", "MI-TUNL-05")
def test_where_places_are_equal_the_owner_chooses() -> None:
    state = underground(*group(30, 30), rifles("R", 30, 30))
    done = tunnel(state, "place", dice=(4,), find_place=[(30, 32)])
    assert done.piece("R").xy == (30, 32)
    assert done.question("find_place").side == "mi"


@pytest.mark.rule("MI-GAP-45")
@pytest.mark.parametrize(
    "thing",
    [
        block("building", "V", 31.2, 29, 34, 31),
        block("wall", "W", 31.4, 29, 31.9, 31),
        block("rocks", "K", 31.2, 29, 34, 31),
        piece("light_mech", "L", 32, 30),
        piece("viking", "V", 33, 30),
        piece("tunnel_entrance", "E", 32.5, 30),
    ],
    ids=lambda thing: thing.kind,
)
def test_what_stops_an_entrance(thing: Piece | Terrain) -> None:
    asked = do(underground(*group(30, 30), thing), "bug_action", until="tunnel")
    assert refusal(asked, "tunnel", "place").startswith("MI-GAP-45: it overlaps " + thing.id)
    crater = block("crater", "C", 31, 29, 34, 31)
    free = do(underground(*group(30, 30), crater), "bug_action", until="tunnel")
    assert refusal(free, "tunnel", "place") == ""
    edge = do(underground(*group(1, 30)), "bug_action", until="tunnel")
    assert "table edge" in refusal(edge, "tunnel", "place")


@pytest.mark.rule("MI-GAP-45")
def test_bugs_on_the_spot_are_shifted_without_a_save() -> None:
    done = tunnel(underground(*group(30, 30), warrior("W", 29, 30)), "place")
    assert done.piece("W").xy == (28, 30)
    assert not done.of(Rolled)


@pytest.mark.rule("MI-GAP-47")
@pytest.mark.parametrize("rock", [True, False])
def test_no_entrance_on_bedrock_but_markers_pass_beneath(rock: bool) -> None:
    site = Site(bedrock=Area(46, 16, 62, 32) if rock else None)
    near = do(underground(*group(44.6, 20), site=site), "bug_action", until="tunnel")
    assert refusal(near, "tunnel", "place").startswith("MI-GAP-47") is rock
    clear = do(underground(*group(44.5, 20), site=site), "bug_action", until="tunnel")
    assert refusal(clear, "tunnel", "place") == ""
    assert tunnel(underground(*group(44.5, 20), site=site), "any", move=[(48, 20)]).piece("M").xy == (48, 20)


@pytest.mark.rule("MI-TUNL-06")
def test_bugs_come_out_touching_the_entrance_or_on_top_of_it() -> None:
    state = underground(*group(30, 30), *hole("E", 30, 30))
    asked = tunnel(state, "exit:E", until="enter")
    assert refusal(asked, "enter", (Spot("T1", 32, 30), Spot("T2", 30, 30))) == ""
    assert refusal(asked, "enter", (Spot("T1", 33, 30),)) != ""
    apart = do(underground(*group(34, 30), *hole("E", 30, 30)), "bug_action", until="tunnel")
    assert refusal(apart, "tunnel", "exit:E") != ""
    touching = do(underground(*group(32, 30), *hole("E", 30, 30)), "bug_action", until="tunnel")
    assert refusal(touching, "tunnel", "exit:E") == ""


@pytest.mark.rule("MI-TUNL-07")
def test_a_tanker_counts_as_10_of_the_15_warriors_a_turn() -> None:
    state = underground(*group(30, 30, warriors=15, tanker="K"), *hole("E", 30, 30))
    tanker = (Spot("K", 32.7, 30),)
    asked = tunnel(state, "exit:E", enter=[tanker, lambda d, s: d.at(s, (29, 30))]).asked
    assert [(d.what, getattr(d, "most", 0)) for d in asked[1:3]] == [("enter", 1), ("enter", 5)]
    done = tunnel(state, "exit:E", enter=[tanker, lambda d, s: d.at(s, (29, 30))])
    assert len(done.state.table.below("M")) == 10
    assert done.state.game.count("exits:E") == 15
    later = done.state.with_game(tally={}, acted=(), activation=state.game.activation)
    rest = tunnel(later, "exit:E", enter=[lambda d, s: d.at(s, (29, 30))])
    assert rest.state.game.count("exits:E") > 0


@pytest.mark.rule("MI-TUNL-07", "MI-GAP-45")
def test_the_limit_of_an_entrance_holds_over_all_groups() -> None:
    state = underground(*group(30, 30), *hole("E", 30, 30), tally={"exits:E": 15})
    asked = do(state, "bug_action", until="tunnel")
    assert refusal(asked, "tunnel", "exit:E").startswith("MI-TUNL-07")
    some = tunnel(
        underground(*group(30, 30), *hole("E", 30, 30), tally={"exits:E": 13}), "exit:E", until="enter"
    )
    assert some.asked[-1].most == 2  # type: ignore[attr-defined]


@pytest.mark.rule("MI-BURR-04")
def test_a_burrower_counts_as_5() -> None:
    state = underground(*group(30, 30, warriors=20, burrower="B"), *hole("E", 30, 30))
    done = tunnel(state, "exit:E", enter=[(Spot("B", 32.5, 30),), ()])
    assert done.state.game.count("exits:E") == 5
    assert done.asked[2].most == 10  # type: ignore[attr-defined]


@pytest.mark.rule("MI-GAP-45")
def test_those_out_have_the_remaining_action_each_kind_for_itself() -> None:
    state = underground(*group(30, 30, warriors=7, tanker="K"), *hole("E", 30, 30), rifles("R", 3, 3))
    places = [(Spot("K", 32.7, 30),), (Spot("T1", 28, 30), Spot("T2", 29, 30))]
    out = tunnel(state, "exit:E", enter=places)
    assert out.state.game.activation is None
    on = play_on(out.state, "bugs_alert", {"activate": ["K", "T1", "done"], "action": ["done", "done"]})
    begun = [e.activation for e in on.of(ActivationBegan)]
    assert [(a.members, a.actions_left) for a in begun] == [(("K",), 1), (("T1", "T2"), 1)]
    assert "M" in on.state.game.acted


@pytest.mark.rule("MI-GAP-45", "MI-GAP-73")
def test_coming_out_gives_a_reaction_and_a_free_melee() -> None:
    squad = rifles("R", 33.5, 30, marks=["alert"])
    state = underground(*group(30, 30, warriors=2), *hole("E", 30, 30), squad)
    done = tunnel(state, "exit:E", enter=[(Spot("T1", 32, 30), Spot("T2", 28, 30))], dice=(1, 1))
    assert [d.what for d in done.asked].count("react") == 2
    assert done.question("react").about == "T1"
    assert [i.key for i in done.question("form").items] == ["T1"]  # type: ignore[attr-defined]
    assert "M" not in done.state.table.pieces


@pytest.mark.rule("MI-GAP-73")
def test_a_placed_entrance_is_what_took_part() -> None:
    state = underground(*group(30, 30), rifles("R", 42.2, 30, marks=["alert"]))
    assert "react" not in [d.what for d in tunnel(state, "place").asked]
    near = tunnel(underground(*group(30, 30), rifles("R", 42, 30, marks=["alert"])), "place")
    assert "fire" in [o.key for o in near.question("react").options]  # type: ignore[attr-defined]


@pytest.mark.rule("MI-BURR-02")
def test_with_a_burrower_9_inches_toward_and_6_in_any_direction() -> None:
    state = underground(*group(20, 20, burrower="B"), *hole("E", 50, 20))
    assert tunnel(state, "toward", toward=["E"], move=[(29, 20)]).piece("M").xy == (29, 20)
    asked = tunnel(state, "any", until="move")
    assert refusal(asked, "move", (20, 26)) == ""
    assert refusal(asked, "move", (20, 26.2)) != ""


@pytest.mark.rule("MI-BURR-03")
def test_a_burrower_changes_no_other_tunnel_move() -> None:
    state = underground(*group(20, 20, burrower="B"), *hole("E", 50, 20))
    placed = tunnel(state, "place")
    assert [(e.action, e.count) for e in placed.of(ActionSpent)] == [("place", 1)]
    away = tunnel(state, "away", toward=["E"], until="move")
    assert refusal(away, "move", (11, 20)) != ""
    assert refusal(away, "move", (13.9, 20)) != ""
    assert refusal(away, "move", (14, 20)) == ""


@pytest.mark.rule("MI-GAP-55")
def test_when_the_burrower_is_out_the_marker_is_slow_again() -> None:
    state = underground(*group(30, 30, warriors=2, burrower="B"), *hole("E", 30, 30))
    assert markers.speeds(state, "M") == (9, 6)
    done = tunnel(state, "exit:E", enter=[(Spot("B", 32.5, 30),), ()])
    assert markers.speeds(done.state, "M") == (6, 4)
    acting = do(done.state, "bug_surfaced").state.game.activation
    assert acting is not None and acting.members == ("B",)


H1 = HiddenEntrance("H1", "V6", 40.5, 19.5)
V6 = block("building", "V6", 39, 15, 42, 18)


@pytest.mark.rule("MI-HIDE-01", "MI-GAP-61")
def test_hidden_entrances_are_known_to_the_bugs_alone() -> None:
    h2 = HiddenEntrance("H2", "O3", 57.5, 21.5)
    state = field(V6, rifles("R", 3, 3), hidden=(H1, h2))
    assert view(state, "mi").game.hidden == ()
    assert view(state, "bugs").game.hidden == (H1, h2)


@pytest.mark.rule("MI-HIDE-02")
def test_groups_move_toward_hidden_entrances_as_to_any() -> None:
    state = underground(*group(40, 40), hidden=(HiddenEntrance("H", "V6", 40, 17),))
    done = tunnel(state, "toward", toward=["H"], move=[(40, 34)])
    assert done.piece("M").xy == (40, 34)
    assert refusal(tunnel(state, "toward", toward=["H"], until="move"), "move", (40, 33.8)) != ""


@pytest.mark.rule("MI-HIDE-03", "MI-HIDE-04", "MI-GAP-39")
def test_a_search_reveals_it_and_moves_those_on_the_spot_without_a_save() -> None:
    state = field(V6, rifles("R", 40.5, 20), *six(), hidden=(H1,))
    assert "H1" not in state.table.pieces
    done = run(state, lambda game: hidden.reveal(game, "V6", by_exit=False))
    assert (done.piece("H1").hits, done.piece("H1").xy) == (5, (40.5, 19.5))
    assert done.state.game.hidden == ()
    assert len(entrances(done.state)) == 7
    assert done.piece("R").xy == (40.5, 21.5)
    hit = run(
        done.state, lambda game: damage.settle(game, [die_of("heavy_machine_gun", "R", "H1")], "fire"), (5,)
    )
    assert hit.piece("H1").hits == 5  # 5 + 1 does not reach Target 8+
    ap = run(done.state, lambda game: damage.settle(game, [die_of("ap_warhead", "R", "H1")], "fire"), (6,))
    assert ap.piece("H1").hits == 4


@pytest.mark.rule("MI-HIDE-03", "MI-GAP-39")
@pytest.mark.parametrize(("die", "left"), [(4, 4), (3, 3)])
def test_coming_out_reveals_it_and_infantry_on_the_spot_saves(die: int, left: int) -> None:
    state = underground(*group(40.5, 19.5, warriors=2), V6, rifles("R", 40.5, 20), hidden=(H1,))
    done = tunnel(state, "exit:H1", enter=[(Spot("T1", 38.5, 19.5),)], dice=(die, 1, 1)[:1])
    assert done.piece("R").hits == left
    assert done.piece("R").xy == (40.5, 21.5)
    assert done.piece("T1").spot is not None
    assert "H1" in done.state.table.pieces


@pytest.mark.rule("MI-GAP-39")
def test_it_is_no_target_while_hidden_and_revealed_when_its_building_falls() -> None:
    state = field(V6, rifles("R", 40.5, 25), hidden=(H1,))
    assert "H1" not in [t.id for t in enemies(state, "mi")]
    done = run(state, lambda game: structures.destroy(game, "V6"))
    assert "H1" in [t.id for t in enemies(done.state, "mi")]


@pytest.mark.rule("MI-TUNL-09", "MI-TUNL-10", "MI-GAP-46")
def test_a_destroyed_entrance_collapses_on_friend_and_foe() -> None:
    entrance = hole("E", 30, 30, hits=1)
    state = field(*entrance, warrior("W", 32, 30), rifles("R", 28, 30), *group(30, 32, warriors=10))
    dice = (10, 1, 3, *[4] * 9, 3)
    # one shot; then 12 Saves: the Rifle Squad 1 (fails), the Warrior 3 (fails), nine pass below, one fails
    done = run(state, lambda game: damage.settle(game, [die_of("ap_warhead", "R", "E")], "fire"), dice)
    saves = [e for e in done.of(Rolled) if e.why == "the tunnel collapses"]
    assert [len(e.faces) for e in saves] == [12]
    assert "E" not in done.state.table.pieces
    assert "E" not in done.state.table.ground.by_id()
    assert (done.piece("R").hits, done.piece("R").xy) == (3, (28, 30))
    assert done.piece("W").place == Off("reserve")
    assert len(done.state.table.below("M")) == 9
    assert done.piece("M").xy == (30, 32)
    assert done.state.game.count("entrances_destroyed") == 1
    assert tunnels.free_entrances(done.state) == 5
    next_turn = do(done.state.with_game(phase="bugs_arrivals"), "count_arrivals")
    assert tunnels.free_entrances(next_turn.state) == 6


@pytest.mark.rule("MI-GAP-46", "MI-TUNL-10")
def test_surviving_bugs_beside_it_may_go_into_a_marker_that_touched_it() -> None:
    things = [
        warrior("W", 32, 30),
        warrior("on", 30, 30),
        piece("plasma_bug", "P", 30, 32.75),
        *group(28, 30, warriors=1),
    ]
    state = field(*hole("E", 30, 30), *things)
    script = lambda game: tunnels.collapse(game, "E", by_choice=True)  # noqa: E731
    done = run(state, script, (4, 4, 5, 4), group=[("W",)])
    assert done.piece("W").place == Below("M")
    assert done.piece("on").spot == OnTable(30, 30)
    assert [o.key for o in done.question("group").options] == ["W", "on"]  # type: ignore[attr-defined]
    assert done.state.game.count("entrances_destroyed") == 0


@pytest.mark.rule("MI-GAP-46")
def test_a_stand_in_a_house_that_touches_the_entrance_is_next_to_it() -> None:
    state = field(V6, *hole("E", 40.5, 19.5), rifles("R", place=Inside("V6")))
    done = run(state, lambda game: tunnels.collapse(game, "E", by_choice=False), (3,))
    assert (done.piece("R").hits, done.piece("R").place) == (3, Inside("V6"))


@pytest.mark.rule("MI-TUNL-12", "MI-TUNL-11", "MI-GAP-46")
def test_one_collapse_by_choice_a_turn_and_the_entrance_is_available_in_the_next() -> None:
    state = field(*group(30, 30), *six(), rifles("R", 3, 3), hidden=(H1,), phase=PHASE, turn=3)
    asked = do(state, "bug_activate", until="activate")
    assert refusal(asked, "activate", "collapse:H1") != ""
    done = do(state, "bug_activate", {"activate": ["collapse:E2"]})
    assert len(entrances(done.state)) == 5
    again = do(done.state, "bug_activate", until="activate")
    assert refusal(again, "activate", "collapse:E3").startswith("MI-TUNL-12")
    assert tunnels.free_entrances(done.state) == 0
    next_turn = do(done.state.with_game(phase="bugs_arrivals", turn=4), "count_arrivals")
    assert tunnels.free_entrances(next_turn.state) == 1
    assert tunnels.site_fault(next_turn.state, 30, 30) == ("", "")


@pytest.mark.rule("MI-TUNL-08", "MI-GAP-41")
@pytest.mark.parametrize(("x", "die", "alive"), [(32.0, 3, True), (32.0, 2, False), (32.1, 3, False)])
def test_a_warrior_touching_an_entrance_has_plus_1(x: float, die: int, alive: bool) -> None:
    state = field(*hole("E", 30, 30), warrior("W", x, 30), rifles("R", 45, 30))
    done = run(state, lambda game: damage.settle(game, [die_of("assault_rifle", "R", "W")], "fire"), (5, die))
    assert done.piece("W").in_play is alive


@pytest.mark.rule("MI-GAP-70")
def test_the_marker_on_e1_does_nothing_in_turn_1() -> None:
    site = Site(tunnelling_from=2)
    state = field(*group(33, 36, warriors=8), *hole("E1", 33, 36), rifles("R", 3, 3), phase=PHASE, site=site)
    early = do(state, "bug_activate", until="activate")
    assert refusal(early, "activate", "M") == "MI-GAP-70: groups below ground cannot act before turn 2"
    second = do(state.with_game(turn=2), "bug_activate", {"activate": ["M"]})
    out = tunnel(second.state, "exit:E1", enter=[lambda d, s: d.default(s)])
    surfaced = do(out.state, "bug_surfaced").state.game.activation
    assert surfaced is not None
    assert (len(surfaced.members), surfaced.actions_left) == (8, 1)


@pytest.mark.rule("MI-BURR-05")
@pytest.mark.parametrize(("save", "left"), [(3, 6), (2, 5)])
def test_a_burrower_has_no_cover_and_does_not_flinch(save: int, left: int) -> None:
    state = field(piece("burrower", "B", 38, 16), V6, rifles("R", 25, 16))
    shot = [die_of("assault_rifle", "R", "B")]
    done = run(state, lambda game: damage.settle(game, shot, "fire"), (5, save))
    assert (done.piece("B").hits, done.piece("B").xy) == (left, (38, 16))


@pytest.mark.rule("MI-GAP-39")
@pytest.mark.parametrize("value", ["v6_and_o3", "random", "none"])
def test_where_hidden_entrances_are(value: str) -> None:
    state = outpost(hidden_entrances=value)
    if value == "random":
        assert state.game.hidden == ()
        houses = [t.id for t in state.table.ground.terrain if t.kind == "building"]
        left = [house for house in houses if house != "V1"]
        dice = (houses.index("V1") + 1, left.index("O2") + 1)
        state = do(state, "draw_entrances", dice=dice).state
        v1, o2 = state.game.hidden
        assert (v1.structure, v1.x, v1.y) == ("V1", 29.5, 12.5)
        assert (o2.structure, o2.x, o2.y) == ("O2", 52.5, 29)
        return
    found = [(h.structure, h.x, h.y) for h in state.game.hidden]
    assert found == ([("V6", 40.5, 19.5), ("O3", 57.5, 21.5)] if value == "v6_and_o3" else [])


@pytest.mark.rule("MI-GAP-37")
def test_what_the_bugs_have_at_the_start() -> None:
    state = outpost()
    assert {e.xy for e in entrances(state)} == {(30, 40), (50, 6)}
    assert [p for p in state.table.of_side("bugs") if p.in_play and p.kind != "tunnel_entrance"] == []
    mi = rifles("R", 20, 24)
    placed = perform(
        state.with_table(state.table.with_pieces(mi)),
        lambda game: turn.script(game, Step("place_first_plasma", ("plasma-bug-1",))),
        until="deploy",
    )
    assert refusal(placed, "deploy", (Spot("plasma-bug-1", 68, 40),)) == ""
    for x, y in ((45.7, 40 - 16), (54, 22), (18, 36)):  # within 24", in the outpost, on a rock
        assert refusal(placed, "deploy", (Spot("plasma-bug-1", x, y),)) != ""


def outpost(**options: str) -> Battle:
    """The first state of the mission with these options."""
    return load_scenario("outpost_evac", options).start()


@pytest.mark.rule("MI-TUNL-09", "MI-GAP-28")
def test_who_flies_over_a_collapsing_entrance_makes_no_save() -> None:
    ship = piece("viking", "V", 31, 30, marks=["flying"])
    state = field(*hole("E", 30, 30), ship, rifles("R", 3, 3))
    assert not run(state, lambda game: tunnels.collapse(game, "E", by_choice=False)).of(Rolled)


@pytest.mark.rule("MI-GAP-45", "MI-GAP-39")
def test_no_entrance_is_placed_over_a_hidden_one() -> None:
    for x, free in ((43.4, False), (43.5, True)):
        state = underground(*group(x, 30), hidden=(HiddenEntrance("H1", "V6", 40.5, 30),))
        asked = do(state, "bug_action", until="tunnel")
        assert (refusal(asked, "tunnel", "place") == "") is free


@pytest.mark.rule("MI-GAP-45", "MI-GAP-65")
def test_who_makes_room_for_an_entrance_does_not_end_on_another_one() -> None:
    state = underground(*group(30, 30), *hole("E", 33.2, 30), rifles("R", 31, 30), warrior("W", 30, 31))
    done = tunnel(state, "place", dice=(4,))
    x, y = done.piece("R").xy
    assert math.dist((x, y), (33.2, 30)) >= 1.995
    assert math.dist((x, y), (30, 30)) == pytest.approx(2.0, abs=0.006)


@pytest.mark.rule("MI-BTRN-02", "MI-GAP-46")
def test_who_acted_above_and_went_below_does_not_come_out_in_that_turn() -> None:
    """A Warrior that has acted goes below as its tunnel collapses; the group has another way up."""
    above = warrior("W", 32, 30)
    state = field(
        *group(30, 30, warriors=1), *hole("E", 30, 30), above, rifles("R", 3, 3), acted=("W",), phase=PHASE
    )
    answers = {"activate": ["collapse:E"], "group": [("W",)]}
    gone = do(state, "bug_activate", answers, dice=(4, 4)).state
    assert gone.table.piece("W").place == Below("M")
    again = hole("F", 30, 30)
    there = gone.with_table(gone.table.with_pieces(again[0]).with_terrain(again[1]))
    there = there.with_game(activation=swarm_of("M", kind="marker", unit="M"))
    out = tunnel(there, "exit:F", enter=[lambda d, s: d.at(s, (30, 30))])
    assert out.question("enter").pieces == ("T1",)  # type: ignore[attr-defined]
    assert not out.piece("W").has("surfaced")
    tomorrow = out.state.with_game(acted=(), activation=swarm_of("M", kind="marker", unit="M"), tally={})
    assert tunnel(tomorrow, "exit:F", enter=[lambda d, s: d.at(s, (30, 30))]).piece("W").spot is not None


@pytest.mark.rule("MI-BOBJ-03", "MI-GAP-56")
def test_a_captive_in_a_falling_house_makes_no_save_and_lies_in_the_ruin() -> None:
    lying = piece("command_team", "CO", hits=0, marks=["captive"], place=Inside("V6"))
    done = run(field(V6, lying, rifles("R", 3, 3)), lambda game: structures.destroy(game, "V6"))
    assert not done.of(Rolled)
    assert done.piece("CO").spot is not None


@pytest.mark.rule("MI-GAP-45", "MI-BTRN-02")
def test_who_comes_out_with_the_last_action_of_the_group_has_acted() -> None:
    state = underground(*group(30, 30, warriors=2), *hole("E", 30, 30), rifles("R", 3, 3), actions=1)
    done = tunnel(state, "exit:E", enter=[(Spot("T1", 32, 30),)])
    assert set(done.state.game.acted) == {"M", "T1"}
    asked = do(done.state, "bug_activate", until="activate")
    assert refusal(asked, "activate", "T1") == "MI-BTRN-02: T1 has acted in this turn"
    assert refusal(asked, "activate", "M") == "MI-BTRN-02: M has acted in this turn"


@pytest.mark.rule("MI-BTRT-10", "MI-TUNL-09")
def test_a_large_bug_that_dies_below_ground_does_not_blow_up() -> None:
    tanker = piece("tanker", "K", hits=1, place=Below("M"))
    state = field(*hole("E", 30, 30), marker("M", 30, 30), tanker, rifles("R", 33, 30))
    done = run(state, lambda game: tunnels.collapse(game, "E", by_choice=False), (2,))
    assert done.piece("K").place == Off("reserve")
    assert [len(e.faces) for e in done.of(Rolled)] == [1]
    assert "M" not in done.state.table.pieces
