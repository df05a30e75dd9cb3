"""The main advice for automated players of Mobile Infantry, for each side and kind of decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battlesim.behaviour.advice import AdviceFunction
from battlesim.engine.decisions import Decision
from battlesim.engine.dice import Rng
from battlesim.engine.ruleset import Advice
from battlesim.table.ids import SideKey

from ..battle.victory import scores
from ..core.lookups import OTHER_SIDE, has_trait, piece_profile
from ..core.state import BUGS, MI, Battle
from .bugs import BUG_ADVICE
from .infantry import MI_ADVICE

ADVICE_BY_SIDE: Mapping[str, Mapping[str, AdviceFunction]] = {MI: MI_ADVICE, BUGS: BUG_ADVICE}
HIT_POINT_SCORE = {MI: 0.1, BUGS: 0.05}


class MobileInfantryDoctrine:
    """The knowledge of automated players: the value of states, and advice based on what a side can see."""

    def score(self, state: Battle, side: SideKey) -> float:
        """Return a side's lead in victory points, plus a small value for each hit point still in play."""
        totals = scores(state)
        return (
            (totals[side] - totals[OTHER_SIDE[side]])
            + self._force(state, side)
            - self._force(state, OTHER_SIDE[side])
        )

    def _force(self, state: Battle, side: SideKey) -> float:
        own = [
            p
            for p in state.table.pieces_of_side(side)
            if p.in_play and not has_trait(p, "marker") and piece_profile(p).move
        ]
        return HIT_POINT_SCORE[side] * sum(p.hits for p in own)

    def advise(self, view: Battle, decision: Decision[Any], rng: Rng) -> list[Advice]:
        """Return suggested answers to a decision, best first, or [] if the default is good enough."""
        advisor = ADVICE_BY_SIDE.get(decision.side, {}).get(decision.what)
        return advisor(view, decision) if advisor is not None else []


DOCTRINE = MobileInfantryDoctrine()
