"""The rules of the toy ruleset in order of play: turns, moves, mines, reactions and shots, in inches."""

from __future__ import annotations

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option, piece_options
from battlesim.engine.play import Play, Script
from battlesim.geometry.arcs import point_in_direction
from battlesim.mechanics import alternating_turns, piece_decisions, turns
from battlesim.mechanics.chance import ThresholdRoll, d6_at_least, roll_script, single_roll
from battlesim.mechanics.pieces import enemies, gap, is_within_distance, remove_from_play, set_mark
from battlesim.rulings.piece_gaps import distance_to_piece, too_far_text
from battlesim.rulings.piece_placement import free_space_on_table, obstructions_text
from battlesim.table.events import MarkerRemoved, PiecesMoved, PieceTravel
from battlesim.table.ids import SideKey
from battlesim.table.levels import standing_place
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.terrain import Ground

from .state import MINE_KIND, REACTED_MARK, Game, MineSprung, Skirmish

ACTS, MOVE, SPRUNG, REACT = "TOY-TURN-02", "TOY-MOVE-01", "TOY-MINE-01", "TOY-REACT-01"
SHOOT, HIT = "TOY-GUN-01", "TOY-GUN-02"
STRIDE_IN, GUN_RANGE_IN, MINE_REACH_IN = 4.0, 10.0, 1.0
STAY_KEY, HOLD_KEY = "stay", "hold"
COMPASS_DIRECTIONS_DEG = {
    key: 45.0 * turn for turn, key in enumerate(("e", "ne", "n", "nw", "w", "sw", "s", "se"))
}


def pass_turn(play: Play[Game]) -> None:
    """Begin the next side's turn, and let its troopers react again."""
    _, side = turns.next_turn_and_phase(play.state.game)
    set_mark(
        play, [p.id for p in play.state.table.pieces_of_side(SideKey(side))], REACTED_MARK, 0, "TOY-REACT-02"
    )
    turns.advance_phase(play, "TOY-TURN-01", str)


def activate_trooper(play: Play[Game]) -> Script[None]:
    """Let a trooper move, offer the enemy reactions, then let the trooper shoot if it has survived."""
    chosen = yield from alternating_turns.choose_acting_piece(play, "Which trooper acts?", rule=ACTS)
    yield from move_trooper(play, chosen)
    yield from offer_reaction_shots(play, chosen)
    if play.state.table.piece(chosen).table_position:
        yield from fire_gun(play, chosen)


def stride_ends(ground: Ground, piece: Piece) -> dict[str, OnTable]:
    """Return the positions that a trooper can reach in one stride, by compass direction."""
    ends = {
        key: point_in_direction(piece.xy, angle, STRIDE_IN) for key, angle in COMPASS_DIRECTIONS_DEG.items()
    }
    return {
        key: standing_place(ground, round(x, 3), round(y, 3), COMPASS_DIRECTIONS_DEG[key])
        for key, (x, y) in ends.items()
    }


def move_decision(state: Skirmish, mover: str) -> ChooseOne:
    """Return the decision that asks in which direction a trooper moves, or whether it stays in place."""
    table, piece = state.table, state.table.piece(mover)
    space = free_space_on_table(
        table, piece.radius, (), [p for p in table.standing_pieces() if p.id != piece.id]
    )
    options = (
        Option(key, f"one stride {key.upper()}", shut=obstructions_text(space.obstructions((end.x, end.y))))
        for key, end in stride_ends(state.table.ground, piece).items()
    )
    return piece_decisions.piece_decision(
        piece, "move", "Move where?", options, MOVE, Option(STAY_KEY, "stay")
    )


def move_trooper(play: Play[Game], mover: str) -> Script[None]:
    """Move a trooper one stride or leave it in place; an enemy mine near the end of the stride explodes."""
    piece, chosen = play.state.table.piece(mover), (yield from play.ask(move_decision(play.state, mover)))
    if chosen == STAY_KEY:
        return
    end = stride_ends(play.state.table.ground, piece)[chosen]
    play.emit(
        PiecesMoved(rule=MOVE, parts=(PieceTravel(mover, piece.place, end, (piece.xy, (end.x, end.y))),))
    )
    table = play.state.table
    for marker in table.markers.values():
        away = distance_to_piece(table, table.piece(mover), (marker.x, marker.y))
        if marker.kind == MINE_KIND and marker.side != piece.side and is_within_distance(away, MINE_REACH_IN):
            play.emit(MarkerRemoved(rule=SPRUNG, marker=marker))
            play.emit(MineSprung(rule=SPRUNG, side=marker.side))
            yield from resolve_hit(play, mover, "", SPRUNG)


def why_no_reaction(state: Skirmish, reactor: Piece, mover: Piece) -> AnyText:
    """Return why a trooper may not shoot at an enemy that has moved, or "" if it may."""
    if reactor.has_mark(REACTED_MARK):
        return "it has reacted since its last turn"
    return too_far_text(gap(state, reactor.id, mover.id), GUN_RANGE_IN)


def offer_reaction_shots(play: Play[Game], mover: str) -> Script[None]:
    """Offer each enemy in range of a moving trooper a shot; each can react once before its next turn."""
    side = play.state.table.piece(mover).side
    for enemy in sorted(p.id for p in enemies(play.state, side)):
        reactor, target = play.state.table.piece(enemy), play.state.table.piece(mover)
        if not target.table_position or why_no_reaction(play.state, reactor, target):
            continue
        words = f"{reactor.name}: shoot at {target.name}?"
        if (yield from play.confirm("react", reactor.side, words, rule=REACT, about=enemy)):
            set_mark(play, [enemy], REACTED_MARK, 1, REACT)
            yield from resolve_hit(play, mover, enemy, HIT)


def shot_decision(state: Skirmish, shooter: str) -> ChooseOne:
    """Return the decision that asks at which enemy a trooper shoots, if any."""
    piece = state.table.piece(shooter)
    foes = piece_options(
        enemies(state, piece.side),
        reason_against=lambda foe: too_far_text(gap(state, shooter, foe.id), GUN_RANGE_IN),
    )
    return piece_decisions.piece_decision(
        piece, "target", "Shoot at whom?", foes, SHOOT, Option(HOLD_KEY, "hold fire")
    )


def fire_gun(play: Play[Game], shooter: str) -> Script[None]:
    """Let a trooper shoot at an enemy in range or hold its fire."""
    target = yield from piece_decisions.ask_if_possible(
        play, shot_decision(play.state, shooter), "nobody is in range", "shot"
    )
    if target:
        yield from resolve_hit(play, target, shooter, HIT)


def possible_decisions(state: Skirmish, trooper: str) -> tuple[ChooseOne, ...]:
    """Return the decisions that a trooper may be asked, including reactions to enemies that moved."""
    piece = state.table.piece(trooper)
    foes = piece_options(
        enemies(state, piece.side), reason_against=lambda foe: why_no_reaction(state, piece, foe)
    )
    shots = piece_decisions.piece_decision(piece, "react", "Shoot at one that has moved?", foes, REACT)
    return (
        alternating_turns.may_act_decision(state, piece, ACTS),
        move_decision(state, trooper),
        shot_decision(state, trooper),
        shots,
    )


def gun_roll(state: Skirmish) -> ThresholdRoll:
    """Return the roll to hit with a gun or a mine."""
    return d6_at_least(state.game.needs, HIT, result="kill")


def resolve_hit(play: Play[Game], target: str, by: str, rule: str) -> Script[None]:
    """Roll against a target and remove it if it is hit; `by` is the shooter's id, or "" for a mine."""
    words = phrase("{} at {}", Ref(by) if by else "the mine", Ref(target))
    if (yield from roll_script(play, single_roll(gun_roll(play.state)), words, rule=rule, by=by)):
        remove_from_play(play, target, rule, by)


STEP_SCRIPTS = {"activate": activate_trooper, "pass_turn": pass_turn}
