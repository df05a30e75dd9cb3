"""Loss and healing of hit points, removal of models from play, and wrecks."""

from __future__ import annotations

from msgspec.structs import replace

from battlesim.engine.play import Play, Script
from battlesim.mechanics.chance import DiceScriptRun, d6_at_least, roll_together, single_roll
from battlesim.mechanics.pieces import clear_marks, put_on_table, set_mark
from battlesim.mechanics.turns import change_counter
from battlesim.rulings.piece_placement import placements_near
from battlesim.table.events import HitsChanged, TerrainChanged
from battlesim.table.pieces import Off, Piece

from ..core.lookups import has_trait, is_structure, piece_profile
from ..core.marks import FLYING, HEALED
from ..core.state import MI, Battle, Game
from ..ground import captives
from ..ground.movement import SHIPS, ground_room
from ..ground.unit_activation import can_act

POOL = "MI-GAP-34"


def remove_hits(play: Play[Game], target: str, points: int, rule: str, by: str = "") -> None:
    """Remove hit points from a model or structure, but no more than it has."""
    if is_structure(play.state, target):
        terrain = play.state.table.terrain(target)
        left = max(0, terrain.hits - points)
        play.emit(TerrainChanged(rule=rule, old=terrain, new=replace(terrain, hits=left)))
        return
    piece = play.state.table.piece(target)
    left = max(0, piece.hits - points)
    if left == piece.hits:
        return
    play.emit(HitsChanged(rule=rule, piece=target, old=piece.hits, new=left, by=by))
    if piece_profile(piece).humans:
        name = "dead_survivors" if has_trait(piece, "survivors") else "dead_humans"
        change_counter(play, name, piece.hits - left, "MI-GAP-31")


def _take_away(play: Play[Game], piece: Piece, rule: str) -> None:
    """Take a piece off the table; dead bugs except the Burrower return to the pool at full strength."""
    returns = piece.side != MI and play.state.game.site.dead_return and piece.kind != "burrower"
    play.move_piece(piece.id, Off("reserve" if returns else "lost"), "remove", rule=rule)
    clear_marks(play, [piece], lambda mark: True, rule)
    if returns:
        play.emit(HitsChanged(rule=POOL, piece=piece.id, old=0, new=piece.hits_full))


def remove_model(play: Play[Game], target: str, rule: str, by: str = "") -> None:
    """Remove a model for good, with all models aboard; a captive that it holds is dropped."""
    remove_hits(play, target, play.state.table.piece(target).hits, rule, by)
    captives.drop_captive(play, target)
    for rider in play.state.table.pieces_aboard(target):
        remove_model(play, rider.id, rule, by)
    piece = play.state.table.piece(target)
    name = "dead_robots" if has_trait(piece, "mech") else "dead_plasma" if piece.kind == "plasma_bug" else ""
    if name:
        change_counter(play, name, 1, rule)
    _take_away(play, piece, rule)


WRECK_ROLL = d6_at_least(4, SHIPS)


def resolve_dropship_wreck(play: Play[Game], ship: str) -> Script[None]:
    """Roll a D6 for each hit point aboard a destroyed dropship; it is lost on 1 to 3.

    Survivors are placed as near as possible. In the air, all aboard are lost without a roll.
    """
    if play.state.table.piece(ship).has_mark(FLYING):
        return
    play = play.under_rule(SHIPS)
    for rider in play.state.table.pieces_aboard(ship):
        each = [DiceScriptRun(single_roll(WRECK_ROLL)) for _ in range(rider.hits)]
        yield from roll_together(play, each, "getting out of the wreck", by=rider.id)
        lost = rider.hits - sum(one.end for one in each)
        remove_hits(play, rider.id, lost, SHIPS, ship)
        if lost >= rider.hits:
            remove_model(play, rider.id, SHIPS, ship)
            continue
        table = play.state.table
        piece, room = table.piece(rider.id), ground_room(play.state, (), (ship,))
        put_on_table(play, placements_near(table, room, [piece], table.piece(ship).xy))


HEAL = "MI-TRT-03"


def wounded_stands(state: Battle, medic: str) -> list[Piece]:
    """Return the infantry stands and survivors below full strength, other than the medic."""
    own = [p for p in state.table.pieces_of_side(MI) if p.id != medic and can_act(p)]
    people = [p for p in own if has_trait(p, "infantry") or has_trait(p, "survivors")]
    return [p for p in people if p.hits < p.hits_full]


def heal_stand(play: Play[Game], medic: str, patient: str) -> None:
    """Restore one hit point of a stand, and mark it as healed this game turn."""
    restore_hits(play, patient, 1, HEAL, medic)
    set_mark(play, [patient], HEALED, 1, HEAL)


def restore_hits(play: Play[Game], stand: str, max_hits: int, rule: str, by: str = "") -> None:
    """Restore up to `max_hits` hit points, at most to full strength; they no longer count as dead."""
    piece = play.state.table.piece(stand)
    gain = min(max_hits, piece.hits_full - piece.hits)
    if gain <= 0:
        return
    play.emit(HitsChanged(rule=rule, piece=stand, old=piece.hits, new=piece.hits + gain, by=by))
    count = "dead_survivors" if has_trait(piece, "survivors") else "dead_humans"
    alive_again = min(gain, play.state.game.count(count))
    if alive_again:
        change_counter(play, count, -alive_again, "MI-GAP-59")
