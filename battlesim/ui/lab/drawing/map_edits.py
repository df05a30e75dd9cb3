"""Edits of the map in the drawing mode, each of which can be undone as a whole."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import msgspec

from battlesim.geometry.shapes import Point
from battlesim.scenarios.map_objects import (
    MapObjectRef,
    terrain_by_id,
    with_copies,
    with_object_added,
    with_object_replaced,
    with_openings,
    with_terrain_reordered,
    without_objects,
)
from battlesim.scenarios.maps import MapSpec, OpeningSpec, TerrainSpec
from battlesim.scenarios.shape_edits import MapObject, moved_object, object_centre, turned_object
from battlesim.ui.lab.drawing.map_draft import MapDraft

COPY_OFFSET_IN = 1.0
"""Distance in inches to the right and down at which a copy lies beside the original."""


def replace_map_and_select(draft: MapDraft, spec: MapSpec, chosen: Iterable[MapObjectRef]) -> None:
    """Replace the map of the table and select other objects."""
    draft.drawn += spec != draft.map
    draft.unlit_objects = (*draft.unlit_objects, *_fresh(draft.map, spec))
    draft.work.editor.replace_map(spec)
    draft.chosen = tuple(chosen)


def _fresh(old: MapSpec, new: MapSpec) -> tuple[MapObject, ...]:
    """Return the terrain and dressing of the new map that the old one does not have."""
    known = {id(one) for one in (*old.terrain, *old.dressing)}
    terrain = tuple(one for one in new.terrain if id(one) not in known)
    dressing = [one for one in new.dressing if id(one) not in known]
    lines = [one for one in dressing if one.line]
    places = [(one, place) for one in dressing for place in one.places]
    return *terrain, *lines, *(msgspec.structs.replace(one, places=(place,)) for one, place in places)


def add_object(draft: MapDraft, new: MapObject) -> MapObjectRef:
    """Add a new object to the map and return its reference."""
    spec, ref = with_object_added(draft.map, new)
    replace_map_and_select(draft, spec, ())
    return ref


def change(draft: MapDraft, to: Callable[[MapObject], MapObject]) -> None:
    """Replace every selected object by what the function makes of it."""
    spec, chosen = draft.map, []
    for ref, one in draft.selected_objects():
        new = to(one)
        spec, now = with_object_replaced(spec, ref, new) if new != one else (spec, ref)
        chosen.append(now)
    replace_map_and_select(draft, spec, chosen)


def move(draft: MapDraft, dx: float, dy: float) -> None:
    """Move the selection; an opening moves along its edge."""
    if draft.selected_opening():
        slide(draft, dx, dy)
    else:
        change(draft, lambda one: moved_object(one, dx, dy))


def slide(draft: MapDraft, dx: float, dy: float) -> None:
    """Move the selected opening along its edge."""
    found = draft.selected_opening()
    if found:
        (ax, ay), (bx, by) = found[1].start, found[1].end
        long = math.dist((ax, ay), (bx, by)) or 1.0
        ux, uy = (bx - ax) / long, (by - ay) / long
        far = dx * ux + dy * uy
        start, end = ((round(x + far * ux, 3), round(y + far * uy, 3)) for x, y in ((ax, ay), (bx, by)))
        change_opening(draft, msgspec.structs.replace(found[1], start=start, end=end))


def turn(draft: MapDraft, degrees: float) -> None:
    """Turn the next object of the tool, else the selection about its centre."""
    if draft.tool:
        draft.turn = (draft.turn + degrees) % 360.0
        return
    about = centre(one for _, one in draft.selected_objects())
    change(draft, lambda one: turned_object(one, degrees, about))


def centre(things: Iterable[MapObject]) -> Point:
    """Return the mean of the centres of some objects."""
    spots = [object_centre(one) for one in things] or [(0.0, 0.0)]
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)


def remove(draft: MapDraft) -> None:
    """Delete the selection."""
    replace_map_and_select(draft, without_objects(draft.map, draft.chosen), ())


def copy(draft: MapDraft) -> None:
    """Put a copy of the selection beside it and select the copy."""
    spec, twins = with_copies(draft.map, draft.chosen, COPY_OFFSET_IN, -COPY_OFFSET_IN)
    if twins:
        replace_map_and_select(draft, spec, twins)


def reorder_selection(draft: MapDraft, by: int) -> None:
    """Move the selected objects above all others, or below them."""
    replace_map_and_select(draft, with_terrain_reordered(draft.map, draft.chosen, by), draft.chosen)


def add_opening(draft: MapDraft, item: TerrainSpec, new: OpeningSpec) -> None:
    """Add a door or window to a piece of terrain."""
    spec = with_openings(draft.map, item.id, (*item.openings, new))
    replace_map_and_select(draft, spec, ())


def change_opening(draft: MapDraft, new: OpeningSpec) -> None:
    """Replace the selected opening by another."""
    ref = draft.chosen[0]
    item = terrain_by_id(draft.map, ref.id)
    if item:
        openings = (*item.openings[: ref.number], new, *item.openings[ref.number + 1 :])
        replace_map_and_select(draft, with_openings(draft.map, ref.id, openings), draft.chosen)
