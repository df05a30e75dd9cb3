"""The action FIX: repairs of the model itself or of others, which take effect a turn later."""

from __future__ import annotations

from collections.abc import Iterator

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option, closed_last
from battlesim.engine.play import Play, Script
from battlesim.mechanics.turns import PiecesActed
from battlesim.table.events import HitsChanged, MarkChange, MarksChanged
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Piece

from ..core.lookups import has_ability, has_tag, is_in_use, is_standing, own_models, piece_profile
from ..core.marks import FIXING
from ..core.state import Battle, Game
from ..ground.contact import are_in_base_contact
from ..ground.heights import is_airborne
from .model_actions import ModelAction

FIX = "IE-FIX-01"
SPENDS_TURN = "IE-FIX-03"
TAKES_EFFECT = "IE-FIX-04"
ONE_HIT = "IE-FIX-06"
SELF = "self"
NOBODY_KEY = "none"
HALF_DONE = 2
"""The count of the mark of a repair that goes on in a second turn; it is one more while that turn lasts."""


def is_fixer(state: Battle, piece: Piece) -> bool:
    """Return whether a model can repair anything."""
    return (
        bool(piece_profile(piece).fixes) and is_in_use(state, "fix") and not is_airborne(state.table, piece)
    )


def can_fix(fixer: Piece, patient: Piece) -> bool:
    """Return whether a model's profile lets it repair another model, or itself."""
    fixes = piece_profile(fixer).fixes
    if fixer.id == patient.id:
        return SELF in fixes
    return any(has_tag(patient, word) or has_ability(patient, word) for word in fixes)


def patient_options(state: Battle, fixer: Piece) -> Iterator[Option]:
    """Yield an option for each model that a fixer can repair; those unavailable now give a reason."""
    for patient in own_models(state, fixer.side):
        if can_fix(fixer, patient):
            why = _why_not_now(state, fixer, patient)
            yield Option(
                patient.id,
                phrase("{}", Ref(patient.id)),
                (patient.id,),
                "",
                FIX,
                (fixer.id,),
                "fix",
                shut=why,
            )


def _why_not_now(state: Battle, fixer: Piece, patient: Piece) -> AnyText:
    """Return why a fixer cannot repair a model this turn, or "" if it can (IE-FIX-07)."""
    if patient.hits >= patient.hits_full:
        return "it has lost no HITS"
    if patient.id == fixer.id:
        return ""
    if not are_in_base_contact(state, fixer, patient):
        return "not in base contact"
    return "it has acted in this turn" if patient.id in state.game.acted else ""


def why_cannot_fix(state: Battle, piece: Piece) -> AnyText:
    """Return why a model cannot repair anything now, or "" if it can."""
    options = list(patient_options(state, piece))
    if not options:
        return "there is nothing that it can repair"
    return "" if any(not option.shut for option in options) else options[0].shut


def fix_decision(state: Battle, piece: Piece) -> ChooseOne:
    """Return the decision that asks which model a fixer repairs."""
    return ChooseOne(
        side=piece.side,
        what="fix",
        prompt=phrase("{model}: repair which model?", piece.name),
        rule=FIX,
        about=piece.id,
        options=(*closed_last(patient_options(state, piece)), Option(NOBODY_KEY, "None")),
        least=NOBODY_KEY,
    )


def perform_fix(play: Play[Game], piece: str) -> Script[None]:
    """Begin a repair, which also uses up the action of the model being repaired (IE-FIX-02)."""
    decision = fix_decision(play.state, play.state.table.piece(piece))
    patient = yield from play.ask(decision)
    if patient != NOBODY_KEY:
        own = play.state.table.piece(piece)
        done = own.mark_count(FIXING)
        half = HALF_DONE if done == HALF_DONE and _patient(own) == patient else 0
        part = MarkChange(piece, FIXING, done, half + 1, patient)
        play.emit(MarksChanged(rule=SPENDS_TURN, parts=(part,)))
        if patient != piece:
            play.emit(PiecesActed(rule=SPENDS_TURN, acted=(patient,)))


def fixing_models(state: Battle) -> list[Piece]:
    """Return the models of the active side that have a repair to finish."""
    return [piece for piece in own_models(state, state.game.phase) if piece.has_mark(FIXING)]


def _patient(fixer: Piece) -> str:
    return next((mark.note for mark in fixer.marks if mark.name == FIXING), "")


def finish_repairs(play: Play[Game]) -> None:
    """Restore one HIT to each model whose repair has gone on undisturbed for long enough.

    If an option says so, a repair takes two turns in a row (IE-GAP-97).
    """
    for fixer in fixing_models(play.state):
        patient, count = _patient(fixer), fixer.mark_count(FIXING)
        goes_on = count == 1 and play.state.game.parameters.fix_turns > 1
        part = MarkChange(fixer.id, FIXING, count, HALF_DONE if goes_on else 0, patient if goes_on else "")
        play.emit(MarksChanged(rule=TAKES_EFFECT, parts=(part,)))
        if not goes_on and count != HALF_DONE and is_standing(play.state, patient):
            piece = play.state.table.piece(patient)
            if piece.hits < piece.hits_full:
                play.emit(
                    HitsChanged(rule=ONE_HIT, piece=patient, old=piece.hits, new=piece.hits + 1, by=fixer.id)
                )


FIX_ACTION = ModelAction("Fix", FIX, why_cannot_fix, perform_fix, is_fixer)
