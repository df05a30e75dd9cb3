"""Captives on their way: whether they come to a tunnel, and what that pays."""

from __future__ import annotations

import math
from collections.abc import Sequence

from battlesim.engine.moves import ChooseFacing
from battlesim.engine.ruleset import Preview, PreviewRow
from battlesim.geometry.constants import TOL
from battlesim.rulings.measure import told
from battlesim.table.pieces import Aboard
from battlesim.table.words import say

from ..core.marks import CAPTIVE
from ..core.state import Battle
from ..ground import captives


def rows(view: Battle, movers: Sequence[str]) -> list[PreviewRow]:
    """The captives of those who have moved, each on the side of its captor that is nearest to a tunnel."""
    held = [(bug, captive) for bug in movers if (captive := captives.held_by(view, bug))]
    return [
        _row(view, captive, min(_off(view, bug, captive, k) for k in range(360))) for bug, captive in held
    ]


def _off(view: Battle, bug: str, captive: str, side: float) -> float:
    """How far from a tunnel they are with the captive on that side of its captor."""
    piece = view.table.piece(captive).with_mark(CAPTIVE, 1, f"{side % 360.0:.1f}")
    return captives.off_tunnel(view.with_table(view.table.with_pieces(piece)), bug, captive)


def _row(view: Battle, captive: str, off: float) -> PreviewRow:
    at = f"{captives.worth(view):g} VP" if off <= TOL else say("{} short", told(off))
    words = "no tunnel is left" if math.isinf(off) else at
    return PreviewRow(f"{view.table.called(captive)} to a tunnel", words, captives.DELIVERED)


def lies(view: Battle, decision: ChooseFacing, answer: float) -> Preview | None:
    """On which side of its captor a captive lies: whether that brings it to a tunnel."""
    place = view.table.piece(decision.about).place
    if not isinstance(place, Aboard):
        return None
    row = _row(view, decision.about, _off(view, place.piece, decision.about, answer))
    return Preview("Captive", view.table.called(decision.about), (row,))
