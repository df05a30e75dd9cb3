"""Lying in wait: which models may, how it is declared, and how it limits them in their own turn."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.engine.option import Option, closed_if, closed_last
from battlesim.engine.play import Play, Script
from battlesim.mechanics.pieces import set_mark
from battlesim.mechanics.turns import MilestonePassed
from battlesim.table.ids import SideKey
from battlesim.table.phrases import AnyText
from battlesim.table.pieces import Piece

from ..core.lookups import has_ability, has_acted_by_choice, is_in_use, own_models, piece_weapons
from ..core.marks import (
    REACTED,
    STUPID,
    SUPPRESSED,
    WAITING_MARKS,
    WAITS_TO_ASSAULT,
    WAITS_TO_FIRE,
)
from ..core.state import WAITING_CLOSED, WAITING_STEP, Battle, Game
from ..ground.contact import enemies_in_contact

DECLARED = "IE-LIW-04"
WAITS_TO_FIRE_RULE = "IE-LIW-03"
WAITS_TO_ASSAULT_RULE = "IE-LIW-18"
RESTRICTIONS = "IE-LIW-05"
LEAVES = "IE-LIW-16"
MIXES = "IE-GAP-73"
SUPPRESSED_WAIT = "IE-GAP-56"
ALLOWED_ACTIONS = ("turn", "sneak")
"""The keys of the actions that a waiting model may take in its own turn.

Rules: IE-LIW-15.
"""
WAIT_LABELS = {WAITS_TO_FIRE: "Lay in wait to fire", WAITS_TO_ASSAULT: "Lay in wait to assault"}
STOP_WAITING_KEY = "stop_waiting"
DONE_KEY = "done"


def is_waiting(piece: Piece) -> bool:
    """Return whether a model lies in wait, either to fire or to assault."""
    return any(piece.has_mark(mark) for mark in WAITING_MARKS)


def why_cannot_wait(state: Battle, piece: Piece, mode: str) -> AnyText:
    """Return why a model cannot lie in wait in a mode (fire or assault), or "" if it can (IE-LIW-02)."""
    if has_ability(piece, "impetuous") and is_in_use(state, "impetuous"):
        return "impetuous models cannot lie in wait"
    if mode == WAITS_TO_FIRE and not piece_weapons(piece):
        return "it has no missile weapon"
    if enemies_in_contact(state, piece):
        return "it is in contact with an enemy"
    if piece.id in state.game.held or piece.has_mark(STUPID):
        return "it is not free to act"
    if piece.id in state.game.acted:
        return "it has acted in this turn"
    if mode == WAITS_TO_ASSAULT and piece.has_mark(SUPPRESSED):
        return "it is suppressed"
    return "it waits already" if is_waiting(piece) else ""


def waiting_options(state: Battle) -> list[Option]:
    """Return the options to start or stop lying in wait, available only before a model acts by choice."""
    if not is_in_use(state, "laying_in_wait") or WAITING_CLOSED in state.game.passed:
        return []
    own = own_models(state, state.game.phase)
    if any(has_acted_by_choice(state, piece) for piece in own):
        return []
    options = [
        closed_if(
            "" if any(not why_cannot_wait(state, piece, mode) for piece in own) else "no model can",
            Option(mode, label, rule=DECLARED, settled=True),
        )
        for mode, label in WAIT_LABELS.items()
    ]
    if models_to_stop(state):
        options.append(Option(STOP_WAITING_KEY, "Stop laying in wait", rule=LEAVES, settled=True))
    return options


def models_to_stop(state: Battle) -> list[Piece]:
    """Return the active side's models that may end a wait declared in an earlier turn (IE-LIW-23)."""
    own = own_models(state, state.game.phase)
    return [piece for piece in own if is_waiting(piece) and _declared(piece.id) not in state.game.passed]


def _declared(piece: str) -> str:
    return f"{piece} in wait"


def ask_who_waits(play: Play[Game]) -> Script[None]:
    """Ask the active side which models start or stop lying in wait, until it is done for this turn."""
    while options := waiting_options(play.state):
        if all(option.shut for option in options):
            return
        chosen = yield from play.choose_one(
            WAITING_STEP,
            SideKey(play.state.game.phase),
            "Which models lie in wait?",
            (*closed_last(options), Option(DONE_KEY, "Go on with the turn")),
            rule=DECLARED,
            least=DONE_KEY,
            begins=DONE_KEY,
        )
        if chosen.key == DONE_KEY:
            break
        yield from declare(play, chosen.key)
    play.emit(MilestonePassed(rule=DECLARED, what=WAITING_CLOSED))


def declare(play: Play[Game], key: str) -> Script[None]:
    """Carry out the chosen option to start or stop lying in wait."""
    yield from stop_waiting(play) if key == STOP_WAITING_KEY else declare_waiting(play, key)


def declare_waiting(play: Play[Game], mode: str) -> Script[None]:
    """Ask which models lie in wait in a given mode (to fire or to assault), and mark them."""
    state = play.state
    able = [p for p in own_models(state, state.game.phase) if not why_cannot_wait(state, p, mode)]
    chosen = yield from _choose_models(play, "wait", f"{WAIT_LABELS[mode]}: which models?", able)
    set_mark(play, chosen, mode, 1, WAITS_TO_FIRE_RULE if mode == WAITS_TO_FIRE else WAITS_TO_ASSAULT_RULE)
    for piece in chosen:
        play.emit(MilestonePassed(rule=DECLARED, what=_declared(piece)))


def stop_waiting(play: Play[Game]) -> Script[None]:
    """Ask which models stop lying in wait, and remove their marks."""
    waiting = models_to_stop(play.state)
    chosen = yield from _choose_models(play, "stop_waiting", "Which models stop laying in wait?", waiting)
    for mark in WAITING_MARKS:
        set_mark(play, chosen, mark, 0, LEAVES)


def _choose_models(
    play: Play[Game], what: str, prompt: str, models: Sequence[Piece]
) -> Script[tuple[str, ...]]:
    options = [Option(piece.id, piece.name, (piece.id,)) for piece in models]
    side = SideKey(play.state.game.phase)
    return (yield from play.choose_some(what, side, prompt, options, rule=DECLARED))


def clear_reactions(play: Play[Game], side: str) -> None:
    """Let the waiting models of a side react again, at the start of its turn."""
    set_mark(play, [piece.id for piece in own_models(play.state, side)], REACTED, 0, DECLARED)


def end_waiting(play: Play[Game], piece: str, rule: str = MIXES) -> None:
    """Stop a model from lying in wait when it is assaulted or forced to act."""
    for mark in WAITING_MARKS:
        set_mark(play, [piece], mark, 0, rule)


def end_suppressed_waits(play: Play[Game], side: str) -> None:
    """Stop the suppressed models of a side from lying in wait to assault, at the start of its turn."""
    suppressed = [piece.id for piece in own_models(play.state, side) if piece.has_mark(SUPPRESSED)]
    set_mark(play, suppressed, WAITS_TO_ASSAULT, 0, SUPPRESSED_WAIT)


def why_barred_by_waiting(state: Battle, piece: Piece, action: str) -> AnyText:
    """Return why lying in wait prevents a model from taking an action, or "" if it does not (IE-LIW-19)."""
    return "it lies in wait" if is_waiting(piece) and action not in ALLOWED_ACTIONS else ""
