"""Arachnid reinforcements: the schedule, groups that enter over an edge, and underground groups."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType

import msgspec
from msgspec.structs import replace

from battlesim.engine.option import Option, closed_option, piece_options
from battlesim.engine.play import Play, Script
from battlesim.engine.position_decisions import ChoosePoint
from battlesim.engine.ruleset import Preview, PreviewRow, Step
from battlesim.geometry.paths import rounded_point
from battlesim.geometry.shapes import Point, Ring
from battlesim.mechanics.activation import ActionSpent, ActivationChanged, current_activation
from battlesim.mechanics.deployment import edge_entry_region, edge_lines_clear_of_enemies, table_edge_lines
from battlesim.mechanics.group_moves import MoveOrder
from battlesim.mechanics.turns import MilestonePassed, change_counter, set_counters
from battlesim.rulings.movement_data import GroupLink
from battlesim.table.compound_names import compound_name, kind_of
from battlesim.table.events import PiecesAdded, PiecesMoved, PieceTravel
from battlesim.table.ids import UnitId
from battlesim.table.levels import standing_place
from battlesim.table.phrases import length_text, phrase, with_names
from battlesim.table.pieces import Below, Off

from ..activations import bug_actions, bug_activation
from ..arachnids.bug_movement import ask_flight, ask_group_move, carry_out_bug_move, swarm_link
from ..core.events import UnitFormed
from ..core.lookups import entrances_on_table, models_in_play, new_piece, short_list_text
from ..core.marks import FLYING
from ..core.profiles import profile
from ..core.state import BUGS, MI, OF_ITS_OWN, Battle, Game, GameUnit
from ..underground import tunnel_entrances
from ..underground.tunneling_markers import EXITS_COUNTER

OVER_EDGE = "MI-REIN-05"
BY_TUNNEL = "MI-REIN-06"
FREE = "MI-REIN-07"
SCHEDULE = "MI-REIN-01"
ARRIVAL_PHASE = "bugs_arrivals"
HOLD_KEY = "hold"
DUE_COUNTER, ARRIVAL_MILESTONE, GROUPS_COUNTER = "due", "arrive", "groups"
"""Per kind of model: how many may still arrive, that no further group arrives, how many groups have come."""
COUNTED_MILESTONE, MARKER_MILESTONE = (
    compound_name(ARRIVAL_PHASE, "counted"),
    compound_name(ARRIVAL_MILESTONE, "marker"),
)
"""Milestones of a turn: the arrivals have been counted, and the groups below ground are over."""
TURN_COUNTER_PREFIXES = {EXITS_COUNTER, "collapsed", "collapsed_by_choice", DUE_COUNTER, GROUPS_COUNTER}
"""Prefixes of the counters that are reset in each Arachnid turn."""
BURROWER_KIND = "burrower"


class MarkerGroup(msgspec.Struct, frozen=True):
    """The composition of a group that arrives underground: a range of Warriors, and possibly a large bug."""

    label: str
    min_warriors: int
    max_warriors: int
    with_kind: str = ""


MARKER_GROUPS: Mapping[str, MarkerGroup] = {  # MI-GAP-55
    "marker": MarkerGroup("Up to 30 Warriors below ground", 1, 30),
    "marker_tanker": MarkerGroup("A Tanker and up to 15 Warriors below ground", 0, 15, "tanker"),
    "marker_burrower": MarkerGroup("The Burrower and up to 30 Warriors below ground", 1, 30, BURROWER_KIND),
}


def free_models(state: Battle, kind: str) -> list[str]:
    """Return the unused models of a kind in the pool, starting with those not used this turn."""
    free = [p.id for p in state.table.pieces_of_side(BUGS) if p.kind == kind and p.place == Off("reserve")]
    return sorted(free, key=lambda id: id in state.game.acted)


def scheduled_number(by_turn: Sequence[int], turn: int) -> int:
    """Return the number of models that a schedule provides in a turn; -1 means all that are unused."""
    return by_turn[min(turn, len(by_turn) - 1)] if by_turn else 0


def scheduled_arrivals(state: Battle, arrived: Mapping[str, int] = MappingProxyType({})) -> dict[str, int]:
    """Return the number of models of each kind that may still arrive this turn, limited by the pool.

    `arrived` counts those that already have. Rules: MI-REIN-02 and MI-REIN-03.
    """
    found = {}
    for row in state.game.site.schedule:
        free, brings = len(free_models(state, row.kind)), scheduled_number(row.by_turn, state.game.turn)
        found[row.kind] = free if brings < 0 else min(max(0, brings - arrived.get(row.kind, 0)), free)
    return found


def arrivals_due(state: Battle, kind: str) -> int:
    """Return the number of models of a kind that may still arrive this turn."""
    return state.game.count(compound_name(DUE_COUNTER, kind))


def kinds_due(state: Battle) -> list[str]:
    """Return the kinds of models that may still arrive this turn."""
    passed = state.game.passed
    kinds = [
        row.kind
        for row in state.game.site.schedule
        if compound_name(ARRIVAL_MILESTONE, row.kind) not in passed
    ]
    most = state.game.site.most_groups or math.inf
    return [
        k
        for k in kinds
        if arrivals_due(state, k) > 0 and state.game.count(compound_name(GROUPS_COUNTER, k)) < most
    ]


def next_step(state: Battle) -> Step | None:
    """Return the next step of the arrivals, or None if they are over.

    The arrivals are counted first; then groups arrive until none is left or the player holds the rest back.
    """
    if state.game.activation is not None:
        return Step("bug_action")
    if COUNTED_MILESTONE not in state.game.passed:
        return Step("count_arrivals")
    return Step("arrive") if kinds_due(state) and ARRIVAL_PHASE not in state.game.passed else None


def count_arrivals(play: Play[Game]) -> None:
    """Set the number of models that may arrive this turn, and reset the limits of a turn."""
    state = play.state
    fresh = {compound_name(DUE_COUNTER, kind): number for kind, number in scheduled_arrivals(state).items()}
    of_turn = [name for name in state.game.tally if kind_of(name) in TURN_COUNTER_PREFIXES]
    play = play.under_rule(SCHEDULE)
    set_counters(play, dict.fromkeys(of_turn, 0) | fresh)
    play.emit(MilestonePassed(what=COUNTED_MILESTONE))


def run_arrival(play: Play[Game]) -> Script[None]:
    """Ask which group of reinforcements arrives and place it, or hold all others back."""
    state, why = play.state, "reinforcements are activated first, or held back"
    too_early = (
        closed_option(p.id, p.name, why, bug_activation.REST) for p in bug_activation.unacted_bugs(state)
    )
    hold = Option(HOLD_KEY, "Hold the rest back", rule=EDGE)
    options = (*arrival_options(state), *bug_activation.collapse_options(state), hold, *too_early)
    words = "Which reinforcements arrive?"
    chosen = yield from play.choose_one("arrive", BUGS, words, options, rule=OVER_EDGE, least=HOLD_KEY)
    if chosen.key == HOLD_KEY:
        play.emit(MilestonePassed(rule=EDGE, what=ARRIVAL_PHASE))
    elif chosen.act == bug_activation.COLLAPSE_ACT:
        yield from bug_activation.collapse_by_choice(play, *chosen.to)
    elif chosen.key in MARKER_GROUPS:
        yield from _below(play, MARKER_GROUPS[chosen.key])
    else:
        yield from _over_edge(play, chosen.key)


def arrival_options(state: Battle) -> list[Option]:
    """Return an option for each kind of group; unavailable options give a reason."""
    found = []
    for kind in kinds_due(state):
        label, first = f"{profile(kind).name}s over an edge", tuple(free_models(state, kind)[:1])
        found.append(Option(kind, label, first, f"{arrivals_due(state, kind)} free", OVER_EDGE))
    for key, group in MARKER_GROUPS.items():
        why, rule = _no_marker(state, group)
        found.append(Option(key, group.label, rule=rule, shut=why))
    return found


def _no_marker(state: Battle, group: MarkerGroup) -> tuple[str, str]:
    if not state.game.site.marker_arrivals:
        return "no group comes below ground in this scenario", OF_ITS_OWN
    if MARKER_MILESTONE in state.game.passed:
        return "one group has come below ground in this turn", BY_TUNNEL
    if arrivals_due(state, "warrior") < group.min_warriors:
        return "no Warriors are free", FREE
    if group.with_kind == BURROWER_KIND:
        able = state.game.site.burrower and free_models(state, BURROWER_KIND)
        return ("", BY_TUNNEL) if able else ("there is no Burrower to join it", "MI-BURR-01")
    if group.with_kind and not arrivals_due(state, group.with_kind):
        return f"no {profile(group.with_kind).name} is free", FREE
    return "", BY_TUNNEL


def _choose(play: Play[Game], kind: str, least: int, most: int) -> Script[tuple[str, ...]]:
    """Return the models of a kind that make up the group, asking only if there is a choice."""
    free = free_models(play.state, kind)[: arrivals_due(play.state, kind)]
    most = min(most, len(free))
    if most in (0, least):
        return tuple(free[:most])
    options = piece_options((play.state.table.piece(id) for id in free), EDGE)
    prompt = f"Which {profile(kind).name}s come together?"
    chosen = yield from play.choose_some("group", BUGS, prompt, options, rule=EDGE, least=least, most=most)
    return tuple(id for id in free if id in chosen)


def _arrived(play: Play[Game], pieces: Sequence[str]) -> None:
    """Record that models have arrived and are no longer due."""
    kinds = [play.state.table.piece(p).kind for p in pieces]
    for kind in dict.fromkeys(kinds):
        if arrivals_due(play.state, kind):
            change_counter(play, compound_name(DUE_COUNTER, kind), -kinds.count(kind))


def _below(play: Play[Game], group: MarkerGroup) -> Script[None]:
    """Bring in a group by Tunneling Marker, which is activated later like other units."""
    play = play.under_rule(BY_TUNNEL)
    members = yield from _choose(play, "warrior", group.min_warriors, group.max_warriors)
    if group.with_kind:
        members = (*members, free_models(play.state, group.with_kind)[0])
    x, y = yield from _choose_edge(play, members, below=True)
    marker = tunnel_entrances.new_id(play, "M")
    name = f"Tunneling Marker {marker}"
    play.emit(UnitFormed(rule=tunnel_entrances.DIG, unit=GameUnit(UnitId(marker), name, BUGS, "marker")))
    place = standing_place(play.state.table.ground, x, y)
    piece = new_piece("tunneling_marker", marker, name, BUGS, UnitId(marker), place)
    play.emit(PiecesAdded(pieces=(piece,)))
    parts = tuple(PieceTravel(m, play.state.table.piece(m).place, Below(marker)) for m in members)
    play.emit(PiecesMoved(parts=parts, how="enter"))
    _arrived(play, members)
    play.emit(MilestonePassed(what=MARKER_MILESTONE))


def _choose_edge(play: Play[Game], members: Sequence[str], below: bool = False) -> Script[Point]:
    """Ask for a point of the table edge; an option also allows a marker at the centre of an entrance."""
    ground, at_entrances = play.state.table.ground, play.state.game.parameters.marker_at_entrances
    holes = tuple((e.xy, e.xy) for e in entrances_on_table(play.state)) if below and at_entrances else ()
    prompt = with_names(
        phrase("Place on the edge for {units}", short_list_text(members)), play.state.table.name_of
    )
    rule, lines = BY_TUNNEL if below else EDGE, (*table_edge_lines(ground), *holes)
    question = ChoosePoint(side=BUGS, what="edge", prompt=prompt, rule=rule, about=members[0], lines=lines)
    return rounded_point((yield from play.ask(question)))


def _over_edge(play: Play[Game], kind: str) -> Script[None]:
    """Move a group of one species onto the table over an edge, leader first.

    Models that are not moved stay off the table and may still arrive.
    """
    play, single = play.under_rule(OVER_EDGE), profile(kind).has_trait("single")
    members = yield from _choose(play, kind, 1, 1 if single else arrivals_due(play.state, kind))
    edge = yield from _choose_edge(play, members)
    starts = entry_lines(play.state, edge, play.state.table.piece(members[0]).radius)
    flying = yield from ask_flight(play, members)
    leader, lead = members[0], MoveOrder()
    if starts:
        lead = yield from ask_group_move(play, (leader,), GroupLink(""), flying=flying, starts=starts)
    if not lead.legs:
        play.emit(MilestonePassed(rule=EDGE, what=compound_name(ARRIVAL_MILESTONE, kind)))
        return
    bug_activation.open_activation(play, "arrival", leader, (leader,))
    play.emit(ActionSpent(action="move"))
    change_counter(play, compound_name(GROUPS_COUNTER, kind), 1, EDGE)
    carry_out_bug_move(play, lead, lead.legs, how="enter")
    yield from _follow(play, lead, members[1:], starts, flying)
    bug_activation.end_spent_activation(play)


def _follow(
    play: Play[Game], lead: MoveOrder, others: Sequence[str], starts: tuple[Ring, ...], flying: bool
) -> Script[None]:
    """Move the other models in within range of their leader, then resolve all consequences of a Move."""
    given, leader = MoveOrder(), lead.legs[0].piece
    if others:
        given = yield from ask_group_move(play, others, swarm_link(leader), flying=flying, starts=starts)
    group = (leader, *(leg.piece for leg in given.legs))
    _arrived(play, group)
    now = current_activation(play.state)
    play.emit(ActivationChanged(old=now, new=replace(now, members=group)))
    yield from bug_actions.carry_out_group_move(play, given, group, "enter", lead.flying_pieces)


EDGE = "MI-GAP-38"
ENTRY_LENGTH_IN = 12.0
ENTRY_CLEARANCE_IN = 1.0


def entry_lines(state: Battle, edge: Point, radius: float) -> tuple[Ring, ...]:
    """Return the lines along a table edge on which the bases of an entering group may start.

    Each base touches the edge from inside; parts of the edge within 1 in of an enemy are excluded.
    """
    enemies = [p.id for p in models_in_play(state, MI) if not p.has_mark(FLYING)]
    return edge_lines_clear_of_enemies(
        state.table, edge, radius, ENTRY_LENGTH_IN, enemies, ENTRY_CLEARANCE_IN
    )


def entry_preview(view: Battle, decision: ChoosePoint, answer: Point) -> Preview | None:
    """Return a preview of a group that enters over a table edge."""
    if decision.rule != EDGE:
        return None
    group = view.table.piece(decision.about)
    lines = entry_lines(view, answer, group.radius)
    long = sum(math.dist(line[0], line[-1]) for line in lines)
    rows = (
        PreviewRow("Stretch to start on", length_text(long, 1) if lines else "nothing", EDGE),
        PreviewRow("Not where an enemy is within", length_text(ENTRY_CLEARANCE_IN), EDGE),
    )
    return Preview("Over the edge", group.name, rows, way_in=edge_entry_region(lines, group.radius))
