"""How a person answers the decisions of the rules: one picker for each kind of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from battlesim.engine.card_draw import DrawCard
from battlesim.engine.chance_decisions import RollDice
from battlesim.engine.decisions import Assign, ChooseOne, ChooseSome, Confirm, Decision
from battlesim.engine.moment_choice import ChooseMoment
from battlesim.engine.point_allocation import AllocatePoints
from battlesim.engine.position_decisions import ChooseFacing, ChoosePoint, MoveGroup, PlacePieces
from battlesim.table.state import AnyState
from battlesim.ui.parts.work_queue import WorkQueue
from battlesim.ui.question.pickers.allot import AllotPicker
from battlesim.ui.question.pickers.assign import AssignPicker, DicePicker
from battlesim.ui.question.pickers.base import Picker
from battlesim.ui.question.pickers.card import CardPicker
from battlesim.ui.question.pickers.choice import ConfirmPicker, OnePicker, SomePicker
from battlesim.ui.question.pickers.moment import MomentPicker
from battlesim.ui.question.pickers.move import MovePicker
from battlesim.ui.question.pickers.parts import Seat
from battlesim.ui.question.pickers.place import PlacePicker
from battlesim.ui.question.pickers.point import FacingPicker, PointPicker
from battlesim.ui.story.model import Model

__all__ = ["PICKERS", "Picker", "Seat", "picker_for"]

PICKERS: Final[dict[type[Decision[Any]], Callable[..., Picker[Any]]]] = {
    ChooseOne: OnePicker,
    ChooseSome: SomePicker,
    Confirm: ConfirmPicker,
    AllocatePoints: AllotPicker,
    Assign: AssignPicker,
    RollDice: DicePicker,
    DrawCard: CardPicker,
    ChooseMoment: MomentPicker,
    MoveGroup: MovePicker,
    PlacePieces: PlacePicker,
    ChoosePoint: PointPicker,
    ChooseFacing: FacingPicker,
}


def picker_for(
    decision: Decision[Any], view: AnyState, knows: Model, queue: WorkQueue | None = None
) -> Picker[Any]:
    """The picker for a decision: that of its class, or of the class that it builds on.

    What takes long is done in `queue`, at once without one. Raises TypeError for a kind nobody can pick.
    """
    for kind in type(decision).__mro__:
        if kind in PICKERS:
            return PICKERS[kind](decision, view, knows, queue)
    raise TypeError(f"there is no picker for {type(decision).__name__}")
