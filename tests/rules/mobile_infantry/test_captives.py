"""Captured Command Teams: taken, carried, delivered, dropped and freed."""

from __future__ import annotations

import math

import pytest

from battlesim.engine.play import Play, Script
from battlesim.rulesets.mobile_infantry.activations import move_previews
from battlesim.rulesets.mobile_infantry.arachnids import melee, screech
from battlesim.rulesets.mobile_infantry.battle.previews import answer_preview
from battlesim.rulesets.mobile_infantry.core.state import BUGS, Battle, Game
from battlesim.rulesets.mobile_infantry.ground import captives
from battlesim.rulesets.mobile_infantry.losses import hit_points
from battlesim.rulesets.mobile_infantry.underground import tunnel_entrances
from battlesim.table.events import MessageLogged
from battlesim.table.pieces import Aboard, Below, Inside, Mark, Off, OnTable, Piece
from tests.rules.mobile_infantry.acts import do, leg
from tests.rules.mobile_infantry.arachnids import below, hole, marker, swarm_of
from tests.rules.mobile_infantry.field import (
    ScriptResult,
    block,
    field,
    lieutenant,
    perform,
    piece,
    rifles,
    warrior,
)


def held(id: str, bug: str, side: float = 0.0) -> Piece:
    """A captive of a bug, lying on that side of it (degrees)."""
    stand = piece("command_team", id, hits=0, place=Aboard(bug))
    return stand.with_mark("captive", 1, f"{side}").with_mark("officer", 6)


def lying(id: str, x: float, y: float) -> Piece:
    """A captive that nobody holds."""
    return piece("command_team", id, x, y, hits=0, marks=["captive"])


def strike(state: Battle, bug: str, dice: list[int]) -> ScriptResult:
    """A Melee of one bug."""
    return perform(state, lambda game: melee.run_melee(game, (bug,)), dice=dice)


def after(state: Battle, *movers: str, side: float = 0.0) -> ScriptResult:
    """The end of a Move of these models."""
    carriers = [m for m in movers if captives.held_captive(state, m)]
    answers = {"capture_place": [side] * len(carriers)}
    return perform(state, lambda game: captives.update_captives(game, movers), answers)


@pytest.mark.rule("MI-BOBJ-02")
def test_a_command_team_killed_by_a_warrior_is_its_captive() -> None:
    state = field(warrior("W", 20, 20), lieutenant("CO", 21.5, 20, hits=1, marks=["alert"]))
    done = strike(state, "W", [6, 1])
    assert done.piece("CO").place == Aboard("W")
    assert [m.name for m in done.piece("CO").marks] == ["captive", "officer"]
    assert captives.captive_point(done.state, "CO") == (21, 20)
    assert done.state.game.count("dead_humans") == 1
    assert "W takes CO captive" in [str(e.text) for e in done.events if isinstance(e, MessageLogged)]


@pytest.mark.rule("MI-BOBJ-03", "MI-BOBJ-04")
@pytest.mark.parametrize(("x", "side", "told"), [(32.8, 180.0, "4 VP"), (32.8, 0.0, "0.8 in short")])
def test_it_is_foretold_whether_a_captive_comes_to_a_tunnel(x: float, side: float, told: str) -> None:
    state = field(*hole("E", 30, 30), warrior("W", x, 30), held("CO", "W"))
    asked = perform(state, lambda game: captives.update_captives(game, ("W",)), until="capture_place")
    card = answer_preview(asked.state, asked.asked[-1], side)
    assert card is not None and [str(row.value) for row in card.rows] == [told]
    delivered = after(state, "W", side=side).piece("CO").place == Off("lost")
    assert delivered is told.endswith("VP")


@pytest.mark.rule("MI-BOBJ-04")
def test_a_move_tells_how_far_a_captive_is_from_a_tunnel() -> None:
    state = field(*hole("E", 30, 30), warrior("W", 38, 30), held("CO", "W"))
    (row,) = move_previews.delivery_rows(state, ("W",))
    assert (row.label, str(row.value)) == ("CO to a tunnel", "5.0 in short")
    (row,) = move_previews.delivery_rows(
        field(*hole("E", 30, 30), warrior("W", 33, 30), held("CO", "W")), ("W",)
    )
    assert row.value == "4 VP"


@pytest.mark.rule("MI-BOBJ-02", "MI-GAP-48")
def test_no_tanker_captures_and_no_mech_is_captured() -> None:
    tanker = strike(field(piece("tanker", "T", 20, 20), lieutenant("CO", 22, 20, hits=1)), "T", [6, 1])
    assert tanker.piece("CO").place == Off("lost")
    mech = piece("heavy_mech", "M", 21.5, 20, hits=1).with_mark("officer", 6)
    robot = strike(field(piece("hopper", "H", 20, 20), mech), "H", [10])
    assert robot.piece("M").place == Off("lost")


@pytest.mark.rule("MI-GAP-48")
def test_the_die_that_took_the_last_hit_point_decides_who_captures() -> None:
    bugs = [piece("tanker", "T", 20, 20), warrior("W", 22.5, 21)]
    state = field(*bugs, lieutenant("CO", 22, 20, hits=2))
    by_warrior = [3, 1, 3, 1, 3, 3]
    done = perform(state, lambda game: melee.run_melee(game, ("T", "W")), dice=by_warrior)
    assert done.piece("CO").place == Aboard("W")
    done = perform(state, lambda game: melee.run_melee(game, ("T", "W")), dice=[6, 1, 3, 1])
    assert done.piece("CO").place == Off("lost")


@pytest.mark.rule("MI-GAP-48", "MI-BTRT-04")
def test_a_hopper_that_dies_of_its_own_blow_captures_nobody() -> None:
    state = field(piece("hopper", "H", 20, 20), lieutenant("CO", 21.5, 20, hits=1))
    done = strike(state, "H", [1])
    assert done.piece("H").place == Off("reserve")
    assert (done.piece("CO").place, done.piece("CO").has_mark("captive")) == (OnTable(21.5, 20), True)


@pytest.mark.rule("MI-GAP-48")
def test_a_bug_holds_one_captive() -> None:
    state = field(warrior("W", 20, 20), held("first", "W"), lieutenant("CO", 21.5, 20, hits=1))
    done = strike(state, "W", [6, 1])
    assert captives.held_captive(done.state, "W") == "first"
    assert done.piece("CO").place == OnTable(21.5, 20)


@pytest.mark.rule("MI-BOBJ-03")
@pytest.mark.parametrize("side", [0.0, 90.0, 215.0])
def test_the_captive_moves_along_and_lies_where_the_player_says(side: float) -> None:
    state = field(warrior("W", 20, 20), held("CO", "W"), phase="bugs_activations", activation=swarm_of("W"))
    moved = do(
        state,
        "bug_action",
        {"action": ["move"], "move": [(leg("W", (20, 20), (26, 20)),)], "capture_place": [side]},
    )
    x, y = captives.captive_point(moved.state, "CO")
    assert math.dist((x, y), (26, 20)) == pytest.approx(1.0, abs=0.005)
    assert math.degrees(math.atan2(y - 20, x - 26)) % 360 == pytest.approx(side, abs=0.1)


@pytest.mark.rule("MI-BOBJ-04", "MI-GAP-48")
def test_the_first_captive_at_a_tunnel_scores_4_each_further_one_2() -> None:
    first = field(warrior("W", 32, 30), held("CO", "W"), *hole("E", 30, 30))
    done = after(first, "W")
    assert done.state.game.points[BUGS] == 4
    assert "CO is brought to a tunnel: 4 VP" in [str(e.text) for e in done.events_of(MessageLogged)]
    assert done.piece("CO").place == Off("lost")
    table = done.state.table.with_pieces(held("CO2", "W"))
    again = after(done.state.with_table(table), "W")
    assert again.state.game.points[BUGS] == 6


@pytest.mark.rule("MI-BOBJ-04", "MI-GAP-48")
@pytest.mark.parametrize(("side", "points"), [(180.0, 4), (0.0, 0)])
def test_the_captive_itself_may_be_what_touches_the_tunnel(side: float, points: int) -> None:
    state = field(warrior("W", 33, 30), held("CO", "W"), *hole("E", 30, 30))
    assert after(state, "W", side=side).state.game.points[BUGS] == points


@pytest.mark.rule("MI-GAP-48")
@pytest.mark.parametrize(("value", "points"), [("per_captive", 4), ("every_arrival", 6)])
def test_what_a_further_time_is(value: str, points: int) -> None:
    state = field(
        warrior("W", 32, 30), held("CO", "W"), *hole("E", 30, 30), options={"captive_scoring": value}
    )
    twice = after(after(state, "W").state, "W")
    assert twice.state.game.points[BUGS] == points
    assert captives.held_captive(twice.state, "W") == ("CO" if value == "every_arrival" else "")


@pytest.mark.rule("MI-GAP-48")
def test_when_its_captor_dies_the_captive_lies_there_until_somebody_takes_it_up() -> None:
    state = field(warrior("W", 20, 20), held("CO", "W", 90.0), warrior("V", 20, 22), rifles("R", 40, 20))
    dead = perform(state, lambda game: hit_points.remove_model(game, "W", "MI-SHOT-12"))
    assert dead.piece("CO").place == OnTable(20, 21)
    taken = perform(
        dead.state, lambda game: captives.update_captives(game, ("V",)), {"capture_place": [270.0]}
    )
    assert taken.piece("CO").place == Aboard("V")
    assert captives.captive_point(taken.state, "CO") == (20, 21)


@pytest.mark.rule("MI-GAP-48")
def test_an_infantry_stand_that_touches_the_captive_frees_it() -> None:
    blocker = warrior("W", 19.4, 20)
    state = field(rifles("R", 20.6, 20.8), lying("CO", 20, 20).with_mark("officer", 6), blocker)
    state = state.with_game(tally={"dead_humans": 3})
    done = after(state, "R")
    free = done.piece("CO")
    assert (free.hits, free.has_mark("captive"), free.mark_count("officer")) == (1, False, 6)
    assert math.dist(free.xy, (19.4, 20)) >= 0.995 and math.dist(free.xy, (20.6, 20.8)) >= 0.995
    assert done.state.game.count("dead_humans") == 2
    apart = after(field(rifles("R", 21.2, 20), lying("CO", 20, 20)), "R")
    assert apart.piece("CO").has_mark("captive")


@pytest.mark.rule("MI-BOBJ-03", "MI-GAP-65")
def test_a_captive_is_in_nobodys_way_and_no_target() -> None:
    state = field(
        warrior("W", 20, 20), lying("CO", 22, 20), phase="bugs_activations", activation=swarm_of("W")
    )
    done = do(
        state,
        "bug_action",
        {"action": ["move"], "move": [(leg("W", (20, 20), (23.2, 20)),)]},
    )
    assert done.piece("W").xy == (23.2, 20)
    assert melee.melee_targets(done.state, ("W",), free=False, reaction=False) == {}


@pytest.mark.rule("MI-GAP-48", "MI-BOBJ-04")
def test_the_move_of_a_screech_counts_as_a_move() -> None:
    bug = warrior("W", 36, 30, marks=["alert"])
    state = field(bug, held("CO", "W"), *hole("E", 30, 30), rifles("R", 40, 30))
    answers = {"react": ["screech:W"], "move": [(leg("W", (36, 30), (32, 30)),)], "capture_place": [0.0]}
    done = perform(state, lambda game: screech.offer_screech(game, ("R",)), answers)
    assert done.state.game.points[BUGS] == 4


def _taken(game: Play[Game], victim: str, captor: str) -> Script[None]:
    assert captives.try_capture(game, victim, captor)
    return
    yield


@pytest.mark.rule("MI-BOBJ-02")
def test_a_command_team_in_a_house_is_carried_off_too() -> None:
    house = block("building", "V", 22, 18, 25, 22)
    stand = piece("command_team", "CO", hits=0, place=Inside("V"))
    done = perform(field(warrior("W", 21, 20), house, stand), lambda game: _taken(game, "CO", "W"))
    assert done.piece("CO").place == Aboard("W")
    assert done.piece("CO").marks == (Mark("captive", 1, ""),)


@pytest.mark.rule("MI-GAP-48", "MI-GAP-18")
@pytest.mark.parametrize("trigger", ["unit_action", "each_model"])
def test_a_bug_that_stays_in_the_move_of_its_swarm_takes_up_a_captive_that_it_touches(trigger: str) -> None:
    state = field(
        warrior("L", 20, 20),
        warrior("W", 24, 20),
        lying("CO", 25, 20),
        phase="bugs_activations",
        activation=swarm_of("L", "W"),
        options={"reaction_trigger": trigger},
    )
    answers = {"action": ["move"], "move": [(leg("L", (20, 20), (21, 20)),)], "capture_place": [90.0]}
    assert do(state, "bug_action", answers).piece("CO").place == Aboard("W")


@pytest.mark.rule("MI-GAP-48", "MI-GAP-46")
def test_a_carrier_that_goes_below_in_a_collapse_leaves_its_captive_behind() -> None:
    bug, stand = warrior("W", 32, 30), held("CO", "W", 90.0)
    state = field(bug, stand, *hole("E", 30, 30), marker("M", 30, 30), *below("M", warriors=1))
    done = perform(
        state,
        lambda game: tunnel_entrances.collapse_entrance(game, "E", tunnel_entrances.COLLAPSE),
        {"group": [("W",)]},
        dice=[4, 4],
    )
    assert done.piece("W").place == Below("M")
    assert done.piece("CO").place == OnTable(32, 31)
