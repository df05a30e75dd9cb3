"""The command `battlesim import`, which converts a map from the format of another program."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from battlesim.commands.output import FORCE_HELP, JSON_HELP, print_json, print_lines, print_note
from battlesim.table.limits import MAX_HEIGHT_IN

if TYPE_CHECKING:
    from battlesim.exchange.map_building import ImportedMap
    from battlesim.exchange.plan import ConversionReport
    from battlesim.report.output_files import OutputFile

FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="A map of another program.")]
OutOption = Annotated[
    Path | None, typer.Option("--out", "-o", help="The map to write; by default FILE's name with .toml.")
]
SquareOption = Annotated[float, typer.Option(help="Width of a square in inches.")]
ThicknessOption = Annotated[float, typer.Option(help="Thickness of lines, inches.")]
WallHeightOption = Annotated[float | None, typer.Option(help="Height of walls, inches.")]
ObjectHeightOption = Annotated[float | None, typer.Option(help="Height of objects, inches.")]
DoorHeightOption = Annotated[float | None, typer.Option(help="Height of doors, inches.")]
KindHeightOption = Annotated[
    list[str] | None,
    typer.Option(metavar="KIND=INCHES", help="Height of terrain of a kind. May be repeated."),
]
WindowSillOption = Annotated[
    float | None, typer.Option(help="Lower edge of windows, inches above the ground.")
]
WindowTopOption = Annotated[
    float | None, typer.Option(help="Upper edge of windows, inches above the ground.")
]
NoPictureOption = Annotated[bool, typer.Option("--no-picture", help="Leave the picture out.")]
StrictOption = Annotated[
    bool, typer.Option("--strict", help="Refuse a drawing with an object that cannot be read.")
]
JsonOption = Annotated[bool, typer.Option("--json", help=JSON_HELP)]
ForceOption = Annotated[bool, typer.Option("--force", help=FORCE_HELP)]


def import_command(
    file: FileArgument,
    out: OutOption = None,
    square: SquareOption = 1.0,
    thickness: ThicknessOption = 0.25,
    wall_height: WallHeightOption = None,
    object_height: ObjectHeightOption = None,
    door_height: DoorHeightOption = None,
    window_sill: WindowSillOption = None,
    window_height: WindowTopOption = None,
    height: KindHeightOption = None,
    no_picture: NoPictureOption = False,
    strict: StrictOption = False,
    json: JsonOption = False,
    force: ForceOption = False,
) -> None:
    """Make a map from a file of another program: Universal VTT, Tiled, GeoJSON, SVG or Foundry."""
    from battlesim.exchange.conversion import import_drawing
    from battlesim.exchange.plan import ImportOptions, check_heights, check_length
    from battlesim.report.output_files import MAP_KIND, OutputFile

    heights = {
        "wall": wall_height,
        "object": object_height,
        "door": door_height,
        "sill": window_sill,
        "window": window_height,
    }
    chosen = {what: high for what, high in heights.items() if high is not None} | _by_kind(height or ())
    check_heights(chosen)
    check_length("--square", square)
    check_length("--thickness", thickness)
    target = OutputFile(out or Path(f"{file.stem}.toml"), MAP_KIND, "--out" if out else "", force).check()
    interactive = sys.stdin.isatty() and not json
    options = ImportOptions(square, thickness, chosen, _ask if interactive else None, not no_picture, strict)
    imported, report = import_drawing(file, options)
    _write(imported, target)
    if json:
        print_json({"map": str(target.path), "report": report})
    else:
        print_lines(f"map: {target.path}", *report_lines(report))


def _by_kind(words: Sequence[str]) -> dict[str, float]:
    """Parse KIND=INCHES texts into heights by terrain kind. Raises InputError if a height is no number."""
    from battlesim.scenarios.toml_reading import InputError

    heights = {}
    for word in words:
        kind, _, inches = word.partition("=")
        try:
            heights[kind] = float(inches)
        except ValueError:
            raise InputError("--height", word, "is not a height", "KIND=INCHES, such as woods=3") from None
    return heights


def _write(laid: ImportedMap, target: OutputFile) -> None:
    """Write the map and the picture beside it, or neither if one of them cannot be written."""
    from battlesim.report.output_files import FileKind, write_together

    if laid.picture is None:
        return target.write(laid.toml_text().encode())
    path = target.path.with_suffix(laid.picture.facts.suffix)
    kind = FileKind("a picture", path.suffix, laid.picture.raw[:4])
    picture = target._replace(path=path, kind=kind).check()
    write_together([(picture, laid.picture.raw), (target, laid.toml_text(path.name).encode())])


def _ask(words: str, usual: float) -> float:
    """Ask the user for a height in inches and return it; an empty line selects the usual height."""
    while True:
        print_note(f"{words} (inches; Enter: {usual:g}) ", end="")
        typed = sys.stdin.readline()
        try:
            height = float(typed) if typed.strip() else usual
        except ValueError:
            height = 0.0
        if 0 < height <= MAX_HEIGHT_IN:
            return height
        print_note(f"a number above 0, at most {MAX_HEIGHT_IN:g}")


def report_lines(report: ConversionReport) -> list[str]:
    """Return a report on an import or export as lines of text. A repeated line appears once, with a count."""
    parts = {
        "taken": report.taken,
        "changed": report.changed,
        "guessed": report.guessed,
        "left out": report.left_out,
    }
    return [
        f"{word + ':':<10}{line}"
        for word, lines in parts.items()
        for line in map(_counted_line, Counter(lines).items())
    ]


def _counted_line(item: tuple[str, int]) -> str:
    line, times = item
    return line if times == 1 else f"{line} ({times} times)"
