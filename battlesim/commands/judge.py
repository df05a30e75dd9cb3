"""`battlesim judge`: who sees whom, how much of it, and what is in the way."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from battlesim.commands.output import FORCE, JSON, note, print_json, say
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
    force: Annotated[bool, typer.Option("--force", help=FORCE)] = False,
) -> None:
    """Settle a line of sight: plain geometry, or by the rules of a ruleset."""
    from battlesim.commands.records import record_named, tell
    from battlesim.report.judging import Stand, margins, rule_on, rules_of, ruling_values
    from battlesim.report.outputs import PICTURE, Output
    from battlesim.report.text import ruling_text
    from battlesim.rulesets import registry
    from battlesim.scenarios.reading import InputError
    from battlesim.scenarios.sources import open_source

    if sheet and ruleset == ALL:
        raise InputError("--sheet", "", "a sheet shows the ruling of one ruleset", "name it with --ruleset")
    drawn = Output(sheet, PICTURE, "--sheet", force).check() if sheet else None
    source = record_named(source)
    looks, aims = Stand(viewer, base, height), Stand(target, to_base, to_height)
    rulings: dict[str, dict[str, Any]] = {}
    for key in list(registry.working()) if ruleset == ALL else [ruleset]:
        opened = open_source(source, at, key)
        tell(() if rulings else opened.faults)
        rules = rules_of(opened, key)
        ruled = rule_on(opened, looks, aims, rules)
        rulings[key] = ruling_values(ruled)
        if margin:
            rulings[key] |= margins(opened, looks, aims, rules)
        if drawn:
            from battlesim.report.sheet import save_sheet

            save_sheet(opened, ruled, drawn)
            note(f"written: {sheet}")
    if json:
        print_json({"rulings": rulings} if ruleset == ALL else rulings[ruleset])
    else:
        text = "\n\n".join(ruling_text(viewer, target, found) for found in rulings.values())
        say(*text.split("\n"))
