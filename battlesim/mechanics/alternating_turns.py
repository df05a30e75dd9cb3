"""Alternating turns: each side acts with all its pieces, until the last turn ends or only one side is left.

Users: the toy, the rulesets of the tests.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, TypeVar

from battlesim.engine.cards_and_counts import Card
from battlesim.engine.decisions import ChooseOne, DecisionRole
from battlesim.engine.option import piece_options
from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import GameFacts, Outcome, PreviewRow, Step
from battlesim.engine.scenario_plan import ScenarioPlan
from battlesim.mechanics import piece_decisions
from battlesim.mechanics.turns import PiecesActed, TurnState
from battlesim.table.ids import SideKey
from battlesim.table.limits import Count
from battlesim.table.pieces import Piece
from battlesim.table.state import State, Table

G = TypeVar("G", bound="AlternatingTurns")
Scores = Mapping[SideKey, float]
DECISION_ROLES: Mapping[str, DecisionRole] = {"piece": "who"}
"""Decision roles by decision key: the choice of a piece is "who".

The choice of a piece and its act are planned together if a ruleset asks by `choose_acting_piece`.
"""


class AlternatingTurns(TurnState, frozen=True, kw_only=True):
    """The state of a game that lasts `turns` turns. In each turn, every side has a phase named by its key."""

    turns: Count = 6


def initial_turn_fields(plan: ScenarioPlan, table: Table) -> dict[str, Any]:
    """Return the initial values of the fields of `AlternatingTurns`, with a phase for each played side."""
    order = tuple(side.key for side in table.sides if side.played)
    return {"turn": 1, "phase": order[0], "phases": order, "turns": plan.turns or 6}


def pieces_to_act(state: State[G]) -> list[Piece]:
    """Return the pieces of the active side that are on the table and have not acted this turn."""
    return [
        p
        for p in state.table.standing_pieces()
        if p.side == state.game.phase and p.id not in state.game.acted
    ]


def choose_acting_piece(play: Play[G], prompt: str, *, rule: str) -> Script[str]:
    """Ask the active side for the piece that acts next, mark it as having acted, and return its id."""
    side, options = SideKey(play.state.game.phase), piece_options(pieces_to_act(play.state))
    chosen = yield from play.choose_one("piece", side, prompt, options, rule=rule)
    play.emit(PiecesActed(rule=rule, acted=(chosen.key,)))
    return chosen.key


def may_act_decision(state: State[G], piece: Piece, rule: str) -> ChooseOne:
    """Return a yes-or-no decision on whether a piece acts. "Yes" is not available if the piece cannot act."""
    why = ""
    if piece.side != state.game.phase:
        why = "it is another side's turn"
    elif piece.id in state.game.acted:
        why = "it has acted in this turn"
    return piece_decisions.piece_decision(
        piece, "piece", "Act?", piece_options((piece,), reason_against=lambda _: why), rule
    )


def piece_counts(state: State[G]) -> dict[SideKey, float]:
    """Return the number of pieces on the table for each played side."""
    standing = Counter(piece.side for piece in state.table.standing_pieces())
    return {side.key: float(standing[side.key]) for side in state.table.sides if side.played}


def piece_lead(state: State[G], side: SideKey) -> float:
    """Return the number of a side's pieces on the table minus the number of all other pieces on the table."""
    counts = piece_counts(state)
    return 2.0 * counts[side] - sum(counts.values())


def score_outcome(state: State[G], scores: Scores) -> Outcome | None:
    """Return the outcome of the battle if it is over, otherwise None.

    It is over if at most one side has a positive score, or if the last turn has ended. After the last turn,
    the highest score wins. A tie has no winner.
    """
    alive = tuple(side for side, score in scores.items() if score)
    if len(alive) < 2:
        return Outcome(alive, dict(scores), "nobody else is left")
    if state.game.turn <= state.game.turns:
        return None
    best = tuple(side for side, score in scores.items() if score == max(scores.values()))
    winners = best if len(best) == 1 else ()
    return Outcome(winners, dict(scores), f"{state.game.turns} turns were played")


def next_step(state: State[G], scores: Scores, act: str) -> Step | Outcome:
    """Return the outcome of a finished battle, or else the next step of the active side.

    In this step the side acts with a piece, or passes if no piece can act.
    """
    return score_outcome(state, scores) or Step(act if pieces_to_act(state) else "pass_turn")


def turn_facts(
    state: State[G], scores: Scores, score_label: str, rule: str, cards: tuple[Card, ...] = ()
) -> GameFacts:
    """Return the facts shown to players: the turn, the detailed scores, how the game ends, and any cards."""
    game = state.game
    return GameFacts(
        turn=min(game.turn, game.turns),
        turns=game.turns,
        phase="turn",
        phases=("turn",),
        active=SideKey(game.phase),
        scores=dict(scores),
        points={side: (PreviewRow(score_label, f"{score:g}", rule),) for side, score in scores.items()},
        ends=(
            PreviewRow(f"After turn {game.turns}", "the highest score wins", rule),
            PreviewRow("One side alone is left", "it wins at once", rule),
        ),
        actions_left=len(pieces_to_act(state)),
        done=game.acted,
        cards=cards,
    )
