"""Cover: what terrain adds to a Save."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from battlesim.rulings.piece_gaps import terrain_within
from battlesim.table.pieces import Inside, OnTable, Piece

from ..core.facts import has, is_structure
from ..core.profiles import terrain_kinds
from ..core.state import BUGS, Battle
from ..ground.sightlines import look
from .pool import AttackDie
from .ways import Way

PARTLY = 1
TOUCHING = 2
NEVER = ("aircraft", "airstrike", "entrance")


class Cover(NamedTuple):
    """What is added to a Save, why, and by which rule."""

    value: int
    words: str
    rule: str

    def against(self, die: AttackDie) -> int:
        """What is added against one die: nothing against Flame."""
        return 0 if die.gun.flame else self.value


OPEN = Cover(0, "in the open", "")
TOO_LARGE = "Large: no cover"

HELPS: Mapping[str, tuple[str, ...]] = {
    "seen": ("partly", "touching"),
    "touching": ("touching",),
    "none": (),
    "close:inside_only": ("inside",),
    "close:all": ("partly", "touching"),
    "close:none": (),
}


def _helps(state: Battle, way: Way) -> tuple[str, ...]:
    key = f"close:{state.game.parameters.melee_cover}" if way.cover == "close" else way.cover
    return HELPS[key]


def inside(piece: Piece, rule: str) -> Cover:
    """+2 for whoever is inside a building or on a wall."""
    held = isinstance(piece.place, Inside) or (isinstance(piece.place, OnTable) and bool(piece.place.on))
    return Cover(TOUCHING, "inside or on hard cover", rule) if held else OPEN


def touching(state: Battle, piece: Piece, rule: str) -> Cover:
    """+2 for touching a building or an intact wall; at a Tunnel Entrance as the option says (MI-GAP-41)."""
    best = inside(piece, rule)
    if not isinstance(piece.place, OnTable):
        return best
    kinds = terrain_kinds()
    for terrain in terrain_within(state.table.ground, piece, 0.0):
        hard = terrain.kind in kinds and kinds[terrain.kind].hard_cover
        value, why = TOUCHING if hard else 0, rule
        if terrain.kind == "tunnel_entrance" and piece.side == BUGS:
            value, why = state.game.parameters.bugs_at_entrance, "MI-TUNL-08"
        if value > best.value:
            best = Cover(value, f"touching {terrain.display_name}", why)
    return best


def partly(
    state: Battle, pieces: Sequence[Piece], firers: Sequence[str], rule: str, fresh: Sequence[str]
) -> dict[str, Cover]:
    """+1 for those that no firer who sees them sees in full (MI-COVR-02), named target or not (MI-GAP-71)."""
    known = state.table.pieces
    viewers = [known[i] for i in dict.fromkeys(firers) if i in known and known[i].in_play]
    if not viewers:
        return {}
    views = look(state, [(v, p) for p in pieces for v in viewers], fresh)
    in_full = {piece for (_, piece), view in views.items() if view.visible and not view.obscured}
    return {p.id: Cover(PARTLY, "partly hidden", rule) for p in pieces if p.id not in in_full}


def bonuses(
    state: Battle, targets: Sequence[str], dice: Sequence[AttackDie], way: Way, fresh: Sequence[str] = ()
) -> dict[str, Cover]:
    """The better of the two bonuses for each target, which do not add up.

    Large models and aircraft have none, nor have structures. A Large model that would have one but for that
    is told why it has none.
    """
    models = [state.table.piece(t) for t in targets if not is_structure(state, t)]
    able = [p for p in models if not any(has(p, trait) for trait in NEVER)]
    covers, helps = dict.fromkeys(targets, OPEN), _helps(state, way)
    if "inside" in helps:
        covers |= {p.id: inside(p, "MI-GAP-42") for p in able}
    if "touching" in helps:
        covers |= {p.id: touching(state, p, way.touching) for p in able}
    if "partly" in helps:
        bare = [p for p in able if not covers[p.id].value]
        covers |= partly(state, bare, [die.firer for die in dice], way.obscured, fresh) if bare else {}
    for large in (p for p in able if has(p, "large") and covers[p.id].value):
        covers[large.id] = Cover(0, TOO_LARGE, "MI-BTRT-05" if large.side == BUGS else "MI-MTRT-05")
    return covers
