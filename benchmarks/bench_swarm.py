"""Speed of a swarm: python -m benchmarks.bench_swarm (some seconds).

Twelve Mites of Alien Invasion climb over a house with a flat roof, among 30 other figures: one act, from the
question where to climb until all are set down. Milliseconds of processor time, median and worst, with the
ratio to a fixed piece of work on the same processor. Exit code 1 if bases overlap or the act is several
lines of the log.
"""

from __future__ import annotations

import statistics
import sys
import time
from typing import Any

from battlesim.geometry.shapes import Point
from battlesim.rulesets.alien_invasion import RULESET
from battlesim.rulesets.alien_invasion.actions.roof_actions import climb_decision, climb_group
from battlesim.rulesets.alien_invasion.core.state import Battle
from battlesim.table.events import PiecesMoved
from battlesim.table.ids import UnitId
from battlesim.testing.overlap import forbidden_overlaps
from battlesim.testing.script import ScriptResult
from benchmarks.bench_battle import baseline
from tests.rules.alien_invasion.field import battle, block, controller, group, mites, perform, terrain

MITES, BAR_MS = 12, 120.0
_RULESET: Any = RULESET
AIMS: tuple[Point, ...] = ((20.0, 20.0), (24.0, 20.0), (31.0, 20.0), (31.0, 23.0))
"""Points short of a house, on its roof, and beyond it."""


def swarm_battle() -> Battle:
    """Return a battle with twelve Mites, their Controller, a house in their way, and others around it."""
    house = terrain("building", 22, 14, 28, 26)
    house = type(house)(house.id, house.kind, house.rings, house.height, traits=("flat_roof",))
    others = [group(f"u{k}", *block(40 + 4 * (k % 3), 8 + 6 * (k // 3), 4)) for k in range(7)]
    swarm = mites("m", *block(14, 16, MITES), squad="c")
    return battle(swarm, controller("c", (10, 20), (10, 22)), *others, ground=[house], card="spug single")


def climb(state: Battle, aim: Point) -> ScriptResult:
    """Return the battle after the Mites have climbed toward a point."""
    spots = {"move": aim}
    return perform(state, lambda play: climb_group(play, UnitId("m")), spots)


def faults(done: ScriptResult) -> list[str]:
    """Return what is wrong with the end of an act: bases that overlap."""
    return [str(overlap) for overlap in forbidden_overlaps(_RULESET, done.state)]


def main() -> int:
    """Measure and print."""
    unit, times, wrong = baseline(), list[float](), list[str]()
    for _ in range(5):
        for aim in AIMS:
            state, began = swarm_battle(), time.process_time()
            assert climb_decision(state, UnitId("m")).check(state, aim) is None
            done = climb(state, aim)
            times.append(1000 * (time.process_time() - began))
            moved = [event for event in done.events if isinstance(event, PiecesMoved)]
            wrong += faults(done) + [f"{len(moved)} moves"] * (len(moved) > 2)
    middle = statistics.median(times)
    ratio = middle / 1000 / unit
    print(f"{MITES} Mites climb: median {middle:.1f} ms ({ratio:.1f} x baseline), worst {max(times):.1f} ms")
    print("\n".join(wrong[:10]) or "no overlap")
    return 1 if wrong or middle > BAR_MS else 0


if __name__ == "__main__":
    sys.exit(main())
