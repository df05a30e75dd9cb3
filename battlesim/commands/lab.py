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
        typer.Argument(
            metavar="MAP|SCENARIO|SITUATION|RECORD|PICTURE", help="A small table of its own without it."
        ),
    ] = QUARREL,
    at: Annotated[
        int | None, typer.Option(min=0, max=MOST_STEPS, help="Step of a record; its end without it.")
    ] = None,
    viewer: Annotated[str, typer.Option("--from", help="Who looks: id of a piece.")] = "",
    target: Annotated[str, typer.Option("--to", help="Who is looked at: id of a piece.")] = "",
) -> None:
    """Open a table in the lab: drag models, see who sees whom and why, settle it with a sheet."""
    from battlesim.commands.records import record_named
    from battlesim.commands.start import in_lab
    from battlesim.commands.window import one_window, own_settings, why_no_window
    from battlesim.scenarios.pictures import is_picture_name
    from battlesim.scenarios.reading import InputError
    from battlesim.scenarios.sources import locate
    from battlesim.ui.start.choice import Lab

    name = record_named(source)
    if not is_picture_name(name):
        locate(name)
    if reason := why_no_window():
        raise InputError("lab", "", f"needs a window, and {reason}", "battlesim judge answers without one")
    with one_window():
        in_lab(Lab(name), own_settings(), at, (viewer, target))
