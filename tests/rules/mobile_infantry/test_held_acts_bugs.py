"""Arachnids: who is activated and leads, which Actions there are, Melee free and in Reactions, captives."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.mobile_infantry.activations import bug_actions, bug_activation
from battlesim.rulesets.mobile_infantry.arachnids import bug_movement, melee, screech
from battlesim.rulesets.mobile_infantry.core.state import Battle, Site
from battlesim.rulesets.mobile_infantry.ground import captives
from battlesim.rulesets.mobile_infantry.losses import hit_points
from battlesim.table.events import MarkChange, MarksChanged, MessageLogged, TerrainChanged
from battlesim.table.pieces import Aboard, Off, OnTable, Piece
from tests.rules.mobile_infantry.acts import do, leg
from tests.rules.mobile_infantry.arachnids import hole, swarm_of
from tests.rules.mobile_infantry.diggers import group
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

PHASE = "bugs_activations"
WALL = block("wall", "M", 19, 21.2, 24, 21.7)


def active(*things: Any, members: tuple[str, ...] = ("A",), **more: Any) -> Battle:
    """A battle in which these bugs are activated, under the first of them."""
    return field(*things, phase=PHASE, activation=swarm_of(*members), **more)


def asked(done: ScriptResult) -> list[str]:
    """What was asked, in order."""
    return [decision.what for decision in done.asked if decision.what]


def carrying(state: Battle, *movers: str) -> ScriptResult:
    """The end of a Move of these models."""
    return perform(state, lambda game: captives.update_captives(game, movers))


def held(id: str, bug: str) -> Piece:
    """A captive of a bug."""
    return piece("command_team", id, hits=0, place=Aboard(bug)).with_mark("captive", 1, "0.0")


@pytest.mark.rule("MI-BUNI-01", "MI-TUNL-12", "MI-GAP-70", "MI-TUNL-01")
@pytest.mark.parametrize(
    ("things", "turn", "begins"),
    [
        ((), 3, "done"),
        ((warrior("W", 50, 20),), 3, ""),
        ((warrior("W", 50, 20),), 1, ""),
        ((*group(40, 20), warrior("W", 50, 20)), 1, ""),
        (tuple(group(40, 20)), 3, ""),
        (tuple(group(40, 20)), 1, "done"),
    ],
    ids=[
        "a tunnel alone",
        "a bug",
        "a bug early on",
        "a bug and an early group",
        "a group",
        "an early group",
    ],
)
def test_the_question_whom_to_activate_begins_with_nobody_where_only_a_collapse_is_left(
    things: tuple[Piece, ...], turn: int, begins: str
) -> None:
    state = field(*hole("E", 30, 20), *things, phase=PHASE, turn=turn, site=Site(tunnelling_from=3))
    assert do(state, "bug_activate", until="activate").asked[-1].begins == begins  # type: ignore[attr-defined]


@pytest.mark.rule("MI-BUNI-04")
def test_only_bugs_of_the_leaders_species_join_by_chain() -> None:
    near = [warrior("B", 21.5, 20), piece("hopper", "H", 20, 21.5), warrior("C", 23, 20)]
    state = field(warrior("A", 20, 20), *near)
    assert [p.id for p in bug_activation.chain_neighbours(state, ("A",), near)] == ["B"]
    assert [p.id for p in bug_activation.chain_neighbours(state, ("A", "B"), near)] == ["C"]


@pytest.mark.rule("MI-BTRN-02", "MI-BUNI-05")
def test_the_activation_of_a_group_that_is_gone_is_over() -> None:
    now = swarm_of("M", kind="marker", unit="M")
    done = do(field(rifles("R", 10, 10), phase=PHASE, activation=now), "bug_action")
    assert (asked(done), done.state.game.activation) == ([], None)


@pytest.mark.rule("MI-BMOV-03", "MI-BTRT-03", "MI-GAP-50")
@pytest.mark.parametrize(("a", "b", "shown"), [(0, 0, True), (3, 0, True), (0, 3, True), (3, 3, False)])
def test_a_swarm_flies_while_one_of_it_has_not_flown(a: int, b: int, shown: bool) -> None:
    hoppers = (
        piece("hopper", "A", 20, 20, marks={"flown": a}),
        piece("hopper", "B", 22, 20, marks={"flown": b}),
    )
    (fly,) = (
        o
        for o in bug_actions.action_decision(active(*hoppers), ("A", "B"), "A", "").options
        if o.key == "fly"
    )
    assert bool(fly.shut) != shown


@pytest.mark.rule("MI-BMOV-02", "MI-BTRT-03", "MI-BMOV-03")
def test_of_a_swarm_in_flight_those_walk_who_have_flown() -> None:
    hoppers = piece("hopper", "A", 20, 20, marks={"flown": 3}), piece("hopper", "B", 20, 22)
    ways = leg("A", (20, 20), (26, 20)), leg("B", (20, 22), (30, 22))
    state = active(*hoppers, members=("A", "B"))
    asked_for = do(state, "bug_action", {"action": ["fly"]}, until="move").first_decision("move").motions  # type: ignore[attr-defined]
    assert [(m.piece, m.flying, m.allowance) for m in asked_for] == [("A", False, 8.0), ("B", True, 12.0)]
    given = bug_movement.MoveOrder(asked_for, ways)
    assert (given.motion("B").piece, given.flying_pieces) == ("B", ("B",))


@pytest.mark.rule("MI-BMOV-03", "MI-BTRT-03", "MI-BMOV-01", "MI-BMOV-02")
def test_nobody_is_asked_whether_bugs_fly_that_cannot() -> None:
    heard: list[bool] = []

    def script(game):  # type: ignore[no-untyped-def]
        heard.append((yield from bug_movement.ask_flight(game, ("A",), "MI-REIN-05")))

    assert asked(perform(field(warrior("A", 20, 20)), script)) == []
    assert heard == [False]


@pytest.mark.rule("MI-BSHT-01")
def test_a_bug_that_shoots_as_its_action_is_the_one_that_fires() -> None:
    state = active(piece("tanker", "A", 20, 20), rifles("R", 24, 20))
    done = do(state, "bug_action", {"action": ["shoot"], "target": ["R"]}, [1, 3])
    assert ("A", "R") in [said.at for said in done.events_of(MessageLogged)]


@pytest.mark.rule("MI-GAP-45")
def test_a_tanker_that_came_out_acts_for_itself() -> None:
    out = [piece("tanker", id, x, 20, marks={"surfaced": 1}) for id, x in (("T", 20), ("U", 24))]
    now = do(field(*out, phase=PHASE), "bug_surfaced", {"activate": ["U"]}).state.game.activation
    assert now is not None and now.members == ("U",)


@pytest.mark.rule("MI-BRDY-01", "MI-BTRT-09")
@pytest.mark.parametrize(
    ("marks", "why"),
    [
        ([], "A must take Ready first"),
        (["ready"], "no target is in range and sight"),
        (["ready", "slow:plasma_artillery", "alert"], "A has fired in this round"),
        (["alert", "ready", "slow:plasma_artillery"], "A has fired in this round"),
    ],
)
def test_why_a_plasma_bug_cannot_shoot(marks: list[str], why: str) -> None:
    offers = bug_actions.action_decision(
        active(piece("plasma_bug", "A", 20, 20, marks=marks)), ("A",), "A", ""
    ).options
    assert {one.key: one.shut for one in offers}["shoot"] == why


@pytest.mark.rule("MI-BRDY-01")
def test_a_bug_is_ready_once() -> None:
    done = do(active(piece("plasma_bug", "A", 20, 20)), "bug_action", {"action": ["ready"]})
    assert done.piece("A").mark_count("ready") == 1


@pytest.mark.rule("MI-GAP-49", "MI-BMOV-01")
@pytest.mark.parametrize(
    ("alive", "questions", "leader", "movers"),
    [
        (("A", "B", "C"), ["action", "move"], "A", ["A", "B", "C"]),
        (("A",), ["action", "move"], "A", ["A"]),
        (("B", "C"), ["action", "officer", "move"], "C", ["C", "B"]),
        (("B",), ["action", "move"], "B", ["B"]),
    ],
    ids=["he lives", "he alone", "two are left", "one is left"],
)
def test_another_leads_where_the_leader_is_gone(
    alive: tuple[str, ...], questions: list[str], leader: str, movers: list[str]
) -> None:
    spots = {"A": 20, "B": 22, "C": 24}
    bugs = [
        warrior(id, x, 20) if id in alive else warrior(id, place=Off("reserve")) for id, x in spots.items()
    ]
    more = {"officer": ["C"]} if "officer" in questions else {}
    state = active(*bugs, members=("A", "B", "C"))
    done = do(state, "bug_action", {"action": ["move"], **more}, until="move")
    question = done.first_decision("move")
    assert (asked(done), question.about) == (questions, leader)
    assert [m.piece for m in question.motions] == movers  # type: ignore[attr-defined]


@pytest.mark.rule("MI-BMEL-08", "MI-BURR-06", "MI-SCRE-04", "MI-GAP-18")
@pytest.mark.parametrize(
    ("reaction", "free", "strikes"),
    [(False, False, ["A"]), (False, True, []), (True, False, []), (True, True, [])],
)
def test_only_a_melee_action_strikes_a_wall_beside_which_nobody_is(
    reaction: bool, free: bool, strikes: list[str]
) -> None:
    done = perform(
        field(warrior("A", 20, 20), WALL),
        lambda game: melee.run_melee(game, ("A",), reaction=reaction, free=free),
        dice=[1] * 2 * len(strikes),
    )
    assert ([i.key for d in done.asked if d.what == "form" for i in d.items]) == strikes  # type: ignore[attr-defined]


@pytest.mark.rule("MI-BMEL-08", "MI-BWPN-02", "MI-BTRT-07")
def test_in_its_own_turn_a_bug_has_all_its_forms() -> None:
    state = field(piece("burrower", "A", 20, 20), rifles("R", 22, 20))
    done = perform(state, lambda game: melee.run_melee(game, ("A",)), until="form")
    assert done.first_decision("form").items[0].to == ("burrower_mandibles", "hold")  # type: ignore[attr-defined]


@pytest.mark.rule("MI-SCRE-04", "MI-BTRT-07", "MI-BMEL-08", "MI-BMEL-01")
def test_a_bug_without_a_form_for_reactions_is_not_asked_for_one() -> None:
    state = field(piece("burrower", "A", 20, 20), rifles("R", 22, 20))
    done = perform(state, lambda game: melee.run_melee(game, ("A",), reaction=True))
    assert done.asked == []


@pytest.mark.rule("MI-BWPN-02", "MI-BMEL-02", "MI-BMEL-08")
def test_who_holds_does_not_strike_and_where_there_is_one_target_none_is_asked_for() -> None:
    bugs = warrior("A", 20, 20), warrior("B", 20, 21.2)
    state = field(*bugs, rifles("R", 21.5, 20.6))
    answers = {"form": [("hold", "warrior_claws")]}
    done = perform(state, lambda game: melee.run_melee(game, ("A", "B")), answers, [1, 1])
    assert asked(done).count("attacks") == 0
    assert [said.at for said in done.events_of(MessageLogged) if said.rule == "MI-BMEL-08"] == [("R", "B")]


@pytest.mark.rule("MI-BMOV-04", "MI-GAP-18")
@pytest.mark.parametrize(
    ("when", "enemy", "told"),
    [
        ("after_each_action", 12.0, ["move"]),
        ("after_each_action", 21.5, ["move", "melee"]),
        ("after_free_melee", 12.0, ["move"]),
        ("after_free_melee", 21.5, ["melee"]),
    ],
)
def test_to_what_the_enemy_reacts_after_a_move(when: str, enemy: float, told: list[str]) -> None:
    state = active(
        warrior("A", 20, 20), rifles("R", enemy, 20, marks=["alert"]), options={"reaction_window": when}
    )
    dice = [1, 1] if "melee" in told else []
    done = do(state, "bug_action", {"action": ["move"], "move": [()]}, dice)
    prompts = [d.prompt for d in done.asked if d.what == "react"]
    assert prompts == [f"React to the enemy's {act}?" for act in told]


@pytest.mark.rule("MI-BMOV-04", "MI-GAP-18")
def test_a_move_that_ends_at_a_wall_is_followed_by_no_melee() -> None:
    done = do(active(warrior("A", 20, 20), WALL), "bug_action", {"action": ["move"], "move": [()]})
    assert asked(done) == ["action", "move"]


@pytest.mark.rule("MI-BOBJ-02", "MI-GAP-48")
def test_a_bug_that_is_off_the_table_captures_nobody() -> None:
    taken: list[bool] = []

    def script(game):  # type: ignore[no-untyped-def]
        taken.append(captives.try_capture(game, "CO", "W"))
        return
        yield

    perform(field(warrior("W", place=Off("reserve")), lieutenant("CO", 20, 20, hits=0)), script)
    assert taken == [False]


@pytest.mark.rule("MI-BOBJ-02", "MI-GAP-48")
@pytest.mark.parametrize(("holds", "note"), [(False, "90.0"), (True, "")])
def test_who_lies_where_he_fell_lies_on_no_side_of_a_bug(holds: bool, note: str) -> None:
    def script(game):  # type: ignore[no-untyped-def]
        captives.try_capture(game, "CO", "W")
        return
        yield

    first = (held("first", "W"),) if holds else ()
    done = perform(field(warrior("W", 20, 20), *first, lieutenant("CO", 20, 21.5, hits=0)), script)
    assert [mark.note for mark in done.piece("CO").marks if mark.name == "captive"] == [note]


@pytest.mark.rule("MI-GAP-48", "MI-BOBJ-03")
def test_a_bug_that_holds_a_captive_takes_up_no_other() -> None:
    lying = piece("command_team", "CO", 21, 20, hits=0, marks=["captive"])
    done = carrying(field(warrior("W", 20, 20), held("first", "W"), lying), "W")
    assert done.piece("CO").place == OnTable(21, 20)


@pytest.mark.rule("MI-BOBJ-03", "MI-GAP-48")
def test_who_died_in_a_move_carries_nobody() -> None:
    state = field(warrior("W", place=Off("reserve")), held("CO", "W"))
    assert asked(carrying(state, "W")) == []


@pytest.mark.rule("MI-BOBJ-03")
def test_on_which_side_a_captive_lies_is_a_change_of_its_one_mark() -> None:
    state = field(warrior("W", 20, 20), held("CO", "W"))
    done = perform(state, lambda game: captives.update_captives(game, ("W",)), {"capture_place": [90.0]})
    assert [e.parts for e in done.events_of(MarksChanged)] == [(MarkChange("CO", "captive", 1, 1, "90.0"),)]


@pytest.mark.rule("MI-SHOT-12")
@pytest.mark.parametrize(("points", "left"), [(1, 4), (4, 1), (5, 0), (9, 0)])
def test_a_structure_loses_hit_points_down_to_none(points: int, left: int) -> None:
    def script(game):  # type: ignore[no-untyped-def]
        hit_points.remove_hits(game, "M", points, "MI-SHOT-12")
        return
        yield

    wall = block("wall", "M", 20, 21.2, 24, 21.7, hits=5)
    assert [e.new.hits for e in perform(field(wall), script).events_of(TerrainChanged)] == [left]


@pytest.mark.rule("MI-BMOV-03", "MI-GAP-65")
@pytest.mark.parametrize(("kind", "climbs"), [("warrior", True), ("hopper", True), ("tanker", False)])
def test_large_bugs_climb_no_wall(kind: str, climbs: bool) -> None:
    (able,) = bug_movement.bug_motions(field(piece(kind, "A", 20, 18), WALL), ("A",))
    assert (bool(able.climbs), "M" in able.blocked, able.flying) == (climbs, not climbs, False)


@pytest.mark.rule("MI-SCRE-01")
@pytest.mark.parametrize(("away", "asked_for"), [(10.0, ["react"]), (10.1, [])])
def test_a_screech_is_open_within_ten_inches(away: float, asked_for: list[str]) -> None:
    state = field(warrior("W", 20, 20, marks=["alert"]), rifles("R", 21 + away, 20))
    assert asked(perform(state, lambda game: screech.offer_screech(game, ("R",)))) == asked_for


@pytest.mark.rule("MI-GAP-45", "MI-BTRN-02")
def test_one_that_came_out_alone_leads_itself_and_only_those_who_came_out_act_on() -> None:
    out, other = warrior("A", 20, 20, marks={"surfaced": 1}), warrior("B", 22, 20)
    done = do(field(out, other, phase=PHASE), "bug_surfaced")
    now = done.state.game.activation
    assert now is not None and (asked(done), now.members, now.actions_left) == ([], ("A",), 1)
    assert done.piece("A").mark_count("surfaced") == 0
