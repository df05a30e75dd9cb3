"""Short words for tests of what goes on below ground."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from battlesim.engine.play import Play, Script
from battlesim.rulesets.mobile_infantry.core.state import Battle, HiddenEntrance
from battlesim.table.pieces import Piece
from battlesim.table.terrain import Terrain
from tests.rules.mobile_infantry.acts import do
from tests.rules.mobile_infantry.arachnids import below, hole, marker, swarm_of
from tests.rules.mobile_infantry.field import ScriptResult, block, field, perform

PHASE = "bugs_activations"
H1 = HiddenEntrance("H1", "V6", 40.5, 19.5)
V6 = block("building", "V6", 39, 15, 42, 18)


def group(x: float, y: float, *, warriors: int = 20, **large: str) -> list[Piece]:
    """Marker M with its group."""
    return [marker("M", x, y), *below("M", warriors=warriors, **large)]


def underground(*things: Piece | Terrain, actions: int = 2, **more: Any) -> Battle:
    """A battle in which marker M is activated."""
    activation = swarm_of("M", kind="marker", unit="M", actions=actions)
    return field(*things, phase=PHASE, activation=activation, **more)


def tunnel(
    state: Battle, kind: str, dice: tuple[int, ...] = (), until: str = "", **answers: Any
) -> ScriptResult:
    """One tunnel move of the activated group."""
    return do(state, "bug_action", {"tunnel": [kind], **answers}, dice, until)


def run(
    state: Battle, script: Callable[[Play[Any]], Script[Any]], dice: tuple[int, ...] = (), **answers: Any
) -> ScriptResult:
    """Any script of the rules."""
    return perform(state, script, answers, dice)


def six(start: float = 5.0) -> list[Piece | Terrain]:
    """Six Tunnel Entrances in a row."""
    return [thing for n in range(6) for thing in hole(f"E{n + 1}", start + 10 * n, 42)]
