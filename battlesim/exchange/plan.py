"""The common form of drawings from all programs, in inches, with y up from the lower left corner.

Objects are stored in the same way as the terrain of map files, so that nothing is lost if a map is exported
and imported again.
"""

from __future__ import annotations

import binascii
import io
import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple, TypeVar

import msgspec
from msgspec import Meta

from battlesim.engine.value_decoding import did_you_mean, shortened
from battlesim.geometry.shapes import ring_problem
from battlesim.scenarios.maps import SHAPE_KEYS, OpeningSpec, TableSpec, TerrainSpec
from battlesim.scenarios.picture_cache import PictureError, PictureInfo, picture_info
from battlesim.scenarios.shape_specs import ShapeRings, ShapeSpec, spec_rings
from battlesim.scenarios.terrain_kinds import plain_terrain_kinds
from battlesim.scenarios.toml_reading import InputError, decode_typed
from battlesim.table.limits import MAX_HEIGHT_IN, MAX_TABLE_SIDE_IN, MAX_TERRAIN_PIECES
from battlesim.table.terrain import Coordinates, Dressing

T = TypeVar("T")
Line = tuple[Coordinates, ...]

DEFAULT_HEIGHTS_IN: Final = {"wall": 2.0, "object": 2.0, "sill": 0.7, "window": 1.3}
"""Default heights above the ground in inches, for drawings without heights. Doors are as high as walls."""
MAX_NAME_LENGTH: Final = 200
MAX_SHAPES: Final = 20_000
MAX_AREAS: Final = 5000
"""Maximum number of areas; unlike lines, areas are never joined, and some may lie off the table."""
MAX_CORNERS: Final = 40_000
"""Maximum number of corners of all shapes of a drawing together."""
MAX_POINTS_READ: Final = 200_000
"""Maximum number of points, commands and transforms, including those of skipped objects."""
MAX_NAMED_OBJECTS: Final = 20
"""Maximum number of skipped objects that the report names individually."""
BASE64_CHUNK: Final = 1 << 20


HEIGHT_REPORTS: Final = {
    "wall": "walls are {:g} in high",
    "object": "objects are {:g} in high",
    "door": "doors are {:g} in high",
    "sill": "windows begin {:g} in above the ground",
    "window": "windows end {:g} in above the ground",
}
HEIGHT_FLAGS: Final = {
    "wall": "wall-height",
    "object": "object-height",
    "door": "door-height",
    "sill": "window-sill",
    "window": "window-height",
}
HEIGHT_QUESTIONS: Final = {
    "wall": "How high are the walls?",
    "object": "How high are the objects?",
    "door": "How high are the doors?",
    "sill": "Where do the windows begin?",
    "window": "Where do the windows end?",
}


class PlanPicture(NamedTuple):
    """A picture embedded in a drawing: the bytes of its file, its format and its size."""

    raw: bytes
    facts: PictureInfo


class MapPlan(msgspec.Struct, kw_only=True):
    """A table and its terrain during the conversion to or from another format. Sizes are in inches.

    If `table` is set, the plan is a map exported by this program and is used unchanged. If `cut_walls` is
    true, walls are cut where doors and windows lie on them.
    """

    width: float
    height: float
    terrain: list[TerrainSpec]
    title: str = ""
    picture: PlanPicture | None = None
    table: TableSpec | None = None
    dressing: tuple[Dressing, ...] = ()
    cut_walls: bool = True


class EmbeddedTable(TableSpec, frozen=True, forbid_unknown_fields=True):
    """The table of a map exported by this program, as embedded in a file of another format."""

    dressing: Annotated[tuple[Dressing, ...], Meta(max_length=MAX_TERRAIN_PIECES)] = ()

    def plan(self, terrain: list[TerrainSpec]) -> MapPlan:
        """Return a MapPlan that consists of this table and the given terrain."""
        plain = {name: getattr(self, name) for name in TableSpec.__struct_fields__}
        return MapPlan(
            width=self.width,
            height=self.height,
            terrain=terrain,
            title=self.title,
            table=TableSpec(**plain),
            dressing=self.dressing,
        )


class ConversionReport(msgspec.Struct):
    """Messages that say what an import or export kept, changed, guessed and left out."""

    taken: list[str] = []
    changed: list[str] = []
    guessed: list[str] = []
    left_out: list[str] = []


class ImportOptions(msgspec.Struct, frozen=True):
    """The user's settings for an import. Lengths are in inches.

    `square` is the width of a grid square of the drawing, and `thickness` is the thickness of walls that are
    drawn as lines. `heights` maps kinds of terrain and the keys of `HEIGHT_FLAGS` to heights. The function
    `ask` asks the user for a missing height; if it is None, the default is used. If `pictures` is false, the
    picture is left out. If `strict` is true, an unusable object makes the import fail instead of being left
    out.
    """

    square: float = 1.0
    thickness: float = 0.25
    heights: Mapping[str, float] = {}
    ask: Callable[[str, float], float] | None = None
    pictures: bool = True
    strict: bool = False


class UnusableError(InputError):
    """Raised if an object of a drawing cannot become terrain, although the rest can still be imported."""


class ReadingTally(msgspec.Struct):
    """The numbers of objects read and skipped in an import, and the error of the first unusable object."""

    shapes: int = 0
    areas: int = 0
    corners: int = 0
    points_read: int = 0
    skipped: int = 0
    unusable: UnusableError | None = None


class ImportContext(NamedTuple):
    """The state of an import: the file, the user's settings, the report, the known heights and the counts."""

    file: str | Path
    options: ImportOptions
    report: ConversionReport
    known_heights: dict[str, float]
    tally: ReadingTally

    def count_points(self, points: int) -> None:
        """Count points read from the imported file. Raises InputError if the file has too many of them."""
        self.tally.points_read += points
        if self.tally.points_read > MAX_POINTS_READ:
            raise self.input_error("", f"holds more than {MAX_POINTS_READ} points", "draw less of it")

    def count_shape(self, corners: int) -> None:
        """Count a shape of the drawing and its corners. Raises InputError if there are too many in all."""
        self.tally.shapes += 1
        self.tally.corners += corners
        if self.tally.shapes > MAX_SHAPES:
            raise self.input_error("", f"holds more than {MAX_SHAPES} shapes", "draw less of it")
        if self.tally.corners > MAX_CORNERS:
            raise self.input_error(
                "", f"holds shapes of more than {MAX_CORNERS} corners in all", "draw less of it"
            )

    def unusable_error(self, name: str, message: str) -> UnusableError:
        """Return an UnusableError that says why the object called `name` cannot become terrain."""
        return UnusableError(self.file, name, message, "fix it in the program that drew it")

    def leave_out(self, error: UnusableError) -> None:
        """Report that an object of the drawing is left out, or raise `error` if the import is strict."""
        if self.options.strict:
            raise error
        self.tally.unusable = self.tally.unusable or error
        self.skip(error.key, error.message)

    def skip(self, name: str, why: str) -> None:
        """Report that an object of the drawing is left out. After the first few, they are only counted."""
        self.count_shape(0)
        self.tally.skipped += 1
        if self.tally.skipped <= MAX_NAMED_OBJECTS:
            self.report.left_out.append(f"{shortened(name)}: {shortened(why)}")

    def height_of(self, kind: str) -> float:
        """Return the height in inches of walls, openings or a kind of terrain; ask the user at most once."""
        if kind not in self.known_heights:
            self.known_heights[kind] = self._height(kind)
        return self.known_heights[kind]

    def _height(self, what: str) -> float:
        wishes, plain = self.options, plain_terrain_kinds()
        usual = (
            DEFAULT_HEIGHTS_IN[what]
            if what in DEFAULT_HEIGHTS_IN
            else plain[what].height
            if what in plain
            else 0.0
        )
        usual = self.height_of("wall") if what == "door" else usual
        if what in wishes.heights or not usual:
            return wishes.heights.get(what, usual)
        name = what.replace("_", " ")
        if wishes.ask:
            return wishes.ask(HEIGHT_QUESTIONS.get(what, f"How high is each {name}?"), usual)
        flag = HEIGHT_FLAGS.get(what, f"height {what}={usual:g}")
        self.report.guessed.append(
            f"{HEIGHT_REPORTS.get(what, f'{name}: {{:g}} in high').format(usual)} (--{flag})"
        )
        return usual

    def clamped_height(self, height: float) -> float:
        """Return a height in inches, clamped to the heights allowed in a map. Any change is reported."""
        possible = min(max(height, 0.0), MAX_HEIGHT_IN)
        if possible != height:
            self.report.changed.append(f"heights below 0 or above {MAX_HEIGHT_IN:g} in are cut off there")
        return round(possible, 6)

    def clamped_span(self, low: float, high: float, name: str) -> tuple[float, float]:
        """Return an object's lower and upper edge in inches, clamped to the heights allowed in a map.

        Raises UnusableError if the lower edge is not below the upper edge, or if no part of the object is at
        an allowed height.
        """
        if low >= high:
            raise self.unusable_error(name, f"extends from {low:g} to {high:g} in")
        if high <= 0 or low >= MAX_HEIGHT_IN:
            raise self.unusable_error(
                name, f"extends from {low:g} to {high:g} in, outside the allowed heights of a map"
            )
        return self.clamped_height(low), self.clamped_height(high)

    def check_size(self, width: float, height: float) -> None:
        """Raise InputError if a table of this size, in inches, is too small or too large for a map."""
        for name, length in (("wide", width), ("high", height)):
            if not 1 <= length <= MAX_TABLE_SIDE_IN:
                remedy = f"1 to {MAX_TABLE_SIDE_IN:g} in a side: set the inches per square with --square"
                raise self.input_error("", f"makes a table {length:g} in {name}", remedy)

    def decode_as(self, raw: Any, kind: type[T]) -> T:
        """Convert decoded JSON to the struct type `kind`. Raises InputError if the values do not fit it."""
        return decode_typed(raw, kind, self.file)

    def input_error(self, key: str, message: str, remedy: str = "") -> InputError:
        """Return an InputError about the value with the given key in the imported file."""
        return InputError(self.file, key, message, remedy)

    def decode_picture(self, text: str, key: str) -> PlanPicture | None:
        """Decode a picture from base64 text. Return None if the text is empty or pictures are left out.

        Raises InputError if the text is only a file name, or is not a valid picture in a supported format.
        """
        if not text or not self.options.pictures:
            self.report.left_out += ["the picture"] if text else []
            return None
        try:
            raw = _decoded(text, text.index(";base64,") + 8 if text.startswith("data:") else 0)
            return PlanPicture(raw, picture_info(raw))
        except PictureError as error:
            message = str(error)
        except ValueError:
            message = "is damaged, or only names a picture: no other file is read"
        raise self.input_error(key, message, "--no-picture leaves it out")

    def wall_terrain(
        self, line: Line, kind: str = "wall", top: float | None = None, bottom: float = 0
    ) -> TerrainSpec:
        """Return a wall or fence along `line`, between the heights `bottom` and `top` in inches."""
        self.count_shape(len(line))
        height = self.height_of(kind) if top is None else top
        return TerrainSpec(
            kind=kind, line=line, thickness=self.options.thickness, height=height, bottom=bottom
        )

    def area_terrain(
        self, kind: str, rings: ShapeRings, name: str, height: float | None = None
    ) -> TerrainSpec:
        """Return an area of terrain from its outline and holes. Raises UnusableError if they are invalid."""
        outline, *holes = [ring for number, ring in enumerate(rings) if ring or not number]
        self.count_shape(sum(map(len, rings)))
        self.tally.areas += 1
        if self.tally.areas > MAX_AREAS:
            raise self.input_error(
                "", f"holds more than {MAX_AREAS} areas", f"a map takes {MAX_TERRAIN_PIECES}"
            )
        if problem := ring_problem((outline, *holes)):
            raise self.unusable_error(name, problem)
        high = self.height_of(kind) if height is None else height
        return TerrainSpec(kind=kind, polygon=outline, holes=tuple(holes), height=high)

    def opening_terrain(self, line: Line, kind: str, open: bool) -> TerrainSpec:
        """Return a door or window of default height that fills a gap in a wall."""
        door = kind == "door"
        span = (0.0, self.height_of("door")) if door else (self.height_of("sill"), self.height_of("window"))
        return self.opening_with_span(line, kind, open, self.height_of("wall"), span)

    def opening_with_span(
        self,
        line: Line,
        kind: str,
        open: bool,
        walls: float,
        span: tuple[float, float],
        bottom: float = 0.0,
    ) -> TerrainSpec:
        """Return a piece of wall along `line` that consists entirely of a door or window.

        `span` holds the lower and upper edge of the opening in inches. `bottom` and `walls` are the lower and
        upper edge of the wall.
        """
        self.count_shape(2)
        sill, top = span
        opening = OpeningSpec(line[0], line[-1], max(top, sill + 0.1), sill, open, kind)
        return TerrainSpec(
            kind="wall",
            line=line,
            thickness=self.options.thickness,
            height=max(walls, opening.top),
            bottom=bottom,
            openings=(opening,),
        )


def check_heights(heights: Mapping[str, float]) -> None:
    """Raise InputError if a height or its kind is invalid, or if windows would end below their sills."""
    for what, height in heights.items():
        flag = f"--{HEIGHT_FLAGS.get(what, 'height')}"
        if what not in HEIGHT_FLAGS and what not in plain_terrain_kinds():
            raise InputError(flag, "", f"unknown kind {what!r}", did_you_mean(what, plain_terrain_kinds()))
        if not 0 < height <= MAX_HEIGHT_IN:
            remedy = f"above 0, at most {MAX_HEIGHT_IN:g}"
            raise InputError(flag, "", f"{height:g} in is not a possible height", remedy)
    sill, window = (heights.get(what, DEFAULT_HEIGHTS_IN[what]) for what in ("sill", "window"))
    if sill >= window:
        message = f"windows begin at {sill:g} in and end at {window:g} in"
        raise InputError("--window-sill", "", message, "the sill must be below the top: --window-height")


def check_length(flag: str, length: float) -> None:
    """Raise InputError if a length in inches, given with the option `flag`, is too small or too large."""
    if not 0.001 <= length <= MAX_TABLE_SIDE_IN:
        raise InputError(
            flag, "", f"{length:g} in is not a possible length", f"0.001 to {MAX_TABLE_SIDE_IN:g}"
        )


def terrain_rings(piece: TerrainSpec) -> ShapeRings:
    """Return the outline of a piece of terrain, followed by its holes. Raises ShapeError if it is invalid."""
    return spec_rings(ShapeSpec(**{name: getattr(piece, name) for name in SHAPE_KEYS}))


def closed_ring(ring: Line) -> Line:
    """Return the points of a ring with the first point repeated at the end."""
    return (*ring, ring[0])


def count_phrase(count: int, singular: str, plural: str = "") -> str:
    """Return a number followed by a noun in the singular or plural, such as "1 wall" or "7 walls"."""
    return f"{count} {singular if count == 1 else plural or singular + 's'}"


def one_line_name(text: str) -> str:
    """Return a name as a single line of printable characters, cut off at the maximum length."""
    letters = (c if c.isprintable() else " " for c in text[: 10 * MAX_NAME_LENGTH])
    return " ".join("".join(letters).split())[:MAX_NAME_LENGTH]


def _decoded(text: str, start: int) -> bytes:
    """Decode a base64 text from `start` on, in chunks to save memory. Raises ValueError if it is damaged."""
    found = io.BytesIO()
    left = ""
    for at in range(start, len(text), BASE64_CHUNK):
        letters = left + "".join(text[at : at + BASE64_CHUNK].split())
        whole = len(letters) - len(letters) % 4
        found.write(binascii.a2b_base64(letters[:whole], strict_mode=True))
        left = letters[whole:]
    if left:
        raise ValueError("the base64 data is truncated")
    return found.getvalue()


def number_or_nan(text: object) -> float:
    """Convert a value to a float, or return NaN if it is not a number."""
    try:
        return float(text) if isinstance(text, int | float) else float(str(text)[:MAX_NAME_LENGTH])
    except (ValueError, OverflowError):
        return math.nan
