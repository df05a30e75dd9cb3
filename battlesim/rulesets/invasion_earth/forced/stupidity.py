"""Stupidity: recovery, the check of each detachment, and the table of reactions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from battlesim.behaviour.forced_acts import announce_forced_act, roll_on_table
from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.mechanics.chance import d6_at_least, roll_script, single_roll
from battlesim.mechanics.pieces import set_mark
from battlesim.mechanics.turns import MilestonePassed
from battlesim.table.ids import SideKey
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Piece
from battlesim.table.result_tables import ResultTable

from ..actions.assault_actions import assault
from ..assault.aftermath import fast_rate
from ..assault.fighting import charge_leg
from ..attack.shooting import resolve_shot, turn_to_target
from ..attack.strike import Shot
from ..attack.targeting import why_out_of_range, why_out_of_sight
from ..core.events import StupidityQueued
from ..core.lookups import is_in_use, is_standing, own_models, piece_profile, piece_weapons, standing_enemies
from ..core.marks import HIDDEN, STUPID
from ..core.state import Battle, Game
from ..sighting.hiding import HIDE
from ..waiting.waiting import end_waiting
from . import straight_runs
from .result_tables import (
    AWOL,
    CHARGES,
    CONTAGION,
    FIRES,
    FUTILE,
    HELD,
    HIDES,
    finds_cover,
    stupidity_entries,
)

CHECK, FAILED = "IE-STU-04", "IE-STU-05"
RECOVERY = "IE-STU-12"
RECOVERY_NUMBER = 4
REACTED = 3
"""The count of the mark of a model that has reacted in this turn; it is 1 again when the turn ends."""


def is_stupid(piece: Piece) -> bool:
    """Return whether a model is currently affected by stupidity."""
    return piece.has_mark(STUPID)


def stupid_kinds(state: Battle) -> list[Piece]:
    """Return the models of the active side that can be affected by stupidity (IE-STU-01)."""
    if not is_in_use(state, "stupidity"):
        return []
    return [piece for piece in own_models(state, state.game.phase) if piece_profile(piece).stupidity]


def _to_recover(state: Battle) -> list[Piece]:
    return [piece for piece in stupid_kinds(state) if piece.mark_count(STUPID) == 1]


def _check_name(unit: str) -> str:
    return f"stupidity of {unit}"


def _to_check(state: Battle) -> list[str]:
    """Return the detachments not yet checked this turn that have a model that does not suffer."""
    able = dict.fromkeys(piece.unit for piece in stupid_kinds(state) if not is_stupid(piece))
    return [unit for unit in able if _check_name(unit) not in state.game.passed]


def reacts_now(state: Battle) -> bool:
    """Return whether a model is carrying out a reaction from the stupidity table."""
    own = own_models(state, state.game.phase)
    return any(p.mark_count(STUPID) == REACTED and p.id not in state.game.acted for p in own)


def is_due(state: Battle) -> bool:
    """Return whether a recovery roll, a check or a reaction is still to come this turn."""
    return bool(state.game.queue or _to_recover(state) or _to_check(state))


def check_detachments(play: Play[Game]) -> Script[None]:
    """Carry out one model's reaction, else one recovery roll, else one detachment's check (IE-GAP-91)."""
    state = play.state
    queue = [model for model in state.game.queue if is_standing(state, model)]
    if queue:
        yield from _react(play, queue[0], queue[1:])
    elif state.game.queue:
        play.emit(StupidityQueued(rule=CONTAGION, models=()))
    elif waiting := _to_recover(state):
        yield from _recover(play, waiting[0])
    else:
        yield from _check(play, _to_check(state)[0])


def _recover(play: Play[Game], piece: Piece) -> Script[None]:
    """Roll whether a model that was stupid in the last turn recovers (IE-STU-13)."""
    roll = single_roll(d6_at_least(RECOVERY_NUMBER, RECOVERY, on="to recover"))
    text = phrase("{model} recovers its senses", Ref(piece.id))
    if (yield from roll_script(play, roll, text, rule=RECOVERY, by=piece.id)):
        set_mark(play, [piece.id], STUPID, 0, RECOVERY)
    else:
        play.emit(StupidityQueued(rule=RECOVERY, models=(piece.id,)))


def _check(play: Play[Game], unit: str) -> Script[None]:
    """Roll a detachment's only check; if it fails, its owner names the victim (IE-STU-03, IE-STU-02)."""
    able = [piece for piece in stupid_kinds(play.state) if piece.unit == unit and not is_stupid(piece)]
    roll = single_roll(d6_at_least(piece_profile(able[0]).stupidity, CHECK, on="to stay in command"))
    text = phrase("stupidity check of {unit}", Ref(unit))
    if not (yield from roll_script(play, roll, text, rule=CHECK, by=able[0].id)):
        named = yield from _name_models(play, able, 1)
        play.emit(StupidityQueued(rule=FAILED, models=named))
    play.emit(MilestonePassed(rule=CHECK, what=_check_name(unit)))


def _name_models(play: Play[Game], able: list[Piece], count: int) -> Script[tuple[str, ...]]:
    """Ask the owner which models become stupid; nothing is asked if there is no choice."""
    if len(able) <= count:
        return tuple(piece.id for piece in able)
    options = [Option(piece.id, piece.name, (piece.id,)) for piece in able]
    side = SideKey(play.state.game.phase)
    words = "Which model becomes stupid?" if count == 1 else f"Which {count} models become stupid?"
    return (yield from play.choose_some("stupid", side, words, options, rule=FAILED, least=count, most=count))


def _react(play: Play[Game], model: str, others: list[str]) -> Script[None]:
    """Roll the reaction of a model on the table and carry it out."""
    set_mark(play, [model], STUPID, REACTED, FAILED)
    end_waiting(play, model, FAILED)
    own = play.state.table.piece(model)
    able = [p for p in stupid_kinds(play.state) if not is_stupid(p) and p.unit == own.unit]
    entries = stupidity_entries(play.state, own, len(able))
    text = phrase("{} is stupid", Ref(model))
    face, table = yield from roll_on_table(play, model, text, entries, rule=FAILED)
    if face == 1 and able:
        named = yield from _spread(play, model, able)
        play.emit(StupidityQueued(rule=CONTAGION, models=(model, *named, *others)))
        return
    play.emit(StupidityQueued(rule=FAILED, models=tuple(others)))
    reaction = REACTIONS[6 if face == 1 else face]
    if model in play.state.game.held:
        text = phrase("{model} is held and does nothing", Ref(model))
        announce_forced_act(play, [model], text, rule=HELD, table=table)
    else:
        yield from reaction.run(play, model, table)
    straight_runs.end_forced_act(play, model, reaction.rule)


def _spread(play: Play[Game], model: str, able: list[Piece]) -> Script[tuple[str, ...]]:
    """Roll how many other models become stupid as well, and let their owner name them (IE-GAP-89)."""
    (count,) = yield from play.roll_dice(
        [6], phrase("how many others follow {model}", Ref(model)), rule=CONTAGION, by=model
    )
    return (yield from _name_models(play, able, count))


def _fire_at_closest(play: Play[Game], model: str, table: ResultTable) -> Script[None]:
    """Fire at the closest other model, friend or foe; if it cannot be hit, there is no shot."""
    state, own = play.state, play.state.table.piece(model)
    others = [piece for piece in state.table.standing_pieces() if piece.id != model]
    if not state.game.parameters.stupid_closest_only:
        others = [piece for piece in others if hitting_weapon(state, own, piece)]
    target = yield from straight_runs.choose_nearest(play, model, others)
    weapon = hitting_weapon(state, own, state.table.piece(target)) if target else ""
    if not weapon:
        text = phrase("{model} would fire at the closest model, but cannot hit it", Ref(model))
        announce_forced_act(play, [model], text, rule=FIRES, table=table)
        return
    text = phrase("{model} fires at {target}, the closest model", Ref(model), Ref(target))
    announce_forced_act(play, [model], text, at=(target,), rule=FIRES, table=table)
    turn_to_target(play, model, weapon, target)
    pieces = play.state.table.pieces
    shot = Shot(pieces[model], pieces[target], piece_weapons(own)[weapon])
    yield from resolve_shot(play, shot)


def hitting_weapon(state: Battle, firer: Piece, target: Piece) -> str:
    """Return the first weapon of a model with the target in range and sight, or "" if there is none."""
    checks = (why_out_of_range, why_out_of_sight)
    arms = piece_weapons(firer).items()
    able = (key for key, arm in arms if not any(check(state, firer, arm, target) for check in checks))
    return next(able, "")


def _charge(play: Play[Game], model: str, table: ResultTable) -> Script[None]:
    """Move fast straight at the nearest enemy until an obstacle stops it; assault what the move reaches."""
    own = play.state.table.piece(model)
    enemy = yield from straight_runs.choose_nearest(play, model, standing_enemies(play.state, own))
    if not enemy:
        return
    target, gait = play.state.table.piece(enemy), straight_runs.fastest_gait(play.state.table, own)
    text = phrase("{} charges {}", Ref(model), Ref(enemy))
    leg = charge_leg(play.state, own, target, free=True, gait=gait)
    if leg is not None and len(leg.path) == 2:
        straight_runs.announce_leg(play, model, leg, text, (enemy,), CHARGES, table)
        yield from assault(play, model, enemy, free=True, gait=gait)
        return
    direction, rate = straight_runs.direction_to(own, target), fast_rate(play.state.table, own)
    yield from straight_runs.run_straight(play, model, direction, rate, CHARGES, text, (enemy,), table)


def _go_awol(play: Play[Game], model: str, table: ResultTable) -> Script[None]:
    """Run straight for the nearest table edge, and off it."""
    own = play.state.table.piece(model)
    text = phrase("{model} runs for the nearest table edge", Ref(model))
    far = fast_rate(play.state.table, own)
    yield from straight_runs.leave_over_edge(play, model, far, AWOL, text, table)


def _hide_or_panic(play: Play[Game], model: str, table: ResultTable) -> Script[None]:
    """Hide here, or run for the table edge if there is nothing to hide behind."""
    own = play.state.table.piece(model)
    if finds_cover(play.state, own):
        announce_forced_act(play, [model], phrase("{} hides", Ref(model)), rule=HIDES, table=table)
        set_mark(play, [model], HIDDEN, 1, HIDE)
        return
    yield from _go_awol(play, model, table)


def _do_nothing(play: Play[Game], model: str, table: ResultTable) -> Script[None]:
    text = phrase("{} does nothing", Ref(model))
    announce_forced_act(play, [model], text, rule=FUTILE, table=table)
    yield from ()


class Reaction(NamedTuple):
    """An entry of the stupidity table: its rule, and what the model does."""

    rule: str
    run: Callable[[Play[Game], str, ResultTable], Script[None]]


REACTIONS: Mapping[int, Reaction] = {
    2: Reaction(FIRES, _fire_at_closest),
    3: Reaction(CHARGES, _charge),
    4: Reaction(AWOL, _go_awol),
    5: Reaction(HIDES, _hide_or_panic),
    6: Reaction(FUTILE, _do_nothing),
}
"""The table of reactions by the face of the die; a 1 spreads stupidity, or counts as a 6."""


def end_stupid_turn(play: Play[Game], side: str) -> None:
    """Let the models that reacted this turn roll to recover in their next turn."""
    reacted = [p.id for p in own_models(play.state, side) if p.mark_count(STUPID) == REACTED]
    set_mark(play, reacted, STUPID, 1, RECOVERY)
