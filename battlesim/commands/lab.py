"""`battlesim lab`: a table in hand, and who sees whom on it by every rule there is."""

from __future__ import annotations

from typing import Annotated

import typer

from battlesim.table.limits import MOST_STEPS

QUARREL = "quarrel"
"""What is on the table when nothing is named."""


def lab(
    source: Annotated[
        str,
        typer.Argument(metavar="MAP|SCENARIO|SITUATION|RECORD", help="A small table of its own without it."),
    ] = QUARREL,
    at: Annotated[
        int | None, typer.Option(min=0, max=MOST_STEPS, help="Step of a record; its end without it.")
    ] = None,
    viewer: Annotated[str, typer.Option("--from", help="Who looks: id of a piece.")] = "",
    target: Annotated[str, typer.Option("--to", help="Who is looked at: id of a piece.")] = "",
) -> None:
    """Open a table in the lab: drag models, see who sees whom and why, settle it with a sheet."""
    from battlesim.commands.records import record_named, tell
    from battlesim.commands.window import one_window, own_settings, why_no_window
    from battlesim.report.judging import Stand, stand
    from battlesim.scenarios.reading import InputError
    from battlesim.ui.lab.tables import tables_of

    if reason := why_no_window():
        raise InputError("lab", "", f"needs a window, and {reason}", "battlesim judge answers without one")
    tables = tables_of(record_named(source), at)
    tell(tables.opened.faults)
    for word, flag in ((viewer, "--from"), (target, "--to")):
        if word:
            stand(tables.opened.table, Stand(word), flag, word)
    settings = own_settings()
    from battlesim.ui.app import lab as open_lab

    with one_window():
        open_lab(tables, pair=(viewer, target), settings=settings)
