"""What pieces can do: each act one record of who may do it, how it is done, what comes of it, its worth.

Users: Mobile Infantry (support acts), Troice Station (the creatures), the rulesets of the tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import Advice, Preview
from battlesim.table.phrases import AnyText, phrase
from battlesim.table.pieces import Piece
from battlesim.table.state import AnyState


class ActScore(NamedTuple):
    """What an act is worth to an automated player, and why."""

    worth: float
    why: str


class ActType(NamedTuple):
    """One act: `offers` gives the options of a piece, also those just out of reach, shut for a reason."""

    offers: Callable[[Any, Piece], Iterable[Option]]
    perform: Callable[[Play[Any], Option], Script[None] | None]
    preview: Callable[[Any, Option], Preview | None] = lambda view, option: None
    score: Callable[[Any, Option], ActScore | None] = lambda view, option: None


ActTypes = Mapping[str, ActType]


def act_option(
    act: str,
    by: Piece,
    *target_ids: str,
    words: AnyText,
    note: AnyText = "",
    rule: str = "",
    shut: AnyText = "",
) -> Option:
    """An option for a piece to do an act to some things; the piece's name stands before the words."""
    key = ":".join((act, by.id, *target_ids))
    return Option(
        key,
        phrase("{}: {}", by.name, words),
        (by.id, *target_ids),
        note,
        rule,
        (by.id,),
        act,
        target_ids,
        shut,
    )


def act_options(
    acts: ActTypes, state: AnyState, pieces: Iterable[Piece], kinds: Sequence[str]
) -> list[Option]:
    """The options of some pieces for some kinds of acts, open and shut."""
    return [option for piece in pieces for kind in kinds for option in acts[kind].offers(state, piece)]


def act_preview(acts: ActTypes, view: AnyState, decision: ChooseOne, answer: str) -> Preview | None:
    """What an answer would lead to."""
    option = decision.chosen_option(answer)
    return acts[option.act].preview(view, option) if option.act else None


def act_advice(acts: ActTypes, view: AnyState, decision: ChooseOne) -> list[Advice]:
    """The acts that an automated player would do, each with its worth."""
    wishes = {o.key: acts[o.act].score(view, o) for o in decision.open_options if o.act}
    return [Advice(key, wish.worth, wish.why) for key, wish in wishes.items() if wish]
