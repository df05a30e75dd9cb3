"""Hit points lost, and models and machines taken off, with everything that is booked for it."""

from __future__ import annotations

import msgspec

from battlesim.engine.play import Play
from battlesim.mechanics.turns import add
from battlesim.table.events import HitsChanged, MarkChange, MarksChanged, Moved, TerrainChanged, Travel
from battlesim.table.pieces import Off, Piece

from ..core.facts import has, of
from ..core.state import MI, Battle, Game
from ..core.targets import is_structure
from ..ground import captives

POOL = "MI-GAP-34"


def hurt(play: Play[Game], target: str, points: int, rule: str, by: str = "") -> None:
    """Take hit points off a model or a structure, down to none; what is beyond is lost (MI-SHOT-12)."""
    if is_structure(play.state, target):
        terrain = play.state.table.terrain(target)
        left = max(0, terrain.hits - points)
        play.emit(TerrainChanged(rule=rule, old=terrain, new=msgspec.structs.replace(terrain, hits=left)))
        return
    piece = play.state.table.piece(target)
    left = max(0, piece.hits - points)
    if left == piece.hits:
        return
    play.emit(HitsChanged(rule=rule, piece=target, old=piece.hits, new=left, by=by))
    if of(piece).humans:
        name = "dead_survivors" if has(piece, "survivors") else "dead_humans"
        add(play, name, piece.hits - left, "MI-GAP-31")


def _destination(state: Battle, piece: Piece) -> Off:
    """Dead bugs go back to the pool, the Burrower alone does not; the MI are lost."""
    returns = piece.side != MI and state.game.site.dead_return and piece.kind != "burrower"
    return Off("reserve") if returns else Off("lost")


def _book(play: Play[Game], piece: Piece, rule: str) -> None:
    name = "dead_robots" if has(piece, "mech") else "dead_plasma" if piece.kind == "plasma_bug" else ""
    if name:
        add(play, name, 1, rule)


def _take_away(play: Play[Game], piece: Piece, rule: str) -> None:
    """Off the table, without its marks; whoever is back in the pool is whole again."""
    place = _destination(play.state, piece)
    play.emit(Moved(rule=rule, parts=(Travel(piece.id, piece.place, place),), how="remove"))
    if piece.marks:
        parts = tuple(MarkChange(piece.id, mark.name, mark.count, 0) for mark in piece.marks)
        play.emit(MarksChanged(rule=rule, parts=parts))
    if place == Off("reserve"):
        play.emit(HitsChanged(rule=POOL, piece=piece.id, old=0, new=piece.hits_full))


def remove(play: Play[Game], target: str, rule: str, by: str = "") -> None:
    """Take a model off for good: its HP are lost, its captive falls, those aboard die with it."""
    hurt(play, target, play.state.table.piece(target).hits, rule, by)
    captives.drop(play, target)
    for rider in play.state.table.aboard(target):
        remove(play, rider.id, rule, by)
    piece = play.state.table.piece(target)
    _book(play, piece, rule)
    _take_away(play, piece, rule)
