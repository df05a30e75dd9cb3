"""What would be answered with a draft: a line a question with its answer, and one for each who follows."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from battlesim.engine.decisions import ChooseOne, Weight
from battlesim.engine.moves import MoveGroup
from battlesim.table.words import Words, capital, inches, listed, say, with_names
from battlesim.ui.question.pickers import Picker
from battlesim.ui.question.pickers.parts import Row

Weigh = Callable[[Picker[Any]], Weight]
"""What the question of a picker is within an act."""


def rows_of(lines: Sequence[Picker[Any]], weigh: Weigh) -> tuple[Row, ...]:
    """The lines of an act; what somebody does who follows is one of them."""
    begins = [k for k, one in enumerate(lines) if weigh(one) == "who"]
    first = lines[: begins[0]] if begins else lines
    rows = [_row(number, one) for number, one in enumerate(first)]
    ends = (*begins[1:], len(lines))
    return (*rows, *(_follower(k, lines[k:end], weigh) for k, end in zip(begins, ends, strict=False)))


def _row(number: int, picker: Picker[Any]) -> Row:
    asked = picker.decision
    return Row(asked.what, capital(picker.prompt), value=_answer(picker), rule=asked.rule, line=number)


def _follower(number: int, lines: Sequence[Picker[Any]], weigh: Weigh) -> Row:
    """Who follows, and what that one does: its acts, and how far it goes in them."""
    who, *others = lines
    done = [_done(one) for one in others if weigh(one) == "act" or isinstance(one.decision, MoveGroup)]
    asked, words = who.decision, listed(filter(None, done), ", ")
    return Row(asked.what, say("{} follows", _answer(who)), value=words, rule=asked.rule, line=number)


def _done(picker: Picker[Any]) -> Words:
    """An act, or the inches that whoever leads goes in a move."""
    if not isinstance(picker.decision, MoveGroup):
        return _answer(picker)
    legs = picker.draft()
    return inches(math.dist(legs[0].path[0], legs[0].end), 1) if legs else ""


def _answer(picker: Picker[Any]) -> Words:
    """The draft of a picker in a few words."""
    decision, draft = picker.decision, picker.draft()
    if isinstance(decision, ChooseOne):
        return with_names(decision.chosen(str(draft)).label, picker.name)
    return picker.summary()
