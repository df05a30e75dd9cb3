"""The command `battlesim why`, which explains why a piece may not shoot, move, react or be seen."""

from __future__ import annotations

from typing import Annotated

import typer

from battlesim.commands.judge import AtOption, JsonOption
from battlesim.commands.output import print_json, print_lines


def why(
    source: Annotated[str, typer.Argument(metavar="SCENARIO|RECORD")],
    piece: Annotated[str, typer.Option("--piece", help="The piece that would act: its id.")],
    to: Annotated[str, typer.Option("--to", help="The target: an id, or x,y.")] = "",
    at: AtOption = None,
    seen_by: Annotated[str, typer.Option("--seen-by", help="Key of the side whose knowledge is used.")] = "",
    json: JsonOption = False,
) -> None:
    """Say why a piece may not shoot, move, react or be seen: name the rule, and by how much it fails."""
    from battlesim.commands.records import report_problems, resolve_record
    from battlesim.engine.value_decoding import did_you_mean
    from battlesim.report.reasons import (
        blocking_rule_texts,
        parse_why_query,
        reason_lines,
        reason_values,
        why_report,
    )
    from battlesim.rulesets import registry
    from battlesim.scenarios.sources import open_battle, source_seen_by
    from battlesim.scenarios.toml_reading import InputError
    from battlesim.table.ids import SideKey

    opened, run = open_battle(resolve_record(source), at)
    report_problems(opened.faults)
    assert opened.state is not None
    sides = [side.key for side in opened.table.sides]
    if seen_by and seen_by not in sides:
        raise InputError("--seen-by", "", f"there is no side {seen_by}", did_you_mean(seen_by, sides))
    side, ruleset = SideKey(seen_by), registry.load_ruleset(opened.ruleset)
    shown = source_seen_by(opened, side).table
    report = why_report(ruleset, opened.state, parse_why_query(shown, piece, to), run, side)
    values = reason_values(ruleset, shown, report)
    if json:
        print_json(values)
        return
    print_lines(*reason_lines(values))
    for rule, text in blocking_rule_texts(values).items():
        print_lines(f"{rule}: {text}")
