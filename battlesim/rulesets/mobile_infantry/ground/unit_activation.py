"""Activation of Mobile Infantry units: eligibility, leaders, orders, coherency, promotion and the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option, closed_option, piece_options
from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import Step
from battlesim.mechanics.activation import (
    Activation,
    ActivationBegan,
    ActivationChanged,
    ActivationEnded,
    current_activation,
)
from battlesim.mechanics.pieces import gap, is_within_distance, set_mark
from battlesim.mechanics.turns import MilestonePassed, change_counter
from battlesim.table.events import HitsChanged, PieceChanged
from battlesim.table.ids import UnitId
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Aboard, Off, Piece

from ..core.lookups import has_trait, is_model, new_piece, piece_profile
from ..core.marks import CAPTIVE, LIEUTENANT_RANGE_IN, OFFICER
from ..core.profiles import profile
from ..core.state import MI, Battle, Game, GameUnit

LEADER = "MI-GAP-74"
LEADERLESS = "MI-GAP-14"
TWO_ACTIONS = "MI-UNIT-01"
ONCE = "MI-TURN-02"
PASS_KEY = "pass"
MI_ACTIVATION_PHASE = "mi_activations"
COHERENCY_RANGE_IN = 6.0


def can_act(piece: Piece) -> bool:
    """Return whether a model is alive, on the table and not carried, or is a dropship in reserve."""
    if has_trait(piece, "transport") and piece.place == Off("reserve"):
        return True
    return piece.hits > 0 and piece.in_play and is_model(piece) and not isinstance(piece.place, Aboard)


def unacted_members(state: Battle, unit: UnitId) -> list[Piece]:
    """Return the models of a unit that can act and have not acted this turn."""
    return [p for p in state.table.pieces_of_unit(unit) if can_act(p) and p.id not in state.game.acted]


def units_to_activate(state: Battle) -> list[GameUnit]:
    """Return the Mobile Infantry units that may still be activated this turn, in the order of the force."""
    own = [unit for unit in state.game.units.values() if unit.side == MI]
    return [u for u in own if u.id not in state.game.acted and unacted_members(state, u.id)]


def next_step(state: Battle) -> Step | None:
    """Return the next step of the MI's activations, or None if no unit is left or the player has passed."""
    now = state.game.activation
    if now is not None:
        return Step("action" if now.actions_left and members_able_to_act(state) else "mi_end_activation")
    return (
        Step("mi_activate")
        if MI_ACTIVATION_PHASE not in state.game.passed and units_to_activate(state)
        else None
    )


def activation_decision(state: Battle) -> ChooseOne:
    """Return the decision that asks which MI unit is activated next; unavailable options give a reason."""
    ready = units_to_activate(state)
    over = [u for u in state.game.units.values() if u.side == MI and u not in ready]
    options = tuple(Option(u.id, u.name, tuple(p.id for p in unacted_members(state, u.id))) for u in ready)
    shut = (closed_option(u.id, u.name, _why_not(state, u), ONCE) for u in over)
    options = (*options, Option(PASS_KEY, "No more units: end the activations"), *shut)
    words = "Activate a unit"
    return ChooseOne(side=MI, what="activate", prompt=words, rule=ONCE, options=options, least=PASS_KEY)


def activate_unit(play: Play[Game]) -> Script[None]:
    """Ask which Mobile Infantry unit is activated and which model leads it, and begin its activation.

    A unit has two Actions. Without an Officer it must first promote a model; if no model can be promoted, it
    has only one Action, and coherency is measured from a stand that the player chooses.
    """
    chosen = yield from play.ask(activation_decision(play.state))
    if chosen == PASS_KEY:
        play.emit(MilestonePassed(rule="MI-TURN-01", what=MI_ACTIVATION_PHASE))
        return
    unit = play.state.game.units[UnitId(chosen)]
    members = unacted_members(play.state, unit.id)
    found = officers_in_play(play.state.table.pieces_of_unit(unit.id))
    if unit.kind == "viking" or (not found and promotable_members(members)):
        _open(play, unit, "", members, 2, COHERENCY_RANGE_IN)
    elif found:
        leader = yield from choose_leader(play, found, LEADER)
        measured = float(play.state.table.piece(leader).mark_count(OFFICER))
        taken_along = yield from _orders(play, leader, measured)
        _open(play, unit, leader, [*members, *taken_along], 2, measured)
    else:
        leader = yield from choose_leader(play, members, LEADERLESS)
        _open(play, unit, leader, members, 1, COHERENCY_RANGE_IN)


def _why_not(state: Battle, unit: GameUnit) -> str:
    acted = {unit.id, *(p.id for p in state.table.pieces_of_unit(unit.id))} & {*state.game.acted}
    return f"{unit.name} has acted in this turn" if acted else f"nobody of {unit.name} can act"


def officers_in_play(pieces: Iterable[Piece]) -> list[Piece]:
    """Return the Officers among the pieces that are in play and not captive."""
    return [p for p in pieces if p.has_mark(OFFICER) and p.in_play and p.hits > 0 and not p.has_mark(CAPTIVE)]


def choose_leader(play: Play[Game], pieces: Sequence[Piece], rule: str) -> Script[str]:
    """Ask which model leads a unit, or from which one coherency is measured, and return its id."""
    if len(pieces) == 1:
        return pieces[0].id
    prompt = "Who leads?" if rule == LEADER else "From which stand is coherency measured?"
    chosen = yield from play.choose_one("officer", MI, prompt, piece_options(pieces, rule), rule=rule)
    return chosen.key


def orderable_stands(state: Battle, leader: str, measured: float) -> list[Piece]:
    """Return stands of MI units without an Officer that can act and are within `measured` in of a leader."""
    led = {p.unit for p in officers_in_play(state.table.pieces_of_side(MI))}
    able = [p for p in state.table.pieces_of_side(MI) if can_act(p) and not has_trait(p, "aircraft")]
    strangers = [p for p in able if p.unit not in led]
    free = [p for p in strangers if p.id not in state.game.acted and p.unit not in state.game.acted]
    return [p for p in free if is_within_distance(gap(state, leader, p.id), measured)]


def _orders(play: Play[Game], leader: str, measured: float) -> Script[list[Piece]]:
    able = orderable_stands(play.state, leader, measured)
    if not able:
        return []
    prompt = "Which stands without an Officer take part under his orders?"
    options = piece_options(able, "MI-TRT-04")
    chosen = yield from play.choose_some("join", MI, prompt, options, rule="MI-GAP-13", about=leader)
    return [p for p in able if p.id in chosen]


def _open(
    play: Play[Game], unit: GameUnit, leader: str, members: Sequence[Piece], actions: int, measured: float
) -> None:
    kind, ids = "viking" if unit.kind == "viking" else "infantry", tuple(p.id for p in members)
    begun = Activation(kind, MI, unit.id, unit.name, ids, leader, actions, measured=measured)
    play.emit(ActivationBegan(rule=TWO_ACTIONS, activation=begun))


def members_able_to_act(state: Battle) -> list[Piece]:
    """Return the members of the activated unit that can act now."""
    now = state.game.activation
    found = [state.table.pieces[m] for m in (now.members if now else ()) if m in state.table.pieces]
    return [p for p in found if can_act(p)]


def is_in_coherency(state: Battle, piece: str) -> bool:
    """Return whether a model of the activated unit is in coherency (MI-UNIT-04)."""
    now = state.game.activation
    if now is None or now.leader in ("", piece) or not _leads(state, now.leader):
        return True
    return has_comms_link(state, piece) or is_within_distance(gap(state, now.leader, piece), now.measured)


def coherent_members(state: Battle) -> list[Piece]:
    """Return the members of the activated unit that can act and are in coherency."""
    return [p for p in members_able_to_act(state) if is_in_coherency(state, p.id)]


def _leads(state: Battle, leader: str) -> bool:
    found = state.table.pieces.get(leader)
    return found is not None and found.in_play and is_model(found)


def has_comms_link(state: Battle, piece: str) -> bool:
    """Return whether a model and its Officer both have Comms Gear, which gives coherency at any distance."""
    now = state.game.activation
    if now is None or now.leader not in state.table.pieces:
        return False
    leader, model = state.table.piece(now.leader), state.table.piece(piece)
    geared = has_trait(leader, "comms") and has_trait(model, "comms")
    return geared and leader.has_mark(OFFICER) and leader.unit == model.unit


def promotable_members(members: Iterable[Piece]) -> list[Piece]:
    """Return the members that can become Officer: Rifle Squads, or mechs if there is no Rifle Squad."""
    able = [p for p in members if can_act(p)]
    return [p for p in able if p.kind == "rifle_squad"] or [p for p in able if has_trait(p, "mech")]


def is_leaderless(state: Battle) -> bool:
    """Return whether the activated unit has lost its leader."""
    now = state.game.activation
    return now is not None and not _leads(state, now.leader)


def promote_stand(play: Play[Game], piece: str, rule: str) -> None:
    """Make a stand or mech an Officer(Lt); it keeps its position and marks."""
    old = play.state.table.piece(piece)
    if has_trait(old, "mech"):
        set_mark(play, [piece], OFFICER, LIEUTENANT_RANGE_IN, rule)
        return
    team = new_piece("command_team", old.id, old.name, old.side, old.unit, old.place)
    new = replace(team, hits=min(old.hits, team.hits), marks=old.marks).with_mark(
        OFFICER, LIEUTENANT_RANGE_IN
    )
    play.emit(PieceChanged(rule=rule, old=old, new=new))
    play.log_message(phrase("{} becomes a {kind}", Ref(piece), piece_profile(new).name), by=piece, rule=rule)
    _spread(play, old, old.hits - new.hits)


def promotion_note(piece: Piece) -> str:
    """Return a text with the hit points of a stand before and after a promotion."""
    left = min(piece.hits, profile("command_team").hits)
    return f"{piece.hits} HP" if has_trait(piece, "mech") else f"{piece.hits} HP, {left} as a Command Team"


def _spread(play: Play[Game], old: Piece, left: int) -> None:
    """Distribute the `left` surplus hit points of a promoted stand to Rifle Squads of its unit.

    The nearest squads within 6 in are filled first; the rest goes to the counter `uncounted_humans`.
    """
    play, state = play.under_rule(LEADERLESS), play.state
    own = [p for p in state.table.pieces_of_unit(old.unit) if p.kind == "rifle_squad" and can_act(p)]
    near = [p for p in own if is_within_distance(gap(state, old.id, p.id), COHERENCY_RANGE_IN)]
    for squad in sorted(near, key=lambda p: (round(gap(state, old.id, p.id), 3), p.id)):
        moved = min(left, squad.hits_full - squad.hits)
        if moved > 0:
            grown = squad.hits + moved
            play.emit(HitsChanged(piece=squad.id, old=squad.hits, new=grown, by=old.id))
            left -= moved
    if left > 0:
        change_counter(play, "uncounted_humans", left)


def change_leader(play: Play[Game], leader: str, rule: str) -> None:
    """Give the activated unit another leader, from which coherency is then measured."""
    now = current_activation(play.state)
    measured = float(play.state.table.piece(leader).mark_count(OFFICER)) or COHERENCY_RANGE_IN
    led = replace(now, leader=leader, measured=measured)
    play.emit(ActivationChanged(rule=rule, old=now, new=led))


def end_activation(play: Play[Game]) -> None:
    """End the activation of a unit and record that the unit and its members have acted."""
    now = current_activation(play.state)
    acted = (now.unit, *now.members)
    play.emit(ActivationEnded(rule=ONCE, acted=acted))
