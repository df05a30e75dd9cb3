"""Rule on the corpus and on random situations by brute force, and compare it with the program.

    python -m benchmarks.brute --seconds 240

A situation is judged by every ruleset and convention. Shares from the eye are compared as numbers: exact
among straight sides, to within a few slices otherwise. Verdicts are compared where the share is farther than
that from every threshold. Where some free line is looked for, one that the brute force finds and the program
does not is wrong; a slit that only the program finds may be narrower than the steps, and is counted apart.
Exit code 1 when anything is wrong.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from battlesim.rulings.sight import verdict
from battlesim.rulings.tolerance import kind_of
from battlesim.scenarios.columns import columns, rules_by
from battlesim.scenarios.corpus import corpus
from battlesim.scenarios.questions import SightQuestion
from battlesim.table.state import Table
from benchmarks.brute_rules import LEAST, Pair, Rules, Told
from benchmarks.brute_tables import SKIN, beneath, plain_board, plain_rules, random_table

SLICES = 400
EXACT = 1e-7
SEARCHED = ("bases", "bodies")
"""Sorts of lines of which some free one is looked for."""


class Case(NamedTuple):
    """A pair on a table, in words that find it again."""

    name: str
    table: Table
    viewer: str
    target: str


def cases(seed: int) -> Iterator[Case]:
    """The questions of the corpus that have verdicts, then random pairs without end."""
    for entry in corpus():
        question = entry.question
        if isinstance(question, SightQuestion) and question.verdicts:
            yield Case(entry.id, entry.situation.table, question.viewer, question.target)
    while True:
        table = random_table(random.Random(seed))
        if not beneath(plain_board(table), ("m0", "m1")):
            yield Case(f"seed {seed}", table, "m0", "m1")
        seed += 1


def judged(case: Case, key: str) -> tuple[str, str]:
    """What a comparison came to (right, close, slit, unknown, wrong), and in words."""
    rules = rules_by(key)
    plain, pieces = plain_rules(rules), case.table.pieces
    try:
        board = plain_board(case.table)
    except ValueError as error:
        return "unknown", str(error)
    men = {man.id: man for man in board.men}
    pair = Pair(board, plain, men[case.viewer], men[case.target])
    straight = not any(thing.disc for thing in pair.things())
    told = pair.told(0 if straight else SLICES)
    found = verdict(case.table, rules, pieces[case.viewer], pieces[case.target])
    word = f"{key}: brute force {told.word} {told.share:.7f}, program {kind_of(found)} {found.share:.7f}"
    step = 0.0 if plain["mode"] == "line" else EXACT if straight else 4.0 / SLICES
    if plain["mode"] == "line" and plain["lines"] in SEARCHED and found.share > told.share:
        return "slit", word
    if abs(found.share - told.share) > step:
        tie = plain["mode"] == "line" and _higher(pair).told().share == found.share
        return "close" if tie else "wrong", word
    if _close(told, plain, step):
        return "close", word
    return ("right" if kind_of(found) == told.word else "wrong"), word


def _higher(pair: Pair) -> Pair:
    """The same with every top a little higher: what only skims one is hidden then."""
    land = [one._replace(thing=one.thing._replace(top=one.thing.top + SKIN)) for one in pair.board.land]
    return pair._replace(board=pair.board._replace(land=tuple(land)))


def _close(told: Told, rules: Rules, step: float) -> bool:
    """Whether a share is so near a threshold that slices cannot tell on which side it is."""
    thresholds = (LEAST, 1.0 - LEAST, 1.0 - rules["partial"], 1.0 - rules["full"])
    return step > EXACT and any(abs(told.share - one) <= step for one in thresholds)


def main() -> int:
    """Compare until the time is up."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seconds", type=float, default=240.0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    until, pairs = time.monotonic() + given.seconds, 0
    counts: Counter[tuple[str, str]] = Counter()
    for case in cases(given.seed):
        if time.monotonic() > until:
            break
        pairs += 1
        for key in columns():
            outcome, words = judged(case, key)
            counts[key, outcome] += 1
            if outcome == "wrong":
                print(f"{case.name} {case.viewer} to {case.target}, {words}", flush=True)
    return _told(pairs, counts)


def _told(pairs: int, counts: Counter[tuple[str, str]]) -> int:
    outcomes = ("right", "close", "slit", "unknown", "wrong")
    print(f"{pairs} pairs")
    for key in (*columns(), "all"):
        row = {
            o: sum(n for (k, found), n in counts.items() if found == o and key in (k, "all"))
            for o in outcomes
        }
        print(f"{key:16}", *(f"{outcome} {count:6}" for outcome, count in row.items()))
    return int(any(outcome == "wrong" and n for (_, outcome), n in counts.items()))


if __name__ == "__main__":
    sys.exit(main())
