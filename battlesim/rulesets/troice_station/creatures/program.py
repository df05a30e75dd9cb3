"""The fixed programme of creatures: the order in which they act, and what each does."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from battlesim.engine.option import Option, piece_options
from battlesim.engine.play import Play, Script, optional_script
from battlesim.mechanics.act_types import act_options
from battlesim.mechanics.chance import PlainRoll, modifier_total, roll_script, single_roll
from battlesim.mechanics.pieces import clear_marks, gap, is_within_distance, set_mark
from battlesim.mechanics.turns import PiecesActed
from battlesim.table.phrases import AnyText, Ref, joined_text, phrase
from battlesim.table.pieces import Piece

from ..attack.to_hit import figure_to_hit_roll
from ..core.lookups import (
    active_creatures,
    active_marines,
    is_active,
    is_active_or_marker,
    is_marker,
    move_allowance,
    quarter_number,
)
from ..core.marks import ACTIVATION_MARKS, DOWN, FOUGHT, HOME, LEFT, SUPPRESSED
from ..core.state import CREATURES, Battle, Game
from ..ground.contact import engaged_enemies
from ..ground.doors import doors_in_contact
from ..melee.melee_attacks import has_choosing_player
from ..melee.rounds import fight_at_activation
from .creature_actions import CREATURE_ACTIONS
from .target_choice import (
    BEST_RUN_DIE,
    PreyRoute,
    can_advance,
    can_open_doors,
    chosen_prey,
    nearest_prey,
    openable_doors,
)

PROGRAM_RULES = {"alien": "TS-GAP-86", "face_hugger": "TS-GAP-88", "marker": "TS-GAP-81"}
ACTIONS = "TS-ALN-04"
STALK_NUMBER, RECOVERY_NUMBER = 4, 5
END_KEY = "end"
NO_MORE_ACTIONS = Option(END_KEY, "No more actions")


class ProgrammedAction(NamedTuple):
    """An action that the programme prescribes for a creature, with its targets and the reason."""

    act: str
    target_ids: tuple[str, ...]
    reason: str


def creatures_to_act(state: Battle, number: int) -> list[Piece]:
    """Return the creatures and markers that have yet to act on a quarter's card, unordered (TS-ALN-03).

    Each acts once per turn (TS-GAP-19), in the quarter where it is or, if an option says so, in its home.
    """
    return [piece for piece in state.table.pieces_of_side(CREATURES) if _acts(state, piece, number)]


def activation_order(state: Battle, number: int) -> list[str]:
    """Return the ids of the creatures that have yet to act on a quarter's card, in order (TS-GAP-84).

    Creatures come before markers; each of these is sorted by the route to an active marine, then by id.
    """
    able = creatures_to_act(state, number)
    ranked = sorted(able, key=lambda piece: _place(state, piece)) if len(able) > 1 else able
    return [piece.id for piece in ranked]


def _acts(state: Battle, piece: Piece, number: int) -> bool:
    if piece.table_position is None or piece.id in state.game.acted:
        return False
    if piece.has_mark(DOWN) and state.game.parameters.creature_wounds != "recovers":
        return False
    here = quarter_number(state.table.ground, piece.xy)
    return number == ((piece.mark_count(HOME) or here) if state.game.parameters.bound_to_home else here)


def _place(state: Battle, piece: Piece) -> tuple[bool, float, str]:
    goal = nearest_prey(state, piece, active_marines(state))
    return is_marker(piece), round(goal.route.cost, 3) if goal and goal.route.arrives else math.inf, piece.id


def choose_next_creature(play: Play[Game], number: int) -> Script[str]:
    """Return the id of the creature that acts next, chosen by its player or the rules, or ""."""
    order = activation_order(play.state, number)
    if len(order) < 2 or not play.state.game.parameters.creatures_played:
        return order[0] if order else ""
    options = piece_options(play.state.table.piece(key) for key in order)
    return (yield from play.choose_one("next", CREATURES, "Which creature acts next?", options)).key


def activate_creature(play: Play[Game], creature: str) -> Script[None]:
    """Run the activation of a creature or marker; a fallen creature first rolls to recover."""
    under, piece = play.under_rule(ACTIONS), play.state.table.piece(creature)
    under.emit(PiecesActed(acted=(creature,)))
    clear_marks(under, [piece], ACTIVATION_MARKS.__contains__)
    if piece.has_mark(DOWN):
        (die,) = yield from under.roll_dice([6], phrase("{} gets up on 5 or 6", Ref(creature)), by=creature)
        if die < RECOVERY_NUMBER:
            return
        set_mark(under, [creature], DOWN, 0)
    if is_marker(piece) and not (yield from _stalks(play.under_rule(PROGRAM_RULES["marker"]), creature)):
        return
    actions = yield from _actions(under, creature)
    yield from _act(play, creature, actions)


def _stalks(play: Play[Game], marker: str) -> Script[bool]:
    """Return whether a marker moves: on a 4 or more or, by an option, always or never."""
    behaviour = play.state.game.parameters.markers
    if behaviour != "stalk":
        return behaviour == "hunt"
    (die,) = yield from play.roll_dice([6], phrase("{marker} stalks on 4 or more", Ref(marker)), by=marker)
    return die >= STALK_NUMBER


def _actions(play: Play[Game], creature: str) -> Script[int]:
    """Roll a creature's number of actions: 1D3, less one if it is suppressed."""
    die = PlainRoll(sides=(3,), what="a D6 halved, rounded up", rule=ACTIONS)
    (came,) = yield from roll_script(
        play, single_roll(die), phrase("actions of {}", Ref(creature)), rule=ACTIONS, by=creature
    )
    piece = play.state.table.piece(creature)
    set_mark(play, [creature], SUPPRESSED, 0)
    return max(0, came - (piece.has_mark(SUPPRESSED) and play.state.game.parameters.suppressible))


def _act(play: Play[Game], creature: str, actions: int) -> Script[None]:
    """Run a creature's free melee round and actions; creatures found in a marker use the remaining ones."""
    set_mark(play, [creature], LEFT, actions, ACTIONS)
    yield from fight_at_activation(play, creature)
    while can_continue(play.state, creature) and (option := (yield from _chosen(play, creature))).act:
        left = play.state.table.piece(creature).mark_count(LEFT) - 1
        set_mark(play, [creature], LEFT, left, ACTIONS)
        yield from optional_script(CREATURE_ACTIONS[option.act].perform(play, option))
    _tell_idle(play, creature)
    if creature in play.state.table.pieces:
        set_mark(play, [creature], LEFT, 0, ACTIONS)
        return
    found = [piece for piece in active_creatures(play.state) if piece.has_mark(LEFT)]
    for piece in sorted(found, key=lambda piece: _place(play.state, piece)):
        if is_active(play.state.table.piece(piece.id)):
            yield from _act(play, piece.id, piece.mark_count(LEFT))
    clear_marks(play, play.state.table.pieces_of_side(CREATURES), LEFT.__eq__, ACTIONS)


def _tell_idle(play: Play[Game], creature: str) -> None:
    """Log the reason why a programmed creature leaves some of its actions unused."""
    if can_continue(play.state, creature) and not has_choosing_player(
        play.state, play.state.table.piece(creature)
    ):
        piece = play.state.table.piece(creature)
        play.log_message(
            phrase("{} {}", Ref(creature), why_no_more_actions(play.state, piece)),
            by=creature,
            rule=PROGRAM_RULES[piece.kind],
        )


def why_no_more_actions(state: Battle, piece: Piece) -> AnyText:
    """Return why a programmed creature stops acting, as a phrase that follows its name."""
    if held := engaged_enemies(state, piece):
        return phrase("stays in contact with {figures}", joined_text([Ref(one.id) for one in held], " and "))
    goal = chosen_prey(state, piece)
    if goal is None:
        return "stays: there is no active marine"
    if not can_open_doors(piece) and (
        shut := [door.id for door in doors_in_contact(state, piece) if not door.open]
    ):
        return phrase("waits at {door}: no way is open to {target}", Ref(shut[0]), Ref(goal.target))
    spits = ", and there is nobody to spit at" if piece.kind == "alien" else ""
    return phrase("stays: no way leads nearer to {target}{note}", Ref(goal.target), spits)


def can_continue(state: Battle, creature: str) -> bool:
    """Return whether a creature or marker can act and has an action left."""
    return is_active_or_marker(state, creature) and state.table.piece(creature).has_mark(LEFT)


def _chosen(play: Play[Game], creature: str) -> Script[Option]:
    """Return a creature's next action: its player's choice, or the programmed action."""
    state, piece = play.state, play.state.table.piece(creature)
    options = act_options(CREATURE_ACTIONS, state, [piece], tuple(CREATURE_ACTIONS))
    if has_choosing_player(state, piece):
        left = piece.mark_count(LEFT)
        words = phrase("{alien}: {n} {acts} left", Ref(creature), left, "action" if left == 1 else "actions")
        every = (*options, NO_MORE_ACTIONS)
        return (
            yield from play.choose_one("creature", CREATURES, words, every, about=creature, least=END_KEY)
        )
    row = programmed_action(state, piece)
    if row is None:
        return NO_MORE_ACTIONS
    found = next((o for o in options if (o.act, *o.to) == (row.act, *row.target_ids)), NO_MORE_ACTIONS)
    return msgspec.structs.replace(found, note=row.reason, rule=PROGRAM_RULES[piece.kind])


def programmed_action(state: Battle, piece: Piece) -> ProgrammedAction | None:
    """Return the next action that the programme prescribes for a creature, or None if there is none."""
    if engaged_enemies(state, piece):
        return None
    goal = chosen_prey(state, piece)
    return PROGRAMS[piece.kind](state, piece, goal) if goal else None


def _alien(state: Battle, piece: Piece, goal: PreyRoute) -> ProgrammedAction | None:
    """Return an Alien's next action: a move into contact if possible, else a run or a last spit."""
    aim, onward = _aim(state, piece), _onward(state, piece, goal, "run", "there is nobody to spit at")
    base = move_allowance(state, piece)
    if piece.has_mark(FOUGHT):
        return aim or onward
    if is_within_distance(goal.distance_to_contact, base):
        return ProgrammedAction("move", (), "a plain move is enough for contact")
    if is_within_distance(goal.distance_to_contact, base + BEST_RUN_DIE):
        return ProgrammedAction("run", (), "a run may be enough for contact")
    if piece.mark_count(LEFT) > 1:
        return _onward(state, piece, goal, "run", "there are more actions to come") or aim
    return aim or onward


def _hugger(state: Battle, piece: Piece, goal: PreyRoute) -> ProgrammedAction | None:
    """Return a Face Hugger's next action: a run or, if contact is out of reach, possibly a last spit."""
    far = not is_within_distance(goal.distance_to_contact, move_allowance(state, piece) + BEST_RUN_DIE)
    aim = _aim(state, piece) if far and piece.mark_count(LEFT) == 1 else None
    return aim or _onward(state, piece, goal, "run", "it always runs")


def _marker(state: Battle, piece: Piece, goal: PreyRoute) -> ProgrammedAction | None:
    """Return the next action of a stalking marker, which moves along its route or opens a door."""
    return _onward(state, piece, goal, "move", "it stalks")


def _onward(state: Battle, piece: Piece, goal: PreyRoute, act: str, why: str) -> ProgrammedAction | None:
    """Return the action to continue along the route, such as opening a door, or None if it is blocked."""
    if goal.door in openable_doors(state, piece):
        return ProgrammedAction("open", (goal.door,), "it is shut and on the way")
    least = move_allowance(state, piece) + (act == "run")
    return ProgrammedAction(act, (), why) if can_advance(state, piece, goal, least) else None


def _aim(state: Battle, piece: Piece) -> ProgrammedAction | None:
    """Return a spit at the target that is easiest to hit (in a tie, the nearest), or None."""
    spits = [option.to[0] for option in CREATURE_ACTIONS["spit"].offers(state, piece) if not option.shut]
    ranked = ((_needed(state, piece, to), round(gap(state, piece.id, to), 6), to) for to in spits)
    best = min(ranked, default=None)
    return ProgrammedAction("spit", (best[2],), "contact is out of reach") if best else None


def _needed(state: Battle, firer: Piece, target: str) -> int:
    throw = figure_to_hit_roll(state, firer, state.table.piece(target))
    return throw.thresholds[0].least - modifier_total(throw.changes)


PROGRAMS: dict[str, Callable[[Battle, Piece, PreyRoute], ProgrammedAction | None]] = {
    "alien": _alien,
    "face_hugger": _hugger,
    "marker": _marker,
}
