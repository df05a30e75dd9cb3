"""`battlesim judge`: who sees whom, how much of it, and what is in the way."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from battlesim.commands.output import JSON, note, print_json
from battlesim.table.limits import MOST_STEPS

ALL = "all"


def judge(
    source: Annotated[str, typer.Argument(metavar="MAP|SCENARIO|SITUATION|RECORD")],
    viewer: Annotated[str, typer.Option("--from", help="Who looks: id of a piece, or x,y[,z].")],
    target: Annotated[str, typer.Option("--to", help="Who is looked at: id of a piece, or x,y[,z].")],
    at: Annotated[
        int | None, typer.Option(min=0, max=MOST_STEPS, help="Step of a record; its end without it.")
    ] = None,
    ruleset: Annotated[str, typer.Option(help="Rules to judge by; `all` for every one.")] = "",
    margin: Annotated[
        bool, typer.Option("--margin", help="How far each may move before it changes.")
    ] = False,
    base: Annotated[float, typer.Option(help="Base of a bare viewer, inches across.")] = 1.0,
    height: Annotated[float, typer.Option(help="Height of a bare viewer, inches.")] = 1.2,
    to_base: Annotated[float, typer.Option(help="Base of a bare target, inches across.")] = 1.0,
    to_height: Annotated[float, typer.Option(help="Height of a bare target, inches.")] = 1.2,
    json: Annotated[bool, typer.Option("--json", help=JSON)] = False,
    sheet: Annotated[Path | None, typer.Option(help="Draw the ruling into this PNG.")] = None,
) -> None:
    """Settle a line of sight: plain geometry, or by the rules of a ruleset."""
    from battlesim.commands.records import record_named
    from battlesim.report.judging import Stand, judge_pair, margins, rules_of
    from battlesim.report.text import ruling_text
    from battlesim.rulesets import registry
    from battlesim.scenarios.sources import open_source

    keys = list(registry.working()) if ruleset == ALL else [ruleset]
    source = record_named(source)
    looks, aims = Stand(viewer, base, height), Stand(target, to_base, to_height)
    rulings: dict[str, dict[str, Any]] = {}
    for key in keys:
        opened = open_source(source, at, key)
        rules = rules_of(opened, key)
        rulings[key] = judge_pair(opened, looks, aims, rules)
        if margin:
            rulings[key] |= margins(opened, looks, aims, rules)
    if sheet:
        from battlesim.report.sheet import save_sheet

        key = keys[0]
        opened = open_source(source, at, key)
        save_sheet(opened, looks, aims, rules_of(opened, key), sheet)
        note(f"written: {sheet}")
    if json:
        print_json({"rulings": rulings} if ruleset == ALL else rulings[ruleset])
    else:
        print("\n\n".join(ruling_text(viewer, target, found) for found in rulings.values()))
