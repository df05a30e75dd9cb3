"""Fear: which models test, and what a frightened model does."""

from __future__ import annotations

from battlesim.behaviour.forced_acts import announce_forced_act, roll_on_table
from battlesim.engine.play import Play, Script
from battlesim.geometry.arcs import bearing, signed_turn
from battlesim.mechanics.pieces import face_piece, is_within_distance, set_mark
from battlesim.mechanics.turns import MilestonePassed
from battlesim.rulings.piece_gaps import piece_gap, plan_gap
from battlesim.table.events import MarkChange, MarksChanged
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.result_tables import ResultTable

from ..actions.assault_actions import assault
from ..assault.aftermath import fast_rate
from ..assault.fighting import charge_leg
from ..core.lookups import (
    fear_test_name,
    has_tag,
    is_in_use,
    is_standing,
    own_models,
    piece_profile,
    standing_enemies,
)
from ..core.marks import AFRAID, BRAVE, EXPOSED, FROZEN, ROLLED_FEAR
from ..core.state import WAITING_STEP, Battle, Game
from ..ground.motion import FRONT_HALF_DEG, MOVE_FAST
from ..sighting.hiding import has_line_of_sight
from ..sighting.observers import mark_busy
from . import straight_runs
from .result_tables import BRAVE_HEART, FREEZES, INSANE, RUNS, STAYS, fear_entries, stays_put

TEST = "IE-FEA-03"
TURNS = "IE-FEA-07"
FAST_TOWARD = "IE-FEA-09"
AGAIN = "IE-GAP-100"
MAX_BRAVE_FACE, FREEZE_FACE, RUN_FACE = 3, 4, 5
SHORT_OF_CONTACT_IN = 0.1
"""How far a forced move fast toward an enemy ends from contact, inches."""


def fear_causes(state: Battle, piece: Piece) -> list[Piece]:
    """Return the enemies that frighten a model, because it sees them near enough (IE-FEA-01, IE-FEA-02)."""
    return [enemy for enemy in standing_enemies(state, piece) if _frightens(state, enemy, piece)]


def _frightens(state: Battle, enemy: Piece, piece: Piece) -> bool:
    fear = piece_profile(enemy).fear
    if fear is None or not has_tag(piece, fear.of):
        return False
    near = not fear.within or is_within_distance(piece_gap(state.table, piece, enemy), fear.within)
    return near and has_line_of_sight(state, piece, enemy)


def must_test(state: Battle, piece: Piece) -> bool:
    """Return whether a model takes a fear test at the start of its turn (IE-FEA-10, IE-FEA-11)."""
    if piece.has_mark(BRAVE):
        return False
    return bool(fear_causes(state, piece) or _old_cause(state, piece))


def newly_exposed(state: Battle) -> list[Piece]:
    """Return the models, sorted by id, that must test now because a cause of fear has just come near.

    This needs an option. A failure governs a model's current turn, or its next if it has acted (IE-GAP-92).
    """
    if not state.game.parameters.fears_at_once or not is_in_use(state, "fear"):
        return []
    able = (p for p in state.table.standing_pieces() if not (p.has_mark(BRAVE) or p.has_mark(EXPOSED)))
    return sorted((piece for piece in able if fear_causes(state, piece)), key=lambda piece: piece.id)


def test_exposed(play: Play[Game]) -> Script[None]:
    """Roll the fear test of one newly exposed model; a failure takes effect in the model's own turn."""
    piece = newly_exposed(play.state)[0]
    set_mark(play, [piece.id], EXPOSED, 1, TEST)
    face = yield from _roll_fear(play, piece)
    if face > MAX_BRAVE_FACE:
        set_mark(play, [piece.id], ROLLED_FEAR, face, TEST)


def end_exposure(play: Play[Game]) -> None:
    """Let models that nothing frightens any longer test again the next time a cause comes near."""
    if play.state.game.parameters.fears_at_once:
        pieces = play.state.table.standing_pieces()
        free = [p.id for p in pieces if p.has_mark(EXPOSED) and not fear_causes(play.state, p)]
        set_mark(play, free, EXPOSED, 0, TEST)


def _old_cause(state: Battle, piece: Piece) -> str:
    """Return the cause of which a model is still afraid; "" if it is gone or, optionally, out of view."""
    cause = next((mark.note for mark in piece.marks if mark.name == AFRAID), "")
    return cause if state.game.parameters.fear_every_turn and cause and is_standing(state, cause) else ""


def _to_test(state: Battle) -> list[Piece]:
    if not is_in_use(state, "fear"):
        return []
    able = [p for p in own_models(state, state.game.phase) if p.id not in state.game.acted]
    rolled = [p for p in able if p.has_mark(ROLLED_FEAR)]
    if rolled or WAITING_STEP in state.game.passed:
        return rolled
    return [p for p in able if fear_test_name(p.id) not in state.game.passed and must_test(state, p)]


def reacts_now(state: Battle) -> bool:
    """Return whether a frightened model is carrying out what its test forces on it."""
    tested = [p for p in own_models(state, state.game.phase) if fear_test_name(p.id) in state.game.passed]
    notes = [
        mark.note for p in tested if p.id not in state.game.acted for mark in p.marks if mark.name == AFRAID
    ]
    return any(is_standing(state, cause) for cause in notes)


def is_due(state: Battle) -> bool:
    """Return whether a model still has to take a fear test this turn."""
    return bool(_to_test(state))


def test_models(play: Play[Game]) -> Script[None]:
    """Roll the fear test of one model and carry out the result."""
    piece = _to_test(play.state)[0]
    face = piece.mark_count(ROLLED_FEAR)
    if face:
        set_mark(play, [piece.id], ROLLED_FEAR, 0, TEST)
    else:
        face = yield from _roll_fear(play, piece)
    play.emit(MilestonePassed(rule=TEST, what=fear_test_name(piece.id)))
    if face > MAX_BRAVE_FACE:
        yield from _carry_out(play, play.state.table.piece(piece.id), face)


def _cause_of(state: Battle, piece: Piece) -> str:
    """Return the nearest cause of a model's fear; if none is near enough, the one of which it was afraid."""
    causes = straight_runs.nearest_models(state, piece, fear_causes(state, piece))
    return causes[0].id if causes else _old_cause(state, piece)


def _roll_fear(play: Play[Game], piece: Piece) -> Script[int]:
    """Roll the die of a fear test and record whether the model is brave or afraid; return the face."""
    cause = _cause_of(play.state, piece)
    text = phrase("{} faces {}", Ref(piece.id), Ref(cause))
    entries = fear_entries(play.state, piece)
    face, _ = yield from roll_on_table(play, piece.id, text, entries, rule=TEST, at=(cause,))
    if face <= MAX_BRAVE_FACE:
        set_mark(play, [piece.id], AFRAID, 0, BRAVE_HEART)
        set_mark(play, [piece.id], BRAVE, 1, BRAVE_HEART)
        return face
    old = piece.mark_count(AFRAID)
    play.emit(MarksChanged(rule=AGAIN, parts=(MarkChange(piece.id, AFRAID, old, 1, cause),)))
    return face


def _carry_out(play: Play[Game], piece: Piece, face: int) -> Script[None]:
    """Do what a failed fear test makes a model do."""
    cause = next(mark.note for mark in piece.marks if mark.name == AFRAID)
    if not is_standing(play.state, cause):
        return
    table = ResultTable(tuple(fear_entries(play.state, piece))).with_face(face)
    if face == FREEZE_FACE:
        set_mark(play, [piece.id], FROZEN, 1, FREEZES)
        text = phrase("{} freezes", Ref(piece.id))
        announce_forced_act(play, [piece.id], text, rule=FREEZES, table=table)
    elif stays_put(play.state, piece):
        text = phrase("{model} stays where it is", Ref(piece.id))
        announce_forced_act(play, [piece.id], text, rule=STAYS, table=table)
    elif face == RUN_FACE:
        yield from _run(play, piece, cause, table)
    else:
        yield from _attack_cause(play, piece, cause, table)
    straight_runs.end_forced_act(play, piece.id, TEST)


def _run(play: Play[Game], piece: Piece, cause: str, table: ResultTable) -> Script[None]:
    """Move fast straight away from the cause; if the model has to turn first, that is all it does."""
    away = bearing(play.state.table.piece(cause).xy, piece.xy)
    place = piece.place
    turn = abs(signed_turn(place.facing, away)) if isinstance(place, OnTable) else 0.0
    if play.state.game.parameters.front_half and turn > FRONT_HALF_DEG:
        text = phrase("{model} turns to run from {enemy}", Ref(piece.id), Ref(cause))
        announce_forced_act(play, [piece.id], text, at=(cause,), rule=TURNS, table=table)
        face_piece(play, piece.id, round(away, 3), TURNS)
        return
    text = phrase("{model} runs from {enemy}", Ref(piece.id), Ref(cause))
    mark_busy(play, piece.id, MOVE_FAST)
    far = fast_rate(play.state.table, piece)
    yield from straight_runs.run_straight(play, piece.id, away, far, RUNS, text, (cause,), table)


def _attack_cause(play: Play[Game], piece: Piece, cause: str, table: ResultTable) -> Script[None]:
    """Assault the cause if a move reaches it, else move fast toward it, just short of contact."""
    target = play.state.table.piece(cause)
    text = phrase("{model} throws itself at {enemy}", Ref(piece.id), Ref(cause))
    if leg := charge_leg(play.state, piece, target, free=True):
        straight_runs.announce_leg(play, piece.id, leg, text, (cause,), INSANE, table)
        yield from assault(play, piece.id, cause, free=True)
        return
    gap = plan_gap(play.state.table, piece, target)
    far = min(fast_rate(play.state.table, piece), max(0.0, gap - SHORT_OF_CONTACT_IN))
    direction = straight_runs.direction_to(piece, target)
    yield from straight_runs.run_straight(play, piece.id, direction, far, FAST_TOWARD, text, (cause,), table)
