"""Play every scenario to its end, many times, and hold each battle to what a battle must be.

    python -m benchmarks.soak --games 100 [--scenario ID|FILE] [--levels recruit,random] [--options [NAME]]

With `--options` each battle is played for every value of the options named (of all, without a name) that
the scenario does not have. No player at fault, no two bases over each other when a step is done, an outcome,
no creature that spends an action without an act while an enemy or a door is within its reach, no group in two
combats or with dice that it does not owe, and a record that verifies and goes on from a random cut to the
same end.

Failures name scenario, level and seed. Each series ends with a line that tells who won how often.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

from battlesim.engine.digest import state_digest
from battlesim.engine.record_read import read_record
from battlesim.engine.verify import verify_record
from battlesim.rulesets import registry
from battlesim.scenarios.library import Scenario, load_scenario, scenario_files
from battlesim.testing.overlap import forbidden_overlaps
from benchmarks.battles import begin, go_on, play_out
from benchmarks.group_invariants import broken_invariants
from benchmarks.idle_creatures import idle_actions

CHECKS = {"troice_station": idle_actions, "alien_invasion": broken_invariants}
"""What finds more that is wrong in the records of some rulesets."""


def soak(folder: Path, scenario: Scenario, level: str, seed: int, wins: Counter[str]) -> list[str]:
    """Play one battle; what is wrong with it, in words. Its winners are counted in `wins`."""
    path = folder / "soak.battle"
    path.unlink(missing_ok=True)
    match = begin(path, scenario, seed, level)
    wrong: list[str] = []

    def nobody_overlaps() -> None:
        if match.current_run.is_settled and not wrong:
            wrong.extend(map(str, forbidden_overlaps(scenario.ruleset, match.current_run.state)))

    play_out(match, nobody_overlaps)
    wrong.extend(f"fault: {fault}" for fault in match.faults)
    if match.current_run.outcome is None:
        wrong.append("no outcome")
    else:
        wins[" and ".join(match.current_run.outcome.winners) or "nobody"] += 1
    record = read_record(path, registry.load_ruleset)
    checked = verify_record(record)
    wrong.extend(CHECKS[record.ruleset.key](record) if record.ruleset.key in CHECKS else ())
    if checked.difference:
        wrong.append(f"verify: {checked.difference}")
    return wrong + _cut(path, state_digest(match.current_run.state), seed)


def _cut(path: Path, final: str, seed: int) -> list[str]:
    """Cut the record somewhere, go on, compare the end."""
    raw = path.read_bytes()
    path.write_bytes(raw[: random.Random(seed).randrange(raw.index(b"\n") + 1, len(raw))])
    match = go_on(path)
    play_out(match)
    return [] if state_digest(match.current_run.state) == final else ["gone on from a cut, it ends otherwise"]


def main() -> int:
    """Soak; exit code 1 when anything is wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--scenario", help="id or file; without it, all of the program")
    parser.add_argument("--levels", default="recruit,random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--options", nargs="?", const="")
    said = parser.parse_args()
    names = [said.scenario] if said.scenario else sorted(scenario_files())
    seeds, failures = range(said.seed, said.seed + said.games), 0
    for name in names:
        for options in _changes(name, said.options):
            for level in said.levels.split(","):
                failures += _series(name, options, level, seeds)
    return 1 if failures else 0


def _changes(name: str, wanted: str | None) -> list[dict[str, str]]:
    """What to change of a scenario: nothing, or one option at a time to each of its other values."""
    if wanted is None:
        return [{}]
    plan, keys = load_scenario(name).plan, wanted.split(",") if wanted else []
    rules = registry.load_ruleset(plan.ruleset).rulebook.values()
    asked = {
        rule.option: rule.choices for rule in rules if rule.option and rule.option in (keys or [rule.option])
    }
    return [{key: value} for key in asked for value in asked[key] if value != plan.options[key]]


def _series(name: str, options: dict[str, str], level: str, seeds: range) -> int:
    """The battles of one scenario with these options at one level; how many went wrong."""
    scenario, began, failures = load_scenario(name, options), time.perf_counter(), 0
    wins = Counter[str]()
    name = " ".join([name, *(f"{key}={value}" for key, value in options.items())])
    with tempfile.TemporaryDirectory() as folder:
        for seed in seeds:
            try:
                wrong = soak(Path(folder), scenario, level, seed, wins)
            except Exception:  # every way to fail is a finding, and the soak goes on
                wrong = [traceback.format_exc()]
            failures += bool(wrong)
            for words in wrong:
                print(f"FAILED {name} {level} seed {seed}: {words}", flush=True)
    seconds = (time.perf_counter() - began) / len(seeds)
    won = ", ".join(f"{side} {count}" for side, count in wins.most_common())
    print(
        f"{name} {level}: {len(seeds)} games, {failures} wrong; won by {won}; {seconds:.2f} s a game",
        flush=True,
    )
    return failures


if __name__ == "__main__":
    sys.exit(main())
