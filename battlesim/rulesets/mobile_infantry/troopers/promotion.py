"""Making Officers: a Rifle Squad becomes a Command Team, a mech leads its lance."""

from __future__ import annotations

import msgspec

from battlesim.engine.play import Play
from battlesim.mechanics.activation import ActivationChanged, under_way
from battlesim.mechanics.pieces import gap, set_mark, within
from battlesim.mechanics.turns import add
from battlesim.table.events import HitsChanged, PieceChanged, Said
from battlesim.table.pieces import Piece
from battlesim.table.words import Ref, say

from ..core.facts import has
from ..core.marks import LIEUTENANT, OFFICER
from ..core.profiles import profile
from ..core.state import Game
from ..ground.units import COHERENCY, LEADERLESS, can_act


def promote(play: Play[Game], piece: str, rule: str) -> None:
    """Make a stand or mech an Officer(Lt) in its place; what it was marked with stays."""
    old = play.state.table.piece(piece)
    if has(old, "mech"):
        set_mark(play, [piece], OFFICER, LIEUTENANT, rule)
        return
    known = profile("command_team")
    new = msgspec.structs.replace(
        old,
        kind="command_team",
        radius=known.base / 2,
        height=known.height,
        hits=min(old.hits, known.hits),
        hits_full=known.hits,
    ).with_mark(OFFICER, LIEUTENANT)
    play.emit(PieceChanged(rule=rule, old=old, new=new))
    play.emit(Said(rule=rule, text=say("{} becomes a {}", Ref(piece), known.name), by=piece))
    _spread(play, old, old.hits - new.hits)


def becoming(piece: Piece) -> str:
    """The people of a stand now and once it leads, in words."""
    left = min(piece.hits, profile("command_team").hits)
    return f"{piece.hits} HP" if has(piece, "mech") else f"{piece.hits} HP, {left} as a Command Team"


def _spread(play: Play[Game], old: Piece, left: int) -> None:
    """People above the new stand's 2 HP go to Rifle Squads of the unit within 6 in that have room, the
    nearest first; the rest counts for nobody."""
    play, state = play.under(LEADERLESS), play.state
    own = [p for p in state.table.of_unit(old.unit) if p.kind == "rifle_squad" and can_act(p)]
    near = [p for p in own if within(gap(state, old.id, p.id), COHERENCY)]
    for squad in sorted(near, key=lambda p: (round(gap(state, old.id, p.id), 3), p.id)):
        moved = min(left, squad.hits_full - squad.hits)
        if moved > 0:
            grown = squad.hits + moved
            play.emit(HitsChanged(piece=squad.id, old=squad.hits, new=grown, by=old.id))
            left -= moved
    if left > 0:
        add(play, "uncounted_humans", left)


def take_over(play: Play[Game], leader: str, rule: str) -> None:
    """Another leader for the activated unit: coherency is measured from him from now on."""
    now = under_way(play.state)
    measured = float(play.state.table.piece(leader).count(OFFICER)) or COHERENCY
    led = msgspec.structs.replace(now, leader=leader, measured=measured)
    play.emit(ActivationChanged(rule=rule, old=now, new=led))
