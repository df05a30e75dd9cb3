"""The straight move of a measured figure: what ends it, against a walk in small steps, and its decision."""

from __future__ import annotations

import math
from random import Random

import pytest
from msgspec.structs import replace

from battlesim.engine.measured_moves import MeasuredMove
from battlesim.geometry.edge_distances import disc_gap_to_shape, is_point_in_shape
from battlesim.geometry.set_down_zones import set_down_zone
from battlesim.rulings.measured_move import best_run, straight_run
from battlesim.rulings.movement_data import GuardedObject, HeadingLimit, MeasuredMotion
from battlesim.table.pieces import Hull
from battlesim.table.state import State
from battlesim.table.terrain import Terrain
from battlesim.testing.table import make_table, standing_piece

MOTION = MeasuredMotion("a", 0.5, 8.0)
STEP = 0.01


def box(id, x0, y0, x1, y1):
    return Terrain(id, "scrub", (((x0, y0), (x1, y0), (x1, y1), (x0, y1)),), height=1.0)


def field(*more, at=(24.0, 24.0)):
    return make_table(standing_piece("a", *at, radius=0.5), *more, width=48.0, height=48.0)


def walked(table, motion, aim):
    """How far a figure gets in small steps until something is entered, met or left."""
    (x, y), far = table.piece("a").xy, math.dist(table.piece("a").xy, aim)
    reach, gone = min(far, motion.allowance), 0.0
    while gone < reach:
        gone += STEP
        point = (x + gone * (aim[0] - x) / far, y + gone * (aim[1] - y) / far)
        entered = any(is_point_in_shape(*point, table.terrain(key).rings) for key in motion.features)
        hit = any(disc_gap_to_shape(*point, 0.5, table.terrain(key).rings) < 0 for key in motion.blocked)
        met = any(math.dist(point, table.piece(key).xy) < 1.0 for key in motion.enemies)
        off = not (0.5 <= point[0] <= 47.5 and 0.5 <= point[1] <= 47.5)
        if entered or hit or met or off:
            return gone
    return reach


@pytest.mark.parametrize("seed", range(40))
def test_a_line_ends_where_a_walk_in_small_steps_ends(seed):
    rng = Random(seed)

    def corner():
        return rng.uniform(10, 36), rng.uniform(10, 36)

    boxes = []
    for k in range(6):
        x, y = corner()
        if not (x - 1 < 24 < x + 5 and y - 1 < 24 < y + 5):
            boxes.append(box(f"t{k}", x, y, x + rng.uniform(0.5, 4), y + rng.uniform(0.5, 4)))
    enemies = [standing_piece(f"e{k}", *corner(), side="blue", radius=0.5) for k in range(3)]
    enemies = [enemy for enemy in enemies if math.dist(enemy.xy, (24, 24)) > 1.1]
    ids = [terrain.id for terrain in boxes]
    table = field(*boxes, *enemies)
    motion = replace(
        MOTION,
        allowance=30.0,
        features=tuple(ids[::2]),
        blocked=tuple(ids[1::2]),
        enemies=tuple(enemy.id for enemy in enemies),
    )
    for k in range(18):
        aim = (24 + 30 * math.cos(k * math.pi / 9), 24 + 30 * math.sin(k * math.pi / 9))
        assert straight_run(table, motion, aim).length == pytest.approx(walked(table, motion, aim), abs=0.05)


def test_the_figure_that_gets_nearest_by_the_shortest_line_is_measured():
    table = field(standing_piece("b", 20, 24, radius=0.5))
    motions = (MOTION, replace(MOTION, piece="b"))
    assert best_run(table, motions, (14, 24)).piece == "b"
    assert best_run(table, motions, (26, 24)).piece == "a"
    assert best_run(table, motions, (40, 24)).excess == pytest.approx(8.0)


def test_a_guarded_wall_is_contact_with_those_close_behind_it():
    wall = box("w", 28, 10, 28.2, 40)
    near = standing_piece("n", 28.9, 24, side="blue", radius=0.5)
    far = standing_piece("f", 28.9, 30, side="blue", radius=0.5)
    guard = GuardedObject("w", ("n", "f"), 1.0)
    motion = replace(MOTION, barriers=("w",), guarded=(guard,), enemies=("n", "f"))
    run = straight_run(field(wall, near, far), motion, (31, 24))
    assert (run.ended, run.by, run.end) == ("contact", ("n",), pytest.approx((27.5, 24)))


@pytest.mark.parametrize(("gap", "ended", "x"), [(-0.1, "obstacle", 27.5), (0.0, "barrier", 28.7)])
@pytest.mark.parametrize("behind", ["hull", "enemy"])
def test_a_barrier_without_room_behind_it_is_not_crossed(behind, gap, ended, x):
    wall, square = box("w", 28, 10, 28.2, 40), Hull("rectangle", 4.0, 4.0)
    hull = standing_piece("hull", 31.2 + gap, 24, side="blue", shape=square, radius=square.circumradius)
    enemy = standing_piece("enemy", 29.7 + gap, 24, side="blue", radius=0.5)
    motion = replace(MOTION, barriers=("w",), features=("hull",), enemies=("enemy",))
    run = straight_run(field(wall, hull if behind == "hull" else enemy), motion, (31, 24))
    assert (run.ended, run.by, run.end) == (ended, ("w",), pytest.approx((x, 24)))


def test_between_two_enemies_a_figure_that_meets_one_at_once_stands_beside_both():
    near = standing_piece("n", 24.3, 24, side="blue", radius=0.5)
    other = standing_piece("o", 23.6, 23.1, side="blue", radius=0.5)
    motion = replace(MOTION, starts=(((24.0, 20.0), (24.0, 28.0)),), enemies=("n", "o"))
    run = straight_run(field(near, other, at=(20.0, 24.0)), motion, (30, 24))
    assert (run.ended, run.by) == ("contact", ("n",))
    assert math.dist(run.end, near.xy) == pytest.approx(1.0, abs=0.01)
    assert math.dist(run.end, other.xy) >= 1.0


def test_a_move_keeps_apart_from_enemies_and_may_leave_those_it_touches():
    enemy = standing_piece("e", 25, 24, side="blue", radius=0.5)
    other = standing_piece("o", 18, 24, side="blue", radius=0.5)
    motion = replace(MOTION, enemies=("e", "o"), apart=0.1, whole=True)
    assert straight_run(field(enemy, other), motion, (23, 24)).end == pytest.approx((19.1, 24))


def move(*motions):
    return MeasuredMove(side="red", what="move", prompt="?", motions=motions)


def test_a_decision_refuses_what_no_figure_reaches_or_may_turn_to():
    state = State(field(), None)
    assert move(MOTION).check(state, (32, 24)) is None
    assert "at most 8.00 in" in str(move(MOTION).check(state, (32.2, 24)).reason)
    ahead = replace(MOTION, heading=HeadingLimit(0.0, 45.0), whole=True)
    assert move(ahead).check(state, (25, 24.9)) is None
    assert "turn" in str(move(ahead).check(state, (25, 25.1)).reason)
    assert move(ahead).straight_run(state.table, move(ahead).default(state)).end == pytest.approx((32, 24))


def test_suggested_moves_are_legal_and_differ():
    state = State(field(standing_piece("b", 30, 24, side="blue", radius=0.5)), None)
    decision, rng = move(MOTION), Random(1)
    found = decision.suggest(state, 8, rng)
    assert len(set(found)) == 8
    answers = [*found, *(decision.random_answer(state, 8, rng) for _ in range(40))]
    assert all(decision.check(state, answer) is None for answer in answers)


def test_the_zone_beside_a_figure_ends_at_screens_and_ahead():
    zone = set_down_zone(
        (10, 10), 4.0, (1.0, 0.0), 1.0, screens=[(((8, 11), (12, 11), (12, 11.2), (8, 11.2)),)]
    )
    inside = {(11, 10): True, (11.2, 10): False, (7, 10): True, (10, 12): False, (10, 10.9): True}
    assert {point: is_point_in_shape(*point, zone) for point in inside} == inside
    hedge = ((8.0, 8.0), (12.0, 8.0), (12.0, 12.0), (8.0, 12.0))
    within = set_down_zone((10, 10), 4.0, inside=(hedge,))
    assert is_point_in_shape(11.9, 11.9, within) and not is_point_in_shape(12.1, 10, within)
    beside = set_down_zone((6, 10), 4.0, outside=[(hedge,)])
    assert not is_point_in_shape(9, 10, beside) and is_point_in_shape(7.9, 10, beside)
    assert set_down_zone((6, 10), 0.5, inside=(((20.0, 20.0), (21.0, 20.0), (21.0, 21.0)),)) == ()


@pytest.mark.parametrize(
    ("friend", "aim", "end"),
    [(28.4, 28.6, 24.0), (28.9, 28.6, 24.0), (28.4, 36.0, 36.0), (36.2, 36.0, 35.2), (29.2, 28.6, 28.2)],
)
def test_who_would_come_out_onto_a_friend_stays_inside(friend, aim, end):
    """The edge of the feature in which the figure stands is at x = 28, and its line begins there."""
    table = field(standing_piece("f", friend, 24, radius=0.5))
    motion = replace(MOTION, starts=(((28.0, 20.0), (28.0, 28.0)),), occupied=("f",))
    assert straight_run(table, motion, (aim, 24.0)).end == (end, 24.0)


def test_a_point_behind_an_occupied_way_out_is_refused():
    table = field(standing_piece("f", 28.4, 24, radius=0.5))
    motion = replace(MOTION, starts=(((28.0, 20.0), (28.0, 28.0)),), occupied=("f",))
    move = MeasuredMove(side="red", what="move", prompt="Where?", rule="R-1", motions=(motion,))
    state = State(table, None)
    assert "others stand" in str(move.check(state, (28.6, 24.0)).reason)
    assert move.check(state, (28.6, 21.0)) is None and move.check(state, move.default(state)) is None
