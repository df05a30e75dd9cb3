"""The command `battlesim lab`, which opens a table to be edited by the user and judged by any ruleset."""

from __future__ import annotations

from typing import Annotated

import typer

from battlesim.table.limits import MAX_RECORD_STEPS

DEFAULT_SOURCE = "quarrel"
"""The id of the situation that is opened by default."""


def lab(
    source: Annotated[
        str,
        typer.Argument(
            metavar="MAP|SCENARIO|SITUATION|RECORD|PICTURE",
            help="By default a small table that comes with the program.",
        ),
    ] = DEFAULT_SOURCE,
    at: Annotated[
        int | None, typer.Option(min=0, max=MAX_RECORD_STEPS, help="Step of a record; by default its end.")
    ] = None,
    viewer: Annotated[str, typer.Option("--from", help="The viewer: id of a piece.")] = "",
    target: Annotated[str, typer.Option("--to", help="The target: id of a piece.")] = "",
    new: Annotated[
        str, typer.Option(metavar="WIDTHxDEPTH", help="An empty table of this size in inches, to draw on.")
    ] = "",
    draw: Annotated[bool, typer.Option("--draw", help="Begin in the map editor.")] = False,
) -> None:
    """Open a table in the lab: drag models, see who sees whom, edit the map, or write a sheet of a ruling."""
    from battlesim.commands.records import resolve_record
    from battlesim.commands.start import open_lab
    from battlesim.commands.window import load_user_settings, shared_window, why_no_window
    from battlesim.scenarios.picture_cache import is_picture_name
    from battlesim.scenarios.sources import locate_file
    from battlesim.scenarios.toml_reading import InputError
    from battlesim.ui.start.start_choice import LabChoice

    size = _size(new) if new else None
    if size and source != DEFAULT_SOURCE:
        raise InputError("--new", source, "give either a table to open or --new")
    name = "" if size else resolve_record(source)
    if name and not is_picture_name(name):
        locate_file(name)
    if reason := why_no_window():
        raise InputError("lab", "", f"needs a window, and {reason}", "battlesim judge answers without one")
    with shared_window():
        open_lab(
            LabChoice(name, new=size, draw=draw or bool(size)), load_user_settings(), at, (viewer, target)
        )


def _size(words: str) -> tuple[float, float]:
    """Parse the size of a table in inches, such as 48x48. Raises InputError if the size is invalid."""
    from battlesim.scenarios.toml_reading import InputError
    from battlesim.table.limits import MAX_TABLE_SIDE_IN

    try:
        wide, deep = (float(word) for word in words.lower().split("x"))
    except ValueError:
        raise InputError("--new", words, "is not a size", "WIDTHxDEPTH in inches, such as 48x48") from None
    if not (1 <= wide <= MAX_TABLE_SIDE_IN and 1 <= deep <= MAX_TABLE_SIDE_IN):
        raise InputError("--new", words, f"is not a table of 1 to {MAX_TABLE_SIDE_IN:g} in a side")
    return wide, deep
