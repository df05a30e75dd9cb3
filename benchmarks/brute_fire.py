"""Compare the odds of a fire action of Stargrunt with plain enumeration and with a million rolled chains.

`python -m benchmarks.brute_fire --cases 20 --chains 1000000` draws random squads that fire at random squads
on an empty table. From the program this side takes the sizes of the dice and nothing else: it reads the rule
anew, from the faces of the first roll to the figures that are left. Every chance of a number of casualties
must equal that of the enumeration to 1e-9, and the share of the rolled chains to `ROLLED_OFF`. Whatever
differs is printed, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import itertools
import math
import random
import sys
from collections import defaultdict
from typing import Any, NamedTuple

import numpy as np

from battlesim.rulesets.stargrunt.attack.casualty_odds import FireOdds, fire_odds
from battlesim.rulesets.stargrunt.attack.fire_roll import fire_engagement, fire_impact, fire_roll
from battlesim.rulesets.stargrunt.attack.hits import impact_roll
from battlesim.rulesets.stargrunt.attack.targeting import Fire
from battlesim.table.ids import UnitId
from tests.rules.stargrunt.field import battle, foes, row, squad

EXACT_OFF, ROLLED_OFF = 1e-9, 0.002
"""The largest differences of a chance from the enumerated one and from the share of the rolled chains."""
TARGETS = ("rifleman", "conscript", "heavy_trooper", "swarmer", "spitter")
QUALITIES = ("untrained", "green", "regular", "veteran", "elite")


class FireCase(NamedTuple):
    """The dice of a fire action: range, the firer's, impact and armour, and the number of figures."""

    range_die: int
    dice: tuple[int, ...]
    impact: int
    armour: int
    figures: int


def drawn_case(seed: int) -> tuple[FireCase, FireOdds]:
    """Return the dice of a random fire action, and the odds that the program gives for it."""
    rng = random.Random(seed)
    kinds = ("rifleman",) * 3 + ("gunner",) * rng.randint(0, 2)
    own = squad("a", *row(-4, 0, len(kinds)), kinds=kinds, quality=rng.choice(QUALITIES))
    line = row(-4, rng.uniform(4, 22), rng.randint(2, 8))
    target = foes("b", *line, kinds=(rng.choice(TARGETS),), quality=rng.choice(QUALITIES))
    state = battle(own, target)
    gunners = tuple(f"saw:a{number + 1}" for number, kind in enumerate(kinds) if kind == "gunner")
    fire = Fire(UnitId("a"), UnitId("b"), ("advanced_rifle", *gunners))
    sides = fire_roll(state, fire).sides
    figure = fire_engagement(state, fire).targets[0]
    armour = impact_roll(fire_impact(state, fire), figure, ()).sides[1]
    case = FireCase(sides[0], sides[1:], fire_impact(state, fire), armour, len(target[1]))
    return case, fire_odds(state, fire)


def enumerated(case: FireCase) -> tuple[float, list[float]]:
    """Return the chances to suppress and of 0, 1, 2 … casualties, over all faces of all dice."""
    success, hits = 0.0, defaultdict[int, float](float)
    ways = math.prod((case.range_die, *case.dice))
    for against in range(1, case.range_die + 1):
        for faces in itertools.product(*(range(1, sides + 1) for sides in case.dice)):
            higher = sum(face > against for face in faces)
            success += (higher > 0) / ways
            whole, left = (
                (sum(faces) // case.range_die, sum(faces) % case.range_die) if higher > 1 else (0, 0)
            )
            hits[whole] += (case.range_die - left) / case.range_die / ways
            hits[whole + 1] += left / case.range_die / ways
    hurts = _hurt_chance(case)
    casualties = [0.0] * (case.figures + 1)
    for number, chance in hits.items():
        for lost, part in _casualties(case.figures, number, hurts).items():
            casualties[lost] += chance * part
    return success, casualties


def _hurt_chance(case: FireCase) -> float:
    pairs = itertools.product(range(1, case.impact + 1), range(1, case.armour + 1))
    return sum(impact > armour for impact, armour in pairs) / (case.impact * case.armour)


def _casualties(figures: int, hits: int, hurts: float) -> dict[int, float]:
    """Return the chances of the numbers of figures hurt, when each hit falls on one of all figures.

    What a hit does to a figure that is hurt already changes nothing here.
    """
    lost = {0: 1.0}
    for _ in range(hits):
        after = defaultdict[int, float](float)
        for number, chance in lost.items():
            fresh = (figures - number) / figures * hurts
            if fresh:
                after[number + 1] += chance * fresh
            after[number] += chance * (1.0 - fresh)
        lost = dict(after)
    return lost


def rolled(case: FireCase, chains: int, seed: int) -> tuple[float, list[float]]:
    """Return the shares of so many rolled chains that suppress, and that cost 0, 1, 2 … figures."""
    dice: Any = np.random.default_rng(seed)
    against = dice.integers(1, case.range_die + 1, chains)
    faces = np.stack([dice.integers(1, sides + 1, chains) for sides in case.dice])
    higher = (faces > against).sum(axis=0)
    totals = np.where(higher > 1, faces.sum(axis=0), 0)
    hits = totals // case.range_die
    hits = hits + (dice.integers(1, case.range_die + 1, chains) <= totals % case.range_die)
    hurt = np.zeros((chains, case.figures), dtype=bool)
    for number in range(int(hits.max(initial=0))):
        impact = dice.integers(1, case.impact + 1, chains)
        armour = dice.integers(1, case.armour + 1, chains)
        who = dice.integers(0, case.figures, chains)
        falls = (number < hits) & (impact > armour)
        hurt[np.flatnonzero(falls), who[falls]] = True
    counts = np.bincount(hurt.sum(axis=1), minlength=case.figures + 1)
    return float((higher > 0).mean()), [float(count) / chains for count in counts]


def differences(seed: int, chains: int) -> list[str]:
    """Return what differs between the program, the enumeration and rolled chains, in words."""
    case, odds = drawn_case(seed)
    mine = (odds.suppressed, *odds.casualties)
    found = []
    for name, bar, (success, casualties) in (
        ("enumerated", EXACT_OFF, enumerated(case)),
        *((("rolled", ROLLED_OFF, rolled(case, chains, seed)),) if chains else ()),
    ):
        off = max(abs(a - b) for a, b in zip(mine, (success, *casualties), strict=True))
        if off > bar:
            found.append(f"seed {seed}, {case}: {off:.6f} off the {name} chance")
    return found


def main() -> int:
    """Compare so many cases; exit code 1 if anything differs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--cases", type=int, default=20)
    parser.add_argument("--chains", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    said = parser.parse_args()
    found = [words for k in range(said.cases) for words in differences(said.seed + k, said.chains)]
    print("\n".join([*found, f"{said.cases} cases, {len(found)} differ"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
