"""Giving hit points back: the Medic act and medical stores."""

from __future__ import annotations

from battlesim.engine.play import Play
from battlesim.mechanics.pieces import set_mark
from battlesim.mechanics.turns import add
from battlesim.table.events import HitsChanged
from battlesim.table.pieces import Piece

from ..core.facts import has
from ..core.marks import HEALED
from ..core.state import MI, Battle, Game
from .units import can_act

HEAL = "MI-TRT-03"


def wounded(state: Battle, medic: str) -> list[Piece]:
    """Living infantry stands and survivors below strength, whom a medic beside them may help."""
    own = [p for p in state.table.of_side(MI) if p.id != medic and can_act(p)]
    people = [p for p in own if has(p, "infantry") or has(p, "survivors")]
    return [p for p in people if p.hits < p.hits_full]


def heal(play: Play[Game], medic: str, patient: str) -> None:
    """One act gives 1 HP back to a stand, once per stand and game turn, whoever does it."""
    restore(play, patient, 1, HEAL, medic)
    set_mark(play, [patient], HEALED, 1, HEAL)


def restore(play: Play[Game], stand: str, most: int, rule: str, by: str = "") -> None:
    """Give back up to `most` hit points, up to full strength; who is restored is not dead."""
    piece = play.state.table.piece(stand)
    gain = min(most, piece.hits_full - piece.hits)
    if gain <= 0:
        return
    play.emit(HitsChanged(rule=rule, piece=stand, old=piece.hits, new=piece.hits + gain, by=by))
    count = "dead_survivors" if has(piece, "survivors") else "dead_humans"
    alive_again = min(gain, play.state.game.count(count))
    if alive_again:
        add(play, count, -alive_again, "MI-GAP-59")
