"""The Actions of Arachnid models on the surface: Move, Melee, Ready and Shooting."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option, closed_if, piece_options
from battlesim.engine.play import Play, Script
from battlesim.mechanics import group_moves
from battlesim.mechanics.activation import ActionSpent, ActivationChanged, current_activation
from battlesim.mechanics.group_moves import MoveOrder
from battlesim.mechanics.pieces import gap, ids_in_play, set_mark
from battlesim.rulings.movement import Leg, coherent_pieces, leg_problem
from battlesim.table.pieces import Piece

from ..arachnids import bug_fire, bug_movement, melee
from ..arachnids.bug_movement import MOVE, can_fly, carry_out_bug_move, swarm_link
from ..attack.attack_dice import carried_weapons
from ..attack.attack_modes import ATTACK_MODES
from ..core.lookups import piece_profile
from ..core.marks import READY, end_ready_state, is_slow_mark
from ..core.profiles import has_ready_weapon
from ..core.state import BUGS, Battle, Game
from ..ground import captives
from ..reactions import reactions

TWO_ACTIONS = "MI-BUNI-05"
TAKE_READY = "MI-BRDY-01"
FIXED = "MI-GAP-49"
DONE_KEY = "done"


def run_surface_action(play: Play[Game]) -> Script[None]:
    """Ask which Action all models of a unit take, and carry it out with the Reactions to it."""
    now = current_activation(play.state)
    members = ids_in_play(play.state, now.members)
    name = group_name(play.state, now.leader, members)
    prompt = f"{name}: which Action ({now.actions_left} left)?"
    about = now.leader if now.leader in members else members[0]
    chosen = yield from play.ask(action_decision(play.state, members, about, prompt))
    if chosen == DONE_KEY:
        spend_remaining_actions(play)
    else:
        yield from BUG_ACTIONS[chosen](play, members)


def spend_remaining_actions(play: Play[Game]) -> None:
    """Use up all remaining Actions of the activated unit."""
    play.emit(
        ActionSpent(rule=TWO_ACTIONS, action=DONE_KEY, count=current_activation(play.state).actions_left)
    )


def group_name(state: Battle, leader: str, members: Sequence[str]) -> str:
    """Return the name of a group: that of its only model, or else its size, kind and leader."""
    piece = state.table.piece(members[0])
    if len(members) == 1:
        return piece.name
    many = f"{len(members)} {piece_profile(piece).name}s"
    return f"{many} under {state.table.piece(leader).name}" if leader in members else many


def action_decision(state: Battle, members: Sequence[str], about: str, prompt: str) -> ChooseOne:
    """Return the decision about a unit's next Action; unavailable options give a reason."""
    options = (*_offers(state, tuple(members)), Option(DONE_KEY, "Nothing more"))
    return ChooseOne(
        side=BUGS,
        what="action",
        prompt=prompt,
        rule=TWO_ACTIONS,
        about=about,
        options=options,
        least=DONE_KEY,
    )


def _offers(state: Battle, members: tuple[str, ...]) -> Iterator[Option]:
    pieces = [state.table.piece(m) for m in members]
    yield Option("move", "Move", members, rule=MOVE)
    if any(piece_profile(p).fly for p in pieces):
        flown = "" if any(can_fly(state, p) for p in pieces) else "they have flown in this turn"
        yield closed_if(flown, Option("fly", "Fly", members, rule=bug_movement.FLIGHT))
    reach = tuple(melee.melee_targets(state, members, free=False, reaction=False))
    nobody = "" if reach else "nothing to strike is within 1 in"
    yield closed_if(nobody, Option("melee", "Melee", reach, rule="MI-BMEL-01"))
    if any(has_ready_weapon(p.kind) and not p.has_mark(READY) for p in pieces):
        yield Option("ready", "Ready", members, rule=TAKE_READY)
    if any(carried_weapons(p) for p in pieces):
        shots = bug_fire.targets_with_modes(state, members[0])
        why, rule = ("", bug_fire.SHOOT) if shots else _no_shot(pieces[0])
        yield closed_if(why, Option("shoot", "Shooting", members, f"{len(shots)} targets", rule))


def _no_shot(piece: Piece) -> tuple[str, str]:
    if has_ready_weapon(piece.kind) and not piece.has_mark(READY):
        return f"{piece.name} must take Ready first", TAKE_READY
    if any(is_slow_mark(m.name) for m in piece.marks):
        return f"{piece.name} has fired in this round", "MI-BTRT-09"
    return "no target is in range and sight", bug_fire.SHOOT


def spend_action(play: Play[Game], name: str, members: Sequence[str], rule: str) -> None:
    """Spend one Action, and end the Ready state of the models that took part."""
    play.emit(ActionSpent(rule=rule, action=name))
    end_ready_state(play, members, bug_movement.ACTED)


def _lead(play: Play[Game], members: Sequence[str]) -> Script[str]:
    """Return the leader of a Swarm; if the leader is gone, ask for a new one (the Swarm stays as it is)."""
    now = current_activation(play.state)
    if now.leader in members or len(members) == 1:
        return now.leader if now.leader in members else members[0]
    play, options = play.under_rule(FIXED), piece_options(play.state.table.piece(m) for m in members)
    leader = (yield from play.choose_one("officer", BUGS, "Who leads the Swarm now?", options)).key
    play.emit(ActivationChanged(old=now, new=replace(now, leader=leader)))
    return leader


def _go(play: Play[Game], members: Sequence[str], *, flying: bool) -> Script[None]:
    """Move the leader first (MI-BMOV-01), then the others; a model that stays also counts as having moved."""
    leader = yield from _lead(play, members)
    group = (leader, *(m for m in members if m != leader))
    link, rule = swarm_link(leader), bug_movement.SWARM
    given = yield from bug_movement.ask_group_move(play, group, link, rule=rule, flying=flying)
    spend_action(play, "move", group, MOVE)
    yield from carry_out_group_move(play, given, group)


def carry_out_group_move(
    play: Play[Game],
    move_order: MoveOrder,
    group: Sequence[str],
    how: str = "move",
    flown_ids: Sequence[str] = (),
) -> Script[None]:
    """Carry out a group's Move and its consequences; `flown_ids` lists the models that have flown."""
    parameters, flew = play.state.game.parameters, (*flown_ids, *move_order.flying_pieces)
    if parameters.each_model_triggers and parameters.react_before_free_melee:
        yield from _one_by_one(play, move_order, group, how, flew)
        return
    carry_out_bug_move(play, move_order, move_order.legs, MOVE, how)
    for member in stragglers(play.state, move_order, group):
        _follow(play, move_order, group, member)
    yield from captives.update_captives(play, group)
    yield from react_and_fight(play, group, "move", flew)


def stragglers(state: Battle, move_order: MoveOrder, group: Sequence[str]) -> tuple[str, ...]:
    """Return the models left behind by a group Move, nearest to the leader first.

    A model is left behind if it is neither near the leader nor linked to the leader by a chain of models.
    """
    moved = {leg.piece for leg in move_order.legs}
    leader, here = group[0], ids_in_play(state, group)
    if not moved or leader not in here:
        return ()
    gone = [m for m in here if m == leader or m in moved]
    held = coherent_pieces(state.table, swarm_link(leader), gone, here)
    return tuple(sorted({*here} - {*held}, key=lambda m: (gap(state, m, leader), m)))


def _follow(play: Play[Game], given: MoveOrder, group: Sequence[str], member: str) -> None:
    """Move a model that was left behind as near to the leader as possible, by the shortest path."""
    if member not in stragglers(play.state, given, group):
        return
    (able,) = bug_movement.bug_motions(play.state, (member,), any(motion.flying for motion in given.motions))
    leg = group_moves.leg_toward_leader(play.state.table, able, group[0])
    if leg is not None:
        carry_out_bug_move(play, MoveOrder((able,), (leg,)), (leg,), FIXED)


def _one_by_one(
    play: Play[Game], given: MoveOrder, group: Sequence[str], how: str, flew: Sequence[str]
) -> Script[None]:
    """Carry out a Move model by model; the enemy may react whenever a model ends its Move (each_model).

    A model stays where it is if a reacting model has blocked its path or pushed it away.
    """

    def finished(mover: str) -> Script[None]:
        if here := ids_in_play(play.state, (mover,)):
            yield from captives.update_captives(play, here)
            yield from reactions.offer_reactions(play, here, "move")

    def go(leg: Leg) -> Script[None]:
        carry_out_bug_move(play, given, (leg,), "MI-GAP-16", how)
        yield from finished(leg.piece)

    shut = yield from group_moves.carry_out_one_by_one(
        given.legs, lambda leg: _open(play.state, given, leg, how), go
    )
    gone = {leg.piece for leg in given.legs if leg not in shut}
    for member in (m for m in group if m not in gone):
        _follow(play, given, group, member)
        yield from finished(member)
    struck = yield from melee.run_melee(play, group, free=True, flown_ids=flew)
    if struck:
        yield from reactions.offer_reactions(play, group, "melee")


def _open(state: Battle, given: MoveOrder, leg: Leg, how: str) -> bool:
    """Return whether a model is in play, or entering the table, and its path is open."""
    able = given.motion(leg.piece)
    if how != "enter":
        piece = state.table.piece(leg.piece)
        if piece.table_position is None:
            return False
        able = replace(able, starts=((piece.xy,),))
    return leg_problem(state.table, able, leg) is None


def _melee(play: Play[Game], members: Sequence[str]) -> Script[None]:
    struck = yield from melee.run_melee(play, members)
    if struck:
        spend_action(play, "melee", members, ATTACK_MODES["melee"].roll)
        yield from reactions.offer_reactions(play, members, "melee")


def _ready(play: Play[Game], members: Sequence[str]) -> Script[None]:
    play = play.under_rule(TAKE_READY)
    play.emit(ActionSpent(action="ready"))
    armed = [m for m in members if has_ready_weapon(play.state.table.piece(m).kind)]
    set_mark(play, armed, READY, 1)
    yield from reactions.offer_reactions(play, members, "ready")


def _shoot(play: Play[Game], members: Sequence[str]) -> Script[None]:
    yield from bug_fire.run_bug_shooting(play, members[0])
    spend_action(play, "shoot", members, bug_fire.SHOOT)
    yield from reactions.offer_reactions(play, members, "shoot")


BUG_ACTIONS: dict[str, Callable[[Play[Game], Sequence[str]], Script[None]]] = {
    "move": partial(_go, flying=False),
    "fly": partial(_go, flying=True),
    "melee": _melee,
    "ready": _ready,
    "shoot": _shoot,
}


def react_and_fight(
    play: Play[Game], members: Sequence[str], act: str, flown_ids: Sequence[str] = ()
) -> Script[None]:
    """Offer Reactions to a Move and fight a free Melee within 1 in; an option sets the order (MI-GAP-18)."""
    react_first = play.state.game.parameters.react_before_free_melee
    if react_first:
        yield from reactions.offer_reactions(play, members, act)
    struck = yield from melee.run_melee(play, members, free=True, flown_ids=flown_ids)
    if struck or not react_first:
        yield from reactions.offer_reactions(play, members, "melee" if struck else act)
