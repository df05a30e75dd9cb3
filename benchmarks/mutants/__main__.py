"""Break a ruleset on purpose, one small change at a time, and list what no test of its rules notices.

    python -m benchmarks.mutants RULESET [--rule ID] [--most 2000] [--bar 3] [--results FILE] [--json FILE]

Numbers, comparisons, conditions, and, or, plus and minus in its code, and figures in its tables, are changed.
Each mutant belongs to the rules cited in the function, or on the line of the table, around it, and is held
against the tests marked with those. The same command goes on where it was stopped. The exit code is 1 when
more than 3 % (or --bar PERCENT) survive without a reason in the notes of the ruleset (RULESET.toml beside
this file).
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

import msgspec

from benchmarks.mutants.forks import preload
from benchmarks.mutants.mutant import Mutant, cited
from benchmarks.mutants.ruleset_folder import all_mutants, choose, folder_of, sorted_out
from benchmarks.mutants.told import read_notes, summary
from benchmarks.mutants.trial import Trial, baseline, progress

TESTS = Path("tests")


def main() -> int:
    """Try the mutants; 1 when too many survive."""
    options = _options()
    try:
        folder = folder_of(options.ruleset)
    except LookupError as missing:
        print(missing, file=sys.stderr)
        return 2
    notes = read_notes(Path(__file__).parent / f"{options.ruleset}.toml")
    known = cited((folder / "rulebook.toml").read_text())
    if options.rule and options.rule not in known:
        print(f"no rule {options.rule} in {folder / 'rulebook.toml'}", file=sys.stderr)
        return 2
    mutants, aside = sorted_out(all_mutants(folder), notes.left_out)
    chosen = _of_rule(mutants, options.rule) if options.rule else choose(mutants, options.most, options.seed)
    with tempfile.TemporaryDirectory() as scratch:
        preload(Path(scratch))
        suite = baseline(folder, TESTS, known, Path(scratch))
        for test in suite.red:
            print(f"fails without any mutant, left out: {test.id}", file=sys.stderr)
        kept = options.results or Path("build", f"mutants_{options.ruleset}.jsonl")
        results = Trial(folder, suite, kept, options.jobs, Path(scratch)).run(chosen, progress())
    came_to = summary(options.ruleset, folder, chosen, results, notes, mutants, aside)
    came_to = msgspec.structs.replace(came_to, most_share=options.bar / 100.0)
    print(came_to.text())
    if options.json:
        options.json.write_text(json.dumps(came_to.plain(), indent=1))
    return 0 if came_to.passed else 1


def _of_rule(mutants: list[Mutant], rule: str) -> list[Mutant]:
    """Every mutant of one rule."""
    return [mutant for mutant in mutants if rule in mutant.ids]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.mutants", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("ruleset")
    parser.add_argument("--rule", help="every mutant of this rule instead of a choice of all")
    parser.add_argument("--most", type=int, default=2000, help="how many mutants at most")
    parser.add_argument("--bar", type=float, default=3.0, help="how many percent may survive unexplained")
    parser.add_argument("--seed", type=int, default=1, help="which ones are chosen")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time")
    parser.add_argument("--results", type=Path, help="where each outcome is written down")
    parser.add_argument("--json", type=Path, help="where the summary is written as data")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
