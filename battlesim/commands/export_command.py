"""The command `battlesim export`, which writes a map in the format of another program."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from battlesim.commands.import_command import report_lines
from battlesim.commands.output import FORCE_HELP, JSON_HELP, print_json, print_lines

MapArgument = Annotated[str, typer.Argument(metavar="MAP", help="A map: its id or its file.")]
ExportFileOption = Annotated[
    Path, typer.Option("--to", "--out", help="The file to write; its suffix selects the format.")
]
SquareOption = Annotated[float, typer.Option(help="Width of a square in inches.")]
NoPictureOption = Annotated[bool, typer.Option("--no-picture", help="Leave the picture out.")]
JsonOption = Annotated[bool, typer.Option("--json", help=JSON_HELP)]
ForceOption = Annotated[bool, typer.Option("--force", help=FORCE_HELP)]


def export_command(
    map: MapArgument,
    to: ExportFileOption,
    square: SquareOption = 1.0,
    no_picture: NoPictureOption = False,
    json: JsonOption = False,
    force: ForceOption = False,
) -> None:
    """Write a map for another program (Universal VTT, GeoJSON, SVG), and list what is lost in the process."""
    from battlesim.exchange.conversion import WRITERS_BY_SUFFIX, export_map
    from battlesim.exchange.plan import check_length
    from battlesim.report.output_files import EXPORT_KINDS, OutputFile
    from battlesim.report.picture import ground_picture
    from battlesim.scenarios.library import find_file, map_files
    from battlesim.scenarios.maps import load_map
    from battlesim.scenarios.sources import file_kind
    from battlesim.scenarios.toml_reading import InputError

    check_length("--square", square)
    suffix = to.suffix.lower()
    if suffix not in WRITERS_BY_SUFFIX:
        raise InputError(to, "--to", "has an unknown format", f"known: {', '.join(WRITERS_BY_SUFFIX)}")
    kind = next(kind for kind in EXPORT_KINDS if kind.suffix == suffix)
    target = OutputFile(to, kind, "--to", force).check()
    path = find_file(map, map_files(), "map")
    if file_kind(path) != "map":
        raise InputError(path, "", f"is a {file_kind(path)}, not a map")
    raw, report = export_map(
        path, suffix, square, None if no_picture else lambda: ground_picture(load_map(path))
    )
    target.write(raw)
    if json:
        print_json({"file": str(to), "report": report})
    else:
        print_lines(f"file: {to}", *report_lines(report))
