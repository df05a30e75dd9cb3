"""What an automated player should know of the duel."""

from __future__ import annotations

import math
from typing import Any

import msgspec

from battlesim.engine.decisions import ChooseOne, Decision
from battlesim.engine.dice import Rng
from battlesim.engine.moment_choice import LET_PASS, ChooseMoment
from battlesim.engine.position_decisions import MoveGroup
from battlesim.engine.ruleset import Advice
from battlesim.mechanics.chance import exact_chances
from battlesim.table.events import Modifier
from battlesim.table.ids import CardId, SideKey
from battlesim.table.levels import standing_place
from battlesim.table.phrases import length_text, phrase
from battlesim.table.pieces import Piece

from . import fight
from .rules import NONE
from .state import VALUES, Duel

WORTH = 0.45
"""Chance of a hit from which on a card is laid for a snap shot."""
AWAY = 7.0
"""Inches from the nearest enemy that it likes to be."""


def chance(view: Duel, shooter: Piece, target: Piece, *changes: Modifier) -> float:
    """The chance that a shot takes anything off."""
    return 1.0 - exact_chances(lambda: fight.wounds(view, shooter, target, *changes)).get(0, 0.0)


def moved(view: Duel, piece: Piece, at: tuple[float, float]) -> Piece:
    """A piece as it would stand at a point."""
    return msgspec.structs.replace(piece, place=standing_place(view.table.ground, *at))


class DuelDoctrine:
    """Close in to a good range, shoot whoever is easiest to hit, and lay cards where they pay."""

    def score(self, state: Duel, side: SideKey) -> float:
        """Own hits left, less the enemy's."""
        return float(sum(p.hits if p.side == side else -p.hits for p in state.table.standing_pieces()))

    def advise(self, view: Duel, decision: Decision[Any], rng: Rng) -> list[Advice]:
        """Answers worth considering."""
        if isinstance(decision, MoveGroup):
            return self._moves(view, decision, rng)
        if isinstance(decision, ChooseMoment):
            return self._moments(view, decision)
        if isinstance(decision, ChooseOne):
            return [self._option(view, decision, option.key) for option in decision.open_options]
        return []

    def _moves(self, view: Duel, decision: MoveGroup, rng: Rng) -> list[Advice]:
        piece = view.table.piece(decision.about)
        enemies = [p.xy for p in view.table.standing_pieces() if p.side != piece.side]
        found = []
        for legs in decision.suggest(view, 6, rng):
            end = legs[0].end if legs else piece.xy
            away = min(math.dist(end, enemy) for enemy in enemies)
            found.append(
                Advice(legs, -abs(away - AWAY), phrase("{} from the nearest enemy", length_text(away, 1)))
            )
        return found

    def _moments(self, view: Duel, decision: ChooseMoment) -> list[Advice]:
        shooter, mover = view.table.piece(decision.about), view.table.piece(decision.mover)
        found = [Advice(LET_PASS, WORTH, "the card is worth more")]
        for number, stop in enumerate(decision.stops):
            odds = chance(view, shooter, moved(view, mover, stop.point), fight.SNAP)
            found.append(Advice(number, odds, f"hits with {odds:.0%}"))
        return found

    def _option(self, view: Duel, decision: ChooseOne, key: str) -> Advice:
        if decision.what == "target" and key != NONE:
            odds = chance(view, view.table.piece(decision.about), view.table.piece(key))
            return Advice(key, odds, f"hits with {odds:.0%}")
        if decision.what in ("bid", "run", "aim") and key != NONE:
            return Advice(key, 1.0 / VALUES[CardId(key)], "the lowest card that does it")
        return Advice(key, 0.0, "as good as any")
