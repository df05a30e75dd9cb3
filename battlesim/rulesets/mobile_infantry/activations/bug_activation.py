"""Activations of the Arachnids: choosing the bugs, Swarms or underground groups that act."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option, closed_option, piece_options
from battlesim.engine.play import Play, Script
from battlesim.engine.position_decisions import PlacePieces
from battlesim.engine.ruleset import EffectArea, LossOdds, Preview, PreviewRow, Step
from battlesim.geometry.shapes import circle
from battlesim.mechanics.activation import Activation, ActivationBegan, ActivationEnded, current_activation
from battlesim.mechanics.chance import count_distribution
from battlesim.mechanics.odds import loss_distribution
from battlesim.mechanics.pieces import ids_in_play, is_within_distance, nearest_gap, set_mark
from battlesim.mechanics.preview_rows import losses_bars
from battlesim.mechanics.turns import MilestonePassed
from battlesim.rulings.piece_placement import PiecePlacement
from battlesim.table.ids import UnitId
from battlesim.table.phrases import length_text, phrase
from battlesim.table.pieces import Below, Piece

from ..aftermath import attack_previews, chain_reactions
from ..aftermath.attack_previews import models_label
from ..aftermath.chain_reactions import explodes
from ..arachnids.bug_movement import SWARM_CHAIN_IN, SWARM_RANGE_IN, swarm_mates
from ..attack.attack_modes import EXPLOSION
from ..attack.die_outcome import save_failure_chance
from ..core.lookups import entrances_on_table, has_trait, models_in_play, ratings
from ..core.lookups import tunneling_markers_on_table as all_markers
from ..core.marks import SURFACED
from ..core.profiles import profile
from ..core.state import BUGS, OF_ITS_OWN, Battle, Game
from ..reactions import reactions
from ..underground import tunnel_entrances, tunneling_markers
from . import bug_actions
from .bug_actions import DONE_KEY

LEAD = "MI-BUNI-01"
ONCE = "MI-BTRN-02"
REST = "MI-BTRN-01"
BUG_ACTIVATION_PHASE = "bugs_activations"
COLLAPSE_ACT = "collapse"


def unacted_bugs(state: Battle) -> list[Piece]:
    """Return the bugs on the surface that have not acted this turn."""
    return [p for p in models_in_play(state, BUGS) if p.id not in state.game.acted]


def surfaced_bugs(state: Battle) -> list[Piece]:
    """Return the bugs that have come out of the ground and can still take the last Action of their group."""
    return [p for p in unacted_bugs(state) if p.has_mark(SURFACED)]


def groups_underground(state: Battle) -> list[Piece]:
    """Return the Tunneling Markers of the underground groups that have not acted this turn."""
    return [m for m in all_markers(state) if m.id not in state.game.acted]


def collapsible_entrances(state: Battle) -> list[Piece]:
    """Return the visible Tunnel Entrances, or [] if the player has already collapsed one this turn."""
    return [] if state.game.count("collapsed_by_choice") else entrances_on_table(state)


def may_tunnel(state: Battle) -> bool:
    """Return whether underground groups may already act this turn."""
    return state.game.turn >= state.game.site.tunnelling_from


def next_step(state: Battle) -> Step | None:
    """Return the next step of the Arachnids' activations, or None if they are over."""
    if state.game.activation is not None:
        return Step("bug_action")
    if surfaced_bugs(state):
        return Step("bug_surfaced")
    waiting = (
        unacted_bugs(state)
        or (groups_underground(state) and may_tunnel(state))
        or collapsible_entrances(state)
    )
    return Step("bug_activate") if waiting and BUG_ACTIVATION_PHASE not in state.game.passed else None


def activation_decision(state: Battle) -> ChooseOne:
    """Return the decision on the bug or underground group to act next; unavailable options give a reason."""
    first = state.game.site.tunnelling_from
    early = "" if may_tunnel(state) else f"groups below ground cannot act before turn {first}"
    leaders = piece_options(unacted_bugs(state), LEAD)
    below = [_below(state, marker, early) for marker in groups_underground(state)]
    done = [p for p in (*models_in_play(state, BUGS), *all_markers(state)) if p.id in state.game.acted]
    acted = (closed_option(p.id, p.name, "already acted in this turn", ONCE) for p in done)
    options = (*leaders, *below, *collapse_options(state), Option(DONE_KEY, "End the activations"), *acted)
    words, begins = "Which unit is activated?", "" if leaders or (below and not early) else DONE_KEY
    return ChooseOne(
        side=BUGS, what="activate", prompt=words, rule=LEAD, options=options, least=DONE_KEY, begins=begins
    )


def activate_bugs(play: Play[Game]) -> Script[None]:
    """Ask which bug or underground group acts, or which entrance collapses, and carry it out."""
    state, question = play.state, activation_decision(play.state)
    chosen = question.chosen_option((yield from play.ask(question)))
    if chosen.key == DONE_KEY:
        play.emit(MilestonePassed(rule=REST, what=BUG_ACTIVATION_PHASE))
    elif chosen.act == COLLAPSE_ACT:
        yield from collapse_by_choice(play, *chosen.to)
    elif has_trait(state.table.piece(chosen.key), "marker"):
        open_activation(play, "marker", chosen.key, (chosen.key,))
    else:
        alone = has_trait(state.table.piece(chosen.key), "single")  # MI-BUNI-02
        members = (chosen.key,) if alone else (yield from _swarm(play, chosen.key))
        open_activation(play, "swarm", chosen.key, members)


def _below(state: Battle, marker: Piece, early: str) -> Option:
    """Return the option to activate a group below ground; it is closed in the turns before groups may dig."""
    if early:
        return closed_option(marker.id, marker.name, early, OF_ITS_OWN)
    kinds = tunneling_markers.kind_counts_text(state.table.pieces_below(marker.id))
    return Option(marker.id, marker.name, (marker.id,), kinds, tunnel_entrances.DIG)


def collapse_options(state: Battle) -> tuple[Option, ...]:
    """Return an option for each Tunnel Entrance that the player may collapse."""
    holes = entrances_on_table(state)
    if not collapsible_entrances(state):
        why = "one Tunnel Entrance has been collapsed in this turn"
        return tuple(
            closed_option(f"{COLLAPSE_ACT}:{e.id}", e.name, why, tunnel_entrances.BY_CHOICE) for e in holes
        )
    can = partial(Option, rule=tunnel_entrances.BY_CHOICE, act=COLLAPSE_ACT)
    return tuple(can(f"{COLLAPSE_ACT}:{e.id}", f"Collapse {e.name}", (e.id,), to=(e.id,)) for e in holes)


def collapse_by_choice(play: Play[Game], entrance: str) -> Script[None]:
    """Collapse a Tunnel Entrance that the player has chosen, and resolve the consequences."""
    lost = yield from tunnel_entrances.collapse_entrance(play, entrance, tunnel_entrances.BY_CHOICE)
    yield from chain_reactions.resolve_chain(play, lost)


def open_activation(
    play: Play[Game], kind: str, leader: str, members: Sequence[str], actions: int = 2
) -> None:
    """Begin an activation of Arachnids, with Actions (by default two) that all the models take together."""
    piece = play.state.table.piece(leader)
    name = bug_actions.group_name(play.state, leader, members)
    unit = UnitId(leader) if kind == "marker" else piece.unit
    begun = Activation(kind, BUGS, unit, name, tuple(members), leader, actions, measured=SWARM_RANGE_IN)
    play.emit(ActivationBegan(rule=bug_actions.TWO_ACTIONS, activation=begun))


def chain_neighbours(state: Battle, members: Sequence[str], pieces: Sequence[Piece]) -> list[Piece]:
    """Return the given pieces that are of the same species as a group and within 1 in of a member."""
    kind = state.table.piece(members[0]).kind
    same = [p for p in pieces if p.kind == kind and p.id not in members]
    return [p for p in same if is_within_distance(nearest_gap(state, p.id, members), SWARM_CHAIN_IN)]


def _swarm(play: Play[Game], leader: str) -> Script[tuple[str, ...]]:
    """Return the ids of the Swarm around a leader.

    Models near the leader always join (MI-BUNI-03); the player is asked about further links of the chain.
    """
    state = play.state
    members = (leader, *swarm_mates(state, leader, unacted_bugs(state)))
    joining = play.under_rule("MI-BUNI-04")
    while able := chain_neighbours(state, members, unacted_bugs(state)):
        prompt, options = "Who joins the Swarm by chain?", piece_options(able, joining.rule)
        chosen = yield from joining.choose_some("join", BUGS, prompt, options, about=leader)
        if not chosen:
            break
        members = (*members, *(p.id for p in able if p.id in chosen))
    acted = [p for p in models_in_play(state, BUGS) if p.id in state.game.acted]
    if left := chain_neighbours(state, members, acted):
        names = ", ".join(p.name for p in left)
        play.remark("left_out", f"Not in the Swarm, they have acted in this turn: {names}", leader, rule=ONCE)
    return members


def activate_surfaced(play: Play[Game]) -> Script[None]:
    """Activate bugs that have come out of the ground: Warriors together, a Tanker or a Burrower alone."""
    able = surfaced_bugs(play.state)
    leader = able[0].id
    if len(able) > 1:
        prompt, options = "Who leads those that came out?", piece_options(able, tunnel_entrances.ROOM)
        leader = (
            yield from play.choose_one("activate", BUGS, prompt, options, rule=tunnel_entrances.ROOM)
        ).key
    first = play.state.table.piece(leader)
    same = [p.id for p in able if p.kind == first.kind and p.id != leader and not has_trait(p, "single")]
    members = (leader, *same)
    open_activation(play, "exit", leader, members, first.mark_count(SURFACED))
    set_mark(play, members, SURFACED, 0, tunnel_entrances.ROOM)


def run_arachnid_action(play: Play[Game]) -> Script[None]:
    """Run an Action of the activated bugs with the Reactions to it; the last ends the activation."""
    now = current_activation(play.state)
    alive = ids_in_play(play.state, now.members)
    if alive and now.kind == "marker":
        yield from _dig(play)
    elif alive:
        yield from bug_actions.run_surface_action(play)
    end_spent_activation(play)


def _dig(play: Play[Game]) -> Script[None]:
    """Run a tunnel move of a group below ground, or end its activation.

    Bugs that come out of the ground can still take the remaining Action.
    """
    now = current_activation(play.state)
    marker, words = now.unit, f"{now.name}: tunnel move"
    options = (*tunneling_markers.tunnel_move_options(play.state, marker), Option(DONE_KEY, "Nothing more"))
    chosen = yield from play.choose_one(
        "tunnel", BUGS, words, options, rule=tunnel_entrances.DIG, about=marker, least=DONE_KEY
    )
    if not chosen.act:
        bug_actions.spend_remaining_actions(play)
        return
    bug_actions.spend_action(play, chosen.act, (marker,), tunnel_entrances.DIG)
    if chosen.act == "exit":
        out = yield from tunneling_markers.come_out(play, marker, *chosen.to)
        yield from bug_actions.react_and_fight(play, out, "exit")
        tunneling_markers.end_group_activation(play, marker, out)
    elif chosen.act == "place":
        hole = yield from tunnel_entrances.place_entrance(play, marker)
        yield from reactions.offer_reactions(play, (hole,), "place")
    elif chosen.act == "any":
        yield from tunneling_markers.move_marker_anywhere(play, marker)
    else:
        yield from tunneling_markers.move_marker_straight(play, marker, chosen.act)


def end_spent_activation(play: Play[Game]) -> None:
    """End the activation if no Actions or no models are left."""
    now = play.state.game.activation
    if now is not None and (now.actions_left <= 0 or not ids_in_play(play.state, now.members)):
        play.emit(ActivationEnded(rule=ONCE, acted=now.members))


WARRIOR_WEIGHT_RULES = {"tanker": tunneling_markers.LIMIT, "burrower": tunneling_markers.BURROWER}


def collapse_preview(view: Battle, decision: ChooseOne, answer: str) -> Preview | None:
    """Return a preview of the collapse of an entrance: the Saves, and the models that may be lost."""
    option = decision.chosen_option(answer)
    if option.act != COLLAPSE_ACT:
        return None
    (entrance,) = option.to
    found = tunnel_entrances.affected_by_collapse(view, entrance)
    near = [view.table.piece(id) for id in found.adjacent_ids]
    diggers = sum(has_trait(piece, "tunnel") for piece in near) if found.marker_ids else 0
    after = [PreviewRow("Living bugs beside it", "may go below", tunnel_entrances.REFUGE)] if diggers else []
    after += [
        PreviewRow(f"{p.name}, if lost", "blows up", EXPLOSION) for p in near if p.hits <= 1 and explodes(p)
    ]
    after.append(PreviewRow("Free to place again", "next turn", tunnel_entrances.BY_CHOICE))
    saving = (*found.adjacent_ids, *found.below_ids)
    return _saves(view, "Collapse", view.table.piece(entrance).name, saving, tunnel_entrances.COLLAPSE, after)


def entrance_preview(view: Battle, decision: ChooseOne, answer: str) -> Preview | None:
    """Return a preview of a Tunnel Entrance placed on a marker."""
    if answer != "place":
        return None
    marker = view.table.piece(decision.about)
    hole = tunnel_entrances.new_entrance(view.table.ground, "", *marker.xy)
    stood = tunnel_entrances.pieces_on_entrance(view, hole)
    after = (
        [PreviewRow("Moved to its edge", models_label(view, stood), tunnel_entrances.ROOM)] if stood else []
    )
    count = f"{len(entrances_on_table(view)) + 1} of {tunnel_entrances.MAX_ENTRANCES}"
    after.append(PreviewRow("Tunnel Entrances then", count, tunnel_entrances.ON_TABLE))
    found = _saves(
        view,
        "New entrance",
        marker.name,
        tunnel_entrances.entrance_savers(view, stood),
        tunnel_entrances.SHAKEN,
        after,
    )
    region = ((circle(*hole.xy, hole.radius, 90),),)
    laid = EffectArea(
        region, phrase("Tunnel Entrance, {}", length_text(2 * hole.radius)), tunnel_entrances.SITE, stood
    )
    return replace(found, areas=(laid, *found.areas))


def _save_losses(view: Battle, piece: Piece) -> LossOdds:
    """Return the odds that a model loses 1 HP because its Save fails."""
    fails = save_failure_chance(view, piece.id)
    return LossOdds(piece.id, loss_distribution({0: 1.0 - fails, 1: fails}, piece.hits))


def _saves(
    view: Battle, title: str, about: str, saving: Sequence[str], rule: str, after: Sequence[PreviewRow]
) -> Preview:
    """Return a preview of unmodified Saves, each costing 1 HP if it fails, with a row per kind of model."""
    pieces = [view.table.piece(id) for id in saving]
    alike: dict[tuple[str, int, bool], list[Piece]] = {}
    for piece in pieces:
        alike.setdefault((piece.kind, piece.hits, isinstance(piece.place, Below)), []).append(piece)
    rows = [_row(view, some, rule) for some in alike.values()]
    if not rows:
        return Preview(title, about, (PreviewRow("Who makes a Save", "nobody", rule), *after))
    whose = {side: [p for p in pieces if (p.side == BUGS) == side] for side in (True, False)}
    own, foes = (sum(save_failure_chance(view, p.id) for p in whose[side]) for side in (True, False))
    mean = [f"{own:.1f} HP of your own"] if whose[True] else []
    mean += [f"{foes:.1f} HP of the enemy"] if whose[False] else []
    spread = count_distribution([save_failure_chance(view, p.id) if p.hits <= 1 else 0.0 for p in pieces])
    note = f"{' and '.join(mean)} lost on average"
    return Preview(
        title,
        about,
        (*rows, *after),
        1.0 - spread[0],
        "at least one is lost",
        losses_bars(spread),
        note,
        areas=attack_previews.chain_areas(view, attack_previews.failed_save_wounds(view, saving)),
        losses=tuple(_save_losses(view, p) for p in pieces),
    )


def _row(view: Battle, alike: Sequence[Piece], rule: str) -> PreviewRow:
    """Return the row for models of the same kind: their Save, and the chance or mean number of failures."""
    first, count = alike[0], len(alike)
    save, fails = ratings(view, first.id).save, save_failure_chance(view, first.id)
    need = f"Save {save + view.game.parameters.beyond}+" if save else "no Save"
    name = first.name if count == 1 else f"{count} {profile(first.kind).name}s"
    label = f"{name}, below" if isinstance(first.place, Below) else name
    harm = "lost" if first.hits <= 1 else "loses 1 HP"
    share = f"{100 * fails:.0f} %" if count == 1 else f"about {count * fails:.1f}"
    return PreviewRow(label, f"{need}; {share} {harm}", rule)


def exit_preview(view: Battle, decision: PlacePieces, answer: Sequence[PiecePlacement]) -> Preview | None:
    """Return a preview of bugs that come out of a Tunnel Entrance."""
    entrance, group = decision.about, [view.table.piece(id) for id in decision.pieces]
    left = tunneling_markers.exits_left(view, entrance)
    of_all = f"{left} of {tunneling_markers.MAX_EXITS_PER_TURN} Warriors"
    rows = [PreviewRow("May still come out of it", of_all, tunneling_markers.LIMIT)]
    for piece in (p for p in group if p.kind in WARRIOR_WEIGHT_RULES):
        words = f"{tunneling_markers.warrior_weight(piece)} Warriors"
        rows.append(PreviewRow(f"{piece.name} counts for", words, WARRIOR_WEIGHT_RULES[piece.kind]))
    used = sum(
        tunneling_markers.warrior_weight(piece)
        for piece in group
        if piece.id in {spot.piece for spot in answer}
    )
    rows.append(PreviewRow("Left of it after this", f"{left - used} Warriors", tunneling_markers.LIMIT))
    return Preview("Come out", tunneling_markers.entrance_label(view, entrance), tuple(rows))
