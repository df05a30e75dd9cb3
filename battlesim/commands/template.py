"""`battlesim template`: who is under a template, and how much of each."""

from __future__ import annotations

from typing import Annotated

import typer

from battlesim.commands.output import JSON, print_json, print_table, say
from battlesim.table.limits import MOST_STEPS


def template(
    source: Annotated[str, typer.Argument(metavar="MAP|SCENARIO|SITUATION|RECORD")],
    shape: Annotated[
        str, typer.Option(help="blast:RADIUS, flame[:LENGTH:WIDTH], cone:DEGREES:LENGTH, strip:LENGTH:WIDTH")
    ],
    at: Annotated[str, typer.Option(help="x,y of its centre or its narrow end, inches.")],
    facing: Annotated[
        float, typer.Option(help="Where it points: degrees counter-clockwise from east.")
    ] = 0.0,
    step: Annotated[
        int | None, typer.Option(min=0, max=MOST_STEPS, help="Step of a record; its end without it.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help=JSON)] = False,
) -> None:
    """Lay a template and say what it covers."""
    from battlesim.commands.records import record_named, tell
    from battlesim.report.judging import judge_template, point
    from battlesim.scenarios.laying import lay_template
    from battlesim.scenarios.sources import open_source

    opened = open_source(record_named(source), step)
    tell(opened.faults)
    x, y, _ = point(at, "--at", opened.table.ground)
    rows = judge_template(opened.table, lay_template(shape, x, y, facing))
    if json:
        print_json({"shape": shape, "at": [x, y], "facing": facing, "pieces": rows})
        return
    shown = [(r["id"], f"{r['share']:.1%}", r["state"], f"{r['margin']:.3f}") for r in rows]
    if shown:
        print_table(("piece", "covered", "state", "margin (in)"), shown, ("covered", "margin (in)"))
    else:
        say("nobody is under it")
