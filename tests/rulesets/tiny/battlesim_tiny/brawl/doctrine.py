"""What an automated player should know of the brawl."""

from __future__ import annotations

from typing import Any

from battlesim.behaviour.advice import advise_move_toward
from battlesim.engine.decisions import ChooseOne, Decision
from battlesim.engine.dice import Rng
from battlesim.engine.position_decisions import MoveGroup
from battlesim.engine.ruleset import Advice
from battlesim.mechanics import act_types
from battlesim.table.ids import SideKey

from .rules import ACTS, nearest_foe
from .state import Brawl


class BrawlDoctrine:
    """Throw where it is likely to knock somebody out, else run at the nearest foe."""

    def score(self, state: Brawl, side: SideKey) -> float:
        """Knockouts, and a little for everybody who still stands."""
        return state.game.count(side) + 0.1 * sum(
            piece.side == side for piece in state.table.standing_pieces()
        )

    def advise(self, view: Brawl, decision: Decision[Any], rng: Rng) -> list[Advice]:
        """Answers worth considering."""
        if isinstance(decision, MoveGroup):
            foe = nearest_foe(view, view.table.piece(decision.about))
            return advise_move_toward(view, decision, foe.xy, f"at {foe.name}") if foe else []
        return act_types.act_advice(ACTS, view, decision) if isinstance(decision, ChooseOne) else []
