"""Checks that the pieces and markers of a scenario are defined in its ruleset."""

from __future__ import annotations

from pathlib import Path

from battlesim.engine.ruleset import AnyRuleset, SupportsUnitRules
from battlesim.engine.scenario_plan import ScenarioPlan
from battlesim.engine.value_decoding import did_you_mean
from battlesim.scenarios.toml_reading import InputError


def check_roster(plan: ScenarioPlan, ruleset: AnyRuleset, path: Path) -> None:
    """Raise InputError if the pieces, markers or rules of a scenario do not fit its ruleset.

    Profiles, marks and hit points of the pieces are checked.
    """
    for check in (_check_profiles, _check_marks, _check_hits, _check_markers, _check_unit_rules):
        check(plan, ruleset, path)


def _check_profiles(plan: ScenarioPlan, ruleset: AnyRuleset, path: Path) -> None:
    for planned in (piece for unit in plan.units for piece in unit.pieces):
        if planned.profile not in ruleset.piece_kinds():
            message = f"{plan.ruleset} has no profile {planned.profile!r}"
            remedy = did_you_mean(planned.profile, ruleset.piece_kinds())
            raise InputError(path, f"{planned.key}.profile", message, remedy)


def _check_marks(plan: ScenarioPlan, ruleset: AnyRuleset, path: Path) -> None:
    """Check that the ruleset allows each piece to begin with its marks and their counts."""
    for planned in (piece for unit in plan.units for piece in unit.pieces):
        known = ruleset.start_marks(planned.profile)
        for mark in planned.marks:
            key, limit = f"{planned.key}.marks.{mark.name}", known.get(mark.name, 0)
            if not limit:
                message = f"a {planned.profile} of {plan.ruleset} cannot begin with such a mark"
                raise InputError(path, key, message, did_you_mean(mark.name, known) or "leave it out")
            if not 1 <= mark.count <= limit:
                allowed = f"1 to {limit}" if limit > 1 else "1"
                message = f"{mark.count} is out of range"
                raise InputError(path, key, message, f"use {allowed}, or leave it out")


def _check_markers(plan: ScenarioPlan, ruleset: AnyRuleset, path: Path) -> None:
    for number, marker in enumerate(plan.markers):
        if marker.kind not in ruleset.marker_kinds:
            message = f"{plan.ruleset} has no marker {marker.kind!r}"
            remedy = did_you_mean(marker.kind, ruleset.marker_kinds)
            raise InputError(path, f"marker[{number}].kind", message, remedy)


def _check_unit_rules(plan: ScenarioPlan, ruleset: AnyRuleset, path: Path) -> None:
    for unit in plan.units:
        if unit.rules and not isinstance(ruleset, SupportsUnitRules):
            message = f"{plan.ruleset} has no rules for single units"
            raise InputError(path, f"{unit.key}.rules", message, "leave the table out")


def _check_hits(plan: ScenarioPlan, ruleset: AnyRuleset, path: Path) -> None:
    """Check that no piece begins with more hit points than its profile has; a piece with 0 is a captive."""
    for planned in (piece for unit in plan.units for piece in unit.pieces):
        full = int(ruleset.profile(planned.profile).get("hits", 1))
        if planned.hits is not None and not 0 <= planned.hits <= full:
            message = f"{planned.hits} is out of range"
            raise InputError(path, f"{planned.key}.hits", message, f"a {planned.profile} has {full}")
