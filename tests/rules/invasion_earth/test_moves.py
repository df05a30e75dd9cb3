"""Turning and moving: rates, facing, terrain, other models."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.rulesets.invasion_earth.ground.motion import gait_motion
from battlesim.rulings.movement import Leg, leg_problem
from battlesim.table.terrain import Terrain
from tests.rules.invasion_earth.field import CENTRE, DALEK, SLR, SMG, at, battle, enemy, model, play, wall


def may_go(
    gait: str, *points: tuple[float, float], kind: str = SLR, terrain: tuple[Terrain, ...] = (), **more
) -> bool:  # type: ignore[no-untyped-def]
    """Whether a model in the middle of the table may take a path in a gait."""
    state = battle(model(kind, "a", 0, 0), *more.pop("others", ()), terrain=terrain, **more)
    path = tuple((CENTRE + x, CENTRE + y) for x, y in ((0, 0), *points))
    motion = gait_motion(state, state.table.piece("a"), gait)
    return leg_problem(state.table, motion, Leg("a", path)) is None


@pytest.mark.rule("IE-GAP-06", "IE-GAP-08", "IE-GAP-09")
@pytest.mark.parametrize(
    ("gait", "far", "legal"),
    [
        ("move", 4.0, True),
        ("move", 4.1, False),
        ("move_fast", 8.0, True),
        ("move_fast", 8.1, False),
        ("sneak", 2.0, True),
        ("sneak", 2.1, False),
    ],
)
def test_a_gait_has_its_rate(gait: str, far: float, legal: bool) -> None:
    assert may_go(gait, (0, far)) == legal


@pytest.mark.rule("IE-GAP-07")
@pytest.mark.option("movement_facing", "front_half", "free")
@pytest.mark.parametrize(
    ("point", "option", "legal"),
    [
        ((4, 0), "front_half", True),
        ((2.8, 2.8), "front_half", True),
        ((0, -1), "front_half", False),
        ((-3, -0.1), "front_half", False),
        ((0, -1), "free", True),
    ],
)
def test_every_part_of_a_path_lies_in_the_front_half(
    point: tuple[float, float], option: str, legal: bool
) -> None:
    assert may_go("move", point, options={"movement_facing": option}) == legal


@pytest.mark.rule("IE-GAP-05")
def test_a_turn_leaves_the_model_where_it_is() -> None:
    done = play(battle(model(SLR, "a", 0, 0), enemy(DALEK, "d", 0, 20)), ["a", "turn", 270.0])
    assert at(done, "a") == (0, 0) and done.piece("a").facing == 270.0


@pytest.mark.rule("IE-GAP-06")
def test_a_move_ends_facing_along_its_last_part() -> None:
    legs = (Leg("a", ((CENTRE, CENTRE), (CENTRE + 3, CENTRE + 1))),)
    done = play(battle(model(SLR, "a", 0, 0), enemy(DALEK, "d", 0, 20)), ["a", "move", legs])
    assert at(done, "a") == (3, 1) and done.piece("a").facing == pytest.approx(18.435)


@pytest.mark.rule("IE-GAP-35")
@pytest.mark.parametrize(
    ("gait", "kind", "terrain", "end", "legal"),
    [
        ("move", SLR, ("low_wall", 0.75), 2.0, True),
        ("move", SLR, ("low_wall", 0.75), 2.2, False),
        ("move_fast", SLR, ("low_wall", 0.75), 2.0, False),
        ("move", SLR, ("high_wall", 1.5), 2.0, False),
        ("move", DALEK, ("hedge", 1.0), 2.2, False),
        ("move", DALEK, ("woods", 3.0), 2.0, False),
    ],
)
def test_obstacles_cost_two_inches_and_stop_wheels(  # type: ignore[no-untyped-def]
    gait, kind, terrain, end, legal
) -> None:
    obstacle = wall("it", -5, 1.0, 5, 1.25, terrain[1], terrain[0])
    assert may_go(gait, (0, end), kind=kind, terrain=(obstacle,)) == legal


@pytest.mark.rule("IE-GAP-35")
@pytest.mark.parametrize(("end", "legal"), [(2.0, True), (2.1, False)])
def test_difficult_ground_counts_double(end: float, legal: bool) -> None:
    assert may_go("move", (0, end), terrain=(wall("w", -5, -1, 5, 5, 3.0, "woods"),)) == legal


@pytest.mark.rule("IE-GAP-36")
@pytest.mark.parametrize(
    ("foe", "end", "legal"), [(False, 4.0, True), (False, 2.0, False), (True, 4.0, False)]
)
def test_friends_are_passed_but_not_ended_on_and_enemies_not_passed(
    foe: bool, end: float, legal: bool
) -> None:
    other = enemy(SMG, "b", 0, 2) if foe else model(SMG, "b", 0, 2)
    assert may_go("move", (0, end), others=(other,)) == legal


@pytest.mark.rule("IE-GAP-08")
@pytest.mark.parametrize(("gait", "legal"), [("move", True), ("move_fast", False)])
def test_only_a_move_fast_may_not_end_in_contact(gait: str, legal: bool) -> None:
    assert may_go(gait, (0, 3), others=(enemy(SMG, "b", 0, 4),)) == legal


UNSTOPPABLE = "cyberman"


@pytest.mark.rule("IE-UNS-01", "IE-UNS-02", "IE-UNS-03")
@pytest.mark.parametrize(
    ("kind", "thick", "traits", "legal"),
    [
        (SLR, 0.4, (), False),
        (UNSTOPPABLE, 0.4, (), True),
        (UNSTOPPABLE, 0.5, (), True),
        (UNSTOPPABLE, 0.6, (), False),
        (UNSTOPPABLE, 0.25, ("impenetrable",), False),
    ],
)
def test_unstoppable_force_goes_through_thin_walls(
    kind: str, thick: float, traits: tuple[str, ...], legal: bool
) -> None:
    high = msgspec.structs.replace(wall("w", -6, 1.5, 6, 1.5 + thick, 1.5, "high_wall"), traits=traits)
    assert may_go("move", (0, 4), kind=kind, terrain=(high,)) == legal


@pytest.mark.rule("IE-UNS-01")
def test_unstoppable_force_is_a_section_of_its_own() -> None:
    high = wall("w", -6, 1.5, 6, 1.75, 1.5, "high_wall")
    assert not may_go("move", (0, 4), kind=UNSTOPPABLE, terrain=(high,), without=("sighting", "unstoppable"))


@pytest.mark.rule("IE-GAP-95", "IE-GAP-35")
@pytest.mark.parametrize(
    ("gait", "kind", "end", "legal"),
    [
        ("move", UNSTOPPABLE, 2.0, False),
        ("move_fast", UNSTOPPABLE, 6.0, True),
        ("move", "special_weapons_dalek", 3.0, True),
    ],
)
def test_it_costs_nothing_at_any_pace_and_ends_clear_of_the_wall(
    gait: str, kind: str, end: float, legal: bool
) -> None:
    low = wall("w", -6, 1.25, 6, 1.5, 0.75)
    assert may_go(gait, (0, end), kind=kind, terrain=(low,)) == legal
