"""Short words for tests of the Arachnid side: legs, steps of the turn, activations, things below ground."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import Outcome
from battlesim.mechanics.activation import Activation
from battlesim.rulesets.mobile_infantry import RULESET
from battlesim.rulesets.mobile_infantry.battle import turn_sequence
from battlesim.rulesets.mobile_infantry.core.state import BUGS, Battle
from battlesim.rulesets.mobile_infantry.underground.tunnel_entrances import entrance_terrain
from battlesim.table.pieces import Below, Off, Piece
from battlesim.table.terrain import Terrain
from tests.rules.mobile_infantry.field import ScriptResult, perform, piece


def swarm_of(
    leader: str, *others: str, actions: int = 2, kind: str = "swarm", unit: str = "bugs"
) -> Activation:
    """An open activation of these models."""
    return Activation(kind, BUGS, unit, "swarm", (leader, *others), leader, actions)


def below(marker: str, *, warriors: int = 0, **large: str) -> list[Piece]:
    """Models in a Tunneling Marker: Warriors T1, T2 …, and others by kind = id."""
    found = [piece("warrior", f"T{n + 1}", place=Below(marker)) for n in range(warriors)]
    return [*found, *(piece(kind, id, place=Below(marker)) for kind, id in large.items())]


def reserve(kind: str, count: int) -> list[Piece]:
    """Models in reserve: warrior-1, warrior-2 …"""
    return [piece(kind, f"{kind}-{n + 1}", place=Off("reserve")) for n in range(count)]


def hole(id: str, x: float, y: float, **more: Any) -> tuple[Piece, Terrain]:
    """A Tunnel Entrance: the piece and the terrain that it is."""
    entrance = piece("tunnel_entrance", id, x, y, **more)
    return entrance, entrance_terrain(entrance)


def marker(id: str, x: float, y: float) -> Piece:
    """A Tunneling Marker."""
    return piece("tunneling_marker", id, x, y, unit=id)


def play_on(
    state: Battle,
    phase: str,
    answers: Mapping[str, Any] | None = None,
    dice: Sequence[int] = (),
    until: str = "",
) -> ScriptResult:
    """All steps until a phase begins."""
    return perform(state, lambda game: _until(game, phase), answers, dice, until)


def _until(game: Play[Any], phase: str) -> Script[None]:
    while game.state.game.phase != phase:
        step = turn_sequence.next_step(game.state)
        assert not isinstance(step, Outcome), f"the battle is over: {step.reason}"
        yield from RULESET.script(game, step)
