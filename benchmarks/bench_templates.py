"""The best place for a template: python -m benchmarks.bench_templates [--random N] [--every K].

60 models loose, in clusters and in ranks; seven templates, three ways of being caught. Milliseconds of
processor time; and how many the best of N random places catches, which must never be more.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time

from battlesim.geometry.best_placement import BestPlacement, best_placement
from battlesim.geometry.edge_distances import Disc
from battlesim.geometry.template_targets import AllowedPlacements, TemplateTargets
from battlesim.geometry.templates import Blast, CatchThreshold, Template, cone, flame, oblong, placed_template

TABLE = (72.0, 48.0)
MODELS = 60
CLUSTERS = ((15.0, 15.0), (40.0, 30.0), (60.0, 12.0))
FORMS: dict[str, Template] = {
    "blast 3": Blast(0, 0, 3),
    "blast 1.5": Blast(0, 0, 1.5),
    "flame 8 x 2.5": flame(0, 0, 0, 8, 2.5),
    "cone 45, 8": cone(0, 0, 0, 45, 8),
    "strip 12 x 3": oblong(0, 0, 0, 12, 3),
    "oblong 5 x 4": oblong(0, 0, 0, 5, 4),
    "strip 30 x 2": oblong(0, 0, 0, 30, 2),
}
CATCHES: tuple[CatchThreshold, ...] = ("partly", "half", "wholly")


def crowd(kind: str, seed: int) -> list[Disc]:
    """Models of 25 to 60 mm, none over another."""
    dice, found = random.Random(seed), list[Disc]()
    while len(found) < MODELS:
        radius = dice.choice([0.49, 0.63, 0.79, 1.18])
        if kind == "ranks":
            k = len(found)
            found.append((20 + 1.26 * (k % 10), 20 + 1.26 * (k // 10), min(radius, 0.63)))
            continue
        middle = CLUSTERS[len(found) % len(CLUSTERS)]
        loose = kind == "loose"
        x, y = (
            (dice.uniform(1, far - 1) if loose else dice.gauss(at, 3.5))
            for far, at in zip(TABLE, middle, strict=True)
        )
        apart = all(math.dist((x, y), other[:2]) > radius + other[2] for other in found)
        if apart and 0 < x < TABLE[0] and 0 < y < TABLE[1]:
            found.append((x, y, radius))
    return found


def timed(form: Template, field: TemplateTargets) -> tuple[BestPlacement, float]:
    """The best place, and the processor time that it took, milliseconds."""
    start = time.process_time()
    best = best_placement(form, field, AllowedPlacements(TABLE))
    return best, 1000.0 * (time.process_time() - start)


def by_chance(form: Template, field: TemplateTargets, count: int, dice: random.Random) -> int:
    """The most that random places catch, each within reach of some model."""
    most = 0
    for _ in range(count):
        x, y, _ = dice.choice(field.discs)
        place = x + dice.uniform(-8, 8), y + dice.uniform(-8, 8), dice.uniform(0, 360)
        most = max(most, field.caught_count(placed_template(form, *place)))
    return most


def main() -> int:
    """Measure; 1 where a random place is better."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--random", type=int, default=0, help="random places for each case")
    parser.add_argument("--every", type=int, default=1, help="compare each so manieth case alone")
    asked = parser.parse_args()
    worse, times = 0, list[float]()
    cases = [
        (kind, name, least) for kind in ("loose", "clusters", "ranks") for name in FORMS for least in CATCHES
    ]
    for number, (kind, name, least) in enumerate(cases):
        field = TemplateTargets(crowd(kind, 1), least)
        best, took = timed(FORMS[name], field)
        times.append(took)
        chance = ""
        if asked.random and number % asked.every == 0:
            most = by_chance(FORMS[name], field, asked.random, random.Random(number))
            worse += most > best.caught_count
            chance = f", by chance {most}"
        sure = "sure" if best.is_proved else "found"
        print(
            f"{kind:9} {name:14} {least:7} {best.caught_count:3} {sure:5} {took:6.0f} ms{chance}", flush=True
        )
    times.sort()
    print(f"median {times[len(times) // 2]:.0f} ms, slowest {times[-1]:.0f} ms; {worse} worse than chance")
    return int(worse > 0)


if __name__ == "__main__":
    sys.exit(main())
