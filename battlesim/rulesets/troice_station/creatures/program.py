"""What creatures do: who comes next, and all of one's activation, act by act, by the rows of the rules."""

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

from ..attack.numbers import number
from ..core.facts import creatures, is_active, is_marker, is_up, marines, move_of, quarter
from ..core.marks import DOWN, FOUGHT, HOME, LEFT, OF_AN_ACTIVATION, SUPPRESSED
from ..core.state import CREATURES, Battle, Game
from ..ground.contact import engaged
from ..ground.doors import at_hand
from ..melee.blows import chooses
from ..melee.rounds import at_activation
from .acts import ACTS
from .prey import BEST_DIE, Goal, at_door, leads_on, nearest, opens_doors, prey

RULES = {"alien": "TS-GAP-86", "face_hugger": "TS-GAP-88", "marker": "TS-GAP-81"}
ACTIONS = "TS-ALN-04"
STALKS, GETS_UP = 4, 5
END = "end"
NO_MORE = Option(END, "No more actions")


class Row(NamedTuple):
    """What the rules have a creature do: an act, what it is done to, and why."""

    act: str
    to: tuple[str, ...]
    why: str


def to_act(state: Battle, number: int) -> list[Piece]:
    """The creatures and markers that are still to act on the card of a quarter, in no order (TS-ALN-03).

    They act where they stand as the card is drawn, once a turn (TS-GAP-19), or by option on that of their
    home.
    """
    return [piece for piece in state.table.pieces_of_side(CREATURES) if _acts(state, piece, number)]


def waiting(state: Battle, number: int) -> list[str]:
    """Those who are still to act on the card of a quarter, in their order (TS-GAP-84).

    Creatures come before markers, the nearest to an active marine first, then the lowest id.
    """
    able = to_act(state, number)
    ranked = sorted(able, key=lambda piece: _place(state, piece)) if len(able) > 1 else able
    return [piece.id for piece in ranked]


def _acts(state: Battle, piece: Piece, number: int) -> bool:
    if piece.table_position is None or piece.id in state.game.acted:
        return False
    if piece.has_mark(DOWN) and state.game.parameters.creature_wounds != "recovers":
        return False
    here = quarter(state.table.ground, piece.xy)
    return number == ((piece.mark_count(HOME) or here) if state.game.parameters.bound_to_home else here)


def _place(state: Battle, piece: Piece) -> tuple[bool, float, str]:
    goal = nearest(state, piece, marines(state))
    return is_marker(piece), round(goal.way.cost, 3) if goal and goal.way.arrives else math.inf, piece.id


def next_up(play: Play[Game], number: int) -> Script[str]:
    """Who acts next on the card of a quarter, as its player says where there is one; "" for nobody."""
    order = waiting(play.state, number)
    if len(order) < 2 or not play.state.game.parameters.creatures_played:
        return order[0] if order else ""
    options = piece_options(play.state.table.piece(key) for key in order)
    return (yield from play.choose_one("next", CREATURES, "Which creature acts next?", options)).key


def activate(play: Play[Game], creature: str) -> Script[None]:
    """All of the activation of one creature or marker."""
    under, piece = play.under_rule(ACTIONS), play.state.table.piece(creature)
    under.emit(PiecesActed(acted=(creature,)))
    clear_marks(under, [piece], OF_AN_ACTIVATION.__contains__)
    if piece.has_mark(DOWN):
        (die,) = yield from under.roll_dice([6], phrase("{} gets up on 5 or 6", Ref(creature)), by=creature)
        if die < GETS_UP:
            return
        set_mark(under, [creature], DOWN, 0)
    if is_marker(piece) and not (yield from _stalks(play.under_rule(RULES["marker"]), creature)):
        return
    actions = yield from _actions(under, creature)
    yield from _act(play, creature, actions)


def _stalks(play: Play[Game], marker: str) -> Script[bool]:
    """Whether a marker moves: on 4 or more, always or never."""
    behaviour = play.state.game.parameters.markers
    if behaviour != "stalk":
        return behaviour == "hunt"
    (die,) = yield from play.roll_dice([6], phrase("{} stalks on 4 or more", Ref(marker)), by=marker)
    return die >= STALKS


def _actions(play: Play[Game], creature: str) -> Script[int]:
    """1D3 actions, one less for a creature that is suppressed."""
    die = PlainRoll(sides=(3,), what="a D6 halved, rounded up", rule=ACTIONS)
    (came,) = yield from roll_script(
        play, single_roll(die), phrase("actions of {}", Ref(creature)), rule=ACTIONS, by=creature
    )
    piece = play.state.table.piece(creature)
    set_mark(play, [creature], SUPPRESSED, 0)
    return max(0, came - (piece.has_mark(SUPPRESSED) and play.state.game.parameters.suppressible))


def _act(play: Play[Game], creature: str, actions: int) -> Script[None]:
    """The free round, then action after action. What a marker turns out to be goes on with what is left."""
    set_mark(play, [creature], LEFT, actions, ACTIONS)
    yield from at_activation(play, creature)
    while able(play.state, creature) and (option := (yield from _chosen(play, creature))).act:
        left = play.state.table.piece(creature).mark_count(LEFT) - 1
        set_mark(play, [creature], LEFT, left, ACTIONS)
        yield from optional_script(ACTS[option.act].perform(play, option))
    _tell_idle(play, creature)
    if creature in play.state.table.pieces:
        set_mark(play, [creature], LEFT, 0, ACTIONS)
        return
    found = [piece for piece in creatures(play.state) if piece.has_mark(LEFT)]
    for piece in sorted(found, key=lambda piece: _place(play.state, piece)):
        if is_active(play.state.table.piece(piece.id)):
            yield from _act(play, piece.id, piece.mark_count(LEFT))
    clear_marks(play, play.state.table.pieces_of_side(CREATURES), LEFT.__eq__, ACTIONS)


def _tell_idle(play: Play[Game], creature: str) -> None:
    """Say why a creature that acts by its row leaves actions unspent."""
    if able(play.state, creature) and not chooses(play.state, play.state.table.piece(creature)):
        piece = play.state.table.piece(creature)
        play.log_message(
            phrase("{} {}", Ref(creature), idle(play.state, piece)), by=creature, rule=RULES[piece.kind]
        )


def idle(state: Battle, piece: Piece) -> AnyText:
    """Return why the rules have a creature do nothing more, as the rest of a sentence about it."""
    if held := engaged(state, piece):
        return phrase("stays in contact with {}", joined_text([Ref(one.id) for one in held], " and "))
    goal = prey(state, piece)
    if goal is None:
        return "stays: there is no active marine"
    if not opens_doors(piece) and (shut := [door.id for door in at_hand(state, piece) if not door.open]):
        return phrase("waits at {}: no way is open to {}", Ref(shut[0]), Ref(goal.target))
    spits = ", and there is nobody to spit at" if piece.kind == "alien" else ""
    return phrase("stays: no way leads nearer to {}{}", Ref(goal.target), spits)


def able(state: Battle, creature: str) -> bool:
    """Whether a creature or marker is on the table, on its feet, and has an action left."""
    return is_up(state, creature) and state.table.piece(creature).has_mark(LEFT)


def _chosen(play: Play[Game], creature: str) -> Script[Option]:
    """What is done next: its player chooses among all acts, else its row says it."""
    state, piece = play.state, play.state.table.piece(creature)
    options = act_options(ACTS, state, [piece], tuple(ACTS))
    if chooses(state, piece):
        left = piece.mark_count(LEFT)
        words = phrase("{}: {} {} left", Ref(creature), left, "action" if left == 1 else "actions")
        every = (*options, NO_MORE)
        return (yield from play.choose_one("creature", CREATURES, words, every, about=creature, least=END))
    row = wanted(state, piece)
    if row is None:
        return NO_MORE
    found = next((o for o in options if (o.act, *o.to) == (row.act, *row.to)), NO_MORE)
    return msgspec.structs.replace(found, note=row.why, rule=RULES[piece.kind])


def wanted(state: Battle, piece: Piece) -> Row | None:
    """The act that the rules have a creature do next; None for none."""
    if engaged(state, piece):
        return None
    goal = prey(state, piece)
    return ROWS[piece.kind](state, piece, goal) if goal else None


def _alien(state: Battle, piece: Piece, goal: Goal) -> Row | None:
    """An Alien moves or runs into contact, and spits with its last action or once it has attacked."""
    aim, onward = _aim(state, piece), _onward(state, piece, goal, "run", "there is nobody to spit at")
    base = move_of(state, piece)
    if piece.has_mark(FOUGHT):
        return aim or onward
    if is_within_distance(goal.open_way, base):
        return Row("move", (), "a plain move is enough for contact")
    if is_within_distance(goal.open_way, base + BEST_DIE):
        return Row("run", (), "a run may be enough for contact")
    if piece.mark_count(LEFT) > 1:
        return _onward(state, piece, goal, "run", "there are more actions to come") or aim
    return aim or onward


def _hugger(state: Battle, piece: Piece, goal: Goal) -> Row | None:
    """A Face Hugger runs; by option it spits with a last action that cannot bring it into contact."""
    far = not is_within_distance(goal.open_way, move_of(state, piece) + BEST_DIE)
    aim = _aim(state, piece) if far and piece.mark_count(LEFT) == 1 else None
    return aim or _onward(state, piece, goal, "run", "it always runs")


def _marker(state: Battle, piece: Piece, goal: Goal) -> Row | None:
    """A marker that stalks moves."""
    return _onward(state, piece, goal, "move", "it stalks")


def _onward(state: Battle, piece: Piece, goal: Goal, act: str, why: str) -> Row | None:
    """On along the way, which begins with opening a door in contact; None where it leads nowhere."""
    if goal.door in at_door(state, piece):
        return Row("open", (goal.door,), "it is shut and on the way")
    least = move_of(state, piece) + (act == "run")
    return Row(act, (), why) if leads_on(state, piece, goal, least) else None


def _aim(state: Battle, piece: Piece) -> Row | None:
    """A spit at whom it is easiest to hit, then the nearest, then the lowest id."""
    spits = [option.to[0] for option in ACTS["spit"].offers(state, piece) if not option.shut]
    ranked = ((_needed(state, piece, to), round(gap(state, piece.id, to), 6), to) for to in spits)
    best = min(ranked, default=None)
    return Row("spit", (best[2],), "contact is out of reach") if best else None


def _needed(state: Battle, firer: Piece, target: str) -> int:
    throw = number(state, firer, state.table.piece(target))
    return throw.thresholds[0].least - modifier_total(throw.changes)


ROWS: dict[str, Callable[[Battle, Piece, Goal], Row | None]] = {
    "alien": _alien,
    "face_hugger": _hugger,
    "marker": _marker,
}
