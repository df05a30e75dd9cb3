"""The Leader of a faction: who may act while he lives, and how often a group may act on one card."""

from __future__ import annotations

from battlesim.engine.play import Play
from battlesim.mechanics.pieces import set_mark
from battlesim.mechanics.turns import change_counter, set_counters
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Piece

from ..core.lookups import faction_of, is_alive, merged_groups
from ..core.state import Battle, Game

ONCE, STANDS, APPOINTED = "MT-CYBR-02", "MT-CYBR-04", "MT-CYBR-05"
LEADER = "leader"
ACTED_PREFIX = "acted on this card: "


def leader_of_side(state: Battle, side: SideKey) -> Piece | None:
    """Return the Leader of a side, or None if the Leader is dead."""
    own = state.table.pieces_of_side(side)
    return next((figure for figure in own if is_alive(figure) and figure.has_mark(LEADER)), None)


def has_leader(state: Battle, group: UnitId) -> bool:
    """Return whether the Leader is in a group, or in a group merged with it in a combat."""
    own = [f for unit in merged_groups(state, group) for f in state.table.pieces_of_unit(unit)]
    return any(is_alive(figure) and figure.has_mark(LEADER) for figure in own)


def acts_left(state: Battle, group: UnitId, most: int) -> int:
    """Return how many of a card's actions a group may still take.

    Without the Leader among them the groups of his faction have one action a card, and none while he is dead.
    """
    side = state.table.units[group].side
    if not faction_of(state, side).led:
        return most
    if leader_of_side(state, side) is None:
        return 0
    acted = any(state.game.count(ACTED_PREFIX + own) for own in merged_groups(state, group))
    return most if has_leader(state, group) else min(most, int(not acted))


def why_may_not_act(state: Battle, group: UnitId) -> AnyText:
    """Return why a group may not take an action of the card, or "" if it may."""
    if acts_left(state, group, 1):
        return ""
    dead = leader_of_side(state, state.table.units[group].side) is None
    return "there is no Leader" if dead else "only the Leader's group acts twice on a card"


def count_action(play: Play[Game], group: UnitId) -> None:
    """Record that a group has taken an action of the card, if its faction has a Leader."""
    if faction_of(play.state, play.state.table.units[group].side).led:
        change_counter(play, ACTED_PREFIX + group, 1, ONCE)


def forget_actions(play: Play[Game]) -> None:
    """Clear, at the end of a card, the record of the groups that have acted."""
    set_counters(play, {ACTED_PREFIX + group: 0 for group in play.state.table.units}, ONCE)


def appoint(play: Play[Game], figure: str) -> None:
    """Make a figure the Leader."""
    set_mark(play, [figure], LEADER, 1, APPOINTED)
    play.log_message(phrase("{figure} is the Leader now", Ref(figure)), by=figure, rule=APPOINTED)
