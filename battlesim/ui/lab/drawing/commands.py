"""The commands that keys and buttons can run in the drawing mode of the lab, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

import msgspec

from battlesim.scenarios.map_objects import TO_BOTTOM, TO_TOP, all_objects
from battlesim.scenarios.maps import TerrainSpec
from battlesim.scenarios.shape_edits import as_polygon
from battlesim.ui.battle.commands import WINDOW_COMMANDS as ANY
from battlesim.ui.battle.window import Window
from battlesim.ui.battle.window_content import Command
from battlesim.ui.lab.commands import message_clearing_commands
from battlesim.ui.lab.drawing import map_edits
from battlesim.ui.lab.drawing.drawing_input import DrawingInput
from battlesim.ui.lab.drawing.map_draft import (
    GRID_SPACINGS_IN,
    TERRAIN_SHAPES,
    TOOL_GROUPS,
    DrawingTool,
    MapDraft,
)
from battlesim.ui.lab.drawing.map_saving import MapSaver
from battlesim.ui.lab.drawing.property_card import known_traits, traits_of
from battlesim.ui.lab.drawing.property_fields import apply_typed_value, property_fields
from battlesim.ui.toolkit.text_fields import FieldEditor, neighbouring_option

FINE_STEP_IN, COARSE_STEP_IN = 1 / 16, 1.0
"""Steps in inches by which keys move the selection when the grid is off, and with Shift."""
ARROW_DIRECTIONS: Final = ((-1, 0), (1, 0), (0, 1), (0, -1))
DrawingCommand = Callable[["DrawingContext", Window, Any], object]


class DrawingContext:
    """The objects that drawing commands use: the map being drawn, text fields, pointer input and saver."""

    def __init__(self, draft: MapDraft, typing: FieldEditor, hand: DrawingInput, keeping: MapSaver) -> None:
        self.draft, self.typing, self.hand, self.keeping = draft, typing, hand, keeping


def _take(hands: DrawingContext, window: Window, value: Any) -> None:
    group, kind = str(value).split()
    hands.draft.toggle_tool(DrawingTool(next(one for one in TOOL_GROUPS if one == group), kind))


def _group(hands: DrawingContext, window: Window, value: Any) -> None:
    hands.draft.group, hands.draft.first = TOOL_GROUPS[int(value)], 0


def _shape(hands: DrawingContext, window: Window, value: Any) -> None:
    hands.draft.shape, hands.draft.points = TERRAIN_SHAPES[int(value)], ()


def _roll(hands: DrawingContext, window: Window, value: Any) -> None:
    hands.draft.first = max(0, min(hands.draft.first + int(value), hands.draft.more))


def _figures(hands: DrawingContext, window: Window, value: Any) -> None:
    rows = -(-len(property_fields(hands.draft)) // 2)
    hands.draft.line = max(0, min(hands.draft.line + int(value), rows - 1))


def _grid(hands: DrawingContext, window: Window, value: Any) -> None:
    hands.draft.grid = int(value)


def _field(hands: DrawingContext, window: Window, value: Any) -> None:
    hands.typing.open(str(value))


def _next(hands: DrawingContext, window: Window, value: Any) -> None:
    """Set a field to the next of its options."""
    field = next((one for one in property_fields(hands.draft) if one.key == value), None)
    if field:
        apply_typed_value(hands.draft, field, neighbouring_option(field, field.current_text, 1))


def _flag(hands: DrawingContext, window: Window, value: Any) -> None:
    field = next((one for one in property_fields(hands.draft) if one.key == value), None)
    if field:
        apply_typed_value(hands.draft, field, "no" if field.current_text == "yes" else "yes")


def _trait(hands: DrawingContext, window: Window, value: Any) -> None:
    """Give a trait to the selection or take it away; a set equal to the kind's own is not written down."""
    kinds, order = hands.draft.kinds, known_traits(hands.draft)

    def with_it(one: Any) -> Any:
        if not isinstance(one, TerrainSpec):
            return one
        kind = kinds.get(one.kind)
        has = set(traits_of(one, kind)) ^ {str(value)}
        traits = tuple(trait for trait in order if trait in has)
        plain = kind is not None and set(kind.traits) == has
        return msgspec.structs.replace(one, traits=None if plain else traits)

    map_edits.change(hands.draft, with_it)


def _move(far: float) -> DrawingCommand:
    def move(hands: DrawingContext, window: Window, value: Any) -> None:
        dx, dy = ARROW_DIRECTIONS[int(value)]
        step = far or GRID_SPACINGS_IN[hands.draft.grid] or FINE_STEP_IN
        if hands.draft.chosen:
            map_edits.move(hands.draft, step * dx, step * dy)
        else:
            command, by = (("across", dx), ("down", -dy))[dx == 0]
            window.do(command, by)

    return move


def _turn(hands: DrawingContext, window: Window, value: Any) -> None:
    map_edits.turn(hands.draft, float(value))


def _all(hands: DrawingContext, window: Window, value: Any) -> None:
    hands.draft.tool = None
    hands.draft.chosen = tuple(ref for ref, _ in all_objects(hands.draft.map))


def _another(hands: DrawingContext, window: Window, value: Any) -> None:
    """Select the next object, or the previous one."""
    draft = hands.draft
    order = [ref for ref, _ in all_objects(draft.map)]
    if order:
        at = order.index(draft.chosen[0]) if draft.chosen and draft.chosen[0] in order else -int(value) // 2
        draft.tool, draft.chosen = None, (order[(at + int(value)) % len(order)],)


def _finish(hands: DrawingContext, window: Window, value: Any) -> None:
    hands.hand.finish_line()


def _drop(hands: DrawingContext, window: Window, value: Any) -> None:
    """Drop the line under way, the tool or the selection, one at a time; then leave the lab."""
    if not hands.draft.drop():
        ANY["quit"](window, value)


def _save(hands: DrawingContext, window: Window, value: Any) -> None:
    if hands.typing.close():
        hands.draft.work.message = hands.keeping.save()


DRAWING_COMMANDS: Final[Mapping[str, DrawingCommand]] = {
    "draw_take": _take,
    "draw_group": _group,
    "draw_shape": _shape,
    "draw_roll": _roll,
    "draw_figures": _figures,
    "draw_grid": _grid,
    "draw_grid_next": lambda hands, window, value: _grid(
        hands, window, (hands.draft.grid + 1) % len(GRID_SPACINGS_IN)
    ),
    "draw_field": _field,
    "draw_next": _next,
    "draw_flag": _flag,
    "draw_trait": _trait,
    "draw_move": _move(0.0),
    "draw_push": _move(COARSE_STEP_IN),
    "draw_turn": _turn,
    "draw_all": _all,
    "draw_another": _another,
    "draw_finish": _finish,
    "draw_drop": _drop,
    "draw_copy": lambda hands, window, value: map_edits.copy(hands.draft),
    "draw_remove": lambda hands, window, value: map_edits.remove(hands.draft),
    "draw_over": lambda hands, window, value: map_edits.reorder_selection(hands.draft, TO_TOP),
    "draw_under": lambda hands, window, value: map_edits.reorder_selection(hands.draft, TO_BOTTOM),
    "draw_bend": lambda hands, window, value: map_edits.change(hands.draft, as_polygon),
    "draw_save": _save,
}


def commands_of(hands: DrawingContext) -> dict[str, Command]:
    """Return the commands of the drawing mode by name."""
    return message_clearing_commands(
        hands.draft.work, {name: partial(act, hands) for name, act in DRAWING_COMMANDS.items()}
    )
