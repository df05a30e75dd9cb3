"""The activation of a squad: the actions that it can take, their price in pips, and how they are run."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

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
from ..core.lookups import active_pieces
from ..core.marks import ACTIONS, AIMED, BINOCULARS, MAX_ACTIONS_PER_TURN, OVERWATCH
from ..core.state import MARINES, Battle, Game
from ..melee.hug import FREEING
from . import (
    casualty_drag,
    fire_actions,
    first_aid,
    group_spreading,
    move_actions,
    recorders,
    special_actions,
    squad_groups,
    table_exit,
)
from .action_kinds import ActionKind, ActionKinds

DONE_KEY = "done"
MOVE_ACTION_KEYS = "move", "run", "cross"
CAP = "TS-ACT-02"
PAID = "TS-ACT-03"
ALONE = "TS-ACT-13"
MIXED = "TS-ACT-01"
NO_PIPS_TEXT = "no pip is left"

MARINE_ACTIONS: ActionKinds = {
    "free": ActionKind(
        "Free of a Face Hugger",
        FREEING,
        first_aid.why_cannot_free,
        first_aid.free_victims,
        can_save_marine=first_aid.has_hugged_marine,
    ),
    "treat": ActionKind(
        "Treat a casualty",
        "TS-ACT-16",
        first_aid.why_cannot_treat,
        first_aid.treat_casualties,
        can_save_marine=first_aid.has_treatable_casualty,
    ),
    "move": ActionKind(
        "Move", move_actions.MOVE, *move_actions.action_functions(move_actions.MOVE_KIND), always_listed=True
    ),
    "run": ActionKind(
        "Run", move_actions.RUN, *move_actions.action_functions(move_actions.RUN_KIND), always_listed=True
    ),
    "cross": ActionKind(
        "Cross obstacles", move_actions.CROSS, *move_actions.action_functions(move_actions.CROSS_KIND)
    ),
    "fire": ActionKind(
        "Fire", "TS-ACT-05", fire_actions.why_cannot_fire, fire_actions.perform_fire, always_listed=True
    ),
    "cover_fire": ActionKind(
        "Cover Fire", fire_actions.COVER, fire_actions.why_no_cover_fire, fire_actions.perform_cover_fire
    ),
    "grenade": ActionKind(
        "Throw grenades",
        fire_actions.GRENADES,
        fire_actions.why_cannot_throw_grenade,
        fire_actions.perform_grenades,
    ),
    "aim": ActionKind(
        "Aim", special_actions.AIM, special_actions.why_cannot_aim, special_actions.perform_aim
    ),
    "overwatch": ActionKind(
        "Overwatch",
        special_actions.OVERWATCH_RULE,
        special_actions.why_cannot_overwatch,
        special_actions.go_on_overwatch,
        always_listed=True,
    ),
    "door": ActionKind(
        "Open or shut a door",
        special_actions.DOOR,
        special_actions.why_cannot_use_door,
        special_actions.use_doors,
    ),
    "copy": ActionKind(
        "Copy a recorder", table_exit.HOME, recorders.why_cannot_copy, recorders.copy_recorders
    ),
    "take": ActionKind("Take a copy", table_exit.HOME, recorders.why_cannot_take, recorders.take_copies),
    "drag": ActionKind(
        "Take a casualty along",
        casualty_drag.DRAG,
        casualty_drag.why_cannot_drag,
        casualty_drag.perform_drag,
        can_save_marine=first_aid.has_treatable_casualty,
    ),
    "look": ActionKind(
        "Look through infra-red",
        special_actions.LOOK,
        special_actions.why_cannot_look,
        special_actions.look_for_markers,
    ),
    "reload": ActionKind(
        "Reload", special_actions.RELOAD, special_actions.why_cannot_reload, special_actions.reload
    ),
    "set_up": ActionKind(
        "Set up the HMG",
        special_actions.SET_UP,
        special_actions.why_cannot_set_up,
        special_actions.set_up_weapon,
    ),
}


def active_marines_on_card(state: Battle) -> list[Piece]:
    """Return the active marines of the squad whose card has been drawn, or the figure with its own card."""
    card = state.game.card
    if card in state.table.pieces:
        return active_pieces([state.table.piece(card)])
    return active_pieces(squad_groups.card_members(state, UnitId(card)))


def pips_left(state: Battle) -> int:
    """Return the pips (action points) left to the squad or figure whose card has been drawn."""
    card = state.game.card
    piece = state.table.pieces.get(card)
    return pips.figure_pips(state, piece) if piece else pips.squad_pips(state, UnitId(card))


def run_card_action(play: Play[Game]) -> Script[bool]:
    """Run an action of the activated squad. Return False if no pips are left or the player has finished."""
    here = active_marines_on_card(play.state)
    if not any(_has_pip(play.state, p) for p in here):
        return False
    squad = here[0].unit
    if not group_spreading.is_spread(play.state, squad):
        squad_groups.update_stragglers(play, squad, chosen=False)
    here = active_marines_on_card(play.state)
    card, left = play.state.game.card, pips_left(play.state)
    words = phrase("{unit}: what next? ({n} {pips} left)", Ref(card), left, "pip" if left == 1 else "pips")
    options = tuple(_offers(play.state, squad, here))
    end = _end(play.state, squad, here)
    least = "" if end.shut else DONE_KEY
    chosen = yield from play.choose_one(
        "act", MARINES, words, (*options, end), rule=MIXED, about=card, least=least
    )
    if chosen.key == DONE_KEY:
        return False
    if chosen.act == "alone":
        yield from _alone(play, chosen.by[0])
    else:
        yield from _perform(play, squad, chosen.act, chosen.by, together=True)
    return True


def _end(state: Battle, squad: UnitId, here: Sequence[Piece]) -> Option:
    shared = 0 if state.game.card in state.table.pieces else pips.squad_pips(state, squad)
    unspent = shared + sum(pips.figure_pips(state, piece) for piece in here)
    loses = f"{unspent} {'pip' if unspent == 1 else 'pips'} unspent"
    return Option(DONE_KEY, "End of the card", loses=loses, shut=_must_gather(state, squad))


def _has_pip(state: Battle, piece: Piece) -> bool:
    """Return whether a figure can pay for an action; a figure with its own card cannot use squad pips."""
    shares = not squad_groups.has_own_card(state, piece)
    return pips.figure_pips(state, piece) > 0 or (shares and pips.squad_pips(state, piece.unit) > 0)


def _rested(piece: Piece) -> bool:
    return piece.mark_count(ACTIONS) < MAX_ACTIONS_PER_TURN


def _offers(state: Battle, squad: UnitId, here: Sequence[Piece]) -> Iterator[Option]:
    """Yield the group actions, for one pip each (TS-ACT-12), then each figure's option to act alone."""

    def kept_for_moving(act: str) -> AnyText:
        last = pips.squad_pips(state, squad) == 1 and act not in MOVE_ACTION_KEYS
        return _must_gather(state, squad) if last else ""

    if len(here) > 1 and (why := _no_price(state, squad)):
        yield Option("together", phrase("{} together", Ref(squad)), rule=MIXED, shut=why)
    elif len(here) > 1:
        together = squad_groups.group_members(state, squad)
        for key, kind in MARINE_ACTIONS.items():
            able = _able(state, kind, together)
            if able or kind.is_listed(state):
                shut = kept_for_moving(key) or ("" if able else _why_nobody(state, kind, together))
                yield Option(key, kind.label, able, "", kind.rule, able, key, shut=shut)
    for piece in here:
        kept = "" if pips.figure_pips(state, piece) else kept_for_moving("alone")
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
    """Return why the group cannot act together for one pip, or "" if it can."""
    if pips.squad_pips(state, squad) < 1:
        return NO_PIPS_TEXT
    return "" if group_spreading.is_spread(state, squad) else squad_groups.why_group_is_split(state, squad)


def _must_gather(state: Battle, squad: UnitId) -> AnyText:
    """Return why a squad cannot end its activation, or "" if it can.

    A group that its player has spread out must come together first.
    """
    if not group_spreading.is_spread(state, squad) or pips.squad_pips(state, squad) < 1:
        return ""
    able = any(
        _able(state, MARINE_ACTIONS[gait], squad_groups.group_members(state, squad))
        for gait in MOVE_ACTION_KEYS
    )
    return phrase("{squad} has to come together again first", Ref(squad)) if able else ""


def _no_action(state: Battle, piece: Piece) -> AnyText:
    """Return why a figure cannot act alone, or "" if it can."""
    if not _rested(piece):
        return f"it has taken {MAX_ACTIONS_PER_TURN} actions"
    return "" if _has_pip(state, piece) else NO_PIPS_TEXT


def _able(state: Battle, kind: ActionKind, pieces: Sequence[Piece]) -> tuple[str, ...]:
    return tuple(p.id for p in pieces if _rested(p) and not kind.why_not(state, p))


def _why_nobody(state: Battle, kind: ActionKind, pieces: Sequence[Piece]) -> AnyText:
    rested = [p for p in pieces if _rested(p)]
    return kind.why_not(state, rested[0]) if rested else f"all have taken {MAX_ACTIONS_PER_TURN} actions"


def _alone(play: Play[Game], piece: str) -> Script[None]:
    """Run an action of a single figure, paid for with the figure's own pip or a squad pip."""
    figure = play.state.table.piece(piece)
    question = single_figure_decision(
        play.state, figure, [key for key, kind in MARINE_ACTIONS.items() if kind.is_listed(play.state)]
    )
    chosen = question.chosen_option((yield from play.ask(question)))
    if chosen.key != DONE_KEY:
        yield from _perform(play, figure.unit, chosen.act, (piece,), together=False)


def single_figure_decision(
    state: Battle, figure: Piece, listed_keys: Collection[str] = MARINE_ACTIONS
) -> ChooseOne:
    """Return the decision on a figure's action; the actions in `listed_keys` are listed if unavailable."""
    whys = {key: kind.why_not(state, figure) for key, kind in MARINE_ACTIONS.items()}
    options = (
        Option(key, kind.label, (figure.id,), "", kind.rule, (figure.id,), key, shut=whys[key])
        for key, kind in MARINE_ACTIONS.items()
        if not whys[key] or key in listed_keys
    )
    return ChooseOne(
        side=MARINES,
        what="alone",
        prompt=phrase("{}: what?", figure.name),
        rule=ALONE,
        about=figure.id,
        options=(*closed_last(options), Option(DONE_KEY, "Nothing")),
        least=DONE_KEY,
    )


def card_decision(state: Battle, figure: Piece) -> ChooseOne:
    """Return the decision on a figure's action in its activation, or the reason why it cannot act."""
    here = any(own.id == figure.id for own in active_marines_on_card(state))
    why = _no_action(state, figure) if here else "its card is not in play"
    own = Option(figure.id, phrase("{} acts", figure.name), rule=MIXED, by=(figure.id,))
    return piece_decisions.piece_decision(
        figure, "act", "Act on the card in play", (closed_if(why, own),), MIXED
    )


def _perform(play: Play[Game], squad: UnitId, act: str, able: Sequence[str], together: bool) -> Script[None]:
    """Perform an action, make its participants pay for it (TS-GAP-22), and update the group's stragglers."""
    kind, before = MARINE_ACTIONS[act], squad_groups.group_members(play.state, squad)
    took_part = yield from kind.perform(play.under_rule(kind.rule), able)
    if took_part:
        pips.pay_pip(play.under_rule(PAID), squad, "" if together else took_part[0])
        _counted(play, took_part)
        _given_up(play, act, took_part)
    if not (together and group_spreading.is_spread(play.state, squad)):
        squad_groups.update_stragglers(
            play, squad, chosen=not together or len(able) == 1, members_before=before
        )


def _counted(play: Play[Game], took_part: Sequence[str]) -> None:
    """Add one to the number of actions of each participant."""
    pieces = [play.state.table.piece(one) for one in took_part]
    parts = tuple(MarkChange(p.id, ACTIONS, p.mark_count(ACTIONS), p.mark_count(ACTIONS) + 1) for p in pieces)
    play.emit(MarksChanged(rule=PAID, parts=parts))


MARKS_ENDED_BY_ACTIONS = {OVERWATCH: ("overwatch",), AIMED: ("aim", "overwatch"), BINOCULARS: ("look",)}
"""The marks that any later action clears, with the actions that keep them."""
FIRE_ACTION_KEYS = "fire", "cover_fire"


def _given_up(play: Play[Game], act: str, took_part: Sequence[str]) -> None:
    """End Overwatch, aiming and the use of binoculars for figures that now do something else.

    An option lets the Lieutenant keep the binoculars up while firing.
    """
    kept_up = FIRE_ACTION_KEYS if play.state.game.parameters.fire_by_binoculars else ()
    for mark, but in MARKS_ENDED_BY_ACTIONS.items():
        if act not in but and not (mark == BINOCULARS and act in kept_up):
            set_mark(play, took_part, mark, 0)
