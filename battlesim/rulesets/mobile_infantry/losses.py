"""Hit points lost, and models and machines taken off, with everything that is booked for it (MI-GAP-31)."""

from __future__ import annotations

import msgspec

from battlesim.engine.game import Game as Play
from battlesim.engine.game import Script
from battlesim.rulesets.mobile_infantry import captives
from battlesim.rulesets.mobile_infantry.events import tally
from battlesim.rulesets.mobile_infantry.facts import has, of
from battlesim.rulesets.mobile_infantry.state import MI, Battle, Game
from battlesim.rulesets.mobile_infantry.targets import is_structure
from battlesim.table.events import HitsChanged, MarkChange, MarksChanged, Moved, TerrainChanged, Travel
from battlesim.table.pieces import Off, Piece


def hurt(game: Play[Game], target: str, points: int, rule: str, by: str = "") -> None:
    """Take hit points off a model or a structure, down to none; what is beyond is lost (MI-SHOT-12)."""
    if is_structure(game.state, target):
        terrain = game.state.table.terrain(target)
        left = max(0, terrain.hits - points)
        game.emit(TerrainChanged(rule=rule, old=terrain, new=msgspec.structs.replace(terrain, hits=left)))
        return
    piece = game.state.table.piece(target)
    left = max(0, piece.hits - points)
    if left == piece.hits:
        return
    game.emit(HitsChanged(rule=rule, piece=target, old=piece.hits, new=left, by=by))
    if of(piece).humans:
        name = "dead_survivors" if has(piece, "survivors") else "dead_humans"
        game.emit(tally(game.state, name, piece.hits - left, "MI-GAP-31"))


def _destination(state: Battle, piece: Piece) -> Off:
    """Dead bugs go back to the pool, the Burrower alone does not (MI-GAP-34); the MI are lost."""
    returns = piece.side != MI and state.game.site.dead_return and piece.kind != "burrower"
    return Off("reserve") if returns else Off("lost")


def _book(game: Play[Game], piece: Piece, rule: str) -> None:
    name = "dead_robots" if has(piece, "mech") else "dead_plasma" if piece.kind == "plasma_bug" else ""
    if name:
        game.emit(tally(game.state, name, 1, rule))


def _take_away(game: Play[Game], piece: Piece, rule: str) -> None:
    """Off the table, without its marks; whoever is back in the pool is whole again."""
    place = _destination(game.state, piece)
    game.emit(Moved(rule=rule, parts=(Travel(piece.id, piece.place, place),), how="remove"))
    if piece.marks:
        parts = tuple(MarkChange(piece.id, mark.name, mark.count, 0) for mark in piece.marks)
        game.emit(MarksChanged(rule=rule, parts=parts))
    if place == Off("reserve"):
        game.emit(HitsChanged(rule="MI-GAP-34", piece=piece.id, old=0, new=piece.hits_full))


def remove(game: Play[Game], target: str, rule: str, by: str = "") -> Script[None]:
    """Take a model off for good, at once: its HP are lost, its captive falls, those aboard die with it.

    The script that comes back asks nothing; it need not be run.
    """
    hurt(game, target, game.state.table.piece(target).hits, rule, by)
    captives.drop(game, target)
    for rider in game.state.table.aboard(target):
        remove(game, rider.id, rule, by)
    piece = game.state.table.piece(target)
    _book(game, piece, rule)
    _take_away(game, piece, rule)
    return _nothing()


def _nothing() -> Script[None]:
    return
    yield
