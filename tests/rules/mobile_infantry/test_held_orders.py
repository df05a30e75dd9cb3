"""What follows from an Action: who reacts, who closes up, who is moved twice, what a search lets loose."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import Step
from battlesim.engine.scenario_plan import ScenarioError
from battlesim.mechanics.pieces import gap, is_within_distance
from battlesim.rulesets.mobile_infantry import RULESET
from battlesim.rulesets.mobile_infantry.activations import infantry_actions
from battlesim.rulesets.mobile_infantry.aftermath import chain_reactions
from battlesim.rulesets.mobile_infantry.battle import set_up, victory
from battlesim.rulesets.mobile_infantry.core.events import StructureSearched
from battlesim.rulesets.mobile_infantry.core.state import Battle, CircularZone, Site
from battlesim.rulesets.mobile_infantry.ground import captives, movement
from battlesim.rulesets.mobile_infantry.troopers import search
from battlesim.scenarios.library import load_scenario
from battlesim.table.events import PiecesMoved, PieceTravel
from battlesim.table.pieces import Aboard, Off, OnTable
from battlesim.table.terrain import Terrain
from tests.rules.mobile_infantry.acts import do, leg
from tests.rules.mobile_infantry.arachnids import swarm_of
from tests.rules.mobile_infantry.diggers import V6
from tests.rules.mobile_infantry.field import block, field, lieutenant, perform, piece, rifles, warrior
from tests.rules.mobile_infantry.soldiers import act, led, trigger
from tests.rules.mobile_infantry.test_held_set_up import with_unit

ALERT = ["alert"]


def cell(x: float, y: float, height: float) -> list[Terrain]:
    """Rocks all round a base at a point: who is in it cannot run, and sees out over low ones alone."""
    sides = (-2, -2, -0.55, 2), (0.55, -2, 2, 2), (-0.55, -2, 0.55, -0.55), (-0.55, 0.55, 0.55, 2)
    return [
        block("rocks", f"K{x:g}{n}", x + x0, y + y0, x + x1, y + y1, height=height)
        for n, (x0, y0, x1, y1) in enumerate(sides)
    ]


@pytest.mark.rule("MI-FIRE-01", "MI-GAP-20")
@pytest.mark.parametrize(
    ("things", "asked"),
    [
        (cell(20, 20, 2), 0),
        (cell(20, 20, 0.3), 1),
        ([*cell(20, 20, 2), rifles("Q", 20, 25, marks=ALERT), block("rocks", "S", 17, 22.5, 30, 23)], 1),
        ([*cell(20, 20, 2), rifles("Q", 22, 13, marks=ALERT)], 1),
    ],
    ids=["nobody can do anything", "he can fire", "another can run", "another can do both"],
)
def test_a_side_is_asked_where_somebody_can_fire_or_run(things: list[Any], asked: int) -> None:
    state = field(rifles("P", 20, 20, marks=ALERT), warrior("W", 26, 20), *things, phase="bugs_activations")
    assert [one.what for one in trigger(state, "W").asked].count("react") == asked


@pytest.mark.rule("MI-GAP-16", "MI-UNIT-01", "MI-GAP-12")
def test_who_has_had_a_chance_at_each_model_has_none_at_the_unit() -> None:
    people = lieutenant("L", 10, 10), piece("field_medics", "F", 10, 12), rifles("Q", 10, 13, hits=3)
    state = field(
        *people,
        warrior("W", 18, 10, marks=ALERT),
        activation=led("L", "F", "Q"),
        options={"reaction_trigger": "each_model"},
    )
    way = (leg("L", (10, 10), (11, 10)),)
    done = act(state, {"action": ["move"], "support": ["heal:F:Q"], "move": [way]})
    assert [one.what for one in done.asked].count("react") == 2


@pytest.mark.rule("MI-GAP-27", "MI-MOVE-05", "MI-SCRE-01")
@pytest.mark.parametrize(("answer", "chances"), [("move", 1), ("end", 0)])
def test_bugs_react_to_an_action_of_a_dropship_and_not_to_its_end(answer: str, chances: int) -> None:
    state = field(
        piece("viking", "V", 30, 24, unit="V", marks=["flying"]),
        warrior("W", 36, 24, marks=ALERT),
        site=Site(landing=CircularZone(53.0, 23.5, 3.0)),
        activation=led("", "V", unit="V", kind="viking"),
    )
    answers = {"move": [(leg("V", (30, 24), (30, 26)),)]} if answer == "move" else {}
    done = act(state, {"action": [answer], **answers})
    assert [one.what for one in done.asked].count("react") == chances


PUSHED = OnTable(24, 10)


def push(play: Play[Any], model: str) -> None:
    """A blow in a Reaction pushes a model away to (24, 10)."""
    old = play.state.table.piece(model).place
    if model == "Q" and old != PUSHED:
        play.emit(PiecesMoved(rule="MI-GAP-22", parts=(PieceTravel(model, old, PUSHED),), how="flinch"))


def followed(play: Play[Any]) -> movement.ModelFollowUp:
    """What follows the move of each model: Q is pushed away."""

    def each(model: str) -> Script[None]:
        push(play, model)
        return
        yield

    return each


@pytest.mark.rule("MI-UNIT-05", "MI-UNIT-06", "MI-UNIT-01", "MI-GAP-12")
@pytest.mark.parametrize("how", ["closing up", "a Move of the unit"])
def test_who_closed_up_and_was_pushed_away_again_does_not_move_twice(how: str) -> None:
    state = field(lieutenant("L", 10, 10), rifles("Q", 20, 10), activation=led("L", "Q"))

    def script(play: Play[Any]) -> Script[Any]:
        if how == "closing up":
            return movement.close_up(play, ("Q",), "L", 6.0, followed(play))
        return infantry_actions._carry_out(play, "move", followed(play))

    done = perform(state, script, {"move": [(leg("Q", (20, 10), (16.5, 10)),)]})
    assert [moved.how for moved in done.events_of(PiecesMoved)] == ["move", "flinch"]


@pytest.mark.rule("MI-GAP-15", "MI-UNIT-05")
def test_who_is_in_reach_by_the_time_his_turn_comes_is_not_drawn_on() -> None:
    state = field(lieutenant("L", 10, 10), rifles("Q", 15, 10), activation=led("L", "Q"))
    done = perform(state, lambda play: movement._forced(play, ("Q",), "L", 6.0, None))
    assert done.events_of(PiecesMoved) == []


@pytest.mark.rule("MI-GAP-48")
@pytest.mark.parametrize(("place", "free"), [(Aboard("W"), False), (OnTable(20, 22), True)])
def test_only_a_captive_that_lies_is_freed_by_who_touches_it(place: Any, free: bool) -> None:
    taken = piece("command_team", "C", hits=0, place=place).with_mark("captive", 1, "0.0")
    state = field(warrior("W", 20, 20), taken, rifles("R", 20, 21))
    done = perform(state, lambda play: captives.update_captives(play, ("R",)))
    assert done.piece("C").has_mark("captive") is not free


@pytest.mark.rule("MI-GAP-16")
def test_a_bug_that_was_killed_before_its_turn_does_not_move() -> None:
    state = field(
        warrior("A", 20, 20),
        warrior("B", 20, 22),
        rifles("R", 12, 22, marks=ALERT),
        phase="bugs_activations",
        activation=swarm_of("A", "B"),
        options={"reaction_trigger": "each_model"},
    )
    moves = (leg("A", (20, 20), (20, 18)), leg("B", (20, 22), (19, 22)))
    shot = {"react": ["fire"], "target": ["A"], "weapons": [("assault_rifle",)]}
    done = do(state, "bug_action", {"action": ["move"], "move": [moves], **shot}, [6, 1, 1, 1, 1])
    assert [
        part.piece for moved in done.events_of(PiecesMoved) for part in moved.parts if moved.how == "move"
    ] == ["A"]
    assert not done.piece("B").in_play


@pytest.mark.rule("MI-GAP-29")
def test_of_an_ambush_those_strike_who_are_within_an_inch_of_the_searcher() -> None:
    reserve = [warrior(f"W{n}", place=Off("reserve")) for n in range(6)]
    state = field(V6, rifles("R", 40.5, 13.8), *reserve)
    done = perform(state, lambda play: search.search_building(play, "R", "V6"), until="form", dice=[1, 6])
    struck = {item.key for item in done.first_decision("form").items}  # type: ignore[attr-defined]
    out = {p.id for p in done.state.table.pieces_of_side("bugs") if p.table_position is not None}
    assert struck == {bug for bug in out if is_within_distance(gap(done.state, bug, "R"), 1.0)}
    assert (len(out), 0 < len(struck) < 6) == (6, True)


@pytest.mark.rule("MI-SRCH-02", "MI-GAP-30")
@pytest.mark.parametrize(("amount", "stands"), [(1, [1]), (5, [4, 1]), (8, [4, 4])])
def test_survivors_come_out_in_stands_of_four_to_the_last_of_them(amount: int, stands: list[int]) -> None:
    state = field(V6, rifles("R", 40.5, 13.8))
    done = perform(state, lambda play: search.place_survivors(play, "R", amount))
    assert [p.hits for p in done.state.table.pieces.values() if p.kind == "survivors"] == stands


@pytest.mark.rule("MI-GAP-36")
@pytest.mark.parametrize(("arrives", "step"), [(0, Step("deploy", ("L",))), (1, Step("stand_to"))])
def test_who_comes_in_the_first_turn_is_not_deployed_before_the_battle(arrives: int, step: Step) -> None:
    late = rifles("late", unit="L", place=Off("reserve"))
    assert set_up.next_step(with_unit(field(late, turn=0), "L", arrives)) == step


HELD = """
extends = "first_contact"
[[unit]]
id = "platoon"
side = "mi"
piece = [PIECES]
[[unit]]
id = "lift"
side = "mi"
name = "Lift"
kind = "viking"
piece = [{ profile = "viking", id = "V", at = [30, 4] }]
[[unit]]
id = "bugs"
side = "bugs"
piece = [
  { profile = "warrior", id = "W", at = [24, 40] },
  { profile = "tanker", id = "T", at = [30, 40] },
  BUGS
]
[[unit]]
id = "M"
side = "bugs"
kind = "marker"
piece = [{ profile = "tunneling_marker", id = "M", at = [10, 40] }, BELOW]
"""


def begun(folder: Path, pieces: str, bugs: str = "", below: str = "") -> Battle:
    """The first state of a scenario with these pieces in it."""
    path = folder / "mine.toml"
    text = HELD.replace("PIECES", pieces).replace("BUGS", bugs).replace("BELOW", below)
    path.write_text(text, encoding="utf-8")
    found = load_scenario(str(path))
    return RULESET.setup(found.plan, found.ground)


CAPTIVE = '{ profile = "command_team", id = "C", aboard = "%s", hits = 0, marks = { captive = 1 } }'


@pytest.mark.rule("MI-GAP-07", "MI-BOBJ-02", "MI-GAP-27", "MI-TUNL-01", "MI-GAP-33")
@pytest.mark.parametrize(
    ("pieces", "bugs", "below", "wrong"),
    [
        ('{ profile = "rifle_squad", id = "R", aboard = "V" }', "", "", ""),
        ('{ profile = "rifle_squad", id = "R", aboard = "W" }', "", "", "R cannot be aboard W"),
        (CAPTIVE % "W", "", "", ""),
        (CAPTIVE % "V", "", "", "C cannot be aboard V"),
        (CAPTIVE % "T", "", "", "C cannot be aboard T"),
        ("", '{ profile = "hopper", id = "H", aboard = "V" }', "", "H cannot be aboard V"),
        ("", "", '{ profile = "warrior", id = "B", below = "M" }', ""),
        ("", "", '{ profile = "tunnel_entrance", id = "E", below = "M" }', "E cannot be below M"),
        ("", '{ profile = "warrior", id = "B", below = "W" }', "", "B cannot be below W"),
        ('{ profile = "rifle_squad", id = "R", inside = "B1" }', "", "", ""),
        ('{ profile = "light_mech", id = "R", inside = "B1" }', "", "", "R cannot be inside B1"),
    ],
)
def test_who_begins_aboard_below_or_inside_of_what(
    tmp_path: Path, pieces: str, bugs: str, below: str, wrong: str
) -> None:
    try:
        begun(tmp_path, pieces, bugs, below)
        told = ""
    except ScenarioError as error:
        told = str(error)
    assert (wrong in told, bool(told)) == (True, bool(wrong)), told


@pytest.mark.rule("MI-BOBJ-02", "MI-GAP-33")
def test_a_unit_of_which_nothing_else_is_said_has_the_name_of_its_id_and_the_first_kind(
    tmp_path: Path,
) -> None:
    """A captive begins in a unit of the MI, whoever holds it."""
    state = begun(tmp_path, CAPTIVE % "W")
    own = {unit.id: (unit.name, unit.kind) for unit in state.game.units.values()}
    assert own[state.table.piece("C").unit] == ("platoon", "platoon")
    assert (own["lift"], own["bugs"], own["M"]) == (("Lift", "viking"), ("bugs", "bugs"), ("M", "marker"))


@pytest.mark.rule("MI-GAP-36")
def test_units_are_proposed_one_beside_the_other_along_the_front_of_the_deployment_area() -> None:
    waiting = rifles("R", unit="A", place=Off("reserve")), rifles("S", unit="B", place=Off("reserve"))
    state = field(warrior("W", 60, 24), *waiting, turn=0)
    assert [set_up._own_ground(state, (), unit) for unit in ("A", "B")] == [(20, 12), (20, 36)]  # type: ignore[arg-type]


@pytest.mark.rule("MI-GAP-39", "MI-GAP-56")
@pytest.mark.parametrize(("searched", "told"), [((), ["V6"]), (("V6",), [])])
def test_what_is_left_in_a_house_that_falls_is_lost_unless_it_was_searched(
    searched: tuple[str, ...], told: list[str]
) -> None:
    state = field(V6, rifles("R", 3, 3), searched=searched)
    done = perform(state, lambda play: chain_reactions._what_it_hid(play, "V6"))
    assert [found.structure for found in done.events_of(StructureSearched)] == told


@pytest.mark.rule("MI-GAP-48", "MI-GAP-32")
def test_a_captive_that_was_taken_below_is_not_still_there() -> None:
    gone = piece("command_team", "C", hits=0, place=Off("lost"), marks=["captive"])
    ended = victory.battle_outcome(field(gone, warrior("W", 30, 30)))
    assert ended is not None and str(ended.reason) == "nobody of the company is left on the table"
