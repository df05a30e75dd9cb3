"""Speed of paths, reach and group moves: python -m benchmarks.bench_movement (about a minute).

The baseline of paths and reach is the brute-force visibility graph (every pair of corners joined that the
free polygon covers) on the same ground; that of group moves is the bar of the design. Milliseconds of
processor time, medians.
"""

from __future__ import annotations

import heapq
import math
import statistics
import time
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
import shapely

from battlesim.geometry.cheapest_path import cheapest_path
from battlesim.geometry.freespace import FreeSpace, Obstacles, free_space
from battlesim.geometry.group_placement import CoherencyLimits, GroupGoal, MovingBase, plan_group_paths
from battlesim.geometry.path_costs import CostedGround
from battlesim.geometry.paths import polyline_length, shortest_path
from battlesim.geometry.placement import nearest_legal_position
from battlesim.geometry.reach import reach_region
from battlesim.geometry.shapes import Solid, regular_polygon
from battlesim.geometry.tangent_routes import shortest_route
from battlesim.geometry.tangents import TangentGraph
from battlesim.geometry.visibility import nudged_inside, walls_at
from battlesim.rulings.movement import (
    GroupLink,
    Motion,
    group_problem,
    leg_toward,
    remaining_legs,
    suggest_group_legs,
)
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Ground, Terrain

T = TypeVar("T")
WIDTH, HEIGHT, RADIUS = 72.0, 48.0, 0.5


def rocks(rng: np.random.Generator, count: int) -> list[Solid]:
    """Octagons that leave gaps of 0.3 in and more."""
    found: list[tuple[Solid, shapely.Polygon]] = []
    while len(found) < count:
        x, y, size = rng.uniform(3, 69), rng.uniform(3, 45), rng.uniform(1.0, 2.5)
        ring = regular_polygon(x, y, size, 8, rng.uniform(0, 45))
        shape = shapely.Polygon(ring)
        if all(shape.distance(other) > 0.3 for _, other in found):
            found.append((Solid(f"r{len(found)}", (ring,), 2.0), shape))
    return [solid for solid, _ in found]


def places(
    rng: np.random.Generator, room: FreeSpace, count: int, taken: list, about: tuple | None = None
) -> list:
    """Free places for bases that overlap nobody, over the table or about a point."""
    found: list[tuple[float, float]] = []
    while len(found) < count:
        spread = 0.6 * math.sqrt(count)
        spot = rng.normal(about, spread) if about else rng.uniform((1, 1), (WIDTH - 1, HEIGHT - 1))
        spot = np.round(spot, 3)
        if room.is_clear_at(spot)[0] and all(math.dist(spot, p) >= 2 * RADIUS for p in (*taken, *found)):
            found.append((float(spot[0]), float(spot[1])))
    return found


def scene(seed: int, members: int, others: int, terrain: int = 25) -> tuple:
    """Random generator, obstacles, a swarm about a point, other bases."""
    rng = np.random.default_rng(seed)
    obstacles = Obstacles(rocks(rng, terrain), WIDTH, HEIGHT)
    room = free_space(obstacles, RADIUS)
    about = (float(rng.uniform(12, 60)), float(rng.uniform(10, 38)))
    swarm = places(rng, room, members, [], about)
    return rng, obstacles, swarm, places(rng, room, others, swarm)


def clock(act: Callable[..., T], *given: Any) -> tuple[float, T]:
    """Processor time of one call in milliseconds, and its result."""
    start = time.process_time()
    result = act(*given)
    return 1000.0 * (time.process_time() - start), result


def nearest(foes: list, point: tuple) -> list:
    """The six discs nearest to a point."""
    return sorted(foes, key=lambda foe: math.dist(foe[:2], point))[:6]


def brute_force(room: FreeSpace, start: tuple, goal: tuple, reach: float) -> float:
    """Shortest length over the whole visibility graph in a window, by shapely.covers and Dijkstra."""
    walls = walls_at(room.free_polygons(start, reach), start)
    first, last = (nudged_inside(walls, start), nudged_inside(walls, goal)) if walls else (None, None)
    if first is None or last is None:
        return math.inf
    free = walls.polygon.buffer(1e-7)
    shapely.prepare(free)
    points = np.concatenate([[first, last], shapely.get_coordinates(walls.polygon)])
    i, j = np.triu_indices(len(points), 1)
    seen = shapely.covers(free, shapely.linestrings(np.stack([points[i], points[j]], axis=1)))
    graph: list[list[tuple[int, float]]] = [[] for _ in points]
    for a, b in zip(i[seen].tolist(), j[seen].tolist(), strict=True):
        far = math.dist(points[a], points[b])
        graph[a].append((b, far))
        graph[b].append((a, far))
    done: dict[int, float] = {}
    heap = [(0.0, 0)]
    while heap:
        so_far, node = heapq.heappop(heap)
        if node not in done:
            done[node] = so_far
            for other, far in graph[node]:
                heapq.heappush(heap, (so_far + far, other))
    return done.get(1, math.inf)


def row(what: str, times: list[float], bar: str, note: str) -> None:
    """One line of the table."""
    times = sorted(times)
    p95 = times[min(len(times) - 1, math.ceil(0.95 * len(times)) - 1)]
    print(f"{what:<58} {statistics.median(times):8.2f} ms  p95 {p95:8.2f}  bar {bar:<9} {note}", flush=True)


def bench_paths() -> None:
    """Paths around obstacles, 200 bases in the way, and the brute-force graph on the same ground."""
    ours, brute, worst = [], [], 0.0
    for seed in range(4):
        rng, obstacles, swarm, others = scene(seed, 1, 200)
        room = free_space(obstacles, RADIUS, discs=[(*p, RADIUS) for p in others])
        done = 0
        while done < 3:
            angle, far = rng.uniform(0, 2 * math.pi), rng.uniform(2, 4)
            goal = (swarm[0][0] + far * math.cos(angle), swarm[0][1] + far * math.sin(angle))
            ends = np.array([swarm[0], goal])
            if not room.is_clear_at(ends).all() or room.is_clear_along(ends[:1], ends[1:])[0]:
                continue
            done += 1
            room = free_space(obstacles, RADIUS, discs=[(*p, RADIUS) for p in others])
            ours.append(clock(shortest_path, room, swarm[0], goal, 6.0)[0])
            if done == 1:
                walls = walls_at(room.free_polygons(swarm[0], 6.0), swarm[0])
                first, last = nudged_inside(walls, swarm[0]), nudged_inside(walls, goal)
                corners = (
                    shortest_route(TangentGraph(walls), first, last, math.inf) if first and last else None
                )
                spent, exact = clock(brute_force, room, swarm[0], goal, 6.0)
                brute.append(spent)
                if corners is not None:
                    worst = max(worst, abs(polyline_length((first, *corners, last)) - exact))
    ratio = statistics.median(brute) / statistics.median(ours)
    row(
        "path around obstacles, 6 in, 200 bases",
        ours,
        "-",
        f"brute force {ratio:.0f} x, differs by {worst:.1e} in",
    )


def bench_reach() -> None:
    """Reach of 6 in with 200 bases in the way; the brute-force graph of the same window is the baseline."""
    ours, brute = [], []
    for seed in range(8):
        _, obstacles, swarm, others = scene(seed, 1, 200)
        discs = [(*p, RADIUS) for p in others]
        ground = CostedGround(obstacles, RADIUS)
        obstacles.grown_outlines(RADIUS)
        room = free_space(obstacles, RADIUS, discs=discs)
        ours.append(clock(reach_region, room, swarm, 6.0, ground, room)[0])
        if seed < 2:
            brute.append(clock(brute_force, room, swarm[0], swarm[0], 6.0)[0])
    ratio = statistics.median(brute) / statistics.median(ours)
    row("reach region, 6 in, 200 bases", ours, "< 50 ms", f"brute-force graph alone {ratio:.0f} x")


def crowd(walls: int) -> tuple[Obstacles, float]:
    """So many walls of square pieces that leave gaps everywhere, and the radius of bases that pass these."""
    size, rng = math.sqrt(1000.0 / walls), np.random.default_rng(1)
    rows, solids = np.zeros((0, 3)), list[Solid]()
    while len(solids) < walls // 4:
        x, y, radius = rng.uniform(2, 70), rng.uniform(2, 46), size * rng.uniform(0.5, 1.6)
        if (np.hypot(rows[:, 0] - x, rows[:, 1] - y) < rows[:, 2] + radius + 0.1 * size + 0.02).any():
            continue
        rows = np.vstack([rows, [x, y, radius]])
        solids.append(Solid(f"s{len(solids)}", (regular_polygon(x, y, radius, 4, rng.uniform(0, 45)),), 2.0))
    return Obstacles(solids, WIDTH, HEIGHT), RADIUS * size


def hidden_pairs(room: FreeSpace, far: float, count: int) -> list[tuple]:
    """Places so far apart that do not see each other."""
    rng, found = np.random.default_rng(5), list[tuple]()
    while len(found) < count:
        start, angle = rng.uniform((1, 1), (WIDTH - 1, HEIGHT - 1)), rng.uniform(0, 2 * math.pi)
        goal = start + far * np.array([math.cos(angle), math.sin(angle)])
        ends = np.round([start, goal], 3)
        if room.is_clear_at(ends).all() and not room.is_clear_along(ends[:1], ends[1:])[0]:
            found.append(tuple(map(tuple, ends.tolist())))
    return found


def bench_many_walls() -> None:
    """Paths of 6 and 40 in among 1,000 and 10,000 walls, on ground where few were looked for, and once more.

    The first one makes the free region that is kept, all of them keep what they look at.
    """
    for far in (6.0, 40.0):
        medians = []
        for walls, bar in ((1_000, "< 15 ms"), (10_000, "< 150 ms")):
            obstacles, radius = crowd(walls)
            room = free_space(obstacles, radius)
            pairs = hidden_pairs(room, far, 25)
            times, again = ([clock(shortest_path, room, *ends)[0] for ends in pairs] for _ in range(2))
            medians.append(statistics.median(times[1:]))
            row(f"path of {far:g} in, {walls:,} walls", times[1:], bar, f"the first one {times[0]:.0f} ms")
            row("    the same ones again", again, bar, "")
        print(f"{'':<58} grows with n^{math.log10(medians[1] / medians[0]):.2f} in walls")


def bench_exactness() -> None:
    """How far the reach region on an open table is from a disc cut at its edges."""
    room = free_space(Obstacles([], WIDTH, HEIGHT), RADIUS)
    for allowance in (6.0, 18.0):
        found = reach_region(room, [(36.0, 2.8)], allowance, CostedGround(room.obstacles, RADIUS), room)
        table = shapely.box(RADIUS, RADIUS, WIDTH - RADIUS, HEIGHT - RADIUS)
        true = shapely.intersection(shapely.Point(36.0, 2.8).buffer(allowance, quad_segs=4000), table)
        off = shapely.hausdorff_distance(shapely.boundary(shapely.Polygon(found[0][0])), true.boundary)
        print(f"{f'reach region of {allowance:g} in at the table edge':<58} {off:8.4f} in off  bar 0.002")


def dense_cost(room: FreeSpace, ground: CostedGround, start: tuple, goal: tuple, upper: float) -> float:
    """Least cost from place to place: corners of free space, and places close together on outlines."""
    rows = [np.array([start, goal]), shapely.get_coordinates(room.free_polygons((10.0, 10.0), 10.5))]
    for shape in ground.shapes.values():
        rows.append(shapely.get_coordinates(shape.buffer(0.001, join_style="mitre")))
        at = np.arange(0.0, shape.exterior.length, 0.12)
        rows.append(shapely.get_coordinates(shapely.line_interpolate_point(shape.exterior, at)))
    places = np.concatenate(rows)
    places = places[np.hypot(*(places - start).T) + np.hypot(*(places - goal).T) <= upper + 1e-6]
    i, j = np.triu_indices(len(places), 1)
    clear, prices = room.is_clear_along(places[i], places[j]), np.full((len(places),) * 2, math.inf)
    prices[i, j] = np.where(clear, ground.segment_costs(places[i], places[j]), math.inf)
    prices = np.minimum(prices, prices.T)
    total, left = prices[0].copy(), np.arange(len(places)) > 0
    while left[1] and np.isfinite(total[left]).any():
        node = int(np.where(left, total, math.inf).argmin())
        left[node] = False
        total = np.minimum(total, total[node] + prices[node])
    return float(total[1])


def bench_costly_ground() -> None:
    """Ways among craters where an inch costs two: how many are dear, or refused with 0.02 in to spare."""
    times, dear, refused = [], list[float](), 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        craters = [regular_polygon(*rng.uniform(3, 17, 2), rng.uniform(1, 2.5), 48) for _ in range(4)]
        stones = [regular_polygon(*rng.uniform(3, 17, 2), rng.uniform(0.5, 1.2), 5) for _ in range(3)]
        solids = [Solid(f"{k}", (ring,), 1.0) for k, ring in enumerate((*craters, *stones))]
        obstacles = Obstacles(solids, 20.0, 20.0)
        ground = CostedGround(obstacles, RADIUS, [(f"{k}", 2.0) for k in range(4)])
        room = free_space(obstacles, RADIUS, [f"{k}" for k in range(4, 7)])
        ends = np.round(rng.uniform(1, 19, (2, 2)), 3)
        while not room.is_clear_at(ends).all() or not 5.0 < math.dist(*ends) < 11.0:
            ends = np.round(rng.uniform(1, 19, (2, 2)), 3)
        start, goal = map(tuple, ends.tolist())
        spent, found = clock(cheapest_path, room, ground, start, goal, 40.0)
        if found is None or found[1] <= math.dist(start, goal) + 0.005:
            continue
        times.append(spent)
        least = min(found[1], dense_cost(room, ground, start, goal, found[1]))
        dear.append(found[1] / least - 1.0)
        refused += cheapest_path(room, ground, start, goal, least + 0.02) is None
    note = (
        f"{100 * np.mean(np.array(dear) > 0.01):.0f} % dear by 1 % and more (most {100 * max(dear):.0f} %), "
    )
    row(f"cheapest of {len(dear)} ways among craters", times, "-", note + f"{refused} refused")


def bench_slots() -> None:
    """A hundred bases placed in one move, toward a point and against enemies."""
    for attack in (False, True):
        ours = []
        for seed in range(5):
            rng, obstacles, swarm, others = scene(seed, 100, 60)
            foes = [(*p, RADIUS) for p in others]
            room = free_space(obstacles, RADIUS, discs=foes)
            ground = CostedGround(obstacles, RADIUS)
            movers = [MovingBase(p, 6.0, room, room, ground) for p in swarm]
            near = nearest(foes, swarm[0])
            wish = near[0][:2] if attack else tuple(rng.uniform((3, 3), (69, 45)))
            goal = nearest_legal_position(room, wish) or wish

            route = shortest_path(room, swarm[0], goal) or (swarm[0], goal)
            aim = GroupGoal(route, tuple(near) if attack else ())
            ours.append(clock(plan_group_paths, movers, aim, CoherencyLimits(6.0, 1.0))[0])
        row(f"swarm of 100 placed, {'attacking' if attack else 'marching'}", ours, "< 300 ms", "")


def table_of(seed: int, members: int, others: int) -> tuple[np.random.Generator, Table, list[Motion]]:
    """Random generator, a table with 25 terrain pieces, and what the members of a swarm on it may do."""
    rng, obstacles, swarm, besides = scene(seed, members, others)
    rings = (tuple(shapely.get_coordinates(shape.exterior)[:-1].tolist()) for shape in obstacles.polygons)
    terrain = tuple(
        Terrain(key, "rock", (tuple(map(tuple, ring)),), 2.0)
        for key, ring in zip(obstacles.ids, rings, strict=True)
    )
    pieces = {}
    for i, (x, y) in enumerate((*swarm, *besides)):
        side = "bugs" if i < members else "troopers"
        pieces[f"p{i:04}"] = Piece(f"p{i:04}", f"p{i}", "k", side, "u", RADIUS, 1.0, OnTable(x, y))
    own, foes = tuple(pieces)[:members], tuple(pieces)[members:]
    rocky = tuple(t.id for t in terrain)
    motions = [
        Motion(p, RADIUS, 6.0, starts=((pieces[p].xy,),), blocked=rocky, hindering=foes, occupied=own)
        for p in own
    ]
    return rng, Table(Ground(WIDTH, HEIGHT, terrain=terrain), pieces, ()), motions


def bench_group() -> None:
    """A swarm of 30: suggesting and checking a move; the rest of it brought along with its leader."""
    link = GroupLink("p0000", 6.0, 1.0)
    for others, bar in ((60, "< 60 ms"), (970, "< 300 ms")):
        suggest, check, bring = [], [], []
        for seed in range(8):
            rng, table, motions = table_of(seed, 30, others)
            goal = (float(rng.uniform(5, 67)), float(rng.uniform(5, 43)))
            suggest_group_legs(table, motions[:1], None, goal)  # grown outlines are made once per ground
            spent, made = clock(suggest_group_legs, table, motions, link, goal)
            suggest.append(spent)
            spent, words = clock(group_problem, table, motions, made, link)
            check.append(spent)
            assert words is None, words
            x, y = table.piece(motions[0].piece).xy
            about = ((x + 5.0 * math.cos(turn), y + 5.0 * math.sin(turn)) for turn in range(6))
            first = next(leg for spot in about if (leg := leg_toward(table, motions[0], spot)) is not None)
            spent, rest = clock(remaining_legs, table, motions, (first,), link, first.end)
            bring.append(spent)
            assert group_problem(table, motions, (first, *rest), link) is None
        row(f"swarm of 30 suggested ({others} other pieces, 25 terrain)", suggest, bar, "")
        row("    checked", check, "< 30 ms", "")
        row("    the rest brought along with the first", bring, "< 300 ms", "")


def bench_connected_unit() -> None:
    """A unit of 60 without a leader, held together by gaps of 1 in, that goes 8 in past two houses."""
    houses = tuple(
        Terrain(f"house{k}", "building", (((x, 21.0), (x + 5.0, 21.0), (x + 5.0, 25.0), (x, 25.0)),), 3.0)
        for k, x in enumerate((18.0, 26.0))
    )
    pieces = {}
    for k in range(60):
        spot = OnTable(17.0 + 1.2 * (k % 10), 12.0 + 1.2 * (k // 10))
        pieces[f"p{k:02}"] = Piece(f"p{k:02}", f"p{k}", "k", "bugs", "u", RADIUS, 1.0, spot)
    own, blocked = tuple(pieces), tuple(house.id for house in houses)
    table = Table(Ground(WIDTH, HEIGHT, terrain=houses), pieces, ())
    link, suggest, check = GroupLink(kind="connected", within=1.0), list[float](), list[float]()
    motions = [Motion(p, RADIUS, 8.0, starts=((pieces[p].xy,),), blocked=blocked, occupied=own) for p in own]
    for x in range(14, 34, 2):
        spent, made = clock(suggest_group_legs, table, motions, link, (float(x), 30.0))
        suggest.append(spent)
        spent, words = clock(group_problem, table, motions, made, link)
        check.append(spent)
        assert words is None, words
    row("a unit of 60 suggested past two houses", suggest, "< 120 ms", "")
    row("    checked", check, "< 120 ms", "")


if __name__ == "__main__":
    bench_paths()
    bench_reach()
    bench_many_walls()
    bench_exactness()
    bench_costly_ground()
    bench_slots()
    bench_group()
    bench_connected_unit()
