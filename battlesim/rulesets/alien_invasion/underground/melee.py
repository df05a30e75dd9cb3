"""The sudden melee of all who are underground when an event comes up."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.table.ids import SideKey
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Piece

from ..attack.losses import choose_casualties, remove_figures
from ..attack.pools import shared_totals
from ..attack.shooting import roll_pool
from ..core.lookups import close_dice, faction_of, groups_below, living
from ..core.state import Battle, Game, Network
from ..core.terrain import OPEN
from ..core.whereabouts import point_below
from .places import entrances, leave_below
from .setting_down import WayOut, set_down_groups
from .tunnels import chosen_entrance

MEETS, AT_ONCE = "MT-SEWR-05", "MT-SEWR-06"
LOSERS, DIGGERS_FIRST, WHO = "MT-SEWR-07", "MT-SEWR-08", "MT-GAP-68"
NETWORKS: tuple[Network, ...] = ("hole", "manhole")


def sides_below(state: Battle, network: Network) -> list[SideKey]:
    """Return the sides with figures in a tunnel network, in the order of the seats."""
    return [side for side in state.game.seats if figures_below(state, side, network)]


def figures_below(state: Battle, side: SideKey, network: Network) -> list[Piece]:
    """Return the figures of a side anywhere in a tunnel network."""
    groups = groups_below(state, side)
    own = [unit.id for unit in groups if state.game.below[unit.id].network == network]
    return [figure for group in own for figure in living(state, group)]


def sudden_melees(play: Play[Game]) -> Script[None]:
    """Resolve a melee in each tunnel network in which two sides meet."""
    for network in NETWORKS:
        sides = sides_below(play.state, network)
        if any(not play.state.game.are_allied(a, b) for a, b in combinations(sides, 2)):
            yield from _melee(play, network)


def _melee(play: Play[Game], network: Network) -> Script[None]:
    """Let those who live underground strike first, and the others all at once; the losers come up."""
    sides = sides_below(play.state, network)
    play.log_message("They meet in the dark", rule=MEETS)
    lost: list[SideKey] = []
    first = [side for side in sides if faction_of(play.state, side).digs]
    for turn in (first, [side for side in sides if side not in first]):
        fallen = list[tuple[Piece, SideKey]]()
        for side in turn:
            fallen += yield from _strike(play, side, network, [piece for piece, _ in fallen])
        for piece, by in fallen:
            remove_figures(play, [piece], by, AT_ONCE)
            lost.append(piece.side)
        _clear_dead(play)
    if len(sides_below(play.state, network)) > 1:
        most = max(map(lost.count, sides))
        for side in sides:
            if most and lost.count(side) == most and side not in first:
                yield from _come_up(play, side, network)


def _strike(
    play: Play[Game], side: SideKey, network: Network, doomed: Sequence[Piece]
) -> Script[list[tuple[Piece, SideKey]]]:
    """Roll the dice of a side in a melee, and return whom they kill; the doomed are out of it."""
    state = play.state
    own = figures_below(state, side, network)
    met = [other for other in sides_below(state, network) if other != side]
    others = [other for other in met if not state.game.are_allied(other, side)]
    if not own or not others:
        return []
    target = yield from _named_target(play, side, others, network)
    why = phrase("{side} in the fight", state.table.side(side).name)
    faces = yield from roll_pool(play, close_dice(state, own), why, by=own[0].unit, rule=DIGGERS_FIRST)
    rest = [other for other in met if other != target]
    even, odd = shared_totals(faces, len(rest), state.game.parameters.odd_dice_by_value)
    fallen = list[tuple[Piece, SideKey]]()
    for victim, total in ((target, even), *zip(rest, odd, strict=True)):
        figures = [f for f in figures_below(state, victim, network) if f not in doomed]
        hit = yield from choose_casualties(play, figures, total, OPEN)
        fallen += [(figure, side) for figure in hit]
    return fallen


def _named_target(
    play: Play[Game], side: SideKey, others: Sequence[SideKey], network: Network
) -> Script[SideKey]:
    """Let a side name who takes its even dice; it is not asked about a single enemy."""
    if len(others) == 1:
        return others[0]
    options = [
        Option(figures_below(play.state, key, network)[0].unit, play.state.table.side(key).name, to=(key,))
        for key in others
    ]
    own = figures_below(play.state, side, network)[0].unit
    answer = yield from play.choose_one(
        "prey", side, "Who takes the even dice?", options, rule=WHO, about=own
    )
    return SideKey(answer.to[0])


def _clear_dead(play: Play[Game]) -> None:
    """End that groups without figures are underground."""
    for group in tuple(play.state.game.below):
        if not living(play.state, group):
            leave_below(play, group, AT_ONCE)


def _come_up(play: Play[Game], side: SideKey, network: Network) -> Script[None]:
    """Let the groups of a side that lost come up where it likes, by option at an entrance only."""
    groups = [u.id for u in groups_below(play.state, side) if play.state.game.below[u.id].network == network]
    for group in groups:
        play.log_message(phrase("{group} flees to the surface", Ref(group)), by=group, rule=LOSERS)
        opening = WayOut(point_below(play.state, group), anywhere=True)
        if play.state.game.parameters.losers_use_entrances:
            found = entrances(play.state, network)
            if not found:
                return
            marker = yield from chosen_entrance(play, group, found, "Come up at which entrance?", LOSERS)
            opening = WayOut((marker.x, marker.y))
        yield from set_down_groups(play, {group: opening}, LOSERS)
