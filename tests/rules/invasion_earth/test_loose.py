"""Loose objects and walls in the way of unstoppable force."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.geometry.shoving import rectangle_middle, rectangle_size
from battlesim.rulesets.invasion_earth.actions.assault_actions import perform_assault
from battlesim.rulesets.invasion_earth.actions.move_actions import perform_move
from battlesim.rulesets.invasion_earth.actions.swivels import max_turn, swivel_and_move, why_cannot_swivel
from battlesim.rulesets.invasion_earth.core.profiles import terrain_kinds
from battlesim.rulesets.invasion_earth.core.state import Battle
from battlesim.rulesets.invasion_earth.ground.motion import gait_motion
from battlesim.rulings.movement import Leg, leg_problem
from battlesim.table.pieces import Piece
from battlesim.table.terrain import Terrain
from battlesim.testing.script import RefusedError, ScriptResult
from tests.rules.invasion_earth.field import CENTRE, SLR, at, battle, enemy, model, perform, rolls, wall

CYBERMAN = "cyberman"


def crate(x: float, y: float, size: float = 0.7, id: str = "crate") -> Terrain:
    half = size / 2
    made = wall(id, x - half, y - half, x + half, y + half, 1.0, "crate")
    return msgspec.structs.replace(made, loose=True)


def march(  # type: ignore[no-untyped-def]
    *things: Terrain, to: float = 7.0, kind: str = CYBERMAN, pieces: tuple[Piece, ...] = (), **more
) -> ScriptResult:
    """A model moves north from (0, 3)."""
    state = battle(model(kind, "c", 0, 3), *pieces, terrain=things, options=more.pop("options", {}))
    path = ((CENTRE, CENTRE + 3), (CENTRE, CENTRE + to))
    answers = {"move": (Leg("c", path),), **more}
    return perform(state, lambda p: perform_move("move", p, "c"), answers)


def middle(done: ScriptResult, id: str = "crate") -> tuple[float, float]:
    x, y = rectangle_middle(done.state.table.terrain(id).rings)
    return round(x - CENTRE, 2), round(y - CENTRE, 2)


@pytest.mark.rule("IE-UNS-04", "IE-GAP-95", "IE-GAP-36")
@pytest.mark.parametrize(("size", "aside"), [(0.7, 1.0), (1.0, 1.12)])
@pytest.mark.parametrize(("side", "sign"), [("left", -1), ("right", 1)])
def test_a_crate_is_pushed_on_and_knocked_aside(size: float, aside: float, side: str, sign: int) -> None:
    done = march(crate(0, 5, size), push_side=side)
    assert at(done, "c") == (0, 7)
    assert middle(done) == pytest.approx((sign * aside, 6.0), abs=0.01)


@pytest.mark.rule("IE-UNS-04")
@pytest.mark.parametrize(("size", "kind"), [(2.1, CYBERMAN), (0.7, SLR)])
def test_what_is_too_large_or_met_by_others_stops_the_model(size: float, kind: str) -> None:
    with pytest.raises(RefusedError):
        march(crate(0, 5.5, size), kind=kind)


@pytest.mark.rule("IE-GAP-95", "IE-UNS-04")
def test_a_crate_goes_to_the_other_side_if_one_is_blocked() -> None:
    done = march(crate(0, 5), wall("house", -4, 4, -0.9, 8, 3.0, "building"))
    assert middle(done) == pytest.approx((1.0, 6.0), abs=0.01) and done.asked[-1].what == "move"


@pytest.mark.rule("IE-GAP-95", "IE-UNS-04")
def test_a_model_stops_in_contact_if_there_is_no_room() -> None:
    left, right = wall("l", -9, 0, -0.9, 16, 3.0, "building"), wall("r", 0.9, 0, 9, 16, 3.0, "building")
    done = march(crate(0, 5), left, right)
    assert at(done, "c") == pytest.approx((0, 4.025), abs=0.01) and middle(done) == (0, 5)


@pytest.mark.rule("IE-GAP-95")
def test_a_crate_knocked_against_a_model_goes_on_just_beyond_it() -> None:
    done = march(crate(0, 5), pieces=(enemy(SLR, "e", 1.2, 6),), push_side="right")
    assert middle(done)[0] == pytest.approx(1.2 + 0.5 + 0.35, abs=0.01)


def beside(length: float, **game) -> Battle:  # type: ignore[no-untyped-def]
    """A Cyberman in contact with the long side of a vehicle."""
    vehicle = wall("jeep", -length / 2, 1.0, length / 2, 3.0, 1.5, "land_rover")
    return battle(model(CYBERMAN, "c", 0, 0.375), terrain=[vehicle], **game)


@pytest.mark.rule("IE-UNS-05", "IE-PRO-27")
@pytest.mark.parametrize("angle", [57.3, 20.0, -30.0])
def test_a_vehicle_is_swivelled_about_its_middle(angle: float) -> None:
    state = beside(4.0)
    assert max_turn(state.table.terrain("jeep")) == 57.3
    away = battle(model(CYBERMAN, "c", -2.63, 2.0), terrain=state.table.ground.terrain)
    done = perform(away, lambda p: swivel_and_move(p, "c"), {"swivelled": "jeep", "swivel": angle})
    turned = done.state.table.terrain("jeep")
    assert rectangle_middle(turned.rings) == pytest.approx((CENTRE, CENTRE + 2.0), abs=0.01)
    assert rectangle_size(turned.rings) == pytest.approx((4.0, 2.0), abs=0.01)
    assert turned.rings != away.table.terrain("jeep").rings


@pytest.mark.rule("IE-UNS-05")
def test_a_swivel_stops_where_it_would_meet_the_model() -> None:
    done = perform(beside(4.0), lambda p: swivel_and_move(p, "c"), {"swivelled": "jeep", "swivel": 57.0})
    corners = done.state.table.terrain("jeep").rings[0]
    assert max(y for _, y in corners) < CENTRE + 3.2


@pytest.mark.rule("IE-UNS-06")
@pytest.mark.parametrize(("length", "able"), [(4.0, True), (4.5, False)])
def test_nothing_longer_than_four_inches_is_swivelled(length: float, able: bool) -> None:
    state = beside(length)
    assert (why_cannot_swivel(state, state.table.piece("c")) == "") == able


@pytest.mark.rule("IE-GAP-95")
def test_an_object_is_swivelled_once_in_a_turn() -> None:
    state = beside(4.0)
    done = perform(state, lambda p: swivel_and_move(p, "c"), {"swivelled": "jeep", "swivel": 0.0})
    assert why_cannot_swivel(done.state, done.piece("c")) == "it was swivelled in this turn"


@pytest.mark.rule("IE-GAP-95", "IE-UNS-04", "IE-UNS-02")
@pytest.mark.option("unstoppable_walls", "unchanged", "breached")
@pytest.mark.parametrize(("option", "passable"), [("unchanged", False), ("breached", True)])
def test_a_wall_walked_through_has_a_gap_by_option(option: str, passable: bool) -> None:
    brick = wall("brick", -5, 4.5, 5, 4.75, 1.5, "high_wall")
    done = march(brick, pieces=(model(SLR, "t", 0, 2),), options={"unstoppable_walls": option})
    there = battle(model(SLR, "t", 0, 3.5), terrain=done.state.table.ground.terrain)
    motion = gait_motion(there, there.table.piece("t"), "move")
    leg = Leg("t", ((CENTRE, CENTRE + 3.5), (CENTRE, CENTRE + 6.5)))
    assert (leg_problem(there.table, motion, leg) is None) == passable
    walls = [t for t in done.state.table.ground.terrain if t.kind == "high_wall"]
    assert len(walls) == (2 if passable else 1)


@pytest.mark.rule("IE-PRO-27")
def test_a_land_rover_is_loose_scenery() -> None:
    kind = terrain_kinds()["land_rover"]
    assert (kind.height, kind.loose, kind.solid) == (1.5, True, True)


@pytest.mark.rule("IE-GAP-95", "IE-GAP-14")
def test_an_assault_that_a_crate_stops_is_not_fought() -> None:
    left, right = wall("l", -9, 0, -0.9, 16, 3.0, "building"), wall("r", 0.9, 0, 9, 16, 3.0, "building")
    state = battle(model(CYBERMAN, "c", 0, 3), enemy(SLR, "e", 0, 7.5), terrain=[crate(0, 5), left, right])
    done = perform(state, lambda p: perform_assault(p, "c"), {"enemy": "e"})
    assert at(done, "c") == pytest.approx((0, 4.025), abs=0.01) and rolls(done) == []


@pytest.mark.rule("IE-UNS-04", "IE-GAP-95")
def test_the_question_to_which_side_tells_where_the_crate_would_go() -> None:
    question = march(crate(0, 5, 1.0), push_side="left").first_decision("push_side")
    notes = [str(option.note) for option in question.options]  # type: ignore[attr-defined]
    assert notes == ["goes 1.5 in north-west", "goes 1.5 in north-east"]


@pytest.mark.rule("IE-UNS-05", "IE-UNS-06", "IE-GAP-95")
@pytest.mark.parametrize(
    ("length", "passed"), [(4.5, ()), (3.0, ("long swivelled",))], ids=["too long", "swivelled before"]
)
def test_only_what_can_be_swivelled_is_offered(length: float, passed: tuple[str, ...]) -> None:
    own = model(CYBERMAN, "c", 0, 0)
    long = wall("long", -length / 2, own.radius, length / 2, own.radius + 1, 1.0, "crate")
    short = wall("short", -1.5, -own.radius - 1, 1.5, -own.radius, 1.0, "crate")
    state = battle(own, terrain=[long, short], passed=passed)
    done = perform(state, lambda p: swivel_and_move(p, "c"), {"swivelled": "short", "swivel": 0.0})
    assert [option.key for option in done.first_decision("swivelled").options] == ["short"]  # type: ignore[attr-defined]
