"""Advice for automated players of the toy ruleset."""

from __future__ import annotations

import math
from typing import Any

from battlesim.engine.decisions import ChooseOne, Decision
from battlesim.engine.dice import Rng
from battlesim.engine.ruleset import Advice
from battlesim.mechanics.alternating_turns import piece_lead
from battlesim.mechanics.pieces import enemies
from battlesim.table.phrases import length_text, phrase

from .rules import GUN_RANGE_IN, HOLD_KEY, stride_ends
from .state import Skirmish


class ToyDoctrine:
    """A simple doctrine for automated players: advance to gun range and shoot at the nearest enemy."""

    score = staticmethod(piece_lead)

    def advise(self, view: Skirmish, decision: Decision[Any], rng: Rng) -> list[Advice]:
        """Return suggested answers to a decision, each with a score and a reason."""
        if isinstance(decision, ChooseOne):
            return [self._judge(view, decision, option.key) for option in decision.open_options]
        return [Advice(True, 1.0, "a shot costs nothing")] if decision.what == "react" else []

    def _judge(self, view: Skirmish, decision: ChooseOne, key: str) -> Advice:
        if key == HOLD_KEY:
            return Advice(key, -1000.0, "better than nothing")
        piece = view.table.piece(decision.about or key)
        if decision.what == "target":
            away = math.dist(piece.xy, view.table.piece(key).xy)
            return Advice(key, -away, phrase("{} away", length_text(away, 1)))
        end = stride_ends(view.table.ground, piece).get(key) if decision.what == "move" else None
        spot = (end.x, end.y) if end else piece.xy
        away = min(math.dist(spot, enemy.xy) for enemy in enemies(view, piece.side))
        return Advice(
            key, -abs(away - GUN_RANGE_IN), phrase("{distance} from the nearest enemy", length_text(away, 1))
        )
