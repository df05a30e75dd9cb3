"""The start and end of a turn."""

from __future__ import annotations

from battlesim.engine.play import Play, Script
from battlesim.mechanics.pieces import clear_marks

from ..core.events import IdleTurnsChanged, SightChanged
from ..core.lookups import active_creatures
from ..core.marks import ACTIONS, FOUGHT, MOVED
from ..core.state import CLEAR_SIGHT_IN, MARINES, Battle, Game
from ..ground.contact import apply_contact
from ..markers import late_markers
from ..melee import hug
from ..overwatch import reactions
from . import leaders, morale, turn_deck

BLIZZARD = "TS-GAP-08"
NEW_TURN = "TS-SEQ-05"
WORSENING_TURN, MIN_SIGHT_IN = 5, 6.0
LIFTING_TURN, LIFTING_FACE = 6, 6


def start_turn(play: Play[Game]) -> Script[None]:
    """Start a turn: weather, late and revealed markers, action dice, morale and deck, in this order."""
    clear_marks(play, play.state.table.pieces_of_side(MARINES), ACTIONS.__eq__, NEW_TURN)
    yield from _weather(play)
    yield from late_markers.roll_late_marker(play)
    yield from reactions.reveal_due_markers(play)
    leaders.promote_nco(play)
    yield from leaders.roll_action_dice(play)
    if not play.state.game.parameters.pips_on_card:
        for leader in reversed(leaders.active_leaders(play.state)):
            yield from leaders.hand_out_pips(play, leader.id)
    if not play.state.game.parameters.morale_on_card:
        for unit in leaders.present_squads(play.state):
            morale.apply_morale_loss(play, unit.id)
    turn_deck.make_deck(play)


def _weather(play: Play[Game]) -> Script[None]:
    """Apply the blizzard option: constant, worse by an inch each turn from turn 5, or ended by a 6."""
    play, game = play.under_rule(BLIZZARD), play.state.game
    now = game.sight
    if game.parameters.blizzard == "worsens" and game.turn >= WORSENING_TURN:
        now = max(MIN_SIGHT_IN, now - 1.0)
    if game.parameters.blizzard == "lifts" and game.turn >= LIFTING_TURN and now < CLEAR_SIGHT_IN:
        (die,) = yield from play.roll_dice([6], "whether the blizzard ends, on a 6")
        now = CLEAR_SIGHT_IN if die >= LIFTING_FACE else now
    if now != game.sight:
        play.emit(SightChanged(old=game.sight, new=now))


def end_turn(play: Play[Game]) -> Script[None]:
    """End a turn: count down to the deaths of hugged marines, and count idle turns."""
    busy, known = _busy(play.state), frozenset(play.state.table.pieces)
    hug.end_hug_turn(play)
    for creature in [p.id for p in active_creatures(play.state) if p.id not in known]:
        apply_contact(play, creature)
        yield from reactions.offer_overwatch(play, creature, "bursts forth")
    idle = play.state.game.idle
    new = 0 if busy else idle + 1
    if new != idle:
        play.emit(IdleTurnsChanged(rule=NEW_TURN, old=idle, new=new))


def _busy(state: Battle) -> bool:
    """Return whether a marine has acted, or a creature has moved or fought, this turn."""
    acted = any(p.has_mark(ACTIONS) for p in state.table.pieces_of_side(MARINES))
    return acted or any(
        (p.has_mark(MOVED) or p.has_mark(FOUGHT)) and p.id in state.game.acted
        for p in active_creatures(state)
    )
