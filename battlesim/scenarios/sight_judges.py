"""Who judges sight: every ruleset that is installed and every classic convention, by key."""

from __future__ import annotations

from pathlib import Path

from battlesim.engine.value_decoding import did_you_mean
from battlesim.rulesets import registry
from battlesim.rulings.sight_conventions import sight_conventions
from battlesim.rulings.sight_rules import SightRules
from battlesim.scenarios.toml_reading import InputError


def judge_titles() -> dict[str, str]:
    """Keys and titles: rulesets first, then conventions, in the order in which they are shown."""
    rulesets = {key: ruleset.title for key, ruleset in registry.loadable_rulesets().items()}
    return rulesets | {key: one.title for key, one in sight_conventions().items()}


def sight_rules_of(key: str, where: str | Path = "", inner: str = "") -> SightRules:
    """The rules of sight of a ruleset, outside any battle, or of a convention. Raises InputError."""
    if key in sight_conventions():
        return sight_conventions()[key].sight
    if key in registry.loadable_rulesets():
        return registry.load_ruleset(key).sight_rules(None)
    raise InputError(where, inner, f"nobody judges by {key!r}", did_you_mean(key, judge_titles()))
