"""What keys and panels can ask while a map is drawn, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

import msgspec

from battlesim.scenarios.maps import TerrainSpec
from battlesim.scenarios.reshape import as_polygon
from battlesim.scenarios.things import DOWN, UP, things
from battlesim.ui.battle.commands import COMMANDS as ANY
from battlesim.ui.battle.window import Command, Window
from battlesim.ui.lab.commands import said
from battlesim.ui.lab.drawing import acts
from battlesim.ui.lab.drawing.draft import GRIDS, GROUPS, SHAPES, Draft, Tool
from battlesim.ui.lab.drawing.fields import fields, put
from battlesim.ui.lab.drawing.figures import known_traits, traits_of
from battlesim.ui.lab.drawing.hand import Hand
from battlesim.ui.lab.drawing.keeping import Keeping
from battlesim.ui.lab.drawing.typing import Typing, beside

FINE, INCH = 1 / 16, 1.0
"""Inches by which keys move what is chosen where there is no grid, and with Shift."""
WAYS: Final = ((-1, 0), (1, 0), (0, 1), (0, -1))
Act = Callable[["Desk", Window, Any], object]


class Desk:
    """All that the mode of drawing works with."""

    def __init__(self, draft: Draft, typing: Typing, hand: Hand, keeping: Keeping) -> None:
        self.draft, self.typing, self.hand, self.keeping = draft, typing, hand, keeping
        self.warned: object = None


def _take(desk: Desk, window: Window, value: Any) -> None:
    group, kind = str(value).split()
    desk.draft.take(Tool(next(one for one in GROUPS if one == group), kind))


def _group(desk: Desk, window: Window, value: Any) -> None:
    desk.draft.group, desk.draft.first = GROUPS[int(value)], 0


def _shape(desk: Desk, window: Window, value: Any) -> None:
    desk.draft.shape, desk.draft.points = SHAPES[int(value)], ()


def _roll(desk: Desk, window: Window, value: Any) -> None:
    desk.draft.first = max(0, min(desk.draft.first + int(value), 12))


def _figures(desk: Desk, window: Window, value: Any) -> None:
    rows = -(-len(fields(desk.draft)) // 2)
    desk.draft.line = max(0, min(desk.draft.line + int(value), rows - 1))


def _grid(desk: Desk, window: Window, value: Any) -> None:
    desk.draft.grid = int(value)


def _field(desk: Desk, window: Window, value: Any) -> None:
    desk.typing.open(str(value))


def _next(desk: Desk, window: Window, value: Any) -> None:
    """The next of the things that a field can be."""
    field = next((one for one in fields(desk.draft) if one.key == value), None)
    if field:
        put(desk.draft, field, beside(field, field.now, 1))


def _flag(desk: Desk, window: Window, value: Any) -> None:
    field = next((one for one in fields(desk.draft) if one.key == value), None)
    if field:
        put(desk.draft, field, "no" if field.now == "yes" else "yes")


def _trait(desk: Desk, window: Window, value: Any) -> None:
    """Give a trait to what is chosen, or take it away; those of its kind alone are not written down."""
    kinds, order = desk.draft.kinds, known_traits(desk.draft)

    def with_it(one: Any) -> Any:
        if not isinstance(one, TerrainSpec):
            return one
        kind = kinds.get(one.kind)
        has = set(traits_of(one, kind)) ^ {str(value)}
        traits = tuple(trait for trait in order if trait in has)
        plain = kind is not None and set(kind.traits) == has
        return msgspec.structs.replace(one, traits=None if plain else traits)

    acts.change(desk.draft, with_it)


def _move(far: float) -> Act:
    def move(desk: Desk, window: Window, value: Any) -> None:
        dx, dy = WAYS[int(value)]
        step = far or GRIDS[desk.draft.grid] or FINE
        if desk.draft.chosen:
            acts.move(desk.draft, step * dx, step * dy)
        else:
            command, by = (("across", dx), ("down", -dy))[dx == 0]
            window.do(command, by)

    return move


def _turn(desk: Desk, window: Window, value: Any) -> None:
    acts.turn(desk.draft, float(value))


def _all(desk: Desk, window: Window, value: Any) -> None:
    desk.draft.tool = None
    desk.draft.chosen = tuple(ref for ref, _ in things(desk.draft.map))


def _another(desk: Desk, window: Window, value: Any) -> None:
    """Choose the next thing, or the one before."""
    draft = desk.draft
    order = [ref for ref, _ in things(draft.map)]
    if order:
        at = order.index(draft.chosen[0]) if draft.chosen and draft.chosen[0] in order else -int(value) // 2
        draft.tool, draft.chosen = None, (order[(at + int(value)) % len(order)],)


def _finish(desk: Desk, window: Window, value: Any) -> None:
    desk.hand.finish()


def _drop(desk: Desk, window: Window, value: Any) -> None:
    """Put away what is in hand, step by step; then leave."""
    if not desk.draft.drop():
        _quit(desk, window, value)


def _quit(desk: Desk, window: Window, value: Any) -> None:
    """Leave; a map that was drawn and not saved is asked about once."""
    now = desk.draft.map
    if desk.keeping.saved or not desk.draft.drawn or desk.warned is now:
        ANY["quit"](window, value)
        return
    desk.warned = now
    save = window.model.bindings.shown("draw_save")
    desk.draft.work.message = f"The map is not saved. {save} in Draw saves it; once more leaves without."


def _save(desk: Desk, window: Window, value: Any) -> None:
    if desk.typing.close():
        desk.draft.work.message = desk.keeping.save()


ACTS: Final[Mapping[str, Act]] = {
    "draw_take": _take,
    "draw_group": _group,
    "draw_shape": _shape,
    "draw_roll": _roll,
    "draw_figures": _figures,
    "draw_grid": _grid,
    "draw_grid_next": lambda desk, window, value: _grid(desk, window, (desk.draft.grid + 1) % len(GRIDS)),
    "draw_field": _field,
    "draw_next": _next,
    "draw_flag": _flag,
    "draw_trait": _trait,
    "draw_move": _move(0.0),
    "draw_push": _move(INCH),
    "draw_turn": _turn,
    "draw_all": _all,
    "draw_another": _another,
    "draw_finish": _finish,
    "draw_drop": _drop,
    "draw_copy": lambda desk, window, value: acts.copy(desk.draft),
    "draw_remove": lambda desk, window, value: acts.remove(desk.draft),
    "draw_over": lambda desk, window, value: acts.order(desk.draft, UP),
    "draw_under": lambda desk, window, value: acts.order(desk.draft, DOWN),
    "draw_bend": lambda desk, window, value: acts.change(desk.draft, as_polygon),
    "draw_save": _save,
    "quit": _quit,
}


def commands_of(desk: Desk) -> dict[str, Command]:
    """The commands of the mode of drawing, by name."""
    return said(desk.draft.work, {name: partial(act, desk) for name, act in ACTS.items()})
