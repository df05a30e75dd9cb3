"""A squad at its card: what it can do, what that costs, and doing it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option, closed_if, closed_last
from battlesim.engine.play import Play, Script
from battlesim.mechanics import piece_decisions
from battlesim.mechanics.pieces import set_mark
from battlesim.table.events import MarkChange, MarksChanged
from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Piece

from ..core import pips
from ..core.facts import active
from ..core.marks import ACTIONS, AIMED, BINOCULARS, MOST_ACTIONS, OVERWATCH
from ..core.state import MARINES, Battle, Game
from ..melee.hug import FREEING
from . import carrying, deeds, exits, fire, first_aid, group, moves, recorders, spreading
from .kinds import Kind, Kinds

DONE = "done"
GAITS = "move", "run", "cross"
CAP = "TS-ACT-02"
PAID = "TS-ACT-03"
ALONE = "TS-ACT-13"
MIXED = "TS-ACT-01"
NO_PIPS = "no pip is left"

KINDS: Kinds = {
    "free": Kind(
        "Free of a Face Hugger", FREEING, first_aid.cannot_free, first_aid.free, saves=first_aid.can_be_freed
    ),
    "treat": Kind(
        "Treat a casualty",
        "TS-ACT-16",
        first_aid.cannot_treat,
        first_aid.treat,
        saves=first_aid.can_be_treated,
    ),
    "move": Kind("Move", moves.MOVE, *moves.acts_of(moves.MOVING), usual=True),
    "run": Kind("Run", moves.RUN, *moves.acts_of(moves.RUNNING), usual=True),
    "cross": Kind("Cross obstacles", moves.CROSS, *moves.acts_of(moves.CROSSING)),
    "fire": Kind("Fire", "TS-ACT-05", fire.why_not, fire.perform, usual=True),
    "cover_fire": Kind("Cover Fire", fire.COVER, fire.why_no_cover, fire.cover),
    "grenade": Kind("Throw grenades", fire.GRENADES, fire.why_no_grenade, fire.throw),
    "aim": Kind("Aim", deeds.AIM, deeds.cannot_aim, deeds.aim),
    "overwatch": Kind("Overwatch", deeds.OVERWATCH_RULE, deeds.cannot_wait, deeds.wait, usual=True),
    "door": Kind("Open or shut a door", deeds.DOOR, deeds.cannot_reach_door, deeds.door),
    "copy": Kind("Copy a recorder", exits.HOME, recorders.cannot_copy, recorders.copy),
    "take": Kind("Take a copy", exits.HOME, recorders.cannot_take, recorders.take),
    "drag": Kind(
        "Take a casualty along",
        carrying.DRAG,
        carrying.why_not,
        carrying.perform,
        saves=first_aid.can_be_treated,
    ),
    "look": Kind("Look through infra-red", deeds.LOOK, deeds.cannot_look, deeds.look),
    "reload": Kind("Reload", deeds.RELOAD, deeds.cannot_reload, deeds.reload),
    "set_up": Kind("Set up the HMG", deeds.SET_UP, deeds.cannot_set_up, deeds.set_up),
}


class Price(NamedTuple):
    """Who may do an act together for one pip, or one figure alone; why not, in words."""

    able: tuple[str, ...]
    why: AnyText = ""
    rule: str = ""


def on_card(state: Battle) -> list[Piece]:
    """The active figures that act on the card in play: a squad, or who has a card of his own."""
    card = state.game.card
    if card in state.table.pieces:
        return active([state.table.piece(card)])
    return active(group.card_members(state, UnitId(card)))


def pips_left(state: Battle) -> int:
    """Return the pips of the card in play: a squad's, or those of a figure with a card of its own."""
    card = state.game.card
    piece = state.table.pieces.get(card)
    return pips.own(state, piece) if piece else pips.pool(state, UnitId(card))


def act(play: Play[Game]) -> Script[bool]:
    """One act of whoever's card is in play; whether they may want to go on."""
    here = on_card(play.state)
    if not any(_has_pip(play.state, p) for p in here):
        return False
    squad = here[0].unit
    if not spreading.is_spread(play.state, squad):
        group.settle(play, squad, chosen=False)
    here = on_card(play.state)
    card, left = play.state.game.card, pips_left(play.state)
    words = phrase("{}: what next? ({} {} left)", Ref(card), left, "pip" if left == 1 else "pips")
    options = tuple(_offers(play.state, squad, here))
    end = _end(play.state, squad, here)
    least = "" if end.shut else DONE
    chosen = yield from play.choose_one(
        "act", MARINES, words, (*options, end), rule=MIXED, about=card, least=least
    )
    if chosen.key == DONE:
        return False
    if chosen.act == "alone":
        yield from _alone(play, chosen.by[0])
    else:
        yield from _perform(play, squad, chosen.act, chosen.by, together=True)
    return True


def _end(state: Battle, squad: UnitId, here: Sequence[Piece]) -> Option:
    shared = 0 if state.game.card in state.table.pieces else pips.pool(state, squad)
    unspent = shared + sum(pips.own(state, piece) for piece in here)
    loses = f"{unspent} {'pip' if unspent == 1 else 'pips'} unspent"
    return Option(DONE, "End of the card", loses=loses, shut=_must_gather(state, squad))


def _has_pip(state: Battle, piece: Piece) -> bool:
    """Return whether a figure can pay for an act; its squad's pips are not for a card of its own."""
    shares = not group.of_its_own(state, piece)
    return pips.own(state, piece) > 0 or (shares and pips.pool(state, piece.unit) > 0)


def _rested(piece: Piece) -> bool:
    return piece.mark_count(ACTIONS) < MOST_ACTIONS


def _offers(state: Battle, squad: UnitId, here: Sequence[Piece]) -> Iterator[Option]:
    """The acts of the group for one pip, again and again (TS-ACT-12), then each figure alone."""

    def kept_for_moving(act: str) -> AnyText:
        last = pips.pool(state, squad) == 1 and act not in GAITS
        return _must_gather(state, squad) if last else ""

    if len(here) > 1 and (why := _no_price(state, squad)):
        yield Option("together", phrase("{} together", Ref(squad)), rule=MIXED, shut=why)
    elif len(here) > 1:
        together = group.belonging(state, squad)
        for key, kind in KINDS.items():
            able = _able(state, kind, together)
            if able or kind.is_listed(state):
                shut = kept_for_moving(key) or ("" if able else _why_nobody(state, kind, together))
                yield Option(key, kind.label, able, "", kind.rule, able, key, shut=shut)
    for piece in here:
        kept = "" if pips.own(state, piece) else kept_for_moving("alone")
        shut = _no_action(state, piece) or kept
        yield Option(
            f"alone:{piece.id}",
            phrase("{} alone", piece.name),
            (piece.id,),
            "",
            ALONE,
            (piece.id,),
            "alone",
            shut=shut,
        )


def _no_price(state: Battle, squad: UnitId) -> AnyText:
    """Why there is no act of the group."""
    if pips.pool(state, squad) < 1:
        return NO_PIPS
    return "" if spreading.is_spread(state, squad) else group.apart(state, squad)


def _must_gather(state: Battle, squad: UnitId) -> AnyText:
    """Return why the activation of a group that its owner has spread out cannot end; "" when it can."""
    if not spreading.is_spread(state, squad) or pips.pool(state, squad) < 1:
        return ""
    able = any(_able(state, KINDS[gait], group.belonging(state, squad)) for gait in GAITS)
    return phrase("{} has to come together again first", Ref(squad)) if able else ""


def _no_action(state: Battle, piece: Piece) -> AnyText:
    """Why a figure does nothing alone."""
    if not _rested(piece):
        return f"it has taken {MOST_ACTIONS} actions"
    return "" if _has_pip(state, piece) else NO_PIPS


def _able(state: Battle, kind: Kind, pieces: Sequence[Piece]) -> tuple[str, ...]:
    return tuple(p.id for p in pieces if _rested(p) and not kind.why_not(state, p))


def _why_nobody(state: Battle, kind: Kind, pieces: Sequence[Piece]) -> AnyText:
    rested = [p for p in pieces if _rested(p)]
    return kind.why_not(state, rested[0]) if rested else f"all have taken {MOST_ACTIONS} actions"


def _alone(play: Play[Game], piece: str) -> Script[None]:
    """One figure does something for a pip of its own, or of its squad's."""
    figure = play.state.table.piece(piece)
    question = by_itself(
        play.state, figure, [key for key, kind in KINDS.items() if kind.is_listed(play.state)]
    )
    chosen = question.chosen_option((yield from play.ask(question)))
    if chosen.key != DONE:
        yield from _perform(play, figure.unit, chosen.act, (piece,), together=False)


def by_itself(state: Battle, figure: Piece, usual: Collection[str] = KINDS) -> ChooseOne:
    """What one figure can do, and of what is `usual` why it cannot."""
    whys = {key: kind.why_not(state, figure) for key, kind in KINDS.items()}
    options = (
        Option(key, kind.label, (figure.id,), "", kind.rule, (figure.id,), key, shut=whys[key])
        for key, kind in KINDS.items()
        if not whys[key] or key in usual
    )
    return ChooseOne(
        side=MARINES,
        what="alone",
        prompt=phrase("{}: what?", figure.name),
        rule=ALONE,
        about=figure.id,
        options=(*closed_last(options), Option(DONE, "Nothing")),
        least=DONE,
    )


def turn_of(state: Battle, figure: Piece) -> ChooseOne:
    """Whether a figure may act on the card in play, or why not."""
    here = any(own.id == figure.id for own in on_card(state))
    why = _no_action(state, figure) if here else "its card is not in play"
    own = Option(figure.id, phrase("{} acts", figure.name), rule=MIXED, by=(figure.id,))
    return piece_decisions.piece_decision(
        figure, "act", "Act on the card in play", (closed_if(why, own),), MIXED
    )


def _perform(play: Play[Game], squad: UnitId, act: str, able: Sequence[str], together: bool) -> Script[None]:
    """Do an act, pay for it, and see who is out of the group by then.

    All do the same kind of thing; who does not take part does not pay (TS-GAP-22).
    """
    kind, before = KINDS[act], group.belonging(play.state, squad)
    took_part = yield from kind.perform(play.under_rule(kind.rule), able)
    if took_part:
        pips.pay(play.under_rule(PAID), squad, "" if together else took_part[0])
        _counted(play, took_part)
        _given_up(play, act, took_part)
    if not (together and spreading.is_spread(play.state, squad)):
        group.settle(play, squad, chosen=not together or len(able) == 1, before=before)


def _counted(play: Play[Game], took_part: Sequence[str]) -> None:
    """An action more for each who took part."""
    pieces = [play.state.table.piece(one) for one in took_part]
    parts = tuple(MarkChange(p.id, ACTIONS, p.mark_count(ACTIONS), p.mark_count(ACTIONS) + 1) for p in pieces)
    play.emit(MarksChanged(rule=PAID, parts=parts))


ENDED_BY = {OVERWATCH: ("overwatch",), AIMED: ("aim", "overwatch"), BINOCULARS: ("look",)}
"""Marks that any later action takes off, but for the acts named."""
FIRES = "fire", "cover_fire"


def _given_up(play: Play[Game], act: str, took_part: Sequence[str]) -> None:
    """End waiting, aiming and looking for figures that do something else.

    By option binoculars stay up as the Lieutenant fires by them.
    """
    kept_up = FIRES if play.state.game.parameters.fire_by_binoculars else ()
    for mark, but in ENDED_BY.items():
        if act not in but and not (mark == BINOCULARS and act in kept_up):
            set_mark(play, took_part, mark, 0)
