"""Rows of the decision panel for the follow-up decisions of an act, and for each unit that follows."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from battlesim.engine.decisions import DecisionRole, OptionDecision
from battlesim.render import overlays
from battlesim.render.drawlist import Item
from battlesim.render.outdated import greyed_if
from battlesim.rulings.movement import Leg
from battlesim.table.phrases import AnyText, capitalized, joined_text, length_text, phrase
from battlesim.ui.decision.pickers import Picker
from battlesim.ui.decision.pickers.move import MovePicker
from battlesim.ui.decision.pickers.move_plan import MovePlan
from battlesim.ui.decision.pickers.picker_overlay import ghost
from battlesim.ui.decision.pickers.picker_rows import FIXED_LINE, PickerRow
from battlesim.ui.table.object_marks import highlight_items

RoleLookup = Callable[[Picker[Any]], DecisionRole]
"""A function that returns the decision role of a picker's decision."""


def follow_up_rows(lines: Sequence[Picker[Any]], weigh: RoleLookup) -> tuple[PickerRow, ...]:
    """Return the rows of an act; all acts of a unit that follows are one row."""
    begins = [k for k, one in enumerate(lines) if weigh(one) == "who"]
    first = lines[: begins[0]] if begins else lines
    rows = [_row(number, one) for number, one in enumerate(first)]
    ends = (*begins[1:], len(lines))
    return (*rows, *(_follower(k, lines[k:end], weigh) for k, end in zip(begins, ends, strict=False)))


def _row(number: int, picker: Picker[Any]) -> PickerRow:
    asked = picker.decision
    told, beside = picker.draft_text(), picker.draft_note()
    line = number if asked.only_answer(picker.view) is None else FIXED_LINE
    return PickerRow(asked.what, capitalized(picker.prompt), beside, value=told, rule=asked.rule, line=line)


def _follower(number: int, lines: Sequence[Picker[Any]], weigh: RoleLookup) -> PickerRow:
    """Return the row of a unit that follows, with its acts and the distance of each."""
    who, *others = lines
    asked, words = who.decision, joined_text(_done(others, weigh), ", ")
    return PickerRow(
        asked.what, phrase("{} follows", who.draft_text()), value=words, rule=asked.rule, line=number
    )


def _done(lines: Sequence[Picker[Any]], weigh: RoleLookup) -> Iterator[AnyText]:
    """Yield the acts in order, each with the distance its leader moves, or the last line if there is none."""
    begins = [k for k, one in enumerate(lines) if weigh(one) == "act"] or range(len(lines))[-1:]
    for k, end in pairwise((*begins, len(lines))):
        moves = [one for one in lines[k:end] if isinstance(one, MovePicker) and one.plan.legs]
        yield (
            phrase("{} {}", lines[k].draft_text(), _far(moves[0].plan.legs[0]))
            if moves
            else lines[k].draft_text()
        )


def _far(leg: Leg) -> AnyText:
    """Return the distance from start to end of a leg, as text."""
    return length_text(math.dist(leg.path[0], leg.end), 1)


def trail(picker: MovePicker, legs: Sequence[Leg]) -> list[Item]:
    """Return the graphics of a move in short: paths, end positions, the leader's name and distance."""
    table, items = picker.view.table, list[Item]()
    for number, leg in enumerate(legs):
        piece, name = table.piece(leg.piece), picker.decision.about or leg.piece
        words = "" if number else phrase("{}, {}", picker.name(name), _far(leg))
        items += overlays.move_path(leg.path, words)
        items += ghost(piece, *leg.end, picker, leg.facing)
    return items


def act_overlay(
    first: Sequence[Picker[Any]],
    later: Sequence[Picker[Any]],
    move: MovePicker | None = None,
    there: MovePlan | None = None,
) -> list[Item]:
    """Return the graphics of an act: what is selected, paths, and those of all units that follow.

    `there` is the plan of `move` for the pointer's position, if that is known.
    """
    items = [item for one in first for item in highlight_items(one.view, selected_object_ids(one), "target")]
    if move and there:
        items += trail(move, there.legs)
    for one in first:
        items += [] if one.lists or (there and one is move) else greyed_if(one.drafting, one.overlay())
    for one in later:
        items += trail(one, one.plan.legs) if isinstance(one, MovePicker) else []
    return items


def selected_object_ids(picker: Picker[Any]) -> list[str]:
    """Return the ids of the objects that a draft has selected."""
    decision, draft = picker.decision, picker.draft()
    if not isinstance(decision, OptionDecision):
        return []
    keys = (draft,) if isinstance(draft, str) else tuple(draft or ())
    return [thing for key in keys for thing in decision.chosen_option(key).at]


def first_act_length(lines: Sequence[Picker[Any]], weigh: RoleLookup) -> int:
    """Return the number of lines of the first unit's first act; later acts are abbreviated."""
    weights = [weigh(one) for one in lines]
    own = weights.index("act") if "act" in weights else 0
    later = (k for k, weight in enumerate(weights) if k > own and weight in ("who", "act"))
    return next(later, len(lines))
