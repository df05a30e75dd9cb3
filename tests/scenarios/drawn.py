"""Random maps as a hand may draw them."""

from __future__ import annotations

import msgspec
from hypothesis import strategies as st

from battlesim.scenarios.maps import MapSpec, OpeningSpec, TableSpec, TerrainSpec, map_vocabulary
from battlesim.table.terrain import Dressing

SIZE = 48.0


def _figures(least: float, most: float) -> st.SearchStrategy[float]:
    return st.integers(round(least * 8), round(most * 8)).map(lambda value: value / 8)


PLACES = st.tuples(_figures(6, SIZE - 6), _figures(6, SIZE - 6))
NAMES = st.text("aé\"'\\#=[\n\t\x7f€😀", max_size=8)


@st.composite
def boxes(draw: st.DrawFn) -> TerrainSpec:
    """A building with a door and a window, turned or not."""
    (x, y), wide, deep = draw(PLACES), draw(_figures(3, 5)), draw(_figures(3, 5))
    box = (x - wide / 2, y - deep / 2, x + wide / 2, y + deep / 2)
    door = OpeningSpec((x - 0.5, box[1]), (x + 0.5, box[1]), 1.5, open=draw(st.booleans()), kind="door")
    window = OpeningSpec((box[2], y - 0.5), (box[2], y + 0.5), 1.25, draw(_figures(0, 1)))
    return TerrainSpec(
        kind="building",
        rect=box,
        name=draw(NAMES),
        height=draw(st.none() | _figures(2, 6)),
        look=draw(st.none() | st.sampled_from(map_vocabulary().looks)),
        openings=draw(st.sampled_from([(), (door,), (door, window)])),
        walls=draw(st.none() | st.just(0.5)),
    )


@st.composite
def outlines(draw: st.DrawFn) -> TerrainSpec:
    """Woods, hills and walls: polygons, perhaps with a hole, circles and lines."""
    x, y = draw(PLACES)
    kind, bottom = draw(st.sampled_from(["woods", "hill", "rocks"])), draw(st.sampled_from([0.0, 0.5]))
    traits = draw(st.none() | st.just(("area", "low")))
    shape = draw(st.sampled_from(["polygon", "holed", "circle", "line"]))
    if shape == "circle":
        return TerrainSpec(kind=kind, circle=(x, y, draw(_figures(0.5, 5))), bottom=bottom, traits=traits)
    if shape == "line":
        line = ((x, y), (x + 3, y), (x + 3, y - draw(_figures(1, 5))))
        return TerrainSpec(
            kind="wall", line=line, thickness=draw(_figures(0.25, 0.75)), loose=draw(st.booleans())
        )
    corners = ((x - 3, y - 2), (x + 3, y - 2.5), (x + 2, y + 3), (x, y + 1.5), (x - 2.5, y + 2))
    holes = (((x - 0.5, y - 0.5), (x + 0.5, y - 0.5), (x, y + 0.5)),) if shape == "holed" else ()
    return TerrainSpec(kind=kind, polygon=corners, holes=holes, hits=draw(st.none() | st.integers(0, 9)))


@st.composite
def dressing(draw: st.DrawFn) -> Dressing:
    """Something for the eye, at places or along a line."""
    if draw(st.booleans()):
        return Dressing(
            "tracks", (1.0, 0.5), line=tuple(draw(st.lists(PLACES, min_size=2, max_size=4, unique=True)))
        )
    places = draw(st.lists(st.tuples(*(_figures(0, SIZE),) * 3), min_size=1, max_size=3))
    return Dressing("stack", (1.5, draw(_figures(0.5, 2))), tuple(places))


@st.composite
def maps(draw: st.DrawFn) -> MapSpec:
    """A whole map, each piece of terrain with its id."""
    table = TableSpec(
        SIZE,
        SIZE,
        draw(st.sampled_from(map_vocabulary().grounds)),
        draw(st.sampled_from(map_vocabulary().moods)),
        draw(NAMES),
    )
    pieces = draw(st.lists(boxes() | outlines(), max_size=6))
    named = (msgspec.structs.replace(one, id=f"t{k}") for k, one in enumerate(pieces))
    return MapSpec(table, tuple(named), tuple(draw(st.lists(dressing(), max_size=3))))
