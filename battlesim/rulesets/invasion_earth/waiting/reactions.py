"""Reactions of waiting models: the decision, the shot or charge, and the last shots of a turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from battlesim.engine.moment_choice import PathMoment
from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.geometry.shapes import Point
from battlesim.mechanics.interrupted_moves import END, MoveProgress
from battlesim.mechanics.path_reactions import PathReactions
from battlesim.mechanics.pieces import set_mark
from battlesim.table.ids import SideKey
from battlesim.table.phrases import Ref, phrase

from ..assault import fighting
from ..attack.shooting import resolve_shot
from ..core.events import TargetsForgotten, TargetTriggered
from ..core.lookups import is_standing
from ..core.marks import REACTED, WAITS_TO_ASSAULT, WAITS_TO_FIRE
from ..core.state import Battle, Game
from .zones import WaitingSide, best_weapon, may_react, waiting_enemies, waiting_shot

FIRE_ZONE = "IE-LIW-08"
FIRES = "IE-LIW-10"
CHARGES = "IE-LIW-21"
ONCE = "IE-GAP-69"
STOPS = "IE-GAP-70"
MIN_MOVE_IN = 0.01
"""The shortest move, inches, by which a model enters a zone."""
PASS_KEY = "pass"


def reactions_of(play: Play[Game], waiting: WaitingSide, mover: str) -> PathReactions:
    """Return the reactions of a side's waiting models to an enemy's move.

    The side is asked once about all moments for all its waiting models.
    """

    def ask(moments: Sequence[PathMoment], progress: MoveProgress) -> Script[PathMoment | None]:
        by = {moment.by for moment in moments}
        return (
            yield from play.choose_moment(
                "reaction",
                waiting.side,
                phrase("{enemy} moves: does a waiting model react?", Ref(mover)),
                moments,
                rule=STOPS,
                mover=mover,
                course=progress.path,
                about=moments[0].by if len(by) == 1 else "",
            )
        )

    def answer(moment: PathMoment, progress: MoveProgress) -> Script[Sequence[Point]]:
        waiting.use_up(moment.by, progress)
        goes_on = yield from react(play, moment.by, mover)
        return progress.path if goes_on else END

    return PathReactions(f"reactions of {waiting.side}", waiting.moments, ask, answer)


def react(play: Play[Game], waiter: str, mover: str) -> Script[bool]:
    """Carry out a waiting model's reaction. Return False if the moving enemy's action is over (IE-LIW-01)."""
    piece = play.state.table.piece(waiter)
    set_mark(play, [waiter], REACTED, 1, ONCE)
    if piece.has_mark(WAITS_TO_ASSAULT):
        if (yield from fighting.charge(play, waiter, mover)):
            yield from fighting.fight(play, waiter, mover, own_turn=False)
        return False
    yield from shoot_out_of_waiting(play, waiter, mover)
    return is_standing(play.state, mover)


def shoot_out_of_waiting(play: Play[Game], waiter: str, target: str) -> Script[None]:
    """Make a waiting model shoot at an enemy with the weapon that needs the lowest score (IE-LIW-17)."""
    table = play.state.table
    shot = waiting_shot(play.state, table.piece(waiter), table.piece(target))
    if shot is not None:
        yield from resolve_shot(play.under_rule(FIRES), shot)


def remember_targets(play: Play[Game], mover: str, sides: Sequence[WaitingSide], travelled: float) -> None:
    """Record the waiting models of which a moving model has become a target in the distance travelled."""
    if travelled <= MIN_MOVE_IN:
        return
    entered = {waiter for side in sides for waiter in side.fire.entered(travelled)}
    for waiter in waiting_enemies(play.state, play.state.table.piece(mover), WAITS_TO_FIRE):
        if waiter.id in entered and mover not in play.state.game.triggered.get(waiter.id, ()):
            play.emit(TargetTriggered(rule=FIRE_ZONE, waiter=waiter.id, target=mover))


def last_shots(state: Battle) -> list[Option]:
    """Return the shots that waiting models may still take at this turn's targets as the turn ends."""
    pairs = (
        (waiter, target) for waiter, targets in sorted(state.game.triggered.items()) for target in targets
    )
    return [_last_shot(state, *pair) for pair in pairs if _has_last_shot(state, *pair)]


def _has_last_shot(state: Battle, waiter: str, target: str) -> bool:
    if not (is_standing(state, waiter) and is_standing(state, target)):
        return False
    own = state.table.piece(waiter)
    waits = own.has_mark(WAITS_TO_FIRE) and may_react(state, own)
    return waits and bool(best_weapon(state, own, state.table.piece(target)))


def _last_shot(state: Battle, waiter: str, target: str) -> Option:
    label = phrase("{} at {}", Ref(waiter), Ref(target))
    return Option(f"{waiter}:{target}", label, (waiter, target), "", STOPS, (waiter,), "fire", (target,))


def offer_last_shots(play: Play[Game]) -> Script[None]:
    """Offer waiting models a last shot at the end of an enemy's turn, then clear their targets."""
    passed: set[SideKey] = set()
    while options := _of_sides(play.state, last_shots(play.state), passed):
        side = play.state.table.piece(options[0].by[0]).side
        own = [option for option in options if play.state.table.piece(option.by[0]).side == side]
        chosen = yield from play.choose_one(
            "last_shot",
            side,
            "The turn ends: shoot out of laying in wait?",
            (*own, Option(PASS_KEY, "Let it pass")),
            rule=STOPS,
            least=PASS_KEY,
        )
        if chosen.key == PASS_KEY:
            passed.add(side)
        else:
            set_mark(play, chosen.by, REACTED, 1, ONCE)
            yield from shoot_out_of_waiting(play, chosen.by[0], chosen.to[0])
    if play.state.game.triggered:
        play.emit(TargetsForgotten(rule=STOPS))


def _of_sides(state: Battle, options: Iterable[Option], passed: set[SideKey]) -> list[Option]:
    return [option for option in options if state.table.piece(option.by[0]).side not in passed]
