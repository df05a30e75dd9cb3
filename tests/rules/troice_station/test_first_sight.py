"""Where on a way sight begins, against looking at every step: through rooms, doors, windows and drifts."""

from __future__ import annotations

import math
import os
import random
from collections.abc import Callable, Sequence
from itertools import pairwise

import msgspec
import pytest

from battlesim.geometry.edge_distances import path_length
from battlesim.geometry.paths import point_along_path
from battlesim.rulesets.troice_station.attack.shooting import can_see_target
from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.rulesets.troice_station.ground.sight import shooting_rules
from battlesim.rulesets.troice_station.markers import reveal
from battlesim.rulesets.troice_station.overwatch.reactions import FIRST_SHOT_MOVE_IN, overwatch_chances
from battlesim.rulings.sight import SightRules, pair_verdicts
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.terrain import Terrain

from .things import alien, battle, block, marine, marker, room

STEP, FINE = 0.02, 0.001
OFF = 0.003
"""Inches by which the first sight may be off: 0.002, and a step of the looking."""
AT_ONCE = 128
TOUCHING = 1.125 + 0.1
"""Inches between the middles of a marine and an Alien that are as good as in contact."""
Way = Sequence[tuple[float, float]]
Look = Callable[[Sequence[float]], list[bool]]
THICK = {
    "low_wall": 0.5,
    "medium_wall": 0.5,
    "high_wall": 0.5,
    "drift": 3.0,
    "rubble": 3.0,
    "dense_growth": 4.0,
}
HIGH = {"low_wall": 0.65, "rubble": 0.5, "high_wall": 2.0, "dense_growth": 2.0}


def ground(rng: random.Random) -> list[Terrain]:
    """A house with a door, a window and a slit, and three things in the open."""
    x, y, wide = rng.uniform(4, 9), rng.uniform(4, 9), rng.uniform(6, 9)
    at, low = y + rng.uniform(1, wide - 3), x + rng.uniform(1, wide - 3)
    house = room(
        "house", x, y, x + wide, y + wide,
        ("door", (x, at), (x, at + 1.5), rng.random() < 0.7),
        ("window", (low, y), (low + 1.5, y), True),
        ("slit", (x + wide, y + 2), (x + wide, y + 3.5), True),
    )  # fmt: skip
    found = [house]
    for kind in rng.sample(sorted(THICK), 3):
        a, b, long = rng.uniform(1, 20), rng.choice([1.0, y + wide + 0.5]), rng.uniform(2, 6)
        found.append(block(kind, kind, a, b, a + long, b + min(THICK[kind], 2.5), HIGH.get(kind, 1.0)))
    return found


def way(rng: random.Random, house: Terrain) -> tuple[tuple[float, float], ...]:
    """Some legs between places, every other time out of the house or into it by its door or window."""
    spots = [(rng.uniform(1, 23), rng.uniform(1, 23)) for _ in range(rng.randint(2, 3))]
    if rng.random() < 0.5:
        opening = house.openings[rng.randrange(2)]
        (x, y), across = opening.start, opening.start[0] == opening.end[0]
        middle = (x, y + 0.75) if across else (x + 0.75, y)
        out, inside = ((-1.5, 0.0), (1.5, 0.0)) if across else ((0.0, -1.5), (0.0, 1.5))
        through = [(middle[0] + dx, middle[1] + dy) for dx, dy in (out, (0.0, 0.0), inside)]
        spots = [*spots[:1], *(through if rng.random() < 0.5 else reversed(through))]
    return tuple(spots)


def first(path: Way, holds: Look, step: float) -> float | None:
    """The first place of a path at which something holds, step by step, and where it changes by `FINE`."""
    long = path_length(path)
    places = [min(k * step, long) for k in range(math.ceil(long / step) + 1)]
    for low in range(0, len(places), AT_ONCE):
        held = holds(places[low : low + AT_ONCE])
        if True in held:
            k = low + held.index(True)
            between = [min(places[k - 1] + n * FINE, places[k]) for n in range(1, math.ceil(step / FINE) + 1)]
            return between[holds(between).index(True)] if k else 0.0
    return None


def seen_from(state: Battle, rules: SightRules, viewer: Piece, mover: Piece, path: Way) -> Look:
    """At which places of its path somebody is seen by another one."""

    def look(along: Sequence[float]) -> list[bool]:
        pairs = [(viewer, moved(mover, path, at)) for at in along]
        return [one.visible for one in pair_verdicts(state.table, rules, pairs, with_blockers=False)]

    return look


def turned_over(state: Battle, marker: Piece, man: Piece, mover: Piece, path: Way) -> Look:
    """At which places of its path a marker or a man is where the man finds the marker."""

    def look(along: Sequence[float]) -> list[bool]:
        there = [moved(mover, path, at) for at in along]
        pairs = [(one, marker) if mover is man else (man, one) for one in there]
        rules = reveal.bare_eye_rules(state)
        found = pair_verdicts(state.table, rules, pairs, with_blockers=False)
        return [one.visible or _close(*pair) for one, pair in zip(found, pairs, strict=True)]

    return look


def _close(a: Piece, b: Piece) -> bool:
    return math.dist(a.xy, b.xy) - a.radius - b.radius <= reveal.REVEAL_GAP_IN + 0.005


def moved(piece: Piece, path: Way, along: float) -> Piece:
    """A piece after so many inches of its path, to the last digit."""
    for a, b in pairwise(path):
        long = math.dist(a, b)
        if along <= long:
            share = along / long
            return _put(piece, (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])))
        along -= long
    return _put(piece, path[-1])


def _put(piece: Piece, at: tuple[float, float]) -> Piece:
    return msgspec.structs.replace(piece, place=OnTable(*at))


def agree(found: float | None, path: Way, holds: Look, step: float) -> bool:
    """Both find nothing, or the same place, or one that a step went over; whether there is one."""
    looked = first(path, holds, step)
    if found is not None and (looked is None or found < looked - OFF):
        (now, before, after) = holds([found + OFF, max(found - OFF, 0.0), found + step])
        assert now and not before, f"at {found:.4f} in nothing comes into sight"
        assert not after, f"at {found:.4f} in sight begins and lasts, and was stepped over"
    else:
        assert found == pytest.approx(looked, abs=OFF), f"{found} in, and by steps {looked} in"
    return found is not None


def look_along(seed: int, step: float = STEP) -> int:
    """Go one random way as an Alien before Overwatch, as a marine among markers and as a marker.

    How many first sights there were.
    """
    rng = random.Random(seed)
    laid = ground(rng)
    path = way(rng, laid[0])
    spots = [(rng.uniform(1, 23), rng.uniform(1, 23)) for _ in range(2)]
    kind = rng.choice(["trooper", "sniper"])
    watcher, other = marine(kind, "1A-1", *spots[0], marks=["overwatch"]), marker("m", *spots[1])
    man, beast, hidden = marine("trooper", "1A-2", *path[0]), alien("a", *path[0]), marker("n", *path[0])

    state = battle(watcher, beast, terrain=laid, size=24.0)
    shot = next((one.along for one in overwatch_chances(state, beast, path, None)), None)
    seen = seen_from(state, shooting_rules(state), watcher, beast, path)
    if seen([0.0])[0]:
        found = int(
            (shot is not None and shot <= FIRST_SHOT_MOVE_IN) or math.dist(beast.xy, watcher.xy) < TOUCHING
        )
        assert found, f"one that is seen at once is shot at after {shot} in"
    else:
        found = int(agree(shot, path, seen, step))
    if shot is not None:
        there = state.with_table(state.table.with_pieces(_put(beast, point_along_path(path, shot))))
        assert can_see_target(there, watcher, there.table.piece("a")), "it is shot at where nobody sees it"

    state = battle(man, other, terrain=laid, size=24.0)
    stop = reveal.first_reveal_on_path(state, man, path)
    found += agree(stop and stop.along, path, turned_over(state, other, man, man, path), step)

    state = battle(watcher, hidden, terrain=laid, size=24.0)
    stop = reveal.first_reveal_on_path(state, hidden, path)
    return found + agree(stop and stop.along, path, turned_over(state, hidden, watcher, hidden, path), step)


@pytest.mark.rule("TS-GAP-26", "TS-GAP-80", "TS-WTHR-01")
def test_sight_begins_where_looking_at_every_step_says() -> None:
    assert sum(look_along(seed) for seed in range(12)) > 12


@pytest.mark.slow
@pytest.mark.rule("TS-GAP-26", "TS-GAP-80", "TS-WTHR-01")
def test_sight_begins_where_looking_at_every_step_says_on_many_ways() -> None:
    """BATTLESIM_WAYS says how many ways; so many of them, BATTLESIM_FINE, are looked along by 0.001 in."""
    ways, fine = (
        int(os.environ.get(f"BATTLESIM_{name}", usual)) for name, usual in (("WAYS", 30), ("FINE", 1))
    )
    found = sum(look_along(seed, FINE if seed < 101 + fine else STEP) for seed in range(101, 101 + ways))
    assert found > ways
