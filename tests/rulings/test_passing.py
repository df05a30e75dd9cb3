"""Stretches of a way in which a piece is watched, exact, and against a twin that only samples."""

from __future__ import annotations

import math
import os
import random
from collections.abc import Sequence
from itertools import pairwise

import msgspec
import pytest
from shapely import Polygon

from battlesim.geometry.arcs import Arc
from battlesim.geometry.templates import Blast, cone
from battlesim.rulings.arcs import piece_arc_ruling
from battlesim.rulings.piece_gaps import piece_gap
from battlesim.rulings.sight import PLAIN_SIGHT, SightRules, verdict
from battlesim.rulings.template_coverage import piece_coverages
from battlesim.rulings.watch_case import WatchCondition
from battlesim.rulings.watch_intervals import PathInterval, watch_intervals
from battlesim.table.pieces import Inside, OnTable, Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Terrain
from battlesim.testing.table import block, make_table, standing_piece, wall

NEAR = 0.002
"""Inches by which an end may be off."""
PATH = ((10.0, 20.0), (30.0, 20.0))
VIEWER = standing_piece("v", 20, 5, side="blue", facing=90)
MOVER = standing_piece("m", 10, 20)


ASIDE = 15 * math.tan(math.radians(22.5)) + 0.005 / math.cos(math.radians(22.5))
"""Where the path crosses the border of an arc of 45 degrees, with the tolerance."""


def found(*things: Terrain | Piece, path=PATH, mover=MOVER, **watch) -> list[tuple[float, float]]:
    laid = make_table(*things, mover) if VIEWER in things else make_table(*things, VIEWER, mover)
    return [tuple(one) for one in watch_intervals(laid, mover, path, WatchCondition(VIEWER, **watch))]


def about(*ends: tuple[float, float]) -> list[object]:
    return [pytest.approx(one, abs=NEAR) for one in ends]


def test_in_the_open_the_whole_way_is_watched() -> None:
    assert found(sight_rules=PLAIN_SIGHT) == about((0.0, 20.0))


def test_a_wall_hides_until_the_first_sliver_of_the_base_is_past_its_shadow() -> None:
    wide = wall("w", 18, 10, 22, 10.5)
    # the shadow's border runs from the eye at (20, 5) through (18, 10) to (14, 20), and the base touches it
    last = 4 + 0.5 * math.hypot(2, 5) / 5
    assert found(wide, sight_rules=PLAIN_SIGHT) == about((0.0, last), (20 - last, 20.0))


def test_a_low_wall_hides_only_close_behind_it() -> None:
    low = wall("w", 0, 10, 40, 10.5, height=1.0)
    straight = ((20.0, 11.2), (20.0, 20.0))
    tall = msgspec.structs.replace(VIEWER, height=2.0)
    watch = WatchCondition(tall, sight_rules=PLAIN_SIGHT)
    (seen,) = watch_intervals(make_table(low, tall, MOVER), MOVER, straight, watch)
    assert seen == PathInterval(0.0, pytest.approx(8.8)), (
        "a head of 1.2 in is seen over a wall of 1 in from 2 in"
    )
    crouched = msgspec.structs.replace(MOVER, height=0.7)
    (seen,) = watch_intervals(make_table(low, tall, crouched), crouched, straight, watch)
    # over the far edge at y = 10.5, 1 in below the eye: 5.5 in away; 1.3 in below it 7.15 in away
    axis = 5 + 5.5 * 1.3
    centre = (axis - 5 + math.sqrt((axis - 5) ** 2 + 4 * 0.25)) / 2 + 5  # the chord stands r r / D before it
    assert seen == PathInterval(pytest.approx(centre - 11.2, abs=NEAR), pytest.approx(8.8))


def test_within_is_measured_between_the_edges_with_the_tolerance() -> None:
    half = math.sqrt((15.5 + 1.0 + 0.005) ** 2 - 15**2)
    assert found(max_gap=15.5) == about((10 - half, 10 + half))


def test_an_arc_is_entered_by_the_centre_of_the_base() -> None:
    assert found(arc=Arc(0.0, 45.0)) == about((10 - ASIDE, 10 + ASIDE))


def test_under_a_template_counts_from_the_first_bit_of_the_base() -> None:
    assert found(template=Blast(18.0, 20.0, 2.0)) == about((8 - 2.495, 8 + 2.495))
    assert found(template=cone(20, 5, 90, 30, 20))[0][0] > 10 - 15 * math.tan(math.radians(15)) - 1


def test_all_that_is_given_has_to_hold() -> None:
    wide = wall("w", 20, 10, 22, 10.5)
    (first, second), (near,) = found(wide, sight_rules=PLAIN_SIGHT), found(wide, max_gap=15.5)
    assert found(wide, sight_rules=PLAIN_SIGHT, max_gap=15.5) == about(
        (near[0], first[1]), (second[0], near[1])
    )


def test_terrain_that_the_mover_stands_in_hides_it_no_more() -> None:
    wood = block("wood", 14, 19, 18, 30, kind="wood")
    assert found(wood, sight_rules=PLAIN_SIGHT) == about((0.0, 20.0))
    first, second = found(wood, sight_rules=SightRules(stands_in=()))
    # its chord stands wholly in the wood once its ends are past the borders: then nothing of it is seen
    assert 4.0 < first[1] < 4.6 and 7.4 < second[0] < 8.0


def test_a_way_of_several_legs_is_measured_along_all_of_them() -> None:
    there_and_back = ((10.0, 20.0), (20.0, 20.0), (20.0, 20.0), (10.0, 20.0))
    assert found(arc=Arc(0.0, 45.0), path=there_and_back) == about((10 - ASIDE, 10 + ASIDE))


@pytest.mark.parametrize("path", [(), ((10.0, 20.0),), ((10.0, 20.0), (10.0, 20.0))])
def test_no_way_is_never_watched(path) -> None:
    assert found(sight_rules=PLAIN_SIGHT, path=path) == []


def test_nobody_watches_from_off_the_table() -> None:
    gone = msgspec.structs.replace(VIEWER, place=Inside("w"))
    laid = make_table(wall("w", 16, 10, 24, 10.5), gone, MOVER)
    with pytest.raises(ValueError, match="has no facing"):
        watch_intervals(laid, MOVER, PATH, WatchCondition(gone, arc=Arc(0.0, 45.0)))


def test_from_inside_terrain_the_eye_goes_along_its_outline() -> None:
    inside = msgspec.structs.replace(VIEWER, place=Inside("w"))
    laid = make_table(wall("w", 16, 4, 24, 6), wall("x", 16, 10, 24, 10.5), inside, MOVER)
    check(laid, MOVER, PATH, WatchCondition(inside, sight_rules=PLAIN_SIGHT), least=0.02)


# -- the twin --


def sampled(laid: Table, mover: Piece, path, watch: WatchCondition, along: Sequence[float]) -> list[bool]:
    """Whether a watch holds at some places of a way, each judged by itself."""
    legs = list(pairwise(path))
    found = []
    for s in along:
        left = s
        for a, b in legs:
            long = math.dist(a, b)
            if left <= long:
                break
            left -= long
        share = left / long
        place = OnTable(a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]))
        found.append(holds(laid, msgspec.structs.replace(mover, place=place), watch))
    return found


def holds(laid: Table, piece: Piece, watch: WatchCondition) -> bool:
    if watch.sight_rules is not None and not verdict(laid, watch.sight_rules, watch.viewer, piece).visible:
        return False
    if watch.max_gap is not None and piece_gap(laid, watch.viewer, piece) > watch.max_gap + 0.005:
        return False
    if watch.arc is not None and not piece_arc_ruling(laid, watch.viewer, piece, watch.arc).inside:
        return False
    return watch.template is None or piece_coverages(laid, watch.template, [piece])[piece.id].state != "out"


def check(
    laid: Table, mover: Piece, path, watch: WatchCondition, step: float = 0.1, least: float = 0.0
) -> int:
    """Compare intervals with samples of the same way; how many ends there were."""
    known = watch_intervals(laid, mover, path, watch)
    ends = sorted(end for one in known for end in one)
    assert all(b - a > least for a, b in pairwise(ends))
    total = sum(math.dist(a, b) for a, b in pairwise(path))
    places = [step * k for k in range(1, int(total / step))]
    beside = [at + by for at in ends for by in (-NEAR, NEAR) if 0 < at + by < total]
    between = [(a + b) / 2 for a, b in pairwise(ends)]
    everywhere = [s for s in (*places, *beside, *between) if all(abs(s - e) >= NEAR - 1e-9 for e in ends)]
    for s, watched in zip(everywhere, sampled(laid, mover, path, watch, everywhere), strict=True):
        assert any(a <= s <= b for a, b in known) == watched, f"at {s:.4f} in: {known}"
    return len(ends)


def rocks(rng: random.Random, raised: bool) -> list[Terrain]:
    """Up to 30 pieces of 3 to 8 corners, convex or not, from 0.5 to 5 in high, some off the ground."""
    laid = []
    for k in range(rng.randrange(3, 30)):
        x, y, size, many = rng.uniform(2, 46), rng.uniform(2, 46), rng.uniform(0.7, 2.5), rng.randrange(3, 9)
        turns = [math.radians((360 * i + rng.uniform(-100, 100)) / many) for i in range(many)]
        far = [size * rng.uniform(0.5, 1) for _ in turns]
        ring = tuple((x + d * math.cos(a), y + d * math.sin(a)) for d, a in zip(far, turns, strict=True))
        bottom = rng.choice((0.0, rng.uniform(0.2, 1.5))) if raised else 0.0
        if Polygon(ring).is_valid:
            laid.append(Terrain(f"t{k}", "rocks", (ring,), bottom + rng.uniform(0.5, 5), bottom=bottom))
    return laid


def wander(rng: random.Random) -> tuple[tuple[float, float], ...]:
    """A way of 12 in with one to four legs."""
    path, left = [(rng.uniform(4, 44), rng.uniform(4, 44))], 12.0
    while left > 0:
        turn, long = rng.uniform(0, 2 * math.pi), min(left, rng.uniform(3, 12))
        path.append((path[-1][0] + long * math.cos(turn), path[-1][1] + long * math.sin(turn)))
        left -= long
    return tuple(path)


RULES = {
    "share": PLAIN_SIGHT,
    "no footing": SightRules(stands_in=()),
    "line": SightRules(mode="line"),
    "low eye, bases": SightRules(eye=0.5, limit=15.0, bases=True),
    "groups": SightRules(groups=True),
}


def check_random(seed: int) -> int:
    rng = random.Random(seed)
    name = rng.choice(sorted(RULES))
    crowd = [standing_piece(f"c{k}", rng.uniform(4, 44), rng.uniform(4, 44), unit="crowd") for k in range(5)]
    middle = (rng.uniform(12, 36), rng.uniform(12, 36))
    size, tall = rng.choice((0.5, 0.8)), rng.choice((0.6, 1.2, 2.0, 4.0))
    viewer = standing_piece("v", *middle, side="blue", facing=rng.uniform(0, 360), radius=size, height=tall)
    path = wander(rng)
    mover = standing_piece("m", *path[0], radius=rng.choice((0.5, 0.63, 1.0)), height=rng.choice((1.2, 2.5)))
    laid = make_table(*rocks(rng, rng.random() < 0.3), *crowd, viewer, mover)
    arc = Arc(rng.uniform(-90, 90), rng.choice((45.0, 180.0, 270.0))) if rng.random() < 0.3 else None
    within = rng.uniform(4, 20) if rng.random() < 0.3 else None
    under = Blast(*rng.choice(path), 3.0) if rng.random() < 0.1 else None
    return check(laid, mover, path, WatchCondition(viewer, RULES[name], within, arc, under))


def test_random_ways_are_watched_as_their_twin_says() -> None:
    assert sum(check_random(seed) for seed in range(20)) > 20


def test_low_things_and_hanging_ones_hide_together() -> None:
    assert check_random(399)


@pytest.mark.slow
def test_many_random_ways_are_watched_as_their_twin_says() -> None:
    ways = int(os.environ.get("BATTLESIM_WAYS", "300"))
    assert sum(check_random(seed) for seed in range(20, 20 + ways)) > ways
