"""Tunnels: markers and their moves, entrances and where they are placed."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from battlesim.rulesets.mobile_infantry.aftermath import chain_reactions
from battlesim.rulesets.mobile_infantry.attack.attack_dice import AttackDie
from battlesim.rulesets.mobile_infantry.battle.view import view_for_side
from battlesim.rulesets.mobile_infantry.core.lookups import entrances_on_table
from battlesim.rulesets.mobile_infantry.core.state import HiddenEntrance, Rectangle, Site
from battlesim.rulesets.mobile_infantry.underground import tunneling_markers
from battlesim.table.events import DiceRolled, MessageLogged
from battlesim.table.pieces import Piece
from battlesim.table.terrain import Terrain
from tests.rules.mobile_infantry.acts import do, refusal
from tests.rules.mobile_infantry.arachnids import hole
from tests.rules.mobile_infantry.diggers import PHASE, group, run, six, tunnel, underground
from tests.rules.mobile_infantry.field import block, field, piece, rifles, warrior


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
    assert "not one of the options" in refusal(do(fresh, "bug_activate", until="activate"), "activate", "T1")


@pytest.mark.rule("MI-TUNL-02")
def test_straight_toward_or_away_from_an_entrance() -> None:
    state = underground(*group(20, 20), *hole("E", 36, 20))
    toward = tunnel(state, "toward", move=[(26, 20)])
    assert toward.piece("M").xy == (26, 20)
    assert tunnel(state, "away", move=[(14, 20)]).piece("M").xy == (14, 20)
    asked = tunnel(state, "toward", until="move")
    assert refusal(asked, "move", (20, 26)) != ""
    assert refusal(asked, "move", (26.2, 20)) != ""
    near = tunnel(underground(*group(20, 20), *hole("E", 24, 20)), "toward", until="move")
    assert refusal(near, "move", (24, 20)) == ""
    assert refusal(near, "move", (24.2, 20)) != ""


@pytest.mark.rule("MI-TUNL-02")
def test_which_entrance_is_asked_only_where_there_are_two() -> None:
    one = underground(*group(20, 20), *hole("E", 36, 20))
    two = underground(*group(20, 20), *hole("E", 36, 20), *hole("F", 36, 30))
    asked = [[d.what for d in tunnel(state, "toward").asked] for state in (one, two)]
    assert asked == [["tunnel", "move"], ["tunnel", "toward", "move"]]
    labels = [
        tunnel(state, "toward", until="tunnel").first_decision("tunnel").open_options[1].label
        for state in (one, two)
    ]
    assert list(map(str, labels)) == ["Towards E, up to 6 in", "Towards an entrance, up to 6 in"]


@pytest.mark.rule("MI-TUNL-03")
def test_4_inches_in_any_direction_whatever_is_above() -> None:
    state = underground(*group(27, 9), block("building", "V1", 28, 8, 31, 11), rifles("R", 31, 9))
    assert tunnel(state, "any", move=[(31, 9)]).piece("M").xy == (31, 9)
    assert refusal(tunnel(state, "any", until="move"), "move", (31.2, 9)) != ""


@pytest.mark.rule("MI-GAP-44")
def test_a_marker_cannot_leave_the_table_and_is_no_target() -> None:
    state = underground(*group(1, 20), *hole("E", 5, 20), rifles("R", 3, 20, marks=["alert"]))
    assert refusal(tunnel(state, "any", until="move"), "move", (-1, 20)) != ""
    assert tunnel(state, "away", move=[(0, 20)]).piece("M").xy == (0, 20)
    moved = tunnel(state, "any", move=[(2, 20)])
    assert "react" not in [d.what for d in moved.asked]


@pytest.mark.rule("MI-GAP-44")
@pytest.mark.parametrize(("value", "seen"), [("open", True), ("hidden", False)])
def test_whether_the_enemy_sees_markers(value: str, seen: bool) -> None:
    state = field(*group(20, 20, warriors=2), rifles("R", 3, 3), options={"marker_visibility": value})
    known = view_for_side(state, "mi").table.pieces
    assert ("M" in known, "T1" in known) == (seen, False)
    assert {"M", "T1"} <= set(view_for_side(state, "bugs").table.pieces)


@pytest.mark.rule("MI-TUNL-04", "MI-TUNL-11")
def test_an_entrance_is_placed_on_the_marker() -> None:
    three = [thing for n in range(3) for thing in hole(f"E{n + 1}", 5 + 10 * n, 42)]
    done = tunnel(underground(*group(30, 30), *three), "place")
    (new,) = [e for e in entrances_on_table(done.state) if e.id not in ("E1", "E2", "E3")]
    assert (new.xy, new.hits) == ((30, 30), 5)
    assert done.state.table.terrain(new.id).kind == "tunnel_entrance"
    assert tunneling_markers.touched_entrances(done.state, "M") == (new.id,)
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
    assert done.first_decision("find_place").side == "mi"


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
    name = thing.name if isinstance(thing, Piece) else thing.display_name
    assert refusal(asked, "tunnel", "place") == f"MI-GAP-45: {name} is in the way"
    crater = block("crater", "C", 31, 29, 34, 31)
    free = do(underground(*group(30, 30), crater), "bug_action", until="tunnel")
    assert refusal(free, "tunnel", "place") == ""
    edge = do(underground(*group(1, 30)), "bug_action", until="tunnel")
    assert "table edge" in refusal(edge, "tunnel", "place")


@pytest.mark.rule("MI-GAP-45")
def test_bugs_on_the_spot_are_shifted_without_a_save() -> None:
    done = tunnel(underground(*group(30, 30), warrior("W", 29, 30)), "place")
    assert done.piece("W").xy == (28, 30)
    assert not done.events_of(DiceRolled)


@pytest.mark.rule("MI-GAP-45")
def test_nobody_is_asked_to_choose_between_places_that_are_one() -> None:
    beside = tunnel(underground(*group(30, 30), warrior("W", 30.1, 31.6)), "place")
    assert "find_place" not in [question.what for question in beside.asked]
    on_the_middle = tunnel(underground(*group(30, 30), warrior("W", 30, 30)), "place", until="find_place")
    places = [line[0] for line in on_the_middle.asked[-1].lines]  # type: ignore[attr-defined]
    assert min(math.dist(a, b) for a, b in combinations(places, 2)) >= 0.5


@pytest.mark.rule("MI-GAP-45")
def test_a_captive_takes_no_place_from_who_is_shifted() -> None:
    captive = piece("command_team", "C", 28, 30, hits=0, marks=["captive"])
    done = tunnel(underground(*group(30, 30), warrior("W", 29, 30), captive), "place")
    assert done.piece("W").xy == (28, 30)


@pytest.mark.rule("MI-GAP-45")
def test_of_two_places_at_equal_distance_one_is_chosen() -> None:
    state = underground(*group(30, 30), warrior("W", 29, 30), warrior("V", 28, 30))
    asked = tunnel(state, "place", until="find_place").asked[-1]
    assert len(asked.lines) == 2  # type: ignore[attr-defined]


@pytest.mark.rule("MI-TUNL-04")
def test_a_new_entrance_has_a_line_of_its_own_in_the_log() -> None:
    done = tunnel(underground(*group(30, 30)), "place")
    said = next(event.text for event in done.events_of(MessageLogged))
    assert said == "A Tunnel Entrance opens"


@pytest.mark.rule("MI-GAP-47")
@pytest.mark.parametrize("rock", [True, False])
def test_no_entrance_on_bedrock_but_markers_pass_beneath(rock: bool) -> None:
    site = Site(bedrock=Rectangle(46, 16, 62, 32) if rock else None)
    near = do(underground(*group(44.6, 20), site=site), "bug_action", until="tunnel")
    assert refusal(near, "tunnel", "place").startswith("MI-GAP-47") is rock
    clear = do(underground(*group(44.5, 20), site=site), "bug_action", until="tunnel")
    assert refusal(clear, "tunnel", "place") == ""
    assert tunnel(underground(*group(44.5, 20), site=site), "any", move=[(48, 20)]).piece("M").xy == (48, 20)


@pytest.mark.rule("MI-GAP-73")
def test_a_placed_entrance_is_what_took_part() -> None:
    state = underground(*group(30, 30), rifles("R", 42.2, 30, marks=["alert"]))
    assert "react" not in [d.what for d in tunnel(state, "place").asked]
    near = tunnel(underground(*group(30, 30), rifles("R", 42, 30, marks=["alert"])), "place")
    assert "fire" in [o.key for o in near.first_decision("react").open_options]  # type: ignore[attr-defined]


@pytest.mark.rule("MI-TUNL-08", "MI-GAP-41")
@pytest.mark.parametrize(("x", "die", "alive"), [(32.0, 3, True), (32.0, 2, False), (32.1, 3, False)])
def test_a_warrior_touching_an_entrance_has_plus_1(x: float, die: int, alive: bool) -> None:
    state = field(*hole("E", 30, 30), warrior("W", x, 30), rifles("R", 45, 30))
    done = run(
        state,
        lambda game: chain_reactions.resolve_attack(game, [AttackDie("assault_rifle", "R", "W")], "fire"),
        (5, die),
    )
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
