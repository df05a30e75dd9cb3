"""Activations of the Arachnids: who is activated, Swarms, and the Actions of models on the surface."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option, by_name, closed
from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import Step
from battlesim.mechanics.activation import (
    ActionSpent,
    Activation,
    ActivationBegan,
    ActivationEnded,
    under_way,
)
from battlesim.mechanics.pieces import gap, nearest, set_mark, standing, within
from battlesim.mechanics.turns import Passed
from battlesim.table.ids import UnitId
from battlesim.table.pieces import Piece

from ..aftermath import chains
from ..arachnids.bug_movement import CHAIN, SWARM_RANGE
from ..below import markers, tunnels
from ..core.facts import entrances, has, models
from ..core.facts import markers as all_markers
from ..core.marks import SURFACED
from ..core.state import BUGS, OF_ITS_OWN, Battle, Game
from . import bug_actions
from .bug_actions import DONE

LEAD = "MI-BUNI-01"
ONCE = "MI-BTRN-02"
REST = "MI-BTRN-01"
PHASE = "bugs_activations"
COLLAPSE = "collapse"


def unacted(state: Battle) -> list[Piece]:
    """Bugs on the surface that have not acted in this turn."""
    return [p for p in models(state, BUGS) if p.id not in state.game.acted]


def surfaced(state: Battle) -> list[Piece]:
    """Bugs that came out of the ground and have their group's remaining Action."""
    return [p for p in unacted(state) if p.has(SURFACED)]


def groups_below(state: Battle) -> list[Piece]:
    """Tunneling Markers whose group has not acted."""
    return [m for m in all_markers(state) if m.id not in state.game.acted]


def collapsible(state: Battle) -> list[Piece]:
    """One Tunnel Entrance of his own in each Arachnid turn, none that is hidden."""
    return [] if state.game.count("collapsed_by_choice") else entrances(state)


def tunnelling(state: Battle) -> bool:
    """Whether groups below ground may act already."""
    return state.game.turn >= state.game.site.tunnelling_from


def next_step(state: Battle) -> Step | None:
    """The next step of the activations, None when they are over."""
    if state.game.activation is not None:
        return Step("bug_action")
    if surfaced(state):
        return Step("bug_surfaced")
    waiting = unacted(state) or (groups_below(state) and tunnelling(state)) or collapsible(state)
    return Step("bug_activate") if waiting and PHASE not in state.game.passed else None


def roll_call(state: Battle) -> ChooseOne:
    """Which model, or group below ground, is activated, with those that are not and why."""
    first = state.game.site.tunnelling_from
    early = "" if tunnelling(state) else f"groups below ground cannot act before turn {first}"
    leaders = by_name(unacted(state), LEAD)
    below = [_below(state, marker, early) for marker in groups_below(state)]
    done = [p for p in (*models(state, BUGS), *all_markers(state)) if p.id in state.game.acted]
    acted = (closed(p.id, p.name, f"{p.name} has acted in this turn", ONCE) for p in done)
    options = (*leaders, *below, *collapses(state), Option(DONE, "End the activations"), *acted)
    begins = "" if leaders or (below and not early) else DONE
    return ChooseOne(
        side=BUGS,
        what="activate",
        prompt="Which unit is activated?",
        rule=LEAD,
        options=options,
        least=DONE,
        begins=begins,
    )


def activate(play: Play[Game]) -> Script[None]:
    """Name a lead model, a group below ground, a tunnel to collapse, or end the activations."""
    state, question = play.state, roll_call(play.state)
    chosen = question.chosen((yield from play.ask(question)))
    if chosen.key == DONE:
        play.emit(Passed(rule=REST, what=PHASE))
    elif chosen.act == COLLAPSE:
        yield from collapse(play, *chosen.to)
    elif has(state.table.piece(chosen.key), "marker"):
        open_activation(play, "marker", chosen.key, (chosen.key,))
    else:
        alone = has(state.table.piece(chosen.key), "single")  # MI-BUNI-02
        members = (chosen.key,) if alone else (yield from _swarm(play, chosen.key))
        open_activation(play, "swarm", chosen.key, members)


def _below(state: Battle, marker: Piece, early: str) -> Option:
    """A group below ground, unless it is too early for it."""
    if early:
        return closed(marker.id, marker.name, early, OF_ITS_OWN)
    kinds = markers.kinds_of(state.table.below(marker.id))
    return Option(marker.id, marker.name, (marker.id,), kinds, tunnels.DIG)


def collapses(state: Battle) -> tuple[Option, ...]:
    """The Tunnel Entrances that may be collapsed by choice in this turn, or no more."""
    why = "" if collapsible(state) else "one Tunnel Entrance has been collapsed in this turn"
    return tuple(
        Option(
            f"{COLLAPSE}:{e.id}",
            e.name if why else f"Collapse {e.name}",
            () if why else (e.id,),
            rule=tunnels.BY_CHOICE,
            act=COLLAPSE,
            to=(e.id,),
            shut=why,
        )
        for e in entrances(state)
    )


def collapse(play: Play[Game], entrance: str) -> Script[None]:
    """A collapse by choice, before or after any unit's activation; it costs no Action."""
    lost = yield from tunnels.collapse(play, entrance, by_choice=True)
    yield from chains.work_through(play, lost)


def open_activation(
    play: Play[Game], kind: str, leader: str, members: Sequence[str], actions: int = 2
) -> None:
    """Begin an activation of Arachnids: two Actions, the same for all."""
    piece = play.state.table.piece(leader)
    name = bug_actions.called(play.state, leader, members)
    unit = UnitId(leader) if kind == "marker" else piece.unit
    begun = Activation(kind, BUGS, unit, name, tuple(members), leader, actions, measured=SWARM_RANGE)
    play.emit(ActivationBegan(rule=bug_actions.TWO_ACTIONS, activation=begun))


def in_range(state: Battle, leader: str) -> tuple[str, ...]:
    """Unacted models of the leader's species within 6 in of it: they always join (MI-BUNI-03)."""
    kind = state.table.piece(leader).kind
    same = [p.id for p in unacted(state) if p.kind == kind and p.id != leader]
    return tuple(p for p in same if within(gap(state, leader, p), SWARM_RANGE))


def chain(state: Battle, members: Sequence[str], pieces: Sequence[Piece]) -> list[Piece]:
    """Those of the pieces, of the same species, within 1 in of any member."""
    kind = state.table.piece(members[0]).kind
    same = [p for p in pieces if p.kind == kind and p.id not in members]
    return [p for p in same if within(nearest(state, p.id, members), CHAIN)]


def _swarm(play: Play[Game], leader: str) -> Script[tuple[str, ...]]:
    """The Swarm about a leader; the chain is asked link by link, as long as there is somebody to join."""
    state = play.state
    members = (leader, *in_range(state, leader))
    joining = play.under("MI-BUNI-04")
    while able := chain(state, members, unacted(state)):
        prompt, options = "Who joins the Swarm by chain?", by_name(able, joining.rule)
        chosen = yield from joining.some("join", BUGS, prompt, options, about=leader)
        if not chosen:
            break
        members = (*members, *(p.id for p in able if p.id in chosen))
    acted = [p for p in models(state, BUGS) if p.id in state.game.acted]
    if left := chain(state, members, acted):
        names = ", ".join(p.name for p in left)
        play.remark("left_out", f"Not in the Swarm, they have acted in this turn: {names}", leader, rule=ONCE)
    return members


def lead_surfaced(play: Play[Game]) -> Script[None]:
    """Those who came out act on: the Warriors together, a Tanker or a Burrower for itself."""
    able = surfaced(play.state)
    leader = able[0].id
    if len(able) > 1:
        prompt, options = "Who leads those that came out?", by_name(able, tunnels.ROOM)
        leader = (yield from play.one("activate", BUGS, prompt, options, rule=tunnels.ROOM)).key
    first = play.state.table.piece(leader)
    same = [p.id for p in able if p.kind == first.kind and p.id != leader and not has(p, "single")]
    members = (leader, *same)
    open_activation(play, "exit", leader, members, first.count(SURFACED))
    set_mark(play, members, SURFACED, 0, tunnels.ROOM)


def action(play: Play[Game]) -> Script[None]:
    """One Action of the activated unit with its reactions; the activation ends with its last one."""
    now = under_way(play.state)
    alive = standing(play.state, now.members)
    if alive and now.kind == "marker":
        yield from _dig(play)
    elif alive:
        yield from bug_actions.action(play)
    close(play)


def _dig(play: Play[Game]) -> Script[None]:
    """A tunnel move of a group below ground, or nothing more.

    Those who come out have the group's remaining Action on the surface.
    """
    now = under_way(play.state)
    marker, words = now.unit, f"{now.name}: tunnel move"
    options = (*markers.choices(play.state, marker), Option(DONE, "Nothing more"))
    chosen = yield from play.one("tunnel", BUGS, words, options, rule=tunnels.DIG, about=marker, least=DONE)
    if not chosen.act:
        bug_actions.end(play)
        return
    play.emit(ActionSpent(rule=tunnels.DIG, action=chosen.act))
    if chosen.act == "exit":
        out = yield from markers.come_out(play, marker, *chosen.to)
        yield from bug_actions.after_move(play, out, "exit")
        markers.surfaced(play, marker, out)
    elif chosen.act == "place":
        hole = yield from tunnels.place_entrance(play, marker)
        yield from bug_actions.completed(play, (hole,), "place")
    else:
        yield from markers.MOVES[chosen.act](play, marker)


def close(play: Play[Game]) -> None:
    """End the activation when no Action, or nobody, is left; its models have acted."""
    now = play.state.game.activation
    if now is not None and (now.actions_left <= 0 or not standing(play.state, now.members)):
        play.emit(ActivationEnded(rule=ONCE, acted=now.members))


SCRIPTS = {
    "bug_activate": activate,
    "bug_surfaced": lead_surfaced,
    "bug_action": action,
}
