"""The command `battlesim measure`, which measures the distance between two pieces or points."""

from __future__ import annotations

from typing import Annotated

import typer

from battlesim.commands.judge import (
    AtOption,
    BaseOption,
    FromOption,
    JsonOption,
    SourceArgument,
    ToBaseOption,
    ToOption,
)
from battlesim.commands.output import print_json, print_lines
from battlesim.table.limits import MAX_TABLE_SIDE_IN


def measure(
    source: SourceArgument,
    one: FromOption,
    other: ToOption,
    within: Annotated[
        float | None,
        typer.Option(
            min=0, max=MAX_TABLE_SIDE_IN, help="Check whether the second is within this many inches."
        ),
    ] = None,
    at: AtOption = None,
    base: BaseOption = None,
    to_base: ToBaseOption = None,
    json: JsonOption = False,
) -> None:
    """Measure between two pieces or points: from edge to edge, from centre to centre, and in space."""
    from battlesim.commands.records import report_problems, resolve_record
    from battlesim.report.judging import PieceOrPoint, resolve_pair
    from battlesim.report.measuring import distance_values, height_values
    from battlesim.report.ruling_lines import distance_text
    from battlesim.scenarios.sources import open_source

    opened = open_source(resolve_record(source), at)
    report_problems(opened.faults)
    pair = resolve_pair(opened.table, PieceOrPoint(one, base), PieceOrPoint(other, to_base))
    values = distance_values(opened.table, *pair, within)
    heights = height_values(opened.table, *pair)
    if json:
        print_json(values | ({"heights": dict(zip(("from", "to"), heights, strict=True))} if heights else {}))
        return
    print_lines(f"{one} to {other}: {distance_text({'distance': values})}")
    for name, height in zip((one, other), heights, strict=False):
        above = f", {height['above_ground']:.3f} in above the ground" if height["above_ground"] else ""
        print_lines(f"  {name}: {height['above_table']:.3f} in above the table{above}")
    for key, label in (("within", "within"), ("wholly", "wholly within")):
        if check := values.get(key):
            margin = f"{abs(check['margin']):.3f} in {'to spare' if check['margin'] >= 0 else 'too far'}"
            print_lines(f"  {'yes' if check['kept'] else 'no'}: {label} {check['inches']:g} in, {margin}")
