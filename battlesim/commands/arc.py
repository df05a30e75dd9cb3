"""The command `battlesim arc`, which lists the pieces within another piece's arc of fire or arc of sight."""

from __future__ import annotations

import math
from typing import Annotated

import typer

from battlesim.commands.judge import AtOption, BaseOption, FromOption, JsonOption, SourceArgument
from battlesim.commands.output import print_json, print_lines, print_table
from battlesim.table.limits import MAX_TABLE_SIDE_IN


def arc(
    source: SourceArgument,
    one: FromOption,
    width: Annotated[float, typer.Option(min=1, max=360, help="Degrees from end to end: 45, 90, 180 …")],
    toward: Annotated[
        str, typer.Option(help="Direction from its facing: front, left, rear or right.")
    ] = "front",
    facing: Annotated[
        float | None, typer.Option(help="Facing in degrees counter-clockwise from east, in place of its own.")
    ] = None,
    reach: Annotated[
        float | None,
        typer.Option(
            min=0, max=MAX_TABLE_SIDE_IN, help="Reach of the arc in inches from the edge of the base."
        ),
    ] = None,
    at: AtOption = None,
    base: BaseOption = None,
    json: JsonOption = False,
) -> None:
    """List the pieces in an arc of a piece: how much of each base lies in it, and by what margin."""
    from battlesim.commands.records import report_problems, resolve_record
    from battlesim.geometry.arcs import Arc
    from battlesim.report.judging import PieceOrPoint, resolve_piece
    from battlesim.report.measuring import arc_rows, direction_degrees, with_facing
    from battlesim.scenarios.sources import open_source

    direction = direction_degrees(toward)
    opened = open_source(resolve_record(source), at)
    report_problems(opened.faults)
    viewer = with_facing(resolve_piece(opened.table, PieceOrPoint(one, base), "--from", "@from"), facing)
    rows = arc_rows(opened.table, viewer, Arc(direction, width), math.inf if reach is None else reach)
    if json:
        print_json({"from": one, "width": width, "toward": toward, "pieces": rows})
        return
    shown = [(r["id"], f"{r['share']:.1%}", r["state"], f"{r['edge']:.3f}", _far(r["margin"])) for r in rows]
    if shown:
        names = ("piece", "in it", "state", "away (in)", "margin (in)")
        print_table(names, shown, ("in it", "away (in)", "margin (in)"))
    else:
        print_lines("no piece is in the arc")


def _far(margin: float | None) -> str:
    return "unlimited" if margin is None else f"{margin:.3f}"
