"""Attacks hand to hand: dice against dice, claws and tail, whom they go at. Inches."""

from __future__ import annotations

from collections.abc import Iterable

from battlesim.engine.option import Option, piece_options
from battlesim.engine.play import Play, Script
from battlesim.mechanics.chance import roll_script, single_roll
from battlesim.mechanics.contest import OpposedRoll
from battlesim.mechanics.pieces import is_within_distance
from battlesim.rulings.piece_gaps import piece_gap
from battlesim.rulings.piece_placement import ground_obstacles
from battlesim.table.events import DieTag
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Piece

from ..attack.harm import hurt
from ..core.facts import can, defence, foes, is_active, rated
from ..core.state import MARINES, Battle, Game
from ..ground.contact import engaged
from ..ground.facing import turn_to
from ..ground.surface import surface
from . import hug

DICE = "TS-MELE-01"
TAIL_RULE = "TS-ALN-11"
ONE_BY_ONE = "TS-GAP-65"
TAIL_REACH = 3.0
TAIL = "tail"
ATTACKS = {1: ("attack",), 3: ("claw", "claw", TAIL)}
"""What the attacks of a figure with so many melee dice are."""
NO_TAIL = "none"


def blow(state: Battle, by: Piece, victim: Piece, name: str) -> OpposedRoll:
    """The dice of one attack: Melee on the one side, Defence and no cover on the other."""
    ours = DieTag(by.side, f"{name.capitalize()} of {by.name}")
    theirs = DieTag(victim.side, f"Defence of {victim.name}")
    return OpposedRoll(bonus=(rated(by).melee, defence(state, victim)), tags=(ours, theirs), rule=DICE)


def strike(play: Play[Game], by: str, victim: str, name: str) -> Script[None]:
    """One attack: its margin is read on the wound table without a roll to hit (TS-MELE-03)."""
    turn_to(play, by, play.state.table.piece(victim).xy)
    pieces = play.state.table.pieces
    pair = blow(play.state, pieces[by], pieces[victim], name)
    margin = yield from roll_script(
        play, single_roll(pair), phrase("{} of {} on {}", name, Ref(by), Ref(victim)), rule=DICE, by=by
    )
    if can(pieces[by], "hug"):
        hug.take_hold(play, by, victim, margin)
    else:
        hurt(play, victim, margin, "melee", by)


def attack(play: Play[Game], by: str, victim: str) -> Script[tuple[str, ...]]:
    """All attacks of a figure on an enemy in contact, each settled before the next; who was attacked.

    A claw whose victim is down goes at another enemy in contact, if there is one, else it is lost.
    """
    under, attacked = play.under_rule(ONE_BY_ONE), [victim]
    clawed = play.state.table.piece(victim)
    for name in ATTACKS[rated(play.state.table.piece(by)).attacks]:
        if name == TAIL:
            victim = yield from _tail(play.under_rule(TAIL_RULE), by, clawed)
        elif not is_active(play.state.table.piece(victim)):
            others = engaged(play.state, play.state.table.piece(by))
            victim = yield from opponent(under, by, others)
            clawed = play.state.table.pieces.get(victim, clawed)
        if victim:
            yield from strike(play, by, victim, name)
            attacked.append(victim)
    return tuple(dict.fromkeys(attacked))


def chooses(state: Battle, piece: Piece) -> bool:
    """Whether somebody plays a figure, and makes its choices."""
    return piece.side == MARINES or state.game.parameters.creatures_played


def weakest(state: Battle, pieces: Iterable[Piece]) -> str:
    """The piece with the lowest Defence Bonus, of several the one with the lowest id; "" of none."""
    return min(((defence(state, piece), piece.id) for piece in pieces), default=(0, ""))[1]


def opponent(play: Play[Game], piece: str, enemies: list[Piece]) -> Script[str]:
    """Which of some enemies a figure attacks: its player chooses, the rules take the weakest; "" of none."""
    own = play.state.table.piece(piece)
    if len(enemies) < 2 or not chooses(play.state, own):
        return weakest(play.state, enemies)
    words = phrase("Whom does {} attack?", Ref(piece))
    chosen = yield from play.choose_one("opponent", own.side, words, piece_options(enemies), about=piece)
    return chosen.key


def tail_targets(state: Battle, by: Piece, clawed: Piece) -> list[Piece]:
    """Whom a tail may go at: whom the claws went at, and enemies within 3 in of where that one was.

    It does not reach through the wall of a building, nor through a shut door.
    """
    held, ground = ground_obstacles(state.table.ground), surface(state.table.ground)
    walls = (*(t.walls_id for t in map(state.table.ground.get, ground.indoors)), *ground.shut)
    return [
        foe
        for foe in foes(state, by)
        if is_within_distance(piece_gap(state.table, clawed, foe), TAIL_REACH)
        and not held.intersects_segment(by.xy, foe.xy, walls)
    ]


def _tail(play: Play[Game], by: str, clawed: Piece) -> Script[str]:
    """Whom the tail goes at, chosen after both claws; "" for nobody."""
    state = play.state
    own = state.table.piece(by)
    found = tail_targets(state, own, clawed)
    if not found or not chooses(state, own):
        return tail_of(state, own, clawed, found)
    options = (*piece_options(found), Option(NO_TAIL, "Nobody", (by, clawed.id)))
    words = phrase("Whom does the tail of {} strike?", Ref(by))
    chosen = yield from play.choose_one("tail", own.side, words, options, about=by)
    return "" if chosen.key == NO_TAIL else chosen.key


def tail_of(state: Battle, by: Piece, clawed: Piece, found: list[Piece]) -> str:
    """Whom the tail goes at where nobody chooses (TS-GAP-87): whom the claws went at, if still active.

    Else it goes at the one with the lowest Defence Bonus, then the nearest to the Alien, then the lowest id.
    """
    if clawed.id in (piece.id for piece in found):
        return clawed.id
    table = state.table
    ranked = ((defence(state, p), round(piece_gap(table, by, p), 6), p.id) for p in found)
    return min(ranked, default=(0, 0.0, ""))[2]
