"""Rule on random situations, and on the corpus, by brute force, and compare it with the program.

    python -m benchmarks.brute --situations 20000 --seed 1
    python -m benchmarks.brute --situations 5000 --judge invasion_earth
    python -m benchmarks.brute --corpus

Each situation is judged by a ruleset or convention, or by rules drawn at random; one in ten stands on a grid
of whole inches and is ruled with Fractions, so that even what touches exactly has to come out the same. By
rules of doors and windows, every other table is a house with models in it.
Shares are compared as numbers. What is round is a polygon to the program: its share has to lie between those
with everything round a little wider and a little narrower, by as many slices as make that sure. Verdicts are
compared where both are the same. Where some free line is looked for, one that the brute force finds and the
program does not is wrong; a slit that only the program finds may be narrower than the steps, and is counted
apart. Ctrl-C ends with what was found so far. Exit code 1 when anything is wrong.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import msgspec

from battlesim.rulings.sight import SightRules, Verdict, verdict
from battlesim.rulings.tolerance import verdict_grade
from battlesim.scenarios.corpus import load_corpus
from battlesim.scenarios.questions import SightQuestion
from battlesim.scenarios.sight_judges import judge_titles, sight_rules_of
from battlesim.table.state import Table
from benchmarks.brute_chance import random_rules, random_table
from benchmarks.brute_houses import house_table
from benchmarks.brute_rules import LEAST, Pair, Told
from benchmarks.brute_tables import SKIN, plain_board, plain_rules

SLICES = (8, 16, 32, 64, 128)
"""Between two corners; more where fewer do not tell."""
ENOUGH = 1e-4
"""How sure a share by slices has to be."""
EXACT = 1e-7
HALF = 1e-3
"""How near to enough the part of a base in area cover is told no more."""
ROUND = 0.0006
"""The program takes an oval for a polygon that strays by so many inches."""
MANY = 40
"""Corners beyond which slices are quicker than exact arithmetic."""
SEARCHED = ("bases", "bodies")
"""Sorts of lines of which some free one is looked for."""
OUTCOMES = ("right", "close", "slit", "unknown", "wrong")


class Case(NamedTuple):
    """A pair on a table with rules to judge it by, in words that find it again."""

    name: str
    table: Table
    rules: SightRules
    viewer: str = "m0"
    target: str = "m1"
    exact: bool = False


def chance(seed: int, judge: str = "") -> Case:
    """The random situation of a seed, by a ruleset or convention where one is named."""
    rng = random.Random(seed)
    exact = rng.random() < 0.1
    table = random_table(rng, exact)
    key = judge or rng.choice(list(judge_titles()))
    if judge or not (exact or rng.random() < 0.5):
        rules, name, exact = sight_rules_of(key), f"seed {seed}, {key}", exact and bool(judge)
    else:
        rules, name = random_rules(rng, exact), f"seed {seed}"
    if not exact and not isinstance(rules.openings, msgspec.UnsetType) and rng.random() < 0.5:
        table = house_table(rng)
    return Case(name, table, rules, exact=exact)


def known() -> Iterator[Case]:
    """The questions of the corpus that have verdicts, by everybody."""
    for entry in load_corpus():
        question = entry.question
        if isinstance(question, SightQuestion) and question.verdicts:
            for key in judge_titles():
                table = entry.situation.table
                yield Case(f"{entry.id}, {key}", table, sight_rules_of(key), question.viewer, question.target)


def judged(case: Case) -> tuple[str, str]:
    """What a comparison came to, one of OUTCOMES, and in words."""
    number = Fraction if case.exact else float
    try:
        board = plain_board(case.table, number)
    except ValueError as refused:
        return "unknown", str(refused)
    men = {man.id: man for man in board.men}
    pair = Pair(board, plain_rules(case.rules, number), men[case.viewer], men[case.target])
    pieces = case.table.pieces
    found = verdict(case.table, case.rules, pieces[case.viewer], pieces[case.target])
    low, high, error = _bounds(pair)
    outcome = _outcome(pair, found, (low, high), error)
    words = f"brute force {low.word} {float(low.share):.7f} to {high.word} {float(high.share):.7f}"
    return outcome, f"{words}, program {verdict_grade(found)} {found.share:.7f}"


def _bounds(pair: Pair) -> tuple[Told, Told, float]:
    """What is told at least and at most, and how far off the shares of both may be."""
    things = pair.things()
    round_ = any(thing.oval for thing in things) or sum(len(t.rings[0]) for t in things if t.rings) > MANY
    both = [pair._replace(by=by) for by in ((ROUND, -ROUND) if round_ or pair.rules["groups"] else (0.0,))]
    if pair.rules["mode"] == "line" or not round_:
        told = [one.told() for one in both]
        return told[0], told[-1], 0.0 if pair.rules["mode"] == "line" else EXACT
    told = [one.told(SLICES[0]) for one in both]
    for slices in SLICES[1:]:
        last, told = told, [one.told(slices) for one in both]
        off = max(abs(one.share - two.share) for one, two in zip(last, told, strict=True))
        if off <= ENOUGH:
            break
    return told[0], told[-1], max(ENOUGH, 2.0 * off)


def _outcome(pair: Pair, found: Verdict, told: tuple[Told, Told], error: float) -> str:
    """Whether the program's verdict lies between two, its share off by so much at most."""
    line = pair.rules["mode"] == "line"
    low, high = told
    if line and pair.rules["lines"] in SEARCHED and found.share > high.share:
        return "slit"
    if not low.share - error <= found.share <= high.share + error:
        tie = line and not isinstance(pair.viewer.x, Fraction) and _higher(pair).told().share == found.share
        return "close" if tie else "wrong"
    if verdict_grade(found) in (low.word, high.word):
        return "right" if low.word == high.word else "close"
    return "close" if _near(pair, told, error) else "wrong"


def _near(pair: Pair, told: tuple[Told, Told], error: float) -> bool:
    """Whether shares that are not exact are too near a threshold to tell on which side they are. All and
    nothing are exact."""
    thresholds = (LEAST, 1.0 - LEAST, 1.0 - pair.rules["partial"], 1.0 - pair.rules["full"])
    if any(one.grazes for one in told):
        return True
    limit = pair.rules["overlap_share"]
    if any(abs(one.among - limit) <= HALF for one in told if limit > 0.0):
        return True
    unsure = [share for one in told for share in (one.share, one.shown) if share not in (0.0, 1.0)]
    return error > EXACT and any(abs(share - edge) <= error for share in unsure for edge in thresholds)


def _higher(pair: Pair) -> Pair:
    """The same with every top a little higher: what only skims one is hidden then."""
    land = [one._replace(thing=one.thing._replace(top=one.thing.top + SKIN)) for one in pair.board.land]
    return pair._replace(board=pair.board._replace(land=tuple(land)))


def modes(case: Case) -> Iterator[str]:
    """What a case is an example of."""
    rules, table = case.rules, case.table
    yield "all"
    yield "exact" if case.exact else "sampled"
    yield rules.lines if rules.mode == "line" else "share"
    held = {
        "bases": rules.bases,
        "groups": rules.groups,
        "depth": bool(rules.depth),
        "heights": any(
            p.table_position is not None and p.table_position.z > 0.0 for p in table.standing_pieces()
        ),
        "raised": any(t.bottom for t in table.ground.terrain),
        "openings": any(t.openings for t in table.ground.terrain),
        "rooms": any(t.id == "house" for t in table.ground.terrain),
        "nearer": rules.cover_nearer,
        "ground": bool(rules.near_cover),
        "hulls": any(piece.hull for piece in table.pieces.values()),
    }
    yield from (name for name, holds in held.items() if holds)


def main() -> int:
    """Compare; 1 when anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--situations", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1, help="of the first situation; they count up from it")
    parser.add_argument("--judge", default="", help="the ruleset or convention that judges them all")
    parser.add_argument("--corpus", action="store_true", help="the questions of the corpus instead")
    given = parser.parse_args()
    seeds = range(given.seed, given.seed + given.situations)
    counts: Counter[tuple[str, str]] = Counter()
    with contextlib.suppress(KeyboardInterrupt):
        for case in known() if given.corpus else (chance(seed, given.judge) for seed in seeds):
            outcome, words = judged(case)
            counts.update((mode, outcome) for mode in modes(case))
            if outcome == "wrong":
                print(f"{case.name}: {words}", flush=True)
    print(f"{'':10}", *(f"{outcome:>8}" for outcome in OUTCOMES))
    for mode in sorted({mode for mode, _ in counts}):
        print(f"{mode:10}", *(f"{counts[mode, outcome]:8}" for outcome in OUTCOMES))
    return int(counts["all", "wrong"] > 0)


if __name__ == "__main__":
    sys.exit(main())
