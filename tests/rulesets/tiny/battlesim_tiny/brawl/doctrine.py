"""What an automated player should know of the brawl."""

from __future__ import annotations

import math
from typing import Any

from battlesim.engine.decisions import ChooseOne, Decision
from battlesim.engine.dice import Rng
from battlesim.engine.moves import MoveGroup
from battlesim.engine.option import Option
from battlesim.engine.ruleset import Advice
from battlesim.rulings.movement import suggest_group
from battlesim.table.ids import SideKey
from battlesim.table.pieces import Piece

from .rules import CLOSE, aim, foes, gap
from .state import Brawl


class BrawlDoctrine:
    """Throw where it is likely to knock somebody out, else run at the nearest foe."""

    def score(self, state: Brawl, side: SideKey) -> float:
        """Knockouts, and a little for everybody who still stands."""
        standing = sum(piece.side == side for piece in state.table.standing())
        return state.game.knockouts.get(side, 0) + 0.1 * standing

    def advise(self, view: Brawl, decision: Decision[Any], rng: Rng) -> list[Advice]:
        """Answers worth considering, best first."""
        if isinstance(decision, MoveGroup):
            piece = view.table.piece(decision.about)
            foe = _nearest(view, piece)
            legs = suggest_group(view.table, decision.motions, decision.link, foe.xy) if foe else ()
            return [Advice(legs, 1.0, f"at {foe.name}" if foe else "there is nobody to run at")]
        if not isinstance(decision, ChooseOne):
            return []
        found = [self._judge(view, option) for option in decision.open if option.act]
        return sorted(found, key=lambda advice: -advice.score)

    def _judge(self, view: Brawl, option: Option) -> Advice:
        piece = view.table.piece(option.by[0])
        if option.act == "throw":
            target = view.table.piece(option.to[0])
            chance = aim(view, piece, target).chances().get(1, 0.0)
            return Advice(option.key, 1.0 + chance / target.hits, f"{chance:.0%}")
        foe = _nearest(view, piece)
        away = gap(piece, foe) if foe else math.inf
        return Advice(option.key, 0.0 if away <= CLOSE else 1.1 - away / 100, f"{away:.1f} in away")


def _nearest(view: Brawl, piece: Piece) -> Piece | None:
    enemy = foes(view, piece.side)
    others = [p for p in view.table.standing() if p.side in enemy]
    return min(others, key=lambda p: (gap(piece, p), p.id), default=None)
