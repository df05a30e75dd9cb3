"""The steps of a side's turn, shown as a checklist until its first model acts freely."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from battlesim.engine.ruleset import StepState, TurnStep
from battlesim.table.pieces import Piece

from ..actions.repairs import TAKES_EFFECT
from ..assault.aftermath import ESCAPE
from ..core.lookups import has_ability, has_acted_by_choice, is_in_use, own_models
from ..core.state import BEGIN_PHASE, WAITING_STEP, Battle
from ..forced import fear, stupidity
from ..forced.impetuous import FORCED
from ..sighting.observers import REPORT
from ..sighting.sightings import PICTURE
from ..waiting.waiting import DECLARED, is_waiting, waiting_options
from .turn_sequence import START_STEPS, TURN, pending_start_step

ACTIONS = "actions"


class StepRow(NamedTuple):
    """An entry of the checklist: its text, its rule, the section of rules that it needs, and its note."""

    label: str
    rule: str
    section: str = ""
    note: Callable[[Battle, list[Piece]], str] = lambda state, own: ""


def _pairs_text(state: Battle, own: list[Piece]) -> str:
    pairs = sum(len(state.game.seen.get(piece.id, ())) for piece in own)
    return f"{pairs} in view"


def _reported_text(state: Battle, own: list[Piece]) -> str:
    sighted = {enemy for piece in own for enemy in state.game.sightings.get(piece.id, ())}
    return f"{len(sighted)} sighted"


def _waiting_text(state: Battle, own: list[Piece]) -> str:
    waiting = sum(map(is_waiting, own))
    return f"{waiting} in wait" if waiting else "still open" if waiting_options(state) else ""


ROWS: Mapping[str, StepRow] = {
    "picture": StepRow("Sight is taken", PICTURE, "sighting", _pairs_text),
    "repairs": StepRow("Repairs", TAKES_EFFECT, "fix"),
    "stupidity": StepRow("Stupidity", stupidity.CHECK, "stupidity"),
    "escapes": StepRow("Escapes", ESCAPE, "grapple"),
    "fear": StepRow("Fear", fear.TEST, "fear"),
    WAITING_STEP: StepRow("Laying in wait", DECLARED, "laying_in_wait", _waiting_text),
    "reports": StepRow("Reports", REPORT, "observers", _reported_text),
    "impetuous": StepRow("Impetuous models", FORCED, "impetuous"),
    ACTIONS: StepRow("All others act", TURN),
}
"""The nine steps of a turn in the order of the rulebook; waiting stays open until a model acts freely."""


def turn_steps(state: Battle) -> tuple[TurnStep, ...]:
    """Return the steps at the start of the current turn, or () once a model has acted freely."""
    if state.game.phase == BEGIN_PHASE or any(_acted_freely(state, p) for p in _own(state)):
        return ()
    now = _current_step(state)
    shown = [key for key, row in ROWS.items() if not row.section or is_in_use(state, row.section)]
    if now not in shown:
        now = "" if now == "picture" else ACTIONS
    return tuple(_step(state, key, now) for key in shown)


def _current_step(state: Battle) -> str:
    """Return the key of the step that runs, also while a model does what it is forced to."""
    if stupidity.reacts_now(state):
        return "stupidity"
    if fear.reacts_now(state):
        return "fear"
    return pending_start_step(state) or ACTIONS


def _own(state: Battle) -> list[Piece]:
    return own_models(state, state.game.phase)


def _acted_freely(state: Battle, piece: Piece) -> bool:
    return has_acted_by_choice(state, piece) and not has_ability(piece, "impetuous")


def _step(state: Battle, key: str, now: str) -> TurnStep:
    row = ROWS[key]
    step = _step_state(state, key, now)
    note = row.note(state, _own(state)) if step in ("done", "open", "now") else ""
    return TurnStep(key, row.label, step, note, row.rule)


def _step_state(state: Battle, key: str, now: str) -> StepState:
    """Return the state of a step; waiting is open while it can be declared or ended."""
    if key == now:
        return "now"
    if key == WAITING_STEP and now == ACTIONS and waiting_options(state):
        return "open"
    return "done" if _is_over(state, key, now) else "later"


def _is_over(state: Battle, key: str, now: str) -> bool:
    """Return whether a step of the beginning is over: the present one comes after it."""
    order = [*START_STEPS, ACTIONS]
    return bool(now) and order.index(key) < order.index(now)
