"""Cover, which is the bonus that terrain gives to a Save."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from battlesim.rulings.piece_gaps import terrain_within
from battlesim.table.pieces import Inside, OnTable, Piece

from ..core.lookups import has_trait, is_structure
from ..core.profiles import terrain_kinds
from ..core.state import BUGS, Battle
from ..ground.sight import sight_views
from .attack_dice import AttackDie
from .attack_modes import AttackMode

PARTLY_HIDDEN_BONUS = 1
HARD_COVER_BONUS = 2
TRAITS_WITHOUT_COVER = ("aircraft", "airstrike", "entrance")


class CoverBonus(NamedTuple):
    """A bonus to a Save, with its reason and its rule."""

    value: int
    text: str
    rule: str

    def bonus_against(self, die: AttackDie) -> int:
        """Return the bonus against a die, which is 0 against Flame."""
        return 0 if die.weapon_profile.flame else self.value


NO_COVER = CoverBonus(0, "in the open", "")
TOO_LARGE_TEXT = "Large: no cover"

COVER_SOURCES: Mapping[str, tuple[str, ...]] = {
    "seen": ("partly", "touching"),
    "touching": ("touching",),
    "none": (),
    "close:inside_only": ("inside",),
    "close:all": ("partly", "touching"),
    "close:none": (),
}


def _helps(state: Battle, way: AttackMode) -> tuple[str, ...]:
    key = f"close:{state.game.parameters.melee_cover}" if way.cover == "close" else way.cover
    return COVER_SOURCES[key]


def occupied_cover(piece: Piece, rule: str) -> CoverBonus:
    """Return the cover of a model inside a building or on a wall."""
    held = isinstance(piece.place, Inside) or (isinstance(piece.place, OnTable) and bool(piece.place.on))
    return CoverBonus(HARD_COVER_BONUS, "inside or on hard cover", rule) if held else NO_COVER


def touched_cover(state: Battle, piece: Piece, rule: str) -> CoverBonus:
    """Return the cover bonus for touching terrain: +2 for a building or an intact wall.

    An option sets whether a Tunnel Entrance counts (MI-GAP-41).
    """
    best = occupied_cover(piece, rule)
    if not isinstance(piece.place, OnTable):
        return best
    kinds = terrain_kinds()
    for terrain in terrain_within(state.table.ground, piece, 0.0):
        hard = terrain.kind in kinds and kinds[terrain.kind].hard_cover
        value, why = HARD_COVER_BONUS if hard else 0, rule
        if terrain.kind == "tunnel_entrance" and piece.side == BUGS:
            value, why = state.game.parameters.bugs_at_entrance, "MI-TUNL-08"
        if value > best.value:
            best = CoverBonus(value, f"touching {terrain.display_name}", why)
    return best


def partial_cover(
    state: Battle, pieces: Sequence[Piece], firers: Sequence[str], rule: str, new_smoke_ids: Sequence[str]
) -> dict[str, CoverBonus]:
    """Return a bonus of +1 for each piece that no firer sees completely (MI-COVR-02, MI-GAP-71)."""
    known = state.table.pieces
    viewers = [known[i] for i in dict.fromkeys(firers) if i in known and known[i].in_play]
    if not viewers:
        return {}
    views = sight_views(state, [(v, p) for p in pieces for v in viewers], new_smoke_ids)
    in_full = {piece for (_, piece), view in views.items() if view.visible and not view.obscured}
    return {
        p.id: CoverBonus(PARTLY_HIDDEN_BONUS, "partly hidden", rule) for p in pieces if p.id not in in_full
    }


def cover_bonuses(
    state: Battle,
    targets: Sequence[str],
    dice: Sequence[AttackDie],
    mode: AttackMode,
    new_smoke_ids: Sequence[str] = (),
) -> dict[str, CoverBonus]:
    """Return the best cover bonus of each target; Large models, aircraft and structures have none.

    For a Large model that would otherwise have a bonus, the text says so.
    """
    models = [state.table.piece(t) for t in targets if not is_structure(state, t)]
    able = [p for p in models if not any(has_trait(p, trait) for trait in TRAITS_WITHOUT_COVER)]
    covers, helps = dict.fromkeys(targets, NO_COVER), _helps(state, mode)
    if "inside" in helps:
        covers |= {p.id: occupied_cover(p, "MI-GAP-42") for p in able}
    if "touching" in helps:
        covers |= {p.id: touched_cover(state, p, mode.touching) for p in able}
    if "partly" in helps:
        bare = [p for p in able if not covers[p.id].value]
        covers |= (
            partial_cover(state, bare, [die.firer for die in dice], mode.obscured, new_smoke_ids)
            if bare
            else {}
        )
    for large in (p for p in able if has_trait(p, "large") and covers[p.id].value):
        covers[large.id] = CoverBonus(0, TOO_LARGE_TEXT, "MI-BTRT-05" if large.side == BUGS else "MI-MTRT-05")
    return covers
