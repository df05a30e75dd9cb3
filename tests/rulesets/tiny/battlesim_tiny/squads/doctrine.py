"""What an automated player should know of the squads."""

from __future__ import annotations

import math
from typing import Any

from battlesim.behaviour.advice import advise_by_score, nearest_piece, pieces_with_points
from battlesim.engine.decisions import ChooseOne, Decision
from battlesim.engine.dice import Rng
from battlesim.engine.position_decisions import MoveGroup
from battlesim.engine.ruleset import Advice
from battlesim.geometry.shapes import Point
from battlesim.mechanics import act_types
from battlesim.rulings.movement import leg_toward, remaining_legs
from battlesim.table.ids import SideKey

from .rules import ACTS, scores
from .state import Battle, other

NEAR = 2.5
"""Inches from an objective at which a squad stays."""


class SquadDoctrine:
    """To the objective, unseen until somebody is there to fire at, and fire where it is likely to tell."""

    def score(self, state: Battle, side: SideKey) -> float:
        """Own score less the other's."""
        return scores(state)[side] - scores(state)[other(state, side)]

    def advise(self, view: Battle, decision: Decision[Any], rng: Rng) -> list[Advice]:
        """Answers worth considering."""
        if isinstance(decision, MoveGroup):
            here = view.table.piece(decision.about).xy
            marks = [(marker.x, marker.y) for marker in view.table.markers.values()]
            goal = min(marks, key=lambda at: math.dist(at, here), default=here)
            return self._toward(view, decision, goal) if math.dist(goal, here) > NEAR else []
        if not isinstance(decision, ChooseOne):
            return []
        if decision.what == "act":
            return act_types.act_advice(ACTS, view, decision)
        foes = pieces_with_points(
            view.table, [piece for piece in view.table.standing_pieces() if piece.side != decision.side]
        )
        away = {
            o.key: nearest_piece(view.table.piece(o.key).xy, foes).distance for o in decision.open_options
        }
        return advise_by_score(
            decision, lambda o: -away[o.key], lambda o: "whoever is nearer to the enemy goes first"
        )

    def _toward(self, view: Battle, decision: MoveGroup, goal: Point) -> list[Advice]:
        """The leader to an objective, and the others along."""
        lead = leg_toward(view.table, decision.motions[0], goal)
        if lead is None:
            return []
        rest = remaining_legs(view.table, decision.motions, (lead,), decision.link, lead.end)
        return [Advice((lead, *rest), 1.0, "to the objective")]
