"""Lookup of the rulesets and conventions that can judge whether pieces see each other."""

from __future__ import annotations

from pathlib import Path

from battlesim.engine.table_sight import sight_rules_on
from battlesim.engine.value_decoding import did_you_mean
from battlesim.rulesets import registry
from battlesim.rulings.sight_conventions import sight_conventions
from battlesim.rulings.sight_rules import SightRules
from battlesim.scenarios.toml_reading import InputError
from battlesim.table.state import Table


def judge_titles() -> dict[str, str]:
    """Return a dict that maps the key of each ruleset and sight convention to its title, in display order."""
    rulesets = {key: ruleset.title for key, ruleset in registry.loadable_rulesets().items()}
    return rulesets | {key: convention.title for key, convention in sight_conventions().items()}


def sight_rules_of(
    key: str, where: str | Path = "", inner: str = "", *, table: Table | None = None
) -> SightRules:
    """Return the sight rules of a ruleset, or of a convention such as "centre to centre", by its key.

    The sight rules of some rulesets depend on the pieces of a table. Raises InputError if `key` is unknown;
    the error names the file `where` and the key `inner` in that file.
    """
    if key in sight_conventions():
        return sight_conventions()[key].sight
    if key in registry.loadable_rulesets():
        ruleset = registry.load_ruleset(key)
        return sight_rules_on(ruleset, table) if table else ruleset.sight_rules(None)
    raise InputError(where, inner, f"no ruleset or convention {key!r}", did_you_mean(key, judge_titles()))
