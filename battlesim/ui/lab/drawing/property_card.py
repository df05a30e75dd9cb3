"""The card with the properties of the selected objects, which can be edited by typing."""

from __future__ import annotations

from typing import Final

from battlesim.render import widgets as p
from battlesim.render.text_layout import LengthUnit, fitted_text, text_width, unit_in_use
from battlesim.scenarios.maps import TerrainSpec
from battlesim.scenarios.shape_edits import shape_kind
from battlesim.scenarios.terrain_kinds import TerrainDefaults
from battlesim.ui.lab.drawing import overlay
from battlesim.ui.lab.drawing.map_draft import MapDraft
from battlesim.ui.lab.drawing.property_fields import default_value_text, property_fields
from battlesim.ui.settings.key_bindings import KeyBindings
from battlesim.ui.toolkit.controls import draw_text_entry, field_edge_colour
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelContent, panel_background
from battlesim.ui.toolkit.text_fields import FieldEditor, InputField

HEADING_Y_PX, PADDING_PX, CONTENT_TOP_PX, ROW_HEIGHT_PX = 22.0, 12.0, 39.0, 28.0
LABEL_WIDTH_PX: Final = 62.0
"""Width of the label before a field."""
BUTTON_HEIGHT_PX: Final = 30.0
EDIT_BUTTONS: Final = (
    ("draw_copy", "Copy"),
    ("draw_over", "To the top"),
    ("draw_under", "To the bottom"),
    ("draw_remove", "Delete"),
)
UNIT_SUFFIXES: Final = {"degrees": "°"}


def build(draft: MapDraft, typing: FieldEditor, rect: Rect, bindings: KeyBindings, hot: str) -> PanelContent:
    """Build the card."""
    drawn = PanelContent([panel_background(rect.width, rect.height)])
    wide = rect.width - 2 * PADDING_PX
    drawn.items += p.heading_items(PADDING_PX, HEADING_Y_PX, wide, *_title(draft))
    foot = rect.height - (BUTTON_HEIGHT_PX + 10 if draft.chosen else 4)
    column, known = (wide - 10) / 2, property_fields(draft)
    many, needed = max(1, int((foot - CONTENT_TOP_PX) // ROW_HEIGHT_PX)), -(-len(known) // 2)
    first = max(0, min(draft.line, needed - many))
    y = CONTENT_TOP_PX
    for k, field in enumerate(known[2 * first : 2 * (first + many)]):
        place = Rect(
            PADDING_PX + k % 2 * (column + 10),
            CONTENT_TOP_PX + k // 2 * ROW_HEIGHT_PX,
            column,
            ROW_HEIGHT_PX - 4,
        )
        _field(drawn, draft, typing, field, place)
        y = place.bottom + 6
    if needed > many:
        track = many * ROW_HEIGHT_PX - 5
        drawn.box(rect.width - 8, CONTENT_TOP_PX, 4, track, "raised", 1.0, 2)
        drawn.box(
            rect.width - 8, CONTENT_TOP_PX + track * first / needed, 4, track * many / needed, "faint", 1.0, 2
        )
    if draft.chosen:
        y = y if typing.error_text else _traits(drawn, draft, Rect(PADDING_PX, y, wide, foot - y))
        _buttons(drawn, draft, bindings, hot, Rect(PADDING_PX, foot, wide, BUTTON_HEIGHT_PX))
    words = typing.error_text or (
        "" if draft.chosen else "Click an object to select it; Shift and drag: several."
    )
    if words and y < foot:
        colour = "vermillion" if typing.error_text else "dim"
        drawn.write(PADDING_PX, min(y + 8, foot - 8), fitted_text(words, wide, "small"), "small", colour)
    return drawn


def height(draft: MapDraft) -> float:
    """Return the height in pixels that the whole card needs."""
    rows = -(-len(property_fields(draft)) // 2)
    return CONTENT_TOP_PX + rows * ROW_HEIGHT_PX + (30.0 + BUTTON_HEIGHT_PX + 16 if draft.chosen else 28.0)


def _title(draft: MapDraft) -> tuple[str, str]:
    """Return the title of the card and the unit of its lengths."""
    shown = "inches" if unit_in_use() == LengthUnit() else "centimetres"
    found, things = draft.selected_opening(), draft.selected_objects()
    if found:
        return f"{found[1].kind} of {found[0].name or found[0].id}", shown
    if not things:
        return "The table", shown
    if len(things) > 1:
        return f"{len(things)} objects", shown
    return overlay.object_title(things[0][1]), shown


def _field(drawn: PanelContent, draft: MapDraft, typing: FieldEditor, field: InputField, at: Rect) -> None:
    """Draw the field of a property."""
    middle = at.y + at.height / 2
    drawn.write(at.x, middle, fitted_text(field.label, LABEL_WIDTH_PX - 4, "small"), "small", "dim")
    box = Rect(at.x + LABEL_WIDTH_PX, at.y, at.width - LABEL_WIDTH_PX, at.height)
    open_ = typing.key == field.key
    if field.form == "flag":
        _flag(drawn, field, box)
        return
    drawn.box(*box, "hover" if open_ else "void", 1.0, 5, field_edge_colour(typing, field.key))
    text = field.current_text.replace("_", " ") + UNIT_SUFFIXES.get(field.form, "")
    room = box.width - 14 - (22 if field.form == "choice" else 0)
    usual = (
        ""
        if open_ or field.current_text
        else default_value_text(draft, field.key) or ("default" if field.key == "look" else "")
    )
    if open_:
        draw_text_entry(drawn, typing, Rect(box.x + 7, box.y, room, box.height))
    elif usual:
        drawn.write(box.x + 7, middle, fitted_text(f"{usual}", room, "small"), "small", "faint")
    else:
        drawn.write(box.x + 7, middle, fitted_text(text, room, "body"), "body", "bright")
    drawn.add_hotspot(box, "draw_field", field.key, f"{field.label}: click to type")
    if field.form == "choice":
        after = Rect(box.right - 22, box.y, 22, box.height)
        drawn.write(after.x + 11, middle, "›", "lead", "text", True, "c")
        drawn.add_hotspot(after, "draw_next", field.key, f"the next {field.label}")


def _flag(drawn: PanelContent, field: InputField, box: Rect) -> None:
    """Draw a yes-or-no property."""
    on = field.current_text == "yes"
    drawn.box(*box, "sky" if on else "void", 1.0, 5)
    words = "yes" if on else "mixed" if field.current_text == "…" else "no"
    drawn.write(
        box.x + box.width / 2, box.y + box.height / 2, words, "small", "ink" if on else "text", on, "c"
    )
    drawn.add_hotspot(box, "draw_flag", field.key, f"{field.label}: yes or no")


def _traits(drawn: PanelContent, draft: MapDraft, at: Rect) -> float:
    """Draw the traits of a piece of terrain, its own ones filled. Return the y where they end."""
    things = draft.selected_objects()
    one = things[0][1] if len(things) == 1 else None
    if not isinstance(one, TerrainSpec) or at.height < 26:
        return at.y
    has = traits_of(one, draft.kinds.get(one.kind))
    drawn.write(at.x, at.y + 11, "traits", "small", "dim")
    x = at.x + LABEL_WIDTH_PX
    for trait in known_traits(draft):
        wide = text_width(trait, "caption", True) + 14
        if x + wide > at.right:
            break
        on = trait in has
        drawn.box(x, at.y, wide, 22, "sky" if on else "void", 1.0, 5)
        drawn.write(x + wide / 2, at.y + 11, trait, "caption", "ink" if on else "dim", on, "c")
        drawn.add_hotspot(Rect(x, at.y, wide, 22), "draw_trait", trait, f"{trait}: on or off")
        x += wide + 5
    return at.y + 30


def known_traits(draft: MapDraft) -> list[str]:
    """Return all traits that any kind of terrain has."""
    return sorted({trait for kind in draft.kinds.values() for trait in kind.traits})


def traits_of(one: TerrainSpec, kind: TerrainDefaults | None) -> tuple[str, ...]:
    """Return the traits of a piece of terrain: its own, else those of its kind."""
    return one.traits if one.traits is not None else kind.traits if kind else ()


def _buttons(drawn: PanelContent, draft: MapDraft, bindings: KeyBindings, hot: str, at: Rect) -> None:
    """Draw the buttons that act on the whole selection."""
    acts = EDIT_BUTTONS if not draft.selected_opening() else EDIT_BUTTONS[-1:]
    one = draft.selected_objects()[0][1] if len(draft.selected_objects()) == 1 else None
    if isinstance(one, TerrainSpec) and shape_kind(one) == "rect":
        acts = (*acts[:1], ("draw_bend", "Corners"), *acts[1:])
    wide = (at.width - 6 * (len(acts) - 1)) / len(acts)
    for k, (command, label) in enumerate(acts):
        place = Rect(at.x + k * (wide + 6), at.y, wide, at.height)
        short = label.split()[-1].capitalize() if text_width(label, "small") > wide - 20 else label
        state: p.WidgetState = "hover" if hot == command else "normal"
        drawn.add(*p.button_items(*place, "", "", state))
        drawn.write(place.x + wide / 2, place.y + at.height / 2, short, "small", "text", anchor="c")
        drawn.add_hotspot(place, command, 0, bindings.tip(label, command))
