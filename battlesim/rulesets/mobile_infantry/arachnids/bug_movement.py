"""Moves of Arachnids on the surface: where they may go, their order, and the consequences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.geometry.shapes import Ring
from battlesim.mechanics import group_moves
from battlesim.mechanics.group_moves import MoveOrder
from battlesim.mechanics.pieces import gap, is_within_distance, set_mark
from battlesim.rulings.movement_data import GroupLink, Leg, Motion
from battlesim.table.phrases import length_text, phrase
from battlesim.table.pieces import Piece

from ..core.lookups import blocking_models, has_trait, move_rating, piece_profile
from ..core.marks import FLOWN
from ..core.state import BUGS, MI, Battle, Game, phase_side
from ..ground.movement import ground_motion

SWARM = "MI-BMOV-02"
MOVE = "MI-BMOV-03"
FLIGHT = "MI-BTRT-03"
ACTED = "MI-BRDY-02"
SWARM_RANGE_IN = 6.0
SWARM_CHAIN_IN = 1.0


def player_turn_number(state: Battle) -> int:
    """Return a number that identifies the current player turn."""
    return 2 * state.game.turn + (phase_side(state.game.phase) == BUGS)


def can_fly(state: Battle, bug: Piece) -> bool:
    """Return whether a bug may still use Fly, which is allowed for one Move in each player turn."""
    return bool(piece_profile(bug).fly) and bug.mark_count(FLOWN) != player_turn_number(state)


def bug_motions(
    state: Battle, bugs: Iterable[str], flying: bool = False, starts: tuple[Ring, ...] = ()
) -> tuple[Motion, ...]:
    """Return how each of the given bugs may move in one Move."""
    enemies, friends = blocking_models(state, MI), blocking_models(state, BUGS)
    return tuple(
        ground_motion(
            state,
            piece,
            not has_trait(piece, "large"),
            starts=starts or ((piece.xy,),),
            hindering=enemies,
            occupied=friends,
            **(
                {"allowance": piece_profile(piece).fly, "flying": True}
                if flying and can_fly(state, piece)
                else {}
            ),
        )
        for piece in (state.table.piece(bug) for bug in bugs)
    )


def ask_group_move(
    play: Play[Game],
    members: Sequence[str],
    link: GroupLink,
    *,
    rule: str = "",
    flying: bool,
    starts: tuple[Ring, ...] = (),
) -> Script[MoveOrder]:
    """Ask for the Move of a group: first the leader, then the others within the limits of `link`."""
    able, prompt = bug_motions(play.state, members, flying, starts), "Fly" if flying else "Move"
    return group_moves.ask_move_order(play, BUGS, able, link, rule=rule, prompt=prompt, about=link.leader)


def carry_out_bug_move(
    play: Play[Game], move_order: MoveOrder, legs: Sequence[Leg], rule: str = "", how: str = "move"
) -> None:
    """Move bugs along their paths, and mark the flying ones as having flown in this player turn."""
    flown = [leg.piece for leg in legs if move_order.motion(leg.piece).flying]
    group_moves.carry_out_legs(
        play, legs, lambda state, piece: move_order.motion(piece), rule, "fly" if flown else how
    )
    set_mark(play, flown, FLOWN, player_turn_number(play.state), FLIGHT)


def ask_flight(play: Play[Game], members: Sequence[str], rule: str = "") -> Script[bool]:
    """Ask whether a group flies in this Move. Return False without asking if no model can fly."""
    if not any(can_fly(play.state, play.state.table.piece(m)) for m in members):
        return False
    first = play.state.table.piece(members[0])
    walk = phrase("Move on foot, {distance}", length_text(move_rating(play.state, first)))
    fly = phrase("Fly, {}", length_text(piece_profile(first).fly))
    ways = (Option("move", walk, tuple(members), rule=MOVE), Option("fly", fly, tuple(members), rule=FLIGHT))
    prompt = "On foot or in flight?"
    return (yield from play.choose_one("action", BUGS, prompt, ways, rule=rule, about=first.id)).key == "fly"


def swarm_mates(state: Battle, leader: str, bugs: Iterable[Piece]) -> tuple[str, ...]:
    """Return the ids of the given bugs of the leader's species within 6 in of the leader."""
    kind = state.table.piece(leader).kind
    same = [p.id for p in bugs if p.kind == kind and p.id != leader]
    return tuple(p for p in same if is_within_distance(gap(state, leader, p), SWARM_RANGE_IN))


def swarm_link(leader: str) -> GroupLink:
    """Return the limits of a Swarm: within 6 in of the leader, or 1 in of a model that has ended its move."""
    return GroupLink(leader, within=SWARM_RANGE_IN, chain=SWARM_CHAIN_IN)
