"""`battlesim import`: a map of another program as one of ours."""

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
    Path | None, typer.Option("--out", "-o", help="The map to write; FILE's name with .toml without it.")
]
SquareOption = Annotated[float, typer.Option(help="Inches a square is wide.")]
ThicknessOption = Annotated[float, typer.Option(help="How thick lines become, inches.")]
WallHeightOption = Annotated[float | None, typer.Option(help="How high walls are, inches.")]
ObjectHeightOption = Annotated[float | None, typer.Option(help="How high objects are, inches.")]
DoorHeightOption = Annotated[float | None, typer.Option(help="How high doors are, inches.")]
KindHeightOption = Annotated[
    list[str] | None,
    typer.Option(metavar="KIND=INCHES", help="How high terrain of a kind is. May be repeated."),
]
WindowSillOption = Annotated[float | None, typer.Option(help="Where windows begin, inches above the ground.")]
WindowTopOption = Annotated[float | None, typer.Option(help="Where windows end, inches above the ground.")]
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
    """Make a map of a drawing of another program: Universal VTT, Tiled, GeoJSON, SVG, Foundry."""
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
    given = {what: high for what, high in heights.items() if high is not None} | _by_kind(height or ())
    check_heights(given)
    check_length("--square", square)
    check_length("--thickness", thickness)
    target = OutputFile(out or Path(f"{file.stem}.toml"), MAP_KIND, "--out" if out else "", force).check()
    asked = sys.stdin.isatty() and not json
    wishes = ImportOptions(square, thickness, given, _ask if asked else None, not no_picture, strict)
    laid, report = import_drawing(file, wishes)
    _write(laid, target)
    if json:
        print_json({"map": str(target.path), "report": report})
    else:
        print_lines(f"map: {target.path}", *report_lines(report))


def _by_kind(words: Sequence[str]) -> dict[str, float]:
    """Heights by kinds of terrain. Raises InputError."""
    from battlesim.scenarios.toml_reading import InputError

    found = {}
    for word in words:
        kind, _, inches = word.partition("=")
        try:
            found[kind] = float(inches)
        except ValueError:
            raise InputError("--height", word, "names no height", "KIND=INCHES, such as woods=3") from None
    return found


def _write(laid: ImportedMap, target: OutputFile) -> None:
    """Write the map, its picture beside it: both or neither."""
    from battlesim.report.output_files import FileKind, write_together

    if laid.picture is None:
        return target.write(laid.toml_text().encode())
    path = target.path.with_suffix(laid.picture.facts.suffix)
    kind = FileKind("a picture", path.suffix, laid.picture.raw[:4])
    picture = target._replace(path=path, kind=kind).check()
    write_together([(picture, laid.picture.raw), (target, laid.toml_text(path.name).encode())])


def _ask(words: str, usual: float) -> float:
    """A height that a person types; the usual one for an empty line."""
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
    """The report, a line each; what was done several times is said once."""
    parts = {
        "taken": report.taken,
        "changed": report.changed,
        "guessed": report.guessed,
        "left out": report.left_out,
    }
    return [
        f"{word + ':':<10}{line}"
        for word, lines in parts.items()
        for line in map(_times, Counter(lines).items())
    ]


def _times(told: tuple[str, int]) -> str:
    words, times = told
    return words if times == 1 else f"{words} ({times} times)"
