"""Comparison of the rules on a printed sheet with those of the ruleset or convention that it names."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from battlesim.geometry.constants import NO_LIMIT_IN
from battlesim.report.judging import JudgingRules
from battlesim.rulesets import registry
from battlesim.rulings.sight_conventions import sight_conventions
from battlesim.rulings.sight_rules import PLAIN_SIGHT, SightRules


def finite_rules(rules: SightRules) -> SightRules:
    """Return sight rules with infinite limits replaced by a large number, which JSON can store."""
    limits = {key: min(limit, NO_LIMIT_IN) for key, limit in rules.limits.items()}
    far = rules.limit if math.isfinite(rules.limit) else NO_LIMIT_IN
    openings = rules.openings
    if not isinstance(openings, msgspec.UnsetType):
        openings = msgspec.structs.replace(openings, within=min(openings.within, NO_LIMIT_IN))
    return msgspec.structs.replace(rules, limit=far, limits=limits, openings=openings)


class NamedRules(NamedTuple):
    """The title of a ruleset or convention, and its sight rules under the default options."""

    title: str
    rules: SightRules


def named_rules(judging_rules: JudgingRules) -> NamedRules | None:
    """Return the ruleset or convention to which the given rules belong, or None if it is not installed."""
    if judging_rules.convention:
        convention = sight_conventions().get(judging_rules.convention)
        return NamedRules(convention.title, convention.sight) if convention else None
    if not judging_rules.key:
        return NamedRules("Plain geometry", PLAIN_SIGHT)
    ruleset = registry.loadable_rulesets().get(judging_rules.key)
    return NamedRules(ruleset.title, ruleset.sight_rules(None)) if ruleset else None


def changed_rules(judging_rules: JudgingRules) -> dict[str, Any]:
    """Return a dict of the sight rules that differ from the ruleset or convention to which they belong."""
    named = named_rules(judging_rules)
    return rule_differences(judging_rules.rules, named.rules) if named else {}


def rule_differences(rules: SightRules, base: SightRules) -> dict[str, Any]:
    """Return a dict of the fields in which sight rules differ from `base`, with their values as JSON.

    A field that is not set gets the value {}.
    """
    ours, theirs = (_json_values(each) for each in (rules, base))
    keys = dict.fromkeys((*ours, *theirs))
    return {key: ours.get(key, {}) for key in keys if ours.get(key) != theirs.get(key)}


def _json_values(rules: SightRules) -> dict[str, Any]:
    """Return sight rules as the values that a sheet stores: lists, as JSON has no tuples."""
    values: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(finite_rules(rules)))
    return values


def rule_fields_text(fields: Mapping[str, Any]) -> str:
    """Return a text that lists the given fields of sight rules with their values."""
    return "; ".join(f"{key.replace('_', ' ')} {_value_text(value)}" for key, value in fields.items())


def _value_text(value: object) -> str:
    """Return a value as text, without the entries of a dict that are empty."""
    if isinstance(value, dict):
        filled = {key: one for key, one in value.items() if one not in ([], {})}
        return ", ".join(f"{key} {_value_text(one)}" for key, one in filled.items()) or "none"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)


class RulesCheck(NamedTuple):
    """The result of checking the rules on a printed sheet: their title, the errors and the warnings."""

    by: str
    wrong: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


def check_named_rules(
    judging_rules: JudgingRules, declared: Mapping[str, Any] | msgspec.UnsetType, title: str
) -> RulesCheck:
    """Check that the sight rules on a printed sheet are those of the ruleset or convention that it names.

    `declared` holds the rules that the sheet itself lists as changed; these may differ. `title` is the title
    of the sheet's rules. Return the errors and warnings. There is only a warning if the ruleset is not
    installed.
    """
    named, key = named_rules(judging_rules), judging_rules.convention or judging_rules.key
    if named is None:
        return RulesCheck(key, (), (f"{key} is not installed: its rules cannot be compared",))
    found = changed_rules(judging_rules)
    by = named.title + (f", with {rule_fields_text(found)}" if found else "")
    other = () if title.startswith(named.title) else (f"its page says that it was judged by {title}",)
    usual = _json_values(named.rules)
    odd = {field: found.get(field, usual.get(field)) for field in _differing_fields(found, declared)}
    told = tuple(
        f"its rules are not those of {named.title}: {rule_fields_text({field: value})}, "
        f"there {_value_text(usual.get(field, {}))}"
        for field, value in odd.items()
    )
    if declared is msgspec.UNSET:
        return RulesCheck(by, (), (*other, *told))
    return RulesCheck(by, told, other)


def _differing_fields(found: Mapping[str, Any], declared: Mapping[str, Any] | msgspec.UnsetType) -> list[str]:
    """Return the fields whose actual change differs from the declared change."""
    if isinstance(declared, msgspec.UnsetType):
        return list(found)
    fields = dict.fromkeys((*found, *declared))
    return [field for field in fields if found.get(field) != declared.get(field)]
