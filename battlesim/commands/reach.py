"""`battlesim reach`: where a base can go within so many inches, by plain geometry."""

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
    to: Annotated[str, typer.Option(help="x,y: is this place reached, and by which way?")] = "",
    at: AtOption = None,
    base: BaseOption = None,
    json: JsonOption = False,
) -> None:
    """Say where a base gets to round solid terrain, and whether it gets to a place."""
    from battlesim.commands.records import report_problems, resolve_record
    from battlesim.report.judging import PieceOrPoint, parse_point, resolve_piece
    from battlesim.report.measuring import reach_values
    from battlesim.scenarios.sources import open_source

    opened = open_source(resolve_record(source), at)
    report_problems(opened.faults)
    piece = resolve_piece(opened.table, PieceOrPoint(one, base), "--from", "@from")
    goal = parse_point(to, "--to", opened.table.ground)[:2] if to else None
    found = reach_values(opened.table, piece, inches, goal)
    if json:
        print_json(found)
        return
    print_lines(f"{one} within {inches:g} in: {found['area']:.2f} square inches of places")
    if there := found.get("to"):
        way = "" if there["length"] is None else f", a way of {there['length']:.3f} in"
        verdict = f"reached{way}" if there["reached"] else f"not reached: {there['why']}{way}"
        print_lines(f"  {to}: {verdict}")
