"""Shots: the skill of one against the luck of the other, each a die of its own size. Inches."""

from __future__ import annotations

from battlesim.engine.play import Play, Script
from battlesim.mechanics.basic_actions import enemies_in_sight
from battlesim.mechanics.chance import DiceScript, roll_script
from battlesim.mechanics.contest import OpposedRoll, shifted_die
from battlesim.mechanics.pieces import is_within_distance, remove_from_play
from battlesim.rulings.sight import verdict
from battlesim.rulings.sight_rules import SightRules
from battlesim.table.events import DieTag, HitsChanged, Modifier
from battlesim.table.pieces import Piece

from .state import Duel, Game

RANGE, CLOSE = 14.0, 5.0
SKILL, LUCK = 8, 6
SIGHT = SightRules(partial=0.25)
AIMED = Modifier(1, "aimed", "DUEL-CARD-02")
SNAP = Modifier(-1, "snap shot", "DUEL-SNAP-02")


def targets(state: Duel, shooter: Piece) -> list[Piece]:
    """The enemies that a fighter sees within range (DUEL-SHOT-01)."""
    return enemies_in_sight(state, shooter, SIGHT, RANGE)


def dice(state: Duel, shooter: Piece, target: Piece, *changes: Modifier) -> OpposedRoll:
    """The two dice of a shot, each as many steps larger as speaks for it."""
    seen = verdict(state.table, SIGHT, shooter, target)
    near = is_within_distance(seen.distance, CLOSE)
    close = (Modifier(1, "close", "DUEL-SHOT-03"),) if near else ()
    cover = (Modifier(1, "in cover", "DUEL-SHOT-04"),) if seen.obscured else ()
    skill = DieTag(shooter.side, f"Skill of {shooter.name}", (*close, *changes))
    luck = DieTag(target.side, f"Luck of {target.name}", cover)
    sides = shifted_die(SKILL, skill).sides, shifted_die(LUCK, luck).sides
    return OpposedRoll(sides=sides, tags=(skill, luck), rule="DUEL-SHOT-02")


def wounds(state: Duel, shooter: Piece, target: Piece, *changes: Modifier) -> DiceScript[int]:
    """How many hits a shot takes off: one where skill beats luck, two where it does by 4 (DUEL-SHOT-02)."""
    margin: int = yield dice(state, shooter, target, *changes)
    return 2 if margin >= 4 else 1 if margin > 0 else 0


def shoot(play: Play[Game], shooter: str, target: str, *changes: Modifier) -> Script[None]:
    """One shot, with what comes of it."""
    by, at = play.state.table.piece(shooter), play.state.table.piece(target)
    fate = wounds(play.state, by, at, *changes)
    lost = yield from roll_script(play, fate, f"{by.name} at {at.name}", rule="DUEL-SHOT-02", by=shooter)
    if not lost:
        return
    if lost >= at.hits:
        remove_from_play(play, target, "DUEL-SHOT-02", shooter)
        return
    left = at.hits - lost
    play.emit(HitsChanged(rule="DUEL-SHOT-02", piece=target, old=at.hits, new=left, by=shooter))
