"""The command `battlesim photo`, which turns a photograph of a table into a map with models."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from battlesim.commands.output import FORCE_HELP, JSON_HELP, print_json, print_lines

if TYPE_CHECKING:
    from battlesim.photo.base_detection import DetectedBase
    from battlesim.photo.photo_map import PhotoMap
    from battlesim.photo.table_photo import Point, TablePhoto
    from battlesim.report.output_files import OutputFile

PictureArgument = Annotated[Path, typer.Argument(metavar="PICTURE", help="A photograph: PNG, JPEG or WebP.")]
TableOption = Annotated[str, typer.Option(metavar="WxH", help="The size of the table, inches: 48x48.")]
CornersOption = Annotated[
    tuple[str, str, str, str] | None,
    typer.Option(
        metavar="X,Y X,Y X,Y X,Y",
        help="Its corners in pixels from the upper left: lower left first, then counter-clockwise.",
    ),
]
HorizonOption = Annotated[
    tuple[str, str] | None,
    typer.Option(metavar="X,Y X,Y", help="In place of corners: two points of the horizon. With --length."),
]
LengthOption = Annotated[
    tuple[str, str, float] | None,
    typer.Option(
        metavar="X,Y X,Y INCHES",
        help="A known length on the table: its two ends in the picture, and the inches.",
    ),
]
OutOption = Annotated[
    Path | None, typer.Option(help="The map to write (.toml); its picture and models are written beside it.")
]
AllOption = Annotated[bool, typer.Option("--all", help="Include bases that are not certain.")]
JsonOption = Annotated[bool, typer.Option("--json", help=JSON_HELP)]
ForceOption = Annotated[bool, typer.Option("--force", help=FORCE_HELP)]


def photo(
    picture: PictureArgument,
    table: TableOption,
    corners: CornersOption = None,
    horizon: HorizonOption = None,
    length: LengthOption = None,
    out: OutOption = None,
    all: AllOption = False,
    json: JsonOption = False,
    force: ForceOption = False,
) -> None:
    """Find a real table in a photograph: its ground from above, and the bases on it with their tolerance."""
    from battlesim.photo.base_detection import find_bases
    from battlesim.photo.photo_map import build_photo_map
    from battlesim.photo.sketch import BaseMark

    outputs = _outputs(out, force) if out else None
    shot = _shot(picture, _size(table), corners, horizon, length)
    bases = find_bases(shot.picture, shot.camera, shot.table)
    taken = [base for base in bases if base.sure or all]
    values = _values(picture, shot, bases, taken)
    if outputs:
        _write(build_photo_map(shot, [BaseMark(base, True) for base in taken], picture.name), outputs)
        values["written"] = [str(output.path) for output in outputs]
    if json:
        print_json(values)
    else:
        print_lines(*_result_lines(values, all))


def _shot(
    picture: Path,
    table: tuple[float, float],
    corners: Sequence[str] | None,
    horizon: Sequence[str] | None,
    length: tuple[str, str, float] | None,
) -> TablePhoto:
    from battlesim.photo.table_photo import photo_from_corners, photo_from_horizon
    from battlesim.scenarios.toml_reading import InputError

    if corners and not (horizon or length):
        return photo_from_corners(picture, table, [_picture_point("--corners", word) for word in corners])
    if corners or not (horizon and length):
        remedy = "--corners, or --horizon with --length"
        raise InputError("photo", "", "the position of the table in the picture is missing", remedy)
    *ends, inches = length
    if not 0 < inches <= math.hypot(*table):
        raise InputError("--length", f"{inches:g}", "is not a length on the table", "inches")
    points = [_picture_point("--horizon", word) for word in horizon]
    return photo_from_horizon(
        picture, table, points, [_picture_point("--length", str(word)) for word in ends], inches
    )


def _size(word: str) -> tuple[float, float]:
    """Parse the size of a table in inches, such as 48x48. Raises InputError if the size is invalid."""
    from battlesim.photo.table_photo import check_table_size

    size = _numbers("--table", word, "x", "two sides in inches: 48x48")
    check_table_size(size)
    return size


def _picture_point(flag: str, word: str) -> Point:
    return _numbers(flag, word, ",", "pixels from the left and the top: 120,1480")


def _numbers(flag: str, word: str, separator: str, remedy: str) -> tuple[float, float]:
    """Parse two finite numbers with a separator between them. Raises InputError if this is impossible."""
    from battlesim.scenarios.toml_reading import InputError

    try:
        first, second = map(float, word.lower().split(separator))
    except ValueError:
        first = second = math.nan
    if not (math.isfinite(first) and math.isfinite(second)):
        raise InputError(flag, word, "is not two numbers", remedy)
    return first, second


def _outputs(out: Path, force: bool) -> tuple[OutputFile, OutputFile, OutputFile]:
    """Return the output files of map, picture and models. Raises InputError if one cannot be written."""
    from battlesim.photo.photo_map import map_companion_paths
    from battlesim.report.output_files import MAP_KIND, MODELS_KIND, FileKind, OutputFile

    above, models = map_companion_paths(out)
    picture = FileKind("a picture", ".jpg", b"\xff\xd8\xff")
    return (
        OutputFile(out, MAP_KIND, "--out", force).check(),
        OutputFile(above, picture, "--out", force).check(),
        OutputFile(models, MODELS_KIND, "--out", force).check(),
    )


def _write(photo_map: PhotoMap, outputs: tuple[OutputFile, OutputFile, OutputFile]) -> None:
    from battlesim.report.output_files import write_together

    table, picture, models = outputs
    write_together(
        [
            (picture, photo_map.picture),
            (table, photo_map.map_text(picture.path.name).encode()),
            (models, photo_map.models_text(table.path.name).encode()),
        ]
    )


def _values(
    picture: Path, shot: TablePhoto, bases: Sequence[DetectedBase], taken: Sequence[DetectedBase]
) -> dict[str, Any]:
    """Return the camera, the error and the detected bases of a photograph as plain values."""
    import msgspec

    from battlesim.photo.table_photo import corner_warning, stated_error

    return {
        "picture": str(picture),
        "table": list(shot.table),
        "camera": {
            "height": round(float(shot.camera.camera_position[2]), 1),
            "focal": round(shot.camera.focal_length, 1),
            "radial": round(float(shot.camera.parameters[1]), 4),
            "edges": shot.edges,
            "doubt": corner_warning(shot),
        },
        "error": stated_error(shot, taken),
        "bases": [msgspec.to_builtins(base) for base in bases],
    }


def _result_lines(values: dict[str, Any], all: bool) -> list[str]:
    """Return the detected camera and bases of a photograph as lines of text."""
    camera, (wide, high) = values["camera"], values["table"]
    lines = [f"table:    {wide:g} x {high:g} in; models may be {values['error']:g} in off"]
    lines.append(
        f"camera:   {camera['height']:g} in above the table; {camera['edges']} of its edges show clearly"
    )
    lines += [f"doubt:    {camera['doubt']}"] * bool(camera["doubt"])
    for word, sure in (("sure:", True), ("not sure:", False)):
        lines += [_base(word, base) for base in values["bases"] if base["sure"] == sure]
    unsure = sum(not base["sure"] for base in values["bases"])
    if unsure and not all:
        lines.append(f"left out: {unsure} uncertain bases; --all includes them")
    lines.append(
        "confirm:  battlesim lab PICTURE shows every base so that you can confirm, move or remove it"
    )
    return [*lines, *(f"written:  {path}" for path in values.get("written", ()))]


def _base(word: str, base: dict[str, Any]) -> str:
    where = f"({base['x']:.2f}, {base['y']:.2f})"
    return f"{word:<10}{base['size']:g} mm at {where}, off by up to {base['error']:.2f} in"
