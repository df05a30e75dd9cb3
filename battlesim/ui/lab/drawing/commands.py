"""What keys and panels can ask while a map is drawn, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

import msgspec

from battlesim.scenarios.map_objects import TO_BOTTOM, TO_TOP, all_objects
from battlesim.scenarios.maps import TerrainSpec
from battlesim.scenarios.shape_edits import as_polygon
from battlesim.ui.battle.commands import COMMANDS as ANY
from battlesim.ui.battle.window import Command, Window
from battlesim.ui.lab.commands import said
from battlesim.ui.lab.drawing import acts
from battlesim.ui.lab.drawing.draft import GRIDS, GROUPS, SHAPES, Draft, Tool
from battlesim.ui.lab.drawing.fields import fields, put
from battlesim.ui.lab.drawing.figures import known_traits, traits_of
from battlesim.ui.lab.drawing.hand import Hand
from battlesim.ui.lab.drawing.keeping import Keeping
from battlesim.ui.parts.typing import Typing, beside

FINE, INCH = 1 / 16, 1.0
"""Inches by which keys move what is chosen where there is no grid, and with Shift."""
WAYS: Final = ((-1, 0), (1, 0), (0, 1), (0, -1))
Act = Callable[["Drafting", Window, Any], object]


class Drafting:
    """All that the mode of drawing works with."""

    def __init__(self, draft: Draft, typing: Typing, hand: Hand, keeping: Keeping) -> None:
        self.draft, self.typing, self.hand, self.keeping = draft, typing, hand, keeping


def _take(hands: Drafting, window: Window, value: Any) -> None:
    group, kind = str(value).split()
    hands.draft.take(Tool(next(one for one in GROUPS if one == group), kind))


def _group(hands: Drafting, window: Window, value: Any) -> None:
    hands.draft.group, hands.draft.first = GROUPS[int(value)], 0


def _shape(hands: Drafting, window: Window, value: Any) -> None:
    hands.draft.shape, hands.draft.points = SHAPES[int(value)], ()


def _roll(hands: Drafting, window: Window, value: Any) -> None:
    hands.draft.first = max(0, min(hands.draft.first + int(value), hands.draft.more))


def _figures(hands: Drafting, window: Window, value: Any) -> None:
    rows = -(-len(fields(hands.draft)) // 2)
    hands.draft.line = max(0, min(hands.draft.line + int(value), rows - 1))


def _grid(hands: Drafting, window: Window, value: Any) -> None:
    hands.draft.grid = int(value)


def _field(hands: Drafting, window: Window, value: Any) -> None:
    hands.typing.open(str(value))


def _next(hands: Drafting, window: Window, value: Any) -> None:
    """The next of the things that a field can be."""
    field = next((one for one in fields(hands.draft) if one.key == value), None)
    if field:
        put(hands.draft, field, beside(field, field.now, 1))


def _flag(hands: Drafting, window: Window, value: Any) -> None:
    field = next((one for one in fields(hands.draft) if one.key == value), None)
    if field:
        put(hands.draft, field, "no" if field.now == "yes" else "yes")


def _trait(hands: Drafting, window: Window, value: Any) -> None:
    """Give a trait to what is chosen, or take it away; those of its kind alone are not written down."""
    kinds, order = hands.draft.kinds, known_traits(hands.draft)

    def with_it(one: Any) -> Any:
        if not isinstance(one, TerrainSpec):
            return one
        kind = kinds.get(one.kind)
        has = set(traits_of(one, kind)) ^ {str(value)}
        traits = tuple(trait for trait in order if trait in has)
        plain = kind is not None and set(kind.traits) == has
        return msgspec.structs.replace(one, traits=None if plain else traits)

    acts.change(hands.draft, with_it)


def _move(far: float) -> Act:
    def move(hands: Drafting, window: Window, value: Any) -> None:
        dx, dy = WAYS[int(value)]
        step = far or GRIDS[hands.draft.grid] or FINE
        if hands.draft.chosen:
            acts.move(hands.draft, step * dx, step * dy)
        else:
            command, by = (("across", dx), ("down", -dy))[dx == 0]
            window.do(command, by)

    return move


def _turn(hands: Drafting, window: Window, value: Any) -> None:
    acts.turn(hands.draft, float(value))


def _all(hands: Drafting, window: Window, value: Any) -> None:
    hands.draft.tool = None
    hands.draft.chosen = tuple(ref for ref, _ in all_objects(hands.draft.map))


def _another(hands: Drafting, window: Window, value: Any) -> None:
    """Choose the next thing, or the one before."""
    draft = hands.draft
    order = [ref for ref, _ in all_objects(draft.map)]
    if order:
        at = order.index(draft.chosen[0]) if draft.chosen and draft.chosen[0] in order else -int(value) // 2
        draft.tool, draft.chosen = None, (order[(at + int(value)) % len(order)],)


def _finish(hands: Drafting, window: Window, value: Any) -> None:
    hands.hand.finish()


def _drop(hands: Drafting, window: Window, value: Any) -> None:
    """Put away what is in hand, step by step; then leave."""
    if not hands.draft.drop():
        ANY["quit"](window, value)


def _save(hands: Drafting, window: Window, value: Any) -> None:
    if hands.typing.close():
        hands.draft.work.message = hands.keeping.save()


ACTS: Final[Mapping[str, Act]] = {
    "draw_take": _take,
    "draw_group": _group,
    "draw_shape": _shape,
    "draw_roll": _roll,
    "draw_figures": _figures,
    "draw_grid": _grid,
    "draw_grid_next": lambda hands, window, value: _grid(hands, window, (hands.draft.grid + 1) % len(GRIDS)),
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
    "draw_copy": lambda hands, window, value: acts.copy(hands.draft),
    "draw_remove": lambda hands, window, value: acts.remove(hands.draft),
    "draw_over": lambda hands, window, value: acts.order(hands.draft, TO_TOP),
    "draw_under": lambda hands, window, value: acts.order(hands.draft, TO_BOTTOM),
    "draw_bend": lambda hands, window, value: acts.change(hands.draft, as_polygon),
    "draw_save": _save,
}


def commands_of(hands: Drafting) -> dict[str, Command]:
    """The commands of the mode of drawing, by name."""
    return said(hands.draft.work, {name: partial(act, hands) for name, act in ACTS.items()})
