"""Actions of the activated Mobile Infantry unit, with the Reactions that they trigger.

The unit's Action is Move, Shooting, Ready, Promote, or only support acts. Models in coherency take part, do
nothing, or take a support act instead. The same applies to infantry and mechs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import msgspec

from battlesim.engine.option import Option, piece_options
from battlesim.engine.play import Play, Script
from battlesim.mechanics.activation import ActionSpent, current_activation
from battlesim.rulings.movement import GroupLink
from battlesim.table.phrases import AnyText, phrase
from battlesim.table.pieces import Piece

from ..air import viking
from ..attack.attack_dice import TAKE_READY
from ..core.lookups import piece_profile
from ..core.marks import end_ready_state
from ..core.state import MI, Battle, Game
from ..ground import movement, unit_activation
from ..ground.movement import ModelFollowUp
from ..ground.sight import ONE_TARGET
from ..reactions import reactions
from ..troopers import shooting, support_acts

MOVE = "MI-MOVE-02"
PROMOTE = "MI-UNIT-03"
END_KEY = "end"
NO_READY_TEXT = "nobody has a weapon with Ready or a facing"


class ActionParticipants(NamedTuple):
    """The idle models and those out of coherency that may take part; `follow_up` is run after each."""

    idle_ids: Sequence[str]
    stray_ids: Sequence[str]
    follow_up: ModelFollowUp | None


class ActionMix(msgspec.Struct, frozen=True):
    """The Actions that models of a unit may take at the same time.

    Support acts may accompany a Move, Shooting or Ready. If `alike` is true, all models do the same. `then`
    maps an Action to a second one for the models left idle by it.
    """

    alike: bool = False
    then: Mapping[str, str] = {}


ACTION_MIXES: Mapping[str, ActionMix] = {
    "mixed_support": ActionMix(),
    "all_same": ActionMix(alike=True),
    "free": ActionMix(then={"move": "shoot", "shoot": "move", "ready": "shoot"}),
}


def run_infantry_action(play: Play[Game]) -> Script[None]:
    """Run an Action of a Mobile Infantry unit on the ground, with the Reactions to it."""
    play = play.under_rule(unit_activation.TWO_ACTIONS)
    _succession(play)
    now = current_activation(play.state)
    words, offers = f"Action of {now.name} ({now.actions_left} left)", _offers(play.state)
    chosen = yield from play.choose_one("action", MI, words, offers, about=now.unit, least=END_KEY)
    answer = chosen.key
    if answer == END_KEY:
        play.emit(ActionSpent(action=END_KEY, count=now.actions_left))
        return
    play.log_message(
        phrase("{}: {}", now.name, chosen.label), by=now.unit, at=now.members, rule=support_acts.SUPPORT
    )
    if unit_activation.is_leaderless(play.state) and answer != "promote":
        leader = yield from unit_activation.choose_leader(
            play, unit_activation.members_able_to_act(play.state), unit_activation.LEADER
        )
        unit_activation.change_leader(play, leader, unit_activation.LEADER)
    heard: list[str] = []
    took_part = yield from _carry_out(play, answer, reactions.reaction_follow_up(play, answer, heard))
    play.emit(ActionSpent(action=answer))
    yield from reactions.offer_reactions(play, [p for p in took_part if p not in heard], answer)


def _succession(play: Play[Game]) -> None:
    """Let another Officer of the unit take over as soon as the leader is lost."""
    if not unit_activation.is_leaderless(play.state):
        return
    now = current_activation(play.state)
    here = [p for p in play.state.table.pieces.values() if p.id in now.members]
    if heirs := unit_activation.officers_in_play(here):
        unit_activation.change_leader(play, heirs[0].id, unit_activation.LEADER)


def _offers(state: Battle) -> tuple[Option, ...]:
    """Return the unit's Actions as options; a unit without a leader must promote a new leader first."""
    now = current_activation(state)
    leaderless = "" if now.leader else "a unit without Officer promotes a new leader first"
    found = list[Option]()
    for key, kind in INFANTRY_ACTION_KINDS.items():
        why = kind.why_not(state) if key == "promote" else leaderless or kind.why_not(state)
        found.append(Option(key, kind.label, rule=kind.rule, shut=why))
    return (*found, Option(END_KEY, "No more actions", now.members))


def _promotable(state: Battle) -> list[Piece]:
    """Return the unit's own members that could lead it, without models that accompany it under orders."""
    return unit_activation.promotable_members(
        p for p in unit_activation.members_able_to_act(state) if p.unit == current_activation(state).unit
    )


def _why_no_promotion(state: Battle) -> str:
    if not unit_activation.is_leaderless(state):
        return "the unit has a leader"
    return "" if _promotable(state) else "there is nobody who could be promoted"


def _no_target(state: Battle) -> str:
    """Return why no model can shoot, or "" if a model can. Only models in coherency take part."""
    firers = tuple(p.id for p in unit_activation.coherent_members(state) if piece_profile(p).weapons)
    if not firers:
        return "nobody who is armed is in coherency"
    return (
        "" if shooting.models_with_targets(state, firers) else "nobody has a target in range, sight and arc"
    )


def _no_act(state: Battle) -> AnyText:
    able = unit_activation.coherent_members(state)
    found = support_acts.support_options(state, able)
    if any(not one.shut for one in found):
        return ""
    return phrase("{}: {}", found[0].label, found[0].shut) if found else "no support act is open to anybody"


def _can_ready(state: Battle) -> list[Piece]:
    return [p for p in unit_activation.coherent_members(state) if support_acts.can_take_ready(p)]


def _carry_out(play: Play[Game], act: str, each: ModelFollowUp | None) -> Script[tuple[str, ...]]:
    """Run support acts, the main act and closing up, and return the models that took part.

    `each` is called after every model's part. Coherency is checked when the Action begins. Models out of
    coherency close up in a Move of the unit or, if an option allows it, in any Action.
    """
    now, rules = current_activation(play.state), ACTION_MIXES[play.state.game.parameters.unit_actions]
    if act == "promote":
        leader = yield from _promote(play)
        end_ready_state(play, [leader])
        return (leader,)
    fit = [p.id for p in unit_activation.coherent_members(play.state)]
    strays = [p.id for p in unit_activation.members_able_to_act(play.state) if p.id not in fit]
    busy: dict[str, str] = {}
    if act == "support" or not rules.alike:
        alone = act == "support"
        busy = yield from support_acts.run_support_acts(
            play, lambda: _those(play, fit), alike=rules.alike, at_least_one=alone, follow_up=each
        )
    took, readied = list(busy), [p for p, kind in busy.items() if kind == "ready"]
    for main in filter(None, (act, rules.then.get(act))):
        if perform := INFANTRY_ACTION_KINDS[main].perform:
            did = yield from perform(
                play, ActionParticipants([p for p in fit if p not in took], strays, each)
            )
            took += did
            readied += did if main == "ready" else ()
    _succession(play)
    now = current_activation(play.state)
    left = [p.id for p in _those(play, strays) if p.id not in took]
    closing = act == "move" or play.state.game.parameters.stragglers_close_up
    if left and closing and not unit_activation.is_leaderless(play.state):
        took += yield from movement.close_up(play, left, now.leader, now.measured, each)
    end_ready_state(play, [p for p in took if p not in readied])
    return tuple(dict.fromkeys(took))


def _those(play: Play[Game], ids: Sequence[str]) -> list[Piece]:
    """Return the models that can still act, leaving out models lost in a support act."""
    pieces = play.state.table.pieces
    return [pieces[i] for i in ids if unit_activation.can_act(pieces[i])]


def _move(play: Play[Game], who: ActionParticipants) -> Script[tuple[str, ...]]:
    """Run the unit's Move and return the models that moved.

    The Officer moves first, then models that must end near the Officer (MI-MOVE-01), then models with Comms.
    """
    _succession(play)
    now = current_activation(play.state)
    led = not unit_activation.is_leaderless(play.state)
    able = [p.id for p in _those(play, [*who.idle_ids, *who.stray_ids])]
    linked = [p for p in able if p == now.leader or not unit_activation.has_comms_link(play.state, p)]
    linked.sort(key=lambda p: p != now.leader)
    loose = [p for p in able if p not in linked]
    ask = partial(movement.ask_move, play, about=now.unit, follow_up=who.follow_up)
    link = GroupLink(now.leader, now.measured) if led else None
    moved = yield from ask(linked, link, rule=MOVE, prompt=f"Move {now.name}, the Officer first")
    return moved + (yield from ask(loose, None, rule="MI-MTRT-03", prompt="Move those on Comms"))


def _shoot(play: Play[Game], who: ActionParticipants) -> Script[tuple[str, ...]]:
    firers = tuple(p.id for p in _those(play, who.idle_ids) if piece_profile(p).weapons)
    return (yield from shooting.run_shooting(play, firers)).firers


def _ready(play: Play[Game], who: ActionParticipants) -> Script[tuple[str, ...]]:
    """Run the unit's Ready Action and return the models that took Ready."""
    able = [p for p in _can_ready(play.state) if p.id in who.idle_ids]
    if not able:
        return ()
    options, unit = piece_options(able, TAKE_READY), current_activation(play.state).unit
    chosen = yield from play.choose_some(
        "group", MI, "Who takes Ready?", options, rule=TAKE_READY, about=unit, whole=True
    )
    yield from support_acts.take_ready(play, chosen)
    return chosen


def _promote(play: Play[Game]) -> Script[str]:
    """Ask which member leads the unit from now on, and return its id; no other model acts."""
    now, prompt = current_activation(play.state), "Who becomes the new leader?"
    able = _promotable(play.state)
    options = [Option(p.id, p.name, (p.id,), unit_activation.promotion_note(p), PROMOTE) for p in able]
    answer = (yield from play.choose_one("promote", MI, prompt, options, rule=PROMOTE, about=now.unit)).key
    unit_activation.promote_stand(play, answer, PROMOTE)
    unit_activation.change_leader(play, answer, "MI-UNIT-02")
    return answer


class InfantryActionKind(NamedTuple):
    """A kind of Action: its label, its rule, a function that says why it is unavailable, and its script."""

    label: str
    rule: str
    why_not: Callable[[Battle], AnyText]
    perform: Callable[[Play[Game], ActionParticipants], Script[tuple[str, ...]]] | None = None


INFANTRY_ACTION_KINDS: Mapping[str, InfantryActionKind] = {
    "move": InfantryActionKind("Move", "MI-MOVE-05", lambda state: "", _move),
    "shoot": InfantryActionKind("Shooting", ONE_TARGET, _no_target, _shoot),
    "ready": InfantryActionKind(
        "Ready", TAKE_READY, lambda state: "" if _can_ready(state) else NO_READY_TEXT, _ready
    ),
    "support": InfantryActionKind("Support acts alone", support_acts.SUPPORT, _no_act),
    "promote": InfantryActionKind("Promote a new leader", PROMOTE, _why_no_promotion),
}


def run_mi_action(play: Play[Game]) -> Script[None]:
    """Run an Action of the activated Mobile Infantry unit with the Reactions to it."""
    if current_activation(play.state).kind != "viking":
        yield from run_infantry_action(play)
        return
    took_part, act = yield from viking.run_viking_action(play)
    if act != viking.END_KEY:
        yield from reactions.offer_reactions(play, took_part, act)
