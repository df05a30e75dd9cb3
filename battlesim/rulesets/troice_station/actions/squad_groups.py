"""Groups of figures that act together for one pip: members, coherency and stragglers, in inches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from battlesim.engine.play import Play
from battlesim.geometry.coherency import connected_components, edge_gaps
from battlesim.geometry.freespace import discs_array
from battlesim.geometry.shapes import Point
from battlesim.mechanics.pieces import gap, is_within_distance, set_mark
from battlesim.rulings.movement import GroupLink
from battlesim.table.ids import UnitId
from battlesim.table.levels import standing_place
from battlesim.table.phrases import AnyText, Inches, Ref, phrase
from battlesim.table.pieces import Off, Piece

from ..core.lookups import active_pieces, has_ability, is_active, squad_figures
from ..core.marks import AWAY, STRAGGLER
from ..core.state import Battle, Game

MAX_GROUP_GAP_IN = 3.0
PRICE = "TS-ACT-10"
TOGETHER = "TS-ACT-11"
FATE = "TS-GAP-21"


def has_own_card(state: Battle, piece: Piece) -> bool:
    """Return whether a figure has a card of its own, so that it is not in its squad's group (TS-GAP-16)."""
    return any(has_ability(piece, ability) for ability in state.game.parameters.own_cards)


def card_members(state: Battle, squad: UnitId) -> list[Piece]:
    """Return the figures on the table that are activated by their squad's card, including casualties."""
    return [p for p in squad_figures(state, squad) if not has_own_card(state, p)]


def group_members(state: Battle, squad: UnitId) -> list[Piece]:
    """Return the active figures of a squad that act together as its group for one pip (TS-GAP-20)."""
    return [p for p in active_pieces(card_members(state, squad)) if not p.has_mark(STRAGGLER)]


def connected_groups(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Return the figures divided into connected groups; the first is the one that remains the squad's group.

    That is the largest group; in a tie, the one with a leader, then the one with the lowest id.
    """
    found = connected_components(
        edge_gaps(discs_array([(*p.xy, p.radius) for p in pieces])), MAX_GROUP_GAP_IN
    )
    groups = [[pieces[k] for k in sorted(one)] for one in found]
    return sorted(groups, key=lambda g: (-len(g), not any(_leads(p) for p in g), g[0].id))


def _leads(piece: Piece) -> bool:
    return has_ability(piece, "commander") or has_ability(piece, "nco")


def why_group_is_split(state: Battle, squad: UnitId) -> AnyText:
    """Return why a squad's group is too spread out to act together, or "" if it can."""
    here = group_members(state, squad)
    if state.game.parameters.coherency == "pairs":
        farthest = max(_gaps(state, here, here), default=None)
        return (
            _too_far(*farthest) if farthest and not is_within_distance(farthest[0], MAX_GROUP_GAP_IN) else ""
        )
    groups = connected_groups(here)
    return _too_far(*min(_gaps(state, groups[1], groups[0]))) if len(groups) > 1 else ""


def _gaps(state: Battle, some: Sequence[Piece], others: Sequence[Piece]) -> Iterator[tuple[float, str, str]]:
    """Return the gap between each figure in `some` and each figure in `others`, with their ids."""
    return ((gap(state, a.id, b.id), a.id, b.id) for a in some for b in others)


def _too_far(away: float, a: str, b: str) -> AnyText:
    words = "{} is {} from {}, and a group holds together by {}"
    return phrase(words, Ref(a), Inches(away, 2), Ref(b), Inches(MAX_GROUP_GAP_IN))


def group_link(state: Battle, squad: UnitId) -> GroupLink:
    """Return the rule that keeps a squad's group together at the end of a move."""
    ids = tuple(p.id for p in group_members(state, squad))
    return GroupLink(kind=state.game.parameters.coherency, others=ids, within=MAX_GROUP_GAP_IN)


def update_stragglers(
    play: Play[Game], squad: UnitId, chosen: bool, members_before: Sequence[Piece] = ()
) -> None:
    """Mark the figures that have left a squad's group, and unmark those that have rejoined it.

    A figure sent away by its player prevents group actions until it is back. A figure cut off by events is a
    straggler, which does not count for the group and pays for its own actions: for example, if the marine
    between it and the group is killed, but not if its player moves it away (`chosen`).
    """
    play = play.under_rule(FATE)
    here = active_pieces(card_members(play.state, squad))
    out = [p for p in here if p.has_mark(STRAGGLER) or p.has_mark(AWAY)]
    groups = connected_groups([p for p in here if p not in out])
    if not groups:
        set_mark(play, [p.id for p in out], STRAGGLER, 0)
        set_mark(play, [p.id for p in out], AWAY, 0)
        return
    group = list(groups[0])
    lost = [p for other in groups[1:] for p in other]
    fate = _cut_off(play.state, group, lost, members_before) if chosen else lost
    set_mark(play, [p.id for p in lost if p not in fate], AWAY, 1)
    set_mark(play, [p.id for p in fate], STRAGGLER, 1)
    back = [
        p
        for p in out
        if any(is_within_distance(gap(play.state, p.id, q.id), MAX_GROUP_GAP_IN) for q in group)
    ]
    set_mark(play, [p.id for p in back], STRAGGLER, 0)
    set_mark(play, [p.id for p in back], AWAY, 0)


def _cut_off(
    state: Battle, group: Sequence[Piece], lost: Sequence[Piece], before: Sequence[Piece]
) -> list[Piece]:
    """Return the separated figures that would still be in the group if no member had been lost."""
    now = state.table.pieces
    gone = [p for p in before if not is_active(now[p.id]) and now[p.id].place != Off("left")]
    whole = next(part for part in connected_groups([*group, *lost, *gone]) if group[0] in part)
    return [p for p in lost if p in whole]


def mark_stopped_straggler(play: Play[Game], piece: str, bound_for: Point) -> None:
    """Make a figure a straggler if a move that would have ended in its group was stopped outside it."""
    own = play.state.table.piece(piece)
    others = [p for p in group_members(play.state, own.unit) if p.id != piece and not p.has_mark(AWAY)]
    if not others or not is_active(own) or own.has_mark(STRAGGLER):
        return
    there = msgspec.structs.replace(own, place=standing_place(play.state.table.ground, *bound_for))
    if len(connected_groups([*others, own])) > len(connected_groups([*others, there])):
        set_mark(play.under_rule(FATE), [piece], STRAGGLER, 1)
