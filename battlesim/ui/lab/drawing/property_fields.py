"""Properties of map objects and of the table: how each is read, written and checked."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from battlesim.scenarios.map_objects import used_ids
from battlesim.scenarios.maps import OpeningSpec, TableSpec, TerrainSpec, map_vocabulary
from battlesim.scenarios.shape_edits import (
    MapObject,
    centred_at,
    handle_points,
    object_angle,
    object_centre,
    object_size,
    resized,
    shape_kind,
    turned_to,
    with_corner_at,
)
from battlesim.scenarios.toml_reading import ID_PATTERN
from battlesim.table.limits import MAX_BASE_WIDTH_IN, MAX_HEIGHT_IN, MAX_HITS, MAX_TABLE_SIDE_IN
from battlesim.table.terrain import Dressing
from battlesim.ui.lab.drawing import map_edits
from battlesim.ui.lab.drawing.map_draft import MapDraft
from battlesim.ui.toolkit.text_fields import (
    BadEntryError,
    FieldForm,
    InputField,
    format_number,
    match_option_prefix,
    parse_number,
)


class PropertySpec(NamedTuple):
    """A property of map objects that the user can edit, with its limits and functions to read and set it."""

    label: str
    form: FieldForm
    read: Callable[[Any], Any]
    write: Callable[[Any, Any], Any]
    fits: Callable[[Any], bool] = lambda one: True
    least: float = 0.0
    most: float = MAX_TABLE_SIDE_IN
    empty: bool = False


def _set(name: str) -> Callable[[Any, Any], Any]:
    return lambda one, value: msgspec.structs.replace(one, **{name: value})


def _of(name: str) -> Callable[[Any], Any]:
    return lambda one: getattr(one, name)


def _boxed(one: MapObject) -> bool:
    return shape_kind(one) != "circle"


def _round(one: MapObject) -> bool:
    return shape_kind(one) == "circle"


def _band(one: MapObject) -> bool:
    return shape_kind(one) == "line"


def _broad(one: MapObject, value: float) -> MapObject:
    if isinstance(one, Dressing):
        return msgspec.structs.replace(one, size=(one.size[0], min(value, MAX_BASE_WIDTH_IN)))
    return msgspec.structs.replace(one, thickness=value)


def _widened(one: OpeningSpec, wide: float) -> OpeningSpec:
    """Return an opening of a width about its own middle."""
    (ax, ay), (bx, by) = one.start, one.end
    k = wide / (math.dist(one.start, one.end) or 1.0)
    x, y = (ax + bx) / 2, (ay + by) / 2
    start, end = ((round(x + (px - x) * k, 3), round(y + (py - y) * k, 3)) for px, py in ((ax, ay), (bx, by)))
    return msgspec.structs.replace(one, start=start, end=end)


SHAPE_PROPERTIES: Final[Mapping[str, PropertySpec]] = {
    "x": PropertySpec(
        "x", "length", lambda t: object_centre(t)[0], lambda t, v: centred_at(t, v, object_centre(t)[1])
    ),
    "y": PropertySpec(
        "y", "length", lambda t: object_centre(t)[1], lambda t, v: centred_at(t, object_centre(t)[0], v)
    ),
    "wide": PropertySpec(
        "width",
        "length",
        lambda t: object_size(t)[0],
        lambda t, v: resized(t, v, object_size(t)[1]),
        _boxed,
        0.05,
    ),
    "deep": PropertySpec(
        "depth",
        "length",
        lambda t: object_size(t)[1],
        lambda t, v: resized(t, object_size(t)[0], v),
        _boxed,
        0.05,
    ),
    "radius": PropertySpec(
        "radius",
        "length",
        lambda t: object_size(t)[0] / 2,
        lambda t, v: resized(t, 2 * v, 2 * v),
        _round,
        0.05,
    ),
    "angle": PropertySpec(
        "angle", "degrees", object_angle, turned_to, lambda t: shape_kind(t) == "rect", -36_000, 36_000
    ),
    "thickness": PropertySpec(
        "thickness",
        "length",
        lambda t: t.size[1] if isinstance(t, Dressing) else t.thickness,
        _broad,
        _band,
        0.05,
    ),
}
"""Properties of a shape: position, size, angle, thickness."""
TERRAIN_PROPERTIES: Final[Mapping[str, PropertySpec]] = {
    "height": PropertySpec("height", "length", _of("height"), _set("height"), most=MAX_HEIGHT_IN, empty=True),
    "bottom": PropertySpec("bottom", "length", _of("bottom"), _set("bottom"), most=MAX_HEIGHT_IN),
    "walls": PropertySpec(
        "walls", "length", _of("walls"), _set("walls"), lambda t: bool(t.openings), most=24.0, empty=True
    ),
    "hits": PropertySpec("hits", "number", _of("hits"), _set("hits"), most=MAX_HITS, empty=True),
}
OPENING_PROPERTIES: Final[Mapping[str, PropertySpec]] = {
    "open_width": PropertySpec(
        "width",
        "length",
        lambda one: math.dist(one.start, one.end),
        _widened,
        least=0.05,
    ),
    "sill": PropertySpec("sill", "length", _of("sill"), _set("sill"), most=MAX_HEIGHT_IN),
    "top": PropertySpec("top", "length", _of("top"), _set("top"), most=MAX_HEIGHT_IN),
}
TABLE_PROPERTIES: Final[Mapping[str, PropertySpec]] = {
    "table_width": PropertySpec("width", "length", _of("width"), _set("width"), least=1.0),
    "table_height": PropertySpec("depth", "length", _of("height"), _set("height"), least=1.0),
}


# -- what is shown --


def property_fields(draft: MapDraft) -> list[InputField]:
    """Return the fields of the selection, those of the table if nothing is selected."""
    found = draft.selected_opening()
    if found:
        return _of_opening(found[1])
    things = [one for _, one in draft.selected_objects()]
    if not things:
        return _of_table(draft.map.table)
    return _of_things(draft, things)


def _of_table(table: TableSpec) -> list[InputField]:
    return [
        InputField("title", "title", "text", table.title),
        *_lines(TABLE_PROPERTIES, [table]),
        InputField("ground", "ground", "choice", table.ground, map_vocabulary().grounds),
        InputField("mood", "light", "choice", table.mood, map_vocabulary().moods),
    ]


def _of_opening(one: OpeningSpec) -> list[InputField]:
    return [
        InputField("opening_kind", "kind", "choice", one.kind, tuple(map_vocabulary().openings)),
        InputField("open", "open", "flag", "yes" if one.open else "no"),
        *_lines(OPENING_PROPERTIES, [one]),
    ]


def _of_things(draft: MapDraft, things: Sequence[MapObject]) -> list[InputField]:
    """Return the fields of several objects: those whose values can agree."""
    terrain = [one for one in things if isinstance(one, TerrainSpec)]
    alone = len(things) == 1
    found: list[InputField] = []
    if terrain and len(terrain) == len(things):
        if alone:
            found += [
                InputField("name", "name", "text", terrain[0].name),
                InputField("id", "id", "text", terrain[0].id),
            ]
        found.append(
            InputField("kind", "kind", "choice", _same(one.kind for one in terrain), tuple(draft.kinds))
        )
        looks = ("", *map_vocabulary().looks)
        found.append(InputField("look", "look", "choice", _same(one.look or "" for one in terrain), looks))
    elif not terrain:
        looks = tuple(map_vocabulary().dressing)
        found.append(
            InputField("dressing", "look", "choice", _same(each.look for each in _dressing(things)), looks)
        )
        on = ("", *(item.id for item in draft.map.terrain))
        found.append(
            InputField("on", "stands on", "choice", _same(each.on for each in _dressing(things)), on)
        )
    found += _lines(SHAPE_PROPERTIES, things) if alone else []
    found += _corner(draft, things[0]) if alone else []
    if terrain and len(terrain) == len(things):
        found += _lines(TERRAIN_PROPERTIES, terrain)
        found.append(
            InputField("loose", "loose", "flag", _same("yes" if one.loose else "no" for one in terrain))
        )
    return found


def _corner(draft: MapDraft, one: MapObject) -> list[InputField]:
    """Return the fields for the position of the selected corner."""
    if shape_kind(one) not in ("line", "polygon") or not 0 <= draft.corner < len(handle_points(one)):
        return []
    x, y = handle_points(one)[draft.corner]
    return [
        InputField("corner_x", "corner x", "length", format_number("length", x)),
        InputField("corner_y", "corner y", "length", format_number("length", y)),
    ]


def _dressing(things: Iterable[MapObject]) -> list[Dressing]:
    return [one for one in things if isinstance(one, Dressing)]


def _same(values: Iterable[str]) -> str:
    """Return the value that all have in common, else "…"."""
    known = set(values)
    return known.pop() if len(known) == 1 else "…"


def _lines(lines: Mapping[str, PropertySpec], things: Sequence[Any]) -> list[InputField]:
    return [
        InputField(
            key,
            line.label,
            line.form,
            _same(format_number(line.form, line.read(one)) for one in things),
            empty=line.empty,
        )
        for key, line in lines.items()
        if all(line.fits(one) for one in things)
    ]


def default_value_text(draft: MapDraft, key: str) -> str:
    """Return the value of the kind that applies where the map leaves a property out."""
    things = [one for _, one in draft.selected_objects() if isinstance(one, TerrainSpec)]
    kinds = {one.kind for one in things}
    kind = draft.kinds.get(kinds.pop()) if len(kinds) == 1 else None
    if kind is None or key not in ("height", "walls", "hits"):
        return ""
    return format_number("number" if key == "hits" else "length", getattr(kind, key))


# -- what is typed --


def apply_typed_value(draft: MapDraft, field: InputField, text: str) -> None:
    """Apply a typed value to the selection or the table.

    Raises BadEntryError if the value is not allowed.
    """
    text = text.strip()
    if text in (field.current_text, "…"):
        return
    if field.form == "choice":
        text = match_option_prefix(text, field.options)
    elif field.form == "text" and len(text) > 200:
        raise BadEntryError("the text is longer than 200 characters")
    _PUT.get(field.key, _put_line)(draft, field, text)


def _number(text: str, line: PropertySpec) -> float | None:
    return parse_number(text, line.form, line.least, line.most, line.empty)


def _put_line(draft: MapDraft, field: InputField, text: str) -> None:
    key = field.key
    found = draft.selected_opening()
    if key in TABLE_PROPERTIES:
        _table(draft, **{key.removeprefix("table_"): _number(text, TABLE_PROPERTIES[key])})
    elif key in OPENING_PROPERTIES:
        value = _number(text, OPENING_PROPERTIES[key])
        if found:
            map_edits.change_opening(draft, OPENING_PROPERTIES[key].write(found[1], value))
    else:
        line = SHAPE_PROPERTIES.get(key) or TERRAIN_PROPERTIES[key]
        value = _number(text, line)
        figure = int(value) if line.form == "number" and value is not None else value
        map_edits.change(draft, lambda one: line.write(one, figure))


def _table(draft: MapDraft, **new: Any) -> None:
    table = msgspec.structs.replace(draft.map.table, **new)
    map_edits.replace_map_and_select(draft, msgspec.structs.replace(draft.map, table=table), draft.chosen)


def _put_id(draft: MapDraft, field: InputField, text: str) -> None:
    if not ID_PATTERN.match(text):
        raise BadEntryError(f"{text!r} cannot be an id: use a letter, then up to 39 letters, digits, _ . -")
    if text in used_ids(draft.map):
        raise BadEntryError(f"{text!r} is already the id of another object")
    map_edits.change(draft, lambda one: msgspec.structs.replace(one, id=text))


def _put_kind(draft: MapDraft, field: InputField, text: str) -> None:
    """Change the kind of terrain; values that the map itself has are kept."""
    map_edits.change(draft, lambda one: msgspec.structs.replace(one, kind=text))


def _put_opening(name: str) -> Callable[[MapDraft, InputField, str], None]:
    def put_opening(draft: MapDraft, field: InputField, text: str) -> None:
        found = draft.selected_opening()
        if found:
            value = text == "yes" if field.form == "flag" else text
            map_edits.change_opening(draft, msgspec.structs.replace(found[1], **{name: value}))

    return put_opening


def _put_corner(axis: int) -> Callable[[MapDraft, InputField, str], None]:
    def put_corner(draft: MapDraft, field: InputField, text: str) -> None:
        value = _number(text, SHAPE_PROPERTIES["x"])

        def to(one: MapObject) -> MapObject:
            if draft.corner >= len(handle_points(one)):
                return one
            place = list(handle_points(one)[draft.corner])
            place[axis] = value or 0.0
            return with_corner_at(one, draft.corner, (place[0], place[1]))

        map_edits.change(draft, to)

    return put_corner


def _plainly(name: str, read: Callable[[str], Any] = str) -> Callable[[MapDraft, InputField, str], None]:
    def put_plainly(draft: MapDraft, field: InputField, text: str) -> None:
        map_edits.change(draft, lambda one: msgspec.structs.replace(one, **{name: read(text)}))

    return put_plainly


_PUT: Final[Mapping[str, Callable[[MapDraft, InputField, str], None]]] = {
    "title": lambda draft, field, text: _table(draft, title=text),
    "ground": lambda draft, field, text: _table(draft, ground=text),
    "mood": lambda draft, field, text: _table(draft, mood=text),
    "opening_kind": _put_opening("kind"),
    "open": _put_opening("open"),
    "corner_x": _put_corner(0),
    "corner_y": _put_corner(1),
    "id": _put_id,
    "kind": _put_kind,
    "name": _plainly("name"),
    "look": _plainly("look", lambda text: text or None),
    "dressing": _plainly("look"),
    "on": _plainly("on"),
    "loose": _plainly("loose", lambda text: text == "yes"),
}
