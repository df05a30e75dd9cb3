"""Pickers: the controls with which a human player answers decisions, one for each kind of decision."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from battlesim.engine.card_draw import DrawCard
from battlesim.engine.chance_decisions import RollDice
from battlesim.engine.decisions import Assign, ChooseOne, ChooseSome, Confirm, Decision
from battlesim.engine.marker_placement import PlaceMarker
from battlesim.engine.measured_moves import MeasuredMove
from battlesim.engine.moment_choice import ChooseMoment
from battlesim.engine.number_choice import ChooseNumber
from battlesim.engine.point_allocation import AllocatePoints
from battlesim.engine.position_decisions import (
    ChooseFacing,
    ChoosePoint,
    MoveGroup,
    PlacePieces,
    PlaceTemplate,
)
from battlesim.table.state import AnyState
from battlesim.ui.decision.pickers.allot import AllotPicker
from battlesim.ui.decision.pickers.assign import AssignPicker, DicePicker
from battlesim.ui.decision.pickers.drawn_card import CardPicker
from battlesim.ui.decision.pickers.handful import HandfulPicker, dice_picker
from battlesim.ui.decision.pickers.marker import MarkerPicker
from battlesim.ui.decision.pickers.measured import MeasuredPicker
from battlesim.ui.decision.pickers.moment import MomentPicker
from battlesim.ui.decision.pickers.move import MovePicker
from battlesim.ui.decision.pickers.number import NumberPicker
from battlesim.ui.decision.pickers.options import ConfirmPicker, OnePicker, SomePicker
from battlesim.ui.decision.pickers.picker import Picker
from battlesim.ui.decision.pickers.picker_rows import PickerPlacement
from battlesim.ui.decision.pickers.place import PlacePicker
from battlesim.ui.decision.pickers.point import FacingPicker, PointPicker
from battlesim.ui.decision.pickers.template import TemplatePicker
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.toolkit.work_queue import WorkQueue

__all__ = ["PICKERS_BY_DECISION", "PICKER_KINDS", "Picker", "PickerPlacement", "picker_for"]

PICKERS_BY_DECISION: Final[dict[type[Decision[Any]], Callable[..., Picker[Any]]]] = {
    ChooseOne: OnePicker,
    ChooseSome: SomePicker,
    Confirm: ConfirmPicker,
    AllocatePoints: AllotPicker,
    Assign: AssignPicker,
    RollDice: dice_picker,
    DrawCard: CardPicker,
    ChooseMoment: MomentPicker,
    MoveGroup: MovePicker,
    PlacePieces: PlacePicker,
    ChoosePoint: PointPicker,
    MeasuredMove: MeasuredPicker,
    PlaceTemplate: TemplatePicker,
    PlaceMarker: MarkerPicker,
    ChooseFacing: FacingPicker,
    ChooseNumber: NumberPicker,
}
PICKER_KINDS: Final[tuple[type[Picker[Any]], ...]] = (
    *(picker for picker in PICKERS_BY_DECISION.values() if isinstance(picker, type)),
    DicePicker,
    HandfulPicker,
)


def picker_for(
    decision: Decision[Any], view: AnyState, model: WindowModel, queue: WorkQueue | None = None
) -> Picker[Any]:
    """Return the picker for a decision, by its class or a base class.

    Slow work is done in `queue`, or at once without one. Raises TypeError if there is no picker.
    """
    for kind in type(decision).__mro__:
        if kind in PICKERS_BY_DECISION:
            return PICKERS_BY_DECISION[kind](decision, view, model, queue)
    raise TypeError(f"no control is defined for decisions of type {type(decision).__name__}")
