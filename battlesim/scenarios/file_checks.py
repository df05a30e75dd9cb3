"""Checks of files and rulesets, with a summary of the contents or a list of the errors."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import msgspec

from battlesim.engine.verify import verify_record, version_difference_text
from battlesim.plain_files import is_plain
from battlesim.rulesets import registry
from battlesim.scenarios.library import load_scenario
from battlesim.scenarios.maps import load_map
from battlesim.scenarios.situations import judge_situation, load_situation
from battlesim.scenarios.sources import RECORD_SUFFIX, file_kind, known_files, load_record, locate_file

CHECKED_SUFFIXES = (".toml", RECORD_SUFFIX)
"""File name suffixes that are checked when a folder is given."""


class CheckResult(msgspec.Struct, frozen=True):
    """The result of checking a file or ruleset: its name and kind, whether it is valid, and a summary.

    `warnings` lists what the ruleset allows but advises against. `by` names the rules used for the check.
    """

    name: str
    kind: str
    good: bool
    text: str
    wrong: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    by: str = ""


def expand_folders(names: Iterable[str]) -> list[str]:
    """Return the given file names, with each folder replaced by the files in it that can be checked.

    A folder without such files is kept.
    """
    expanded: list[str] = []
    for name in names:
        files = _checkable_files(name)
        expanded += files or [name]
    return expanded


def _checkable_files(name: str) -> list[str]:
    """Return the files of a folder that can be checked; empty if the name is not a folder."""
    folder, rulesets = Path(name), registry.ruleset_keys()
    if name in rulesets or name in known_files() or not os.path.isdir(folder):
        return []
    with suppress(OSError):
        return [
            str(path)
            for path in sorted(folder.iterdir())
            if path.suffix in CHECKED_SUFFIXES and is_plain(path)
        ]
    return []


def check_file_or_ruleset(name: str) -> CheckResult:
    """Check a file, given by its path or id, or a ruleset, given by its key. Return the result.

    Raises InputError, RecordError or PluginError if the file or ruleset cannot be used.
    """
    rulesets = registry.ruleset_keys()
    if name in rulesets and name not in known_files() and not is_plain(Path(name)):
        return _ruleset(name)
    path = locate_file(name)
    return CHECKS_BY_KIND[file_kind(path)](path)


def _ruleset(key: str) -> CheckResult:
    ruleset = registry.load_ruleset(key)
    text = f"{ruleset.title} {ruleset.version}, {len(ruleset.rulebook)} rules"
    return CheckResult(key, "ruleset", True, text)


def _map(path: Path) -> CheckResult:
    ground = load_map(path)
    text = f"{ground.width:g} x {ground.height:g} in, {len(ground.terrain)} terrain pieces"
    return CheckResult(str(path), "map", True, text)


def _scenario(path: Path) -> CheckResult:
    scenario = load_scenario(str(path))
    state = scenario.initial_state()
    text = f"{scenario.plan.title} ({scenario.plan.ruleset}), {len(state.table.pieces)} pieces"
    return CheckResult(str(path), "scenario", True, text, warnings=scenario.warnings)


def _situation(path: Path) -> CheckResult:
    situation = load_situation(path)
    verdicts = judge_situation(situation)
    wrong = tuple(verdict.text for verdict in verdicts if not verdict.good)
    text = f"{situation.title}: {len(verdicts) - len(wrong)} of {len(verdicts)} as expected"
    return CheckResult(str(path), "situation", not wrong, text, wrong)


def _record(path: Path) -> CheckResult:
    record = load_record(path)
    result = verify_record(record)
    result.require_possible(record.path)
    if result.difference:
        return CheckResult(str(path), "record", False, "fails to verify", (result.difference,))
    text = f"{record.header.title}: {result.steps} steps, {result.answers} answers verified"
    return CheckResult(
        str(path), "record", True, text, (), tuple(filter(None, [version_difference_text(record)]))
    )


CHECKS_BY_KIND = {"map": _map, "scenario": _scenario, "situation": _situation, "record": _record}
"""Check functions by kind of file."""
