"""The knowledge of each side: the part of the state that it may see."""

from __future__ import annotations

from msgspec.structs import replace

from battlesim.mechanics.activation import Activation
from battlesim.table.compound_names import kind_of
from battlesim.table.ids import MarkerId, SideKey
from battlesim.table.pieces import Below, Marker, Off, Piece
from battlesim.table.redaction import redacted_table
from battlesim.table.state import State, Table

from ..core.lookups import has_trait
from ..core.profiles import profile
from ..core.state import BUGS, MI, Battle
from .reinforcements import ARRIVAL_MILESTONE, DUE_COUNTER

HIDDEN_ENTRANCE_KIND = "hidden_entrance"


def _shown_to_mi(state: Battle, piece: Piece) -> Piece | None:
    """Return a piece as the MI see it, or None if it is in reserve, below ground or a hidden marker.

    An option sets whether markers are hidden.
    """
    if piece.side == MI:
        return piece
    if isinstance(piece.place, Below) or piece.place == Off("reserve"):
        return None
    return None if has_trait(piece, "marker") and state.game.parameters.markers_hidden else piece


def view_for_side(state: Battle, side: SideKey) -> Battle:
    """Return the state as a side may see it (MI-GAP-61).

    No side knows what an unsearched building holds. Counters of reserves or hidden markers are left out.
    """
    site = replace(state.game.site, finds={})
    if side == BUGS:
        return state.with_table(_with_hidden(state)).with_game(site=site)
    table = state.table.cached_value(
        ("mobile infantry: shown", state.game.parameters.markers_hidden),
        lambda: redacted_table(state.table, lambda piece: _shown_to_mi(state, piece)),
    )
    known = table.pieces
    secret = {DUE_COUNTER, "serial"} if state.game.parameters.markers_hidden else {DUE_COUNTER}
    units = {key: unit for key, unit in state.game.units.items() if unit.kind != "marker" or key in known}
    game = replace(
        state.game,
        site=site,
        hidden=(),
        activation=_at_it(state, table),
        units=units,
        acted=tuple(one for one in state.game.acted if one in known or one in units),
        passed=tuple(what for what in state.game.passed if kind_of(what) != ARRIVAL_MILESTONE),
        tally={name: n for name, n in state.game.tally.items() if kind_of(name) not in secret},
    )
    return State(table, game)


def _with_hidden(state: Battle) -> Table:
    """Return the table with a marker for each entrance that only the Arachnids know (MI-HIDE-01)."""
    hidden, radius = state.game.hidden, profile("tunnel_entrance").base / 2
    found = {
        id: Marker(id, HIDDEN_ENTRANCE_KIND, e.x, e.y, radius, side=BUGS, name=f"Hidden Tunnel Entrance {id}")
        for id, e in ((MarkerId(e.id), e) for e in hidden)
    }
    if not found:
        return state.table
    return state.table.cached_value(
        ("mobile infantry: hidden entrances", hidden),
        lambda: replace(state.table, markers=state.table.markers | found),
    )


def _at_it(state: Battle, shown: Table) -> Activation | None:
    """Return the activation without models that the side cannot see; a group below ground has no name."""
    now, known = state.game.activation, shown.pieces
    if now is None:
        return None
    seen = replace(now, members=tuple(m for m in now.members if m in known))
    below = now.leader != "" and now.leader not in known
    return replace(seen, leader="", unit="", name="") if below else seen
