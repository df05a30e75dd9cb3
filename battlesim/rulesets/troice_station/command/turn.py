"""How a turn begins and ends."""

from __future__ import annotations

from battlesim.engine.play import Play, Script
from battlesim.mechanics.pieces import clear_marks

from ..core.events import Idle, SightChanged
from ..core.facts import creatures
from ..core.marks import ACTIONS, FOUGHT, MOVED
from ..core.state import CLEAR, MARINES, Battle, Game
from ..ground.contact import meet
from ..markers import trickle
from ..melee import hug
from ..overwatch import watch
from . import cards, leaders, morale

BLIZZARD = "TS-GAP-08"
NEW_TURN = "TS-SEQ-05"
WORSENS_FROM, LEAST = 5, 6.0
LIFTS_FROM, LIFTS_ON = 6, 6


def start(play: Play[Game]) -> Script[None]:
    """Weather, late markers, what comes to light by either, the leaders' dice, pips handed out, the deck."""
    clear_marks(play, play.state.table.pieces_of_side(MARINES), ACTIONS.__eq__, NEW_TURN)
    yield from _weather(play)
    yield from trickle.trickle(play)
    yield from watch.bring_to_light(play)
    leaders.promote(play)
    yield from leaders.roll_dice(play)
    if not play.state.game.parameters.pips_on_card:
        for leader in reversed(leaders.leaders(play.state)):
            yield from leaders.hand_out(play, leader.id)
    if not play.state.game.parameters.morale_on_card:
        for unit in leaders.squads(play.state):
            morale.take(play, unit.id)
    cards.shuffle(play)


def _weather(play: Play[Game]) -> Script[None]:
    """The blizzard: as it is, worse by an inch a turn, or over when a 6 comes."""
    play, game = play.under_rule(BLIZZARD), play.state.game
    now = game.sight
    if game.parameters.blizzard == "worsens" and game.turn >= WORSENS_FROM:
        now = max(LEAST, now - 1.0)
    if game.parameters.blizzard == "lifts" and game.turn >= LIFTS_FROM and now < CLEAR:
        (die,) = yield from play.roll_dice([6], "whether the blizzard ends, on a 6")
        now = CLEAR if die >= LIFTS_ON else now
    if now != game.sight:
        play.emit(SightChanged(old=game.sight, new=now))


def end(play: Play[Game]) -> Script[None]:
    """A turn is over: time runs out for those who are hugged, and who bursts forth can be fired at."""
    busy, known = _busy(play.state), frozenset(play.state.table.pieces)
    hug.turn_over(play)
    for creature in [p.id for p in creatures(play.state) if p.id not in known]:
        meet(play, creature)
        yield from watch.offer(play, creature, "bursts forth")
    idle = play.state.game.idle
    new = 0 if busy else idle + 1
    if new != idle:
        play.emit(Idle(rule=NEW_TURN, old=idle, new=new))


def _busy(state: Battle) -> bool:
    """Whether a marine has acted in this turn, or a creature has moved or fought."""
    acted = any(p.has_mark(ACTIONS) for p in state.table.pieces_of_side(MARINES))
    return acted or any(
        (p.has_mark(MOVED) or p.has_mark(FOUGHT)) and p.id in state.game.acted for p in creatures(state)
    )
