"""`battlesim measure`: how far two are apart, and whether one is within a distance of the other."""

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
        float | None, typer.Option(min=0, max=MAX_TABLE_SIDE_IN, help="Is the second within so many inches?")
    ] = None,
    at: AtOption = None,
    base: BaseOption = None,
    to_base: ToBaseOption = None,
    json: JsonOption = False,
) -> None:
    """Measure between two pieces or places: edge to edge, centre to centre, and in space."""
    from battlesim.commands.records import report_problems, resolve_record
    from battlesim.report.judging import PieceOrPoint, resolve_pair
    from battlesim.report.measuring import distance_values
    from battlesim.report.ruling_lines import distance_text
    from battlesim.scenarios.sources import open_source

    opened = open_source(resolve_record(source), at)
    report_problems(opened.faults)
    pair = resolve_pair(opened.table, PieceOrPoint(one, base), PieceOrPoint(other, to_base))
    found = distance_values(opened.table, *pair, within)
    if json:
        print_json(found)
        return
    print_lines(f"{one} to {other}: {distance_text({'distance': found})}")
    for key, words in (("within", "within"), ("wholly", "wholly within")):
        if told := found.get(key):
            room = f"{abs(told['margin']):.3f} in {'to spare' if told['margin'] >= 0 else 'too far'}"
            print_lines(f"  {'yes' if told['kept'] else 'no'}: {words} {told['inches']:g} in, {room}")
