"""The files of a ruleset, all their mutants, and the choice of those that are tried."""

from __future__ import annotations

import importlib.util
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

import battlesim.rulesets
from benchmarks.mutants import python_places, table_places
from benchmarks.mutants.mutant import Mutant, digest

EACH_RULE = 3


def folder_of(ruleset: str) -> Path:
    """Where a ruleset is, found without importing it. Raises LookupError when there is none."""
    spec = importlib.util.find_spec(f"{battlesim.rulesets.__name__}.{ruleset}")
    if spec is None or spec.origin is None:
        raise LookupError(f"no ruleset {ruleset}")
    return Path(spec.origin).parent


def all_mutants(folder: Path) -> list[Mutant]:
    """Every change of a ruleset's code and tables, but for the texts of its rulebook."""
    paths = [path for path in sorted(folder.rglob("*")) if path.suffix in (".py", ".toml")]
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    code = {file: source for file, source in files.items() if file.endswith(".py")}
    named: dict[str, str] = {}
    for file, source in code.items():
        named |= python_places.rules_named(file, source)
    used: dict[str, str] = defaultdict(str)
    for file, source in code.items():
        for name, rules in python_places.rules_used(file, source, named):
            used[name] += f" {rules}"
    book = tomllib.loads(files.get("rulebook.toml", b"").decode()).get("rule", [])
    optional = {rule["option"]: (rule["id"],) for rule in book if "option" in rule}
    found: list[Mutant] = []
    for file, source in files.items():
        if file in code:
            found += python_places.mutants_of(file, source, named, used)
        elif file.endswith(".toml") and not file.endswith("rulebook.toml"):
            found += table_places.mutants_of(file, source, optional if file == "options.toml" else {})
    return found


def sorted_out(mutants: Iterable[Mutant], left_out: Mapping[str, str]) -> tuple[list[Mutant], dict[str, int]]:
    """Those that are held against tests, and how many are not, by the reason.

    `left_out` gives the files and folders in which no rule is carried out, each with its reason.
    """
    held: list[Mutant] = []
    aside: Counter[str] = Counter()
    for mutant in mutants:
        places = {mutant.file, mutant.file.partition("/")[0]} & set(left_out)
        if places:
            aside.update(f"{place}: {left_out[place]}" for place in places)
        elif mutant.ids:
            held.append(mutant)
        else:
            aside["no rule is cited there"] += 1
    return held, dict(aside)


def choose(mutants: Iterable[Mutant], most: int, seed: int) -> list[Mutant]:
    """Three of every rule, then one of each rule in turn until there are `most`, in an order the seed gives.

    The order is that of the fingerprints of the names, so that the choice hardly changes when the code does.
    """
    shuffled = sorted(mutants, key=lambda mutant: digest(f"{seed} {mutant.name}"))
    rows: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in shuffled:
        for id in mutant.ids:
            rows[id].append(mutant)
    chosen: dict[str, Mutant] = {}
    for turn in range(max(map(len, rows.values()), default=0)):
        for id in sorted(rows):
            if len(chosen) >= most and turn >= EACH_RULE:
                return list(chosen.values())[: max(most, 0)]
            if turn < len(rows[id]):
                chosen.setdefault(rows[id][turn].name, rows[id][turn])
    return list(chosen.values())[:most]
