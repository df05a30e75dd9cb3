"""One Action of the activated unit with the Reactions that it sets off.

Infantry and mechs: the unit's Action is Move, Shooting, Ready, Promote or one of support acts alone; models
in coherency take part, do nothing, or do a support act in its place.
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
from ..attack.pool import TAKE_READY
from ..core.facts import of
from ..core.marks import acted
from ..core.state import MI, Battle, Game
from ..ground import movement, units
from ..ground.movement import Chance
from ..ground.sightlines import ONE_TARGET
from ..reacting import reactions
from ..troopers import shooting, support

MOVE = "MI-MOVE-02"
PROMOTE = "MI-UNIT-03"
END = "end"
UNARMED = "nobody has a weapon with Ready or a facing"


class Who(NamedTuple):
    """Who may take part in a main act: those left idle, those out of coherency; `each` follows on each."""

    idle: Sequence[str]
    strays: Sequence[str]
    each: Chance | None


class Mixing(msgspec.Struct, frozen=True):
    """What models of one unit may do side by side in an Action.

    Support acts go beside a Move, Shooting or Ready; where all are `alike` only those of one kind together.
    `then`: the other main act that is open to those whom the first one left idle.
    """

    alike: bool = False
    then: Mapping[str, str] = {}


MIXING: Mapping[str, Mixing] = {
    "mixed_support": Mixing(),
    "all_same": Mixing(alike=True),
    "free": Mixing(then={"move": "shoot", "shoot": "move", "ready": "shoot"}),
}


def infantry(play: Play[Game]) -> Script[None]:
    """An Action of an MI unit on the ground, and the Reactions to it."""
    play = play.under_rule(units.TWO_ACTIONS)
    _succession(play)
    now = current_activation(play.state)
    words, offers = f"Action of {now.name} ({now.actions_left} left)", _offers(play.state)
    chosen = yield from play.choose_one("action", MI, words, offers, about=now.unit, least=END)
    answer = chosen.key
    if answer == END:
        play.emit(ActionSpent(action=END, count=now.actions_left))
        return
    play.log_message(
        phrase("{}: {}", now.name, chosen.label), by=now.unit, at=now.members, rule=support.SUPPORT
    )
    if units.leader_lost(play.state) and answer != "promote":
        leader = yield from units.name_leader(play, units.able_members(play.state), units.LEADER)
        units.take_over(play, leader, units.LEADER)
    heard: list[str] = []
    took_part = yield from _carry_out(play, answer, reactions.after_each(play, answer, heard))
    play.emit(ActionSpent(action=answer))
    yield from reactions.window(play, [p for p in took_part if p not in heard], answer)


def _succession(play: Play[Game]) -> None:
    """Another Officer of the unit takes over at once when the first is lost."""
    if not units.leader_lost(play.state):
        return
    now = current_activation(play.state)
    here = [p for p in play.state.table.pieces.values() if p.id in now.members]
    if heirs := units.officers(here):
        units.take_over(play, heirs[0].id, units.LEADER)


def _offers(state: Battle) -> tuple[Option, ...]:
    """What the unit can do now, and why not the rest; a unit without leader promotes first."""
    now = current_activation(state)
    leaderless = "" if now.leader else "a unit without Officer promotes a new leader first"
    found = list[Option]()
    for key, kind in KINDS.items():
        why = kind.why_not(state) if key == "promote" else leaderless or kind.why_not(state)
        found.append(Option(key, kind.label, rule=kind.rule, shut=why))
    return (*found, Option(END, "No more actions", now.members))


def _promotable(state: Battle) -> list[Piece]:
    """Those of the unit's own who could lead it, not who goes with it under orders."""
    return units.promotable(p for p in units.able_members(state) if p.unit == current_activation(state).unit)


def _why_no_promotion(state: Battle) -> str:
    if not units.leader_lost(state):
        return "the unit has a leader"
    return "" if _promotable(state) else "there is nobody who could be promoted"


def _no_target(state: Battle) -> str:
    """Why nobody can shoot: who is out of coherency has no part in it."""
    firers = tuple(p.id for p in units.in_coherency(state) if of(p).weapons)
    if not firers:
        return "nobody who is armed is in coherency"
    return "" if shooting.bearing(state, firers) else "nobody has a target in range, sight and arc"


def _no_act(state: Battle) -> AnyText:
    able = units.in_coherency(state)
    found = support.acts(state, able)
    if any(not one.shut for one in found):
        return ""
    return phrase("{}: {}", found[0].label, found[0].shut) if found else "no support act is open to anybody"


def _can_ready(state: Battle) -> list[Piece]:
    return [p for p in units.in_coherency(state) if support.can_ready(p)]


def _carry_out(play: Play[Game], act: str, each: Chance | None) -> Script[tuple[str, ...]]:
    """Support acts, the main act, closing up; who took part.

    `each` follows every model's part. An Officer lost on the way calls nobody up.

    Coherency is checked as the Action begins; who is out of it closes up in a Move of the unit, or in any
    Action by option.
    """
    now, rules = current_activation(play.state), MIXING[play.state.game.parameters.unit_actions]
    if act == "promote":
        leader = yield from _promote(play)
        acted(play, [leader])
        return (leader,)
    fit = [p.id for p in units.in_coherency(play.state)]
    strays = [p.id for p in units.able_members(play.state) if p.id not in fit]
    busy: dict[str, str] = {}
    if act == "support" or not rules.alike:
        alone = act == "support"
        busy = yield from support.ask(
            play, lambda: _those(play, fit), alike=rules.alike, at_least_one=alone, each=each
        )
    took, readied = list(busy), [p for p, kind in busy.items() if kind == "ready"]
    for main in filter(None, (act, rules.then.get(act))):
        if perform := KINDS[main].perform:
            did = yield from perform(play, Who([p for p in fit if p not in took], strays, each))
            took += did
            readied += did if main == "ready" else ()
    _succession(play)
    now = current_activation(play.state)
    left = [p.id for p in _those(play, strays) if p.id not in took]
    closing = act == "move" or play.state.game.parameters.stragglers_close_up
    if left and closing and not units.leader_lost(play.state):
        took += yield from movement.close_up(play, left, now.leader, now.measured, each)
    acted(play, [p for p in took if p not in readied])
    return tuple(dict.fromkeys(took))


def _those(play: Play[Game], ids: Sequence[str]) -> list[Piece]:
    """Those of some models that still can act: nobody who was lost in a support act."""
    pieces = play.state.table.pieces
    return [pieces[i] for i in ids if units.can_act(pieces[i])]


def _move(play: Play[Game], who: Who) -> Script[tuple[str, ...]]:
    """The unit's Move: the Officer first, then who is to end within his range (MI-MOVE-01), then Comms."""
    _succession(play)
    now = current_activation(play.state)
    led = not units.leader_lost(play.state)
    able = [p.id for p in _those(play, [*who.idle, *who.strays])]
    linked = [p for p in able if p == now.leader or not units.on_comms(play.state, p)]
    linked.sort(key=lambda p: p != now.leader)
    loose = [p for p in able if p not in linked]
    ask = partial(movement.ask_move, play, about=now.unit, each=who.each)
    link = GroupLink(now.leader, now.measured) if led else None
    moved = yield from ask(linked, link, rule=MOVE, prompt=f"Move {now.name}, the Officer first")
    return moved + (yield from ask(loose, None, rule="MI-MTRT-03", prompt="Move those on Comms"))


def _shoot(play: Play[Game], who: Who) -> Script[tuple[str, ...]]:
    firers = tuple(p.id for p in _those(play, who.idle) if of(p).weapons)
    return (yield from shooting.shoot(play, firers)).firers


def _ready(play: Play[Game], who: Who) -> Script[tuple[str, ...]]:
    """Those who take Ready in the unit's Ready Action."""
    able = [p for p in _can_ready(play.state) if p.id in who.idle]
    if not able:
        return ()
    options, unit = piece_options(able, TAKE_READY), current_activation(play.state).unit
    chosen = yield from play.choose_some(
        "group", MI, "Who takes Ready?", options, rule=TAKE_READY, about=unit, whole=True
    )
    yield from support.ready(play, chosen)
    return chosen


def _promote(play: Play[Game]) -> Script[str]:
    """A Rifle Squad of the player's choice leads from now on; nobody else does anything."""
    now, prompt = current_activation(play.state), "Who becomes the new leader?"
    able = _promotable(play.state)
    options = [Option(p.id, p.name, (p.id,), units.becoming(p), PROMOTE) for p in able]
    answer = (yield from play.choose_one("promote", MI, prompt, options, rule=PROMOTE, about=now.unit)).key
    units.promote(play, answer, PROMOTE)
    units.take_over(play, answer, "MI-UNIT-02")
    return answer


class Kind(NamedTuple):
    """A kind of Action: what it is called, its rule, why it is not open to the unit ("" when it is), and its
    main act, where it has one: who took part of those who may."""

    label: str
    rule: str
    why_not: Callable[[Battle], AnyText]
    perform: Callable[[Play[Game], Who], Script[tuple[str, ...]]] | None = None


KINDS: Mapping[str, Kind] = {
    "move": Kind("Move", "MI-MOVE-05", lambda state: "", _move),
    "shoot": Kind("Shooting", ONE_TARGET, _no_target, _shoot),
    "ready": Kind("Ready", TAKE_READY, lambda state: "" if _can_ready(state) else UNARMED, _ready),
    "support": Kind("Support acts alone", support.SUPPORT, _no_act),
    "promote": Kind("Promote a new leader", PROMOTE, _why_no_promotion),
}


def action(play: Play[Game]) -> Script[None]:
    """One Action of the activated MI unit with the Reactions to it; the Arachnids' are in bug_actions.py."""
    if current_activation(play.state).kind != "viking":
        yield from infantry(play)
        return
    took_part, act = yield from viking.action(play)
    if act != viking.END:
        yield from reactions.window(play, took_part, act)
