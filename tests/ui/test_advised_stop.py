"""The proposal of an act where the rules' advice is to do nothing more."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from battlesim.table.ids import UnitId
from battlesim.table.pieces import Aboard
from battlesim.table.state import AnyState
from tests.ui.seated import seated

pytestmark = pytest.mark.usefixtures("screen")


def second_squad_aboard(state: AnyState) -> AnyState:
    """The battle with the second squad in the carrier."""
    (carrier,) = (piece for piece in state.table.pieces_of_unit(UnitId("carrier")) if piece.hull)
    squad = state.table.pieces_of_unit(UnitId("second"))
    aboard = [replace(piece, place=Aboard(carrier.id)) for piece in squad]
    return state.with_table(state.table.with_pieces(*aboard))


def test_a_squad_that_is_aboard_is_proposed_to_stay(tmp_path: Path) -> None:
    path = tmp_path / "aboard.battle"
    with seated("dust_off", path, "people", change=second_squad_aboard) as table:
        table.feed.human.ask_level = "acts"
        while (question := table.asked()).decision.what != "unit":
            table.answer()
        table.feed.human.submit_answer(question.number, "second")
        table.after(question)
        picker = table.asking.picker
        assert picker is not None
        assert [row.key for row in picker.rows() if not row.blocked] == ["get_out", "stop"]
        assert picker.draft() == "stop"
