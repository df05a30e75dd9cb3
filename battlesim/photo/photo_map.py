"""Conversion of a photographed table to map files: a picture of it from above, its terrain and its models."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal, NamedTuple

from battlesim.exchange.map_toml import map_toml_text, toml_lines
from battlesim.exchange.plan import one_line_name
from battlesim.photo.photo_files import jpeg_bytes
from battlesim.photo.sketch import BaseMark
from battlesim.photo.table_photo import TablePhoto, stated_error
from battlesim.photo.top_view import top_view, top_view_resolution
from battlesim.scenarios.maps import TableSpec, TerrainSpec
from battlesim.scenarios.situations import SituationPiece
from battlesim.table.base_sizes import MM_PER_INCH

MODEL_SIDES: Final[tuple[Literal["a"], Literal["b"]]] = ("a", "b")


def map_companion_paths(table: Path) -> tuple[Path, Path]:
    """Return the paths of the two files that belong to a map file: the map's picture and its models."""
    return table.with_name(f"{table.stem}_above.jpg"), table.with_name(f"{table.stem}_models.toml")


class PhotoMap(NamedTuple):
    """A map made from a photograph: a JPEG picture of the table from above, its size, terrain and models."""

    picture: bytes
    table: TableSpec
    terrain: tuple[TerrainSpec, ...]
    pieces: tuple[SituationPiece, ...]
    source: str

    def map_text(self, picture: str) -> str:
        """Return the text of the map file. `picture` is the name of the file that holds the map's picture."""
        title = f"# Map of {self.source!r}, as photographed."
        return map_toml_text(_named(self.table, picture), self.terrain, title)

    def models_text(self, map_name: str) -> str:
        """Return the text of a situation file that puts the models on the map in the file `map_name`."""
        parts = [f"# Models of {self.source!r}, as photographed.", ""]
        parts += [f'title = "{self.table.title}"', f'map = "{map_name}"']
        for piece in self.pieces:
            parts += ["", "[[piece]]", *toml_lines(piece)]
        return "\n".join(parts) + "\n"


def build_photo_map(
    shot: TablePhoto, marks: Sequence[BaseMark], source: str, terrain: Sequence[TerrainSpec] = ()
) -> PhotoMap:
    """Build a map from a photograph of a table and from the bases and terrain marked in it.

    `source` is the file name of the photograph.
    """
    name = one_line_name(source)
    wide, high = shot.table
    table = TableSpec(
        wide, high, title=_title(name), tolerance=stated_error(shot, [mark.base for mark in marks])
    )
    above = top_view(shot.picture, shot.camera, shot.table, top_view_resolution(shot.camera, shot.table))
    pieces = tuple(_piece(number, mark) for number, mark in enumerate(marks, 1))
    return PhotoMap(jpeg_bytes(above), table, tuple(terrain), pieces, name)


def _piece(number: int, mark: BaseMark) -> SituationPiece:
    long = round(mark.base.size / MM_PER_INCH, 4)
    return SituationPiece(
        id=f"m{number}",
        at=(mark.base.x, mark.base.y),
        base=round(mark.width / MM_PER_INCH, 4) if mark.form else long,
        length=long if mark.form else None,
        form=mark.form,
        facing=mark.facing,
        side=MODEL_SIDES[mark.side],
        name=f"Model {number}",
    )


def _title(name: str) -> str:
    words = name.rpartition(".")[0] or name
    return "".join(letter for letter in words if letter not in '"\\')[:60] or "A table"


def _named(table: TableSpec, picture: str) -> TableSpec:
    return TableSpec(table.width, table.height, title=table.title, picture=picture, tolerance=table.tolerance)
