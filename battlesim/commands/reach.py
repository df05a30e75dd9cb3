"""The command `battlesim reach`, which shows the area that a base can reach in a move of a given length."""

from __future__ import annotations

from typing import Annotated

import typer

from battlesim.commands.judge import AtOption, BaseOption, FromOption, JsonOption, SourceArgument
from battlesim.commands.output import print_json, print_lines
from battlesim.table.limits import MAX_TABLE_SIDE_IN


def reach(
    source: SourceArgument,
    one: FromOption,
    inches: Annotated[float, typer.Option(min=0, max=MAX_TABLE_SIDE_IN, help="How far it may go, inches.")],
    to: Annotated[
        str, typer.Option(help="x,y: check whether this point is reached, and by which path.")
    ] = "",
    at: AtOption = None,
    base: BaseOption = None,
    json: JsonOption = False,
) -> None:
    """Show where a base can get to around solid terrain, and whether it can reach a given point."""
    from battlesim.commands.records import report_problems, resolve_record
    from battlesim.report.judging import PieceOrPoint, parse_point, resolve_piece
    from battlesim.report.measuring import reach_values
    from battlesim.scenarios.sources import open_source

    opened = open_source(resolve_record(source), at)
    report_problems(opened.faults)
    piece = resolve_piece(opened.table, PieceOrPoint(one, base), "--from", "@from")
    goal = parse_point(to, "--to", opened.table.ground)[:2] if to else None
    values = reach_values(opened.table, piece, inches, goal)
    if json:
        print_json(values)
        return
    print_lines(f"{one} within {inches:g} in: {values['area']:.2f} square inches")
    if target := values.get("to"):
        path = "" if target["length"] is None else f", a path of {target['length']:.3f} in"
        verdict = f"reached{path}" if target["reached"] else f"not reached: {target['why']}{path}"
        print_lines(f"  {to}: {verdict}")
